"""What everybody could work out from what everybody sees, put into sentences: facts about the next action, no opinions.

Who could gain, steal or lose each Fate token with one action and what that takes; who could win before their next
lead is over; how likely the next card off a deck helps whom. Off unless somebody asks for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, assert_never

from engine.acts import Follow
from engine.cards import SUITS, Common, Seat, Suit, Tarot
from engine.costs import action_limit, skip_price
from engine.effects import effect
from engine.legality import why_not
from engine.state import State
from engine.taking import answering, ascends_at_once, capture_ways, displaced, of_level, tarot_level
from engine.telling import Gain, Handover, Odds, When, Win, gain_text, handover_text, odds_text, win_text
from engine.turns import awaited, foes, next_leader
from engine.unseen import next_common, next_tarot
from engine.uses import Using, most, uses
from engine.ways import Way, ascend_level, ascend_ways, following, leading, trade_way

__all__ = ["Advice", "Gain", "Handover", "Odds", "Win", "advise"]


@dataclass(frozen=True, slots=True)
class Advice:
    """All of it, for one state."""

    gains: tuple[Gain, ...]
    handovers: tuple[Handover, ...]
    wins: tuple[Win, ...]
    odds: tuple[Odds, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it in words."""
        return tuple(one.text for part in (self.gains, self.handovers, self.wins, self.odds) for one in part)

    def losses(self, seat: Seat) -> tuple[Gain | Handover, ...]:
        """List what could cost a seat a token: what others gain, and what an action hands to others."""
        return tuple(one for part in (self.gains, self.handovers) for one in part if one.loser == seat)


def advise(state: State) -> Advice:
    """Work out what everybody could; nothing once the game is over."""
    if state.end is not None:
        return Advice((), (), (), ())
    gains: list[Gain] = []
    handovers: list[Handover] = []
    for seat in state.seats:
        for follows in (False, True):
            for suit in SUITS[1:] if follows else SUITS:
                acting = (following if follows else leading)(state, seat, suit)
                told = tuple(uses(acting, seat))
                gains += _gains(acting, seat, suit, follows)
                gains += (gain for using in told for gain in _by_use(using, suit, follows))
                handovers += (one for using in told for one in _by_fall(using, suit, follows))
                handovers += _by_capture(acting, seat, follows) if suit is Suit.CAPTURE else ()
    return Advice(
        tuple(replace(gain, text=gain_text(state, gain)) for gain in gains),
        tuple(replace(one, text=handover_text(state, one)) for one in handovers),
        tuple(win for seat in state.seats for win in _wins(state, seat)),
        tuple(odds for seat in state.seats for odds in _odds(state, seat)),
    )


# Tokens


def _gains(state: State, seat: Seat, suit: Suit, follows: bool) -> Iterator[Gain]:
    """Give the tokens that an open action may get a seat as it is, without the use of a Tarot."""
    match suit:
        case Suit.EARN:
            trade = trade_way(state, seat)
            if trade is not None:
                yield Gain(seat, "side", None, None, None, follows, (trade,), suit)
        case Suit.DRAFT:
            return
        case Suit.ASCEND:
            for over in SUITS:
                ways = ascend_ways(state, seat, over)
                if ways:
                    loser, level = state.fate_common[over.column], ascend_level(state, seat, over)
                    yield Gain(seat, "common", over, loser, level, follows, ways, suit)
        case Suit.CAPTURE:
            yield from _by_capturing(state, seat, follows)
        case _:
            assert_never(suit)


def _by_capturing(state: State, seat: Seat, follows: bool) -> Iterator[Gain]:
    every = capture_ways(state, seat)
    for under in SUITS:
        level = tarot_level(state, seat, under)
        ways = () if level is None else of_level(every, level)
        if ways:
            loser = state.fate_tarot[under.column]
            yield Gain(seat, "tarot", under, loser, level, follows, ways, Suit.CAPTURE)
    for tarot, asks, paid in answering(state, seat, every):
        yield Gain(seat, "side", None, None, None, follows, paid, Suit.CAPTURE, tarot, asks=asks)
    at_once: dict[Suit, list[Way]] = {}
    for over, way in ascends_at_once(state, seat, every):
        at_once.setdefault(over, []).append(way)
    for over, ascends in at_once.items():
        loser, level = state.fate_common[over.column], ascend_level(state, seat, over)
        yield Gain(seat, "common", over, loser, level, follows, tuple(ascends), Suit.CAPTURE)


