"""Finds what lies on cards: flat round Fate tokens, and the Crystal Ball.

Nothing is known of a token's colour beforehand. A disc shows by its round edge, where the art of the card below has
none, and by a rim of one colour, which what is drawn on cards seldom has. What several cards of one face show at the
same spot is printed. And as all tokens of a game look alike, the surest discs of a picture say what the others look
like.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ball import find_ball
from vision.discs import Disc, Edges, Place, edges, roundness
from vision.frame import Image, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, load_gallery
from vision.rectify import Map, between, project

TOKEN_RADII = (0.13, 0.148, 0.17, 0.195, 0.225)
"""Radii of a token that are tried, in card widths."""

_WIDTH, _MARGIN, _GAP = 48, 6, 8  # pixels: a card laid flat, the margin around it, and the gap to the next card
_HEIGHT = round(_WIDTH * ART_HEIGHT / ART_WIDTH)
_SIZE = (_WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN)
_FLAT: Quad = np.array([[0.0, 0], [_WIDTH, 0], [_WIDTH, _HEIGHT], [0, _HEIGHT]]) + _MARGIN - 0.5
_CANDIDATES = 5
_SEED, _SEED_ALIKE = 0.40, 0.48  # scores from which on discs tell what tokens look like: in a first and second round
_SURE, _ALIKE = 0.44, 0.30  # the score of a token, and how much likeness to the others adds to that of its own
_RIM, _RIM_MOST = 0.40, 1.0  # how much an even rim adds to roundness: so much for each e-fold, up to so many
_RINGS = (0.0, 0.35, 0.6, 0.88)  # where the rings of a disc end, in radii: middle, between, rim
_SAME_SPOT, _SAME_SIZE = 3.0, 1.25  # how close, in pixels laid flat, and how alike in size what is printed must be
_LIGHT = np.array([0.5, 1.0, 1.0])  # lightness says less of what belongs together than colour


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A round thing on a card: `relative` is its radius in card widths, `look` (9,) the colour of its rings.

    `score` says by roundness and rim how like a token it is, whatever the others look like; `at` is its middle on the
    card laid flat.
    """

    place: int
    at: tuple[int, int]
    center: NDArray[np.float64]
    radius: float
    relative: float
    score: float
    look: NDArray[np.float64]


def on_cards(image: Image, places: Sequence[Place]) -> tuple[list[tuple[int, Disc]], tuple[int, Disc] | None]:
    """Find the tokens and the ball that lie on cards: each with the index of its place."""
    if not places:
        return [], None
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    tokens = _alike(_not_printed(_round_things(lab, places), places))
    ball = find_ball(lab, places, [disc for _, disc in tokens])
    if ball is not None:
        center, radius = ball[1].center, ball[1].radius
        tokens = [(i, one) for i, one in tokens if np.hypot(*np.subtract(one.center, center)) > 0.6 * radius]
    return tokens, ball


