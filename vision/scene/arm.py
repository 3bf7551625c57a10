"""An arm with a sleeve and a hand, reaching over the table from beyond the picture."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray
from vision.scene.canvas import Canvas
from vision.scene.spec import ArmSpec, SceneSpec
from vision.scene.sprite import Sprite, sprite
from vision.scene.surface import noise
from vision.scene.view import Points, placed

_PX = 1.5
"""Pixels a mm of the arm's sprite."""
_HALF = 110.0
"""Half the width of the sprite, mm: fingertips at its left edge's middle, the sleeve runs to the right."""
_STEP = 200.0

_SKINS = ((150, 180, 225), (125, 160, 208), (96, 132, 180), (64, 92, 136), (44, 62, 96))


def draw_arm(canvas: Canvas, spec: SceneSpec, arm: ArmSpec, owner: int) -> None:
    """The arm and its soft shadow; it is as long as it takes to leave the picture."""
    length = _length(canvas, arm)
    sprite = _arm(arm.seed, length)
    local = np.array([(0.0, -_HALF), (length, -_HALF), (length, _HALF), (0.0, _HALF)])
    outline = placed(arm.x, arm.y, arm.turn, local)
    lamp = np.array(spec.light.lamp)
    fall = (outline.mean(axis=0) - lamp[:2]) / max(lamp[2], 1.0) * arm.z
    _shadow(canvas, spec, sprite, canvas.view.project(outline + fall, 0.0), arm.z)
    canvas.stamp(sprite, canvas.view.project(outline, arm.z), owner)


def _length(canvas: Canvas, arm: ArmSpec) -> float:
    """How long the arm has to be so that its whole end lies outside the picture, mm."""
    w, h = canvas.view.size
    for steps in range(3, 16):
        end = placed(arm.x, arm.y, arm.turn, [(steps * _STEP, -_HALF), (steps * _STEP, _HALF)])
        ends = canvas.view.project(end, arm.z)
        if ((ends < 0) | (ends > [w, h])).any(axis=1).all():
            return steps * _STEP
    return 16 * _STEP


def _shadow(canvas: Canvas, spec: SceneSpec, sprite: Sprite, corners: Points, z: float) -> None:
    w, h = canvas.view.size
    mask = sprite.levels[1][..., 3]
    mh, mw = mask.shape
    source = np.array([(0, 0), (mw, 0), (mw, mh), (0, mh)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners / 4).astype(np.float32))
    small = cv2.warpPerspective(np.ascontiguousarray(mask), matrix, (w // 4, h // 4), flags=cv2.INTER_AREA)
    middle = canvas.view.unproject([(w / 2, h / 2)])[0]
    blur = 0.5 + spec.light.soft * z * canvas.view.scale(float(middle[0]), float(middle[1])) / 4
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), blur), (w, h), interpolation=cv2.INTER_LINEAR)
    canvas.darken(np.asarray(soft, np.uint8), np.array([0, 0]), 0.25 + 0.4 * spec.light.strength)


