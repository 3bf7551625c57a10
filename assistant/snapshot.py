"""What the dashboard needs of a running table: frozen values to show, and the commands a player may give.

BoardError
+-- Refused      the rules do not allow it
+-- Stale        the command was made for an older state
+-- Unknown      no such question, dispute or seat
+-- NotADemo     pause and step belong to the demonstration
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

View = Mapping[str, Any]
"""What the table knows, as plain JSON values: the view of `/api/view`, `watch` and `replay`."""

Phase = Literal["waiting", "playing", "over"]
Source = Literal["camera", "hand", "rules"]
ActKind = Literal["lead", "answer", "other"]
CameraStatus = Literal["live", "waiting", "lost", "ended", "none"]


class BoardError(Exception):
    """A command that the table does not take; its text is a sentence for a player."""


class Refused(BoardError):
    """An act the rules do not allow, with the § that says so."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Stale(BoardError):
    """A command made for an older state than `current`."""

    def __init__(self, current: int) -> None:
        super().__init__("The game has moved on since you tapped. Look again and tap once more.")
        self.current = current


class Unknown(BoardError):
    """A question, dispute or seat that is not, or no longer, there."""


class NotADemo(BoardError):
    """Pause and step were asked of a real game."""

    def __init__(self) -> None:
        super().__init__("Only the demonstration can be paused and stepped; a real game goes at the table's pace.")


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """One act of the log: its number, what it was in players' words, how it was learned, and when (`at`, ISO 8601).

    `kind` tells leads and answers from the rest, and `seat` whose it was. Not `settled`: only likely so far.
    """

    number: int
    text: str
    source: Source
    at: str
    sure: bool = True
    rule: str | None = None
    kind: ActKind = "other"
    seat: str | None = None
    settled: bool = True


@dataclass(frozen=True, slots=True)
class Barred:
    """Why a foe (a letter) cannot follow the present lead, as a sentence and its ruling."""

    seat: str
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Contested:
    """A Fate token whose holder is not certain: its kind, its suit, and who may have it (letters; None: nobody)."""

    kind: Literal["common", "tarot"]
    suit: str
    may_hold: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class HandEntry:
    """One act that can be entered by hand now with one tap; entries of one `group` stand under one heading.

    Those `of` one card stand together, and the card is chosen first. One that `asks` wants a printed number that is not
    known yet: it goes in the place of `{}` in the line.
    """

    group: str
    line: str
    text: str
    of: str = ""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class CameraState:
    """How the camera is doing: seconds since the last picture, pictures dropped, milliseconds of the last reading."""

    name: str
    status: CameraStatus
    age_s: float | None = None
    dropped: int = 0
    reading_ms: float | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class NumbersState:
    """Which printed numbers the game is played with, and whether they are invented."""

    name: str
    invented: bool = False


@dataclass(frozen=True, slots=True)
class DemoState:
    """The demonstration: whether it is paused, its seed, and a sentence about what it does."""

    paused: bool
    seed: int
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """The latest picture with what was recognised drawn over it. `taken_s` is on the monotonic clock."""

    jpeg: bytes = field(repr=False)
    name: str
    taken_s: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the page shows at one moment.

    `revision` goes up whenever something shown here changes, except the camera's age and counts; it is what `expected`
    of a command means. `view` is None while no set-up is recognised; then `why` says what is missing and `todo` what
    to do about it. `undoes` is what an undo would take back now, empty for nothing. `unsaved` says why the game cannot
    be kept at present, empty while it is. `suits` tells which printed suit is which action as far as known: ("wands",
    "ASCEND").
    """

    revision: int
    phase: Phase
    view: View | None = None
    acts: tuple[LoggedAct, ...] = ()
    undoes: str = ""
    entries: tuple[HandEntry, ...] = ()
    barred: tuple[Barred, ...] = ()
    contested: tuple[Contested, ...] = ()
    camera: CameraState = CameraState("no camera", "none")
    numbers: NumbersState = NumbersState("")
    demo: DemoState | None = None
    journal: str | None = None
    unsaved: str = ""
    why: str = ""
    todo: str = ""
    suits: tuple[tuple[str, str], ...] = (("pentacles", "EARN"), ("cups", "DRAFT"))


class Board(Protocol):
    """A table as the dashboard sees it.

    `snapshot` and `picture` are cheap and may be called from any thread. The commands are called on the event loop;
    `expected` is the revision the player was looking at. They raise `Refused`, `Stale` or `Unknown`.
    """

    def snapshot(self) -> Snapshot:
        """Say how things stand."""
        ...

    def log(self) -> tuple[LoggedAct, ...]:
        """Give every act of the game, the first one first."""
        ...

    def enter(self, line: str, expected: int) -> None:
        """Enter one act as a line of the record ("Ben passes, takes 3")."""
        ...

    def set_coins(self, seat: str, coins: int, expected: int) -> None:
        """Set how many coins a seat has, as counted at the table (§B13)."""
        ...

    def set_hand(self, seat: str, common: int, tarot: int, expected: int) -> None:
        """Set how many Common and Tarot cards a seat holds, as counted at the table (§B13)."""
        ...

    def answer(self, question: str, answer: str, expected: int) -> None:
        """Answer an open question."""
        ...

    def dismiss(self, dispute: str, expected: int) -> None:
        """Put a dispute away: the game stays as it is."""
        ...

    def undo(self, expected: int) -> None:
        """Take back the last act."""
        ...

    def changes(self) -> AsyncIterator[int]:
        """Yield the revision whenever it or the picture changed."""
        ...

    def picture(self) -> Picture | None:
        """Give the latest picture, if there is one."""
        ...

    def pause(self, paused: bool) -> None:
        """Pause the demonstration or let it go on; raises `NotADemo`."""
        ...

    def step(self) -> None:
        """Let the paused demonstration play one act; raises `NotADemo`."""
        ...
