"""Keeps the warnings of OpenCV and FFmpeg off the terminal while a picture or a source is tried."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

# Read by OpenCV when it first opens anything through FFmpeg; -8 is AV_LOG_QUIET.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


@contextmanager
def quiet() -> Iterator[None]:
    """Silence OpenCV's log; errors are told by this package's own sentences."""
    logging = cv2.utils.logging
    before = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        logging.setLogLevel(before)
