"""Places on the table: where a card may lie, which way it faces, and which place a seen card belongs to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from calibration.plane import Plane, Points


@dataclass(frozen=True, slots=True)
class Place:
    """Where one card lies or will lie.

    `center` in table millimetres; `facing` degrees clockwise from above by which the card is turned from upright in
    the picture; `size` (width, height) in millimetres; `kind` says which kind of card may lie here; `reach` is how far,
    as a share of the size, a card's middle may stray along its width and along its height and still be meant.
    """

    name: str
    kind: str
    center: tuple[float, float]
    facing: float
    size: tuple[float, float]
    reach: tuple[float, float] = (0.5, 0.45)

    def outline(self) -> Points:
        """Give the corners (4, 2) in table millimetres: TL, TR, BR, BL of the card lying upright for its owner."""
        right, down = axes(self.facing)
        across, along = right * self.size[0] / 2, down * self.size[1] / 2
        middle = np.asarray(self.center)
        return np.stack(
            [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
        )

    def offset(self, point: Points) -> tuple[float, float]:
        """Where a point of the table lies seen from this place, as shares of its width and height."""
        right, down = axes(self.facing)
        away = np.asarray(point, np.float64) - self.center
        return float(away @ right) / self.size[0], float(away @ down) / self.size[1]


@dataclass(frozen=True, slots=True, eq=False)
class TableMap:
    """The plane with its places by name: all that is known of how this table lies before this camera."""

    plane: Plane
    places: Mapping[str, Place]

    def outline(self, name: str) -> Points:
        """Give the outline (4, 2) of a place in pixels."""
        return self.plane.picture(self.places[name].outline())

    def find(self, corners: Points, kind: str) -> str | None:
        """Name the place that a card of this kind with this outline (4, 2 pixels) lies on, if any."""
        middle = self.plane.table(np.asarray(corners, np.float64)).mean(axis=0)
        best: tuple[float, str] | None = None
        for place in self.places.values():
            if place.kind != kind:
                continue
            u, v = place.offset(middle)
            far = max(abs(u) / place.reach[0], abs(v) / place.reach[1])
            if far <= 1 and (best is None or far < best[0]):
                best = (far, place.name)
        return None if best is None else best[1]


def table_map(plane: Plane, places: Iterable[Place]) -> TableMap:
    """Gather places under their names."""
    return TableMap(plane, {place.name: place for place in places})


def axes(facing: float) -> tuple[Points, Points]:
    """Unit vectors to the right of and downwards on a card that faces this way, in table coordinates."""
    a = np.radians(facing)
    return np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])


def facing_of(outline: Points) -> float:
    """Degrees by which an outline (4, 2) on the table is turned from upright, in [0, 360)."""
    right = outline[1] - outline[0] + outline[2] - outline[3]
    return float(np.degrees(np.arctan2(right[1], right[0])) % 360)


def mean_facing(facings: Iterable[float]) -> float:
    """Circular median of angles in degrees: the one with the least summed distance to the others."""
    angles = np.asarray(list(facings), np.float64)
    apart = np.abs((angles[:, None] - angles[None, :] + 180) % 360 - 180)
    return float(angles[int(apart.sum(axis=1).argmin())])


def turn_between(a: float, b: float) -> float:
    """Smallest angle between two facings, degrees in [0, 180]."""
    return abs((a - b + 180) % 360 - 180)
