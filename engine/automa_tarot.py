"""The solo bot that uses its powers: which Tarot it uses before or in place of an action, and what for (§C19).

It uses what it can, but nothing that leaves it with fewer Fate tokens; in place of an action only what brings a
token, or more coins or cards than the action. Cards of its hand for that are turned up by TABLE, at random.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, product
from typing import Final, assert_never

from engine.acts import Act, TurnUp, Use
from engine.cards import COMMONS, SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import action_limit, answered_by, capture_cost, in_coins, skip_price
from engine.instruction import Instruction
from engine.offers import fits, suit_above, why_not_use
from engine.powers import answers, instead_of_action, offers, powers
from engine.ranges import Range
from engine.refusals import unknown_commons
from engine.state import Action, Bot, State
from engine.tarot import Cards, Fate, Offer, Verb, When
from engine.wield import use

Found = tuple[list[Instruction], bool]
"""What the bot may do with a Tarot, and whether it surely does one of these."""
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def before_the_action(
    state: State, bot: Bot, action: Action, hand: Sequence[Card] | None, trades: tuple[bool, bool]
) -> Found:
    """Say which Tarot the bot uses now: what comes before the action first, then what takes its place.

    `trades`: whether it surely, and perhaps, can buy a token where it leads EARN.
    """
    found: list[Instruction] = []
    if action.used:
        return found, False
    for instead in (False, True):
        for above, one in powers(state, bot.seat):
            for offer in offers(state, one.tarot):
                if instead_of_action(state, offer) is instead:
                    more, sure = _using(state, bot, action, one.tarot, above, offer, hand, trades)
                    found += more
                    if sure:
                        return found, True
    return found, False


@dataclass(frozen=True, slots=True)
class Asked:
    """Cards of its owner's hand that a Tarot asks for: which ones fit, and what they are called."""

    fits: Callable[[Common], bool]
    which: str


def asked_for(state: State, bot: Bot, tarot: Tarot) -> Asked | None:
    """Say which cards of the bot's hand a Tarot of its own asks for; None where it asks for none."""
    above = suit_above(state, bot.seat, tarot)
    wanted = [offer.cards for offer in offers(state, tarot) if offer.cards is not None]
    if above is not None and wanted:
        return _asked(wanted[0], above)
    suits = [answer.action for one, answer in answers(state, bot.seat, When.CAPTURES) if one == tarot]
    return _of_suit(suits[0]) if suits else None


def _asked(wanted: Cards, above: Suit) -> Asked:
    kind = f" of level {wanted.level}" if wanted.level is not None else f" of {above}" if wanted.above else ""
    return Asked(lambda card: fits(wanted, above, card), f"Common cards{kind}")


def _of_suit(suit: Suit | None) -> Asked:
    return Asked(lambda card: card.suit is suit, f"Common cards of {suit}")


def discards_for_a_token(
    state: State, bot: Bot, action: Action, card: Tarot, hand: Sequence[Card] | None
) -> tuple[tuple[Common, ...] | None, list[Instruction], bool]:
    """Say what the bot discards for a capture that brings it a token so: what is turned up (None: not seen), or ().

    Besides: what is to be turned up for it first, and whether that surely can be done.
    """
    name, held = state.name(bot.seat), state.players[bot.seat].hand.common.hi
    most = held if action.discard_limit is None else action.discard_limit - action.discarded.lo
    for tarot, answer in answers(state, bot.seat, When.CAPTURES):
        like, cost = Common(answer.action or action.suit, 2), capture_cost(state, bot.seat, card)
        counts = [
            n for n in range(1, most + 1) if answer.where and answered_by(answer, state, bot.seat, (like,) * n, cost)
        ]
        if not counts or not isinstance(answer.gain, Fate):
            continue
        if action.picks_for == tarot and len(action.picked) == counts[0]:
            return _seen(action), [], True
        text = f"for {state.setup.faces.name(tarot)}: {name} discards them with the capture"
        return (), *_turning_up(state, bot, action, hand, tarot, _of_suit(answer.action), counts[0], text)
    return (), [], False


def _seen(action: Action) -> tuple[Common, ...] | None:
    """Give what was turned up of the bot's hand; None where nobody saw one of the cards."""
    cards = tuple(card for card in action.picked if isinstance(card, Common))
    return cards if len(cards) == len(action.picked) else None


