"""The live table: questions, entry by hand, undo, late answers, and commands that come too late."""

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from assistant.journal import Journal
from assistant.saved import read_game
from assistant.snapshot import NotADemo, NumbersState, Refused, Stale, Unknown
from assistant.table import LiveTable
from assistant.wire import view
from engine.acts import Ascend, Pass, Take
from engine.cards import Common
from engine.lines import format_act
from engine.numbers import HOUSE, KNOWN
from engine.record import format_head
from tests.joining.evenings import Evening, moments
from tests.joining.readings import Eye
from tests.joining.scenes import Sitting, after, opened, sat


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


def asked() -> Sitting:
    sitting = Sitting()
    sitting.plays("Ana leads DRAFT")
    sitting.plays("Ana drafts from market 1")
    sitting.plays("Ana drafts from market 2")
    return sitting


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
    with pytest.raises(Refused, match="from 0 to 170"):
        sitting.table.set_coins("A", 500, sitting.revision)
    with pytest.raises(Unknown, match="Nobody sits at D"):
        sitting.table.set_coins("D", 5, sitting.revision)
    with pytest.raises(Unknown, match="no seat"):
        sitting.table.set_coins("Z", 5, sitting.revision)


# Corrections


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


# The journal


def test_a_game_resumes_from_its_journal_as_it_was(tmp_path: Path) -> None:
    told = list(moments(3, 12, 50))
    path = tmp_path / "game.fate"
    evening = Evening(told[0].state.setup, HOUSE, journal=lambda setup: Journal.create(path, format_head(setup), "0"))
    cut = next(place for place, moment in enumerate(told) if place > 30 and isinstance(moment.acts[-1], Ascend))
    for moment in told[: cut + 1]:
        evening.look(moment)
        evening.answer_truly()
    taken_back = evening.table.lines()[-1]
    evening.table.undo(evening.revision)
    evening.look(told[cut])
    lines, seen = evening.table.lines(), evening.view
    evening.table.close()

    again = Evening(told[0].state.setup, HOUSE)
    again.table = resumed(path)
    again.eye, again.acts = evening.eye, evening.acts
    assert again.table.lines() == lines
    assert {**again.view, "disputes": seen["disputes"]} == seen, "what the camera sees is not kept"
    again.look(told[cut])
    assert (again.table.lines(), again.view) == (lines, seen), "what was taken back is not seen again"
    again.table.enter(taken_back, again.revision)
    for moment in told[cut + 1 :]:
        again.look(moment)
        again.answer_truly()
        assert again.wrong() == []
    again.table.close()
    with Journal.open(path) as journal:
        assert sum(1 for _ in journal.read()) > len(lines)


def test_an_open_question_and_what_was_entered_meanwhile_outlast_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    state = opened()
    kept = LiveTable(NumbersState("house"), journal=lambda setup: Journal.create(path, format_head(setup), "0"))
    kept.begin(state.setup, first_sure=True)
    eye = Eye()
    kept.look(eye.read(state))
    for line in ("Ana leads DRAFT", "Ana drafts from market 1", "Ana drafts from market 2"):
        state = after(state, line)
        kept.look(eye.read(state))
    kept.enter("Ben passes, takes 2", kept.snapshot().revision)
    acts = kept.snapshot().acts
    kept.close()
    again = resumed(path)
    assert again.view() == kept.view()
    assert again.view()["questions"] != []
    assert [(act.text, act.source) for act in again.snapshot().acts] == [(act.text, act.source) for act in acts]
    assert again.snapshot().undoes == "Ben passes, takes 2 coins"
    again.look(eye.read(after(state, "Ben passes", "Cai follows", "Cai drafts from market 3")))
    assert "Ben passes, takes 2" in again.lines()
    again.close()


def resumed(path: Path) -> LiveTable:
    journal = Journal.open(path)
    game = read_game(journal).game
    table = LiveTable(NumbersState(game.setup.numbers.name))
    table.resume(game, journal)
    return table


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


def test_what_was_learned_outlasts_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "game.fate"
    state = opened(KNOWN)
    kept = LiveTable(NumbersState("known"), journal=lambda setup: Journal.create(path, format_head(setup), "0"))
    kept.begin(state.setup, first_sure=True)
    for line in ("Ana leads EARN", "Ana takes 4 coins"):
        kept.enter(line, kept.snapshot().revision)
    seen = kept.view()
    shown = kept.shown()
    assert shown is not None
    assert (shown.players[0].coins.exact, shown.setup.numbers.earn_lead[0]) == (8, 4)
    kept.close()
    again = resumed(path)
    assert again.view() == seen
    again.close()
