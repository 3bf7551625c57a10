"""One line of a record: an entry of the log with what it rests on, a check, a comment, or nothing."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import Final, assert_never

from engine.acts import Act, Unseen
from engine.cursor import Cursor
from engine.errors import RecordError
from engine.grammar import parse_act, parse_move
from engine.lines import Check, Move, format_act, format_move
from engine.log import (
    BY_HAND,
    ActEntry,
    Adjust,
    Answer,
    Entry,
    Evidence,
    Learn,
    Replace,
    Source,
    Undo,
    last_said,
    noted,
    standing,
)
from engine.numbers import ROWS
from engine.state import Setup

Said = Entry | Check
"""What a line may say. Entries are numbered from 1; checks, comments and empty lines are not."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: what it says (None: nothing), the comment at its end, its number in the text it was read from."""

    said: Said | None = None
    comment: str | None = None
    number: int = field(default=0, compare=False)


# Writing


def format_line(setup: Setup, line: Line) -> str:
    """Write a line in its canonical form, without the line break."""
    said = "" if line.said is None else format_said(setup, line.said)
    if line.comment is None:
        return said
    return f"{said}  {_comment(line.comment)}" if said else _comment(line.comment)


def _comment(text: str) -> str:
    return f"# {text}".rstrip()


def format_said(setup: Setup, said: Said) -> str:
    """Write an entry, or a check, as its canonical line; a game that is running appends this and a line break."""
    if isinstance(said, Check):
        return format_move(setup, said)
    return _entry(setup, said) + _evidence(said.evidence)


def _entry(setup: Setup, entry: Entry) -> str:
    match entry:
        case ActEntry(act):
            return format_act(setup, act)
        case Adjust(fact):
            return format_move(setup, fact)
        case Undo(of):
            return f"undo {of + 1}"
        case Replace(of, act):
            return f"replace {of + 1}: {format_act(setup, act)}"
        case Answer(to, acts):
            return f"answer {to + 1}: " + ("; ".join(format_act(setup, act) for act in acts) or "nothing")
        case Learn(row, level, value):
            return f"learn {row} {level}: {value}"
        case _:
            assert_never(entry)


def _evidence(evidence: Evidence) -> str:
    if evidence == BY_HAND:
        return ""
    sure = "" if evidence.confidence == 1 else f" {evidence.confidence!r}"
    note = f": {_escaped(evidence.note)}" if evidence.note else ""
    return f" {{{evidence.source}{sure}{note}}}"


_ESCAPES: Final = {"\\": "\\\\", "}": "\\}", "\n": "\\n", "\r": "\\r"}
_UNESCAPES: Final = {escape[1]: char for char, escape in _ESCAPES.items()}


def _escaped(note: str) -> str:
    return "".join(_ESCAPES.get(char, char) for char in note)


# Reading


def parse_line(setup: Setup, text: str, number: int = 1, before: Sequence[Entry] = ()) -> Line:
    """Read a line. `before` are the entries above it, which it may correct. Raises RecordError."""
    end = next((place for place, char in enumerate(text) if char in "{#"), len(text))
    evidence, rest = BY_HAND, end
    if text[end : end + 1] == "{":
        evidence, rest = _read_evidence(setup, text, number, end)
    said = text[:end].rstrip()
    comment = text[rest:].lstrip()
    if comment and not comment.startswith("#"):
        raise RecordError(number, len(text) - len(comment) + 1, "expected a comment, which begins with #.")
    start = len(said) - len(said.lstrip())
    told = None if not said else _read_said(setup, said, number, start, before)
    if evidence != BY_HAND or rest != end:
        told = _resting(told, evidence, number, end)
    return Line(told, comment[1:].strip() if comment else None, number)


def _resting(said: Said | None, evidence: Evidence, number: int, end: int) -> Entry:
    if said is None or isinstance(said, Check):
        raise RecordError(number, end + 1, "expected an entry before what it rests on; a check rests on nothing.")
    return replace(said, evidence=evidence)


def _read_evidence(setup: Setup, text: str, number: int, begin: int) -> tuple[Evidence, int]:
    """Read what stands in braces; return it and where it ends."""
    cursor = Cursor(setup, text, number, begin)
    cursor.one_of("{")
    source = _SOURCES[cursor.one_of(*_SOURCES)]
    confidence = 1.0
    if cursor.skip(" "):
        at, told = cursor.position, cursor.match(_CONFIDENCE, "a number from 0 to 1")
        confidence = float(told)
        if confidence > 1:
            cursor.position = at
            raise cursor.error("a number from 0 to 1")
    note = cursor.match(_NOTE, "a note") if cursor.skip(": ") else ""
    cursor.one_of("}")
    return Evidence(source, confidence, _ESCAPED.sub(lambda found: _UNESCAPES[found[1]], note)), cursor.position


