"""§B12, §C: what the actions may do, what they cost, the market, and how a game ends."""

from engine.acts import Capture, Refill
from engine.cards import HIDDEN, Common, Suit, Tarot
from engine.costs import payments
from engine.events import Shuffled
from engine.numbers import KNOWN
from engine.ranges import exactly
from engine.rules import Refusal, legal, why_not
from tests.engine.tables import A, B, after, opening, refused, step

ALL_PASS = ("Ben passes", "Cai passes")


# EARN and TRADE


def test_earn_takes_what_is_printed() -> None:
    state = after(opening(), "Ana leads EARN", "Ana takes coins")
    assert state.players[A].coins == exactly(8)
    assert refused(after(opening(), "Ana leads EARN"), "Ana takes 5 coins").rule == "N1"


def test_c10_one_token_a_lead_the_cheapest_and_the_next_costs_more() -> None:
    state = after(opening(), "set Ana coins 30", "Ana leads EARN")
    assert refused(state, "Ana buys a token for 12").rule == "C10"
    state = after(state, "Ana buys a token for 7")
    assert (state.players[A].side, state.players[A].coins, state.fate(A)) == (exactly(1), exactly(23), exactly(1))
    assert refused(state, "Ana buys a token").rule == "C24"
    state = after(state, *ALL_PASS, "set leader Ana", "Ana leads EARN", "Ana buys a token for 12")
    assert state.mat_left == exactly(3)


def test_c22_no_trade_without_coins_or_tokens() -> None:
    state = after(opening(), "Ana leads EARN")
    assert refused(state, "Ana buys a token").rule == "C22"
    assert refused(after(state, "set mat 0 left 5 bought"), "Ana buys a token").rule == "C22"


def test_trade_on_a_mat_nobody_knows_carries_its_price() -> None:
    state = after(opening(numbers=KNOWN), "set Ana coins 9", "Ana leads EARN", "Ana buys a token for 7")
    assert state.players[A].coins == exactly(2)
    assert (state.mat_left.lo, state.mat_left.hi) == (4, 5)


# DRAFT


def test_c2_market_and_deck_in_any_mix() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts from market 2", "Ana drafts from the deck")
    hand = state.players[A].hand
    assert (hand.common, hand.known) == (exactly(7), (Common(Suit.DRAFT, 3),))
    assert state.deck_common == exactly(56)


def test_c1_a_spot_stays_empty_until_everyone_has_answered() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ana is done", "Ben follows")
    assert refused(state, "Ben drafts Cups 2 from market 1").rule == "C1"
    assert refused(state, "common market 1: Wands 4").rule == "C1"
    assert refused(state, "Ben drafts Cups 4 from market 2").rule == "C2"
    state = after(state, "Ben is done", "Cai passes")
    assert refused(state, "Ben leads DRAFT").rule == "C1"
    assert refused(state, "common market 2: Wands 4").rule == "C1"
    state = after(state, "common market 1: Wands 4")
    assert state.turn is None
    assert state.market_common[0] == Common(Suit.ASCEND, 4)


def test_a_refill_nobody_saw_can_be_named_later() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts from market 1", "Ana is done", *ALL_PASS)
    state = after(state, "common market 1: ?")
    assert state.market_common[0] is HIDDEN
    assert after(state, "common market 1: Cups 6").market_common[0] == Common(Suit.DRAFT, 6)
    assert refused(state, "common market 1: Cups 1").rule == "C21"


def test_refills_come_in_any_order() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts from market 1", "Ana drafts from market 5", *ALL_PASS)
    assert after(state, "common market 5: ?", "common market 1: ?").turn is None


def test_a_card_that_all_lie_elsewhere_cannot_turn_up() -> None:
    state = after(
        opening(),
        "set common market 1: Cups 6",
        "set common market 2: Cups 6",
        "Ana leads DRAFT",
        "Ana drafts from market 3",
        "Ana is done",
        *ALL_PASS,
    )
    assert refused(state, "common market 3: Cups 6").rule == "C9"
    wrong = why_not(state, Refill("common", 2, Tarot(21)))
    assert wrong == Refusal("The World does not go into the Common market.", "C1")


