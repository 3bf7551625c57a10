"""A game that was kept goes on as it was: questions, what was taken back, and printed numbers too."""

from pathlib import Path

from assistant.journal import Journal
from assistant.saved import read_game
from assistant.snapshot import NumbersState
from assistant.table import LiveTable
from engine.acts import Ascend
from engine.numbers import HOUSE, KNOWN
from engine.record import format_head
from tests.joining.evenings import Evening, moments
from tests.joining.readings import Eye
from tests.joining.scenes import after, opened


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
