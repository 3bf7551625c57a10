"""What nobody saw: the rest of an action, and answers that nobody reported; counts become ranges."""

from collections import Counter
from dataclasses import replace
from itertools import takewhile
from typing import Final

from engine.acts import Follow
from engine.cards import Seat, Suit
from engine.costs import action_limit, discard_limit, follow_cost, mat_price, pass_income, printed
from engine.events import Event
from engine.offers import open_uses, why_not_use
from engine.pieces import answered, end_action, from_mat, move_coins, purse, unseen_draws, with_action, with_player
from engine.powers import must_pass, offers
from engine.ranges import Range, exactly, hull
from engine.state import Action, State
from engine.tarot import Verb
from engine.wield import use

_LEAVES_NO_TRACE: Final = (Verb.TOKEN, Verb.RICHEST, Verb.LARGEST_HAND, Verb.GIVE, Verb.SHOWDOWN)
"""What a Tarot may have done in place of an action without anything to be seen on the tableaus or in the market."""


def close(state: State, events: list[Event]) -> State:
    """End an action that nobody said was over: what of the rest no camera sees may have happened."""
    action = state.turn.action if state.turn else None
    return state if action is None else _or_a_tarot(state, _rest(state, action, events))


def _rest(state: State, action: Action, events: list[Event]) -> State:
    """Let the rest of an action have been done, or not."""
    state = end_action(state)
    if action.suit is Suit.DRAFT:
        rest = state.deck_common.hi if action.limit is None else action.limit - action.used
        return unseen_draws(state, action.seat, rest)
    if action.suit is Suit.EARN:
        coins, price = state.players[action.seat].coins, mat_price(state)
        taken = purse(coins + Range(0, printed(action.limit).hi))
        if state.mat_left.hi > 0 and coins.hi >= (price or 0):
            bought = Range(max(0, coins.lo - (coins.lo if price is None else price)), coins.hi - (price or 0))
            taken = hull((taken, bought))
            state = from_mat(state, action.seat, Range(0, 1), events)
        return with_player(state, action.seat, replace(state.players[action.seat], coins=taken))
    return state


def _or_a_tarot(state: State, rest: State) -> State:
    """Let a Tarot have been used in place of the action that is open in `state`; `rest` is how it ends otherwise."""
    for act in open_uses(state):
        offer = offers(state, act.tarot)[0]
        if offer.verb in _LEAVES_NO_TRACE and why_not_use(state, act) is None:
            other = use(state, act, [])
            action = other.turn.action if other.turn else None
            rest = either(rest, other if action is None else _rest(other, action, []))
    return rest


def either(one: State, other: State) -> State:
    """Make one state of two ways it may have gone; they differ in coins, hands, discards and tokens beside tableaus."""
    for seat in one.seats:
        mine, theirs = one.players[seat], other.players[seat]
        known = tuple((Counter(mine.hand.known) & Counter(theirs.hand.known)).elements())
        hand = replace(mine.hand, common=hull((mine.hand.common, theirs.hand.common)), known=known)
        coins, side = hull((mine.coins, theirs.coins)), hull((mine.side, theirs.side))
        one = with_player(one, seat, replace(mine, coins=coins, side=side, hand=hand))
    deck = hull((one.deck_common, other.deck_common))
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one.discards, other.discards, strict=False))
    both = tuple(card for card, _ in pairs)
    unseen = hull(way.unseen_discards + (len(way.discards) - len(both)) for way in (one, other))
    return replace(one, deck_common=deck, discards=both, unseen_discards=unseen)


def unseen_answer(state: State, seat: Seat) -> State:
    """Let a foe have answered as the rules allow, by passing or by following, and keep what either may have changed."""
    turn = state.turn
    if turn is None:
        raise AssertionError("legality let a foe answer nobody")
    coins = state.players[seat].coins
    passed = purse(coins + printed(pass_income(state, seat)))
    cost = 0 if turn.suit is Suit.EARN else follow_cost(state, seat)
    forced = turn.suit is Suit.EARN or must_pass(state, seat)
    before, state = state, answered(state, seat)
    if forced or coins.hi < cost:
        return with_player(state, seat, replace(state.players[seat], coins=passed))
    followed = coins.narrow(lo=cost) - cost
    state = with_player(state, seat, replace(state.players[seat], coins=hull((passed, followed))))
    leader = state.players[turn.leader]
    state = with_player(state, turn.leader, replace(leader, coins=purse(leader.coins + Range(0, cost))))
    if turn.suit is Suit.DRAFT:
        limit = action_limit(state, seat, turn.suit, following=True)
        state = unseen_draws(state, seat, state.deck_common.hi if limit is None else limit)
    return _or_a_tarot(follow(before, Follow(seat), []), state)


def follow(state: State, act: Follow, events: list[Event]) -> State:
    """Pay the leader, then open the action at the bottom of the own card (§B3, B11)."""
    if state.turn is None:
        raise AssertionError("legality let a foe follow nobody")
    suit = state.turn.suit
    cost = exactly(follow_cost(state, act.seat))
    state = answered(move_coins(state, act.seat, state.leader, cost, events), act.seat)
    action = Action(
        act.seat,
        suit,
        following=True,
        limit=action_limit(state, act.seat, suit, following=True),
        discard_limit=discard_limit(state, act.seat, following=True) if suit is Suit.CAPTURE else None,
    )
    return with_action(state, action)
