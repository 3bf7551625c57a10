"""What lamp, room, lens and chip do to the colours of a table."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray, Image
from vision.scene.spec import LightSpec, SensorSpec
from vision.scene.view import View

_COARSE = 8
"""Light is worked out on a grid this many pixels wide."""

Map = NDArray[np.float32]


@lru_cache(maxsize=2)
def _maps(view: View, light: LightSpec, vignette: float) -> tuple[Map, Map]:
    """The light (H, W, 3) as gains and the mirrored lamp (H, W) 0..1, on a flat table.

    Lambert's cosine over a point lamp's inverse square for the light, a Gaussian lobe about the mirror direction for
    the glare, the fourth power of the cosine for the vignette.
    """
    w, h = view.size
    xs, ys = np.meshgrid(np.linspace(0, w, w // _COARSE), np.linspace(0, h, h // _COARSE))
    pixels = np.c_[xs.ravel(), ys.ravel()]
    rays = view.rays(pixels)
    reach = -view.eye[2] / np.minimum(rays[:, 2], -0.05)
    points = view.eye + rays * reach[:, None]
    lamp = np.array(light.lamp)
    to_lamp = lamp - points
    far = np.linalg.norm(to_lamp, axis=1)
    direct = np.maximum(to_lamp[:, 2], 0) / far**3
    direct *= np.linalg.norm(lamp) ** 3 / max(lamp[2], 1.0)
    direct = 0.4 + 0.6 * np.minimum(direct, 3.0)
    lit = light.strength * direct[:, None] * np.array(light.tint) + (1 - light.strength) * np.array(light.room)
    lit /= lit.mean()
    cosine = rays @ view.axes[2]
    lit *= light.exposure * (1 - vignette * (1 - cosine**4) / (1 - _corner(view) ** 4))[:, None]
    mirror = rays * np.array([1, 1, -1])
    off = np.degrees(np.arccos(np.clip((mirror * to_lamp).sum(axis=1) / far, -1, 1)))
    spot = light.glare * (
        np.exp(-0.5 * (off / light.glare_deg) ** 2) + 0.12 * np.exp(-0.5 * (off / (3 * light.glare_deg)) ** 2)
    )
    shape = xs.shape
    big = cv2.resize(lit.reshape(*shape, 3).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    shine = cv2.resize(spot.reshape(shape).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    return np.asarray(big, np.float32), np.asarray(shine, np.float32)


def _corner(view: View) -> float:
    """The cosine between the optical axis and the picture's corner."""
    return float((view.rays([(0.0, 0.0)]) @ view.axes[2])[0])


def lit(image: Image, gloss: Gray, view: View, light: LightSpec, sensor: SensorSpec) -> Image:
    """The colours (H, W, 3) under the light, as the lens passes them on."""
    gains, shine = _maps(view, light, sensor.vignette)
    bright = cv2.multiply(image.astype(np.float32), gains)
    if light.glare > 0:
        bright = bright + (gloss * shine)[..., None]
    return np.asarray(cv2.convertScaleAbs(bright), np.uint8)


@lru_cache(maxsize=1)
def _grain() -> NDArray[np.int8]:
    """Noise of spread 16 for all pictures to cut from, (1200, 2200, 3): mostly grey, partly coloured."""
    gray = np.random.default_rng(16).standard_normal((1200, 2200), dtype=np.float32)
    small = np.asarray(np.clip(12.5 * gray, -60, 60), np.int8)
    return np.stack([small // 4 * 3 + np.roll(small, (331 * k + 97, 577 * k + 61), (0, 1)) for k in range(3)], axis=-1)


def exposed(image: Image, sensor: SensorSpec) -> Image:
    """The picture that a camera delivers: blurred, noisy, with its own contrast and colours, through JPEG."""
    if sensor.blur > 0:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sensor.blur), np.uint8)
    if sensor.saturation != 1.0:
        gray = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        image = np.asarray(cv2.addWeighted(image, sensor.saturation, gray, 1 - sensor.saturation, 0), np.uint8)
    if sensor.contrast != 1.0:
        image = np.asarray(
            cv2.convertScaleAbs(image, alpha=sensor.contrast, beta=116 * (1 - sensor.contrast)), np.uint8
        )
    if sensor.noise > 0:
        image = _noisy(image, sensor)
    if sensor.quality < 100:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def _noisy(image: Image, sensor: SensorSpec) -> Image:
    rng = np.random.default_rng([sensor.seed, 0x0157])
    h, w = image.shape[:2]
    grain = _grain()
    out = image
    rows, columns = -(-h // 1080), -(-w // 1920)
    if rows > 1 or columns > 1:
        grain = np.tile(grain, (rows, columns, 1))
    y, x = int(rng.integers(grain.shape[0] - h)), int(rng.integers(grain.shape[1] - w))
    part = grain[y : y + h, x : x + w]
    if rng.random() < 0.5:
        part = part[:, ::-1]
    if rng.random() < 0.5:
        part = part[::-1]
    scaled = cv2.addWeighted(
        out.astype(np.int16), 1.0, np.ascontiguousarray(part).astype(np.int16), sensor.noise / 16, 0, dtype=cv2.CV_16S
    )
    return np.clip(scaled, 0, 255).astype(np.uint8)
