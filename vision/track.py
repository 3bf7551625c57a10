"""What lies in every place of the table, still after still: readings joined with what was seen there before.

A place changes only when it was seen to change. What cannot be named now but looks as it did is what it was; what a
hand covers stays as it was; a card is remembered when a token or the ball comes to lie on it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from time import perf_counter

from calibration.zones import TableMap
from vision.appearance import HEIGHT, WIDTH, Disc, Patch, likeness, new_disc, patch
from vision.cover import Backdrop, Mask, Surface, covered_share, grown
from vision.frame import Frame, Image, Quad
from vision.outline import Margins
from vision.reading import BACK, BallSighting, Reader, Reading, Sighting, TokenSighting

SURE = 0.8
"""From this confidence on a name counts as read."""

_SAME = 0.55
"""The share of cells of a place that must look as before for its card to be the same."""

_UNTOUCHED = 0.9
"""The share of cells from which on nothing can have come to lie on a card either."""

_NEAR = 1.7
"""How far around a place, in sizes of it, a hand is close."""

_BALL = 0.235
"""A round thing of more than this radius, in card widths, is drawn as the ball, a smaller one as a token."""

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
    the still before. `turned`: whether the card lies upside down for the one before whom it lies; None: not told.
    """

    seen: Seen
    label: str | None = None
    confidence: float = 0.0
    candidates: tuple[tuple[str, float], ...] = ()
    disc: Disc | None = None
    landed: Disc | None = None
    turned: bool | None = None


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


def lying_still(reading: TableReading) -> TableReading:
    """Give the reading of the same table a still later, where nothing has moved."""
    return replace(reading, slots={slot: replace(view, landed=None) for slot, view in reading.slots.items()})


