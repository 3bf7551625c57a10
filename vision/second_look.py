"""A reader in two looks: the first finds and names cards in the whole picture, the second, learned, names places.

The first look is sure of what it names but misses small, oblique and half covered cards; the second cannot search, but
once a place is known to within a few percent it seldom fails.
"""

from collections.abc import Sequence

import numpy as np

from vision.frame import Image, Quad
from vision.namer import Named, Namer
from vision.reading import Reader, Reading, Sighting

_AGREED = 0.5
"""A name the second look alone is not sure of counts from this probability on where the first look says the same."""


def naming(namer: Namer, image: Image, quads: Sequence[Quad]) -> list[Sighting]:
    """Name places of a picture by the learned namer: a sighting for each quad, in order."""
    return [_sighting(seen, quad) for seen, quad in zip(namer.name(image, quads), quads, strict=True)]


class TwoLooks:
    """A Reader made of one that finds cards, its open places named by `naming`, and the learned namer."""

    def __init__(self, first: Reader, namer: Namer) -> None:
        self._first = first
        self._namer = namer

    def read(self, image: Image) -> Reading:
        """Find and name every card, and what lies on them."""
        return self._first.read(image)

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """Name the places by the learned namer; the art is asked as well where that one is not sure."""
        named = self._namer.name(image, quads)
        sightings = [_sighting(seen, quad) for seen, quad in zip(named, quads, strict=True)]
        doubtful = [index for index, seen in enumerate(named) if seen.label is None]
        for index, seen in zip(doubtful, self._first.look(image, [quads[i] for i in doubtful]), strict=True):
            likeliest, probability = named[index].candidates(1)[0]
            if seen.label == likeliest and probability >= _AGREED:
                sightings[index] = seen
        return tuple(sightings)


def _sighting(seen: Named, quad: Quad) -> Sighting:
    corners = np.roll(quad, 2, axis=0) if seen.turned else quad
    candidates = tuple(pair for pair in seen.candidates() if pair[1] >= 0.01)
    return Sighting(seen.label, seen.confidence, corners, candidates)
