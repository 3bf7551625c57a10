"""The log of a game: append-only entries, which of them count, and the state they fold to.

Entries point at each other by their place in the log, 0 for the first. Nothing is ever edited: a correction is one
more entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.acts import Act
from engine.effects import effect
from engine.facts import Fact, objection, settle
from engine.legality import why_not
from engine.numbers import Numbers
from engine.state import Setup, State, start

Source = Literal["camera", "hand", "rules"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an entry rests on: who or what it comes from, how sure that is (0 to 1), and a note for people."""

    source: Source = "hand"
    confidence: float = 1.0
    note: str = ""


BY_HAND = Evidence()


@dataclass(frozen=True, slots=True)
class ActEntry:
    """An act happened."""

    act: Act
    evidence: Evidence = field(default=BY_HAND)


@dataclass(frozen=True, slots=True)
class Answer:
    """What really happened where entry `to` only said that nobody saw it; these acts take its place."""

    to: int
    acts: tuple[Act, ...]
    evidence: Evidence = field(default=BY_HAND)


@dataclass(frozen=True, slots=True)
class Undo:
    """Entry `of` does not count; undoing an undo makes it count again."""

    of: int
    evidence: Evidence = field(default=BY_HAND)


@dataclass(frozen=True, slots=True)
class Replace:
    """Another act takes the place of entry `of`."""

    of: int
    act: Act
    evidence: Evidence = field(default=BY_HAND)


@dataclass(frozen=True, slots=True)
class Learn:
    """A printed number was read off the table: row, level (1: the first place), value. It holds from the start."""

    row: str
    level: int
    value: int
    evidence: Evidence = field(default=BY_HAND)


@dataclass(frozen=True, slots=True)
class Adjust:
    """People state a fact about the table, from here on."""

    fact: Fact
    evidence: Evidence = field(default=BY_HAND)


Entry = ActEntry | Answer | Undo | Replace | Learn | Adjust


@dataclass(frozen=True, slots=True)
class Counted:
    """An act or fact that counts, the entry it stands at, and the entry that says so (a correction, or the same)."""

    entry: int
    move: Act | Fact
    by: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """An act or fact that counts but no longer fits; it stays in the log with this dispute."""

    entry: int
    move: Act | Fact
    dispute: str
    rule: str


@dataclass(frozen=True, slots=True)
class Refolded:
    """The state a log folds to, what counts in it with the state before each, and what had to be left out."""

    state: State
    counted: tuple[Counted, ...]
    skipped: tuple[Skipped, ...]
    before: tuple[State, ...]


def effective(entries: Sequence[Entry]) -> tuple[Counted, ...]:
    """List the acts and facts that count, in the order they happened: each correction stands where it corrects."""
    counts = _counting(entries)
    instead: dict[int, tuple[int, tuple[Act, ...]]] = {}
    for place, entry in enumerate(entries):
        if counts[place] and isinstance(entry, Answer | Replace):
            acts = entry.acts if isinstance(entry, Answer) else (entry.act,)
            instead[_origin(entries, place)] = (place, acts)
    found: list[Counted] = []
    for place, entry in enumerate(entries):
        if not counts[place]:
            continue
        if isinstance(entry, ActEntry):
            by, acts = instead.get(place, (place, (entry.act,)))
            found.extend(Counted(place, act, by) for act in acts)
        elif isinstance(entry, Adjust):
            found.append(Counted(place, entry.fact, place))
    return tuple(found)


def last_said(entries: Sequence[Entry]) -> int | None:
    """Find the last entry that counts and takes nothing back: what an undo now would be of. None: there is none."""
    counts = _counting(entries)
    said = [place for place, entry in enumerate(entries) if counts[place] and not isinstance(entry, Undo)]
    return said[-1] if said else None


def refold(setup: Setup, entries: Sequence[Entry]) -> Refolded:
    """Fold a log into a state. What does not fit is left out, with the reason, and the game goes on without it."""
    state = start(replace(setup, numbers=_learned(setup, entries)))
    counted, skipped, before = effective(entries), [], []
    for one in counted:
        move = one.move
        before.append(state)
        if isinstance(move, Fact):
            refusal = objection(state, move)
            state = settle(state, move).state if refusal is None else state
        else:
            refusal = why_not(state, move)
            state = effect(state, move).state if refusal is None else state
        if refusal is not None:
            skipped.append(Skipped(one.entry, move, refusal.reason, refusal.rule))
    return Refolded(state, counted, tuple(skipped), tuple(before))


def _counting(entries: Sequence[Entry]) -> list[bool]:
    """Tell of each entry whether it counts: it is out while an undo of it counts. Undos come later, so go back."""
    counts = [True] * len(entries)
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if isinstance(entry, Undo) and counts[place] and 0 <= entry.of < place:
            counts[entry.of] = False
    return counts


def _origin(entries: Sequence[Entry], place: int) -> int:
    """Follow corrections of corrections back to the entry they began with."""
    entry = entries[place]
    while isinstance(entry, Answer | Replace):
        target = entry.to if isinstance(entry, Answer) else entry.of
        if not 0 <= target < place:
            return place
        place, entry = target, entries[target]
    return place


def _learned(setup: Setup, entries: Sequence[Entry]) -> Numbers:
    numbers = setup.numbers
    for counts, entry in zip(_counting(entries), entries, strict=True):
        if counts and isinstance(entry, Learn):
            numbers = numbers.learn(entry.row, entry.level - 1, entry.value)
    return numbers
