"""Draws a SceneSpec as a photo-like picture and says exactly what it shows."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Gray, Image
from vision.scene import ball, things
from vision.scene.arm import draw_arm
from vision.scene.canvas import Canvas
from vision.scene.light import exposed, lit
from vision.scene.spec import SceneSpec, SurfaceSpec
from vision.scene.surface import GLOSS, PX, texture
from vision.scene.truth import BallTruth, CardTruth, Point, TokenTruth, Truth
from vision.scene.view import Points, View, rectangle

_TOKENS, _PILES, _BALL, _OTHER = 10_000, 20_000, 30_000, 30_001
"""Owners of pixels: cards count from 1, tokens and piles from these."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A drawn picture (H, W, 3) and what it truly shows."""

    image: Image
    truth: Truth


def draw(spec: SceneSpec) -> Drawing:
    """Draw the scene: the same spec always gives the same picture."""
    view = View(spec.view, spec.size)
    bare, gloss = _table(spec.surface, view)
    canvas = Canvas(view, bare.copy(), gloss.copy(), np.zeros(bare.shape[:2], np.int16), {})
    if spec.mat is not None:
        things.draw_mat(canvas, spec, spec.mat, _OTHER)
    for i, pile in enumerate(spec.piles):
        things.draw_pile(canvas, spec, pile, _PILES + i, _OTHER)
    for i, card in enumerate(spec.cards):
        things.draw_card(canvas, spec, card, i + 1)
    for coin in spec.coins:
        things.draw_coin(canvas, spec, coin, _OTHER)
    for die in spec.dice:
        things.draw_die(canvas, spec, die, _OTHER)
    tokens = (*spec.tokens, *things.mat_tokens(spec))
    for i, token in enumerate(tokens):
        things.draw_token(canvas, spec, token, _TOKENS + i)
    if spec.ball is not None:
        ball.draw_ball(canvas, spec, spec.ball, _BALL)
    if spec.arm is not None:
        draw_arm(canvas, spec, spec.arm, _OTHER)
    image = exposed(lit(canvas.image, canvas.gloss, view, spec.light, spec.sensor), spec.sensor)
    return Drawing(image, _truth(canvas, spec))


@lru_cache(maxsize=2)
def _table(surface: SurfaceSpec, view: View) -> tuple[Image, Gray]:
    """The empty table in the picture and its gloss, over a dim floor."""
    width, height = view.size
    floor = np.random.default_rng([surface.seed, 0xF100]).uniform(30, 110) * np.array([1.0, 0.99, 0.97])
    image = np.full((height, width, 3), floor, np.uint8)
    top = texture(surface)
    outline = view.project(rectangle(surface.width, surface.depth))
    h, w = top.shape[:2]
    to_table = np.array([[1 / PX, 0, (0.5 - w / 2) / PX], [0, 1 / PX, (0.5 - h / 2) / PX], [0, 0, 1]])
    matrix = view.plane() @ to_table
    cv2.warpPerspective(
        top, matrix, (width, height), dst=image, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    gloss = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(
        gloss, (outline * 16).round().astype(np.int32), (round(255 * GLOSS[surface.kind]),), cv2.LINE_AA, 4
    )
    return image, gloss


def _truth(canvas: Canvas, spec: SceneSpec) -> Truth:
    cards = []
    for i, pile in enumerate(spec.piles):
        top = things.pile_top(pile)
        corners = _corners(canvas.view, things.card_outline(top), top.z)
        cards.append(CardTruth(pile.label, corners, canvas.visible(_PILES + i), None, pile.slot))
    for i, card in enumerate(spec.cards):
        corners = _corners(canvas.view, things.card_outline(card), things.card_top(card))
        cards.append(CardTruth(card.label, corners, canvas.visible(i + 1), i, card.slot))
    tokens = []
    for i, token in enumerate((*spec.tokens, *things.mat_tokens(spec))):
        z, radius = things.token_size(spec, token)
        x, y = canvas.view.project([(token.x, token.y)], z)[0]
        scale = canvas.view.scale(token.x, token.y, z)
        seen = canvas.visible(_TOKENS + i)
        tokens.append(TokenTruth((float(x), float(y)), radius * scale, token.on, token.slot, seen))
    glass = None
    if spec.ball is not None:
        center, radius = ball.outline(canvas.view, spec.ball)
        glass = BallTruth(center, radius, spec.ball.on, canvas.visible(_BALL))
    shown = tuple(card for card in cards if card.visible > 0)
    return Truth(*spec.size, shown, tuple(token for token in tokens if token.visible > 0), glass)


def _corners(view: View, outline: Points, z: float) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in view.project(outline, z))
    return a, b, c, d


def jpeg(image: Image, quality: int = 92) -> bytes:
    """The picture as a JPEG file."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return bytes(data)
