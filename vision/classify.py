"""Names the card at a known place by how well its edges run along those of each piece of art.

The place is laid flat small, its gradients are made independent of light by their local strength, and every face is
tried at a few sizes and shifts, either way up; the best few are then aligned by an affinity, finer, by inverse
compositional Gauss-Newton (Baker and Matthews 2004). A likeness is the cosine between the two gradient fields.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.frame import Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, Gallery
from vision.rectify import Map, Pyramid, between, project

Field = NDArray[np.float32]
"""Gradients over their local strength, shape (2, height, width): along x, along y."""

_SIZES = np.geomspace(0.84, 1.24, 8)  # width of the art over that of the card: printings reframe it
_COARSE, _COARSE_MARGIN, _REACH = 26, 2, 4  # pixels: width of a card, margin around it, largest shift tried
_FINE, _FINE_MARGIN, _STEPS = 40, 4, 8
_KEPT = 5
_WEIGHT = 40.0  # log-odds for one unit of likeness, and
_NOTHING = 0.36  # the likeness that the best face reaches where none of them lies: both fitted on labelled pictures


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How much a place looks like one face: `score` -1..1, and where its art lies (art pixels to picture pixels).

    `other_way` is the score of the same face lying the other way up: where that is as good, what lies there has no
    upper end, and so is no face.
    """

    face: int
    score: float
    to_image: Map
    other_way: float = -1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """All faces at one size: `size` (width, height), `fields` and `energy` of shape (pixels, 46)."""

    size: tuple[int, int]
    fields: NDArray[np.float32]
    energy: NDArray[np.float32]


