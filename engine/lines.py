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
    Follow,
    Lead,
    Pass,
    PlayerAct,
    Refill,
    Shuffle,
    Take,
    Unseen,
)
from engine.cards import HIDDEN, Hidden
from engine.facts import CoinsAre, DeckIs, Fact, HandIs, HolderIs, LeaderIs, MatIs, SideIs, SpotIs, StackIs, TarotIs
from engine.state import Setup, Spot


@dataclass(frozen=True, slots=True)
class Check:
    """A fact that a record claims, to be tested on replay."""

    fact: Fact


Move = Act | Fact | Check
"""What a line of a record may hold."""


def format_act(setup: Setup, act: Act) -> str:
    """Write an act as its canonical line."""
    if isinstance(act, Shuffle):
        return "discards shuffled"
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
            return f"ascends {name(act.card)}"
        case Capture():
            line = f"captures {name(act.card)} under {act.suit} from "
            line += "hand" if act.spot is None else f"market {act.spot + 1}"
            if act.discards is not None:
                line += ", discards " + (" + ".join(name(card) for card in act.discards) or "nothing")
            return line + ("" if act.coins is None else f", pays {act.coins}")
        case Done():
            return "is done"
        case Unseen():
            return "is unseen"
        case _:
            assert_never(act)


def format_move(setup: Setup, move: Move) -> str:
    """Write an act, a fact or a check as its canonical line."""
    if isinstance(move, Check):
        return f"check {_fact(setup, move.fact)}"
    return f"set {_fact(setup, move)}" if isinstance(move, Fact) else format_act(setup, move)


def _fact(setup: Setup, fact: Fact) -> str:
    match fact:
        case CoinsAre():
            return f"{setup.names[fact.seat]} coins {fact.coins}"
        case HandIs():
            return f"{setup.names[fact.seat]} hand {fact.common} common {fact.tarot} tarot"
        case SideIs():
            return f"{setup.names[fact.seat]} side {fact.tokens}"
        case StackIs():
            stack = " + ".join(setup.faces.name(card) for card in fact.stack)
            return f"{setup.names[fact.seat]} {fact.suit} {stack}"
        case TarotIs():
            card = "nothing" if fact.card is None else setup.faces.name(fact.card)
            return f"{setup.names[fact.seat]} {fact.suit} tarot {card}" + (" turned" if fact.turned else "")
        case HolderIs():
            holder = "supply" if fact.holder is None else setup.names[fact.holder]
            return f"{fact.place} token {fact.suit} {holder}"
        case SpotIs():
            return f"{fact.market} market {fact.spot + 1}: {_shown(setup, fact.shown)}"
        case DeckIs():
            return f"{fact.market} deck {fact.cards}"
        case MatIs():
            return f"mat {fact.left} left {fact.bought} bought"
        case LeaderIs():
            return f"leader {setup.names[fact.seat]}"
        case _:
            assert_never(fact)


def _shown(setup: Setup, shown: Spot) -> str:
    if shown is None:
        return "nothing"
    return "?" if isinstance(shown, Hidden) else setup.faces.name(shown)
