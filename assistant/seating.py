"""Where everything lies on an imagined table of 2 to 5 players, and from where a camera looks at it, all by seed.

Lengths in mm of the table frame of `vision.scene.spec`; places are stable over a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import atan2, pi

import numpy as np

from engine.cards import SUITS, Seat
from engine.layout import DECK_COMMON, DECK_TAROT, DISCARD, column_slot, market_slot, tarot_slot
from engine.state import COMMON_SPOTS, TAROT_SPOTS
from vision.scene.spec import CARD_MM, LightSpec, SensorSpec, SurfaceKind, SurfaceSpec, ViewSpec
from vision.scene.view import Points, View, fitted, placed, rectangle

SIZE = (1920, 1080)
"""Width and height of the pictures, px."""
LEAST_CARD_PX = 80.0
"""A card is nowhere narrower in the picture, if any of the tried tables allows it."""
_TRIES = 60
_TILTS = ((0.0, 6.0), (8.0, 26.0), (24.0, 45.0))
"""Ranges of degrees between looking and straight down: from a boom, from a stand, from a phone at the table's edge."""
_STEEP = (0.0, 20.0)
_CLEAR_PX = 35.0
"""By how much seat A lies lower in the picture than every other seat."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for one thing: its middle and its turn, degrees clockwise."""

    x: float
    y: float
    turn: float

    def beside(self, across: float, down: float, turn: float = 0.0) -> "Spot":
        """Give the place so far to the right of and below this one, as this one is turned."""
        x, y = placed(self.x, self.y, self.turn, [(across, down)])[0]
        return Spot(float(x), float(y), self.turn + turn)


@dataclass(frozen=True, slots=True)
class Seating:
    """Places by slot; of each seat its coins, bought tokens, the ball when it is here, and the person.

    `dice` belong to no game: somebody left them there.
    """

    slots: Mapping[str, Spot]
    coins: tuple[Spot, ...]
    side: tuple[Spot, ...]
    ball: tuple[Spot, ...]
    person: tuple[Spot, ...]
    mat: Spot
    dice: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A whole game's table: what stays as it is from the first picture to the last."""

    seed: int
    players: int
    seating: Seating
    surface: SurfaceSpec
    view: ViewSpec
    light: LightSpec
    sensor: SensorSpec


