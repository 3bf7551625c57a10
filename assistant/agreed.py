"""What the players of a table agree on before a game begins, as it is given on the command line."""

from contextlib import suppress
from dataclasses import dataclass, field

from engine.cards import HIDDEN, TAROTS, Seat, seat_of
from engine.house import SWITCHES, HouseRules
from engine.numbers import Numbers
from engine.state import COMMON_SPOTS, TAROT_SPOTS, THRESHOLD, Setup


@dataclass(frozen=True, slots=True)
class Agreed:
    """Names clockwise, printed numbers, who leads first (None: the ball will show), and how this table plays.

    `transcended`: the levels whose Tarot is the one of the Transcended deck. Both decks look alike to a camera.
    """

    names: tuple[str, ...]
    numbers: Numbers
    first: Seat | None = None
    transcended: tuple[int, ...] = ()
    house: HouseRules = field(default=HouseRules())


def agree(names: str, numbers: Numbers, first: str | None, transcended: str | None, house: str | None) -> Agreed:
    """Read it all. Raises ValueError with a sentence."""
    seats = read_names(names)
    return Agreed(seats, numbers, read_first(first, seats), read_transcended(transcended), read_house(house))


def agreed_for(setup: Setup) -> Agreed:
    """Give what was agreed on for a game that has begun."""
    return Agreed(setup.names, setup.numbers, setup.first, setup.transcended, setup.house)


def read_names(seats: str) -> tuple[str, ...]:
    """Read "Ana,Ben,Cai" clockwise. Raises ValueError with a sentence."""
    names = tuple(name.strip() for name in seats.split(","))
    if len(names) not in THRESHOLD or not all(names) or len({name.casefold() for name in names}) != len(names):
        raise ValueError(f'--seats takes 2 to 5 different names clockwise, as in "Ana,Ben,Cai", not "{seats}".')
    # The rules have the last word on what is a name.
    Setup(names, (HIDDEN,) * TAROT_SPOTS[len(names)], (HIDDEN,) * COMMON_SPOTS[len(names)])
    return names


def read_first(first: str | None, names: tuple[str, ...]) -> Seat | None:
    """Read who leads first, by letter or name. Raises ValueError with a sentence."""
    if first is None:
        return None
    if first in names:
        return Seat(names.index(first))
    with suppress(ValueError):
        seat = seat_of(first)
        if seat < len(names):
            return seat
    raise ValueError(f"--first takes a seat of this game, {', '.join('ABCDE'[: len(names)])}, or a name, not {first}.")


def read_transcended(levels: str | None) -> tuple[int, ...]:
    """Read which levels have their transcended Tarot: "all", or "1,5,14". Raises ValueError with a sentence."""
    if levels is None:
        return ()
    if levels.strip() == "all":
        return tuple(range(len(TAROTS)))
    try:
        found = sorted({int(level) for level in levels.split(",")})
    except ValueError:
        found = [-1]
    if not set(found) <= set(range(len(TAROTS))):
        raise ValueError(f'--transcended takes all, or levels from 0 to 21 as in "1,5,14", not "{levels}".')
    return tuple(found)


def read_house(rulings: str | None) -> HouseRules:
    """Read which rulings a table plays the other way, by number: "B14,C4". Raises ValueError with a sentence."""
    if rulings is None:
        return HouseRules()
    fields = {rule: name for name, (rule, _) in SWITCHES.items()}
    given = [rule.strip().removeprefix("§").upper() for rule in rulings.split(",")]
    if not set(given) <= set(fields):
        known = ", ".join(f"{rule} ({said})" for rule, said in SWITCHES.values())
        raise ValueError(f'--house takes numbers of these rulings, as in "B14,C4": {known}; not "{rulings}".')
    return HouseRules(**{fields[rule]: True for rule in given})
