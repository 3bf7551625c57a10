"""A perfect eye: what a tracker that never errs says of a game's table, still after still, without any pixels."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from engine.cards import SUITS
from engine.layout import ShowsCard, column_slot, layout, tarot_slot
from engine.layout import ShowsFace as ShowsFace
from engine.state import State
from vision.appearance import Disc
from vision.track import Seen, SlotView, TableReading

_TOKEN = Disc((0.5, 0.5), 0.2, 1.0)
_BALL = Disc((0.5, 0.5), 0.27, 1.0)


@dataclass
class Eye:
    """Remembers each place as `vision.track` does: a thing on a card shows if it came after the card was seen."""

    sees_ball: bool = True
    memory: dict[str, tuple[str, frozenset[str], frozenset[str]]] = field(default_factory=dict)
    stills: int = 0

    def read(self, state: State, covered: Collection[str] = (), hand: bool = False) -> TableReading:
        """Read the table as it lies in this state; a hand is over the slots `covered`."""
        slots: dict[str, SlotView] = {}
        lies = things(state)
        for slot, expect in layout(state).slots.items():
            if slot.startswith(("deck", "discard")):
                continue
            if slot in covered:
                known = self.memory.get(slot)
                slots[slot] = SlotView(Seen.COVERED, known[0] if known else None)
            elif isinstance(expect, ShowsCard):
                view = self._card(slot, state.setup.faces.label(expect.card), lies.get(slot, frozenset()))
                slots[slot] = replace(view, turned=bool(expect.turned))
            else:
                self.memory.pop(slot, None)
                slots[slot] = SlotView(Seen.EMPTY, confidence=1.0)
        ball = next((slot for slot, on in lies.items() if "ball" in on and slot not in covered), None)
        self.stills += 1
        return TableReading(f"{self.stills:04d}", slots, ball if self.sees_ball else None, hand=hand or bool(covered))

    def _card(self, slot: str, label: str, lies: frozenset[str]) -> SlotView:
        before = self.memory.get(slot)
        if before is None or before[0] != label:
            self.memory[slot] = (label, lies if before else frozenset(), lies)
            return SlotView(Seen.NAMED, label, 0.98, ((label, 0.98),))
        _, bare, last = before
        self.memory[slot] = (label, bare, lies)
        disc, landed = (_thing(lies - then) for then in (bare, last))
        return SlotView(Seen.NAMED, label, 0.98, ((label, 0.98),), disc, landed)


def _thing(lies: frozenset[str]) -> Disc | None:
    return _BALL if "ball" in lies else _TOKEN if lies else None


def things(state: State) -> dict[str, frozenset[str]]:
    """What lies on which card: tokens, and the ball, which stays on the led card until the turn is over."""
    on: dict[str, set[str]] = {}
    for suit in SUITS:
        for holder, slot in (
            (state.fate_common[suit.column], column_slot),
            (state.fate_tarot[suit.column], tarot_slot),
        ):
            if holder is not None:
                on.setdefault(slot(holder, suit), set()).add("token")
    if state.turn is not None:
        on.setdefault(column_slot(state.turn.leader, state.turn.suit), set()).add("ball")
    return {slot: frozenset(what) for slot, what in on.items()}
