"""One line of a record: an act, a fact that people set, or a check of one, as it is written."""

from dataclasses import dataclass
from typing import assert_never

from engine.acts import (
    Act,
    Ascend,
    Buy,
    Capture,
    Done,
    Draft,
    Effect,
    Follow,
    Lead,
    Pass,
    PlayerAct,
    Refill,
    Shift,
    Shuffle,
    Take,
    TurnUp,
    Unseen,
    Use,
    Waive,
)
from engine.cards import HIDDEN, Hidden, Seat, Suit
from engine.claims import Allowed, Claim, DigestIs, EndIs, FateIs, FollowCosts, Refused
from engine.facts import (
    CoinsAre,
    DeckIs,
    DiscardsAre,
    Fact,
    GoneAre,
    HandIs,
    HolderIs,
    KnownAre,
    LeaderIs,
    MatIs,
    ShuffledIs,
    SideIs,
    SpotIs,
    StackIs,
    TarotIs,
    TurnedUpAre,
    TurnIs,
)
from engine.ranges import ZERO
from engine.state import Setup, Spot, Turn
from engine.wielding import wielding


@dataclass(frozen=True, slots=True)
class Check:
    """What a record claims, to be tested on replay."""

    claim: Fact | Claim


Move = Act | Fact | Check
"""What a line of a record may hold."""


def format_act(setup: Setup, act: Act) -> str:
    """Write an act as its canonical line."""
    if isinstance(act, Shuffle):
        return "discards shuffled"
    if isinstance(act, Shift):
        return "markets move up"
    if isinstance(act, TurnUp):
        source = "deck turned up" if act.tarot is None else f"hand turned up for {setup.faces.name(act.tarot)}"
        return f"{source}: {_shown(setup, act.card or HIDDEN)}"
    if isinstance(act, Refill):
        return f"{act.market} market {act.spot + 1}: {_shown(setup, act.card or HIDDEN)}"
    return f"{setup.names[act.seat]} {_did(setup, act)}"


def _did(setup: Setup, act: PlayerAct) -> str:
    name = setup.faces.name
    match act:
        case Lead():
            return f"leads {act.suit}"
        case Follow():
            if act.fee == 0:
                return "follows for free"
            return "follows" if act.fee is None else f"follows, pays {act.fee}"
        case Pass():
            return "passes" if act.amount is None else f"passes, takes {act.amount}"
        case Take():
            return "takes coins" if act.amount is None else f"takes {act.amount} coins"
        case Buy():
            return "buys a token" if act.price is None else f"buys a token for {act.price}"
        case Draft():
            card = "" if act.card is None else f"{name(act.card)} "
            return f"drafts {card}from " + ("the deck" if act.spot is None else f"market {act.spot + 1}")
        case Ascend():
            return f"ascends {name(act.card)}" + ("" if act.spot is None else f" from market {act.spot + 1}")
        case Capture():
            line = f"captures {name(act.card)} under {act.suit} from "
            line += "hand" if act.spot is None else f"market {act.spot + 1}"
            if act.discards is not None:
                line += ", discards " + (" + ".join(name(card) for card in act.discards) or "nothing")
            line += "" if act.gives_up is None else f", gives up {name(act.gives_up)}"
            return line + ("" if act.coins is None else f", pays {act.coins}")
        case Use() | Waive() | Effect():
            return wielding(setup, act)
        case Done():
            return "is done"
        case Unseen():
            return "is unseen"
        case _:
            assert_never(act)


def format_move(setup: Setup, move: Move) -> str:
    """Write an act, a fact or a check as its canonical line."""
    if isinstance(move, Check):
        return f"check {format_claim(setup, move.claim)}"
    return f"set {format_fact(setup, move)}" if isinstance(move, Fact) else format_act(setup, move)