def _round_things(lab: Image, places: Sequence[Place]) -> list[_Candidate]:
    """Collect the roundest things on each card that its art does not have."""
    half = np.asarray(cv2.resize(lab, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    maps = [between(_FLAT, place.quad) for place in places]
    flats = [_laid_flat(lab, half, place.quad) for place in places]
    seen = [edges(flat) for flat in flats]
    gap = np.zeros((_GAP, _SIZE[0]), np.float32)
    pile = Edges(
        *(
            np.concatenate([part for one in many for part in (one, gap)])
            for many in zip(*((one.cos, one.sin) for one in seen), strict=True)
        )
    )
    rounds = roundness(pile, [radius * _WIDTH for radius in TOKEN_RADII])
    found: list[_Candidate] = []
    for index, (place, flat, to_image) in enumerate(zip(places, flats, maps, strict=True)):
        top = index * (_SIZE[1] + _GAP)
        found += _of_card(index, place, flat, to_image, rounds[:, top : top + _SIZE[1]])
    return found


def _laid_flat(lab: Image, half: Image, quad: Quad) -> Image:
    """Lay a card flat, small, from the picture or its half."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    source, zoom = (half, 0.5) if min(sides[0] + sides[2], sides[1] + sides[3]) > 3 * _WIDTH else (lab, 1.0)
    to_source = between(_FLAT, (quad + 0.5) * zoom - 0.5)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(source, to_source, _SIZE, flags=flags), np.uint8)


def _of_card(index: int, place: Place, flat: Image, to_image: Map, rounds: NDArray[np.float32]) -> list[_Candidate]:
    """Collect the roundest things of one card."""
    net = np.full(rounds.shape[1:], -1.0, np.float32)
    inner = (slice(_MARGIN, -_MARGIN), slice(_MARGIN, -_MARGIN))
    net[inner] = (rounds.max(axis=0) - _art_on(place))[inner]
    peaks = np.argwhere((net == cv2.dilate(net, np.ones((9, 9)))) & (net > 0.1))
    peaks = peaks[np.argsort(-net[tuple(peaks.T)])][:_CANDIDATES]
    found = []
    for y, x in peaks:
        relative = TOKEN_RADII[int(rounds[:, y, x].argmax())]
        rim = np.array([[x, y]]) + relative * _WIDTH * np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]])
        points = project(to_image, rim)
        radius = float(np.linalg.norm(points[1:] - points[0], axis=1).max())
        look, evenness = _look(flat, int(x), int(y), relative * _WIDTH)
        score = float(net[y, x]) + _RIM * float(np.clip(evenness, -_RIM_MOST, _RIM_MOST))
        found.append(_Candidate(index, (int(x), int(y)), points[0], radius, relative, score, look))
    return found


def _art_on(place: Place) -> NDArray[np.float32]:
    """How round the art itself is at every pixel of a card laid flat."""
    if place.face is None or place.art is None:
        return np.zeros((_SIZE[1], _SIZE[0]), np.float32)
    from_art = between(place.quad, _FLAT) @ place.art @ between(_FLAT, ART_QUAD)
    laid = cv2.warpPerspective(_art_roundness(place.face), from_art, _SIZE, flags=cv2.INTER_LINEAR)
    return np.asarray(laid, np.float32)


@lru_cache(maxsize=64)
def _art_roundness(face: int) -> NDArray[np.float32]:
    """How round a piece of art is, laid flat like a card, a little widened."""
    small = cv2.resize(load_gallery().art[face], (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA)
    flat = cv2.copyMakeBorder(small, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_REPLICATE)
    rounds = roundness(edges(np.asarray(flat, np.uint8)), [radius * _WIDTH for radius in TOKEN_RADII]).max(axis=0)
    return np.asarray(0.8 * np.maximum(cv2.dilate(rounds, np.ones((7, 7))), 0), np.float32)


def _look(flat: Image, x: int, y: int, radius: float) -> tuple[NDArray[np.float64], float]:
    """Say what a disc looks like whichever way it is turned: mean colour (CIELAB) of three rings, (9,).

    And how much more even its rim is than the whole: 0 where no more, 1 where e times.
    """
    reach = int(radius) + 1
    left, top = max(x - reach, 0), max(y - reach, 0)
    part = flat[top : y + reach + 1, left : x + reach + 1].astype(np.float64)
    rows, columns = np.mgrid[: part.shape[0], : part.shape[1]]
    off = np.hypot(columns + left - x, rows + top - y) / radius
    rings = [part[(off >= low) & (off < high)] for low, high in pairwise(_RINGS)]
    rim, whole = _LIGHT * rings[-1], _LIGHT * np.concatenate(rings)
    uneven = np.abs(rim - np.median(rim, axis=0)).mean(axis=0).sum()
    varied = np.abs(whole - whole.mean(axis=0)).mean(axis=0).sum()
    return np.concatenate([ring.mean(axis=0) for ring in rings]), float(np.log((varied + 3.0) / (uneven + 3.0)))


def _not_printed(candidates: Sequence[_Candidate], places: Sequence[Place]) -> list[_Candidate]:
    """Leave out what several cards of one face have at the same spot: it is printed on them."""
    of_face: dict[int, list[_Candidate]] = {}
    for one in candidates:
        face = places[one.place].face
        if face is not None:
            of_face.setdefault(face, []).append(one)
    printed = {
        id(one)
        for those in of_face.values()
        for one in those
        if any(one.place != other.place and _same_spot(one, other) for other in those)
    }
    return [one for one in candidates if id(one) not in printed]


def _same_spot(one: _Candidate, other: _Candidate) -> bool:
    alike = 1 / _SAME_SIZE < one.relative / other.relative < _SAME_SIZE
    return alike and float(np.hypot(*np.subtract(one.at, other.at))) < _SAME_SPOT


def _alike(candidates: Sequence[_Candidate]) -> list[tuple[int, Disc]]:
    """Give the tokens among round things: at most one a card, plain by itself or with the look of the surest."""
    scores = [one.score for one in candidates]
    for least in (_SEED, _SEED_ALIKE):
        sure = [one for one, score in zip(candidates, scores, strict=True) if score > least]
        scores = [one.score + _ALIKE * _likeness(one, [s for s in sure if s is not one]) for one in candidates]
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
