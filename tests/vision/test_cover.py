"""A hand is told from cards that move, and the bare table from cards, on drawn pictures."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import FREE, LABELS, SIZE, SLOTS, SURFACES, scene, shot, table, with_arm, with_ball
from vision.cover import Backdrop, Surface, covered_share, grown
from vision.frame import Image
from vision.scene.spec import SurfaceKind

SPEC = scene()
MAP = table(SPEC)


def covered(backdrop: Backdrop, image: Image) -> set[str]:
    mask = backdrop.hand(image)
    return {slot for slot in (*SLOTS, *FREE) if covered_share(mask, MAP.outline(slot), SIZE[0]) > 0.06}


@pytest.fixture
def backdrop() -> Backdrop:
    backdrop = Backdrop()
    assert covered(backdrop, shot(SPEC, 1).image) == set()
    return backdrop


@pytest.mark.parametrize(
    ("slot", "turn", "free"), [("slot0", 200.0, "slot3"), ("slot3", 330.0, "slot4"), ("free1", 40.0, "slot0")]
)
def test_an_arm_covers_what_it_reaches_for_and_not_the_rest(
    backdrop: Backdrop, slot: str, turn: float, free: str
) -> None:
    under = covered(backdrop, shot(with_arm(SPEC, slot, turn), 2).image)
    assert slot in under
    assert free not in under
    assert covered(backdrop, shot(SPEC, 3).image) == set()


def test_noise_light_and_what_happens_in_the_middle_are_no_hand(backdrop: Backdrop) -> None:
    assert covered(backdrop, shot(SPEC, 4).image) == set()
    brighter = replace(SPEC, light=replace(SPEC.light, exposure=1.2))
    assert covered(backdrop, shot(brighter, 5).image) == set()
    moved = scene(labels=("cups_05", "wands_02", *LABELS[2:4], None, "cups_02"))
    assert covered(backdrop, shot(with_ball(moved, "slot2"), 6).image) == set()


def test_what_stays_for_long_is_part_of_the_scene(backdrop: Backdrop) -> None:
    arm = with_arm(SPEC, "slot0", 200.0)
    seen = [covered(backdrop, shot(arm, 10 + k).image) for k in range(6)]
    assert seen[0] != set()
    assert seen[-1] == set()


def test_a_picture_of_another_size_starts_anew(backdrop: Backdrop) -> None:
    assert not backdrop.hand(np.zeros((300, 640, 3), np.uint8)).any()
    assert not backdrop.hand(np.zeros((400, 640, 3), np.uint8)).any()


@pytest.mark.parametrize("seed", [2, 7])
@pytest.mark.parametrize("kind", SURFACES)
def test_the_bare_table_is_told_from_cards_on_many_surfaces(kind: SurfaceKind, seed: int) -> None:
    image = shot(scene(kind, seed), 1).image
    outlines = {slot: MAP.outline(slot) for slot in (*SLOTS, *FREE)}
    surface = Surface(image, outlines.values(), np.zeros((round(500 * 640 / 800), 640), np.uint8))
    assert {slot for slot, outline in outlines.items() if surface.shows_through(outline)} == set(FREE)


def test_a_card_that_went_leaves_the_bare_table() -> None:
    image = shot(scene(labels=(*LABELS[:5], None)), 1).image
    outlines = {slot: MAP.outline(slot) for slot in (*SLOTS, *FREE)}
    surface = Surface(image, outlines.values(), np.zeros((400, 640), np.uint8))
    assert surface.shows_through(outlines["slot5"])
    assert not surface.shows_through(outlines["slot4"])


def test_a_place_out_of_the_picture_tells_nothing() -> None:
    surface = Surface(shot(SPEC, 1).image, [], np.zeros((400, 640), np.uint8))
    assert not surface.shows_through(MAP.outline("slot0") + np.array([3000.0, 0.0]))


def test_an_outline_grows_about_its_middle() -> None:
    quad = MAP.outline("slot0")
    assert grown(quad, 2.0).mean(axis=0) == pytest.approx(quad.mean(axis=0))
    assert np.hypot(*(grown(quad, 2.0)[1] - grown(quad, 2.0)[0])) == pytest.approx(2 * np.hypot(*(quad[1] - quad[0])))
