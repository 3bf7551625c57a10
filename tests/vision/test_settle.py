"""Which frames of a moving picture are read: one for every rest."""

from collections.abc import Iterable

import numpy as np
import pytest

from vision.frame import Frame, Image
from vision.settle import Settle

RNG = np.random.default_rng(4)
TABLE: Image = RNG.integers(60, 160, (9, 16, 3)).repeat(40, axis=0).repeat(40, axis=1).astype(np.uint8)


def noisy(picture: Image, number: int) -> Image:
    noise = np.random.default_rng(number).normal(0, 3, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_hand(picture: Image, x: int) -> Image:
    moved = picture.copy()
    moved[200:, x : x + 90] = (120, 150, 210)
    return moved


def let_through(pictures: Iterable[Image], settle: Settle, step_ms: float = 100.0) -> list[int]:
    frames = (Frame(noisy(p, i), i, i * step_ms, str(i)) for i, p in enumerate(pictures))
    return [frame.index for frame in frames if settle.at_rest(frame)]


def test_a_table_at_rest_is_read_once_and_again_after_a_while() -> None:
    assert let_through([TABLE] * 70, Settle(rest_ms=400, again_ms=3000)) == [4, 34, 64]


def test_a_still_is_at_rest_by_declaration() -> None:
    settle = Settle()
    assert all(settle.at_rest(Frame(with_hand(TABLE, 60 * i), i, 0.0, "", still=True)) for i in range(3))


def test_a_hand_that_passes_begins_a_new_rest() -> None:
    pictures = [TABLE] * 8 + [with_hand(TABLE, 40 + 30 * k) for k in range(6)] + [TABLE] * 8
    read = let_through(pictures, Settle())
    assert read == [4, 18]


def test_while_a_hand_keeps_moving_nothing_is_read() -> None:
    assert let_through([with_hand(TABLE, 20 + 12 * k) for k in range(30)], Settle()) == []


@pytest.mark.parametrize("gain", [0.7, 1.25])
def test_light_that_changes_everything_at_once_is_no_movement(gain: float) -> None:
    flat = np.full_like(TABLE, 110)
    pictures = [np.clip(flat * (gain if k > 5 else 1.0), 0, 255).astype(np.uint8) for k in range(12)]
    assert let_through(pictures, Settle()) == [4]


def test_daylight_that_drifts_is_rest() -> None:
    pictures = [np.clip(TABLE.astype(np.float64) + 1.5 * k, 0, 255).astype(np.uint8) for k in range(40)]
    assert let_through(pictures, Settle()) == [4, 34]


def test_a_camera_that_changes_its_size_starts_anew() -> None:
    settle = Settle()
    small = np.ascontiguousarray(TABLE[:, :320])
    assert let_through([TABLE] * 6 + [small] * 6, settle) == [4, 10]
