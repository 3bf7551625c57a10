"""The public-domain Rider-Waite art that every invented printing starts from."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from vision.errors import GalleryError
from vision.frame import Image

ART_SIZE = (350, 600)
"""Width and height in pixels of every piece of art."""

_LETTER = {"pentacles": "p", "cups": "c", "wands": "w", "swords": "s", "major": "m"}


def _folder() -> Path:
    spec = find_spec("arcanite")
    if spec is None or spec.origin is None:
        raise GalleryError("The card pictures are missing: install the package 'arcanite'.")
    return Path(spec.origin).parent / "images" / "cards_github"


@lru_cache(maxsize=64)
def art(label: str) -> Image:
    """The art of a face, (600, 350, 3) BGR; raises GalleryError where it is not installed."""
    suit, _, number = label.rpartition("_")
    path = _folder() / f"{_LETTER.get(suit, '?')}{number}.jpg"
    if not path.is_file():
        raise GalleryError(f"There is no card picture for '{label}': reinstall the package 'arcanite'.")
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None or image.shape[:2] != ART_SIZE[::-1]:
        raise GalleryError(f"The card picture '{path.name}' is damaged: reinstall the package 'arcanite'.")
    image.setflags(write=False)
    return np.asarray(image, dtype=np.uint8)
