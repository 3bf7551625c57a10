"""Where Tarot powers bend a number: the rules ask for it here and never name a power.

The table of bends has no rows yet: no power is played by the engine so far.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.cards import SUITS, Seat, Suit, Tarot
from engine.state import State


class Rule(StrEnum):
    """A number that a power may bend."""

    FOLLOW_COST = "what a foe pays the leader to follow"
    SKIP_PRICE = "what skipping a level costs in an ASCEND"
    COIN_WORTH = "what one coin counts toward a capture"
    LEVEL_2_WORTH = "what a discarded level 2 counts toward a capture"


@dataclass(frozen=True, slots=True)
class Bend:
    """One power's grip on one number: `change` gets the state, its owner, the suit above the Tarot and the number."""

    tarot: Tarot
    rule: Rule
    change: Callable[[State, Seat, Suit, int], int]


BENDS: Final[tuple[Bend, ...]] = ()


def ask(state: State, seat: Seat, rule: Rule, base: int) -> int:
    """Return a number of the rules as the Tarot of `seat` bend it; those of the solo bot do only if it may (§C19)."""
    bot = state.setup.bot
    if bot is not None and seat == bot.seat and not bot.powers:
        return base
    value = base
    for bend in BENDS:
        if bend.rule is not rule:
            continue
        for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
            if column.tarot == bend.tarot:
                value = bend.change(state, seat, suit, value)
    return value
