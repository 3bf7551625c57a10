"""The sets of crops on which the namer is measured. Nothing here is ever trained on."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.batches import TRAIN_PRINTINGS, Maker
from models.training.snapshots import Hardship
from models.training.sources import HELD_OUT_ART, Part, load
from vision.frame import Image, Quad
from vision.namer import BACK_CLASS, NONE_CLASS, crop
from vision.reading import BACK, LABELS
from vision.scene import art as scene_art
from vision.scene import faces as scene_faces
from vision.scene.draw import draw
from vision.scene.spec import (
    BallSpec,
    CardSpec,
    Deck,
    LightSpec,
    SceneSpec,
    SensorSpec,
    SurfaceKind,
    SurfaceSpec,
    TokenSpec,
    ViewSpec,
)

Rng = np.random.Generator

MEASURE_PRINTINGS = TRAIN_PRINTINGS + 4000
"""Printings of `vision.scene` from here on are for measuring; those between are for calibration."""

_KINDS: tuple[SurfaceKind, ...] = ("cloth", "wood", "neoprene", "print", "leather", "marble")


@dataclass(frozen=True, slots=True, eq=False)
class CropSet:
    """Crops (N, 112, 64, 3) and the classes (N,) that are true of them."""

    name: str
    crops: NDArray[np.uint8]
    classes: NDArray[np.int64]


def jittered(rng: Rng, quad: Quad, share: float) -> Quad:
    """The quad with each corner, and the whole, moved at random by about `share` of its width."""
    width = float(np.linalg.norm(quad[1] - quad[0]))
    return quad + rng.normal(0, share * 0.7, 2) * width + rng.normal(0, share * 0.7, (4, 2)) * width


def framed_crops(art: Path, backgrounds: Path, count: int, part: Part) -> tuple[CropSet, CropSet]:
    """Randomly framed art of that part on tables of that part, and cards and places of that part that are none."""
    batch = next(Maker(load(art, backgrounds, part), 77, Hardship(jitter=0.05)).batches(count))
    none = batch.classes == NONE_CLASS
    named = batch.classes < BACK_CLASS
    return (
        CropSet(f"{part} art, random framing", batch.crops[named], batch.classes[named]),
        CropSet(f"{part} other cards and places", batch.crops[none], batch.classes[none]),
    )


def drawn_tables(first: int, count: int, name: str, jitter: float = 0.03) -> CropSet:
    """Whole tables drawn by `vision.scene` in printings from `first` on: every card at least half in sight."""
    crops: list[Image] = []
    classes: list[int] = []
    for seed in range(first, first + count):
        rng = np.random.default_rng([seed, 0xE7A1])
        drawing = draw(table(rng, seed))
        for card in drawing.truth.cards:
            if card.visible < 0.5:
                continue
            turned = bool(rng.random() < 0.5)
            quad = jittered(rng, np.array(card.corners), jitter)
            crops.append(crop(drawing.image, np.roll(quad, 2, axis=0) if turned else quad))
            classes.append(BACK_CLASS if card.label == BACK else LABELS.index(card.label) + 46 * turned)
    return CropSet(name, np.stack(crops), np.array(classes))


def table(rng: Rng, printing: int) -> SceneSpec:
    """A table with about 30 cards in rows, a quarter of them under tokens, in a random light, seen from anywhere."""
    cards, tokens = [], []
    for row in range(4):
        for column in range(8):
            x, y = (column - 3.5) * 130 + rng.normal(0, 5), (row - 1.5) * 165 + rng.normal(0, 5)
            label = str(rng.choice([*LABELS, BACK], p=[0.96 / 46] * 46 + [0.04]))
            deck: Deck = "tarot" if label.startswith("major") else "common"
            cards.append(CardSpec(label, x, y, float(rng.choice([0, 180])) + rng.normal(0, 4), deck=deck))
            if rng.random() < 0.25:
                at = x + rng.normal(0, 12), y + rng.normal(0, 25)
                tokens.append(TokenSpec(*at, float(rng.uniform(0, 360)), z=0.4, on=len(cards) - 1))
    on = int(rng.integers(len(cards)))
    return SceneSpec(
        cards=tuple(cards),
        tokens=tuple(tokens),
        ball=BallSpec(cards[on].x, cards[on].y, z=0.4, on=on),
        printing=printing,
        surface=SurfaceSpec(_KINDS[rng.integers(6)], printing),
        view=ViewSpec(
            distance=float(rng.uniform(1100, 1700)),
            tilt=float(rng.uniform(0, 45)),
            azimuth=float(rng.uniform(0, 360)),
        ),
        light=LightSpec(
            strength=float(rng.uniform(0.3, 0.7)),
            glare=float(rng.choice([0, rng.uniform(0, 0.8)])),
            exposure=float(rng.uniform(0.65, 1.15)),
        ),
        sensor=SensorSpec(
            blur=float(rng.uniform(0.5, 1.4)),
            noise=float(rng.uniform(1, 6)),
            quality=int(rng.integers(60, 95)),
            seed=printing,
        ),
    )


def labelled_pictures(folder: Path, jitter: float, name: str) -> CropSet:
    """The labelled cards of a folder's pictures (labels.json), at least half in sight, some given upside down."""
    rng = np.random.default_rng(5)
    crops: list[Image] = []
    classes: list[int] = []
    for file, truth in sorted(json.loads((folder / "labels.json").read_text(encoding="utf-8")).items()):
        image = np.asarray(cv2.imread(str(folder / file)), np.uint8)
        for card in truth["cards"]:
            if card.get("ignore") or card.get("visible_fraction", 1.0) < 0.5 or card["id"] not in (*LABELS, BACK):
                continue
            turned = bool(rng.random() < 0.5)
            quad = jittered(rng, np.array(card["corners_px"], float), jitter)
            crops.append(crop(image, np.roll(quad, 2, axis=0) if turned else quad))
            classes.append(BACK_CLASS if card["id"] == BACK else LABELS.index(card["id"]) + 46 * turned)
    return CropSet(name, np.stack(crops), np.array(classes))


def random_places(folder: Path, count: int, name: str) -> CropSet:
    """Random quads of card shape, 40 to 300 px wide, in pictures that hold no card of the game."""
    rng = np.random.default_rng(6)
    pictures = [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(folder.glob("*.jpg"))]
    crops = []
    for _ in range(count):
        image = pictures[rng.integers(len(pictures))]
        width, turn = float(np.exp(rng.uniform(np.log(40), np.log(300)))), rng.uniform(0, 2 * np.pi)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shape = np.array([[-0.5, -0.86], [0.5, -0.86], [0.5, 0.86], [-0.5, 0.86]]) * width * rng.uniform(0.9, 1.1)
        middle = rng.uniform((0, 0), (image.shape[1], image.shape[0]))
        crops.append(crop(image, jittered(rng, shape @ spin.T + middle, 0.05)))
    return CropSet(name, np.stack(crops), np.full(count, NONE_CLASS))


@contextmanager
def drawn_from(folder: Path) -> Iterator[None]:
    """Let `vision.scene` draw its printings from another art set, for as long as the context lasts."""

    def other(label: str) -> Image:
        image = np.asarray(cv2.imread(str(folder / HELD_OUT_ART[0] / f"{label}.jpg"), cv2.IMREAD_COLOR), np.uint8)
        return np.asarray(cv2.resize(image, scene_art.ART_SIZE, interpolation=cv2.INTER_AREA), np.uint8)

    scene_faces.face.cache_clear()
    try:
        with patch.object(scene_faces, "art", other):
            yield
    finally:
        scene_faces.face.cache_clear()
