"""What happens to a running game when its journal cannot be written, goes away, or was damaged: nothing is lost."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from assistant.entries import UnreadableEntry
from assistant.journal import Journal, JournalError
from assistant.places import from_json
from assistant.saved import read_game
from assistant.snapshot import NumbersState
from assistant.table import LiveTable
from engine.record import format_head
from tests.joining.scenes import opened

LINES = (
    "Ana leads DRAFT",
    "Ana drafts from market 1",
    "Ana drafts from market 2",
    "Ben passes, takes 2",
    "Cai follows",
)


def begun(path: Path) -> LiveTable:
    table = LiveTable(NumbersState("house"), journal=lambda setup: Journal.create(path, format_head(setup), "0"))
    table.begin(opened().setup, first_sure=True, places=from_json(PLACES))
    return table


def play(table: LiveTable, *lines: str) -> None:
    for line in lines:
        table.enter(line, table.snapshot().revision)


def kept(path: Path) -> tuple[str, ...]:
    """Give the lines of a journal, read while nobody else has it open; it must know where the cards lie too."""
    table = LiveTable(NumbersState("house"))
    with closing(Journal.open(path)) as journal:
        saved = read_game(journal)
        assert saved.places is not None
        table.resume(saved.game, journal)
        return table.lines()


PLACES = json.dumps(
    {
        "to_table": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        "sizes_mm": {"common": [44.0, 67.0]},
        "error": 0.1,
        "places": [
            {
                "name": "market.common.0",
                "kind": "common",
                "center": [10.0, 20.0],
                "facing": 0.0,
                "size": [44.0, 67.0],
                "reach": [60.0, 80.0],
            }
        ],
        "margins": {"common": {"left": 0.1, "right": 0.1, "top": 0.1, "bottom": 0.1}},
    }
)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process may grow, as on a disk without room."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_on_a_full_disk_the_game_goes_on_and_is_written_once_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES[:2])
    assert table.snapshot().unsaved == ""
    with full_disk():
        play(table, *LINES[2:4])
        unsaved = table.snapshot().unsaved
        assert str(path) in unsaved
        assert "room" in unsaved or "check" in unsaved, "it says what to do"
    play(table, LINES[4])
    assert table.snapshot().unsaved == ""
    told = table.lines()
    table.close()
    assert kept(path) == told


@pytest.mark.parametrize("goes", [Path.unlink, lambda path: path.rename(path.with_name("away.fate"))])
def test_a_journal_that_goes_away_is_written_again_from_the_first_entry(
    tmp_path: Path, goes: Callable[[Path], object]
) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES[:3])
    goes(path)
    play(table, *LINES[3:])
    assert table.snapshot().unsaved == ""
    told = table.lines()
    table.close()
    assert kept(path) == told


def test_a_journal_that_cannot_be_made_again_is_said_and_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.fate"
    table = begun(path)
    play(table, *LINES[:2])
    away = tmp_path / "away"
    path.parent.rename(away)
    path.parent.touch()
    play(table, LINES[2])
    assert "cannot be made" in table.snapshot().unsaved
    path.parent.unlink()
    away.rename(path.parent)
    # Nobody has to play on for it; what lies there already is left as it is.
    table.keep_up()
    assert table.snapshot().unsaved == ""
    told = table.lines()
    table.close()
    assert kept(path.with_name("game-2.fate")) == told


@pytest.mark.parametrize("close_at_once", [True, False])
def test_a_journal_that_goes_away_while_nothing_happens_is_written_again(tmp_path: Path, close_at_once: bool) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES)
    path.unlink()
    if not close_at_once:
        table.keep_up()
        assert path.exists()
    told = table.lines()
    table.close()
    assert kept(path) == told


def test_what_waits_is_written_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES[:2])
    with full_disk():
        play(table, *LINES[2:])
    told = table.lines()
    table.close()
    assert table.snapshot().unsaved == ""
    assert kept(path) == told


def test_the_file_alone_is_the_whole_game_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES)
    copy = tmp_path / "copy.fate"
    copy.write_bytes(path.read_bytes())
    assert kept(copy) == table.lines()
    path.with_name("game.fate-wal").unlink()
    play(table, "Cai drafts from market 3")
    copy.write_bytes(path.read_bytes())
    assert kept(copy) == table.lines()
    table.close()


def test_a_journal_that_was_replaced_by_a_copy_goes_on_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES[:2])
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    play(table, *LINES[2:])
    assert table.snapshot().journal == str(tmp_path / "game-2.fate")
    told = table.lines()
    table.close()
    assert kept(tmp_path / "game-2.fate") == told


def damaged(path: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    """Change a journal by hand, as another program could."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER entry_stays")
        connection.execute("DROP TRIGGER entry_kept")
        change(connection)
        connection.commit()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "game.fate"
    table = begun(path)
    play(table, *LINES)
    table.undo(table.snapshot().revision)
    play(table, "Cai is unseen")
    table.close()
    return path


