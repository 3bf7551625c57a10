"""Whole games without people: a seeded dealer in the seat TABLE, and simple players, on the real rules.

The acts and states are what a table would know: a card drawn from the deck stays hidden. Only the dealer and each
card's owner see it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from assistant.players import PLAYERS, Choose, greedy
from engine.acts import Act, Ascend, Capture, Draft, Refill, Shuffle, who
from engine.cards import COPIES, GREATEST_LESSER, SUITS, TAROTS, Card, Common, Faces, Seat, Tarot
from engine.numbers import HOUSE, Numbers
from engine.rules import apply
from engine.state import COMMON_SPOTS, COMMONS_AT_START, REMOVED, TAROT_SPOTS, Setup, State, start
from engine.turns import awaited, empty_spots, next_leader

NAMES: Final = ("Ana", "Ben", "Cai", "Dia", "Eli")
FIRST: Final = Seat(0)
LONGEST: Final = 5000
"""Acts after which a game between players who get nowhere is given up."""


class Played(NamedTuple):
    """An act (None before the first) and the state after it, as the table knows them."""

    act: Act | None
    state: State


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
    names: Sequence[str], chance: Random, numbers: Numbers = HOUSE, faces: Faces | None = None, first: Seat = FIRST
) -> Dealt:
    """Shuffle and deal a game for 2 to 5 names (rulebook, The Setup)."""
    players = len(names)
    commons: list[Common] = [
        Common(suit, level) for suit in SUITS for level in COPIES if level > 1 for _ in range(COPIES[level])
    ]
    lesser, greater = list(TAROTS[: GREATEST_LESSER + 1]), list(TAROTS[GREATEST_LESSER + 1 :])
    for pile in (commons, lesser, greater):
        chance.shuffle(pile)
    tarots = greater + lesser[REMOVED[players] :]
    hands: list[tuple[Card, ...]] = [
        (*(commons.pop() for _ in range(COMMONS_AT_START.lo)), tarots.pop()) for _ in names
    ]
    setup = Setup(
        tuple(names),
        market_tarot=tuple(tarots.pop() for _ in range(TAROT_SPOTS[players])),
        market_common=tuple(commons.pop() for _ in range(COMMON_SPOTS[players])),
        first=first,
        faces=faces or Faces(),
        numbers=numbers,
    )
    return Dealt(start(setup), tuple(hands), tuple(commons), tuple(tarots))


def play(
    seats: int,
    seed: int,
    numbers: Numbers = HOUSE,
    names: Sequence[str] = NAMES,
    players: Sequence[Choose] = (greedy,),
    faces: Faces | None = None,
    first: Seat = FIRST,
) -> Iterator[Played]:
    """Play one game, act by act, from the set-up (act None) to its end. `players` go round the seats."""
    chance = Random(seed)
    game = deal(names[:seats], chance, numbers, faces, first)
    yield Played(None, game.state)
    while game.state.end is None and game.state.count < LONGEST:
        game, act = _next(game, players, chance)
        yield Played(act, game.state)


def _next(game: Dealt, players: Sequence[Choose], chance: Random) -> tuple[Dealt, Act]:
    state = game.state
    seat = _mover(state)
    if seat is not None:
        act = players[seat % len(players)](state, seat, game.hands[seat], chance)
        return _moved(game, act, chance), act
    market, spot = next(empty_spots(state))
    if market == "common":
        game = _with_deck(game, chance)
    refill = Refill(market, spot, game.tarots[-1] if market == "tarot" else game.commons[-1])
    state = apply(state, refill).state
    if market == "tarot":
        return replace(game, state=state, tarots=game.tarots[:-1]), refill
    return replace(game, state=state, commons=game.commons[:-1]), refill


def _mover(state: State) -> Seat | None:
    """Return whose move it is; None for the dealer."""
    if state.turn is None:
        return next_leader(state)
    return state.turn.action.seat if state.turn.action else awaited(state)


def _with_deck(game: Dealt, chance: Random) -> Dealt:
    """Make the discards the Common deck where that has run out (§C3)."""
    if game.commons:
        return game
    discards = [card for card in game.state.discards if isinstance(card, Common)]
    chance.shuffle(discards)
    return replace(game, commons=tuple(discards))


def _moved(game: Dealt, act: Act, chance: Random) -> Dealt:
    """Do a player's act on the public state and in the hand it really concerns."""
    seat = who(act)
    if seat is None or isinstance(act, Refill | Shuffle):
        raise ValueError("Only the dealer refills.")
    hand = list(game.hands[seat])
    match act:
        case Draft(card=card, spot=None):
            game = _with_deck(game, chance)
            hand.append(game.commons[-1] if card is None else card)
            game = replace(game, commons=game.commons[:-1])
        case Draft(card=Common() as card):
            hand.append(card)
        case Ascend(card=card):
            hand.remove(card)
        case Capture(card=tarot, spot=spot, discards=discards):
            if spot is None:
                hand.remove(tarot)
            for gone in discards or ():
                hand.remove(gone)
    hands = (*game.hands[:seat], tuple(hand), *game.hands[seat + 1 :])
    return replace(game, state=apply(game.state, act).state, hands=hands)


__all__ = ["LONGEST", "NAMES", "PLAYERS", "Dealt", "Played", "deal", "play"]
