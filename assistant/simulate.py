"""Whole games without people: a seeded dealer in the seat TABLE, simple players and the solo bot, on the real rules.

The acts and states are what a table would know: a card drawn from the deck stays hidden. Only the dealer and each
card's owner see it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from assistant.players import Choose, greedy
from engine.acts import Act, Ascend, Capture, Draft, Refill, Shift, TurnUp, Use
from engine.automa import decide
from engine.automa_tarot import asked_for
from engine.cards import COPIES, GREATEST_LESSER, SUITS, TAROTS, Card, Common, Faces, Seat, Tarot
from engine.events import Event
from engine.house import HouseRules
from engine.numbers import HOUSE, Numbers
from engine.offers import fits, suit_above
from engine.ordered import out_of_order
from engine.powers import offers
from engine.rules import apply
from engine.state import COMMON_SPOTS, COMMONS_AT_START, REMOVED, TAROT_SPOTS, Bot, Setup, State, start
from engine.tarot import Verb
from engine.turns import awaited, empty_spots, next_leader

NAMES: Final = ("Ana", "Ben", "Cai", "Dia", "Eli")
FIRST: Final = Seat(0)
BOT: Final = "Bot"
"""What the solo bot is called."""
PLAIN: Final = HouseRules()
LONGEST: Final = 5000
"""Acts after which a game between players who get nowhere is given up."""


class Deck(StrEnum):
    """Which Tarot are in the box: all of one deck, or of each level that of one or the other."""

    STANDARD = "standard"
    TRANSCENDED = "transcended"
    MIXED = "mixed"


class Played(NamedTuple):
    """An act (None before the first) and the state after it, as the table knows them."""

    act: Act | None
    state: State


class Moved(NamedTuple):
    """An act, what it did, and the game after it, with what nobody at the table sees."""

    act: Act
    events: tuple[Event, ...]
    game: "Dealt"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game with everything in it: the public state, and the cards only the dealer and their owners know.

    Decks are drawn from their end.
    """

    state: State
    hands: tuple[tuple[Card, ...], ...]
    commons: tuple[Common, ...]
    tarots: tuple[Tarot, ...]


def deal(
    names: Sequence[str],
    chance: Random,
    numbers: Numbers = HOUSE,
    faces: Faces | None = None,
    first: Seat = FIRST,
    bot: Bot | None = None,
    deck: Deck = Deck.STANDARD,
    house: HouseRules = PLAIN,
) -> Dealt:
    """Shuffle and deal a game for 2 to 5 names (rulebook, The Setup); the solo bot gets no Tarot (§C19).

    Of a mixed deck each level comes from either with the same chance.
    """
    players = len(names)
    commons: list[Common] = [
        Common(suit, level) for suit in SUITS for level in COPIES if level > 1 for _ in range(COPIES[level])
    ]
    lesser, greater = list(TAROTS[: GREATEST_LESSER + 1]), list(TAROTS[GREATEST_LESSER + 1 :])
    for pile in (commons, lesser, greater):
        chance.shuffle(pile)
    tarots = greater + lesser[REMOVED[players] :]
    hands: list[tuple[Card, ...]] = []
    for seat in range(players):
        dealt = tuple(commons.pop() for _ in range(COMMONS_AT_START.lo))
        hands.append(dealt if bot is not None and seat == bot.seat else (*dealt, tarots.pop()))
    setup = Setup(
        tuple(names),
        market_tarot=tuple(tarots.pop() for _ in range(TAROT_SPOTS[players])),
        market_common=tuple(commons.pop() for _ in range(COMMON_SPOTS[players])),
        first=first,
        faces=faces or Faces(),
        numbers=numbers,
        bot=bot,
        transcended=_transcended(deck, chance),
        house=house,
    )
    return Dealt(start(setup), tuple(hands), tuple(commons), tuple(tarots))


def _transcended(deck: Deck, chance: Random) -> tuple[int, ...]:
    match deck:
        case Deck.STANDARD:
            return ()
        case Deck.TRANSCENDED:
            return tuple(tarot.level for tarot in TAROTS)
        case Deck.MIXED:
            return tuple(tarot.level for tarot in TAROTS if chance.random() < 1 / 2)


def play(
    seats: int,
    seed: int,
    numbers: Numbers = HOUSE,
    names: Sequence[str] = NAMES,
    players: Sequence[Choose] = (greedy,),
    faces: Faces | None = None,
    first: Seat = FIRST,
    bot: Bot | None = None,
    deck: Deck = Deck.STANDARD,
    house: HouseRules = PLAIN,
) -> Iterator[Played]:
    """Play one game, act by act, from the set-up (act None) to its end. `players` go round the seats.

    With `bot` the solo bot sits in its seat, and leads first.
    """
    chance = Random(seed)
    first = first if bot is None else bot.seat
    game = deal(names[:seats], chance, numbers, faces, first, bot, deck, house)
    yield Played(None, game.state)
    for act, _, after in moves(game, players, chance):
        yield Played(act, after.state)


