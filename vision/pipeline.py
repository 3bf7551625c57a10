"""The reader: from a whole picture to a Reading, and a second look at places where cards are expected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import cv2
import numpy as np

from vision.classify import Comparer, Likeness, back_likeness, posterior
from vision.detect import Claim, agreeing, claims, match
from vision.frame import Gray, Image, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, Gallery, features, load_gallery
from vision.outlines import CardSize, card_like, card_outline, common_frame, contains, four_sided
from vision.reading import BACK, Reader, Reading, Sighting
from vision.rectify import Map, Pyramid, between, project

THREADS = 2
"""How many threads OpenCV may use: set here, for the whole program."""

MAX_PIXELS = 2_200_000
"""Pictures with more pixels than this are scaled down first."""

SURE = 0.95
"""The probability from which on a card is named."""

_MOST_FEATURES = 12_000
_STRONG = 5.0  # support from which on features alone name a card
_WEAK = 2.5  # support below which features are no reason to look
_MOST_PLACES = 40  # places looked at more closely in one picture
_CLOSE, _CLOSE_MARGIN = 180, 20  # pixels: the width of a card under a closer look, and the margin around it


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A card found in the working picture: its art's placement (None for a back or an unknown), and the sighting."""

    to_image: Map | None
    sighting: Sighting


class ArtReader:
    """A Reader without learned parts: features and edges of the picture compared with the reference art."""

    def __init__(self, gallery: Gallery) -> None:
        cv2.setNumThreads(THREADS)
        self._gallery = gallery
        self._comparer = Comparer(gallery)

    def read(self, image: Image) -> Reading:
        """Find and name every card in a whole picture."""
        times = [perf_counter()]
        gray, scale = _working_copy(image)
        picture = Pyramid(gray)
        found = features(gray, contrast=0.03, limit=_MOST_FEATURES)
        times.append(perf_counter())
        named = self._named(picture, claims(found, match(found, self._gallery), self._gallery, _WEAK))
        times.append(perf_counter())
        cards = self._with_outlines(picture, named)
        times.append(perf_counter())
        stages = ("detect", "classify", "outline")
        ms = {stage: 1000 * (b - a) for stage, a, b in zip(stages, times, times[1:], strict=False)}
        ms["total"] = 1000 * (times[-1] - times[0])
        height, width = image.shape[:2]
        return Reading(width, height, tuple(_rescaled(card, scale) for card in cards), ms=ms)

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """Take a closer look at places where cards are expected: one sighting for each quad, in order."""
        gray, scale = _working_copy(image)
        picture = Pyramid(gray)
        return tuple(_rescaled(self._closer(picture, quad * scale).sighting, scale) for quad in quads)

    def _named(self, picture: Pyramid, made: Sequence[Claim]) -> list[_Found]:
        """The claims that hold, none of which lies where a stronger one does."""
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

    def _with_outlines(self, picture: Pyramid, named: list[_Found]) -> list[Sighting]:
        """The named cards with their outlines, and what lies at card-shaped places besides them."""
        maps = [card.to_image for card in named if card.to_image is not None]
        if not maps:
            return []
        quads = four_sided(picture.gray)
        free = [
            quad
            for quad in card_like(quads, CardSize(maps))
            if not any(contains(card.sighting.corners, quad.mean(axis=0)) for card in named)
            and not any(contains(quad, card.sighting.corners.mean(axis=0)) for card in named)
        ]
        others = [self._closer(picture, quad) for quad in free[:_MOST_PLACES]]
        return _outlined(named, quads) + [other.sighting for other in others]

    def _closer(self, picture: Pyramid, quad: Quad) -> _Found:
        """What lies at one place, by its edges and by features taken from an enlarged copy of it."""
        ranked = self._comparer.compare(picture, quad)
        height = round(_CLOSE * ART_HEIGHT / ART_WIDTH)
        flat = picture.lay_flat(quad, _CLOSE, height, _CLOSE_MARGIN)
        lit = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(4, 6)).apply(np.clip(flat, 0, 255).astype(np.uint8))
        found = features(np.asarray(lit, np.uint8), contrast=0.02, limit=700)
        matches = match(found, self._gallery, max_ratio=0.96)
        place = np.array([[0.0, 0], [_CLOSE, 0], [_CLOSE, height], [0, height]]) + _CLOSE_MARGIN - 0.5
        from_image, to_image = between(quad, place), between(place, quad)
        for claim in claims(found, matches, self._gallery, _WEAK)[:3]:
            hinted = self._comparer.align(picture, claim.face, to_image @ claim.to_image)
            ranked = _better(ranked, hinted)
        support = {
            one.face: agreeing(found, matches, self._gallery, one.face, from_image @ one.to_image) for one in ranked
        }
        shares = posterior(ranked, support)
        candidates = tuple((self._gallery.labels[face], share) for face, share in shares)
        face, share = shares[0]
        if share < SURE or support[face] < 1.0:
            like_back = back_likeness(picture, quad)
            if like_back >= SURE:
                return _Found(None, Sighting(BACK, like_back, quad, ((BACK, like_back),)))
            return _Found(None, Sighting(None, share, quad, candidates))
        lies = next(one.to_image for one in ranked if one.face == face)
        return _Found(lies, Sighting(candidates[0][0], share, _upright(quad, lies), candidates))


