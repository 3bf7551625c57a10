"""The Crystal Ball: a glass sphere through which rays are followed (Snell, Schlick), its bright spot and shadow."""

import cv2
import numpy as np

from vision.frame import Image
from vision.scene.canvas import Canvas
from vision.scene.printing import printing
from vision.scene.spec import BallSpec, SceneSpec
from vision.scene.things import circle
from vision.scene.truth import Point
from vision.scene.view import Points, View, placed

_INDEX = 1.5
"""The refractive index of glass."""


def outline(view: View, ball: BallSpec) -> tuple[Point, float]:
    """The ball's centre and radius in px, as the circle of the same area as its outline."""
    center = np.array([ball.x, ball.y, ball.z + ball.radius])
    x, y = view.project([center])[0]
    depth = float((center - view.eye) @ view.axes[2])
    return (float(x), float(y)), ball.radius * view.focal / depth


def draw_ball(canvas: Canvas, spec: SceneSpec, ball: BallSpec, owner: int) -> None:
    """The ball with its shadow and the light it gathers; what lies under it shows through it, turned over."""
    foot = placed(ball.x, ball.y, 0.0, circle(ball.radius * 0.4))
    canvas.shade(canvas.view.project(foot, ball.z), 0.3, 0.2 * ball.radius * canvas.view.scale(ball.x, ball.y, ball.z))
    under = canvas.image.copy()
    _shadow(canvas, spec, ball)
    center, radius = outline(canvas.view, ball)
    low = np.floor(np.array(center) - radius * 1.15).astype(int) - 1
    side = int(2.3 * radius) + 4
    fine = np.stack(np.meshgrid(np.arange(2 * side), np.arange(2 * side)), axis=-1).reshape(-1, 2)
    pixels = low + (fine - 0.5) / 2
    colour, alpha = _glass(canvas.view, under, spec, ball, pixels)
    patch = np.c_[colour * alpha[:, None], 255 * alpha].reshape(2 * side, 2 * side, 4).astype(np.float32)
    small = np.clip(cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA), 0, 255).astype(np.uint8)
    canvas.whole[owner] = int(np.count_nonzero(small[..., 3] > 127))
    canvas.lay(small, low, owner, 0.0)


def _shadow(canvas: Canvas, spec: SceneSpec, ball: BallSpec) -> None:
    lamp = np.array(spec.light.lamp)
    away = np.array([ball.x, ball.y]) - lamp[:2]
    fall = away / max(lamp[2], 1.0) * ball.radius
    scale = canvas.view.scale(ball.x, ball.y, ball.z)
    size = ball.radius * scale
    dark = placed(ball.x + fall[0], ball.y + fall[1], 0.0, circle(ball.radius * 0.95))
    canvas.shade(canvas.view.project(dark, ball.z), 0.55 * spec.light.strength + 0.1, 0.16 * size)
    bright = placed(ball.x + 1.25 * fall[0], ball.y + 1.25 * fall[1], 0.0, circle(ball.radius * 0.34))
    canvas.shade(canvas.view.project(bright, ball.z), -1.6 * spec.light.strength, 0.1 * size)


def _glass(view: View, under: Image, spec: SceneSpec, ball: BallSpec, pixels: Points) -> tuple[Points, Points]:
    """Colours (N, 3) and coverage (N,) of the rays through pixels (N, 2)."""
    rays = view.rays(pixels)
    center = np.array([ball.x, ball.y, ball.z + ball.radius])
    to_center = center - view.eye
    along = rays @ to_center
    gap = along**2 - (to_center @ to_center - ball.radius**2)
    hit = gap > 0
    near = np.where(hit, along - np.sqrt(np.maximum(gap, 0)), along)
    entry = view.eye + rays * near[:, None]
    normal = (entry - center) / np.linalg.norm(entry - center, axis=1, keepdims=True)
    cosine = np.clip(-(rays * normal).sum(axis=1), 0.0, 1.0)
    inside = _refract(rays, normal, cosine, 1 / _INDEX)
    chord = -2 * ((entry - center) * inside).sum(axis=1)
    leave = entry + inside * chord[:, None]
    back = (center - leave) / ball.radius
    out = _refract(inside, back, np.clip(-(inside * back).sum(axis=1), 0, 1), _INDEX)
    seen = _below(view, under, spec, leave, out, ball.z)
    mirrored = rays + 2 * cosine[:, None] * normal
    fresnel = (0.04 + 0.96 * (1 - cosine) ** 5)[:, None]
    tint = np.array(printing(spec.printing).ball, float) / 255
    return seen * tint * (1 - fresnel) + _room(spec, mirrored, entry) * fresnel, hit.astype(float)


def _refract(rays: Points, normal: Points, cosine: Points, ratio: float) -> Points:
    """Directions after passing a surface, Snell's law in vector form; total reflection counts as grazing."""
    rest = np.sqrt(np.maximum(1 - ratio**2 * (1 - cosine**2), 0))
    out = ratio * rays + (ratio * cosine - rest)[:, None] * normal
    return np.asarray(out / np.linalg.norm(out, axis=1, keepdims=True))


def _below(view: View, under: Image, spec: SceneSpec, start: Points, rays: Points, z: float) -> Points:
    """What rays show that leave the ball: the picture so far where they meet the table, else the room."""
    down = rays[:, 2] < -0.02
    reach = np.where(down, (z - start[:, 2]) / np.minimum(rays[:, 2], -0.02), 0.0)
    at = view.project((start + rays * np.maximum(reach, 0)[:, None])[:, :2], z).astype(np.float32)
    xs, ys = np.ascontiguousarray(at[:, :1]), np.ascontiguousarray(at[:, 1:])
    table = cv2.remap(under, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    near = np.exp(-np.linalg.norm(rays[:, :2] * reach[:, None], axis=1) / 90)[:, None]
    return np.where(down[:, None], table * (0.45 + 0.55 * near), _room(spec, rays, start))


def _room(spec: SceneSpec, rays: Points, start: Points) -> Points:
    """The room that a ball mirrors: dim walls, brighter above, a window, and the lamp."""
    up = np.clip(rays[:, 2:], -1, 1)
    walls = (34 + 130 * np.maximum(up, 0)) * np.array(spec.light.room)
    angle = np.degrees(np.arctan2(rays[:, 1], rays[:, 0]))
    window = (np.abs(angle + 150 - (spec.printing % 5) * 20) < 24) & (up[:, 0] > 0.15) & (up[:, 0] < 0.62)
    pane = window & (np.abs(np.abs(angle + 150 - (spec.printing % 5) * 20) - 1.0) > 1.5)
    walls = np.where(pane[:, None], 900.0, walls)
    to_lamp = np.array(spec.light.lamp) - start
    to_lamp /= np.linalg.norm(to_lamp, axis=1, keepdims=True)
    off = np.degrees(np.arccos(np.clip((rays * to_lamp).sum(axis=1), -1, 1)))
    return np.asarray(walls + 6000 * spec.light.strength * np.exp(-((off / 7) ** 2))[:, None])
