"""`replay`: output, and one sentence for each kind of bad input."""

import json
from pathlib import Path

import pytest

from assistant.commands.rules import replay

GAMES = Path(__file__).parents[1] / "games"


def test_replay_prints_the_view_of_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(GAMES / "two_seats.sooth", as_json=True) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["winner"] == "B"
    assert err == ""


def test_replay_stops_at_an_act(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(GAMES / "two_seats.sooth", as_json=True, to=0) == 0
    assert json.loads(capsys.readouterr().out)["act"] == 0
    assert replay(GAMES / "two_seats.sooth", to=3) == 0
    assert "After 3 acts" in capsys.readouterr().out
    assert replay(GAMES / "two_seats.sooth", as_json=True, to=60) == 0
    assert json.loads(capsys.readouterr().out)["act"] == 60, "lines that only check are no acts"


def test_replay_says_line_and_reason_of_what_is_not_legal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GAMES / "three_seats.sooth").read_text(encoding="utf-8")
    head = text.partition("\n\n")[0]
    game = tmp_path / "wrong.sooth"
    game.write_text(head + "\n\nAna leads EARN\nBen follows\n", encoding="utf-8")
    assert replay(game, as_json=True) == 1
    out, err = capsys.readouterr()
    line = head.count("\n") + 4
    assert f'line {line}, "Ben follows": Ben cannot follow' in err
    assert "(§B4)" in err
    assert json.loads(out)["act"] == 1, "the view is that of the last act that was legal"


def test_replay_tells_the_digest_and_what_no_longer_fits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (GAMES / "two_seats.sooth").read_text(encoding="utf-8")
    game = tmp_path / "corrected.sooth"
    game.write_text(text.partition("\n\n")[0] + "\n\nBen leads EARN\nBen takes coins\nundo 1\n", encoding="utf-8")
    assert replay(game, as_json=True) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["act"] == 0
    assert err == f"{game}: after the corrections, act 2 does not fit: Ben has no action to do now. (§C24)\n"
    assert replay(game, as_json=True, to=0) == 0
    began = json.loads(capsys.readouterr().out)
    assert began["digest"] == json.loads(out)["digest"]
    assert len(began["digest"]) == 64
    assert replay(game) == 0
    assert f"Digest of the state: {began['digest']}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1, column 1"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"Soothsayers record 1\nplayers: Ana\n", "in the head"),
    ],
)
def test_replay_of_what_is_no_record(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.sooth"
    game.write_bytes(content)
    assert replay(game) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def test_replay_of_what_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(tmp_path / "none.sooth") == 1
    assert "There is no file" in capsys.readouterr().err
    assert replay(tmp_path) == 1
    assert "is a folder" in capsys.readouterr().err
    assert replay(GAMES / "two_seats.sooth", to=-1) == 2
    assert replay(GAMES / "two_seats.sooth", to=9999) == 1
    assert "no more than that" in capsys.readouterr().err


def test_replay_says_what_the_bot_does_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(GAMES / "solo.sooth", to=2) == 0
    said = "Next for the bot: Take the first Tarot of the market, The Magician, and put it under EARN"
    assert said in capsys.readouterr().out
    assert replay(GAMES / "solo.sooth", as_json=True, to=0) == 0
    told = json.loads(capsys.readouterr().out)["bot"]
    assert told == ["Turn up the top card of the Common deck: Bot leads its suit."]
    assert replay(GAMES / "two_seats.sooth", as_json=True, to=0) == 0
    assert "bot" not in json.loads(capsys.readouterr().out)


def test_replay_gives_advice_only_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = "Ana could take the token of DRAFT from the supply by leading ASCEND: Cups 2 (perhaps)."
    for advice in (False, True):
        assert replay(GAMES / "two_seats.sooth", to=0, advice=advice) == 0
        assert (sentence in capsys.readouterr().out) is advice
        assert replay(GAMES / "two_seats.sooth", as_json=True, to=0, advice=advice) == 0
        assert (sentence in json.loads(capsys.readouterr().out).get("advice", [])) is advice


def test_names_with_brackets_are_shown_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "odd.sooth"
    odd.write_text((GAMES / "three_seats.sooth").read_text(encoding="utf-8").replace("Ana", "[/x]"), encoding="utf-8")
    replay(odd, to=3)
    assert "[/x]" in capsys.readouterr().out
