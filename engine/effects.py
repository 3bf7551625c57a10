"""What each act does to the state, once it is known to be legal."""

from dataclasses import replace
from typing import assert_never

from engine.acts import (
    Act,
    Ascend,
    Buy,
    Capture,
    Done,
    Draft,
    Effect,
    Follow,
    Lead,
    Pass,
    Refill,
    Shift,
    Shuffle,
    Take,
    TurnUp,
    Unseen,
    Use,
    Waive,
)
from engine.bank import given
from engine.capture import capture
from engine.cards import HIDDEN, Common, Hidden, Seat, Suit, Tarot
from engine.costs import (
    action_limit,
    discard_limit,
    market_price,
    mat_price,
    pass_income,
    printed,
    skip_price,
)
from engine.counts import within_the_box
from engine.ending import over
from engine.events import Event, FateMoved, GameOver, LevelReached, Step, TurnOver
from engine.fate import holder_after_ascend
from engine.hidden import close, follow, unseen_answer
from engine.implied import settled
from engine.moved import move
from engine.ordered import market_order, move_up, out_of_order
from engine.pieces import (
    answered,
    draw,
    end_action,
    from_mat,
    move_coins,
    owned,
    played,
    put_off,
    shuffle,
    with_action,
    with_column,
    with_known,
    with_player,
    with_use,
    without,
)
from engine.powers import answers
from engine.ranges import ONE, Range, exactly
from engine.state import Action, State, Turn
from engine.tarot import When
from engine.turns import empty_spots, next_leader, refilling
from engine.wield import gain, use


def effect(state: State, act: Act) -> Step:
    """Do a legal act."""
    events: list[Event] = []
    state = settled(state, act, events)
    match act:
        case Lead():
            state = _lead(_end_turn(state, events), act)
        case Follow():
            state = follow(state, act, events)
        case Pass():
            income = _taken(state, pass_income(state, act.seat), act.amount)
            state = answered(move_coins(state, None, act.seat, income, events), act.seat)
            for _, answer in answers(state, act.seat, When.PASS):
                state = gain(state, act.seat, answer.gain, events)
        case Unseen():
            acting = _acting(state) == act.seat
            state = close(state, events) if acting else unseen_answer(state, act.seat)
        case Take():
            action = _action(state)
            amount = _taken(state, action.limit, act.amount)
            state = end_action(move_coins(state, None, act.seat, amount, events))
        case Buy():
            state = _buy(state, act, events)
        case Draft():
            state = _draft(state, act, events)
        case Ascend():
            state = _ascend(state, act, events)
        case Capture():
            state = capture(state, act, events)
        case Use():
            state = use(state, act, events)
        case Waive():
            state = _waive(state, act)
        case Effect():
            state = move(state, act, events)
        case Done():
            state = end_action(state)
        case Refill():
            state = _refill(state, act, events)
        case Shuffle():
            state = shuffle(state, events)
        case TurnUp():
            state = _turn_up(state, act, events)
        case Shift():
            tarots, commons = move_up(state)
            state = replace(state, market_tarot=tarots, market_common=commons)
        case _:
            assert_never(act)
    state = conclude(within_the_box(replace(state, count=state.count + 1)), events)
    return Step(state, tuple(events))


# Turn, action, end


def _acting(state: State) -> Seat | None:
    return state.turn.action.seat if state.turn and state.turn.action else None


def _action(state: State) -> Action:
    if state.turn is None or state.turn.action is None:
        raise AssertionError("legality let an act through that belongs to no action")
    return state.turn.action


def _lead(state: State, act: Lead) -> State:
    suit = act.suit
    action = Action(
        act.seat,
        suit,
        following=False,
        limit=action_limit(state, act.seat, suit, following=False),
        discard_limit=discard_limit(state, act.seat, following=False) if suit is Suit.CAPTURE else None,
    )
    level = state.players[act.seat].column(suit).level
    return replace(put_off(state), leader=act.seat, turn=Turn(act.seat, suit, level, action=action))


def _waive(state: State, act: Waive) -> State:
    turn = state.turn
    return replace(state, turn=replace(turn, waived=(*turn.waived, act.tarot))) if turn else state


def _end_turn(state: State, events: list[Event]) -> State:
    if state.turn is None:
        return state
    leader = next_leader(state)
    events.append(TurnOver(leader))
    return replace(state, leader=leader, turn=None)


def conclude(state: State, events: list[Event]) -> State:
    """End the game at the threshold (§C16) or by depletion (§C4), and the turn when nothing of it is left (§C1)."""
    end = over(state)
    if end is not None:
        events.append(GameOver(end))
        return replace(state, end=end)
    if not refilling(state) or _acting(state) is not None:
        return state
    return state if any(empty_spots(state)) or out_of_order(state) else _end_turn(state, events)


