"""The faces and backs of an invented printing, as sprites of 350 x 600 px (5 px a mm)."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.reading import BACK
from vision.scene.art import art
from vision.scene.glyphs import Colour, blend, icon, sign, write
from vision.scene.printing import Crop, Inks, Printing, printing
from vision.scene.spec import CARD_MM, Deck
from vision.scene.sprite import Sprite, rounded, sprite

PX = 5
"""Pixels a mm."""

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in px of the face."""

_W, _H = round(CARD_MM[0] * PX), round(CARD_MM[1] * PX)
_FRAME = 8
"""How wide the line round the art is, px of the art."""
_CAPTION = 52
"""How high the name at the foot of Aces and Tarot is, px of the art."""

_NAMES = [
    "The Fool",
    "The Magician",
    "High Priestess",
    "The Empress",
    "The Emperor",
    "The Hierophant",
    "The Lovers",
    "The Chariot",
    "Strength",
    "The Hermit",
    "Wheel of Fortune",
    "Justice",
    "The Hanged Man",
    "Death",
    "Temperance",
    "The Devil",
    "The Tower",
    "The Star",
    "The Moon",
    "The Sun",
    "Judgement",
    "The World",
]
_ROMAN = [
    "0",
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
    "XVII",
    "XVIII",
    "XIX",
    "XX",
    "XXI",
]
_SUITS = ("pentacles", "cups", "wands", "swords")
_SYLLABLES = [
    "ta",
    "mo",
    "re",
    "vin",
    "sol",
    "a",
    "ber",
    "quo",
    "li",
    "en",
    "dar",
    "us",
    "pe",
    "nim",
    "or",
    "el",
    "cas",
    "ti",
    "va",
    "rum",
]


@lru_cache(maxsize=256)
def face(seed: int, label: str, deck: Deck = "common") -> Sprite:
    """The face of that label, or the deck's back where the label is `back`, in the printing of that seed."""
    look = printing(seed)
    if label == BACK:
        image = _back(look, deck)
    elif label.startswith("major"):
        image = _tarot(look, label)
    else:
        image = _common(look, label)
    return sprite(image, rounded(_W, _H, look.corner * PX), *CARD_MM, gloss=look.gloss)


def _common(look: Printing, label: str) -> Image:
    suit, level = label[:-3], int(label[-2:])
    image = _paper(look)
    edge, band = round(look.border * PX), round(look.band * PX)
    inner: Box = (edge, edge, _W - edge, _H - edge)
    top: Box = (edge, edge, _W - edge, edge + band)
    foot: Box = (edge, _H - edge - round(band * 0.8), _W - edge, _H - edge)
    window = (inner[0], top[3] + PX, inner[2], foot[1] - PX) if look.style == "framed" else inner
    _picture(image, window, label, look.common_crop, look.inks, whole=look.style == "plain")
    ink: Colour = (245, 248, 250)
    if look.style == "plain":
        badge: Box = (inner[0], inner[1], inner[0] + round(1.9 * band), inner[1] + band)
        _fill(image, badge, look.bands[suit], 1.0)
        icon(image, suit, (badge[0] + 0.55 * band, badge[1] + band / 2), band * 0.72, ink)
        _number(image, look, level, (badge[0] + 1.35 * band, badge[1] + band / 2), band * 0.5, ink)
        return image
    colour = (30, 28, 28) if look.dark else look.bands[suit]
    solid = 1.0 if look.style == "framed" else 0.82
    for box in (top, foot):
        _fill(image, box, colour, solid)
    y = (top[1] + top[3]) / 2
    _number(image, look, level, (top[0] + 0.5 * band, y), band * 0.52, ink)
    icon(image, suit, (top[0] + 1.4 * band, y), band * 0.74, ink)
    text = f"{look.words[suit]} {look.leads[level - 1]}"
    write(image, text, (top[2] - 0.3 * band, y), band * 0.36, ink, look.font, 1.0)
    text = f"{look.answer}: {look.words[suit].capitalize()} {look.follows[level - 1]}"
    write(image, text, (_W / 2, (foot[1] + foot[3]) / 2), band * 0.27, ink, look.font)
    return image


