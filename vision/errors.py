"""What can go wrong on the way from a file or a camera to a reading.

VisionError
├── PictureError          a picture that cannot be used
│   ├── PictureMissing    there is no such file
│   ├── PictureEmpty      the file has no bytes, or the picture no pixels
│   └── PictureUnreadable the bytes are not a picture that can be decoded
├── GalleryError          the reference art is not there, or not as expected
└── ModelError            a learned model that cannot be used
    ├── ModelMissing      its weights or the manifest are not there
    └── ModelDamaged      they are not what the manifest, or this version, expects
"""


class VisionError(Exception):
    """The root of all errors of `vision`; its text is one sentence that says what to do."""


class PictureError(VisionError):
    """A picture that cannot be used."""


class PictureMissing(PictureError):
    """There is no such file."""


class PictureEmpty(PictureError):
    """The file has no bytes."""


class PictureUnreadable(PictureError):
    """The file holds no picture that can be decoded."""


class GalleryError(VisionError):
    """The reference art of the card faces is not there, or not as expected."""


class ModelError(VisionError):
    """A learned model that cannot be used."""


class ModelMissing(ModelError):
    """Its weights or the manifest are not there."""


class ModelDamaged(ModelError):
    """They are not what the manifest, or this version, expects."""
