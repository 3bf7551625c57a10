"""Whole demonstrations: what a person enters and what the camera sees must agree from the first act to the last."""

from pathlib import Path

import pytest

from assistant.agreed import Agreed
from assistant.demonstration import act_out
from assistant.draw import scene
from assistant.seating import table as seated
from assistant.simulate import play
from assistant.snapshot import NumbersState
from assistant.table import LiveTable
from assistant.watching import Watcher
from assistant.wire import view
from engine.numbers import HOUSE
from engine.state import State
from tests.joining.evenings import Evening, Moment
from tests.score_watch import compare
from vision.frame import Frame
from vision.pipeline import load_reader
from vision.scene.draw import draw


@pytest.mark.parametrize(("seats", "seed"), [(3, 7), (3, 12), (2, 4), (4, 1), (5, 3), (5, 5)])
def test_a_whole_demonstration_before_a_perfect_eye_is_right_at_every_act(seats: int, seed: int) -> None:
    played = list(play(seats, seed))
    evening = Evening(played[0].state.setup)

    def show(state: State) -> None:
        evening.look(Moment((), state))

    for number, one in enumerate(played):
        act_out(evening.table, one, show)
        evening.state = one.state
        assert evening.view["disputes"] == [], (number, one.act)
        assert evening.wrong() == [], (number, one.act)
    assert evening.view["questions"] == []
    assert evening.table.snapshot().phase == "over"
    assert evening.impossible() == []


@pytest.mark.parametrize(
    ("seed", "acts"),
    [
        (7, 24),
        pytest.param(7, None, marks=pytest.mark.soak),
        pytest.param(12, None, marks=pytest.mark.soak),
        pytest.param(303, None, marks=pytest.mark.soak),
    ],
)
def test_a_demonstration_before_the_real_reader_leaves_nothing_open(
    seed: int, acts: int | None, tmp_path: Path
) -> None:
    """Drawn pictures through the whole pipeline; the whole game is a soak run, its beginning is not."""
    table = LiveTable(NumbersState("house", invented=True))
    watcher = Watcher(load_reader(), table, Agreed(("Ana", "Ben", "Cai"), HOUSE))
    drawn = seated(seed, 3)
    stills = 0

    def show(state: State) -> None:
        nonlocal stills
        watcher.see(Frame(draw(scene(state, drawn, stills)).image, stills, 1000.0 * stills, f"{stills:04}"))
        stills += 1

    trouble = []
    played = list(play(3, seed, HOUSE))[:acts]
    for number, one in enumerate(played):
        act_out(table, one, show)
        shown = table.view()
        facts = compare({"view": view(one.state)}, {"view": shown})
        trouble += [(number, one.act, fact) for fact, right in facts.items() if not right]
        trouble += [(number, one.act, dispute["text"]) for dispute in shown["disputes"]]  # type: ignore[attr-defined]
    assert trouble == []
    if acts is None:
        assert table.view()["questions"] == []
        assert table.snapshot().phase == "over"
