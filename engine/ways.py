"""The ways to a Fate token by ascending or TRADE in one action, from what everybody sees (§A1-A7, B12, C10, C23).

A way is possible unless what is known rules it out, and sure where the seat certainly has what it takes; of the solo
bot, which does not choose, none is called sure. What a seat could do is asked of a state in which its action is open.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from engine.acts import Follow, Lead
from engine.cards import SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import copies_left, market_price, mat_price, skip_price
from engine.effects import effect
from engine.ranges import Range, exactly
from engine.refusals import unknown_commons
from engine.state import Action, State, Turn


@dataclass(frozen=True, slots=True)
class Way:
    """What one way to a token takes: the cards that are played or captured, and coins; `spot` of a Tarot in the market.

    `coins` is a range where discards may pay a part. `sure`: the seat certainly has what it takes. `gives_up`: an own
    Tarot that pays a part of a capture (§C11). `price`: in words, what the use of a Tarot takes besides coins.
    """

    cards: tuple[Card, ...]
    coins: Range
    sure: bool
    spot: int | None = None
    gives_up: Tarot | None = None
    price: str = ""


def leading(state: State, seat: Seat, suit: Suit) -> State:
    """Return the state in which a seat has just led a suit, as things are now."""
    return effect(replace(state, turn=None, leader=seat), Lead(seat, suit)).state


def following(state: State, seat: Seat, suit: Suit) -> State:
    """Return the state in which a seat has just followed the lead of a suit by another, for free, as things are now."""
    leader = Seat((seat + 1) % len(state.players))
    turn = Turn(leader, suit, level=1)
    return effect(replace(state, turn=turn, leader=leader), Follow(seat)).state


def open_action(state: State, seat: Seat) -> Action:
    """Return the action that a seat has open; AssertionError where it has none."""
    action = state.turn.action if state.turn else None
    if action is None or action.seat != seat:
        raise AssertionError("what a seat could do in an action was asked of a state without it")
    return action


def uses_left(action: Action) -> int | None:
    """Return how much of an action is left to do; None where its number is unknown."""
    return None if action.limit is None else max(0, action.limit - action.used)


def ascend_level(state: State, seat: Seat, suit: Suit) -> int | None:
    """Return the level that gets a seat the token of a suit; None where it has it or nothing does."""
    others = max(player.column(suit).level for other, player in enumerate(state.players) if other != seat)
    level = max(others + 1, state.players[seat].column(suit).level + 1)
    return None if state.fate_common[suit.column] == seat or level > 6 else level


def ascend_ways(state: State, seat: Seat, suit: Suit) -> tuple[Way, ...]:
    """List the ways to the token of a suit by the ASCEND that a seat has open, fewest coins first."""
    wanted, limit = ascend_level(state, seat, suit), uses_left(open_action(state, seat))
    if wanted is None:
        return ()
    paths = _paths(state.players[seat].column(suit).level, wanted, 6 if limit is None else limit)
    found = (_ascending(state, seat, suit, path) for path in paths)
    return tuple(sorted((way for way in found if way is not None), key=lambda way: (way.coins.lo, len(way.cards))))


def _paths(level: int, wanted: int, limit: int) -> Iterator[tuple[int, ...]]:
    """Give the rising levels that lead from one to at least the wanted one, and no card further, in so many ascends."""
    if level >= wanted:
        yield ()
    elif limit > 0:
        for step in (level + 1, level + 2):
            if step <= 6:
                yield from ((step, *rest) for rest in _paths(step, wanted, limit - 1))


def _ascending(state: State, seat: Seat, suit: Suit, path: tuple[int, ...]) -> Way | None:
    player, cards = state.players[seat], tuple(Common(suit, level) for level in path)
    before = (player.column(suit).level, *path)
    skips = sum(high - low == 2 for low, high in zip(before, path, strict=False))
    price, dear = skips * skip_price(state, seat), _dear(state, seat)
    unknown = [card for card in cards if not _at_hand(state, seat, card)]
    shown = [card for card in unknown if _buyable(state, seat, card)]
    gone = [card for card in unknown if copies_left(state, card) < 1]
    bought = max(len(gone), len(unknown) - _unknown_commons(state, seat), 0)
    if len(shown) < bought or not set(gone) <= set(shown) or price + bought * dear > player.coins.hi:
        return None
    coins = Range(price + bought * dear, price + len(shown) * dear)
    sure = len(shown) == len(unknown) and coins.hi <= player.coins.lo and not state.setup.is_bot(seat)
    return Way(cards, coins, sure)


def _dear(state: State, seat: Seat) -> int:
    """Return what a card of the market costs a seat in an ASCEND, where a Tarot lets it have one (§C23)."""
    return 0 if state.setup.is_bot(seat) else market_price(state, seat) or 0


def _buyable(state: State, seat: Seat, card: Common) -> bool:
    """Tell whether a seat may ascend with a card for it lies in the market (§C23)."""
    return _dear(state, seat) > 0 and card in state.market_common


def _from_market(state: State, seat: Seat) -> bool:
    """Tell whether a seat ascends from the market and the deck, as the bot does (§C19)."""
    return state.setup.is_bot(seat) and state.setup.bot is not None and not state.setup.bot.from_hand


def _at_hand(state: State, seat: Seat, card: Common) -> bool:
    """Tell whether a seat certainly can ascend with a card: it is known in its hand, or for the bot in the market."""
    if _from_market(state, seat):
        return card in state.market_common
    return card in state.players[seat].hand.known


def _unknown_commons(state: State, seat: Seat) -> int:
    """Count the cards that a seat may ascend with and nobody has seen: of its hand, or for the bot of the deck."""
    if _from_market(state, seat):
        return state.deck_common.hi
    return unknown_commons(state.players[seat].hand)


def trade_way(state: State, seat: Seat) -> Way | None:
    """Give what TRADE costs a seat that leads it; None where it cannot (§C10, C22)."""
    price, coins = mat_price(state), state.players[seat].coins
    if state.mat_left.hi == 0 or coins.hi < (price or 0):
        return None
    paid = Range(0, coins.hi) if price is None else exactly(price)
    return Way((), paid, sure=price is not None and price <= coins.lo and state.mat_left.lo > 0)


def most_by_ascending(state: State, seat: Seat) -> tuple[int, int]:
    """Return how many tokens the ASCEND that a seat has open surely, and at the most, gets it."""
    limit = uses_left(open_action(state, seat))
    coins, unknown = state.players[seat].coins, _unknown_commons(state, seat)
    sure, possible = 0, 0
    for chosen in product(*((None, *_steps(state, seat, suit)) for suit in SUITS)):
        steps = [one for one in chosen if one is not None]
        if limit is not None and sum(one.cards for one in steps) > limit:
            continue
        if sum(one.coins.lo for one in steps) <= coins.hi and sum(one.unseen for one in steps) <= unknown:
            possible = max(possible, len(steps))
            paid = sum(one.coins.hi for one in steps)
            if limit is not None and paid <= coins.lo and all(one.sure for one in steps):
                sure = max(sure, len(steps))
    return sure, possible


class _Steps(NamedTuple):
    """What counts of a way by ascending where several are gone together: `unseen` cards must be in the hand."""

    coins: Range
    cards: int
    unseen: int
    sure: bool


def _steps(state: State, seat: Seat, suit: Suit) -> set[_Steps]:
    """Return what the ways to a token take, those alike once."""
    found = set()
    for way in ascend_ways(state, seat, suit):
        cards = [card for card in way.cards if isinstance(card, Common)]
        unseen = sum(not _at_hand(state, seat, card) and not _buyable(state, seat, card) for card in cards)
        found.add(_Steps(way.coins, len(cards), unseen, way.sure))
    return found
