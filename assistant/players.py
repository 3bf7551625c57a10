"""Simple players for simulations and the demonstration: they know their own hand and what everybody sees."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from assistant.players_tarot import discards_for_a_token, gains_beside, uses, worth_of_use, worth_of_waive
from assistant.worth import COIN, TOKEN, token_worth, worth_of_card
from engine.acts import Act, Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Take, Use, Waive
from engine.cards import SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import (
    action_limit,
    coins_due,
    discard_limit,
    discards_left,
    follow_cost,
    market_price,
    mat_price,
    pass_income,
    payments,
    skip_price,
)
from engine.offers import open_waives
from engine.powers import Rule, ask, instead_of_action, offers
from engine.rules import apply, why_not
from engine.state import Action, State
from engine.turns import awaited

Choose = Callable[[State, Seat, tuple[Card, ...], Random], Act]
"""A player: from the state, the own seat and hand, and a source of chance, the next act."""

FRESH: Final = 4.0
BEFORE: Final = 10.0
"""What puts the use of a Tarot before all other pieces of an action."""
UNSEEN_CARD: Final = 1.2


def greedy(state: State, seat: Seat, hand: tuple[Card, ...], chance: Random) -> Act:
    """Play what is worth most at once; Fate tokens above all. Chance only breaks near ties."""
    acts = [
        (worth_of(state, seat, hand, act) + chance.random(), act)
        for alike in _candidates(state, seat, hand)
        for act in alike
    ]
    acts.sort(key=lambda rated: rated[0], reverse=True)
    return next(act for _, act in acts if why_not(state, act) is None)


def careless(state: State, seat: Seat, hand: tuple[Card, ...], chance: Random) -> Act:
    """Play any legal act, but seldom stop half-way."""
    acts = tuple(choices(state, seat, hand))
    going_on = tuple(act for act in acts if not isinstance(act, Done))
    return chance.choice(going_on if going_on and chance.random() < 0.9 else acts)


PLAYERS: Final[dict[str, Choose]] = {"greedy": greedy, "random": careless}
"""The players by the names that the command line knows them by."""


def choices(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Act]:
    """List the legal acts of a seat with the hand it really holds; never empty when it is that seat's move."""
    for alike in _candidates(state, seat, hand):
        if why_not(state, alike[0]) is None:
            yield from alike


def _candidates(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Sequence[Act]]:
    """Give what may be legal, acts that no rule tells apart together."""
    action = state.turn.action if state.turn else None
    if action is not None and action.seat == seat:
        yield from _pieces(state, hand, action)
        yield from ((use,) for use in uses(state, seat, hand))
        yield from ((waive,) for waive in open_waives(state) if waive.seat == seat)
        yield (Done(seat),)
    elif awaited(state) == seat:
        yield from ((Follow(seat, follow_cost(state, seat)),), (Pass(seat, pass_income(state, seat)),))
    else:
        yield [Lead(seat, suit) for suit in SUITS]


def _pieces(state: State, hand: tuple[Card, ...], action: Action) -> Iterator[Sequence[Act]]:
    seat, suit = action.seat, action.suit
    shown = [(card, spot) for spot, card in enumerate(state.market_common) if isinstance(card, Common)]
    if action.market_ascend or (suit is Suit.ASCEND and market_price(state, seat) is not None):
        yield from ((Ascend(seat, card, spot),) for card, spot in shown)
    match suit:
        case Suit.EARN:
            yield from ((Take(seat, action_limit(state, seat, suit, following=False)),), (Buy(seat, mat_price(state)),))
        case Suit.DRAFT:
            yield from ((Draft(seat, card, spot),) for card, spot in shown)
            yield (Draft(seat),)
        case Suit.ASCEND:
            yield from ((Ascend(seat, card),) for card in dict.fromkeys(hand) if isinstance(card, Common))
        case Suit.CAPTURE:
            left = discards_left(action)
            yield from _captures(state, seat, hand, len(hand) if left is None else left)


