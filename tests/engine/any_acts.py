"""Any act at all, sensible or not: what the rules have to answer with a sentence."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as st

from engine.acts import (
    Act,
    Ascend,
    Buy,
    Capture,
    CoinsTo,
    CommonTo,
    Done,
    Draft,
    Effect,
    Follow,
    Lead,
    OnMarket,
    Pass,
    Refill,
    Shift,
    Shuffle,
    Take,
    TarotsSwap,
    TarotTo,
    TokenTo,
    TurnUp,
    Under,
    Unseen,
    Use,
    Waive,
)
from engine.cards import COMMONS, SUITS, TAROTS, Seat

seats = st.integers(-1, 5).map(Seat)
numbers = st.integers(-3, 200) | st.none()
spots = st.integers(-2, 12)
commons, tarots, suits = st.sampled_from(COMMONS), st.sampled_from(TAROTS), st.sampled_from(SUITS)
paid = st.none() | st.lists(commons, max_size=4).map(tuple)
piles = st.sampled_from(["deck", "discards", "gone"])
unders = st.builds(Under, seats, suits)
places = st.one_of(seats, spots.map(OnMarket), piles, unders)
purses = seats | st.none()
moved = st.one_of(
    st.builds(CoinsTo, purses, purses, numbers),
    st.builds(TokenTo, purses, purses, suits | st.none()),
    st.builds(CommonTo, seats | spots.map(OnMarket) | piles, seats | spots.map(OnMarket) | piles, commons | st.none()),
    st.builds(TarotTo, places, places, tarots | st.none()),
    st.builds(TarotsSwap, unders, unders),
)
given_away = st.lists(st.tuples(seats, commons | st.none()), max_size=4).map(tuple)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "seat": seats,
    "suit": suits,
    "fee": numbers,
    "amount": numbers,
    "price": numbers,
    "spot": spots | st.none(),
    "discards": paid,
    "coins": numbers,
    "gives_up": tarots | st.none(),
    "tarot": tarots,
    "cards": paid,
    "given": given_away,
    "foe": purses,
    "shown": paid,
    "moved": moved,
    "market": st.sampled_from(["common", "tarot"]),
}
"""What a field of an act may hold, whichever act it is, but for its card."""
CARDS: dict[type, st.SearchStrategy[Any]] = {
    Draft: commons | st.none(),
    Ascend: commons,
    Capture: tarots,
    Refill: commons | tarots | st.none(),
    TurnUp: commons | st.none(),
}
OTHERWISE: dict[tuple[type, str], st.SearchStrategy[Any]] = {
    (Refill, "spot"): spots,
    (Use, "suit"): suits | st.none(),
    (TurnUp, "tarot"): tarots | st.none(),
}


def holds(kind: type, name: str) -> st.SearchStrategy[Any]:
    """Whatever a field of a kind of act may hold."""
    return CARDS[kind] if name == "card" else OTHERWISE.get((kind, name), FIELDS[name])


def _any(kind: Callable[..., Act]) -> st.SearchStrategy[Act]:
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    return st.builds(kind, **{name: holds(kind, name) for name in names})  # type: ignore[arg-type]


KINDS: tuple[Callable[..., Act], ...] = (
    *(Lead, Follow, Pass, Take, Buy, Draft, Ascend, Capture, Use, Waive, Effect, Done, Unseen),
    *(Refill, Shift, Shuffle, TurnUp),
)
any_act: st.SearchStrategy[Act] = st.one_of(*map(_any, KINDS))


@st.composite
def mutated(draw: st.DrawFn, act: Act) -> Act:
    """An act with one of its fields changed to whatever it may hold."""
    names = [field.name for field in fields(act)]
    if not names:
        return draw(any_act)
    name = draw(st.sampled_from(names))
    return replace(act, **{name: draw(holds(type(act), name))})
