"""The live table: the one mutable object. It holds the log, what may have happened beyond it, and who watches.

Readings come from the vision thread, commands from the event loop; each is worked out on a snapshot and taken over
only if nothing else came in between.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from threading import RLock

from assistant.branches import Branch, answered, fewer, forgetting, likeliest, look, open_questions, settled
from assistant.disputes import disputes_of
from assistant.entries import PLACES, to_row
from assistant.hand import entries_for, late_answer
from assistant.journal import Journal
from assistant.places import Places, to_json
from assistant.reconcile import MOST_BRANCHES
from assistant.snapshot import (
    CameraState,
    DemoState,
    LoggedAct,
    NotADemo,
    NumbersState,
    Picture,
    Refused,
    Snapshot,
    Stale,
    Unknown,
)
from assistant.wire import Dispute, Question, view
from engine.acts import Act
from engine.cards import Seat, seat_of
from engine.effects import effect
from engine.errors import RecordError
from engine.facts import CoinsAre, Fact, HandIs, objection, settle
from engine.grammar import parse_act
from engine.legality import why_not
from engine.lines import format_move
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Skipped, Undo, refold
from engine.ranges import exactly
from engine.state import Setup, State, start
from vision.track import TableReading

SHOWN_ACTS = 40
_TRIES = 3
_BY_HAND = Evidence("hand")
_TODO = "Lay out the start of a game in full view of the camera: every tableau, and the market."


@dataclass(frozen=True, slots=True)
class _Game:
    """All that changes in a game, as one value.

    `base` is the state that the log folds to; `entered` are moves beyond the log that people entered.
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


