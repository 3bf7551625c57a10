"""Games for the tests, told in lines of the record."""

from engine.cards import Common, Faces, Seat, Suit, Tarot
from engine.effects import effect
from engine.events import Step
from engine.facts import Fact, objection, settle
from engine.grammar import parse_act, parse_move
from engine.legality import why_not
from engine.lines import Check
from engine.numbers import HOUSE, Numbers
from engine.refusals import Refusal
from engine.state import Bot, Setup, State, start

MARKET = (
    Common(Suit.DRAFT, 2),
    Common(Suit.DRAFT, 3),
    Common(Suit.ASCEND, 2),
    Common(Suit.ASCEND, 3),
    Common(Suit.EARN, 2),
    Common(Suit.CAPTURE, 2),
    Common(Suit.DRAFT, 4),
    Common(Suit.CAPTURE, 5),
    Common(Suit.EARN, 6),
    Common(Suit.ASCEND, 6),
)
TAROTS = (Tarot(3), Tarot(10), Tarot(0), Tarot(21), Tarot(7))


def setup(players: int = 3, numbers: Numbers = HOUSE, first: int = 0, bot: Bot | None = None) -> Setup:
    """A set-up with a market that is always the same: Cups 2 is spot 1, The Empress is spot 1."""
    names = ("Ana", "Ben", "Cai", "Dia", "Eli")[:players]
    wide = players > 3
    return Setup(names, TAROTS[: 4 + wide], MARKET[: 8 + 2 * wide], Seat(first), Faces(), numbers, bot)


def opening(players: int = 3, numbers: Numbers = HOUSE, first: int = 0, bot: Bot | None = None) -> State:
    return start(setup(players, numbers, first, bot))


def after(state: State, *lines: str) -> State:
    """The state after some lines, every one of which must be legal."""
    for line in lines:
        state = step(state, line).state
    return state


def step(state: State, line: str) -> Step:
    move = parse_move(state.setup, line)
    assert not isinstance(move, Check)
    if isinstance(move, Fact):
        assert objection(state, move) is None, (line, objection(state, move))
        return settle(state, move)
    assert why_not(state, move) is None, (line, str(why_not(state, move)))
    return effect(state, move)


def refused(state: State, line: str) -> Refusal:
    """Why a line is not legal; it must not be."""
    refusal = why_not(state, parse_act(state.setup, line))
    assert refusal is not None, line
    return refusal


A, B, C, D, E = (Seat(seat) for seat in range(5))