def reading(path: Path) -> str:
    """Say why a journal cannot be read; empty where it can."""
    try:
        with closing(Journal.open(path)) as opened_again:
            read_game(opened_again)
    except (JournalError, UnreadableEntry) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM entry WHERE number = 3", "Entry 3 of"),
        ("UPDATE entry SET body = '[1, 2]' WHERE kind = 'places'", "Entry 1 of the journal is damaged"),
        ("UPDATE entry SET body = 'null' WHERE number = 3", "Entry 3 of the journal is damaged"),
        ("UPDATE entry SET body = '{\"of\": 40}' WHERE kind = 'undo'", "is damaged"),
        (f"UPDATE entry SET body = '{'[' * 900 + ']' * 900}' WHERE number = 3", "Entry 3 of the journal is damaged"),
        ("UPDATE meta SET value = x'ff' WHERE name = 'setup'", "The set-up in"),
        ("DROP TABLE entry", "is not a journal, or it is damaged"),
        ("DROP TABLE meta", "is not a journal, or it is damaged"),
        ("UPDATE meta SET value = 'players' WHERE name = 'setup'", "The set-up in"),
    ],
)
def test_a_damaged_journal_says_what_is_wrong(journal: Path, sql: str, says: str) -> None:
    damaged(journal, lambda connection: connection.execute(sql))
    assert says in reading(journal)
    assert "object" not in reading(journal), "those are words of the program"


def test_whatever_somebody_changed_by_hand_is_read_or_refused_with_a_sentence(journal: Path, tmp_path: Path) -> None:
    chance = random.Random(5)
    refused = 0
    for attempt in range(150):
        copy = tmp_path / f"{attempt}.fate"
        copy.write_bytes(journal.read_bytes())
        damaged(copy, lambda connection: spoil(connection, chance))
        refused += reading(copy) != ""
        copy.unlink()
    assert refused > 30, "the changes are such that most cannot be read"


def spoil(connection: sqlite3.Connection, chance: random.Random) -> None:
    """Put something else in the place of one value of one row."""
    rows = connection.execute("SELECT number, body, evidence FROM entry").fetchall()
    number, *texts = chance.choice(rows)
    column = chance.randrange(2)
    value = changed(json.loads(texts[column]), chance)
    name = ("body", "evidence")[column]
    connection.execute(f"UPDATE entry SET {name} = ? WHERE number = ?", (json.dumps(value), number))


ODD: tuple[object, ...] = (None, True, -1, 0, 7, 1e308, "", "x", "Ana leads EARN", [], {}, [[]])


def changed(value: Any, chance: random.Random) -> Any:
    if value and chance.random() < 0.8:
        if isinstance(value, dict):
            key = chance.choice(sorted(value))
            return value | {key: changed(value[key], chance)}
        if isinstance(value, list):
            place = chance.randrange(len(value))
            return [*value[:place], changed(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)
