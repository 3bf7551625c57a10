"""One interface for every source of frames, and which source a word from the command line means."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, runtime_checkable
from urllib.parse import urlsplit

from vision.camera.device import DeviceCamera
from vision.camera.errors import SourceMissing
from vision.camera.listing import find_camera
from vision.camera.stills import PICTURES, StillsCamera
from vision.camera.stream import SCHEMES, StreamCamera
from vision.camera.video import VideoCamera
from vision.frame import Frame


@runtime_checkable
class Camera(Protocol):
    """A source of frames. Opened by `with`; `frames` then runs until the source ends or raises a CameraError."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    @property
    def live(self) -> bool:
        """Whether it goes on by itself, so that frames nobody takes are lost."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def frames(self) -> Iterator[Frame]:
        """Every frame in order, once."""
        ...


def open_camera(source: str) -> Camera:
    """The camera that `source` means: a URL, a folder of stills, a picture or video file, a device's number or name.

    Nothing is opened before the `with`, except that a file or a named device has to be there: raises SourceMissing or
    DeviceMissing.
    """
    try:
        address = urlsplit(source).scheme.lower() in SCHEMES
    except ValueError:
        raise SourceMissing(f"{source}: this address cannot be read; check its brackets and signs.") from None
    if address:
        return StreamCamera(source)
    path = Path(source).expanduser()
    try:
        folder, file = path.is_dir(), path.is_file()
    except OSError as error:
        raise SourceMissing(f"{source[:60]}: this cannot be looked up ({error.strerror}); check the name.") from None
    if folder:
        return StillsCamera(path)
    if file:
        return StillsCamera(path) if path.suffix.lower() in PICTURES else VideoCamera(path)
    if "/" in source or "\\" in source or path.suffix.lower() in PICTURES | _FILM:
        raise SourceMissing(f"{source}: there is no such file or folder; check the name.")
    found = find_camera(source)
    return DeviceCamera(found.index, found.name)


_FILM = frozenset({".mp4", ".m4v", ".mov", ".avi", ".mkv", ".webm", ".mpg", ".mpeg"})
