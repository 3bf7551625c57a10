"""Whether the rules allow an act: the one definition, which both `legal` and `apply` go by.

A range refuses nothing that one of its numbers allows, and an unknown number refuses nothing.
"""

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
from engine.automa import objection
from engine.automa_tarot import asked_for
from engine.bank import given
from engine.cards import HIDDEN, Common, Seat, Suit, Tarot
from engine.costs import (
    capture_cost,
    coins_due,
    discards_left,
    follow_cost,
    market_price,
    mat_price,
    pass_income,
    skip_price,
    unseen_payment,
    worth,
)
from engine.ending import over
from engine.implied import settled
from engine.moved import why_not_effect
from engine.offers import suit_above, why_not_use, why_not_waive
from engine.ordered import out_of_order
from engine.powers import Rule, ask, bending, must_pass, powers, rows
from engine.refusals import (
    Refusal,
    card_name,
    from_deck,
    from_hand,
    from_market,
    no_tarot_in_hand,
    off_the_deck,
    turns_up,
    whole,
)
from engine.state import Action, Bot, State
from engine.turns import awaited, must_refill, next_leader, refilling, to_shuffle


def why_not(state: State, act: Act) -> Refusal | None:
    """Say why an act is not allowed now, or None where it is."""
    if state.end is not None:
        return Refusal("The game is over.", "C16")
    refusal = _by_the_rules(state, act) or _too_late(state, act)
    if refusal is not None or state.setup.bot is None:
        return refusal
    reason = objection(state, act)
    return None if reason is None else Refusal(reason, "C19")


def _too_late(state: State, act: Act) -> Refusal | None:
    """Say that the game ends with the action that an act implies to be over: the market cannot be filled (§C4)."""
    action = state.turn.action if state.turn else None
    if action is None or not refilling(state) or isinstance(act, Done | Unseen):
        return None
    if over(settled(state, act, [])) is None:
        return None
    name = state.name(action.seat)
    return Refusal(f"The game is over once {name} is done: the Common market cannot be filled.", "C4")


def _by_the_rules(state: State, act: Act) -> Refusal | None:
    match act:
        case TurnUp():
            return _turn_up(state, act)
        case Shift():
            return _shift(state)
        case Refill() | Shuffle():
            return _table(state, act)
        case _ if not 0 <= act.seat < len(state.players):
            return Refusal("Nobody sits there.", "C24")
        case Lead():
            return _lead(state, act.seat)
        case Follow():
            return _follow(state, act)
        case Pass():
            return _pass(state, act)
        case Unseen():
            acting = state.turn is not None and state.turn.action is not None and state.turn.action.seat == act.seat
            return None if acting else _order(state, act.seat)
        case Done() | Take() | Buy() | Draft() | Ascend() | Capture():
            return _within(state, act)
        case Use():
            return why_not_use(state, act)
        case Waive():
            return why_not_waive(state, act)
        case Effect():
            return why_not_effect(state, act)
        case _:
            assert_never(act)


def _lead(state: State, seat: Seat) -> Refusal | None:
    leader = next_leader(state)
    waiting = awaited(state)
    if waiting is not None:
        return Refusal(f"{state.name(waiting)} has not yet answered the lead of {state.name(state.leader)}.", "C24")
    if seat != leader:
        return Refusal(f"{state.name(leader)} leads next, not {state.name(seat)}.", "C24")
    if state.turn is not None and (must_refill(state) or out_of_order(state)):
        return Refusal("The market is filled before the next player leads.", "C1")
    return None


def _order(state: State, foe: Seat) -> Refusal | None:
    """Say why a foe cannot answer now."""
    name = state.name(foe)
    if state.turn is None:
        return Refusal(f"Nobody has led yet, so {name} has nothing to answer.", "C24")
    if foe == state.leader:
        return Refusal(f"{name} leads this turn, and does not answer.", "C24")
    if foe in state.turn.answered:
        return Refusal(f"{name} has already answered this lead.", "C24")
    waiting = awaited(state)
    if waiting is not None and waiting != foe:
        return Refusal(f"{state.name(waiting)} answers before {name}, clockwise.", "C24")
    return None


