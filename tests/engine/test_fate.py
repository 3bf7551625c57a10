"""§A: who holds the Fate tokens."""

from engine.cards import Suit, Tarot
from engine.events import FateMoved
from engine.fate import holder_after_ascend, holder_of_tarot
from tests.engine.tables import A, B, C, after, opening, step

ASCENDING = ("Ana leads ASCEND",)


def common(state_lines: tuple[str, ...], suit: Suit = Suit.DRAFT) -> int | None:
    return after(opening(), *state_lines).fate_common[suit.column]


def test_a5_the_first_to_ascend_to_2_takes_a_token() -> None:
    assert common((*ASCENDING, "Ana ascends Cups 2")) == A


def test_a5_a_skip_to_3_takes_it_too() -> None:
    assert common(("set Ana coins 9", *ASCENDING, "Ana ascends Cups 3")) == A


def test_a1_reaching_the_holders_level_moves_nothing() -> None:
    lines = (*ASCENDING, "Ana ascends Cups 2", "Ana is done", "Ben follows", "Ben ascends Cups 2")
    assert common(lines) == A


def test_going_above_the_holder_steals() -> None:
    lines = ("set Ben coins 9", *ASCENDING, "Ana ascends Cups 2", "Ben follows", "Ben ascends Cups 3")
    state = after(opening(), *lines[:-1])
    done = step(state, lines[-1])
    assert done.state.fate_common[Suit.DRAFT.column] == B
    assert FateMoved("common", Suit.DRAFT, A, B) in done.events


def test_a6_the_holder_rises_and_keeps_it() -> None:
    done = step(after(opening(), *ASCENDING, "Ana ascends Cups 2"), "Ana ascends Cups 3")
    assert done.state.fate_common[Suit.DRAFT.column] == A
    assert not any(isinstance(event, FateMoved) for event in done.events)


def test_a2_to_a4_nobody_gets_it_by_a_tie_even_at_the_top() -> None:
    assert holder_after_ascend((6, 6, 1), A, B) == A


def test_a7_from_the_supply_only_strictly_above_everybody() -> None:
    assert holder_after_ascend((3, 3, 1), None, B) is None
    assert holder_after_ascend((3, 4, 1), None, B) == B
    assert holder_after_ascend((3, 3, 4), None, C) == C


def captured(*lines: str) -> tuple[int | None, ...]:
    state = after(opening(), "set Ana coins 40", "set Ben coins 40", "Ana leads CAPTURE", *lines)
    return state.fate_tarot


def test_the_first_tarot_under_a_suit_takes_a_token_whatever_its_level() -> None:
    assert captured("Ana captures The Fool under ASCEND from market 3, discards nothing")[2] == A


def test_a_higher_tarot_under_the_same_suit_steals_a_lower_one_does_not() -> None:
    higher = ("Ana captures The Empress under EARN from market 1", "Ben follows")
    assert captured(*higher, "Ben captures Wheel of Fortune under EARN from market 2")[0] == B
    lower = ("Ana captures Wheel of Fortune under EARN from market 2", "Ben follows")
    assert captured(*lower, "Ben captures The Empress under EARN from market 1")[0] == A
    assert captured(*lower, "Ben captures The Empress under DRAFT from market 1")[:2] == (A, B)


def test_a13_to_a15_replacing_an_own_tarot() -> None:
    first = ("set Ana EARN tarot Justice", "set tarot token EARN Ana", "set Ben EARN tarot The Hermit")
    base = after(opening(), *first, "set Ana coins 40", "Ana leads CAPTURE")
    higher = after(base, "Ana captures The World under EARN from market 4")
    assert higher.fate_tarot[0] == A
    assert Tarot(11) in higher.gone
    still_highest = after(base, "Ana captures Wheel of Fortune under EARN from market 2")
    assert still_highest.fate_tarot[0] == A
    below_ben = after(base, "Ana captures The Empress under EARN from market 1")
    assert below_ben.fate_tarot[0] == B


def test_nobody_holds_the_token_of_a_suit_without_tarot() -> None:
    assert holder_of_tarot((None, None)) is None
    assert holder_of_tarot((Tarot(0), None)) == A