class LiveTable:
    """One game at one table. `journal` makes the file of a new game; without it nothing is kept."""

    def __init__(
        self, numbers: NumbersState, camera: str = "no camera", journal: Callable[[Setup], Journal] | None = None
    ) -> None:
        self._lock = RLock()
        self._game: _Game | None = None
        self._revision = 0
        self._why = "No picture has come from the camera yet."
        self._numbers = numbers
        self._camera = CameraState(camera, "waiting")
        self._make_journal = journal
        self._journal: Journal | None = None
        self._places: Places | None = None
        self._picture: Picture | None = None
        self._demo: DemoState | None = None
        self._control: Callable[[str], None] | None = None
        self._watchers: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    # What the watcher tells

    def wait(self, why: str) -> None:
        """Say why the game cannot begin yet."""
        with self._lock:
            if self._why != why:
                self._why = why
                self._changed()

    def begin(self, setup: Setup, first_sure: bool, places: Places | None = None) -> None:
        """Begin a game with a recognised set-up. Who leads first is open while it is not sure and nobody has led.

        `places`, where its cards lie, are kept in the journal.
        """
        with self._lock:
            state = start(setup)
            self._game = _Game(setup, base=state, branches=(Branch(state),), first_sure=first_sure)
            self._places = places
            self._changed()

    def resume(self, setup: Setup, entries: Sequence[Entry], times: Sequence[str], journal: Journal) -> None:
        """Go on with a game that was logged before."""
        with self._lock:
            folded = refold(setup, entries)
            self._game = _Game(
                setup, tuple(entries), tuple(times), folded.state, (Branch(folded.state),), skipped=folded.skipped
            )
            self._journal = journal
            self._changed()

    def look(self, reading: TableReading) -> tuple[str, ...]:
        """Take in a reading; gives the lines of the moves that were logged for it."""
        for _ in range(_TRIES):
            with self._lock:
                game, revision = self._game, self._revision
            if game is None:
                return ()
            seen = _seen(game, reading)
            with self._lock:
                if self._revision == revision:
                    return self._take(seen)
        with self._lock:
            # Somebody taps faster than a reading is worked out; now they wait for it.
            return () if self._game is None else self._take(_seen(self._game, reading))

    def shown(self) -> State | None:
        """Give the state that is held most likely, None before the game."""
        with self._lock:
            return self._game.branches[0].state if self._game else None

    def show(self, camera: CameraState, picture: Picture | None = None) -> None:
        """Say how the camera is doing, and show its latest picture."""
        with self._lock:
            changed = (camera.status, camera.detail, camera.name) != (
                self._camera.status,
                self._camera.detail,
                self._camera.name,
            )
            self._camera = camera
            if picture is not None:
                self._picture = picture
            if changed:
                self._changed()
            else:
                self._notify()

    # What the dashboard asks

    def snapshot(self) -> Snapshot:
        """Say how things stand."""
        with self._lock:
            game = self._game
            common = {
                "revision": self._revision,
                "camera": self._camera,
                "numbers": self._numbers,
                "demo": self._demo,
                "journal": str(self._journal.path) if self._journal else None,
            }
        if game is None:
            return Snapshot(phase="waiting", why=self._why, todo=_TODO, **common)  # type: ignore[arg-type]
        state = game.branches[0].state
        faces = game.setup.faces
        return Snapshot(
            phase="over" if all(branch.state.end for branch in game.branches) else "playing",
            view=self.view(),
            acts=_logged(game),
            entries=() if state.end else entries_for(state, game.entries),
            suits=(("pentacles", "EARN"), ("cups", "DRAFT"), (faces.ascend, "ASCEND"), (faces.capture, "CAPTURE")),
            **common,  # type: ignore[arg-type]
        )

    def view(self) -> dict[str, object]:
        """Give what the table knows, as CONTRACT's view; raises Unknown before a game began."""
        with self._lock:
            game = self._game
        if game is None:
            raise Unknown(f"No game has begun: {self._why}")
        return view([branch.state for branch in game.branches], game.questions, game.disputes)

    def lines(self) -> tuple[str, ...]:
        """Give every move that counts, as lines of the record."""
        with self._lock:
            game = self._game
        if game is None:
            return ()
        return tuple(format_move(game.setup, one.move) for one in refold(game.setup, game.entries).counted)

    def picture(self) -> Picture | None:
        """Give the latest picture, if there is one."""
        with self._lock:
            return self._picture

    async def changes(self) -> AsyncIterator[int]:
        """Yield the revision whenever it or the picture changed."""
        wake = asyncio.Event()
        watcher = (asyncio.get_running_loop(), wake)
        with self._lock:
            self._watchers.append(watcher)
        try:
            while True:
                await wake.wait()
                wake.clear()
                yield self._revision
        finally:
            with self._lock:
                self._watchers.remove(watcher)

    # What players command

    def enter(self, line: str, expected: int) -> None:
        """Enter one act as a line of the record."""
        with self._lock:
            game = self._current(expected)
            try:
                act = parse_act(game.setup, line)
            except RecordError as error:
                raise Refused(f"That is not an act I know: {error.expected}") from error
            self._take(_entered(game, act))

    def set_coins(self, seat: str, coins: int, expected: int) -> None:
        """Set how many coins a seat has, as counted at the table (§B13)."""
        with self._lock:
            game = self._current(expected)
            self._take(_stated(game, CoinsAre(_seat(game, seat), exactly(coins))))

    def set_hand(self, seat: str, common: int, tarot: int, expected: int) -> None:
        """Set how many Common and Tarot cards a seat holds, as counted at the table (§B13)."""
        with self._lock:
            game = self._current(expected)
            self._take(_stated(game, HandIs(_seat(game, seat), exactly(common), exactly(tarot))))

    def answer(self, question: str, answer: str, expected: int) -> None:
        """Answer an open question."""
        with self._lock:
            game = self._current(expected)
            kept = answered(game.branches, question, answer)
            if not kept:
                raise Unknown("That question is no longer open.")
            self._take(_settle(replace(game, branches=kept), _BY_HAND))

    def dismiss(self, dispute: str, expected: int) -> None:
        """Put a dispute away: the game stays as it is."""
        with self._lock:
            game = self._current(expected)
            if dispute not in {d.id for d in game.disputes}:
                raise Unknown("That is settled already.")
            left = tuple(d for d in game.disputes if d.id != dispute)
            self._take(replace(game, disputes=left, dismissed=game.dismissed | {dispute}))

    def undo(self, expected: int) -> None:
        """Take back the last act."""
        with self._lock:
            game = self._current(expected)
            counted = refold(game.setup, game.entries).counted
            if not counted:
                raise Refused("Nothing has happened yet that could be taken back.")
            self._take(_corrected(game, Undo(counted[-1].entry, _BY_HAND)))

    def pause(self, paused: bool) -> None:
        """Pause the demonstration or let it go on."""
        self._demonstration()("pause" if paused else "go on")
        with self._lock:
            assert self._demo is not None
            self._demo = replace(self._demo, paused=paused)
            self._changed()

    def step(self) -> None:
        """Let the paused demonstration play one act."""
        self._demonstration()("step")

    def demonstrate(self, demo: DemoState, control: Callable[[str], None]) -> None:
        """Make this the table of a demonstration, which `control` steers: "pause", "go on", "step"."""
        with self._lock:
            self._demo, self._control = demo, control
            self._changed()

    def close(self) -> None:
        """Let go of the journal."""
        with self._lock:
            if self._journal is not None:
                self._journal.close()

    # How it changes

    def _demonstration(self) -> Callable[[str], None]:
        if self._control is None:
            raise NotADemo
        return self._control

    def _current(self, expected: int) -> _Game:
        if self._game is None:
            raise Refused(f"No game has begun: {self._why}")
        if expected != self._revision:
            raise Stale(self._revision)
        return self._game

    def _take(self, game: _Game) -> tuple[str, ...]:
        """Take over a new value of the game: write what is new in the log, then show it."""
        assert self._game is not None
        if game == self._game:
            return ()
        new = game.entries[len(self._game.entries) :]
        if new and self._journal is None and self._make_journal is not None:
            self._journal = self._make_journal(game.setup)
            if self._places is not None:
                self._journal.append(PLACES, to_json(self._places))
        if self._journal is not None:
            for entry in new:
                self._journal.append(*to_row(game.setup, entry))
        self._game = game
        self._changed()
        return tuple(
            format_move(game.setup, entry.act if isinstance(entry, ActEntry) else entry.fact)
            for entry in new
            if isinstance(entry, ActEntry | Adjust)
        )

    def _changed(self) -> None:
        self._revision += 1
        self._notify()

    def _notify(self) -> None:
        for loop, wake in self._watchers:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake.set)


