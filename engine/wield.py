"""What using a Tarot does, once it is known to be legal: the one place that knows the verbs of tarot.py."""

from dataclasses import replace
from typing import assert_never

from engine.acts import Use
from engine.cards import HIDDEN, Common, Seat, Suit, Tarot
from engine.costs import skip_price
from engine.ending import at_threshold
from engine.events import Event, FateMoved, LevelReached
from engine.fate import holder_after_fall, holder_after_taken
from engine.offers import fits, stripped, suit_above
from engine.pieces import (
    beside,
    dropped,
    end_action,
    move_coins,
    owned,
    played,
    with_action,
    with_column,
    with_known,
    with_player,
)
from engine.powers import instead_of_action, offers
from engine.ranges import ONE, Range, exactly
from engine.state import Action, State
from engine.tarot import Cards, Coins, Fate, Gain, MarketAscend, Offer, Verb


def use(state: State, act: Use, events: list[Event]) -> State:
    """Use a Tarot: pay for it, do what it says, and end the action where it takes its place."""
    turn, above, offer = state.turn, suit_above(state, act.seat, act.tarot), offers(state, act.tarot)[0]
    if turn is None or turn.action is None or above is None:
        raise AssertionError("legality let a Tarot be used outside an action")
    action = turn.action
    state = replace(state, turn=replace(turn, used=(*turn.used, act.tarot)))
    if offer.verb is not Verb.TAKE_TOP:
        state = move_coins(state, act.seat, None, exactly(offer.price), events)
    if offer.verb in (Verb.TOKEN, Verb.SHOWDOWN):
        state = _discard(state, act.seat, act.cards, above, offer.cards or Cards(0))
    match offer.verb:
        case Verb.TOKEN:
            state = beside(state, act.seat, ONE, events)
        case Verb.RICHEST:
            state = _richest(state, act.seat, events)
        case Verb.LARGEST_HAND:
            return _largest_hand(state, act.seat, action)
        case Verb.TURN:
            column = state.players[act.seat].column(above)
            state = with_column(state, act.seat, above, replace(column, turned=not column.turned))
            state = beside(state, act.seat, ONE, events) if column.turned else state
        case Verb.FALL:
            state = _fall(state, act.seat, stripped(offer, above), events)
        case Verb.STEAL:
            if act.suit is None:
                raise AssertionError("legality let a token of no suit be stolen")
            state = _hand_over(state, act.suit, act.seat, events)
        case Verb.GIVE:
            state = beside(_give(state, act, offer), act.seat, ONE, events)
        case Verb.TAKE_TOP:
            state = _take_top(state, act, offer, events)
        case Verb.SHOWDOWN:
            state = beside(state, act.seat, ONE, events) if act.foe is None else _showed(state, act, act.foe)
        case _:
            assert_never(offer.verb)
    return end_action(state) if instead_of_action(state, offer) else state


def gain(state: State, seat: Seat, gained: Gain, events: list[Event]) -> State:
    """Give a seat what a Tarot answers with, but for a further ascend."""
    match gained:
        case MarketAscend():
            raise AssertionError("an ascend is part of the capture that brings it")
        case Coins():
            return move_coins(state, None, seat, exactly(gained.amount), events)
        case Fate():
            return beside(state, seat, exactly(gained.tokens), events)
        case _:
            assert_never(gained)


def _discard(state: State, seat: Seat, cards: tuple[Common, ...] | None, above: Suit, wanted: Cards) -> State:
    """Discard what a power asks for; where nobody saw which, all that may be gone is no longer known."""
    player = state.players[seat]
    if cards is not None:
        state = with_player(state, seat, replace(player, hand=played(player.hand, cards)))
        return replace(state, discards=(*state.discards, *cards))
    most = max(wanted.least, player.hand.common.hi) if wanted.more else wanted.least
    hand = dropped(player.hand, Range(wanted.least, most), lambda card: fits(wanted, above, card))
    state = with_player(state, seat, replace(player, hand=hand))
    unseen = state.unseen_discards + Range(0, most - wanted.least)
    return replace(state, discards=(*state.discards, *(HIDDEN,) * wanted.least), unseen_discards=unseen)


def _richest(state: State, seat: Seat, events: list[Event]) -> State:
    purses = [player.coins for player in state.players]
    most = Range(max(coins.lo for coins in purses), max(coins.hi for coins in purses))
    own = purses[seat]
    gains = Range(max(0, most.lo - own.hi), max(0, most.hi - own.lo))
    state = move_coins(state, None, seat, gains, events)
    if gains.exact is not None or state.setup.house.bank_runs_out:
        return state
    return with_player(state, seat, replace(state.players[seat], coins=most))


