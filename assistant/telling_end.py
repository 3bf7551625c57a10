"""How a game was won, in the words of the table. Pure."""

from collections.abc import Sequence

from assistant.phrases import listed
from engine.cards import TAROT_NAMES, Seat
from engine.ending import RANKS, most_fate
from engine.state import State

SHARED, OPEN = "shared", "open"


def decided_by(state: State) -> str | None:
    """Say in a word what decided a game that is over; None for one that is not.

    `threshold`, or where the deck ran out `tokens`, `coins`, `cards` or `tarot` (§C5), `shared`, or `open` where
    something that nobody saw decides.
    """
    if state.end is None:
        return None
    if state.end.by == "threshold":
        return "threshold"
    tied, decider = most_fate(state)
    sure = all(rank(state, seat).exact is not None for rank in RANKS.values() for seat in tied)
    return decider or (SHARED if sure else OPEN)


def tell_end(state: State) -> str:
    """Say how a game was won: "Ben won with enough Fate tokens: 6"."""
    decided, end = decided_by(state), state.end
    if end is None:
        return "Nobody has won"
    who = listed([state.name(seat) for seat in end.winners])
    if decided == "threshold":
        return f"{who} won with enough Fate tokens: {_count(state, 'tokens', end.winners[0])}"
    if decided == "tokens":
        return f"{who} won as the deck ran out, with the most Fate tokens: {_count(state, 'tokens', end.winners[0])}"
    if decided == SHARED:
        return f"{who} share the win as the deck ran out: level in tokens, coins, cards in hand and highest Tarot"
    if decided == OPEN or decided is None:
        return f"{who}: as the deck ran out, what nobody saw decides between them"
    return f"{who} won by the tie-break as the deck ran out: {_tie_break(state, end.winners[0], decided)}"


def _tie_break(state: State, winner: Seat, decider: str) -> str:
    """Say what broke the tie, and with whom: "Cai has as many tokens, but fewer coins: 3 to 5"."""
    above = list(RANKS)[: list(RANKS).index(decider)]
    tied = [
        seat
        for seat in state.seats
        if seat != winner and all(RANKS[rank](state, seat) == RANKS[rank](state, winner) for rank in above)
    ]
    verb = "has" if len(tied) == 1 else "have"
    names = listed([state.name(seat) for seat in tied])
    as_many = listed([_LEVEL[rank] for rank in above])
    return f"{names} {verb} as many {as_many}, but {_LESS[decider]} ({_versus(state, decider, winner, tied)})"


_LEVEL = {"tokens": "tokens", "coins": "coins", "cards": "cards in hand"}
_LESS = {"coins": "fewer coins", "cards": "fewer cards in hand", "tarot": "no Tarot as high"}


def _versus(state: State, decider: str, winner: Seat, others: Sequence[Seat]) -> str:
    counts = " and ".join(_count(state, decider, seat) for seat in others)
    return f"{counts} to {_count(state, decider, winner)}"


def _count(state: State, decider: str, seat: Seat) -> str:
    count = RANKS[decider](state, seat)
    if decider != "tarot":
        return str(count)
    return "none" if count.lo < 0 else TAROT_NAMES[count.lo]
