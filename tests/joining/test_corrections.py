"""Undo, late answers, and what is entered before it is done: said, held against the table, never explained away."""

import pytest

from assistant.snapshot import Refused
from engine.acts import Ascend
from engine.lines import format_act
from engine.numbers import HOUSE
from tests.joining.evenings import Evening, moments
from tests.joining.scenes import Sitting, asked, sat


def test_undo_takes_back_the_last_act_and_then_the_one_before() -> None:
    sitting = sat("Ana leads ASCEND")
    sitting.table.enter("Ana is done", sitting.revision)
    led = sat("Ana leads ASCEND").view
    sitting.table.undo(sitting.revision)
    assert sitting.table.lines() == ("Ana leads ASCEND",)
    assert sitting.view == led
    sitting.table.undo(sitting.revision)
    assert sitting.table.lines() == ()
    assert sitting.view["led"] is None
    with pytest.raises(Refused, match="Nothing has happened"):
        sitting.table.undo(sitting.revision)


def test_undo_with_an_open_question_keeps_what_still_fits() -> None:
    sitting = asked()
    sitting.table.undo(sitting.revision)  # Ana drafts from market 1
    assert sitting.table.lines() == ("Ana leads DRAFT",)
    assert sitting.view["market"]["common"][0] is not None
    for _ in range(2):
        # What was taken back is disputed, at once; who took the other card is still asked.
        assert sitting.view["market"]["common"][1] is None
        assert [len(answers) for _, answers in sitting.questions()] == [3]
        (dispute,) = sitting.view["disputes"]
        assert "spot 1: the table shows no card, the game expects EARN 6. It was taken back" in dispute["text"]
        sitting.plays()
    sitting.table.enter("Ana drafts from market 1", sitting.revision)
    assert sitting.view["disputes"] == []
    assert sitting.view["market"]["common"][:2] == [None, None]


@pytest.mark.parametrize("seed", [1, 2, 12])
def test_what_was_taken_back_stays_disputed_and_no_turn_is_made_up_for_it(seed: int) -> None:
    told = list(moments(3, seed, 60))
    evening = Evening(told[0].state.setup, HOUSE)
    cut = next(place for place, moment in enumerate(told) if place > 8 and isinstance(moment.acts[-1], Ascend))
    for moment in told[: cut + 1]:
        evening.look(moment)
        evening.answer_truly()
    evening.table.undo(evening.revision)
    assert evening.view["disputes"] != []
    for moment in told[cut + 1 :]:
        logged = [line for line in evening.look(moment) if " leads " in line]
        assert set(logged) <= {format_act(moment.state.setup, act) for act in evening.acts}
        assert evening.view["disputes"] != []


def test_what_is_entered_before_it_is_done_is_disputed_until_it_is() -> None:
    sitting = sat("Ana leads DRAFT")
    sitting.table.enter("Ana drafts Pentacles 6 from market 1", sitting.revision)
    for _ in range(2):
        assert sitting.table.lines() == ("Ana leads DRAFT", "Ana drafts Pentacles 6 from market 1")
        assert [dispute["id"] for dispute in sitting.view["disputes"]] == ["market.common.0=EARN 6"]
        sitting.shows({})
    sitting.plays("Ana drafts Pentacles 6 from market 1")
    assert sitting.view["disputes"] == []
    assert sitting.table.lines() == ("Ana leads DRAFT", "Ana drafts Pentacles 6 from market 1")


def test_a_ball_on_another_card_than_the_led_one_is_disputed_at_once() -> None:
    sitting = sat("Ana leads EARN")
    sitting.table.undo(sitting.revision)
    (dispute,) = sitting.view["disputes"]
    assert "the Crystal Ball on Ana's EARN" in dispute["text"]
    sitting.table.enter("Ana leads DRAFT", sitting.revision)
    (dispute,) = sitting.view["disputes"]
    assert "expects the Crystal Ball on Ana's DRAFT" in dispute["text"]
    sitting.table.undo(sitting.revision)
    sitting.table.enter("Ana leads EARN", sitting.revision)
    assert sitting.view["disputes"] == []


def test_a_late_answer_takes_the_place_of_what_nobody_saw() -> None:
    sitting = Sitting()
    sitting.plays("Ana leads ASCEND")
    sitting.plays("Ana ascends Cups 2", "Ana is done", "Ben passes", "Cai passes", "Ben leads EARN")
    sitting.table.enter("Ben takes 4 coins", sitting.revision)
    assert sitting.table.lines()[2:] == ("Ben is unseen", "Cai is unseen", "Ben leads EARN", "Ben takes 4 coins")
    low, high = sitting.view["seats"][1]["coins_range"]
    assert low < 10 == high
    offered = [entry for entry in sitting.table.snapshot().entries if entry.group.startswith("Nobody saw")]
    assert "Ben passes, takes 2" in [entry.line for entry in offered]
    sitting.table.enter("Ben passes, takes 2", sitting.revision)
    assert sitting.table.lines()[2:4] == ("Ben passes, takes 2", "Cai is unseen")
    assert sitting.view["seats"][1]["coins"] == 10
    assert sitting.view["led"] == {"suit": "EARN", "level": 1}


def test_what_the_camera_saw_and_somebody_took_back_is_not_seen_again_but_disputed() -> None:
    sitting = sat("Ana leads ASCEND", "Ana ascends Cups 2")
    sitting.table.undo(sitting.revision)
    assert sitting.plays() == ()
    assert sitting.table.lines() == ("Ana leads ASCEND",)
    (dispute,) = sitting.view["disputes"]
    assert "Ana" in dispute["text"]
    sitting.table.enter("Ana ascends Cups 2", sitting.revision)
    assert sitting.plays() == ()
    assert sitting.view["disputes"] == []
    assert sitting.table.lines() == ("Ana leads ASCEND", "Ana ascends Cups 2")


def test_what_was_answered_late_is_marked_as_told_by_hand_and_undo_takes_it_back() -> None:
    sitting = Sitting()
    sitting.plays("Ana leads ASCEND")
    sitting.plays("Ana ascends Cups 2", "Ana is done", "Ben passes", "Cai passes", "Ben leads EARN")
    before = sitting.table.lines()
    sitting.table.enter("Ben passes, takes 2", sitting.revision)
    acts = sitting.table.snapshot().acts
    assert {act.text: act.source for act in acts}["Ben passes, takes 2 coins"] == "hand"
    assert {act.text: act.source for act in acts}["Ben leads EARN 1"] == "camera"
    assert sitting.table.snapshot().undoes == "Ben passes, takes 2 coins"
    sitting.table.undo(sitting.revision)
    assert sitting.table.lines() == before
    assert sitting.table.snapshot().undoes == "Ben leads EARN 1"


def test_undo_takes_back_what_was_entered_while_a_question_is_open() -> None:
    sitting = asked()
    before = sitting.table.lines()
    sitting.table.enter("Ben passes, takes 2", sitting.revision)
    assert sitting.table.snapshot().undoes == "Ben passes, takes 2 coins"
    passed = sitting.view["seats"][1]["coins_range"]
    sitting.table.undo(sitting.revision)
    assert sitting.table.lines() == before
    assert sitting.view["seats"][1]["coins_range"] != passed
    assert sitting.table.snapshot().undoes.endswith(" from spot 1")
