"""Table tops made of noise: cloth, wood, neoprene, printed tablecloths, leather, marble."""

from functools import lru_cache
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.scene.spec import SurfaceKind, SurfaceSpec

PX = 1.25
"""Pixels a mm of the table's texture."""

Field = NDArray[np.float32]
"""A field of values, shape (H, W), mostly about 0 with a spread of about 1."""

GLOSS: dict[SurfaceKind, float] = {
    "cloth": 0.02,
    "wood": 0.4,
    "neoprene": 0.05,
    "print": 0.03,
    "leather": 0.25,
    "marble": 0.7,
}
"""How much of a lamp each kind mirrors."""


@lru_cache(maxsize=4)
def texture(spec: SurfaceSpec) -> Image:
    """The table top from above, (depth * PX, width * PX, 3), its middle at the middle of the table."""
    rng = np.random.default_rng([spec.seed, 0x7AB1])
    shape = (round(spec.depth * PX), round(spec.width * PX))
    image = _MAKE[spec.kind](rng, shape)
    image.setflags(write=False)
    return image


def noise(rng: np.random.Generator, shape: tuple[int, int], along: float, across: float | None = None) -> Field:
    """Smooth noise with patches of `along` x `across` px (x and y)."""
    across = along if across is None else across
    small = (max(2, round(shape[0] / across) + 2), max(2, round(shape[1] / along) + 2))
    grid = rng.standard_normal(small, dtype=np.float32)
    return np.asarray(cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _coloured(colour: NDArray[np.float32], gain: Field) -> Image:
    step = np.asarray(cv2.convertScaleAbs(gain + 1, alpha=128), np.uint8)
    shades = np.clip(np.outer(np.arange(256) / 128, colour), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([step, step, step]), shades[:, None]), np.uint8)


def _dye(rng: np.random.Generator, low: float, high: float, chroma: float) -> NDArray[np.float32]:
    """A colour (B, G, R) of lightness within low..high (0..255)."""
    hue, value = rng.uniform(0, 2 * pi), rng.uniform(low, high)
    wave = np.cos(hue + np.array([0.0, 2 * pi / 3, 4 * pi / 3]))
    return np.asarray(value * (1 + chroma * wave), np.float32)


