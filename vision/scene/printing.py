"""Invented printings: how the cards, backs, tokens, mat and ball of one imagined copy of the game look, by seed.

No real copy was seen. Everything here is made up anew for each seed, so that a reader of cards is tested on looks it
does not know: border, bands, words, crop, colours.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from vision.scene.glyphs import TOKEN_SIGNS, Colour, Font

Style = Literal["framed", "banded", "plain"]

Crop = tuple[float, float, float]
"""Zoom (1 is as much of the art as fits), and where the window lies in the rest: 0..1 across, 0..1 down."""

_WORDS = {
    "pentacles": ("GATHER", "PROFIT", "HARVEST", "MINT", "TITHE", "REAP"),
    "cups": ("RECEIVE", "POUR", "INVITE", "WELCOME", "CALL", "DRINK"),
    "wands": ("GROW", "CLIMB", "KINDLE", "RISE", "REACH", "LIFT"),
    "swords": ("SEIZE", "CLAIM", "STRIKE", "BIND", "TAKE", "SEVER"),
}
_BAND: dict[str, tuple[Colour, ...]] = {
    "pentacles": ((48, 104, 178), (40, 140, 190), (60, 90, 120)),
    "cups": ((150, 98, 38), (160, 70, 60), (130, 120, 40)),
    "wands": ((60, 120, 50), (40, 110, 90), (40, 80, 40)),
    "swords": ((44, 36, 128), (60, 50, 90), (90, 40, 110)),
}


@dataclass(frozen=True, slots=True)
class Inks:
    """What the press does to the art: gains of saturation and contrast, hue turn in degrees, sepia share, gamma."""

    saturation: float
    contrast: float
    hue: float
    sepia: float
    gamma: float


@dataclass(frozen=True, slots=True)
class Printing:
    """One invented copy of the game. Lengths in mm, colours B, G, R."""

    seed: int
    style: Style
    paper: Colour
    border: float
    corner: float
    inks: Inks
    common_crop: Crop
    tarot_crop: Crop
    band: float
    text_box: float
    icons_beside: bool
    dark: bool
    bands: dict[str, Colour]
    words: dict[str, str]
    answer: str
    leads: tuple[int, ...]
    follows: tuple[int, ...]
    font: Font
    roman: bool
    gloss: float
    back_common: Colour
    back_tarot: Colour
    back_ink: Colour
    back_sign: str
    token: Colour
    token_ink: Colour
    token_sign: str
    token_mm: float
    token_thick: float
    mat: Colour
    prices: tuple[int, ...]
    ball: Colour


@lru_cache(maxsize=16)
def printing(seed: int) -> Printing:
    """The printing of that seed: the same on every machine and in every run."""
    rng = np.random.default_rng([seed, 0x5007])
    style: Style = ("framed", "banded", "plain")[rng.choice(3, p=[0.45, 0.35, 0.2])]
    papers: tuple[Colour, ...] = ((250, 251, 252), (226, 240, 246), (205, 226, 236), (236, 232, 226), (40, 36, 34))
    paper = papers[rng.choice(5, p=[0.34, 0.26, 0.18, 0.12, 0.1])]
    inks = Inks(
        saturation=float(rng.uniform(0.45, 1.2)),
        contrast=float(rng.uniform(0.7, 1.05)),
        hue=float(rng.uniform(-12, 12)),
        sepia=float(max(0.0, rng.uniform(-0.3, 0.45))),
        gamma=float(rng.uniform(0.85, 1.3)),
    )
    hue = rng.uniform(0, 360, 3)
    token_light = bool(rng.random() < 0.4)
    tokens: tuple[Colour, ...] = (
        (140, 40, 96),
        (36, 32, 34),
        (120, 60, 20),
        (40, 30, 150),
        (60, 110, 30),
        (150, 140, 30),
    )
    woods: tuple[Colour, ...] = ((140, 190, 224), (190, 214, 228), (96, 150, 190))
    dark_ink, pale_ink = (28, 36, 44), (214, 226, 238)
    step = int(rng.integers(2, 5))
    first = int(rng.integers(4, 7))
    return Printing(
        seed=seed,
        style=style,
        paper=paper,
        border=float(rng.uniform(1.6, 4.2)),
        corner=float(rng.uniform(2.2, 4.6)),
        inks=inks,
        common_crop=(float(rng.uniform(1.0, 1.28)), float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.1, 0.7))),
        tarot_crop=(float(rng.uniform(1.0, 1.25)), float(rng.uniform(0.35, 0.65)), float(rng.uniform(0.05, 0.5))),
        band=float(rng.uniform(8.5, 12.5)),
        text_box=float(rng.uniform(18, 32)),
        icons_beside=bool(rng.random() < 0.4),
        dark=bool(rng.random() < 0.5),
        bands={suit: colours[rng.integers(len(colours))] for suit, colours in _BAND.items()}
        | {"major": _vivid(hue[0])},
        words={suit: str(rng.choice(words)) for suit, words in _WORDS.items()},
        answer=str(rng.choice(("Answer", "Echo", "Reply", "Then"))),
        leads=tuple(int(v) for v in 1 + np.sort(rng.integers(0, 6, 6)) + np.arange(6)),
        follows=tuple(int(v) for v in 1 + np.sort(rng.integers(0, 3, 6))),
        font=("sans", "italic", "serif", "plain")[rng.choice(4, p=[0.35, 0.1, 0.35, 0.2])],
        roman=bool(rng.random() < 0.25),
        gloss=float(rng.uniform(0.35, 1.0)),
        back_common=_vivid(hue[1], 0.4),
        back_tarot=_vivid(hue[1] + rng.uniform(100, 260), 0.4),
        back_ink=(100, 190, 216) if rng.random() < 0.6 else (225, 225, 225),
        back_sign=str(rng.choice(("sun", "eye", "star", "moon", "knot"))),
        token=woods[rng.integers(3)] if token_light else tokens[rng.integers(6)],
        token_ink=dark_ink if token_light else pale_ink,
        token_sign=str(rng.choice(TOKEN_SIGNS)),
        token_mm=float(rng.uniform(20, 26)),
        token_thick=float(rng.uniform(2.0, 4.5)),
        mat=_vivid(hue[2], 0.3),
        prices=tuple(first + step * i + int(rng.integers(0, 2)) for i in range(6)),
        ball=((255, 255, 255), (255, 244, 232), (240, 225, 250), (225, 245, 255))[rng.integers(4)],
    )


def _vivid(hue: float, value: float = 0.55) -> Colour:
    """A deep colour of that hue in degrees."""
    third = (np.array([hue - 240, hue - 120, hue]) + 180) % 360 - 180
    strength = np.clip(1 - np.abs(third) / 140, 0.12, 1) * 255 * value
    return int(strength[0]), int(strength[1]), int(strength[2])