def without(reading: TableReading, slots: Collection[str]) -> TableReading:
    """Give a reading that says nothing of some places, or ("ball") of what lies on cards."""
    if "ball" in slots:
        bare = {slot: replace(view, disc=None, landed=None) for slot, view in reading.slots.items()}
        reading = replace(reading, slots=bare, ball=None)
    return replace(
        reading, slots={**reading.slots, **{slot: SlotView(Seen.COVERED) for slot in slots if slot != "ball"}}
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Memory:
    """What a place was when last seen freely: its bare look (if it surely is), its last look, what was made of it."""

    view: SlotView
    bare: Patch
    last: Patch
    surely_bare: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Glance:
    """How a free place looks now: its patch, how alike that is to the last, and whether the bare table shows there.

    `by_hand`: a hand is close, whose shadow or fingers may lie on the card.
    """

    now: Patch
    alike: float
    bare: bool
    by_hand: bool


class Tracker:
    """Reads stills of one table from one camera that does not move.

    The first still is read whole. Later ones are compared with it place by place, and only places that changed are
    looked at closely; the whole picture is read again only where that does not tell what lies there.
    """

    def __init__(self, reader: Reader, table: TableMap, margins: Mapping[str, Margins] | None = None) -> None:
        """`margins`: how far cards of each kind of place reach beyond the art that the reader outlines."""
        self._reader = reader
        self._table = table
        self._margins = margins or {}
        self._backdrop = Backdrop()
        self._memory: dict[str, _Memory] = {}
        self._cards: dict[str, Sighting] = {}

    def assume(self, labels: Mapping[str, str]) -> None:
        """Take it from those who know the game which card lies on a place that could not be read."""
        for name, label in labels.items():
            known = self._memory.get(name)
            if known is not None and known.view.label != label and known.view.seen in (Seen.UNKNOWN, Seen.CHANGED):
                self._memory[name] = replace(known, view=SlotView(Seen.SAME, label))

    def read(self, frame: Frame, reading: Reading | None = None) -> tuple[TableReading, Reading]:
        """Read one still (or take `reading` of it): gives it place by place, and as cards, tokens and ball."""
        began = perf_counter()
        image = frame.image
        hand = self._backdrop.hand(image)
        glances = self._glance(image, hand)
        if reading is None and not self._memory:
            reading = self._reader.read(image)
        sightings, elsewhere = self._assign(reading) if reading else ({}, ())
        looked: dict[str, Sighting] = {}
        if reading is None:
            changed = [name for name, glance in glances.items() if glance.alike < _UNTOUCHED]
            looked = self._closer(image, changed)
            sightings = {name: seen for name, seen in looked.items() if _sure(seen)}
            unread = [
                name
                for name in changed
                if name not in sightings and glances[name].alike < _SAME and not glances[name].bare
            ]
            if unread or hand.any():
                # Beside a hand the ball is told by how it looks, not by what changed.
                reading = self._reader.read(image)
                found, elsewhere = self._assign(reading)
                sightings |= {name: found[name] for name in unread if name in found}
        slots = {name: self._covered(name) for name in self._table.places}
        for name, glance in glances.items():
            view = self._view(name, glance, sightings.get(name), looked.get(name))
            slots[name] = self._remember(name, view, glance)
        self._cards |= sightings
        ms = {"table": 1000 * (perf_counter() - began)} | ({} if reading is None else dict(reading.ms))
        ball = None if reading is None else self._ball(reading)
        known = reading or self._remembered(slots, image, ms)
        return TableReading(frame.name, slots, ball, elsewhere, bool(hand.any()), ms), known

    def _glance(self, image: Image, hand: Mask) -> dict[str, _Glance]:
        """Look at every place that no hand covers."""
        outlines = {name: self._table.outline(name) for name in self._table.places}
        surface = Surface(image, outlines.values(), hand)
        glances = {}
        for name, outline in outlines.items():
            if covered_share(hand, outline, image.shape[1]) > _COVERED:
                continue
            now = patch(image, outline)
            known = self._memory.get(name)
            alike = likeness(known.last, now) if known else 0.0
            by_hand = covered_share(hand, grown(outline, _NEAR), image.shape[1]) > 0
            glances[name] = _Glance(now, alike, alike < _SAME and surface.shows_through(outline), by_hand)
        return glances

    def _assign(self, reading: Reading) -> tuple[dict[str, Sighting], tuple[str, ...]]:
        """Put every named card in its place, the surest where several claim one."""
        found: dict[str, Sighting] = {}
        elsewhere: list[str] = []
        for sighting in reading.cards:
            if not _sure(sighting):
                continue
            name = self._place(sighting)
            if name is None:
                elsewhere.append(str(sighting.label))
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

    def _closer(self, image: Image, names: Sequence[str]) -> dict[str, Sighting]:
        """Take a second look at some places; gives what may be a card of the kind that lies there."""
        seen = self._reader.look(image, [self._table.outline(name) for name in names])
        return {
            name: sighting
            for name, sighting in zip(names, seen, strict=True)
            if sighting.candidates and _kind(sighting.candidates[0][0]) == self._table.places[name].kind
        }

    def _covered(self, name: str) -> SlotView:
        known = self._memory.get(name)
        return SlotView(Seen.COVERED, known.view.label if known else None)

    def _view(self, name: str, glance: _Glance, sighting: Sighting | None, looked: Sighting | None) -> SlotView:
        """Say what a free place shows: a card that is told (`sighting`), or one that a closer look leaves open."""
        known = self._memory.get(name)
        if sighting is not None:
            turned = _turned(sighting.corners, self._table.outline(name))
            view = SlotView(Seen.NAMED, sighting.label, sighting.confidence, sighting.candidates, turned=turned)
            if known and known.view.label not in (None, sighting.label) and glance.alike >= _UNTOUCHED:
                # The place did not change, so one of the two names is wrong: the surer one stands.
                return max((known.view, view), key=lambda v: v.confidence)
            return view
        if known and glance.alike >= _SAME:
            return replace(known.view, seen=Seen.SAME if known.view.label else known.view.seen, disc=None, landed=None)
        if glance.bare:
            return SlotView(Seen.EMPTY, confidence=1.0)
        return SlotView(Seen.CHANGED if known else Seen.UNKNOWN, candidates=looked.candidates if looked else ())

    def _remember(self, name: str, view: SlotView, glance: _Glance) -> SlotView:
        """Keep how a place looks, and say what came to lie on its card."""
        known, now = self._memory.get(name), glance.now
        if known is None or view.label is None or known.view.label != view.label:
            # In the first still, the set-up, nothing lies on the cards yet; a card laid later may come with its token.
            self._memory[name] = _Memory(view, now, now, surely_bare=known is None)
            return view
        if glance.by_hand:
            return view
        disc = new_disc(now, known.bare, known.surely_bare)
        landed = new_disc(now, known.last, known.surely_bare)
        # What left a card changed it as well: something lies there only if it differs from its bare look.
        view = replace(view, disc=disc, landed=landed if disc is not None or not known.surely_bare else None)
        # What lay on a card from the first and is gone by now leaves its bare look behind.
        bare = now if disc is not None and not disc.came else known.bare
        self._memory[name] = _Memory(view, bare, now, known.surely_bare)
        return view

    def _remembered(self, slots: Mapping[str, SlotView], image: Image, ms: dict[str, float]) -> Reading:
        """Put together what is known of the table where the picture was not read as a whole."""
        names = [name for name, view in slots.items() if view.label is not None and name in self._cards]
        cards = tuple(self._cards[name] for name in names)
        tokens, ball = [], None
        for index, name in enumerate(names):
            disc = slots[name].disc
            if disc is not None:
                outline = self._table.outline(name)
                across, down = outline[1] - outline[0], (outline[3] - outline[0]) * WIDTH / HEIGHT
                x, y = outline[0] + disc.center[0] * across + disc.center[1] * down
                radius = disc.radius * float((across**2).sum() ** 0.5)
                if disc.radius > _BALL:
                    ball = BallSighting((float(x), float(y)), radius, index)
                else:
                    tokens.append(TokenSighting((float(x), float(y)), radius, index))
        return Reading(image.shape[1], image.shape[0], cards, tuple(tokens), ball, ms | {"total": ms["table"]})


def _sure(sighting: Sighting) -> bool:
    return sighting.label not in (None, BACK) and sighting.confidence >= SURE


def _turned(card: Quad, place: Quad) -> bool:
    """Tell whether a card lies the other way round than its place; corners TL TR BR BL of each."""
    ups = [quad[:2].mean(axis=0) - quad[2:].mean(axis=0) for quad in (card, place)]
    return bool(ups[0] @ ups[1] < 0)


def _kind(label: str) -> str:
    return "tarot" if label.startswith("major") else "common"
