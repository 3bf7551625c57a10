"""A folder of pictures, or one picture: each is taken as at rest."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from vision.camera.errors import FolderEmpty, SourceMissing
from vision.frame import Frame
from vision.pictures import decode

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""The endings of picture files; others in a folder are ignored."""

STEP_MS = 1000.0
"""How far apart in time two stills count as taken."""


class StillsCamera:
    """The pictures of a folder in the order of their names, or a single picture file."""

    live = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name or str(path)
        self._files: tuple[Path, ...] = ()

    def __enter__(self) -> Self:
        if self.path.is_file():
            self._files = (self.path,)
            return self
        if not self.path.is_dir():
            raise SourceMissing(f"{self.path}: there is no such file or folder; check the name.")
        files = (file for file in self.path.iterdir() if file.suffix.lower() in PICTURES and file.is_file())
        self._files = tuple(sorted(files, key=lambda file: file.name))
        if not self._files:
            raise FolderEmpty(f"{self.path}: there are no pictures in this folder; put JPEG or PNG files there.")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files = ()

    def __len__(self) -> int:
        return len(self._files)

    def frames(self) -> Iterator[Frame]:
        """Every picture once; raises a PictureError at one that cannot be decoded."""
        for index, file in enumerate(self._files):
            yield Frame(decode(file), index, index * STEP_MS, file.name, still=True)
