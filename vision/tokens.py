"""Finds what lies on cards: flat round Fate tokens, and the Crystal Ball.

Nothing is known of a token's colour beforehand. A disc shows by its round edge, where the art of the card below has
none; and as all tokens of a game look alike, the surest discs of a picture say what the others must look like.
The edge is measured with gradients of doubled angle, so that it may be brighter here and darker there than what it
lies on (as in Bigün and Granlund 1987).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, load_gallery
from vision.outlines import contains
from vision.rectify import Map, between, local_linear, project

TOKEN_RADII = (0.13, 0.148, 0.17, 0.195, 0.225)
"""Radii of a token that are tried, in card widths."""

BALL_RADII = (0.22, 0.38)
"""The least and the largest radius of the ball, in card widths."""

_WIDTH, _MARGIN = 48, 6  # pixels: a card laid flat, and the margin around it
_HEIGHT = round(_WIDTH * ART_HEIGHT / ART_WIDTH)
_CANDIDATES = 5
_SEED, _SEED_ALIKE = 0.37, 0.45  # scores from which on discs tell what tokens look like: in a first and second round
_SURE, _ALIKE = 0.41, 0.30  # the score of a token, and how much likeness to the others adds to its roundness
_BALL_WIDTH = 44  # pixels: card width in the copy in which the ball is sought
_SUSPECTS, _SPHERE = 25, 20  # how many suspected balls are looked at closer, and at what radius in pixels
_USUAL_BALL = 0.28  # its radius in card widths, a half more than that of a token: no more than a hint
_BALL_SURE = 0.58


@dataclass(frozen=True, slots=True)
class Disc:
    """Something round on a card: centre and radius in pixels, `score` 0..1 as a token, `ball_likeness` 0..1."""

    center: tuple[float, float]
    radius: float
    score: float
    ball_likeness: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A card where discs may lie: its outline, and, where known, its face (an index) and where its art lies."""

    quad: Quad
    face: int | None = None
    art: Map | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    place: int
    center: NDArray[np.float64]
    radius: float
    relative: float
    roundness: float
    look: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Sphere:
    place: int
    center: NDArray[np.float64]
    radius: float
    strange: float


def discs(image: Image, quad: Quad, label: str | None) -> tuple[Disc, ...]:
    """Find tokens and the ball on one card, likeliest first; `label` tells what the card looks like without them."""
    gallery = load_gallery()
    face = gallery.labels.index(label) if label in gallery.labels else None
    art = None if face is None else between(ART_QUAD, quad)
    place = Place(quad, face, art)
    tokens, ball = on_cards(image, [place])
    found = [disc for _, disc in tokens]
    if ball is not None:
        found.append(ball[1])
    return tuple(sorted(found, key=lambda disc: -max(disc.score, disc.ball_likeness)))


def on_cards(image: Image, places: Sequence[Place]) -> tuple[list[tuple[int, Disc]], tuple[int, Disc] | None]:
    """Find the tokens and the ball that lie on cards: each with the index of its place."""
    if not places:
        return [], None
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    half = np.asarray(cv2.resize(lab, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    candidates = [one for index, place in enumerate(places) for one in _round_things(lab, half, index, place)]
    tokens = _alike(candidates)
    ball = _ball(lab, places, tokens)
    return tokens, ball


def _round_things(lab: Image, half: Image, index: int, place: Place) -> list[_Candidate]:
    """The roundest things on one card that its art does not have."""
    flat_quad = np.array([[0.0, 0], [_WIDTH, 0], [_WIDTH, _HEIGHT], [0, _HEIGHT]]) + _MARGIN - 0.5
    sides = np.linalg.norm(np.roll(place.quad, -1, axis=0) - place.quad, axis=1)
    source, zoom = (half, 0.5) if min(sides[0] + sides[2], sides[1] + sides[3]) > 3 * _WIDTH else (lab, 1.0)
    to_source = between(flat_quad, (place.quad + 0.5) * zoom - 0.5)
    size = (_WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN)
    flat = cv2.warpPerspective(source, to_source, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    rounds = _roundness(flat, [radius * _WIDTH for radius in TOKEN_RADII])
    net = rounds.max(axis=0) - _art_roundness(place, flat_quad, size)
    net[:_MARGIN] = net[-_MARGIN:] = net[:, :_MARGIN] = net[:, -_MARGIN:] = -1
    peaks = np.argwhere((net == cv2.dilate(net, np.ones((9, 9)))) & (net > 0.1))
    peaks = peaks[np.argsort(-net[tuple(peaks.T)])][:_CANDIDATES]
    found = []
    for y, x in peaks:
        relative = TOKEN_RADII[int(rounds[:, y, x].argmax())]
        rim = np.array([[x, y]]) + relative * _WIDTH * np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]])
        points = (project(to_source, rim) + 0.5) / zoom - 0.5
        radius = float(np.linalg.norm(points[1:] - points[0], axis=1).max())
        look = _look(flat, float(x), float(y), relative * _WIDTH)
        found.append(_Candidate(index, points[0], radius, relative, float(net[y, x]), look))
    return found


