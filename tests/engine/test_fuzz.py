"""Whatever stands in a record, a profile, a line or an act: an answer of its kind, in good time, and nothing else."""

from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assistant.profile import ProfileError, parse_profile, write_profile
from engine.acts import Act
from engine.digest import digest
from engine.errors import RecordError
from engine.facts import Fact, objection, settle
from engine.grammar import parse_move
from engine.lines import Check, format_move
from engine.numbers import HOUSE, KNOWN
from engine.position import position
from engine.record import Record, format_record, parse
from engine.replay import replay
from engine.rules import apply, why_not
from tests.engine.any_acts import any_act
from tests.engine.tables import after, opening

GAMES = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[1] / "games").glob("*.sooth"))]
ODD = (
    "set check undo replace answer learn digest refused allowed: turn answered follower of ? -1 999999 1e309",
    "{camera {hand: } # : ; + , 1: B4: \ufeff \0 \u2028",
)
WORDS = [
    *sorted({word for game in GAMES for word in game.replace("\n", " ").split(" ")}),
    *ODD,
    "\ufeff",
    "\0",
    "\u2028",
]
MOST_S = 1.0


def run(text: str) -> None:
    """Read and replay a text: what goes wrong is told with a place, in time, and what can be read can be written."""
    began, record, wrong = process_time(), None, None
    try:
        record = parse(text)
    except RecordError as error:
        wrong = error
    if wrong is not None:
        assert 1 <= wrong.line <= text.count("\n") + 1
        assert wrong.column >= 1
        assert wrong.expected
    if record is not None:
        canonical = format_record(record)
        assert parse(canonical) == record
        assert format_record(parse(canonical)) == canonical
        for step in replay(record):
            if step.trouble is not None:
                assert step.trouble.reason.endswith(".")
                assert step.trouble.rule
    assert process_time() - began < MOST_S


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A game with some of its lines changed: words lost, doubled, put in, swapped with others."""
    lines = draw(st.sampled_from(GAMES)).split("\n")
    del lines[draw(st.integers(15, 80)) :]
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        at = draw(st.integers(0, len(words) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                del words[at]
            case 1:
                words.insert(at, draw(st.sampled_from(WORDS)))
            case 2:
                words[at] = draw(st.sampled_from(WORDS) | st.text(max_size=5))
            case 3:
                lines.insert(draw(st.integers(0, len(lines))), lines[place])
            case _:
                words = draw(st.lists(st.sampled_from(WORDS), max_size=8))
        lines[place] = " ".join(words)
    return "\n".join(lines)


@settings(max_examples=250, deadline=None)
@given(broken())
def test_any_broken_game(text: str) -> None:
    run(text)


@settings(max_examples=100, deadline=None)
@given(st.text())
@example("Soothsayers record 1\nplayers: A, B\n" + "tarot market: " + "?, " * 10_000)
@example("Soothsayers record 1\n" + "#\n" * 20_000)
@example(GAMES[0].partition("\n\n")[0] + "\n\n" + "set Ana DRAFT " + "Cups 1 + " * 20_000)
@example(GAMES[0].partition("\n\n")[0] + "\n\n" + "Ana leads EARN {hand: " + "\\" * 50_001 + "}")
def test_any_text(text: str) -> None:
    run(text)
    run("Soothsayers record 1\n" + text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join) | st.text())
def test_any_line(text: str) -> None:
    state = opening()
    before = digest(state)
    column = 1
    try:
        move = parse_move(state.setup, text)
    except RecordError as error:
        move, column = None, error.column
    assert 1 <= column <= len(text) + 1
    if move is None:
        return
    assert parse_move(state.setup, format_move(state.setup, move)) == move
    if isinstance(move, Fact) and objection(state, move) is None:
        settle(state, move)
    elif not isinstance(move, Fact | Check) and why_not(state, move) is None:
        apply(state, move)
    assert digest(state) == before


@pytest.mark.parametrize(
    "more",
    ["undo 1\n" * 400, "undo\n" * 150, "learn mat_5 1: 7\n" * 400, "set Ana coins 5\n" * 1500, "# so\n" * 20_000],
)
def test_a_long_record_is_no_hang(more: str) -> None:
    run(GAMES[0] + more)


THREE = [game for game in GAMES if "\nplayers: Ana, Ben" in game and "Dia" not in game]
LINES = [line for game in THREE for line in game.partition("\n\n")[2].splitlines() if line.startswith("set ")]
SET = [*LINES, "set Ana side 0-9", "set Ana hand 0-80 common 0-22 tarot", "set common deck 0-80", "set tarot deck 0"]
SET += [
    "set Ana coins 0-170",
    "set discards ? + ?",
    "set gone The Fool",
    "set Ben holds Cups 6",
    "set mat 0-6 left 0-6 bought",
]
SET += [
    "set turn Ana CAPTURE 6, answered Ben, follower 9 of 2, paid 7-9 of 0 cards",
    "set turn Ana DRAFT 1, leader 5 of 2",
]
SET += ["set turn Cai EARN 1, answered Ana + Ben", "set turn Ben ASCEND 6, answered Cai, follower 0 of ?"]
SET += [f"set common market {spot}: nothing" for spot in range(1, 9)]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(SET), max_size=8), st.lists(any_act, max_size=20), st.sampled_from([KNOWN, HOUSE]))
def test_a_game_goes_on_from_any_position_that_people_set(lines: list[str], tried: list[Act], known: object) -> None:
    state = opening(3, HOUSE if known is HOUSE else KNOWN)
    for line in lines:
        move = parse_move(state.setup, line)
        assert isinstance(move, Fact)
        if objection(state, move) is None:
            state = settle(state, move).state
    for act in tried:
        if why_not(state, act) is None:
            state = apply(state, act).state
    *_, last = replay(parse(format_record(Record.of(state.setup, position(state)))))
    assert last.trouble is not None or replace(last.state, count=state.count, end=state.end) == state


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_broken_profile(data: st.DataObject) -> None:
    text = write_profile(data.draw(st.sampled_from([KNOWN, HOUSE])))
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(
            st.text(max_size=4) | st.sampled_from(["[", "]]", '"""', "= ", "\n[", "1e9", "inf"])
        )
        text += data.draw(st.sampled_from(["", "\n"])) + write_profile(HOUSE)[at : at + 400]
    began, said = process_time(), "it.toml"
    try:
        parse_profile(text, "it.toml", "it")
    except ProfileError as error:
        said = str(error)
    assert "it.toml" in said
    assert "\n" not in said
    assert process_time() - began < MOST_S


def test_a_position_in_the_middle_of_a_game_is_played_on() -> None:
    state = after(opening(), "set Ana coins 9", "set turn Ben ASCEND 1, answered Cai", "Ana passes", "Cai leads EARN")
    assert state.players[0].coins.exact == 11
