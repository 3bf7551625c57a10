"""The place where Tarot bend numbers and answer events: the rules ask there, whatever the rows say."""

from dataclasses import replace

import pytest

from engine.cards import TAROTS, Seat, Suit, Tarot
from engine.house import SWITCHES, HouseRules
from engine.powers import Rule, ask, row
from engine.ranges import exactly
from engine.state import start
from engine.tarot import ROWS, Answer, Bend, Coins, Deck, Fate, When
from tests.engine.tables import A, B, after, opening, setup

STRENGTH = (Deck.STANDARD, 8)


def test_there_is_a_row_for_each_tarot_of_the_box() -> None:
    assert len(ROWS) == 44
    assert set(ROWS) == {(deck, tarot.level) for deck in Deck for tarot in TAROTS}


def test_the_known_powers_are_played_and_the_others_do_nothing_of_themselves() -> None:
    whole = {deck: {level for (of, level), one in ROWS.items() if of is deck and one.whole} for deck in Deck}
    assert whole[Deck.STANDARD] == {0, 1, 5, *range(7, 19), 20, 21}
    assert whole[Deck.TRANSCENDED] == {1, 5, 14, 16, 17, 21}
    for one in ROWS.values():
        assert bool(one.bends or one.answers or one.offers) == one.whole
        assert bool(one.meaning) or not one.whole
        assert one.source


def test_a_game_takes_each_level_from_one_deck() -> None:
    mixed = start(replace(setup(), transcended=(1, 16)))
    assert [row(mixed, Tarot(level)).deck for level in (0, 1, 15, 16)] == [
        Deck.STANDARD,
        Deck.TRANSCENDED,
        Deck.STANDARD,
        Deck.TRANSCENDED,
    ]
    for wrong in ((2, 1), (1, 1), (22,), (-1,)):
        with pytest.raises(ValueError, match="levels, 0 to 21"):
            replace(setup(), transcended=wrong)


def test_each_switch_has_a_ruling_and_words() -> None:
    assert set(SWITCHES) == set(HouseRules.__slots__)
    assert len({said for _, said in SWITCHES.values()}) == len(SWITCHES)


def test_only_its_owner_has_a_power_and_only_while_it_is_not_waived() -> None:
    state = after(opening(), "set Ana CAPTURE tarot The Magician", "set tarot token CAPTURE Ana")
    assert (ask(state, A, Rule.SKIP_PRICE, 5), ask(state, B, Rule.SKIP_PRICE, 5)) == (3, 5)
    assert ask(state, A, Rule.COIN_WORTH, 1) == 1
    assert ask(after(state, "Ana leads ASCEND", "Ana waives The Magician"), A, Rule.SKIP_PRICE, 5) == 5


def test_a_row_bends_what_the_rules_ask_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(_state: object, _seat: Seat, suit: Suit, base: int) -> int:
        return 7 if suit is Suit.CAPTURE else base

    monkeypatch.setitem(ROWS, STRENGTH, replace(ROWS[STRENGTH], bends=(Bend(Rule.SKIP_PRICE, change),)))
    state = after(opening(), "set Ana CAPTURE tarot Strength", "set tarot token CAPTURE Ana")
    assert ask(state, A, Rule.SKIP_PRICE, 5) == 7


def test_a_power_may_answer_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("set Ben EARN tarot Strength", "set tarot token EARN Ben", "Ana leads EARN", "Ana takes 4 coins")
    passed = after(opening(), *lines, "Ben passes")
    answers = (Answer(When.PASS, Coins(3)), Answer(When.PASS, Fate(1)))
    monkeypatch.setitem(ROWS, STRENGTH, replace(ROWS[STRENGTH], answers=answers))
    more = after(opening(), *lines, "Ben passes")
    assert more.players[B].coins == passed.players[B].coins + 3
    assert (passed.players[B].side, more.players[B].side) == (exactly(0), exactly(1))
