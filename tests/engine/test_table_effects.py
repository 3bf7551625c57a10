"""What a Tarot of unknown text moved, as the players say it: coins, tokens and cards go from place to place (§P1)."""

import pytest

from engine.acts import CoinsTo, CommonTo, Effect, Moved, OnMarket, TarotsSwap, TarotTo, TokenTo, Under
from engine.cards import Common, Seat, Suit, Tarot
from engine.check import flaws
from engine.facts import Fact, holds
from engine.grammar import parse_move
from engine.legality import why_not
from engine.lines import format_move
from engine.state import State
from tests.engine.tables import A, B, after, opening, refused

SUN = Tarot(19)


def table(*more: str) -> State:
    """Ana has captured The Sun, whose text is not known; she and Ben tie in DRAFT, and the token there is hers."""
    return after(
        opening(),
        "set Ana CAPTURE tarot The Sun",
        "set tarot token CAPTURE Ana",
        "set tarot deck 11",
        "set Ana DRAFT Cups 1 + Cups 2",
        "set Ben DRAFT Cups 1 + Cups 2",
        "set common token DRAFT Ana",
        "set common deck 55",
        *more,
    )


MOVES = [
    ((), "? coins from Ben to Ana", ("Ana coins 4-8", "Ben coins 0-4")),
    ((), "? coins from the bank to Ana", ("Ana coins 4-170",)),
    ((), "3 coins from Ben to the bank", ("Ana coins 4", "Ben coins 1")),
    ((), "a token from the supply to Ben", ("Ben side 1", "Ana side 0")),
    ((), "the DRAFT token from Ana to Ben", ("common token DRAFT Ben",)),
    ((), "the DRAFT token from Ana to the supply", ("common token DRAFT supply",)),
    ((), "Cups 3 from market 2 to Ana", ("common market 2: nothing", "Ana hand 6 common 1 tarot", "Ana holds Cups 3")),
    ((), "a Common card from market 2 to Ana", ("Ana hand 6 common 1 tarot", "Ana holds Cups 3")),
    (("set common market 2: ?",), "Cups 3 from market 2 to Ana", ("common market 2: nothing", "Ana holds Cups 3")),
    (("set common market 2: ?",), "a Common card from market 2 to the discards", ("discards ?",)),
    ((), "a Common card from the deck to Ben", ("common deck 54", "Ben hand 6 common 1 tarot", "Ben holds ?")),
    ((), "Wands 4 from the deck to the discards", ("common deck 54", "discards Wands 4")),
    ((), "a Common card from Ana to Ben", ("Ana hand 4 common 1 tarot", "Ben hand 6 common 1 tarot")),
    (
        ("set Ana holds Cups 4 + Justice",),
        "a Common card from Ana to the deck",
        ("Ana holds Justice", "common deck 56", "Ana hand 4 common 1 tarot"),
    ),
    (("set Ana holds Cups 4 + Cups 5",), "Cups 4 from Ana to Ben", ("Ana holds Cups 5", "Ben holds Cups 4")),
    (
        ("set common market 1: nothing", "set common deck 56"),
        "Wands 5 from Ana to market 1",
        ("common market 1: Wands 5", "Ana hand 4 common 1 tarot"),
    ),
    (("set discards Cups 6 + ?", "set common deck 53"), "Cups 6 from the discards to Ben", ("discards ?",)),
    (("set discards Cups 5 + ?", "set common deck 53"), "Cups 6 from the discards to Ben", ("discards Cups 5",)),
    (
        ("set discards Cups 5 + Cups 6", "set common deck 53"),
        "a Common card from the discards to Ben",
        ("discards Cups 5", "Ben holds ?"),
    ),
    (
        ("set discards Cups 5, 0-2 unseen", "set common deck 52-54"),
        "Cups 6 from the discards to Ben",
        ("discards Cups 5, 0-1 unseen", "Ben holds Cups 6"),
    ),
    ((), "The Empress from market 1 to the box", ("tarot market 1: nothing", "gone The Empress")),
    (
        (),
        "a Tarot from market 1 to Ben",
        ("tarot market 1: nothing", "Ben hand 5 common 2 tarot", "Ben holds The Empress"),
    ),
    (
        ("set tarot market 1: ?",),
        "The Moon from market 1 to Ben EARN",
        ("Ben EARN tarot The Moon", "tarot token EARN Ben"),
    ),
    (("set tarot market 1: ?",), "a Tarot from market 1 to the deck", ("tarot deck 12", "tarot market 1: nothing")),
    ((), "The Sun from Ana CAPTURE to Ben EARN", ("Ana CAPTURE tarot nothing", "tarot token CAPTURE supply")),
    ((), "a Tarot from Ana CAPTURE to the box", ("gone The Sun", "tarot token CAPTURE supply")),
    ((), "a Tarot from the deck to Ben", ("tarot deck 10", "Ben hand 5 common 2 tarot", "Ben holds ?")),
    ((), "The Moon from the deck to Ben CAPTURE", ("tarot deck 10", "Ben CAPTURE tarot The Moon")),
    (
        ("set gone The Moon", "set tarot deck 10"),
        "The Moon from the box to Ana",
        ("gone nothing", "Ana hand 5 common 2 tarot", "Ana holds The Moon"),
    ),
    (("set Ben holds Justice + Cups 3",), "Justice from Ben to Ana", ("Ben holds Cups 3", "Ana holds Justice")),
    (("set Ben holds Justice + Cups 3",), "a Tarot from Ben to Ana", ("Ben holds Cups 3", "Ana holds ?")),
    (
        ("set tarot market 2: nothing", "set tarot deck 12"),
        "a Tarot from Ben to market 2",
        ("tarot market 2: ?", "Ben hand 5 common 0 tarot"),
    ),
    (
        ("set Ben CAPTURE tarot The Hanged Man turned", "set tarot deck 10"),
        "swap of Ana CAPTURE and Ben CAPTURE",
        ("Ana CAPTURE tarot The Hanged Man turned", "Ben CAPTURE tarot The Sun", "tarot token CAPTURE Ben"),
    ),
]


