"""The reference art: all faces, numbered as this game numbers them."""

import pytest

from vision import gallery
from vision.errors import GalleryError
from vision.gallery import load_gallery
from vision.reading import LABELS


def test_every_face_has_art_and_features_of_its_own() -> None:
    loaded = load_gallery()
    assert loaded.labels == LABELS
    assert loaded.art.shape == (46, 600, 350)
    assert all(end - start > 50 for start, end in zip(loaded.starts, loaded.starts[1:], strict=False))


def test_eight_is_strength_and_eleven_justice() -> None:
    # Strength has a bright plain sky beside the head; the curtain behind Justice is dark there.
    art = dict(zip(LABELS, load_gallery().art, strict=True))
    assert art["major_08"][100:250, 30:100].mean() > art["major_11"][100:250, 70:120].mean() + 60


def test_missing_art_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "find_spec", lambda _: None)
    with pytest.raises(GalleryError, match="install the package 'arcanite'"):
        load_gallery.__wrapped__()
