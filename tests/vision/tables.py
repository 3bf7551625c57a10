"""A small drawn table with a reader that knows the truth, so that what is tested is what lies between the two."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.plane import Plane
from calibration.zones import Place, TableMap, table_map
from vision.frame import Frame, Image, Quad
from vision.reading import Reading, Sighting
from vision.scene.draw import Drawing, draw
from vision.scene.spec import (
    CARD_MM,
    CARD_THICK_MM,
    ArmSpec,
    BallSpec,
    CardSpec,
    LightSpec,
    SceneSpec,
    SensorSpec,
    SurfaceKind,
    SurfaceSpec,
    TokenSpec,
    ViewSpec,
)
from vision.scene.view import View

SIZE = (800, 500)
SURFACES: tuple[SurfaceKind, ...] = ("cloth", "wood", "neoprene", "leather", "marble")
LABELS = ("pentacles_01", "cups_01", "wands_01", "swords_01", "cups_03", "wands_05")
SLOTS = tuple(f"slot{k}" for k in range(len(LABELS)))
FREE = ("free0", "free1")


def spot(slot: str) -> tuple[float, float]:
    """Where a slot is on the table, mm: two rows of four."""
    k = (*SLOTS, *FREE).index(slot)
    return -140.0 + 92.0 * (k % 4), -75.0 + 148.0 * (k // 4)


def scene(kind: SurfaceKind = "cloth", seed: int = 2, labels: Sequence[str | None] = LABELS) -> SceneSpec:
    """Six cards, and two places without one, a little from the side."""
    cards = tuple(
        CardSpec(label, *spot(slot), turn=0.6 * (n % 3 - 1), slot=slot)
        for n, (slot, label) in enumerate(zip(SLOTS, labels, strict=True))
        if label is not None
    )
    return SceneSpec(
        cards=cards,
        printing=seed,
        surface=SurfaceSpec(kind, seed, 1200, 900),
        view=ViewSpec(distance=640, tilt=14, azimuth=10, fov=58),
        light=LightSpec(),
        sensor=SensorSpec(seed=seed),
        size=SIZE,
    )


def shot(spec: SceneSpec, noise: int) -> Drawing:
    """The scene with the sensor's noise of another moment."""
    return draw(replace(spec, sensor=replace(spec.sensor, seed=noise)))


def with_ball(spec: SceneSpec, slot: str) -> SceneSpec:
    """The ball put on the card of a slot."""
    x, y = spot(slot)
    on = next(i for i, card in enumerate(spec.cards) if card.slot == slot)
    return replace(spec, ball=BallSpec(x + 4, y + 28, z=CARD_THICK_MM, on=on))


def with_token(spec: SceneSpec, slot: str) -> SceneSpec:
    """A Fate token laid on the card of a slot."""
    x, y = spot(slot)
    on = next(i for i, card in enumerate(spec.cards) if card.slot == slot)
    return replace(spec, tokens=(*spec.tokens, TokenSpec(x - 6, y - 16, 30.0, CARD_THICK_MM, on, slot)))


def with_arm(spec: SceneSpec, slot: str, turn: float, seed: int = 0) -> SceneSpec:
    """An arm with its fingers over a slot."""
    return replace(spec, arm=ArmSpec(*spot(slot), turn, seed))


def table(spec: SceneSpec) -> TableMap:
    """The places as a calibration without error would have them."""
    to_picture = View(spec.view, spec.size).plane(CARD_THICK_MM)
    plane = Plane(np.asarray(np.linalg.inv(to_picture), np.float64), to_picture, {"common": CARD_MM}, 0.0)
    return table_map(plane, [Place(slot, "common", spot(slot), 0.0, CARD_MM) for slot in (*SLOTS, *FREE)])


@dataclass
class Knowing:
    """A reader that names what truly lies there, in all pictures it was told of, unless it is `blind`."""

    truths: dict[int, Drawing] = field(default_factory=dict)
    blind: bool = False
    looks: int = 0

    def frame(self, drawing: Drawing, index: int) -> Frame:
        """A still of this drawing."""
        self.truths[id(drawing.image)] = drawing
        return Frame(drawing.image, index, 1000.0 * index, f"{index:04d}", still=True)

    def read(self, image: Image) -> Reading:
        """Everything that shows well enough."""
        height, width = image.shape[:2]
        return Reading(width, height, () if self.blind else tuple(self._seen(image)))

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """What lies where a quad is."""
        self.looks += len(quads)
        seen = [] if self.blind else self._seen(image)
        return tuple(self._at(quad, seen) for quad in quads)

    def _seen(self, image: Image) -> list[Sighting]:
        cards = self.truths[id(image)].truth.cards
        return [
            Sighting(card.label, 0.97, np.array(card.corners), ((card.label, 0.97),))
            for card in cards
            if card.visible > 0.5
        ]

    def _at(self, quad: Quad, seen: Sequence[Sighting]) -> Sighting:
        width = float(np.hypot(*(quad[1] - quad[0])))
        for sighting in seen:
            if np.hypot(*(sighting.corners.mean(axis=0) - quad.mean(axis=0))) < 0.3 * width:
                return sighting
        return Sighting(None, 0.0, quad)
