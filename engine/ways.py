"""The ways to a Fate token that one action of a seat may take, from what everybody sees (§A1-A7, A15, B12, C7, C10).

A way is possible unless what is known rules it out, and sure where the seat certainly has what it takes; of the solo
bot, which does not choose, none is called sure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from engine.cards import GREATEST_LESSER, LEVELS, SUITS, TAROTS, Card, Common, Seat, Suit, Tarot
from engine.costs import (
    action_limit,
    capture_cost,
    coins_due,
    copies_left,
    discard_limit,
    market_price,
    mat_price,
    skip_price,
    tarot_seen,
    unseen_payment,
    worth,
)
from engine.powers import Rule, answers, ask
from engine.ranges import Range, exactly
from engine.state import State
from engine.tarot import Fate, When


@dataclass(frozen=True, slots=True)
class Way:
    """What one way to a token takes: the cards that are played or captured, and coins; `spot` of a Tarot in the market.

    `coins` is a range where discards may pay a part. `sure`: the seat certainly has what it takes.
    """

    cards: tuple[Card, ...]
    coins: Range
    sure: bool
    spot: int | None = None


def ascend_level(state: State, seat: Seat, suit: Suit) -> int | None:
    """Return the level that gets a seat the token of a suit; None where it has it or nothing does."""
    others = max(player.column(suit).level for other, player in enumerate(state.players) if other != seat)
    level = max(others + 1, state.players[seat].column(suit).level + 1)
    return None if state.fate_common[suit.column] == seat or level > 6 else level


def ascend_ways(state: State, seat: Seat, suit: Suit, following: bool) -> tuple[Way, ...]:
    """List the ways to the token of a suit by ascending in one action, fewest coins first."""
    wanted, limit = ascend_level(state, seat, suit), action_limit(state, seat, Suit.ASCEND, following)
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
    hand = state.players[seat].hand
    return hand.common.hi - sum(isinstance(card, Common) for card in hand.known)


def tarot_level(state: State, seat: Seat, suit: Suit) -> int | None:
    """Return the least level of a Tarot that gets a seat the token under a suit; None where it has it or none does."""
    others = (player.column(suit).tarot for other, player in enumerate(state.players) if other != seat)
    level = 1 + max((tarot.level for tarot in others if tarot is not None), default=-1)
    return None if state.fate_tarot[suit.column] == seat or level >= len(TAROTS) else level


def capture_ways(state: State, seat: Seat, suit: Suit, following: bool) -> tuple[Way, ...]:
    """List the ways to the token under a suit by one capture, cheapest Tarot first; under any column (§C25)."""
    wanted = tarot_level(state, seat, suit)
    if wanted is None or action_limit(state, seat, Suit.CAPTURE, following) == 0:
        return ()
    ways = (
        _capturing(state, seat, card, spot, following)
        for card, spot in _capturable(state, seat, following)
        if card.level >= wanted
    )
    return tuple(sorted((way for way in ways if way is not None), key=lambda way: (way.cards, way.spot is None)))


def _capturable(state: State, seat: Seat, following: bool) -> Iterator[tuple[Tarot, int | None]]:
    """Give the Tarot that a seat may capture: of the market (the bot: its first), and what its hand may hold (§C20)."""
    shown = [(card, spot) for spot, card in enumerate(state.market_tarot) if card is not None]
    within = action_limit(state, seat, Suit.CAPTURE, following) if state.setup.is_bot(seat) else None
    yield from ((card, spot) for card, spot in shown[:within] if isinstance(card, Tarot))
    hand = state.players[seat].hand
    yield from ((card, None) for card in hand.known if isinstance(card, Tarot))
    if hand.tarot.hi > sum(isinstance(card, Tarot) for card in hand.known):
        yield from ((card, None) for card in TAROTS[: GREATEST_LESSER + 1] if not tarot_seen(state, card))


def _capturing(state: State, seat: Seat, card: Tarot, spot: int | None, following: bool) -> Way | None:
    limit, player = discard_limit(state, seat, following), state.players[seat]
    cost = unseen_payment(state, seat, card, limit)
    if cost is None:
        return None
    known = (held for held in player.hand.known if isinstance(held, Common))
    best = sorted(known, key=lambda held: worth(state, seat, held), reverse=True)[: limit or 0]
    cheapest = coins_due(state, seat, card, tuple(best))
    there = (spot is not None or card in player.hand.known) and not state.setup.is_bot(seat)
    return Way((card,), cost[1], sure=there and cheapest <= player.coins.lo, spot=spot)


def trade_way(state: State, seat: Seat) -> Way | None:
    """Give what TRADE costs a seat that leads it; None where it cannot (§C10, C22)."""
    price, coins = mat_price(state), state.players[seat].coins
    if state.mat_left.hi == 0 or coins.hi < (price or 0):
        return None
    paid = Range(0, coins.hi) if price is None else exactly(price)
    return Way((), paid, sure=price is not None and price <= coins.lo and state.mat_left.lo > 0)


def most_by_ascending(state: State, seat: Seat, following: bool) -> tuple[int, int]:
    """Return how many tokens one ASCEND of a seat surely, and at the most, gets it."""
    limit = action_limit(state, seat, Suit.ASCEND, following)
    coins, unknown = state.players[seat].coins, _unknown_commons(state, seat)
    sure, possible = 0, 0
    for chosen in product(*((None, *ascend_ways(state, seat, suit, following)) for suit in SUITS)):
        ways = [way for way in chosen if way is not None]
        price = sum(way.coins.lo for way in ways)
        cards = [card for way in ways for card in way.cards if isinstance(card, Common)]
        unseen = sum(not _at_hand(state, seat, card) and not _buyable(state, seat, card) for card in cards)
        if price <= coins.hi and unseen <= unknown and (limit is None or len(cards) <= limit):
            possible = max(possible, len(ways))
            paid = sum(way.coins.hi for way in ways)
            if limit is not None and paid <= coins.lo and all(way.sure for way in ways):
                sure = max(sure, len(ways))
    return sure, possible


def most_by_capturing(state: State, seat: Seat, following: bool) -> tuple[int, int]:
    """Return how many tokens one CAPTURE of a seat surely, and at the most, gets it; at most one is called sure."""
    limit, player = action_limit(state, seat, Suit.CAPTURE, following), state.players[seat]
    discards = discard_limit(state, seat, following)
    cards = player.hand.common.hi if discards is None else min(discards, player.hand.common.hi)
    ways = {suit: capture_ways(state, seat, suit, following) for suit in SUITS}
    sure = limit is not None and any(way.sure for suit in SUITS for way in ways[suit])
    counts = range(1, min(len(SUITS), len(SUITS) if limit is None else limit) + 1)
    purse = player.coins.hi * ask(state, seat, Rule.COIN_WORTH, 1) + max(LEVELS) * cards
    possible = max((count for count in counts if _together(state, seat, ways, count, purse)), default=0)
    gains = [one.gain for _, one in answers(state, seat, When.CAPTURES)]
    besides = sum(gain.tokens for gain in gains if isinstance(gain, Fate)) * (len(SUITS) if limit is None else limit)
    return int(sure), possible + besides


def _together(state: State, seat: Seat, ways: dict[Suit, tuple[Way, ...]], count: int, purse: int) -> bool:
    """Tell whether so many suits may each have a Tarot of its own for what a seat can pay at the most.

    As many of the cheapest as there are suits suffice, of the market and of the hand.
    """
    few = {}
    for suit, all_ways in ways.items():
        shown = [way for way in all_ways if way.spot is not None]
        held = [way for way in all_ways if way.spot is None]
        few[suit] = (*shown[: len(SUITS)], *held[: len(SUITS)])
    for suits in combinations(SUITS, count):
        for chosen in product(*(few[suit] for suit in suits)):
            tarots = [card for way in chosen for card in way.cards if isinstance(card, Tarot)]
            in_hand = sum(way.spot is None for way in chosen)
            price = sum(capture_cost(state, seat, tarot) for tarot in tarots)
            if len(set(tarots)) == count and in_hand <= state.players[seat].hand.tarot.hi and price <= purse:
                return True
    return False
