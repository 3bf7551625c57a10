"""The pinhole camera over the table: from table millimetres to pixels and back.

Pixel coordinates are OpenCV's: whole numbers are the middles of pixels.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.scene.spec import ViewSpec

Matrix = NDArray[np.float64]
"""A 3 x 3 or 3 x 4 matrix, float64."""

Points = NDArray[np.float64]
"""Points, shape (N, 2) or (N, 3), float64."""


@dataclass(frozen=True)
class View:
    """A ViewSpec for a picture of `size` (width, height) pixels."""

    spec: ViewSpec
    size: tuple[int, int]

    @cached_property
    def eye(self) -> Points:
        """The camera's place (3,), mm in the table frame, z up."""
        s, tilt, azimuth = self.spec, radians(self.spec.tilt), radians(self.spec.azimuth)
        back = np.array([-sin(azimuth) * sin(tilt), cos(azimuth) * sin(tilt), cos(tilt)])
        return np.asarray(np.array([*s.target, 0.0]) + s.distance * back, dtype=np.float64)

    @cached_property
    def axes(self) -> Matrix:
        """Rows: the picture's right, down and forward directions in the table frame (z up)."""
        tilt, azimuth, roll = radians(self.spec.tilt), radians(self.spec.azimuth), radians(self.spec.roll)
        forward = np.array([sin(azimuth) * sin(tilt), -cos(azimuth) * sin(tilt), -cos(tilt)])
        right = np.array([cos(azimuth), sin(azimuth), 0.0])
        down = np.array([-sin(azimuth) * cos(tilt), cos(azimuth) * cos(tilt), -sin(tilt)])
        turned = (cos(roll) * right + sin(roll) * down, cos(roll) * down - sin(roll) * right, forward)
        return np.asarray(turned, dtype=np.float64)

    @cached_property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.size[0] / 2 / tan(radians(self.spec.fov) / 2)

    @property
    def middle(self) -> tuple[float, float]:
        """The pixel at which the camera looks straight ahead."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    @cached_property
    def projection(self) -> Matrix:
        """3 x 4: homogeneous table mm to homogeneous pixels (Hartley & Zisserman, Multiple View Geometry, eq. 6.8)."""
        inner = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1]])
        return np.asarray(inner @ np.c_[self.axes, -self.axes @ self.eye], dtype=np.float64)

    def plane(self, z: float = 0.0) -> Matrix:
        """3 x 3: table mm on the plane at height `z` to pixels."""
        p = self.projection
        return np.asarray(np.c_[p[:, 0], p[:, 1], p[:, 2] * z + p[:, 3]], dtype=np.float64)

    def project(self, points: ArrayLike, z: float | None = None) -> Points:
        """Pixels (N, 2) of table points (N, 3), or of (N, 2) points at height `z`."""
        p = np.atleast_2d(np.asarray(points, dtype=np.float64))
        if p.shape[1] == 2:
            p = np.c_[p, np.full(len(p), z or 0.0)]
        q = np.c_[p, np.ones(len(p))] @ self.projection.T
        return np.asarray(q[:, :2] / q[:, 2:], dtype=np.float64)

    def unproject(self, pixels: ArrayLike, z: float = 0.0) -> Points:
        """Table mm (N, 2) on the plane at height `z` that pixels (N, 2) show."""
        p = np.atleast_2d(np.asarray(pixels, dtype=np.float64))
        q = np.c_[p, np.ones(len(p))] @ np.linalg.inv(self.plane(z)).T
        return np.asarray(q[:, :2] / q[:, 2:], dtype=np.float64)

    def rays(self, pixels: ArrayLike) -> Points:
        """Unit directions (N, 3) in the table frame in which pixels (N, 2) look."""
        p = np.atleast_2d(np.asarray(pixels, dtype=np.float64))
        local = np.c_[(p - np.array(self.middle)) / self.focal, np.ones(len(p))]
        rays = local @ self.axes
        return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), dtype=np.float64)

    def scale(self, x: float, y: float, z: float = 0.0) -> float:
        """Pixels per mm about a point, the geometric mean over directions on the table."""
        at = self.project([(x, y), (x + 1, y), (x, y + 1)], z)
        u, v = at[1] - at[0], at[2] - at[0]
        return float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))


def placed(x: float, y: float, turn: float, outline: ArrayLike) -> Points:
    """An outline (N, 2) in mm of its own frame, turned clockwise by `turn` degrees and moved to (x, y)."""
    c, s = cos(radians(turn)), sin(radians(turn))
    points = np.asarray(outline, dtype=np.float64)
    return np.asarray(points @ np.array([[c, s], [-s, c]]) + np.array([x, y]), dtype=np.float64)


def rectangle(width: float, height: float) -> Points:
    """The corners TL, TR, BR, BL of a rectangle about its own centre, mm."""
    w, h = width / 2, height / 2
    return np.array([(-w, -h), (w, -h), (w, h), (-w, h)], dtype=np.float64)


def fitted(spec: ViewSpec, points: ArrayLike, size: tuple[int, int], margin: float = 0.03) -> ViewSpec:
    """The view of the same direction and lens that just shows all `points` (N, 3) mm; margin in picture heights."""
    width, height = size
    gap = margin * height
    for _ in range(40):
        view = View(spec, size)
        seen = view.project(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        growth = max((high[0] - low[0]) / (width - 2 * gap), (high[1] - low[1]) / (height - 2 * gap))
        target = view.unproject([(low + high) / 2])[0]
        spec = ViewSpec(
            (float(target[0]), float(target[1])),
            spec.distance * float(growth),
            spec.tilt,
            spec.azimuth,
            spec.roll,
            spec.fov,
        )
    return spec
