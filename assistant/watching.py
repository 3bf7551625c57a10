"""From frames to the game: recognises the set-up in the first still, then follows the table from still to still."""

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Protocol

from assistant.agreed import Agreed
from assistant.opening import NotASetUp, Opening, kind_of, recognise
from assistant.places import Places
from calibration.zones import TableMap
from engine.cards import HIDDEN, Common, Faces, Hidden, Seat, Tarot
from engine.layout import ShowsCard, layout
from engine.state import Setup, State
from vision.frame import Frame
from vision.reading import Reader, Reading
from vision.track import SURE, Seen, TableReading, Tracker

_MOVED = (
    "The table does not lie before the camera as it did when this game was logged: "
    "put the camera back, or start Fatekeeper with --new for a new game."
)


class Table(Protocol):
    """The running game as far as a watcher needs it."""

    def wait(self, why: str) -> None:
        """Say why the game cannot begin yet."""
        ...

    def begin(self, setup: Setup, first_sure: bool, places: Places | None = None) -> None:
        """Begin a game with a recognised set-up, and where its cards lie."""
        ...

    def look(self, reading: TableReading) -> tuple[str, ...]:
        """Take in a reading; gives the lines of the acts that were logged for it."""
        ...

    def shown(self) -> State | None:
        """Give the state that is held most likely, None before the game."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """What came of one still: the reader's reading, the acts logged, and how long it took from picture to game.

    `table` is None until the set-up is found; `trouble` says in a sentence why a still could not be used.
    """

    frame: Frame
    reading: Reading
    acts: tuple[str, ...]
    table: TableMap | None
    ms: float
    trouble: str = ""


class Watcher:
    """Follows one table through one camera that does not move."""

    def __init__(
        self,
        reader: Reader,
        table: Table,
        agreed: Agreed,
        places: Places | None = None,
    ) -> None:
        """`places`: where the cards of a game lie that goes on; without them the set-up is looked for."""
        self._reader = reader
        self._table = table
        self._agreed = agreed
        self._tracker: Tracker | None = None if places is None else Tracker(reader, places.map, places.margins)
        self._map: TableMap | None = None if places is None else places.map
        self._found_again = places is None

    def see(self, frame: Frame) -> Still:
        """Read one still and carry what it shows into the game."""
        began = perf_counter()
        acts: tuple[str, ...] = ()
        trouble = ""
        if self._tracker is None:
            reading = self._reader.read(frame.image)
            try:
                opening = recognise(reading, frame.image, len(self._agreed.names))
            except NotASetUp as error:
                self._table.wait(str(error))
            else:
                acts = self._begin(opening, frame, reading)
        else:
            seen, reading = self._tracker.read(frame)
            self._found_again = self._found_again or self._lies_as_before(seen)
            if self._found_again:
                acts = self._table.look(seen)
                self._tell(self._tracker)
            else:
                trouble = _MOVED
        return Still(frame, reading, acts, self._map, 1000 * (perf_counter() - began), trouble)

    def _lies_as_before(self, seen: TableReading) -> bool:
        """Tell whether most cards of a game that goes on lie where they did."""
        state = self._table.shown()
        if state is None:
            return False
        expected = layout(state).slots
        named = [(slot, view.label) for slot, view in seen.slots.items() if view.seen is Seen.NAMED]
        fits = [
            slot
            for slot, label in named
            if isinstance(card := expected.get(slot), ShowsCard) and state.setup.faces.label(card.card) == label
        ]
        return len(fits) >= 6 and len(fits) > len(named) / 2

    def _begin(self, opening: Opening, frame: Frame, reading: Reading) -> tuple[str, ...]:
        opening = _read_again(self._reader, opening, frame)
        first = self._agreed.first if self._agreed.first is not None else opening.first
        setup = _setup(opening, self._agreed, Seat(first or 0))
        self._map = opening.map
        self._tracker = Tracker(self._reader, opening.map, opening.margins)
        seen, _ = self._tracker.read(frame, reading)
        self._table.begin(setup, self._agreed.first is not None, Places(opening.map, opening.margins))
        self._tell(self._tracker)
        # A ball that already lies on a card in the first still is the first lead.
        return self._table.look(seen)

    def _tell(self, tracker: Tracker) -> None:
        """Let the tracker know which cards the rules put where it could not read them."""
        state = self._table.shown()
        if state is not None:
            faces = state.setup.faces
            tracker.assume(
                {
                    slot: faces.label(expect.card)
                    for slot, expect in layout(state).slots.items()
                    if isinstance(expect, ShowsCard)
                }
            )


def _read_again(reader: Reader, opening: Opening, frame: Frame) -> Opening:
    """Take a second look at the market cards that the first did not read; a Tarot seen twice is told by neither."""
    market = dict(opening.market)
    unread = [name for name, label in market.items() if label is None]
    for name, seen in zip(unread, reader.look(frame.image, [opening.map.outline(n) for n in unread]), strict=True):
        if seen.label is not None and seen.confidence >= SURE and f".{kind_of(seen.label)}." in name:
            market[name] = seen.label
    tarots = [label for name, label in market.items() if ".tarot." in name and label is not None]
    doubled = {label for label in tarots if tarots.count(label) > 1}
    return replace(opening, market={name: None if label in doubled else label for name, label in market.items()})


def _setup(opening: Opening, agreed: Agreed, first: Seat) -> Setup:
    _, _, ascend, capture = opening.suits
    faces = Faces("wands", "swords") if (ascend, capture) == ("wands", "swords") else Faces("swords", "wands")
    tarots: list[Tarot | Hidden] = []
    commons: list[Common | Hidden] = []
    for name, label in opening.market.items():
        card = HIDDEN if label is None else faces.card(label)
        if ".tarot." in name:
            tarots.append(HIDDEN if isinstance(card, Common) else card)
        else:
            commons.append(HIDDEN if isinstance(card, Tarot) else card)
    return Setup(
        agreed.names,
        tuple(tarots),
        tuple(commons),
        first,
        faces,
        agreed.numbers,
        transcended=agreed.transcended,
        house=agreed.house,
    )


__all__ = ["Still", "Table", "Watcher"]
