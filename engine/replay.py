"""Runs a record through the rules, line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.claims import found
from engine.entry_lines import Line
from engine.facts import Fact, holds, objection
from engine.learning import Told, contradiction
from engine.lines import Check, format_claim
from engine.log import ActEntry, Adjust, Answer, Entry, Learn, Refolded, Replace, Skipped, Undo, fit, origin, refold
from engine.position import instead
from engine.record import Record
from engine.refusals import Refusal
from engine.state import State, start


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a record does not go on: the line it stands at, the reason and the ruling."""

    line: Line
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """The state before the first line (`line` None), or after a line that says something.

    `entries` counts the entries so far. `skipped` are those that no longer fit after a correction; `trouble` is why
    the record stops here.
    """

    state: State
    line: Line | None = None
    entries: int = 0
    skipped: tuple[Skipped, ...] = ()
    trouble: Trouble | None = None


def replay(record: Record) -> Iterator[Replayed]:
    """Run a record through the rules up to its end or the first trouble: a line that does not fit, or a false check.

    What it leads to is what its entries fold to.
    """
    state, told, skipped = start(record.setup), record.setup.numbers, tuple[Skipped, ...]()
    folded: Refolded | None = None
    entries: list[Entry] = []
    yield Replayed(state)
    for line in record.lines:
        said, refusal = line.said, None
        match said:
            case None:
                continue
            case Check():
                refusal = _doubt(state, said)
            case ActEntry(act=move) | Adjust(fact=move):
                fitted = fit(state, move, told)
                if isinstance(fitted, Refusal):
                    refusal = fitted
                else:
                    state, told = fitted
                    entries.append(said)
            case Undo() | Replace() | Answer() | Learn():
                corrected = (*entries, said)
                again = refold(record.setup, corrected, folded)
                if isinstance(said, Learn):
                    # It would hold from the start, and the amount that an act gave away be what no longer fits.
                    refusal = contradiction(told, Told(said.row, said.level, said.value))
                else:
                    refusal = _misfit(corrected, again.skipped)
                if refusal is None:
                    folded = again
                    state, told, skipped = folded.state, folded.told, folded.skipped
                    entries.append(said)
            case _:
                assert_never(said)
        if refusal is not None:
            yield Replayed(state, line, len(entries), skipped, Trouble(line, refusal.reason, refusal.rule))
            return
        yield Replayed(state, line, len(entries), skipped)


def _misfit(entries: Sequence[Entry], skipped: tuple[Skipped, ...]) -> Refusal | None:
    """Say why the last entry, a correction, does not fit where it belongs.

    What came after that place may no longer fit, and that is no fault of the record.
    """
    place = len(entries) - 1
    if isinstance(entries[place], Undo):
        return None
    at = origin(entries, place)
    return next((Refusal(one.dispute, one.rule) for one in skipped if one.entry == at), None)


def _doubt(state: State, check: Check) -> Refusal | None:
    """Say what is so where a check claims something else."""
    claim, setup = check.claim, state.setup
    claimed = format_claim(setup, claim)
    if not isinstance(claim, Fact):
        so = found(state, claim)
        if so == claim:
            return None
        return Refusal(_both(claimed, so if isinstance(so, str) else format_claim(setup, so)), "B13")
    objected = objection(state, claim)
    if objected is not None:
        return objected
    told = instead(state, claim)
    if holds(state, claim) is True or told == claim:
        return None
    return Refusal(_both(claimed, "no turn" if told is None else format_claim(setup, told)), "B13")


def _both(claimed: str, so: str) -> str:
    return f'The record claims "{claimed}"; the game says "{so}".'
