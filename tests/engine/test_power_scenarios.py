"""A scenario for each power that the engine plays: it goes as written, and not without the power's row."""

import re
from dataclasses import replace

import pytest

from engine.cards import TAROT_NAMES
from engine.tarot import ROWS, Deck
from tests.scenarios import scenarios, still_so, trouble

POWERS = scenarios("powers")


def _row(name: str) -> tuple[Deck, int]:
    deck, level = re.match(r"([a-z]+)_(\d\d)_", name).groups()  # type: ignore[union-attr]
    return Deck(deck.capitalize()), int(level)


def test_there_is_a_scenario_for_each_power() -> None:
    wanted = {
        f"{deck.lower()}_{level:02d}_{TAROT_NAMES[level].lower().replace(' ', '_')}"
        for (deck, level), row in ROWS.items()
        if row.whole
    }
    assert set(POWERS) == wanted


@pytest.mark.parametrize("name", sorted(POWERS))
def test_a_power_works_as_its_scenario_says(name: str) -> None:
    assert trouble(POWERS[name].record) is None


@pytest.mark.parametrize("name", sorted(POWERS))
def test_without_its_row_it_does_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = _row(name)
    monkeypatch.setitem(ROWS, key, replace(ROWS[key], bends=(), answers=(), offers=()))
    assert not still_so(POWERS[name])
