"""The live table: questions, entry by hand, undo, late answers, and commands that come too late."""

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from assistant.snapshot import NotADemo, NumbersState, Refused, Stale, Unknown
from assistant.table import LiveTable
from assistant.wire import view
from engine.acts import Pass, Take
from engine.cards import Common
from engine.lines import format_act
from engine.numbers import HOUSE, KNOWN
from tests.joining.evenings import Evening, moments
from tests.joining.readings import Eye
from tests.joining.scenes import Sitting, after, asked, opened, sat


def test_what_is_certain_is_logged_by_itself_in_the_lines_of_the_record() -> None:
    sitting = Sitting()
    assert sitting.plays("Ana leads ASCEND") == ("Ana leads ASCEND",)
    assert sitting.plays("Ana ascends Cups 2") == ("Ana ascends Cups 2",)
    assert sitting.table.lines() == ("Ana leads ASCEND", "Ana ascends Cups 2")
    (led, ascended) = sitting.table.snapshot().acts
    assert (led.source, ascended.text, ascended.sure) == ("camera", "Ana ascends DRAFT 2", True)
    assert sitting.view["fate_on"]["common"]["DRAFT"] == "A"


def test_who_leads_first_is_told_by_the_ball_where_nobody_said() -> None:
    sitting = Sitting(first_sure=False)
    sitting.state = replace(sitting.state, leader=type(sitting.state.leader)(2))
    assert sitting.plays("Cai leads DRAFT") == ("Cai leads DRAFT",)
    assert sitting.view["leader"] == "C"
    assert sitting.view["disputes"] == []
    # From then on the order is fixed.
    sitting.plays("Cai is done", "Ana passes", "Ben passes", "Ana leads EARN")
    assert sitting.view["leader"] == "A"


def test_who_leads_first_stands_where_it_was_said_and_what_they_led_is_asked() -> None:
    sitting = Sitting(first_sure=True)
    sitting.state = replace(sitting.state, leader=type(sitting.state.leader)(1))
    assert sitting.plays("Ben leads DRAFT") == ()
    ((text, answers),) = sitting.questions()
    assert text == "What did Ana lead?"
    assert {"ASCEND", "EARN, took coins"} <= set(answers)
    assert (sitting.view["leader"], sitting.view["led"]["suit"]) == ("B", "DRAFT")


# Questions


def test_what_the_camera_cannot_tell_is_one_question_and_the_view_keeps_what_is_sure() -> None:
    sitting = asked()
    ((text, answers),) = sitting.questions()
    spot = sitting.state.setup.market_common[1]
    assert isinstance(spot, Common)
    assert text == f"Who took {spot.suit} {spot.level} (spot 2 of the market)?"
    assert answers == ["Ana", "Ben (follows)", "Cai (follows)"]
    ana, ben, _ = sitting.view["seats"]
    assert ana["hand"] == {"common": None, "tarot": 1}
    assert ana["hand_sure"] is False
    assert ben["hand_sure"] is False
    assert sitting.view["led"] == {"suit": "DRAFT", "level": 1}
    assert sitting.view["market"]["common"][:2] == [None, None]
    # Nothing of it is in the log yet: an answer decides.
    assert sitting.table.lines() == ("Ana leads DRAFT", "Ana drafts from market 1")


@pytest.mark.parametrize(
    ("answer", "lines", "hands"),
    [
        ("Ana", ("Ana drafts from market 2",), (7, 5, 5)),
        ("Ben (follows)", ("Ben follows", "Ben drafts from market 2"), (None, 6, 5)),
        ("Cai (follows)", ("Ben is unseen", "Cai follows", "Cai drafts from market 2"), (None, None, 6)),
    ],
)
def test_an_answer_decides(answer: str, lines: tuple[str, ...], hands: tuple[int | None, ...]) -> None:
    sitting = asked()
    sitting.answer(answer)
    assert sitting.questions() == []
    assert sitting.table.lines()[2:] == lines
    assert tuple(seat["hand"]["common"] for seat in sitting.view["seats"]) == hands
    assert {act.source for act in sitting.table.snapshot().acts[2:]} == {"hand"}


