"""Draws a Reading over its picture, legible on a screen a step away, and encodes pictures for those who may not."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureUnreadable
from vision.frame import Image, Quad
from vision.reading import BACK, Reading, Sighting

Colour = tuple[int, int, int]

_SURE: Colour = (80, 220, 60)
_DOUBTFUL: Colour = (40, 190, 255)
_UNKNOWN: Colour = (90, 90, 240)
_FACE_DOWN: Colour = (200, 160, 90)
_TOKEN: Colour = (255, 80, 220)
_BALL: Colour = (255, 220, 60)
_NO_DOUBT = 0.98
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def plain_name(label: str) -> str:
    """Write a label for people: "cups 3" for `cups_03`."""
    suit, _, number = label.partition("_")
    return f"{suit} {int(number)}" if number else suit


def draw_reading(image: Image, reading: Reading, name: Callable[[str], str] = plain_name) -> Image:
    """Draw outlines with names (coloured by how sure they are), tokens and the ball on a copy of the picture.

    `name` says what people call the card of a label.
    """
    drawn = image.copy()
    unit = max(image.shape[1] / 1920, image.shape[0] / 1080, 0.3)
    for card in reading.cards:
        colour = _colour(card)
        outline = np.rint(card.corners).astype(np.int32)
        cv2.polylines(drawn, [outline], True, colour, max(1, round(2 * unit)), cv2.LINE_AA)
        top = outline[:2].mean(axis=0)
        cv2.circle(drawn, (round(top[0]), round(top[1])), max(2, round(4 * unit)), colour, -1, cv2.LINE_AA)
    for index, card in enumerate(reading.cards):
        width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
        at = _uncovered(card.corners, _lying_on(reading, index))
        _write(drawn, _caption(card, name), at, _colour(card), unit, 1.15 * width)
    for token in reading.tokens:
        _ring(drawn, token.center, token.radius, _TOKEN, unit)
    if reading.ball is not None:
        _ring(drawn, reading.ball.center, reading.ball.radius, _BALL, unit)
        below = np.add(reading.ball.center, (0.0, reading.ball.radius + 10 * unit))
        _write(drawn, "ball", below, _BALL, unit, 2 * reading.ball.radius)
    return drawn


def encode_jpeg(image: Image, quality: int = 85) -> bytes:
    """Encode a picture as JPEG; `quality` 1 to 100."""
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not good:
        raise PictureUnreadable("The picture cannot be written as JPEG; it is empty or too large.")
    return data.tobytes()


def _colour(card: Sighting) -> Colour:
    if card.label is None:
        return _UNKNOWN
    if card.label == BACK:
        return _FACE_DOWN
    return _SURE if card.confidence >= _NO_DOUBT else _DOUBTFUL


def _caption(card: Sighting, name: Callable[[str], str]) -> str:
    """Give the name, with a question mark where it is less than sure."""
    if card.label is None:
        return "?"
    return name(card.label) + ("" if card.confidence >= _NO_DOUBT else "?")


def _lying_on(reading: Reading, index: int) -> list[tuple[float, float]]:
    """Give the middles of what lies on a card."""
    things = [token.center for token in reading.tokens if token.on == index]
    ball = reading.ball
    return things if ball is None or ball.on != index else [*things, ball.center]


def _uncovered(corners: Quad, things: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """Give the middle of a card, or, where something lies on it, the end that is farther from that."""
    middle, top, bottom = (np.asarray(part.mean(axis=0), np.float64) for part in (corners, corners[:2], corners[2:]))
    if not things:
        return middle
    from_top, from_bottom = (min(float(np.hypot(*(end - thing))) for thing in things) for end in (top, bottom))
    farther = top if from_top > from_bottom else bottom
    return np.asarray(middle + 0.68 * (farther - middle), np.float64)


def _ring(drawn: Image, center: tuple[float, float], radius: float, colour: Colour, unit: float) -> None:
    at = (round(center[0]), round(center[1]))
    cv2.circle(drawn, at, max(3, round(radius)), colour, max(1, round(3 * unit)), cv2.LINE_AA)


def _write(drawn: Image, text: str, center: NDArray[np.float64], colour: Colour, unit: float, most: float) -> None:
    """Write text on a dark ground about a point, as large as `most` pixels of width allow, and legible."""
    (full, _), _ = cv2.getTextSize(text, _FONT, 1.0, 2)
    size = float(np.clip(most / full, 0.45 * unit, 0.9 * unit))
    thickness = max(1, round(2 * unit))
    (width, height), _ = cv2.getTextSize(text, _FONT, size, thickness)
    x, y = round(center[0] - width / 2), round(center[1] + height / 2)
    pad = max(2, round(3 * unit))
    cv2.rectangle(drawn, (x - pad, y - height - pad), (x + width + pad, y + pad), (25, 25, 25), -1)
    cv2.putText(drawn, text, (x, y), _FONT, size, colour, thickness, cv2.LINE_AA)
