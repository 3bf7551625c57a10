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
    Follow,
    Lead,
    Pass,
    Refill,
    Shift,
    Shuffle,
    Take,
    TurnUp,
    Unseen,
)
from engine.cards import HIDDEN, Common, Hidden, Seat, Suit, Tarot
from engine.costs import (
    action_limit,
    coins_due,
    discard_limit,
    follow_cost,
    mat_price,
    pass_income,
    printed,
    skip_price,
    unseen_payment,
)
from engine.events import Captured, Event, FateMoved, GameOver, LevelReached, Step, TurnOver
from engine.fate import holder_after_ascend, holder_of_tarot
from engine.ordered import market_order, move_up, out_of_order
from engine.pieces import (
    draw,
    move_coins,
    owned,
    played,
    purse,
    shuffle,
    unseen_draws,
    with_column,
    with_known,
    with_player,
    without,
)
from engine.ranges import Range, exactly, hull
from engine.state import Action, Column, End, State, Turn
from engine.turns import empty_spots, next_leader, refilling


def effect(state: State, act: Act) -> Step:
    """Do a legal act."""
    events: list[Event] = []
    if not _goes_on(state, act):
        state = _close(state)
    match act:
        case Lead():
            state = _lead(_end_turn(state, events), act)
        case Follow():
            state = _follow(state, act, events)
        case Pass():
            income = printed(pass_income(state, act.seat)) if act.amount is None else exactly(act.amount)
            state = _answered(move_coins(state, None, act.seat, income, events), act.seat)
        case Unseen():
            state = _close(state) if _acting(state) == act.seat else _unseen_answer(state, act.seat)
        case Take():
            action = _action(state)
            amount = printed(action.limit) if act.amount is None else exactly(act.amount)
            state = _done(move_coins(state, None, act.seat, amount, events))
        case Buy():
            state = _buy(state, act, events)
        case Draft():
            state = _draft(state, act, events)
        case Ascend():
            state = _ascend(state, act, events)
        case Capture():
            state = _capture(state, act, events)
        case Done():
            state = _done(state)
        case Refill():
            state = _refill(state, act, events)
        case Shuffle():
            state = shuffle(state, events)
        case TurnUp():
            state = draw(state, act.card, events)
            state = replace(state, turned_up=(*state.turned_up, HIDDEN if act.card is None else act.card))
        case Shift():
            tarots, commons = move_up(state)
            state = replace(state, market_tarot=tarots, market_common=commons)
        case _:
            assert_never(act)
    state = conclude(replace(state, count=state.count + 1), events)
    return Step(state, tuple(events))


# Turn, action, end


def _acting(state: State) -> Seat | None:
    return state.turn.action.seat if state.turn and state.turn.action else None


def _action(state: State) -> Action:
    if state.turn is None or state.turn.action is None:
        raise AssertionError("legality let an act through that belongs to no action")
    return state.turn.action


def _goes_on(state: State, act: Act) -> bool:
    """Tell whether an act leaves an open action open, rather than implying its end."""
    match act:
        case Refill():
            return (state.market_tarot if act.market == "tarot" else state.market_common)[act.spot] is HIDDEN
        case TurnUp():
            return state.setup.bot is not None and _acting(state) == state.setup.bot.seat
        case Shift():
            return False
        case Shuffle():
            return True
        case _:
            return _acting(state) == act.seat


def _with_action(state: State, action: Action | None) -> State:
    return replace(state, turn=replace(state.turn, action=action)) if state.turn else state


def _done(state: State) -> State:
    return _with_action(_put_off(state), None)


def _put_off(state: State) -> State:
    """Discard what was turned up for the solo bot and is no longer wanted (§C19)."""
    return replace(state, discards=(*state.discards, *state.turned_up), turned_up=()) if state.turned_up else state


def _used(state: State, action: Action) -> State:
    """Count one more use of the open action, which ends it where its number is reached."""
    action = replace(action, used=action.used + 1)
    return _done(state) if action.used == action.limit else _with_action(state, action)


