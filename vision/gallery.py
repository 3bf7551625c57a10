"""The 46 faces as reference art: pictures, and the local features that a picture of a table is matched against."""

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import GalleryError
from vision.frame import Gray, Quad
from vision.reading import LABELS

ART_WIDTH, ART_HEIGHT = 350, 600
"""The size in pixels of every piece of reference art; art coordinates are pixels of this frame."""

ART_QUAD: Quad = np.array([[0.0, 0.0], [ART_WIDTH, 0.0], [ART_WIDTH, ART_HEIGHT], [0.0, ART_HEIGHT]])
"""The outline of every piece of art in its own pixels."""

FEATURE_WIDTH = 100
"""The width in pixels at which features of the art are taken: cards on a table are about 60 to 120 pixels wide."""

FEATURES = 450
"""How many features of each face are kept, the ones of most contrast."""

DIMENSIONS = 64
"""How many principal directions descriptors are reduced to: they hold 94 % of the variance, at half the time."""

_LETTER = {"pentacles": "p", "cups": "c", "wands": "w", "swords": "s", "major": "m"}


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """Reference art and its features, ordered by face.

    `art`: (46, 600, 350) uint8 gray. `descriptors`: (N, 64) float32, by `compress`. `face`: (N,) index into `labels`.
    `points`: (N, 2) art pixels. `sizes`: (N,) keypoint diameter in art pixels. `angles`: (N,) radians.
    `starts`: (47,) where the features of each face begin.
    """

    labels: tuple[str, ...]
    art: NDArray[np.uint8]
    descriptors: NDArray[np.float32]
    face: NDArray[np.int64]
    points: NDArray[np.float64]
    sizes: NDArray[np.float64]
    angles: NDArray[np.float64]
    starts: NDArray[np.int64]
    mean: NDArray[np.float32]
    basis: NDArray[np.float32]

    def compress(self, descriptors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Project descriptors (N, 128) onto the principal directions of the art's, to (N, 64) of unit length."""
        projected = (descriptors - self.mean) @ self.basis
        projected /= np.maximum(np.linalg.norm(projected, axis=1, keepdims=True), 1e-6)
        return np.asarray(projected, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Local features: `points` (N, 2) and `sizes` (N,) in pixels, `angles` (N,) radians, `descriptors` (N, 128)."""

    points: NDArray[np.float64]
    sizes: NDArray[np.float64]
    angles: NDArray[np.float64]
    descriptors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.points)


@lru_cache(maxsize=1)
def load_gallery() -> Gallery:
    """Read the reference art of all faces and take its features; raises GalleryError where the art is missing."""
    folder = _art_folder()
    art = np.stack([_read_art(folder, label) for label in LABELS])
    small = (FEATURE_WIDTH, round(FEATURE_WIDTH * ART_HEIGHT / ART_WIDTH))
    taken = [features(cv2.resize(one, small, interpolation=cv2.INTER_AREA), 0.02, FEATURES) for one in art]
    counts = [len(f) for f in taken]
    back = ART_WIDTH / FEATURE_WIDTH
    descriptors = np.concatenate([f.descriptors for f in taken])
    mean = descriptors.mean(axis=0)
    _, directions = np.linalg.eigh(np.cov(descriptors - mean, rowvar=False))
    basis = np.ascontiguousarray(directions[:, ::-1][:, :DIMENSIONS], np.float32)
    gallery = Gallery(
        labels=LABELS,
        art=art,
        descriptors=descriptors,
        face=np.repeat(np.arange(len(LABELS)), counts),
        points=np.concatenate([(f.points + 0.5) * back - 0.5 for f in taken]),
        sizes=np.concatenate([f.sizes for f in taken]) * back,
        angles=np.concatenate([f.angles for f in taken]),
        starts=np.concatenate([[0], np.cumsum(counts)]),
        mean=mean,
        basis=basis,
    )
    return replace(gallery, descriptors=gallery.compress(descriptors))


def features(gray: Gray, contrast: float, limit: int = 0) -> Features:
    """SIFT features of a gray picture, descriptors as RootSIFT (Arandjelović and Zisserman 2012)."""
    found, raw = cv2.SIFT.create(nfeatures=limit, contrastThreshold=contrast).detectAndCompute(gray, None)
    if not found:
        none = np.empty(0)
        return Features(np.empty((0, 2)), none, none, np.empty((0, 128), np.float32))
    descriptors = np.asarray(raw, np.float32)
    descriptors /= np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6)
    return Features(
        points=np.array([k.pt for k in found]),
        sizes=np.array([k.size for k in found]),
        angles=np.radians([k.angle for k in found]),
        descriptors=np.sqrt(descriptors),
    )


def _art_folder() -> Path:
    """Where the package with the public-domain art keeps it; the package itself is not imported."""
    spec = find_spec("arcanite")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(place) / "images" / "cards_github"
        if folder.is_dir():
            return folder
    raise GalleryError(
        "The card art is missing: install the package 'arcanite' (it comes with Fatekeeper's dependencies)."
    )


def _read_art(folder: Path, label: str) -> Gray:
    """Give the art of one face in gray; the files number Strength 8 and Justice 11, as this game does."""
    suit, _, number = label.partition("_")
    path = folder / f"{_LETTER[suit]}{number}.jpg"
    art = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if art is None:
        raise GalleryError(f"The card art {path} cannot be read: install the package 'arcanite' again.")
    if art.shape != (ART_HEIGHT, ART_WIDTH):
        art = cv2.resize(art, (ART_WIDTH, ART_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(art, np.uint8)
