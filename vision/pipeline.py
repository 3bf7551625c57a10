"""The reader: from a whole picture to a Reading, and a second look at places where cards are expected."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from time import perf_counter

import cv2
import numpy as np

from vision.classify import Comparer, Likeness, back_likeness, posterior
from vision.detect import Claim, agreeing, claims, match
from vision.discs import Place
from vision.frame import Gray, Image, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, Features, Gallery, features, load_gallery
from vision.namer import load_namer
from vision.outlines import CardSize, card_like, card_outline, common_frame, contains, four_sided, has_outline, overlap
from vision.reading import BACK, BallSighting, Reader, Reading, Sighting, TokenSighting
from vision.rectify import Map, Pyramid, between, project
from vision.second_look import TwoLooks, naming
from vision.tokens import on_cards

THREADS = 2
"""How many threads OpenCV may use: set here, for the whole program."""

MAX_PIXELS = 2_200_000
"""Pictures with more pixels than this are scaled down first."""

SURE = 0.95
"""The probability from which on a card is named."""

_FEATURE_PIXELS = 1_300_000  # of the copy that features are taken from: half the time, 4 of 226 cards fewer
_MOST_FEATURES = 12_000
_STRONG = 5.0  # support from which on features alone name a card
_WEAK = 2.5  # support below which features are no reason to look
_SAME_PLACE = 0.5  # how much of its place art must cover, not to be that of a neighbour
_LEAST = 2.5  # support without which edges alone name no card
_MOST_PLACES = 40  # places looked at more closely in one picture
_A_CARD = 0.1  # probability of all faces and backs together below which a place is no card
_PLAIN = 0.55, 0.18  # likeness, and lead over the next best, that need no second proof
_WORTH = 0.22  # likeness below which a closer look at a place is not worth its time
_CLOSE, _CLOSE_MARGIN, _CLOSE_FEATURES = 120, 13, 450  # pixels: the width of an enlarged card, the margin around it


Naming = Callable[[Image, Sequence[Quad]], Sequence[Sighting]]
"""Says what lies at places of a picture: one sighting for each quad, in order."""

_Frames = Mapping[bool, Quad]
"""Where a card's outline lies around its art, in art pixels, of Tarot (True) and of other cards (False)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A card found in the working picture: its art's placement (None for a back or an unknown), and the sighting."""

    to_image: Map | None
    sighting: Sighting


class ArtReader:
    """A Reader without learned parts: features and edges of the picture compared with the reference art."""

    def __init__(self, gallery: Gallery, naming: Naming | None = None) -> None:
        """`naming` says what lies at the card-shaped places of a whole picture; without it the art is compared."""
        cv2.setNumThreads(THREADS)
        self._naming = naming
        self._gallery = gallery
        self._comparer = Comparer(gallery)

    def read(self, image: Image) -> Reading:
        """Find and name every card in a whole picture, and what lies on them."""
        clock = _Clock()
        small, scale = _working_copy(image)
        picture = Pyramid(_gray(small))
        found = _features(picture.gray)
        clock.lap("detect")
        named = self._named(picture, claims(found, match(found, self._gallery), self._gallery, _WEAK))
        clock.lap("classify")
        cards, frames = self._with_outlines(picture, named)
        clock.lap("outline")
        if self._naming is not None:
            cards = _named_by(self._naming, image, cards, frames, scale)
            clock.lap("second look")
        tokens, ball = self._lying_on(small, cards, scale)
        clock.lap("tokens")
        height, width = image.shape[:2]
        sightings = tuple(_rescaled(card.sighting, scale) for card in cards)
        return Reading(width, height, sightings, tokens, ball, clock.ms())

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """Take a closer look at places where cards are expected: one sighting for each quad, in order."""
        small, scale = _working_copy(image)
        picture = Pyramid(_gray(small))
        places = [(np.asarray(quad, np.float64) + 0.5) * scale - 0.5 for quad in quads]
        return tuple(_rescaled(found.sighting, scale) for found in self._closely(picture, places, outlined=False))

    def _lying_on(
        self, small: Image, cards: Sequence[_Found], scale: float
    ) -> tuple[tuple[TokenSighting, ...], BallSighting | None]:
        """Give the tokens and the ball on named cards, in pixels of the original picture."""
        named = [i for i, card in enumerate(cards) if card.sighting.label not in (None, BACK)]
        places = [
            Place(
                cards[i].sighting.corners, self._gallery.labels.index(cards[i].sighting.label or ""), cards[i].to_image
            )
            for i in named
        ]
        discs, ball = on_cards(small, places)
        tokens = tuple(TokenSighting(_moved(disc.center, scale), disc.radius / scale, named[i]) for i, disc in discs)
        if ball is None:
            return tokens, None
        return tokens, BallSighting(_moved(ball[1].center, scale), ball[1].radius / scale, named[ball[0]])

    def _named(self, picture: Pyramid, made: Sequence[Claim]) -> list[_Found]:
        """Give the claims that hold, none of which lies where a stronger one does."""
        kept: list[_Found] = []
        for claim in made:
            center = claim.corners.mean(axis=0)
            if any(contains(other.sighting.corners, center) for other in kept):
                continue
            to_image, probability = claim.to_image, 1.0 - 0.5 ** (claim.support)
            if claim.support < _STRONG:
                likeness = self._comparer.align(picture, claim.face, claim.to_image)
                ((_, probability),) = posterior([likeness], {claim.face: claim.support})
                to_image = likeness.to_image
            if probability >= SURE:
                label = self._gallery.labels[claim.face]
                corners = project(to_image, ART_QUAD)
                kept.append(_Found(to_image, Sighting(label, probability, corners, ((label, probability),))))
        return kept

    def _with_outlines(self, picture: Pyramid, named: list[_Found]) -> tuple[list[_Found], _Frames]:
        """Give the named cards with their outlines, what lies at card-shaped places besides them, and the frames."""
        maps = [card.to_image for card in named if card.to_image is not None]
        if not maps:
            return [], {}
        quads = four_sided(picture.gray)
        free = [
            quad
            for quad in card_like(quads, CardSize(maps))
            if not any(contains(card.sighting.corners, quad.mean(axis=0)) for card in named)
            and not any(contains(quad, card.sighting.corners.mean(axis=0)) for card in named)
        ]
        free = free[:_MOST_PLACES]
        outlined, frames = _outlined(named, quads)
        if self._naming is not None:
            return outlined + [_back_or_open(picture, quad) for quad in free], frames
        return outlined + self._closely(picture, free, outlined=True), frames

    def _closely(self, picture: Pyramid, quads: Sequence[Quad], outlined: bool) -> list[_Found]:
        """Look closely at several places, as many at a time as there are threads."""
        with ThreadPoolExecutor(THREADS) as pool:
            return list(pool.map(lambda quad: self._closer(picture, quad, outlined), quads))

    def _closer(self, picture: Pyramid, quad: Quad, outlined: bool) -> _Found:
        """Say what lies at one place, by its edges and by features taken from an enlarged copy of it.

        `outlined` says that the quad is known to be an edge in the picture: without one, no card lies face down there.
        """
        ranked = self._comparer.compare(picture, quad)
        support = dict.fromkeys((one.face for one in ranked), 0.0)
        plain = _is_plain(ranked)
        if ranked[0].score > _WORTH and not plain:
            ranked, support = self._enlarged(picture, quad, ranked)
        shares = posterior(ranked, support)
        candidates = tuple((self._gallery.labels[face], share) for face, share in shares)
        face, share = shares[0]
        like_back = back_likeness(picture, quad) if support[face] < _STRONG else 0.0
        if like_back >= SURE and (outlined or has_outline(picture.gray, quad)):
            return _Found(None, Sighting(BACK, like_back, quad, ((BACK, like_back),)))
        if share < SURE or not (plain or support[face] >= _LEAST):
            return _Found(None, Sighting(None, share, quad, candidates))
        lies = next(one.to_image for one in ranked if one.face == face)
        return _Found(lies, Sighting(candidates[0][0], share, _upright(quad, lies), candidates))

    def _enlarged(
        self, picture: Pyramid, quad: Quad, ranked: list[Likeness]
    ) -> tuple[list[Likeness], dict[int, float]]:
        """Take features from an enlarged copy of a place: likenesses they add, and the support of each face."""
        height = round(_CLOSE * ART_HEIGHT / ART_WIDTH)
        flat = picture.lay_flat(quad, _CLOSE, height, _CLOSE_MARGIN)
        lit = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(4, 6)).apply(np.clip(flat, 0, 255).astype(np.uint8))
        found = features(np.asarray(lit, np.uint8), contrast=0.02, limit=_CLOSE_FEATURES)
        matches = match(found, self._gallery, max_ratio=0.96)
        place = np.array([[0.0, 0], [_CLOSE, 0], [_CLOSE, height], [0, height]]) + _CLOSE_MARGIN - 0.5
        from_image, to_image = between(quad, place), between(place, quad)
        for claim in claims(found, matches, self._gallery, _WEAK)[:3]:
            hinted = self._comparer.align(picture, claim.face, to_image @ claim.to_image)
            if overlap(project(hinted.to_image, ART_QUAD), quad) > _SAME_PLACE:
                ranked = _better(ranked, hinted)
        support = {
            one.face: agreeing(found, matches, self._gallery, one.face, from_image @ one.to_image) for one in ranked
        }
        return ranked, support


def load_reader() -> Reader:
    """Load the reader this version uses; raises GalleryError or ModelError where art or weights are missing."""
    namer = load_namer()
    return TwoLooks(ArtReader(load_gallery(), partial(naming, namer)), namer)


def _back_or_open(picture: Pyramid, quad: Quad) -> _Found:
    """Say of a card-shaped place whether a card lies face down there, and nothing else."""
    like_back = back_likeness(picture, quad)
    if like_back >= SURE:
        return _Found(None, Sighting(BACK, like_back, quad, ((BACK, like_back),)))
    return _Found(None, Sighting(None, 0.0, quad))


class _Clock:
    """Milliseconds of each stage since it was made."""

    def __init__(self) -> None:
        self._marks = [("", perf_counter())]

    def lap(self, stage: str) -> None:
        self._marks.append((stage, perf_counter()))

    def ms(self) -> dict[str, float]:
        took = {stage: 1000 * (end - start) for (_, start), (stage, end) in pairwise(self._marks)}
        return took | {"total": 1000 * (self._marks[-1][1] - self._marks[0][1])}


def _working_copy(image: Image) -> tuple[Image, float]:
    """Give a colour copy of at most MAX_PIXELS, and its scale over the original."""
    if image.ndim == 2:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    scale = min(1.0, float(np.sqrt(MAX_PIXELS / (image.shape[0] * image.shape[1]))))
    if scale < 1.0:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return image, scale


def _features(gray: Gray) -> Features:
    """Take the features of a working copy, in its pixels, from a copy that is smaller still."""
    scale = min(1.0, float(np.sqrt(_FEATURE_PIXELS / gray.size)))
    if scale < 1.0:
        gray = np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = features(gray, contrast=0.03, limit=_MOST_FEATURES)
    return replace(found, points=(found.points + 0.5) / scale - 0.5, sizes=found.sizes / scale)


def _gray(image: Image) -> Gray:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _moved(point: tuple[float, float], scale: float) -> tuple[float, float]:
    """Give a point of the working copy in pixels of the original picture."""
    return (point[0] + 0.5) / scale - 0.5, (point[1] + 0.5) / scale - 0.5


def _rescaled(sighting: Sighting, scale: float) -> Sighting:
    """Give the sighting with its corners in pixels of the original picture."""
    return replace(sighting, corners=(sighting.corners + 0.5) / scale - 0.5)


def _named_by(naming: Naming, image: Image, cards: Sequence[_Found], frames: _Frames, scale: float) -> list[_Found]:
    """Name the open places of a working copy by a look at the picture; where their art lies the frames tell.

    Where that look is as good as sure that no card lies, there is none: table within four lines is a place, too.
    """
    places = [card.sighting for card in cards if card.sighting.label is None]
    done = [card for card in cards if card.sighting.label is not None]
    for sighting in naming(image, [_rescaled(place, scale).corners for place in places]):
        if sighting.label is None and sum(share for _, share in sighting.candidates) < _A_CARD:
            continue
        corners = (sighting.corners + 0.5) * scale - 0.5
        frame = frames.get((sighting.label or "").startswith("major"))
        lies = None if frame is None or sighting.label in (None, BACK) else between(frame, corners)
        done.append(_Found(lies, replace(sighting, corners=corners)))
    return done


def _outlined(named: list[_Found], quads: Sequence[Quad]) -> tuple[list[_Found], _Frames]:
    """Named cards with the card's outline in place of the art's: Tarot and the other cards are framed differently."""
    seen = [(card, card.to_image, card_outline(card.to_image, quads)) for card in named if card.to_image is not None]
    frames: dict[bool, Quad] = {}
    for tarot in (False, True):
        pairs = [(art, quad) for card, art, quad in seen if quad is not None and _is_tarot(card) is tarot]
        common = common_frame([art for art, _ in pairs], [quad for _, quad in pairs])
        if common is not None:
            frames[tarot] = common
    done = []
    for card, art, quad in seen:
        frame = frames.get(_is_tarot(card))
        corners = project(art, frame) if frame is not None else quad if quad is not None else card.sighting.corners
        done.append(replace(card, sighting=replace(card.sighting, corners=corners)))
    return done, frames


def _is_tarot(card: _Found) -> bool:
    return (card.sighting.label or "").startswith("major")


def _is_plain(ranked: list[Likeness]) -> bool:
    """Tell whether edges alone leave no doubt: far better than any other face, and than the same one turned."""
    rival = max(ranked[1].score, ranked[0].other_way)
    return ranked[0].score > _PLAIN[0] and ranked[0].score - rival > _PLAIN[1]


def _better(ranked: list[Likeness], one: Likeness) -> list[Likeness]:
    """Give the ranking with one more likeness, of which only the best for each face stays."""
    best: dict[int, Likeness] = {}
    for likeness in [*ranked, one]:
        if likeness.face not in best or likeness.score > best[likeness.face].score:
            best[likeness.face] = likeness
    return sorted(best.values(), key=lambda likeness: -likeness.score)


def _upright(quad: Quad, lies: Map) -> Quad:
    """Give the corners of a place in the order of the art there: turned by half a turn where that is closer."""
    art = project(lies, ART_QUAD)
    turned = np.roll(quad, -2, axis=0)
    return turned if np.linalg.norm(turned - art) < np.linalg.norm(quad - art) else quad
