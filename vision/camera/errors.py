"""What can go wrong with a source of frames. Every text is one sentence that says what to do.

CameraError
├── SourceMissing    no such file or folder
├── FolderEmpty      a folder without pictures
├── VideoUnreadable  a file that is neither a picture nor a video that can be read
├── VideoTruncated   a video that ended early; all frames it had were delivered first
├── DeviceMissing    no camera of that number or name
├── DeviceBusy       the camera is there but gives no pictures
├── StreamSilent     the address does not answer, or sends no pictures
└── SimulationEnded  the process that draws the simulated table is gone

A picture file that cannot be decoded raises the PictureError of `vision.errors`.
"""

from vision.errors import VisionError


class CameraError(VisionError):
    """A source gives no frames, or no more of them."""


class SourceMissing(CameraError):
    """There is no such file or folder."""


class FolderEmpty(CameraError):
    """The folder holds no pictures."""


class VideoUnreadable(CameraError):
    """The file is neither a picture nor a video that can be read."""


class VideoTruncated(CameraError):
    """The video ended before its time."""


class DeviceMissing(CameraError):
    """There is no camera of that number or name."""


class DeviceBusy(CameraError):
    """The camera is there but gives no pictures."""


class StreamSilent(CameraError):
    """The address does not answer, or sends no pictures."""


class SimulationEnded(CameraError):
    """The process that draws the simulated table is gone."""
