"""A game at a table as one value: its log, the branches beyond it, questions and disputes; and how it goes on.

Pure but for the time an entry is stamped with. The live table holds one such value and replaces it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from itertools import takewhile

from assistant.branches import Branch, fewer, forgetting, last_led, likeliest, look, open_questions, settled
from assistant.disputes import disputes_of, unlike
from assistant.evidence import CLEAR, Difference, differences, gather
from assistant.hand import late_answer
from assistant.reconcile import MOST_BRANCHES
from assistant.snapshot import Refused, Unknown
from assistant.wire import Dispute, Question
from engine.acts import Act, Ascend, Capture, Draft, Follow, Lead, Pass, Refill, Unseen, Use, who
from engine.cards import Seat, seat_of
from engine.check import too_many_cards
from engine.effects import effect
from engine.facts import Fact, HandIs, objection, settle
from engine.learning import taught
from engine.legality import why_not
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Skipped, Undo, last_said, noted, refold
from engine.state import Setup, State, start
from vision.track import Seen, SlotView, TableReading, without

BY_HAND = Evidence("hand")

_MOST_STRANGE = 3
"""Where more places than these at once become strange, nothing of a reading is taken."""

_TOLD_LATE = 0.6
"""What it costs a branch that an act was done before somebody said so."""

SEEN_ACTS = (Lead, Draft, Ascend, Capture, Use, Refill)
"""What the camera sees. That a foe had to pass, or what nobody saw, is worked out from what came after."""

GUESSED = 0.5
"""The confidence of a move that is only the likeliest of several, since nobody answered which it was."""


@dataclass(frozen=True, slots=True)
class Game:
    """All that changes in a game, as one value.

    `base` is the state that the log folds to; `entered` are moves beyond the log that people entered; `strange` are
    the places that no act explained in the last reading, `unlike` those that made the whole table unlike the game
    (nothing of such a reading is taken). `pinned` are places with what they showed when that stood out
    for the second time, or when something that somebody said did away with the explanation of it: while they show the
    same, nothing else is made of it.
    """

    setup: Setup
    entries: tuple[Entry, ...] = ()
    times: tuple[str, ...] = ()
    base: State = field(default=None)  # type: ignore[assignment]
    branches: tuple[Branch, ...] = ()
    questions: tuple[Question, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    dismissed: frozenset[str] = frozenset()
    skipped: tuple[Skipped, ...] = ()
    asked: int = 0
    first_sure: bool = True
    entered: frozenset[Act | Fact] = frozenset()
    strange: frozenset[str] = frozenset()
    unlike: frozenset[str] = frozenset()
    pinned: Mapping[str, str | None] = field(default_factory=dict)


def looked_at(game: Game, reading: TableReading) -> Game:
    """Carry a game through a reading."""
    if nobody_led(game):
        game = _led_by_the_ball(game, reading)
    name = f"q{game.asked + 1}"
    pinned = {slot: shown for slot, shown in game.pinned.items() if _shows_still(reading.slots.get(slot), shown)}
    looked = look(game.branches, without(reading, pinned), name, _denied(game.entries), game.strange | game.unlike)
    stands_out = [d for d in _clear(looked.branches[0], reading) if d.slot in pinned]
    looked = replace(looked, left=(*looked.left, *stands_out))
    pinned = {slot: pinned[slot] for slot in pinned if slot in {d.slot for d in stands_out}}
    strange = frozenset(difference.slot for difference in looked.left)
    # What stood out twice, or with the ball where nobody should lead, is only explained by what somebody says.
    stays = strange if "ball" in strange else strange & game.strange
    pinned |= {slot: _shown(reading.slots[slot]) for slot in stays if slot in reading.slots}
    if len(strange - game.strange) > _MOST_STRANGE:
        # Another table, or one that went on unseen for long: what would explain a part of it proves nothing.
        return game if reading.hand else _unlike(game, looked.left)
    questions = game.questions if looked.question is None else (*game.questions, looked.question)
    asked = game.asked if looked.question is None else game.asked + 1
    # With a hand in the picture the table is not at rest: what does not fit yet is not held against anybody.
    found = () if reading.hand else disputes_of(looked.branches[0].state, looked.left)
    known = game.disputes if reading.hand else tuple(d for d in found if d.id not in game.dismissed)
    dismissed = game.dismissed if reading.hand else game.dismissed & {d.id for d in found}
    game = replace(
        game,
        branches=looked.branches,
        questions=questions,
        asked=asked,
        disputes=known,
        dismissed=dismissed,
        strange=game.strange if reading.hand else strange,
        unlike=game.unlike if reading.hand else frozenset(),
        pinned=game.pinned if reading.hand else pinned,
    )
    return settled_on(game, Evidence("camera", note=reading.name), looked.question is not None)


def _unlike(game: Game, left: Sequence[Difference]) -> Game:
    disputes = unlike(game.branches[0].state, left)
    return replace(game, disputes=disputes, unlike=frozenset(difference.slot for difference in left))


def _shown(view: SlotView) -> str | None:
    """Say what a place shows: a face, no card, or (None) something that cannot be told."""
    return view.label or (Seen.EMPTY if view.seen is Seen.EMPTY else None)


def _shows_still(view: SlotView | None, shown: str | None) -> bool:
    """Tell whether a place shows what it did, or is covered."""
    return view is None or view.seen is Seen.COVERED or _shown(view) == shown


def _clear(branch: Branch, reading: TableReading) -> list[Difference]:
    """List where a reading clearly differs from a branch."""
    evidence = gather(branch.state, reading, branch.led, branch.tokens)
    return [difference for difference in differences(branch.state, evidence) if difference.weight >= CLEAR]


def said(before: Game, game: Game, reading: TableReading) -> Game:
    """Hold what somebody said against what was seen last: nothing new has to move for that.

    What agreed with the game `before` and no longer does is not explained in another way, but disputed.
    """
    agreed = {difference.slot for difference in _clear(before.branches[0], reading)}
    odd = {difference.slot for difference in _clear(game.branches[0], reading)} - agreed
    pinned = {slot: None if slot == "ball" else _shown(reading.slots[slot]) for slot in odd}
    return looked_at(replace(game, pinned={**game.pinned, **pinned}), reading)


def _denied(entries: Sequence[Entry]) -> frozenset[Act]:
    """List the acts that the camera saw and somebody took back: it does not see them again until the game goes on."""
    since = takewhile(lambda entry: not isinstance(entry, ActEntry), reversed(entries))
    undone_since = (entries[entry.of] for entry in since if isinstance(entry, Undo))
    return frozenset(
        entry.act
        for entry in undone_since
        if isinstance(entry, ActEntry) and entry.evidence.source != "hand" and who(entry.act) is not None
    )


def nobody_led(game: Game) -> bool:
    """Tell whether it is still open who leads first: nobody said so, and nobody has led."""
    return not game.first_sure and not game.entries and len(game.branches) == 1 and not game.branches[0].moves


def led_first(game: Game, seat: Seat) -> Game:
    """Begin a game with the lead of a seat."""
    setup = replace(game.setup, first=seat)
    state = start(setup)
    return replace(game, setup=setup, base=state, branches=(Branch(state),), first_sure=True)


def _led_by_the_ball(game: Game, reading: TableReading) -> Game:
    """Take as the first leader whoever's tableau the ball lies on, where nothing else said who begins."""
    ways = []
    for seat in game.base.seats:
        state = start(replace(game.setup, first=seat))
        looked = look((Branch(state),), reading, "q0")
        if not looked.left and looked.branches[0].moves:
            ways.append((looked.branches[0].cost, seat))
    if not ways:
        return game
    return led_first(game, min(ways)[1])


