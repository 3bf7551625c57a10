"""The capture thread: newest frame first, nothing lost of a recording, and back after a break."""

import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest

from vision.camera import latest
from vision.camera.errors import DeviceBusy
from vision.camera.latest import Latest
from vision.camera.source import open_camera
from vision.frame import Frame


class Webcam:
    """A camera that gives `count` frames at `every_s`, then breaks off."""

    live = True
    name = "webcam"

    def __init__(self, count: int, every_s: float) -> None:
        self.count, self.every_s = count, every_s
        self.closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closed = True

    def frames(self) -> Iterator[Frame]:
        for index in range(self.count):
            time.sleep(self.every_s)
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, index * 1000 * self.every_s, self.name)
        raise DeviceBusy("The webcam gives no pictures: plug it in again.")


def test_who_is_slow_gets_the_newest_frame_and_the_others_are_counted() -> None:
    camera = Webcam(10_000, 0.002)
    with Latest(lambda: camera) as capture:
        first = capture.take(2)
        assert first is not None
        time.sleep(0.2)
        second = capture.take(2)
        assert second is not None
        state = capture.state
        assert second.index - first.index > 10
        assert state.dropped >= second.index - first.index - 2
        assert state.status == "live"
        assert state.age_s is not None
        assert state.age_s < 0.5
    assert camera.closed


def test_a_frame_is_taken_once_and_a_wait_ends() -> None:
    with Latest(lambda: Webcam(1, 0.0)) as capture:
        assert capture.take(2) is not None
        began = time.monotonic()
        assert capture.take(0.1) is None
        assert time.monotonic() - began < 0.4


def test_a_camera_that_breaks_off_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latest, "_FIRST_WAIT_S", 0.05)
    opened: list[Webcam] = []

    def opener() -> Webcam:
        opened.append(Webcam(1, 0.0))
        return opened[-1]

    with Latest(opener) as capture:
        assert capture.take(2) is not None
        time.sleep(0.02)
        assert capture.state.status == "lost"
        assert "plug it in" in capture.state.detail
        assert capture.take(2) is not None
        assert len(opened) >= 2
    assert all(camera.closed for camera in opened)


def test_nothing_of_a_folder_is_dropped_and_its_end_is_known(tmp_path: Path) -> None:
    for index in range(6):
        cv2.imwrite(str(tmp_path / f"{index}.png"), np.full((4, 4, 3), index, np.uint8))
    names = []
    with Latest(lambda: open_camera(str(tmp_path))) as capture:
        while (frame := capture.take(2)) is not None:
            names.append(frame.name)
            time.sleep(0.02)
        assert capture.state.status == "ended"
        assert capture.state.detail == ""
        assert capture.over
    assert names == [f"{index}.png" for index in range(6)]
    assert capture.state.dropped == 0


def test_a_source_that_cannot_be_had_ends_with_its_sentence(tmp_path: Path) -> None:
    with Latest(lambda: open_camera(str(tmp_path))) as capture:
        assert capture.take(2) is None
        assert capture.state.status == "ended"
        assert "no pictures in this folder" in capture.state.detail


def test_stopping_does_not_wait_for_a_frame_that_nobody_takes(tmp_path: Path) -> None:
    for index in range(3):
        cv2.imwrite(str(tmp_path / f"{index}.png"), np.zeros((4, 4, 3), np.uint8))
    capture = Latest(lambda: open_camera(str(tmp_path)))
    with capture:
        time.sleep(0.05)
    assert not capture._thread.is_alive()
