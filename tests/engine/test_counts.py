"""Counts of what nobody saw hold the truth, and no more than the box can hold."""

from dataclasses import replace

from engine.cards import Suit
from engine.counts import COMMONS_IN_THE_BOX, commons_in_game
from engine.facts import CoinsAre, objection
from engine.grammar import parse_act
from engine.house import HouseRules
from engine.log import fit
from engine.numbers import KNOWN
from engine.position import position
from engine.ranges import Range, exactly
from engine.refusals import Refusal
from engine.state import start
from tests.engine.tables import A, B, after, opening, refused, setup


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


def test_more_coins_than_the_box_has_can_be_told_where_something_stands_in_for_them() -> None:
    state = after(opening(2), "set Ana coins 170", "Ana leads EARN", "Ana takes 4 coins")
    assert CoinsAre(A, exactly(174)) in position(state)
    assert after(opening(2), "set Ana coins 174").players[A].coins == exactly(174)
    strict = start(replace(setup(2), house=HouseRules(bank_runs_out=True)))
    assert str(objection(strict, CoinsAre(A, exactly(174)))) == "174 is not possible: it is from 0 to 170. (§N1)"
    assert objection(strict, CoinsAre(A, Range(4, 174))) is not None


def test_no_card_prints_more_coins_than_the_box_has() -> None:
    state = after(opening(2, numbers=KNOWN), "Ana leads EARN")
    told = parse_act(state.setup, "Ana takes 9999 coins"), parse_act(state.setup, "Ana takes 170 coins")
    assert str(fit(state, told[0], KNOWN)) == "There is no printed number earn_lead 1 of 9999. (§N1)"
    assert not isinstance(fit(state, told[1], KNOWN), Refusal)


def test_what_cannot_lie_in_the_discards_does_not_come_out_of_them() -> None:
    state = after(opening(2), "set discards ?", "set Ana EARN tarot The Empress", "set tarot token EARN Ana")
    assert refused(state, "Ana by The Empress: Swords 1 from the discards to Ana").rule == "C21"
    state = after(state, "set Ana holds Cups 6 + Cups 6")
    assert refused(state, "Ana by The Empress: Cups 6 from the discards to Ana").rule == "C9"
    taken = after(state, "Ana by The Empress: Swords 6 from the discards to Ana")
    assert taken.discards == ()


MAYBE_OUT = "set common deck 0-1", "set discards Cups 2 + Wands 2 + Wands 6", "Ana leads DRAFT"


def test_a_deck_that_may_have_run_out_may_be_the_discards() -> None:
    state = after(opening(2), *MAYBE_OUT, "Ana drafts from the deck")
    assert (state.deck_common, state.discards, state.unseen_discards) == (Range(0, 2), (), Range(0, 3))


def test_what_lay_in_discards_that_may_be_shuffled_may_be_in_a_hand() -> None:
    two = "set discards Cups 2 + Wands 6 + Wands 6", "Ana leads ASCEND", "set Ana ASCEND Wands 1 + Wands 3 + Wands 5"
    drawn = after(opening(2), *MAYBE_OUT[:1], two[0], "Ana leads DRAFT", "Ana drafts from the deck", "set leader Ana")
    assert after(drawn, two[2], two[1], "Ana ascends Wands 6").players[A].column(Suit.ASCEND).level == 6
    unseen = after(opening(2), *MAYBE_OUT[:1], two[0], "Ana leads DRAFT", "Ben passes", "set leader Ana")
    assert (unseen.deck_common, unseen.discards, unseen.unseen_discards) == (Range(0, 2), (), Range(0, 3))
    after(unseen, two[2], two[1], "Ana ascends Wands 6")


def test_a_deck_that_surely_has_enough_is_no_shuffled_one() -> None:
    enough = after(opening(2), "set common deck 2-9", MAYBE_OUT[1], "Ana leads DRAFT", "Ben passes")
    assert len(enough.discards) == 3
    assert enough.deck_common == Range(0, 9)
