"""The rules in three questions: what may be done now, why not, and what it does."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from engine.acts import Act, Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Refill, Shift, Shuffle, Take, Unseen
from engine.automa import decide
from engine.cards import GREATEST_LESSER, SUITS, TAROTS, Common, Seat, Suit, Tarot
from engine.costs import discards_left, market_price, payments, tarot_seen
from engine.effects import effect
from engine.errors import IllegalAct
from engine.events import Step
from engine.hidden import close
from engine.legality import why_not
from engine.offers import open_uses, open_waives
from engine.powers import Rule, ask
from engine.refusals import Refusal
from engine.state import Action, State
from engine.turns import awaited, empty_spots, next_leader, refilling

__all__ = ["Refusal", "Step", "apply", "legal", "why_not"]


def apply(state: State, act: Act) -> Step:
    """Do an act: the state after it and what it did. Raises IllegalAct where the rules do not allow it."""
    refusal = why_not(state, act)
    if refusal is not None:
        raise IllegalAct(refusal.reason, refusal.rule)
    return effect(state, act)


def legal(state: State) -> tuple[Act, ...]:
    """List the acts that may come now: minimal payments, and one open form where cards or coins are hidden.

    Payments are listed with known cards, and with discards only where their limit is known. Naming the face of a
    market card that nobody saw is always allowed besides, and not listed.
    """
    return tuple(act for alike in _candidates(state) if why_not(state, alike[0]) is None for act in alike)


def _candidates(state: State) -> Iterator[Sequence[Act]]:
    """Give what may come now, acts that no rule tells apart together: all of them are legal, or none."""
    action = state.turn.action if state.turn else None
    told, implied = _decided(state), tuple[Act, ...]()
    if action is not None and not told and state.setup.bot is not None:
        implied = _decided(close(state, []))
    yield from ((act,) for act in (*told, *implied))
    if action is not None:
        if not told:
            yield from _within(state, action)
            yield from ((use,) for use in open_uses(state))
            yield (Done(action.seat),)
        yield (Unseen(action.seat),)
    foe = awaited(state)
    if foe is not None:
        if not implied and (not told or action is not None):
            yield from ((Follow(foe),), (Pass(foe),))
        yield (Unseen(foe),)
    elif not implied and (not told or action is not None):
        leader = next_leader(state)
        yield [Lead(leader, suit) for suit in SUITS]
    yield from ((waive,) for waive in open_waives(state))
    if refilling(state):
        yield from ((Refill(market, spot),) for market, spot in empty_spots(state))
        yield (Shift(),)
    if state.deck_common.lo == 0:
        yield (Shuffle(),)


def _decided(state: State) -> tuple[Act, ...]:
    """List what the solo bot may do now, but for asking what lies in a market."""
    return tuple(one.act for one in decide(state) if not isinstance(one.act, Refill))


def _within(state: State, action: Action) -> Iterator[Sequence[Act]]:
    seat = action.seat
    if action.market_ascend or market_price(state, seat) is not None:
        yield from ((ascend,) for ascend in _ascends_from_market(state, seat))
    match action.suit:
        case Suit.EARN:
            yield from ((Take(seat),), (Buy(seat),))
        case Suit.DRAFT:
            yield from ((Draft(seat, spot=spot),) for spot in range(len(state.market_common)))
            yield (Draft(seat),)
        case Suit.ASCEND:
            for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
                for level in range(column.level + 1, min(column.level + 2, 6) + 1):
                    yield (Ascend(seat, Common(suit, level)),)
        case Suit.CAPTURE:
            yield from _captures(state, action)
        case _:
            assert_never(action.suit)


def _ascends_from_market(state: State, seat: Seat) -> Iterator[Act]:
    for spot, card in enumerate(state.market_common):
        if isinstance(card, Common):
            yield Ascend(seat, card, spot)
        elif card is not None:
            for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
                for level in range(column.level + 1, min(column.level + 2, 6) + 1):
                    yield Ascend(seat, Common(suit, level), spot)


def _captures(state: State, action: Action) -> Iterator[Sequence[Act]]:
    """Give the captures of an action, each payment under every suit: where a Tarot goes is not asked (§C25)."""
    seat, player = action.seat, state.players[action.seat]
    known = tuple(card for card in player.hand.known if isinstance(card, Common))
    limit = discards_left(action) or 0
    most = ask(state, seat, Rule.GIVES_UP_TO, 0)
    own = (column.tarot for column in player.columns)
    given = [tarot for tarot in own if tarot is not None and 1 <= tarot.level <= most]
    for card, spot in _capturable(state, seat):
        yield [Capture(seat, card, suit, spot) for suit in SUITS]
        for discards, coins in payments(state, seat, card, known, limit):
            if coins > player.coins.hi:
                break
            yield [Capture(seat, card, suit, spot, discards, coins) for suit in SUITS]
        for tarot in given:
            yield [Capture(seat, card, suit, spot, gives_up=tarot) for suit in SUITS]


def _capturable(state: State, seat: Seat) -> Iterator[tuple[Tarot, int | None]]:
    for spot, card in enumerate(state.market_tarot):
        if isinstance(card, Tarot):
            yield card, spot
    hand = state.players[seat].hand
    held = [card for card in hand.known if isinstance(card, Tarot)]
    yield from ((card, None) for card in held)
    if hand.tarot.hi > len(held):
        yield from ((card, None) for card in TAROTS[: GREATEST_LESSER + 1] if not tarot_seen(state, card))