def load_reader() -> Reader:
    """Load the reader this version uses; raises GalleryError where the reference art is missing."""
    return ArtReader(load_gallery())


def _working_copy(image: Image) -> tuple[Gray, float]:
    """A gray copy of at most MAX_PIXELS, and its scale over the original."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    scale = min(1.0, float(np.sqrt(MAX_PIXELS / max(gray.size, 1))))
    if scale < 1.0:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(gray, np.uint8), scale


def _rescaled(sighting: Sighting, scale: float) -> Sighting:
    """The sighting with its corners in pixels of the original picture."""
    return replace(sighting, corners=(sighting.corners + 0.5) / scale - 0.5)


def _outlined(named: list[_Found], quads: Sequence[Quad]) -> list[Sighting]:
    """Named cards with the card's outline in place of the art's: Tarot and the other cards are framed differently."""
    done: list[Sighting] = []
    frames: dict[bool, Quad | None] = {}
    seen = [(card, card_outline(card.to_image, quads)) for card in named if card.to_image is not None]
    for tarot in (False, True):
        pairs = [(card.to_image, quad) for card, quad in seen if quad is not None and _is_tarot(card) is tarot]
        frames[tarot] = common_frame([m for m, _ in pairs if m is not None], [quad for _, quad in pairs])
    for card, quad in seen:
        frame = frames[_is_tarot(card)]
        corners = card.sighting.corners
        if frame is not None and card.to_image is not None:
            corners = project(card.to_image, frame)
        elif quad is not None:
            corners = quad
        done.append(replace(card.sighting, corners=corners))
    return done


def _is_tarot(card: _Found) -> bool:
    return (card.sighting.label or "").startswith("major")


def _better(ranked: list[Likeness], one: Likeness) -> list[Likeness]:
    """The ranking with one more likeness, of which only the best for each face stays."""
    best: dict[int, Likeness] = {}
    for likeness in [*ranked, one]:
        if likeness.face not in best or likeness.score > best[likeness.face].score:
            best[likeness.face] = likeness
    return sorted(best.values(), key=lambda likeness: -likeness.score)


def _upright(quad: Quad, lies: Map) -> Quad:
    """The corners of a place in the order of the art that lies there: turned by half a turn where that is closer."""
    art = project(lies, ART_QUAD)
    turned = np.roll(quad, -2, axis=0)
    return turned if np.linalg.norm(turned - art) < np.linalg.norm(quad - art) else quad
