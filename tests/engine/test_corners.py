"""What happens where little is left, or where a little was seen."""

from dataclasses import replace

import pytest

from engine.acts import Shift
from engine.advice import advise
from engine.cards import Common, Suit, Tarot
from engine.errors import RecordError
from engine.facts import ShuffledIs
from engine.fate import holder_after_taken
from engine.grammar import parse_move
from engine.house import SWITCHES, HouseRules
from engine.lines import format_move
from engine.ranges import Range, exactly
from engine.record import Record, format_record, parse
from engine.state import start
from tests.engine.tables import A, B, C, after, opening, setup


def test_a_capture_out_of_an_empty_hand_is_paid_in_coins_alone() -> None:
    state = after(opening(), "set Ana hand 0 common 1 tarot", "set Ana coins 12", "Ana leads CAPTURE")
    state = after(state, "Ana captures Wheel of Fortune under EARN from market 2")
    assert (state.players[A].coins, state.players[A].hand.common) == (Range(2, 2), exactly(0))
    assert state.unseen_discards == exactly(0)


def test_a_tarot_of_the_market_that_nobody_saw_is_named_without_one_more_off_the_deck() -> None:
    state = after(opening(), "set tarot market 3: ?")
    named = after(state, "tarot market 3: The Moon")
    assert named.market_tarot[2] == Tarot(18)
    assert named.deck_tarot == state.deck_tarot


def test_a_taken_card_leaves_no_token_where_nobody_is_at_2() -> None:
    assert holder_after_taken((1, 1, 1), B) is None
    assert holder_after_taken((2, 2, 1), B) == B
    assert holder_after_taken((2, 2, 1), C) is None


def test_cards_that_are_given_face_up_are_known_in_the_hand_that_gets_them() -> None:
    state = after(opening(), "set Ana DRAFT tarot Temperance", "set tarot token DRAFT Ana", "Ana leads DRAFT")
    given = "gives Ben Cups 2, gives Ben Cups 3, gives Cai Wands 2, gives Cai Wands 5"
    state = after(state, f"Ana uses Temperance, {given}")
    assert state.players[A].hand.common == exactly(1)
    assert state.players[B].hand.known == (Common(Suit.DRAFT, 2), Common(Suit.DRAFT, 3))
    assert state.players[A].side == exactly(1)


def test_cards_that_a_foe_shows_are_known_from_then_on_and_only_once() -> None:
    state = start(replace(setup(), transcended=(21,)))
    state = after(state, "set Ana DRAFT tarot The World", "set tarot token DRAFT Ana", "set Ben holds Cups 3 + Wands 5")
    state = after(state, "Ana leads DRAFT", "Ana uses The World, discards Cups 2, Ben shows more: Cups 3 + Cups 4")
    assert state.players[B].hand.known == (Common(Suit.DRAFT, 3), Common(Suit.DRAFT, 4), Common(Suit.ASCEND, 5))
    assert state.players[B].hand.common == exactly(5)
    assert state.players[A].side == exactly(0)


def test_a_purse_as_full_as_one_that_nobody_counted_is_no_better_known() -> None:
    state = after(opening(), "set Ana EARN tarot Wheel of Fortune", "set tarot token EARN Ana", "set Ben coins 2-9")
    state = after(state, "Ana leads EARN", "Ana uses Wheel of Fortune")
    assert state.players[A].coins == Range(4, 9)


def test_an_unseen_payment_may_have_been_what_the_devil_wants() -> None:
    state = after(opening(), "set Ana EARN tarot The Devil", "set tarot token EARN Ana")
    state = after(state, "set turn Ana CAPTURE 4, leader 0 of 2, paid 0 of 3 cards")
    few = after(state, "set Ana hand 2 common 1 tarot", "Ana captures The Empress under DRAFT from market 1")
    many = after(state, "Ana captures The Empress under DRAFT from market 1")
    assert (few.players[A].side, many.players[A].side) == (exactly(0), Range(0, 1))


def test_a_record_says_every_switch_of_its_table() -> None:
    for switch, (_, said) in SWITCHES.items():
        text = format_record(Record(replace(setup(), house=HouseRules(**{switch: True}))))
        assert f"\nhouse: {said}\n" in text
        assert parse(text).setup.house == HouseRules(**{switch: True})
    every = HouseRules(**dict.fromkeys(SWITCHES, True))
    assert parse(format_record(Record(replace(setup(), house=every)))).setup.house == every


def test_levels_of_the_transcended_deck_are_numbers_of_tarot() -> None:
    text = format_record(Record(replace(setup(), transcended=(1, 21))))
    assert parse(text).setup.transcended == (1, 21)
    for wrong in ("22", "one", "-1", "1, 2", "021"):
        with pytest.raises(RecordError, match="expected levels of Tarot, 0 to 21"):
            parse(text.replace("transcended: 1 21", f"transcended: {wrong}"))


def test_what_the_dealer_did_is_written_as_it_is_read() -> None:
    assert parse_move(setup(), "markets move up") == Shift()
    assert format_move(setup(), Shift()) == "markets move up"
    for shuffled, said in ((True, "discards were shuffled"), (False, "discards were not shuffled")):
        assert parse_move(setup(), f"set {said}") == ShuffledIs(shuffled)
        assert format_move(setup(), ShuffledIs(shuffled)) == f"set {said}"


def test_advice_can_be_read_as_sentences() -> None:
    advice = advise(opening())
    parts = (advice.gains, advice.handovers, advice.wins, advice.odds)
    assert advice.sentences == tuple(one.text for part in parts for one in part)
    assert all(sentence.endswith(".") for sentence in advice.sentences)
