"""Names card faces at places whose outlines are roughly known, by a small learned model.

A second look, not a search: it is told where a card should lie, and says which one does, or that none does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ModelDamaged
from vision.frame import Image, Quad
from vision.onnx import Model, load_model
from vision.reading import BACK, LABELS

CROP_SIZE = (64, 112)
"""Width and height in pixels of the crops the model sees."""

MARGIN = 1.06
"""How much wider and higher than the given outline a crop is."""

NONE = "none"
"""The outcome that no card of this game lies there."""

OUTCOMES: tuple[str, ...] = (*LABELS, BACK, NONE)
"""What a posterior runs over, in this order."""

CLASSES: tuple[str, ...] = (*LABELS, *(f"{label} turned" for label in LABELS), BACK, NONE)
"""What the model tells apart: the faces upright, the same turned by 180 degrees, a back, none of these."""

BACK_CLASS, NONE_CLASS = len(CLASSES) - 2, len(CLASSES) - 1

_TURNED = np.array([*range(len(LABELS), 2 * len(LABELS)), *range(len(LABELS)), BACK_CLASS, NONE_CLASS])
"""For each class the one it becomes when the crop is turned by 180 degrees."""

_DOUBT = 0.98
"""The probability of the likeliest class below which a crop is looked at a second time."""

_LEAST = 1e-30
"""Keeps the logarithm of an impossible class finite."""

_SMALLEST = 8.0
"""Pixels: a place whose sides are shorter shows nothing that could be named."""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """What one place shows.

    `posterior`: (48,) probabilities of OUTCOMES. `label`: the likeliest face or `back` where its probability reaches
    the model's threshold, else None. `confidence`: that probability, reached or not. `turned`: whether the card lies
    turned by 180 degrees against the quad, `turned_sure` how sure that is (0.5..1); both say nothing of a back.
    """

    label: str | None
    confidence: float
    turned: bool
    turned_sure: float
    posterior: NDArray[np.float64]

    def candidates(self, count: int = 5) -> tuple[tuple[str, float], ...]:
        """The likeliest faces (or `back`) with their probabilities, best first; the rest is "none of these"."""
        best = np.argsort(-self.posterior[:-1], kind="stable")[:count]
        return tuple((OUTCOMES[i], float(self.posterior[i])) for i in best)


class Namer:
    """Names the cards in the outlines given; deterministic for the same picture and quads."""

    def __init__(self, model: Model):
        if model.card.labels != CLASSES or model.card.input != (CROP_SIZE[1], CROP_SIZE[0], 3):
            raise ModelDamaged(
                "The model for naming cards has other inputs or labels than this version: install again."
            )
        self._model = model

    @property
    def threshold(self) -> float:
        """The probability from which a place is given a label."""
        return self._model.card.threshold

    @property
    def temperature(self) -> float:
        """What the model's logits are divided by to make its probabilities honest (Guo et al. 2017)."""
        return self._model.card.temperature

    def name(self, image: Image, quads: Sequence[Quad]) -> tuple[Named, ...]:
        """One `Named` for each quad, in order.

        A quad is a card's outline within about a tenth of its width, either way up, in pixels of the image.
        """
        usable = [i for i, quad in enumerate(quads) if _usable(quad)]
        if not usable:
            return tuple(_nothing() for _ in quads)
        crops = np.stack([crop(image, quads[i]) for i in usable])
        named = dict(zip(usable, self.name_crops(crops), strict=True))
        return tuple(named.get(i) or _nothing() for i in range(len(quads)))

    def name_crops(self, crops: NDArray[np.uint8]) -> tuple[Named, ...]:
        """The same for crops (N, 112, 64, 3), as `crop` makes them."""
        return tuple(_named(row, self.threshold) for row in self.probabilities(crops))

    def probabilities(self, crops: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Probabilities (N, 94) of CLASSES for crops (N, 112, 64, 3); where one look leaves doubt, a second is taken.

        The second look sees the crop turned by 180 degrees. It mends about one mistake in seven.
        """
        shares = _normalised(self._model.logits(crops))
        doubtful = np.flatnonzero(shares.max(axis=1) < _DOUBT)
        if len(doubtful):
            turned = _normalised(self._model.logits(np.ascontiguousarray(crops[doubtful][:, ::-1, ::-1])))[:, _TURNED]
            shares[doubtful] = _normalised(np.log(shares[doubtful] * turned + _LEAST) / 2)
        return shares


@lru_cache(maxsize=1)
def load_namer() -> Namer:
    """The namer with the weights that ship; raises a ModelError where they are missing or damaged."""
    return Namer(load_model("namer"))


def crop(image: Image, quad: Quad) -> Image:
    """The place laid flat and upright, (112, 64, 3), MARGIN wider than the quad; large cards are averaged down."""
    middle = quad.mean(axis=0)
    outer = (middle + (quad - middle) * MARGIN).astype(np.float32)
    width, height = CROP_SIZE
    sides = np.linalg.norm(np.roll(outer, -1, axis=0) - outer, axis=1)
    finer = int(np.clip(round(max(sides[0], sides[2]) / width), 1, 6))
    finer = max(finer, int(np.clip(round(max(sides[1], sides[3]) / height), 1, 6)))
    w, h = width * finer, height * finer
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - np.float32(0.5)
    flat = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(outer, target),
        (w, h),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if finer > 1:
        flat = cv2.resize(flat, CROP_SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def _usable(quad: Quad) -> bool:
    """Whether four corners span a convex place large enough to show something."""
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        return False
    sides = np.roll(quad, -1, axis=0) - quad
    onward = np.roll(sides, -1, axis=0)
    bends = sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0]
    return bool((np.abs(bends) > _SMALLEST**2).all() and abs(np.sign(bends).sum()) == 4)


def _normalised(logits: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Logits (N, classes) to probabilities."""
    odds = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def _named(probabilities: NDArray[np.float64], threshold: float) -> Named:
    """The answer for one place from the probabilities (94,) of the classes."""
    faces = len(LABELS)
    upright, turned = probabilities[:faces], probabilities[faces : 2 * faces]
    posterior = np.concatenate([upright + turned, probabilities[2 * faces :]])
    best = int(posterior[:-1].argmax())
    sure = float(posterior[best])
    share = float(turned[best] / posterior[best]) if best < faces and posterior[best] > 0 else 0.0
    return Named(
        label=OUTCOMES[best] if sure >= threshold else None,
        confidence=sure,
        turned=share > 0.5,
        turned_sure=max(share, 1 - share),
        posterior=posterior,
    )


def _nothing() -> Named:
    """The answer for a place too small or too crooked to look at."""
    posterior = np.zeros(len(OUTCOMES))
    posterior[-1] = 1.0
    return Named(None, 0.0, False, 0.5, posterior)
