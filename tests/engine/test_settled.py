"""A later act implies that an open action is over: what it finds then, and what it comes too late for."""

from dataclasses import replace

from engine.cards import Common, Suit
from engine.grammar import parse_act
from engine.house import HouseRules
from engine.learning import taught
from engine.numbers import HOUSE, KNOWN
from engine.ranges import Range
from engine.record import parse
from engine.replay import replay
from engine.rules import legal
from engine.state import Bot, start
from tests.engine.tables import A, B, after, opening, refused, setup

BOT = Bot(A)
FOLLOWS = ("set leader Ben", "Ben leads ASCEND", "Ben ascends Wands 2")
LAST_DRAW = (
    "set common deck 0",
    "set Ana coins 5",
    "set Ben DRAFT Cups 1 + Cups 2 + Cups 3",
    "set Ana ASCEND Wands 1 + Wands 2",
    "set common token DRAFT Ben",
    "set common token ASCEND Ana",
    "Ana leads DRAFT",
    "Ana drafts from market 1",
    "Ana drafts from market 2",
    "Ben follows",
    "Ben drafts from market 3",
)


def test_the_bot_answers_while_an_action_is_open_that_its_answer_ends() -> None:
    state = after(opening(2, bot=BOT), *FOLLOWS)
    assert refused(state, "Ana passes").rule == "C19"
    assert after(state, "Ana follows, pays 0").turn == after(state, "Ben is done", "Ana follows, pays 0").turn
    assert parse_act(state.setup, "Ana follows, pays 0") in legal(state)


def test_the_bot_passes_while_an_action_is_open() -> None:
    state = after(opening(2, bot=BOT), "set leader Ben", "Ben leads EARN")
    assert after(state, "Ana passes").turn is None


def test_a_card_is_turned_up_for_the_lead_of_the_bot_while_an_action_is_open() -> None:
    state = after(opening(3, bot=BOT), "set turn Cai ASCEND 1, answered Ana + Ben, follower 0 of 1")
    assert parse_act(state.setup, "deck turned up: ?") in legal(state)
    assert refused(state, "Ana leads EARN").rule == "C19"
    assert after(state, "deck turned up: Cups 3").turned_up == (Common(Suit.DRAFT, 3),)


def test_the_leader_of_the_next_turn_ends_the_own_action_by_leading() -> None:
    state = after(opening(2), "Ana leads DRAFT", "Ana is done", "Ben follows", "Ben leads DRAFT")
    assert state.players[B].hand.common == Range(5, 6)


def test_a_lead_comes_too_late_where_the_game_ends_with_the_action_before_it() -> None:
    state = after(opening(2), *LAST_DRAW)
    assert state.turn is not None
    assert state.turn.action is not None
    late = refused(state, "Ben leads EARN")
    assert (late.rule, late.reason) == ("C4", "The game is over once Ben is done: the Common market cannot be filled.")
    assert not any(str(type(act).__name__) == "Lead" for act in legal(state))
    for line in ("Ben is done", "Ben is unseen"):
        end = after(state, line).end
        assert end is not None
        assert (end.by, end.winners) == ("depletion", (A,))


def test_a_refill_comes_too_late_where_the_market_cannot_be_filled() -> None:
    state = after(opening(2), *LAST_DRAW, "set common deck 1")
    assert refused(state, "common market 1: ?").rule == "C4"
    assert after(after(opening(2), *LAST_DRAW, "set common deck 3"), "common market 1: ?").end is None


def test_the_bot_does_not_end_its_own_action_by_leading() -> None:
    state = after(opening(2, bot=BOT), "set turn Ben ASCEND 1, answered Ana, follower 0 of 1")
    assert "Ana plays by its rules" in refused(state, "Ana leads EARN").reason


