"""Random card faces: the art of a card, reframed and recoloured, with bands, boxes of text and signs."""

from math import pi

import cv2
import numpy as np

from models.training.sources import Art
from vision.frame import Image

W, H = 112, 192
"""Pixels of a made face, its outline filling the picture."""

Rng = np.random.Generator

_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def colour(rng: Rng, low: float = 0.0, high: float = 255.0, chroma: float = 0.6) -> tuple[int, int, int]:
    """A random colour, B, G, R, of middle value low..high."""
    value, hue = rng.uniform(low, high), rng.uniform(0, 2 * pi)
    wave = np.cos(hue + np.array([0.0, 2.1, 4.2])) * rng.uniform(0, chroma)
    b, g, r = np.clip(value * (1 + wave), 0, 255)
    return int(b), int(g), int(r)


def framed(rng: Rng, art: Art, tarot: bool) -> Image:
    """A face (H, W, 3) with this art: a common card keeps most of it, a Tarot may lose its lower half to text."""
    face = np.empty((H, W, 3), np.uint8)
    face[:] = colour(rng, 185, 255, 0.12) if rng.random() < 0.75 else colour(rng, 10, 200, 0.5)
    style = rng.random()
    edge = round(W * max(0.0, rng.uniform(-0.03, 0.12)))
    x0, y0, x1, y1 = edge, edge, W - edge, H - edge
    if style < 0.12:
        _lay(face, (x0, y0, x1, y1), whole(rng, art))
        return face
    top = round(H * rng.uniform(0.04, 0.15)) if rng.random() < 0.85 else 0
    text = tarot and rng.random() < 0.75
    foot = round(H * (rng.uniform(0.15, 0.48) if text else rng.uniform(0.04, 0.14))) if rng.random() < 0.85 else 0
    side = round(W * rng.uniform(0.06, 0.16)) if rng.random() < (0.3 if tarot else 0.1) else 0
    over = style < 0.45
    window = (x0, y0, x1, y1) if over else (x0 + side, y0 + top, x1, y1 - foot)
    if over and text:
        window = (x0, y0, x1, y1 - round(foot * rng.uniform(0, 1)))
    _lay(face, window, part(rng, art, (window[2] - window[0]) / (window[3] - window[1])))
    solid = rng.uniform(0.6, 1.0) if over else 1.0
    band_colour = colour(rng, 20, 235, 0.8)
    _band(rng, face, (x0, y0, x1, y0 + top), band_colour, solid, 1)
    box_colour = colour(rng, 200, 255, 0.15) if text and rng.random() < 0.7 else band_colour
    _band(rng, face, (x0, y1 - foot, x1, y1), box_colour, solid, int(rng.integers(2, 7)) if text else 1)
    if side and not over and rng.random() < 0.7:
        _signs(rng, face, x0, side, y0 + top, int(rng.integers(1, 5)))
    elif rng.random() < 0.25:
        _signs(rng, face, x0, round(W * 0.14), y0 + top, int(rng.integers(1, 4)))
    if edge and rng.random() < 0.3:
        cv2.rectangle(face, (edge, edge), (W - edge - 1, H - edge - 1), colour(rng, 0, 120), 1)
    return face


def whole(rng: Rng, art: Art) -> Image:
    """The whole art, trimmed by up to 3 % a side, with or without the name at its foot."""
    h, w = art.image.shape[:2]
    cut = rng.uniform(0, 0.03, 4)
    foot = art.caption if rng.random() < 0.3 else cut[3]
    return art.image[round(cut[0] * h) : round((1 - foot) * h), round(cut[1] * w) : round((1 - cut[2]) * w)]


def part(rng: Rng, art: Art, aspect: float) -> Image:
    """A window of the art of about that width / height (up to 15 % squeezed), zoomed up to 1.45, anywhere in it."""
    image = art.image
    h, w = image.shape[:2]
    keep = 1.0 if rng.random() < 0.25 else 1 - art.caption
    h = round(h * keep)
    aspect *= float(np.exp(rng.uniform(-0.15, 0.15)))
    zoom = 1 / rng.uniform(1.0, 1.15) if rng.random() < 0.5 else 1 / rng.uniform(1.0, 1.45)
    width = min(w, h * aspect) * zoom
    height = min(h, width / aspect)
    x = (w - width) * float(np.clip(rng.normal(0.5, 0.2), 0, 1))
    y = (h - height) * float(rng.uniform(0, 1) ** 1.3 if rng.random() < 0.7 else rng.uniform(0, 1))
    return image[round(y) : round(y + height), round(x) : round(x + width)]