def _seen(game: _Game, reading: TableReading) -> _Game:
    """Carry a game through a reading."""
    if not game.first_sure and not game.entries and len(game.branches) == 1:
        game = _led_by_the_ball(game, reading)
    name = f"q{game.asked + 1}"
    looked = look(game.branches, reading, name)
    questions = game.questions if looked.question is None else (*game.questions, looked.question)
    asked = game.asked if looked.question is None else game.asked + 1
    # With a hand in the picture the table is not at rest: what does not fit yet is not held against anybody.
    found = () if reading.hand else disputes_of(looked.branches[0].state, looked.left)
    known = game.disputes if reading.hand else tuple(d for d in found if d.id not in game.dismissed)
    dismissed = game.dismissed if reading.hand else game.dismissed & {d.id for d in found}
    game = replace(
        game, branches=looked.branches, questions=questions, asked=asked, disputes=known, dismissed=dismissed
    )
    return _settle(game, Evidence("camera", note=reading.name))


def _led_by_the_ball(game: _Game, reading: TableReading) -> _Game:
    """Take as the first leader whoever's tableau the ball lies on, where nothing else said who begins."""
    ways = []
    for seat in game.base.seats:
        state = start(replace(game.setup, first=seat))
        looked = look((Branch(state),), reading, "q0")
        if not looked.left and looked.branches[0].moves:
            ways.append((looked.branches[0].cost, seat))
    if not ways:
        return game
    setup = replace(game.setup, first=min(ways)[1])
    state = start(setup)
    return replace(game, setup=setup, base=state, branches=(Branch(state),), first_sure=True)


