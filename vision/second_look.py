"""A reader in two looks: the first finds and names cards in the whole picture, the second, learned, names places.

The first look is sure of what it names but misses small, oblique and half covered cards; the second cannot search, but
once a place is known to within a few percent it seldom fails.
"""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from vision.frame import Image, Quad
from vision.namer import Named, Namer
from vision.reading import Reader, Reading, Sighting

_AGREED = 0.5
"""A name the second look alone is not sure of counts from this probability on where the first look says the same."""


class TwoLooks:
    """A Reader made of another one and the learned namer."""

    def __init__(self, first: Reader, namer: Namer) -> None:
        self._first = first
        self._namer = namer

    def read(self, image: Image) -> Reading:
        """Find and name every card; places the first look leaves without a name get a second."""
        reading = self._first.read(image)
        began = perf_counter()
        open_places = [index for index, card in enumerate(reading.cards) if card.label is None]
        named = self._namer.name(image, [reading.cards[index].corners for index in open_places])
        cards = list(reading.cards)
        for index, seen in zip(open_places, named, strict=True):
            if seen.label is not None:
                cards[index] = _sighting(seen, cards[index].corners)
        took = 1000 * (perf_counter() - began)
        ms = {**reading.ms, "second look": took, "total": reading.ms.get("total", 0.0) + took}
        return replace(reading, cards=tuple(cards), ms=ms)

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
