"""The facts that advice is made of, and each of them as a sentence."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.cards import Common, Seat, Suit, Tarot
from engine.ranges import Range
from engine.state import State
from engine.ways import Way

Place = Literal["common", "tarot", "side"]
When = Literal["now", "following", "leading"]
"""In the present turn; by following a lead of somebody else that comes before the own one; by the own next lead."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A token that a seat could get with one action, and every way to it. `loser` None: it comes from supply or mat.

    `level`: the least level of card that gets it; None where no card does. What following costs comes on top.
    `action`: what is led. `tarot`: an own one that brings it, by its use (`instead` of the action) or for a capture
    that is paid with what it `asks` for.
    """

    seat: Seat
    place: Place
    suit: Suit | None
    loser: Seat | None
    level: int | None
    following: bool
    ways: tuple[Way, ...]
    action: Suit
    tarot: Tarot | None = None
    instead: bool = False
    asks: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Handover:
    """A token that an action of `seat` would bring to somebody else, or to the supply (None); `wins`: who then wins.

    By the use of `tarot` (`instead` of the action, upon a `foe`); or by a capture, as one of `captured` is put in the
    place of the own Tarot, or the own one is given up for it.
    """

    seat: Seat
    place: Place
    suit: Suit | None
    loser: Seat | None
    taker: Seat | None
    following: bool
    action: Suit
    wins: bool
    tarot: Tarot | None = None
    instead: bool = False
    foe: Seat | None = None
    captured: tuple[Tarot, ...] = ()
    gives_up: Tarot | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Win:
    """An action by which a seat could reach the threshold: `missing` tokens at once. `sure`: it has what that takes.

    `tarots`: those whose use it takes.
    """

    seat: Seat
    suit: Suit
    when: When
    missing: int
    sure: bool
    tarots: tuple[Tarot, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely the next card off a deck is one of `cards`, which help a seat to do what `to` says."""

    seat: Seat
    deck: Literal["common", "tarot"]
    to: Literal["ascend for free", "ascend", "take a token"]
    cards: tuple[Common | Tarot, ...]
    chance: Fraction
    text: str = ""


def gain_text(state: State, gain: Gain) -> str:
    """Say who could get a token, how, and what that takes."""
    ways = "; or ".join(said for way in gain.ways if (said := _way(state, gain, way)))
    if gain.action is Suit.EARN and gain.tarot is None:
        return f"{state.name(gain.seat)} could buy a token, leading TRADE: {ways}."
    origin = "the supply" if gain.loser is None else state.name(gain.loser)
    token = f"take {_token(gain.place, gain.suit)} from {origin}" if gain.place != "side" else "gain a token"
    power = "" if gain.tarot is None else f" with {state.setup.faces.name(gain.tarot)}"
    how = "in place of" if gain.instead else "by"
    how += f" {'following' if gain.following else 'leading'} {gain.action}"
    how += f", paid with {gain.asks}" if gain.asks else ""
    return f"{state.name(gain.seat)} could {token}{power} {how}{': ' if ways else ''}{ways}."


def _token(place: Place, suit: Suit | None) -> str:
    return f"the token of {'' if place == 'common' else 'the Tarot under '}{suit}"


def _way(state: State, gain: Gain, way: Way) -> str:
    """Say what a way takes; "" where that is nothing and sure."""
    name = state.setup.faces.name
    where = " of the market" if way.spot is not None else ""
    cards = ", then ".join(
        f"{name(card)}{where}" if isinstance(card, Tarot) else _played(gain, name(card)) for card in way.cards
    )
    parts = [way.price or cards] if way.price or cards else []
    if way.coins != Range(0, 0) or not (parts or gain.tarot):
        parts.append(f"{way.coins} coin{'' if way.coins.exact == 1 else 's'}")
    said = " and ".join(parts) + ("" if way.gives_up is None else f", giving up {name(way.gives_up)}")
    return said + ("" if way.sure else " (perhaps)")


def _played(gain: Gain, card: str) -> str:
    return f"{card} of the market" if gain.action is Suit.CAPTURE else card


def handover_text(state: State, one: Handover) -> str:
    """Say what an action would do to a token that it does not bring its own player."""
    name, does = state.setup.faces.name, f"{'follows' if one.following else 'leads'} {one.action}"
    if one.gives_up is not None:
        does += f" and gives up {name(one.gives_up)} for a capture elsewhere"
    elif one.tarot is None:
        does += f" and captures {' or '.join(name(card) for card in one.captured)} under {one.suit}"
    else:
        upon = "" if one.foe is None else f" on the {one.suit} of {state.name(one.foe)}"
        does += f" and uses {name(one.tarot)}{upon}{' in its place' if one.instead else ''}"
    origin, end = ("the supply" if seat is None else state.name(seat) for seat in (one.loser, one.taker))
    wins = f", and {end} wins" if one.wins else ""
    return f"If {state.name(one.seat)} {does}, {_token(one.place, one.suit)} goes from {origin} to {end}{wins}."


def win_text(state: State, win: Win) -> str:
    """Say by what somebody could win, and how far that is."""
    does = "TRADE" if win.suit is Suit.EARN and not win.tarots else str(win.suit)
    how = {"now": f"now, by {does}", "following": f"by following {does}", "leading": f"by leading {does}"}[win.when]
    power = f" with {' and '.join(state.setup.faces.name(tarot) for tarot in win.tarots)}" if win.tarots else ""
    tokens = f"{win.missing} token{'' if win.missing == 1 else 's'} {'is' if win.missing == 1 else 'are'} missing"
    return f"{state.name(win.seat)} {'can' if win.sure else 'could'} win {how}{power}: {tokens}."


def odds_text(state: State, odds: Odds) -> str:
    """Say how likely the next card of a deck helps somebody to something."""
    deck, odd = odds.deck.capitalize(), f"{odds.chance.numerator} in {odds.chance.denominator}"
    return f"The next card of the {deck} deck helps {state.name(odds.seat)} to {odds.to} with odds of {odd}."