def moves(game: Dealt, players: Sequence[Choose], chance: Random) -> Iterator[Moved]:
    """Play a game that was dealt to its end, or until it is too long."""
    while game.state.end is None and game.state.count < LONGEST:
        game, act = _next(game, players, chance)
        step = apply(game.state, act)
        game = replace(_handed(game, act), state=step.state)
        yield Moved(act, step.events, game)


def _next(game: Dealt, players: Sequence[Choose], chance: Random) -> tuple[Dealt, Act]:
    """Choose the next act, the bot's, a player's, or else the dealer's; what it draws is on the deck then."""
    state = game.state
    told = () if state.setup.bot is None else decide(state, game.hands[state.setup.bot.seat])
    seat = _mover(state)
    if told:
        act = told[0].act
    elif seat is not None:
        act = players[seat % len(players)](state, seat, game.hands[seat], chance)
    elif out_of_order(state):
        act = Shift()
    else:
        act = Refill(*next(empty_spots(state)))
    match act:
        case Refill(market="tarot"):
            return game, replace(act, card=game.tarots[-1])
        case TurnUp(tarot=Tarot()):
            return game, _out_of_hand(game, act, chance)
        case Use():
            return game, _shown(game, act)
        case Refill() | TurnUp():
            game = _with_deck(game, chance)
            return game, replace(act, card=game.commons[-1])
        case Draft(spot=None):
            return _with_deck(game, chance), act
        case _:
            return game, act


def _mover(state: State) -> Seat | None:
    """Return whose move it is; None for the dealer."""
    if state.turn is None:
        return next_leader(state)
    return state.turn.action.seat if state.turn.action else awaited(state)


def _out_of_hand(game: Dealt, act: TurnUp, chance: Random) -> TurnUp:
    """Turn up a card of the solo bot's hand, at random among those that its Tarot asks for and that are not yet out."""
    state, bot = game.state, game.state.setup.bot
    asked = None if bot is None or act.tarot is None else asked_for(state, bot, act.tarot)
    if bot is None or asked is None or state.turn is None or state.turn.action is None:
        raise AssertionError("the bot lets cards be turned up in its action alone")
    picked = [card for card in state.turn.action.picked if isinstance(card, Common)]
    left = _without(game.hands[bot.seat], *picked)
    return replace(act, card=chance.choice([card for card in left if isinstance(card, Common) and asked.fits(card)]))


def _shown(game: Dealt, act: Use) -> Use:
    """Let the first foe, clockwise, who holds more of what a Tarot compares show one card more (§B16)."""
    state, offer, above = game.state, offers(game.state, act.tarot)[0], suit_above(game.state, act.seat, act.tarot)
    if offer.verb is not Verb.SHOWDOWN or offer.cards is None or above is None:
        return act
    wanted, more = offer.cards, len(act.cards or ()) + 1
    for step in range(1, len(state.players)):
        foe = Seat((act.seat + step) % len(state.players))
        cards = sorted(card for card in game.hands[foe] if isinstance(card, Common) and fits(wanted, above, card))
        if len(cards) >= more:
            return replace(act, foe=foe, shown=tuple(cards[:more]))
    return act


def _with_deck(game: Dealt, chance: Random) -> Dealt:
    """Make the discards the Common deck where that has run out (§C3)."""
    if game.commons:
        return game
    discards = [card for card in game.state.discards if isinstance(card, Common)]
    chance.shuffle(discards)
    return replace(game, commons=tuple(discards))


def _handed(game: Dealt, act: Act) -> Dealt:
    """Move the cards that an act moves off the decks, into hands and out of them."""
    match act:
        case TurnUp(tarot=None) | Refill(market="common"):
            return replace(game, commons=game.commons[:-1])
        case Refill():
            return replace(game, tarots=game.tarots[:-1])
        case Draft(seat=seat, card=card, spot=spot):
            card = game.commons[-1] if card is None else card
            game = game if spot is not None else replace(game, commons=game.commons[:-1])
            return _with_hand(game, seat, (*game.hands[seat], card))
        case Ascend(seat=seat, card=card) if act.spot is None and not game.state.turned_up:
            return _with_hand(game, seat, _without(game.hands[seat], card))
        case Capture(seat=seat, card=tarot, spot=spot, discards=discards):
            return _with_hand(
                game, seat, _without(game.hands[seat], *(discards or ()), *(() if spot is not None else (tarot,)))
            )
        case Use(seat=seat):
            given = [(foe, card) for foe, card in act.given if card is not None]
            gone = (*(act.cards or ()), *(card for _, card in given))
            game = _with_hand(game, seat, _without(game.hands[seat], *gone))
            for foe, card in given:
                game = _with_hand(game, foe, (*game.hands[foe], card))
            return game
        case _:
            return game


def _with_hand(game: Dealt, seat: Seat, hand: tuple[Card, ...]) -> Dealt:
    return replace(game, hands=(*game.hands[:seat], hand, *game.hands[seat + 1 :]))


def _without(hand: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)
