import numpy as np
import pytest

from calibration.fit import fit_row, number_columns, spacing, split_lines


def test_a_row_is_found_from_some_of_its_cards() -> None:
    points = np.array([[10.0, 5.0], [90.0, 9.0], [250.0, 17.0]])
    row = fit_row(points, [0, 1, 3], facing=0.0, usual_step=70.0)
    assert row.at(2) == pytest.approx((170.0, 13.0))
    assert row.step == pytest.approx((80.0, 4.0))


def test_a_careless_row_is_fitted_through_its_middle() -> None:
    points = np.array([[0.0, 3.0], [80.0, -3.0], [160.0, 3.0], [240.0, -3.0]])
    row = fit_row(points, [0, 1, 2, 3], 0.0, 70.0)
    assert row.at(1.5) == pytest.approx((120.0, 0.0))


def test_one_known_card_takes_its_step_from_the_facing() -> None:
    row = fit_row(np.array([[100.0, 40.0]]), [2], facing=90.0, usual_step=75.0)
    # Facing 90 is clockwise: the right of the card points down the table.
    assert row.at(2) == pytest.approx((100.0, 40.0))
    assert row.at(3) == pytest.approx((100.0, 115.0))


def test_lines_are_split_at_gaps_and_keep_the_indices() -> None:
    assert split_lines([130.0, 2.0, 128.0, 0.0, 260.0], 40.0) == [[3, 1], [2, 0], [4]]
    assert split_lines([], 40.0) == []


def test_the_spacing_is_the_usual_one_whatever_is_missing() -> None:
    assert spacing([0.0, 81.0, 159.0, 320.0, 401.0], 50.0, 130.0) == pytest.approx(80.0, abs=1.5)
    assert spacing([0.0, 5.0, 300.0], 50.0, 130.0) is None
    assert spacing([7.0], 50.0, 130.0) is None


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([0.0, 80.0, 160.0, 240.0], [0, 1, 2, 3]),
        ([241.0, 3.0, 158.0], [3, 0, 2]),
        ([14.0, 81.0, 160.0, 241.0, 318.0], [0, 1, 2, 3, 4]),  # the first lies far off
        ([100.0, 101.0, 340.0], [0, 0, 3]),
    ],
)
def test_columns_are_numbered_with_gaps(values: list[float], numbers: list[int]) -> None:
    assert number_columns(values, 80.0) == numbers