# Coins, cards and tokens


def _taken(state: State, number: int | None, told: int | None) -> Range:
    """Return what is taken off the bank by a printed number, or what is told of it."""
    if told is not None:
        return exactly(told)
    return printed(None) if number is None else given(state, number)


def _buy(state: State, act: Buy, events: list[Event]) -> State:
    price, coins = mat_price(state) if act.price is None else act.price, state.players[act.seat].coins
    state = move_coins(state, act.seat, None, Range(0, coins.hi) if price is None else exactly(price), events)
    return end_action(from_mat(state, act.seat, ONE, events))


def _draft(state: State, act: Draft, events: list[Event]) -> State:
    card: Common | Hidden | Tarot | None = act.card
    if act.spot is None:
        state = draw(state, act.card, events)
    else:
        card = state.market_common[act.spot] if act.card is None else act.card
        state = _off_market(state, act.spot)
    hand = state.players[act.seat].hand
    known = with_known(hand, card) if isinstance(card, Common) else hand.known
    hand = replace(hand, common=hand.common + 1, known=known)
    state = with_player(state, act.seat, replace(state.players[act.seat], hand=hand))
    return with_use(state, _action(state))


def _turn_up(state: State, act: TurnUp, events: list[Event]) -> State:
    """Turn up a card for the solo bot, of the deck or for a Tarot of its hand, where it stays until it is used."""
    card: Common | Hidden = HIDDEN if act.card is None else act.card
    if act.tarot is None:
        return replace(draw(state, act.card, events), turned_up=(*state.turned_up, card))
    action = _action(state)
    return with_action(state, replace(action, picked=(*action.picked, card), picks_for=act.tarot))


def _off_market(state: State, spot: int) -> State:
    market = state.market_common
    return replace(state, market_common=(*market[:spot], None, *market[spot + 1 :]))


def _ascend(state: State, act: Ascend, events: list[Event]) -> State:
    card, column, action = act.card, state.players[act.seat].column(act.card.suit), _action(state)
    skips = card.level == column.level + 2
    if skips:
        state = move_coins(state, act.seat, None, exactly(skip_price(state, act.seat)), events)
    extra, action = action.market_ascend, replace(action, market_ascend=False)
    bot = state.setup.bot
    if act.spot is not None and (bot is None or act.seat != bot.seat or extra):
        price = 0 if extra else market_price(state, act.seat) or 0
        state = _off_market(move_coins(state, act.seat, None, exactly(price), events), act.spot)
    elif act.spot is not None:
        place = market_order(state.setup, "common").index(act.spot) + 1
        free, skipped = action.gone_through
        action = replace(action, gone_through=(free, place) if skips else (place, skipped))
        state = _off_market(state, act.spot)
    elif state.turned_up:
        seen = card in state.turned_up
        state = replace(state, turned_up=without(state.turned_up, card if seen else HIDDEN))
        action = action if state.turned_up else replace(action, limit=action.used + 1)
    else:
        player = state.players[act.seat]
        state = with_player(state, act.seat, replace(player, hand=played(player.hand, (card,))))
    state = with_column(state, act.seat, card.suit, replace(column, stack=(*column.stack, card)))
    events.append(LevelReached(act.seat, card.suit, card.level))
    levels = [other.column(card.suit).level for other in state.players]
    holder = state.fate_common[card.suit.column]
    taker = holder_after_ascend(levels, holder, act.seat)
    if taker != holder:
        events.append(FateMoved("common", card.suit, holder, taker))
        state = replace(state, fate_common=owned(state.fate_common, card.suit, taker))
    if not extra:
        return with_use(state, action)
    return end_action(state) if action.used == action.limit else with_action(state, action)


def _refill(state: State, act: Refill, events: list[Event]) -> State:
    if act.market == "tarot":
        tarots, face = state.market_tarot, HIDDEN if act.card is None else act.card
        if tarots[act.spot] is None:
            state = replace(state, deck_tarot=state.deck_tarot.narrow(lo=1) - 1)
        return replace(state, market_tarot=(*tarots[: act.spot], face, *tarots[act.spot + 1 :]))
    if state.market_common[act.spot] is None:
        state = draw(state, act.card if isinstance(act.card, Common) else None, events)
    commons, face = state.market_common, HIDDEN if act.card is None else act.card
    return replace(state, market_common=(*commons[: act.spot], face, *commons[act.spot + 1 :]))
