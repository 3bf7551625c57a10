"""Where cards end around their art: the margins that all of a kind share, on drawn cards."""

import numpy as np
import pytest

from tests.vision.tables import SLOTS, SURFACES, scene, shot, table
from vision.frame import Image, Quad
from vision.gallery import ART_HEIGHT, ART_WIDTH
from vision.outline import Margins, common_margins
from vision.scene.spec import SurfaceKind

RATIO = ART_HEIGHT / ART_WIDTH
INSIDE = Margins(0.08, 0.2, 0.05, 0.13)


def art_within(card: Quad, margins: Margins) -> Quad:
    """The art of a card whose margins are these, in shares of the art's width."""
    wide, high = 1 + margins.left + margins.right, RATIO + margins.top + margins.bottom
    u = np.array([margins.left, margins.left + 1, margins.left + 1, margins.left]) / wide
    v = np.array([margins.top, margins.top, margins.top + RATIO, margins.top + RATIO]) / high
    right, down = card[1] - card[0], card[3] - card[0]
    skew = card[0] - card[1] + card[2] - card[3]
    return np.asarray(card[0] + u[:, None] * right + v[:, None] * down + (u * v)[:, None] * skew, np.float64)


def drawn(kind: SurfaceKind) -> tuple[Image, list[Quad]]:
    drawing = shot(scene(kind), 1)
    return drawing.image, [np.array(card.corners) for card in drawing.truth.cards]


def test_the_card_is_around_its_art() -> None:
    spec = scene()
    card = table(spec).outline(SLOTS[0])
    assert INSIDE.around(art_within(card, INSIDE)) == pytest.approx(card, abs=1.5)
    upright = np.array([[0.0, 0.0], [350.0, 0.0], [350.0, 600.0], [0.0, 600.0]])
    assert Margins(0.1, 0.2, 0.3, 0.4).around(upright) == pytest.approx(
        np.array([[-35.0, -70.0], [455.0, -70.0], [455.0, 740.0], [-35.0, 740.0]])
    )


@pytest.mark.parametrize("kind", SURFACES)
def test_the_edges_that_all_cards_share_are_found(kind: SurfaceKind) -> None:
    image, cards = drawn(kind)
    found = common_margins(image, [art_within(card, INSIDE) for card in cards])
    assert found is not None
    for side in ("left", "top", "right", "bottom"):
        assert getattr(found, side) == pytest.approx(getattr(INSIDE, side), abs=0.04), side


def test_where_the_size_is_known_opposite_edges_are_found_together() -> None:
    image, cards = drawn("cloth")
    size = (1 + INSIDE.left + INSIDE.right, RATIO + INSIDE.top + INSIDE.bottom)
    found = common_margins(image, [art_within(card, INSIDE) for card in cards], size)
    assert found is not None
    assert found.left + found.right == pytest.approx(INSIDE.left + INSIDE.right)
    assert found.top + found.bottom == pytest.approx(INSIDE.top + INSIDE.bottom)
    assert found.left == pytest.approx(INSIDE.left, abs=0.03)
    assert found.top == pytest.approx(INSIDE.top, abs=0.03)


def test_too_few_cards_or_no_edges_tell_nothing() -> None:
    image, cards = drawn("cloth")
    arts = [art_within(card, INSIDE) for card in cards]
    assert common_margins(image, arts[:2]) is None
    blank = np.full_like(image, 90)
    assert common_margins(blank, arts) is None
    middle = common_margins(blank, arts, (1.2, RATIO + 0.3))
    assert middle is not None
    assert (middle.left, middle.top) == pytest.approx((middle.right, middle.bottom))
    assert (middle.left, middle.top) == pytest.approx((0.1, 0.15))