def test_later_readings_answer_a_question() -> None:
    sitting = asked()
    # Ben and Cai may follow with one card each, Ana led with two: four gone cards leave one story.
    sitting.plays("Ben follows", "Ben drafts from market 3")
    assert sitting.questions() != []
    sitting.plays("Cai follows", "Cai drafts from market 4")
    assert sitting.questions() == []
    assert sitting.table.lines()[1:] == (
        "Ana drafts from market 1",
        "Ana drafts from market 2",
        "Ben follows",
        "Ben drafts from market 3",
        "Cai follows",
        "Cai drafts from market 4",
    )


def test_a_question_that_is_settled_cannot_be_answered_again() -> None:
    sitting = asked()
    question = sitting.view["questions"][0]["id"]
    sitting.answer("Ana")
    before = sitting.view
    with pytest.raises(Unknown, match="no longer open"):
        sitting.table.answer(question, "b", sitting.revision)
    with pytest.raises(Unknown):
        sitting.table.answer("q99", "a", sitting.revision)
    assert sitting.view == before


def test_coins_or_a_token_is_asked_and_both_are_kept_until_it_is_answered() -> None:
    sitting = Sitting()
    sitting.state = after(sitting.state, "set Ana coins 9")
    sitting.table.set_coins("A", 9, sitting.revision)
    sitting.plays("Ana leads EARN")
    sitting.plays("Ana buys a token for 7", "Ben passes", "Cai passes", "Ben leads ASCEND")
    assert sitting.questions() == [
        ("Did Ana take coins or buy a Fate token?", ["Took coins", "Bought a token"]),
    ]
    ana = sitting.view["seats"][0]
    assert (ana["coins"], ana["coins_range"], ana["fate"]) == (None, [2, 13], None)
    assert sitting.view["led"]["suit"] == "ASCEND"
    sitting.plays("Ben ascends Cups 2")
    assert sitting.view["fate_on"]["common"]["DRAFT"] == "B"
    sitting.answer("Bought a token")
    ana = sitting.view["seats"][0]
    assert (ana["coins"], ana["fate"], ana["side"]) == (2, 1, 1)


def test_tokens_that_nobody_saw_bought_stay_possible_however_many_leads_go_unanswered() -> None:
    sitting = Sitting()
    sitting.state = after(sitting.state, "set Ana coins 90", "set Ben coins 90")
    sitting.table.set_coins("A", 90, sitting.revision)
    sitting.table.set_coins("B", 90, sitting.revision)
    for ben in ("Ben buys a token", "Ben takes coins", "Ben buys a token", "Ben takes coins"):
        sitting.plays("Ana leads EARN")
        for seat, shown in zip(sitting.state.seats, sitting.view["seats"], strict=True):
            low, high = shown["fate_range"]
            assert low <= sitting.state.fate(seat).lo <= high, (seat, shown)
            assert shown["fate"] == (low if low == high else None)
            assert shown["coins_range"][0] <= sitting.state.players[seat].coins.lo <= shown["coins_range"][1]
        ana = "Ana buys a token" if sitting.state.mat_left.lo > 1 else "Ana takes coins"
        sitting.plays(ana, "Ben passes", "Cai passes", "Ben leads EARN")
        sitting.plays(ben, "Cai passes", "Ana passes", "Cai leads EARN")
        sitting.plays("Cai takes coins", "Ana passes", "Ben passes")
    assert sitting.view["winner"] is None


def test_a_move_that_is_only_the_likeliest_of_several_is_marked_as_not_certain() -> None:
    evening = Evening(next(moments(3, 2, 1)).state.setup, KNOWN)
    for moment in moments(3, 2, 60):
        evening.look(moment)
    logged = len(evening.table.lines())
    unsure = [act.text for act in evening.table.snapshot().acts if not act.sure and act.number <= logged]
    assert unsure, "what nobody answered was logged as if it were certain"
    assert all("draft" in text or "takes" in text or "follows" in text or "nobody saw" in text for text in unsure)
    assert not any(" comes to spot " in text or " holds " in text for text in unsure)


def test_unanswered_questions_become_ranges_and_the_game_goes_on() -> None:
    evening = Evening(next(moments(3, 2, 1)).state.setup, KNOWN)
    most = 0
    for moment in moments(3, 2, 60):
        evening.look(moment)
        assert evening.wrong() == []
        most = max(most, evening.branches)
        view = evening.view
        for seat in view["seats"]:
            low, high = seat["coins_range"]
            assert seat["coins"] == (low if low == high else None)
    assert 1 < most <= 8
    facts = [line for line in evening.table.lines() if line.startswith("set ")]
    assert facts, "what was given up is written down as ranges"


