"""The demonstration: simple players at a simulated table, seen only through its camera.

What the players do reaches the game as at a real table: a moved card is seen in a picture or not at all; what no
camera sees (an answer, coins, a card from the deck, how a capture was paid) is entered by hand, as a person would.
"""

import threading
import time
from collections.abc import Callable
from functools import partial

from assistant.draw import scene
from assistant.seating import table as seated
from assistant.simulate import Played, play
from assistant.snapshot import BoardError, DemoState, Stale
from assistant.stills import moved
from assistant.table import LiveTable
from assistant.watching import Still
from engine.acts import Act, Buy, Capture, Draft, Refill
from engine.cards import letter
from engine.lines import format_act
from engine.numbers import HOUSE
from engine.state import State
from vision.camera.errors import SimulationEnded
from vision.camera.simulated import SimulatedCamera

SENTENCE = (
    "Simulated players at a drawn table. Cards and the ball are read from the camera picture; "
    "answers, coins and cards from the deck are entered by hand, as at a real table."
)
_PACE_S = 2.0
"""Least time between two acts, so that people can follow."""

_PATIENCE_S = 60.0
"""How long a picture may take until it is read, on a slow machine."""


class Demonstration:
    """Plays one seeded game before a simulated camera; `begin` starts it in a thread of its own."""

    def __init__(self, table: LiveTable, camera: SimulatedCamera, seed: int, seats: int = 3) -> None:
        self._table = table
        self._camera = camera
        self._seed = seed
        self._seats = seats
        self._drawn = seated(seed, seats)
        self._going = threading.Event()
        self._going.set()
        self._steps = threading.Semaphore(0)
        self._read = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play, name="demonstration", daemon=True)

    def begin(self) -> None:
        """Start to play."""
        self._table.demonstrate(DemoState(paused=False, seed=self._seed, sentence=SENTENCE), self._steer)
        self._thread.start()

    def end(self) -> None:
        """Stop playing."""
        self._stopping.set()
        self._going.set()
        self._read.set()

    def seen(self, still: Still) -> None:
        """Take note that a picture was read; the next act may come."""
        if still.table is not None:
            self._read.set()

    def _steer(self, order: str) -> None:
        match order:
            case "pause":
                self._going.clear()
            case "go on":
                self._going.set()
            case _:
                self._steps.release()

    def _play(self) -> None:
        if not self._camera.wait_open(_PATIENCE_S):
            return
        for number, played in enumerate(play(self._seats, self._seed, HOUSE)):
            began = time.monotonic()
            if number > 0 and not self._may_go_on():
                return
            try:
                act_out(self._table, played, partial(self._show, number))
            except SimulationEnded:
                return  # Everything ends, the camera first.
            self._stopping.wait(max(0.0, _PACE_S - (time.monotonic() - began)))

    def _may_go_on(self) -> bool:
        while not self._stopping.is_set() and not self._going.is_set():
            if self._steps.acquire(timeout=0.2):
                break
        return not self._stopping.is_set()

    def _show(self, number: int, state: State) -> None:
        """Show a table to the camera, and wait until it was read."""
        self._read.clear()
        self._camera.show(scene(state, self._drawn, number))
        self._read.wait(_PATIENCE_S)


def act_out(table: LiveTable, played: Played, show: Callable[[State], None]) -> None:
    """Let one act happen: `show` the table where it can be seen, and enter by hand what a person would."""
    act, state = played
    if act is None or moved(act) is not None:
        if isinstance(act, Buy):
            _enter(table, state, act)
        show(state)
    elif not isinstance(act, Refill):
        _enter(table, state, act)
    if isinstance(act, Capture):
        _count(table, state, act)


def _enter(table: LiveTable, state: State, act: Act) -> None:
    if isinstance(act, Draft):
        act = Draft(act.seat)  # what was drawn from the deck stays hidden
    _retry(table, lambda revision: table.enter(format_act(state.setup, act), revision))


def _count(table: LiveTable, state: State, act: Capture) -> None:
    """Say what a player has left after paying, as the others see it."""
    player = state.players[act.seat]
    coins, hand = player.coins.exact, player.hand
    if coins is not None and hand.common.exact is not None and hand.tarot.exact is not None:
        seat, common, tarot = letter(act.seat), hand.common.exact, hand.tarot.exact
        _retry(table, lambda revision: table.set_coins(seat, coins, revision))
        _retry(table, lambda revision: table.set_hand(seat, common, tarot, revision))


def _retry(table: LiveTable, command: Callable[[int], None]) -> None:
    """Give a command for the present revision; where the game moved on meanwhile, once more."""
    for _ in range(5):
        try:
            command(table.snapshot().revision)
        except Stale:
            continue
        except BoardError:
            return
        else:
            return
