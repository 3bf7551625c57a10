"""Facts that people state about the table: they set the game right where the log and the table have come apart.

A fact says exactly what it says; nothing else follows from it but the end of the game.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, assert_never

from engine.acts import Market
from engine.cards import Card, Common, Hidden, Seat, Suit, Tarot
from engine.effects import conclude
from engine.events import Event, Step
from engine.pieces import owned, with_column, with_known, with_player
from engine.ranges import ZERO, Range
from engine.refusals import Refusal
from engine.state import COINS_IN_THE_BOX, FATE_IN_THE_BOX, Column, Hand, Spot, State, Turn


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
class KnownAre:
    """Of the cards that a seat holds, these are known and no others."""

    seat: Seat
    cards: tuple[Card, ...]


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
    """A deck holds this many cards, or between two numbers of them."""

    market: Market
    cards: Range


@dataclass(frozen=True, slots=True)
class DiscardsAre:
    """These cards lie on the Common discard pile, bottom to top, and `unseen` more may lie in it."""

    cards: tuple[Common | Hidden, ...]
    unseen: Range = ZERO


@dataclass(frozen=True, slots=True)
class ShuffledIs:
    """The discards were shuffled, or not yet, in a game where that happens once (§C4)."""

    shuffled: bool


@dataclass(frozen=True, slots=True)
class TurnedUpAre:
    """These cards off the Common deck are turned up for the solo bot, in the order they came (§C19)."""

    cards: tuple[Common | Hidden, ...]


@dataclass(frozen=True, slots=True)
class GoneAre:
    """These Tarot left the game face up (§C17)."""

    cards: tuple[Tarot, ...]


@dataclass(frozen=True, slots=True)
class MatIs:
    """This many tokens are left on the Trading Mat, and this many were bought from it, or between two numbers."""

    left: Range
    bought: Range


@dataclass(frozen=True, slots=True)
class LeaderIs:
    """This seat leads next; what turn there was is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnIs:
    """Somebody has led, some have answered, and an action may be open: a game can begin in the middle of a turn."""

    turn: Turn


Fact = (
    CoinsAre
    | HandIs
    | KnownAre
    | SideIs
    | StackIs
    | TarotIs
    | HolderIs
    | SpotIs
    | DeckIs
    | MatIs
    | DiscardsAre
    | ShuffledIs
    | TurnedUpAre
    | GoneAre
    | LeaderIs
    | TurnIs
)

_MOST_STOOD_IN_FOR: Final = 9999
"""The most coins a record can tell of one player, where anything stands in for what the bank lacks (§C27)."""


def objection(state: State, fact: Fact) -> Refusal | None:
    """Say why a fact cannot be true of any table, or None."""
    match fact:
        case CoinsAre():
            most = COINS_IN_THE_BOX if state.setup.house.bank_runs_out else _MOST_STOOD_IN_FOR
            number = fact.coins.lo if fact.coins.hi <= most else fact.coins.hi
        case HandIs():
            number, most = fact.common.lo, 80
            if not 0 <= fact.tarot.lo <= 22:
                return Refusal(f"A hand cannot hold {fact.tarot} Tarot.", "C20")
        case SideIs():
            number, most = fact.tokens.lo, FATE_IN_THE_BOX
        case KnownAre():
            return _unheld(state, fact)
        case DeckIs():
            number, most = fact.cards.lo, 80 if fact.market == "common" else 22
        case DiscardsAre():
            number, most = fact.unseen.lo, 80 - len(fact.cards)
        case ShuffledIs():
            number = most = 0
            if fact.shuffled and not state.setup.house.one_shuffle:
                return Refusal("That counts only where the discards are shuffled once a game.", "C4")
        case TurnedUpAre():
            number = most = 0
            if fact.cards and state.setup.bot is None:
                return Refusal("Cards are turned up for the solo bot alone.", "C19")
        case GoneAre():
            number = most = 0
            if len(set(fact.cards)) < len(fact.cards):
                return Refusal("A Tarot leaves the game once: there is only one of each.", "A2")
        case MatIs():
            number = most = 0
            spots = fact.left + fact.bought
            if min(fact.left.lo, fact.bought.lo) < 0 or spots.hi < 5 or spots.lo > 6:
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
        case TurnIs():
            return _no_turn(state, fact.turn)
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


def _unheld(state: State, fact: KnownAre) -> Refusal | None:
    if not 0 <= fact.seat < len(state.players):
        return Refusal("Nobody sits there.", "C24")
    hand = state.players[fact.seat].hand
    tarots = sum(isinstance(card, Tarot) for card in fact.cards)
    if tarots > hand.tarot.hi or len(fact.cards) - tarots > hand.common.hi:
        name = state.name(fact.seat)
        return Refusal(f"{name} holds {hand.common} Common and {hand.tarot} Tarot, and not all of these.", "B13")
    return None


