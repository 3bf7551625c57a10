"""Log entries as rows of a journal and back: the moves in them are lines of the record, readable by people."""

import json
from typing import Final, assert_never

from assistant.journal import Row
from engine.acts import Act
from engine.errors import RecordError
from engine.facts import Fact
from engine.grammar import parse_act, parse_move
from engine.lines import format_act, format_move
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Replace, Undo
from engine.state import Setup

DAMAGE: Final = (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError)
"""What reading JSON raises that somebody changed by hand."""


class UnreadableEntry(ValueError):
    """A row of a journal that holds no entry this version knows."""


def to_row(setup: Setup, entry: Entry) -> tuple[str, str, str]:
    """Give (kind, body, evidence) of an entry, the last two as JSON."""
    kind: str
    body: dict[str, object]
    match entry:
        case ActEntry(act):
            kind, body = "act", {"line": format_act(setup, act)}
        case Adjust(fact):
            kind, body = "adjust", {"line": format_move(setup, fact)}
        case Undo(of):
            kind, body = "undo", {"of": of}
        case Replace(of, act):
            kind, body = "replace", {"of": of, "line": format_act(setup, act)}
        case Answer(to, acts):
            kind, body = "answer", {"to": to, "lines": [format_act(setup, act) for act in acts]}
        case Learn(name, level, value):
            kind, body = "learn", {"row": name, "level": level, "value": value}
        case _:
            assert_never(entry)
    evidence = entry.evidence
    rests_on = {"source": evidence.source, "confidence": round(evidence.confidence, 3), "note": evidence.note}
    return kind, json.dumps(body), json.dumps(rests_on)


def from_row(setup: Setup, row: Row) -> Entry:
    """Read an entry back. Raises UnreadableEntry with the number of the row."""
    try:
        body, rests_on = json.loads(row.body), json.loads(row.evidence)
        evidence = Evidence(rests_on["source"], float(rests_on["confidence"]), str(rests_on["note"]))
        match row.kind:
            case "act":
                return ActEntry(parse_act(setup, body["line"], row.number), evidence)
            case "adjust":
                return Adjust(_fact(setup, body["line"], row.number), evidence)
            case "undo":
                return Undo(int(body["of"]), evidence)
            case "replace":
                return Replace(int(body["of"]), parse_act(setup, body["line"], row.number), evidence)
            case "answer":
                acts: tuple[Act, ...] = tuple(parse_act(setup, line, row.number) for line in body["lines"])
                return Answer(int(body["to"]), acts, evidence)
            case "learn":
                return Learn(str(body["row"]), int(body["level"]), int(body["value"]), evidence)
    except RecordError as error:
        raise UnreadableEntry(f"Entry {row.number} of the journal cannot be read: {error}") from error
    except DAMAGE as error:
        raise damaged(row) from error
    raise UnreadableEntry(f"Entry {row.number} of the journal is of a kind this version does not know: {row.kind!r}.")


def damaged(row: Row) -> UnreadableEntry:
    """Say that a row is not as Fatekeeper writes it."""
    return UnreadableEntry(f"Entry {row.number} of the journal is damaged: Fatekeeper did not write it like that.")


def _fact(setup: Setup, line: str, number: int) -> Fact:
    move = parse_move(setup, line, number)
    if isinstance(move, Fact):
        return move
    raise ValueError(f"{line!r} states no fact.")
