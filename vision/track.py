"""What lies in every place of the table, still after still: readings joined with what was seen there before.

A place changes only when it was seen to change. What cannot be named now but looks as it did is what it was; what a
hand covers stays as it was; a card is remembered when a token or the ball comes to lie on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from time import perf_counter

from calibration.zones import TableMap
from vision.appearance import Disc, Patch, likeness, new_disc, patch
from vision.cover import Backdrop, Mask, Surface, covered_share
from vision.frame import Frame, Image
from vision.outline import Margins
from vision.reading import BACK, Reader, Reading, Sighting

SURE = 0.8
"""From this confidence on a name counts as read."""

_SAME = 0.55
"""The share of cells of a place that must look as before for its card to be the same."""

_UNTOUCHED = 0.9
"""The share of cells from which on nothing can have come to lie on a card either."""

_COVERED = 0.06
"""The share of a place over which a hand may be before it tells nothing."""


class Seen(StrEnum):
    """What a place shows."""

    NAMED = "named"  # a face was read here
    SAME = "same"  # not read now, but it looks as it did when it was
    EMPTY = "empty"  # the bare table
    CHANGED = "changed"  # no longer what it was, and not to be told
    COVERED = "covered"  # a hand is over it
    UNKNOWN = "unknown"  # never read


@dataclass(frozen=True, slots=True)
class SlotView:
    """What one place shows: `label` is its card where named or the same; `candidates` (label, probability) best first.

    `disc`: the round thing that lies on the card and did not when it was bare. `landed`: that which was not there in
    the still before.
    """

    seen: Seen
    label: str | None = None
    confidence: float = 0.0
    candidates: tuple[tuple[str, float], ...] = ()
    disc: Disc | None = None
    landed: Disc | None = None


@dataclass(frozen=True, slots=True)
class TableReading:
    """One still, place by place.

    `ball`: the place on which the reader saw the Crystal Ball, None where it did not. `elsewhere`: faces named outside
    all places. `hand`: whether a hand or sleeve is in the picture.
    """

    name: str
    slots: Mapping[str, SlotView]
    ball: str | None = None
    elsewhere: tuple[str, ...] = ()
    hand: bool = False
    ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Memory:
    """What a place was when last seen freely: its bare look (if it surely is), its last look, what was made of it."""

    view: SlotView
    bare: Patch
    last: Patch
    surely_bare: bool


class Tracker:
    """Reads stills of one table from one camera that does not move."""

    def __init__(self, reader: Reader, table: TableMap, margins: Mapping[str, Margins] | None = None) -> None:
        """`margins`: how far cards of each kind of place reach beyond the art that the reader outlines."""
        self._reader = reader
        self._table = table
        self._margins = margins or {}
        self._backdrop = Backdrop()
        self._memory: dict[str, _Memory] = {}

    def assume(self, labels: Mapping[str, str]) -> None:
        """Take it from those who know the game which card lies on a place that could not be read."""
        for name, label in labels.items():
            known = self._memory.get(name)
            if known is not None and known.view.label != label and known.view.seen in (Seen.UNKNOWN, Seen.CHANGED):
                self._memory[name] = replace(known, view=SlotView(Seen.SAME, label))

    def read(self, frame: Frame, reading: Reading | None = None) -> tuple[TableReading, Reading]:
        """Read one still (or take `reading` of it): gives it place by place, and as the reader saw it."""
        began = perf_counter()
        if reading is None:
            reading = self._reader.read(frame.image)
        hand = self._backdrop.hand(frame.image)
        outlines = {name: self._table.outline(name) for name in self._table.places}
        surface = Surface(frame.image, outlines.values(), hand)
        sightings, elsewhere = self._assign(reading)
        slots: dict[str, SlotView] = {}
        for name, outline in outlines.items():
            if covered_share(hand, outline, frame.image.shape[1]) > _COVERED:
                slots[name] = self._covered(name)
                continue
            slots[name] = self._view(name, frame.image, sightings.get(name), surface)
        ms = dict(reading.ms) | {"table": 1000 * (perf_counter() - began)}
        return (
            TableReading(frame.name, slots, self._ball(reading), elsewhere, _any(hand), ms),
            reading,
        )

    def _assign(self, reading: Reading) -> tuple[dict[str, Sighting], tuple[str, ...]]:
        """Put every named card in its place, the surest where several claim one."""
        found: dict[str, Sighting] = {}
        elsewhere: list[str] = []
        for sighting in reading.cards:
            if sighting.label in (None, BACK) or sighting.confidence < SURE:
                continue
            label = str(sighting.label)
            name = self._place(sighting)
            if name is None:
                elsewhere.append(label)
            elif name not in found or found[name].confidence < sighting.confidence:
                found[name] = sighting
        return found, tuple(elsewhere)

    def _ball(self, reading: Reading) -> str | None:
        if reading.ball is None or reading.ball.on is None:
            return None
        return self._place(reading.cards[reading.ball.on])

    def _place(self, sighting: Sighting) -> str | None:
        kind = _kind(str(sighting.label))
        around = self._margins.get(kind)
        return self._table.find(around.around(sighting.corners) if around else sighting.corners, kind)

    def _covered(self, name: str) -> SlotView:
        known = self._memory.get(name)
        return SlotView(Seen.COVERED, known.view.label if known else None)

    def _view(self, name: str, image: Image, sighting: Sighting | None, surface: Surface) -> SlotView:
        """Say what a free place shows, and remember it."""
        outline = self._table.outline(name)
        now = patch(image, outline)
        known = self._memory.get(name)
        alike = likeness(known.last, now) if known else 0.0
        if sighting is not None:
            view = SlotView(Seen.NAMED, sighting.label, sighting.confidence, sighting.candidates)
            if known and known.view.label not in (None, sighting.label) and alike >= _UNTOUCHED:
                # The place did not change, so one of the two names is wrong: the surer one stands.
                view = max((known.view, view), key=lambda v: v.confidence)
        elif known and alike >= _SAME:
            view = replace(known.view, seen=Seen.SAME if known.view.label else known.view.seen, disc=None, landed=None)
            if view.seen in (Seen.UNKNOWN, Seen.CHANGED) and alike < _UNTOUCHED:
                view = self._closer(name, image, view)
        elif surface.shows_through(outline):
            view = SlotView(Seen.EMPTY, confidence=1.0)
        else:
            view = self._closer(name, image, SlotView(Seen.CHANGED if known else Seen.UNKNOWN))
        return self._remember(name, view, now)

    def _closer(self, name: str, image: Image, otherwise: SlotView) -> SlotView:
        """Take a second look at one place."""
        kind = self._table.places[name].kind
        seen = self._reader.look(image, [self._table.outline(name)])[0]
        fits = seen.label is not None and _kind(seen.label) == kind
        if fits and seen.label != BACK and seen.confidence >= SURE:
            return SlotView(Seen.NAMED, seen.label, seen.confidence, seen.candidates)
        return replace(otherwise, candidates=seen.candidates)

    def _remember(self, name: str, view: SlotView, now: Patch) -> SlotView:
        known = self._memory.get(name)
        same_card = known is not None and known.view.label == view.label and view.label is not None
        if known is not None and same_card:
            disc = new_disc(now, known.bare, known.surely_bare)
            landed = new_disc(now, known.last, known.surely_bare)
            # What left a card changed it as well: something lies there only if it differs from its bare look.
            view = replace(view, disc=disc, landed=landed if disc is not None or not known.surely_bare else None)
            self._memory[name] = _Memory(view, known.bare, now, known.surely_bare)
        else:
            # In the first still, the set-up, nothing lies on the cards yet; a card laid later may come with its token.
            self._memory[name] = _Memory(view, now, now, surely_bare=known is None)
        return view


def _kind(label: str) -> str:
    return "tarot" if label.startswith("major") else "common"


def _any(mask: Mask) -> bool:
    return bool(mask.any())
