"""The solo bot of M. C. de Marco: what it does next, as acts and as sentences that a person carries out (§C19, C26).

Nothing here is chance. A card off the deck that the bot needs is turned up by TABLE, and the bot goes on from there;
where something nobody saw decides, each thing that it may do is given.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.acts import Act, Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Refill, Take, TurnUp, Use, Waive
from engine.automa_tarot import before_the_action, discards_for_a_token
from engine.bank import given
from engine.cards import HIDDEN, SUITS, Card, Common, Suit, Tarot
from engine.costs import (
    action_limit,
    coins_due,
    copies_left,
    follow_cost,
    in_coins,
    mat_price,
    pass_income,
    skip_price,
)
from engine.implied import settled
from engine.instruction import ORDINALS, Instruction
from engine.ordered import market_order, out_of_order
from engine.powers import must_pass, offers, row
from engine.state import Action, Bot, Player, State
from engine.tarot import Verb
from engine.turns import awaited, commons_left, must_refill, next_leader
from engine.wield import largest_hand

UNSEEN: Final = ("fee", "amount", "price", "card", "discards", "coins", "cards", "given", "shown")
"""Fields of an act in which None means that nobody saw it, or that the rules give it."""


def decide(state: State, hand: Sequence[Card] | None = None) -> tuple[Instruction, ...]:
    """Say what the bot does next: one thing, or several where what nobody saw decides; none when others have to act.

    `hand`: the bot's cards, for whoever looks at them; the bot that ascends from its hand asks for them, and its Tarot.
    """
    bot = state.setup.bot
    if bot is None or state.end is not None:
        return ()
    action = state.turn.action if state.turn else None
    if action is not None:
        return tuple(_pieces(state, bot, action, hand)) if action.seat == bot.seat else ()
    if awaited(state) == bot.seat:
        return tuple(_answer(state, bot))
    leads = awaited(state) is None and next_leader(state) == bot.seat
    ready = state.turn is None or not (must_refill(state) or out_of_order(state))
    return tuple(_lead(state, bot)) if leads and ready else ()


def objection(state: State, act: Act) -> str | None:
    """Say why the bot does not do an act now that the rules would allow; None where it does, or where it may."""
    bot = state.setup.bot
    if bot is None or not isinstance(act, TurnUp | _DECIDED) or getattr(act, "seat", bot.seat) != bot.seat:
        return None
    action = state.turn.action if state.turn else None
    # Only its own rules say when the bot is done; with the actions of others its acts do what anybody's do.
    wanted = decide(state if action is not None and action.seat == bot.seat else settled(state, act, []))
    if any(isinstance(one.act, Refill) or _agree(one.act, act) for one in wanted):
        return None
    if not wanted:
        return f"{state.name(bot.seat)} does nothing now."
    return f"{state.name(bot.seat)} plays by its rules. {' Or: '.join(one.text for one in wanted)}"


_DECIDED: Final = Lead | Follow | Pass | Take | Buy | Draft | Ascend | Capture | Use | Waive | Done


_NOT_SEEN: Final = (None, ())


def _agree(wanted: Act, act: Act) -> bool:
    """Tell whether an act is the wanted one, as far as it was seen."""
    if type(wanted) is not type(act):
        return False
    pairs = [(name, getattr(wanted, name), getattr(act, name)) for name in wanted.__slots__]
    return all(
        one == other or (name in UNSEEN and (one in _NOT_SEEN or other in _NOT_SEEN)) for name, one, other in pairs
    )


# Lead and answer


def _lead(state: State, bot: Bot) -> Iterator[Instruction]:
    name = state.name(bot.seat)
    if state.turned_up:
        shown = state.turned_up[0]
        suits = SUITS if shown is HIDDEN else (shown.suit,)
        for suit in suits:
            yield Instruction(Lead(bot.seat, suit), f"Discard the card; {name} leads {suit}.")
        return
    sure, maybe = _can_trade(state, bot)
    if bot.eager and maybe:
        yield Instruction(Lead(bot.seat, Suit.EARN), f"{name} has the coins, so it leads EARN to trade.")
    if bot.eager and sure:
        return
    if commons_left(state):
        yield Instruction(TurnUp(), f"Turn up the top card of the Common deck: {name} leads its suit.")
        return
    for suit in SUITS:
        yield Instruction(
            Lead(bot.seat, suit), f"No Common card is left to turn up. {name} leads {suit}, if you choose."
        )


def _answer(state: State, bot: Bot) -> Iterator[Instruction]:
    name, coins = state.name(bot.seat), state.players[bot.seat].coins
    if state.turn is not None and state.turn.suit is not Suit.EARN and not must_pass(state, bot.seat):
        cost = follow_cost(state, bot.seat)
        if coins.hi >= cost:
            paying = f" and pays {in_coins(cost)} to {state.name(state.leader)}" if cost else " for free"
            yield Instruction(Follow(bot.seat, cost), f"{name} follows{paying}.")
        if coins.lo >= cost:
            return
    income = pass_income(state, bot.seat)
    income = None if income is None else given(state, income).exact
    taking = "the coins at the bottom of its EARN card" if income is None else in_coins(income)
    yield Instruction(Pass(bot.seat, income), f"{name} passes and takes {taking}.")


def _can_trade(state: State, bot: Bot) -> tuple[bool, bool]:
    """Tell whether the bot surely can buy a token, and whether it may be able to."""
    price, coins = mat_price(state), state.players[bot.seat].coins
    maybe = state.mat_left.hi > 0 and coins.hi >= (price or 0)
    return maybe and price is not None and state.mat_left.lo > 0 and coins.lo >= price, maybe


# Pieces of an action


def _pieces(state: State, bot: Bot, action: Action, hand: Sequence[Card] | None) -> Iterator[Instruction]:
    name = state.name(bot.seat)
    used, sure = before_the_action(state, bot, action, hand, trades=_can_trade(state, bot))
    yield from used
    if sure:
        return
    if action.market_ascend:
        ascends = tuple(_market_ascend(state, bot))
        yield from ascends
        if ascends:
            return
        if action.used == action.limit:
            yield Instruction(Done(bot.seat), f"{name} can do no more of this {action.suit}.")
            return
    if action.suit is Suit.EARN:
        yield from _earn(state, bot)
        return
    if action.suit is Suit.DRAFT:
        pieces = tuple(_draft(state, bot))
    elif action.suit is Suit.ASCEND:
        pieces = tuple(_ascend(state, bot, action, hand))
    else:
        pieces = tuple(_capture(state, bot, action, hand))
    yield from pieces
    if not pieces:
        put_off = ", and what is turned up is discarded" if state.turned_up else ""
        yield Instruction(Done(bot.seat), f"{name} can do no more of this {action.suit}{put_off}.")
    elif action.limit is None:
        number = f"If its {action.suit} card gives no more than {action.used}"
        yield Instruction(Done(bot.seat), f"{number}, {name} is done.")
    elif _may_have_the_largest_hand(state, bot):
        yield Instruction(Done(bot.seat), f"If nobody has more cards in hand, {name} is done.")


def _may_have_the_largest_hand(state: State, bot: Bot) -> bool:
    """Tell whether the bot drafts by a Tarot up to the largest hand, and may hold it by now."""
    used = () if state.turn is None else state.turn.used
    own = [column.tarot for column in state.players[bot.seat].columns]
    verbs = [offer.verb for tarot in used if tarot in own for offer in offers(state, tarot)]
    reached = largest_hand(state, bot.seat).lo <= state.players[bot.seat].hand.common.hi
    return Verb.LARGEST_HAND in verbs and reached


def _earn(state: State, bot: Bot) -> Iterator[Instruction]:
    name, price = state.name(bot.seat), mat_price(state)
    sure, maybe = _can_trade(state, bot)
    if maybe:
        paid = "its price" if price is None else in_coins(price)
        text = f"{name} trades: pay {paid} to the bank and put the cheapest Fate token of the mat beside its tableau."
        yield Instruction(Buy(bot.seat, price), text)
    if not sure:
        amount = action_limit(state, bot.seat, Suit.EARN, following=False)
        amount = None if amount is None else given(state, amount).exact
        taken = "the coins at the top of its EARN card" if amount is None else in_coins(amount)
        yield Instruction(Take(bot.seat, amount), f"{name} earns: it takes {taken} from the bank.")


def _draft(state: State, bot: Bot) -> Iterator[Instruction]:
    name = state.name(bot.seat)
    for place, spot in enumerate(market_order(state.setup, "common")):
        card = state.market_common[spot]
        if card is not None:
            seen = card if isinstance(card, Common) else None
            shown = "" if seen is None else f", {state.setup.faces.name(seen)},"
            text = f"Take the {ORDINALS[place]} market card{shown} face down into the hand of {name}."
            yield Instruction(Draft(bot.seat, seen, spot), text)
            return
    if commons_left(state):
        yield Instruction(Draft(bot.seat), f"Take the top card of the Common deck face down into the hand of {name}.")


def _capture(state: State, bot: Bot, action: Action, hand: Sequence[Card] | None) -> Iterator[Instruction]:
    found = next(((spot, card) for spot, card in enumerate(state.market_tarot) if card is not None), None)
    if found is None:
        return
    spot, card = found
    if not isinstance(card, Tarot):
        yield Instruction(Refill("tarot", spot), f"Say which Tarot lies on the {ORDINALS[spot]} spot of the market.")
        return
    name, coins, shown = state.name(bot.seat), state.players[bot.seat].coins, state.setup.faces.name(card)
    discards, turning_up, sure = discards_for_a_token(state, bot, action, card, hand)
    yield from turning_up
    if turning_up and sure:
        return
    cost = coins_due(state, bot.seat, card, discards or ())
    discarding = "discard what is turned up, " if discards != () else ""
    paying = f"{discarding}pay {in_coins(cost)} from {name} to the bank, take" if cost else f"{discarding}take"
    if coins.hi < cost:
        return
    for suit, where in _under(state, state.players[bot.seat], card):
        text = f"{paying} the first Tarot of the market, {shown}, and put it {where}."
        yield Instruction(Capture(bot.seat, card, suit, spot, discards, cost), text[0].upper() + text[1:])
    if coins.lo < cost:
        yield Instruction(Done(bot.seat), f"If {name} has less than {in_coins(cost)}, it captures nothing.")


def _under(state: State, player: Player, card: Tarot) -> Iterator[tuple[Suit, str]]:
    """Give the columns a Tarot may go under: of its suits some are proven, others for the players to see (§C25).

    The first open one of its suits in tableau order; else on the lowest of the Tarot there.
    """
    proven = row(state, card).suits
    columns = tuple(zip(SUITS, player.columns, strict=True))
    free = [suit for suit, column in columns if column.tarot is None]
    for suit in free:
        sure = suit in proven and suit is free[0]
        yield suit, f"under {suit}" if sure else f"under {suit}, if that is the first of its suits with an open space"
        if suit in proven:
            return
    taken = sorted((column.tarot, suit) for suit, column in columns if column.tarot is not None)
    for tarot, suit in taken:
        there = state.setup.faces.name(tarot)
        yield suit, f"on {there} under {suit}, if none of its suits has an open space and none a lower Tarot"
        if suit in proven:
            return


# Ascending in its four steps


def _market_ascend(state: State, bot: Bot) -> Iterator[Instruction]:
    """Ascend to a card of the market that a captured Tarot gives: the first that is free, else the first it can pay."""
    asked = _asks_for_a_face(state)
    if asked is not None:
        yield asked
        return
    coins = state.players[bot.seat].coins
    for rise, price in ((1, 0), (2, skip_price(state, bot.seat))):
        for card, spot, _ in _of_the_market(state, 0):
            if card.level == state.players[bot.seat].column(card.suit).level + rise and coins.hi >= price:
                yield _put(state, bot, card, spot, price)
                if coins.lo < price:
                    yield Instruction(
                        Done(bot.seat), f"If {state.name(bot.seat)} has not {in_coins(price)}, it is done."
                    )
                return


def _asks_for_a_face(state: State) -> Instruction | None:
    """Ask which card lies in the Common market that nobody saw, where there is one."""
    spot = next((spot for spot, card in enumerate(state.market_common) if card is HIDDEN), None)
    if spot is None:
        return None
    place = ORDINALS[market_order(state.setup, "common").index(spot)]
    return Instruction(Refill("common", spot), f"Say which card the {place} one of the Common market is.")


def _ascend(state: State, bot: Bot, action: Action, hand: Sequence[Card] | None) -> Iterator[Instruction]:
    """Use what is free, then what skips a level, of the market (or hand); then cards off the deck."""
    on_deck = commons_left(state)
    wanted = 1 if action.limit is None else action.limit - action.used - len(state.turned_up)
    if state.turned_up and wanted > 0 and on_deck and action.limit is not None:
        yield _turning_up(wanted)
        return
    if not state.turned_up and not bot.from_hand:
        asked = _asks_for_a_face(state)
        if asked is not None:
            yield asked
            return
    unsure = False
    for skipping in (False, True):
        coins, price = state.players[bot.seat].coins, skip_price(state, bot.seat) if skipping else 0
        rise, sure = 2 if skipping else 1, False
        for card, spot, known in _source(state, bot, action, skipping, hand):
            if card.level == state.players[bot.seat].column(card.suit).level + rise and coins.hi >= price:
                yield _put(state, bot, card, spot, price)
                sure, unsure = sure or (known and coins.lo >= price), True
                if sure and not _any_order(state, bot):
                    break
        if sure:
            return
    if not state.turned_up and on_deck:
        yield _turning_up(None if action.limit is None else wanted)
    elif unsure and action.limit is not None:
        yield Instruction(Done(bot.seat), f"If none of this can be done, {state.name(bot.seat)} is done.")


def _turning_up(cards: int | None) -> Instruction:
    wanted = "as many cards as it still may ascend" if cards is None else f"{cards} card{'' if cards == 1 else 's'}"
    return Instruction(TurnUp(), f"Turn up {wanted} of the Common deck, one by one.")


def _any_order(state: State, bot: Bot) -> bool:
    """Tell whether the order of the cards that the bot ascends with does not matter: its hand is in none."""
    return bot.from_hand and not state.turned_up


def _source(
    state: State, bot: Bot, action: Action, skipping: bool, hand: Sequence[Card] | None
) -> Iterable[tuple[Common, int | None, bool]]:
    """Give the cards the bot may ascend with, each with its spot and whether it certainly is there, in order."""
    if state.turned_up:
        cards: Iterable[Card] = (card for card in state.turned_up if isinstance(card, Common))
        return _in_hand(state, cards, HIDDEN in state.turned_up)
    if bot.from_hand:
        held = state.players[bot.seat].hand
        known = held.known if hand is None else hand
        sure = sum(isinstance(card, Common) for card in known)
        return _in_hand(state, known, hand is None and held.common.hi > sure)
    return _of_the_market(state, action.gone_through[skipping])


def _of_the_market(state: State, through: int) -> list[tuple[Common, int | None, bool]]:
    """Give the cards of the market in order, from behind the places that the bot is through."""
    order = market_order(state.setup, "common")
    there = ((state.market_common[spot], spot) for spot in (*order[through:], *order[:through]))
    return [(card, spot, True) for card, spot in there if isinstance(card, Common)]


def _in_hand(state: State, known: Iterable[Card], more: bool) -> Iterator[tuple[Common, None, bool]]:
    """Give cards that are known, and where there are more, each that may be among them."""
    cards = dict.fromkeys(card for card in known if isinstance(card, Common))
    yield from ((card, None, True) for card in cards)
    if more:
        for suit in SUITS:
            unseen = (Common(suit, level) for level in range(2, 7))
            yield from ((card, None, False) for card in unseen if card not in cards and copies_left(state, card) > 0)


def _put(state: State, bot: Bot, card: Common, spot: int | None, price: int) -> Instruction:
    name, shown = state.name(bot.seat), state.setup.faces.name(card)
    paying = f"pay {in_coins(price)} from {name} to the bank, " if price else ""
    if spot is not None:
        place = ORDINALS[market_order(state.setup, "common").index(spot)]
        taking = f"take the {place} market card, {shown}, and put it"
    elif state.turned_up:
        taking = f"put {shown}, which is turned up,"
    else:
        taking = f"put {shown} from its hand, if it has one,"
    text = f"{paying}{taking} on the {card.suit} of {name}."
    return Instruction(Ascend(bot.seat, card, spot), text[0].upper() + text[1:])