def _largest_hand(state: State, seat: Seat, action: Action) -> State:
    """Make the action a draft up to the largest hand: of as many cards as that may be at the most."""
    draws = max(0, largest_hand(state, seat).hi - state.players[seat].hand.common.lo)
    return end_action(state) if draws == 0 else with_action(state, replace(action, limit=draws))


def largest_hand(state: State, seat: Seat) -> Range:
    """Count the cards of the largest hand as a seat sees it; that of the solo bot does not count for others (§C19)."""
    bot = state.setup.bot
    uncounted = None if bot is None or seat == bot.seat else bot.seat
    hands = [player.hand.common for other, player in enumerate(state.players) if other != uncounted]
    return Range(max(hand.lo for hand in hands), max(hand.hi for hand in hands))


def _fall(state: State, seat: Seat, suits: tuple[Suit, ...], events: list[Event]) -> State:
    """Discard top cards, one suit after another, each with its token (§A8-A12); the own new token comes last (§A11)."""
    for suit in suits:
        column = state.players[seat].column(suit)
        state = with_column(state, seat, suit, replace(column, stack=column.stack[:-1]))
        state = replace(state, discards=(*state.discards, column.stack[-1]))
        events.append(LevelReached(seat, suit, column.stack[-2].level))
        levels = [player.column(suit).level for player in state.players]
        state = _hand_over(state, suit, holder_after_fall(levels, state.fate_common[suit.column], seat), events)
        if at_threshold(state) is not None:
            return state
    return beside(state, seat, ONE, events)


def _take_top(state: State, act: Use, offer: Offer, events: list[Event]) -> State:
    """Pay a foe for the top card of a column and ascend with it; the token is looked at again afterwards (§A18)."""
    if act.foe is None or act.suit is None:
        raise AssertionError("legality let a card of nobody be taken")
    suit = act.suit
    state = move_coins(state, act.seat, act.foe, exactly(offer.price), events)
    theirs, own = state.players[act.foe].column(suit), state.players[act.seat].column(suit)
    card = theirs.stack[-1]
    if card.level == own.level + 2:
        state = move_coins(state, act.seat, None, exactly(skip_price(state, act.seat)), events)
    state = with_column(state, act.foe, suit, replace(theirs, stack=theirs.stack[:-1]))
    state = with_column(state, act.seat, suit, replace(own, stack=(*own.stack, card)))
    events += [LevelReached(act.foe, suit, theirs.stack[-2].level), LevelReached(act.seat, suit, card.level)]
    levels, holder = [player.column(suit).level for player in state.players], state.fate_common[suit.column]
    if state.setup.house.taken_like_fallen and holder is not None:
        return _hand_over(state, suit, holder_after_fall(levels, holder, holder), events)
    return _hand_over(state, suit, holder_after_taken(levels, holder), events)


def _hand_over(state: State, suit: Suit, taker: Seat | None, events: list[Event]) -> State:
    """Move the token on the Common cards of a suit, None: to the supply."""
    holder = state.fate_common[suit.column]
    if taker == holder:
        return state
    events.append(FateMoved("common", suit, holder, taker))
    return replace(state, fate_common=owned(state.fate_common, suit, taker))


def _give(state: State, act: Use, offer: Offer) -> State:
    count = offer.cards.least if offer.cards else 0
    player = state.players[act.seat]
    shown = tuple(card for _, card in act.given if card is not None)
    hand = played(player.hand, shown)
    hand = dropped(hand, exactly(count - len(shown)), lambda _card: True)
    state = with_player(state, act.seat, replace(player, hand=hand))
    for foe in state.seats:
        got = [card for taker, card in act.given if taker == foe]
        more = exactly(len(got)) if act.given else Range(0, 0 if foe == act.seat else count)
        held = state.players[foe].hand
        known = with_known(held, *(card for card in got if card is not None))
        held = replace(held, common=held.common + more, known=known)
        state = with_player(state, foe, replace(state.players[foe], hand=held))
    return state


def _showed(state: State, act: Use, foe: Seat) -> State:
    """A foe showed cards and keeps them: they are known now."""
    player, shown = state.players[foe], list(act.shown or ())
    hand = player.hand
    for card in hand.known:
        if card in shown:
            shown.remove(card)
    known = with_known(hand, *shown)
    sure = sum(not isinstance(card, Tarot) for card in known)
    hand = replace(hand, common=hand.common.narrow(lo=max(sure, hand.common.lo)), known=known)
    return with_player(state, foe, replace(player, hand=hand))