def _by_use(using: Using, suit: Suit, follows: bool) -> Iterator[Gain]:
    """Give the tokens that the use of a Tarot brings its owner."""
    seat, tarot = using.act.seat, using.act.tarot
    for one in using.moved:
        if one.taker == seat:
            ways = (using.way,)
            yield Gain(seat, one.place, one.suit, one.giver, None, follows, ways, suit, tarot, using.instead)


def _by_fall(using: Using, suit: Suit, follows: bool) -> Iterator[Handover]:
    """Give the tokens that the use of a Tarot takes from anybody, but for those that its owner gets."""
    act, won = using.act, () if using.after.end is None else using.after.end.winners
    for one in using.moved:
        if one.taker != act.seat:
            handover = Handover(act.seat, one.place, one.suit, one.giver, one.taker, follows, suit, one.taker in won)
            yield replace(handover, tarot=act.tarot, instead=using.instead, foe=act.foe)


def _by_capture(state: State, seat: Seat, follows: bool) -> Iterator[Handover]:
    """Give the tokens that a capture hands to another, as it puts an own Tarot out of the game."""
    found: dict[tuple[Suit, Seat | None, bool], list[Tarot]] = {}
    for under, taker, tarot, gone in displaced(state, seat, capture_ways(state, seat)):
        found.setdefault((under, taker, gone), []).append(tarot)
    for (under, taker, gone), tarots in found.items():
        wins = taker is not None and state.fate(taker).lo + 1 >= state.threshold
        handover = Handover(seat, "tarot", under, seat, taker, follows, Suit.CAPTURE, wins)
        yield replace(handover, captured=() if gone else tuple(tarots), gives_up=tarots[0] if gone else None)


# Winning


def _wins(state: State, seat: Seat) -> Iterator[Win]:
    missing = state.threshold - state.fate(seat).hi
    for suit, when, acting in _chances(state, seat):
        found = most(acting, seat)
        if found.possible >= missing:
            sure = found.sure >= state.threshold - state.fate(seat).lo and when != "following"
            win = Win(seat, suit, when, missing, sure, found.tarots)
            yield replace(win, text=win_text(state, win))


def _chances(state: State, seat: Seat) -> Iterator[tuple[Suit, When, State]]:
    """Give the actions of a seat until its own next lead is over, each as a state in which it is open."""
    now = _now(state, seat)
    if now is not None and now.turn is not None:
        yield now.turn.suit, "now", now
    leads_next = seat == next_leader(state) and awaited(state) is None
    if not leads_next:
        yield from ((suit, "following", following(state, seat, suit)) for suit in SUITS[1:])
    if now is None or now.turn is None or now.turn.leader != seat:
        yield from ((suit, "leading", leading(state, seat, suit)) for suit in SUITS)


def _now(state: State, seat: Seat) -> State | None:
    """Return the state in which a seat acts in the present turn: as it is, or once it has followed; None: it cannot."""
    turn = state.turn
    if turn is None or seat in turn.answered:
        return None
    if turn.action is not None and turn.action.seat == seat:
        return state
    if seat == turn.leader:
        return None
    before = foes(state)[: foes(state).index(seat)]
    waiting = replace(state, turn=replace(turn, answered=before, action=None), turned_up=())
    follow = Follow(seat)
    return effect(waiting, follow).state if why_not(waiting, follow) is None else None


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
            yield _chance(state, Odds(seat, "common", to, cards, _of(commons, cards)))
    tarots = next_tarot(state)
    if tarots and action_limit(state, seat, Suit.CAPTURE, following=False) != 0:
        levels = [level for suit in SUITS if (level := tarot_level(state, seat, suit)) is not None]
        winners = tuple(card for card in tarots if levels and card.level >= min(levels))
        yield _chance(state, Odds(seat, "tarot", "take a token", winners, _of(tarots, winners)))


def _of(odds: Mapping[Common, Fraction] | Mapping[Tarot, Fraction], cards: tuple[Common | Tarot, ...]) -> Fraction:
    return sum((chance for card, chance in odds.items() if card in cards), Fraction(0))


def _chance(state: State, odds: Odds) -> Odds:
    return replace(odds, text=odds_text(state, odds))
