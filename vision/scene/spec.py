"""What lies on a drawn table, in frozen values.

The table frame: millimetres, x right, y down as the first seat sees the table from above, z up, origin in the middle of
the table. Turns are degrees clockwise as seen from above; a card of turn 0 stands upright for the first seat.
"""

from dataclasses import dataclass, field
from typing import Literal

CARD_MM = (70.0, 120.0)
"""Nominal width and height of a card."""

CARD_THICK_MM = 0.34
"""How much higher each card makes a stack."""

Deck = Literal["common", "tarot"]
SurfaceKind = Literal["cloth", "wood", "neoprene", "print", "leather", "marble"]


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A card, by its centre. `z` is the height of its underside; `deck` says whose back shows for label `back`."""

    label: str
    x: float
    y: float
    turn: float = 0.0
    z: float = 0.0
    deck: Deck = "common"
    slot: str = ""


@dataclass(frozen=True, slots=True)
class PileSpec:
    """A squared-up deck or an untidy discard pile: `count` cards, of which only the top one's face or back shows."""

    label: str
    x: float
    y: float
    count: int
    turn: float = 0.0
    deck: Deck = "common"
    slot: str = ""
    untidy: float = 0.0
    """Standard deviation in mm of how far the cards stick out; also turns them by as many degrees."""


@dataclass(frozen=True, slots=True)
class TokenSpec:
    """A round Fate token. `on` is an index into the cards of the scene, None where it lies on the table."""

    x: float
    y: float
    turn: float = 0.0
    z: float = 0.0
    on: int | None = None
    slot: str = ""


@dataclass(frozen=True, slots=True)
class BallSpec:
    """The Crystal Ball: a glass sphere. `on` is an index into the cards of the scene, None: it lies on the table."""

    x: float
    y: float
    radius: float = 19.0
    z: float = 0.0
    on: int | None = None


@dataclass(frozen=True, slots=True)
class CoinSpec:
    """A coin of value 1 or 5."""

    x: float
    y: float
    value: int = 1
    turn: float = 0.0
    z: float = 0.0


@dataclass(frozen=True, slots=True)
class MatSpec:
    """The Trading Mat: `spots` in a row, tokens lie on the last `left` of them."""

    x: float
    y: float
    turn: float = 0.0
    spots: int = 5
    left: int = 5


@dataclass(frozen=True, slots=True)
class DieSpec:
    """Clutter: a die, with the colour (B, G, R) of its sides."""

    x: float
    y: float
    turn: float = 0.0
    colour: tuple[int, int, int] = (40, 30, 190)


@dataclass(frozen=True, slots=True)
class ArmSpec:
    """An arm over the table: fingertips at (x, y), coming from the direction `turn` (0 from the right, 90 from below).

    However far it has to reach, the drawn arm crosses the border of the picture.
    """

    x: float
    y: float
    turn: float
    seed: int = 0
    z: float = 45.0


@dataclass(frozen=True, slots=True)
class SurfaceSpec:
    """The table top: what it is made of, its invented look by seed, its width and depth in mm."""

    kind: SurfaceKind = "cloth"
    seed: int = 0
    width: float = 1900.0
    depth: float = 1400.0


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """Where the camera is: `distance` mm from `target` (mm on the table), looking at it.

    `tilt` degrees from straight down; `azimuth` 0 when it stands on the first seat's side, growing clockwise;
    `roll` degrees about its own axis; `fov` degrees across the width of the picture.
    """

    target: tuple[float, float] = (0.0, 0.0)
    distance: float = 1400.0
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    fov: float = 60.0


@dataclass(frozen=True, slots=True)
class LightSpec:
    """One lamp or window, at `lamp` mm in the table frame, over an even room light.

    `strength` is the lamp's share of the light (0..1), `tint` the lamp's and `room` the room's colour (B, G, R gains),
    `glare` how much the lamp shows in glossy things (0 for none), `glare_deg` its half-width seen from the table,
    `exposure` a gain of the whole picture, `soft` the mm of shadow blur for each mm of height.
    """

    lamp: tuple[float, float, float] = (-900.0, -700.0, 1300.0)
    strength: float = 0.6
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    room: tuple[float, float, float] = (1.0, 1.0, 1.0)
    glare: float = 0.0
    glare_deg: float = 7.0
    exposure: float = 1.0
    soft: float = 0.35


@dataclass(frozen=True, slots=True)
class SensorSpec:
    """What lens and chip do: blur in px, noise in grey levels, vignetting (0..1), JPEG quality, contrast, colour."""

    blur: float = 0.7
    noise: float = 2.0
    vignette: float = 0.25
    quality: int = 88
    contrast: float = 1.0
    saturation: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """A whole table and the camera over it. Cards are drawn in their order, so later ones lie on earlier ones."""

    cards: tuple[CardSpec, ...] = ()
    piles: tuple[PileSpec, ...] = ()
    tokens: tuple[TokenSpec, ...] = ()
    coins: tuple[CoinSpec, ...] = ()
    ball: BallSpec | None = None
    mat: MatSpec | None = None
    dice: tuple[DieSpec, ...] = ()
    arm: ArmSpec | None = None
    printing: int = 0
    surface: SurfaceSpec = field(default_factory=SurfaceSpec)
    view: ViewSpec = field(default_factory=ViewSpec)
    light: LightSpec = field(default_factory=LightSpec)
    sensor: SensorSpec = field(default_factory=SensorSpec)
    size: tuple[int, int] = (1920, 1080)
