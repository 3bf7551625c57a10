"""What can go wrong on the way from a file or a camera to a reading.

VisionError
├── PictureError          a picture that cannot be used
│   ├── PictureMissing    there is no such file
│   ├── PictureEmpty      the file has no bytes, or the picture no pixels
│   └── PictureUnreadable the bytes are not a picture that can be decoded
└── GalleryError          the reference art is not there, or not as expected
"""


class VisionError(Exception):
    """The root of all errors of `vision`; its text is one sentence that says what to do."""


class PictureError(VisionError):
    """A picture that cannot be used."""


class PictureMissing(PictureError):  # noqa: N818 - the kind of wrong is the name
    """There is no such file."""


class PictureEmpty(PictureError):  # noqa: N818
    """The file has no bytes."""


class PictureUnreadable(PictureError):  # noqa: N818
    """The file holds no picture that can be decoded."""


class GalleryError(VisionError):
    """The reference art of the card faces is not there, or not as expected."""