def _no_turn(state: State, turn: Turn) -> Refusal | None:
    """Say why no turn can stand like this: its players, their order (§C24), its numbers."""
    players = len(state.players)
    if not 0 <= turn.leader < players:
        return Refusal("Nobody sits there.", "C24")
    order = tuple(Seat((turn.leader + step) % players) for step in range(players))
    if turn.answered != order[1 : 1 + len(turn.answered)]:
        return Refusal("Foes answer clockwise, from the left of the leader.", "C24")
    if not 1 <= turn.level <= 6:
        return Refusal(f"{turn.level} is not possible: a level is from 1 to 6.", "B1")
    action = turn.action
    if action is not None and action.gone_through != (0, 0):
        bot, places = state.setup.bot, len(state.market_common)
        if bot is None or action.seat != bot.seat or max(action.gone_through) > places:
            return Refusal("Only the solo bot goes through the market, and no further than its end.", "C19")
    if action is not None and action.picks_for is not None and not state.setup.is_bot(action.seat):
        return Refusal("Cards of a hand are turned up for the solo bot alone.", "C19")
    if action is not None and (action.seat, action.following) != (order[len(turn.answered)], bool(turn.answered)):
        return Refusal("Only the leader before any answer, or who answered last, can be in an action.", "C24")
    if action is not None and action.following and action.suit is Suit.EARN:
        return Refusal("Nobody follows EARN or TRADE.", "B4")
    if action is not None and action.market_ascend and not action.captured:
        return Refusal("Only a Tarot just captured lets its owner ascend from the market now.", "C23")
    if action is not None and action.limit is not None and action.used > action.limit:
        return Refusal(f"Of {action.limit} no {action.used} can be done.", "B11")
    if action is not None and action.discard_limit is not None and action.discarded.lo > action.discard_limit:
        return Refusal(f"Of {action.discard_limit} cards no {action.discarded} can be paid.", "C7")
    return None


def settle(state: State, fact: Fact) -> Step:
    """Make a fact true of the state, one that nothing objects to."""
    match fact:
        case CoinsAre():
            state = with_player(state, fact.seat, replace(state.players[fact.seat], coins=fact.coins))
        case HandIs():
            state = with_player(state, fact.seat, replace(state.players[fact.seat], hand=_counted(state, fact)))
        case KnownAre():
            hand = state.players[fact.seat].hand
            hand = replace(hand, known=with_known(Hand(hand.common, hand.tarot), *fact.cards))
            state = with_player(state, fact.seat, replace(state.players[fact.seat], hand=hand))
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
            state = replace(state, deck_common=fact.cards)
        case DeckIs():
            state = replace(state, deck_tarot=fact.cards)
        case MatIs():
            state = replace(state, mat_left=fact.left, mat_bought=fact.bought)
        case DiscardsAre():
            state = replace(state, discards=fact.cards, unseen_discards=fact.unseen)
        case ShuffledIs():
            state = replace(state, shuffled=fact.shuffled)
        case TurnedUpAre():
            state = replace(state, turned_up=fact.cards)
        case GoneAre():
            state = replace(state, gone=fact.cards)
        case LeaderIs():
            state = replace(state, leader=fact.seat, turn=None)
        case TurnIs():
            state = replace(state, leader=fact.turn.leader, turn=fact.turn)
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
            return _both(_within(hand.common, fact.common), _within(hand.tarot, fact.tarot))
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
            return _within(state.deck_common if fact.market == "common" else state.deck_tarot, fact.cards)
        case MatIs():
            return _both(_within(state.mat_left, fact.left), _within(state.mat_bought, fact.bought))
        case KnownAre():
            return state.players[fact.seat].hand.known == with_known(Hand(), *fact.cards)
        case DiscardsAre():
            return _within(state.unseen_discards, fact.unseen) if state.discards == fact.cards else False
        case ShuffledIs():
            return state.shuffled == fact.shuffled
        case TurnedUpAre():
            return state.turned_up == fact.cards
        case GoneAre():
            return state.gone == fact.cards
        case LeaderIs():
            return state.leader == fact.seat
        case TurnIs():
            return state.turn == fact.turn
        case _:
            assert_never(fact)


def _both(one: bool | None, other: bool | None) -> bool | None:
    """Tell whether two things are so; None where that is not known of one, and the other is so or not known."""
    return False if False in (one, other) else None if None in (one, other) else True


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
