"""Turns a face into a crop as a camera and a slightly wrong outline would give it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.faces import H, Rng, W, colour
from vision.frame import Image
from vision.namer import CROP_SIZE, MARGIN

CW, CH = CROP_SIZE[0] * 3 // 2, CROP_SIZE[1] * 3 // 2
"""Pixels of the canvas on which a crop is put together, before the lens."""

Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Hardship:
    """How hard crops are: `jitter` of the outline in card widths, `cover` how likely things lie on it, `lens` 0..1."""

    jitter: float = 0.06
    cover: float = 1.0
    lens: float = 1.0


_FACE = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32)


def _corners() -> Image:
    alpha = np.zeros((H, W), np.uint8)
    r = 6
    cv2.rectangle(alpha, (r, 0), (W - r, H), (255,), -1)
    cv2.rectangle(alpha, (0, r), (W, H - r), (255,), -1)
    for x in (r, W - r):
        for y in (r, H - r):
            cv2.circle(alpha, (x, y), r, (255,), -1, cv2.LINE_AA)
    return alpha


_ALPHA = _corners()


def snapshot(
    rng: Rng, face: Image | None, others: tuple[Image, ...], table: Image, hard: Hardship, aside: bool = False
) -> Image:
    """A crop, CROP_SIZE BGR, of a face lying upright among others on a table; `aside`: the outline misses the card."""
    canvas = _ground(rng, table)
    outline = _outline(rng, hard.jitter)
    if aside:
        outline = _missed(rng, outline)
    over = outline[1] - outline[0], outline[3] - outline[0]
    if others and rng.random() < (0.9 if aside else 0.45):
        for direction in rng.permutation(4)[: int(rng.integers(1, 4))]:
            gap = rng.uniform(1.02, 1.25)
            shift = (over[0], -over[0], over[1], -over[1])[direction] * gap + rng.normal(0, 2, 2)
            _put(canvas, others[rng.integers(len(others))], outline + shift.astype(np.float32))
    if others and face is not None and rng.random() < 0.2:
        slip = rng.normal(0, 0.05, 2) * CW
        _put(canvas, others[rng.integers(len(others))], (outline + slip).astype(np.float32))
    if face is not None:
        _shadow(rng, canvas, outline)
        _put(canvas, face, outline)
    _things(rng, canvas, outline, others, hard.cover)
    return _seen(rng, _lit(rng, canvas, hard.cover), hard.lens)


def _ground(rng: Rng, table: Image) -> Image:
    h, w = table.shape[:2]
    side = rng.uniform(0.15, 1.0) * min(h, w)
    x, y = rng.uniform(0, w - side), rng.uniform(0, h - side)
    cut = table[int(y) : int(y + side) + 1, int(x) : int(x + side) + 1]
    ground = np.asarray(cv2.resize(cut, (CW, CH), interpolation=cv2.INTER_LINEAR), np.uint8)
    gain = rng.uniform(0.5, 1.3) * rng.uniform(0.85, 1.15, 3)
    return np.asarray(np.clip(ground * gain, 0, 255), np.uint8)


def _outline(rng: Rng, jitter: float) -> Points:
    """Where the card really lies on the canvas, which is where the given outline is, widened by MARGIN."""
    size = np.array([CW, CH]) / MARGIN
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    turn = rng.normal(0, jitter * 0.6)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    grow = np.exp(rng.normal(0, jitter * 0.6) + rng.normal(0, jitter * 0.4, 2))
    points = (unit * size * grow) @ spin.T
    points += np.clip(rng.normal(0, jitter * 0.6, 2), -0.1, 0.1) * size[0]
    points += np.clip(rng.normal(0, jitter * 0.4, (4, 2)), -0.1, 0.1) * size[0]
    return np.asarray(points + np.array([CW, CH]) / 2, np.float32)


def _missed(rng: Rng, outline: Points) -> Points:
    """An outline that no card lies in: half a card off or more, lying across, or far too large or small."""
    middle = np.array([CW, CH]) / 2
    kind = rng.integers(4)
    if kind <= 1:
        off = rng.uniform(0.45, 0.75) * (CW, CH)[kind] * rng.choice([-1, 1])
        shift = np.array([off, rng.normal(0, 0.15) * CH] if kind == 0 else [rng.normal(0, 0.15) * CW, off])
        return np.asarray(outline + shift, np.float32)
    if kind == 2:
        around = outline - middle
        return np.asarray(np.stack([-around[:, 1], around[:, 0]], 1) * rng.uniform(0.7, 1.1) + middle, np.float32)
    size = rng.uniform(0.3, 0.5) if rng.random() < 0.5 else rng.uniform(2.2, 4.0)
    shift = rng.uniform(-0.3, 0.3, 2) * np.array([CW, CH]) * size
    return np.asarray((outline - middle) * size + middle + shift, np.float32)


def _put(canvas: Image, face: Image, outline: Points) -> None:
    matrix = cv2.getPerspectiveTransform(_FACE, outline)
    flat = cv2.warpPerspective(face, matrix, (CW, CH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(_ALPHA, matrix, (CW, CH), flags=cv2.INTER_LINEAR)
    canvas[:] = cv2.convertScaleAbs(cv2.blendLinear(flat, canvas, alpha / np.float32(255), 1 - alpha / np.float32(255)))


def _blend(canvas: Image, mask: Image, fill: tuple[int, int, int], share: float) -> None:
    weight = mask.astype(np.float32) * np.float32(share / 255)
    canvas[:] = (canvas + (np.array(fill, np.float32) - canvas) * weight[..., None]).astype(np.uint8)


def _shadow(rng: Rng, canvas: Image, outline: Points) -> None:
    if rng.random() < 0.5:
        mask = np.zeros((CH, CW), np.uint8)
        shifted = outline + rng.normal(0, 2.5, 2)
        cv2.fillConvexPoly(mask, shifted.round().astype(np.int32), (255,))
        _blend(canvas, np.asarray(cv2.blur(mask, (5, 5)), np.uint8), (0, 0, 0), rng.uniform(0.1, 0.6))


def _things(rng: Rng, canvas: Image, outline: Points, others: tuple[Image, ...], cover: float) -> None:
    width = float(np.linalg.norm(outline[1] - outline[0]))
    low, high = outline.min(0), outline.max(0)
    if others and rng.random() < 0.12 * cover:
        share, side = rng.uniform(0.05, 0.4), rng.integers(4)
        axis = (outline[1] - outline[0], outline[3] - outline[0])[side % 2]
        shift = axis * (1 - share) * (1 if side < 2 else -1)
        _put(canvas, others[rng.integers(len(others))], np.asarray(outline + shift, np.float32))
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.72, 0.2, 0.06, 0.02]) if cover else 0)):
        at = rng.uniform(low, high)
        _disc(rng, canvas, (float(at[0]), float(at[1])), width * rng.uniform(0.13, 0.2))
    if rng.random() < 0.12 * cover:
        at = rng.uniform(low + 0.2 * (high - low), high - 0.2 * (high - low))
        _ball(rng, canvas, (float(at[0]), float(at[1])), width * rng.uniform(0.22, 0.36))
    if rng.random() < 0.08 * cover:
        _hand(rng, canvas)


def _disc(rng: Rng, canvas: Image, at: tuple[float, float], radius: float) -> None:
    """A Fate token: a round piece with a sign, and its shadow."""
    x, y, r = round(at[0]), round(at[1]), round(radius)
    tall = max(2, round(radius * rng.uniform(0.75, 1.0)))
    mask = np.zeros((CH, CW), np.uint8)
    cv2.ellipse(mask, (x + 2, y + 2), (r, tall), 0, 0, 360, (255,), -1)
    _blend(canvas, mask, (0, 0, 0), 0.35)
    fill, ink = colour(rng, 15, 230, 0.8), colour(rng, 15, 250, 0.5)
    cv2.ellipse(canvas, (x, y), (r, tall), 0, 0, 360, fill, -1, cv2.LINE_AA)
    if rng.random() < 0.8:
        cv2.ellipse(canvas, (x, y), (max(1, r - 3), max(1, tall - 3)), 0, 0, 360, ink, 1, cv2.LINE_AA)
        angles = rng.uniform(0, 6) + np.arange(int(rng.integers(3, 6))) * 2 * np.pi / 4
        sign = np.stack([x + r * 0.5 * np.cos(angles), y + tall * 0.5 * np.sin(angles)], 1)
        cv2.polylines(canvas, [sign.round().astype(np.int32)], True, ink, int(rng.integers(1, 3)), cv2.LINE_AA)


def _ball(rng: Rng, canvas: Image, at: tuple[float, float], radius: float) -> None:
    """A glass ball: what lies under it upside down and small, a dark rim, a light."""
    x, y, r = round(at[0]), round(at[1]), max(4, round(radius))
    view = np.asarray(cv2.resize(canvas, (2 * r, 2 * r), interpolation=cv2.INTER_AREA)[::-1, ::-1], np.float32)
    yy, xx = np.ogrid[-r:r, -r:r]
    far = np.sqrt(xx * xx + yy * yy) / r
    view = view * (1.1 - 0.6 * far**4)[..., None] * rng.uniform(0.5, 1.1) + rng.uniform(0, 50)
    spot = np.exp(-((xx + r * rng.uniform(-0.5, 0.5)) ** 2 + (yy + r * rng.uniform(0, 0.6)) ** 2) / (0.02 * r * r + 1))
    view = np.clip(view + spot[..., None] * 255, 0, 255)
    x0, y0, x1, y1 = max(0, x - r), max(0, y - r), min(CW, x + r), min(CH, y + r)
    if x0 >= x1 or y0 >= y1:
        return
    cut = (slice(y0 - y + r, y1 - y + r), slice(x0 - x + r, x1 - x + r))
    inside = (far[cut] < 1)[..., None]
    canvas[y0:y1, x0:x1] = np.where(inside, view[cut], canvas[y0:y1, x0:x1])


def _hand(rng: Rng, canvas: Image) -> None:
    """Fingers or a sleeve from one side, over up to about 40 % of the crop."""
    tones = ((150, 180, 225), (110, 150, 205), (70, 100, 150), (40, 60, 90))
    skin = tones[rng.integers(4)] if rng.random() < 0.75 else colour(rng)
    side, reach = rng.integers(4), rng.uniform(0.15, 0.5)
    span = CW if side % 2 else CH
    depth = (CH if side % 2 else CW) * reach
    middle = rng.uniform(0, span)
    for i in range(int(rng.integers(1, 5))):
        a, b = middle + i * 14, depth * rng.uniform(0.7, 1.1)
        tip, root = (b, a), (-10.0, a + rng.normal(0, 15))
        if side in (2, 3):
            tip, root = ((CW, CH)[side % 2] - b, a), ((CW, CH)[side % 2] + 10.0, root[1])
        ends = [(p[1], p[0]) if side % 2 else p for p in (tip, root)]
        (x0, y0), (x1, y1) = ends
        shade = tuple(int(c * rng.uniform(0.8, 1.1)) for c in skin)
        cv2.line(canvas, (round(x0), round(y0)), (round(x1), round(y1)), shade, int(rng.integers(11, 22)), cv2.LINE_AA)


_GRID = np.stack(np.meshgrid(np.linspace(-1, 1, CW), np.linspace(-1, 1, CH)), -1).astype(np.float32)


def _lit(rng: Rng, canvas: Image, cover: float) -> NDArray[np.float32]:
    """Light falling off to one side, the edge of a shadow, a blob of glare."""
    out = canvas.astype(np.float32)
    slope = rng.normal(0, 0.12, 2).astype(np.float32)
    out *= (1 + _GRID @ slope)[..., None]
    if rng.random() < 0.2 * cover:
        normal = rng.normal(0, 1, 2)
        normal = (normal / np.linalg.norm(normal)).astype(np.float32)
        soft = rng.uniform(1.5, 20)
        edge = 1 / (1 + np.exp(np.clip(-(_GRID @ normal - rng.uniform(-0.8, 0.8)) * soft, -30, 30)))
        out *= (1 - rng.uniform(0.15, 0.65) * edge)[..., None]
    if rng.random() < 0.2 * cover:
        near = (_GRID - rng.uniform(-1.2, 1.2, 2)) / rng.uniform(0.25, 1.5, 2)
        blob = np.exp(-((near**2).sum(-1) ** rng.uniform(0.7, 1.6)))
        out += (blob * rng.uniform(40, 260))[..., None].astype(np.float32)
    elif rng.random() < 0.2 * cover:
        veil = rng.uniform(0, 70)
        out = out * (1 - veil / 300) + veil
    return out


def _seen(rng: Rng, scene: NDArray[np.float32], lens: float) -> Image:
    """What lens and chip make of it: exposure, white balance, the true size in the picture, blur, noise, JPEG."""
    exposure = np.exp(rng.normal(0, 0.28 * lens)) * np.exp(rng.normal(0, 0.08 * lens, 3))
    contrast = np.exp(rng.normal(0, 0.15 * lens))
    scene = ((scene * exposure.astype(np.float32) - 110) * np.float32(contrast)) + 110
    width = float(np.exp(rng.uniform(np.log(30), np.log(220)))) if rng.random() < 0.6 else float(rng.uniform(45, 110))
    squeeze = rng.uniform(0.5, 1.0) if rng.random() < 0.4 * lens else 1.0
    tall = width * CH / CW
    w, h = (width * squeeze, tall) if rng.random() < 0.5 else (width, tall * squeeze)
    w, h = max(16, min(CW, round(w))), max(28, min(CH, round(h)))
    small = cv2.resize(np.clip(scene, 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_AREA)
    grain = w / width
    if rng.random() < 0.5 * lens:
        sigma = rng.uniform(0.3, 2.2) * min(1.0, grain * squeeze)
        small = cv2.GaussianBlur(small, (0, 0), max(sigma, 0.2))
    if rng.random() < 0.25 * lens:
        length = max(2, round(rng.uniform(2, 10) * grain))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        tip = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        ends = [(round(float(length + s * tip[0])), round(float(length + s * tip[1]))) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], (1.0,), 1)
        small = cv2.filter2D(small, -1, kernel / kernel.sum())
    if rng.random() < 0.7 * lens:
        noise = rng.standard_normal(small.shape[:2], np.float32)[..., None] * np.float32(rng.gamma(1.5, 3.5))
        small = np.clip(small + noise, 0, 255).astype(np.uint8)
    pixels = np.asarray(small, np.uint8)
    if rng.random() < 0.35 * lens:
        quality = int(rng.integers(35, 95))
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    how = cv2.INTER_AREA if w > CROP_SIZE[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, CROP_SIZE, interpolation=how), np.uint8)
