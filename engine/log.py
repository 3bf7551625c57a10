"""The log of a game: append-only entries, which of them count, and the state they fold to.

Entries point at each other by their place in the log, 0 for the first. Nothing is ever edited: a correction is one
more entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Literal

from engine.acts import Act
from engine.effects import effect
from engine.facts import Fact, objection, settle
from engine.learning import Told, contradiction, taught
from engine.legality import why_not
from engine.numbers import Numbers
from engine.refusals import Refusal
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


def noted(move: Act | Fact, evidence: Evidence = BY_HAND) -> ActEntry | Adjust:
    """Make the entry of an act or a fact."""
    return Adjust(move, evidence) if isinstance(move, Fact) else ActEntry(move, evidence)


@dataclass(frozen=True, slots=True)
class Counted:
    """An act or fact that counts, the entry it stands at, and the entry that says so (a correction, or the same)."""

    entry: int
    move: Act | Fact
    by: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """What counts but does not fit, or no longer; it stays in the log with this dispute."""

    entry: int
    move: Act | Fact | Learn
    dispute: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Step:
    """How a fold stood after something that counts: the state, the numbers told so far, why it was left out."""

    counted: Counted
    state: State
    told: Numbers
    skipped: Skipped | None


@dataclass(frozen=True, slots=True)
class Refolded:
    """The state a log folds to, what counts in it with the state before each, and what had to be left out.

    `told` are the printed numbers of the game with those that acts gave away.
    """

    state: State
    counted: tuple[Counted, ...]
    skipped: tuple[Skipped, ...]
    before: tuple[State, ...]
    told: Numbers
    steps: tuple[_Step, ...] = field(default=(), compare=False, repr=False)


def effective(entries: Sequence[Entry]) -> tuple[Counted, ...]:
    """List the acts and facts that count, in the order they happened: each correction stands where it corrects."""
    counts = counting(entries)
    instead: dict[int, tuple[int, tuple[Act, ...]]] = {}
    for place, entry in enumerate(entries):
        if counts[place] and isinstance(entry, Answer | Replace):
            acts = entry.acts if isinstance(entry, Answer) else (entry.act,)
            instead[origin(entries, place)] = (place, acts)
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


def standing(entries: Sequence[Entry], place: int) -> tuple[Act, ...]:
    """List the act that an entry goes back to, then those that stand in its place; none where nothing of it counts.

    Only what there are some of can be replaced, and only what nobody saw (`Unseen`) among them can be answered.
    """
    at, counts = origin(entries, place), counting(entries)
    began = entries[at]
    if not isinstance(began, ActEntry) or not (counts[at] and counts[place]):
        return ()
    return (began.act, *(one.move for one in effective(entries) if one.entry == at and not isinstance(one.move, Fact)))


def last_said(entries: Sequence[Entry]) -> int | None:
    """Find the last entry that counts and takes nothing back: what an undo now would be of. None: there is none."""
    counts = counting(entries)
    said = [place for place, entry in enumerate(entries) if counts[place] and not isinstance(entry, Undo)]
    return said[-1] if said else None


def refold(setup: Setup, entries: Sequence[Entry], earlier: Refolded | None = None) -> Refolded:
    """Fold a log into a state. What does not fit is left out, with the reason, and the game goes on without it.

    An act whose amount contradicts a printed number that an earlier act gave away does not fit (§N1). `earlier` is a
    fold of the same game before a correction: what comes before the correction is taken over from it.
    """
    numbers, misread = _learned(setup, entries)
    beginning = start(replace(setup, numbers=numbers))
    counted = effective(entries)
    steps: list[_Step] = []
    if earlier is not None and earlier.state.setup == beginning.setup:
        pairs = zip(earlier.steps, counted, strict=False)
        steps.extend(step for step, _ in takewhile(lambda pair: pair[0].counted == pair[1], pairs))
    state, told = (steps[-1].state, steps[-1].told) if steps else (beginning, numbers)
    for one in counted[len(steps) :]:
        fitted = fit(state, one.move, told)
        skipped = None
        if isinstance(fitted, Refusal):
            skipped = Skipped(one.entry, one.move, fitted.reason, fitted.rule)
        else:
            state, told = fitted
        steps.append(_Step(one, state, told, skipped))
    left_out = (*misread, *(step.skipped for step in steps if step.skipped is not None))
    before = (beginning, *(step.state for step in steps))[: len(steps)]
    return Refolded(state, counted, left_out, before, told, tuple(steps))


def fit(state: State, move: Act | Fact, numbers: Numbers) -> tuple[State, Numbers] | Refusal:
    """Put an act or a fact on a state, and what it gives away into the printed numbers; or say why it does not fit."""
    if isinstance(move, Fact):
        objected = objection(state, move)
        return (settle(state, move).state, numbers) if objected is None else objected
    refusal = why_not(state, move)
    if refusal is not None:
        return refusal
    told = taught(state, move)
    if told is not None:
        contradicted = contradiction(numbers, told)
        if contradicted is not None:
            return contradicted
        numbers = numbers.learn(told.row, told.level - 1, told.value)
    return effect(state, move).state, numbers


def entries_for(state: State, act: Act, evidence: Evidence = BY_HAND) -> tuple[ActEntry] | tuple[ActEntry, Learn]:
    """Make the entries of an act: itself, and the printed number that it gives away, which holds from the start.

    `state` is the one before the act; after the second entry the log is to be folded anew.
    """
    told = taught(state, act)
    return (ActEntry(act, evidence),) if told is None else (ActEntry(act, evidence), Learn(*told, evidence))


def counting(entries: Sequence[Entry]) -> list[bool]:
    """Tell of each entry whether it counts: it is out while an undo of it counts. Undos come later, so go back."""
    counts = [True] * len(entries)
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if isinstance(entry, Undo) and counts[place] and 0 <= entry.of < place:
            counts[entry.of] = False
    return counts


def origin(entries: Sequence[Entry], place: int) -> int:
    """Follow corrections of corrections back to the entry they began with."""
    entry = entries[place]
    while isinstance(entry, Answer | Replace):
        target = entry.to if isinstance(entry, Answer) else entry.of
        if not 0 <= target < place:
            return place
        place, entry = target, entries[target]
    return place


def _learned(setup: Setup, entries: Sequence[Entry]) -> tuple[Numbers, list[Skipped]]:
    """Add what was learned to the numbers of the set-up, but for what contradicts them or each other."""
    numbers, skipped = setup.numbers, list[Skipped]()
    for place, (counts, entry) in enumerate(zip(counting(entries), entries, strict=True)):
        if not counts or not isinstance(entry, Learn):
            continue
        refusal = contradiction(numbers, Told(entry.row, entry.level, entry.value))
        if refusal is None:
            numbers = numbers.learn(entry.row, entry.level - 1, entry.value)
        else:
            skipped.append(Skipped(place, entry, refusal.reason, refusal.rule))
    return numbers, skipped