def _settle(game: _Game, evidence: Evidence) -> _Game:
    """Log what all branches share, and merge them where they are too many."""
    branches = likeliest(fewer(game.branches, MOST_BRANCHES // 2), MOST_BRANCHES)
    if not open_questions(branches, game.questions):
        # No answer would tell them apart, so what looks alike is one.
        branches = fewer(branches, 1)
    questions = open_questions(branches, game.questions)
    certain, branches = settled(forgetting(branches, questions))
    now = _now()
    new = tuple(_entry(move, _BY_HAND if move in game.entered else evidence) for move in certain)
    base = game.base
    for move in certain:
        base = _moved(base, move)
    return replace(
        game,
        entries=game.entries + new,
        times=game.times + (now,) * len(new),
        base=base,
        branches=branches,
        questions=questions,
        entered=game.entered & {move for branch in branches for move in branch.moves},
    )


def _entry(move: Act | Fact, evidence: Evidence) -> Entry:
    return Adjust(move, evidence) if isinstance(move, Fact) else ActEntry(move, evidence)


def _moved(state: State, move: Act | Fact) -> State:
    return settle(state, move).state if isinstance(move, Fact) else effect(state, move).state


def _entered(game: _Game, act: Act) -> _Game:
    """Enter an act by hand: it tells which branch is right, or comes next, or is what nobody saw then."""
    confirmed = tuple(branch for branch in game.branches if any(_says(act, move) for move in branch.moves))
    if confirmed:
        return _settle(replace(game, branches=confirmed), Evidence("camera"))
    grown = tuple(after for branch in game.branches if (after := branch.after((act,))) is not None)
    if grown:
        return _settle(replace(game, branches=grown, entered=game.entered | {act}), Evidence("camera"))
    late = late_answer(game.setup, game.entries, act)
    if late is not None:
        return _corrected(game, late)
    refusal = why_not(game.branches[0].state, act)
    if refusal is None:
        raise Refused("That does not fit what the table shows.")
    raise Refused(refusal.reason, refusal.rule)


def _stated(game: _Game, fact: Fact) -> _Game:
    """Set a fact by hand in every branch."""
    refusal = objection(game.base, fact)
    if refusal is not None:
        raise Refused(refusal.reason, refusal.rule)
    branches = tuple(
        replace(branch, state=settle(branch.state, fact).state, moves=(*branch.moves, fact)) for branch in game.branches
    )
    return _settle(replace(game, branches=branches, entered=game.entered | {fact}), Evidence("camera"))


def _says(told: Act, move: Act | Fact) -> bool:
    """Tell whether an act that somebody reports is one that a branch assumes, where it leaves out what nobody saw."""
    if type(told) is not type(move):
        return False
    pairs = [(getattr(told, field.name), getattr(move, field.name)) for field in fields(told)]
    return all(said == assumed or None in (said, assumed) for said, assumed in pairs)


def _corrected(game: _Game, entry: Undo | Answer) -> _Game:
    """Append a correction and fold the log anew; what lay beyond the log is carried over where it still fits."""
    entries = (*game.entries, entry)
    folded = refold(game.setup, entries)
    branches = []
    for branch in game.branches:
        state: State | None = folded.state
        for move in branch.moves:
            assert state is not None
            objects = objection(state, move) if isinstance(move, Fact) else why_not(state, move)
            if objects is not None:
                state = None
                break
            state = _moved(state, move)
        if state is not None:
            branches.append(replace(branch, state=state))
    kept = tuple(branches) or (Branch(folded.state),)
    return replace(
        game,
        entries=entries,
        times=(*game.times, _now()),
        base=folded.state,
        branches=kept,
        questions=open_questions(kept, game.questions),
        skipped=folded.skipped,
    )


def _logged(game: _Game) -> tuple[LoggedAct, ...]:
    counted = refold(game.setup, game.entries).counted
    skipped = {(one.entry, one.move): one for one in game.skipped}
    shown = []
    for number, one in list(enumerate(counted, 1))[-SHOWN_ACTS:]:
        entry = game.entries[one.entry]
        trouble = skipped.get((one.entry, one.move))
        text = format_move(game.setup, one.move)
        shown.append(
            LoggedAct(
                number,
                text if trouble is None else f"{text}: {trouble.dispute}",
                entry.evidence.source,
                game.times[one.entry],
                sure=trouble is None,
                rule=None if trouble is None else trouble.rule,
            )
        )
    return tuple(shown)


def _seat(game: _Game, seat: str) -> Seat:
    try:
        found = seat_of(seat)
    except ValueError as error:
        raise Unknown(str(error)) from error
    if found >= len(game.setup.names):
        raise Unknown(f"Nobody sits at {seat}.")
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
