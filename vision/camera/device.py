"""A camera plugged into this machine."""

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.camera.errors import DeviceBusy
from vision.frame import Frame
from vision.quiet import quiet

WIDTH, HEIGHT = 1920, 1080
"""The picture size that is asked for; the camera may give another."""

_MISSES = 5
"""After so many failed reads in a row the camera counts as gone."""


class DeviceCamera:
    """A webcam by its number."""

    live = True

    def __init__(self, index: int, name: str) -> None:
        self.index = index
        self.name = name
        self._capture: cv2.VideoCapture | None = None

    def __enter__(self) -> Self:
        with quiet():
            capture = cv2.VideoCapture(self.index)
            if not capture.isOpened():
                capture.release()
                raise DeviceBusy(
                    f"Camera {self.index} ({self.name}) does not open: close other programs that use it, or plug it in "
                    "again."
                )
            # Most webcams give full size at a useful rate as MJPEG only.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frames(self) -> Iterator[Frame]:
        """Frames until the camera fails; raises DeviceBusy then."""
        capture = self._capture
        if capture is None:
            raise RuntimeError("frames() of a camera that is not open")
        began, index, misses = time.monotonic(), 0, 0
        while misses < _MISSES:
            with quiet():
                found, image = capture.read()
            if not found:
                misses += 1
                continue
            misses = 0
            yield Frame(np.asarray(image, np.uint8), index, (time.monotonic() - began) * 1000, self.name)
            index += 1
        raise DeviceBusy(
            f"Camera {self.index} ({self.name}) gives no pictures: close other programs that use it, or replug it."
        )
