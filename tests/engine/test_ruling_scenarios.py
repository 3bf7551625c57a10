"""A scenario for each ruling of engine/RULES.md: it goes as written, and not once its ruling is taken away."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import legality
from engine.acts import Act
from engine.house import SWITCHES
from engine.refusals import Refusal
from engine.state import State
from tests.scenarios import instead, scenarios, still_so, trouble

RULES = Path(__file__).parents[2] / "engine" / "RULES.md"
RULINGS = scenarios("rulings")

SWITCH = {rule: switch for switch, (rule, _) in SWITCHES.items()}
"""The switch that takes a ruling away, where a table may play otherwise."""

Away = Callable[[pytest.MonkeyPatch], None]


def _play(where: str, by: object) -> Away:
    """Take a ruling away by what the engine would do without it."""
    return lambda patch: instead(patch, where, by)


def _allow(rule: str) -> Away:
    """Take a ruling away that forbids something, by allowing just what is refused for it."""
    asked = legality._by_the_rules

    def lenient(state: State, act: Act) -> Refusal | None:
        refusal = asked(state, act)
        return None if refusal is not None and refusal.rule == rule else refusal

    return _play("legality._by_the_rules", lenient)


AWAY: dict[str, tuple[Away, ...]] = {
    "A1": (_play("fate.holder_after_ascend", lambda levels, _, mover: mover if levels[mover] == max(levels) else _),),
    "A9b": (_play("fate.holder_after_fall", lambda _levels, holder, _faller: holder),),
    "B4": (_allow("B4"),),
    "C17": (_play("refusals.tarot_seen", lambda _state, _card: False),),
}
"""What takes a ruling away; where there is more than one way, no one of them may go unnoticed."""


def _rule(name: str) -> str:
    letter, number, more = re.match(r"([a-z])(\d\d)(b?)_", name).groups()  # type: ignore[union-attr]
    return f"{letter.upper()}{int(number)}{more}"


def test_there_is_a_scenario_for_each_ruling() -> None:
    written = re.findall(r"^\| ([A-Z]\d+b?) \|", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert {_rule(name) for name in RULINGS} <= set(written)


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_a_ruling_is_played_as_its_scenario_says(name: str) -> None:
    assert trouble(RULINGS[name].record) is None


@pytest.mark.parametrize("name", sorted(RULINGS))
def test_without_its_ruling_it_does_not_go_so(name: str) -> None:
    rule = _rule(name)
    if rule in SWITCH:
        assert not still_so(RULINGS[name], SWITCH[rule])
    for away in AWAY.get(rule, ()):
        with pytest.MonkeyPatch.context() as patch:
            away(patch)
            assert not still_so(RULINGS[name])
    assert rule in SWITCH or AWAY[rule]
