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
    assert drawn[232:252, 120:180].any()  # the name, away from the token
    assert drawn[130, 132].any()  # the token
    assert drawn[200, 730].any()  # the ball
    assert (drawn[185, 100] != drawn[485, 400]).any()  # sure and unknown differ in colour


def test_the_name_does_not_cover_what_lies_on_the_card() -> None:
    image = np.zeros((540, 960, 3), np.uint8)
    named = (Sighting("cups_03", 0.99, QUAD),)
    bare = draw_reading(image, Reading(960, 540, named, (), None))
    covered = draw_reading(image, Reading(960, 540, named, (TokenSighting((150.0, 190.0), 18.0, 0),), None))
    assert bare[178:192, 135:165].any()
    assert not covered[184:196, 144:156].any()
    assert covered[110:130, 120:180].any() or covered[240:262, 120:180].any()


def test_a_jpeg_can_be_read_back_and_is_smaller_with_less_quality() -> None:
    image = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8)
    good, poor = encode_jpeg(image, 90), encode_jpeg(image, 20)
    assert len(poor) < len(good)
    assert np.asarray(cv2.imdecode(np.frombuffer(good, np.uint8), cv2.IMREAD_COLOR)).shape == image.shape
