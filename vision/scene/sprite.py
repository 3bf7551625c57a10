"""Flat drawings with transparent edges, kept at several sizes so that they can be drawn small without flicker."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray, Image

Pixels = NDArray[np.uint8]
"""Premultiplied BGRA pixels, shape (height, width, 4)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A flat thing of `width` x `height` mm about its own centre; `levels` halve in size from one to the next."""

    levels: tuple[Pixels, ...]
    width: float
    height: float
    gloss: float = 0.0


def sprite(image: Image, alpha: Gray, width: float, height: float, gloss: float = 0.0) -> Sprite:
    """Make a sprite of an image (H, W, 3) and its alpha (H, W)."""
    share = cv2.multiply(image, cv2.merge([alpha, alpha, alpha]), scale=1 / 255)
    top = np.asarray(cv2.merge([share, alpha]), np.uint8)
    levels = [top]
    while min(levels[-1].shape[:2]) > 40:
        h, w = levels[-1].shape[:2]
        levels.append(np.asarray(cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8))
    return Sprite(tuple(levels), width, height, gloss)


@lru_cache(maxsize=32)
def rounded(width: int, height: int, radius: float) -> Gray:
    """The alpha (height, width) of a rectangle with round corners, smooth at its edge."""
    y, x = np.ogrid[0.5 : height + 0.5, 0.5 : width + 0.5]
    dx = np.abs(x - width / 2) - (width / 2 - radius)
    dy = np.abs(y - height / 2) - (height / 2 - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - radius
    return np.asarray(np.clip(0.5 - outside, 0, 1) * 255, dtype=np.uint8)
