"""The text record of a game (`.sooth`): a head that says how it began, then one act a line."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Self, TypeVar

from engine.cards import HIDDEN, TAROTS, Card, Common, Faces, Hidden, Seat, Tarot
from engine.cursor import Cursor
from engine.entry_lines import Line, Said, format_line, parse_line
from engine.errors import RecordError
from engine.house import SWITCHES, HouseRules
from engine.lines import Check, Move
from engine.log import Entry, noted
from engine.numbers import HOUSE, KNOWN, ROWS, Numbers
from engine.state import COMMON_SPOTS, TAROT_SPOTS, Bot, Setup

TITLE: Final = "Soothsayers record 1"
MAY_BE_LEFT_OUT: Final = ("first", "ascend", "capture", "numbers", "bot", "transcended", "house")
TAGS: Final = ("players", "tarot market", "common market", *MAY_BE_LEFT_OUT)


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text holds it: how it began, its lines, and the comments that stand in its head."""

    setup: Setup
    lines: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = ()

    @classmethod
    def of(cls, setup: Setup, said: Iterable[Said | Move]) -> Self:
        """Make the record of some entries, or of acts and facts, in order."""
        return cls(setup, tuple(Line(_said(one)) for one in said))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log that the record holds: what its lines say, but for the checks."""
        return tuple(line.said for line in self.lines if line.said is not None and not isinstance(line.said, Check))


def _said(one: Said | Move) -> Said:
    return one if isinstance(one, Entry | Check) else noted(one)


# Writing


def format_record(record: Record) -> str:
    """Write a record in its canonical form; reading it gives the same record."""
    title, *head = format_head(record.setup).splitlines()
    lines = [title, *(f"# {remark}".rstrip() for remark in record.remarks), *head]
    lines += [format_line(record.setup, line) for line in record.lines]
    return "\n".join(lines) + "\n"


def format_head(setup: Setup) -> str:
    """Write the head of a record, with the empty line after it; acts can be appended one by one."""
    numbers = setup.numbers
    rows = [(name, getattr(numbers, name)) for name in ROWS]
    told = [row for row in rows if any(value is not None for value in row[1])] or rows[:1]
    lines = [
        TITLE,
        f"players: {', '.join(setup.names)}",
        f"first: {setup.names[setup.first]}",
        f"ascend: {setup.faces.ascend}",
        f"capture: {setup.faces.capture}",
        f"tarot market: {_market(setup, setup.market_tarot)}",
        f"common market: {_market(setup, setup.market_common)}",
        f"numbers: {numbers.name}{', invented' if numbers.invented else ''}",
        *(f"{name}: {' '.join('?' if value is None else str(value) for value in row)}" for name, row in told),
        *([] if setup.bot is None else [f"bot: {', '.join((setup.names[setup.bot.seat], *_ways(setup.bot)))}"]),
        *([f"transcended: {' '.join(map(str, setup.transcended))}"] if setup.transcended else []),
        *([f"house: {', '.join(_switched(setup.house))}"] if setup.house != HouseRules() else []),
    ]
    return "\n".join(lines) + "\n\n"


WAYS: Final = {
    "snake": "market in a snake",
    "from_hand": "ascends from its hand",
    "eager": "trades whenever it can",
    "powers": "uses its powers",
    "pays": "pays to capture",
}
"""How the solo bot may play otherwise than it does by itself: the fields of `Bot` and what the head says of them."""


def _ways(bot: Bot) -> Iterable[str]:
    return (said for field, said in WAYS.items() if getattr(bot, field))


def _switched(house: HouseRules) -> Iterable[str]:
    return (said for field, (_, said) in SWITCHES.items() if getattr(house, field))


def _market(setup: Setup, cards: tuple[Card | Hidden, ...]) -> str:
    return ", ".join("?" if isinstance(card, Hidden) else setup.faces.name(card) for card in cards)


# Reading


def parse(text: str) -> Record:
    """Read a record. Raises RecordError with line, column and what was expected."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if lines[-1] == "":
        lines.pop()
    tags, remarks, begin = _head(lines)
    setup = _setup(tags)
    read: list[Line] = []
    before: list[Entry] = []
    for number, line in enumerate(lines[begin:], begin + 1):
        one = parse_line(setup, line, number, before)
        if one.said is not None and not isinstance(one.said, Check):
            before.append(one.said)
        read.append(one)
    return Record(setup, tuple(read), tuple(remarks))


