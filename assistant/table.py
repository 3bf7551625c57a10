"""The live table: the one mutable object. It holds the log, what may have happened beyond it, and who watches.

Readings come from the vision thread, commands from the event loop; each is worked out on a snapshot and taken over
only if nothing else came in between.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from threading import RLock

from assistant.branches import Branch, answered
from assistant.game import (
    BY_HAND,
    Game,
    entered,
    led_first,
    looked_at,
    nobody_led,
    said,
    seat_at,
    settled_on,
    stated,
    undone,
)
from assistant.hand import barred, entries_for
from assistant.journal import Journal
from assistant.keeper import Keeper
from assistant.logbook import logged, undoes
from assistant.phrases import printable
from assistant.places import Places
from assistant.saved import SavedRow, new_rows, places_row
from assistant.snapshot import (
    CameraState,
    DemoState,
    HandEntry,
    LoggedAct,
    NotADemo,
    NumbersState,
    Picture,
    Refused,
    Snapshot,
    Stale,
    Unknown,
)
from assistant.wire import contested, view
from engine.errors import RecordError
from engine.facts import CoinsAre, HandIs
from engine.grammar import parse_act
from engine.lines import format_move
from engine.log import ActEntry, Adjust, Refolded, refold
from engine.ranges import exactly
from engine.state import Setup, State, start
from vision.track import TableReading, lying_still

_TRIES = 3

_TODO = "Lay out the start of a game in full view of the camera: every tableau, and the market."


class LiveTable:
    """One game at one table. `journal` makes the file of a new game; without it nothing is kept."""

    def __init__(
        self, numbers: NumbersState, camera: str = "no camera", journal: Callable[[Setup], Journal] | None = None
    ) -> None:
        self._lock = RLock()
        self._game: Game | None = None
        self._revision = 0
        self._why = "No picture has come from the camera yet."
        self._numbers = numbers
        self._camera = CameraState(printable(camera), "waiting")
        self._keeper = Keeper(journal)
        self._places: Places | None = None
        self._seen: TableReading | None = None
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
            self._game = Game(setup, base=state, branches=(Branch(state),), first_sure=first_sure)
            self._places = places
            self._changed()

    def resume(self, game: Game, journal: Journal, places: Places | None = None) -> None:
        """Go on with a game that was kept before, its cards in their `places`."""
        with self._lock:
            self._game, self._places = game, places
            self._keeper.go_on(journal)
            self._changed()

    def look(self, reading: TableReading) -> tuple[str, ...]:
        """Take in a reading; gives the lines of the moves that were logged for it."""
        for _ in range(_TRIES):
            with self._lock:
                game, revision = self._game, self._revision
            if game is None:
                return ()
            seen = looked_at(game, reading)
            with self._lock:
                self._seen = lying_still(reading)
                if self._revision == revision:
                    return self._take(seen)
        with self._lock:
            # Somebody taps faster than a reading is worked out; now they wait for it.
            return () if self._game is None else self._take(looked_at(self._game, reading))

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
                "journal": None if self._keeper.path is None else printable(str(self._keeper.path)),
                "unsaved": printable(self._keeper.trouble),
            }
        if game is None:
            return Snapshot(phase="waiting", why=self._why, todo=_TODO, **common)  # type: ignore[arg-type]
        state, folded = game.branches[0].state, refold(game.setup, game.entries)
        faces = game.setup.faces
        return Snapshot(
            phase="over" if all(branch.state.end for branch in game.branches) else "playing",
            view=self.view(),
            acts=logged(game, folded),
            undoes=undoes(game, folded),
            barred=barred(state),
            contested=contested([branch.state for branch in game.branches]),
            entries=() if state.end else self._entries(game, folded),
            suits=(("pentacles", "EARN"), ("cups", "DRAFT"), (faces.ascend, "ASCEND"), (faces.capture, "CAPTURE")),
            **common,  # type: ignore[arg-type]
        )

    def view(self) -> dict[str, object]:
        """Give what the table knows, as CONTRACT's view; raises Unknown before a game began."""
        with self._lock:
            game = self._game
        if game is None:
            raise Unknown(f"No game has begun: {self._why}")
        told = view([branch.state for branch in game.branches], game.questions, game.disputes)
        return told | {"leader": None} if nobody_led(game) else told

    def log(self) -> tuple[LoggedAct, ...]:
        """Give every act of the game as people read it."""
        with self._lock:
            game = self._game
        return () if game is None else logged(game, refold(game.setup, game.entries), sys.maxsize)

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
            self._command(entered(game, act))

    def set_coins(self, seat: str, coins: int, expected: int) -> None:
        """Set how many coins a seat has, as counted at the table (§B13)."""
        with self._lock:
            game = self._current(expected)
            self._command(stated(game, CoinsAre(seat_at(game, seat), exactly(coins))))

    def set_hand(self, seat: str, common: int, tarot: int, expected: int) -> None:
        """Set how many Common and Tarot cards a seat holds, as counted at the table (§B13)."""
        with self._lock:
            game = self._current(expected)
            self._command(stated(game, HandIs(seat_at(game, seat), exactly(common), exactly(tarot))))

    def answer(self, question: str, answer: str, expected: int) -> None:
        """Answer an open question."""
        with self._lock:
            game = self._current(expected)
            kept = answered(game.branches, question, answer)
            if not kept:
                raise Unknown("That question is no longer open.")
            self._command(settled_on(replace(game, branches=kept), BY_HAND))

    def dismiss(self, dispute: str, expected: int) -> None:
        """Put a dispute away: the game stays as it is."""
        with self._lock:
            game = self._current(expected)
            if dispute not in {d.id for d in game.disputes}:
                raise Unknown("That is settled already.")
            left = tuple(d for d in game.disputes if d.id != dispute)
            self._take(replace(game, disputes=left, dismissed=game.dismissed | {dispute}))

    def undo(self, expected: int) -> None:
        """Take back the last act, answer or count."""
        with self._lock:
            game = self._current(expected)
            self._take(undone(game, self._seen))

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

    def keep_up(self) -> None:
        """Write what could not be written so far, or what went away with its file, if that is possible now."""
        with self._lock:
            game, trouble = self._game, self._keeper.trouble
            if game is not None and self._keeper.behind:
                self._keeper.keep(game.setup, (), lambda: self._whole(game))
                if self._keeper.trouble != trouble:
                    self._changed()

    def close(self) -> None:
        """Let go of the journal, after a last try to write all of the game."""
        self.keep_up()
        with self._lock:
            self._keeper.close()

    # How it changes

    def _demonstration(self) -> Callable[[str], None]:
        if self._control is None:
            raise NotADemo
        return self._control

    def _current(self, expected: int) -> Game:
        if self._game is None:
            raise Refused(f"No game has begun: {self._why}")
        if expected != self._revision:
            raise Stale(self._revision)
        return self._game

    def _take(self, game: Game) -> tuple[str, ...]:
        """Take over a new value of the game: write what is new in the log, then show it."""
        assert self._game is not None
        if game == self._game:
            return ()
        new = game.entries[len(self._game.entries) :]
        self._keeper.keep(game.setup, new_rows(self._game, game), lambda: self._whole(game))
        self._game = game
        self._changed()
        return tuple(
            format_move(game.setup, entry.act if isinstance(entry, ActEntry) else entry.fact)
            for entry in new
            if isinstance(entry, ActEntry | Adjust)
        )

    def _entries(self, game: Game, folded: Refolded) -> tuple[HandEntry, ...]:
        begun = [led_first(game, seat) for seat in game.base.seats] if nobody_led(game) else [game]
        return tuple(entry for one in begun for entry in entries_for(one.branches[0].state, one.entries, folded))

    def _whole(self, game: Game) -> tuple[SavedRow, ...]:
        places = () if self._places is None else (places_row(self._places),)
        return (*places, *new_rows(Game(game.setup), game))

    def _command(self, game: Game) -> None:
        """Take over what somebody said, and hold it against what was seen last: nothing new has to move for that."""
        assert self._game is not None
        self._take(game if self._seen is None else said(self._game, game, self._seen))

    def _changed(self) -> None:
        self._revision += 1
        self._notify()

    def _notify(self) -> None:
        for loop, wake in self._watchers:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake.set)
