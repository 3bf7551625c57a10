"""What a CAPTURE does: its payment, the Tarot it places and the tokens that move, and what Tarot add to it."""

from dataclasses import replace

from engine.acts import Capture
from engine.cards import Common, Seat, Tarot
from engine.costs import answered_by, capture_cost, coins_due, discards_left, unseen_payment
from engine.events import Captured, Event
from engine.hidden import either
from engine.offers import suit_above
from engine.pieces import looked_at, move_coins, played, with_column, with_player, with_use, without
from engine.powers import Rule, answers, bending
from engine.ranges import Range, exactly
from engine.state import Action, Column, State
from engine.tarot import Answer, When
from engine.wield import gain


def capture(state: State, act: Capture, events: list[Event]) -> State:
    """Pay for a Tarot, place it, and look again at who is highest under each suit (§A13-A16)."""
    action = state.turn.action if state.turn else None
    if action is None:
        raise AssertionError("legality let a capture through that belongs to no action")
    before = state
    state, cards = _pay(state, act, action, events)
    if act.spot is None:
        hand = state.players[act.seat].hand
        hand = replace(hand, tarot=hand.tarot.narrow(lo=1) - 1, known=without(hand.known, act.card))
        state = with_player(state, act.seat, replace(state.players[act.seat], hand=hand))
    else:
        market = state.market_tarot
        state = replace(state, market_tarot=(*market[: act.spot], None, *market[act.spot + 1 :]))
    if act.gives_up is not None:
        state = _give_up(state, act.seat, act.gives_up)
    column = state.players[act.seat].column(act.suit)
    if column.tarot is not None:
        state = replace(state, gone=(*state.gone, column.tarot))
    state = with_column(state, act.seat, act.suit, Column(column.stack, act.card))
    events.append(Captured(act.seat, act.suit, act.card, column.tarot))
    state = looked_at(state, events)
    for _, answer in answers(before, act.seat, When.CAPTURES):
        state = _answer(before, state, act, cards, answer, events)
    ascends = any(tarot == act.card for tarot, _ in answers(state, act.seat, When.CAPTURED))
    captured, discarded = (*action.captured, act.card), action.discarded + cards
    action = replace(action, discarded=discarded, captured=captured, market_ascend=ascends, picked=(), picks_for=None)
    return with_use(state, action)


def _give_up(state: State, seat: Seat, tarot: Tarot) -> State:
    """Put an own Tarot out of the game; the Tarot that allows it is used up for this turn (§C11)."""
    suit, turn = suit_above(state, seat, tarot), state.turn
    if suit is None or turn is None:
        raise AssertionError("legality let a Tarot be given up that is not there")
    turn = replace(turn, used=(*turn.used, *bending(state, seat, Rule.GIVES_UP_TO)))
    state = with_column(state, seat, suit, Column(state.players[seat].column(suit).stack))
    return replace(state, gone=(*state.gone, tarot), turn=turn)


def _answer(before: State, state: State, act: Capture, cards: Range, answer: Answer, events: list[Event]) -> State:
    """Let a Tarot answer a capture, where it was paid for as that Tarot wants; perhaps, where nobody saw it."""
    cost = capture_cost(before, act.seat, act.card, act.gives_up)
    if answer.where is None or (act.discards is not None and answered_by(answer, before, act.seat, act.discards, cost)):
        return gain(state, act.seat, answer.gain, events)
    like = Common(answer.action or act.suit, 2)
    some = range(cards.lo, cards.hi + 1)
    if act.discards is None and any(answered_by(answer, before, act.seat, (like,) * count, cost) for count in some):
        return either(state, gain(state, act.seat, answer.gain, []))
    return state


def _pay(state: State, act: Capture, action: Action, events: list[Event]) -> tuple[State, Range]:
    """Pay for a capture; return the state and how many cards that took."""
    player = state.players[act.seat]
    if act.discards is not None:
        coins = coins_due(state, act.seat, act.card, act.discards, act.gives_up) if act.coins is None else act.coins
        state = with_player(state, act.seat, replace(player, hand=played(player.hand, act.discards)))
        state = replace(state, discards=(*state.discards, *act.discards))
        return move_coins(state, act.seat, None, exactly(coins), events), exactly(len(act.discards))
    payment = unseen_payment(state, act.seat, act.card, discards_left(action), act.coins, act.gives_up)
    if payment is None:
        raise AssertionError("legality let a capture through that nobody can pay")
    cards, paid = payment
    if cards.hi > 0:
        hand = player.hand
        common = Range(max(0, hand.common.lo - cards.hi), hand.common.hi - cards.lo)
        known = tuple(card for card in hand.known if isinstance(card, Tarot))
        state = with_player(state, act.seat, replace(player, hand=replace(hand, common=common, known=known)))
        state = replace(state, unseen_discards=state.unseen_discards + cards)
    return move_coins(state, act.seat, None, paid, events), cards