C = TypeVar("C", Setup, Numbers)
Tags = dict[str, tuple[int, int, str]]
"""The tags of a head: the line of each, the column of its value, its value."""


def _head(lines: list[str]) -> tuple[Tags, list[str], int]:
    """Read the head: its tags, its comments, and how many lines it takes with the empty one after it."""
    tags: Tags = {}
    remarks: list[str] = []
    title = 0
    for number, line in enumerate(lines, 1):
        said, hash_, remark = line.partition("#")
        said = said.rstrip()
        if hash_:
            remarks.append(remark.strip())
        if not title:
            if said and said != TITLE:
                break
            title = number if said else 0
        elif said:
            _tag(tags, number, said)
        elif tags and not hash_:
            return _whole(tags, title), remarks, number
    if not title:
        first = next((number for number, line in enumerate(lines, 1) if line.partition("#")[0].strip()), 1)
        raise RecordError(first, 1, f'expected "{TITLE}", with which every record begins.')
    return _whole(tags, title), remarks, len(lines)


def _tag(tags: Tags, number: int, line: str) -> None:
    tag, colon, value = line.partition(":")
    if not colon or tag not in (*TAGS, *ROWS):
        raise RecordError(number, 1, f"expected an empty line before the acts, or one of {', '.join(TAGS)}.")
    if tag in tags:
        raise RecordError(number, 1, f"{tag} was already given in line {tags[tag][0]}.")
    bare = value.strip()
    tags[tag] = (number, line.index(bare, len(tag) + 1) + 1 if bare else len(line) + 1, bare)


def _whole(tags: Tags, title: int) -> Tags:
    for tag in TAGS:
        if tag not in tags and tag not in MAY_BE_LEFT_OUT:
            raise RecordError(title, 1, f'expected "{tag}: .." in the head.')
    return tags


def _setup(tags: Tags) -> Setup:
    names = tuple(name.strip() for name in tags["players"][2].split(","))
    if len(names) not in TAROT_SPOTS:
        raise RecordError(*tags["players"][:2], "expected 2 to 5 names with commas between them.")
    faces = _faces(tags)
    numbers = _numbers(tags)
    blank = _checked(
        tags["players"],
        lambda: Setup(
            names,
            (HIDDEN,) * TAROT_SPOTS[len(names)],
            (HIDDEN,) * COMMON_SPOTS[len(names)],
            faces=faces,
            numbers=numbers,
        ),
    )
    first = Seat(0)
    if "first" in tags:
        number, column, value = tags["first"]
        cursor = Cursor(blank, " " * (column - 1) + value, number, column - 1)
        first = cursor.player()
        cursor.end()
    bot = _bot(blank, tags["bot"]) if "bot" in tags else None
    first = first if bot is None or "first" in tags else bot.seat
    tarots = tuple(card for card in _cards(blank, tags["tarot market"], TAROT_SPOTS) if not isinstance(card, Common))
    commons = tuple(card for card in _cards(blank, tags["common market"], COMMON_SPOTS) if not isinstance(card, Tarot))
    place = tags["tarot market"] if len(tarots) != TAROT_SPOTS[len(names)] else tags["common market"]
    place = tags["bot"] if bot is not None and bot.seat != first else place
    transcended, house = _transcended(tags), _house(blank, tags)
    place = tags["transcended"] if list(transcended) != sorted(set(transcended)) else place
    return _checked(place, lambda: Setup(names, tarots, commons, first, faces, numbers, bot, transcended, house))


