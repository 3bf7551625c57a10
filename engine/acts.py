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

    It comes from the hand; where a Tarot allows it, from a spot of the Common market (§C23); of the solo bot, from a
    spot or from what was turned up (§C19).
    """

    seat: Seat
    card: Common
    spot: int | None = None


@dataclass(frozen=True, slots=True)
class Capture:
    """One Tarot from a spot of the Tarot market (None: from the hand) under the column of `suit`, with its payment.

    `discards` None: nobody saw the payment. `coins` None: what the discards leave to pay, or unseen with them.
    `gives_up`: an own Tarot whose level counts toward the cost, where a Tarot allows it (§C11).
    """

    seat: Seat
    card: Tarot
    suit: Suit
    spot: int | None = None
    discards: tuple[Common, ...] | None = None
    coins: int | None = None
    gives_up: Tarot | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """What a Tarot of the own tableau offers is done, before the action or in its place; engine/tarot.py says what.

    Only what its power asks for is filled in. `cards`: what is discarded from the hand; None: nobody saw which.
    `given`: who gets a card each, and which (None: nobody saw it); no pair at all: nobody saw who got them. `foe` and
    `suit`: whose card or token is taken, in which suit; or the foe who showed `shown`, more cards than were discarded.
    """

    seat: Seat
    tarot: Tarot
    cards: tuple[Common, ...] | None = None
    given: tuple[tuple[Seat, Common | None], ...] = ()
    foe: Seat | None = None
    suit: Suit | None = None
    shown: tuple[Common, ...] | None = None


@dataclass(frozen=True, slots=True)
class Waive:
    """A player does without the power of an own Tarot for this turn: powers are optional (§A19, B7)."""

    seat: Seat
    tarot: Tarot


@dataclass(frozen=True, slots=True)
class Under:
    """The place of the Tarot below a column."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class OnMarket:
    """A spot of a market, by its index."""

    spot: int


Pile = Literal["deck", "discards", "gone"]
"""A deck, the Common discard pile, out of the game."""

Place = Seat | OnMarket | Pile | Under
"""Where a Tarot may lie; a seat is its hand. A Common card lies nowhere under a column."""


@dataclass(frozen=True, slots=True)
class CoinsTo:
    """Coins go from one purse to another; None is the bank. `amount` None: nobody saw how many."""

    giver: Seat | None
    taker: Seat | None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class TokenTo:
    """A Fate token goes from a seat to another, or from or to the supply (None).

    `suit`: it is the one on the Common cards of a suit; None: one of the supply that comes to lie beside a tableau.
    """

    giver: Seat | None
    taker: Seat | None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class CommonTo:
    """A Common card goes from a hand (a seat), the market, the deck or the discards to another of these places."""

    giver: Seat | OnMarket | Pile
    taker: Seat | OnMarket | Pile
    card: Common | None = None


@dataclass(frozen=True, slots=True)
class TarotTo:
    """A Tarot goes from one place to another: below a column, a hand, the market, the deck, out of the game."""

    giver: Place
    taker: Place
    card: Tarot | None = None


@dataclass(frozen=True, slots=True)
class TarotsSwap:
    """Two Tarot below columns change places; tokens go to who is highest then (§A17)."""

    one: Under
    other: Under


Moved = CoinsTo | TokenTo | CommonTo | TarotTo | TarotsSwap
"""What a table effect may move."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A Tarot whose text nobody here knows moved something; the players say what (§P1)."""

    seat: Seat
    tarot: Tarot
    moved: Moved


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
    """TABLE turns up the top card of the Common deck for the solo bot (§C19). `card` None: not seen.

    With `tarot` it is a card of the bot's hand, drawn at random among those that this Tarot of the bot asks for.
    """

    card: Common | None = None
    tarot: Tarot | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """TABLE moves the cards of both markets up to their start, as a game with the solo bot wants it (§C19)."""


PlayerAct = Lead | Follow | Pass | Take | Buy | Draft | Ascend | Capture | Use | Waive | Effect | Done | Unseen
TableAct = Refill | Shuffle | TurnUp | Shift
Act = PlayerAct | TableAct


def who(act: Act) -> Seat | None:
    """Return the player who does an act, None for TABLE."""
    return None if isinstance(act, TableAct) else act.seat
