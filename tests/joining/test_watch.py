"""`fatekeeper watch` as people run it: a process of its own, real files, and what they do wrong."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from assistant.cli import main
from assistant.entries import to_row
from assistant.journal import Journal
from assistant.saved import read_game
from tests.score_watch import compare

ROOT = Path(__file__).parents[2]
SEATS = ("--seats", "Ana,Ben,Cai")


def command(*args: str | Path) -> list[str]:
    return [sys.executable, "-c", "from assistant.cli import main; main()", "watch", *map(str, args)]


def watch(*args: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the command; its games go to `home`."""
    env = os.environ | {"FATEKEEPER_DATA": str(home)}
    return subprocess.run(command(*args), capture_output=True, text=True, cwd=ROOT, env=env, timeout=120, check=False)


def one_sentence(done: subprocess.CompletedProcess[str], status: int, says: str) -> None:
    assert done.returncode == status, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def lines_of(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def logged(path: Path) -> tuple[str, ...]:
    """What a journal holds, as far as the rules take it."""
    with Journal.open(path) as journal:
        game = read_game(journal).game
    assert game.skipped == ()
    return tuple(to_row(game.setup, entry)[1] for entry in game.entries)


@pytest.fixture(scope="module")
def watched(drawn: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path]:
    """What was said of the drawn opening with a broken picture among its stills, and its journal."""
    folder = tmp_path_factory.mktemp("watched")
    journal = folder / "game.fate"
    done = watch(drawn, *SEATS, "--json", "--journal", journal, home=folder)
    assert done.returncode == 0, done.stderr
    return lines_of(done.stdout), journal


def test_every_still_of_a_drawn_opening_gives_the_true_view(
    drawn: Path, watched: tuple[list[dict[str, Any]], Path]
) -> None:
    said, _ = watched
    truths = lines_of((drawn / "truth.jsonl").read_text())
    assert [line["frame"] for line in said[:-1]] == [line["frame"] for line in truths]
    for true, seen in zip(truths, said, strict=False):
        wrong = [fact for fact, right in compare(true, seen).items() if not right]
        assert wrong == [], true["frame"]
        assert seen["view"]["disputes"] == [], true["frame"]
        assert seen["reading_ms"] > 0


def test_the_last_line_counts_what_was_logged_and_names_the_journal(
    watched: tuple[list[dict[str, Any]], Path],
) -> None:
    said, journal = watched
    acts = [act for line in said[:-1] for act in line["acts"]]
    end = said[-1]
    assert end["end"] is True
    assert end["journal"] == str(journal)
    assert end["acts"] == len(acts) == len(logged(journal))
    assert end["disputes"] == 0
    assert end["questions"] == len(said[-2]["view"]["questions"])


def test_a_journal_that_exists_is_not_written_over(
    drawn: Path, watched: tuple[list[dict[str, Any]], Path], tmp_path: Path
) -> None:
    _, journal = watched
    before = journal.read_bytes()
    one_sentence(watch(drawn, *SEATS, "--journal", journal, home=tmp_path), 1, "exists already")
    assert journal.read_bytes() == before


def test_a_broken_picture_ends_it_with_what_was_seen_before_kept(drawn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    for name in ("0000.jpg", "0001.jpg"):
        shutil.copy(drawn / name, folder / name)
    (folder / "0002.jpg").write_bytes((drawn / "0002.jpg").read_bytes()[:2000])
    journal = tmp_path / "game.fate"
    done = watch(folder, *SEATS, "--json", "--journal", journal, home=tmp_path)
    one_sentence(done, 1, "0002.jpg")
    said = lines_of(done.stdout)
    assert [line.get("frame") for line in said] == ["0000.jpg", "0001.jpg", None]
    assert said[-1]["acts"] == len(logged(journal)) > 0


def test_killed_in_the_middle_it_leaves_a_journal_that_can_be_read(drawn: Path, tmp_path: Path) -> None:
    journal = tmp_path / "game.fate"
    with subprocess.Popen(
        command(drawn, *SEATS, "--json", "--journal", journal),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    ) as child:
        assert child.stdout is not None
        acts: list[str] = []
        for line in child.stdout:
            acts += json.loads(line)["acts"]
            if len(acts) > 1:
                break
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    kept = logged(journal)
    assert [json.loads(body)["line"] for body in kept[: len(acts)]] == acts


def test_for_people_it_says_what_happened_and_what_is_open(drawn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    for name in ("0000.jpg", "0001.jpg"):
        shutil.copy(drawn / name, folder / name)
    done = watch(folder, *SEATS, home=tmp_path)
    assert done.returncode == 0
    first, second, *rest = done.stdout.splitlines()
    assert first == "0000.jpg  Set-up recognised: 3 seats, clockwise Ana, Ben and Cai."
    assert second.startswith("0001.jpg  ")
    assert " leads " in second
    assert any("Fate" in line and "CAPTURE" in line for line in rest)
    (journal,) = tmp_path.rglob("*.fate")
    assert done.stderr.splitlines()[-1] == f"Logged in {journal}"


def test_what_is_wrong_with_a_set_up_is_said_once(drawn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    for name in ("0000.jpg", "0001.jpg"):
        shutil.copy(drawn / name, folder / name)
    done = watch(folder, "--seats", "Ana,Ben", home=tmp_path)
    assert done.returncode == 1
    assert done.stdout.count("but 2 seats should be there") == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--seats", "Ana"), "2 to 5 different names"),
        (("--seats", "Ana,Ana"), "2 to 5 different names"),
        (("--seats", "Ana,,Ben"), "2 to 5 different names"),
        (("--seats", "A,B,C,D,E,F"), "2 to 5 different names"),
        (("--seats", "Ana: the first,Ben"), "cannot be a name"),
        ((*SEATS, "--first", "D"), "--first takes a seat of this game"),
        ((*SEATS, "--first", "Zoe"), "--first takes a seat of this game"),
        ((*SEATS, "--profile", "nowhere.toml"), "There is no profile"),
    ],
)
def test_a_wrong_call_is_told_before_anything_is_opened(
    args: tuple[str, ...],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["fatekeeper", "watch", str(tmp_path / "nothing"), *args])
    monkeypatch.setenv("FATEKEEPER_DATA", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert says in told.err
    assert len(told.err.strip().splitlines()) == 1
    assert list(tmp_path.rglob("*.fate")) == []


def test_a_source_that_is_not_there_or_holds_no_pictures(tmp_path: Path) -> None:
    one_sentence(watch(tmp_path / "nothing", *SEATS, home=tmp_path), 1, "no such file or folder")
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "notes.txt").write_text("no pictures")
    one_sentence(watch(empty, *SEATS, home=tmp_path), 1, "no pictures in this folder")
    assert list(tmp_path.rglob("*.fate")) == []


def test_pictures_without_a_set_up_say_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), np.full((540, 960, 3), 90, np.uint8))
    done = watch(folder, *SEATS, "--json", home=tmp_path)
    assert done.returncode == 1
    (line, end) = lines_of(done.stdout)
    assert (line["view"], line["acts"]) == (None, [])
    assert "Only 0 card faces are clear enough" in line["waiting"]
    assert end == {"end": True, "acts": 0, "questions": 0, "disputes": 0, "journal": None}
    assert "Only 0 card faces" in done.stderr
    assert "Traceback" not in done.stderr
