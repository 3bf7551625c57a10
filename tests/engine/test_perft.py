"""How many ways lead on from six positions, and to how many positions: one number off, and a rule has changed.

`legal` lists minimal payments and one open form for what nobody saw, and the counts are of these. Where a rule is meant
to change them, look at which acts came or went before writing the new number.
"""

from pathlib import Path

import pytest

from engine.check import flaws
from engine.record import parse
from engine.replay import replay
from engine.rules import apply, legal
from engine.state import State

POSITIONS = Path(__file__).parents[1] / "positions"
WAYS = {
    "opening": (4, 101, 496, 429),
    "both_decks": (74, 410, 5307, 5136),
    "capture_hidden_hand": (89, 284, 2195, 2057),
    "depletion_near": (11, 94, 351, 304),
    "five_seats": (3, 19, 44, 22),
    "solo_bot": (2, 18, 236, 226),
}
"""By position: the ways to do one, two and three acts, and the positions that those of three lead to."""


def begin(name: str) -> State:
    *_, last = replay(parse((POSITIONS / f"{name}.sooth").read_text(encoding="utf-8")))
    assert last.trouble is None, last.trouble
    return last.state


@pytest.mark.parametrize("name", WAYS)
def test_as_many_ways_lead_on_as_ever(name: str) -> None:
    here, counts = [begin(name)], []
    assert flaws(here[0]) == ()
    for _ in range(3):
        here = [apply(state, act).state for state in here for act in legal(state)]
        counts.append(len(here))
    assert (*counts, len(set(here))) == WAYS[name]


def test_every_position_is_counted() -> None:
    assert set(WAYS) == {path.stem for path in POSITIONS.glob("*.sooth")}


def test_acts_are_listed_once() -> None:
    for name in WAYS:
        acts = legal(begin(name))
        assert len(set(acts)) == len(acts)
