"""What the command line says to odd calls: one sentence, a proper status, and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.agreed import agree, read_names
from assistant.commands.serve import serve
from assistant.journal import newest
from engine.house import HouseRules
from engine.numbers import HOUSE

ROOT = Path(__file__).parents[2]
LONG = "x" * 300


def fatekeeper(*args: str | Path, stdout: int = subprocess.PIPE, home: Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-c", "from assistant.cli import main; main()", *map(str, args)]
    env = os.environ | {"FATEKEEPER_DATA": str(home)}
    return subprocess.run(
        call, stdout=stdout, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=env, timeout=60, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is a thing of Linux")
@pytest.mark.parametrize("args", [("simulate", "--games", "1"), ("replay", "tests/games/two_seats.sooth", "--json")])
def test_an_output_that_cannot_be_written_is_said(args: tuple[str, ...], tmp_path: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        done = fatekeeper(*args, stdout=full, home=tmp_path)
    finally:
        os.close(full)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "The output cannot be written" in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("read", ""),
        ("draw", " "),
        ("replay", ""),
        ("watch", "folder", "--seats", "Ana,Ben", "--journal", ""),
        ("profile", "export", "house", "--to", ""),
    ],
)
def test_an_empty_path_is_not_the_current_folder(args: tuple[str, ...], tmp_path: Path) -> None:
    done = fatekeeper(*args, home=tmp_path)
    assert done.returncode == 2
    assert "the path is empty" in done.stderr


def test_an_empty_source_is_no_source(tmp_path: Path) -> None:
    done = fatekeeper("watch", "", "--seats", "Ana,Ben", home=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "empty" in done.stderr


def test_names_that_differ_in_capitals_alone_are_one_name() -> None:
    with pytest.raises(ValueError, match="different names"):
        read_names("Ana,ana")
    assert read_names("Ana,Anna") == ("Ana", "Anna")


@pytest.mark.parametrize("journal", [Path("/proc/nowhere/game.fate"), Path(LONG), Path(f"/tmp/{LONG}/game.fate")])
def test_a_journal_that_cannot_be_made_is_said_before_the_game_begins(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = str(tmp_path)
    (tmp_path / "0000.jpg").write_bytes(b"no picture, and never read")
    assert serve(camera, "Ana,Ben", None, port=0, browser=False, profile=None, journal=journal, new=False) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "cannot be made" in said
    assert "--journal" in said


def test_a_data_folder_that_cannot_be_made_is_said_before_the_game_begins(tmp_path: Path) -> None:
    (tmp_path / "0000.jpg").write_bytes(b"no picture, and never read")
    file = tmp_path / "file"
    file.write_text("in the way")
    for command in (("serve", "--camera", tmp_path, "--no-browser"), ("watch", tmp_path)):
        done = fatekeeper(*command, "--seats", "Ana,Ben", home=file)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert "cannot be made" in done.stderr


def test_what_a_table_agrees_on() -> None:
    agreed = agree("Ana, Ben", HOUSE, "Ben", "14, 1,5", "b14,§C4")
    assert (agreed.names, agreed.first, agreed.transcended) == (("Ana", "Ben"), 1, (1, 5, 14))
    assert agreed.house == HouseRules(turning_instead=True, one_shuffle=True)
    assert agree("Ana,Ben", HOUSE, None, "all", None).transcended == tuple(range(22))
    assert agree("Ana,Ben", HOUSE, None, None, None).house == HouseRules()
    for transcended, house, says in (("22", None, "0 to 21"), ("1,x", None, "--transcended"), (None, "A1", "C4")):
        with pytest.raises(ValueError, match=says):
            agree("Ana,Ben", HOUSE, None, transcended, house)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are a thing of other systems")
@pytest.mark.parametrize("call", [("read",), ("replay",), ("profile", "check")])
def test_what_is_no_file_is_not_waited_for(call: tuple[str, ...], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    for odd in (pipe, Path("/dev/zero")):
        done = fatekeeper(*call, odd, home=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert "not a file" in done.stderr


def test_closed_streams_and_odd_encodings_are_no_traceback(tmp_path: Path) -> None:
    call = f'"{sys.executable}" -c "from assistant.cli import main; main()" replay tests/games/two_seats.sooth'
    for how in (">&-", "2>&-", ">&- 2>&-"):
        done = subprocess.run(f"{call} {how}", shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr) == (0, ""), how
    odd = tmp_path / "odd.sooth"
    odd.write_text((ROOT / "tests/games/two_seats.sooth").read_text(encoding="utf-8").replace("Ana", "Ána"), "utf-8")
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    call = f'"{sys.executable}" -c "from assistant.cli import main; main()" replay "{odd}" --to 5'
    done = subprocess.run(call, shell=True, capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_newest_game_is_none_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.fate").symlink_to(tmp_path / "nothing")
    assert newest(tmp_path) is None


def test_a_profile_of_an_impossible_name_is_not_there(tmp_path: Path) -> None:
    done = fatekeeper("profile", "check", "a" * 5000, home=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "cannot be read" in done.stderr