def _close(state: State) -> State:
    """End an action that nobody said was over: what of the rest no camera sees may have happened."""
    action = state.turn.action if state.turn else None
    if action is None:
        return state
    state = _done(state)
    if action.suit is Suit.DRAFT:
        rest = state.deck_common.hi if action.limit is None else action.limit - action.used
        return unseen_draws(state, action.seat, rest)
    if action.suit is Suit.EARN:
        coins, price = state.players[action.seat].coins, mat_price(state)
        taken = purse(coins + printed(action.limit))
        if state.mat_left.hi > 0 and coins.hi >= (price or 0):
            bought = Range(max(0, coins.lo - (coins.lo if price is None else price)), coins.hi - (price or 0))
            taken = hull((taken, bought))
            state = _from_mat(state, action.seat, Range(0, 1))
        return with_player(state, action.seat, replace(state.players[action.seat], coins=taken))
    return state


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
    return replace(_put_off(state), leader=act.seat, turn=Turn(act.seat, suit, level, action=action))


def _answered(state: State, seat: Seat) -> State:
    turn = state.turn
    return replace(state, turn=replace(turn, answered=(*turn.answered, seat))) if turn else state


def _follow(state: State, act: Follow, events: list[Event]) -> State:
    if state.turn is None:
        raise AssertionError("legality let a foe follow nobody")
    suit = state.turn.suit
    cost = exactly(follow_cost(state, act.seat))
    state = _answered(move_coins(state, act.seat, state.leader, cost, events), act.seat)
    action = Action(
        act.seat,
        suit,
        following=True,
        limit=action_limit(state, act.seat, suit, following=True),
        discard_limit=discard_limit(state, act.seat, following=True) if suit is Suit.CAPTURE else None,
    )
    return _with_action(state, action)


def _unseen_answer(state: State, seat: Seat) -> State:
    """Let a foe have answered as the rules allow, by passing or by following, and keep what either may have changed."""
    turn = state.turn
    if turn is None:
        raise AssertionError("legality let a foe answer nobody")
    coins = state.players[seat].coins
    passed = purse(coins + printed(pass_income(state, seat)))
    cost = 0 if turn.suit is Suit.EARN else follow_cost(state, seat)
    state = _answered(state, seat)
    if turn.suit is Suit.EARN or coins.hi < cost:
        return with_player(state, seat, replace(state.players[seat], coins=passed))
    followed = coins.narrow(lo=cost) - cost
    state = with_player(state, seat, replace(state.players[seat], coins=hull((passed, followed))))
    leader = state.players[turn.leader]
    state = with_player(state, turn.leader, replace(leader, coins=purse(leader.coins + Range(0, cost))))
    if turn.suit is Suit.DRAFT:
        limit = action_limit(state, seat, turn.suit, following=True)
        state = unseen_draws(state, seat, state.deck_common.hi if limit is None else limit)
    return state


def _end_turn(state: State, events: list[Event]) -> State:
    if state.turn is None:
        return state
    leader = next_leader(state)
    events.append(TurnOver(leader))
    return replace(state, leader=leader, turn=None)


def conclude(state: State, events: list[Event]) -> State:
    """End the game at the threshold (§C16) or by depletion (§C4), and the turn when nothing of it is left (§C1)."""
    winners = tuple(seat for seat in state.seats if state.fate(seat).lo >= state.threshold)
    if winners and state.end is None:
        return _over(state, End("threshold", winners), events)
    if not refilling(state) or _acting(state) is not None:
        return state
    empty = state.market_common.count(None)
    if empty > state.deck_common.hi + len(state.discards) + state.unseen_discards.hi:
        return _over(state, End("depletion", _most_fate(state)), events)
    return state if any(empty_spots(state)) or out_of_order(state) else _end_turn(state, events)


def _over(state: State, end: End, events: list[Event]) -> State:
    events.append(GameOver(end))
    return replace(state, end=end)


def _most_fate(state: State) -> tuple[Seat, ...]:
    """Find the winner of a depleted game: tokens, then coins, cards in hand, highest Tarot (§C5), as far as known."""
    tied = state.seats
    for rank in (_tokens, _coins, _cards_in_hand, _highest_tarot):
        counts = {seat: rank(state, seat) for seat in tied}
        least = max(count.lo for count in counts.values())
        unsure = any(count.exact is None and count.hi >= least for count in counts.values())
        tied = tuple(seat for seat, count in counts.items() if count.hi >= least)
        if len(tied) == 1 or unsure:
            break
    return tied


