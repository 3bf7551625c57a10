"""A record may begin in the middle of a game: any state can be told as facts, and its digest says it is the one."""

import subprocess
import sys

import pytest

from engine.digest import canonical, digest
from engine.position import instead, position
from engine.record import Record, format_record
from tests.engine.tables import A, after, opening


def test_a_position_says_only_what_differs_from_the_set_up() -> None:
    assert position(opening()) == ()
    state = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1")
    lines = format_record(Record.of(state.setup, position(state))).split("\n\n")[1].splitlines()
    assert lines == [
        "set Ana hand 6 common 1 tarot",
        "set Ana holds Cups 2",
        "set common market 1: nothing",
        "set turn Ana DRAFT 1, leader 1 of 2",
    ]


def test_the_digest_of_a_state_does_not_depend_on_the_way_to_it() -> None:
    straight = after(opening(), "Ana leads EARN", "Ana takes coins", "Ben passes", "Cai passes")
    set_so = after(opening(), "set Ana coins 8", "set Ben coins 6", "set Cai coins 6", "set leader Ben")
    assert digest(straight) == digest(set_so)
    assert digest(straight) != digest(after(set_so, "set Ben coins 7"))
    assert len({digest(opening(players)) for players in (2, 3, 4, 5)}) == 4


def test_the_digest_is_the_same_in_every_process() -> None:
    program = "from engine.digest import digest; from tests.engine.tables import opening; print(digest(opening()))"
    for seed in ("0", "1"):
        told = subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stdout.strip() == digest(opening())


def test_the_digest_of_the_opening_is_what_it_was() -> None:
    # A digest in somebody's record must stay true: where this changes, CHANGELOG.md says so.
    assert digest(opening()) == "ed4504b12cc32fbd06cf7f1eccacc5bb018461f13e9fa931e00c9b21706b67da"
    assert canonical(opening().players[A]).startswith("Player(columns=(Column(stack=(Common(suit=EARN,level=1))),")


def test_only_what_a_state_holds_can_be_written() -> None:
    with pytest.raises(TypeError, match="list"):
        canonical([1])


def test_what_is_so_instead_of_a_fact() -> None:
    state = after(opening(), "Ana leads DRAFT")
    for fact in position(state):
        assert instead(state, fact) == fact
    (turn,) = position(state)
    assert instead(opening(), turn) is None