def settled_on(game: Game, evidence: Evidence, just_asked: bool = False) -> Game:
    """Log what all branches share, and merge them where they are too many; not what was `just_asked` about."""
    branches = fewer(game.branches, MOST_BRANCHES // 2)
    branches = likeliest(fewer(branches, MOST_BRANCHES // 2, tokens=True), MOST_BRANCHES)
    if not open_questions(branches, game.questions) or (not just_asked and all(map(_led_since, branches))):
        # No answer would tell them apart, or nobody gave one while that turn lasted: what looks alike is one.
        branches = fewer(branches, 1)
    questions = open_questions(branches, game.questions)
    certain, branches = settled(forgetting(branches, questions))
    now = _now()
    guessed = frozenset().union(*(branch.guessed for branch in branches))
    unsure = replace(evidence, confidence=GUESSED, note="the likeliest of several")
    worked_out = replace(evidence, source="rules") if evidence.source == "camera" else evidence
    new = tuple(
        noted(
            move,
            BY_HAND
            if move in game.entered
            else unsure
            if move in guessed
            else evidence
            if isinstance(move, SEEN_ACTS)
            else worked_out,
        )
        for move in certain
    )
    base = game.base
    for move in certain:
        base = moved(base, move)
    grown = replace(
        game,
        entries=game.entries + new,
        times=game.times + (now,) * len(new),
        base=base,
        branches=branches,
        questions=questions,
        entered=game.entered & {move for branch in branches for move in branch.moves},
    )
    for learned in _gave_away(game.base, certain):
        grown = corrected(grown, learned)
    return grown


def _gave_away(state: State, moves: Sequence[Act | Fact]) -> Iterator[Learn]:
    """List the printed numbers, not known so far, that amounts in some moves give away (§N1)."""
    for move in moves:
        told = None if isinstance(move, Fact) else taught(state, move)
        if told is not None:
            yield Learn(*told, BY_HAND)
        state = moved(state, move)


def _led_since(branch: Branch) -> bool:
    """Tell whether somebody has led since the branches parted: the turn that a question is about is over then."""
    return any(isinstance(move, Lead) for move in branch.moves[1:])


def moved(state: State, move: Act | Fact) -> State:
    """Give the state after a move that nothing objects to."""
    return settle(state, move).state if isinstance(move, Fact) else effect(state, move).state


def entered(game: Game, act: Act) -> Game:
    """Enter an act by hand: it tells which branch is right, or comes next, or is what nobody saw then."""
    if nobody_led(game) and isinstance(act, Lead):
        game = led_first(game, act.seat)
    grown = [after for branch in game.branches if (after := branch.after((act,))) is not None]
    # Somebody may also say only now what a branch took for done already, or for an answer that nobody saw.
    told = [
        replace(branch, cost=branch.cost + _TOLD_LATE)
        for branch in (*game.branches, *_answering(game, act))
        if any(_says(act, move) for move in branch.moves)
    ]
    if grown or told:
        return settled_on(replace(game, branches=(*grown, *told), entered=game.entered | {act}), Evidence("camera"))
    late = late_answer(game.setup, game.entries, act)
    if late is not None:
        return corrected(game, late)
    refusal = why_not(game.branches[0].state, act)
    if refusal is None:
        raise Refused("That does not fit what the table shows.")
    raise Refused(refusal.reason, refusal.rule)


def stated(game: Game, fact: Fact) -> Game:
    """Set a fact by hand in every branch."""
    refusal = objection(game.base, fact)
    if refusal is not None:
        raise Refused(refusal.reason, refusal.rule)
    if isinstance(fact, HandIs) and too_many_cards(settle(game.base, fact).state):
        raise Refused("That cannot be: there are not so many cards in the box.", "C3")
    branches = tuple(
        replace(branch, state=settle(branch.state, fact).state, moves=(*branch.moves, fact)) for branch in game.branches
    )
    return settled_on(replace(game, branches=branches, entered=game.entered | {fact}), Evidence("camera"))


def _answering(game: Game, act: Act) -> Iterator[Branch]:
    """Put an answer in the place of what a branch took for unseen, where it holds with it."""
    if isinstance(act, Pass | Follow):
        for branch in game.branches:
            for place, move in enumerate(branch.moves):
                if move == Unseen(act.seat):
                    moves = (*branch.moves[:place], act, *branch.moves[place + 1 :])
                    state = replayed(game.base, moves)
                    if state is not None:
                        yield replace(branch, state=state, moves=moves)


def _says(told: Act, move: Act | Fact) -> bool:
    """Tell whether an act that somebody reports is one that a branch assumes, where it leaves out what nobody saw."""
    if type(told) is not type(move):
        return False
    pairs = [(getattr(told, field.name), getattr(move, field.name)) for field in fields(told)]
    return all(said == assumed or None in (said, assumed) for said, assumed in pairs)


def corrected(game: Game, entry: Undo | Answer | Learn) -> Game:
    """Append a correction and fold the log anew; what lay beyond the log is carried over where it still fits."""
    entries = (*game.entries, entry)
    folded = refold(game.setup, entries)
    led = last_led(one.move for one in folded.counted)
    branches = []
    for branch in game.branches:
        state = replayed(folded.state, branch.moves)
        if state is not None:
            branches.append(replace(branch, state=state, led=last_led(branch.moves) or led))
    kept = tuple(branches) or (Branch(folded.state, led=led, tokens=game.branches[0].tokens),)
    return replace(
        game,
        entries=entries,
        times=(*game.times, _now()),
        base=folded.state,
        branches=kept,
        questions=open_questions(kept, game.questions),
        skipped=folded.skipped,
    )


def undone(game: Game, reading: TableReading | None = None) -> Game:
    """Take back what was said last: an entry by hand that is not in the log yet, else the last entry of the log.

    `reading` is what was seen last. Raises Refused where there is nothing.
    """
    entry = pending(game)
    if entry is not None:
        withdrawn = _withdrawn(game, entry)
        return withdrawn if reading is None else looked_at(withdrawn, reading)
    last = last_said(game.entries)
    if last is None:
        raise Refused("Nothing has happened yet that could be taken back.")
    taken_back = corrected(game, Undo(last, BY_HAND))
    # What nobody said goes with what led to it: a number that an act gave away, a count that became a range.
    if not _was_said(game.entries[last]):
        return undone(taken_back, reading)
    return taken_back if reading is None else said(game, taken_back, reading)


def _was_said(entry: Entry) -> bool:
    """Tell whether an entry is something that happened or that somebody said."""
    return not isinstance(entry, Learn) and not (isinstance(entry, Adjust) and entry.evidence.source != "hand")


def last_told(entries: Sequence[Entry]) -> int | None:
    """Find the last entry that counts and that happened or was said."""
    last = last_said(entries)
    while last is not None and not _was_said(entries[last]):
        last = last_said(entries[:last])
    return last


def pending(game: Game) -> Act | Fact | None:
    """Find the last move beyond the log that somebody entered."""
    moves = [move for branch in reversed(game.branches) for move in branch.moves if move in game.entered]
    return moves[-1] if moves else None


def _withdrawn(game: Game, move: Act | Fact) -> Game:
    """Leave out a move that was entered; what it had ruled out is possible again, so the table is looked at anew."""
    rest = tuple(one for one in game.branches[0].moves if one in game.entered and one != move)
    state = replayed(game.base, rest)
    led = last_led(one.move for one in refold(game.setup, game.entries).counted)
    branch = Branch(game.base, led=led) if state is None else Branch(state, rest, led=last_led(rest) or led)
    return replace(game, branches=(branch,), questions=(), entered=game.entered & frozenset(branch.moves))


def replayed(state: State, moves: Sequence[Act | Fact]) -> State | None:
    """Make some moves, None where one is not allowed."""
    for move in moves:
        if (objection(state, move) if isinstance(move, Fact) else why_not(state, move)) is not None:
            return None
        state = moved(state, move)
    return state


def seat_at(game: Game, seat: str) -> Seat:
    """Find a seat by its letter. Raises Unknown where nobody sits there."""
    try:
        found = seat_of(seat)
    except ValueError as error:
        raise Unknown(str(error)) from error
    if found >= len(game.setup.names):
        raise Unknown(f"Nobody sits at {seat}.")
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
