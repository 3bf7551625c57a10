"""Small signs and words for invented printings: suit icons, token signs, band texts."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray, Image

Colour = tuple[int, int, int]
"""B, G, R, 0..255."""

Font = Literal["sans", "italic", "serif", "plain"]

_HERSHEY = {"serif": cv2.FONT_HERSHEY_COMPLEX, "plain": cv2.FONT_HERSHEY_DUPLEX}
_BIG = 256


@lru_cache(maxsize=2)
def _face(name: str) -> cv2.FontFace:
    return cv2.FontFace(name)


def write(
    image: Image, text: str, at: tuple[float, float], height: float, colour: Colour, font: Font, anchor: float = 0.5
) -> None:
    """Write text with capitals `height` px high; `at` is on its middle line, `anchor` 0 its left, 1 its right end."""
    mask = _words(text, max(4, round(height * 2)), font)
    scale = height / max(4, round(height * 2))
    w, h = max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale))
    small = np.asarray(cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    blend(image, small, colour, (at[0] - anchor * w, at[1] - h / 2))


@lru_cache(maxsize=512)
def _words(text: str, height: int, font: Font) -> Gray:
    """The alpha of a line of text, cut to its ink in width; its middle row is the middle of the capitals."""
    canvas = np.zeros((height * 3, (len(text) + 2) * height * 2, 3), np.uint8)
    left, base = height, height * 2
    if font in _HERSHEY:
        face = _HERSHEY[font]
        scale = cv2.getFontScaleFromHeight(face, height, 1)
        thick = max(1, round(height / 9))
        cv2.putText(canvas, text, (left, base), face, scale, (255, 255, 255), thick, cv2.LINE_AA)
    else:
        cv2.putText(canvas, text, (left, base), (255, 255, 255), _face(font), round(height * 1.4), 600)
    alpha = canvas[..., 0]
    columns = np.flatnonzero(alpha.any(axis=0))
    if not len(columns):
        return np.zeros((height * 3, 1), np.uint8)
    return alpha[:, columns[0] : columns[-1] + 1]


def blend(image: Image, alpha: Gray, colour: Colour, at: tuple[float, float]) -> None:
    """Lay a colour through an alpha (h, w) onto the image, its TL at `at`, cut off at the image's edge."""
    x, y = round(at[0]), round(at[1])
    h, w = image.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(w, x + alpha.shape[1]), min(h, y + alpha.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    share = alpha[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = image[y0:y1, x0:x1]
    image[y0:y1, x0:x1] = (part * (1 - share) + np.array(colour, np.float32) * share + 0.5).astype(np.uint8)


def icon(image: Image, name: str, center: tuple[float, float], size: float, colour: Colour) -> None:
    """Draw a sign of that name, `size` px wide and high, about `center`."""
    side = max(4, round(size))
    small = np.asarray(cv2.resize(sign(name), (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    blend(image, small, colour, (center[0] - side / 2, center[1] - side / 2))


@lru_cache(maxsize=32)
def sign(name: str) -> Gray:
    """The alpha (256, 256) of a sign: one of `SUIT_SIGNS`, `TOKEN_SIGNS` or `sun`."""
    mask = np.zeros((_BIG, _BIG), np.uint8)
    _DRAW[name](mask)
    return mask


def star(points: int, outer: float, inner: float, turn: float = 0.0) -> NDArray[np.float64]:
    """The outline (2 * points, 2) of a star about the origin, one tip up."""
    angles = [turn - pi / 2 + pi * i / points for i in range(2 * points)]
    radii = [outer if i % 2 == 0 else inner for i in range(2 * points)]
    return np.array([(r * cos(a), r * sin(a)) for a, r in zip(angles, radii, strict=True)])


def _fill(mask: Gray, outline: NDArray[np.float64] | list[tuple[float, float]], value: int = 255) -> None:
    points = (np.asarray(outline, float) + 128) * 16
    cv2.fillPoly(mask, [points.round().astype(np.int32)], (value,), cv2.LINE_AA, 4)


def _ring(mask: Gray, radius: int, width: int) -> None:
    cv2.circle(mask, (128, 128), radius, (255,), width, cv2.LINE_AA)


def _pentacles(mask: Gray) -> None:
    _ring(mask, 104, 16)
    _fill(mask, star(5, 92, 36))


def _cups(mask: Gray) -> None:
    bowl = [(-80.0, -104.0), (80.0, -104.0)] + [(80 * cos(a), -64 + 90 * sin(a)) for a in np.linspace(0, pi, 24)]
    _fill(mask, bowl)
    _fill(mask, [(-12, 10), (12, 10), (16, 76), (64, 104), (-64, 104), (-16, 76)])


def _wands(mask: Gray) -> None:
    _fill(mask, [(-72, 96), (56, -112), (84, -96), (-44, 112)])
    for x, y in ((-44, -12), (52, 24), (8, -84), (84, -32)):
        cv2.ellipse(mask, (128 + x, 128 + y), (30, 13), 35.0, 0, 360, (255,), -1, cv2.LINE_AA)


def _swords(mask: Gray) -> None:
    _fill(mask, [(-13, 60), (-13, -84), (0, -116), (13, -84), (13, 60)])
    _fill(mask, [(-62, 46), (62, 46), (62, 66), (-62, 66)])
    _fill(mask, [(-9, 60), (9, 60), (9, 106), (-9, 106)])
    cv2.circle(mask, (128, 238), 15, (255,), -1, cv2.LINE_AA)


def _flame(mask: Gray) -> None:
    _fill(mask, [(0, -96), (96, 78), (-96, 78)])
    _fill(mask, [(0, -52), (58, 54), (-58, 54)], 0)


def _eye(mask: Gray) -> None:
    t = np.linspace(-1, 1, 40)
    _fill(mask, [*((112 * a, -62 * (1 - a * a)) for a in t), *((112 * a, 62 * (1 - a * a)) for a in t[::-1])])
    cv2.circle(mask, (128, 128), 40, (0,), -1, cv2.LINE_AA)
    cv2.circle(mask, (128, 128), 22, (255,), -1, cv2.LINE_AA)


def _star(mask: Gray) -> None:
    _fill(mask, star(8, 112, 46))


def _moon(mask: Gray) -> None:
    cv2.circle(mask, (128, 128), 100, (255,), -1, cv2.LINE_AA)
    cv2.circle(mask, (164, 112), 84, (0,), -1, cv2.LINE_AA)


def _knot(mask: Gray) -> None:
    _ring(mask, 92, 18)
    for turn in (0.0, pi / 3):
        _fill(mask, star(3, 84, 42, turn))


def _sun(mask: Gray) -> None:
    _fill(mask, star(16, 124, 72))
    cv2.circle(mask, (128, 128), 62, (0,), -1, cv2.LINE_AA)
    cv2.circle(mask, (128, 128), 52, (255,), -1, cv2.LINE_AA)


SUIT_SIGNS = ("pentacles", "cups", "wands", "swords")
TOKEN_SIGNS = ("flame", "eye", "star", "moon", "knot")
_DRAW = {
    "pentacles": _pentacles,
    "cups": _cups,
    "wands": _wands,
    "swords": _swords,
    "flame": _flame,
    "eye": _eye,
    "star": _star,
    "moon": _moon,
    "knot": _knot,
    "sun": _sun,
}
