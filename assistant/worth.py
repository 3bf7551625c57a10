"""What things are worth to a simple player, in cards: a coin a half, a Fate token five, winning everything."""

from typing import Final

from engine.cards import Card, Common, Seat
from engine.state import State

COIN: Final = 0.5
TOKEN: Final = 5.0
WIN: Final = 100.0


def token_worth(state: State, seat: Seat) -> float:
    """Put a worth on one more Fate token of a seat."""
    return WIN if state.fate(seat).lo + 1 >= state.threshold else TOKEN


def worth_of_card(state: State, seat: Seat, hand: tuple[Card, ...], card: Common) -> float:
    """Rate a card for a hand: what can be played soon is worth keeping, what is high pays for a Tarot."""
    rise = card.level - state.players[seat].column(card.suit).level
    if card in hand and hand.count(card) > 1:
        rise = 0
    return {1: 1.6, 2: 1.0, 3: 0.8}.get(rise, 0.3) + 0.05 * card.level