def _turning_up(
    state: State,
    bot: Bot,
    action: Action,
    hand: Sequence[Card] | None,
    tarot: Tarot,
    asked: Asked,
    count: int,
    what_for: str,
) -> Found:
    """Say that cards of the bot's hand are turned up at random, where it holds enough, or may."""
    held, begun = _held(state, bot, hand, asked), bool(action.picked)
    if action.picks_for not in (None, tarot) or (not begun and held.hi < count):
        return [], False
    unless = "" if begun or held.lo >= count else f"If the hand of {state.name(bot.seat)} has them: "
    left = count - len(action.picked)
    text = f"{unless}turn up {NUMBERS[left]} {asked.which} of its hand, at random, {what_for}."
    return [Instruction(TurnUp(None, tarot), text[0].upper() + text[1:])], begun or held.lo >= count


def _held(state: State, bot: Bot, hand: Sequence[Card] | None, asked: Asked) -> Range:
    """Count the cards in the bot's hand that are asked for, as far as known."""
    held = state.players[bot.seat].hand
    known = held.known if hand is None else hand
    if hand is None and all(asked.fits(card) for card in COMMONS):
        return held.common
    sure = sum(isinstance(card, Common) and asked.fits(card) for card in known)
    return Range(sure, sure + (unknown_commons(held) if hand is None else 0))


def _using(
    state: State,
    bot: Bot,
    action: Action,
    tarot: Tarot,
    above: Suit,
    offer: Offer,
    hand: Sequence[Card] | None,
    trades: tuple[bool, bool],
) -> Found:
    name, card, plain = state.name(bot.seat), state.setup.faces.name(tarot), Use(bot.seat, tarot)
    match offer.verb:
        case Verb.TURN:
            text = f"{name} uses {card}: pay {in_coins(offer.price)} from {name} to the bank and turn the card around"
            text += ", and put a Fate token beside its tableau." if _is_turned(state, bot, above) else "."
            return _sure_if(state, bot, plain, text, offer.price)
        case Verb.FALL:
            if why_not_use(state, plain) is not None or _tokens(state, plain) < 0:
                return [], False
            text = f"{name} uses {card}: discard the top cards of its other columns, in their order, each with its"
            return [Instruction(plain, f"{text} token; then put a Fate token beside its tableau.")], True
        case Verb.STEAL:
            stealing = (Use(bot.seat, tarot, suit=suit) for suit in SUITS)
            act = next((act for act in stealing if why_not_use(state, act) is None), None)
            text = f"{name} uses {card}: move the Fate token of {act.suit if act else ''} to its card there."
            return ([Instruction(act, text)], True) if act else ([], False)
        case Verb.TAKE_TOP:
            return _taking(state, bot, tarot, offer)
        case Verb.RICHEST:
            return _richest(state, bot, plain, trades)
        case Verb.LARGEST_HAND:
            return _largest_hand(state, bot, plain)
        case Verb.TOKEN | Verb.GIVE:
            return _for_cards(state, bot, action, tarot, above, offer, hand)
        case Verb.SHOWDOWN:
            return _showdown(state, bot, plain, _asked(offer.cards or Cards(0), above), hand)
        case _:
            assert_never(offer.verb)


def _is_turned(state: State, bot: Bot, above: Suit) -> bool:
    return state.players[bot.seat].column(above).turned


def _tokens(state: State, act: Use) -> int:
    """Count the Fate tokens that a use brings the bot, or costs it."""
    return use(state, act, []).fate(act.seat).lo - state.fate(act.seat).lo


def _sure_if(state: State, bot: Bot, act: Act, text: str, price: int) -> Found:
    """Give an act that the rules allow; it is sure where the bot certainly has what it costs."""
    if not isinstance(act, Use) or why_not_use(state, act) is not None:
        return [], False
    return [Instruction(act, text)], state.players[bot.seat].coins.lo >= price


def _taking(state: State, bot: Bot, tarot: Tarot, offer: Offer) -> Found:
    """Take the first top card, in suit order and clockwise, that brings a token."""
    name, card, seats = state.name(bot.seat), state.setup.faces.name(tarot), len(state.players)
    foes = [Seat((bot.seat + step) % seats) for step in range(1, seats)]
    for suit, foe in product(SUITS, foes):
        act = Use(bot.seat, tarot, foe=foe, suit=suit)
        if why_not_use(state, act) is not None or _tokens(state, act) <= 0:
            continue
        skips = state.players[foe].column(suit).level == state.players[bot.seat].column(suit).level + 2
        paid = offer.price + (skip_price(state, bot.seat) if skips else 0)
        text = f"{name} uses {card}: pay {in_coins(offer.price)} from {name} to {state.name(foe)}"
        more = f" and {in_coins(paid - offer.price)} to the bank" if paid > offer.price else ""
        text += f"{more}, and put the top card of the {suit} of {state.name(foe)} on that of {name}."
        return _sure_if(state, bot, act, text, paid)
    return [], False


