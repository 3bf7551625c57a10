"""Cards, piles, tokens, coins, the mat and dice: flat and low things, each with its shadow."""

import numpy as np

from vision.scene.canvas import Canvas
from vision.scene.faces import MAT_MM, coin_face, face, mat_face, mat_spots, token_face
from vision.scene.printing import printing
from vision.scene.spec import (
    CARD_MM,
    CARD_THICK_MM,
    CardSpec,
    CoinSpec,
    DieSpec,
    MatSpec,
    PileSpec,
    SceneSpec,
    TokenSpec,
)
from vision.scene.sprite import Sprite
from vision.scene.view import Points, placed, rectangle

_MAT_THICK = 2.0
_COIN_THICK = 1.8
_PAPER_EDGE = np.array([206.0, 216.0, 222.0])


def card_outline(card: CardSpec) -> Points:
    """TL, TR, BR, BL of a card, mm on the table."""
    return placed(card.x, card.y, card.turn, rectangle(*CARD_MM))


def card_top(card: CardSpec) -> float:
    """The height of a card's face, mm."""
    return card.z + CARD_THICK_MM


def draw_card(canvas: Canvas, spec: SceneSpec, card: CardSpec, owner: int) -> None:
    """One card with the shadow it throws on what is there."""
    cast(canvas, spec, card_outline(card), card.z, card_top(card), 0.42)
    rng = np.random.default_rng([int(card.x * 16) & 0xFFFF, int(card.y * 16) & 0xFFFF])
    corners = canvas.view.project(card_outline(card), card_top(card))
    canvas.stamp(face(spec.printing, card.label, card.deck), corners, owner, 1 + float(rng.normal(0, 0.02)))


def pile_top(pile: PileSpec) -> CardSpec:
    """The topmost card of a pile."""
    x, y, turn = _stray(pile, pile.count - 1)
    return CardSpec(pile.label, x, y, turn, (pile.count - 1) * CARD_THICK_MM, pile.deck)


def _stray(pile: PileSpec, i: int) -> tuple[float, float, float]:
    rng = np.random.default_rng([round(abs(pile.x) * 8), round(abs(pile.y) * 8), i])
    dx, dy, turn = rng.normal(0, pile.untidy, 3)
    return pile.x + float(dx), pile.y + float(dy), pile.turn + float(turn)


def draw_pile(canvas: Canvas, spec: SceneSpec, pile: PileSpec, owner: int, rest: int) -> None:
    """A pile of cards: its sides, for an untidy one the topmost few cards that stick out, and the top."""
    sticking = min(pile.count, 7) if pile.untidy else 1
    height = (pile.count - sticking) * CARD_THICK_MM
    body = placed(pile.x, pile.y, pile.turn, rectangle(*CARD_MM))
    if height:
        cast(canvas, spec, body, 0.0, height, 0.5)
        _sides(canvas, spec, body, 0.0, height, _PAPER_EDGE, rest, stripes=True)
    for i in range(pile.count - sticking, pile.count):
        x, y, turn = _stray(pile, i)
        last = i == pile.count - 1
        card = CardSpec(pile.label, x, y, turn, i * CARD_THICK_MM, pile.deck)
        draw_card(canvas, spec, card, owner if last else rest)


def token_size(spec: SceneSpec, token: TokenSpec) -> tuple[float, float]:
    """The height of a token's upper face and its radius, mm."""
    look = printing(spec.printing)
    return token.z + look.token_thick, look.token_mm / 2


def draw_token(canvas: Canvas, spec: SceneSpec, token: TokenSpec, owner: int) -> None:
    """A Fate token."""
    look = printing(spec.printing)
    side = np.array(look.token, float) * 0.72
    _disc(
        canvas, spec, token_face(spec.printing), (token.x, token.y, token.turn, token.z), look.token_thick, side, owner
    )


def draw_coin(canvas: Canvas, spec: SceneSpec, coin: CoinSpec, owner: int) -> None:
    """A coin."""
    side = np.array([120.0, 116, 112]) if coin.value == 1 else np.array([44.0, 100, 136])
    _disc(canvas, spec, coin_face(coin.value), (coin.x, coin.y, coin.turn, coin.z), _COIN_THICK, side, owner)


def draw_mat(canvas: Canvas, spec: SceneSpec, mat: MatSpec, owner: int) -> None:
    """The Trading Mat without its tokens."""
    outline = placed(mat.x, mat.y, mat.turn, rectangle(*MAT_MM))
    cast(canvas, spec, outline, 0.0, _MAT_THICK, 0.5)
    _sides(canvas, spec, outline, 0.0, _MAT_THICK, np.array([150.0, 158, 164]), owner)
    canvas.stamp(mat_face(spec.printing, mat.spots), canvas.view.project(outline, _MAT_THICK), owner)


