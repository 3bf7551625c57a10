"""Whole games kept as text, with what must be so along the way and how each ends."""

from pathlib import Path

import pytest

from engine.record import format_record, parse
from engine.replay import replay

GAMES = Path(__file__).parents[1] / "games"
ENDS = {
    "two_seats": ("threshold", "Ben"),
    "three_seats": ("threshold", "Ben"),
    "five_seats": ("threshold", "Eli"),
    "depleted": ("depletion", "Cai"),
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
