"""What using an own Tarot could do to the Fate tokens, asked of the rules in a state in which its owner acts (§P1)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from engine.acts import Use
from engine.cards import Common, Seat, Suit, Tarot
from engine.costs import skip_price
from engine.effects import effect
from engine.events import FateMoved
from engine.offers import fits, open_uses, stripped, suit_above, why_not_use
from engine.pieces import with_player
from engine.powers import instead_of_action, offers
from engine.ranges import exactly
from engine.refusals import unknown_commons
from engine.state import State
from engine.taking import most_by_capturing
from engine.tarot import Cards, Offer, Verb
from engine.ways import Way, most_by_ascending, open_action, trade_way


@dataclass(frozen=True, slots=True)
class Using:
    """A use of a Tarot that moves Fate tokens: what it takes, whether in place of the action, and what is then."""

    act: Use
    way: Way
    instead: bool
    moved: tuple[FateMoved, ...]
    after: State


@dataclass(frozen=True, slots=True)
class Most:
    """How many tokens an open action surely, and at the most, gets a seat; `tarots` are those whose use that takes."""

    sure: int
    possible: int
    tarots: tuple[Tarot, ...] = ()


def uses(state: State, seat: Seat) -> Iterator[Using]:
    """Give what a seat could use in the action it has open, as far as that moves tokens; of cards one open form."""
    open_action(state, seat)
    for act in open_uses(state):
        if why_not_use(state, act) is None:
            above, offer = suit_above(state, seat, act.tarot), offers(state, act.tarot)[0]
            step = effect(state, act)
            moved = tuple(event for event in step.events if isinstance(event, FateMoved))
            fewer = step.state.fate(seat).hi < state.fate(seat).hi
            if above is not None and moved and not (fewer and state.setup.is_bot(seat)):
                way = _way(state, act, above, offer)
                yield Using(act, way, instead_of_action(state, offer), moved, step.state)


def most(state: State, seat: Seat) -> Most:
    """Work out how many tokens the action that a seat has open could get it, with its Tarot before or in its place."""
    best = Most(*_without(state, seat))
    for using in uses(state, seat):
        gained, turn = using.after.fate(seat).hi - state.fate(seat).hi, using.after.turn
        goes_on = turn is not None and turn.action is not None and using.after.end is None
        rest = most(using.after, seat) if goes_on else Most(0, 0)
        sure = max(best.sure, gained + rest.sure if using.way.sure else 0)
        if gained + rest.possible > best.possible:
            best = Most(sure, gained + rest.possible, (using.act.tarot, *rest.tarots))
        else:
            best = replace(best, sure=sure)
    return best


def _without(state: State, seat: Seat) -> tuple[int, int]:
    """Return how many tokens the open action of a seat surely, and at the most, gets it without the use of a Tarot."""
    suit = open_action(state, seat).suit
    match suit:
        case Suit.EARN:
            trade = trade_way(state, seat)
            return (0, 0) if trade is None else (int(trade.sure), 1)
        case Suit.DRAFT:
            return 0, 0
        case Suit.ASCEND:
            return most_by_ascending(state, seat)
        case Suit.CAPTURE:
            return most_by_capturing(state, seat)
        case _:
            assert_never(suit)


def _way(state: State, act: Use, above: Suit, offer: Offer) -> Way:
    """Say what a use takes, and whether its owner surely has it."""
    player, cards, price = state.players[act.seat], offer.cards or Cards(0), ""
    shown: tuple[Common, ...] = ()
    coins = offer.price
    match offer.verb:
        case Verb.FALL:
            shown = tuple(player.column(suit).stack[-1] for suit in stripped(offer, above))
            price = f"{', '.join(state.setup.faces.name(card) for card in shown)} off the tops of the columns"
        case Verb.TAKE_TOP if act.foe is not None and act.suit is not None:
            card = state.players[act.foe].column(act.suit).stack[-1]
            coins += skip_price(state, act.seat) if card.level == player.column(act.suit).level + 2 else 0
            shown, price = (card,), f"{state.setup.faces.name(card)} of {state.name(act.foe)}"
        case Verb.TOKEN | Verb.GIVE | Verb.SHOWDOWN:
            price = _asked(cards, above)
            price += " given to foes" if offer.verb is Verb.GIVE else ""
            price += ", unless a foe shows more" if offer.verb is Verb.SHOWDOWN else ""
        case _:
            pass
    return Way(shown, exactly(coins), _surely(state, act, above, offer), price=price)


def _asked(cards: Cards, above: Suit) -> str:
    """Say which Common cards of the hand a power takes."""
    if cards.each:
        return "a Common card of each suit"
    kind = f" of level {cards.level}" if cards.level else f" of {above}" if cards.above else ""
    number = f"{cards.least} or more" if cards.more else str(cards.least)
    return f"{number} Common cards{kind}"


def _surely(state: State, act: Use, above: Suit, offer: Offer) -> bool:
    """Tell whether a use is certain to bring what it says: with the coins and cards that its owner surely has.

    Where more cards of a foe would stop it, no foe can have more.
    """
    if state.setup.is_bot(act.seat):
        return False
    player, cards = state.players[act.seat], offer.cards or Cards(0)
    known = [card for card in player.hand.known if isinstance(card, Common)]
    named = cards.level is not None or cards.above or cards.each
    hand = replace(player.hand, common=exactly(len(known)) if named else exactly(player.hand.common.lo))
    poor = with_player(state, act.seat, replace(player, coins=exactly(player.coins.lo), hand=hand))
    if why_not_use(poor, act) is not None:
        return False
    own = sum(fits(cards, above, card) for card in known)
    return offer.verb is not Verb.SHOWDOWN or all(
        _fitting(state, foe, cards, above) <= own for foe in state.seats if foe != act.seat
    )


def _fitting(state: State, seat: Seat, cards: Cards, above: Suit) -> int:
    """Return how many cards that a power asks for a hand holds at the most."""
    hand = state.players[seat].hand
    return unknown_commons(hand) + sum(isinstance(card, Common) and fits(cards, above, card) for card in hand.known)
