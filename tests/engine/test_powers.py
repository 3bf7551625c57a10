"""The place where Tarot bend a number: the rules ask there, whatever the rows say."""

import pytest

from engine import powers
from engine.cards import Seat, Suit, Tarot
from engine.costs import follow_cost
from engine.powers import BENDS, Bend, Rule, ask
from engine.ranges import exactly
from engine.state import State
from tests.engine.tables import A, B, after, opening, refused


def bent(monkeypatch: pytest.MonkeyPatch, rule: Rule, value: int) -> State:
    """Ana has Strength under CAPTURE, which now makes a number something else."""

    def change(_state: State, _seat: Seat, suit: Suit, base: int) -> int:
        return value if suit is Suit.CAPTURE else base

    monkeypatch.setattr(powers, "BENDS", (Bend(Tarot(8), rule, change),))
    return after(opening(), "set Ana CAPTURE tarot Strength", "set tarot token CAPTURE Ana")


def test_no_power_is_played_yet() -> None:
    assert BENDS == ()
    assert all(ask(opening(), A, rule, 5) == 5 for rule in Rule)


def test_only_its_owner_has_it_and_only_for_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    state = bent(monkeypatch, Rule.SKIP_PRICE, 3)
    assert (ask(state, A, Rule.SKIP_PRICE, 5), ask(state, B, Rule.SKIP_PRICE, 5)) == (3, 5)
    assert ask(state, A, Rule.COIN_WORTH, 1) == 1


def test_what_following_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(bent(monkeypatch, Rule.FOLLOW_COST, 0), "set Ben DRAFT Cups 1 + Cups 3", "set leader Ben")
    assert follow_cost(after(state, "Ben leads DRAFT", "Ben is done", "Cai passes"), A) == 0


def test_what_a_skip_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(bent(monkeypatch, Rule.SKIP_PRICE, 3), "Ana leads ASCEND", "Ana ascends Cups 3")
    assert state.players[A].coins == exactly(1)


def test_what_a_coin_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(bent(monkeypatch, Rule.COIN_WORTH, 2), "Ana leads CAPTURE")
    state = after(state, "Ana captures The Empress under EARN from market 1, discards nothing")
    assert state.players[A].coins == exactly(2)


def test_what_a_discarded_level_2_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "Ana captures Wheel of Fortune under EARN from market 2, discards Cups 2, pays 4"
    assert refused(after(opening(), "Ana leads CAPTURE"), line).rule == "C8"
    state = after(bent(monkeypatch, Rule.LEVEL_2_WORTH, 6), "Ana leads CAPTURE", line)
    assert state.players[A].coins == exactly(0)
