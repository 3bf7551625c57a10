"""The journal on real files, with real processes that are killed while they write."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.journal import (
    APPLICATION_ID,
    MIGRATIONS,
    Journal,
    JournalInUseError,
    NewerJournalError,
    NotAJournalError,
    UnwritableError,
    fresh_path,
    newest,
)

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "evening.fate"


def test_reads_back_what_was_appended(path: Path) -> None:
    with Journal.create(path, setup="three seats", version="0.1.0") as journal:
        assert journal.append("act", '{"line": "Ana leads DRAFT 3"}', '{"by": "camera"}') == 1
        assert journal.append("undo", '{"of": 1}') == 2
    with Journal.open(path) as again:
        rows = list(again.read())
        assert [(row.number, row.kind, row.body, row.evidence) for row in rows] == [
            (1, "act", '{"line": "Ana leads DRAFT 3"}', '{"by": "camera"}'),
            (2, "undo", '{"of": 1}', "null"),
        ]
        assert rows[0].at <= rows[1].at
        assert again.meta()["setup"] == "three seats"
        assert again.meta()["version"] == "0.1.0"
        assert again.append("act", "{}") == 3


WRITER = """
import sys
from pathlib import Path
from assistant.journal import Journal

journal = Journal.create(Path(sys.argv[1]), setup="s", version="0")
while True:
    number = journal.append("act", '{"line": "' + "x" * 2000 + '"}')
    print(number, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 40, 173])
def test_a_kill_right_after_append_loses_nothing(path: Path, lines: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as child:
        assert child.stdout is not None
        told = 0
        for line in child.stdout:
            told = int(line)
            if told >= lines:
                break
        child.send_signal(signal.SIGKILL)
        told = max([told, *(int(line) for line in child.stdout.read().split())])
    with Journal.open(path) as journal:
        numbers = [row.number for row in journal.read()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) - told in {0, 1}
        assert journal.append("act", "{}") == len(numbers) + 1


def test_nothing_can_be_changed_or_removed(path: Path) -> None:
    with Journal.create(path, setup="s", version="0") as journal:
        journal.append("act", "{}")
    connection = sqlite3.connect(path)
    for query in ("UPDATE entry SET kind = 'undo'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="only grows"):
            connection.execute(query)
    connection.close()


def test_many_threads_may_append(path: Path) -> None:
    with Journal.create(path, setup="s", version="0") as journal:
        threads = [threading.Thread(target=lambda: [journal.append("act", "{}") for _ in range(10)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [row.number for row in journal.read()] == list(range(1, 41))


def test_an_entry_must_be_json(path: Path) -> None:
    with Journal.create(path, setup="s", version="0") as journal:
        with pytest.raises(ValueError, match="JSON"):
            journal.append("act", "Ana leads")
        assert list(journal.read()) == []


def test_closing_twice_does_no_harm(path: Path) -> None:
    journal = Journal.create(path, setup="s", version="0")
    journal.close()
    journal.close()


def test_a_newer_journal_is_refused_and_left_alone(path: Path) -> None:
    Journal.create(path, setup="s", version="0").close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerJournalError, match="update Fatekeeper"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_an_older_journal_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.create(path, setup="s", version="0") as journal:
        journal.append("act", "{}")
    monkeypatch.setattr("assistant.journal.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE crop (picture BLOB);"))
    with Journal.open(path) as journal:
        assert [row.number for row in journal.read()] == [1]
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM crop").fetchone() == (0,)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    connection.close()


def test_a_journal_that_was_never_begun_is_refused(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.close()
    with pytest.raises(NotAJournalError, match="before its set-up"):
        Journal.open(path)


@pytest.mark.parametrize("content", [b"Not a journal, but long enough to look at." * 40, b"", b"\x89PNG\r\n"])
def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.fate"
    path.write_bytes(content)
    with pytest.raises(NotAJournalError, match=r"not a journal|empty"):
        Journal.open(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "photos.fate"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE photo (name TEXT)")
    connection.close()
    with pytest.raises(NotAJournalError, match="another program"):
        Journal.open(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAJournalError, match="There is no journal"):
        Journal.open(tmp_path / "none.fate")


def test_a_second_program_is_kept_out(path: Path) -> None:
    with Journal.create(path, setup="s", version="0") as journal:
        journal.append("act", "{}")
        again = f"from pathlib import Path; from assistant.journal import Journal; Journal.open(Path({str(path)!r}))"
        result = subprocess.run([sys.executable, "-c", again], capture_output=True, text=True, cwd=ROOT, check=False)
        assert JournalInUseError.__name__ in result.stderr
        assert journal.append("act", "{}") == 2


def test_a_new_game_never_overwrites_an_old_one(path: Path) -> None:
    Journal.create(path, setup="s", version="0").close()
    with pytest.raises(UnwritableError, match="exists already"):
        Journal.create(path, setup="other", version="0")


@pytest.fixture
def without_rights() -> Iterator[Path]:
    """A folder that the process, for a while not root, may read but not write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Journal.create(folder / "old.fate", setup="s", version="0").close()
        (folder / "old.fate").chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="rights of files are another thing there")
def test_a_file_that_cannot_be_written_says_so(without_rights: Path) -> None:
    with pytest.raises(UnwritableError, match="cannot be written"):
        Journal.open(without_rights / "old.fate")
    with pytest.raises(UnwritableError, match="cannot be"):
        Journal.create(without_rights / "new.fate", setup="s", version="0")
    with pytest.raises(UnwritableError, match="cannot be made"):
        Journal.create(without_rights / "sub" / "new.fate", setup="s", version="0")


def test_names_and_the_newest(tmp_path: Path) -> None:
    assert newest(tmp_path) is None
    first = fresh_path(tmp_path)
    Journal.create(first, setup="s", version="0").close()
    second = fresh_path(tmp_path)
    assert second != first
    Journal.create(second, setup="s", version="0").close()
    os.utime(first, (1, 1))
    assert newest(tmp_path) == second
