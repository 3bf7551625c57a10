"""`fatekeeper serve` where it cannot begin."""

import sys
from pathlib import Path

import pytest

from assistant.commands.serve import serve
from vision.camera import listing


def test_without_a_camera_it_says_what_else_can_be_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(listing, "list_cameras", tuple)
    assert (
        serve("0", "Ana,Ben,Cai", None, port=0, browser=False, profile=None, journal=tmp_path / "g.fate", new=True) == 1
    )
    said = capsys.readouterr().err
    assert "--camera FOLDER" in said
    assert "fatekeeper demo" in said
