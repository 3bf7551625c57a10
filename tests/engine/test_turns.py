"""§B: lead, follow, pass, and whose move it is."""

import pytest

from engine.acts import Lead
from engine.cards import Suit
from engine.costs import follow_cost
from engine.errors import IllegalAct
from engine.numbers import KNOWN
from engine.ranges import Range, exactly
from engine.rules import apply, legal
from engine.turns import awaited
from tests.engine.tables import A, B, C, after, opening, refused

CUPS_3 = "set Ana DRAFT Cups 1 + Cups 2 + Cups 3"


def test_b1_the_level_counts_as_it_was_when_the_ball_went_down() -> None:
    state = after(opening(), "Ana leads ASCEND", "Ana ascends Wands 2")
    assert state.turn is not None
    assert state.turn.level == 1
    assert follow_cost(state, B) == 0


def test_b2_the_followers_own_level_counts() -> None:
    state = after(opening(), CUPS_3, "set Cai DRAFT Cups 1 + Cups 2", "Ana leads DRAFT")
    assert (follow_cost(state, B), follow_cost(state, C)) == (2, 1)


def test_b3_the_leader_is_paid_before_the_action() -> None:
    state = after(opening(), CUPS_3, "Ana leads DRAFT", "Ana is done", "Ben follows, pays 2")
    assert (state.players[A].coins, state.players[B].coins) == (exactly(6), exactly(2))


def test_b3_no_credit_and_no_other_fee() -> None:
    state = after(opening(), CUPS_3, "set Ben coins 1", "Ana leads DRAFT")
    assert refused(state, "Ben follows").rule == "B3"
    assert refused(after(state, "set Ben coins 9"), "Ben follows, pays 1").rule == "B3"


def test_b3_an_uncertain_purse_may_pay_and_is_narrowed_by_it() -> None:
    state = after(opening(numbers=KNOWN), CUPS_3, "set Ben coins 0", "Ana leads EARN", "Ben passes")
    assert state.players[B].coins.lo == 0
    state = after(state, "Cai passes", "set leader Ana", "Ana leads DRAFT", "Ana is done", "Ben follows, pays 2")
    assert state.players[B].coins.lo == 0
    assert state.players[B].coins.hi == 168


def test_b4_nobody_follows_earn() -> None:
    assert refused(after(opening(), "Ana leads EARN"), "Ben follows").rule == "B4"


def test_b6_passing_brings_the_number_of_the_own_earn_card_whatever_was_led() -> None:
    state = after(opening(), "set Ben EARN Pentacles 1 + Pentacles 2", "Ana leads DRAFT", "Ben passes, takes 3")
    assert state.players[B].coins == exactly(7)
    assert refused(state, "Cai passes, takes 3").rule == "B6"


def test_an_unknown_number_refuses_nothing_and_leaves_a_range() -> None:
    state = after(opening(numbers=KNOWN), "Ana leads EARN", "Ana takes 4 coins", "Ben passes, takes 3", "Cai passes")
    assert state.players[A].coins == exactly(8)
    assert state.players[B].coins == exactly(7)
    assert state.players[C].coins == Range(4, 170)


def test_c24_answers_come_clockwise_once_and_not_from_the_leader() -> None:
    state = after(opening(), "Ana leads DRAFT")
    assert awaited(state) == B
    assert refused(state, "Cai passes").rule == "C24"
    assert refused(state, "Ana passes").rule == "C24"
    assert refused(after(state, "Ben passes"), "Ben passes").rule == "C24"
    assert refused(opening(), "Ben passes").rule == "C24"


def test_the_lead_goes_clockwise_from_whoever_was_first() -> None:
    state = opening(first=2)
    assert refused(state, "Ana leads DRAFT").rule == "C24"
    state = after(state, "Cai leads EARN", "Cai takes coins", "Ana passes", "Ben passes")
    assert state.turn is None
    assert state.leader == A
    assert refused(after(state, "Ana leads DRAFT"), "Ben leads DRAFT").rule == "C24"


def test_b10_doing_less_or_nothing_is_legal() -> None:
    state = after(opening(), "Ana leads ASCEND", "Ana is done", "Ben follows", "Ben is done", "Cai passes")
    assert state.turn is None


def test_b11_the_number_of_an_action_is_fixed_when_it_begins() -> None:
    raised = ("set Ana coins 20", "Ana leads ASCEND", "Ana ascends Wands 2", "Ana ascends Wands 4")
    state = after(opening(), *raised)
    assert refused(state, "Ana ascends Cups 2").rule == "C24", "ASCEND 1 allows two, though ASCEND 4 allows three"


def test_an_action_that_is_over_takes_no_more() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ana drafts Cups 3 from market 2")
    assert refused(state, "Ana drafts from the deck").rule == "C24"
    assert refused(after(opening(), "Ana leads DRAFT"), "Ana ascends Cups 2").rule == "B10"


def test_apply_says_why_and_by_which_ruling() -> None:
    with pytest.raises(IllegalAct, match=r"Ana leads next, not Ben\. \(§C24\)") as caught:
        apply(opening(), Lead(B, Suit.DRAFT))
    assert caught.value.rule == "C24"


def test_the_acts_of_an_opening() -> None:
    assert legal(opening()) == tuple(Lead(A, suit) for suit in Suit)
