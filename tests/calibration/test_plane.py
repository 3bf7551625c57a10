import numpy as np
import pytest

from calibration.errors import CalibrationError, NoPlane, TooFewCards
from calibration.plane import CARD_WIDTH_MM, Plane, Points, fit_plane
from tests.calibration.cards import CAMERAS, COMMON, SIZE, TAROT, aligned, quads, spread


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_plane_is_found_from_projected_cards_alone(camera: str) -> None:
    places, kinds = spread()
    plane = fit_plane(quads(places, kinds, CAMERAS[camera]), kinds, *SIZE)
    middles = plane.table(np.stack(quads(places, kinds, CAMERAS[camera]))).mean(axis=1)
    scale, off = aligned(middles, np.array([(x, y) for x, y, _ in places]))
    # The scale is nominal: the first kind is as wide as CARD_WIDTH_MM says. Tilted cameras leave a weak prior's pull.
    assert scale == pytest.approx(COMMON[0] / CARD_WIDTH_MM, rel=0.02)
    assert off < 6.0
    assert plane.error < 0.01
    assert plane.sizes_mm["common"][0] == pytest.approx(CARD_WIDTH_MM)
    assert plane.sizes_mm["common"][1] / plane.sizes_mm["common"][0] == pytest.approx(120 / 70, rel=0.03)
    assert plane.sizes_mm["tarot"][0] / plane.sizes_mm["common"][0] == pytest.approx(TAROT[0] / COMMON[0], rel=0.03)


@pytest.mark.parametrize("camera", CAMERAS)
def test_noise_of_a_pixel_and_a_half_moves_no_card_far(camera: str) -> None:
    places, kinds = spread()
    noise = np.random.default_rng(3)
    seen = [quad + noise.normal(0, 1.5, (4, 2)) for quad in quads(places, kinds, CAMERAS[camera])]
    plane = fit_plane(seen, kinds, *SIZE)
    middles = plane.table(np.stack(seen)).mean(axis=1)
    _, off = aligned(middles, np.array([(x, y) for x, y, _ in places]))
    assert off < 14.0


def test_a_few_wrong_outlines_are_left_out() -> None:
    places, kinds = spread()
    seen = quads(places, kinds, CAMERAS["a stand"])
    true = fit_plane(seen, kinds, *SIZE)
    wrong = list(seen)
    wrong[2] = (wrong[2] - wrong[2].mean(axis=0)) * [1.5, 1.0] + wrong[2].mean(axis=0)  # a neighbour swallowed
    wrong[7] = (wrong[7] - wrong[7].mean(axis=0)) * 0.6 + wrong[7].mean(axis=0)  # only its picture found
    wrong[13] = wrong[13] + np.array([[0, 0], [60, 10], [0, 0], [0, 0]])  # one corner lost
    plane = fit_plane(wrong, kinds, *SIZE)
    probe = np.array([[300.0, 300.0], [1500.0, 250.0], [1600.0, 900.0], [350.0, 850.0]])
    _, off = aligned(plane.table(probe), true.table(probe))
    assert off < 4.0
    assert plane.sizes_mm["common"][1] == pytest.approx(true.sizes_mm["common"][1], rel=0.02)


@pytest.fixture(scope="module")
def plane() -> Plane:
    places, kinds = spread()
    return fit_plane(quads(places, kinds, CAMERAS["the edge of the table"]), kinds, *SIZE)


@pytest.mark.parametrize("points", [np.array([3.0, 4.0]), np.array([[0.0, 0.0], [1919.0, 1079.0]])])
def test_table_and_picture_are_inverse_for_one_point_and_for_many(plane: Plane, points: Points) -> None:
    assert plane.picture(plane.table(points)) == pytest.approx(points, abs=1e-6)
    quad = np.stack(quads(*spread(), CAMERAS["a stand"]))
    assert plane.picture(plane.table(quad)).shape == (16, 4, 2)


def test_the_origin_is_the_middle_of_the_picture(plane: Plane) -> None:
    assert plane.table(np.array([960.0, 540.0])) == pytest.approx([0, 0], abs=1e-6)


@pytest.mark.parametrize("cards", [0, 3])
def test_too_few_cards_say_how_many_are_needed(cards: int) -> None:
    places, kinds = spread()
    seen = quads(places, kinds, CAMERAS["a stand"])[:cards]
    with pytest.raises(TooFewCards, match=rf"Only {cards} card faces .* at least 4 are needed: show the whole table"):
        fit_plane(seen, kinds[:cards], *SIZE)


def test_outlines_that_no_camera_sees_on_one_table_are_refused() -> None:
    noise = np.random.default_rng(5)
    seen = [
        noise.uniform(200, 800, 2)
        + noise.uniform(20, 200) * np.array([[0, 0], [1, 0], [1, 1.7], [0, 1.7]])
        + noise.normal(0, 25, (4, 2))
        for _ in range(10)
    ]
    with pytest.raises(NoPlane, match="lay them flat"):
        fit_plane(seen, ["common"] * 10, *SIZE)
    assert issubclass(NoPlane, CalibrationError)


def test_mirrored_cards_are_refused() -> None:
    places, kinds = spread()
    seen = [quad * [-1, 1] + [SIZE[0], 0] for quad in quads(places, kinds, CAMERAS["a stand"])]
    with pytest.raises(NoPlane, match="switch the mirror image"):
        fit_plane(seen, kinds, *SIZE)
