"""Keeps the running game in its journal: what cannot be written waits and is tried again, so that nothing is lost."""

from collections.abc import Callable, Sequence

from assistant.journal import Journal, JournalError
from assistant.saved import SavedRow
from assistant.version import VERSION
from engine.record import format_head
from engine.state import Setup


class Keeper:
    """The journal of one running game. `make` makes the file of a new game; without it nothing is kept."""

    def __init__(self, make: Callable[[Setup], Journal] | None = None) -> None:
        self._make = make
        self._journal: Journal | None = None
        self._waiting: tuple[SavedRow, ...] = ()
        self.trouble = ""
        """Why the game is not kept at present, as a sentence; empty while all of it is on the disk."""

    @property
    def path(self) -> str | None:
        """Where the game is kept, None before it is."""
        return None if self._journal is None else str(self._journal.path)

    def go_on(self, journal: Journal) -> None:
        """Keep what comes in the journal of a game that goes on."""
        self._journal = journal

    def keep(self, setup: Setup, rows: Sequence[SavedRow], whole: Callable[[], Sequence[SavedRow]]) -> None:
        """Write `rows`, and what still waits; `whole` gives every row of the game, for a journal that begins."""
        self._waiting = (*self._waiting, *rows)
        if not self._waiting:
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
            # Somebody deleted or moved the file: the game is written down again from its first entry.
            journal.close()
            self._journal = Journal.create(journal.path, format_head(setup), VERSION)
            self._waiting = tuple(whole())
        elif journal is None and self._make is not None:
            self._journal = self._make(setup)
            self._waiting = tuple(whole())
        return self._journal
