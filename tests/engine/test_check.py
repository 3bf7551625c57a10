"""Positions that no game has are found out."""

from dataclasses import replace

import pytest

from engine.cards import Common, Seat, Suit, Tarot
from engine.check import flaws, too_many_cards
from engine.facts import CoinsAre, DiscardsAre, Fact, HandIs, HolderIs, KnownAre, SpotIs, TurnIs, objection, settle
from engine.grammar import parse_move
from engine.house import HouseRules
from engine.ranges import Range, exactly
from engine.state import Action, Turn, start
from tests.engine.tables import after, opening, setup

TWO_TAROTS = ["set Ana DRAFT tarot The Sun", "set Ben DRAFT tarot The Hermit", "set tarot deck 10"]


@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        (["set common token DRAFT Ana"], ["A1"]),
        (["set Ana DRAFT Cups 1 + Cups 2", "set common token DRAFT Ben", "set common deck 56"], ["A1"]),
        (["set Ana DRAFT Cups 1 + Cups 2", "set common deck 56"], ["A5"]),
        (["set Ana DRAFT Cups 1 + Cups 2", "set Ben DRAFT Cups 1 + Cups 2", "set common deck 55"], []),
        (["set Ana DRAFT tarot The Sun", "set tarot deck 11"], ["A15"]),
        (["set tarot token DRAFT Ana"], ["A15"]),
        ([*TWO_TAROTS, "set tarot token DRAFT Ana"], []),
        ([*TWO_TAROTS, "set tarot token DRAFT Ben"], ["A15"]),
        (["set Ana side 21"], ["A20"]),
        (["set Ana side 20"], []),
        (["set tarot market 1: The World"], ["A2"]),
        (["set tarot market 1: The Hermit", "set Ana holds The Hermit"], ["A2"]),
        (["set common market 1: Cups 1"], ["C21"]),
        (["set common market 1: Cups 6", "set common market 2: Cups 6", "set common market 3: Cups 6"], ["C9"]),
        (["set common deck 58"], ["C3"]),
        (["set tarot market 1: nothing"], ["C17"]),
        (["set Ana holds Cups 6", "set Ana hand 0 common 1-2 tarot", "set common deck 62"], []),
    ],
)
def test_a_flaw_is_found(lines: list[str], rules: list[str]) -> None:
    assert flaws(opening()) == ()
    assert [flaw.rule for flaw in flaws(after(opening(), *lines))] == rules


def test_coins_are_those_of_the_box_where_nothing_stands_in_for_them() -> None:
    lines = ("set Ana coins 100", "set Ben coins 65", "set Cai coins 6")
    strict = start(replace(setup(), house=HouseRules(bank_runs_out=True)))
    assert flaws(after(opening(), *lines)) == ()
    assert [flaw.rule for flaw in flaws(after(strict, *lines))] == ["C27"]


def test_who_is_alone_at_the_top_since_a_tie_was_broken_from_below_has_no_token() -> None:
    state = after(start(replace(setup(), transcended=(7,))), *TOWERS)
    assert flaws(state) == ()
    state = after(state, "Ana leads EARN", "Ana uses The Tower", "Ana takes coins")
    state = after(state, "Ben by The Chariot: The Tower from Ana EARN to Ben ASCEND", "Ben passes", "Cai passes")
    state = after(state, "Ben leads ASCEND", "Ben uses The Tower")
    assert [player.columns[1].level for player in state.players] == [2, 2, 3]
    assert state.fate_common[1] is None
    assert flaws(state) == ()


TOWERS = (
    "set Ana EARN tarot The Tower",
    "set Ben DRAFT tarot The Chariot",
    "set tarot token EARN Ana",
    "set tarot token DRAFT Ben",
    "set tarot deck 10",
    "set Ben EARN Pentacles 1 + Pentacles 2",
    "set Ana DRAFT Cups 1 + Cups 2 + Cups 4",
    "set Ben DRAFT Cups 1 + Cups 2 + Cups 3",
    "set Cai DRAFT Cups 1 + Cups 3",
    "set Ana ASCEND Wands 1 + Wands 2",
    "set Ana CAPTURE Swords 1 + Swords 2",
    "set Ben CAPTURE Swords 1 + Swords 2",
    "set common token EARN Ben",
    "set common token DRAFT Ana",
    "set common token ASCEND Ana",
    "set common token CAPTURE Ana",
    "set common deck 48",
)


@pytest.mark.parametrize(
    "line",
    [
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
        "set turn Ana EARN 1, answered Ben, follower 0 of 3",
        "set turn Ana CAPTURE 1, leader 1 of 1, paid 0 of 2 cards, ascends from the market",
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


def test_a_tarot_that_is_known_of_a_hand_without_one_is_a_flaw() -> None:
    state = opening()
    hand = replace(state.players[0].hand, tarot=exactly(0), known=(Tarot(9),))
    emptied = replace(state, players=(replace(state.players[0], hand=hand), *state.players[1:]))
    assert [flaw.rule for flaw in flaws(emptied)] == ["B13", "C17"]


def test_the_wheel_of_fortune_takes_no_more_than_the_bank_has_even_where_nobody_knows_how_much_that_is() -> None:
    state = after(
        start(replace(setup(), house=HouseRules(bank_runs_out=True))),
        "set tarot market 2: The Hermit",
        "set Ana EARN tarot Wheel of Fortune",
        "set tarot token EARN Ana",
        "set tarot deck 11",
        "set Ana coins 0-10",
        "set Ben coins 100",
        "set Cai coins 65",
        "Ana leads EARN",
        "Ana uses Wheel of Fortune",
    )
    assert state.players[0].coins == exactly(5), "the others have the rest"
    assert flaws(state) == ()


def test_hands_hold_no_more_than_the_box_has_left_however_much_went_unseen() -> None:
    state = start(setup(2))
    seen = 80 - sum(card is not None for card in state.market_common)
    for held, too_many in ((seen - 5, False), (seen - 4, True)):
        fact = HandIs(Seat(0), exactly(held), exactly(1))
        assert too_many_cards(settle(state, fact).state) is too_many