def format_claim(setup: Setup, claim: Fact | Claim) -> str:
    """Write what a check claims."""
    match claim:
        case DigestIs():
            return f"digest {claim.digest}"
        case FateIs():
            return f"{setup.names[claim.seat]} fate {claim.tokens}"
        case FollowCosts():
            return f"{setup.names[claim.seat]} follow cost {claim.coins}"
        case EndIs():
            end = claim.end
            return "winner nobody" if end is None else f"winner {_all(setup, end.winners)} by {end.by}"
        case Allowed():
            return f"allowed: {format_act(setup, claim.act)}"
        case Refused():
            return f"refused {claim.rule}: {format_act(setup, claim.act)}"
        case _:
            return format_fact(setup, claim)


def format_fact(setup: Setup, fact: Fact) -> str:
    """Write a fact, without the word that says whether it is set or checked."""
    names, face = setup.names, setup.faces.name
    match fact:
        case CoinsAre():
            return f"{names[fact.seat]} coins {fact.coins}"
        case HandIs():
            return f"{names[fact.seat]} hand {fact.common} common {fact.tarot} tarot"
        case KnownAre():
            return f"{names[fact.seat]} holds {' + '.join(map(face, fact.cards)) or '?'}"
        case SideIs():
            return f"{names[fact.seat]} side {fact.tokens}"
        case StackIs():
            return f"{names[fact.seat]} {fact.suit} {' + '.join(map(face, fact.stack))}"
        case TarotIs():
            card = "nothing" if fact.card is None else face(fact.card)
            return f"{names[fact.seat]} {fact.suit} tarot {card}" + (" turned" if fact.turned else "")
        case HolderIs():
            holder = "supply" if fact.holder is None else names[fact.holder]
            return f"{fact.place} token {fact.suit} {holder}"
        case SpotIs():
            return f"{fact.market} market {fact.spot + 1}: {_shown(setup, fact.shown)}"
        case DeckIs():
            return f"{fact.market} deck {fact.cards}"
        case MatIs():
            return f"mat {fact.left} left {fact.bought} bought"
        case DiscardsAre():
            pile = " + ".join(_shown(setup, card) for card in fact.cards) or "nothing"
            return f"discards {pile}" + ("" if fact.unseen == ZERO else f", {fact.unseen} unseen")
        case TurnedUpAre():
            return f"turned up {' + '.join(_shown(setup, card) for card in fact.cards) or 'nothing'}"
        case GoneAre():
            return f"gone {' + '.join(map(face, fact.cards)) or 'nothing'}"
        case ShuffledIs():
            return f"discards were {'' if fact.shuffled else 'not '}shuffled"
        case LeaderIs():
            return f"leader {names[fact.seat]}"
        case TurnIs():
            return _turn(setup, fact.turn)
        case _:
            assert_never(fact)


def _turn(setup: Setup, turn: Turn) -> str:
    line = f"turn {setup.names[turn.leader]} {turn.suit} {turn.level}"
    if turn.answered:
        line += f", answered {_all(setup, turn.answered)}"
    for word, tarots in (("used", turn.used), ("waived", turn.waived)):
        line += f", {word} {' + '.join(map(setup.faces.name, tarots))}" if tarots else ""
    action = turn.action
    if action is None:
        return line
    line += f", {'follower' if action.following else 'leader'} {action.used} of {_number(action.limit)}"
    if action.gone_through != (0, 0):
        line += ", through {} and {}".format(*action.gone_through)
    if action.picks_for is not None:
        picked = " + ".join(_shown(setup, card) for card in action.picked)
        line += f", turned up for {setup.faces.name(action.picks_for)} {picked}"
    if action.suit is not Suit.CAPTURE:
        return line
    line += f", paid {action.discarded} of {_number(action.discard_limit)} cards"
    line += f", captured {' + '.join(map(setup.faces.name, action.captured))}" if action.captured else ""
    return line + (", ascends from the market" if action.market_ascend else "")


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


def _all(setup: Setup, seats: tuple[Seat, ...]) -> str:
    return " + ".join(setup.names[seat] for seat in seats)


def _shown(setup: Setup, shown: Spot) -> str:
    if shown is None:
        return "nothing"
    return "?" if isinstance(shown, Hidden) else setup.faces.name(shown)
