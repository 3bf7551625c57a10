"""What is drawn over a picture."""

import cv2
import numpy as np

from vision.overlay import draw_reading, encode_jpeg
from vision.reading import BallSighting, Reading, Sighting, TokenSighting

QUAD = np.array([[100.0, 100], [200, 100], [200, 270], [100, 270]])


def test_outline_name_token_and_ball_are_drawn_on_a_copy() -> None:
    image = np.zeros((540, 960, 3), np.uint8)
    reading = Reading(
        960,
        540,
        (Sighting("cups_03", 0.99, QUAD), Sighting(None, 0.3, QUAD + 300)),
        (TokenSighting((150.0, 130.0), 18.0, 0),),
        BallSighting((700.0, 200.0), 30.0),
    )
    drawn = draw_reading(image, reading)
    assert not image.any()
    assert drawn[185, 100].any()  # the outline
    assert drawn[180:190, 120:180].any()  # the name
    assert drawn[130, 132].any()  # the token
    assert drawn[200, 730].any()  # the ball
    assert (drawn[185, 100] != drawn[485, 400]).any()  # sure and unknown differ in colour


def test_a_jpeg_can_be_read_back_and_is_smaller_with_less_quality() -> None:
    image = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8)
    good, poor = encode_jpeg(image, 90), encode_jpeg(image, 20)
    assert len(poor) < len(good)
    assert np.asarray(cv2.imdecode(np.frombuffer(good, np.uint8), cv2.IMREAD_COLOR)).shape == image.shape