def _captures(state: State, seat: Seat, hand: tuple[Card, ...], limit: int) -> Iterator[Sequence[Capture]]:
    coins = state.players[seat].coins.lo
    for card, spot in _capturable(state, hand):
        for discards, due, gives_up in _payments(state, seat, card, hand, limit):
            if due <= coins:
                yield [Capture(seat, card, suit, spot, discards, due, gives_up) for suit in SUITS]


def _capturable(state: State, hand: tuple[Card, ...]) -> Iterator[tuple[Tarot, int | None]]:
    yield from ((card, spot) for spot, card in enumerate(state.market_tarot) if isinstance(card, Tarot))
    yield from ((card, None) for card in hand if isinstance(card, Tarot))


def _payments(
    state: State, seat: Seat, card: Tarot, hand: tuple[Card, ...], limit: int
) -> Iterator[tuple[tuple[Common, ...], int, Tarot | None]]:
    """Give the ways to pay for a Tarot with a hand: discards, coins, and an own Tarot that is given up (§C8, C11)."""
    commons = tuple(one for one in hand if isinstance(one, Common))
    yield from ((discards, due, None) for discards, due in payments(state, seat, card, commons, limit))
    for discards in discards_for_a_token(state, seat, card, commons, limit):
        yield discards, coins_due(state, seat, card, discards), None
    most = ask(state, seat, Rule.GIVES_UP_TO, 0)
    for column in state.players[seat].columns:
        if column.tarot is not None and 1 <= column.tarot.level <= most:
            yield (), coins_due(state, seat, card, (), column.tarot), column.tarot


def worth_of(state: State, seat: Seat, hand: tuple[Card, ...], act: Act) -> float:
    """Put a rough worth on an act, in cards: a token 5, a coin a half, winning everything."""
    match act:
        case Lead():
            value = _worth_of_action(state, seat, hand, act.suit, following=False)
            value = max(value, _worth_of_uses(state, act, hand))
            return value + _freshness(state, act.suit) if value > 0 else value
        case Follow():
            suit = state.turn.suit if state.turn else Suit.EARN
            value = _worth_of_action(state, seat, hand, suit, following=True)
            return max(value, _worth_of_uses(state, act, hand)) - COIN * follow_cost(state, seat)
        case Pass():
            return COIN * (pass_income(state, seat) or 0)
        case Take():
            return 1.0
        case Buy():
            return token_worth(state, seat)
        case Draft():
            return UNSEEN_CARD if act.card is None else worth_of_card(state, seat, hand, act.card)
        case Ascend():
            dear = 0 if act.spot is None else market_price(state, seat) or 0
            return _worth_of_ascend(state, seat, act.card) + (UNSEEN_CARD - COIN * dear if act.spot is not None else 0)
        case Capture():
            return _worth_of_capture(state, seat, hand, act)
        case Use():
            return _worth_of_use(state, hand, act)
        case Waive():
            return worth_of_waive(state, seat)
        case _:
            return 0.0


def _worth_of_uses(state: State, act: Lead | Follow, hand: tuple[Card, ...]) -> float:
    """Put a worth on the best that a Tarot could do once a player leads or follows so."""
    if not gains_beside(state, act.seat):
        return 0.0
    led = apply(state, act).state if why_not(state, act) is None else state
    found = (use for use in uses(led, act.seat, hand) if why_not(led, use) is None)
    return max((worth_of_use(led, act.seat, hand, use) for use in found), default=0.0)


def _worth_of_use(state: State, hand: tuple[Card, ...], act: Use) -> float:
    """Put a worth on a use; what comes before the action is done first, what takes its place only if it is better."""
    action = state.turn.action if state.turn else None
    if action is None or why_not(state, act) is not None:
        return 0.0
    value = worth_of_use(state, act.seat, hand, act)
    if any(instead_of_action(state, offer) for offer in offers(state, act.tarot)):
        value -= _worth_of_action(state, act.seat, hand, action.suit, following=action.following)
    return value + BEFORE if value > 0 else value