class Comparer:
    """Compares places of pictures with all the art of a gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self._templates = [_template(gallery, float(size)) for size in _SIZES]
        self._fine = [_field(_resized(art, _FINE), 1.0, 3.6) for art in gallery.art]
        self._slopes = [_slopes(field) for field in self._fine]

    def compare(self, picture: Pyramid, quad: Quad) -> list[Likeness]:
        """Rank the likeliest faces of what lies at `quad`, best first, either way up; the quad may be a tenth off."""
        flat = picture.lay_flat(quad, _COARSE, _height(_COARSE), _COARSE_MARGIN)
        scores, places = self._search(_field(flat, 0.8, 2.4))
        finer = _field(picture.lay_flat(quad, _FINE, _height(_FINE), _FINE_MARGIN), 1.0, 3.6)
        sides = finer, _turned(finer)
        ranked = []
        for face in np.argsort(-scores.max(axis=0))[:_KEPT]:
            turned = int(scores[:, face].argmax())
            score, placed = self._align(sides[turned], int(face), _start(places[turned, face]))
            ranked.append(Likeness(int(face), score, _to_image(placed, bool(turned), quad)))
        ranked.sort(key=lambda one: -one.score)
        best = ranked[0].face
        turned = 1 - int(scores[:, best].argmax())
        other_way, _ = self._align(sides[turned], best, _start(places[turned, best]))
        return [replace(ranked[0], other_way=other_way), *ranked[1:]]

    def align(self, picture: Pyramid, face: int, to_image: Map) -> Likeness:
        """How much a place looks like one face whose art is believed to lie there already."""
        quad = project(to_image, ART_QUAD)
        field = _field(picture.lay_flat(quad, _FINE, _height(_FINE), _FINE_MARGIN), 1.0, 3.6)
        score, placed = self._align(field, face, _start(np.array([1.0, 0.0, 0.0])))
        return Likeness(face, score, _to_image(placed, False, quad))

    def _search(self, field: Field) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Give the best score of each face upright and turned, (2, 46); its size, shift down and right, (2, 46, 3)."""
        faces = self._templates[0].fields.shape[1]
        best = np.full((2, faces), -1.0, np.float32)
        places = np.zeros((2, faces, 3))
        pad = _REACH + _COARSE // 3
        both = np.pad(np.stack([field, _turned(field)]), ((0, 0), (0, 0), (pad, pad), (pad, pad)))
        there = np.pad(np.ones(field.shape[1:], np.float32), pad)
        energies = [cv2.integral((one**2).sum(axis=0)) for one in both]
        shifts = np.arange(-_REACH, _REACH + 1)
        count = len(shifts)
        for size, template in zip(_SIZES, self._templates, strict=True):
            width, height = template.size
            y = pad + round((field.shape[1] - height) / 2) - _REACH
            x = pad + round((field.shape[2] - width) / 2) - _REACH
            rows, columns = slice(y, y + count), slice(x, x + count)
            seen = sliding_window_view(both, (height, width), axis=(2, 3))[:, :, rows, columns]
            seen = seen.transpose(0, 2, 3, 1, 4, 5).reshape(2 * count**2, -1)
            covered = sliding_window_view(there, (height, width))[rows, columns].reshape(count**2, -1)
            energy = np.stack([_window_sums(one, y, x, height, width, count) for one in energies])
            product = (seen @ template.fields).reshape(2, count**2, faces)
            norm = np.sqrt(np.maximum(energy[:, :, None] * (covered @ template.energy)[None], 1.0))
            score = product / norm
            where = score.argmax(axis=1)
            top = np.take_along_axis(score, where[:, None], axis=1)[:, 0]
            better = top > best
            best[better] = top[better]
            found = np.stack([np.full(where.shape, size), shifts[where // count], shifts[where % count]], axis=-1)
            places[better] = found[better]
        return best, places

    def _align(self, field: Field, face: int, placed: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Give the best score near `placed` ((2, 3), from pixels of the fine art to those of the field), and where."""
        art = self._fine[face].reshape(-1)
        slopes = self._slopes[face]
        size = (_FINE, _height(_FINE))
        stacked = np.ascontiguousarray(field.transpose(1, 2, 0))
        whole = np.ones(field.shape[1:], np.float32)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        best, best_placed = -1.0, placed
        for _ in range(_STEPS + 1):
            seen = cv2.warpAffine(stacked, placed, size, flags=flags).transpose(2, 0, 1).reshape(-1)
            covered = np.tile(cv2.warpAffine(whole, placed, size, flags=flags).reshape(-1) > 0.5, 2)
            art_energy, seen_energy = float(((art * covered) ** 2).sum()), float((seen**2).sum())
            score = float(art @ seen) / float(np.sqrt(art_energy * seen_energy) + 1e-6)
            if score > best:
                best, best_placed = score, placed
            elif score < best - 0.05:
                break
            gain = np.sqrt(seen_energy / (art_energy + 1e-6))
            steep = slopes * covered * gain
            curve = steep @ steep.T
            damping = np.diag([0.0, 0.0, 0.02, 0.02, 0.02, 0.02]) * (np.trace(curve) / 6) + np.eye(6) * 1e-3
            step = np.linalg.solve(curve + damping, steep @ ((seen - gain * art) * covered))
            placed = (np.vstack([placed, [0, 0, 1]]) @ np.linalg.inv(_step_map(step)))[:2]
        return best, best_placed


def posterior(ranked: list[Likeness], support: dict[int, float]) -> tuple[tuple[int, float], ...]:
    """Turn likenesses into (face, probability), best first; the rest to 1 is "none of these".

    `support` is what local features say for a face (`Claim.support`); each one counts as much as 0.035 of likeness.
    """
    if not ranked:
        return ()
    faces = [one.face for one in ranked]
    odds = np.array([_WEIGHT * (one.score + 0.035 * min(support.get(one.face, 0.0), 12.0)) for one in ranked])
    against = _WEIGHT * np.array([_NOTHING, max(one.other_way for one in ranked)])
    most = max(float(odds.max()), float(against.max()))
    share = np.exp(odds - most) / (np.exp(odds - most).sum() + np.exp(against - most).sum())
    return tuple((faces[i], float(share[i])) for i in np.argsort(-share))


def back_likeness(picture: Pyramid, quad: Quad) -> float:
    """How surely a card lies face down at `quad`, 0..1: unlike faces, backs look the same after half a turn.

    So do stripes and grain, which run one way only, and bare ground, which has little contrast: both count as none.
    """
    flat = picture.lay_flat(quad, _FINE, _height(_FINE), 0)
    inner = _field(flat, 1.0, 3.6)[:, 5:-5, 4:-4]
    spread = np.linalg.eigvalsh(np.cov(inner.reshape(2, -1)))
    if spread[0] < 0.35 * spread[1] or float(flat[5:-5, 4:-4].std()) < 15:
        return 0.0
    turned = _turned(inner)
    middle, reach = inner[:, 2:-2, 2:-2], range(5)
    height, width = middle.shape[1:]
    best = max(_cosine(middle, turned[:, y : y + height, x : x + width]) for y in reach for x in reach)
    return float(1 / (1 + np.exp(-40 * (best - 0.58))))


def _cosine(one: Field, other: Field) -> float:
    return float((one * other).sum() / np.sqrt((one**2).sum() * (other**2).sum() + 1e-6))


def _height(width: int) -> int:
    return round(width * ART_HEIGHT / ART_WIDTH)


def _resized(art: NDArray[np.uint8], width: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(art, (width, _height(width)), interpolation=cv2.INTER_AREA), np.float32)


def _field(flat: NDArray[np.float32], blur: float, reach: float) -> Field:
    """Give the gradients of a picture over their root mean square within `reach` pixels."""
    smooth = cv2.GaussianBlur(flat, (0, 0), blur)
    along_x, along_y = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength = np.sqrt(cv2.GaussianBlur(along_x**2 + along_y**2, (0, 0), reach))
    strength += 0.15 * strength.mean() + 1e-3
    return np.stack([along_x / strength, along_y / strength])


def _turned(field: Field) -> Field:
    """Give the field of the same picture turned by half a turn."""
    return np.ascontiguousarray(-field[:, ::-1, ::-1])


def _template(gallery: Gallery, size: float) -> _Template:
    """All faces as fields at one size relative to a coarse card."""
    width = round(_COARSE * size)
    fields = np.stack([_field(_resized(art, width), 0.8, 2.4) for art in gallery.art])
    count = len(fields)
    energy = (fields**2).sum(axis=1).reshape(count, -1).T
    return _Template(
        (width, _height(width)), np.ascontiguousarray(fields.reshape(count, -1).T), np.ascontiguousarray(energy)
    )


def _window_sums(integral: NDArray[np.float64], y: int, x: int, height: int, width: int, count: int) -> Field:
    """Sum over count x count shifted windows of height x width, flattened."""
    low, high = slice(y, y + count), slice(y + height, y + height + count)
    left, right = slice(x, x + count), slice(x + width, x + width + count)
    sums = integral[high, right] - integral[low, right] - integral[high, left] + integral[low, left]
    return np.asarray(sums.reshape(-1), np.float32)


def _slopes(field: Field) -> NDArray[np.float32]:
    """How a fine field of art changes with a shift and a linear map about its middle, (6, pixels)."""
    height, width = field.shape[1:]
    x, y = np.meshgrid((np.arange(width) - width / 2) / width, (np.arange(height) - height / 2) / width)
    across, down = np.gradient(field, axis=2), np.gradient(field, axis=1)
    rows = (across, down, across * x, across * y, down * x, down * y)
    return np.stack(rows).reshape(6, -1).astype(np.float32)


def _step_map(step: NDArray[np.float64]) -> Map:
    """Give the affinity of one Gauss-Newton step, in pixels of the fine art."""
    linear = np.eye(2) + step[2:].reshape(2, 2) / _FINE
    middle = np.array([_FINE / 2, _height(_FINE) / 2])
    moved = np.eye(3)
    moved[:2, :2] = linear
    moved[:2, 2] = step[:2] + middle - linear @ middle
    return moved


def _start(place: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the coarse search put the art, as a (2, 3) map from pixels of the fine art to those of the fine field."""
    size, down, right = place
    width, height, zoom = _FINE, _height(_FINE), _FINE / _COARSE
    return np.array(
        [
            [size, 0, _FINE_MARGIN + (1 - size) * width / 2 + right * zoom],
            [0, size, _FINE_MARGIN + (1 - size) * height / 2 + down * zoom],
        ]
    )


def _to_image(placed: NDArray[np.float64], turned: bool, quad: Quad) -> Map:
    """Give the map from art pixels to picture pixels of a placement in the fine field of a quad."""
    width, height, margin = _FINE, _height(_FINE), _FINE_MARGIN
    art = np.diag([width / ART_WIDTH, height / ART_HEIGHT, 1.0])
    way = np.eye(3)
    if turned:
        way = np.array([[-1.0, 0, width + 2 * margin - 1], [0, -1.0, height + 2 * margin - 1], [0, 0, 1]])
    flat = np.array([[0.0, 0], [width, 0], [width, height], [0, height]]) + margin - 0.5
    return np.asarray(between(flat, quad) @ way @ np.vstack([placed, [0, 0, 1]]) @ art)
