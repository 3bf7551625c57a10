"""Reads one line of a record; engine/README.md has the grammar."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from engine.acts import (
    Act,
    Ascend,
    Buy,
    Capture,
    Done,
    Draft,
    Follow,
    Lead,
    Market,
    Pass,
    PlayerAct,
    Refill,
    Shuffle,
    Take,
    Unseen,
)
from engine.cards import COMMONS, HIDDEN, SUITS, TAROTS, Card, Common, Faces, Hidden, Seat, Suit, Tarot, letter
from engine.errors import RecordError
from engine.facts import CoinsAre, DeckIs, Fact, HandIs, HolderIs, LeaderIs, MatIs, SideIs, SpotIs, StackIs, TarotIs
from engine.lines import Check, Move
from engine.ranges import Range
from engine.state import Setup, Spot


def parse_act(setup: Setup, text: str, line: int = 1) -> Act:
    """Read one act; RecordError (with the line number given) where the text is none."""
    move = parse_move(setup, text, line)
    if isinstance(move, Fact | Check):
        raise RecordError(line, 1, "this is no act of a player or of the dealer.")
    return move


def parse_move(setup: Setup, text: str, line: int = 1) -> Move:
    """Read one line: an act, `set` and a fact, or `check` and a fact. RecordError where it is none of them."""
    wrong: list[RecordError] = []
    for read in (_read_table, _read_stated, _read_player):
        for start in read(setup, text, line):
            try:
                return start()
            except RecordError as error:
                wrong.append(error)
    if not wrong:
        wrong = [RecordError(line, 1, f"expected a player ({', '.join(setup.names)}), a market, set or check.")]
    raise max(wrong, key=lambda error: error.column)


Reading = Iterator[Callable[[], Move]]


def _read_table(setup: Setup, text: str, line: int) -> Reading:
    """Try a line as an act of TABLE."""
    if text.startswith("discards "):
        yield lambda: Cursor(setup, text, line).whole("discards shuffled", Shuffle())
    if re.match(r"(common|tarot) market", text):
        yield lambda: _refill(Cursor(setup, text, line))


def _refill(cursor: "Cursor") -> Refill:
    market, spot, shown = cursor.market_spot()
    cursor.end()
    if shown is None:
        raise cursor.error("a card or ?")
    return Refill(market, spot, None if isinstance(shown, Hidden) else shown)


def _read_stated(setup: Setup, text: str, line: int) -> Reading:
    """Try a line as a fact or a check."""
    if text.startswith("set "):
        yield lambda: _stated(Cursor(setup, text, line, len("set ")))
    if text.startswith("check "):
        yield lambda: Check(_stated(Cursor(setup, text, line, len("check "))))


def _read_player(setup: Setup, text: str, line: int) -> Reading:
    """Try a line as an act of each player whose name, or letter, it begins with; longest first."""
    for word, seat in _people(setup):
        if text == word or text.startswith(word + " "):
            yield lambda word=word, seat=seat: _act(Cursor(setup, text, line, len(word)), seat)  # type: ignore[misc]


def _people(setup: Setup) -> list[tuple[str, Seat]]:
    names = sorted(((name, Seat(seat)) for seat, name in enumerate(setup.names)), key=lambda one: -len(one[0]))
    return names + [(letter(seat), seat) for seat in setup.seats if letter(seat) not in setup.names]


def _act(cursor: "Cursor", seat: Seat) -> PlayerAct:
    act = _piece(cursor, seat)
    cursor.end()
    return act


def _piece(cursor: "Cursor", seat: Seat) -> PlayerAct:
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
            cursor.skip(" coins")
            return Take(seat, amount)
        case " buys a token":
            return Buy(seat, cursor.number("coins") if cursor.skip(" for ") else None)
        case " drafts ":
            card = None if cursor.skip("from ") else cursor.common()
            if card is not None:
                cursor.one_of(" from ")
            return Draft(seat, card, None if cursor.one_of("the deck", "market ") == "the deck" else cursor.place())
        case " ascends ":
            return Ascend(seat, cursor.common())
        case " captures ":
            return _capture(cursor, seat)
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
    " is done",
    " is unseen",
)


def _capture(cursor: "Cursor", seat: Seat) -> Capture:
    card = cursor.tarot()
    cursor.one_of(" under ")
    suit = cursor.suit()
    spot = None if cursor.one_of(" from hand", " from market ") == " from hand" else cursor.place()
    discards: tuple[Common, ...] | None = None
    if cursor.skip(", discards "):
        discards = () if cursor.skip("nothing") else cursor.commons()
    return Capture(seat, card, suit, spot, discards, cursor.number("coins") if cursor.skip(", pays ") else None)


def _stated(cursor: "Cursor") -> Fact:
    fact = _fact_at(cursor)
    cursor.end()
    return fact


def _fact_at(cursor: "Cursor") -> Fact:
    if cursor.at("common market ") or cursor.at("tarot market "):
        return SpotIs(*cursor.market_spot())
    for place in ("common", "tarot"):
        if cursor.skip(f"{place} token "):
            suit = cursor.suit()
            cursor.one_of(" ")
            return HolderIs(place, suit, None if cursor.skip("supply") else cursor.player())
        if cursor.skip(f"{place} deck "):
            return DeckIs(place, cursor.number("cards"))
    if cursor.skip("mat "):
        left = cursor.numbers("tokens")
        cursor.one_of(" left ")
        bought = cursor.numbers("tokens")
        cursor.one_of(" bought")
        return MatIs(left, bought)
    if cursor.skip("leader "):
        return LeaderIs(cursor.player())
    seat = cursor.player()
    match cursor.one_of(" coins ", " side ", " hand ", " "):
        case " coins ":
            return CoinsAre(seat, cursor.numbers("coins"))
        case " side ":
            return SideIs(seat, cursor.numbers("tokens"))
        case " hand ":
            common = cursor.numbers("cards")
            cursor.one_of(" common ")
            tarot = cursor.numbers("cards")
            cursor.one_of(" tarot")
            return HandIs(seat, common, tarot)
    suit = cursor.suit()
    if cursor.one_of(" tarot ", " ") == " tarot ":
        card = None if cursor.skip("nothing") else cursor.tarot()
        return TarotIs(seat, suit, card, turned=cursor.skip(" turned"))
    return StackIs(seat, suit, cursor.commons())


class Cursor:
    """A place in a line, moving on as the line is read; every failure says where it stands and what it wanted."""

    def __init__(self, setup: Setup, text: str, line: int, position: int = 0) -> None:
        self.setup, self.text, self.line, self.position = setup, text, line, position

    def error(self, expected: str) -> RecordError:
        """Make the error that something else was expected here."""
        return RecordError(self.line, self.position + 1, f"expected {expected}.")

    def at(self, literal: str) -> bool:
        """Tell whether some text comes next."""
        return self.text.startswith(literal, self.position)

    def skip(self, literal: str) -> bool:
        """Move over some text, if it comes next."""
        found = self.at(literal)
        self.position += len(literal) if found else 0
        return found

    def one_of(self, *literals: str) -> str:
        """Move over the first of some texts that comes next."""
        for literal in literals:
            if self.skip(literal):
                return literal
        raise self.error(" or ".join(literal.strip() or "a space" for literal in literals))

    def end(self) -> None:
        """Insist that the line is over."""
        if self.position != len(self.text):
            raise self.error("the end of the line")

    def whole(self, literal: str, move: Shuffle) -> Shuffle:
        """Insist that the line is just this text."""
        self.one_of(literal)
        self.end()
        return move

    def number(self, of: str) -> int:
        """Read a whole number."""
        found = re.compile(r"\d{1,4}").match(self.text, self.position)
        if found is None:
            raise self.error(f"a number of {of}")
        self.position = found.end()
        return int(found[0])

    def numbers(self, of: str) -> Range:
        """Read a whole number, or two with a hyphen between them: at least and at most."""
        lo = self.number(of)
        if not self.skip("-"):
            return Range(lo, lo)
        begin, hi = self.position, self.number(of)
        if hi < lo:
            self.position = begin
            raise self.error(f"a number of {of} of at least {lo}")
        return Range(lo, hi)

    def place(self) -> int:
        """Read the number of a market spot, from 1, as its index."""
        number = self.number("a spot, from 1")
        if number == 0:
            raise self.error("a spot, from 1")
        return number - 1

    def suit(self) -> Suit:
        """Read a suit by its action."""
        return Suit(self.one_of(*SUITS))

    def player(self) -> Seat:
        """Read a player's name or letter, the longest that fits."""
        for word, seat in _people(self.setup):
            if self.at(word) and self.text[self.position + len(word) : self.position + len(word) + 1] in ("", " "):
                self.position += len(word)
                return seat
        raise self.error(f"a player ({', '.join(self.setup.names)})")

    def card(self) -> Card:
        """Read a card by its name or its label."""
        pattern, cards = _names(self.setup.faces)
        found = pattern.match(self.text, self.position)
        if found is None:
            raise self.error("a card, such as Cups 3 or The Hermit")
        self.position = found.end()
        return cards[found[0]]

    def common(self) -> Common:
        """Read a Common card."""
        begin, card = self.position, self.card()
        if not isinstance(card, Common):
            self.position = begin
            raise self.error("a Common card, such as Cups 3")
        return card

    def tarot(self) -> Tarot:
        """Read a Tarot."""
        begin, card = self.position, self.card()
        if not isinstance(card, Tarot):
            self.position = begin
            raise self.error("a Tarot, such as The Hermit")
        return card

    def commons(self) -> tuple[Common, ...]:
        """Read some Common cards, joined by +."""
        cards = [self.common()]
        while self.skip(" + "):
            cards.append(self.common())
        return tuple(cards)

    def market_spot(self) -> tuple[Market, int, Spot]:
        """Read a market, a spot of it and what lies there."""
        market: Market = "common" if self.one_of("common market ", "tarot market ") == "common market " else "tarot"
        spot = self.place()
        self.one_of(": ")
        if self.skip("?"):
            return market, spot, HIDDEN
        if self.skip("nothing"):
            return market, spot, None
        return market, spot, self.common() if market == "common" else self.tarot()


@lru_cache(maxsize=4)
def _names(faces: Faces) -> tuple[re.Pattern[str], dict[str, Card]]:
    cards: dict[str, Card] = {}
    every: tuple[Card, ...] = (*COMMONS, *TAROTS)
    for card in every:
        cards[faces.name(card)] = cards[faces.label(card)] = card
    words = sorted(cards, key=len, reverse=True)
    return re.compile("(?:" + "|".join(map(re.escape, words)) + r")(?![\w])"), cards
