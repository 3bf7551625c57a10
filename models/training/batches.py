"""Endless labelled crops by seed: which card, in which printing, turned or not, or none at all."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.faces import H, W, back, framed, recoloured, text_card
from models.training.snapshots import Hardship, snapshot
from models.training.sources import Sources
from vision.frame import Image
from vision.namer import BACK_CLASS, NONE_CLASS
from vision.reading import BACK, LABELS
from vision.scene.faces import face as drawn_face
from vision.scene.spec import Deck

SHARE_NONE, SHARE_BACK = 0.2, 0.05
"""How many crops show no card of the game, and how many a back."""

SHARE_DRAWN = 0.22
"""How many named faces come from the printings of `vision.scene` instead of the random framing."""

TRAIN_PRINTINGS = 5000
"""Printings of `vision.scene` with seeds below this may be trained on; those from here on are for measuring."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Crops (N, h, w, 3) uint8 BGR and their classes (N,) int64, indices into vision.namer.CLASSES."""

    crops: NDArray[np.uint8]
    classes: NDArray[np.int64]


class Maker:
    """Makes crops one after another; the same sources and seed give the same crops."""

    def __init__(self, sources: Sources, seed: int, hard: Hardship | None = None, printings: tuple[int, int] = (0, 0)):
        """`printings`: the seeds of `vision.scene` printings to draw from, first and end; none where they are equal."""
        self._sources = sources
        self._rng = np.random.default_rng([seed, 0xC0DE])
        self._hard = hard or Hardship()
        self._printings = printings
        self._drawn: list[tuple[int, Image]] = []
        self._backs: list[Image] = []
        self._recent: list[Image] = []
        self._foreign = (*sources.foreign, *sources.foreign, *sources.lenormand)

    def batches(self, size: int) -> Iterator[Batch]:
        """Batches for ever."""
        while True:
            if self._printings[0] < self._printings[1]:
                self._print(8 if self._drawn else 220)
            pairs = [self._one() for _ in range(size)]
            yield Batch(np.stack([crop for crop, _ in pairs]), np.array([c for _, c in pairs], np.int64))

    def _one(self) -> tuple[Image, int]:
        rng = self._rng
        kind = rng.random()
        others = tuple(self._recent[i] for i in rng.integers(0, len(self._recent), 2)) if self._recent else ()
        table = self._sources.tables[rng.integers(len(self._sources.tables))]
        if kind < SHARE_NONE:
            crop, found = self._none(others, table), NONE_CLASS
        elif kind < SHARE_NONE + SHARE_BACK:
            crop, found = snapshot(rng, self._back(), others, table, self._hard), BACK_CLASS
        elif self._drawn and kind > 1 - SHARE_DRAWN:
            label, face = self._drawn[rng.integers(len(self._drawn))]
            if rng.random() < 0.3:
                face = recoloured(rng, face, 0.5)
            crop, found = snapshot(rng, face, others, table, self._hard), label
        else:
            found = int(rng.integers(46))
            crop = snapshot(rng, self._face(found), others, table, self._hard)
        if rng.random() < 0.5:
            crop = np.ascontiguousarray(crop[::-1, ::-1])
            found = found + 46 if found < 46 else found
        return crop, found

    def _face(self, label: int) -> Image:
        rng = self._rng
        choices = self._sources.faces[label]
        art = choices[rng.integers(len(choices))]
        face = framed(rng, art, tarot=LABELS[label].startswith("major"))
        face = recoloured(rng, face, float(rng.uniform(0, 1.2)))
        self._recent = [*self._recent[-63:], face]
        return face

    def _none(self, others: tuple[Image, ...], table: Image) -> Image:
        rng = self._rng
        kind = rng.random()
        hard = self._hard
        if kind < 0.5:
            art = self._foreign[rng.integers(len(self._foreign))]
            face = framed(rng, art, tarot=rng.random() < 0.5)
            return snapshot(rng, recoloured(rng, face, float(rng.uniform(0, 1.2))), others, table, hard)
        if kind < 0.62:
            return snapshot(rng, None, others, table, hard)
        if kind < 0.85:
            face = self._back() if rng.random() < 0.15 else self._face(int(rng.integers(46)))
            return snapshot(rng, face, others or (face,), table, hard, aside=True)
        picture: Image | None = None
        if rng.random() < 0.7:
            pool = self._sources.tables if rng.random() < 0.5 else tuple(a.image for a in self._sources.lenormand)
            picture = pool[rng.integers(len(pool))]
            if rng.random() < 0.5:
                h, w = picture.shape[:2]
                y, x = int(rng.integers(0, h // 2)), int(rng.integers(0, w // 2))
                picture = picture[y : y + h // 2, x : x + w // 2]
            picture = recoloured(rng, picture, 1.0)
        return snapshot(rng, text_card(rng, picture), others, table, hard)

    def _back(self) -> Image:
        if self._backs and self._rng.random() < 0.4:
            return recoloured(self._rng, self._backs[self._rng.integers(len(self._backs))], 0.8)
        return back(self._rng)

    def _print(self, count: int) -> None:
        """Replace some of the drawn faces in hand by faces of a fresh printing."""
        rng = self._rng
        seeds = [int(rng.integers(*self._printings)) for _ in range(1 + count // 24)]
        for i in range(count):
            label = int(rng.integers(46))
            deck: Deck = "tarot" if LABELS[label].startswith("major") else "common"
            self._drawn.append((label, _flat(seeds[i % len(seeds)], LABELS[label], deck)))
        for deck in ("common", "tarot"):
            self._backs.append(_flat(seeds[0], BACK, deck))
        del self._drawn[:-440], self._backs[:-24]


def _flat(seed: int, label: str, deck: Deck) -> Image:
    """A drawn face without its rounded corners, at the size of a made face."""
    pixels = drawn_face.__wrapped__(seed, label, deck).levels[0]
    return np.asarray(cv2.resize(pixels[..., :3], (W, H), interpolation=cv2.INTER_AREA), np.uint8)