def test_c3_the_discards_become_the_deck_when_it_has_run_out() -> None:
    state = after(opening(), "Ana leads CAPTURE", "Ana captures The Empress under EARN from market 1, discards Cups 5")
    assert refused(state, "discards shuffled").rule == "C3"
    state = after(state, *ALL_PASS, "tarot market 1: ?", "set common deck 0", "Ben leads DRAFT")
    done = step(state, "Ben drafts Cups 5 from the deck")
    assert Shuffled() in done.events
    assert (done.state.deck_common, done.state.discards) == (exactly(0), ())
    assert refused(done.state, "Ben drafts from the deck").rule == "C3"


# ASCEND


def test_b12_the_next_level_or_one_more_for_5_coins_to_the_bank() -> None:
    state = after(opening(), "set Ana coins 9", "Ana leads ASCEND")
    assert after(state, "Ana ascends Cups 2").players[A].coins == exactly(9)
    skipped = after(state, "Ana ascends Cups 3")
    assert skipped.players[A].coins == exactly(4)
    assert [card.level for card in skipped.players[A].column(Suit.DRAFT).stack] == [1, 3]
    assert refused(state, "Ana ascends Cups 4").rule == "B12"
    assert refused(skipped, "Ana ascends Cups 5").rule == "B12"
    assert refused(skipped, "Ana ascends Cups 3").rule == "B12"


def test_b12_two_ascends_may_each_skip() -> None:
    state = after(opening(), "set Ana coins 10", "Ana leads ASCEND", "Ana ascends Cups 3", "Ana ascends Cups 5")
    assert state.players[A].column(Suit.DRAFT).level == 5
    assert state.players[A].coins == exactly(0)


def test_ascending_needs_a_card_that_may_be_in_the_hand() -> None:
    state = after(opening(), "set Ana hand 0 common 1 tarot", "Ana leads DRAFT", "Ana drafts Cups 2 from market 1")
    state = after(state, "Ana is done", *ALL_PASS, "common market 1: ?", "set leader Ana", "Ana leads ASCEND")
    assert refused(state, "Ana ascends Wands 2").rule == "C9"
    state = after(state, "Ana ascends Cups 2")
    assert state.players[A].hand.common == exactly(0)
    assert refused(state, "Ana ascends Wands 2").rule == "C9"


# CAPTURE


def test_c7_cards_and_coins_pay_together_and_the_card_limit_is_a_total() -> None:
    state = after(opening(), "set Ana coins 3", "set Ana CAPTURE Swords 1 + Swords 2 + Swords 3 + Swords 4")
    state = after(state, "Ana leads CAPTURE")
    line = "Ana captures Wheel of Fortune under DRAFT from market 2, discards Cups 2 + Cups 6"
    paid = after(state, line)
    assert paid.players[A].coins == exactly(1)
    assert paid.players[A].hand.common == exactly(3)
    assert paid.discards == (Common(Suit.DRAFT, 2), Common(Suit.DRAFT, 6))
    second = "Ana captures The Empress under EARN from market 1, discards Cups 3 + Cups 3"
    assert refused(paid, second).rule == "C7"
    assert after(paid, second.replace(" + Cups 3", "")).players[A].column(Suit.EARN).tarot == Tarot(3)


def test_c8_a_payment_meets_or_exceeds_and_nothing_comes_back() -> None:
    state = after(opening(), "Ana leads CAPTURE")
    assert refused(state, "Ana captures The Empress under EARN from market 1, discards Cups 2, pays 0").rule == "C8"
    over = after(state, "Ana captures The Empress under EARN from market 1, discards Cups 6, pays 1")
    assert over.players[A].coins == exactly(3)
    assert refused(state, "Ana captures The World under EARN from market 4").rule == "C8"
    assert (
        refused(state, "Ana captures Wheel of Fortune under EARN from market 2, discards Cups 2, pays 8").rule == "C8"
    )


