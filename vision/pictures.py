"""Picture files to pixels, with an error for each way a file can fail."""

import stat
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureEmpty, PictureMissing, PictureUnreadable
from vision.frame import Image
from vision.quiet import quiet

_LARGEST = 200_000_000
"""Bytes."""


def decode(path: Path) -> Image:
    """Give the picture in a file, upright by its EXIF turn, as (height, width, 3) BGR; raises a PictureError."""
    try:
        there = path.stat()
        if not stat.S_ISREG(there.st_mode) and not stat.S_ISDIR(there.st_mode):
            raise PictureUnreadable(f"{path}: this is not a file; name a picture.")
        if there.st_size > _LARGEST:
            raise PictureUnreadable(f"{path}: the file is too large for a picture; save it smaller.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureMissing(f"{path}: there is no such file; check the name.") from None
    except IsADirectoryError:
        raise PictureUnreadable(f"{path}: this is a folder; name the pictures in it.") from None
    except OSError as error:
        raise PictureUnreadable(
            f"{path}: the file cannot be opened ({error.strerror}); check who may read it."
        ) from None
    return decode_bytes(data, str(path))


def decode_bytes(data: bytes, name: str) -> Image:
    """Give the picture in an encoded file's bytes, as `decode`; `name` is how an error calls it."""
    if not data:
        raise PictureEmpty(f"{name}: the file is empty; take or save the picture again.")
    try:
        with quiet():
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None or image.size == 0:
        raise PictureUnreadable(
            f"{name}: this is not a picture that can be read, or it is cut short; save it as JPEG or PNG again."
        )
    return np.asarray(image, np.uint8)
