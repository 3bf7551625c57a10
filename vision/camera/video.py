"""A video file, frame by frame."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.camera.errors import SourceMissing, VideoTruncated, VideoUnreadable
from vision.frame import Frame
from vision.quiet import quiet

_SHORT_BY = 0.98
"""A video that delivers less than this share of the frames its head promises was cut short."""


class VideoCamera:
    """Every frame of a video file, with its own time."""

    live = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name
        self._capture: cv2.VideoCapture | None = None

    def __enter__(self) -> Self:
        if not self.path.is_file():
            raise SourceMissing(f"{self.path}: there is no such file or folder; check the name.")
        if self.path.stat().st_size == 0:
            raise VideoUnreadable(f"{self.path}: the file is empty; record or copy the video again.")
        with quiet():
            capture = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            raise VideoUnreadable(
                f"{self.path}: this is neither a picture nor a video that can be read, or it was cut off while it was "
                "recorded; record it again or save it as MP4."
            )
        self._capture = capture
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frames(self) -> Iterator[Frame]:
        """Every frame that can be read; raises VideoTruncated after the last one of a video that ends early."""
        capture = self._capture
        if capture is None:
            raise RuntimeError("frames() of a video that is not open")
        promised = capture.get(cv2.CAP_PROP_FRAME_COUNT)
        index, at_ms = 0, 0.0
        while True:
            with quiet():
                found, image = capture.read()
            if not found:
                break
            at_ms = max(at_ms, float(capture.get(cv2.CAP_PROP_POS_MSEC)))
            yield Frame(np.asarray(image, np.uint8), index, at_ms, f"{self.name} {index}")
            index += 1
        if index == 0:
            raise VideoUnreadable(f"{self.path}: no picture of this video can be read; record it again.")
        if index < promised * _SHORT_BY - 2:
            raise VideoTruncated(
                f"{self.path}: the video breaks off after {index} of {promised:.0f} frames; what came before was read, "
                "copy the file again for the rest."
            )
