"""Which cameras this machine has, by number and name."""

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.camera.errors import DeviceMissing
from vision.camera.quiet import quiet

_LINUX = Path("/sys/class/video4linux")
_TRIED = 4
"""How many numbers are tried where the system does not list its cameras."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera of this machine: `index` opens it."""

    index: int
    name: str


def list_cameras() -> tuple[CameraInfo, ...]:
    """All cameras, in order of their numbers. On Linux nothing is opened; elsewhere the first few numbers are tried."""
    if sys.platform.startswith("linux"):
        return _listed(_LINUX)
    return tuple(CameraInfo(index, f"Camera {index}") for index in range(_TRIED) if _answers(index))


def _listed(folder: Path) -> tuple[CameraInfo, ...]:
    """The first device node of each camera: its further nodes carry data about its pictures, not pictures."""
    if not folder.is_dir():
        return ()
    cameras = []
    for node in folder.glob("video*"):
        try:
            if int((node / "index").read_text()) == 0:
                cameras.append(CameraInfo(int(node.name.removeprefix("video")), (node / "name").read_text().strip()))
        except (OSError, ValueError):
            continue
    return tuple(sorted(cameras, key=lambda camera: camera.index))


def _answers(index: int) -> bool:
    with quiet():
        capture = cv2.VideoCapture(index)
        there = capture.isOpened()
        capture.release()
    return bool(there)


def find_camera(source: str) -> CameraInfo:
    """The camera of that number, or the only one whose name contains the words; raises DeviceMissing."""
    cameras = list_cameras()
    there = "; there are " + ", ".join(f"{c.index} ({c.name})" for c in cameras) if cameras else ""
    if source.isdigit():
        index = int(source)
        named = [camera for camera in cameras if camera.index == index]
        if named:
            return named[0]
        if not sys.platform.startswith("linux"):
            return CameraInfo(index, f"Camera {index}")
        raise DeviceMissing(
            f"There is no camera {index} on this machine{there or ', nor any other'}: plug one in, "
            "or name a video file, a folder of pictures or an address instead."
        )
    fitting = [camera for camera in cameras if source.casefold() in camera.name.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        numbers = " or ".join(str(camera.index) for camera in fitting)
        raise DeviceMissing(f"'{source}' fits more than one camera: name its number, {numbers}.")
    raise DeviceMissing(
        f"'{source}' is no file, folder or address, and no camera has that name{there}: check the name."
    )
