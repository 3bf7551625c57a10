"""Every source delivers frames in order, and every way it can fail is one sentence of its own kind."""

import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import listing
from vision.camera.device import DeviceCamera
from vision.camera.errors import (
    CameraError,
    DeviceBusy,
    DeviceMissing,
    FolderEmpty,
    SourceMissing,
    StreamSilent,
    VideoTruncated,
    VideoUnreadable,
)
from vision.camera.source import Camera, open_camera
from vision.errors import PictureUnreadable
from vision.frame import Frame, Image


def picture(value: int) -> Image:
    return np.full((48, 64, 3), value, np.uint8)


def film(path: Path, frames: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for index in range(frames):
        writer.write(picture(index * 8 % 256))
    writer.release()
    return path


def until_error(camera: Camera, kind: type[CameraError]) -> tuple[list[Frame], CameraError]:
    """All frames up to the error that has to come."""
    seen: list[Frame] = []
    try:
        for frame in camera.frames():
            seen.append(frame)  # noqa: PERF402 - `extend` would lose them at the error
    except kind as error:
        return seen, error
    pytest.fail(f"no {kind.__name__} came")


def test_a_folder_gives_its_pictures_in_name_order_as_stills(tmp_path: Path) -> None:
    for name, value in (("b.png", 2), ("10.png", 3), ("a.JPG", 1), ("2.png", 4)):
        data = cv2.imencode(Path(name).suffix.lower(), picture(value * 40))[1]
        (tmp_path / name).write_bytes(data.tobytes())
    (tmp_path / "truth.jsonl").write_text("{}\n")
    with open_camera(str(tmp_path)) as camera:
        frames = list(camera.frames())
    assert [frame.name for frame in frames] == ["10.png", "2.png", "a.JPG", "b.png"]
    assert [frame.index for frame in frames] == [0, 1, 2, 3]
    assert all(frame.still for frame in frames)
    assert all(b.at_ms > a.at_ms for a, b in zip(frames, frames[1:], strict=False))
    assert [int(frame.image.mean()) for frame in frames] == pytest.approx([120, 160, 40, 80], abs=2)


def test_one_picture_is_one_still(tmp_path: Path) -> None:
    file = tmp_path / "one.png"
    cv2.imwrite(str(file), picture(9))
    with open_camera(str(file)) as camera:
        (frame,) = camera.frames()
    assert frame.still
    assert frame.name == "one.png"


def test_an_empty_folder_says_what_to_put_there(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(FolderEmpty, match="no pictures in this folder"), open_camera(str(tmp_path)):
        pass


def test_a_file_that_is_no_picture_is_told_at_its_turn(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture(1))
    (tmp_path / "2.png").write_bytes(b"not a picture")
    with open_camera(str(tmp_path)) as camera:
        frames = camera.frames()
        assert next(frames).name == "1.png"
        with pytest.raises(PictureUnreadable, match=r"2\.png"):
            next(frames)


def test_a_video_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    with open_camera(str(film(tmp_path / "v.avi", 12))) as camera:
        frames = list(camera.frames())
    assert len(frames) == 12
    assert not any(frame.still for frame in frames)
    assert frames[-1].at_ms == pytest.approx(1100, abs=150)
    assert int(frames[5].image.mean()) == pytest.approx(40, abs=3)


def test_a_truncated_video_delivers_what_it_has_then_says_so(tmp_path: Path) -> None:
    path = film(tmp_path / "v.avi", 120)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with open_camera(str(path)) as camera:
        frames, error = until_error(camera, VideoTruncated)
    assert 5 < len(frames) < 100
    assert f"breaks off after {len(frames)} of" in str(error)


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "v.mp4"
    path.write_bytes(b"\0" * 4000)
    with pytest.raises(VideoUnreadable, match="neither a picture nor a video"), open_camera(str(path)):
        pass
    path.write_bytes(b"")
    with pytest.raises(VideoUnreadable, match="empty"), open_camera(str(path)):
        pass


@pytest.mark.parametrize("source", ["/no/such/folder", "gone.jpg", "gone.mp4"])
def test_a_missing_file_is_told(source: str) -> None:
    with pytest.raises(SourceMissing, match="no such file or folder"):
        open_camera(source)


def sysfs(folder: Path, **nodes: tuple[str, int]) -> Path:
    for node, (name, index) in nodes.items():
        (folder / node).mkdir(parents=True)
        (folder / node / "name").write_text(name + "\n")
        (folder / node / "index").write_text(f"{index}\n")
    return folder


def test_linux_lists_each_camera_once_by_number_and_name(tmp_path: Path) -> None:
    folder = sysfs(tmp_path, video0=("Desk Cam", 0), video1=("Desk Cam", 1), video10=("Phone", 0), video2=("Laptop", 0))
    found = listing._listed(folder)
    assert [(camera.index, camera.name) for camera in found] == [(0, "Desk Cam"), (2, "Laptop"), (10, "Phone")]
    assert listing._listed(tmp_path / "none") == ()


def test_a_camera_is_found_by_number_or_by_a_part_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = sysfs(tmp_path, video0=("Desk Cam", 0), video2=("Laptop Cam", 0))
    monkeypatch.setattr(listing, "_LINUX", folder)
    monkeypatch.setattr("sys.platform", "linux")
    assert listing.find_camera("2").name == "Laptop Cam"
    assert listing.find_camera("desk").index == 0
    with pytest.raises(DeviceMissing, match=r"fits more than one.*0 or 2"):
        listing.find_camera("cam")
    with pytest.raises(DeviceMissing, match=r"no camera 1 .*0 \(Desk Cam\), 2 \(Laptop Cam\)"):
        listing.find_camera("1")
    with pytest.raises(DeviceMissing, match="no camera has that name"):
        listing.find_camera("phone")


def test_a_camera_that_does_not_open_says_what_to_do() -> None:
    with pytest.raises(DeviceBusy, match="close other programs"), DeviceCamera(63, "ghost"):
        pass


class _Pictures(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/video":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for index in range(40):
            data = cv2.imencode(".jpg", picture(index * 5))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            try:
                self.wfile.write(head + data + b"\r\n")
            except OSError:
                return

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    http = HTTPServer(("127.0.0.1", 0), _Pictures)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    http.server_close()
    thread.join()


def test_a_stream_is_read_and_its_end_told(server: str) -> None:
    with open_camera(f"{server}/video") as camera:
        assert camera.live
        frames, error = until_error(camera, StreamSilent)
    assert len(frames) > 20
    assert all(frame.image.shape == (48, 64, 3) for frame in frames)
    assert "broke off" in str(error)


def test_an_address_without_pictures_is_told(server: str) -> None:
    with pytest.raises(StreamSilent, match="check the path"), open_camera(f"{server}/other"):
        pass


def test_an_address_where_nothing_listens_is_told_soon() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began = time.monotonic()
    with (
        pytest.raises(StreamSilent, match="nothing answers") as error,
        open_camera(f"rtsp://me:secret@127.0.0.1:{port}/x"),
    ):
        pass
    assert time.monotonic() - began < 3
    assert "secret" not in str(error.value)


def test_an_address_that_never_speaks_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        from vision.camera.stream import StreamCamera

        began = time.monotonic()
        with pytest.raises(StreamSilent), StreamCamera(f"http://127.0.0.1:{mute.getsockname()[1]}/", timeout_s=1.0):
            pass
        assert time.monotonic() - began < 6


def test_every_source_is_a_camera(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), picture(1))
    film(tmp_path / "v.avi", 3)
    for source in (tmp_path, tmp_path / "1.png", tmp_path / "v.avi", "http://127.0.0.1:9/x"):
        assert isinstance(open_camera(str(source)), Camera)


@pytest.mark.parametrize("source", ["http://[::1", "a" * 5000])
def test_what_cannot_even_be_looked_up_is_told(source: str) -> None:
    with pytest.raises(SourceMissing):
        open_camera(source)