def _follow(state: State, act: Follow) -> Refusal | None:
    refusal = _order(state, act.seat)
    if refusal is not None or state.turn is None:
        return refusal
    name, coins = state.name(act.seat), state.players[act.seat].coins
    if state.turn.suit is Suit.EARN:
        return Refusal(f"{name} cannot follow: when EARN or TRADE is led, everyone else passes.", "B4")
    if must_pass(state, act.seat):
        return _kept_from_following(state, act.seat)
    cost = follow_cost(state, act.seat)
    if act.fee is not None and act.fee != cost:
        return Refusal(f"{name} pays {state.name(state.leader)} {cost} to follow, not {act.fee}.", "B3")
    if coins.hi < cost:
        return Refusal(f"{name} cannot follow: it costs {cost}, and {name} has {coins}.", "B3")
    return None


def _kept_from_following(state: State, foe: Seat) -> Refusal:
    """Say which Tarot of the leader makes a foe pass, and which of the foe's own would help."""
    leader, name = state.leader, state.name(foe)
    (tarot,) = bending(state, leader, Rule.FOES_MUST_PASS)
    suit = suit_above(state, leader, tarot)
    helpers = [one.tarot for one in rows(state) if any(bend.rule is Rule.MUST_PASS for bend in one.bends)]
    lacks = "".join(f" and {name} has no {card_name(state, one).removeprefix('The ')} there" for one in helpers)
    where = f"{card_name(state, tarot)} lies under {state.name(leader)}'s {suit}"
    return Refusal(f"{name} cannot follow: {where}{lacks}.", "B7")


def _pass(state: State, act: Pass) -> Refusal | None:
    refusal = _order(state, act.seat)
    if refusal is not None:
        return refusal
    income = pass_income(state, act.seat)
    if act.amount is not None and income is not None and act.amount not in given(state, income):
        return Refusal(f"{state.name(act.seat)} takes {given(state, income)} for passing, not {act.amount}.", "B6")
    return whole(act.amount, "B6")


def _within(state: State, act: Done | Take | Buy | Draft | Ascend | Capture) -> Refusal | None:
    """Judge a piece of an action that must be open."""
    name = state.name(act.seat)
    action = state.turn.action if state.turn else None
    if action is None or action.seat != act.seat:
        return Refusal(f"{name} has no action to do now.", "C24")
    if isinstance(act, Done):
        return None
    wanted = _SUIT_OF[type(act)]
    if isinstance(act, Ascend) and action.market_ascend:
        return _ascend(state, act)
    if action.suit is not wanted:
        return Refusal(f"{name} is doing {action.suit} now, not {wanted}.", "B10")
    if action.limit is not None and wanted is not Suit.EARN and action.used >= action.limit:
        return Refusal(f"{name} has done all {action.limit} of this {action.suit}.", "B11")
    match act:
        case Take():
            if act.amount is not None and action.limit is not None and act.amount not in given(state, action.limit):
                return Refusal(f"{name} takes {given(state, action.limit)}, not {act.amount}.", "N1")
            return whole(act.amount, "N1")
        case Buy():
            return _buy(state, act)
        case Draft():
            return _draft(state, act)
        case Ascend():
            return _ascend(state, act)
        case Capture():
            return _capture(state, act, action)
        case _:
            assert_never(act)


_SUIT_OF = {Take: Suit.EARN, Buy: Suit.EARN, Draft: Suit.DRAFT, Ascend: Suit.ASCEND, Capture: Suit.CAPTURE}


def _buy(state: State, act: Buy) -> Refusal | None:
    name, coins, price = state.name(act.seat), state.players[act.seat].coins, mat_price(state)
    if state.mat_left.hi == 0:
        return Refusal("The Trading Mat has no token left.", "C22")
    if act.price is not None and price is not None and act.price != price:
        return Refusal(f"The cheapest token costs {price}, not {act.price}.", "C10")
    cost = act.price if price is None else price
    if cost is not None and coins.hi < cost:
        return Refusal(f"{name} cannot buy: the cheapest token costs {cost}, and {name} has {coins}.", "C22")
    return whole(act.price, "C22")


def _draft(state: State, act: Draft) -> Refusal | None:
    if act.spot is None:
        return off_the_deck(state, act.card)
    return from_market(state, act.card, act.spot)