def mat_tokens(spec: SceneSpec) -> tuple[TokenSpec, ...]:
    """The tokens that lie on the Trading Mat, on its lower spots."""
    mat = spec.mat
    if mat is None:
        return ()
    rng = np.random.default_rng([spec.printing, 0x3A7])
    strays = rng.normal(0, 0.9, (mat.spots, 3))
    tokens = []
    for i, down in enumerate(mat_spots(mat.spots)):
        if i >= mat.spots - mat.left:
            at = placed(mat.x, mat.y, mat.turn, [(strays[i, 0], down + strays[i, 1])])[0]
            tokens.append(
                TokenSpec(float(at[0]), float(at[1]), mat.turn + 12 * float(strays[i, 2]), _MAT_THICK, None, f"mat:{i}")
            )
    return tuple(tokens)


def draw_die(canvas: Canvas, spec: SceneSpec, die: DieSpec, owner: int) -> None:
    """A die of 14 mm."""
    outline = placed(die.x, die.y, die.turn, rectangle(14, 14))
    cast(canvas, spec, outline, 0.0, 14.0, 0.5)
    _sides(canvas, spec, outline, 0.0, 14.0, np.array(die.colour, float) * 0.8, owner)
    canvas.fill(canvas.view.project(outline, 14.0), die.colour, owner, 0.5)
    for dx, dy in ((-3.5, -3.5), (3.5, 3.5), (0.0, 0.0)):
        dot = placed(die.x, die.y, die.turn, circle(1.5, 10) + np.array([dx, dy]))
        canvas.fill(canvas.view.project(dot, 14.0), (235, 238, 240), owner, 0.5)


def circle(radius: float, steps: int = 36) -> Points:
    """A circle's outline (steps, 2) about the origin."""
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.asarray(radius * np.c_[np.cos(angle), np.sin(angle)], dtype=np.float64)


def cast(canvas: Canvas, spec: SceneSpec, outline: Points, below: float, top: float, strength: float) -> None:
    """The soft shadow of an upright prism over `outline` (N, 2) mm from `below` to `top`, fallen to height `below`."""
    middle = outline.mean(axis=0)
    lamp = np.array(spec.light.lamp)
    fall = (middle - lamp[:2]) / max(lamp[2] - top, 1.0) * (top - below)
    low, high = canvas.view.project(outline, below), canvas.view.project(outline + fall, below)
    scale = canvas.view.scale(float(middle[0]), float(middle[1]), below)
    rise = (top - below) * scale
    hull = convex(np.r_[low, high])
    canvas.shade(low, 0.5 * strength, 0.7 + 0.9 * scale)
    canvas.shade(hull, strength * spec.light.strength, 0.6 + 0.3 * scale + spec.light.soft * rise)


def convex(points: Points) -> Points:
    """The convex hull (M, 2) of points (N, 2), by Andrew's monotone chain."""
    ordered = [tuple(p) for p in points[np.lexsort((points[:, 1], points[:, 0]))]]

    def half(run: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        hull: list[tuple[float, ...]] = []
        for p in run:
            while len(hull) > 1:
                (ax, ay), (bx, by) = hull[-2], hull[-1]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0:
                    break
                hull.pop()
            hull.append(p)
        return hull[:-1]

    return np.array(half(ordered) + half(ordered[::-1]), dtype=np.float64)


def _sides(
    canvas: Canvas,
    spec: SceneSpec,
    outline: Points,
    below: float,
    top: float,
    colour: Points,
    owner: int,
    stripes: bool = False,
) -> None:
    """The side walls of an upright box that the camera sees, each as bright as it faces the lamp."""
    middle = outline.mean(axis=0)
    for i in range(4):
        a, b = outline[i], outline[(i + 1) % 4]
        normal = np.array([b[1] - a[1], a[0] - b[0]])
        normal *= np.sign(normal @ ((a + b) / 2 - middle)) / np.linalg.norm(normal)
        if normal @ (canvas.view.eye[:2] - (a + b) / 2) <= 0:
            continue
        to_lamp = np.array(spec.light.lamp)[:2] - middle
        gain = 0.72 + 0.22 * float(normal @ to_lamp / max(np.linalg.norm(to_lamp), 1.0))
        steps = max(1, round((top - below) / 1.2)) if stripes else 1
        levels = np.linspace(below, top, steps + 1)
        for k in range(steps):
            wall = np.r_[canvas.view.project([a, b], levels[k]), canvas.view.project([b, a], levels[k + 1])]
            canvas.fill(wall, colour * gain * (1.0 if k % 2 else 0.88), owner)


def _disc(
    canvas: Canvas,
    spec: SceneSpec,
    sprite: Sprite,
    place: tuple[float, float, float, float],
    thick: float,
    side: Points,
    owner: int,
) -> None:
    x, y, turn, z = place
    rim = placed(x, y, 0.0, circle(sprite.width / 2))
    cast(canvas, spec, rim, z, z + thick, 0.6)
    wall = convex(np.r_[canvas.view.project(rim, z), canvas.view.project(rim, z + thick * 0.9)])
    canvas.fill(wall, side, owner)
    corners = placed(x, y, turn, rectangle(sprite.width, sprite.height))
    canvas.stamp(sprite, canvas.view.project(corners, z + thick), owner)
