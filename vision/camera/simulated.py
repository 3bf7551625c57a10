"""The simulated table: a child process draws the scenes it is shown, as a camera over a real table would see them."""

import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Self

import cv2

from vision.camera.errors import SimulationEnded
from vision.frame import Frame, Image
from vision.scene.draw import draw
from vision.scene.spec import SceneSpec

_PATIENCE_S = 3.0
"""How long the child may take to end by itself."""


class SimulatedCamera:
    """Draws every scene given to `show`, in order, and gives each picture as a still.

    While nothing new is shown the last picture comes again every `repeat_s`, as a camera goes on seeing a quiet table.
    `show` and `frames` may be called from two threads.
    """

    live = True

    def __init__(self, name: str = "simulated table", repeat_s: float = 1.0) -> None:
        self.name = name
        self.repeat_s = repeat_s
        self._process: multiprocessing.process.BaseProcess | None = None
        self._scenes: Connection | None = None
        self._pictures: Connection | None = None
        self._opened = threading.Event()

    def __enter__(self) -> Self:
        context = multiprocessing.get_context("spawn")
        theirs_in, self._scenes = context.Pipe(duplex=False)
        self._pictures, theirs_out = context.Pipe(duplex=False)
        process = context.Process(target=_draw_all, args=(theirs_in, theirs_out), name="drawing", daemon=True)
        process.start()
        theirs_in.close()
        theirs_out.close()
        self._process = process
        self._opened.set()
        return self

    def wait_open(self, timeout_s: float) -> bool:
        """Wait until it is open, in another thread; tells whether it is."""
        return self._opened.wait(timeout_s)

    def show(self, spec: SceneSpec) -> None:
        """Put a scene before the camera; raises SimulationEnded where the child is gone."""
        if self._scenes is None:
            raise SimulationEnded("The simulated table is not open, or no more.")
        try:
            self._scenes.send(spec)
        except OSError:
            raise _ended() from None

    def frames(self) -> Iterator[Frame]:
        """Pictures until the table is closed; raises SimulationEnded where the child is gone before that."""
        began, index, last = time.monotonic(), 0, None
        while True:
            pictures = self._pictures
            if pictures is None:
                return
            try:
                new: Image | None = pictures.recv() if pictures.poll(self.repeat_s) else None
            except (OSError, EOFError):
                if self._pictures is None:
                    return
                raise _ended() from None
            last = last if new is None else new
            if last is None:
                continue
            yield Frame(last, index, (time.monotonic() - began) * 1000, self.name, still=True)
            index += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process, scenes, pictures = self._process, self._scenes, self._pictures
        self._process = self._scenes = self._pictures = None
        for end in (scenes, pictures):
            if end is not None:
                end.close()
        if process is not None:
            process.terminate()
            process.join(_PATIENCE_S)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()


def _ended() -> SimulationEnded:
    return SimulationEnded("The process that draws the simulated table has ended; start again.")


def _draw_all(scenes: Connection, pictures: Connection) -> None:
    """The child: draw until the other end is closed. An interrupt from the terminal is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    try:
        while True:
            spec: SceneSpec = scenes.recv()
            pictures.send(draw(spec).image)
    except (EOFError, OSError):
        return
