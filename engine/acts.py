"""Acts: each is one movement of a hand. `None` in a field means that nobody saw it, or that the rules give it.

Those with a `seat` are done by that player, the others by the seat TABLE (whoever deals).
"""

from dataclasses import dataclass
from typing import Literal

from engine.cards import Common, Seat, Suit, Tarot

Market = Literal["tarot", "common"]


@dataclass(frozen=True, slots=True)
class Lead:
    """The Crystal Ball goes down on the top card of a column; this opens the action at its top."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Follow:
    """A foe follows; what it costs goes to the leader first (§B3). `fee` None: what the rules ask."""

    seat: Seat
    fee: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A foe passes and takes the coins at the bottom of their own EARN card (§B6). `amount` None: what is printed."""

    seat: Seat
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """The leader of EARN takes coins from the bank. `amount` None: what is printed."""

    seat: Seat
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """TRADE: the leader of EARN buys the cheapest Fate token instead. `price` None: what is printed."""

    seat: Seat
    price: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One Common card into the hand: from a spot of the Common market, or from the deck where `spot` is None.

    `card` None: what lies on the spot, or for the deck a card that only its owner saw.
    """

    seat: Seat
    card: Common | None = None
    spot: int | None = None


@dataclass(frozen=True, slots=True)
class Ascend:
    """One Common card on top of its column: the next level, or the one after it for 5 coins (§B12).

    It comes from the hand; of the solo bot, from a spot of the Common market or from what was turned up (§C19).
    """

    seat: Seat
    card: Common
    spot: int | None = None


@dataclass(frozen=True, slots=True)
class Capture:
    """One Tarot from a spot of the Tarot market (None: from the hand) under the column of `suit`, with its payment.

    `discards` None: nobody saw the payment. `coins` None: what the discards leave to pay, or unseen with them.
    """

    seat: Seat
    card: Tarot
    suit: Suit
    spot: int | None = None
    discards: tuple[Common, ...] | None = None
    coins: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """A player says that their action is over; nothing more of it happened unseen."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Unseen:
    """Nobody saw how this foe answered, or what the rest of this leader's action was: counts become ranges."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Refill:
    """TABLE fills a market spot (its index), or names a face there that nobody saw. `card` None: not seen."""

    market: Market
    spot: int
    card: Common | Tarot | None = None


@dataclass(frozen=True, slots=True)
class Shuffle:
    """TABLE makes the discard pile the new Common deck (§C3)."""


@dataclass(frozen=True, slots=True)
class TurnUp:
    """TABLE turns up the top card of the Common deck for the solo bot (§C19). `card` None: not seen."""

    card: Common | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """TABLE moves the cards of both markets up to their start, as a game with the solo bot wants it (§C19)."""


PlayerAct = Lead | Follow | Pass | Take | Buy | Draft | Ascend | Capture | Done | Unseen
TableAct = Refill | Shuffle | TurnUp | Shift
Act = PlayerAct | TableAct


def who(act: Act) -> Seat | None:
    """Return the player who does an act, None for TABLE."""
    return None if isinstance(act, TableAct) else act.seat