def test_the_bank_that_runs_out_gives_what_is_there_and_tells_no_number() -> None:
    for numbers in (HOUSE, KNOWN):
        strict = start(replace(setup(2, numbers), house=HouseRules(bank_runs_out=True)))
        state = after(strict, "set Ana coins 100", "set Ben coins 68", "Ana leads EARN")
        take, passed = parse_act(state.setup, "Ana takes 2 coins"), parse_act(state.setup, "Ben passes, takes 0")
        assert taught(state, take) is None
        state = after(state, "Ana takes 2 coins")
        assert taught(state, passed) is None
        assert after(state, "Ben passes, takes 0").players[B].coins == Range(68, 68)
    state = after(opening(2, KNOWN), "Ana leads EARN")
    assert taught(state, parse_act(state.setup, "Ana takes 2 coins")) is not None
    state = after(start(replace(setup(2), house=HouseRules(bank_runs_out=True))), "set Ana coins 100")
    state = after(state, "set Ben coins 64-68", "Ana leads EARN")
    assert refused(state, "Ana takes 1 coin").reason == "Ana takes 2-4, not 1."
    assert after(state, "Ana takes coins").players[A].coins == Range(102, 104)


def test_a_draft_up_to_a_hand_that_nobody_counted_ends_where_it_surely_is_reached() -> None:
    lines = ("set Ana hand 5-6 common 1 tarot", "set Ben hand 7 common 1 tarot", "set Ana DRAFT tarot Justice")
    state = after(opening(2), *lines, "set tarot token DRAFT Ana", "Ana leads DRAFT", "Ana uses Justice")
    state = after(state, "Ana drafts from market 1", "Ana drafts from market 2")
    assert state.turn is not None
    assert state.turn.action is None
    refused(state, "Ana drafts from market 3")


def test_the_bot_may_be_done_where_its_hand_may_be_the_largest() -> None:
    lines = ("set Ana hand 4-6 common 0 tarot", "set Ben hand 9 common 1 tarot", "set Ana DRAFT tarot Justice")
    state = after(opening(2, bot=Bot(A, powers=True)), *lines, "set tarot token DRAFT Ana")
    state = after(state, "deck turned up: Cups 3", "Ana leads DRAFT", "Ana uses Justice")
    state = after(state, "Ana drafts from market 1", "Ana drafts from market 2")
    assert refused(state, "Ana is done").rule == "C19"
    after(state, "Ana drafts from market 3", "Ana is done")


def test_who_follows_is_told_that_a_tarot_is_given_up_by_the_leader_alone() -> None:
    lines = ("set Ben CAPTURE tarot Death", "set tarot token CAPTURE Ben", "set Ben EARN tarot Justice")
    state = after(opening(2), *lines, "set tarot token EARN Ben", "Ana leads CAPTURE", "Ana is done", "Ben follows")
    late = refused(state, "Ben captures The Empress under EARN from market 1, gives up Justice")
    assert (late.rule, late.reason) == ("C11", "Death works for the leader alone, and Ben follows.")


def test_what_strength_makes_of_a_discard_counts_where_the_devil_wastes_nothing() -> None:
    text = """Soothsayers record 1
players: Ana, Ben
tarot market: The Hanged Man, ?, ?, ?
common market: ?, ?, ?, ?, ?, ?, ?, ?
numbers: house
house: the Devil counts no discard beyond the cost

set Ana CAPTURE Swords 1 + Swords 2 + Swords 3
set common token CAPTURE Ana
set Ana DRAFT tarot The Devil
set tarot token DRAFT Ana
set Ana EARN tarot Strength
set tarot token EARN Ana
Ana leads CAPTURE
Ana captures The Hanged Man under ASCEND from market 1, discards Swords 2 + Swords 2 + Swords 2
check Ana side 0
"""
    assert [step.trouble for step in replay(parse(text)) if step.trouble] == []
    without = text.replace("set Ana EARN tarot Strength\nset tarot token EARN Ana\n", "")
    paid = without.replace("Swords 2 + Swords 2 + Swords 2", "Swords 3 + Swords 4 + Swords 5")
    paid = paid.replace("side 0", "side 1")
    assert [step.trouble for step in replay(parse(paid)) if step.trouble] == []
