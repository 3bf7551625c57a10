"""The reader: from a whole picture to a Reading, and a second look at places where cards are expected."""

from collections.abc import Sequence
from time import perf_counter

import cv2
import numpy as np

from vision.detect import Claim, claims, match
from vision.frame import Gray, Image, Quad
from vision.gallery import Gallery, features, load_gallery
from vision.reading import Reader, Reading, Sighting

THREADS = 2
"""How many threads OpenCV may use: set here, for the whole program."""

MAX_PIXELS = 2_200_000
"""Pictures with more pixels than this are scaled down first: a card of 60 pixels width is still read then."""

_SURE = 6.0


class ArtReader:
    """A Reader without learned parts: features of the picture matched against the reference art."""

    def __init__(self, gallery: Gallery) -> None:
        cv2.setNumThreads(THREADS)
        self._gallery = gallery

    def read(self, image: Image) -> Reading:
        """Find and name every card in a whole picture."""
        began = perf_counter()
        gray, scale = _gray(image)
        found = features(gray, contrast=0.03)
        detected = perf_counter()
        kept = _without_overlaps(claims(found, match(found, self._gallery), self._gallery))
        cards = tuple(self._sighting(claim, scale) for claim in kept)
        ended = perf_counter()
        ms = {"detect": detected - began, "classify": ended - detected, "total": ended - began}
        height, width = image.shape[:2]
        return Reading(width, height, cards, ms={name: 1000 * took for name, took in ms.items()})

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """Take a closer look at places where cards are expected: one sighting for each quad, in order."""
        return tuple(Sighting(None, 0.0, quad) for quad in quads)

    def _sighting(self, claim: Claim, scale: float) -> Sighting:
        label = self._gallery.labels[claim.face]
        confidence = claim.support / (claim.support + 1.0)
        return Sighting(
            label if claim.support >= _SURE else None, confidence, claim.corners / scale, ((label, confidence),)
        )


def load_reader() -> Reader:
    """The reader this version uses; raises GalleryError where the reference art is missing."""
    return ArtReader(load_gallery())


def _gray(image: Image) -> tuple[Gray, float]:
    """A gray picture of at most MAX_PIXELS, and its scale over the original."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    scale = min(1.0, float(np.sqrt(MAX_PIXELS / max(gray.size, 1))))
    if scale < 1.0:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(gray, np.uint8), scale


def _without_overlaps(made: list[Claim]) -> list[Claim]:
    """The strongest claims, none of which lies where a stronger one does."""
    kept: list[Claim] = []
    for claim in made:
        center = claim.corners.mean(axis=0)
        if all(cv2.pointPolygonTest(other.corners.astype(np.float32), center.tolist(), False) < 0 for other in kept):
            kept.append(claim)
    return kept
