"""What a record may claim about a game besides the facts of its table, and whether it is so."""

from dataclasses import dataclass
from typing import assert_never

from engine.acts import Act
from engine.cards import Seat
from engine.costs import follow_cost
from engine.digest import digest
from engine.legality import why_not
from engine.ranges import Range
from engine.state import End, State
from engine.turns import foes


@dataclass(frozen=True, slots=True)
class DigestIs:
    """The digest of the state begins with these hexadecimal digits, 8 or more."""

    digest: str


@dataclass(frozen=True, slots=True)
class FateIs:
    """A seat has this many Fate tokens in all, or between two numbers of them."""

    seat: Seat
    tokens: Range


@dataclass(frozen=True, slots=True)
class FollowCosts:
    """A foe pays the leader this much to follow the present lead (§B3)."""

    seat: Seat
    coins: int


@dataclass(frozen=True, slots=True)
class EndIs:
    """The game is over like this, or goes on (None)."""

    end: End | None


@dataclass(frozen=True, slots=True)
class Allowed:
    """The rules allow an act now."""

    act: Act


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow an act now, by this ruling."""

    act: Act
    rule: str


Claim = DigestIs | FateIs | FollowCosts | EndIs | Allowed | Refused

LEAST_DIGITS = 8
"""How much of a digest has to be given."""


def found(state: State, claim: Claim) -> Claim | str:
    """Say what is so instead of a claim: the claim itself where it holds, or a sentence where it cannot be asked."""
    match claim:
        case DigestIs():
            whole = digest(state)
            return claim if whole.startswith(claim.digest) else DigestIs(whole[: max(LEAST_DIGITS, len(claim.digest))])
        case FateIs():
            tokens = state.fate(claim.seat)
            fits = claim.tokens.lo <= tokens.lo and tokens.hi <= claim.tokens.hi
            return claim if fits else FateIs(claim.seat, tokens)
        case FollowCosts():
            if state.turn is None or claim.seat not in foes(state):
                return f"{state.name(claim.seat)} has nothing to follow"
            return FollowCosts(claim.seat, follow_cost(state, claim.seat))
        case EndIs():
            return EndIs(state.end)
        case Allowed() | Refused():
            refusal = why_not(state, claim.act)
            return Allowed(claim.act) if refusal is None else Refused(claim.act, refusal.rule)
        case _:
            assert_never(claim)
