"""Finds cards in a whole picture: which art lies where, from local features that agree on one placement.

Every feature of the picture that resembles one of the art votes for a placement of that face (Lowe 2004, section 7);
votes that agree are fitted by a similarity, an affinity and, with enough of them, a homography.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, Features, Gallery
from vision.rectify import fit_affine, fit_homography, local_linear, project

ART_CENTER = np.array([ART_WIDTH / 2, ART_HEIGHT / 2])

_CHUNK = 256
_LOOSE, _TIGHT = 0.12, 0.045  # how far a match may lie from where the placement puts it, in card widths
_SIDES = 0.33, 3.0  # width over height of a card seen obliquely, at most and at least, relative to that of the art
_MIN_WIDTH = 18.0


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Features of a picture beside their likeness in the art.

    `query`, `ref`: (N,) indices of features. `face`: (N,). `ratio`: (N,) distance over that to the best other face.
    `center`: (N, 2) pixels where the match puts the centre of the art. `width`: (N,) pixels. `turn`: (N,) radians.
    """

    query: NDArray[np.int64]
    ref: NDArray[np.int64]
    face: NDArray[np.int64]
    ratio: NDArray[np.float64]
    center: NDArray[np.float64]
    width: NDArray[np.float64]
    turn: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """One face at one place: `to_image` (3, 3) maps art pixels to picture pixels, `matches` index its matches.

    `support` counts distinct supporting features, each at most 1 and less the less distinctive it is.
    """

    face: int
    to_image: NDArray[np.float64]
    matches: NDArray[np.int64]
    support: float

    @property
    def corners(self) -> Quad:
        """The outline of the art in the picture, pixels, in its own upright frame."""
        return project(self.to_image, ART_QUAD)


def match(found: Features, gallery: Gallery, max_ratio: float = 0.93) -> Matches:
    """Find the likeliest face of every feature, where it is more like that face than like any other."""
    query, ref, ratio = _nearest(found, gallery, max_ratio)
    scale = found.sizes[query] / gallery.sizes[ref]
    turn = found.angles[query] - gallery.angles[ref]
    arm = ART_CENTER - gallery.points[ref]
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    shift = np.stack([cos * arm[:, 0] - sin * arm[:, 1], sin * arm[:, 0] + cos * arm[:, 1]], axis=1)
    return Matches(query, ref, gallery.face[ref], ratio, found.points[query] + shift, scale * ART_WIDTH, turn)


def claims(found: Features, matches: Matches, gallery: Gallery, min_support: float = 3.0) -> list[Claim]:
    """Every placement of a face that enough matches agree on, strongest first; places may still be claimed twice."""
    made: list[Claim] = []
    for face in range(len(gallery.labels)):
        rows = np.flatnonzero(matches.face == face)
        made += _of_face(face, rows, found, matches, gallery, min_support)
    return sorted(made, key=lambda claim: -claim.support)


def agreeing(
    found: Features, matches: Matches, gallery: Gallery, face: int, to_image: NDArray[np.float64], slack: float = 0.08
) -> float:
    """Sum up the support that features give a face believed to lie at `to_image`; `slack` in card widths."""
    rows = np.flatnonzero(matches.face == face)
    if len(rows) == 0:
        return 0.0
    points, art = found.points[matches.query], gallery.points[matches.ref]
    width = float(np.sqrt(abs(np.linalg.det(local_linear(to_image, ART_CENTER))))) * ART_WIDTH
    off = np.linalg.norm(project(to_image, art[rows]) - points[rows], axis=1)
    return _support(rows[(off < slack * width) & _turned_alike(matches, rows, to_image)], points, art, width, matches)


