"""Whole games kept as text, with what must be so along the way and how each ends."""

from pathlib import Path

import pytest

from engine.acts import Ascend, who
from engine.claims import DigestIs, EndIs
from engine.digest import digest
from engine.lines import Check
from engine.log import ActEntry, Adjust, refold
from engine.record import format_record, parse
from engine.replay import replay
from tests.write_games import written

GAMES = Path(__file__).parents[1] / "games"
ENDS = {
    "begun_in_the_middle": ("threshold", "Ben"),
    "two_seats": ("threshold", "Ben"),
    "four_seats": ("threshold", "Dia"),
    "solo": ("threshold", "Ana"),
    "three_seats": ("threshold", "Ben"),
    "five_seats": ("threshold", "Eli"),
    "depleted": ("depletion", "Cai"),
    "unseen": None,
    "worked_examples": None,
}


@pytest.mark.parametrize("game", sorted(GAMES.glob("*.sooth")), ids=lambda game: game.stem)
def test_a_golden_game_goes_as_it_went(game: Path) -> None:
    *_, last = replay(parse(game.read_text(encoding="utf-8")))
    assert last.trouble is None, last.trouble
    end = last.state.end
    winners = None if end is None else (end.by, " and ".join(last.state.name(seat) for seat in end.winners))
    assert winners == ENDS[game.stem]


@pytest.mark.parametrize("game", sorted(GAMES.glob("*.sooth")), ids=lambda game: game.stem)
def test_a_golden_game_is_written_canonically(game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    assert format_record(parse(text)) == text


@pytest.mark.parametrize("game", sorted(GAMES.glob("*.sooth")), ids=lambda game: game.stem)
def test_a_golden_game_proves_its_end(game: Path) -> None:
    record = parse(game.read_text(encoding="utf-8"))
    claims = [line.said.claim for line in record.lines if isinstance(line.said, Check)]
    assert isinstance(claims[-1], DigestIs)
    assert isinstance(claims[-2], EndIs)
    *_, last = replay(record)
    assert digest(last.state).startswith(claims[-1].digest)
    assert refold(record.setup, record.entries).state == last.state


def test_there_is_a_golden_game_for_each_number_of_players_and_one_that_begins_in_the_middle() -> None:
    records = [parse(game.read_text(encoding="utf-8")) for game in GAMES.glob("*.sooth")]
    assert {len(record.setup.names) for record in records} == {2, 3, 4, 5}
    assert any(isinstance(record.entries[0], Adjust) for record in records)


def test_what_the_writer_of_games_writes_is_such_a_game() -> None:
    for begin in (0, 33):
        text = written(2, 11, begin)
        *_, last = replay(parse(text))
        assert last.trouble is None
        assert last.state.end is not None
        assert format_record(parse(text)) == text
        assert text.count("check digest") > 2


def test_in_the_golden_solo_game_the_bot_does_all_that_it_can_do() -> None:
    record = parse((GAMES / "solo.sooth").read_text(encoding="utf-8"))
    acts = [entry.act for entry in record.entries if isinstance(entry, ActEntry)]
    assert record.setup.bot is not None
    its_own = [act for act in acts if who(act) == record.setup.bot.seat]
    kinds = {type(act).__name__ for act in its_own} | {type(act).__name__ for act in acts if who(act) is None}
    assert kinds >= {"TurnUp", "Shift", "Lead", "Follow", "Pass", "Take", "Buy", "Draft", "Ascend", "Capture", "Done"}
    assert {act.spot is None for act in its_own if isinstance(act, Ascend)} == {True, False}
