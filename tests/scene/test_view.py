"""The camera's geometry: there and back, the right way round, and everything in the picture."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.scene.spec import ViewSpec
from vision.scene.view import View, fitted, placed, rectangle

SIZE = (1920, 1080)
VIEWS = st.builds(
    ViewSpec,
    target=st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
    distance=st.floats(700, 2000),
    tilt=st.floats(0, 45),
    azimuth=st.floats(-180, 180),
    roll=st.floats(-10, 10),
    fov=st.floats(40, 70),
)


@given(VIEWS, st.floats(-200, 200), st.floats(-200, 200), st.floats(0, 30))
def test_a_point_comes_back_from_its_pixel(spec: ViewSpec, x: float, y: float, z: float) -> None:
    view = View(spec, SIZE)
    pixel = view.project([(x, y)], z)
    assert view.unproject(pixel, z)[0] == pytest.approx((x, y), abs=1e-6)
    ray = view.rays(pixel)[0]
    to_point = np.array([x, y, z]) - view.eye
    assert ray == pytest.approx(to_point / np.linalg.norm(to_point), abs=1e-9)


@given(VIEWS)
def test_the_target_is_in_the_middle_and_the_axes_are_at_right_angles(spec: ViewSpec) -> None:
    view = View(spec, SIZE)
    assert view.project([spec.target], 0)[0] == pytest.approx((959.5, 539.5), abs=1e-6)
    assert view.axes @ view.axes.T == pytest.approx(np.eye(3), abs=1e-9)


def test_the_first_seats_side_is_below_and_its_right_is_right() -> None:
    view = View(ViewSpec(tilt=30), SIZE)
    (mid, right, near) = view.project([(0, 0), (100, 0), (0, 100)], 0)
    assert right[0] > mid[0]
    assert near[1] > mid[1]
    from_the_left = View(ViewSpec(tilt=30, azimuth=90), SIZE)
    assert from_the_left.eye[0] < 0
    assert from_the_left.project([(-100, 0)], 0)[0][1] > 540


def test_a_turn_is_clockwise_as_seen_from_above() -> None:
    top = placed(0, 0, 90, rectangle(70, 120))[:2].mean(axis=0)
    assert top == pytest.approx((60, 0), abs=1e-9)


@given(st.floats(0, 45), st.floats(-180, 180), st.floats(40, 65))
def test_a_fitted_view_shows_everything_as_large_as_it_can(tilt: float, azimuth: float, fov: float) -> None:
    points = np.c_[placed(0, 0, 17, rectangle(900, 600)), np.zeros(4)]
    view = View(fitted(ViewSpec(tilt=tilt, azimuth=azimuth, fov=fov), points, SIZE, 0.04), SIZE)
    seen = view.project(points)
    gap = 0.04 * 1080
    assert seen.min() > gap - 2
    assert (seen[:, 0] < 1920 - gap + 2).all()
    assert (seen[:, 1] < 1080 - gap + 2).all()
    full = np.isclose(np.ptp(seen, axis=0), np.array(SIZE) - 2 * gap, atol=4)
    assert full.any()