@lru_cache(maxsize=4)
def _arm(seed: int, length: float) -> Sprite:
    """The arm from above: parts are masks whose distance to their edge gives them a round shape."""
    rng = np.random.default_rng([seed, 0xA44])
    shape = (round(2 * _HALF * _PX), round(length * _PX))
    skin = np.array(_SKINS[rng.integers(len(_SKINS))], float)
    cloth = rng.uniform(30, 215, 3) * rng.uniform(0.5, 1.0)
    image = np.zeros((*shape, 3), np.float32)
    alpha = np.zeros(shape, np.uint8)
    grain = 1 + 0.02 * noise(rng, shape, 3)
    cuff = float(rng.uniform(170, 300))
    lean = float(rng.uniform(-10, 10))
    parts = [(_polygon(shape, [(104, -25), (cuff + 60, -34), (cuff + 60, 34), (104, 25)]), 24.0)]
    for reach, side, bend, thick in ((18, -27, -7, 7.8), (4, -9, -2, 8.4), (0, 10, 2, 8.6), (10, 29, 8, 8.0)):
        knuckle, joint, tip = (84, side), (42 + reach, side + bend * 0.6 + lean * 0.4), (9 + reach, side + bend + lean)
        parts.append((_limb(shape, [knuckle, joint, tip], thick), thick))
    parts.append((_limb(shape, [(118, 26), (88, 48), (60, 52 + lean * 0.5)], 9.5), 9.5))
    palm = [(70, -34), (66, -8), (66, 12), (72, 35), (100, 37), (130, 26), (150, 27), (150, -27), (130, -27), (96, -36)]
    parts.append((_polygon(shape, palm), 13.0))
    _part(image, alpha, parts, skin, grain)
    folds = 1 + 0.10 * noise(rng, shape, 26, 90) + 0.04 * noise(rng, shape, 2.5)
    wide = float(rng.uniform(52, 66))
    edge = 3 * noise(rng, (1, shape[1]), 60)[0]
    along = np.linspace(cuff, length + 20, 40)
    swell = np.interp(along, [cuff, cuff + 120, length], [wide - 8, wide, wide + 26])
    ripple = np.interp(along * _PX, np.arange(shape[1]), edge)
    sleeve = [*zip(along, -swell + ripple, strict=True), *zip(along[::-1], (swell + ripple)[::-1], strict=True)]
    _part(image, alpha, [(_polygon(shape, sleeve), 60.0)], cloth, folds)
    hem = [(cuff - 4, -wide + 6), (cuff + 14, -wide + 5), (cuff + 14, wide - 5), (cuff - 4, wide - 6)]
    _part(image, alpha, [(_polygon(shape, hem), 60.0)], cloth * 0.85, folds)
    return sprite(np.clip(image, 0, 255).astype(np.uint8), alpha, length, 2 * _HALF, gloss=0.02)


def _part(
    image: NDArray[np.float32],
    alpha: Gray,
    shapes: Sequence[tuple[Gray, float]],
    colour: Points,
    grain: NDArray[np.float32],
) -> None:
    """Lay a part on, of shapes that are round within so many mm of their edge and flat inside, lit from one side."""
    mask = np.zeros_like(alpha)
    height = np.zeros(alpha.shape, np.float32)
    for shape, rim in shapes:
        deep = cv2.distanceTransform((shape > 127).astype(np.uint8), cv2.DIST_L2, 3)
        most = max(1.0, min(rim * _PX, float(deep.max())))
        rise = np.sqrt(np.clip(1 - (1 - np.minimum(deep / most, 1)) ** 2, 0, 1)) * most
        np.maximum(height, rise, out=height)
        np.maximum(mask, shape, out=mask)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 2.5), np.float32)
    dx, dy = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.125)
    facing = (1.1 - 0.35 * dx - 0.45 * dy) / np.sqrt(1 + dx * dx + dy * dy)
    shade = np.clip(0.35 + 0.6 * facing, 0.3, 1.15) * grain
    around = cv2.GaussianBlur(mask, (0, 0), 4.0).astype(np.float32)[..., None] / 255
    share = mask.astype(np.float32)[..., None] / 255
    image *= 1 - 0.35 * around
    image *= 1 - share
    image += share * shade[..., None] * colour.astype(np.float32)
    np.maximum(alpha, mask, out=alpha)


def _fixed(points: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
    """Points in mm of the arm as px of its sprite, in the sixteenths that OpenCV draws with."""
    return np.asarray(((np.asarray(points, float) + np.array([0, _HALF])) * _PX * 16).round(), np.int32)


def _polygon(shape: tuple[int, int], outline: Sequence[tuple[float, float]]) -> Gray:
    mask = np.zeros(shape, np.uint8)
    points = _fixed(outline)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
    return mask


def _limb(shape: tuple[int, int], bones: Sequence[tuple[float, float]], radius: float) -> Gray:
    mask = np.zeros(shape, np.uint8)
    points = _fixed(bones)
    cv2.polylines(mask, [points], False, (255,), round(2 * radius * _PX), cv2.LINE_AA, 4)
    return mask
