"""A camera at an address: MJPEG or video over HTTP, or RTSP, such as a phone with a camera app."""

import socket
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.camera.errors import StreamSilent
from vision.frame import Frame
from vision.quiet import quiet

SCHEMES = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
"""The schemes of addresses that can be read, with their usual ports."""


class StreamCamera:
    """The stream at a URL. Opening and every read take `timeout_s` at most."""

    live = True

    def __init__(self, url: str, timeout_s: float = 5.0) -> None:
        self.url = url
        parts = urlsplit(url)
        self.name = parts.hostname or url
        self.timeout_s = timeout_s
        self._capture: cv2.VideoCapture | None = None

    def __enter__(self) -> Self:
        self._knock()
        wait = int(self.timeout_s * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait]
        with quiet():
            capture = cv2.VideoCapture(self.url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            raise StreamSilent(
                f"{self.shown}: something answers, but sends no pictures; check the path of the address."
            )
        self._capture = capture
        return self

    @property
    def shown(self) -> str:
        """The address without a password in it."""
        parts = urlsplit(self.url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()

    def _knock(self) -> None:
        """See within the time limit whether anything listens there at all."""
        try:
            parts = urlsplit(self.url)
            address = (parts.hostname or "", parts.port or SCHEMES[parts.scheme.lower()])
        except ValueError:
            raise StreamSilent(
                f"{self.shown}: this is not an address; it looks like http://192.0.2.7:8080/video."
            ) from None
        try:
            socket.create_connection(address, self.timeout_s).close()
        except OSError:
            raise StreamSilent(
                f"{self.shown}: nothing answers there; check that the camera app runs and is on the same network."
            ) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frames(self) -> Iterator[Frame]:
        """Frames until the stream breaks off; raises StreamSilent then."""
        capture = self._capture
        if capture is None:
            raise RuntimeError("frames() of a stream that is not open")
        began, index = time.monotonic(), 0
        while True:
            with quiet():
                found, image = capture.read()
            if not found:
                break
            yield Frame(np.asarray(image, np.uint8), index, (time.monotonic() - began) * 1000, self.name)
            index += 1
        raise StreamSilent(f"{self.shown}: the stream broke off; check the camera app and the network.")