@lru_cache(maxsize=16)
def table(seed: int, players: int) -> Table:
    """Invent the table of that seed; ValueError for any number but 2 to 5 players."""
    if players not in COMMON_SPOTS:
        raise ValueError(f"A table is for 2 to 5 players, not {players}.")
    kind = np.random.default_rng([seed, players, 0x711]).choice(len(_TILTS), p=[0.35, 0.4, 0.25])
    tilts = _TILTS[kind]
    best: tuple[float, Seating, ViewSpec] | None = None
    for attempt in range(_TRIES):
        rng = np.random.default_rng([seed, players, attempt])
        seating = _seating(rng, players)
        direction = _direction(rng, tilts if attempt < _TRIES // 2 else _STEEP)
        view = fitted(direction, _extent(seating), SIZE, float(rng.uniform(0.02, 0.05)))
        ordered = _from_the_lowest(seating, view, players)
        if ordered is None:
            continue
        width = narrowest(ordered, view)
        if best is None or width > best[0]:
            best = (width, ordered, view)
        if width >= LEAST_CARD_PX:
            break
    assert best is not None, "some arrangement always has one seat at the lower edge"
    _, seating, view = best
    rng = np.random.default_rng([seed, players, 0x5EA7])
    light, sensor = _light(rng)
    seating = replace(seating, dice=_left_there(rng, seating))
    kinds: tuple[SurfaceKind, ...] = ("cloth", "wood", "neoprene", "print", "leather", "marble")
    made_of = kinds[rng.choice(6, p=[0.32, 0.28, 0.16, 0.08, 0.1, 0.06])]
    width, depth = float(rng.uniform(1500, 2300)), float(rng.uniform(1150, 1700))
    return Table(seed, players, seating, SurfaceSpec(made_of, seed, width, depth), view, light, sensor)


def narrowest(seating: Seating, view: ViewSpec) -> float:
    """Give the width in px of the narrowest card place in the picture."""
    camera = View(view, SIZE)
    widths = []
    for spot in seating.slots.values():
        quad = camera.project(placed(spot.x, spot.y, spot.turn, rectangle(*CARD_MM)))
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        widths.append(min(sides[0] + sides[2], (sides[1] + sides[3]) * CARD_MM[0] / CARD_MM[1]) / 2)
    return float(min(widths))


def _seating(rng: np.random.Generator, players: int) -> Seating:
    across = CARD_MM[0] + rng.uniform(4, 9)
    below = CARD_MM[1] + rng.uniform(3, 7)
    tarot_below = float(below if rng.random() < 0.6 else CARD_MM[1] - rng.uniform(4, 20))
    columns = TAROT_SPOTS[players]
    facing = float(rng.choice([0, 0, 90, 180, 270]))
    if players == 4 or players == 2:
        facing = float(rng.choice([0, 180])) if rng.random() < 0.6 else float(rng.choice([90, 270]))
    long, short = (columns + 1) * across + 62, 3 * below
    half = (long / 2, short / 2) if facing in (0, 180) else (short / 2, long / 2)
    width, depth = 4 * across, CARD_MM[1] + tarot_below
    market = Spot(float(rng.normal(0, 8)), float(rng.normal(0, 5)), facing + float(rng.normal(0, 1.2)))
    middles: list[Spot] = []
    sides = _sides(rng, players)
    for side in sides:
        gap = rng.uniform(18, 34) if side in "NS" else rng.uniform(62, 84)
        reach = half[1 if side in "NS" else 0] + gap + depth / 2
        pair = sides.count(side) == 2
        first = sides.index(side) == len(middles)
        aside = ((width / 2 + rng.uniform(12, 20)) * (1 if first else -1)) if pair else rng.normal(0, 24)
        if pair and players == 4:
            aside += 40 if side == "W" else -40
        turn = {"S": 0.0, "W": 90.0, "N": 180.0, "E": 270.0}[side]
        # Seen from the seat, `aside` is to the left: clockwise order runs from the right neighbour to the left one.
        hub = Spot(market.x, market.y, turn).beside(-aside if pair else aside, reach)
        middles.append(Spot(hub.x, hub.y, turn + float(rng.normal(0, 1.8))))
    return _laid_out(
        rng, middles, [sides.count(side) == 2 for side in sides], market, (across, below, tarot_below), columns
    )


def _sides(rng: np.random.Generator, players: int) -> str:
    """Which side of the table each seat is at, clockwise as seen from above: South is the lower edge of the picture."""
    choices = {
        2: ("SN", "SW", "SE", "SN"),
        3: ("SWE", "SWE", "SWN", "SNE"),
        4: ("WWEE", "WWEE", "SWNE"),
        5: ("SWWEE",),
    }[players]
    return choices[rng.integers(len(choices))]


def _laid_out(
    rng: np.random.Generator,
    middles: list[Spot],
    tight: list[bool],
    market: Spot,
    steps: tuple[float, float, float],
    columns: int,
) -> Seating:
    across, below, tarot_below = steps
    slots: dict[str, Spot] = {}
    coins, side, ball, person = [], [], [], []
    for number, (middle, narrow) in enumerate(zip(middles, tight, strict=True)):
        for suit in SUITS:
            x = (suit.column - 1.5) * across
            slots[column_slot(Seat(number), suit)] = middle.beside(x, -tarot_below / 2)
            slots[tarot_slot(Seat(number), suit)] = middle.beside(x, tarot_below / 2)
        hand = 1 if rng.random() < 0.5 else -1
        edge, foot = 2 * across, (CARD_MM[1] + tarot_below) / 2
        if narrow:
            coins.append(middle.beside(hand * 75, foot + 34))
            side.append(middle.beside(-hand * 60, foot + 26))
            ball.append(middle.beside(hand * rng.uniform(10, 90), -foot - 31))
        else:
            coins.append(middle.beside(hand * (edge + 42), rng.uniform(-20, 50)))
            side.append(middle.beside(-hand * (edge + 24), 40))
            ball.append(middle.beside(-hand * (edge + 30), -tarot_below / 2 - rng.uniform(0, 25)))
        person.append(middle.beside(float(rng.normal(0, 60)), foot + 320))
    end = 1 if rng.random() < 0.5 else -1
    left = -columns / 2 * across * end
    rows = (-below, 0.0, below)
    middle = market.beside(-end * 31.0, 0)
    for k in range(columns):
        x = (k - (columns - 1) / 2) * across + end * across / 2
        slots[market_slot("tarot", k)] = middle.beside(x, rows[0])
        slots[market_slot("common", k)] = middle.beside(x, rows[1])
        slots[market_slot("common", columns + k)] = middle.beside(x, rows[2])
    for name, y in zip((DECK_TAROT, DECK_COMMON, DISCARD), rows, strict=True):
        slots[name] = middle.beside(left - end * 4, y)
    mat = middle.beside(
        end * ((columns + 1) / 2 * across + 31.0), float(rng.uniform(-50, 50)), 180.0 * (rng.random() < 0.2)
    )
    return Seating(slots, tuple(coins), tuple(side), tuple(ball), tuple(person), mat)


def _left_there(rng: np.random.Generator, seating: Seating) -> tuple[Spot, ...]:
    """None to two dice, clear of everything that has a place."""
    taken = np.array([(spot.x, spot.y) for spot in seating.slots.values()])
    others = (*seating.coins, *seating.side, *seating.ball, seating.mat)
    taken = np.r_[taken, [(spot.x, spot.y) for spot in others]]
    dice: list[Spot] = []
    for _ in range(int(rng.integers(0, 3)) * 20):
        x, y, turn = rng.uniform((-500, -330, 0), (500, 330, 90))
        if np.hypot(*(taken - (x, y)).T).min() > 130 and len(dice) < 2:
            dice.append(Spot(float(x), float(y), float(turn)))
            taken = np.r_[taken, [(x, y)]]
    return tuple(dice)


def _direction(rng: np.random.Generator, tilts: tuple[float, float]) -> ViewSpec:
    """A direction to look from; the more oblique, the longer the lens, as people step back."""
    tilt = float(rng.uniform(*tilts))
    fov = float(rng.uniform(48, 66) if tilt < 12 else rng.uniform(34, 52))
    return ViewSpec((0.0, 0.0), 1300.0, tilt, float(rng.normal(0, 5)), float(rng.normal(0, 1.2)), fov)


def _extent(seating: Seating) -> Points:
    """Everything that has to be in the picture, as points (N, 3)."""
    outlines = [placed(s.x, s.y, s.turn, rectangle(*CARD_MM)) for s in seating.slots.values()]
    outlines += [placed(s.x, s.y, s.turn, rectangle(72, 60)) for s in seating.coins]
    outlines += [placed(s.x, s.y, s.turn, rectangle(46, 46)) for s in (*seating.side, *seating.ball)]
    outlines.append(placed(seating.mat.x, seating.mat.y, seating.mat.turn, rectangle(54, 206)))
    flat = np.vstack(outlines)
    return np.asarray(np.r_[np.c_[flat, np.zeros(len(flat))], np.c_[flat, np.full(len(flat), 22.0)]], np.float64)


def _from_the_lowest(seating: Seating, view: ViewSpec, players: int) -> Seating | None:
    """Letter the seats from the one lowest in the picture; None where no seat clearly is."""
    camera = View(view, SIZE)
    rows = np.array(
        [
            np.mean(
                [
                    (seating.slots[column_slot(Seat(n), suit)].x, seating.slots[column_slot(Seat(n), suit)].y)
                    for suit in SUITS
                ],
                axis=0,
            )
            for n in range(players)
        ]
    )
    low = camera.project(rows, 0.0)[:, 1]
    first = int(low.argmax())
    if np.sort(low)[-1] - np.sort(low)[-2] < _CLEAR_PX:
        return None
    hub = rows.mean(axis=0)
    turns = [atan2(y, x) for x, y in rows - hub]
    order = sorted(range(players), key=lambda n: (turns[n] - turns[first]) % (2 * pi))
    if any((turns[b] - turns[a]) % (2 * pi) < 0.3 for a, b in pairwise(order)):
        return None
    slots = {name: spot for name, spot in seating.slots.items() if name[1] != "."}
    for new, old in enumerate(order):
        for suit in SUITS:
            slots[column_slot(Seat(new), suit)] = seating.slots[column_slot(Seat(old), suit)]
            slots[tarot_slot(Seat(new), suit)] = seating.slots[tarot_slot(Seat(old), suit)]
    return replace(
        seating,
        slots=slots,
        coins=tuple(seating.coins[n] for n in order),
        side=tuple(seating.side[n] for n in order),
        ball=tuple(seating.ball[n] for n in order),
        person=tuple(seating.person[n] for n in order),
    )


def _light(rng: np.random.Generator) -> tuple[LightSpec, SensorSpec]:
    """A window, a ceiling lamp or an evening lamp, and what the camera makes of it."""
    kind = str(rng.choice(["window", "ceiling", "evening"], p=[0.4, 0.4, 0.2]))
    angle, far = rng.uniform(0, 2 * pi), rng.uniform(500, 1500)
    glare = float(rng.uniform(0.1, 0.35)) if rng.random() < 0.35 else 0.0
    x, y = far * np.cos(angle), far * np.sin(angle)
    if kind == "window":
        light = LightSpec(
            (float(1.3 * x), float(1.3 * y), float(rng.uniform(900, 1500))), float(rng.uniform(0.5, 0.75))
        )
        light = replace(light, tint=(1.05, 1.0, 0.97), room=(1.0, 1.0, 1.0), soft=float(rng.uniform(0.3, 0.6)))
    elif kind == "ceiling":
        light = LightSpec(
            (float(0.5 * x), float(0.5 * y), float(rng.uniform(1300, 2000))), float(rng.uniform(0.4, 0.65))
        )
        light = replace(light, tint=(0.97, 1.0, 1.02), room=(1.0, 1.0, 1.0), soft=float(rng.uniform(0.2, 0.45)))
    else:
        warm = float(rng.uniform(0.72, 0.9))
        light = LightSpec((float(0.6 * x), float(0.6 * y), float(rng.uniform(700, 1100))), float(rng.uniform(0.6, 0.8)))
        light = replace(
            light, tint=(warm, 0.5 + 0.5 * warm, 1.04), room=(0.9, 0.92, 1.0), soft=float(rng.uniform(0.15, 0.3))
        )
    light = replace(light, glare=glare, glare_deg=float(rng.uniform(4, 10)), exposure=float(rng.uniform(0.86, 1.12)))
    sensor = SensorSpec(
        blur=float(rng.uniform(0.5, 0.95)),
        noise=float(rng.uniform(1.2, 4.5) * (1.4 if kind == "evening" else 1.0)),
        vignette=float(rng.uniform(0.05, 0.35)),
        quality=int(rng.integers(78, 94)),
        contrast=float(rng.uniform(0.88, 1.1)),
        saturation=float(rng.uniform(0.8, 1.15)),
    )
    return light, sensor
