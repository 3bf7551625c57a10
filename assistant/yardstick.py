"""How fast the rules engine is on this machine, with python-chess as the yardstick, in one process and on one core.

Each act is timed several times and its fastest time counts, so that what else the machine does weighs little.
"""

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import perf_counter_ns
from typing import Final

from assistant.evidence import gather
from assistant.players import careless
from assistant.reconcile import explain
from assistant.simulate import Played, play
from engine.acts import Ascend, Capture, Draft, Lead, Refill
from engine.layout import ShowsCard, ShowsNothing, layout
from engine.rules import apply, legal
from engine.state import State
from vision.track import Seen, SlotView, TableReading

REPEATS: Final = 5
OPERA: Final = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 "
    "Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
"""The chess game of the yardstick: Morphy against two consultants, Paris 1858."""

SEATS: Final = 3
LAYOUTS: Final = 80
"""How many changed layouts are explained."""
VISIBLE, UNSEEN = 2, 6
"""What lies between two of them: so many visible acts, and up to so many that no picture shows."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure: under which condition, of what, from how many, its name with the unit, its value."""

    condition: str
    method: str
    n: int
    metric: str
    value: float


def measure(seed: int) -> Iterator[Measured]:
    """Measure the engine, a figure at a time; without python-chess there are no ratios."""
    gc.collect()
    gc.disable()
    try:
        chess = _chess_game()
        games = [list(play(SEATS, seed + game)) for game in range(3)]
        ours, choices = _acts(games)
        yield from _speeds("legal + apply, an act of 3-seat games", "engine", ours, choices)
        if chess is not None:
            theirs, moves = chess
            yield from _speeds("legal_moves + push, a move of the Opera Game", "python-chess", theirs, moves)
            for name, of in (("median", median), ("p99", p99)):
                yield Measured("an act", "engine / python-chess", len(ours), f"{name} ratio", of(ours) / of(theirs))
        yield from _whole_games(seed)
        yield from _explaining(seed)
        yield _memory(seed)
    finally:
        gc.enable()


def p99(values: Sequence[float]) -> float:
    """Return the value that 99 of 100 do not exceed."""
    return _quantile(values, 0.99)


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _speeds(condition: str, method: str, times: Sequence[float], choices: Sequence[int]) -> Iterator[Measured]:
    yield Measured(condition, method, len(times), "median us", median(times))
    yield Measured(condition, method, len(times), "p99 us", p99(times))
    yield Measured(condition, method, len(choices), "mean legal acts", fmean(choices))


def _timed_us(work: Callable[[], object]) -> float:
    """Time some work: the fastest of several runs, in microseconds."""
    best = None
    for _ in range(REPEATS):
        began = perf_counter_ns()
        work()
        took = perf_counter_ns() - began
        best = took if best is None else min(best, took)
    return (best or 0) / 1000


def _acts(games: Sequence[Sequence[Played]]) -> tuple[list[float], list[int]]:
    times, choices = list[float](), list[int]()
    for game in games:
        for before, now in zip(game, game[1:], strict=False):
            if now.act is None:
                raise AssertionError("every state but the first has its act")
            state, act = before.state, now.act
            times.append(_timed_us(lambda state=state, act=act: (legal(state), apply(state, act))))  # type: ignore[misc]
            choices.append(len(legal(state)))
    return times, choices


def _chess_game() -> tuple[list[float], list[int]] | None:
    """Time the yardstick; None where python-chess is not installed."""
    try:
        import chess
    except ImportError:
        return None
    board, times, choices = chess.Board(), list[float](), list[int]()
    for san in OPERA.split():
        move = board.parse_san(san)
        boards = iter([board.copy() for _ in range(REPEATS)])

        def work(boards: Iterator[chess.Board] = boards, move: chess.Move = move) -> None:
            here = next(boards)
            list(here.legal_moves)
            here.push(move)

        times.append(_timed_us(work))
        choices.append(board.legal_moves.count())
        board.push(move)
    return times, choices


def _whole_games(seed: int) -> Iterator[Measured]:
    """Time whole games between careless players, dealing and all."""
    times, acts = list[float](), 0
    for game in range(10):
        began = perf_counter_ns()
        acts += sum(1 for _ in play(SEATS, seed + game, players=(careless,)))
        times.append((perf_counter_ns() - began) / 1e6)
    condition = "a whole game of 3 careless players"
    yield Measured(condition, "engine and players", len(times), "median ms", median(times))
    yield Measured(condition, "engine and players", len(times), "mean acts", acts / len(times))


def _explaining(seed: int) -> Iterator[Measured]:
    """Time the search that explains a changed layout, read by a perfect eye."""
    times, right = list[float](), 0
    changes = list(_changes(seed))
    for before, now in changes:
        evidence = gather(before, _read(now))
        times.append(_timed_us(lambda before=before, evidence=evidence: explain(before, evidence)) / 1000)  # type: ignore[misc]
        right += not explain(before, evidence)[0].left
    condition = f"explain a layout, {VISIBLE} visible and up to {UNSEEN} unseen acts"
    yield Measured(condition, "reconcile", len(times), "median ms", median(times))
    yield Measured(condition, "reconcile", len(times), "p95 ms", _quantile(times, 0.95))
    yield Measured(condition, "reconcile", len(times), "share explained", right / len(times))


def _changes(seed: int) -> Iterator[tuple[State, State]]:
    """Give the states around every few visible acts of games of 2 to 5 seats, spread over the games."""
    for number in range(LAYOUTS // 4):
        for seats in (2, 3, 4, 5):
            played = list(play(seats, seed + 100 + number))
            shown = [place for place, one in enumerate(played) if isinstance(one.act, _VISIBLE)]
            fit = [
                (first - 1, last)
                for first, last in zip(shown, shown[VISIBLE - 1 :], strict=False)
                if last - first + 1 - VISIBLE <= UNSEEN
            ]
            first, last = fit[(7 * number) % len(fit)]
            yield played[first].state, played[last].state


_VISIBLE: Final = (Lead, Ascend, Capture, Draft, Refill)


def _read(state: State) -> TableReading:
    """Read a table as an eye does that never errs."""
    expected = layout(state)
    slots: dict[str, SlotView] = {}
    for slot, shown in expected.slots.items():
        if isinstance(shown, ShowsCard):
            label = state.setup.faces.label(shown.card)
            slots[slot] = SlotView(Seen.NAMED, label, 0.98, ((label, 0.98),))
        elif isinstance(shown, ShowsNothing):
            slots[slot] = SlotView(Seen.EMPTY, confidence=1.0)
    return TableReading("", slots, expected.ball)


def _memory(seed: int) -> Measured:
    """Weigh all states of a whole game."""
    tracemalloc.start()
    try:
        states = [played.state for played in play(SEATS, seed)]
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return Measured("all states of a 3-seat game", "engine", len(states), "MB", held / 1e6)