# Entry by hand


def test_what_no_camera_sees_is_entered_by_hand() -> None:
    sitting = Sitting()
    sitting.plays("Ana leads ASCEND")
    sitting.plays("Ana ascends Cups 2")
    for line in ("Ana is done", "Ben passes, takes 2", "Cai follows for free"):
        sitting.table.enter(line, sitting.revision)
    assert sitting.table.lines()[2:] == ("Ana is done", "Ben passes, takes 2", "Cai follows for free")
    assert sitting.view["seats"][1]["coins"] == 6
    assert sitting.table.snapshot().acts[-1].source == "hand"


def test_every_offered_entry_is_taken() -> None:
    for told in ((), ("Ana leads EARN",), ("Ana leads DRAFT",), ("Ana leads ASCEND", "Ana ascends Cups 2")):
        for offered in sat(*told).table.snapshot().entries:
            sitting = sat(*told)
            before = sitting.table.lines()
            sitting.table.enter(offered.line, sitting.revision)
            assert sitting.table.lines() == (*before, offered.line)


@pytest.mark.parametrize(
    ("line", "why", "rule"),
    [
        ("Ben leads EARN", "has not yet answered", "C24"),
        ("Cai passes", "Ben answers before Cai", "C24"),
        ("Ana ascends Cups 5", "the next is 2", "B12"),
        ("Ben follows, pays 3", "pays Ana 0 to follow", "B3"),
        ("hello", "not an act I know", None),
        ("Dia passes", "not an act I know", None),
    ],
)
def test_a_refused_act_changes_nothing(line: str, why: str, rule: str | None) -> None:
    sitting = sat("Ana leads ASCEND")
    before, lines, revision = sitting.view, sitting.table.lines(), sitting.revision
    with pytest.raises(Refused, match=why) as refused:
        sitting.table.enter(line, revision)
    assert refused.value.rule == rule
    assert (sitting.view, sitting.table.lines(), sitting.revision) == (before, lines, revision)


def test_a_command_for_an_older_state_is_stale_and_changes_nothing() -> None:
    sitting = sat("Ana leads ASCEND")
    old = sitting.revision
    sitting.plays("Ana ascends Cups 2")
    before = sitting.view
    commands: tuple[Callable[[], None], ...] = (
        lambda: sitting.table.enter("Ben passes", old),
        lambda: sitting.table.undo(old),
        lambda: sitting.table.set_coins("A", 3, old),
        lambda: sitting.table.set_hand("A", 3, 1, old),
        lambda: sitting.table.answer("q1", "a", old),
        lambda: sitting.table.dismiss("d", old),
    )
    for command in commands:
        with pytest.raises(Stale) as stale:
            command()
        assert stale.value.current == sitting.revision
    assert sitting.view == before


def test_commands_before_the_game_and_of_a_demonstration_are_refused() -> None:
    table = LiveTable(NumbersState("known"))
    table.wait("The market is not laid out yet.")
    with pytest.raises(Refused, match="market is not laid out"):
        table.enter("Ana leads EARN", 1)
    with pytest.raises(Unknown, match="market is not laid out"):
        table.view()
    with pytest.raises(NotADemo):
        table.pause(True)
    with pytest.raises(NotADemo):
        table.step()
    assert table.lines() == ()
    assert table.look(Eye().read(opened())) == ()


def test_more_cards_than_the_box_has_are_refused() -> None:
    sitting = sat()
    with pytest.raises(Refused, match="not so many cards"):
        sitting.table.set_hand("A", 80, 1, sitting.revision)
    sitting.table.set_hand("A", 40, 1, sitting.revision)
    with pytest.raises(Refused, match="not so many cards"):
        sitting.table.set_hand("B", 40, 1, sitting.revision)


