"""The view: what the table knows, as plain JSON values. A fact stands in it only if all possible states agree."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from assistant.snapshot import Contested
from engine.cards import SUITS, Card, Hidden, Seat, Suit, letter
from engine.costs import follow_cost, mat_price
from engine.powers import must_pass
from engine.ranges import Range, hull
from engine.state import Owners, State
from engine.turns import foes


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question, as a button shows it."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something only the players know, asked in their words."""

    id: str
    text: str
    answers: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """Where the table shows one thing and the game expects another, by a ruling; never applied by itself."""

    id: str
    rule: str
    seen: str
    expected: str
    text: str


def view(
    states: State | Sequence[State], questions: Sequence[Question] = (), disputes: Sequence[Dispute] = ()
) -> dict[str, Any]:
    """Say what the table knows, given every state it may be in (at least one)."""
    possible = (states,) if isinstance(states, State) else tuple(states)
    first, *others = (_facts(state) for state in possible)
    for facts in others:
        first = _agreed(first, facts)
    first["act"] = max(state.count for state in possible)
    for seat in possible[0].seats:
        for name, counts in (
            ("coins", [state.players[seat].coins for state in possible]),
            ("side", [state.players[seat].side for state in possible]),
            ("fate", [state.fate(seat) for state in possible]),
        ):
            first["seats"][seat] |= _count(name, hull(counts))
        first["seats"][seat]["hand_range"] = {
            "common": _bounds(hull(state.players[seat].hand.common for state in possible)),
            "tarot": _bounds(hull(state.players[seat].hand.tarot for state in possible)),
        }
        first["seats"][seat]["hand_sure"] = None not in first["seats"][seat]["hand"].values()
    return first | {
        "questions": [_plain(asdict(question)) for question in questions],
        "disputes": [asdict(dispute) for dispute in disputes],
    }


def contested(states: Sequence[State]) -> tuple[Contested, ...]:
    """List the Fate tokens on whose holder the states that are possible do not agree."""
    found = []
    for suit in SUITS:
        for kind, holders in (
            ("common", [state.fate_common[suit.column] for state in states]),
            ("tarot", [state.fate_tarot[suit.column] for state in states]),
        ):
            if len(set(holders)) > 1:
                may_hold = tuple(None if holder is None else letter(holder) for holder in dict.fromkeys(holders))
                found.append(Contested("common" if kind == "common" else "tarot", str(suit), may_hold))
    return tuple(found)


def _facts(state: State) -> dict[str, Any]:
    """Say what one state knows; counts that stand for several states are filled in by `view`."""
    turn = state.turn
    waiting = [foe for foe in foes(state) if turn is not None and state.end is None and foe not in turn.answered]
    earn_led = turn is None or turn.suit is Suit.EARN
    may_follow = [] if earn_led else [foe for foe in waiting if not must_pass(state, foe)]
    follow = {letter(foe): _fee(state, foe) for foe in may_follow}
    return {
        "act": state.count,
        "seats": [_seat(state, seat) for seat in state.seats],
        "fate_on": {"common": _owners(state.fate_common), "tarot": _owners(state.fate_tarot)},
        "market": {
            "tarot": [_label(state, card) for card in state.market_tarot],
            "common": [_label(state, card) for card in state.market_common],
        },
        "mat": {"left": state.mat_left.exact, "price": mat_price(state)},
        "threshold": state.threshold,
        "leader": letter(state.leader),
        "led": None if turn is None else {"suit": str(turn.suit), "level": turn.level},
        "follow": follow,
        "must_pass": [
            letter(foe) for foe in waiting if foe not in may_follow or follow[letter(foe)]["can_pay"] is False
        ],
        "winner": None if state.winner is None else letter(state.winner),
    }


def _seat(state: State, seat: Seat) -> dict[str, Any]:
    player = state.players[seat]
    columns = dict(zip(SUITS, player.columns, strict=True))
    return {
        "seat": letter(seat),
        "name": state.name(seat),
        **_count("fate", state.fate(seat)),
        **_count("coins", player.coins),
        "hand": {"common": player.hand.common.exact, "tarot": player.hand.tarot.exact},
        "hand_range": {"common": _bounds(player.hand.common), "tarot": _bounds(player.hand.tarot)},
        "hand_sure": True,
        "levels": {str(suit): column.level for suit, column in columns.items()},
        "tarot": {str(suit): _label(state, column.tarot) for suit, column in columns.items()},
        "turned": [str(suit) for suit, column in columns.items() if column.turned],
        **_count("side", player.side),
    }


def _count(name: str, count: Range) -> dict[str, Any]:
    return {name: count.exact, f"{name}_range": _bounds(count)}


def _bounds(count: Range) -> list[int]:
    return [count.lo, count.hi]


def _fee(state: State, foe: Seat) -> dict[str, Any]:
    cost, coins = follow_cost(state, foe), state.players[foe].coins
    return {"cost": cost, "can_pay": True if coins.lo >= cost else False if coins.hi < cost else None}


def _owners(owners: Owners) -> dict[str, str | None]:
    return {str(suit): None if owner is None else letter(owner) for suit, owner in zip(SUITS, owners, strict=True)}


def _label(state: State, card: Card | Hidden | None) -> str | None:
    return None if card is None or isinstance(card, Hidden) else state.setup.faces.label(card)


def _agreed(one: Any, other: Any) -> Any:
    """Keep what two views agree on: members of both, None where they differ."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {key: _agreed(value, other[key]) for key, value in one.items() if key in other}
    if isinstance(one, list) and isinstance(other, list):
        if len(one) == len(other):
            return [_agreed(mine, theirs) for mine, theirs in zip(one, other, strict=True)]
        return [value for value in one if value in other]
    return one if one == other else None


def _plain(question: dict[str, Any]) -> dict[str, Any]:
    return question | {"answers": list(question["answers"])}
