"""Card-shaped outlines: four-sided contours, what size a card has where, and which outline belongs to which art."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH
from vision.rectify import Map, inverse, local_linear, project

_SMALLEST = 22.0  # pixels: the shorter side of an outline
_OFF = 0.25  # how far the logarithm of a card's width or height may be off
_LONGEST = 3.2  # longer over shorter side, seen obliquely


def four_sided(gray: Gray) -> list[Quad]:
    """Find all four-sided outlines that could be cards, clockwise, the first side a shorter one; many overlap."""
    smooth = cv2.GaussianBlur(gray, (0, 0), 1.0)
    edges = cv2.Canny(smooth, 40, 120, L2gradient=True)
    bright = cv2.adaptiveThreshold(smooth, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 31, -5)
    found: list[Quad] = []
    for mask in (edges, bright):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        found += [
            quad for contour in contours if (quad := _as_quad(np.asarray(contour, np.int32), gray.size)) is not None
        ]
    return found


def has_outline(gray: Gray, quad: Quad) -> bool:
    """Tell whether there is an edge all around in the picture, about where a quad is."""
    low = np.maximum(quad.min(axis=0) - 12, 0).astype(int)
    high = quad.max(axis=0).astype(int) + 12
    crop = np.ascontiguousarray(gray[low[1] : high[1], low[0] : high[0]])
    return min(crop.shape) > 30 and any(overlap(found + low, quad) > 0.75 for found in four_sided(crop))


def overlap(one: Quad, other: Quad) -> float:
    """Measure the intersection over union of two convex outlines."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(a, b)
    union = cv2.contourArea(a) + cv2.contourArea(b) - common
    return float(common / union) if union > 0 else 0.0


def contains(quad: Quad, point: NDArray[np.float64]) -> bool:
    """Tell whether a point lies within an outline."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


class CardSize:
    """What a card looks like anywhere on the table, from cards that were named.

    On a plane seen in perspective, area to the power of -1/3 is linear in the picture's x and y.
    """

    def __init__(self, maps: Sequence[Map]) -> None:
        center = ART_QUAD.mean(axis=0)
        self._flatten = np.stack([np.linalg.inv(local_linear(one, center)) for one in maps])
        quads = [project(one, ART_QUAD) for one in maps]
        self._centers = np.array([quad.mean(axis=0) for quad in quads])
        sizes = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads]) ** (-1 / 3)
        self._typical = float(np.median(sizes))
        self._slope = np.zeros(2)
        self._middle = self._centers.mean(axis=0)
        if len(sizes) >= 6:
            self._slope, self._typical = self._fitted(sizes)

    def _fitted(self, sizes: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        """Fit slope and middle value by least squares, thrice, each time without the outliers of the last."""
        around = np.column_stack([self._centers - self._middle, np.ones(len(sizes))])
        plane = np.array([0.0, 0.0, self._typical])
        for _ in range(3):
            rest = np.abs(sizes - around @ plane)
            near = rest < max(3 * float(np.median(rest)), 1e-4)
            plane = np.linalg.lstsq(around[near], sizes[near], rcond=None)[0]
        return plane[:2], float(plane[2])

    def shapes(self, quads: Sequence[Quad]) -> NDArray[np.float64]:
        """Measure outlines in card widths and heights, by the nearest named card and the plane: (N, 2)."""
        middles = np.mean(quads, axis=1)
        apart = np.linalg.norm(middles[:, None] - self._centers[None], axis=2)
        nearest = apart.argmin(axis=1)
        flat = np.einsum("nij,nkj->nki", self._flatten[nearest], np.asarray(quads) - middles[:, None])
        grown = (self._at(middles) / self._at(self._centers[nearest])) ** 1.5
        sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2) * grown[:, None]
        across, along = sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]
        return np.stack([across / (2 * ART_WIDTH), along / (2 * ART_HEIGHT)], axis=1)

    def _at(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Area of a card to the power of -1/3 at each point, (N,)."""
        return np.asarray(np.maximum(self._typical + (points - self._middle) @ self._slope, 1e-3), np.float64)


def card_like(quads: Sequence[Quad], size: CardSize) -> list[Quad]:
    """Keep outlines of about a card's size, one a place, their first side the card's top or bottom."""
    if not quads:
        return []
    both = [*quads, *(np.roll(quad, -1, axis=0) for quad in quads)]
    off = np.abs(np.log(np.maximum(size.shapes(both), 1e-6))).max(axis=1)
    kept: list[Quad] = []
    for index in np.argsort(off).tolist():
        if off[index] > _OFF:
            break
        if all(overlap(both[index], other) < 0.3 for other in kept):
            kept.append(both[index])
    return kept


def card_outline(art: Map, quads: Sequence[Quad]) -> Quad | None:
    """Find the largest outline that fits around art lying at `art`, in the art's upright frame; or None."""
    if not quads:
        return None
    lies = project(art, ART_QUAD)
    area = cv2.contourArea(lies.astype(np.float32))
    off = np.abs(np.mean(quads, axis=1) - lies.mean(axis=0)).max(axis=1)
    best: Quad | None = None
    best_area = 0.0
    for index in np.flatnonzero(off < 0.3 * np.sqrt(area)).tolist():
        here = cv2.contourArea(quads[index].astype(np.float32))
        if here > best_area and 0.6 * area < here < 1.45 * area and overlap(quads[index], lies) > 0.62:
            best, best_area = quads[index], here
    if best is None:
        return None
    turns = [np.roll(best, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda quad: float(np.linalg.norm(quad - lies, axis=1).sum()))


def common_frame(maps: Sequence[Map], outlines: Sequence[Quad]) -> Quad | None:
    """Find where the card's outline lies around its art, in art pixels, as most of the cards of one kind have it."""
    if len(outlines) < 3:
        return None
    around = np.stack([project(inverse(art), quad) for art, quad in zip(maps, outlines, strict=True)])
    middle = np.median(around, axis=0)
    left, right = middle[[0, 3], 0].mean(), middle[[1, 2], 0].mean()
    top, bottom = middle[:2, 1].mean(), middle[2:, 1].mean()
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)


def _as_quad(contour: NDArray[np.int32], pixels: int) -> Quad | None:
    """Take the four corners of a contour, where it is a convex four-sided shape of a card's proportions."""
    if len(contour) < 4:
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if not _SMALLEST**2 < area < 0.9 * pixels:
        return None
    shorter, longer = sorted(cv2.minAreaRect(hull)[1])
    if shorter < _SMALLEST or longer > _LONGEST * shorter:
        return None
    around = cv2.arcLength(hull, True)
    for slack in (0.02, 0.03, 0.045, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, slack * around, True)
        if len(corners) == 4:
            break
    else:
        return None
    quad = corners[:, 0].astype(np.float64)
    if cv2.contourArea(corners) < 0.85 * area:
        return None
    sides = np.roll(quad, -1, axis=0) - quad
    if (sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)).sum() < 0:
        quad = quad[::-1]
        sides = np.roll(quad, -1, axis=0) - quad
    length = np.linalg.norm(sides, axis=1)
    return quad if length[0] + length[2] <= length[1] + length[3] else np.roll(quad, -1, axis=0)
