"""Whether a place still shows its card, and what round thing came to lie on it, on drawn pictures."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import SLOTS, SURFACES, scene, shot, table, with_ball, with_token
from vision.appearance import Disc, Patch, likeness, new_disc, patch
from vision.scene.draw import Drawing
from vision.scene.spec import SceneSpec, SurfaceKind

Put = Callable[[SceneSpec, str], SceneSpec]

SPEC = scene()
MAP = table(SPEC)


def places(drawing: Drawing) -> dict[str, Patch]:
    return {slot: patch(drawing.image, MAP.outline(slot)) for slot in SLOTS}


@pytest.fixture(scope="module")
def bare() -> dict[str, Patch]:
    return places(shot(SPEC, 1))


@pytest.mark.parametrize("kind", SURFACES)
def test_a_card_at_rest_is_the_same_whatever_the_noise(kind: SurfaceKind) -> None:
    one, other = (places(shot(scene(kind), noise)) for noise in (1, 2))
    for slot in SLOTS:
        assert likeness(one[slot], other[slot]) >= 0.9
        found = new_disc(other[slot], one[slot], bare=True)
        assert found is None or found.score < 0.5


@pytest.mark.parametrize("exposure", [0.75, 1.3])
def test_other_light_is_no_other_card(bare: dict[str, Patch], exposure: float) -> None:
    dimmed = places(shot(replace(SPEC, light=replace(SPEC.light, exposure=exposure)), 3))
    for slot in SLOTS:
        assert likeness(bare[slot], dimmed[slot]) >= 0.8


def test_another_card_on_the_place_is_seen(bare: dict[str, Patch]) -> None:
    others = ("pentacles_02", "cups_06", "wands_03", "swords_04", "major_10", "cups_02")
    changed = places(shot(scene(labels=others), 2))
    for slot in SLOTS:
        assert likeness(bare[slot], changed[slot]) < 0.55
        assert new_disc(changed[slot], bare[slot], bare=True) is None


def landed(spec: SceneSpec, before: dict[str, Patch], slot: str) -> Disc | None:
    return new_disc(places(shot(spec, 5))[slot], before[slot], bare=True)


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize(
    ("put", "at", "radius"),
    [(with_ball, (39 / 70, 88 / 70), 19 / 70), (with_token, (29 / 70, 44 / 70), 12.5 / 70)],
    ids=["ball", "token"],
)
def test_what_lands_on_a_card_is_found_where_it_lies(
    bare: dict[str, Patch],
    slot: str,
    put: Put,
    at: tuple[float, float],
    radius: float,
) -> None:
    disc = landed(put(SPEC, slot), bare, slot)
    assert disc is not None
    assert disc.score >= 0.5
    # The ball stands up and is seen from the side, so its outline is not right above its foot.
    assert np.hypot(disc.center[0] - at[0], disc.center[1] - at[1]) < 0.3
    assert disc.radius == pytest.approx(radius, abs=0.1)


@pytest.mark.parametrize("put", [with_ball, with_token], ids=["ball", "token"])
def test_what_leaves_a_card_is_less_likely_to_have_landed(bare: dict[str, Patch], put: Put) -> None:
    left = right = 0
    for slot in SLOTS:
        lying = places(shot(put(SPEC, slot), 5))[slot]
        leaving, landing = new_disc(bare[slot], lying), new_disc(lying, bare[slot])
        left += leaving is not None and leaving.came
        right += landing is not None and landing.came
    assert left < right


def test_what_lands_beside_a_card_is_not_on_it(bare: dict[str, Patch]) -> None:
    after = places(shot(with_token(SPEC, SLOTS[0]), 5))
    for slot in SLOTS[1:]:
        found = new_disc(after[slot], bare[slot], bare=True)
        assert found is None or found.score < 0.5


def test_a_second_thing_is_told_from_the_first(bare: dict[str, Patch]) -> None:
    token = with_token(SPEC, SLOTS[1])
    lying = places(shot(token, 5))[SLOTS[1]]
    both = places(shot(with_ball(token, SLOTS[1]), 6))[SLOTS[1]]
    disc = new_disc(both, lying)
    assert disc is not None
    assert disc.center[1] > 0.9


def test_a_place_half_outside_the_picture_is_still_laid_flat() -> None:
    image = shot(SPEC, 1).image
    for shift in ([-1e3, 0], [0, 2e3], [780, 0]):
        assert patch(image, MAP.outline(SLOTS[0]) + np.array(shift)).shape == (136, 80, 3)
