"""How a game ends: who won, and what decided it (§C4, C5, C16)."""

from collections.abc import Callable
from typing import Final

from engine.cards import Seat
from engine.ranges import Range, exactly
from engine.state import End, State
from engine.turns import refilling, to_shuffle


def over(state: State) -> End | None:
    """Return how the game ends as it lies: at the threshold (§C16), or by depletion when nobody acts any more (§C4)."""
    won = at_threshold(state)
    if won is not None:
        return won
    if not refilling(state) or (state.turn is not None and state.turn.action is not None):
        return None
    lacking = state.market_common.count(None) > state.deck_common.hi + to_shuffle(state).hi
    return End("depletion", most_fate(state)[0]) if lacking else None


def at_threshold(state: State) -> End | None:
    """Return the end where somebody surely has the Fate tokens that win at once (§C16)."""
    winners = tuple(seat for seat in state.seats if state.fate(seat).lo >= state.threshold)
    return End("threshold", winners) if winners else None


def most_fate(state: State) -> tuple[tuple[Seat, ...], str]:
    """Return who wins a depleted game as far as known, and what decided it: one of RANKS, or "" where nothing did.

    Fate tokens, then coins, cards in hand, the highest Tarot (§C5).
    """
    tied = state.seats
    for decider, rank in RANKS.items():
        counts = {seat: rank(state, seat) for seat in tied}
        least = max(count.lo for count in counts.values())
        unsure = any(count.exact is None and count.hi >= least for count in counts.values())
        tied = tuple(seat for seat, count in counts.items() if count.hi >= least)
        if len(tied) == 1:
            return tied, decider
        if unsure:
            break
    return tied, ""


def _tokens(state: State, seat: Seat) -> Range:
    return state.fate(seat)


def _coins(state: State, seat: Seat) -> Range:
    return state.players[seat].coins


def _cards_in_hand(state: State, seat: Seat) -> Range:
    return state.players[seat].hand.common + state.players[seat].hand.tarot


def _highest_tarot(state: State, seat: Seat) -> Range:
    return exactly(max((column.tarot.level for column in state.players[seat].columns if column.tarot), default=-1))


RANKS: Final[dict[str, Callable[[State, Seat], Range]]] = {
    "tokens": _tokens,
    "coins": _coins,
    "cards": _cards_in_hand,
    "tarot": _highest_tarot,
}
"""What decides a depleted game, in this order."""
