"""Counts of what nobody saw hold the truth, and no more than the box can hold."""

from dataclasses import replace

from engine.counts import COMMONS_IN_THE_BOX, commons_in_game
from engine.house import HouseRules
from engine.numbers import KNOWN
from engine.ranges import Range, exactly
from engine.state import start
from tests.engine.tables import A, B, after, opening, setup


def test_the_box_bounds_a_hand_that_drew_unseen() -> None:
    state = opening(2, numbers=KNOWN)
    assert commons_in_game(state) == exactly(COMMONS_IN_THE_BOX) == exactly(80)
    state = after(state, "Ana leads DRAFT", "Ana is unseen", "Ben is unseen", "Ben leads DRAFT")
    state = after(state, "Ben is unseen", "Ana is unseen")
    assert state.players[A].hand.common == state.players[B].hand.common == Range(5, 67), "8 lie in the market"
    assert state.deck_common == Range(0, 62)


def test_cards_discarded_unseen_are_no_more_than_hands_and_deck_can_have_given() -> None:
    state = after(opening(2), "set discards nothing, 0-70 unseen", "Ana leads DRAFT", "Ana drafts from the deck")
    assert state.unseen_discards == exactly(0), "all 80 lie elsewhere"


def test_a_deck_that_cannot_hold_so_much_hides_no_depletion() -> None:
    state = after(opening(2), "set common deck 0-60", "set discards nothing", "set Ana hand 67 common 1 tarot")
    state = after(state, "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ana is done", "Ben passes")
    assert state.end is not None
    assert state.end.by == "depletion"


def test_a_lead_of_earn_that_nobody_told_may_have_taken_nothing() -> None:
    state = after(opening(2), "Ana leads EARN", "Ben passes")
    assert state.players[A].coins == Range(4, 8)
    assert after(opening(2), "Ana leads EARN", "Ana takes coins", "Ben passes").players[A].coins == exactly(8)


def test_where_the_bank_runs_out_nobody_has_what_others_surely_have() -> None:
    table = replace(setup(2, numbers=KNOWN), house=HouseRules(bank_runs_out=True))
    state = after(start(table), "set Ben coins 100", "Ana leads EARN", "Ben passes")
    assert state.players[A].coins == Range(0, 70), "the other 100 lie before Ben"
