"""Planar geometry of cards: fitting maps between art and picture, and laying a place of the picture flat."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Gray, Quad

Map = NDArray[np.float64]
"""A (3, 3) projective map of points (x, y, 1)."""


def project(by: Map, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Carry points (N, 2) by a projective map."""
    moved = points @ by[:, :2].T + by[:, 2]
    return np.asarray(moved[:, :2] / moved[:, 2:3])


def between(source: Quad, target: Quad) -> Map:
    """Find the projective map that carries four corners onto four others."""
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), np.float64)


def inverse(by: Map) -> Map:
    """Turn a projective map around."""
    return np.asarray(np.linalg.inv(by), np.float64)


def local_linear(by: Map, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Take the linear part (2, 2) of a projective map about one point: its Jacobian."""
    moved = project(by, at + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    return np.stack([moved[1] - moved[0], moved[2] - moved[0]], axis=1)


def fit_affine(source: NDArray[np.float64], target: NDArray[np.float64], slack: float) -> Map | None:
    """Find the affinity that carries points (N, 2) onto others with least squares, drawn towards a similarity.

    `slack`, in source units, says how far the points must be spread before they may shear the picture: few points
    on a line then give a similarity. None where all points coincide.
    """
    middle, aim = source.mean(axis=0), target.mean(axis=0)
    s, t = source - middle, target - aim
    energy = float((s**2).sum())
    if energy < 1e-6:
        return None
    # similarity [[a, -b], [b, a]] first (Umeyama 1991 without the mirror), then the affine rest, ridge-damped
    a = float((s * t).sum()) / energy
    b = float((s[:, 0] * t[:, 1] - s[:, 1] * t[:, 0]).sum()) / energy
    linear = np.array([[a, -b], [b, a]])
    rest = t - s @ linear.T
    damped = np.linalg.solve(s.T @ s + np.eye(2) * 3 * slack**2, s.T @ rest)
    linear = linear + damped.T
    fitted = np.eye(3)
    fitted[:2, :2] = linear
    fitted[:2, 2] = aim - linear @ middle
    return fitted


def fit_homography(source: NDArray[np.float64], target: NDArray[np.float64]) -> Map | None:
    """Find the homography that carries points (N, 2) onto others with least squares; None where there is none."""
    fitted, _ = cv2.findHomography(source, target, 0)
    # the stubs of OpenCV do not say that there may be none
    return np.asarray(fitted, np.float64) if np.shape(fitted) == (3, 3) else None


class Pyramid:
    """A gray picture with its halvings, from which places are laid flat without aliasing."""

    def __init__(self, gray: Gray) -> None:
        self.gray = gray
        self._levels = [gray]
        while min(self._levels[-1].shape) > 64:
            last = self._levels[-1]
            size = ((last.shape[1] + 1) // 2, (last.shape[0] + 1) // 2)
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))

    def lay_flat(self, quad: Quad, width: int, height: int, margin: int) -> NDArray[np.float32]:
        """Resample a place: `quad` becomes width x height pixels with `margin` more on every side, upright as it is.

        Returns (height + 2 * margin, width + 2 * margin) float32; outside the picture its edge goes on.
        """
        sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
        zoom = min((sides[0] + sides[2]) / (2 * width), (sides[1] + sides[3]) / (2 * height))
        depth = min(max(0, round(np.log2(max(zoom, 1e-6)) - 0.1)), len(self._levels) - 1)
        level = self._levels[depth]
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) + margin - 0.5
        shrunk = (quad + 0.5) * np.array(
            [level.shape[1] / self.gray.shape[1], level.shape[0] / self.gray.shape[0]]
        ) - 0.5
        laid = cv2.warpPerspective(
            level,
            between(flat, shrunk),
            (width + 2 * margin, height + 2 * margin),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(laid, np.float32)
