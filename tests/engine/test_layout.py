"""What should lie where."""

from engine.cards import SUITS, Common, Suit, Tarot
from engine.layout import DontCare, ShowsBack, ShowsCard, ShowsFace, ShowsNothing, layout
from tests.engine.tables import after, opening


def test_a_set_up() -> None:
    table = layout(opening(2))
    assert set(table.slots) == {
        *(f"{seat}.{suit}{below}" for seat in "AB" for suit in SUITS for below in ("", ".tarot")),
        *(f"market.tarot.{spot}" for spot in range(4)),
        *(f"market.common.{spot}" for spot in range(8)),
        "deck.common",
        "deck.tarot",
        "discard",
    }
    assert table.slots["B.CAPTURE"] == ShowsCard(Common(Suit.CAPTURE, 1))
    assert table.slots["B.CAPTURE.tarot"] == ShowsNothing()
    assert table.slots["market.tarot.0"] == ShowsCard(Tarot(3))
    assert table.slots["deck.common"] == ShowsBack()
    assert table.slots["discard"] == ShowsNothing()
    assert (table.tokens, table.ball) == (frozenset(), None)


def test_a_turn() -> None:
    state = after(opening(), "Ana leads ASCEND", "Ana ascends Cups 2", "Ana is done", "Ben passes")
    table = layout(state)
    assert table.slots["A.DRAFT"] == ShowsCard(Common(Suit.DRAFT, 2))
    assert table.tokens == {"A.DRAFT"}
    assert table.ball == "A.ASCEND"
    assert layout(after(state, "Cai passes")).ball is None


def test_a_capture_and_its_refill() -> None:
    state = after(opening(), "Ana leads CAPTURE", "Ana captures The Empress under EARN from market 1, discards Cups 3")
    table = layout(state)
    assert table.slots["A.EARN.tarot"] == ShowsCard(Tarot(3))
    assert table.slots["market.tarot.0"] == ShowsNothing()
    assert table.slots["discard"] == DontCare()
    assert table.tokens == {"A.EARN.tarot"}
    state = after(state, "Ben passes", "Cai passes")
    assert layout(state).ball is None, "the ball may already be moving on"
    assert layout(after(state, "tarot market 1: ?")).slots["market.tarot.0"] == ShowsFace()


def test_a_deck_that_may_be_empty_is_not_cared_for() -> None:
    table = layout(after(opening(), "set common deck 1", "set tarot deck 0", "Ana leads DRAFT", "Ben passes"))
    assert table.slots["deck.common"] == DontCare()
    assert table.slots["deck.tarot"] == ShowsNothing()
