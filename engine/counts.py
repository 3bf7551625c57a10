"""How many Common cards lie where, and how the box bounds what nobody counted."""

from dataclasses import replace
from typing import Final

from engine.cards import COMMONS, COPIES
from engine.ranges import Range
from engine.state import COINS_IN_THE_BOX, State

COMMONS_IN_THE_BOX: Final = sum(COPIES[card.level] for card in COMMONS if card.level > 1)
"""The Common cards of a game; Starters do not count."""


def commons_in_game(state: State) -> Range:
    """Add up the Common cards of a state over all the places where they lie."""
    commons = state.deck_common + state.unseen_discards + len(state.discards) + len(state.turned_up)
    for player in state.players:
        commons += player.hand.common + sum(len(column.stack) - 1 for column in player.columns)
    return commons + (len(state.market_common) - state.market_common.count(None))


def within_the_box(state: State) -> State:
    """Bound the counts of Common cards, and of coins where none stand in for them (§C27), by what the box has.

    That is beside what surely lies elsewhere. Where more lies surely than there is, as people may set it, nothing is
    bounded.
    """
    coins = COINS_IN_THE_BOX - sum(player.coins.lo for player in state.players)
    if state.setup.house.bank_runs_out and coins >= 0:
        players = tuple(replace(player, coins=_at_most(player.coins, coins)) for player in state.players)
        state = replace(state, players=players)
    commons = commons_in_game(state)
    free = COMMONS_IN_THE_BOX - commons.lo
    if commons.exact is not None or free < 0:
        return state
    players = tuple(
        replace(player, hand=replace(player.hand, common=_at_most(player.hand.common, free)))
        for player in state.players
    )
    deck, unseen = _at_most(state.deck_common, free), _at_most(state.unseen_discards, free)
    return replace(state, players=players, deck_common=deck, unseen_discards=unseen)


def _at_most(count: Range, free: int) -> Range:
    return Range(count.lo, min(count.hi, count.lo + free))
