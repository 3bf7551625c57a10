"""Tokens and the ball on cards of a drawn table, in a single picture."""

import numpy as np
import pytest

from tests.vision.tables import SLOTS, scene, shot, with_ball, with_token
from vision.pipeline import load_reader


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_the_ball_and_a_token_are_found_on_their_cards(seed: int) -> None:
    drawn = shot(with_token(with_ball(scene(seed=seed), SLOTS[2]), SLOTS[4]), noise=seed)
    reading = load_reader().read(drawn.image)
    truth = drawn.truth
    assert truth.ball is not None
    assert reading.ball is not None
    assert np.hypot(*np.subtract(reading.ball.center, truth.ball.center)) < 0.5 * truth.ball.radius
    assert reading.cards[reading.ball.on or 0].label == "wands_01"
    assert [reading.cards[token.on or 0].label for token in reading.tokens] == ["cups_03"]


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_nothing_lies_on_bare_cards(seed: int) -> None:
    reading = load_reader().read(shot(scene(seed=seed), noise=seed).image)
    assert reading.tokens == ()
    assert reading.ball is None
