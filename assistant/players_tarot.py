"""What simple players do with their Tarot: how these can be used with the hand really held, and what that is worth."""

from collections.abc import Iterator
from itertools import cycle
from typing import Final

from assistant.worth import COIN, TOKEN, token_worth, worth_of_card
from engine.acts import Use
from engine.cards import SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import answered_by, capture_cost, follow_cost
from engine.offers import fits, open_uses, suit_above
from engine.powers import answers, offers, powers
from engine.rules import apply
from engine.state import State
from engine.tarot import Fate, Offer, Verb, When
from engine.turns import foes

LEVEL: Final = 1.2
HALF_TURNED: Final = 0.7
"""Of a token, for a Tarot that brings one when it is turned again."""
SHOWDOWNS: Final = (0.0, 0.4, 0.7, 0.9)
"""How likely a foe is taken not to show more than so many cards."""


def uses(state: State, seat: Seat, hand: tuple[Card, ...]) -> Iterator[Use]:
    """List what a seat, which is acting, can use with its hand: cards that it needs least. Not all are legal."""
    for act in open_uses(state):
        offer, above = offers(state, act.tarot)[0], suit_above(state, seat, act.tarot)
        if offer.cards is None:
            yield act
        elif act.foe is None and above is not None:
            yield from _with_cards(state, act, above, offer, hand)


def _with_cards(state: State, act: Use, above: Suit, offer: Offer, hand: tuple[Card, ...]) -> Iterator[Use]:
    wanted, seat = offer.cards, act.seat
    if wanted is None:
        return
    cards = sorted(
        (card for card in hand if isinstance(card, Common) and fits(wanted, above, card)),
        key=lambda card: (worth_of_card(state, seat, hand, card), card),
    )
    if wanted.each:
        cards = [
            next(card for card in cards if card.suit is suit) for suit in SUITS if suit in {one.suit for one in cards}
        ]
    if len(cards) < wanted.least:
        return
    if offer.verb is Verb.GIVE:
        poorest = cycle(sorted(foes_of(state, seat), key=lambda foe: state.fate(foe).lo))
        yield Use(seat, act.tarot, given=tuple(zip(poorest, cards[: wanted.least], strict=False)))
        return
    for count in range(wanted.least, (len(cards) if wanted.more else wanted.least) + 1):
        yield Use(seat, act.tarot, cards=tuple(cards[:count]))


def foes_of(state: State, seat: Seat) -> list[Seat]:
    """List all seats but one."""
    return [other for other in state.seats if other != seat]


def discards_for_a_token(
    state: State, seat: Seat, card: Tarot, commons: tuple[Common, ...], limit: int
) -> Iterator[tuple[Common, ...]]:
    """Give what of some cards a seat could discard for a capture so that it brings a token besides (§C12)."""
    for _, answer in answers(state, seat, When.CAPTURES):
        if answer.where is None or not isinstance(answer.gain, Fate):
            continue
        own = sorted(one for one in commons if one.suit is answer.action)
        cost = capture_cost(state, seat, card)
        for count in range(1, min(limit, len(own)) + 1):
            if answered_by(answer, state, seat, tuple(own[:count]), cost):
                yield tuple(own[:count])
                break


def gains_beside(state: State, seat: Seat) -> bool:
    """Tell whether a seat has a Tarot that can be used before or in place of an action."""
    return any(found.offers for _, found in powers(state, seat))


def worth_of_use(state: State, seat: Seat, hand: tuple[Card, ...], act: Use) -> float:
    """Put a worth on a legal use, in cards: what a seat has after it, less what it had."""
    after, offer = apply(state, act).state, offers(state, act.tarot)[0]
    before_it, after_it = state.players[seat], after.players[seat]
    tokens = after.fate(seat).lo - state.fate(seat).lo
    worth = token_worth(state, seat) if tokens > 0 else TOKEN * tokens
    if offer.verb is Verb.SHOWDOWN:
        worth *= SHOWDOWNS[min(len(act.cards or ()), len(SHOWDOWNS) - 1)]
    if offer.verb is Verb.TURN and tokens == 0:
        worth += HALF_TURNED * TOKEN
    theirs = sum(after.fate(foe).lo - state.fate(foe).lo for foe in foes_of(state, seat))
    worth -= TOKEN / 2 * theirs / len(state.players)
    worth += COIN * (after_it.coins.lo - before_it.coins.lo)
    levels = zip(after_it.columns, before_it.columns, strict=True)
    worth += LEVEL * sum(new.level - old.level for new, old in levels)
    given = (card for _, card in act.given if card is not None)
    worth -= sum(worth_of_card(state, seat, hand, card) for card in (*(act.cards or ()), *given))
    action = after.turn.action if after.turn else None
    if offer.verb is Verb.LARGEST_HAND and action is not None:
        worth += LEVEL * (action.limit or 0)
    return worth


def worth_of_waive(state: State, seat: Seat) -> float:
    """Put a worth on letting foes follow: the fees of those who would pay, less what they get for it."""
    fees = [follow_cost(state, foe) for foe in foes(state) if foe != seat]
    return sum(COIN * fee - LEVEL for fee in fees)
