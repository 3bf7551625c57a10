"""Which printed numbers a game is played with: what the texts give, the invented set `house`, or a file of the user's.

A file is TOML: `name`, optionally `invented = true`, and a row of numbers for each name of `engine.numbers.ROWS`, with
"?" for each that is not known. Rows that are left out are unknown.
"""

import tomllib
from pathlib import Path

from engine.numbers import HOUSE, KNOWN, ROWS, Numbers


class ProfileError(ValueError):
    """A profile that cannot be used; the text is one sentence that says what to change."""


def read_profile(profile: str | None, otherwise: Numbers = KNOWN) -> Numbers:
    """Give the numbers of a profile file, or those called `known` or `house`. Raises ProfileError."""
    if profile is None:
        return otherwise
    if profile in (KNOWN.name, HOUSE.name):
        return KNOWN if profile == KNOWN.name else HOUSE
    path = Path(profile)
    try:
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ProfileError(f"There is no profile {profile}; give a TOML file, or the name known or house.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"The profile {profile} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"The profile {profile} is not TOML: {error}") from None
    unknown = sorted(set(facts) - {"name", "invented", *ROWS})
    if unknown:
        raise ProfileError(f"{profile} has {unknown[0]!r}, which is no row of numbers; those are {', '.join(ROWS)}.")
    rows = {row: _row(profile, row, facts[row]) for row in ROWS if row in facts}
    return Numbers(str(facts.get("name", path.stem)), bool(facts.get("invented", False)), **rows)  # type: ignore[arg-type]


def _row(profile: str, row: str, told: object) -> tuple[int | None, ...]:
    size = len(getattr(KNOWN, row))
    whole = isinstance(told, list) and len(told) == size
    if not whole or not all(value == "?" or (type(value) is int and 0 <= value < 200) for value in told):  # type: ignore[attr-defined]
        raise ProfileError(f'{profile}: {row} needs {size} whole numbers, "?" for each that is not known.')
    return tuple(None if value == "?" else value for value in told)  # type: ignore[attr-defined]
