"""Positions that no game has are found out."""

import pytest

from engine.check import flaws
from engine.facts import Fact, objection
from engine.grammar import parse_move
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
    ],
)
def test_a_fact_that_cannot_be_is_objected_to(line: str) -> None:
    fact = parse_move(opening().setup, line)
    assert isinstance(fact, Fact)
    assert objection(opening(), fact) is not None
