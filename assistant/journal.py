"""The working copy of a game on disk: an append-only SQLite file that a crash cannot hurt. Knows no rules.

JournalError
+-- NotAJournalError     another kind of file, or none
+-- NewerJournalError    written by a newer Fatekeeper
+-- JournalInUseError    another Fatekeeper has it open
+-- UnwritableError      the file or its folder cannot be written, or the disk is full
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

SUFFIX = ".fate"
APPLICATION_ID = 0x46415445  # "FATE" in the header of the file tells a journal from any other SQLite file

MIGRATIONS = (
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE entry (
        number INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        evidence TEXT NOT NULL CHECK (json_valid(evidence))
    );
    CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT raise(ABORT, 'a journal only grows'); END;
    CREATE TRIGGER entry_kept BEFORE DELETE ON entry BEGIN SELECT raise(ABORT, 'a journal only grows'); END;
    """,
)
"""Step n brings a file from version n to n + 1."""

T = TypeVar("T")


class JournalError(Exception):
    """A journal that cannot be used; the text is one sentence that says what to do."""


class NotAJournalError(JournalError):
    """The file is not a journal."""


class NewerJournalError(JournalError):
    """The file was written by a newer version."""


class JournalInUseError(JournalError):
    """The file is open elsewhere."""


class UnwritableError(JournalError):
    """The file cannot be written."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: its number from 1, when it was written (ISO 8601, UTC), its kind, and two JSON texts."""

    number: int
    at: str
    kind: str
    body: str
    evidence: str


class Journal:
    """One open journal. Its one writer thread owns the connection; every call waits for that thread.

    The file stays locked while it is open, so that two programs never write one game.
    """

    def __init__(self, path: Path, executor: ThreadPoolExecutor, connection: sqlite3.Connection) -> None:
        self.path = path
        self._executor = executor
        self._connection = connection
        self._inode = path.stat().st_ino

    @classmethod
    def create(cls, path: Path, setup: str, version: str) -> Self:
        """Begin the journal of a new game with its set-up as text; raises `UnwritableError` where the file exists."""
        check_place(path)
        return cls._start(path, {"setup": setup, "created_at": now(), "version": version})

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal of an earlier game to read it back and go on; raises a `JournalError`."""
        if not is_there(path):
            raise NotAJournalError(f"There is no journal {path}; its name ends in {SUFFIX}.")
        if path.stat().st_size == 0:
            raise NotAJournalError(f"{path} is empty; it holds no game.")
        journal = cls._start(path, {})
        if "setup" not in journal.meta():
            journal.close()
            raise NotAJournalError(f"{path} holds no game: it was cut off before its set-up was written.")
        return journal

    @classmethod
    def _start(cls, path: Path, facts: Mapping[str, str]) -> Self:
        executor = ThreadPoolExecutor(1, thread_name_prefix="journal")
        try:
            connection = executor.submit(connect, path, facts).result()
        except BaseException:
            executor.shutdown()
            raise
        return cls(path, executor, connection)

    @property
    def gone(self) -> bool:
        """Whether the file was deleted, moved or replaced since it was opened; what is appended now would be lost."""
        try:
            return self.path.stat().st_ino != self._inode
        except OSError:
            return True

    def append(self, kind: str, body: str, evidence: str = "null") -> int:
        """Write one entry and give its number. When this returns, the entry is on the disk."""
        return self.append_all([(kind, body, evidence)])

    def append_all(self, rows: Sequence[tuple[str, str, str]]) -> int:
        """Write some entries, (kind, body, evidence), all or none, and give the number of the last.

        When this returns, they are on the disk.
        """
        query = "INSERT INTO entry (at, kind, body, evidence) VALUES (?, ?, ?, ?)"

        def write(connection: sqlite3.Connection) -> int:
            last = 0
            with connection:
                for row in rows:
                    last = connection.execute(query, (now(), *row)).lastrowid or 0
            # The file alone is the whole game at any time, also for who copies it while it is open.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            return last

        return self._run(write)

    def read(self) -> Iterator[Row]:
        """Give every entry from the first, as they are now."""
        query = "SELECT number, at, kind, body, evidence FROM entry ORDER BY number"
        rows = self._run(lambda connection: connection.execute(query).fetchall())
        return (Row(*row) for row in rows)

    def meta(self) -> dict[str, str]:
        """Give what was said when the game began: `setup`, `created_at`, `version`."""
        rows = self._run(lambda connection: connection.execute("SELECT name, value FROM meta").fetchall())
        return dict(rows)

    def close(self) -> None:
        """Fold the write-ahead log into the file and let go of it; closing twice does no harm."""
        with contextlib.suppress(RuntimeError):  # the executor refuses work once it is shut down
            self._executor.submit(self._connection.close).result()
        self._executor.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._executor.submit(work, self._connection).result()
        except sqlite3.IntegrityError as error:
            raise ValueError(f"An entry needs its body and evidence as JSON: {error}.") from None
        except sqlite3.DatabaseError as error:
            raise reason(self.path, error) from None


def is_there(path: Path) -> bool:
    """Tell whether a file is there; one of an impossible name is not."""
    try:
        return path.is_file()
    except OSError:
        return False


def check_place(path: Path) -> None:
    """Make sure that a new journal can begin at `path`, by making its folder and the file, which is taken away again.

    Raises `UnwritableError`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_place(path.parent, error) from None
    try:
        path.open("x").close()
        path.unlink()
    except FileExistsError:
        there = f"{path} exists already; choose another name, or open it to go on with that game."
        raise UnwritableError(there) from None
    except OSError as error:
        raise _no_place(path, error) from None


