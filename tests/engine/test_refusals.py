"""What is not allowed is refused, with the ruling that forbids it; what a refusal leaves open is not."""

from dataclasses import replace

import pytest

from engine.acts import Act, Capture, Lead, Refill, Shuffle, Use, Waive
from engine.cards import Common, Seat, Suit, Tarot
from engine.costs import follow_cost
from engine.facts import ShuffledIs, holds, objection
from engine.house import HouseRules
from engine.rules import legal, why_not
from engine.state import Bot, State, start
from tests.engine.tables import A, B, after, opening, refused, setup

JUDGEMENT, WORLD = Tarot(20), Tarot(21)


def house(*lines: str, transcended: tuple[int, ...] = (), **switches: bool) -> State:
    return after(start(replace(setup(), transcended=transcended, house=HouseRules(**switches))), *lines)


def under(suit: str, tarot: str) -> tuple[str, str]:
    """Lines that put a Tarot below a column of Ana."""
    return f"set Ana {suit} tarot {tarot}", f"set tarot token {suit} Ana"


CAPTURING = "set turn Ana CAPTURE 1, leader 0 of 1, paid 0 of 2 cards"


@pytest.mark.parametrize(
    ("before", "act", "rule"),
    [
        ((), Lead(Seat(7), Suit.EARN), "C24"),
        ((CAPTURING,), Capture(A, Tarot(10), Suit.EARN, 1, None, 9), "C8"),
        ((CAPTURING,), Capture(A, Tarot(10), Suit.EARN, 9), "C6"),
        ((CAPTURING,), Capture(A, Tarot(11), Suit.EARN, 1), "C20"),
        ((CAPTURING, "set tarot market 2: nothing"), Capture(A, Tarot(10), Suit.EARN, 1), "C1"),
        ((CAPTURING, "set tarot market 2: ?"), Capture(A, Tarot(3), Suit.EARN, 1), "A2"),
        ((CAPTURING,), Capture(A, Tarot(1), Suit.EARN, None, (Common(Suit.DRAFT, 1),), 0), "C21"),
        ((CAPTURING, "set discards Cups 6 + Cups 6"),
         Capture(A, Tarot(1), Suit.EARN, None, (Common(Suit.DRAFT, 6),), 0), "C9"),
        ((), Refill("common", 8), "C1"),
        ((), Shuffle(), "C3"),
        ((), Waive(A, JUDGEMENT), "A19"),
        ((CAPTURING, *under("EARN", "Judgement")), Waive(A, JUDGEMENT), "A19"),
        ((CAPTURING,), Waive(A, JUDGEMENT), "A19"),
        ((), Use(A, JUDGEMENT), "C24"),
        ((CAPTURING,), Use(A, JUDGEMENT), "B19"),
        ((CAPTURING, *under("CAPTURE", "Judgement")), Use(A, JUDGEMENT), "A22"),
        ((CAPTURING, *under("CAPTURE", "Judgement")), Use(A, JUDGEMENT, foe=B, suit=Suit.EARN), "N1"),
        ((CAPTURING, *under("CAPTURE", "Judgement")), Use(A, JUDGEMENT, given=((B, None),)), "N1"),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused(before: tuple[str, ...], act: Act, rule: str) -> None:
    refusal = why_not(after(opening(), *before), act)
    assert refusal is not None
    assert refusal.rule == rule


def test_nobody_gives_cards_to_oneself() -> None:
    state = after(opening(), *under("DRAFT", "Temperance"), "Ana leads DRAFT")
    assert refused(state, "Ana uses Temperance, gives Ana ?, gives Ben ?, gives Ben ?, gives Cai ?").rule == "N1"


def test_a_card_is_taken_from_a_foe_who_is_paid() -> None:
    state = house(*under("ASCEND", "The Hierophant"), transcended=(5,))
    state = after(state, "set Ben EARN Pentacles 1 + Pentacles 3", "set common token EARN Ben", "Ana leads ASCEND")
    assert refused(state, "Ana uses The Hierophant in EARN").rule == "A18"
    assert str(refused(state, "Ana uses The Hierophant in EARN from Ben")) == (
        "Ana cannot pay 9 for that card with 4. (§A18b)"
    )
    paid = after(state, "set Ana coins 9", "Ana uses The Hierophant in EARN from Ben")
    assert (paid.players[A].coins.exact, paid.players[B].coins.exact) == (0, 8)


def test_only_a_foe_with_enough_cards_shows_more() -> None:
    state = house(*under("DRAFT", "The World"), "Ana leads DRAFT", transcended=(21,))
    assert refused(state, "Ana uses The World, discards Cups 2, Ana shows more").rule == "B16"
    state = after(state, "set Ben hand 1 common 1 tarot")
    assert str(refused(state, "Ana uses The World, discards Cups 2, Ben shows more")) == (
        "Ben has too few Common cards to show 2. (§B16)"
    )


def test_the_tarot_market_stays_empty_when_its_deck_has_run_out() -> None:
    empty = "set tarot market 1: nothing", "set common market 1: nothing", "set tarot deck 0"
    state = after(opening(), *empty, "set turn Ana EARN 1, answered Ben + Cai")
    assert refused(state, "tarot market 1: ?").rule == "C6"


def test_the_discards_are_shuffled_once_where_a_table_plays_so() -> None:
    empty = "set common deck 0", "set discards Cups 6 + Cups 5"
    begun = *empty, "set turn Ana DRAFT 1, leader 0 of 3", "discards shuffled", *empty
    after(opening(), *begun, "discards shuffled", "Ana drafts from the deck")
    once = after(house(one_shuffle=True), *begun)
    assert refused(once, "discards shuffled").rule == "C4"
    assert refused(once, "Ana drafts from the deck").rule == "C3"
    assert holds(once, ShuffledIs(True)) is True
    assert objection(once, ShuffledIs(True)) is None
    assert objection(opening(), ShuffledIs(True)) is not None
    after(once, "set discards were not shuffled", "discards shuffled")


def test_the_bot_that_does_without_its_tarot_uses_none() -> None:
    state = after(opening(bot=Bot(A)), *under("DRAFT", "Justice"), "set turn Ana DRAFT 1, leader 0 of 2")
    assert str(refused(state, "Ana uses Justice")) == "Ana does not use its Tarot. (§C19)"


def test_following_costs_nothing_known_when_nobody_leads() -> None:
    with pytest.raises(ValueError, match="Nobody leads"):
        follow_cost(opening(), B)


def test_what_is_listed_is_allowed_and_what_is_alike_is_listed_with_it() -> None:
    states = (
        house(*under("CAPTURE", "Judgement"), "Ana leads CAPTURE"),
        after(opening(), *under("ASCEND", "The Hierophant"), "set common market 3: ?", "Ana leads ASCEND"),
        house(*under("ASCEND", "The Hierophant"), "Ana leads ASCEND", transcended=(5,)),
        after(opening(), *under("ASCEND", "The Hierophant"), "set common market 3: nothing", "Ana leads ASCEND"),
        after(opening(), *under("CAPTURE", "Death"), *under("EARN", "Strength"), "Ana leads CAPTURE"),
        after(opening(), *under("EARN", "The Hermit"), "Ana leads EARN", "Ana takes 4 coins"),
        after(opening(bot=Bot(A)), "set turn Ana DRAFT 1, leader 0 of 2"),
    )
    for state in states:
        acts = legal(state)
        assert acts
        assert all(why_not(state, act) is None for act in acts)
        captures = {replace(act, suit=Suit.EARN) for act in acts if isinstance(act, Capture)}
        assert all(replace(act, suit=suit) in acts for act in captures for suit in Suit)