def recoloured(rng: Rng, image: Image, strength: float) -> Image:
    """The image in other inks: a colour matrix (hue, saturation, sepia) and a curve a channel. `strength` 0..1."""
    k = strength
    matrix = np.eye(3, dtype=np.float64)
    turn = rng.normal(0, 0.35 * k) if rng.random() < 0.8 else rng.uniform(-pi, pi) * k
    grey = np.array([0.114, 0.587, 0.299])
    c, s = np.cos(turn), np.sin(turn)
    third = 1 / 3
    root = np.sqrt(third) * s
    spin = c * np.eye(3) + (1 - c) * third + root * np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    saturation = float(np.exp(rng.normal(0, 0.45 * k))) if rng.random() < 0.9 else 0.05
    matrix = np.ones((3, 1)) @ grey[None] * (1 - saturation) + spin * saturation
    sepia = max(0.0, rng.uniform(-0.6, 0.6)) * k
    matrix = matrix * (1 - sepia) + sepia * np.array([[0.78], [0.92], [1.04]]) @ grey[None]
    out = np.asarray(cv2.transform(image, matrix), np.uint8)
    ramp = np.linspace(0, 1, 256)
    gamma = np.exp(rng.normal(0, 0.25 * k)) * np.exp(rng.normal(0, 0.1 * k, 3))
    low = rng.uniform(0, 0.22 * k) + rng.uniform(-0.04, 0.04, 3) * k
    high = 1 - rng.uniform(0, 0.22 * k) + rng.uniform(-0.06, 0.06, 3) * k
    curves = low + (high - low) * ramp[:, None] ** gamma
    table = np.clip(curves * 255, 0, 255).astype(np.uint8)[:, None, :]
    return np.asarray(cv2.LUT(out, table), np.uint8)