def _richest(state: State, bot: Bot, act: Use, trades: tuple[bool, bool]) -> Found:
    """Take coins up to the most that anybody has, where that is more than EARN brings and it does not trade."""
    earned = action_limit(state, bot.seat, Suit.EARN, following=False)
    own, most = state.players[bot.seat].coins, max(player.coins.hi for player in state.players)
    least = max(player.coins.lo for player in state.players) - own.hi
    if why_not_use(state, act) is not None or trades[0] or most - own.lo <= (earned or 0):
        return [], False
    text = f"{state.name(bot.seat)} uses {state.setup.faces.name(act.tarot)}: it takes coins from the bank until"
    sure = earned is not None and least > earned and not trades[1]
    return [Instruction(act, f"{text} nobody has more.")], sure


def _largest_hand(state: State, bot: Bot, act: Use) -> Found:
    """Draft up to the most cards that anybody holds, where that is more than DRAFT brings."""
    drafted = action_limit(state, bot.seat, Suit.DRAFT, following=False)
    hands, own = [player.hand.common for player in state.players], state.players[bot.seat].hand.common
    if why_not_use(state, act) is not None or max(held.hi for held in hands) - own.lo <= (drafted or 0):
        return [], False
    text = f"{state.name(bot.seat)} uses {state.setup.faces.name(act.tarot)}: it drafts until nobody has more cards."
    return [Instruction(act, text)], drafted is not None and max(held.lo for held in hands) - own.hi > drafted


def _for_cards(
    state: State, bot: Bot, action: Action, tarot: Tarot, above: Suit, offer: Offer, hand: Sequence[Card] | None
) -> Found:
    """Give or discard cards that TABLE turns up of the bot's hand; to foes clockwise, one each and on."""
    count, name = offer.cards.least if offer.cards else 0, state.name(bot.seat)
    seats, cards = len(state.players), _seen(action)
    if action.picks_for == tarot and len(action.picked) == count:
        act = Use(bot.seat, tarot, cards=cards)
        text = f"Discard what is turned up, and put a Fate token beside the tableau of {name}."
        if offer.verb is Verb.GIVE:
            foes = cycle(Seat((bot.seat + step) % seats) for step in range(1, seats))
            shown = (card if isinstance(card, Common) else None for card in action.picked)
            act = Use(bot.seat, tarot, given=tuple(zip(foes, shown, strict=False)))
            to = ", ".join(state.name(foe) for foe, _ in act.given)
            text = f"Give what is turned up to {to}, in this order, and put a Fate token beside the tableau of {name}."
        return [Instruction(act, text)], True
    if why_not_use(state, Use(bot.seat, tarot)) is not None:
        return [], False
    giving = "gives them away" if offer.verb is Verb.GIVE else "discards them"
    what_for = f"for {state.setup.faces.name(tarot)}: {name} {giving} for a Fate token"
    asked = _asked(offer.cards or Cards(0), above)
    return _turning_up(state, bot, action, hand, tarot, asked, count, what_for)


def _showdown(state: State, bot: Bot, act: Use, asked: Asked, hand: Sequence[Card] | None) -> Found:
    """Discard all that is asked for, of which others may show more."""
    known = state.players[bot.seat].hand.known if hand is None else hand
    name, count = state.name(bot.seat), _held(state, bot, hand, asked)
    cards = tuple(sorted(card for card in known if isinstance(card, Common) and asked.fits(card)))
    act = Use(bot.seat, act.tarot, cards=cards if count.exact is not None else None)
    if count.hi < 1 or why_not_use(state, act) is not None:
        return [], False
    unless = "" if count.lo else f"If the hand of {name} has any: "
    text = f"{unless}discard all {asked.which} of its hand for {state.setup.faces.name(act.tarot)}"
    found = [Instruction(act, f"{text[0].upper()}{text[1:]}; a Fate token for {name} unless somebody shows more.")]
    found += (Instruction(stopped, text) for stopped, text in _stopped(state, bot, act))
    return found, count.lo > 0


def _stopped(state: State, bot: Bot, act: Use) -> Iterator[tuple[Use, str]]:
    """Give what happens where a foe shows more."""
    for foe in state.seats:
        stopped = Use(bot.seat, act.tarot, cards=act.cards, foe=foe)
        if foe != bot.seat and why_not_use(state, stopped) is None:
            yield stopped, f"If {state.name(foe)} shows more, {state.name(bot.seat)} gets no token."
