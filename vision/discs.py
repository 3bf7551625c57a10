"""What round things are looked for on, and how round a place is.

The edge of a round thing is measured with gradients of doubled angle, so that it may be brighter here and darker there
than what it lies on (as in Bigün and Granlund 1987).
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Quad
from vision.rectify import Map

_THREADS = 2
"""How many radii are measured at a time: filtering with a large kernel takes one thread each."""


@dataclass(frozen=True, slots=True)
class Disc:
    """Something round on a card: centre and radius in pixels, `score` 0..1 as a token, `ball_likeness` 0..1."""

    center: tuple[float, float]
    radius: float
    score: float
    ball_likeness: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A card where discs may lie: its outline, and, where known, its face (an index) and where its art lies."""

    quad: Quad
    face: int | None = None
    art: Map | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The edges of a picture: cosine and sine of the doubled angle of its gradient, weighted by local strength."""

    cos: NDArray[np.float32]
    sin: NDArray[np.float32]


def edges(picture: NDArray[np.uint8]) -> Edges:
    """Measure edges over all channels together."""
    smooth = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), 0.8)
    x, y = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    cos, sin, energy = x * x - y * y, 2 * x * y, x * x + y * y
    if picture.ndim == 3:
        cos, sin, energy = cos.sum(axis=2), sin.sum(axis=2), energy.sum(axis=2)
    norm = energy + 0.5 * cv2.GaussianBlur(energy, (0, 0), 5) + 0.02 * float(energy.mean()) + 1
    return Edges(np.asarray(cos / norm, np.float32), np.asarray(sin / norm, np.float32))


def roundness(seen: Edges, radii: Sequence[float]) -> NDArray[np.float32]:
    """Measure for each radius how far edges at that distance run around each pixel: -1..1, (radii, height, width)."""
    rings = [_ring(round(radius, 3)) for radius in radii]
    with ThreadPoolExecutor(_THREADS) as pool:
        return np.stack(
            list(
                pool.map(lambda ring: cv2.filter2D(seen.cos, -1, ring[0]) + cv2.filter2D(seen.sin, -1, ring[1]), rings)
            )
        )


@lru_cache(maxsize=64)
def _ring(radius: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the kernels of a ring: weights that sum to 1, times cosine and sine of the doubled outward direction."""
    reach = int(np.ceil(radius + 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    weight = np.exp(-(((np.hypot(x, y) - radius) / 0.9) ** 2))
    weight /= weight.sum()
    angle = 2 * np.arctan2(y, x)
    return np.asarray(weight * np.cos(angle), np.float32), np.asarray(weight * np.sin(angle), np.float32)