def _cloth(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    colours = (
        (60, 105, 30),
        (60, 60, 120),
        (110, 70, 40),
        (60, 130, 60),
        (120, 118, 112),
        (44, 40, 40),
        (165, 190, 205),
    )
    dye = np.array(colours[rng.integers(len(colours))], np.float32) * rng.uniform(0.75, 1.15)
    gain = 0.035 * noise(rng, shape, 220) + 0.03 * noise(rng, shape, 60)
    gain += 0.035 * noise(rng, shape, 5, 1.3) + 0.035 * noise(rng, shape, 1.3, 5) + 0.04 * noise(rng, shape, 1.5)
    return _coloured(dye, gain)


def _wood(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    upright = bool(rng.random() < 0.4)
    h, w = shape[::-1] if upright else shape
    tones = ((70, 120, 165), (100, 150, 190), (45, 80, 120), (38, 56, 78), (120, 160, 185), (60, 96, 150))
    tone = np.array(tones[rng.integers(len(tones))], np.float32)
    plank = int(rng.uniform(90, 190) * PX)
    warp = 14 * noise(rng, (h, w), 420, 120)
    y = np.arange(h, dtype=np.float32)[:, None] + warp
    rings = np.sin(y / rng.uniform(5, 12) + 3 * noise(rng, (h, w), 800, 40)).astype(np.float32)
    gain = (
        0.05 * rings
        + 0.09 * noise(rng, (h, w), 260, 9)
        + 0.06 * noise(rng, (h, w), 90, 2.2)
        + 0.03 * noise(rng, (h, w), 30, 1.2)
    )
    for i, top in enumerate(range(0, h, plank)):
        part = gain[top : top + plank]
        part += rng.normal(0, 0.07)
        if i % 2:
            part[:] = np.roll(part, int(rng.integers(w)), axis=1)
        gain[top : top + 2] -= 0.35
        joint = int(rng.integers(w))
        gain[top : top + plank, joint : joint + 2] -= 0.35
    image = _coloured(tone, gain)
    return np.ascontiguousarray(image.transpose(1, 0, 2)) if upright else image


def _neoprene(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    dye = _dye(rng, 34, 70, 0.25)
    gain = 0.03 * noise(rng, shape, 300) + 0.07 * noise(rng, shape, 1.4) + 0.05 * noise(rng, shape, 2.6)
    image = _coloured(dye, gain)
    rim = round(22 * PX)
    cv2.rectangle(
        image, (rim, rim), (shape[1] - rim, shape[0] - rim), tuple(float(v) for v in dye * 0.45), round(3 * PX)
    )
    return image


def _print(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    tile = int(rng.uniform(46, 120) * PX)
    ground = _dye(rng, 150, 225, 0.08)
    motif = np.full((tile, tile, 3), ground, np.uint8)
    inks = [tuple(float(v) for v in _dye(rng, 50, 150, 0.6)) for _ in range(3)]
    kind = int(rng.integers(4))
    half = tile // 2
    if kind == 0:
        for i in range(6):
            at = (round(half + tile * 0.2 * np.cos(i * pi / 3)), round(half + tile * 0.2 * np.sin(i * pi / 3)))
            cv2.circle(motif, at, round(tile * 0.11), inks[i % 2], -1, cv2.LINE_AA)
        cv2.circle(motif, (half, half), round(tile * 0.11), inks[2], -1, cv2.LINE_AA)
    elif kind == 1:
        motif[:half] = motif[:half] * 0.55 + np.array(inks[0]) * 0.45
        motif[:, :half] = motif[:, :half] * 0.55 + np.array(inks[0]) * 0.45
    elif kind == 2:
        motif[:, : tile // 3] = inks[0]
        motif[:, tile // 3 : tile // 3 + max(2, tile // 12)] = inks[1]
    else:
        diamond = np.array([(half, tile // 8), (tile - tile // 5, half), (half, tile - tile // 8), (tile // 5, half)])
        cv2.fillPoly(motif, [diamond.astype(np.int32)], inks[0], cv2.LINE_AA)
        cv2.circle(motif, (half, half), tile // 8, inks[1], -1, cv2.LINE_AA)
    rows, columns = -(-shape[0] // tile), -(-shape[1] // tile)
    flat = np.tile(motif, (rows, columns, 1))[: shape[0], : shape[1]].astype(np.float32)
    gain = 0.03 * noise(rng, shape, 200) + 0.03 * noise(rng, shape, 4, 1.3) + 0.03 * noise(rng, shape, 1.3, 4)
    return np.asarray(np.clip(flat * (1 + gain[..., None]), 0, 255), np.uint8)


def _leather(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    tones = ((40, 58, 96), (30, 34, 44), (46, 40, 96), (60, 66, 50))
    cells = np.abs(noise(rng, shape, 4)) + np.abs(noise(rng, shape, 6, 5))
    gain = 0.05 * noise(rng, shape, 160) - 0.09 * np.exp(-3 * cells) + 0.03 * noise(rng, shape, 1.5)
    return _coloured(np.array(tones[rng.integers(4)], np.float32), np.asarray(gain, np.float32))


def _marble(rng: np.random.Generator, shape: tuple[int, int]) -> Image:
    ground = _dye(rng, 150, 230, 0.05) if rng.random() < 0.6 else _dye(rng, 45, 80, 0.1)
    flow = noise(rng, shape, 260) + 0.5 * noise(rng, shape, 90) + 0.25 * noise(rng, shape, 30)
    veins = np.exp(-24 * np.abs(np.sin(1.6 * flow)))
    gain = 0.06 * noise(rng, shape, 140) - 0.3 * veins + 0.015 * noise(rng, shape, 1.5)
    return _coloured(ground, np.asarray(gain, np.float32))


_MAKE = {
    "cloth": _cloth,
    "wood": _wood,
    "neoprene": _neoprene,
    "print": _print,
    "leather": _leather,
    "marble": _marble,
}
