"""Positions that no game has are found out."""

from dataclasses import replace

import pytest

from engine.cards import Common, Seat, Suit, Tarot
from engine.check import flaws
from engine.facts import CoinsAre, DiscardsAre, Fact, HandIs, HolderIs, KnownAre, SpotIs, TurnIs, objection
from engine.grammar import parse_move
from engine.ranges import Range, exactly
from engine.state import Action, Turn
from tests.engine.tables import after, opening


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["set common token DRAFT Ana"], ["A1"]),
        (["set Ana DRAFT Cups 1 + Cups 2", "set common deck 56"], ["A5"]),
        (["set Ana DRAFT tarot The Sun", "set tarot deck 11"], ["A15"]),
        (["set Ana side 21"], ["A20"]),
        (["set tarot market 1: The World"], ["A2"]),
        (["set common market 1: Cups 6", "set common market 2: Cups 6", "set common market 3: Cups 6"], ["C9"]),
        (["set common deck 58"], ["C3"]),
        (["set tarot market 1: nothing"], ["C17"]),
        (["set Ana holds Cups 6", "set Ana hand 0 common 1-2 tarot", "set common deck 62"], []),
    ],
)
def test_a_flaw_is_found(lines: list[str], rules: list[str]) -> None:
    assert flaws(opening()) == ()
    assert [flaw.rule for flaw in flaws(after(opening(), *lines))] == rules


@pytest.mark.parametrize(
    "line",
    [
        "set Ana coins 171",
        "set Ana hand 81 common 1 tarot",
        "set Ana hand 5 common 23 tarot",
        "set Ana side 26",
        "set Ana DRAFT Cups 2",
        "set Ana DRAFT Cups 1 + Cups 4",
        "set Ana DRAFT Wands 1",
        "set common market 9: Cups 2",
        "set common deck 81",
        "set mat 3 left 4 bought",
        "set mat 0-2 left 0-2 bought",
        "set Ana holds Cups 2 + Cups 2 + Cups 2 + Cups 2 + Cups 3 + Cups 3",
        "set Ana holds The Fool + The Hermit",
        "set discards Cups 2, 80 unseen",
        "set gone The Fool + The Fool",
        "set turn Ana DRAFT 7",
        "set turn Ana DRAFT 1, answered Cai",
        "set turn Ana DRAFT 1, answered Ben, leader 0 of 2",
        "set turn Ana DRAFT 1, follower 0 of 2",
        "set turn Ana DRAFT 1, leader 3 of 2",
        "set turn Ana CAPTURE 1, leader 0 of 1, paid 3-4 of 2 cards",
    ],
)
def test_a_fact_that_cannot_be_is_objected_to(line: str) -> None:
    fact = parse_move(opening().setup, line)
    assert isinstance(fact, Fact)
    assert objection(opening(), fact) is not None


@pytest.mark.parametrize(
    "fact",
    [
        KnownAre(Seat(3), ()),
        CoinsAre(Seat(-1), exactly(4)),
        HolderIs("common", Suit.EARN, Seat(5)),
        TurnIs(Turn(Seat(3), Suit.EARN, 1)),
        TurnIs(Turn(Seat(0), Suit.DRAFT, 1, (Seat(1),), Action(Seat(2), Suit.DRAFT, following=True, limit=1))),
        SpotIs("common", 0, Tarot(3)),
        HandIs(Seat(0), exactly(5), exactly(-1)),
        DiscardsAre((), Range(-1, 2)),
    ],
)
def test_a_fact_that_no_line_can_state_is_objected_to_as_well(fact: Fact) -> None:
    assert objection(opening(), fact) is not None


def test_what_is_known_of_a_hand_that_no_longer_holds_it_is_a_flaw() -> None:
    state = opening()
    hand = replace(state.players[0].hand, common=exactly(0), known=(Common(Suit.DRAFT, 6),))
    players = (replace(state.players[0], hand=hand), *state.players[1:])
    column = replace(state.players[1].columns[0], stack=(Common(Suit.EARN, 1), Common(Suit.EARN, 4)))
    second = replace(state.players[1], columns=(column, *state.players[1].columns[1:]))
    found = flaws(replace(state, players=(players[0], second, players[2]), fate_common=(Seat(1), None, None, None)))
    assert [flaw.rule for flaw in found] == ["B12", "B13", "C3"]
