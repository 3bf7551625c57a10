"""Which frames of a moving picture show a table at rest: the others are not worth reading."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

_WIDTH = 192
_CALM = 10.0
"""A part of the picture moves when its brightness changes by more than this (8-bit units, blurred)."""

_MOVING_PARTS = 0.0015
"""From this share of moving parts on the table is not at rest: a fingertip is more."""


class Settle:
    """Lets through one frame for every rest, and one every `again_ms` while the rest lasts.

    A rest begins when nothing moved for `rest_ms`. Stills are at rest by declaration. What drifts slowly (daylight) is
    rest, what flickers (a hand, a dealt card) is not.
    """

    def __init__(self, rest_ms: float = 400.0, again_ms: float = 3000.0) -> None:
        self._rest_ms = rest_ms
        self._again_ms = again_ms
        self._before: NDArray[np.float32] | None = None
        self._calm_since: float | None = None
        self._let_through: float | None = None

    def at_rest(self, frame: Frame) -> bool:
        """Say whether this frame is to be read."""
        if frame.still:
            return True
        small = _small(frame)
        before, self._before = self._before, small
        if before is None or before.shape != small.shape or _moving(before, small) > _MOVING_PARTS:
            self._calm_since = frame.at_ms
            self._let_through = None
            return False
        assert self._calm_since is not None
        if frame.at_ms - self._calm_since < self._rest_ms:
            return False
        if self._let_through is not None and frame.at_ms - self._let_through < self._again_ms:
            return False
        self._let_through = frame.at_ms
        return True


def _small(frame: Frame) -> NDArray[np.float32]:
    height = max(1, round(frame.image.shape[0] * _WIDTH / frame.image.shape[1]))
    gray = cv2.cvtColor(cv2.resize(frame.image, (_WIDTH, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(gray, (3, 3), 0), np.float32)


def _moving(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    # Automatic exposure changes everything at once; only what changes against the rest is movement.
    change = now - before
    return float((np.abs(change - np.median(change)) > _CALM).mean())
