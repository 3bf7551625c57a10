"""Whole games kept as text, with what must be so along the way and how each ends."""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import pytest

from assistant.telling_end import decided_by
from engine.acts import Act, Ascend, Capture, TurnUp, Use, who
from engine.cards import Seat
from engine.claims import DigestIs, EndIs
from engine.digest import digest
from engine.events import Captured, Event, FateMoved
from engine.facts import settle
from engine.house import HouseRules
from engine.lines import Check
from engine.log import ActEntry, Adjust, refold
from engine.powers import offers
from engine.record import Record, format_record, parse
from engine.replay import replay
from engine.rules import apply
from engine.state import State, start
from engine.tarot import Verb
from tests.scenarios import switched
from tests.write_games import Game, written

GAMES = Path(__file__).parents[1] / "games"
ENDS = {
    "begun_in_the_middle": ("threshold", "Ben"),
    "two_seats": ("threshold", "Ben"),
    "four_seats": ("threshold", "Dia"),
    "solo": ("threshold", "Ana"),
    "three_seats": ("threshold", "Ben"),
    "five_seats": ("threshold", "Eli"),
    "depleted": ("depletion", "Cai"),
    "standard_powers": ("threshold", "Cai"),
    "wheel_of_fortune": ("threshold", "Ana"),
    "justice": ("threshold", "Ana"),
    "transcended": ("threshold", "Ben"),
    "transcended_four": ("threshold", "Ana"),
    "mixed": ("threshold", "Ben"),
    "devil": ("threshold", "Cai"),
    "death": ("threshold", "Ben"),
    "tower_hands_over_two": ("threshold", "Ana"),
    "tower_returns_one": ("threshold", "Ben"),
    "replaced_loses_token": ("threshold", "Ana"),
    "depleted_coins": ("depletion", "Dia"),
    "depleted_cards": ("depletion", "Cai"),
    "depleted_tarot": ("depletion", "Ben"),
    "depleted_shared": ("depletion", "Ana and Ben"),
    "judgement_at_six": ("depletion", "Ana"),
    "solo_powers": ("threshold", "Bot"),
    "solo_powers_three": ("threshold", "Bot"),
    "house_rules": ("depletion", "Cai"),
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


@dataclass(frozen=True, slots=True)
class Step:
    """An act of a golden game that was not corrected later: the states before and after it, and what it did."""

    before: State
    act: Act
    events: tuple[Event, ...]
    after: State


@lru_cache(maxsize=1)
def told() -> dict[str, tuple[Record, list[Step]]]:
    """Every golden game that has no corrections, act by act."""
    games = {}
    for path in sorted(GAMES.glob("*.sooth")):
        record = parse(path.read_text(encoding="utf-8"))
        state, steps = start(record.setup), list[Step]()
        if not all(isinstance(entry, ActEntry | Adjust) for entry in record.entries):
            continue
        for entry in record.entries:
            if isinstance(entry, Adjust):
                state = settle(state, entry.fact).state
            elif isinstance(entry, ActEntry):
                done = apply(state, entry.act)
                steps.append(Step(state, entry.act, done.events, done.state))
                state = done.state
        games[path.stem] = (record, steps)
    return games


def whole() -> list[tuple[Record, list[Step]]]:
    """Golden games that are played to their end."""
    return [(record, steps) for record, steps in told().values() if steps[-1].after.end is not None]


def uses(verb: Verb) -> list[tuple[Step, Use]]:
    steps = [(step, step.act) for _, steps in whole() for step in steps]
    found = [(step, act) for step, act in steps if isinstance(act, Use)]
    return [(step, act) for step, act in found if offers(step.before, act.tarot)[0].verb is verb]


def lost(step: Step, place: str) -> list[Seat | None]:
    """To whom the tokens go that whoever acts loses."""
    moved = [event for event in step.events if isinstance(event, FateMoved)]
    return [event.taker for event in moved if event.place == place and event.giver == who(step.act)]


def test_there_are_whole_games_for_each_number_of_players_and_each_deck() -> None:
    assert len(whole()) >= 16
    assert {len(record.setup.names) for record, _ in whole()} == {2, 3, 4, 5}
    decks = {len(record.setup.transcended) for record, _ in whole()}
    assert {0, 22} < decks, "all of one deck, all of the other, and some of each"


def test_in_the_mixed_games_tarot_of_both_decks_are_captured() -> None:
    captured = {
        act.card.level in record.setup.transcended
        for record, steps in whole()
        if 0 < len(record.setup.transcended) < 22
        for act in (step.act for step in steps)
        if isinstance(act, Capture)
    }
    assert captured == {True, False}


def test_whole_games_show_every_way_to_win() -> None:
    decided = {decided_by(steps[-1].after) for _, steps in whole()}
    assert decided == {"threshold", "tokens", "coins", "cards", "tarot", "shared"}


def test_every_verb_of_a_tarot_is_used_and_a_foe_shows_more() -> None:
    assert [verb for verb in Verb if not uses(verb)] == []
    assert any(act.foe is not None and act.shown for _, act in uses(Verb.SHOWDOWN))
    acts = [step.act for _, steps in whole() for step in steps]
    assert any(isinstance(act, Capture) and act.gives_up is not None for act in acts)
    captures = [step for _, steps in whole() for step in steps if isinstance(step.act, Capture)]
    moved = [event for step in captures for event in step.events if isinstance(event, FateMoved)]
    assert "side" in {event.place for event in moved}, "a capture brought a token besides"


def test_a_tower_hands_over_two_tokens_and_one_returns_a_token() -> None:
    falls = [lost(step, "common") for step, _ in uses(Verb.FALL)]
    assert any(len([taker for taker in takers if taker is not None]) >= 2 for takers in falls)
    assert any(None in takers for takers in falls)


def test_judgement_steals_at_level_6() -> None:
    levels = [step.before.players[act.seat].column(act.suit).level for step, act in uses(Verb.STEAL) if act.suit]
    assert 6 in levels


def test_a_replaced_tarot_loses_its_token() -> None:
    replacing = [
        step
        for _, steps in whole()
        for step in steps
        if any(isinstance(event, Captured) and event.replaced is not None for event in step.events)
    ]
    assert any(taker is not None for step in replacing for taker in lost(step, "tarot"))


def test_a_game_begins_in_the_middle() -> None:
    assert any(isinstance(record.entries[0], Adjust) and len(steps) > 20 for record, steps in whole())


def test_there_are_solo_games_with_and_without_powers() -> None:
    bots = [record.setup.bot for record, _ in whole() if record.setup.bot is not None]
    assert {bot.powers for bot in bots} == {True, False}
    used = [
        act for _, steps in whole() for act in (step.act for step in steps) if isinstance(act, TurnUp) and act.tarot
    ]
    assert used, "cards of its hand are turned up"
    for record, steps in whole():
        if record.setup.bot is not None and record.setup.bot.powers:
            assert any(isinstance(step.act, Use) and record.setup.is_bot(step.act.seat) for step in steps)


def test_what_a_house_switched_makes_a_difference() -> None:
    (record,) = (record for record, _ in whole() if record.setup.house != HouseRules())
    bare = replace(record, lines=tuple(line for line in record.lines if not isinstance(line.said, Check)))
    *_, last = replay(bare)
    for switch in ("bends_own_suit", "one_shuffle"):
        *_, other = replay(switched(bare, switch))
        same = other.state.players == last.state.players and other.state.end == last.state.end
        assert other.trouble is not None or not same, switch


def test_what_the_writer_of_games_writes_is_such_a_game() -> None:
    for begin in (0, 33):
        text = written(Game("A game.", 2, 11, begin=begin))
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
