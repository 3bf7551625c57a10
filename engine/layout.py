"""What should lie in every slot of the table, as the game stands: what vision is compared with.

Slot ids are used as they are by everyone who names a place on the table: `A.EARN` (the top Common of a column),
`A.EARN.tarot`, `market.tarot.0`, `market.common.0` (reading order of that market), `deck.common`, `deck.tarot`,
`discard`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import HIDDEN, SUITS, Card, Seat, Suit, letter
from engine.powers import offers
from engine.ranges import Range
from engine.state import Column, Spot, State
from engine.tarot import Verb


@dataclass(frozen=True, slots=True)
class ShowsCard:
    """This face lies on top, face up; `turned`: whether upside down as its owner sees it, None where nobody cares."""

    card: Card
    turned: bool | None = None


@dataclass(frozen=True, slots=True)
class ShowsFace:
    """Some card lies here face up; which one nobody saw."""


@dataclass(frozen=True, slots=True)
class ShowsBack:
    """A card or a pile lies here face down."""


@dataclass(frozen=True, slots=True)
class ShowsNothing:
    """No card lies here."""


@dataclass(frozen=True, slots=True)
class DontCare:
    """The rules cannot say what is seen here."""


Expect = ShowsCard | ShowsFace | ShowsBack | ShowsNothing | DontCare


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies in each slot, which slots have a Fate token on their card, and where the Crystal Ball is.

    `ball` None: nobody cares (between turns it lies anywhere by the next leader).
    """

    slots: Mapping[str, Expect]
    tokens: frozenset[str]
    ball: str | None


DECK_COMMON: Final = "deck.common"
DECK_TAROT: Final = "deck.tarot"
DISCARD: Final = "discard"


def column_slot(seat: Seat, suit: Suit) -> str:
    """Return the slot of the top Common card of a column."""
    return f"{letter(seat)}.{suit}"


def tarot_slot(seat: Seat, suit: Suit) -> str:
    """Return the slot of the Tarot below a column."""
    return f"{letter(seat)}.{suit}.tarot"


def market_slot(market: str, spot: int) -> str:
    """Return the slot of a market spot, by the market ("tarot" or "common") and its index."""
    return f"market.{market}.{spot}"


def layout(state: State) -> Layout:
    """Predict the table: every slot of the game, none left out."""
    slots: dict[str, Expect] = {}
    for seat in state.seats:
        for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
            slots[column_slot(seat, suit)] = ShowsCard(column.stack[-1])
            slots[tarot_slot(seat, suit)] = _under(state, column)
    for spot, shown in enumerate(state.market_tarot):
        slots[market_slot("tarot", spot)] = _spot(shown)
    for spot, shown in enumerate(state.market_common):
        slots[market_slot("common", spot)] = _spot(shown)
    slots[DECK_COMMON] = _pile(state.deck_common)
    slots[DECK_TAROT] = _pile(state.deck_tarot)
    slots[DISCARD] = DontCare() if state.discards or state.unseen_discards.hi or state.turned_up else ShowsNothing()
    return Layout(slots, frozenset(_tokens(state)), _ball(state))


def _under(state: State, column: Column) -> Expect:
    if column.tarot is None:
        return ShowsNothing()
    turns = any(offer.verb is Verb.TURN for offer in offers(state, column.tarot))
    return ShowsCard(column.tarot, column.turned if turns or column.turned else None)


def _spot(shown: Spot) -> Expect:
    if shown is None:
        return ShowsNothing()
    return ShowsFace() if shown is HIDDEN else ShowsCard(shown)


def _pile(cards: Range) -> Expect:
    if cards.lo > 0:
        return ShowsBack()
    return DontCare() if cards.hi > 0 else ShowsNothing()


def _tokens(state: State) -> Iterator[str]:
    for suit, holder in zip(SUITS, state.fate_common, strict=True):
        if holder is not None:
            yield column_slot(holder, suit)
    for suit, holder in zip(SUITS, state.fate_tarot, strict=True):
        if holder is not None:
            yield tarot_slot(holder, suit)


def _ball(state: State) -> str | None:
    turn = state.turn
    if turn is None or len(turn.answered) == len(state.players) - 1:
        return None
    return column_slot(turn.leader, turn.suit)
