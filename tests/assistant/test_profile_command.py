"""`profile`: what it prints and keeps, and one sentence for each kind of bad input."""

from pathlib import Path

import pytest

from assistant.commands.profile import profile
from assistant.profile import parse_profile
from engine.numbers import KNOWN
from engine.record import format_head
from tests.engine.tables import setup

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FATEKEEPER_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_a_profile_is_written_checked_kept_and_written_out_by_its_name(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.toml"
    assert profile("export", "known", mine) == 0
    mine.write_text(mine.read_text().replace("our box", "mine of 2026"))
    assert profile("check", str(mine)) == 0
    assert capsys.readouterr().err == f"{mine}: 3 of 75 numbers are given.\n"
    assert profile("import", str(mine)) == 0
    assert '--profile "mine of 2026"' in capsys.readouterr().out
    assert profile("export", "mine of 2026") == 0
    assert capsys.readouterr().out == mine.read_text()
    assert [path.name for path in (data / "profiles").iterdir()] == ["mine-of-2026.toml"]


def test_what_a_record_learned_is_written_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.sooth"
    game.write_text(format_head(setup(numbers=KNOWN)) + "learn mat_5 1: 7\nAna leads EARN\nAna takes 4 coins\n")
    assert profile("export", str(game)) == 0
    numbers = parse_profile(capsys.readouterr().out, "it", "it")
    assert (numbers.mat_5[0], numbers.earn_lead[0], numbers.draft_lead[2]) == (7, 4, 3)


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("earn_lead = [1]\n")
    broken = tmp_path / "broken.sooth"
    broken.write_text("Soothsayers\n")
    for call, status, said in (
        (("sing", "known"), 2, "check, import, export"),
        (("check", "known", bad), 2, "--to"),
        (("check", str(bad)), 1, "line 1: earn_lead"),
        (("import", "house"), 1, "name"),
        (("export", str(tmp_path / "none.sooth")), 1, "There is no file"),
        (("export", str(broken)), 1, "line 1, column 1"),
        (("export", "house", bad), 1, "exists already"),
        (("export", "house", tmp_path / "no" / "folder.toml"), 1, "cannot be written"),
    ):
        assert profile(*call) == status, call
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), call
        assert said in err
