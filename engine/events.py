"""What an act did, for those who tell it: coins and Fate tokens that moved, levels reached, the end of things."""

from dataclasses import dataclass
from typing import Literal

from engine.cards import Seat, Suit, Tarot
from engine.ranges import Range
from engine.state import End, State


@dataclass(frozen=True, slots=True)
class CoinsMoved:
    """Coins went from one purse to another; None is the bank."""

    giver: Seat | None
    taker: Seat | None
    amount: Range


@dataclass(frozen=True, slots=True)
class FateMoved:
    """A Fate token came to lie on a Common card, on a Tarot, or beside a tableau; None is the supply or the mat."""

    place: Literal["common", "tarot", "side"]
    suit: Suit | None
    giver: Seat | None
    taker: Seat | None


@dataclass(frozen=True, slots=True)
class LevelReached:
    """A column has a new top card."""

    seat: Seat
    suit: Suit
    level: int


@dataclass(frozen=True, slots=True)
class Captured:
    """A Tarot lies under a column; `replaced` left the game (§C17)."""

    seat: Seat
    suit: Suit
    card: Tarot
    replaced: Tarot | None


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The discard pile became the Common deck (§C3)."""


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Everyone has answered and the market is full; the ball goes to the next leader."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended."""

    end: End


Event = CoinsMoved | FateMoved | LevelReached | Captured | Shuffled | TurnOver | GameOver


@dataclass(frozen=True, slots=True)
class Step:
    """The state after an act, and what the act did."""

    state: State
    events: tuple[Event, ...]
