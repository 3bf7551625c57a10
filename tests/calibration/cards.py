"""Cards of known size and place before a known camera: what the plane fit must find again."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.scene.spec import ViewSpec
from vision.scene.view import View, placed, rectangle

Points = NDArray[np.float64]

SIZE = (1920, 1080)
CAMERAS = {
    "straight above": ViewSpec(distance=1300, tilt=0, fov=60),
    "a stand": ViewSpec(distance=1300, tilt=18, azimuth=20, fov=62),
    "the edge of the table": ViewSpec(distance=1350, tilt=42, azimuth=-65, roll=3, fov=70),
    "a long lens": ViewSpec(distance=2400, tilt=30, azimuth=150, roll=-4, fov=34),
}
COMMON = (70.0, 120.0)
TAROT = (82.0, 120.0)


def spread(tarots: int = 4) -> tuple[list[tuple[float, float, float]], list[str]]:
    """Places (x, y, turn) of twelve Commons on three sides of the table and of some Tarot in its middle; and kinds."""
    commons = [(-140.0 + 78 * k, 260.0, 1.5) for k in range(4)]
    commons += [(330.0, 130.0 - 78 * k, -88.0) for k in range(4)]
    commons += [(140.0 - 78 * k, -250.0, 181.0) for k in range(4)]
    middle = [(-150.0 + 90 * k, 0.0, 0.5) for k in range(tarots)]
    return commons + middle, ["common"] * 12 + ["tarot"] * tarots


def quads(places: Sequence[tuple[float, float, float]], kinds: Sequence[str], camera: ViewSpec) -> list[Points]:
    """Project the outlines of cards to pixels (4, 2)."""
    sizes = {"common": COMMON, "tarot": TAROT}
    view = View(camera, SIZE)
    return [view.project(placed(*place, rectangle(*sizes[kind]))) for place, kind in zip(places, kinds, strict=True)]


def aligned(found: Points, true: Points) -> tuple[float, float]:
    """Fit rotation, scale and shift from found to true points: the scale and the largest distance left."""
    a, b = (p - p.mean(axis=0) for p in (found, true))
    za, zb = a[:, 0] + 1j * a[:, 1], b[:, 0] + 1j * b[:, 1]
    turn = (np.conj(za) @ zb) / (np.conj(za) @ za)
    return float(abs(turn)), float(np.abs(zb - turn * za).max())
