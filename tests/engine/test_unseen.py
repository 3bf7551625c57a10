"""What nobody saw becomes a range, and a payment that is seen narrows it."""

from engine.numbers import KNOWN
from engine.ranges import ZERO, Range, exactly
from tests.engine.tables import A, B, C, after, opening, refused


def test_an_unseen_answer_to_earn_is_a_pass() -> None:
    state = after(opening(), "Ana leads EARN", "Ana takes coins", "Ben is unseen", "Cai is unseen")
    assert state.players[B].coins == exactly(6)
    assert state.turn is None


def test_an_unseen_answer_may_be_either() -> None:
    state = after(opening(), "set Ana DRAFT Cups 1 + Cups 2", "set Ana hand 4 common 1 tarot")
    state = after(state, "Ana leads DRAFT", "Ana is done", "Ben is unseen")
    assert state.players[B].coins == Range(3, 6), "paid 1, or took 2"
    assert state.players[A].coins == Range(4, 5)
    assert state.players[B].hand.common == Range(5, 6)
    assert state.deck_common == Range(56, 57)
    assert refused(state, "Ben passes").rule == "C24"


def test_who_cannot_pay_must_have_passed() -> None:
    state = after(opening(), "set Ana DRAFT Cups 1 + Cups 2 + Cups 3", "set Ben coins 1", "Ana leads DRAFT")
    state = after(state, "Ana is done", "Ben is unseen")
    assert state.players[B].coins == exactly(3)
    assert state.players[B].hand.common == exactly(5)


def test_an_action_whose_end_is_implied_may_have_gone_on_out_of_sight() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ben passes")
    assert state.players[A].hand.common == Range(6, 7)
    said = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ana is done", "Ben passes")
    assert said.players[A].hand.common == exactly(6)


def test_coins_of_a_lead_of_earn_that_nobody_told() -> None:
    assert after(opening(), "Ana leads EARN", "Ben passes").players[A].coins == Range(4, 8), "4 coins buy no token"
    rich = after(opening(), "set Ana coins 9", "Ana leads EARN", "Ben passes")
    assert rich.players[A].coins == Range(2, 13)


def test_a_lead_of_earn_that_nobody_told_may_have_bought_a_token() -> None:
    poor = after(opening(), "Ana leads EARN", "Ben passes")
    assert (poor.players[A].side, poor.mat_left, poor.fate(A)) == (ZERO, exactly(5), ZERO)
    rich = after(opening(), "set Ana coins 9", "Ana leads EARN", "Ben passes")
    assert (rich.players[A].side, rich.mat_left, rich.mat_bought) == (Range(0, 1), Range(4, 5), Range(0, 1))
    assert refused(rich, "Ben buys a token").rule == "C24"
    settled = after(rich, "set Ana side 1", "set mat 4 left 1 bought")
    assert (settled.fate(A), settled.mat_bought) == (exactly(1), exactly(1))


def test_a_win_that_hangs_on_a_token_nobody_saw_is_not_called() -> None:
    five = after(opening(), "set Ana side 5", "set Ana coins 9", "Ana leads EARN", "Ben passes")
    assert (five.fate(A), five.end) == (Range(5, 6), None)
    assert after(five, "set Ana side 6").winner == A


def test_a_payment_narrows_what_is_known() -> None:
    state = after(opening(numbers=KNOWN), "Ana leads EARN", "Ben passes", "Cai passes", "set leader Cai")
    assert state.players[C].coins == Range(4, 170)
    state = after(state, "Cai leads ASCEND", "Cai ascends Cups 3")
    assert state.players[C].coins == Range(0, 165), "5 were there to be paid"


def test_cards_that_are_played_were_there() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana is done", "Ben is unseen", "Cai passes", "Ben leads ASCEND")
    state = after(state, "Ben ascends Cups 2", "Ben ascends Wands 2")
    assert state.players[B].hand.common == Range(3, 4)
