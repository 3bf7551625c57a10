"""Which printed numbers a game is played with: what the texts give, the invented set `house`, or a file of the user's.

A file is TOML: `name`, optionally `invented = true`, and a row of numbers for each name of `engine.numbers.ROWS`, with
"?" for each that is not known. Rows that are left out are unknown. Imported files are kept in a folder, by name.
"""

import re
import tomllib
from pathlib import Path
from typing import Final

from assistant.records import read_text
from engine.numbers import HOUSE, KNOWN, ROWS, SOURCES, Numbers

SUFFIX: Final = ".toml"
HIGHEST: Final = 199
"""No printed number is thought to be higher: there are 170 coins."""

ABOUT: Final = {
    "earn_lead": "coins at the top of EARN, levels 1 to 6",
    "earn_pass": "coins at the bottom of EARN, for passing",
    "draft_lead": "cards at the top of DRAFT",
    "draft_follow": "cards at the bottom of DRAFT",
    "ascend_lead": "ascends at the top of ASCEND",
    "ascend_follow": "ascends at the bottom of ASCEND",
    "capture_tarots_lead": "Tarot at the top of CAPTURE",
    "capture_commons_lead": "Common cards that may be paid, at the top of CAPTURE",
    "capture_tarots_follow": "Tarot at the bottom of CAPTURE",
    "capture_commons_follow": "Common cards that may be paid, at the bottom of CAPTURE",
    "mat_5": "prices on the side of the Trading Mat with five spots, cheapest first",
    "mat_6": "prices on its side with six spots",
    "mat_spots": "spots of the mat for 2, 3, 4 and 5 players",
}
"""What each row of numbers is, for people."""


class ProfileError(ValueError):
    """A profile that cannot be used; the text is one sentence that says what to change."""


def read_profile(profile: str | None, otherwise: Numbers = KNOWN, folder: Path | None = None) -> Numbers:
    """Give the numbers of a profile: a file, one that was imported into `folder`, `known` or `house`.

    Raises ProfileError.
    """
    if profile is None:
        return otherwise
    if profile in (KNOWN.name, HOUSE.name):
        return KNOWN if profile == KNOWN.name else HOUSE
    path = Path(profile)
    try:
        if folder is not None and not path.exists() and kept(folder, profile).exists():
            path = kept(folder, profile)
        text = read_text(path)
    except FileNotFoundError:
        raise ProfileError(
            f"There is no profile {profile}; give a TOML file, the name of one that was imported, known or house."
        ) from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise ProfileError(f"The profile {profile} cannot be read: {error}") from None
    return parse_profile(text, str(path), path.stem)


def parse_profile(text: str, source: str, name: str) -> Numbers:
    """Read the text of a profile; `name` is its name where it has none.

    Raises ProfileError that names `source`, the line and the field that is wrong.
    """
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ProfileError(f"The profile {source} is not TOML: {error}") from None
    for field in told:
        if field not in ("name", "invented", *ROWS):
            where = _where(source, text, field)
            raise ProfileError(f"{where} is {field!r}, which is no row of numbers; those are {', '.join(ROWS)}.")
    invented = told.get("invented", False)
    if not isinstance(invented, bool):
        raise ProfileError(f"{_where(source, text, 'invented')}: invented is true or false.")
    rows = {row: _row(source, text, row, told[row]) for row in ROWS if row in told}
    return Numbers(_name(source, text, told.get("name", name)), invented, **rows)  # type: ignore[arg-type]


def _name(source: str, text: str, name: object) -> str:
    """Insist on a name that fits into the head of a record and is not that of a set of this program's."""
    where = _where(source, text, "name")
    if not isinstance(name, str) or not name.isprintable() or name != name.strip() or not 0 < len(name) <= 60:
        raise ProfileError(f'{where}: name needs up to 60 letters in quotes, as in name = "our box".')
    if not any(letter.isalnum() for letter in name):
        raise ProfileError(f"{where}: name needs a letter or a digit.")
    if set(name) & set(",#:{}"):
        raise ProfileError(f"{where}: name cannot have a comma, colon, brace or # in it.")
    if name in (KNOWN.name, HOUSE.name):
        raise ProfileError(f"{where}: name cannot be {name}, which is a set of Fatekeeper's own; choose another.")
    return name


