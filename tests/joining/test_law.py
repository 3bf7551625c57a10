"""The render law without pixels: whatever is played, what a perfect eye reads is explained, and nothing is made up."""

import pytest

from assistant.reconcile import MOST_BRANCHES
from engine.numbers import HOUSE, KNOWN, Numbers
from tests.joining.evenings import Evening, Moment, moments

NUMBERS = {"house": HOUSE, "known": KNOWN}


def followed(
    seats: int, seed: int, stills: int, numbers: Numbers, sees_ball: bool = True
) -> tuple[Evening, list[Moment]]:
    told = list(moments(seats, seed, stills))
    evening = Evening(told[0].state.setup, numbers, sees_ball)
    return evening, told


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_unasked_every_visible_fact_is_right_and_no_count_is_ruled_out(seats: int, numbers: str) -> None:
    for seed in range(2, 4):
        evening, told = followed(seats, seed, 45, NUMBERS[numbers])
        for number, moment in enumerate(told):
            evening.look(moment)
            assert evening.wrong() == [], (seed, number, moment.acts)
            assert evening.view["disputes"] == []
            assert evening.branches <= MOST_BRANCHES
            if evening.up_to_date():
                assert evening.impossible() == [], (seed, number)
        assert evening.refused() == (), seed


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_answered_truly_one_state_is_left_and_it_is_the_true_one(seats: int, numbers: str) -> None:
    asked = 0
    for seed in range(20, 22):
        evening, told = followed(seats, seed, 40, NUMBERS[numbers])
        for number, moment in enumerate(told):
            evening.look(moment)
            asked += evening.answer_truly()
            assert evening.wrong() == [], (seed, number, moment.acts)
            assert evening.branches == 1
            if evening.up_to_date():
                assert evening.impossible() == [], (seed, number)
                assert [player.side for player in evening.table.shown().players] == [  # type: ignore[union-attr]
                    player.side for player in moment.state.players
                ]
    assert asked > 0


def test_a_ball_that_the_reader_never_names_is_told_by_what_landed() -> None:
    for seed in range(3):
        evening, told = followed(3, seed, 40, KNOWN, sees_ball=False)
        for moment in told:
            evening.look(moment)
            assert evening.wrong() == []


def test_a_whole_game_to_its_end() -> None:
    evening, told = followed(3, 1, 1000, HOUSE)
    for moment in told:
        evening.look(moment)
        evening.answer_truly()
        assert evening.wrong() == []
    assert told[-1].state.end is not None
    assert evening.view["winner"] == "ABC"[told[-1].state.winner or 0]
    assert evening.table.snapshot().phase == "over"
    assert evening.table.snapshot().entries == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_third_still_missed_is_never_silently_wrong(seats: int) -> None:
    wrong = stills = 0
    for seed in range(4):
        evening, told = followed(seats, seed, 45, HOUSE)
        for number, moment in enumerate(told):
            if number % 3 == 2:
                evening.acts += moment.acts
                continue
            evening.look(moment)
            stills += 1
            view = evening.view
            assert evening.branches <= MOST_BRANCHES
            if evening.wrong():
                wrong += 1
                assert view["disputes"] or view["questions"], (seed, number, evening.wrong())
    assert wrong <= 0.03 * stills


def test_looking_twice_at_the_same_table_changes_nothing() -> None:
    evening, told = followed(3, 6, 30, KNOWN)
    for moment in told:
        evening.look(moment)
        before, revision = evening.view, evening.revision
        assert evening.look(Moment((), moment.state)) == ()
        assert evening.view == before
        assert evening.revision == revision


def test_a_hand_over_anything_takes_nothing_away() -> None:
    evening, told = followed(3, 8, 40, HOUSE)
    for number, moment in enumerate(told):
        evening.look(moment)
        before = evening.view
        slots = sorted(evening.eye.memory)
        hidden = tuple(slots[k] for k in range(number % 5, len(slots), 4))
        assert evening.look(Moment((), moment.state), covered=hidden) == ()
        assert evening.view == before
        assert evening.wrong() == []


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(("first", "missed"), [(1, 4), (3, 6), (6, 10), (9, 3)])
def test_after_missed_stills_nothing_is_silently_wrong(seats: int, first: int, missed: int) -> None:
    silent = 0
    for seed in range(40, 46):
        evening, told = followed(seats, seed, first + missed + 10, KNOWN)
        for number, moment in enumerate(told):
            if first <= number < first + missed:
                evening.acts += moment.acts
                continue
            evening.look(moment)
            if evening.view["questions"] or evening.view["disputes"]:
                continue
            silent += 1
            assert evening.wrong() == [], (seed, number)
            if evening.up_to_date():
                assert evening.impossible() == [], (seed, number)
    assert silent > 20, "often enough there was nothing to say"