def _tarot(look: Printing, label: str) -> Image:
    level = int(label[-2:])
    rng = np.random.default_rng([look.seed, level])
    image = _paper(look)
    edge, band, text = round(look.border * PX), round(look.band * PX), round(look.text_box * PX)
    inner: Box = (edge, edge, _W - edge, _H - edge)
    top: Box = (edge, edge, _W - edge, edge + band)
    words: Box = (edge, _H - edge - text, _W - edge, _H - edge)
    side = round(band * 0.85) if look.icons_beside else 0
    window = inner
    if look.style == "framed":
        window = (inner[0] + side, top[3] + PX, inner[2], words[1] - PX)
    elif look.style == "plain":
        window = (inner[0] + side, inner[1], inner[2], words[1])
        top = (edge, words[1] - band, _W - edge, words[1])
    _picture(image, window, label, look.tarot_crop, look.inks)
    colour: Colour = (30, 28, 28) if look.dark else look.bands["major"]
    ink: Colour = (245, 248, 250)
    _fill(image, top, colour, 1.0 if look.style == "framed" else 0.85)
    y = (top[1] + top[3]) / 2
    _number(image, look, level, (top[0] + 0.6 * band, y), band * 0.45, ink)
    write(image, _NAMES[level], (top[2] - 0.35 * band, y), band * 0.34, ink, look.font, 1.0)
    suits = [suit for suit in _SUITS if rng.random() < 0.4] or [_SUITS[level % 4]]
    for i, suit in enumerate(suits):
        at = (inner[0] + 0.55 * band, (top[3] if top[1] < _H / 2 else inner[1]) + (0.7 + 0.85 * i) * band)
        if not look.icons_beside:
            cv2.circle(image, (round(at[0]), round(at[1])), round(0.4 * band), look.paper, -1, cv2.LINE_AA)
        icon(image, suit, at, band * 0.6, look.bands[suit])
    pale: Colour = (235, 242, 246)
    _fill(image, words, (28, 26, 26) if look.dark else pale, 1.0 if look.style == "framed" else 0.85)
    lines = max(2, text // 26)
    for i in range(int(rng.integers(2, lines + 1))):
        sentence = " ".join("".join(rng.choice(_SYLLABLES, rng.integers(1, 4))) for _ in range(5)).capitalize()
        at = (_W / 2, words[1] + (i + 0.8) * text / (lines + 0.6))
        write(image, sentence[:30], at, 10, pale if look.dark else (40, 36, 36), look.font)
    return image


def _back(look: Printing, deck: Deck) -> Image:
    colour = look.back_tarot if deck == "tarot" else look.back_common
    image = _paper(look)
    edge = round(look.border * PX * 0.8)
    _fill(image, (edge, edge, _W - edge, _H - edge), colour, 1.0)
    ink = look.back_ink
    faint: Colour = tuple(int(c * 0.75 + i * 0.25) for c, i in zip(colour, ink, strict=True))  # type: ignore[assignment]
    pitch = 40 if deck == "tarot" else 56
    for x in range(-_H, _W + _H, pitch):
        for slope in (1, -1):
            start = x if slope == 1 else x + _H
            cv2.line(image, (start, 0), (start + slope * _H, _H), faint, 1, cv2.LINE_AA)
    _fill(image, (0, 0, _W, edge), look.paper, 1.0)
    _fill(image, (0, _H - edge, _W, _H), look.paper, 1.0)
    _fill(image, (0, 0, edge, _H), look.paper, 1.0)
    _fill(image, (_W - edge, 0, _W, _H), look.paper, 1.0)
    inset = edge + 10
    cv2.rectangle(image, (inset, inset), (_W - inset, _H - inset), ink, 2, cv2.LINE_AA)
    cv2.circle(image, (_W // 2, _H // 2), 92, colour, -1, cv2.LINE_AA)
    cv2.circle(image, (_W // 2, _H // 2), 92, ink, 3, cv2.LINE_AA)
    name = look.back_sign if deck == "common" else ("moon" if look.back_sign != "moon" else "star")
    icon(image, name, (_W / 2, _H / 2), 140, ink)
    for y in (_H // 5, _H - _H // 5):
        icon(image, "star", (_W / 2, y), 34, ink)
    return image


def _paper(look: Printing) -> Image:
    return np.full((_H, _W, 3), look.paper, np.uint8)


def _number(image: Image, look: Printing, level: int, at: tuple[float, float], height: float, ink: Colour) -> None:
    write(image, _ROMAN[level] if look.roman else str(level), at, height, ink, look.font)


def _fill(image: Image, box: Box, colour: Colour, share: float) -> None:
    blend(image, np.full((box[3] - box[1], box[2] - box[0]), round(255 * share), np.uint8), colour, box[:2])


def _picture(image: Image, box: Box, label: str, crop: Crop, inks: Inks, whole: bool = False) -> None:
    """Put the art of a face into a box: cropped, recoloured. `whole` keeps the art's own frame and caption."""
    source = art(label)
    if not whole:
        foot = _CAPTION if label.startswith("major") or label.endswith("_01") else _FRAME
        source = source[_FRAME:-foot, _FRAME:-_FRAME]
    zoom, across, down = (1.0, 0.5, 0.5) if whole else crop
    width, height = box[2] - box[0], box[3] - box[1]
    fit = min(source.shape[1] / width, source.shape[0] / height) / zoom
    w, h = round(width * fit), round(height * fit)
    x, y = round((source.shape[1] - w) * across), round((source.shape[0] - h) * down)
    part = cv2.resize(source[y : y + h, x : x + w], (width, height), interpolation=cv2.INTER_AREA)
    image[box[1] : box[3], box[0] : box[2]] = recoloured(np.asarray(part, np.uint8), inks)


def recoloured(image: Image, inks: Inks) -> Image:
    """The image as these inks print it."""
    curve = ((np.arange(256) / 255) ** inks.gamma * 255).round().astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.transform(image, _mixing(inks)), curve), np.uint8)


@lru_cache(maxsize=16)
def _mixing(inks: Inks) -> NDArray[np.float64]:
    """Saturation, hue, sepia and contrast as one 3 x 4 matrix on B, G, R, 1."""
    gray = np.tile([0.114, 0.587, 0.299], (3, 1))
    axis, turn = np.full(3, 1 / np.sqrt(3)), np.radians(inks.hue)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    hue = np.cos(turn) * np.eye(3) + np.sin(turn) * cross + (1 - np.cos(turn)) * np.outer(axis, axis)
    colour = (gray + (np.eye(3) - gray) * inks.saturation) @ hue
    sepia = np.diag([0.78, 0.92, 1.04]) @ gray
    mixed = inks.contrast * ((1 - inks.sepia) * colour + inks.sepia * sepia)
    return np.asarray(np.c_[mixed, np.full(3, 128 * (1 - inks.contrast))], np.float64)


@lru_cache(maxsize=16)
def token_face(seed: int) -> Sprite:
    """The upper face of a Fate token."""
    look = printing(seed)
    side = 128
    image = np.full((side, side, 3), look.token, np.uint8)
    cv2.circle(image, (64, 64), 55, look.token_ink, 3, cv2.LINE_AA)
    small = np.asarray(cv2.resize(sign(look.token_sign), (74, 74), interpolation=cv2.INTER_AREA), np.uint8)
    blend(image, small, look.token_ink, (27, 27))
    return sprite(image, rounded(side, side, side / 2), look.token_mm, look.token_mm, gloss=0.4)


@lru_cache(maxsize=2)
def coin_face(value: int) -> Sprite:
    """The upper face of a coin of 1 (silver, 20 mm) or 5 (gold, 23 mm)."""
    side = 128
    metal: Colour = (176, 172, 168) if value == 1 else (70, 150, 190)
    dark: Colour = (110, 106, 102) if value == 1 else (40, 92, 128)
    image = np.full((side, side, 3), metal, np.uint8)
    cv2.circle(image, (64, 64), 56, dark, 3, cv2.LINE_AA)
    write(image, str(value), (64, 64), 50, dark, "plain")
    size = 20.0 if value == 1 else 23.0
    return sprite(image, rounded(side, side, side / 2), size, size, gloss=0.9)


@lru_cache(maxsize=16)
def mat_face(seed: int, spots: int) -> Sprite:
    """The Trading Mat, standing: its title at the top, below it one ring for each spot."""
    look = printing(seed)
    width, height = MAT_MM
    image = np.full((round(height * 4), round(width * 4), 3), look.mat, np.uint8)
    h, w = image.shape[:2]
    cv2.rectangle(image, (6, 6), (w - 7, h - 7), look.back_ink, 2, cv2.LINE_AA)
    write(image, "MARKET OF FATE", (w / 2, 38), 15, look.back_ink, look.font)
    for i, y in enumerate(mat_spots(spots)):
        at = (w // 2, round(h / 2 + y * 4))
        cv2.circle(image, at, round(look.token_mm * 2.2), look.back_ink, 2, cv2.LINE_AA)
        write(image, str(look.prices[i]), at, 34, look.back_ink, look.font)
    return sprite(image, rounded(w, h, 14), width, height, gloss=0.35)


MAT_MM = (52.0, 204.0)
"""Width and height of the Trading Mat."""


def mat_spots(spots: int) -> list[float]:
    """How far below the middle of the mat each spot lies, mm."""
    return [-MAT_MM[1] / 2 + 34 + (MAT_MM[1] - 50) / (spots - 1) * i for i in range(spots)]
