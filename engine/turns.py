"""Whose move it is: the order of lead, answers and refill (§B4, C1, C24)."""

from collections.abc import Iterator

from engine.acts import Market
from engine.cards import Seat
from engine.ordered import market_order
from engine.ranges import ZERO, Range
from engine.state import State


def next_leader(state: State) -> Seat:
    """Return who leads after the present turn, or now where there is none: the next player clockwise."""
    if state.turn is None:
        return state.leader
    return Seat((state.leader + 1) % len(state.players))


def foes(state: State) -> tuple[Seat, ...]:
    """List the foes of the leader, clockwise, in the order they answer."""
    players = len(state.players)
    return tuple(Seat((state.leader + step) % players) for step in range(1, players))


def awaited(state: State) -> Seat | None:
    """Return the foe who must answer the lead next; None between turns and once everybody has answered."""
    turn = state.turn
    if turn is None or state.end is not None or len(turn.answered) == len(state.players) - 1:
        return None
    return Seat((turn.leader + 1 + len(turn.answered)) % len(state.players))


def refilling(state: State) -> bool:
    """Tell whether everybody has answered, so that the market may be filled (§C1)."""
    return state.turn is not None and len(state.turn.answered) == len(state.players) - 1


def empty_spots(state: State) -> Iterator[tuple[Market, int]]:
    """List the empty spots of both markets that there may still be a card for (§C6), from the start of each."""
    if state.deck_tarot.hi > 0:
        for spot in market_order(state.setup, "tarot"):
            if state.market_tarot[spot] is None:
                yield "tarot", spot
    if commons_left(state):
        for spot in market_order(state.setup, "common"):
            if state.market_common[spot] is None:
                yield "common", spot


def commons_left(state: State) -> bool:
    """Tell whether the deck or the discards may still give a Common card (§C3)."""
    return state.deck_common.hi > 0 or to_shuffle(state).hi > 0


def to_shuffle(state: State) -> Range:
    """Count the discards that may still become the Common deck: none where that has happened once (§C4)."""
    return ZERO if state.shuffled else state.unseen_discards + len(state.discards)


def must_refill(state: State) -> tuple[tuple[Market, int], ...]:
    """List the spots that have to be filled before the next lead: those there certainly is a card for."""
    commons = state.deck_common.lo + to_shuffle(state).lo
    sure = {"tarot": state.deck_tarot.lo > 0, "common": commons > 0}
    return tuple((market, spot) for market, spot in empty_spots(state) if sure[market])
