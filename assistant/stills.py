"""An opening between simple players, as the pictures a camera over their table would take of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from assistant.draw import Reach, scene
from assistant.seating import Table, table
from assistant.simulate import Played, play
from engine.acts import Act, Ascend, Buy, Capture, Draft, Lead, Refill
from engine.cards import Faces, Seat
from engine.layout import column_slot, market_slot, tarot_slot
from engine.state import State
from vision.scene.draw import Drawing, draw
from vision.scene.spec import SceneSpec

_CLEAR = 0.97
"""An arm leaves at least so much of every card that was just moved, and of the ball, to be seen."""
_FARTHEST = 6
"""An arm that would hide what was just done comes up to so many stills later."""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture: the acts since the one before, the state they led to, and the scene as it lies."""

    index: int
    acts: tuple[Act, ...]
    state: State
    spec: SceneSpec
    arm: Reach | None = None


def opening(seats: int, seed: int, count: int, arms: int = 0) -> Iterator[Still]:
    """The set-up, then a still for each act that moves something a camera can see: `count`, or up to the game's end.

    In `arms` of them, spread over the opening, somebody already reaches for what is moved next.
    """
    drawn = table(seed, seats)
    steps = list(islice(_visible(seats, seed), count + 1))
    stills = [Still(i, acts, state, scene(state, drawn, i)) for i, (acts, state) in enumerate(steps[:count])]
    reaches: dict[int, Still] = {}
    for k in range(arms):
        wish = round((k + 1) * len(stills) / (arms + 1))
        for i in range(max(1, wish), min(wish + _FARTHEST, len(stills), len(steps) - 1)):
            if i in reaches:
                continue
            still = _with_arm(stills[i], steps[i + 1][0][-1], drawn)
            if still is not None:
                reaches[i] = still
                break
    yield from (reaches.get(still.index, still) for still in stills)


def _visible(seats: int, seed: int) -> Iterator[tuple[tuple[Act, ...], State]]:
    """Acts bundled so that the last of each bundle, and no other, can be seen."""
    swapped = bool(np.random.default_rng([seed, 0xFACE]).random() < 0.5)
    faces = Faces("swords", "wands") if swapped else Faces()
    waiting: list[Act] = []
    played: Played
    for played in play(seats, seed, faces=faces, first=Seat(seed % seats)):
        if played.act is None:
            yield (), played.state
            continue
        waiting.append(played.act)
        if moved(played.act) is not None:
            yield tuple(waiting), played.state
            waiting.clear()


def moved(act: Act) -> tuple[str, ...] | None:
    """The slots in which an act moves something that a camera can see; None where it moves nothing of that kind."""
    match act:
        case Lead(seat=seat, suit=suit):
            return (column_slot(seat, suit),)
        case Ascend(seat=seat, card=card):
            return (column_slot(seat, card.suit),)
        case Capture(seat=seat, suit=suit, spot=spot):
            taken = () if spot is None else (market_slot("tarot", spot),)
            return (tarot_slot(seat, suit), *taken)
        case Draft(spot=int(spot)):
            return (market_slot("common", spot),)
        case Refill(market=market, spot=spot):
            return (market_slot(market, spot),)
        case Buy():
            return ()
        case _:
            return None


def _with_arm(still: Still, coming: Act, drawn: Table) -> Still | None:
    """The still with an arm reaching for what the coming act moves; None where that hides what was just done."""
    slots = moved(coming)
    if not slots:
        return None
    seat = getattr(coming, "seat", still.state.leader)
    reach = Reach(seat, slots[-1])
    spec = scene(still.state, drawn, still.index, reach)
    shown = draw(spec)
    fresh = moved(still.acts[-1]) or ()
    tops = {card.slot: card.visible for card in shown.truth.cards}
    clear = all(tops.get(slot, 1.0) >= _CLEAR * _before(still, slot) for slot in fresh)
    ball = shown.truth.ball
    if not clear or ball is None or ball.visible < _CLEAR:
        return None
    return Still(still.index, still.acts, still.state, spec, reach)


def _before(still: Still, slot: str) -> float:
    """How much of a slot's card the ball and a token leave free by themselves, about."""
    return 0.8 if still.spec.ball is not None and slot.startswith(tuple("ABCDE")) else 1.0


def drawing(still: Still) -> Drawing:
    """Draw the still."""
    return draw(still.spec)
