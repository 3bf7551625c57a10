from dataclasses import replace

import numpy as np
import pytest

from calibration.plane import Points, fit_plane
from calibration.zones import Place, TableMap, axes, facing_of, mean_facing, table_map, turn_between
from tests.calibration.cards import CAMERAS, SIZE, quads, spread
from vision.scene.view import placed, rectangle


@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 180.0, 271.0, 359.5])
def test_facing_is_how_far_an_outline_is_turned_clockwise(turn: float) -> None:
    outline = placed(30.0, -20.0, turn, rectangle(70, 120))
    assert facing_of(outline) == pytest.approx(turn, abs=1e-6)
    right, down = axes(turn)
    assert right @ down == pytest.approx(0)
    assert outline[1] - outline[0] == pytest.approx(70 * right)
    assert outline[3] - outline[0] == pytest.approx(120 * down)


def test_facings_are_averaged_and_compared_across_north() -> None:
    assert mean_facing([359.0, 1.0, 2.0]) == 1.0
    assert mean_facing([90.0, 91.0, 270.0]) in (90.0, 91.0)
    assert turn_between(359.0, 2.0) == pytest.approx(3.0)
    assert turn_between(10.0, 190.0) == pytest.approx(180.0)


def test_a_place_knows_its_outline_and_what_lies_off_it() -> None:
    place = Place("B.EARN", "common", (100.0, 50.0), 90.0, (70.0, 120.0))
    assert place.outline() == pytest.approx(placed(100, 50, 90, rectangle(70, 120)))
    assert place.offset(np.array([100.0, 85.0])) == pytest.approx((0.5, 0.0))
    assert place.offset(np.array([40.0, 50.0])) == pytest.approx((0.0, 0.5))


@pytest.fixture(scope="module")
def table() -> TableMap:
    places, kinds = spread()
    plane = fit_plane(quads(places, kinds, CAMERAS["a stand"]), kinds, *SIZE)
    card = plane.sizes_mm["common"]
    grid = [
        Place(f"{row}{column}", "common", (-160.0 + 80 * column, 130.0 * row), 0.0, card)
        for row in range(2)
        for column in range(4)
    ]
    under = Place("under", "tarot", (-160.0, 60.0), 0.0, card)
    return table_map(plane, [*grid, under])


def lying(table: TableMap, x: float, y: float, turn: float = 0.0) -> Points:
    return table.plane.picture(placed(x, y, turn, rectangle(*table.places["00"].size)))


def test_a_card_is_found_on_its_place_even_when_laid_carelessly(table: TableMap) -> None:
    assert set(table.places) == {"00", "01", "02", "03", "10", "11", "12", "13", "under"}
    assert table.find(table.outline("12"), "common") == "12"
    assert table.find(lying(table, -80 + 12, 130 - 15, 7), "common") == "11"
    assert table.find(lying(table, -80, 130, 180), "common") == "11"


def test_between_two_places_the_nearer_is_meant(table: TableMap) -> None:
    assert table.find(lying(table, -80 + 33, 0), "common") == "01"
    assert table.find(lying(table, -80 + 47, 0), "common") == "02"


def test_a_card_beside_all_places_or_of_another_kind_is_nowhere(table: TableMap) -> None:
    assert table.find(lying(table, -160 - 60, 0), "common") is None
    assert table.find(lying(table, 0, 65), "common") is None
    assert table.find(table.outline("13"), "tarot") is None
    assert table.find(table.outline("00"), "tarot") is None
    assert table.find(lying(table, -160, 60), "tarot") == "under"


def test_how_far_a_card_may_stray_is_the_places_own(table: TableMap) -> None:
    strict = replace(table.places["00"], reach=(0.1, 0.1))
    narrow = table_map(table.plane, [strict])
    assert table.find(lying(table, -160 + 20, 0), "common") == "00"
    assert narrow.find(lying(table, -160 + 20, 0), "common") is None
