"""A drawn picture shows what its truth says, always the same, and soon."""

import time
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.reading import BACK, LABELS
from vision.scene.draw import Drawing, draw
from vision.scene.faces import face
from vision.scene.spec import (
    ArmSpec,
    BallSpec,
    CardSpec,
    CoinSpec,
    DieSpec,
    MatSpec,
    PileSpec,
    SceneSpec,
    SensorSpec,
    SurfaceSpec,
    TokenSpec,
    ViewSpec,
)
from vision.scene.truth import CardTruth
from vision.scene.view import View, placed

CLEAN = SensorSpec(blur=0, noise=0, vignette=0, quality=100)
BARE = SceneSpec(
    surface=SurfaceSpec("leather", 3, 700, 500),
    view=ViewSpec(distance=520, fov=42),
    sensor=CLEAN,
    size=(640, 360),
)


def quad(card: CardTruth) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array(card.corners, np.float32)


def changed(one: Drawing, other: Drawing, least: int = 24) -> Image:
    """Where two pictures differ clearly, (H, W) 0 or 255."""
    apart = np.abs(one.image.astype(int) - other.image).max(axis=2)
    return np.asarray((apart > least) * 255, np.uint8)


def likeness(drawing: Drawing, card: CardTruth, seed: int) -> float:
    """Correlation of a card, cut out by its true corners, with the face it should show."""
    size = (70, 120)
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    cut = cv2.warpPerspective(drawing.image, cv2.getPerspectiveTransform(quad(card), target), size)
    want = cv2.resize(face(seed, card.label).levels[0][..., :3], size, interpolation=cv2.INTER_AREA)
    a, b = (cv2.GaussianBlur(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)[6:-6, 6:-6] for x in (cut, want))
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


@pytest.mark.parametrize(("tilt", "azimuth", "roll"), [(0, 0, 0), (20, 30, 2), (44, -120, -3)])
@pytest.mark.parametrize("turn", [0, 77, 180, 293])
def test_a_face_lies_exactly_where_the_truth_says_and_as_it_says(
    tilt: float, azimuth: float, roll: float, turn: float
) -> None:
    view = replace(BARE.view, tilt=tilt, azimuth=azimuth, roll=roll)
    spec = replace(BARE, view=view, cards=(CardSpec("wands_05", 20, -15, turn),), printing=5)
    drawing = draw(spec)
    (card,) = drawing.truth.cards
    assert likeness(drawing, card, 5) > 0.96
    assert card.visible == pytest.approx(1, abs=0.01)
    mask = np.zeros((360, 640), np.uint8)
    cv2.fillConvexPoly(mask, quad(card).round().astype(np.int32), 255)
    difference = changed(drawing, draw(replace(spec, cards=())))
    covered = np.count_nonzero(mask & difference) / np.count_nonzero(mask)
    assert covered > 0.85
    grown = cv2.dilate(mask, np.ones((13, 13), np.uint8))
    assert not difference[grown == 0].any()


def test_the_same_scene_is_the_same_picture_and_only_noise_differs_by_seed() -> None:
    spec = replace(BARE, cards=(CardSpec("cups_02", 0, 0),), sensor=SensorSpec(noise=3, seed=1))
    one, again, other = draw(spec), draw(spec), draw(replace(spec, sensor=replace(spec.sensor, seed=2)))
    assert np.array_equal(one.image, again.image)
    assert one.truth == again.truth == other.truth
    apart = np.abs(one.image.astype(int) - other.image)
    assert 0.5 < apart.mean() < 8


def test_what_covers_a_card_is_counted_out() -> None:
    below, above = CardSpec("cups_02", 0, -30), CardSpec("cups_03", 0, 30, 0, 0.4)
    truth = draw(replace(BARE, cards=(below, above))).truth
    assert truth.card(0).visible == pytest.approx(0.5, abs=0.02)
    assert truth.card(1).visible == pytest.approx(1, abs=0.01)
    hidden = draw(replace(BARE, cards=(below, replace(above, y=-30)))).truth
    assert hidden.labels()["cards"][0]["id"] == "cups_03"
    with_token = draw(replace(BARE, cards=(below,), tokens=(TokenSpec(0, -30, 0, 0.4, 0, "A.DRAFT"),))).truth
    assert 0.92 < with_token.card(0).visible < 0.97
    with_ball = draw(replace(BARE, cards=(below,), ball=BallSpec(0, -30, on=0))).truth
    assert 0.8 < with_ball.card(0).visible < 0.9
    with_arm = draw(replace(BARE, cards=(below,), arm=ArmSpec(-30, 0, 0))).truth
    assert with_arm.card(0).visible < 0.6


def test_a_card_that_leaves_the_picture_is_partly_visible() -> None:
    scale = 640 / (2 * 520 * np.tan(np.radians(21)))
    truth = draw(replace(BARE, cards=(CardSpec("cups_02", 320 / scale, 0),))).truth
    assert truth.card(0).visible == pytest.approx(0.5, abs=0.03)


