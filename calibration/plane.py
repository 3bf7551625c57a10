"""The table plane as a camera sees it, from nothing but the outlines of equal cards lying on it.

Frames: *pixels* are x right, y down in the picture. *Table millimetres* are x right, y down as seen from above, in the
direction in which the picture shows them; the origin is the point of the table in the middle of the picture. The scale
is nominal: the faces of the first kind of card are taken to be `CARD_WIDTH_MM` wide, since nobody measures their box.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.errors import NoPlane, TooFewCards

CARD_WIDTH_MM = 70.0
"""The width that all lengths in table millimetres are relative to (a tarot card; the true size is not known)."""

MIN_CARDS = 4
USUAL_HEIGHT = 600 / 350
"""Height over width of an ordinary tarot picture: a weak hint where the cards alone leave the focal length open."""

_OUTLIER = 0.12
"""A card whose outline departs by more than this share of its width is left out of the fit."""

_FIRST_STEPS = 8
"""From every starting tilt the fit goes so far; only the best of them is followed to the end."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A homography from pixels to table millimetres, with the height of each kind of card found on the way.

    `to_table` and `to_picture`: float64 (3, 3), inverse to each other. `sizes_mm`: (width, height) for each kind.
    `error`: median departure of the outlines from equal rectangles, as a share of the card's width.
    """

    to_table: NDArray[np.float64]
    to_picture: NDArray[np.float64]
    sizes_mm: dict[str, tuple[float, float]]
    error: float

    def table(self, points: Points) -> Points:
        """Pixels (..., 2) to table millimetres (..., 2)."""
        return project(self.to_table, points)

    def picture(self, points: Points) -> Points:
        """Table millimetres (..., 2) to pixels (..., 2)."""
        return project(self.to_picture, points)


def project(homography: NDArray[np.float64], points: Points) -> Points:
    """Apply a (3, 3) homography to points of shape (..., 2)."""
    flat = np.asarray(points, np.float64)
    lifted = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ homography.T
    return np.asarray(lifted[..., :2] / lifted[..., 2:], np.float64)


def fit_plane(quads: Sequence[Points], kinds: Sequence[str], width: int, height: int) -> Plane:
    """Find the plane on which the outlines `quads` (each (4, 2) pixels: TL, TR, BR, BL) of one kind are congruent.

    The camera is a pinhole with square pixels that looks through the middle of a picture of `width` x `height`
    pixels, so only the focal length and the two angles of the tilt are unknown; a Gauss-Newton fit from several
    starting tilts finds them. Cards that do not lie flat, or whose outline is wrong, are left out one by one.

    Raises TooFewCards with fewer than `MIN_CARDS` outlines, NoPlane where no pose explains most of them.
    """
    if len(quads) < MIN_CARDS:
        raise TooFewCards(
            f"Only {len(quads)} card faces are clear enough to tell how the table lies; at least {MIN_CARDS} are "
            "needed: show the whole table with more light."
        )
    corners = np.asarray(quads, np.float64)
    if np.median(_turning(corners)) < 0:
        raise NoPlane("The picture is mirrored: switch the mirror image of the camera off.")
    kind_of = np.asarray(kinds)
    middle = np.array([width / 2, height / 2])
    reach = float(max(width, height))
    best: tuple[float, NDArray[np.float64]] | None = None
    for tilt, azimuth in [
        (0.02, 0.0),
        *((0.5, k * np.pi / 3) for k in range(6)),
        *((0.9, k * np.pi / 3) for k in range(6)),
    ]:
        start = np.array([0.0, tilt * np.cos(azimuth), tilt * np.sin(azimuth)])
        params = _descend(start, corners, kind_of, middle, reach, _FIRST_STEPS)
        cost = float(np.median(_departures(params, corners, kind_of, middle, reach)))
        if best is None or cost < best[0]:
            best = (cost, params)
    assert best is not None
    params = best[1]
    for _ in range(3):
        kept = _departures(params, corners, kind_of, middle, reach) < _OUTLIER
        if kept.sum() < MIN_CARDS or kept.sum() < len(corners) / 2:
            raise NoPlane(
                "The cards do not seem to lie on one flat table: lay them flat, and check that no picture is cut off."
            )
        params = _descend(params, corners[kept], kind_of[kept], middle, reach)
    departures = _departures(params, corners, kind_of, middle, reach)
    return _scaled(params, corners, kind_of, middle, reach, departures)


def _turning(corners: Points) -> NDArray[np.float64]:
    """Give the sign of the way round each outline (cards, 4, 2) goes: 1 clockwise as seen, -1 in a mirror."""
    across, along = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(np.sign(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]), np.float64)


def _rectifier(params: NDArray[np.float64], middle: NDArray[np.float64], reach: float) -> NDArray[np.float64]:
    """Build K R K^-1: the picture a camera straight above the table would take; `params`: log focal, two tilts."""
    focal = reach * float(np.exp(params[0]))
    axis = np.array([-params[2], params[1], 0.0])
    angle = float(np.hypot(params[1], params[2]))
    cross = np.zeros((3, 3))
    if angle > 1e-12:
        axis = axis / angle
        cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    return np.asarray(camera @ turn @ np.linalg.inv(camera), np.float64)


def _edges(
    params: NDArray[np.float64], corners: Points, middle: NDArray[np.float64], reach: float
) -> tuple[Points, Points, Points]:
    """Give the mean right and down edges of the rectified cards, and what keeps them from being parallelograms."""
    flat = project(_rectifier(params, middle, reach), corners)
    right = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    skew = flat[:, 0] - flat[:, 1] + flat[:, 2] - flat[:, 3]
    return right, down, skew


def _residuals(
    params: NDArray[np.float64], corners: Points, kind_of: NDArray[np.str_], middle: NDArray[np.float64], reach: float
) -> Points:
    """Departures (cards, 5) of each card from the median of its kind: width, height, right angle, parallel sides."""
    right, down, skew = _edges(params, corners, middle, reach)
    wide, high = np.hypot(*right.T), np.hypot(*down.T)
    out = np.empty((len(corners), 5))
    for kind in np.unique(kind_of):
        own = kind_of == kind
        w, h = np.median(wide[own]), np.median(high[own])
        out[own, 0] = (wide[own] - w) / w
        out[own, 1] = (high[own] - h) / h
        out[own, 2] = (right[own] * down[own]).sum(1) / (w * h)
        out[own, 3:] = skew[own] / w / 2
    return out


def _departures(
    params: NDArray[np.float64], corners: Points, kind_of: NDArray[np.str_], middle: NDArray[np.float64], reach: float
) -> Points:
    return np.asarray(np.abs(_residuals(params, corners, kind_of, middle, reach)).max(axis=1), np.float64)


def _descend(
    start: NDArray[np.float64],
    corners: Points,
    kind_of: NDArray[np.str_],
    middle: NDArray[np.float64],
    reach: float,
    steps: int = 25,
) -> NDArray[np.float64]:
    """Gauss-Newton with Huber weights; weak priors hold the focal length and the shape of a card near the usual."""

    def residuals(params: NDArray[np.float64]) -> NDArray[np.float64]:
        right, down, _ = _edges(params, corners, middle, reach)
        tall = np.median(np.hypot(*down.T)) / np.median(np.hypot(*right.T)) / USUAL_HEIGHT - 1
        outlines = _residuals(params, corners, kind_of, middle, reach).ravel()
        return np.append(outlines, [0.02 * params[0], 0.5 * tall])

    def cost(params: NDArray[np.float64]) -> float:
        r = np.abs(residuals(params))
        return float(np.where(r < 0.03, r * r, 0.03 * (2 * r - 0.03)).sum())

    params, damping = start, 1e-4
    now = cost(params)
    for _ in range(steps):
        r = residuals(params)
        jacobian = np.stack([(residuals(params + d) - r) / 1e-5 for d in 1e-5 * np.eye(3)], axis=1)
        weight = 1 / np.maximum(1, np.abs(r) / 0.03)
        normal = jacobian.T @ (jacobian * weight[:, None])
        step = np.linalg.solve(normal + damping * np.eye(3), -jacobian.T @ (weight * r))
        after = params + np.clip(step, -0.3, 0.3)
        after[0] = np.clip(after[0], -1.2, 1.6)
        reached = cost(after)
        if reached < now:
            done = now - reached < 1e-10
            params, now, damping = after, reached, max(damping / 4, 1e-9)
            if done:
                break
        else:
            damping *= 8
            if damping > 1e6:
                break
    return params


def _scaled(
    params: NDArray[np.float64],
    corners: Points,
    kind_of: NDArray[np.str_],
    middle: NDArray[np.float64],
    reach: float,
    departures: Points,
) -> Plane:
    rectifier = _rectifier(params, middle, reach)
    right, down, _ = _edges(params, corners, middle, reach)
    wide, high = np.hypot(*right.T), np.hypot(*down.T)
    kept = departures < _OUTLIER
    first = kind_of[0]
    scale = CARD_WIDTH_MM / float(
        np.median(wide[kept & (kind_of == first)] if (kept & (kind_of == first)).any() else wide)
    )
    sizes = {
        str(kind): (
            float(np.median(wide[kept & (kind_of == kind)]) * scale),
            float(np.median(high[kept & (kind_of == kind)]) * scale),
        )
        for kind in np.unique(kind_of[kept])
    }
    origin = project(rectifier, middle)
    to_table = np.array([[scale, 0, -scale * origin[0]], [0, scale, -scale * origin[1]], [0, 0, 1]]) @ rectifier
    back = np.asarray(np.linalg.inv(to_table), np.float64)
    return Plane(to_table, back, sizes, float(np.median(departures[kept])))
