"""A state told as facts: what a record needs to begin in the middle of a game, and what is so instead of a claim."""

from collections.abc import Iterator

from engine.cards import SUITS
from engine.facts import (
    CoinsAre,
    DeckIs,
    DiscardsAre,
    Fact,
    GoneAre,
    HandIs,
    HolderIs,
    KnownAre,
    LeaderIs,
    MatIs,
    ShuffledIs,
    SideIs,
    SpotIs,
    StackIs,
    TarotIs,
    TurnedUpAre,
    TurnIs,
)
from engine.state import State, start


def position(state: State) -> tuple[Fact, ...]:
    """List the facts that lead from the set-up to this state, but for its number of acts, in an order they may be set.

    What the set-up holds already is left out.
    """
    beginning = start(state.setup)
    before = {about(fact): fact for fact in facts(beginning)}
    return tuple(fact for fact in facts(state) if before.get(about(fact)) != fact)


def facts(state: State) -> Iterator[Fact]:
    """Tell everything about a state, in an order in which it can be set."""
    for seat, player in zip(state.seats, state.players, strict=True):
        for suit, column in zip(SUITS, player.columns, strict=True):
            yield StackIs(seat, suit, column.stack)
            yield TarotIs(seat, suit, column.tarot, column.turned)
        yield CoinsAre(seat, player.coins)
        yield HandIs(seat, player.hand.common, player.hand.tarot)
        yield KnownAre(seat, player.hand.known)
        yield SideIs(seat, player.side)
    for suit, common, tarot in zip(SUITS, state.fate_common, state.fate_tarot, strict=True):
        yield HolderIs("common", suit, common)
        yield HolderIs("tarot", suit, tarot)
    yield from (SpotIs("tarot", spot, shown) for spot, shown in enumerate(state.market_tarot))
    yield from (SpotIs("common", spot, shown) for spot, shown in enumerate(state.market_common))
    yield DeckIs("tarot", state.deck_tarot)
    yield DeckIs("common", state.deck_common)
    yield MatIs(state.mat_left, state.mat_bought)
    yield DiscardsAre(state.discards, state.unseen_discards)
    yield ShuffledIs(state.shuffled)
    yield TurnedUpAre(state.turned_up)
    yield GoneAre(state.gone)
    yield LeaderIs(state.leader)
    if state.turn is not None:
        yield TurnIs(state.turn)


def instead(state: State, fact: Fact) -> Fact | None:
    """Say what is so of the thing that a fact is about; None where there is no such thing, as no turn between turns."""
    return next((told for told in facts(state) if about(told) == about(fact)), None)


def about(fact: Fact) -> tuple[object, ...]:
    """Say which thing a fact is about: two facts about one thing exclude each other, or are one."""
    names = ("seat", "suit", "place", "market", "spot")
    return (type(fact), *((name, getattr(fact, name, None)) for name in names if not isinstance(fact, LeaderIs)))
