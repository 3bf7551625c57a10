"""What is over the table and what is not: a hand or sleeve that reaches in, and places where the bare table shows."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Quad
from vision.rectify import between

Mask = NDArray[np.uint8]
"""A picture-sized mask at working scale, shape (height, width), 0 or 255."""

_WIDTH = 640
"""Masks are made at this width; a card is then still more than 20 pixels wide."""

_STEP = 20.0
"""A pixel has changed when its colour moved this far in CIE Lab (8-bit units)."""

_EDGE = 15.0
"""The edge of a card differs from the table by more than this, CIE Lab (8-bit units), on every side."""

_FINGER = 0.0002
"""The least share of the picture that counts as a hand reaching in: a fingertip at its edge."""

_SETTLED = 3
"""What reaches in from the edge and stays for this many stills is part of the scene."""


class Backdrop:
    """The table without hands, as far as it was seen, and what now reaches in over it.

    A hand always comes from outside, so it is what changed and touches the edge of the picture. One object serves one
    camera that does not move.
    """

    def __init__(self) -> None:
        self._seen: NDArray[np.float32] | None = None
        self._last = np.zeros((0, 0), np.uint8)
        self._stayed = 0

    def hand(self, image: Image) -> Mask:
        """Mask what reaches into this picture, and remember the rest of it. The first picture is taken as free."""
        small = working(image)
        if self._seen is None or self._seen.shape != small.shape:
            self._seen, self._last, self._stayed = small, np.zeros(small.shape[:2], np.uint8), 0
            return self._last
        gain = float(np.median(np.asarray(small[..., 0] / np.maximum(self._seen[..., 0], 1.0))))
        moved = np.abs(small - self._seen * np.array([gain, 1.0, 1.0], np.float32)).max(axis=2) > _STEP
        mask = _from_the_edge(np.where(moved, 255, 0).astype(np.uint8))
        both = np.count_nonzero(mask & self._last)
        either = np.count_nonzero(mask | self._last)
        self._stayed = self._stayed + 1 if either and both > 0.9 * either else 0
        self._last = mask
        if self._stayed >= _SETTLED:
            mask = np.zeros_like(mask)
        free = mask == 0
        self._seen[free] = small[free]
        return mask


def working(image: Image) -> NDArray[np.float32]:
    """Blur a picture down to the working scale, CIE Lab float32 (height, width, 3)."""
    scale = _WIDTH / image.shape[1]
    small = cv2.resize(image, (_WIDTH, max(1, round(image.shape[0] * scale))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB), np.float32)


def covered_share(mask: Mask, outline: Quad, width: int) -> float:
    """Tell what share of an outline (pixels of the whole picture, which is `width` wide) a mask covers."""
    inside = _filled(mask.shape, [outline * (mask.shape[1] / width)])
    return int(np.count_nonzero(mask & inside)) / max(1, int(np.count_nonzero(inside)))


class Surface:
    """The bare table in one picture: compares a place with the table right around it."""

    def __init__(self, image: Image, taken: Iterable[Quad], hand: Mask) -> None:
        """`taken` are outlines (pixels) where cards lie or may lie; they and the hand tell nothing of the table."""
        self._image = image
        self._pixels = working(image)
        light = self._pixels[..., 0]
        self._steps = np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1))
        self._scale = self._pixels.shape[1] / image.shape[1]
        size = self._pixels.shape[:2]
        shut = _filled(size, [grown(q, 1.12) * self._scale for q in taken]) | hand
        self._free: Mask = np.where(shut > 0, 0, 255).astype(np.uint8)

    def shows_through(self, outline: Quad) -> bool:
        """Tell whether a place looks like the table around it: same colour, and no more pattern."""
        inside = _filled(self._free.shape, [grown(outline, 0.8) * self._scale]) > 0
        inner = self._pixels[inside]
        for reach in (1.7, 2.6, 4.0):
            near = (_filled(self._free.shape, [grown(outline, reach) * self._scale]) & self._free) > 0
            around = self._pixels[near]
            if len(around) >= 150:
                break
        else:
            return False
        if len(inner) < 20:
            return False
        middle, spread = _middle(inner), _spread(inner)
        table, table_spread = _middle(around), _spread(around)
        far = np.abs(middle - table) * np.array([0.6, 1.0, 1.0])
        alike = far.max() < 9 + 0.5 * table_spread.max() and (spread < 1.7 * table_spread + 5).all()
        if not alike:
            return False
        # Wood may have the colours of a card, but no edge on all four sides of a place, unless of its neighbours.
        lines, table_lines = float(self._steps[inside].mean()), float(self._steps[near].mean())
        return _weakest_edge(self._image, outline) < _EDGE or lines < table_lines


def grown(outline: Quad, by: float) -> Quad:
    """Scale an outline (4, 2) about its middle."""
    middle = outline.mean(axis=0)
    return np.asarray(middle + (outline - middle) * by, np.float64)


def _weakest_edge(image: Image, outline: Quad) -> float:
    """Measure the step of colour along each side of a place (CIE Lab, 8-bit units) and give the least of the four.

    Averaging along a side leaves nothing of a pattern that does not run exactly along it; the middle of three parts of
    the side speaks for it, so that one thing lying there is no edge.
    """
    wide, high, reach = 104, 178, 1.3
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    flat = cv2.warpPerspective(image, between(grown(outline, reach), frame), (wide, high), flags=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(flat, (3, 3), 0), cv2.COLOR_BGR2LAB), np.float32)
    weakest = 255.0
    for turned in range(4):
        side = np.rot90(lab, turned)
        along, across = side.shape[:2]
        parts = [side[round(along * k / 5) : round(along * (k + 1) / 5)].mean(axis=0) for k in (1, 2, 3)]
        edge, stray = round(across * (1 - 1 / reach) / 2), round(across * 0.09)
        steps = np.stack([part[3:] - part[:-3] for part in parts])[:, max(0, edge - stray - 1) : edge + stray]
        weakest = min(weakest, float(np.abs(np.median(steps, axis=0)).max()))
    return weakest


def _filled(size: tuple[int, ...], outlines: Iterable[Quad]) -> Mask:
    mask = np.zeros((size[0], size[1]), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(np.clip(outline, -1e4, 1e4)).astype(np.int32), 255)
    return mask


def _from_the_edge(moved: Mask) -> Mask:
    """Keep the regions that touch the edge of the picture, grown a little."""
    solid = cv2.morphologyEx(moved, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    height, width = solid.shape
    keep = np.zeros_like(solid)
    for k in range(1, count):
        left, top, wide, high, area = stats[k]
        at_edge = left <= 2 or top <= 2 or left + wide >= width - 2 or top + high >= height - 2
        if at_edge and area > _FINGER * solid.size:
            keep[labels == k] = 255
    return np.asarray(cv2.dilate(keep, np.ones((9, 9), np.uint8)), np.uint8)


def _middle(pixels: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.asarray(np.median(pixels, axis=0), np.float64)


def _spread(pixels: NDArray[np.float32]) -> NDArray[np.float64]:
    low, high = np.percentile(pixels, (15, 85), axis=0)
    return np.asarray((high - low) / 2, np.float64)