def text_card(rng: Rng, picture: Image | None) -> Image:
    """A card of no known game: a frame, lines of words, numbers, perhaps a picture in a window."""
    face = np.empty((H, W, 3), np.uint8)
    face[:] = colour(rng, 20, 255, 0.4)
    edge = int(rng.integers(0, 14))
    cv2.rectangle(face, (edge, edge), (W - edge, H - edge), colour(rng, 20, 255, 0.5), -1)
    if picture is not None:
        x0, y0 = edge + int(rng.integers(0, 8)), edge + int(rng.integers(4, 40))
        x1, y1 = W - edge - int(rng.integers(0, 8)), H - edge - int(rng.integers(4, 90))
        if x1 - x0 > 20 and y1 - y0 > 20:
            _lay(face, (x0, y0, x1, y1), picture)
    else:
        for _ in range(int(rng.integers(0, 8))):
            at = (int(rng.integers(8, W - 8)), int(rng.integers(20, H - 20)))
            cv2.circle(face, at, int(rng.integers(3, 24)), colour(rng), int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        y = int(rng.integers(edge, H - 30))
        _band(rng, face, (edge, y, W - edge, y + int(rng.integers(10, 60))), colour(rng), 1.0, int(rng.integers(1, 6)))
    return face


def back(rng: Rng) -> Image:
    """The back of an invented card: a repeated or centred pattern that looks the same from both ends."""
    face = np.empty((H, W, 3), np.uint8)
    paper, ground, ink = colour(rng, 10, 255, 0.3), colour(rng, 15, 230, 0.8), colour(rng, 20, 255, 0.6)
    face[:] = paper
    edge = int(rng.integers(0, 12))
    face[edge : H - edge, edge : W - edge] = ground
    half = np.ascontiguousarray(face[: H // 2])
    kind, pitch, thick = rng.integers(6), int(rng.integers(6, 30)), int(rng.integers(1, 3))
    if kind in (0, 1):
        for x in range(-H, W + H, pitch):
            cv2.line(half, (x, 0), (x + (H if kind else 0), H), ink, thick, cv2.LINE_AA)
            if kind:
                cv2.line(half, (x, 0), (x - H, H), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for y in range(pitch // 2, H, pitch):
            for x in range(pitch // 2, W, pitch):
                cv2.circle(half, (x, y), max(1, pitch // 3), ink, int(rng.choice([-1, 1])), cv2.LINE_AA)
    elif kind == 3:
        for r in range(4, H, pitch):
            cv2.circle(half, (W // 2, H // 2), r, ink, thick, cv2.LINE_AA)
    elif kind == 4:
        wave = rng.uniform(0, 255, (int(rng.integers(4, 16)), int(rng.integers(3, 10)))).astype(np.uint8)
        share = cv2.resize(wave, (W, H // 2), interpolation=cv2.INTER_CUBIC)[..., None] / 255
        half[:] = half * (1 - share * 0.8) + np.array(ink) * share * 0.8
    for _ in range(int(rng.integers(0, 3))):
        centre = (W // 2, int(rng.integers(10, H // 2)))
        points = int(rng.integers(3, 12))
        angles = np.arange(2 * points) * pi / points - pi / 2
        radii = np.where(np.arange(2 * points) % 2, rng.uniform(0.3, 1), 1) * rng.uniform(6, 34)
        star = np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None] + centre
        cv2.fillPoly(half, [star.round().astype(np.int32)], colour(rng, 20, 255), cv2.LINE_AA)
    face[: H // 2] = half
    face[H - H // 2 :] = half[::-1, ::-1]
    if rng.random() < 0.6:
        r = int(rng.integers(8, 40))
        cv2.circle(face, (W // 2, H // 2), r, ground, -1, cv2.LINE_AA)
        cv2.circle(face, (W // 2, H // 2), r, ink, 2, cv2.LINE_AA)
        cv2.circle(face, (W // 2, H // 2), max(2, r // int(rng.integers(2, 5))), ink, -1, cv2.LINE_AA)
    if edge and rng.random() < 0.6:
        cv2.rectangle(face, (edge + 3, edge + 3), (W - edge - 4, H - edge - 4), ink, 1)
    face[:, : max(edge, 1)] = paper
    face[:, W - max(edge, 1) :] = paper
    return face


def _lay(face: Image, box: tuple[int, int, int, int], image: Image) -> None:
    x0, y0, x1, y1 = box
    face[y0:y1, x0:x1] = cv2.resize(image, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)


def _band(
    rng: Rng, face: Image, box: tuple[int, int, int, int], fill: tuple[int, int, int], solid: float, lines: int
) -> None:
    """A band of colour over the face with lines of made-up words, signs and numbers on it."""
    x0, y0, x1, y1 = box
    if y1 - y0 < 4:
        return
    region = face[y0:y1, x0:x1]
    region[:] = (region * (1 - solid) + np.array(fill) * solid).astype(np.uint8)
    dark = sum(fill) > 380
    ink = colour(rng, 0, 70) if dark else colour(rng, 190, 255, 0.3)
    height = (y1 - y0) / (lines + 0.4)
    font = _FONTS[rng.integers(len(_FONTS))]
    for i in range(lines):
        size = int(rng.integers(2, 14)) if lines == 1 else int(rng.integers(8, 20))
        words = "".join(_LETTERS[k] for k in rng.integers(0, 26, size))
        scale = min(height * 0.62 / 22, (x1 - x0) * 0.95 / (18.0 * len(words)))
        if lines > 1:
            words = words.lower()
        at = (x0 + round((x1 - x0) * rng.uniform(0.02, 0.4)), y0 + round((i + 0.9) * height))
        cv2.putText(face, words, at, font, scale, ink, 1, cv2.LINE_AA)
    if lines == 1 and rng.random() < 0.6:
        at = (x0 + round((y1 - y0) * 0.3), y1 - round((y1 - y0) * 0.25))
        cv2.putText(face, str(int(rng.integers(0, 22))), at, font, (y1 - y0) * 0.6 / 22, ink, 1, cv2.LINE_AA)


def _signs(rng: Rng, face: Image, x: int, width: int, y: int, count: int) -> None:
    """A column of round signs down the left side."""
    for i in range(count):
        at = (x + width // 2, y + round((i + 0.7) * width * 1.1))
        cv2.circle(face, at, max(2, round(width * 0.42)), colour(rng, 20, 255), -1, cv2.LINE_AA)
        cv2.circle(face, at, max(1, round(width * 0.2)), colour(rng, 0, 255), int(rng.choice([-1, 1])), cv2.LINE_AA)
