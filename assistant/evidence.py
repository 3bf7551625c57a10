"""How well a reading of the table fits what the game expects: the differences, and where the Crystal Ball lies."""

from dataclasses import dataclass

from assistant.phrases import card_name
from engine.cards import SUITS, Faces, Seat, letter
from engine.layout import Expect, ShowsCard, ShowsFace, ShowsNothing, column_slot, layout
from engine.state import State
from engine.turns import next_leader
from vision.appearance import Disc
from vision.track import Seen, SlotView, TableReading

CLEAR = 1.0
"""From this weight on a difference is more than a place that cannot be told."""

_OTHER_FACE = 5.0
_BARE_TABLE = 4.0
_CHANGED = 2.5
_OTHER_WAY_ROUND = 2.0
_UNTOLD = 1.5
_UNTOLD_IN_MARKET = 0.9
_BALL_ELSEWHERE = 5.0
_BALL_RADIUS = 0.25
_MAY_HAVE_LEFT = 0.6


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the table and the game do not agree; `weight` says how clearly. Words for a player."""

    slot: str
    seen: str
    expected: str
    weight: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A reading, and what the state before it tells: where tokens and ball lay, so that only what came counts."""

    reading: TableReading
    tokens_before: frozenset[str]
    led_before: str | None
    next_before: Seat

    def ball(self, slot: str, tokens: frozenset[str], awaited: bool) -> float:
        """Tell how sure it is (0 to 1) that the Crystal Ball lies on a card, where Fate tokens lie on `tokens`.

        `awaited`: the ball may come to this card next, so that one whose landing nobody saw is looked for as well.
        """
        view = self.reading.slots.get(slot)
        score = 0.6 if self.reading.ball == slot and awaited else 0.0
        if view is None or view.seen not in (Seen.NAMED, Seen.SAME):
            return score
        resting = 0.0 if view.disc is None or slot in tokens else 0.8 * _ball_like(view.disc)
        if view.disc is not None and not view.disc.sure:
            # What lay on the card when it was laid down looks much the same after it left.
            resting *= _MAY_HAVE_LEFT
        if slot == self.led_before:
            # Here the ball lay already: a change says that it left.
            return max(score, resting) if view.landed is None else 0.0
        if view.landed is not None and (slot in tokens) == (slot in self.tokens_before):
            score = max(score, 0.9 * _ball_like(view.landed))
        return max(score, resting) if awaited else score

    def large(self, slot: str, state: State) -> bool:
        """Tell whether something as large as the ball lies on a card of who leads; a token left behind is smaller."""
        view, turn = self.reading.slots.get(slot), state.turn
        disc = None if view is None else view.disc
        return disc is not None and disc.radius >= _BALL_RADIUS and turn is not None and slot[0] == letter(turn.leader)


def _ball_like(disc: Disc) -> float:
    """Weigh a round thing: what is smaller than a token is the edge of a shadow sooner, and what left is no ball."""
    return disc.score * min(1.0, disc.radius / _BALL_RADIUS) * (1.0 if disc.came else _MAY_HAVE_LEFT)


def gather(
    before: State, reading: TableReading, ball_lay: str | None = None, tokens_lay: frozenset[str] | None = None
) -> Evidence:
    """Join a reading with what the state before it tells of tokens and ball.

    Between turns the ball may still lie on the card that was led last: `ball_lay` says which. `tokens_lay`: the slots
    that had a token at the last reading, where the state before has changed since.
    """
    turn = before.turn
    led = ball_lay if turn is None else column_slot(turn.leader, turn.suit)
    return Evidence(reading, layout(before).tokens if tokens_lay is None else tokens_lay, led, next_leader(before))