def _transcended(tags: Tags) -> tuple[int, ...]:
    """Read the levels whose Tarot is the transcended one."""
    number, column, value = tags.get("transcended", (1, 1, ""))
    levels = value.split()
    if not all(level.isdecimal() and len(level) < 3 and int(level) < len(TAROTS) for level in levels):
        raise RecordError(number, column, "expected levels of Tarot, 0 to 21, with spaces between them.")
    return tuple(map(int, levels))


def _house(setup: Setup, tags: Tags) -> HouseRules:
    """Read the switches of the table."""
    house, fields = HouseRules(), {said: field for field, (_, said) in SWITCHES.items()}
    if "house" not in tags:
        return house
    number, column, value = tags["house"]
    cursor = Cursor(setup, " " * (column - 1) + value, number, column - 1)
    while True:
        house = replace(house, **{fields[cursor.one_of(*fields)]: True})
        if not cursor.skip(", "):
            cursor.end()
            return house


def _bot(setup: Setup, tag: tuple[int, int, str]) -> Bot:
    """Read who is the solo bot, and how it plays."""
    number, column, value = tag
    cursor = Cursor(setup, " " * (column - 1) + value, number, column - 1)
    bot, fields = Bot(cursor.player()), {said: field for field, said in WAYS.items()}
    while cursor.skip(", "):
        bot = replace(bot, **{fields[cursor.one_of(*fields)]: True})  # type: ignore[arg-type]
    cursor.end()
    return bot


def _checked(tag: tuple[int, int, str], make: Callable[[], C]) -> C:
    """Make what a tag is about; RecordError at its value where that cannot be."""
    try:
        return make()
    except ValueError as error:
        raise RecordError(tag[0], tag[1], str(error)) from error


def _cards(setup: Setup, tag: tuple[int, int, str], spots: dict[int, int]) -> tuple[Card | Hidden, ...]:
    """Read the cards of a market, with commas between them."""
    number, column, value = tag
    cursor = Cursor(setup, " " * (column - 1) + value, number, column - 1)
    wanted, cards = spots[len(setup.names)], list[Card | Hidden]()
    for place in range(wanted):
        if place:
            cursor.one_of(", ")
        if cursor.skip("?"):
            cards.append(HIDDEN)
        else:
            cards.append(cursor.tarot() if spots is TAROT_SPOTS else cursor.common())
    cursor.end()
    return tuple(cards)


def _faces(tags: Tags) -> Faces:
    ascend = tags.get("ascend", (1, 1, "wands"))
    capture = tags.get("capture", (ascend[0], ascend[1], "wands" if ascend[2] == "swords" else "swords"))
    try:
        return Faces(ascend[2], capture[2])  # type: ignore[arg-type]
    except ValueError as error:
        raise RecordError(ascend[0], ascend[1], str(error)) from error


def _numbers(tags: Tags) -> Numbers:
    name, comma, invented = tags.get("numbers", (1, 1, "known"))[2].partition(", ")
    rows = {tag: value for tag, value in tags.items() if tag in ROWS}
    if comma and invented != "invented":
        raise RecordError(*tags["numbers"][:2], 'expected a name, and ", invented" if the numbers are.')
    known = {numbers.name: numbers for numbers in (KNOWN, HOUSE)}
    if not rows:
        if name not in known:
            raise RecordError(*tags["numbers"][:2], "expected known or house, or the rows of numbers below it.")
        return known[name]
    read: dict[str, tuple[int | None, ...]] = {}
    for row, (line, column, value) in rows.items():
        words = value.split()
        size = len(getattr(KNOWN, row))
        if len(words) != size or not all(word == "?" or (word.isdecimal() and len(word) < 5) for word in words):
            raise RecordError(line, column, f"expected {size} numbers, ? for each that is not known.")
        read[row] = tuple(None if word == "?" else int(word) for word in words)
    return _checked(rows.get("mat_spots", tags["numbers"]), lambda: Numbers(name, bool(comma), **read))  # type: ignore[arg-type]