def test_counts_are_set_by_hand_in_every_state_held_possible() -> None:
    sitting = asked()
    sitting.table.set_coins("B", 11, sitting.revision)
    sitting.table.set_hand("C", 3, 0, sitting.revision)
    assert sitting.view["seats"][1]["coins"] == 11
    assert sitting.view["seats"][2]["hand"] == {"common": 3, "tarot": 0}
    assert len(sitting.questions()) == 1
    sitting.answer("Ana")
    assert sitting.view["seats"][1]["coins"] == 11
    assert sorted(line for line in sitting.table.lines() if line.startswith("set")) == [
        "set Ben coins 11",
        "set Cai hand 3 common 0 tarot",
    ]
    with pytest.raises(Refused, match="from 0 to 9999"):
        sitting.table.set_coins("A", 10_000, sitting.revision)
    with pytest.raises(Unknown, match="Nobody sits at D"):
        sitting.table.set_coins("D", 5, sitting.revision)
    with pytest.raises(Unknown, match="no seat"):
        sitting.table.set_coins("Z", 5, sitting.revision)


# Threads


def test_acts_entered_while_the_camera_looks_are_never_lost() -> None:
    told = list(moments(3, 4, 60))
    evening = Evening(told[0].state.setup, HOUSE)
    table = evening.table
    entered: list[str] = []
    logged: list[str] = []
    done = threading.Event()

    def watch() -> None:
        try:
            for moment in told:
                logged.extend(evening.look(moment))
        finally:
            done.set()

    def enter() -> None:
        for number in count():
            if done.is_set():
                return
            coins = number % 90
            try:
                table.set_coins("B", coins, table.snapshot().revision)
            except Stale:
                continue
            entered.append(f"set Ben coins {coins}")

    threads = [threading.Thread(target=watch), threading.Thread(target=enter)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert evening.wrong() == [] or evening.view["disputes"]
    while evening.view["questions"]:
        question = evening.view["questions"][0]
        table.answer(question["id"], question["answers"][0]["id"], table.snapshot().revision)
    lines = list(table.lines())
    assert entered
    assert [line for line in lines if line.startswith("set Ben coins") and line in set(entered)] != []
    for line in set(entered):
        assert lines.count(line) >= entered.count(line)
    for line in set(logged):
        assert lines.count(line) >= logged.count(line)


def test_the_view_is_that_of_the_rules_for_what_was_logged() -> None:
    sitting = Sitting()
    income = format_act(sitting.state.setup, Pass(type(sitting.state.leader)(1), 2))
    assert income == "Ben passes, takes 2"
    assert format_act(sitting.state.setup, Take(sitting.state.leader, 4)) == "Ana takes 4 coins"
    sitting.plays("Ana leads EARN")
    for line in ("Ana takes 4 coins", "Ben passes, takes 2", "Cai passes, takes 2"):
        sitting.table.enter(line, sitting.revision)
    true = view(after(opened(), "Ana leads EARN", "Ana takes 4 coins", "Ben passes, takes 2", "Cai passes, takes 2"))
    assert sitting.view == true


# Printed numbers


def test_an_amount_told_once_is_a_printed_number_from_then_on() -> None:
    sitting = Sitting(KNOWN)
    sitting.plays("Ana leads DRAFT")
    (asked,) = [entry for entry in sitting.table.snapshot().entries if entry.asks]
    assert (asked.line, asked.text) == ("Ben passes, takes {}", "passes and takes")
    sitting.table.enter("Ana is done", sitting.revision)
    sitting.table.enter("Ben passes, takes 2", sitting.revision)
    assert sitting.view["seats"][1]["coins"] == 6
    # The other's EARN card shows the same.
    offered = [entry.line for entry in sitting.table.snapshot().entries]
    assert "Cai passes, takes 2" in offered
    assert not any(entry.asks for entry in sitting.table.snapshot().entries)
    with pytest.raises(Refused, match="takes 2 for passing, not 5"):
        sitting.table.enter("Cai passes, takes 5", sitting.revision)
    assert sitting.table.snapshot().undoes == "Ben passes, takes 2 coins"
    sitting.table.undo(sitting.revision)
    assert sitting.table.lines()[-1] == "Ana is done"
    assert [entry.line for entry in sitting.table.snapshot().entries if entry.asks] == ["Ben passes, takes {}"]


def test_the_log_has_every_act() -> None:
    evening = Evening(next(moments(3, 1, 80)).state.setup, HOUSE)
    for moment in moments(3, 1, 80):
        evening.look(moment)
    acts = evening.table.log()
    assert [act.number for act in acts] == list(range(1, len(acts) + 1))
    assert len(acts) > 60
    assert acts[-len(evening.table.snapshot().acts) :] == evening.table.snapshot().acts
