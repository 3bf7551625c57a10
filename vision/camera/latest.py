"""A capture thread with a slot of size one: who looks gets the newest frame, the older ones are dropped and counted."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

from vision.camera.errors import CameraError
from vision.camera.source import Camera
from vision.errors import VisionError
from vision.frame import Frame

Status = Literal["waiting", "live", "lost", "ended"]
"""Not begun; frames come; broke off and is being opened again; no more will come (`detail` says why, if it failed)."""

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 10.0


@dataclass(frozen=True, slots=True)
class CaptureState:
    """How a capture is doing: seconds since its last frame, frames dropped, and a sentence where something is wrong."""

    name: str
    status: Status
    age_s: float | None
    dropped: int
    detail: str = ""


class Latest:
    """Captures from a camera in a thread of its own, from `with` to its end.

    A live camera never waits: a frame that nobody took makes way for the next. A file or folder waits until each frame
    is taken. A live camera that breaks off is opened again, after 0.5 s, 1 s, 2 s and so on up to 10 s; `opener` is
    called anew each time.
    """

    def __init__(self, opener: Callable[[], Camera]) -> None:
        self._opener = opener
        self._change = threading.Condition()
        self._stopping = threading.Event()
        self._slot: Frame | None = None
        self._name, self._detail = "", ""
        self._status: Status = "waiting"
        self._dropped = 0
        self._seen_at: float | None = None
        self._thread = threading.Thread(target=self._run, name="capture", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self, patience_s: float = 6.0) -> None:
        """End the thread; waits as long as one read of the camera may take."""
        self._stopping.set()
        with self._change:
            self._change.notify_all()
        self._thread.join(patience_s)

    def take(self, timeout_s: float | None = None) -> Frame | None:
        """The newest frame that was not taken yet, waiting for it; None after the time, or where no more will come."""
        with self._change:
            self._change.wait_for(lambda: self._slot is not None or self._over(), timeout_s)
            frame, self._slot = self._slot, None
            self._change.notify_all()
            return frame

    @property
    def state(self) -> CaptureState:
        """How the capture is doing now."""
        with self._change:
            age = None if self._seen_at is None else time.monotonic() - self._seen_at
            return CaptureState(self._name, self._status, age, self._dropped, self._detail)

    @property
    def over(self) -> bool:
        """Whether all frames were taken and no more will come."""
        with self._change:
            return self._over() and self._slot is None

    def _over(self) -> bool:
        return self._status == "ended" or self._stopping.is_set()

    def _run(self) -> None:
        wait = _FIRST_WAIT_S
        while not self._stopping.is_set():
            live = False
            try:
                camera = self._opener()
                live = camera.live
                with camera:
                    self._say(self._status, camera.name, self._detail)
                    for frame in camera.frames():
                        wait = _FIRST_WAIT_S
                        if not self._put(frame, camera):
                            return
                self._say("ended")
                return
            except VisionError as error:
                # Opening may fail before it is known whether the source is live; what once gave frames may come back.
                if not (live or (isinstance(error, CameraError) and self._status == "lost")):
                    self._say("ended", detail=str(error))
                    return
                self._say("lost", detail=str(error))
                self._stopping.wait(wait)
                wait = min(2 * wait, _LONGEST_WAIT_S)

    def _put(self, frame: Frame, camera: Camera) -> bool:
        with self._change:
            if not camera.live:
                self._change.wait_for(lambda: self._slot is None or self._stopping.is_set())
            if self._stopping.is_set():
                return False
            self._dropped += self._slot is not None
            self._slot, self._seen_at = frame, time.monotonic()
            self._name, self._status, self._detail = camera.name, "live", ""
            self._change.notify_all()
            return True

    def _say(self, status: Status, name: str | None = None, detail: str = "") -> None:
        with self._change:
            self._status, self._detail = status, detail
            self._name = self._name if name is None else name
            self._change.notify_all()
