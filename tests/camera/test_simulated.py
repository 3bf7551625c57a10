"""The simulated table: drawn in another process, which is gone afterwards."""

import os
import time
from dataclasses import replace

import numpy as np
import pytest

from vision.camera.errors import SimulationEnded
from vision.camera.simulated import SimulatedCamera
from vision.camera.source import Camera
from vision.scene.draw import draw
from vision.scene.spec import CardSpec, SceneSpec, SurfaceSpec, ViewSpec

SMALL = SceneSpec(
    cards=(CardSpec("cups_03", 0, 0, 5),),
    surface=SurfaceSpec("leather", 1, 500, 400),
    view=ViewSpec(distance=500, fov=40),
    size=(320, 180),
)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_draws_what_it_is_shown_and_leaves_nothing_behind() -> None:
    camera = SimulatedCamera(repeat_s=0.2)
    assert isinstance(camera, Camera)
    with camera:
        assert camera._process is not None
        pid = camera._process.pid
        assert pid is not None
        frames = camera.frames()
        camera.show(SMALL)
        first = next(frames)
        assert np.array_equal(first.image, draw(SMALL).image)
        assert first.still
        again = next(frames)
        assert np.array_equal(again.image, first.image)
        assert again.index == first.index + 1
        other = replace(SMALL, cards=())
        camera.show(other)
        assert np.array_equal(next(frames).image, draw(other).image)
        assert alive(pid)
    assert not alive(pid)
    assert list(camera.frames()) == []


def test_a_child_that_died_is_told() -> None:
    with SimulatedCamera(repeat_s=0.2) as camera:
        assert camera._process is not None
        camera._process.kill()
        time.sleep(0.1)
        with pytest.raises(SimulationEnded, match="start again"):
            next(camera.frames())
