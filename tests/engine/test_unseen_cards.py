"""The unseen cards: how many of each, and the odds of the next one; a card too many is refused with a reason."""

from fractions import Fraction

from engine.cards import Common, Suit, Tarot
from engine.unseen import next_common, next_tarot, unseen_by, unseen_commons, unseen_tarots
from tests.engine.tables import after, opening, refused


def test_at_the_start_all_but_the_market_is_unseen() -> None:
    state = opening()
    assert sum(unseen_commons(state).values()) == 72
    suits, levels = unseen_by(state)
    assert suits == {Suit.EARN: 19, Suit.DRAFT: 17, Suit.ASCEND: 18, Suit.CAPTURE: 18}
    assert levels == {2: 20, 3: 18, 4: 15, 5: 11, 6: 8}
    assert len(unseen_tarots(state)) == 18
    odds = next_common(state)
    assert odds is not None
    assert odds[Common(Suit.DRAFT, 2)] == Fraction(5, 72)
    assert sum(odds.values()) == 1


def test_a_card_that_is_taken_stays_seen_and_one_that_turns_up_no_longer_is_unseen() -> None:
    state = after(opening(), "Ana leads DRAFT", "Ana drafts Cups 2 from market 1", "Ana drafts from the deck")
    assert sum(unseen_commons(state).values()) == 72
    state = after(state, "Ben passes", "Cai passes", "common market 1: Wands 6")
    assert unseen_commons(state)[Common(Suit.ASCEND, 6)] == 1


def test_an_empty_deck_is_the_discards() -> None:
    state = after(opening(), "set common deck 0", "set discards Cups 6 + Cups 6 + Wands 5")
    assert next_common(state) == {Common(Suit.DRAFT, 6): Fraction(2, 3), Common(Suit.ASCEND, 5): Fraction(1, 3)}
    assert next_common(after(state, "set discards nothing")) == {}
    assert next_common(after(state, "set discards Cups 6 + ?")) is None
    assert next_common(after(state, "set discards Cups 6, 0-2 unseen")) is None
    assert next_common(after(state, "set common deck 0-2")) is None
    assert next_common(after(state, "set common deck 1")) is not None


def test_the_lesser_tarot_come_before_the_greater() -> None:
    state = opening(2)
    assert state.deck_tarot.exact == 11
    lesser = next_tarot(state)
    assert lesser is not None
    assert {tarot.level for tarot in lesser} == {1, 2, 4, 5, 6, 7, 8, 9, 11}
    greater = next_tarot(after(state, "set tarot deck 10"))
    assert greater is not None
    assert greater[Tarot(12)] == Fraction(1, 9), "The World is in the market"
    assert next_tarot(after(state, "set tarot deck 10-11")) is None
    assert next_tarot(after(state, "set tarot deck 0-2")) is None
    assert next_tarot(after(state, "set tarot deck 0")) == {}


def test_a_card_that_turns_up_once_too_often_is_refused_with_the_reason() -> None:
    state = after(opening(), "set common market 1: Cups 6", "set common market 2: nothing")
    state = after(state, "set Ben holds Cups 6", "Ana leads EARN", "Ben passes", "Cai passes")
    assert unseen_commons(state)[Common(Suit.DRAFT, 6)] == 0
    assert str(refused(state, "common market 2: Cups 6")) == "Every Cups 6 of the box already lies elsewhere. (§C9)"
