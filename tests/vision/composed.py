"""Small pictures of cards on a noisy ground, made from the reference art, with the truth about them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image, Quad
from vision.gallery import ART_HEIGHT, ART_QUAD, ART_WIDTH, load_gallery
from vision.rectify import between

WIDTH = 90.0
HEIGHT = WIDTH * ART_HEIGHT / ART_WIDTH


@dataclass(frozen=True)
class Laid:
    """A card: face (a label or "back"), middle in pixels, turn in degrees."""

    label: str
    x: float
    y: float
    turn: float = 0.0

    @property
    def quad(self) -> Quad:
        cos, sin = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        flat = (ART_QUAD / ART_WIDTH - np.array([0.5, 0.5 * ART_HEIGHT / ART_WIDTH])) * WIDTH
        return np.asarray(flat @ np.array([[cos, sin], [-sin, cos]]) + np.array([self.x, self.y]), np.float64)


def ground(width: int, height: int, seed: int = 0) -> Image:
    """Wood-like: long grain with fine noise."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (height, width)).astype(np.float32), (0, 0), sigmaX=40, sigmaY=1.2)
    noise = rng.normal(0, 3, (height, width))
    base = np.array([40, 70, 105])
    return np.clip(base + (6 * grain + noise)[..., None], 0, 255).astype(np.uint8)


def table(cards: Sequence[Laid], width: int = 900, height: int = 600, seed: int = 0) -> Image:
    """Lay cards on the ground, each with a thin white border, seen through a slight blur and noise."""
    image = ground(width, height, seed)
    for card in cards:
        face = back() if card.label == "back" else bordered(load_gallery().art[load_gallery().labels.index(card.label)])
        laid = between(ART_QUAD, card.quad)
        drawn = cv2.warpPerspective(face, laid, (width, height), flags=cv2.INTER_AREA)
        there = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), laid, (width, height))
        image[there > 127] = drawn[there > 127]
    return shot(image, seed)


def shot(image: Image, seed: int = 0) -> Image:
    """The picture as a camera takes it: a little soft, a little noisy."""
    noise = np.random.default_rng(seed + 1).normal(0, 3, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def bordered(art: NDArray[np.uint8]) -> Image:
    face = cv2.cvtColor(art, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.rectangle(face, (0, 0), (ART_WIDTH - 1, ART_HEIGHT - 1), (245, 245, 245), 16), np.uint8)


def back() -> Image:
    """A back with the same picture from both ends."""
    face = np.full((ART_HEIGHT, ART_WIDTH, 3), (90, 40, 40), np.uint8)
    for y in range(40, ART_HEIGHT // 2, 45):
        for x in range(45, ART_WIDTH, 65):
            size = 8 + (x * 7 + y * 3) % 17
            for cx, cy in ((x, y), (ART_WIDTH - 1 - x, ART_HEIGHT - 1 - y)):
                cv2.circle(face, (cx, cy), size, (120, 210, 240), 4)
    return np.asarray(cv2.rectangle(face, (0, 0), (ART_WIDTH - 1, ART_HEIGHT - 1), (235, 235, 235), 16), np.uint8)


def disc(image: Image, x: float, y: float, radius: float, colour: tuple[int, int, int] = (150, 30, 130)) -> None:
    """Put a flat round token on a picture: a rim, a field and a mark."""
    at = (round(x), round(y))
    cv2.circle(image, at, round(radius), (30, 20, 30), -1, cv2.LINE_AA)
    cv2.circle(image, at, round(radius * 0.85), colour, -1, cv2.LINE_AA)
    cv2.circle(image, at, round(radius * 0.3), (200, 200, 220), 1, cv2.LINE_AA)