def test_tokens_ball_and_where_they_lie_are_told_in_the_form_of_the_labels() -> None:
    spec = replace(
        BARE,
        cards=(CardSpec("swords_04", -60, 0), CardSpec(BACK, 60, 0)),
        tokens=(TokenSpec(-60, -20, 10, 0.4, 0), TokenSpec(110, 70, slot="side:0")),
        ball=BallSpec(-60, 30, on=0),
        mat=MatSpec(150, 0, 0, 5, 2),
    )
    drawing = draw(spec)
    labels = drawing.truth.labels()
    assert [card["id"] for card in labels["cards"]] == ["swords_04"]
    assert [token["where"] for token in labels["tokens"]] == ["card:swords_04", "side:0", "mat:3", "mat:4"]
    assert labels["ball"]["on"] == "swords_04"
    for i, token in enumerate(drawing.truth.tokens[:2]):
        less = draw(replace(spec, tokens=tuple(t for k, t in enumerate(spec.tokens) if k != i)))
        ys, xs = np.nonzero(changed(drawing, less))
        assert (xs.mean(), ys.mean()) == pytest.approx(token.center, abs=2.5)
        assert np.sqrt(len(xs) / np.pi) == pytest.approx(token.radius, rel=0.25)


def test_the_ball_turns_over_what_lies_under_it() -> None:
    """Seen from above, a glass ball shows the bright card on its left at its right."""
    dark = replace(BARE, surface=SurfaceSpec("neoprene", 1, 700, 500), printing=4)
    spec = replace(dark, cards=(CardSpec("pentacles_01", -35, 0, 90),), ball=BallSpec(0, 0))
    drawing = draw(spec)
    ball = drawing.truth.ball
    assert ball is not None
    x, y, r = round(ball.center[0]), round(ball.center[1]), round(ball.radius)
    band = drawing.image[y - r // 3 : y + r // 3].mean(axis=(0, 2))
    left, right = band[x - r // 2 : x - 2].mean(), band[x + 2 : x + r // 2].mean()
    assert right > left + 15
    assert band[x - 3 * r : x - 2 * r].mean() > band[x + 2 * r : x + 3 * r].mean() + 25


@pytest.mark.parametrize("turn", range(0, 360, 40))
def test_an_arm_always_comes_in_over_the_border(turn: int) -> None:
    spec = replace(BARE, arm=ArmSpec(10, -20, turn, seed=turn))
    difference = changed(draw(spec), draw(replace(spec, arm=None)), 3)
    border = np.concatenate([difference[0], difference[-1], difference[:, 0], difference[:, -1]])
    assert np.count_nonzero(border) > 20
    palm = placed(10, -20, turn, [(75, 0)])
    x, y = View(spec.view, spec.size).project(palm, 45)[0].round().astype(int)
    assert difference[y - 4 : y + 5, x - 4 : x + 5].mean() > 128


def test_a_pile_shows_its_top_and_is_higher_the_more_cards_it_has() -> None:
    tilted = replace(BARE, view=replace(BARE.view, tilt=35))
    low = draw(replace(tilted, piles=(PileSpec(BACK, 0, 0, 4),))).truth.cards[0]
    high = draw(replace(tilted, piles=(PileSpec(BACK, 0, 0, 60),))).truth.cards[0]
    assert low.label == high.label == BACK
    assert np.mean(high.corners, axis=0)[1] < np.mean(low.corners, axis=0)[1] - 5
    discards = PileSpec("cups_04", 0, 0, 9, untidy=2.5, slot="discard")
    drawing = draw(replace(BARE, piles=(discards,)))
    (card,) = drawing.truth.cards
    assert (card.label, card.slot) == ("cups_04", "discard")
    assert likeness(drawing, card, 0) > 0.9


@pytest.mark.parametrize("kind", ["cloth", "wood", "neoprene", "print", "leather", "marble"])
def test_every_kind_of_table_has_its_own_look_by_seed(kind: str) -> None:
    one, other = (draw(replace(BARE, surface=SurfaceSpec(kind, seed, 700, 500))) for seed in (1, 2))  # type: ignore[arg-type]
    assert np.abs(one.image.astype(int) - other.image).mean() > 3
    assert one.image.std() > 1


def whole_table() -> SceneSpec:
    """Fifty cards with all that can lie between them, at full size."""
    cards = tuple(
        CardSpec(LABELS[(5 * i) % 46], (i % 10 - 4.5) * 90, (i // 10 - 2) * 126, (i * 7) % 11 - 5) for i in range(50)
    )
    return SceneSpec(
        cards=cards,
        piles=(PileSpec(BACK, 500, -100, 50), PileSpec("cups_04", 500, 60, 9, untidy=2.0)),
        tokens=tuple(TokenSpec(cards[i].x, cards[i].y, 0, 0.4, i) for i in range(0, 50, 7)),
        coins=tuple(CoinSpec(-520 + 24 * (i % 4), 24 * (i // 4), 1 + 4 * (i % 2)) for i in range(16)),
        ball=BallSpec(cards[12].x, cards[12].y, on=12),
        mat=MatSpec(-600, -200),
        dice=(DieSpec(560, 200, 20),),
        view=ViewSpec(distance=1200, tilt=15, fov=62),
    )


def test_a_whole_table_takes_less_than_half_a_second_of_one_core() -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        spec = whole_table()
        drawing = draw(spec)
        took = []
        for seed in range(3):
            began = time.thread_time()
            drawing = draw(replace(spec, sensor=replace(spec.sensor, seed=seed)))
            took.append(time.thread_time() - began)
    finally:
        cv2.setNumThreads(threads)
    assert drawing.image.shape == (1080, 1920, 3)
    assert len(drawing.truth.cards) == 52
    assert min(took) < 0.5