def differences(state: State, evidence: Evidence) -> list[Difference]:
    """List where the table shows something else than the state expects, clearest first."""
    expected = layout(state)
    found = []
    for slot, view in evidence.reading.slots.items():
        weight = _weight(expected.slots.get(slot), view, state.setup.faces, slot.startswith("market"))
        if weight > 0:
            wanted = expected.slots.get(slot)
            found.append(Difference(slot, _shows(view, state.setup.faces, wanted), _wanted(wanted, view), weight))
    off = _ball_off(state, expected.tokens, evidence)
    if off is not None:
        found.append(off)
    return sorted(found, key=lambda d: -d.weight)


def mismatch(state: State, evidence: Evidence) -> float:
    """Sum how clearly the table contradicts a state: 0 where nothing does."""
    expected = layout(state)
    total = sum(
        _weight(expected.slots.get(slot), view, state.setup.faces, slot.startswith("market"))
        for slot, view in evidence.reading.slots.items()
    )
    return total + (0.0 if _ball_off(state, expected.tokens, evidence) is None else _BALL_ELSEWHERE)


def _weight(expect: Expect | None, view: SlotView, faces: Faces, in_market: bool) -> float:
    if expect is None or view.seen in (Seen.COVERED, Seen.UNKNOWN):
        return 0.0
    match expect:
        case ShowsCard(card, turned):
            wanted = faces.label(card)
            if view.seen is Seen.EMPTY:
                return _BARE_TABLE
            if view.seen is Seen.CHANGED:
                return _CHANGED * (1 - dict(view.candidates).get(wanted, 0.0))
            if view.label != wanted:
                return _OTHER_FACE
            return _OTHER_WAY_ROUND if None not in (turned, view.turned) and turned is not view.turned else 0.0
        case ShowsFace():
            return _BARE_TABLE if view.seen is Seen.EMPTY else 0.0
        case ShowsNothing():
            if view.seen is Seen.EMPTY:
                return 0.0
            if view.seen is Seen.CHANGED:
                # A market spot is empty for moments only: what cannot be told there may well be the next card already.
                return _UNTOLD_IN_MARKET if in_market else _UNTOLD
            return _OTHER_FACE
        case _:
            return 0.0


def _ball_off(state: State, tokens: frozenset[str], evidence: Evidence) -> Difference | None:
    """Tell where the ball is clearly on another card than the led one (after a turn it may still lie there)."""
    leader = next_leader(state)
    scores = {
        column_slot(seat, suit): evidence.ball(
            column_slot(seat, suit), tokens, seat == leader or evidence.large(column_slot(seat, suit), state)
        )
        for seat in state.seats
        for suit in SUITS
    }
    surest = max(scores, key=lambda slot: scores[slot])
    between = state.turn is None and leader == evidence.next_before
    if scores[surest] < 0.5 or (between and surest == evidence.led_before):
        return None
    seen = f"the Crystal Ball on {surest}"
    if state.turn is None:
        return Difference("ball", seen, "the Crystal Ball on no card yet", _BALL_ELSEWHERE)
    led = column_slot(state.turn.leader, state.turn.suit)
    there = evidence.reading.slots.get(led)
    if scores[led] >= max(0.3, scores[surest] - 0.2) or (there is not None and there.seen is Seen.COVERED):
        return None
    return Difference("ball", seen, f"the Crystal Ball on {led}", _BALL_ELSEWHERE)


def _shows(view: SlotView, faces: Faces, expect: Expect | None) -> str:
    if view.seen is Seen.EMPTY:
        return "no card"
    if view.label is None:
        return "a card that cannot be told"
    card = faces.card(view.label)
    way_matters = isinstance(expect, ShowsCard) and expect.card == card
    return card_name(card) + (_way(view.turned) if way_matters else "")


def _wanted(expect: Expect | None, view: SlotView) -> str:
    match expect:
        case ShowsCard(card, turned):
            return card_name(card) + ("" if view.turned is None else _way(turned))
        case ShowsFace():
            return "a card, face up"
        case _:
            return "no card"


def _way(turned: bool | None) -> str:
    return "" if turned is None else ", upside down" if turned else ", upright"
