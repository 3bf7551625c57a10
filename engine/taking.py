"""The ways to a Fate token by one CAPTURE, what Tarot add to it, what it could cost (§A13-A16, C7, C11-C13)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from engine.acts import Ascend, Capture
from engine.cards import COMMONS, GREATEST_LESSER, LEVELS, SUITS, TAROTS, Common, Seat, Suit, Tarot
from engine.costs import (
    answered_by,
    capture_cost,
    coins_due,
    copies_left,
    discards_left,
    skip_price,
    tarot_seen,
    unseen_payment,
    worth,
)
from engine.effects import effect
from engine.events import FateMoved
from engine.fate import holder_of_tarot
from engine.powers import Rule, answers, ask, row
from engine.refusals import unknown_commons
from engine.rules import legal
from engine.state import State
from engine.tarot import Answer, Fate, When
from engine.ways import Way, open_action, uses_left

_ASKED: Final = 3
"""The most discards that a Tarot asks for; further ones are free to pay what is left."""
_OF_CAPTURE: Final = tuple(card for card in COMMONS if card.suit is Suit.CAPTURE and card.level > 1)


def tarot_level(state: State, seat: Seat, suit: Suit) -> int | None:
    """Return the least level of a Tarot that gets a seat the token under a suit; None where it has it or none does."""
    others = (player.column(suit).tarot for other, player in enumerate(state.players) if other != seat)
    level = 1 + max((tarot.level for tarot in others if tarot is not None), default=-1)
    return None if state.fate_tarot[suit.column] == seat or level >= len(TAROTS) else level


def capture_ways(state: State, seat: Seat) -> tuple[Way, ...]:
    """List what a seat could capture in the CAPTURE it has open, cheapest Tarot first; under any column (§C25)."""
    if uses_left(open_action(state, seat)) == 0:
        return ()
    ways = (way for card, spot in _capturable(state, seat) for way in _of_one(state, seat, card, spot))
    return tuple(sorted(ways, key=lambda way: (way.cards, way.spot is None)))


def _of_one(state: State, seat: Seat, card: Tarot, spot: int | None) -> Iterator[Way]:
    """Give the ways to capture one Tarot: without giving up another, and with each that saves something (§C11)."""
    plain = _capturing(state, seat, card, spot, None)
    if plain is not None:
        yield plain
    most = ask(state, seat, Rule.GIVES_UP_TO, 0)
    for column in state.players[seat].columns:
        if column.tarot is not None and 1 <= column.tarot.level <= most:
            way = _capturing(state, seat, card, spot, column.tarot)
            if way is not None and (plain is None or way.coins != plain.coins):
                yield way


def of_level(ways: tuple[Way, ...], level: int) -> tuple[Way, ...]:
    """Keep the ways to a Tarot of at least a level."""
    return tuple(way for way in ways if tarot_of(way).level >= level)


def _capturable(state: State, seat: Seat) -> Iterator[tuple[Tarot, int | None]]:
    """Give the Tarot that a seat may capture: of the market (the bot: its first), and what its hand may hold (§C20)."""
    shown = [(card, spot) for spot, card in enumerate(state.market_tarot) if card is not None]
    within = uses_left(open_action(state, seat)) if state.setup.is_bot(seat) else None
    yield from ((card, spot) for card, spot in shown[:within] if isinstance(card, Tarot))
    hand = state.players[seat].hand
    yield from ((card, None) for card in hand.known if isinstance(card, Tarot))
    if hand.tarot.hi > sum(isinstance(card, Tarot) for card in hand.known):
        yield from ((card, None) for card in TAROTS[: GREATEST_LESSER + 1] if not tarot_seen(state, card))


def _capturing(state: State, seat: Seat, card: Tarot, spot: int | None, gives_up: Tarot | None) -> Way | None:
    limit, player = discards_left(open_action(state, seat)), state.players[seat]
    cost = unseen_payment(state, seat, card, limit, gives_up=gives_up)
    if cost is None:
        return None
    known = (held for held in player.hand.known if isinstance(held, Common))
    best = sorted(known, key=lambda held: worth(state, seat, held), reverse=True)[: limit or 0]
    cheapest = coins_due(state, seat, card, tuple(best), gives_up)
    there = (spot is not None or card in player.hand.known) and not state.setup.is_bot(seat)
    return Way((card,), cost[1], there and cheapest <= player.coins.lo, spot, gives_up)


# What Tarot add


def answering(state: State, seat: Seat, ways: tuple[Way, ...]) -> Iterator[tuple[Tarot, str, tuple[Way, ...]]]:
    """Give the own Tarot that bring a token beside the tableau for a capture: what they ask for, the ways that do."""
    bringing = [(tarot, one) for tarot, one in answers(state, seat, When.CAPTURES) if isinstance(one.gain, Fate)]
    for tarot, answer in bringing:
        paid = tuple(one for way in ways if (one := _paid_as_asked(state, seat, way, answer)) is not None)
        if paid:
            yield tarot, answer.asks, paid


def _paid_as_asked(state: State, seat: Seat, way: Way, answer: Answer) -> Way | None:
    """Return a way where it may be paid as a Tarot wants it; sure where cards that everybody knows do."""
    limit, hand, coins = discards_left(open_action(state, seat)), state.players[seat].hand, state.players[seat].coins
    most = hand.common.hi if limit is None else min(limit, hand.common.hi)
    tarot, purse = tarot_of(way), coins.hi * ask(state, seat, Rule.COIN_WORTH, 1)
    cost, possible = capture_cost(state, seat, tarot, way.gives_up), False
    for discards in _discards(state, seat, most):
        if not answered_by(answer, state, seat, discards, cost):
            continue
        known = all(discards.count(one) <= hand.known.count(one) for one in discards)
        due = coins_due(state, seat, tarot, discards, way.gives_up)
        if way.sure and known and due <= coins.lo and limit is not None:
            return way
        paid = sum(worth(state, seat, one) for one in discards) + (most - len(discards)) * _best(state, seat)
        possible = possible or paid + purse >= cost
    return replace(way, sure=False) if possible else None


def _discards(state: State, seat: Seat, most: int) -> Iterator[tuple[Common, ...]]:
    """Give the cards of the suit CAPTURE that a hand may hold together, as many as a Tarot asks for at the most."""
    hand = state.players[seat].hand
    for count in range(min(most, _ASKED) + 1):
        for discards in combinations_with_replacement(_OF_CAPTURE, count):
            short = {one: max(0, discards.count(one) - hand.known.count(one)) for one in discards}
            left = all(number <= copies_left(state, one) for one, number in short.items() if number)
            if left and sum(short.values()) <= unknown_commons(hand):
                yield discards


def _best(state: State, seat: Seat) -> int:
    """Return the most that one discarded card counts toward a capture of a seat."""
    return max(worth(state, seat, Common(Suit.CAPTURE, level)) for level in LEVELS)


def ascends_at_once(state: State, seat: Seat, ways: tuple[Way, ...]) -> Iterator[tuple[Suit, Way]]:
    """Give the tokens on Common cards that a seat could get as a Tarot, captured, lets it ascend from the market."""
    for way in ways:
        tarot = tarot_of(way)
        if any(answer.when is When.CAPTURED for answer in row(state, tarot).answers):
            captured = effect(state, Capture(seat, tarot, Suit.CAPTURE, way.spot, gives_up=way.gives_up)).state
            for act in _ascends_to_a_token(captured, seat):
                yield act.card.suit, _and_ascend(state, seat, way, act)


def _ascends_to_a_token(state: State, seat: Seat) -> Iterator[Ascend]:
    """Give the ascends that are open to a seat and bring it a token."""
    for act in legal(state):
        if isinstance(act, Ascend) and act.seat == seat:
            events = effect(state, act).events
            if any(isinstance(event, FateMoved) and event.taker == seat for event in events):
                yield act


def _and_ascend(state: State, seat: Seat, way: Way, act: Ascend) -> Way:
    """Add an ascend from the market, and a skip that it takes, to a capture."""
    player = state.players[seat]
    skips = act.card.level == player.column(act.card.suit).level + 2
    coins = way.coins + (skip_price(state, seat) if skips else 0)
    shown = act.spot is not None and state.market_common[act.spot] == act.card
    return replace(
        way, cards=(*way.cards, act.card), coins=coins, sure=way.sure and shown and coins.hi <= player.coins.lo
    )


def tarot_of(way: Way) -> Tarot:
    """Return the Tarot that a way captures."""
    return next(card for card in way.cards if isinstance(card, Tarot))


# What it could cost


def displaced(state: State, seat: Seat, ways: tuple[Way, ...]) -> Iterator[tuple[Suit, Seat | None, Tarot, bool]]:
    """Give the tokens under its columns that a capture would cost a seat: where, who gets it, and for which Tarot.

    That is one captured in the place of the own (§A15), or, where the last is true, the own given up for one (§A16).
    """
    captured = dict.fromkeys((tarot_of(way), False) for way in ways)
    given_up = dict.fromkeys((way.gives_up, True) for way in ways if way.gives_up is not None)
    for suit in SUITS:
        if state.fate_tarot[suit.column] == seat:
            tarots = [player.column(suit).tarot for player in state.players]
            for card, gone in (*captured, *given_up):
                if gone and card != tarots[seat]:
                    continue
                holder = holder_of_tarot([*tarots[:seat], None if gone else card, *tarots[seat + 1 :]])
                if holder != seat:
                    yield suit, holder, card, gone


# The most


def most_by_capturing(state: State, seat: Seat) -> tuple[int, int]:
    """Return how many tokens the CAPTURE that a seat has open surely, and at the most, gets it; at most one is sure."""
    ways, columns = capture_ways(state, seat), state.players[seat].columns
    keeping = {columns[place].tarot for place, owner in enumerate(state.fate_tarot) if owner == seat}
    free = tuple(way for way in ways if way.gives_up is None or way.gives_up not in keeping)
    sure, possible = _most_of(state, seat, free)
    return sure, possible if free == ways else max(possible, _most_of(state, seat, ways)[1] - 1)


def _most_of(state: State, seat: Seat, ways: tuple[Way, ...]) -> tuple[int, int]:
    """Return how many tokens some of the ways to capture surely, and at the most, get a seat."""
    action, player = open_action(state, seat), state.players[seat]
    limit, discards = uses_left(action), discards_left(action)
    cards = player.hand.common.hi if discards is None else min(discards, player.hand.common.hi)
    levels = {suit: tarot_level(state, seat, suit) for suit in SUITS}
    tokens = {suit: () if level is None else of_level(ways, level) for suit, level in levels.items()}
    counts = range(1, min(len(SUITS), len(SUITS) if limit is None else limit) + 1)
    given_up = max((way.gives_up.level for way in ways if way.gives_up is not None), default=0)
    purse = player.coins.hi * ask(state, seat, Rule.COIN_WORTH, 1) + _best(state, seat) * cards + given_up
    possible = max((count for count in counts if _together(state, seat, tokens, count, purse)), default=0)
    paid = [way for _, _, answered in answering(state, seat, ways) for way in answered]
    besides = min(len(SUITS) if limit is None else limit, cards // _ASKED) if paid else 0
    ascends = [way for _, way in ascends_at_once(state, seat, ways)]
    every = (*(way for suit in SUITS for way in tokens[suit]), *paid, *ascends)
    sure = limit is not None and any(way.sure for way in every)
    at_once = bool(ascends) or (action.market_ascend and any(_ascends_to_a_token(state, seat)))
    return int(sure), possible + besides + at_once


def _together(state: State, seat: Seat, ways: dict[Suit, tuple[Way, ...]], count: int, purse: int) -> bool:
    """Tell whether so many suits may each have a Tarot of its own for what a seat can pay at the most.

    As many of the cheapest as there are suits suffice, of the market and of the hand.
    """
    few = {}
    for suit, all_ways in ways.items():
        shown = [way for way in _once_each(all_ways) if way.spot is not None]
        held = [way for way in _once_each(all_ways) if way.spot is None]
        few[suit] = (*shown[: len(SUITS)], *held[: len(SUITS)])
    for suits in combinations(SUITS, count):
        for chosen in product(*(few[suit] for suit in suits)):
            tarots = [card for way in chosen for card in way.cards if isinstance(card, Tarot)]
            in_hand = sum(way.spot is None for way in chosen)
            price = sum(capture_cost(state, seat, tarot) for tarot in tarots)
            if len(set(tarots)) == count and in_hand <= state.players[seat].hand.tarot.hi and price <= purse:
                return True
    return False


def _once_each(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """Keep one way to each Tarot, whatever is given up for it."""
    return tuple({(way.cards, way.spot): way for way in ways}.values())