def test_an_unseen_payment_leaves_ranges() -> None:
    state = after(opening(), "Ana leads CAPTURE", "Ana captures Wheel of Fortune under EARN from market 2")
    player = state.players[A]
    assert (player.coins.lo, player.coins.hi) == (0, 4)
    assert (player.hand.common.lo, player.hand.common.hi) == (3, 4), "10 needs a card beside 4 coins, two are allowed"
    assert (state.unseen_discards.lo, state.unseen_discards.hi) == (1, 2)


def test_c20_a_tarot_from_the_hand_is_the_one_dealt() -> None:
    state = after(opening(), "set Ana coins 20", "Ana leads CAPTURE")
    assert refused(state, "Ana captures The Sun under EARN from hand").rule == "C20"
    assert refused(state, "Ana captures The Empress under EARN from hand").rule == "A2"
    state = after(state, "Ana captures The Hermit under EARN from hand, discards nothing")
    assert state.players[A].hand.tarot == exactly(0)
    state = after(state, *ALL_PASS, "set leader Ana", "Ana leads CAPTURE")
    assert refused(state, "Ana captures The Lovers under EARN from hand").rule == "C20"


def test_c25_any_column_takes_any_tarot() -> None:
    state = after(opening(), "set Ana coins 20", "Ana leads CAPTURE")
    suits = {act.suit for act in legal(state) if isinstance(act, Capture) and act.card == Tarot(3)}
    assert suits == set(Suit)


def test_payments_spare_nothing() -> None:
    hand = (Common(Suit.DRAFT, 2), Common(Suit.EARN, 6), Common(Suit.EARN, 3))
    ways = payments(opening(), A, Tarot(7), hand, 2)
    assert all(sum(card.level for card in cards) + coins >= 7 for cards, coins in ways)
    assert ((Common(Suit.EARN, 6),), 1) in ways
    assert ((), 7) in ways
    assert all(len(cards) <= 2 for cards, _ in ways)
    single = {(card,) for card in hand}
    assert {cards for cards, coins in payments(opening(), A, Tarot(2), hand, 3) if coins == 0} == single


def test_c6_an_empty_tarot_deck_leaves_the_spot_empty() -> None:
    state = after(opening(), "set tarot deck 0", "Ana leads CAPTURE")
    state = after(state, "Ana captures The Fool under DRAFT from market 3, discards nothing", *ALL_PASS)
    assert state.turn is None
    assert state.market_tarot[2] is None


# The end


def test_c16_the_threshold_wins_at_once_on_anybodys_turn() -> None:
    state = after(opening(), "set Ben side 5", "Ana leads ASCEND", "Ana is done", "Ben follows")
    state = after(state, "Ben ascends Cups 2")
    assert state.winner == B
    assert legal(state) == ()
    assert refused(state, "Cai passes").rule == "C16"


def test_c4_and_c5_a_market_that_cannot_be_filled_ends_the_game() -> None:
    lines = ("set common deck 0", "set Cai side 2", "set Ben side 2", "set Cai coins 9", "Ana leads DRAFT")
    state = after(opening(), *lines, "Ana drafts from market 1", "Ana is done", *ALL_PASS)
    assert state.end is not None
    assert (state.end.by, state.end.winners) == ("depletion", (2,))


def test_c5_a_tie_that_coins_nobody_knows_would_break_stays_open() -> None:
    lines = ("set common deck 0", "set Cai side 2", "set Ben side 2", "Ana leads DRAFT", "Ana drafts from market 1")
    state = after(opening(numbers=KNOWN), *lines, "Ana is done", "Ben passes, takes 3", "Cai passes")
    assert state.end is not None
    assert state.end.winners == (1, 2)
    assert state.winner is None
