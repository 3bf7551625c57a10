"""What should lie in every slot of the table, as the game stands: what vision is compared with.

Slot ids are used as they are by everyone who names a place on the table: `A.EARN` (the top Common of a column),
`A.EARN.tarot`, `market.tarot.0`, `market.common.0` (reading order of that market), `deck.common`, `deck.tarot`,
`discard`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, Seat, Suit, letter


@dataclass(frozen=True, slots=True)
class ShowsCard:
    """This face lies on top, face up."""

    card: Card


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
