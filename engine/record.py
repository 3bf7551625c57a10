"""The text record of a game (`.sooth`): a head that says how it began, then one act a line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.cards import HIDDEN, Card, Common, Faces, Hidden, Seat, Tarot
from engine.effects import effect
from engine.errors import RecordError
from engine.facts import Fact, holds, objection, settle
from engine.grammar import Cursor, parse_act, parse_move
from engine.legality import why_not
from engine.lines import Check, Move, format_act, format_move
from engine.numbers import HOUSE, KNOWN, ROWS, Numbers
from engine.state import COMMON_SPOTS, TAROT_SPOTS, Setup, State, start

__all__ = [
    "Check",
    "Move",
    "Record",
    "Replayed",
    "Trouble",
    "format_act",
    "format_head",
    "format_move",
    "format_record",
    "parse",
    "parse_act",
    "parse_move",
    "replay",
]

TITLE: Final = "Soothsayers record 1"
TAGS: Final = ("players", "first", "ascend", "capture", "tarot market", "common market", "numbers")


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text holds it. `lines` are the line numbers of the moves in the text it was read from."""

    setup: Setup
    moves: tuple[Move, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)


# Writing


def format_record(record: Record) -> str:
    """Write a record in its canonical form; reading it gives the same record."""
    moves = "".join(format_move(record.setup, move) + "\n" for move in record.moves)
    return format_head(record.setup) + moves


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
    ]
    return "\n".join(lines) + "\n\n"


def _market(setup: Setup, cards: tuple[Card | Hidden, ...]) -> str:
    return ", ".join("?" if isinstance(card, Hidden) else setup.faces.name(card) for card in cards)


# Reading


def parse(text: str) -> Record:
    """Read a record. Raises RecordError with line, column and what was expected."""
    lines = [(number, _bare(line)) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
    head, tail = _split(lines)
    setup = _setup(head)
    moves = [(number, parse_move(setup, line, number)) for number, line in tail if line]
    return Record(setup, tuple(move for _, move in moves), tuple(number for number, _ in moves))


def _bare(line: str) -> str:
    return line.partition("#")[0].rstrip()


def _split(lines: list[tuple[int, str]]) -> tuple[dict[str, tuple[int, int, str]], list[tuple[int, str]]]:
    """Part the head from the moves: tags as {tag: (line, column of the value, value)}."""
    numbered = iter(lines)
    first = next((one for one in numbered if one[1]), (1, ""))
    if first[1] != TITLE:
        raise RecordError(first[0], 1, f'expected "{TITLE}", with which every record begins.')
    tags: dict[str, tuple[int, int, str]] = {}
    for number, line in numbered:
        tag, colon, value = line.partition(":")
        if not line and tags:
            break
        if not line:
            continue
        if not colon or tag not in (*TAGS, *ROWS):
            raise RecordError(number, 1, f"expected an empty line before the acts, or one of {', '.join(TAGS)}.")
        if tag in tags:
            raise RecordError(number, 1, f"{tag} was already given in line {tags[tag][0]}.")
        bare = value.strip()
        tags[tag] = (number, line.index(bare, len(tag) + 1) + 1 if bare else len(line) + 1, bare)
    for tag in TAGS:
        if tag not in tags and tag not in ("ascend", "capture", "first", "numbers"):
            raise RecordError(first[0], 1, f'expected "{tag}: .." in the head.')
    return tags, list(numbered)


def _setup(tags: dict[str, tuple[int, int, str]]) -> Setup:
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
    tarots = tuple(card for card in _cards(blank, tags["tarot market"], TAROT_SPOTS) if not isinstance(card, Common))
    commons = tuple(card for card in _cards(blank, tags["common market"], COMMON_SPOTS) if not isinstance(card, Tarot))
    return _checked(
        tags["tarot market"] if len(tarots) != TAROT_SPOTS[len(names)] else tags["common market"],
        lambda: Setup(names, tarots, commons, first, faces, numbers),
    )


def _checked(tag: tuple[int, int, str], make: Callable[[], Setup]) -> Setup:
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


def _faces(tags: dict[str, tuple[int, int, str]]) -> Faces:
    ascend = tags.get("ascend", (1, 1, "wands"))
    capture = tags.get("capture", (ascend[0], ascend[1], "wands" if ascend[2] == "swords" else "swords"))
    try:
        return Faces(ascend[2], capture[2])  # type: ignore[arg-type]
    except ValueError as error:
        raise RecordError(ascend[0], ascend[1], str(error)) from error


def _numbers(tags: dict[str, tuple[int, int, str]]) -> Numbers:
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
    return Numbers(name, bool(comma), **read)  # type: ignore[arg-type]


# Replaying


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a record does not go on: the line (0: not read from text), its move, the reason and the ruling."""

    line: int
    move: Move
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """The state before the first move (`move` None) or after a move; `trouble` where that move did not fit."""

    state: State
    move: Move | None = None
    trouble: Trouble | None = None


def replay(record: Record) -> Iterator[Replayed]:
    """Run a record through the rules, move by move, up to its end or the first trouble."""
    state = start(record.setup)
    yield Replayed(state)
    lines = record.lines or (0,) * len(record.moves)
    for line, move in zip(lines, record.moves, strict=True):
        trouble = _trouble(state, move, line)
        if trouble is not None:
            yield Replayed(state, move, trouble)
            return
        if isinstance(move, Fact):
            state = settle(state, move).state
        elif not isinstance(move, Check):
            state = effect(state, move).state
        yield Replayed(state, move)


def _trouble(state: State, move: Move, line: int) -> Trouble | None:
    fact = move.fact if isinstance(move, Check) else move
    refusal = objection(state, fact) if isinstance(fact, Fact) else why_not(state, fact)
    if refusal is not None:
        return Trouble(line, move, refusal.reason, refusal.rule)
    if isinstance(move, Check) and holds(state, move.fact) is not True:
        known = "is not so" if holds(state, move.fact) is False else "is not known"
        return Trouble(
            line, move, f"The record checks that {format_move(state.setup, move)[6:]}, which {known}.", "B13"
        )
    return None