def _row(source: str, text: str, row: str, told: object) -> tuple[int | None, ...]:
    size, where = len(getattr(KNOWN, row)), _where(source, text, row)
    if not isinstance(told, list) or len(told) != size:
        raise ProfileError(f'{where}: {row} needs {size} whole numbers in [ ], "?" for each that is not known.')
    for place, value in enumerate(told, 1):
        if value != "?" and (type(value) is not int or not 0 <= value <= HIGHEST):
            raise ProfileError(
                f'{where}: {row} needs a whole number up to {HIGHEST} or "?" at place {place} of {size}.'
            )
        if row == "mat_spots" and value not in (5, 6, "?"):
            raise ProfileError(f'{where}: the mat has 5 or 6 spots; {row} needs one of them or "?" at place {place}.')
    return tuple(None if value == "?" else value for value in told)


def _where(source: str, text: str, field: str) -> str:
    """Say in which line of a file a field stands."""
    found = re.search(rf"""^[ \t]*(?:\[+[ \t]*)?["']?{re.escape(field)}\b""", text, re.MULTILINE)
    return source if found is None else f"{source}, line {text.count(chr(10), 0, found.start()) + 1}"


def write_profile(numbers: Numbers) -> str:
    """Write numbers as the text of a profile, ready to be filled in; `known` and `house` get a name of their own."""
    lines = ["# The printed numbers of a copy of Soothsayers, for Fatekeeper. Write what your cards and mat say;"]
    lines += ['# "?" stands for what is not known.']
    name = {KNOWN.name: "our box", HOUSE.name: "house copy"}.get(numbers.name, numbers.name)
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    lines += [f'name = "{escaped}"']
    if numbers.invented:
        lines += ["invented = true  # made up: no reading of real cards"]
    for row in ROWS:
        values = ", ".join('"?"' if value is None else str(value) for value in getattr(numbers, row))
        lines += ["", f"# {ABOUT[row]}", f"{row} = [{values}]"]
    return "\n".join(lines) + "\n"


def remarks(numbers: Numbers) -> tuple[str, ...]:
    """Say what is worth a second look in a profile: how much it gives, and what the published texts say otherwise."""
    values = [value for row in ROWS for value in getattr(numbers, row)]
    told = len(values) - values.count(None)
    found = [f"{told} of {len(values)} numbers are given" + (", all of them invented." if numbers.invented else ".")]
    for (row, level), source in SOURCES.items():
        value, proven = getattr(numbers, row)[level - 1], getattr(KNOWN, row)[level - 1]
        if value is not None and value != proven:
            found.append(f"{row} says {value} at level {level}, but {proven} is what is published ({source}).")
    for row in ROWS[:-1]:
        known = [value for value in getattr(numbers, row) if value is not None]
        if known != sorted(known):
            found.append(f"{row} falls somewhere; look again whether that is what is printed.")
    return tuple(found)


def keep_profile(numbers: Numbers, folder: Path) -> Path:
    """Keep a profile under its name, in the place of an older one of that name. Raises ProfileError."""
    if numbers.name in (KNOWN.name, HOUSE.name):
        raise ProfileError(f"The name {numbers.name} is Fatekeeper's own; export it and give it a name of yours first.")
    path = kept(folder, numbers.name)
    try:
        if path.exists() and read_profile(str(path)).name != numbers.name:
            raise ProfileError(f"{path} is the profile of another name; call this one something else.")
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(write_profile(numbers), encoding="utf-8")
    except OSError as error:
        raise ProfileError(f"The profile cannot be kept as {path}: {error.strerror}.") from None
    return path


def kept(folder: Path, name: str) -> Path:
    """Say where the profile of a name is kept."""
    return folder / (re.sub(r"[^\w-]+", "-", name).strip("-")[:60] + SUFFIX)
