"""Finds the Crystal Ball: a sphere of glass that hides the art of the card it lies on."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs import Disc, Place, edges, roundness
from vision.frame import Image
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, load_gallery
from vision.outlines import contains
from vision.rectify import Map, between, inverse, local_linear, project

RADII = (0.22, 0.38)
"""The least and the largest radius of the ball, in card widths."""

_USUAL = 0.28  # a half more than that of a token: no more than a hint
_WIDTH = 44  # pixels: card width in the copy in which the ball is sought
_MOST, _SUSPECTS, _RADIUS = 160, 20, 20  # how many suspects are compared, how many seen closer, at what radius
_CLEAR_TOKEN = 0.6  # score of a token that is no part of a ball
_STRANGE, _ODD_SIZE, _MOTLEY = 0.16, 0.3, 0.045  # what hiding the art, a size e times off, and many tints weigh
_SURE = 0.25
_FLAT_WIDTH, _FLAT_HEIGHT = 60, round(60 * ART_HEIGHT / ART_WIDTH)


@dataclass(frozen=True, slots=True, eq=False)
class _Sphere:
    """A suspected ball: index of its card, centre and radius in pixels, how strange the card looks there."""

    place: int
    center: NDArray[np.float64]
    radius: float
    strange: float


@dataclass(frozen=True, slots=True, eq=False)
class _Strange:
    """How far each pixel of a flat card is from its art, (N,), and where that pixel is in the picture, (N, 2)."""

    off: NDArray[np.float32]
    at: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """How a card is seen: its middle, its width as if from straight above, and how the table is tilted.

    `foot` is where a ball touches the table below its centre, in radii of the ball.
    """

    middle: NDArray[np.float64]
    width: float
    foot: NDArray[np.float64]


def find_ball(lab: Image, places: Sequence[Place], tokens: Sequence[Disc]) -> tuple[int, Disc] | None:
    """Find the one thing most like a ball of glass on a card, with the index of that card; `lab` is in CIE Lab."""
    views = [_view(place) for place in places]
    suspects = _suspects(lab, places, views, tokens)
    best: tuple[int, Disc] | None = None
    for sphere in suspects[:_SUSPECTS]:
        center, radius, likeness = _closer(lab, places[sphere.place], views[sphere.place], sphere)
        if not RADII[0] < radius / views[sphere.place].width < RADII[1]:
            continue
        if any(_same(token, center, radius) for token in tokens):
            continue
        if likeness > (_SURE if best is None else best[1].ball_likeness):
            on = _lies_on(places, views, center, radius)
            disc = Disc((float(center[0]), float(center[1])), radius, 0.0, min(likeness, 1.0))
            best = (sphere.place if on is None else on, disc)
    return best


def _view(place: Place) -> _View:
    directions, lengths, _ = np.linalg.svd(local_linear(between(ART_QUAD, place.quad), ART_QUAD.mean(axis=0)))
    down = directions[:, 1] * (1.0 if directions[1, 1] >= 0 else -1.0)
    tilt = float(np.sqrt(max(1 - (lengths[1] / lengths[0]) ** 2, 0.0)))
    return _View(place.quad.mean(axis=0), float(lengths[0]) * ART_WIDTH, tilt * down)


def _suspects(lab: Image, places: Sequence[Place], views: Sequence[_View], tokens: Sequence[Disc]) -> list[_Sphere]:
    """Collect round things of a ball's size that stand on cards, the roundest and strangest first."""
    widths = np.array([view.width for view in views])
    zoom = min(1.0, _WIDTH / float(np.median(widths)))
    corners = np.concatenate([place.quad for place in places])
    pad = float(widths.max())
    left, top = np.maximum(np.floor(corners.min(axis=0) - pad), 0).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + pad).astype(int)
    part = lab[top:bottom, left:right]
    small = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    low, high = RADII[0] * widths.min() * zoom, RADII[1] * widths.max() * zoom
    radii = np.geomspace(max(low, 3.0), min(max(high, 4.0), _WIDTH), 8)
    rounds = roundness(edges(small), [float(radius) for radius in radii])
    best = rounds.max(axis=0)
    peaks = np.argwhere((best == cv2.dilate(best, np.ones((5, 5)))) & (best > 0.3))
    peaks = peaks[np.argsort(-best[tuple(peaks.T)])]
    cards: dict[int, _Strange | None] = {}
    found: list[tuple[float, _Sphere]] = []
    for y, x in peaks:
        center, radius = (np.array([x, y]) + 0.5) / zoom - 0.5, float(radii[int(rounds[:, y, x].argmax())]) / zoom
        center = center + np.array([left, top])
        index = _lies_on(places, views, center, radius)
        if index is None or not 0.93 * RADII[0] < radius / widths[index] < 1.07 * RADII[1]:
            continue
        if any(_same(token, center, radius) for token in tokens):
            continue
        if index not in cards:
            cards[index] = _strangeness(lab, places[index])
        card = cards[index]
        strange = 0.0 if card is None else _stranger_within(card, center, radius)
        found.append((float(best[y, x]) + strange, _Sphere(index, center, radius, strange)))
        if len(found) == _MOST:
            break
    return [sphere for _, sphere in sorted(found, key=lambda one: -one[0])]


