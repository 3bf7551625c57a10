"""The weights that ship are the ones the manifest names, and nothing else is ever run."""

from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest

from vision.errors import ModelDamaged, ModelError, ModelMissing
from vision.onnx import MANIFEST, load_model, read_card


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped manifest and weights that may be spoilt."""
    for name in (MANIFEST, "namer.onnx"):
        with as_file(files("models").joinpath(name)) as shipped:
            (tmp_path / name).write_bytes(shipped.read_bytes())
    return tmp_path


def test_the_shipped_weights_match_the_manifest_and_are_small() -> None:
    model = load_model("namer", threads=1)
    assert model.logits(np.zeros((3, *model.card.input), np.uint8)).shape == (3, len(model.card.labels))
    assert len(files("models").joinpath(model.card.file).read_bytes()) <= 3_000_000


def test_no_pictures_give_no_logits() -> None:
    model = load_model("namer", threads=1)
    assert model.logits(np.zeros((0, *model.card.input), np.uint8)).shape == (0, len(model.card.labels))


def test_the_temperature_of_the_manifest_divides_the_logits(folder: Path) -> None:
    manifest = folder / MANIFEST
    card = read_card("namer", folder)
    lines = manifest.read_text(encoding="utf-8").splitlines()
    doubled = [f"temperature = {card.temperature * 2}" if t.startswith("temperature") else t for t in lines]
    pictures = np.random.default_rng(0).integers(0, 256, (2, *card.input), np.uint8)
    plain = load_model("namer", folder, threads=1).logits(pictures)
    manifest.write_text("\n".join(doubled), encoding="utf-8")
    assert np.allclose(load_model("namer", folder, threads=1).logits(pictures) * 2, plain, atol=1e-4)


def test_changed_weights_are_refused(folder: Path) -> None:
    weights = folder / "namer.onnx"
    data = bytearray(weights.read_bytes())
    data[len(data) // 2] ^= 1
    weights.write_bytes(data)
    with pytest.raises(ModelDamaged, match=r"sha256 differs.*install Fatekeeper again"):
        load_model("namer", folder)


@pytest.mark.parametrize("gone", [MANIFEST, "namer.onnx"])
def test_a_missing_file_is_named(folder: Path, gone: str) -> None:
    (folder / gone).unlink()
    with pytest.raises(ModelMissing, match=gone):
        load_model("namer", folder)


@pytest.mark.parametrize("text", ["", "[namer]\nfile = 3", "not a manifest", "[namer]\ninput = 'x'"])
def test_a_manifest_that_says_nothing_usable_is_refused(folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(ModelDamaged, match="namer"):
        load_model("namer", folder)


def test_a_model_of_another_name_is_not_there(folder: Path) -> None:
    with pytest.raises(ModelError, match="finder"):
        load_model("finder", folder)
