"""The markets in order, as the solo bot wants them: it takes from their start, and refills come at the end (§C19)."""

from collections.abc import Sequence
from typing import TypeVar

from engine.acts import Market
from engine.state import Setup, Spot, State

S = TypeVar("S", bound=Spot)


def market_order(setup: Setup, market: Market) -> tuple[int, ...]:
    """Return the spots of a market from its start to its end: in reading order, or back along the second row."""
    spots = tuple(range(len(setup.market_tarot if market == "tarot" else setup.market_common)))
    if market == "tarot" or setup.bot is None or not setup.bot.snake:
        return spots
    row = len(spots) // 2
    return (*spots[:row], *reversed(spots[row:]))


def out_of_order(state: State) -> bool:
    """Tell whether a game with the bot has an empty spot before a card, so that cards have to move up."""
    if state.setup.bot is None:
        return False
    tarots, commons = move_up(state)
    return (tarots, commons) != (state.market_tarot, state.market_common)


def move_up(state: State) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Return both markets, Tarot first, with their cards moved up to the start in order."""
    return (
        _moved_up(state.market_tarot, market_order(state.setup, "tarot")),
        _moved_up(state.market_common, market_order(state.setup, "common")),
    )


def _moved_up(spots: Sequence[S], order: tuple[int, ...]) -> tuple[S | None, ...]:
    cards = [spots[place] for place in order if spots[place] is not None]
    at = dict(zip(order, cards, strict=False))
    return tuple(at.get(place) for place in range(len(spots)))