def _same(token: Disc, center: NDArray[np.float64], radius: float) -> bool:
    """Tell whether a suspected ball is no more than a token: a clear one within it, or any that is hardly smaller."""
    near = float(np.hypot(*(np.array(token.center) - center))) < 0.6 * radius
    return near and (token.score > _CLEAR_TOKEN or radius < 1.4 * token.radius)


def _lies_on(places: Sequence[Place], views: Sequence[_View], center: NDArray[np.float64], radius: float) -> int | None:
    """Tell which card a sphere stands on: its foot lies below its centre by as much as the table is seen obliquely."""
    off = [float(np.hypot(*(view.middle - center))) / view.width for view in views]
    for index in np.argsort(off)[:5]:
        if off[index] < 1.5 and contains(places[index].quad, center + radius * views[index].foot):
            return int(index)
    return None


def _closer(lab: Image, place: Place, view: _View, sphere: _Sphere) -> tuple[NDArray[np.float64], float, float]:
    """Measure a suspected ball finer: centre, radius, and how like a ball.

    A ball is round where the art is not, hides it, and is of one tint.
    """
    zoom, middle = _RADIUS / sphere.radius, int(1.6 * _RADIUS)
    shift = middle - sphere.center * zoom
    crop = np.array([[zoom, 0, shift[0]], [0, zoom, shift[1]], [0, 0, 1]])
    size = (2 * middle + 1, 2 * middle + 1)
    flat = cv2.warpPerspective(lab, crop, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    score, (x, y, radius) = _all_around(np.asarray(flat, np.uint8), middle)
    if place.face is not None and place.art is not None:
        small = cv2.resize(load_gallery().art[place.face], (100, 171), interpolation=cv2.INTER_AREA)
        grown = np.diag([ART_WIDTH / 100, ART_HEIGHT / 171, 1.0])
        drawn = cv2.warpPerspective(small, crop @ place.art @ grown, size, flags=cv2.INTER_LINEAR)
        score -= max(_all_around(np.asarray(drawn, np.uint8), middle)[0] - 0.2, 0.0)
    rows, columns = np.mgrid[: size[1], : size[0]]
    tints = flat[:, :, 1:][np.hypot(columns - x, rows - y) < 0.8 * radius].astype(np.float64)
    odd_size = abs(float(np.log(radius / zoom / view.width / _USUAL)))
    motley = float(np.log(tints.std(axis=0).sum() + 3.0))
    likeness = score + _STRANGE * sphere.strange - _ODD_SIZE * odd_size - _MOTLEY * motley
    return sphere.center + (np.array([x, y]) - middle) / zoom, radius / zoom, likeness


def _all_around(flat: NDArray[np.uint8], middle: int) -> tuple[float, tuple[float, float, float]]:
    """Find the circle about the middle with edges along its whole rim: its score and (x, y, radius)."""
    seen = edges(flat)
    shift = np.arange(-3, 4)
    radius = _RADIUS * np.linspace(0.85, 1.15, 7)
    x, y, r = (grid.reshape(-1, 1) for grid in np.meshgrid(middle + shift, middle + shift, radius, indexing="ij"))
    angle = np.arange(32) * (2 * np.pi / 32)
    columns, rows = np.rint(x + r * np.cos(angle)).astype(int), np.rint(y + r * np.sin(angle)).astype(int)
    along = seen.cos[rows, columns] * np.cos(2 * angle) + seen.sin[rows, columns] * np.sin(2 * angle)
    score = np.clip(along, -0.2, 0.6).mean(axis=1)
    best = int(score.argmax())
    return float(score[best]), (float(x[best, 0]), float(y[best, 0]), float(r[best, 0]))


def _strangeness(lab: Image, place: Place) -> _Strange | None:
    """How far the edges of a card are from those of its art, pixel by pixel, in units of the usual."""
    if place.face is None or place.art is None:
        return None
    size = (_FLAT_WIDTH, _FLAT_HEIGHT)
    seen = cv2.warpPerspective(lab, _to_flat(place.art), size, flags=cv2.INTER_LINEAR)[:, :, 0]
    art = cv2.resize(load_gallery().art[place.face], size, interpolation=cv2.INTER_AREA)
    fields = []
    for one in (seen, art):
        smooth = cv2.GaussianBlur(one.astype(np.float32), (0, 0), 1.0)
        field = np.stack([cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)])
        energy = (field**2).sum(axis=0)
        fields.append(field / np.sqrt(np.median(energy) + 0.5 * energy.mean() + 1.0))
    off = ((fields[0] - fields[1]) ** 2).sum(axis=0)
    rows, columns = np.mgrid[:_FLAT_HEIGHT, :_FLAT_WIDTH]
    at = project(inverse(_to_flat(place.art)), np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    return _Strange(np.minimum(off, 3.0).ravel() / 3.0, at)


def _stranger_within(card: _Strange, center: NDArray[np.float64], radius: float) -> float:
    """How much stranger a card looks within a circle than on the rest of it, about -1..1."""
    inside = ((card.at - center) ** 2).sum(axis=1) < (0.9 * radius) ** 2
    count = int(inside.sum())
    if count < 12 or len(inside) - count < 200:
        return 0.0
    within = float(card.off[inside].sum())
    return within / count - (float(card.off.sum()) - within) / (len(inside) - count)


def _to_flat(art: Map) -> Map:
    shrunk = np.diag([_FLAT_WIDTH / ART_WIDTH, _FLAT_HEIGHT / ART_HEIGHT, 1.0])
    return np.asarray(shrunk @ inverse(art), np.float64)
