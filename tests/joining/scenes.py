"""Small situations at a table of three, told in the lines of the record."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant.evidence import Evidence, gather
from assistant.simulate import play
from assistant.snapshot import NumbersState
from assistant.table import LiveTable
from engine.facts import Fact, settle
from engine.grammar import parse_move
from engine.lines import Check
from engine.numbers import HOUSE, Numbers
from engine.rules import apply
from engine.state import State, start
from tests.joining.readings import Eye
from vision.track import Seen, SlotView, TableReading


def opened(numbers: Numbers = HOUSE, seed: int = 3) -> State:
    """The start of a game of Ana, Ben and Cai; Ana leads first."""
    setup = next(play(3, seed)).state.setup
    return start(replace(setup, numbers=numbers))


def after(state: State, *lines: str) -> State:
    """The state after some acts and facts, each a line of the record."""
    for line in lines:
        move = parse_move(state.setup, line, 1)
        assert not isinstance(move, Check)
        state = (settle(state, move) if isinstance(move, Fact) else apply(state, move)).state
    return state


def evidence(before: State, now: State, changes: Mapping[str, SlotView] | None = None) -> Evidence:
    """What a perfect eye sees of `now` after it saw `before`, but for some places."""
    eye = Eye()
    eye.read(before)
    return gather(before, changed(eye.read(now), changes or {}))


def changed(reading: TableReading, changes: Mapping[str, SlotView]) -> TableReading:
    """A reading with other views of some places."""
    return replace(reading, slots=dict(reading.slots) | dict(changes))


def named(label: str) -> SlotView:
    """A place where this face was read."""
    return SlotView(Seen.NAMED, label, 0.95, ((label, 0.95),))


EMPTY = SlotView(Seen.EMPTY, confidence=1.0)
COVERED = SlotView(Seen.COVERED)
CHANGED = SlotView(Seen.CHANGED)


class Sitting:
    """A live table and the true state before it, moved on by lines of the record."""

    def __init__(self, numbers: Numbers = HOUSE, first_sure: bool = True) -> None:
        self.state: State = opened(numbers)
        self.eye = Eye()
        self.table = LiveTable(NumbersState(numbers.name))
        self.table.begin(self.state.setup, first_sure)
        self.table.look(self.eye.read(self.state))

    def plays(self, *lines: str) -> tuple[str, ...]:
        """Play these lines, then let the table look once."""
        self.state = after(self.state, *lines)
        return self.table.look(self.eye.read(self.state))

    def shows(self, changes: Mapping[str, SlotView], hand: bool = False) -> tuple[str, ...]:
        """Let the table look at the same state with some places otherwise than they should be."""
        return self.table.look(replace(changed(self.eye.read(self.state), changes), hand=hand))

    @property
    def revision(self) -> int:
        return self.table.snapshot().revision

    def questions(self) -> list[tuple[str, list[str]]]:
        return [(q["text"], [a["text"] for a in q["answers"]]) for q in self.view["questions"]]

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view()

    def answer(self, text: str) -> None:
        question = self.view["questions"][0]
        answer = next(a["id"] for a in question["answers"] if a["text"] == text)
        self.table.answer(question["id"], answer, self.revision)


def sat(*lines: str) -> Sitting:
    """A sitting at which each of these lines was played and seen."""
    sitting = Sitting()
    for line in lines:
        sitting.plays(line)
    return sitting


def asked() -> Sitting:
    sitting = Sitting()
    sitting.plays("Ana leads DRAFT")
    sitting.plays("Ana drafts from market 1")
    sitting.plays("Ana drafts from market 2")
    return sitting