def _tokens(state: State, seat: Seat) -> Range:
    return state.fate(seat)


def _coins(state: State, seat: Seat) -> Range:
    return state.players[seat].coins


def _cards_in_hand(state: State, seat: Seat) -> Range:
    return state.players[seat].hand.common + state.players[seat].hand.tarot


def _highest_tarot(state: State, seat: Seat) -> Range:
    return exactly(max((column.tarot.level for column in state.players[seat].columns if column.tarot), default=-1))


# Coins, cards and tokens


def _buy(state: State, act: Buy, events: list[Event]) -> State:
    price, coins = mat_price(state) if act.price is None else act.price, state.players[act.seat].coins
    state = move_coins(state, act.seat, None, Range(0, coins.hi) if price is None else exactly(price), events)
    events.append(FateMoved("side", None, None, act.seat))
    return _done(_from_mat(state, act.seat, exactly(1)))


def _from_mat(state: State, seat: Seat, tokens: Range) -> State:
    """Move the cheapest tokens of the Trading Mat beside the tableau of a seat."""
    player = state.players[seat]
    state = with_player(state, seat, replace(player, side=player.side + tokens))
    left = state.mat_left.narrow(lo=tokens.lo) - tokens
    return replace(state, mat_left=left.narrow(lo=0), mat_bought=state.mat_bought + tokens)


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
    return _used(state, _action(state))


def _off_market(state: State, spot: int) -> State:
    market = state.market_common
    return replace(state, market_common=(*market[:spot], None, *market[spot + 1 :]))


def _ascend(state: State, act: Ascend, events: list[Event]) -> State:
    card, column, action = act.card, state.players[act.seat].column(act.card.suit), _action(state)
    skips = card.level == column.level + 2
    if skips:
        state = move_coins(state, act.seat, None, exactly(skip_price(state, act.seat)), events)
    if act.spot is not None:
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
    return _used(state, action)


def _capture(state: State, act: Capture, events: list[Event]) -> State:
    action = _action(state)
    state, cards = _pay_capture(state, act, action, events)
    if act.spot is None:
        hand = state.players[act.seat].hand
        hand = replace(hand, tarot=hand.tarot.narrow(lo=1) - 1, known=without(hand.known, act.card))
        state = with_player(state, act.seat, replace(state.players[act.seat], hand=hand))
    else:
        market = state.market_tarot
        state = replace(state, market_tarot=(*market[: act.spot], None, *market[act.spot + 1 :]))
    column = state.players[act.seat].column(act.suit)
    if column.tarot is not None:
        state = replace(state, gone=(*state.gone, column.tarot))
    state = with_column(state, act.seat, act.suit, Column(column.stack, act.card))
    events.append(Captured(act.seat, act.suit, act.card, column.tarot))
    holder = state.fate_tarot[act.suit.column]
    taker = holder_of_tarot([player.column(act.suit).tarot for player in state.players])
    if taker != holder:
        events.append(FateMoved("tarot", act.suit, holder, taker))
        state = replace(state, fate_tarot=owned(state.fate_tarot, act.suit, taker))
    return _used(state, replace(action, discarded=action.discarded + cards))


def _pay_capture(state: State, act: Capture, action: Action, events: list[Event]) -> tuple[State, Range]:
    """Pay for a capture; return the state and how many cards that took."""
    player = state.players[act.seat]
    if act.discards is not None:
        coins = coins_due(state, act.seat, act.card, act.discards) if act.coins is None else act.coins
        state = with_player(state, act.seat, replace(player, hand=played(player.hand, act.discards)))
        state = replace(state, discards=(*state.discards, *act.discards))
        return move_coins(state, act.seat, None, exactly(coins), events), exactly(len(act.discards))
    limit = None if action.discard_limit is None else action.discard_limit - action.discarded.lo
    payment = unseen_payment(state, act.seat, act.card, limit, act.coins)
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