_SOURCES: Final[dict[str, Source]] = {"camera": "camera", "hand": "hand", "rules": "rules"}
_CONFIDENCE: Final = re.compile(r"[01](?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?|[0-9](?:\.[0-9]{1,20})?e-[0-9]{1,3}")
_NOTE: Final = re.compile(r"(?:[^\\}]|\\[\\}nr])*")
_ESCAPED: Final = re.compile(r"\\([\\}nr])")


def _read_said(setup: Setup, text: str, number: int, start: int, before: Sequence[Entry]) -> Said:
    """Read an entry or a check; a player whose name is a word of the record is still a player."""
    numbered = _NUMBERED.match(text, start)
    if numbered is not None and not text.startswith(setup.names, start):
        if int(numbered[1]) != len(before) + 1:
            raise RecordError(number, start + 1, f"expected {len(before) + 1}, the number of this entry.")
        start = numbered.end()
    ways: list[Callable[[], Said]] = [lambda: _noted(parse_move(setup, text, number, start))]
    word = next((word for word in _CORRECTIONS if text.startswith(word, start)), None)
    if word is not None:
        ways.append(lambda: _correction(Cursor(setup, text, number, start), before))
    wrong: list[RecordError] = []
    for way in ways:
        try:
            return way()
        except RecordError as error:
            wrong.append(error)
    raise max(wrong, key=lambda error: error.column)


_ENTRY: Final = re.compile(r"[0-9]{1,6}")
_NUMBERED: Final = re.compile(r"([0-9]{1,6})\. +")
_CORRECTIONS: Final = ("undo", "replace ", "answer ", "learn ")


def _noted(move: Move) -> Said:
    return move if isinstance(move, Check) else noted(move)


def _correction(cursor: Cursor, before: Sequence[Entry]) -> Entry:
    match cursor.one_of(*_CORRECTIONS):
        case "undo":
            of = _last(cursor, before) if not cursor.skip(" ") else _entry_number(cursor, before)
            cursor.end()
            return Undo(of)
        case "replace ":
            of = _corrected(cursor, before, Act, "the number of an act that counts")
            cursor.one_of(": ")
            return Replace(of, parse_act(cursor.setup, cursor.text, cursor.line, cursor.position))
        case "answer ":
            to = _corrected(cursor, before, Unseen, 'the number of an act that counts and that nobody saw, "is unseen"')
            cursor.one_of(": ")
            return Answer(to, () if cursor.text[cursor.position :] == "nothing" else tuple(_acts(cursor)))
        case _:
            row = cursor.one_of(*sorted(ROWS, key=len, reverse=True))
            cursor.one_of(" ")
            level = cursor.number("a level")
            cursor.one_of(": ")
            value = cursor.number("what is printed")
            cursor.end()
            return Learn(row, level, value)


def _acts(cursor: Cursor) -> Iterator[Act]:
    """Read acts with semicolons between them."""
    begin = cursor.position
    for part in cursor.text[begin:].split("; "):
        yield parse_act(cursor.setup, cursor.text[: begin + len(part)], cursor.line, begin)
        begin += len(part) + len("; ")


def _entry_number(cursor: Cursor, before: Sequence[Entry]) -> int:
    """Read the number of an earlier entry, as its place in the log."""
    at = cursor.position
    number = int(cursor.match(_ENTRY, "the number of an earlier entry"))
    if not 1 <= number <= len(before):
        cursor.position = at
        raise cursor.error(
            f"the number of an earlier entry, from 1 to {len(before)}" if before else "an entry before it"
        )
    return number - 1


def _corrected(cursor: Cursor, before: Sequence[Entry], kind: type[Act] | UnionType, expected: str) -> int:
    """Read the number of an entry that a correction may be of: one with an act of this kind that counts."""
    at, place = cursor.position, _entry_number(cursor, before)
    if not any(isinstance(act, kind) for act in standing(before, place)):
        cursor.position = at
        raise cursor.error(expected)
    return place


def _last(cursor: Cursor, before: Sequence[Entry]) -> int:
    """Find what an undo without a number is of."""
    place = last_said(before)
    if place is None:
        raise cursor.error("an entry before it that can be taken back")
    return place