def _art_roundness(place: Place, flat_quad: Quad, size: tuple[int, int]) -> NDArray[np.float32]:
    """How round the art itself is at every place of a card laid flat, a little widened."""
    if place.face is None or place.art is None:
        return np.zeros((size[1], size[0]), np.float32)
    art = load_gallery().art[place.face]
    small = cv2.resize(art, (_WIDTH * 2, _HEIGHT * 2), interpolation=cv2.INTER_AREA)
    grown = np.diag([ART_WIDTH / (_WIDTH * 2), ART_HEIGHT / (_HEIGHT * 2), 1.0])
    laid = between(place.quad, flat_quad) @ place.art @ grown
    flat = cv2.warpPerspective(small, laid, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rounds = _roundness(flat, [radius * _WIDTH for radius in TOKEN_RADII]).max(axis=0)
    return np.asarray(0.8 * np.maximum(cv2.dilate(rounds, np.ones((7, 7))), 0), np.float32)


def _roundness(flat: NDArray[np.uint8], radii: Sequence[float]) -> NDArray[np.float32]:
    """For each radius, how much the edges at that distance run around each pixel: -1..1, (radii, height, width)."""
    cos, sin = _doubled(flat)
    kernels = [_ring(radius) for radius in radii]
    return np.stack([cv2.filter2D(cos, -1, c) + cv2.filter2D(sin, -1, s) for c, s in kernels])


def _doubled(flat: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Cosine and sine of the doubled angle of the gradient over all channels, weighted by its local strength."""
    smooth = cv2.GaussianBlur(flat.astype(np.float32), (0, 0), 0.8)
    x, y = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    cos, sin, energy = x * x - y * y, 2 * x * y, x * x + y * y
    if flat.ndim == 3:
        cos, sin, energy = cos.sum(axis=2), sin.sum(axis=2), energy.sum(axis=2)
    norm = energy + 0.5 * cv2.GaussianBlur(energy, (0, 0), 5) + 0.02 * float(energy.mean()) + 1
    return np.asarray(cos / norm, np.float32), np.asarray(sin / norm, np.float32)


def _ring(radius: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two kernels of a ring: weights that sum to 1, times cosine and sine of the doubled direction outwards."""
    reach = int(np.ceil(radius + 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    weight = np.exp(-(((np.hypot(x, y) - radius) / 0.9) ** 2))
    weight /= weight.sum()
    angle = 2 * np.arctan2(y, x)
    return np.asarray(weight * np.cos(angle), np.float32), np.asarray(weight * np.sin(angle), np.float32)


def _look(flat: Image, x: float, y: float, radius: float) -> NDArray[np.float64]:
    """What a disc looks like whichever way it is turned: mean colour (CIELAB) of three rings, (9,)."""
    rows, columns = np.mgrid[: flat.shape[0], : flat.shape[1]]
    off = np.hypot(columns - x, rows - y) / radius
    rings = [(off < 0.35), (off >= 0.35) & (off < 0.65), (off >= 0.65) & (off < 0.88)]
    return np.concatenate([flat[ring].mean(axis=0) if ring.any() else np.zeros(3) for ring in rings])


def _alike(candidates: Sequence[_Candidate]) -> list[tuple[int, Disc]]:
    """The tokens among round things: at most one a card, round enough by itself or with the look of the surest."""
    scores = [one.roundness for one in candidates]
    for least in (_SEED, _SEED_ALIKE):
        sure = [one for one, score in zip(candidates, scores, strict=True) if score > least]
        scores = [one.roundness + _ALIKE * _likeness(one, [s for s in sure if s is not one]) for one in candidates]
    found: dict[int, tuple[float, _Candidate]] = {}
    for one, score in zip(candidates, scores, strict=True):
        if score > _SURE and (one.place not in found or score > found[one.place][0]):
            found[one.place] = (score, one)
    return [
        (place, Disc((float(one.center[0]), float(one.center[1])), one.radius, min(score, 1.0)))
        for place, (score, one) in sorted(found.items())
    ]


def _likeness(one: _Candidate, others: Sequence[_Candidate]) -> float:
    """How much a disc looks like the surest ones, 0..1; light may differ over the table, hue and size less so."""
    if not others:
        return 0.0
    weight = np.tile([0.35, 1.0, 1.0], 3)
    looks = np.stack([other.look for other in others])
    off = np.sqrt((((looks - one.look) * weight) ** 2).mean(axis=1))
    sizes = np.abs(np.log([other.relative / one.relative for other in others]))
    alike = np.exp(-((off / 9.0) ** 2) - (sizes / 0.25) ** 2)
    return float(np.sort(alike)[-max(1, (len(alike) + 1) // 2) :].mean())


def _ball(lab: Image, places: Sequence[Place], tokens: Sequence[tuple[int, Disc]]) -> tuple[int, Disc] | None:
    """The one thing that is most like a ball of glass on a card, with the index of that card."""
    widths = np.array([_upright_width(place.quad) for place in places])
    zoom = min(1.0, _BALL_WIDTH / float(np.median(widths)))
    small = np.asarray(cv2.resize(lab, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    spread = float(np.median(widths)) * zoom
    low, high = BALL_RADII[0] * widths.min() * zoom, BALL_RADII[-1] * widths.max() * zoom
    radii = np.geomspace(max(low, 3.0), min(max(high, 4.0), spread), 9)
    rounds = _roundness(small, [float(r) for r in radii])
    best = rounds.max(axis=0)
    peaks = np.argwhere((best == cv2.dilate(best, np.ones((5, 5)))) & (best > 0.25))
    suspects: list[tuple[float, _Sphere]] = []
    for y, x in peaks:
        size = int(rounds[:, y, x].argmax())
        point, radius = (np.array([x, y]) + 0.5) / zoom - 0.5, float(radii[size]) / zoom
        index = _lies_on(places, point, radius)
        if index is None or not 0.93 * BALL_RADII[0] < radius / widths[index] < 1.07 * BALL_RADII[-1]:
            continue
        if any(np.hypot(*(np.array(token.center) - point)) < 0.5 * radius for _, token in tokens):
            continue
        strange = _hidden(lab, places[index], point, radius)
        suspects.append((float(best[y, x]) + strange, _Sphere(index, point, radius, strange)))
    suspects.sort(key=lambda one: -one[0])
    chosen: tuple[float, int, Disc] | None = None
    for _, sphere in suspects[:_SUSPECTS]:
        center, radius, likeness = _closer(lab, places[sphere.place], sphere)
        if likeness > _BALL_SURE and (chosen is None or likeness > chosen[0]):
            disc = Disc((float(center[0]), float(center[1])), radius, 0.0, min(likeness, 1.0))
            chosen = (likeness, _lies_on(places, center, radius) or sphere.place, disc)
    return None if chosen is None else chosen[1:]


def _closer(lab: Image, place: Place, sphere: _Sphere) -> tuple[NDArray[np.float64], float, float]:
    """Centre and radius of a suspected ball, finer, and how much it is like one: round, unlike the art, with a glint."""
    zoom = _SPHERE / sphere.radius
    middle = int(1.6 * _SPHERE)
    crop = np.array(
        [[zoom, 0, middle - sphere.center[0] * zoom], [0, zoom, middle - sphere.center[1] * zoom], [0, 0, 1]]
    )
    size = (2 * middle + 1, 2 * middle + 1)
    flat = cv2.warpPerspective(lab, crop, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    roundness, (x, y, radius) = _all_around(flat, middle)
    if place.face is not None and place.art is not None:
        art = load_gallery().art[place.face]
        small = cv2.resize(art, (100, round(100 * ART_HEIGHT / ART_WIDTH)), interpolation=cv2.INTER_AREA)
        drawn = crop @ place.art @ np.diag([ART_WIDTH / 100, ART_WIDTH / 100, 1.0])
        roundness -= max(
            _all_around(cv2.warpPerspective(small, drawn, size, flags=cv2.INTER_LINEAR), middle)[0] - 0.2, 0
        )
    rows, columns = np.mgrid[: size[1], : size[0]]
    inside = flat[:, :, 0][np.hypot(columns - x, rows - y) < 0.8 * radius]
    glint = min(float(np.percentile(inside, 99.5) - np.percentile(inside, 75)) / 100, 1.0)
    odd_size = abs(np.log(radius / zoom / _upright_width(place.quad) / _USUAL_BALL)) / np.log(1.3)
    likeness = roundness + sphere.strange + 0.15 * glint - 0.15 * odd_size
    return sphere.center + (np.array([x, y]) - middle) / zoom, radius / zoom, likeness


def _all_around(flat: NDArray[np.uint8], middle: int) -> tuple[float, tuple[float, float, float]]:
    """The circle about the middle whose whole rim has edges along it, no part counting for much: score, (x, y, radius)."""
    cos, sin = _doubled(flat)
    shift = np.arange(-3, 4)
    radius = _SPHERE * np.linspace(0.85, 1.15, 7)
    x, y, r = (grid.reshape(-1, 1) for grid in np.meshgrid(middle + shift, middle + shift, radius, indexing="ij"))
    angle = np.arange(32) * (2 * np.pi / 32)
    columns, rows = np.rint(x + r * np.cos(angle)).astype(int), np.rint(y + r * np.sin(angle)).astype(int)
    along = cos[rows, columns] * np.cos(2 * angle) + sin[rows, columns] * np.sin(2 * angle)
    score = np.clip(along, -0.2, 0.6).mean(axis=1)
    best = int(score.argmax())
    return float(score[best]), (float(x[best, 0]), float(y[best, 0]), float(r[best, 0]))


def _lies_on(places: Sequence[Place], center: NDArray[np.float64], radius: float) -> int | None:
    """Index of the card that a sphere touches: below its centre by as much as the table is seen obliquely."""
    near = sorted(range(len(places)), key=lambda i: float(np.linalg.norm(places[i].quad.mean(axis=0) - center)))[:5]
    for index in near:
        linear = local_linear(between(ART_QUAD, places[index].quad), ART_QUAD.mean(axis=0))
        directions, lengths, _ = np.linalg.svd(linear)
        down = directions[:, 1] * np.sign(directions[1, 1] or 1.0)
        touch = center + radius * float(np.sqrt(max(1 - (lengths[1] / lengths[0]) ** 2, 0.0))) * down
        if contains(places[index].quad, touch):
            return index
    return None


def _hidden(lab: Image, place: Place, center: NDArray[np.float64], radius: float) -> float:
    """How much stranger a card looks within a circle than on the rest of it, about -1..1."""
    if place.face is None or place.art is None:
        return 0.0
    width = 60
    height = round(width * ART_HEIGHT / ART_WIDTH)
    to_flat = np.diag([width / ART_WIDTH, height / ART_HEIGHT, 1.0]) @ np.linalg.inv(place.art)
    gray = np.ascontiguousarray(lab[:, :, 0])
    seen = cv2.warpPerspective(gray, to_flat, (width, height), flags=cv2.INTER_AREA).astype(np.float32)
    art = cv2.resize(load_gallery().art[place.face], (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    strangeness = _strangeness(seen, art)
    rows, columns = np.mgrid[:height, :width]
    at = project(np.linalg.inv(to_flat), np.column_stack([columns.ravel(), rows.ravel()]).astype(float))
    inside = (np.linalg.norm(at - center, axis=1) < 0.9 * radius).reshape(height, width)
    if inside.sum() < 12 or (~inside).sum() < 200:
        return 0.0
    return float(strangeness[inside].mean() - strangeness[~inside].mean())


def _strangeness(seen: NDArray[np.float32], art: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the edges seen are from those of the art, per pixel, in units of what a card's edges have on average."""
    fields = []
    for one in (seen, art):
        smooth = cv2.GaussianBlur(one, (0, 0), 1.0)
        field = np.stack([cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)])
        fields.append(field / np.sqrt(np.median((field**2).sum(axis=0)) + 0.5 * (field**2).sum(axis=0).mean() + 1.0))
    off = ((fields[0] - fields[1]) ** 2).sum(axis=0)
    return np.asarray(np.minimum(off, 3.0) / 3.0, np.float32)


def _upright_width(quad: Quad) -> float:
    """The width in pixels of a card as if seen straight from above at its distance: along its least foreshortened way."""
    linear = local_linear(between(ART_QUAD, quad), ART_QUAD.mean(axis=0))
    return float(np.linalg.svd(linear, compute_uv=False)[0]) * ART_WIDTH
