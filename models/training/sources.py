"""The pictures that training crops are made of, split into those trained on and those held out."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from vision.frame import Image
from vision.reading import LABELS
from vision.scene.spec import SurfaceKind, SurfaceSpec
from vision.scene.surface import texture

Part = Literal["train", "held_out"]

TRAIN_ART = ("sacredtexts_1909", "saga_recolour", "metabismuth_recolour")
HELD_OUT_ART = ("radish_artcrop",)
HELD_OUT_FOREIGN = ("c09", "c12", "w07", "w13", "s08", "s14", "p10", "p11")
HELD_OUT_BACKGROUNDS = ("dervillay_wood", "jmartz_fabric", "viu_marble", "skimage_coffee")
HELD_OUT_LENORMAND = 25
"""Lenormand cards from this number on are held out, of both decks."""

ART_HEIGHT = 260
"""Pixels in height to which all art is brought: a little more than twice the crop."""

_SURFACES: tuple[SurfaceKind, ...] = ("cloth", "wood", "neoprene", "print", "leather", "marble")


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A card's art, (ART_HEIGHT, w, 3) BGR, cut to its frame; `caption` is the share of a name at its foot."""

    image: Image
    caption: float


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """All pictures of one part: the art of each label by set, other cards, table tops (each at least 200 px a side)."""

    faces: tuple[tuple[Art, ...], ...]
    foreign: tuple[Art, ...]
    lenormand: tuple[Art, ...]
    tables: tuple[Image, ...]


def load(art: Path, backgrounds: Path, part: Part) -> Sources:
    """Read the pictures of a part: `art` holds a folder a set with LABEL.jpg, `backgrounds` pictures of table tops."""
    sets = TRAIN_ART if part == "train" else HELD_OUT_ART
    faces = tuple(tuple(_art(art / name / f"{label}.jpg", label, name) for name in sets) for label in LABELS)
    tables = [
        _table(path)
        for path in sorted(backgrounds.glob("*.jpg"))
        if (path.stem in HELD_OUT_BACKGROUNDS) == (part == "held_out")
    ]
    first = 0 if part == "train" else 500
    seeds = range(first, first + (60 if part == "train" else 12))
    tables.extend(texture(SurfaceSpec(_SURFACES[seed % 6], seed, 360, 360)) for seed in seeds)
    images = _arcanite()
    foreign = tuple(
        _art(path, path.stem, "metabismuth_recolour")
        for path in sorted((images / "cards_github").glob("[cpsw]*.jpg"))
        if int(path.stem[1:]) > 6 and (path.stem in HELD_OUT_FOREIGN) == (part == "held_out")
    )
    lenormand = tuple(
        _art(path, path.stem, deck)
        for deck in ("lenormand_oak", "lenormand_gemini")
        for path in sorted((images / deck).glob("*.jpg"))
        if (int(path.stem) >= HELD_OUT_LENORMAND) == (part == "held_out")
    )
    return Sources(faces, foreign, lenormand, tuple(tables))


def _arcanite() -> Path:
    spec = find_spec("arcanite")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The card pictures are missing: install the package 'arcanite'.")
    return Path(spec.origin).parent / "images"


def _read(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"{path}: there is no such picture; check --art and --backgrounds.")
    return np.asarray(image, np.uint8)


def _art(path: Path, name: str, art_set: str) -> Art:
    """The art of one card, cut to the drawing inside its frame."""
    image = _read(path)
    h, w = image.shape[:2]
    captioned = name.startswith("major") or name.endswith(("_01", "11", "12", "13", "14"))
    caption = 0.0
    if art_set == "saga_recolour":
        dark = image.min(axis=2) < 110
        columns, rows = np.flatnonzero(dark.mean(0) > 0.3), np.flatnonzero(dark.mean(1) > 0.3)
        x0, x1 = (columns[0], columns[-1]) if len(columns) > 1 else (round(0.085 * w), round(0.905 * w))
        y0, y1 = (rows[0], rows[-1]) if len(rows) > 1 else (round(0.05 * h), round(0.945 * h))
        x0, x1 = (x0, x1) if x1 - x0 > 0.7 * w else (round(0.085 * w), round(0.905 * w))
        y0, y1 = (y0, y1) if y1 - y0 > 0.7 * h else (round(0.05 * h), round(0.945 * h))
        image = image[y0:y1, x0:x1]
    elif art_set == "metabismuth_recolour":
        image = image[6:-6, 6:-6]
    if captioned and art_set != "radish_artcrop":
        caption = 0.085
    w = round(image.shape[1] * ART_HEIGHT / image.shape[0])
    small = cv2.resize(image, (w, ART_HEIGHT), interpolation=cv2.INTER_AREA)
    return Art(np.asarray(small, np.uint8), caption)


def _table(path: Path) -> Image:
    image = _read(path)
    scale = min(1.0, 500 / min(image.shape[:2]))
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