def _no_place(path: Path, error: OSError) -> UnwritableError:
    why = (error.strerror or str(error)).lower()
    return UnwritableError(f"{path} cannot be made: {why}. Choose another file with --journal, or let that be written.")


def connect(path: Path, facts: Mapping[str, str]) -> sqlite3.Connection:
    """Open the file, lock it, check what it is, bring it to the newest version and write `facts`, those of a new game.

    Raises a `JournalError`.
    """
    connection = None
    try:
        connection = sqlite3.connect(path, timeout=0.5, check_same_thread=False)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        check(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection)
        with connection:
            connection.executemany("INSERT INTO meta (name, value) VALUES (?, ?)", facts.items())
    except (sqlite3.DatabaseError, JournalError) as error:
        if connection is not None:
            connection.close()
        raise (error if isinstance(error, JournalError) else reason(path, error)) from None
    return connection


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise unless the file is empty or a journal of this version or an older one."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID and (tables or application or version):
        raise NotAJournalError(f"{path} is a database of another program, not a journal.")
    if version > len(MIGRATIONS):
        raise NewerJournalError(
            f"{path} was written by a newer Fatekeeper (journal version {version}, this one knows {len(MIGRATIONS)}); "
            "update Fatekeeper to open it."
        )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the newest version, one step and one transaction at a time."""
    connection.execute("BEGIN IMMEDIATE").connection.rollback()  # a file that cannot be written says so now
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(
            f"BEGIN; {step} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number}; COMMIT;"
        )


def reason(path: Path, error: sqlite3.DatabaseError) -> JournalError:
    """Say in a player's words why SQLite refused a file."""
    match error.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalInUseError(f"{path} is open in another Fatekeeper; close that one first.")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_ERROR:
            return NotAJournalError(f"{path} is not a journal, or it is damaged; choose another file.")
        case sqlite3.SQLITE_FULL:
            return UnwritableError(f"{path} cannot grow: the disk is full; make room and try again.")
        case _:
            return UnwritableError(f"{path} cannot be written ({error}); check the file and its folder.")


def now() -> str:
    """Give the time as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def fresh_path(folder: Path) -> Path:
    """Name the journal of a game that begins now: the time in the name, so that names sort by age."""
    stem = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return beside(folder / f"{stem}{SUFFIX}")


def beside(path: Path) -> Path:
    """Give `path`, or where something lies there the next free name beside it."""
    free, again = path, 2
    while free.exists():
        free, again = path.with_name(f"{path.stem}-{again}{path.suffix}"), again + 1
    return free


def newest(folder: Path) -> Path | None:
    """Give the journal that was written last, None where the folder holds none."""
    files = [path for path in folder.glob(f"*{SUFFIX}") if is_there(path)]
    return max(files, key=lambda path: path.stat().st_mtime_ns, default=None)
