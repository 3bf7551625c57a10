"""What everybody could work out from what everybody sees, put into sentences: facts about the next action, no opinions.

Who could gain, steal or lose each Fate token with one action and what that takes; who could win before their next
lead is over; how likely the next card off a deck helps whom. Off unless somebody asks for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from engine.cards import SUITS, Common, Seat, Suit, Tarot
from engine.costs import action_limit, follow_cost, skip_price
from engine.powers import must_pass
from engine.ranges import Range
from engine.state import State
from engine.turns import awaited, next_leader
from engine.unseen import next_common, next_tarot
from engine.ways import (
    Way,
    ascend_level,
    ascend_ways,
    capture_ways,
    most_by_ascending,
    most_by_capturing,
    tarot_level,
    trade_way,
)

Place = Literal["common", "tarot", "side"]
When = Literal["now", "following", "leading"]
"""In the present turn; by following a lead of somebody else that comes before the own one; by the own next lead."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A token that a seat could get with one action, and every way to it. `loser` None: it comes from supply or mat.

    `level`: the least level of card that gets it; None for a token of the mat. What following costs comes on top.
    """

    seat: Seat
    place: Place
    suit: Suit | None
    loser: Seat | None
    level: int | None
    following: bool
    ways: tuple[Way, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Win:
    """An action by which a seat could reach the threshold: `missing` tokens at once. `sure`: it has what that takes."""

    seat: Seat
    suit: Suit
    when: When
    missing: int
    sure: bool
    text: str


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely the next card off a deck is one of `cards`, which help a seat to do what `to` says."""

    seat: Seat
    deck: Literal["common", "tarot"]
    to: Literal["ascend for free", "ascend", "take a token"]
    cards: tuple[Common | Tarot, ...]
    chance: Fraction
    text: str


