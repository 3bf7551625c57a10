"""Facts that people state about the table: they set the game right where the log and the table have come apart.

A fact says exactly what it says; nothing else follows from it but the end of the game.
"""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from engine.acts import Market
from engine.cards import Common, Hidden, Seat, Suit, Tarot
from engine.effects import conclude
from engine.events import Event, Step
from engine.legality import Refusal
from engine.pieces import owned, with_column, with_player
from engine.ranges import Range, exactly
from engine.state import COINS_IN_THE_BOX, FATE_IN_THE_BOX, Column, Hand, Spot, State


@dataclass(frozen=True, slots=True)
class CoinsAre:
    """A seat has this many coins (they are counted on request, §B13), or between two numbers of them."""

    seat: Seat
    coins: Range


@dataclass(frozen=True, slots=True)
class HandIs:
    """A seat holds this many Common and Tarot cards (§B13), or between two numbers of them.

    Where a number is open, which cards they are is open too.
    """

    seat: Seat
    common: Range
    tarot: Range


@dataclass(frozen=True, slots=True)
class SideIs:
    """This many Fate tokens lie beside a tableau, or between two numbers of them."""

    seat: Seat
    tokens: Range


@dataclass(frozen=True, slots=True)
class StackIs:
    """These cards lie in a column, bottom to top."""

    seat: Seat
    suit: Suit
    stack: tuple[Common, ...]


@dataclass(frozen=True, slots=True)
class TarotIs:
    """This Tarot, or none, lies below a column; `turned`: upside down."""

    seat: Seat
    suit: Suit
    card: Tarot | None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class HolderIs:
    """The Fate token on the Common cards or the Tarot of a suit is this seat's, or in the supply."""

    place: Literal["common", "tarot"]
    suit: Suit
    holder: Seat | None


@dataclass(frozen=True, slots=True)
class SpotIs:
    """A market spot shows this card, HIDDEN, or nothing (None)."""

    market: Market
    spot: int
    shown: Spot


@dataclass(frozen=True, slots=True)
class DeckIs:
    """A deck holds this many cards."""

    market: Market
    cards: int


@dataclass(frozen=True, slots=True)
class MatIs:
    """This many tokens are left on the Trading Mat, and this many were bought from it, or between two numbers."""

    left: Range
    bought: Range


@dataclass(frozen=True, slots=True)
class LeaderIs:
    """This seat leads next; what turn there was is over."""

    seat: Seat


Fact = CoinsAre | HandIs | SideIs | StackIs | TarotIs | HolderIs | SpotIs | DeckIs | MatIs | LeaderIs


def objection(state: State, fact: Fact) -> Refusal | None:
    """Say why a fact cannot be true of any table, or None."""
    match fact:
        case CoinsAre():
            number, most = (fact.coins.hi if fact.coins.lo >= 0 else fact.coins.lo), COINS_IN_THE_BOX
        case HandIs():
            number, most = (fact.common.hi if fact.common.lo >= 0 else fact.common.lo), 80
            if fact.tarot.lo < 0 or fact.tarot.hi > 22:
                return Refusal(f"A hand cannot hold {fact.tarot} Tarot.", "C20")
        case SideIs():
            number, most = (fact.tokens.hi if fact.tokens.lo >= 0 else fact.tokens.lo), FATE_IN_THE_BOX
        case DeckIs(cards=number):
            most = 80 if fact.market == "common" else 22
        case MatIs():
            number, most = fact.left.hi + fact.bought.lo, 6
            if min(fact.left.lo, fact.bought.lo) < 0 or not 5 <= fact.left.lo + fact.bought.hi <= 6:
                return Refusal("The Trading Mat has 5 or 6 spots: tokens left and tokens bought.", "C22")
        case SpotIs(spot=number):
            most = len(state.market_common if fact.market == "common" else state.market_tarot) - 1
            if isinstance(fact.shown, Common | Tarot) and isinstance(fact.shown, Tarot) != (fact.market == "tarot"):
                return Refusal("Each market has its own kind of card.", "C1")
        case StackIs(stack=stack):
            number = most = 0
            levels = [card.level for card in stack]
            rises = all(low < high <= low + 2 for low, high in zip(levels, levels[1:], strict=False))
            if not stack or levels[0] != 1 or not rises or any(card.suit is not fact.suit for card in stack):
                return Refusal("A column begins with its Starter and rises by one level, or two, a card.", "B12")
        case TarotIs() | HolderIs() | LeaderIs():
            number = most = 0
        case _:
            assert_never(fact)
    if not 0 <= number <= most:
        return Refusal(f"{number} is not possible: it is from 0 to {most}.", "N1")
    seat = fact.holder if isinstance(fact, HolderIs) else getattr(fact, "seat", None)
    if seat is not None and not 0 <= seat < len(state.players):
        return Refusal("Nobody sits there.", "C24")
    return None


