"""Simple players for simulations and the demonstration: they know their own hand and what everybody sees."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from engine.acts import Act, Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Take
from engine.cards import SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import action_limit, discard_limit, follow_cost, mat_price, pass_income, payments, skip_price
from engine.rules import why_not
from engine.state import State
from engine.turns import awaited

Choose = Callable[[State, Seat, tuple[Card, ...], Random], Act]
"""A player: from the state, the own seat and hand, and a source of chance, the next act."""

COIN: Final = 0.5
TOKEN: Final = 5.0
WIN: Final = 100.0
FRESH: Final = 4.0
UNSEEN_CARD: Final = 1.2


def greedy(state: State, seat: Seat, hand: tuple[Card, ...], chance: Random) -> Act:
    """Play what is worth most at once; Fate tokens above all. Chance only breaks near ties."""
    return max(choices(state, seat, hand), key=lambda act: worth_of(state, seat, hand, act) + chance.random())


def careless(state: State, seat: Seat, hand: tuple[Card, ...], chance: Random) -> Act:
    """Play any legal act, but seldom stop half-way."""
    acts = tuple(choices(state, seat, hand))
    going_on = tuple(act for act in acts if not isinstance(act, Done))
    return chance.choice(going_on if going_on and chance.random() < 0.9 else acts)


PLAYERS: Final[dict[str, Choose]] = {"greedy": greedy, "random": careless}
"""The players by the names that the command line knows them by."""


def choices(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Act]:
    """List the legal acts of a seat with the hand it really holds; never empty when it is that seat's move."""
    action = state.turn.action if state.turn else None
    if action is not None and action.seat == seat:
        acts = (*_pieces(state, seat, hand, action.suit), Done(seat))
    elif awaited(state) == seat:
        acts = (Follow(seat, follow_cost(state, seat)), Pass(seat, pass_income(state, seat)))
    else:
        acts = tuple(Lead(seat, suit) for suit in SUITS)
    yield from (act for act in acts if why_not(state, act) is None)


def _pieces(state: State, seat: Seat, hand: tuple[Card, ...], suit: Suit) -> Iterator[Act]:
    match suit:
        case Suit.EARN:
            yield from (Take(seat, action_limit(state, seat, suit, following=False)), Buy(seat, mat_price(state)))
        case Suit.DRAFT:
            yield from (
                Draft(seat, card, spot) for spot, card in enumerate(state.market_common) if isinstance(card, Common)
            )
            yield Draft(seat)
        case Suit.ASCEND:
            yield from (Ascend(seat, card) for card in dict.fromkeys(hand) if isinstance(card, Common))
        case Suit.CAPTURE:
            yield from _captures(state, seat, hand)


def _captures(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Act]:
    commons = tuple(card for card in hand if isinstance(card, Common))
    coins = state.players[seat].coins.lo
    action = state.turn.action if state.turn else None
    limit = len(commons)
    if action is not None and action.discard_limit is not None:
        limit = action.discard_limit - action.discarded.lo
    shown = [(card, spot) for spot, card in enumerate(state.market_tarot) if isinstance(card, Tarot)]
    held = [(card, None) for card in hand if isinstance(card, Tarot)]
    for card, spot in (*shown, *held):
        for discards, due in payments(state, seat, card, commons, limit):
            if due <= coins:
                yield from (Capture(seat, card, suit, spot, discards, due) for suit in SUITS)


def worth_of(state: State, seat: Seat, hand: tuple[Card, ...], act: Act) -> float:
    """Put a rough worth on an act, in cards: a token 5, a coin a half, winning everything."""
    match act:
        case Lead():
            value = _worth_of_action(state, seat, hand, act.suit, following=False)
            return value + _freshness(state, act.suit) if value > 0 else value
        case Follow():
            suit = state.turn.suit if state.turn else Suit.EARN
            return _worth_of_action(state, seat, hand, suit, following=True) - COIN * follow_cost(state, seat)
        case Pass():
            return COIN * (pass_income(state, seat) or 0)
        case Take():
            return 1.0
        case Buy():
            return _token(state, seat)
        case Draft():
            return UNSEEN_CARD if act.card is None else _use(state, seat, hand, act.card)
        case Ascend():
            return _worth_of_ascend(state, seat, act.card)
        case Capture():
            return _worth_of_capture(state, seat, hand, act)
        case _:
            return 0.0


def _freshness(state: State, suit: Suit) -> float:
    """Favour what nobody has done yet, so that openings are lively: first an ascend, then a capture."""
    if suit is Suit.ASCEND and all(column.level == 1 for player in state.players for column in player.columns):
        return 2 * FRESH
    return FRESH if suit is Suit.CAPTURE and state.fate_tarot.count(None) == len(SUITS) else 0.0


def _token(state: State, seat: Seat) -> float:
    return WIN if state.fate(seat).lo + 1 >= state.threshold else TOKEN


def _worth_of_action(state: State, seat: Seat, hand: tuple[Card, ...], suit: Suit, *, following: bool) -> float:
    limit = action_limit(state, seat, suit, following) or 1
    match suit:
        case Suit.EARN:
            price = mat_price(state)
            affordable = price is not None and state.players[seat].coins.lo >= price
            return _token(state, seat) if affordable else COIN * limit
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
            commons = tuple(card for card in hand if isinstance(card, Common))
            discards = discard_limit(state, seat, following) or 0
            shown = [(card, spot) for spot, card in enumerate(state.market_tarot) if isinstance(card, Tarot)]
            held = [(card, None) for card in hand if isinstance(card, Tarot)]
            coins = state.players[seat].coins.lo
            worths = [0.0]
            for tarot, spot in (*shown, *held):
                for gone, due in payments(state, seat, tarot, commons, discards):
                    if due <= coins:
                        acts = (Capture(seat, tarot, under, spot, gone, due) for under in SUITS)
                        worths.extend(_worth_of_capture(state, seat, hand, act) for act in acts)
            return max(worths)


def _worth_of_ascend(state: State, seat: Seat, card: Common) -> float:
    holder = state.fate_common[card.suit.column]
    others = max(player.column(card.suit).level for other, player in enumerate(state.players) if other != seat)
    gains = holder != seat and card.level > others
    skipped = card.level - state.players[seat].column(card.suit).level == 2
    return 1.5 + (_token(state, seat) if gains else 0) - (2.0 if skipped else 0)


def _worth_of_capture(state: State, seat: Seat, hand: tuple[Card, ...], act: Capture) -> float:
    column = state.players[seat].column(act.suit)
    rivals = [player.column(act.suit).tarot for other, player in enumerate(state.players) if other != seat]
    highest = max((tarot.level for tarot in rivals if tarot), default=-1)
    mine = state.fate_tarot[act.suit.column] == seat
    worth = 0.3
    if not mine and act.card.level > highest:
        worth += _token(state, seat)
    if column.tarot is not None:
        worth -= TOKEN if mine and act.card.level < highest else 1.0
    worth += 0.05 * act.card.level if column.tarot is None else 0
    return worth - COIN * (act.coins or 0) - sum(_use(state, seat, hand, card) for card in act.discards or ())


def _use(state: State, seat: Seat, hand: tuple[Card, ...], card: Common) -> float:
    """Rate a card for a hand: what can be played soon is worth keeping, what is high pays for a Tarot."""
    rise = card.level - state.players[seat].column(card.suit).level
    if card in hand and hand.count(card) > 1:
        rise = 0
    return {1: 1.6, 2: 1.0, 3: 0.8}.get(rise, 0.3) + 0.05 * card.level
