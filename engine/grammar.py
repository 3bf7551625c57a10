"""Reads one line of a record; engine/README.md has the grammar."""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

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
    Shift,
    Shuffle,
    TableAct,
    Take,
    TurnUp,
    Unseen,
    Waive,
)
from engine.cards import Common, Hidden, Seat
from engine.claims import Allowed, Claim, Refused
from engine.cursor import Cursor, people
from engine.errors import RecordError
from engine.facts import Fact
from engine.lines import Check, Move
from engine.state import Setup
from engine.statements import read_claim, read_fact
from engine.wielding import read_effect, read_use


def parse_act(setup: Setup, text: str, line: int = 1, start: int = 0) -> Act:
    """Read one act; RecordError (with the line number given) where the text, from `start` on, is none."""
    return _best(setup, text, line, start, (_read_table, _read_player))


def parse_move(setup: Setup, text: str, line: int = 1, start: int = 0) -> Move:
    """Read one line: an act, `set` and a fact, or `check` and a claim. RecordError where it is none of them."""
    return _best(setup, text, line, start, (_read_table, _read_stated, _read_player))


M = TypeVar("M", bound=Move)
Reading = Iterator[Callable[[], M]]


def _best(
    setup: Setup, text: str, line: int, start: int, ways: tuple[Callable[[Setup, str, int, int], Reading[M]], ...]
) -> M:
    """Read a line in the first way that fits it; else say what the way that got furthest expected."""
    wrong: list[RecordError] = []
    for way in ways:
        for read in way(setup, text, line, start):
            try:
                return read()
            except RecordError as error:
                wrong.append(error)
    if not wrong:
        others = "or a market" if _read_stated not in ways else "a market, set or check"
        wrong = [RecordError(line, start + 1, f"expected a player ({', '.join(setup.names)}), {others}.")]
    raise max(wrong, key=lambda error: error.column)


def _read_table(setup: Setup, text: str, line: int, start: int) -> Reading[TableAct]:
    """Try a line as an act of TABLE."""
    if text.startswith("markets ", start):
        yield lambda: _shift(Cursor(setup, text, line, start))
    if text.startswith(("deck ", "hand "), start):
        yield lambda: _turn_up(Cursor(setup, text, line, start))
    if text.startswith("discards ", start):
        yield lambda: _shuffle(Cursor(setup, text, line, start))
    if text.startswith(("common market", "tarot market"), start):
        yield lambda: _refill(Cursor(setup, text, line, start))


def _shuffle(cursor: Cursor) -> Shuffle:
    cursor.one_of("discards shuffled")
    cursor.end()
    return Shuffle()


def _shift(cursor: Cursor) -> Shift:
    cursor.one_of("markets move up")
    cursor.end()
    return Shift()


def _turn_up(cursor: Cursor) -> TurnUp:
    tarot = None
    if cursor.one_of("deck turned up: ", "hand turned up for ") == "hand turned up for ":
        tarot = cursor.tarot()
        cursor.one_of(": ")
    card = None if cursor.skip("?") else cursor.common()
    cursor.end()
    return TurnUp(card, tarot)


def _refill(cursor: Cursor) -> Refill:
    market, spot, shown = cursor.market_spot()
    cursor.end()
    if shown is None:
        raise cursor.error("a card or ?")
    return Refill(market, spot, None if isinstance(shown, Hidden) else shown)


def _read_stated(setup: Setup, text: str, line: int, start: int) -> Reading[Fact | Check]:
    """Try a line as a fact or a check."""
    if text.startswith("set ", start):
        yield lambda: read_fact(Cursor(setup, text, line, start + len("set ")))
    if text.startswith("check ", start):
        yield lambda: Check(_claim(Cursor(setup, text, line, start + len("check "))))


def _claim(cursor: Cursor) -> Fact | Claim:
    if cursor.skip("allowed: "):
        return Allowed(parse_act(cursor.setup, cursor.text, cursor.line, cursor.position))
    if cursor.skip("refused "):
        rule = cursor.match(_RULE, "the number of a ruling, such as B4")
        cursor.one_of(": ")
        return Refused(parse_act(cursor.setup, cursor.text, cursor.line, cursor.position), rule)
    claim = read_claim(cursor)
    cursor.end()
    return claim


_RULE: Final = re.compile(r"[A-Z][0-9]{1,2}b?")


def _read_player(setup: Setup, text: str, line: int, start: int) -> Reading[PlayerAct]:
    """Try a line as an act of each player whose name, or letter, it begins with; longest first."""
    for word, seat in people(setup):
        end = start + len(word)
        if text.startswith(word, start) and text[end : end + 1] in ("", " "):
            yield lambda end=end, seat=seat: _act(Cursor(setup, text, line, end), seat)  # type: ignore[misc]


def _act(cursor: Cursor, seat: Seat) -> PlayerAct:
    act = _piece(cursor, seat)
    cursor.end()
    return act


def _piece(cursor: Cursor, seat: Seat) -> PlayerAct:
    match cursor.one_of(*_VERBS):
        case " leads ":
            return Lead(seat, cursor.suit())
        case " follows":
            if cursor.skip(" for free"):
                return Follow(seat, 0)
            return Follow(seat, cursor.number("coins") if cursor.skip(", pays ") else None)
        case " passes":
            return Pass(seat, cursor.number("coins") if cursor.skip(", takes ") else None)
        case " takes coins":
            return Take(seat)
        case " takes ":
            amount = cursor.number("coins")
            if not cursor.skip(" coins"):
                cursor.skip(" coin")
            return Take(seat, amount)
        case " buys a token":
            return Buy(seat, cursor.number("coins") if cursor.skip(" for ") else None)
        case " drafts ":
            card = None if cursor.skip("from ") else cursor.common()
            if card is not None:
                cursor.one_of(" from ")
            return Draft(seat, card, None if cursor.one_of("the deck", "market ") == "the deck" else cursor.place())
        case " ascends ":
            return Ascend(seat, cursor.common(), cursor.place() if cursor.skip(" from market ") else None)
        case " captures ":
            return _capture(cursor, seat)
        case " uses ":
            return read_use(cursor, seat)
        case " waives ":
            return Waive(seat, cursor.tarot())
        case " by ":
            return read_effect(cursor, seat)
        case " is done":
            return Done(seat)
        case _:
            return Unseen(seat)


_VERBS: Final = (
    " leads ",
    " follows",
    " passes",
    " takes coins",
    " takes ",
    " buys a token",
    " drafts ",
    " ascends ",
    " captures ",
    " uses ",
    " waives ",
    " by ",
    " is done",
    " is unseen",
)


def _capture(cursor: Cursor, seat: Seat) -> Capture:
    card = cursor.tarot()
    cursor.one_of(" under ")
    suit = cursor.suit()
    spot = None if cursor.one_of(" from hand", " from market ") == " from hand" else cursor.place()
    discards: tuple[Common, ...] | None = None
    if cursor.skip(", discards "):
        discards = () if cursor.skip("nothing") else cursor.commons()
    gives_up = cursor.tarot() if cursor.skip(", gives up ") else None
    coins = cursor.number("coins") if cursor.skip(", pays ") else None
    return Capture(seat, card, suit, spot, discards, coins, gives_up)
