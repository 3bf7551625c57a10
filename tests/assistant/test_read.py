"""`fatekeeper read`: the form of its lines, and what it does with pictures that cannot be used."""

import json
from pathlib import Path

import pytest

from assistant.commands.read import read
from tests.vision.composed import Laid, disc, ground, table
from vision.overlay import encode_jpeg


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "cards.jpg"
    image = table([Laid("cups_03", 120, 120), Laid("major_15", 300, 120)], 420, 240)
    disc(image, 125, 130, 15)
    path.write_bytes(encode_jpeg(image, 95))
    return path


def test_a_line_has_the_promised_form(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read([picture], as_json=True) == 0
    (line,) = capsys.readouterr().out.splitlines()
    said = json.loads(line)
    assert list(said) == ["image", "width", "height", "ms", "cards", "tokens", "ball"]
    assert (said["image"], said["width"], said["height"], said["ball"]) == ("cards.jpg", 420, 240, None)
    assert {"detect", "classify", "total"} <= set(said["ms"])
    assert {card["label"] for card in said["cards"]} == {"cups_03", "major_15"}
    card = next(card for card in said["cards"] if card["label"] == "cups_03")
    assert list(card) == ["label", "confidence", "corners", "candidates"]
    assert len(card["corners"]) == 4
    assert card["candidates"][0][0] == "cups_03"
    (token,) = said["tokens"]
    assert said["cards"][token["on"]]["label"] == "cups_03"


def test_for_people_there_is_a_table(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read([picture]) == 0
    said = capsys.readouterr().out
    assert "Cups 3" in said
    assert "Fate token" in said


def test_bad_pictures_are_named_and_the_others_read(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("hello")
    assert read([tmp_path / "no.jpg", tmp_path / "empty.jpg", tmp_path / "text.jpg", picture], as_json=True) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert [line.split(":")[0].rsplit("/", 1)[-1] for line in captured.err.splitlines()] == [
        "no.jpg",
        "empty.jpg",
        "text.jpg",
    ]


def test_a_picture_without_cards_is_a_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bare.jpg"
    path.write_bytes(encode_jpeg(ground(300, 200)))
    assert read([path], as_json=True) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["cards"] == []
    assert "no cards were found" in captured.err


def test_the_overlay_is_written_beside_nothing_else(picture: Path, tmp_path: Path) -> None:
    folder = tmp_path / "drawn"
    assert read([picture], as_json=True, overlay=folder) == 0
    assert [path.name for path in folder.iterdir()] == ["cards.read.jpg"]
