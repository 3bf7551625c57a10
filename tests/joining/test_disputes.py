"""What contradicts the rules is shown with both sides and its ruling, never applied, and gone when it is put right."""

import pytest

from assistant.snapshot import Unknown
from tests.joining.scenes import COVERED, EMPTY, Sitting, named, sat
from vision.track import SlotView

WRONG = {"B.EARN": named("pentacles_05")}


def disputed(*lines: str, wrong: dict[str, SlotView] | None = None) -> Sitting:
    sitting = sat(*lines)
    assert sitting.shows(WRONG if wrong is None else wrong) == ()
    return sitting


@pytest.mark.parametrize(
    ("lines", "slot", "view", "says"),
    [
        (
            ("Ana leads ASCEND",),
            "A.EARN",
            named("pentacles_05"),
            ("Ana's EARN", "EARN 5", "EARN 1", "the next is 2", "B12"),
        ),
        (
            ("Ana leads EARN",),
            "B.ASCEND",
            named("wands_02"),
            ("Ben's ASCEND", "ASCEND 2", "ASCEND 1", "Ben has no action", "C24"),
        ),
        (
            ("Ana leads DRAFT",),
            "C.DRAFT",
            EMPTY,
            ("Cai's DRAFT", "no card", "DRAFT 1", "No act that is allowed", "C21"),
        ),
    ],
)
def test_both_sides_are_told_with_the_ruling(
    lines: tuple[str, ...], slot: str, view: SlotView, says: tuple[str, ...]
) -> None:
    sitting = disputed(*lines, wrong={slot: view})
    before = sat(*lines)
    (dispute,) = sitting.view["disputes"]
    place, seen, expected, reason, rule = says
    assert dispute["seen"] == seen
    assert dispute["expected"] == expected
    assert dispute["rule"] == rule
    assert dispute["text"].startswith(f"{place}: the table shows {seen}, the game expects {expected}. ")
    assert reason in dispute["text"]
    # Never applied.
    assert sitting.table.lines() == before.table.lines()
    assert sitting.view | {"disputes": []} == before.view


def test_a_tarot_captured_twice_is_disputed_by_its_uniqueness() -> None:
    sitting = sat()
    shown = sitting.state.market_tarot[0]
    label = sitting.view["market"]["tarot"][0]
    assert shown is not None
    sitting.plays("Ana leads CAPTURE")
    sitting.shows({"B.EARN.tarot": named(label)})
    (dispute,) = sitting.view["disputes"]
    assert dispute["expected"] == "no card"
    assert dispute["text"].startswith("Under Ben's EARN: ")


def test_it_goes_away_when_the_table_is_put_right() -> None:
    sitting = disputed("Ana leads ASCEND")
    assert len(sitting.view["disputes"]) == 1
    assert sitting.plays() == ()
    assert sitting.view["disputes"] == []


def test_the_game_goes_on_beside_it() -> None:
    sitting = disputed("Ana leads ASCEND")
    dispute = sitting.view["disputes"]
    sitting.state = sat("Ana leads ASCEND", "Ana ascends Cups 2").state
    assert sitting.shows(WRONG) == ("Ana ascends Cups 2",)
    assert sitting.view["disputes"] == dispute
    assert sitting.view["fate_on"]["common"]["DRAFT"] == "A"


def test_put_away_it_stays_away_until_it_was_right_in_between() -> None:
    sitting = disputed("Ana leads ASCEND")
    (dispute,) = sitting.view["disputes"]
    sitting.table.dismiss(dispute["id"], sitting.revision)
    assert sitting.view["disputes"] == []
    sitting.shows(WRONG)
    assert sitting.view["disputes"] == []
    with pytest.raises(Unknown, match="settled already"):
        sitting.table.dismiss(dispute["id"], sitting.revision)
    sitting.plays()
    sitting.shows(WRONG)
    assert [again["id"] for again in sitting.view["disputes"]] == [dispute["id"]]


def test_none_is_raised_while_a_hand_is_in_the_picture() -> None:
    sitting = sat("Ana leads ASCEND")
    sitting.shows(WRONG, hand=True)
    assert sitting.view["disputes"] == []
    sitting.shows(WRONG)
    assert len(sitting.view["disputes"]) == 1
    # And one that stands is not forgotten because a hand passes.
    sitting.shows({"B.EARN": COVERED}, hand=True)
    assert len(sitting.view["disputes"]) == 1


def test_two_wrong_places_are_two_disputes_clearest_first() -> None:
    sitting = disputed("Ana leads ASCEND", wrong={"B.EARN": named("pentacles_05"), "C.CAPTURE": EMPTY})
    assert [d["expected"] for d in sitting.view["disputes"]] == ["EARN 1", "CAPTURE 1"]
    assert len({d["id"] for d in sitting.view["disputes"]}) == 2


def test_a_table_that_is_unlike_the_game_changes_nothing_and_is_told_once() -> None:
    sitting = sat("Ana leads ASCEND")
    strange = {f"{seat}.{suit}": EMPTY for seat in "BC" for suit in ("EARN", "DRAFT", "CAPTURE")}
    assert sitting.shows(strange | {"A.DRAFT": named("cups_02")}) == ()
    assert sitting.table.lines() == ("Ana leads ASCEND",)
    whole, *some = sitting.view["disputes"]
    assert "6 places differ at once" in whole["text"]
    assert len(some) == 3
    # Still so at the next look, and gone when the table is as it was.
    assert sitting.shows(strange | {"A.DRAFT": named("cups_02")}) == ()
    assert sitting.plays("Ana ascends Cups 2") == ("Ana ascends Cups 2",)
    assert sitting.view["disputes"] == []
