"""`simulate`: its lines, what the games come to, and what it does about games that do not add up."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from typer.testing import CliRunner

from assistant.audit import Box, cards, faults
from assistant.cli import app
from assistant.commands import simulate as command
from assistant.commands.simulate import simulate
from assistant.players import PLAYERS, greedy
from assistant.simulate import BOT, NAMES, Dealt, Deck, deal, moves
from engine.cards import Common, Seat, Suit, Tarot
from engine.state import Bot


def test_simulate_prints_one_line_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(3, 3, 7, as_json=True) == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["game"] for line in lines] == [1, 2, 3]
    assert all(line["seats"] == 3 and line["numbers"] == "house" and line["bot"] is None for line in lines)
    for line in lines:
        (winner,) = line["winners"]
        assert line["winner"] == winner
        assert sum(line["tokens"][winner].values()) >= 6
    assert "3 games:" in err
    assert simulate(1, 2, 7) == 0
    out = capsys.readouterr().out
    assert re.match(
        r"game 1: (Ana|Ben) won with enough Fate tokens: 7; \d+ rounds, \d+ acts, 2 seats, standard Tarot;", out
    )


def test_simulate_says_what_the_games_come_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(4, 2, 1, players=["random", "greedy"], summary=True) == 0
    first, won, endings, tokens, checked = capsys.readouterr().out.splitlines()
    assert first.startswith("4 games: ")
    assert "A 0 (0 %), B 4 (100 %); 0 shared" in won
    assert endings == "Endings: enough Fate tokens 4 (100 %)"
    assert all(source in tokens for source in ("ascend", "capture", "trade", "power"))
    assert checked == "Checked after every act: everything added up."


def test_the_bot_sits_in_seat_a(capsys: pytest.CaptureFixture[str]) -> None:
    line = "simulate --games 3 --seats 2 --bot --bot-way snake --bot-way pays --json"
    result = CliRunner().invoke(app, shlex.split(line))
    assert result.exit_code == 0
    assert [json.loads(line)["bot"] for line in result.stdout.splitlines()] == ["A", "A", "A"]
    assert simulate(2, 2, bot=True, summary=True) == 0
    assert "A (the bot) " in capsys.readouterr().out


def test_many_games_are_the_same_in_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(40, 2, 3, as_json=True) == 0
    many = capsys.readouterr().out.splitlines()
    assert simulate(39, 2, 3, as_json=True) == 0
    assert many[:39] == capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("games", "seats", "players"), [(0, 3, ["greedy"]), (1, 6, ["greedy"]), (1, 3, ["clever"])])
def test_simulate_refuses_a_wrong_call(
    games: int, seats: int, players: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulate(games, seats, players=players) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


@pytest.mark.parametrize(("bot", "ways"), [(True, ["cleverly"]), (False, ["snake"])])
def test_simulate_refuses_ways_that_no_bot_has(bot: bool, ways: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(1, 2, bot=bot, ways=ways) == 2
    assert "--bot-way goes with --bot" in capsys.readouterr().err


@pytest.mark.parametrize("deck", ["standard", "transcended", "mixed"])
def test_games_are_dealt_with_the_deck_that_is_asked_for(deck: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = CliRunner().invoke(app, shlex.split(f"simulate --games 2 --seats 4 --deck {deck} --json"))
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["deck"] for line in lines] == [deck, deck]
    assert all(line["decided"] in {"threshold", "tokens", "coins"} and " won " in line["told"] for line in lines)
    assert simulate(1, 4, deck="arcane") == 2
    assert capsys.readouterr().err == "--deck takes standard, transcended, mixed.\n"


def test_what_does_not_add_up_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(box: Box, game: Dealt) -> Iterator[str]:
        yield from faults(box, game)
        if game.state.count == 5:
            yield "Five acts are too many."

    monkeypatch.setattr(command, "faults", strict)
    assert simulate(1, 2, summary=True) == 1
    out, err = capsys.readouterr()
    assert "Game 1, seed 0: after" in err
    assert "Five acts are too many." in err
    assert "1 things did not add up" in out


@pytest.mark.parametrize("bot", [None, Bot(Seat(0)), Bot(Seat(0), True, True, True, True, True)])
@pytest.mark.parametrize("player", sorted(PLAYERS))
@pytest.mark.parametrize("deck", Deck)
def test_games_add_up(player: str, bot: Bot | None, deck: Deck) -> None:
    for seats in (2, 3, 4, 5):
        chance = Random(seats)
        game = deal((BOT, *NAMES)[:seats], chance, bot=bot, deck=deck)
        box = Box.of(game)
        lesser = {2: 5, 3: 3, 4: 1, 5: 0}[seats]
        assert sum(box.cards.values()) == 144 - 4 * (5 - seats) - 22 - lesser
        for moved in moves(game, (PLAYERS[player],), chance):
            box = box.after(moved)
            assert [*faults(box, moved.game)] == []


def test_an_audit_sees_what_is_missing() -> None:
    chance = Random(1)
    game = deal(("Ana", "Ben"), chance)
    box = Box.of(game)
    for moved in moves(game, (greedy,), chance):
        box, game = box.after(moved), moved.game
        if game.state.count > 30 and game.state.turn is None:
            break
    ana, ben = game.state.players
    rich = replace(game, state=replace(game.state, players=(replace(ana, coins=ana.coins + 1), ben)))
    assert "The coins add up to 171" in "".join(faults(box, rich))
    lucky = replace(game, state=replace(game.state, players=(replace(ana, side=ana.side + 1), ben)))
    assert "The Fate tokens add up to 26" in "".join(faults(box, lucky))
    swapped = replace(game, hands=((*game.hands[0], Common(Suit.EARN, 2)), game.hands[1]))
    assert "Pentacles 2" in "".join(faults(box, swapped))
    assert Counter(cards(game)) == box.cards
    assert Tarot(21) in box.cards
