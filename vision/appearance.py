"""How a place looks: flat patches of it, whether two show the same card, and what round thing came to lie on one."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Quad
from vision.rectify import between

WIDTH, HEIGHT = 80, 136
"""Size of a patch in pixels, the card filling it."""

Patch = NDArray[np.float32]
"""A place laid flat: CIE Lab float32 (136, 80, 3), 8-bit units."""

_CELLS = (8, 5)

_LEAST = 0.07
"""Radius of the smallest round thing that is looked for, in card widths: tokens and balls are larger."""


@dataclass(frozen=True, slots=True)
class Disc:
    """Something round on a card: middle and radius as shares of the card's width, from its top left corner.

    `came` is False where it seems to have lain there before and to be gone now; `sure` that this is not so.
    """

    center: tuple[float, float]
    radius: float
    score: float
    came: bool = True
    sure: bool = True


def patch(image: Image, outline: Quad) -> Patch:
    """Lay a place (4, 2 pixels: TL, TR, BR, BL) flat."""
    frame = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)
    low = np.clip(np.floor(outline.min(axis=0)).astype(int) - 2, 0, None)
    high = np.ceil(outline.max(axis=0)).astype(int) + 3
    crop = image[low[1] : high[1], low[0] : high[0]]
    if crop.size == 0:
        return np.zeros((HEIGHT, WIDTH, 3), np.float32)
    across = float(np.hypot(*(outline[1] - outline[0])))
    if across > 1.5 * WIDTH:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), 0.4 * across / WIDTH), np.uint8)
    flat = cv2.warpPerspective(crop, between(outline - low, frame), (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    flat = cv2.GaussianBlur(flat, (3, 3), 0)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32)


def likeness(a: Patch, b: Patch) -> float:
    """Share of the cells of two patches that look alike, whatever the light: 1 for the same card at rest.

    A cell is compared by normalised correlation of its brightness, a plain one by its colour.
    """
    rows, columns = _CELLS
    alike = 0
    b = b * np.array([_gain(b, a), 1.0, 1.0], np.float32)
    for cell_a, cell_b in zip(_cells(a), _cells(b), strict=True):
        light_a, light_b = cell_a[..., 0], cell_b[..., 0]
        if max(light_a.std(), light_b.std()) < 6:
            alike += bool(np.abs(cell_a.mean(axis=(0, 1)) - cell_b.mean(axis=(0, 1))).max() < 10)
        else:
            x, y = light_a - light_a.mean(), light_b - light_b.mean()
            alike += bool((x * y).sum() > 0.6 * np.sqrt((x * x).sum() * (y * y).sum()))
    return alike / (rows * columns)


def new_disc(now: Patch, before: Patch, bare: bool = False) -> Disc | None:
    """Find the one round thing that lies on a card now and did not before, where the rest of the card is unchanged.

    Whether it came or left, the rim tells: the patch with the stronger one has it, unless `before` is known to be bare.
    """
    moved = np.abs(now - before * np.array([_gain(before, now), 1.0, 1.0], np.float32)).max(axis=2)
    moved = np.asarray(cv2.GaussianBlur(moved, (5, 5), 0), np.float32)
    # Glass on a card of its own colour changes little: the noise of the picture says what counts as a change.
    mask = np.where(moved > np.clip(4 * float(np.median(moved)), 6.0, 14.0), 255, 0).astype(np.uint8)
    solid = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    # Glass may show the colour of the card in its middle: what lies inside a changed ring has changed as well.
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(solid, outlines, -1, 255, cv2.FILLED)
    # A disc moves one compact region; a new card, a shadow or a hand moves much of the place.
    if np.count_nonzero(solid) > 0.55 * WIDTH * HEIGHT:
        return None
    # The widest circle inside what moved: a shadow beside the thing makes the region longer, not wider.
    depth = cv2.distanceTransform(cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), cv2.DIST_L2, 5)
    _, radius, _, (x, y) = cv2.minMaxLoc(depth)
    share = radius / WIDTH
    if not _LEAST < share < 0.4:
        return None
    inside = np.asarray(depth[1:-1, 1:-1]) > 0
    rows, columns = np.nonzero(inside)
    close = np.hypot(columns - (x - 1), rows - (y - 1)) <= 1.6 * radius
    if close.mean() < 0.7:
        # A strip, not a disc: the edge of a card that was laid against this one.
        return None
    if _shadow(now, before, (x - 1, y - 1), radius):
        return None
    score = float(np.clip((share - _LEAST) / 0.05, 0.0, 1.0))
    came = bare or _rim(now, (x - 1, y - 1), radius) >= _rim(before, (x - 1, y - 1), radius)
    return Disc(((x - 1) / WIDTH, (y - 1) / WIDTH), share, score, came, sure=bare)


def _shadow(now: Patch, before: Patch, center: tuple[float, float], radius: float) -> bool:
    """Tell whether a circle only became darker: a shadow leaves the colours and the picture under it as they were."""
    rows, columns = np.ogrid[:HEIGHT, :WIDTH]
    inside = (columns - center[0]) ** 2 + (rows - center[1]) ** 2 <= (0.9 * radius) ** 2
    old, new = before[inside], now[inside]
    change = np.median(new - old, axis=0)
    if change[0] > -4 or np.abs(change[1:]).max() > 5:
        return False
    x, y = old[:, 0] - old[:, 0].mean(), new[:, 0] - new[:, 0].mean()
    plain = x.std() < 6 and y.std() < 6
    return bool(plain or (x * y).sum() > 0.93 * np.sqrt((x * x).sum() * (y * y).sum()))


def _rim(flat: Patch, center: tuple[float, float], radius: float) -> float:
    """Measure how strongly the brightness steps across the edge of a circle, at least half the way around it."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    steps = []
    for share in (0.85, 0.95, 1.05):
        rings = [
            cv2.remap(
                flat[..., 0],
                (center[0] + radius * reach * np.cos(turn)).astype(np.float32)[None],
                (center[1] + radius * reach * np.sin(turn)).astype(np.float32)[None],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )[0]
            for reach in (share - 0.12, share + 0.12)
        ]
        steps.append(float(np.median(np.abs(np.asarray(rings[0]) - np.asarray(rings[1])))))
    return max(steps)


def _cells(whole: Patch) -> list[Patch]:
    return [cell for row in np.array_split(whole, _CELLS[0]) for cell in np.array_split(row, _CELLS[1], axis=1)]


def _gain(a: Patch, b: Patch) -> float:
    """Tell by what factor the light on `b` is stronger than on `a`, from the bulk of their pixels."""
    return float(np.clip(np.median(b[..., 0] / np.maximum(a[..., 0], 8.0)), 0.5, 2.0))