def _ascend(state: State, act: Ascend) -> Refusal | None:
    player, card, name = state.players[act.seat], act.card, state.name(act.seat)
    level = player.column(card.suit).level
    if card.level not in (level + 1, level + 2):
        wanted = f"{level + 1}, or {level + 2} for {skip_price(state, act.seat)} coins" if level < 5 else f"{level + 1}"
        wanted = f"the next is {wanted}" if level < 6 else "6 is the highest"
        return Refusal(
            f"{name} has {card.suit} {level}, so {card_name(state, card)} does not go on it: {wanted}.", "B12"
        )
    price = skip_price(state, act.seat) if card.level == level + 2 else 0
    if player.coins.hi < price:
        return Refusal(f"{name} cannot skip a level: it costs {price}, and {name} has {player.coins}.", "B12")
    return _ascended_from(state, act, player.coins.hi - price)


def _ascended_from(state: State, act: Ascend, coins: int) -> Refusal | None:
    """Say why a card cannot come from where it is taken: the hand, or for the solo bot the market or the deck.

    Where a Tarot allows it, it comes from the market: for its price out of `coins` (§C23), or at once on its capture.
    """
    bot, name = state.setup.bot, state.name(act.seat)
    action = state.turn.action if state.turn else None
    if action is not None and action.market_ascend:
        if act.spot is None:
            return Refusal(f"{name} ascends to a card of the market now.", "C23")
        return from_market(state, act.card, act.spot)
    if bot is None or act.seat != bot.seat:
        if act.spot is None:
            return from_hand(state, act.seat, (act.card,))
        price = market_price(state, act.seat)
        if price is None:
            return Refusal(f"{name} ascends from the hand, not from the market.", "C9")
        if price > coins:
            return Refusal(f"{name} cannot pay {price} for the card of the market, and a skip besides.", "C23")
        return from_market(state, act.card, act.spot)
    if act.spot is not None:
        return from_market(state, act.card, act.spot)
    if not state.turned_up:
        return from_hand(state, act.seat, (act.card,))
    if act.card in state.turned_up:
        return None
    unknown = HIDDEN in state.turned_up
    return turns_up(state, act.card) if unknown else Refusal(f"{card_name(state, act.card)} is not turned up.", "C19")


def _capture(state: State, act: Capture, action: Action) -> Refusal | None:
    refusal = _captured_from(state, act) or _given_up(state, act, action)
    if refusal is not None:
        return refusal
    name, coins = state.name(act.seat), state.players[act.seat].coins
    left = discards_left(action)
    if act.discards is None:
        if act.coins is not None and act.coins > coins.hi:
            return Refusal(f"{name} cannot pay {act.coins} coins with {coins}.", "C8")
        if unseen_payment(state, act.seat, act.card, left, act.coins, act.gives_up) is None:
            return Refusal(f"{name} cannot pay {act.card.level} for {card_name(state, act.card)}.", "C8")
        return whole(act.coins, "C8")
    if left is not None and len(act.discards) > left:
        return Refusal(f"{name} may discard {left} cards for this, not {len(act.discards)}.", "C7")
    refusal = from_hand(state, act.seat, act.discards)
    if refusal is not None:
        return refusal
    paid = coins_due(state, act.seat, act.card, act.discards, act.gives_up) if act.coins is None else act.coins
    if paid > coins.hi:
        return Refusal(f"{name} cannot pay {paid} coins with {coins}.", "C8")
    value = sum(worth(state, act.seat, card) for card in act.discards)
    value += paid * ask(state, act.seat, Rule.COIN_WORTH, 1)
    cost = capture_cost(state, act.seat, act.card, act.gives_up)
    if value < cost:
        return Refusal(f"{card_name(state, act.card)} costs {cost}, and {value} is not enough.", "C8")
    return whole(act.coins, "C8")


def _given_up(state: State, act: Capture, action: Action) -> Refusal | None:
    """Say why an own Tarot cannot be given up for a capture (§C11)."""
    if act.gives_up is None:
        return None
    name, card = state.name(act.seat), card_name(state, act.gives_up)
    most = ask(state, act.seat, Rule.GIVES_UP_TO, 0)
    if most == 0:
        helps = [one.tarot for _, one in powers(state, act.seat) if any(b.rule is Rule.GIVES_UP_TO for b in one.bends)]
        if helps and action.following:
            return Refusal(f"{card_name(state, helps[0])} works for the leader alone, and {name} follows.", "C11")
        return Refusal(f"No Tarot lets {name} give up {card} for this.", "C11")
    if suit_above(state, act.seat, act.gives_up) is None or act.gives_up in action.captured:
        return Refusal(f"{card} was not captured by {name} before this action.", "C11")
    if not 1 <= act.gives_up.level <= most:
        return Refusal(f"Only a Tarot of level 1 to {most} can be given up.", "C11")
    return None


