"""The running product: a capture thread, a vision thread that reads stills into the live table, and the dashboard."""

import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from assistant.phrases import card_words, printable
from assistant.snapshot import CameraState, Picture
from assistant.table import LiveTable
from assistant.watching import Still, Watcher
from engine.cards import SUITS
from vision.camera.latest import Latest
from vision.camera.source import Camera
from vision.frame import Frame, Image
from vision.overlay import draw_reading, encode_jpeg
from vision.reading import Reader, Reading
from vision.settle import Settle

_LOOK_S = 0.25
"""How long the vision thread waits for a frame before it says again how old the last one is."""

_MOVING_EVERY_S = 0.5
"""How often the picture is renewed while hands move over the table."""


class Live:
    """Watches a camera from `with` to its end; what it sees goes into the table.

    `make_reader` and `make_watcher` are called in the vision thread, so that the dashboard is up while they load.
    `seen` is called after each still with what came of it. Pictures that lie ready, as in a folder, are shown for
    `pace_s` seconds each, so that people can follow.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        table: LiveTable,
        make_reader: Callable[[], Reader],
        make_watcher: Callable[[Reader], Watcher],
        seen: Callable[[Still], None] | None = None,
        pace_s: float = 0.0,
    ) -> None:
        self._latest = Latest(opener)
        self._table = table
        self._make_reader = make_reader
        self._make_watcher = make_watcher
        self._seen = seen
        self._pace_s = pace_s
        self._stopping = threading.Event()
        self._reading_ms: float | None = None
        self._trouble = ""
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)

    def __enter__(self) -> Self:
        """Begin to capture and to read."""
        self._latest.__enter__()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End both threads; a still that is being read is read to its end."""
        self._stopping.set()
        self._latest.stop()
        self._thread.join(timeout=10)
        self._table.close()

    def _run(self) -> None:
        try:
            self._watch()
        except Exception as error:  # whatever ends this thread must be seen on the page
            state = self._camera()
            self._table.show(
                CameraState(state.name, "lost", detail=f"Reading has stopped: {error}. Start Fatekeeper again.")
            )
            raise

    def _watch(self) -> None:
        watcher = self._make_watcher(self._make_reader())
        settle = Settle()
        reading: Reading | None = None
        read: Image | None = None
        shown_at = 0.0
        while not self._stopping.is_set():
            self._table.keep_up()
            frame = self._latest.take(_LOOK_S)
            if frame is None:
                self._table.show(self._camera())
                continue
            if frame.image is read:
                # The same picture again: a quiet table, with nothing new to read.
                self._table.show(self._camera())
            elif settle.at_rest(frame):
                read = frame.image
                still = watcher.see(frame)
                reading, self._reading_ms, shown_at = still.reading, still.ms, time.monotonic()
                self._trouble = still.trouble
                self._table.show(self._camera(), _picture(frame, reading, self._actions()))
                if self._seen is not None:
                    self._seen(still)
                if frame.still:
                    self._stopping.wait(self._pace_s)
            elif time.monotonic() - shown_at > _MOVING_EVERY_S:
                shown_at = time.monotonic()
                self._table.show(self._camera(), _picture(frame, reading, self._actions()))
            else:
                self._table.show(self._camera())

    def _actions(self) -> dict[str, str]:
        """Tell which printed suit is which action, once the game says."""
        state = self._table.shown()
        return {} if state is None else {state.setup.faces.printed(suit): str(suit) for suit in SUITS}

    def _camera(self) -> CameraState:
        state = self._latest.state
        detail = state.detail or self._trouble
        name, detail = printable(state.name), printable(detail)
        return CameraState(name, state.status, state.age_s, state.dropped, self._reading_ms, detail)


def _picture(frame: Frame, reading: Reading | None, actions: Mapping[str, str]) -> Picture:
    """Draw what was last read over a frame."""
    image = frame.image
    if reading is not None:
        image = draw_reading(image, reading, lambda label: card_words(label, actions))
    return Picture(encode_jpeg(image), printable(frame.name), time.monotonic())