@pytest.mark.parametrize(("before", "line", "facts"), MOVES, ids=[move[1] for move in MOVES])
def test_what_moved_goes_from_place_to_place(before: tuple[str, ...], line: str, facts: tuple[str, ...]) -> None:
    state = table(*before)
    assert flaws(state) == ()
    line = f"Ana by The Sun: {line}"
    assert format_move(state.setup, parse_move(state.setup, line)) == line
    state = after(state, line)
    assert flaws(state) == ()
    for told in facts:
        fact = parse_move(state.setup, f"set {told}")
        assert isinstance(fact, Fact)
        assert holds(state, fact) is not False, (told, state)


REFUSED = [
    ((), "5 coins from Ben to Ana", "P1"),
    ((), "a token from Ana to the supply", "A21"),
    ((), "a token from Ana to Ben", "A21"),
    ((), "the DRAFT token from Ben to Ana", "P1"),
    ((), "the EARN token from Ana to Ben", "P1"),
    ((), "the DRAFT token from Ana to Cai", "A3"),
    ((), "the EARN token from the supply to Cai", "A3"),
    (("set Ben DRAFT Cups 1",), "the DRAFT token from Ana to the supply", "A7"),
    ((), "Cups 4 from market 2 to Ana", "C2"),
    ((), "Cups 1 from Ana to Ben", "C21"),
    ((), "Cups 1 from the deck to Ben", "C21"),
    (("set common deck 0",), "a Common card from the deck to Ben", "C3"),
    ((), "Cups 6 from the discards to Ben", "C21"),
    ((), "a Common card from the discards to Ben", "C21"),
    (("set Ana hand 0 common 1 tarot",), "a Common card from Ana to Ben", "C9"),
    ((), "a Common card from the box to Ben", "C18"),
    ((), "a Common card from Ana to the box", "C18"),
    ((), "a Common card from Ana to market 1", "C1"),
    ((), "a Common card from Ana to market 9", "C1"),
    (("set tarot market 1: nothing",), "a Tarot from market 1 to Ben", "C1"),
    ((), "a Tarot from market 5 to Ben", "C1"),
    (("set tarot market 1: ?",), "The Sun from market 1 to Ben", "A2"),
    ((), "The Moon from market 1 to Ben", "P1"),
    ((), "a Tarot from Ana EARN to Ben", "P1"),
    ((), "The Moon from Ana CAPTURE to Ben", "P1"),
    (("set tarot deck 0",), "a Tarot from the deck to Ben", "C6"),
    ((), "The Sun from the deck to Ben", "A2"),
    ((), "a Tarot from the discards to Ben", "C17"),
    ((), "a Tarot from Ben to the discards", "C17"),
    ((), "a Tarot from the box to Ben", "C17"),
    ((), "The Moon from the box to Ben", "C17"),
    (("set Ben hand 5 common 0 tarot",), "a Tarot from Ben to Ana", "C20"),
    (("set Ben hand 5 common 0 tarot",), "Justice from Ben to Ana", "C20"),
    ((), "a Tarot from Ben to Ben CAPTURE", "P1"),
    ((), "a Tarot from the deck to the box", "P1"),
    ((), "a Tarot from Ben to market 1", "C1"),
    ((), "Justice from Ben to Ana CAPTURE", "C17"),
    ((), "swap of Ana CAPTURE and Ben CAPTURE", "A17"),
    ((), "swap of Ana CAPTURE and Ana CAPTURE", "A17"),
    ((), "3 coins from Ana to Ana", "P1"),
]


@pytest.mark.parametrize(("before", "line", "rule"), REFUSED, ids=[move[1] for move in REFUSED])
def test_what_cannot_have_moved_is_refused(before: tuple[str, ...], line: str, rule: str) -> None:
    assert refused(table(*before), f"Ana by The Sun: {line}").rule == rule


@pytest.mark.parametrize(
    ("moved", "rule"),
    [
        (CoinsTo(None, Seat(3)), "C24"),
        (CoinsTo(A, None, -1), "P1"),
        (TokenTo(None, Seat(-1)), "C24"),
        (TarotsSwap(Under(A, Suit.CAPTURE), Under(Seat(9), Suit.EARN)), "C24"),
        (TarotTo(Under(Seat(9), Suit.EARN), A), "C24"),
        (CommonTo(OnMarket(-1), A), "C1"),
        (CommonTo(A, OnMarket(-1), Common(Suit.EARN, 2)), "C1"),
        (TarotTo(OnMarket(-1), A), "C1"),
        (TarotTo("deck", OnMarket(-1)), "C1"),
    ],
)
def test_what_no_line_can_say_is_refused_too(moved: Moved, rule: str) -> None:
    refusal = why_not(table(), Effect(A, SUN, moved))
    assert refusal is not None
    assert refusal.rule == rule


def test_only_a_captured_tarot_of_unknown_text_moves_things() -> None:
    state = table("set Ben EARN tarot Strength", "set tarot token EARN Ben")
    assert refused(state, "Ben by The Sun: 1 coins from the bank to Ben").rule == "P1"
    assert str(refused(state, "Ben by Strength: 1 coins from the bank to Ben")) == (
        "What Strength does is known, and done in its own way. (§P1)"
    )
    assert why_not(state, Effect(B, Tarot(8), CoinsTo(None, B, 1))) is not None