def _captured_from(state: State, act: Capture) -> Refusal | None:
    card = act.card
    if act.spot is not None:
        if not 0 <= act.spot < len(state.market_tarot):
            return Refusal(f"The Tarot market has no spot {act.spot + 1}.", "C6")
        there = state.market_tarot[act.spot]
        if there == card:
            return None
        if there is None:
            return Refusal(f"Spot {act.spot + 1} of the Tarot market is empty until the turn is over.", "C1")
        if there is HIDDEN:
            return turns_up(state, card)
        return Refusal(f"Spot {act.spot + 1} of the Tarot market is not {card_name(state, card)}.", "C20")
    return no_tarot_in_hand(state, act.seat, card)


def _turn_up(state: State, act: TurnUp) -> Refusal | None:
    """Say why no card is turned up for the solo bot; when it wants one is its own affair."""
    bot, turn = state.setup.bot, state.turn
    if bot is None:
        return Refusal("Cards are turned up for the solo bot alone.", "C19")
    acting = turn is not None and turn.action is not None and turn.action.seat == bot.seat
    if act.tarot is not None:
        return _turn_up_of_hand(state, bot, act.card, act.tarot)
    return (None if acting else _lead(state, bot.seat)) or off_the_deck(state, act.card)


def _turn_up_of_hand(state: State, bot: Bot, card: Common | None, tarot: Tarot) -> Refusal | None:
    """Say why a card cannot be turned up of the solo bot's hand for a Tarot of its own."""
    name, wanted = state.name(bot.seat), asked_for(state, bot, tarot)
    action = state.turn.action if state.turn else None
    if wanted is None or action is None or action.seat != bot.seat:
        return Refusal(f"{name} uses no {card_name(state, tarot)} now.", "C19")
    if card is None:
        return None
    if not wanted.fits(card):
        return Refusal(f"{card_name(state, card)} is none of the cards that {card_name(state, tarot)} asks for.", "C19")
    return from_hand(state, bot.seat, (*(one for one in action.picked if isinstance(one, Common)), card))


def _shift(state: State) -> Refusal | None:
    if state.setup.bot is None:
        return Refusal("The markets are kept in order for the solo bot alone.", "C19")
    if not refilling(state):
        return Refusal("The cards of the markets move up when everyone has followed or passed.", "C1")
    return None if out_of_order(state) else Refusal("The markets are in order.", "C19")


def _table(state: State, act: Refill | Shuffle) -> Refusal | None:
    if isinstance(act, Shuffle):
        if state.deck_common.lo > 0:
            return Refusal("The discards are shuffled only when the Common deck has run out.", "C3")
        if state.shuffled:
            return Refusal("The discards were shuffled once, and are not shuffled again.", "C4")
        return None if to_shuffle(state).hi else Refusal("There are no discards to shuffle.", "C3")
    spots = state.market_tarot if act.market == "tarot" else state.market_common
    if not 0 <= act.spot < len(spots):
        return Refusal(f"The {act.market.capitalize()} market has no spot {act.spot + 1}.", "C1")
    if act.card is not None and isinstance(act.card, Tarot) != (act.market == "tarot"):
        return Refusal(f"{card_name(state, act.card)} does not go into the {act.market.capitalize()} market.", "C1")
    there = spots[act.spot]
    if there is HIDDEN:
        return turns_up(state, act.card) if act.card is not None else Refusal("That spot is filled.", "C1")
    if there is not None:
        return Refusal(f"Spot {act.spot + 1} of the {act.market.capitalize()} market is filled.", "C1")
    if not refilling(state):
        return Refusal("The market is filled when everyone has followed or passed.", "C1")
    if out_of_order(state):
        return Refusal("The cards of the markets move up before the market is filled.", "C19")
    deck = state.deck_tarot.hi if act.market == "tarot" else state.deck_common.hi + to_shuffle(state).hi
    if deck == 0:
        return Refusal(f"No {act.market.capitalize()} card is left to fill the market.", "C6")
    return from_deck(state, act.card) if act.card is not None else None
