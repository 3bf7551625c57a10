"""Keeps the running game in its journal: what cannot be written waits and is tried again, so that nothing is lost."""

from collections.abc import Callable, Sequence
from pathlib import Path

from assistant.journal import Journal, JournalError, beside
from assistant.saved import SavedRow
from assistant.version import VERSION
from engine.record import format_head
from engine.state import Setup


class Keeper:
    """The journal of one running game. `make` makes the file of a new game; without it nothing is kept."""

    def __init__(self, make: Callable[[Setup], Journal] | None = None) -> None:
        self._make = make
        self._journal: Journal | None = None
        self._lost: Path | None = None
        self._waiting: tuple[SavedRow, ...] = ()
        self.trouble = ""
        """Why the game is not kept at present, as a sentence; empty while all of it is on the disk."""

    @property
    def path(self) -> Path | None:
        """Where the game is kept, None before it is."""
        return self._lost if self._journal is None else self._journal.path

    @property
    def behind(self) -> bool:
        """Whether something waits to be written, or the file went away with what was written."""
        return bool(self._waiting) or self._lost is not None or (self._journal is not None and self._journal.gone)

    def go_on(self, journal: Journal) -> None:
        """Keep what comes in the journal of a game that goes on."""
        self._journal = journal

    def keep(self, setup: Setup, rows: Sequence[SavedRow], whole: Callable[[], Sequence[SavedRow]]) -> None:
        """Write `rows`, and what still waits; `whole` gives every row of the game, for a journal that begins."""
        self._waiting = (*self._waiting, *rows)
        if not self.behind:
            return
        try:
            journal = self._open(setup, whole)
            if journal is not None:
                journal.append_all(self._waiting)
        except JournalError as error:
            self.trouble = str(error)
        else:
            self._waiting, self.trouble = (), ""

    def close(self) -> None:
        """Let go of the journal."""
        if self._journal is not None:
            self._journal.close()

    def _open(self, setup: Setup, whole: Callable[[], Sequence[SavedRow]]) -> Journal | None:
        journal = self._journal
        if journal is not None and journal.gone:
            # Somebody deleted, moved or replaced the file: the game is written down again from its first entry.
            journal.close()
            self._journal, self._lost = None, journal.path
        if self._lost is not None:
            self._journal = Journal.create(beside(self._lost), format_head(setup), VERSION)
            self._waiting, self._lost = tuple(whole()), None
        elif self._journal is None and self._make is not None:
            self._journal = self._make(setup)
            self._waiting = tuple(whole())
        return self._journal
