"""Small situations at a table of three, told in the lines of the record."""

from collections.abc import Mapping
from dataclasses import replace

from assistant.evidence import Evidence, gather
from assistant.simulate import play
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