def _freshness(state: State, suit: Suit) -> float:
    """Favour what nobody has done yet, so that openings are lively: first an ascend, then a capture."""
    if suit is Suit.ASCEND and all(column.level == 1 for player in state.players for column in player.columns):
        return 2 * FRESH
    return FRESH if suit is Suit.CAPTURE and state.fate_tarot.count(None) == len(SUITS) else 0.0


def _worth_of_action(state: State, seat: Seat, hand: tuple[Card, ...], suit: Suit, *, following: bool) -> float:
    limit = action_limit(state, seat, suit, following) or 1
    match suit:
        case Suit.EARN:
            price = mat_price(state)
            affordable = price is not None and state.players[seat].coins.lo >= price
            return token_worth(state, seat) if affordable else COIN * limit
        case Suit.DRAFT:
            return limit * (1.5 if len(hand) < 5 else 0.8)
        case Suit.ASCEND:
            levels = {column.stack[-1].suit: column.level for column in state.players[seat].columns}
            coins, total = state.players[seat].coins.lo, 0.0
            for card in sorted({card for card in hand if isinstance(card, Common)}):
                rise = card.level - levels[card.suit]
                price = skip_price(state, seat) if rise == 2 else 0
                if limit > 0 and rise in (1, 2) and coins >= price:
                    levels[card.suit], coins, limit = card.level, coins - price, limit - 1
                    total += _worth_of_ascend(state, seat, card)
            return total
        case Suit.CAPTURE:
            limit, coins = discard_limit(state, seat, following) or 0, state.players[seat].coins.lo
            return max(
                (
                    max(_worth_of_placing(state, seat, card, under) for under in SUITS)
                    - min(_cost_of_paying(state, seat, hand, card, *way) for way in ways)
                    for card, _ in _capturable(state, hand)
                    if (ways := [way for way in _payments(state, seat, card, hand, limit) if way[1] <= coins])
                ),
                default=0.0,
            )


def _worth_of_ascend(state: State, seat: Seat, card: Common) -> float:
    holder = state.fate_common[card.suit.column]
    others = max(player.column(card.suit).level for other, player in enumerate(state.players) if other != seat)
    gains = holder != seat and card.level > others
    skipped = card.level - state.players[seat].column(card.suit).level == 2
    return 1.5 + (token_worth(state, seat) if gains else 0) - (2.0 if skipped else 0)


def _worth_of_capture(state: State, seat: Seat, hand: tuple[Card, ...], act: Capture) -> float:
    cost = _cost_of_paying(state, seat, hand, act.card, act.discards or (), act.coins or 0, act.gives_up)
    return _worth_of_placing(state, seat, act.card, act.suit) - cost


def _worth_of_placing(state: State, seat: Seat, card: Tarot, suit: Suit) -> float:
    column = state.players[seat].column(suit)
    rivals = [player.column(suit).tarot for other, player in enumerate(state.players) if other != seat]
    highest = max((tarot.level for tarot in rivals if tarot), default=-1)
    mine = state.fate_tarot[suit.column] == seat
    worth = 0.3
    if not mine and card.level > highest:
        worth += token_worth(state, seat)
    if column.tarot is not None:
        worth -= TOKEN if mine and card.level < highest else 1.0
    return worth + (0.05 * card.level if column.tarot is None else 0)


def _cost_of_paying(
    state: State,
    seat: Seat,
    hand: tuple[Card, ...],
    card: Tarot,
    discards: tuple[Common, ...],
    coins: int,
    gives_up: Tarot | None,
) -> float:
    """Put a worth on what a capture takes, less the token that paying like this may bring."""
    cost = COIN * coins + sum(worth_of_card(state, seat, hand, one) for one in discards)
    if gives_up is not None:
        column = next(place for place, own in enumerate(state.players[seat].columns) if own.tarot == gives_up)
        cost += TOKEN if state.fate_tarot[column] == seat else 1.0
    elif discards in discards_for_a_token(state, seat, card, discards, len(discards)):
        cost -= token_worth(state, seat)
    return cost
