"""Invented printings: the same by seed, different from each other, and still the faces they are."""

import cv2
import numpy as np
import pytest

from vision.errors import GalleryError
from vision.frame import Gray
from vision.reading import BACK, LABELS
from vision.scene import art as reference
from vision.scene.faces import coin_face, face, mat_face, mat_spots, token_face
from vision.scene.printing import printing


def small(seed: int, label: str) -> Gray:
    image = cv2.cvtColor(np.ascontiguousarray(face(seed, label).levels[0][..., :3]), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(image, (70, 120), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("seed", range(6))
def test_every_face_and_back_can_be_drawn_and_is_its_own(seed: int) -> None:
    faces = np.stack([small(seed, label) for label in LABELS]).astype(int)
    assert faces.shape == (46, 120, 70)
    for i in range(46):
        apart = np.abs(faces - faces[i]).mean(axis=(1, 2))
        apart[i] = np.inf
        assert apart.min() > 4
    common, tarot = face(seed, BACK, "common"), face(seed, BACK, "tarot")
    assert np.abs(common.levels[0].astype(int) - tarot.levels[0]).mean() > 5


def test_a_seed_always_prints_the_same() -> None:
    before = face(3, "cups_03").levels[0].copy()
    look = printing(3)
    printing.cache_clear()
    face.cache_clear()
    assert printing(3) == look
    assert np.array_equal(face(3, "cups_03").levels[0], before)


def test_seeds_differ_in_style_colour_and_crop() -> None:
    looks = [printing(seed) for seed in range(40)]
    assert {look.style for look in looks} == {"framed", "banded", "plain"}
    assert len({look.common_crop for look in looks}) == 40
    assert len({look.token for look in looks}) > 4
    apart = [np.abs(small(a, "swords_03").astype(int) - small(a + 1, "swords_03")).mean() for a in range(6)]
    assert min(apart) > 3


def test_corners_are_round_and_edges_smooth() -> None:
    alpha = face(1, "cups_01").levels[0][..., 3]
    assert alpha[0, 0] == 0
    assert alpha[300, 175] == 255
    assert ((alpha > 0) & (alpha < 255)).any()


def test_tokens_coins_and_mat_have_their_size() -> None:
    look = printing(2)
    assert 20 <= look.token_mm <= 26
    assert token_face(2).width == look.token_mm
    assert coin_face(5).width > coin_face(1).width
    assert list(look.prices) == sorted(look.prices)
    for spots in (5, 6):
        assert len(mat_spots(spots)) == spots
        assert mat_face(2, spots).height > mat_spots(spots)[-1] * 2


def test_art_that_is_not_there_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "find_spec", lambda _: None)
    reference.art.cache_clear()
    with pytest.raises(GalleryError, match="install the package 'arcanite'"):
        reference.art("cups_01")