def _nearest(
    found: Features, gallery: Gallery, max_ratio: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Give features, the art feature most like each, and their distance over that to the best other face."""
    descriptors, art = gallery.compress(found.descriptors), np.ascontiguousarray(gallery.descriptors.T)
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]] = []
    for start in range(0, len(descriptors), _CHUNK):
        alike = descriptors[start : start + _CHUNK] @ art
        per_face = np.maximum.reduceat(alike, gallery.starts[:-1], axis=1)
        second, top = np.partition(per_face, -2, axis=1)[:, -2:].T
        ratio = np.sqrt(np.maximum(1 - top, 0) / np.maximum(1 - second, 1e-9))
        rows = np.flatnonzero(ratio < max_ratio)
        parts.append((start + rows, alike[rows].argmax(axis=1), ratio[rows]))
    if not parts:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
    query, ref, ratio = (np.concatenate(part) for part in zip(*parts, strict=True))
    return query.astype(np.int64), ref.astype(np.int64), ratio.astype(np.float64)


def _of_face(
    face: int, rows: NDArray[np.int64], found: Features, matches: Matches, gallery: Gallery, min_support: float
) -> list[Claim]:
    """Give the placements of one face, found greedily: the best one first, then without its matches the next."""
    made: list[Claim] = []
    left = rows
    if len(left) < 3:
        return made
    agree = _agreement(matches, rows)
    alive = np.ones(len(rows), bool)
    weight = _weight(matches.ratio[rows])
    while alive.sum() >= 3:
        votes = np.where(alive, (agree & alive) @ weight, 0.0)
        seed = int(votes.argmax())
        if votes[seed] < min(0.6 * min_support, 1.8):
            break
        claim = _fit(face, rows[agree[seed] & alive], rows[alive], found, matches, gallery)
        if claim is not None and claim.support >= min_support:
            made.append(claim)
            alive &= ~np.isin(rows, claim.matches)
        alive &= ~(agree[seed] & (agree[seed][seed]))
        alive[seed] = False
    return made


def _agreement(matches: Matches, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(N, N): which votes put the card at about the same place, size and turn."""
    center, width, turn = matches.center[rows], matches.width[rows], matches.turn[rows]
    apart = np.linalg.norm(center[:, None] - center[None], axis=2)
    wide = np.sqrt(width[:, None] * width[None])
    size = np.abs(np.log2(width[:, None] / width[None]))
    turned = np.abs((turn[:, None] - turn[None] + np.pi) % (2 * np.pi) - np.pi)
    return np.asarray((apart < 0.45 * wide) & (size < 0.7) & (turned < 0.6), bool)


def _weight(ratio: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much a match says: 1 when distinctive, down to 0.25 when another face is almost as like."""
    return np.clip((0.98 - ratio) / 0.18, 0.25, 1.0)


def _fit(
    face: int,
    seeds: NDArray[np.int64],
    rows: NDArray[np.int64],
    found: Features,
    matches: Matches,
    gallery: Gallery,
) -> Claim | None:
    """Give a placement from agreeing votes, tightened step by step; None where it is no sane view of a card."""
    points, art = found.points[matches.query], gallery.points[matches.ref]
    width = float(np.median(matches.width[seeds]))
    if width < _MIN_WIDTH:
        return None
    to_image = _median_similarity(matches, seeds)
    inside = seeds
    for tolerance in (0.3, _LOOSE, 0.07, _TIGHT, _TIGHT):
        off = np.linalg.norm(project(to_image, art[rows]) - points[rows], axis=1)
        inside = rows[(off < tolerance * width) & _turned_alike(matches, rows, to_image)]
        if len(inside) < 3:
            return None
        homography = len(inside) >= 14 and tolerance <= _TIGHT
        fitted = fit_homography(art[inside], points[inside]) if homography else None
        if fitted is None or not _sane(fitted):
            fitted = fit_affine(art[inside], points[inside], slack=0.04 * ART_WIDTH)
        if fitted is None or (tolerance <= _TIGHT and not _sane(fitted)):
            return None
        to_image = fitted
        width = max(float(np.sqrt(abs(np.linalg.det(local_linear(to_image, ART_CENTER))))) * ART_WIDTH, _MIN_WIDTH)
    off = np.linalg.norm(project(to_image, art[inside]) - points[inside], axis=1)
    inside = inside[off < _TIGHT * width]
    return Claim(face, to_image, inside, _support(inside, points, art, width, matches))


def _median_similarity(matches: Matches, seeds: NDArray[np.int64]) -> NDArray[np.float64]:
    """Give the middle of the votes as a (3, 3) map from art to picture."""
    center = np.median(matches.center[seeds], axis=0)
    scale = float(np.median(matches.width[seeds])) / ART_WIDTH
    turn = float(np.angle(np.exp(1j * matches.turn[seeds]).mean()))
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]])
    to_image = np.eye(3)
    to_image[:2, :2] = linear
    to_image[:2, 2] = center - linear @ ART_CENTER
    return to_image


def _turned_alike(matches: Matches, rows: NDArray[np.int64], to_image: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which matches have about the turn and size that the placement has."""
    linear = local_linear(to_image, ART_CENTER)
    turn = np.arctan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1])
    width = np.sqrt(abs(np.linalg.det(linear))) * ART_WIDTH
    turned = np.abs((matches.turn[rows] - turn + np.pi) % (2 * np.pi) - np.pi)
    return np.asarray((turned < 0.7) & (np.abs(np.log2(matches.width[rows] / max(width, 1e-6))) < 1.0), bool)


def _support(
    inside: NDArray[np.int64],
    points: NDArray[np.float64],
    art: NDArray[np.float64],
    width: float,
    matches: Matches,
) -> float:
    """Give the weight of the matches, counting each place of the picture and of the art once."""
    weight = _weight(matches.ratio[inside])
    total = 0.0
    taken_image, taken_art = set[tuple[int, int]](), set[tuple[int, int]]()
    for i in np.argsort(-weight):
        x, y = points[inside[i]] / (0.02 * width)
        u, v = art[inside[i]] / (0.02 * ART_WIDTH)
        here, there = (round(x), round(y)), (round(u), round(v))
        if here in taken_image or there in taken_art:
            continue
        taken_image.add(here)
        taken_art.add(there)
        total += float(weight[i])
    return total


def _sane(to_image: NDArray[np.float64]) -> bool:
    """Whether a placement is a view of a flat card from above: convex, not mirrored, not too oblique."""
    quad = project(to_image, ART_QUAD)
    if not np.isfinite(quad).all():
        return False
    sides = np.roll(quad, -1, axis=0) - quad
    turning = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if not (turning > 0).all():
        return False
    length = np.linalg.norm(sides, axis=1)
    across, along = float(length[0] + length[2]) / 2, float(length[1] + length[3]) / 2
    relative = (across / along) / (ART_WIDTH / ART_HEIGHT)
    lopsided = max(length[0] / length[2], length[2] / length[0], length[1] / length[3], length[3] / length[1])
    corner = turning / (length * np.roll(length, -1))
    return bool(across > _MIN_WIDTH / 2 and _SIDES[0] < relative < _SIDES[1] and lopsided < 2.0 and corner.min() > 0.45)
