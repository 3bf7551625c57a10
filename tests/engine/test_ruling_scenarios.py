"""A scenario for each ruling of engine/RULES.md: it goes as written, and not once its ruling is taken away."""

import re
from pathlib import Path

import pytest

from engine.house import SWITCHES
from engine.record import WAYS
from engine.state import FATE_IN_THE_BOX, THRESHOLD
from tests.engine.without import AWAY, Away
from tests.scenarios import scenarios, still_so, trouble

RULES = (Path(__file__).parents[2] / "engine" / "RULES.md").read_text(encoding="utf-8")
WRITTEN = dict(re.findall(r"^\| ([A-Z]\d+b?) \|(.*) \|$", RULES, re.MULTILINE))
RULINGS = scenarios("rulings")

NOT_IN_A_RECORD = {"A20": "no line says what is left in the supply; the sum is done below, and more is a flaw"}
"""Rulings that no record can show, and why."""

SWITCH = {**{rule: switch for switch, (rule, _) in SWITCHES.items()}, "C26": "pays"}
"""The switch that takes a ruling away, where a table or a solo bot may play otherwise."""


def _rule(name: str) -> str:
    letter, number, more = re.match(r"([a-z])(\d\d)(b?)_", name).groups()  # type: ignore[union-attr]
    return f"{letter.upper()}{int(number)}{more}"


NAMES = {_rule(name): name for name in RULINGS}


def test_there_is_a_scenario_for_each_ruling_and_a_way_to_take_it_away() -> None:
    assert len(NAMES) == len(RULINGS)
    assert set(NAMES) == set(WRITTEN) - set(NOT_IN_A_RECORD)
    assert set(NAMES) == set(AWAY) | set(SWITCH)


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_a_ruling_is_played_as_its_scenario_says(name: str) -> None:
    assert trouble(RULINGS[name].record) is None


@pytest.mark.parametrize("rule", sorted(SWITCH))
def test_a_table_that_plays_otherwise_plays_otherwise(rule: str) -> None:
    assert not still_so(RULINGS[NAMES[rule]], SWITCH[rule])


@pytest.mark.parametrize(
    ("rule", "away"), [pytest.param(rule, away, id=rule) for rule, ways in AWAY.items() for away in ways]
)
def test_without_its_ruling_it_does_not_go_so(rule: str, away: Away, monkeypatch: pytest.MonkeyPatch) -> None:
    away(monkeypatch)
    assert not still_so(RULINGS[NAMES[rule]])


def test_the_rulings_say_how_a_table_may_play_otherwise() -> None:
    words = {**dict(SWITCHES.values()), "C26": WAYS["pays"]}
    played = {rule: said.rpartition(" | ")[2].partition("; *switch:* ") for rule, said in WRITTEN.items()}
    assert {rule: switch for rule, (_, _, switch) in played.items() if rule in words} == words
    assert {switch for rule, (_, _, switch) in played.items() if rule not in words} <= {"", *WAYS.values()}
    assert {yes for yes, _, _ in played.values()} == {"yes", "as told"}
    assert {rule for rule, said in WRITTEN.items() if "| open |" in said} <= set(words)


def test_a20_the_tokens_do_not_run_out() -> None:
    without_powers = {players: players * (most - 1) + 6 for players, most in THRESHOLD.items()}
    assert all(used <= FATE_IN_THE_BOX for players, used in without_powers.items() if players < 5)
