"""Every way a picture file can be, and can fail."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureEmpty, PictureMissing, PictureUnreadable
from vision.overlay import encode_jpeg
from vision.pictures import decode


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PictureMissing, match="no such file"):
        decode(tmp_path / "no.jpg")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PictureUnreadable, match="folder"):
        decode(tmp_path)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    with pytest.raises(PictureEmpty, match="empty"):
        decode(tmp_path / "a.jpg")


def test_text_in_a_picture_s_name(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("not a picture")
    with pytest.raises(PictureUnreadable, match="save it as JPEG or PNG"):
        decode(tmp_path / "a.jpg")


@pytest.mark.parametrize(
    "pixels",
    [
        np.full((20, 30), 90, np.uint8),
        np.full((20, 30, 4), 90, np.uint8),
        np.full((20, 30, 3), 90 * 257, np.uint16),
    ],
    ids=["gray", "alpha", "16 bit"],
)
def test_all_kinds_of_pixels_come_as_8_bit_colour(tmp_path: Path, pixels: np.ndarray) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), pixels)
    image = decode(tmp_path / "a.png")
    assert image.shape == (20, 30, 3)
    assert image.dtype == np.uint8
    assert (image == 90).all()


def test_a_picture_taken_sideways_is_turned_upright(tmp_path: Path) -> None:
    plain = encode_jpeg(np.zeros((20, 30, 3), np.uint8))
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    (tmp_path / "a.jpg").write_bytes(
        plain[:2] + b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned + plain[2:]
    )
    assert decode(tmp_path / "a.jpg").shape == (30, 20, 3)


def test_what_the_decoder_thinks_of_a_cut_off_picture_stays_off_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (60, 60, 3), np.uint8)
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", noise)[1].tobytes()[:3000])
    with pytest.raises(PictureUnreadable, match="cut short"):
        decode(tmp_path / "a.png")
    assert capfd.readouterr().err == ""


def test_a_cut_off_head_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(encode_jpeg(np.zeros((200, 300, 3), np.uint8))[:40])
    with pytest.raises(PictureUnreadable):
        decode(tmp_path / "a.jpg")