@dataclass(frozen=True, slots=True)
class Advice:
    """All of it, for one state."""

    gains: tuple[Gain, ...]
    wins: tuple[Win, ...]
    odds: tuple[Odds, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it in words."""
        return tuple(one.text for part in (self.gains, self.wins, self.odds) for one in part)

    def losses(self, seat: Seat) -> tuple[Gain, ...]:
        """List the gains of others that would cost a seat a token."""
        return tuple(gain for gain in self.gains if gain.loser == seat)


def advise(state: State) -> Advice:
    """Work out what everybody could; nothing once the game is over."""
    if state.end is not None:
        return Advice((), (), ())
    gains = (gain for seat in state.seats for following in (False, True) for gain in _gains(state, seat, following))
    return Advice(
        tuple(gains),
        tuple(win for seat in state.seats for win in _wins(state, seat)),
        tuple(odds for seat in state.seats for odds in _odds(state, seat)),
    )


# Tokens


def _gains(state: State, seat: Seat, following: bool) -> Iterator[Gain]:
    for suit in SUITS:
        ways = ascend_ways(state, seat, suit, following)
        if ways:
            level, loser = ascend_level(state, seat, suit), state.fate_common[suit.column]
            yield _gain(state, Gain(seat, "common", suit, loser, level, following, ways, ""))
        ways = capture_ways(state, seat, suit, following)
        if ways:
            level, loser = tarot_level(state, seat, suit), state.fate_tarot[suit.column]
            yield _gain(state, Gain(seat, "tarot", suit, loser, level, following, ways, ""))
    trade = None if following else trade_way(state, seat)
    if trade is not None:
        yield _gain(state, Gain(seat, "side", None, None, None, following, (trade,), ""))


def _gain(state: State, gain: Gain) -> Gain:
    return Gain(
        gain.seat, gain.place, gain.suit, gain.loser, gain.level, gain.following, gain.ways, _gain_text(state, gain)
    )


def _gain_text(state: State, gain: Gain) -> str:
    name, how = state.name(gain.seat), "by following" if gain.following else "by leading"
    origin = "the supply" if gain.loser is None else state.name(gain.loser)
    ways = "; or ".join(_way(state, way) for way in gain.ways)
    if gain.place == "side":
        return f"{name} could buy a token, leading TRADE: {ways}."
    if gain.place == "common":
        return f"{name} could take the token of {gain.suit} from {origin} {how} ASCEND: {ways}."
    return f"{name} could take the token of the Tarot under {gain.suit} from {origin} {how} CAPTURE: {ways}."


def _way(state: State, way: Way) -> str:
    cards = ", then ".join(state.setup.faces.name(card) for card in way.cards)
    where = (
        "" if not way.cards or isinstance(way.cards[0], Common) else " of the market" if way.spot is not None else ""
    )
    parts = [f"{cards}{where}"] if cards else []
    if way.coins != Range(0, 0) or not cards:
        parts.append(f"{way.coins} coin{'' if way.coins.exact == 1 else 's'}")
    return " and ".join(parts) + ("" if way.sure else " (perhaps)")


# Winning


def _wins(state: State, seat: Seat) -> Iterator[Win]:
    missing = state.threshold - state.fate(seat).hi
    for suit, when in _chances(state, seat):
        sure, possible = _most(
            state, seat, suit, following=when == "following" or (when == "now" and seat != state.leader)
        )
        if possible >= missing:
            certain = sure >= state.threshold - state.fate(seat).lo and when != "following"
            yield Win(seat, suit, when, missing, certain, _win_text(state, seat, suit, when, missing, certain))


def _chances(state: State, seat: Seat) -> Iterator[tuple[Suit, When]]:
    """Give the actions of a seat until its own next lead is over, but for those that bring no token."""
    turn, suits = state.turn, (Suit.EARN, Suit.ASCEND, Suit.CAPTURE)
    acting = turn is not None and turn.action is not None and turn.action.seat == seat
    if turn is not None and turn.suit in suits:
        waits = seat != turn.leader and seat not in turn.answered
        may = waits and turn.suit is not Suit.EARN and not must_pass(state, seat)
        can_pay = may and state.players[seat].coins.hi >= follow_cost(state, seat)
        if acting or can_pay:
            yield turn.suit, "now"
    leads_next = seat == next_leader(state) and awaited(state) is None
    if not leads_next:
        yield from ((suit, "following") for suit in suits[1:])
    if not (acting and turn is not None and turn.leader == seat):
        yield from ((suit, "leading") for suit in suits)


def _most(state: State, seat: Seat, suit: Suit, *, following: bool) -> tuple[int, int]:
    """Return how many tokens an action surely, and at the most, gets a seat."""
    if suit is Suit.EARN:
        trade = trade_way(state, seat)
        return (0, 0) if trade is None else (int(trade.sure), 1)
    return (most_by_ascending if suit is Suit.ASCEND else most_by_capturing)(state, seat, following)


def _win_text(state: State, seat: Seat, suit: Suit, when: When, missing: int, certain: bool) -> str:
    name, does = state.name(seat), "TRADE" if suit is Suit.EARN else str(suit)
    how = {"now": f"now, by {does}", "following": f"by following {does}", "leading": f"by leading {does}"}[when]
    tokens = f"{missing} token{'' if missing == 1 else 's'} {'is' if missing == 1 else 'are'} missing"
    return f"{name} {'can' if certain else 'could'} win {how}: {tokens}."


# Decks


_HELPS: Final = ("ascend for free", "ascend", "take a token")


def _odds(state: State, seat: Seat) -> Iterator[Odds]:
    commons = next_common(state)
    if commons:
        player = state.players[seat]
        for to in _HELPS:
            rise = 1 if to == "ascend for free" or player.coins.hi < skip_price(state, seat) else 2
            cards = tuple(
                card
                for card in commons
                if 0 < card.level - player.column(card.suit).level <= rise
                and (to != "take a token" or card.level >= (ascend_level(state, seat, card.suit) or 7))
            )
            yield _chance(state, Odds(seat, "common", to, cards, _of(commons, cards), ""))
    tarots = next_tarot(state)
    if tarots and action_limit(state, seat, Suit.CAPTURE, following=False) != 0:
        levels = [level for suit in SUITS if (level := tarot_level(state, seat, suit)) is not None]
        winners = tuple(card for card in tarots if levels and card.level >= min(levels))
        yield _chance(state, Odds(seat, "tarot", "take a token", winners, _of(tarots, winners), ""))


def _of(odds: Mapping[Common, Fraction] | Mapping[Tarot, Fraction], cards: tuple[Common | Tarot, ...]) -> Fraction:
    return sum((chance for card, chance in odds.items() if card in cards), Fraction(0))


def _chance(state: State, odds: Odds) -> Odds:
    deck = "Common" if odds.deck == "common" else "Tarot"
    odd = f"{odds.chance.numerator} in {odds.chance.denominator}"
    text = f"The next card of the {deck} deck helps {state.name(odds.seat)} to {odds.to} with odds of {odd}."
    return Odds(odds.seat, odds.deck, odds.to, odds.cards, odds.chance, text)