def settle(state: State, fact: Fact) -> Step:
    """Make a fact true of the state, one that nothing objects to."""
    match fact:
        case CoinsAre():
            state = with_player(state, fact.seat, replace(state.players[fact.seat], coins=fact.coins))
        case HandIs():
            state = with_player(state, fact.seat, replace(state.players[fact.seat], hand=_counted(state, fact)))
        case SideIs():
            state = with_player(state, fact.seat, replace(state.players[fact.seat], side=fact.tokens))
        case StackIs():
            column = replace(state.players[fact.seat].column(fact.suit), stack=fact.stack)
            state = with_column(state, fact.seat, fact.suit, column)
        case TarotIs():
            column = Column(state.players[fact.seat].column(fact.suit).stack, fact.card, fact.turned)
            state = with_column(state, fact.seat, fact.suit, column)
        case HolderIs(place="common"):
            state = replace(state, fate_common=owned(state.fate_common, fact.suit, fact.holder))
        case HolderIs():
            state = replace(state, fate_tarot=owned(state.fate_tarot, fact.suit, fact.holder))
        case SpotIs(market="common"):
            spots = state.market_common
            state = replace(state, market_common=(*spots[: fact.spot], fact.shown, *spots[fact.spot + 1 :]))
        case SpotIs():
            spots = state.market_tarot
            state = replace(state, market_tarot=(*spots[: fact.spot], fact.shown, *spots[fact.spot + 1 :]))
        case DeckIs(market="common"):
            state = replace(state, deck_common=exactly(fact.cards))
        case DeckIs():
            state = replace(state, deck_tarot=exactly(fact.cards))
        case MatIs():
            state = replace(state, mat_left=fact.left, mat_bought=fact.bought)
        case LeaderIs():
            state = replace(state, leader=fact.seat, turn=None)
        case _:
            assert_never(fact)
    events: list[Event] = []
    state = conclude(replace(state, end=None, count=state.count + 1), events)
    return Step(state, tuple(events))


def holds(state: State, fact: Fact) -> bool | None:
    """Tell whether a fact is true of the state; None where the state does not know."""
    match fact:
        case CoinsAre():
            return _within(state.players[fact.seat].coins, fact.coins)
        case HandIs():
            hand = state.players[fact.seat].hand
            both = (_within(hand.common, fact.common), _within(hand.tarot, fact.tarot))
            return False if False in both else None if None in both else True
        case SideIs():
            return _within(state.players[fact.seat].side, fact.tokens)
        case StackIs():
            return state.players[fact.seat].column(fact.suit).stack == fact.stack
        case TarotIs():
            column = state.players[fact.seat].column(fact.suit)
            return (column.tarot, column.turned) == (fact.card, fact.turned)
        case HolderIs():
            owners = state.fate_common if fact.place == "common" else state.fate_tarot
            return owners[fact.suit.column] == fact.holder
        case SpotIs():
            there = (state.market_common if fact.market == "common" else state.market_tarot)[fact.spot]
            return there == fact.shown if Hidden.HIDDEN not in (there, fact.shown) or there is None else None
        case DeckIs():
            return _is(state.deck_common if fact.market == "common" else state.deck_tarot, fact.cards)
        case MatIs():
            both = (_within(state.mat_left, fact.left), _within(state.mat_bought, fact.bought))
            return False if False in both else None if None in both else True
        case LeaderIs():
            return state.leader == fact.seat
        case _:
            assert_never(fact)


def _is(known: Range, value: int) -> bool | None:
    return _within(known, exactly(value))


def _within(known: Range, told: Range) -> bool | None:
    if known.hi < told.lo or told.hi < known.lo:
        return False
    return True if told.lo <= known.lo and known.hi <= told.hi else None


def _counted(state: State, fact: HandIs) -> Hand:
    known = state.players[fact.seat].hand.known if None not in (fact.common.exact, fact.tarot.exact) else ()
    commons = tuple(card for card in known if isinstance(card, Common))
    tarots = tuple(card for card in known if isinstance(card, Tarot))
    return Hand(
        fact.common,
        fact.tarot,
        (*(commons if len(commons) <= fact.common.hi else ()), *(tarots if len(tarots) <= fact.tarot.hi else ())),
    )
