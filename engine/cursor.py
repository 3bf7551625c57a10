"""A place in a line of a record, moving on as the line is read."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from engine.acts import Market
from engine.cards import COMMONS, HIDDEN, SUITS, TAROTS, Card, Common, Faces, Seat, Suit, Tarot, letter
from engine.errors import RecordError
from engine.ranges import Range
from engine.state import Setup, Spot

T = TypeVar("T")

_NUMBER: Final = re.compile(r"[0-9]{1,4}")


def people(setup: Setup) -> list[tuple[str, Seat]]:
    """List what each player may be called in a record, by name, longest first, or by letter."""
    names = sorted(((name, Seat(seat)) for seat, name in enumerate(setup.names)), key=lambda one: -len(one[0]))
    return names + [(letter(seat), seat) for seat in setup.seats if letter(seat) not in setup.names]


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

    def at_digit(self) -> bool:
        """Tell whether a number comes next."""
        return self.text[self.position : self.position + 1].isdecimal()

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

    def match(self, pattern: re.Pattern[str], expected: str) -> str:
        """Read what fits a pattern."""
        found = pattern.match(self.text, self.position)
        if found is None:
            raise self.error(expected)
        self.position = found.end()
        return found[0]

    def several(self, read: Callable[[], T]) -> tuple[T, ...]:
        """Read one or more things joined by +."""
        things = [read()]
        while self.skip(" + "):
            things.append(read())
        return tuple(things)

    def number(self, of: str) -> int:
        """Read a whole number."""
        return int(self.match(_NUMBER, f"a number of {of}"))

    def number_or_unknown(self) -> int | None:
        """Read a whole number, or ? for one that nobody knows."""
        return None if self.skip("?") else self.number("times, or ?")

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
        seat = self._player(move=True)
        if seat is None:
            raise self.error(f"a player ({', '.join(self.setup.names)})")
        return seat

    def at_player(self) -> bool:
        """Tell whether a player comes next."""
        return self._player(move=False) is not None

    def _player(self, move: bool) -> Seat | None:
        for word, seat in people(self.setup):
            end = self.position + len(word)
            if self.at(word) and self.text[end : end + 1] in ("", " ", ","):
                self.position = end if move else self.position
                return seat
        return None

    def card(self) -> Card:
        """Read a card by its name or its label."""
        pattern, cards = _names(self.setup.faces)
        return cards[self.match(pattern, "a card, such as Cups 3 or The Hermit")]

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
        return self.several(self.common)

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
