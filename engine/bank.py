"""What the bank gives: where a table lets nothing stand in for its coins, no more than it has (§C27)."""

from engine.ranges import Range
from engine.state import COINS_IN_THE_BOX, State


def bank(state: State) -> Range:
    """Count the coins in the bank, as far as known."""
    purses = [player.coins for player in state.players]
    lo, hi = (COINS_IN_THE_BOX - total for total in (sum(one.hi for one in purses), sum(one.lo for one in purses)))
    return Range(max(0, lo), max(0, hi))


def given(state: State, amount: int) -> Range:
    """Return what the bank gives of an amount: all of it, but where the bank may run out."""
    if not state.setup.house.bank_runs_out:
        return Range(amount, amount)
    there = bank(state)
    return Range(min(amount, there.lo), min(amount, there.hi))
