"""Where a card really ends: the outer edge of its printing around the art that a reader finds inside.

A box of cards is printed alike, so all cards of one kind have their edges at the same distance from their art. One
card's edge is easily lost on a pale table or beside a neighbour; the edge they have in common is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Quad
from vision.gallery import ART_HEIGHT, ART_WIDTH
from vision.rectify import between

_UNIT = 96
"""Pixels per art width in the flattened crops that edges are looked for in."""

_MARGIN = 0.25
"""How far beyond the art and within it, in art widths, an edge is looked for."""


_THERE = 0.045
"""An edge this close, in art widths, to an outline is its own."""

_SQUAREST, _TALLEST = 1.5, 1.9
"""Height over width of tarot cards: what lies outside was not the card."""


@dataclass(frozen=True, slots=True)
class Margins:
    """How far a card reaches beyond its art, in art widths: left, top, right, bottom. Negative where art is cut off."""

    left: float
    top: float
    right: float
    bottom: float

    def around(self, art: Quad) -> Quad:
        """Give the card's outline (4, 2) around the outline of its art, in the same coordinates (pixels or mm)."""
        across, down = _unit_axes(art)
        return np.stack(
            [
                art[0] - self.left * across[0] - self.top * down[0],
                art[1] + self.right * across[0] - self.top * down[1],
                art[2] + self.right * across[1] + self.bottom * down[1],
                art[3] - self.left * across[1] + self.bottom * down[0],
            ]
        )


def common_margins(
    image: Image,
    arts: Sequence[Quad],
    size: tuple[float, float] | None = None,
    most: tuple[float, float] = (np.inf, np.inf),
) -> Margins | None:
    """Find the margins that many cards of one kind (outlines of their art in pixels) share; None where they do not.

    The strength of the brightness step along each side, at every distance from the art, is averaged over the cards
    after each was scaled to the same sum. The outermost clear peaks of opposite sides are the edges, as long as the
    card is not larger than `most` (width and height in widths of this art), how close its neighbours lie: a peak
    beyond that is a neighbour's edge. Where the `size` of a card is known, the sides are looked at for just that.
    Outlines that already run along edges on all four sides stay as they are.
    """
    if len(arts) < 3:
        return None
    profiles = [_profiles(image, art) for art in arts]
    left, top, right, bottom = (np.median(np.stack([p[side] for p in profiles]), axis=0) for side in range(4))
    if all(any(abs(at) <= _THERE for at in _peaks(side)) for side in (left, top, right, bottom)):
        return Margins(0.0, 0.0, 0.0, 0.0)
    if size is not None:
        wide, high = _pair(left, right, size[0] - 1), _pair(top, bottom, size[1] - ART_HEIGHT / ART_WIDTH)
        return Margins(wide[0], high[0], wide[1], high[1])
    across = _outermost(left, right, most[0] - 1)
    if across is None:
        return None
    total = 1 + sum(across)
    tallest = min(most[1], _TALLEST * total)
    down = _outermost(top, bottom, tallest - ART_HEIGHT / ART_WIDTH, _SQUAREST * total - ART_HEIGHT / ART_WIDTH)
    return None if down is None else Margins(across[0], down[0], across[1], down[1])


def _unit_axes(art: Quad) -> tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]:
    """One art width along top and bottom, and downwards along the left and right side."""
    height_in_widths = ART_HEIGHT / ART_WIDTH
    return (
        (art[1] - art[0], art[2] - art[3]),
        ((art[3] - art[0]) / height_in_widths, (art[2] - art[1]) / height_in_widths),
    )


def _distances() -> NDArray[np.float64]:
    return np.arange(-_MARGIN, _MARGIN, 1 / _UNIT)


def _profiles(image: Image, art: Quad) -> list[NDArray[np.float64]]:
    """Edge strength by distance from the art, for the left, top, right and bottom side."""
    wide, high = _UNIT, round(_UNIT * ART_HEIGHT / ART_WIDTH)
    pad = round((_MARGIN + 0.05) * _UNIT)
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64) + pad
    size = (wide + 2 * pad, high + 2 * pad)
    flat = cv2.warpPerspective(image, between(art, frame), size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32)
    out = []
    for turned in range(4):
        # Turn the crop so that the side lies on the left, its distances running outwards to the left.
        side = np.rot90(lab, turned)
        # Along the side, steps that do not run all the way (pictures) cancel out; the card's edge does not.
        core = side[side.shape[0] // 4 : -side.shape[0] // 4]
        line = core.mean(axis=0)
        step = np.abs(np.diff(cv2.GaussianBlur(line[None], (5, 1), 0)[0], axis=0)).sum(axis=1)
        reach = np.clip(pad - np.round(_distances() * _UNIT).astype(int) - 1, 0, len(step) - 1)
        profile = step[reach].astype(np.float64)
        out.append(profile / max(float(profile.sum()), 1e-6))
    left, top, right, bottom = out[0], out[1], out[2], out[3]
    return [left, top, right, bottom]


def _pair(near: NDArray[np.float64], far: NDArray[np.float64], total: float) -> tuple[float, float]:
    """Give the distances of two opposite edges whose sum is known: where both steps together are strongest.

    Where nothing stands out the art is taken to be in the middle.
    """
    at = _distances()
    smooth_near, smooth_far = (cv2.GaussianBlur(p[None], (5, 1), 0)[0] for p in (near, far))
    both = smooth_near + np.interp(total - at, at, smooth_far, left=0.0, right=0.0)
    if both.max() <= 2.0 * np.median(both) or abs(total) > 1.8 * _MARGIN:
        return total / 2, total / 2
    edge = float(at[int(np.argmax(both))])
    return edge, total - edge


def _outermost(
    near: NDArray[np.float64], far: NDArray[np.float64], most: float, least: float = -np.inf
) -> tuple[float, float] | None:
    """Give the distances of the outermost clear peaks of two opposite sides that sum to `least` to `most`."""
    pairs = [(a, b) for a in _peaks(near) for b in _peaks(far) if least <= a + b <= most]
    return max(pairs, key=sum, default=None)


def _peaks(profile: NDArray[np.float64]) -> list[float]:
    """List the distances at which a step stands out, in art widths."""
    clear = max(0.45 * float(profile.max()), 2.0 * float(np.median(profile)))
    higher = (profile[1:-1] >= profile[:-2]) & (profile[1:-1] > profile[2:]) & (profile[1:-1] > clear)
    return [float(at) for at in _distances()[1:-1][higher]]
