"""Advice knows what Tarot bring, take and cost: by use, by capture, and what an act hands to others."""

from dataclasses import replace

import pytest

from engine.acts import Use
from engine.advice import Advice, Gain, Handover, advise
from engine.cards import SUITS, Common, Seat, Suit, Tarot
from engine.effects import effect
from engine.house import HouseRules
from engine.offers import why_not_use
from engine.ranges import exactly
from engine.state import Bot, State, start
from engine.ways import following, leading, open_action
from tests.engine.tables import A, B, C, after, setup


def game(*lines: str, transcended: tuple[int, ...] = (), players: int = 3, **rules: bool) -> State:
    """A game some lines after its opening, with some Tarot of the Transcended deck and rulings played otherwise."""
    house = HouseRules(**rules)
    return after(start(replace(setup(players), transcended=transcended, house=house)), *lines)


def texts(state: State, word: str) -> list[str]:
    """The sentences on tokens that name something."""
    told = advise(state)
    parts: tuple[Gain | Handover, ...] = (*told.gains, *told.handovers)
    return [one.text for one in parts if word in one.text]


def by_tarot(state: State, seat: Seat = A) -> list[Gain]:
    return [gain for gain in advise(state).gains if gain.tarot is not None and gain.seat == seat]


def wins(state: State, seat: Seat) -> list[str]:
    return [win.text for win in advise(state).wins if win.seat == seat]


# Tokens by use


def test_cards_of_the_hand_bring_a_token_in_place_of_the_action() -> None:
    state = game("set Ana DRAFT tarot The Star")
    assert texts(state, "The Star") == [
        f"Ana could gain a token with The Star in place of {how} ASCEND: 3 Common cards of level 3 (perhaps)."
        for how in ("leading", "following")
    ]
    known = after(state, "set Ana holds Cups 3 + Wands 3 + Swords 3")
    assert texts(known, "The Star")[0].endswith(": 3 Common cards of level 3.")
    few = after(state, "set Ana hand 3-5 common 0 tarot", "set Ana holds Cups 3 + Wands 3")
    assert [gain.ways[0].sure for gain in by_tarot(few)] == [False, False]
    assert by_tarot(after(state, "set Ana hand 2 common 0 tarot")) == []
    others = after(state, "set Ana hand 4 common 0 tarot", "set Ana holds Cups 2 + Cups 4")
    assert by_tarot(others) == [], "two known cards are of other levels"


@pytest.mark.parametrize(
    ("tarot", "said"),
    [
        ("The Moon", "with The Moon in place of leading EARN: 3 Common cards of level 2 (perhaps)."),
        ("The World", "with The World in place of leading EARN: 3 Common cards of EARN (perhaps)."),
    ],
)
def test_a_lead_power_is_for_the_lead_of_the_suit_above_it(tarot: str, said: str) -> None:
    assert texts(game(f"set Ana EARN tarot {tarot}"), tarot) == [f"Ana could gain a token {said}"]


def test_temperance_gives_cards_away_for_a_token() -> None:
    state = game("set Ana CAPTURE tarot Temperance")
    assert texts(state, "Temperance") == [
        f"Ana could gain a token with Temperance in place of {how} DRAFT: 4 Common cards given to foes."
        for how in ("leading", "following")
    ]
    few = by_tarot(after(state, "set Ana hand 3-4 common 0 tarot"))
    assert [gain.ways[0].sure for gain in few] == [False, False]
    assert by_tarot(after(state, "set Ana hand 3 common 0 tarot")) == []


def test_the_hanged_man_pays_when_he_is_turned_back() -> None:
    upright = game("set Ana EARN tarot The Hanged Man", "set Ana coins 20")
    assert by_tarot(upright) == []
    turned = after(upright, "Ana leads EARN", "Ana uses The Hanged Man")
    (gain,) = by_tarot(turned)
    assert gain.text == "Ana could gain a token with The Hanged Man by leading EARN: 6 coins."
    assert (gain.place, gain.level, gain.action, gain.instead) == ("side", None, Suit.EARN, False)
    assert by_tarot(after(turned, "Ana takes coins", "set Ana coins 5")) == []
    (perhaps,) = by_tarot(after(turned, "set Ana coins 5-6"))
    assert perhaps.text.endswith(": 6 coins (perhaps).")


def test_judgement_steals_where_its_owner_ties() -> None:
    tie = ("set Ana DRAFT Cups 1 + Cups 3", "set Ben DRAFT Cups 1 + Cups 3", "set common token DRAFT Ben")
    state = game("set Ana EARN tarot Judgement", *tie)
    (gain,) = by_tarot(state)
    assert gain.text == "Ana could take the token of DRAFT from Ben with Judgement by leading EARN."
    assert (gain.loser, gain.ways[0].sure) == (B, True)
    assert gain in advise(state).losses(B)
    assert by_tarot(after(state, "set Ana DRAFT Cups 1 + Cups 2")) == []


FALL = (
    "set Ana EARN tarot The Tower",
    *("set Ana DRAFT Cups 1 + Cups 3", "set Ana ASCEND Wands 1 + Wands 2", "set Ana CAPTURE Swords 1 + Swords 2"),
    *(f"set common token {suit} Ana" for suit in ("DRAFT", "ASCEND", "CAPTURE")),
    "set Ben DRAFT Cups 1 + Cups 2",
)


def test_a_tower_costs_what_lies_on_the_cards_it_throws_down() -> None:
    state = game(*FALL)
    assert texts(state, "The Tower") == [
        "Ana could gain a token with The Tower by leading EARN: Cups 3, Wands 2, Swords 2 off the tops of the columns.",
        "If Ana leads EARN and uses The Tower, the token of DRAFT goes from Ana to Ben.",
        "If Ana leads EARN and uses The Tower, the token of ASCEND goes from Ana to the supply.",
        "If Ana leads EARN and uses The Tower, the token of CAPTURE goes from Ana to the supply.",
    ]
    lost = [one for one in advise(state).losses(A) if isinstance(one, Handover)]
    assert [(one.suit, one.taker) for one in lost] == [(Suit.DRAFT, B), (Suit.ASCEND, None), (Suit.CAPTURE, None)]
    flat = after(state, "set common token ASCEND supply", "set Ana ASCEND Wands 1")
    assert texts(flat, "The Tower") == []
    over = after(state, "set Ben side 5")
    assert texts(over, "The Tower") == [
        "If Ana leads EARN and uses The Tower, the token of DRAFT goes from Ana to Ben, and Ben wins."
    ]


def test_the_transcended_tower_takes_one_card_of_each_suit() -> None:
    state = game("set Ana EARN tarot The Tower", transcended=(16,))
    assert texts(state, "The Tower") == [
        "Ana could gain a token with The Tower by leading EARN: a Common card of each suit (perhaps)."
    ]
    (sure,) = by_tarot(after(state, "set Ana holds Cups 2 + Wands 3 + Swords 3 + Pentacles 4"))
    assert sure.ways[0].sure
    assert texts(game(*FALL, transcended=(16,), tower_off_columns=True), "The Tower") == []


@pytest.mark.parametrize(
    ("level", "tarot", "suit", "kind"),
    [
        (14, "Temperance", "DRAFT", "of level 2"),
        (17, "The Star", "ASCEND", "of level 3"),
        (21, "The World", "CAPTURE", "of CAPTURE"),
    ],
)
def test_a_showdown_is_sure_only_where_no_foe_can_show_more(level: int, tarot: str, suit: str, kind: str) -> None:
    state = game(f"set Ana {suit} tarot {tarot}", transcended=(level,))
    assert texts(state, tarot) == [
        (
            f"Ana could gain a token with {tarot} in place of leading {suit}: "
            f"1 or more Common cards {kind}, unless a foe shows more (perhaps)."
        )
    ]
    card = "Swords 2" if level != 17 else "Swords 3"
    state = after(
        state, f"set Ana holds {card} + {card}", "set Ben hand 2 common 0 tarot", "set Cai hand 2 common 0 tarot"
    )
    assert [gain.ways[0].sure for gain in by_tarot(state)] == [True]
    assert [gain.ways[0].sure for gain in by_tarot(after(state, "set Ben hand 3 common 0 tarot"))] == [False]
    shown = after(state, f"set Ben holds {card}", "set Ben hand 3 common 0 tarot", "set Ben holds Cups 6")
    assert [gain.ways[0].sure for gain in by_tarot(shown)] == [True], "one of his three cards does not count"


def test_the_transcended_hierophant_takes_the_card_that_holds_a_token() -> None:
    state = game(
        "set Ana ASCEND tarot The Hierophant",
        *("set Ben DRAFT Cups 1 + Cups 2", "set common token DRAFT Ben"),
        transcended=(5,),
    )
    assert texts(state, "The Hierophant") == [
        (
            "Ana could take the token of DRAFT from Ben with The Hierophant in place of leading ASCEND: "
            "Cups 2 of Ben and 4 coins."
        )
    ]
    higher = after(state, "set Ben DRAFT Cups 1 + Cups 2 + Cups 3", "set Ana coins 9")
    (gain,) = by_tarot(higher)
    assert (gain.ways[0].cards, gain.ways[0].coins, gain.loser) == ((Common(Suit.DRAFT, 3),), exactly(9), B)
    assert by_tarot(after(higher, "set Ana coins 8")) == [], "4 for the card, 5 for the skip"
    tied = after(higher, "set Cai DRAFT Cups 1 + Cups 3")
    assert texts(tied, "The Hierophant") == [
        (
            "If Ana leads ASCEND and uses The Hierophant on the DRAFT of Ben in its place, "
            "the token of DRAFT goes from Ben to the supply."
        )
    ]
    assert [one.taker for one in advise(tied).losses(B) if isinstance(one, Handover)] == [None]


def test_a_token_that_nobody_had_may_come_to_a_third() -> None:
    state = game("set Ana ASCEND tarot The Hierophant", "set Ben DRAFT Cups 1 + Cups 2", transcended=(5,))
    state = after(state, "set Cai DRAFT Cups 1 + Cups 3", "set common token DRAFT supply")
    assert texts(state, "The Hierophant") == [
        (
            "If Ana leads ASCEND and uses The Hierophant on the DRAFT of Ben in its place, "
            "the token of DRAFT goes from the supply to Cai."
        )
    ]


# Winning


def test_a_use_may_win_alone_or_beside_the_action() -> None:
    moon = game("set Ana EARN tarot The Moon", "set Ana side 5", "set Ana coins 0", "set Ana holds Cups 2 + Wands 2")
    assert "Ana could win by leading EARN with The Moon: 1 token is missing." in wins(moon, A)
    sure = after(moon, "set Ana holds Cups 2 + Wands 2 + Swords 2")
    assert "Ana can win by leading EARN with The Moon: 1 token is missing." in wins(sure, A)
    assert not any("EARN" in one for one in wins(after(moon, "set Ana EARN tarot The Star"), A))
    both = game("set Ana EARN tarot The Tower", "set Ana coins 9", "set Ana side 4", transcended=(16,))
    assert "Ana could win by leading EARN with The Tower: 2 tokens are missing." in wins(both, A)
    assert not any("EARN" in one for one in wins(after(both, "set Ana coins 6"), A))
    justice = after(both, "set Ana EARN tarot nothing", "set Ana DRAFT tarot The Tower")
    justice = after(
        justice, "set Ana EARN tarot Temperance", "set Ana hand 8 common 0 tarot", "set tarot token EARN Ana"
    )
    justice = after(justice, "set tarot token DRAFT Ana", "set Ana side 2")
    assert "Ana could win by leading DRAFT with The Tower and Temperance: 2 tokens are missing." in wins(justice, A)


def test_by_following_a_power_may_win_too() -> None:
    state = game(
        "set Ben EARN tarot The Star", "set tarot token EARN Ben", "set Ben side 4", "set Ben hand 3 common 0 tarot"
    )
    found = [win for win in advise(state).wins if (win.seat, win.suit, win.when) == (B, Suit.ASCEND, "following")]
    assert [win.tarots for win in found] == [()], "an ascend gets it too"
    known = after(state, "set Ben holds Cups 3 + Wands 3 + Swords 3", "set Ben coins 0")
    assert "Ben could win by following ASCEND with The Star: 1 token is missing." in wins(known, B)


def test_what_is_over_in_this_turn_wins_nothing_in_it() -> None:
    state = game("set Ana EARN tarot The Moon", "set tarot token EARN Ana", "set Ana side 4", "set Ana coins 0")
    assert "Ana could win now, by EARN with The Moon: 1 token is missing." in wins(after(state, "Ana leads EARN"), A)
    one_left = after(game("set Ana side 5", "set Ana coins 0"), "set Ana holds Cups 2 + Wands 2", "Ana leads DRAFT")
    assert not any("now" in one for one in wins(one_left, A))
    acting, over = after(state, "Ana leads EARN"), after(state, "Ana leads EARN", "Ana takes coins")
    assert not any("by leading" in one for one in wins(acting, A)), "that is her lead"
    assert not any("now" in one for one in wins(over, A))
    steps = game("set Ana DRAFT Cups 1 + Cups 2", "set Cai DRAFT Cups 1 + Cups 3", "set common token DRAFT Cai")
    steps = after(
        steps, "set Ana side 5", "set Ana hand 4 common 0 tarot", "set Ana holds Cups 3 + Cups 4 + Wands 2 + Wands 2"
    )
    for suit, high in (("EARN", "Pentacles 1 + Pentacles 3"), ("ASCEND", "Wands 1 + Wands 3 + Wands 4")):
        steps = after(steps, f"set Cai {suit} {high}", f"set common token {suit} Cai")
    steps = after(steps, "set Cai CAPTURE Swords 1 + Swords 3", "set common token CAPTURE Cai", "set Ana coins 0")
    assert any("now" in one for one in wins(after(steps, "Ana leads ASCEND"), A)), "3, then 4"
    assert not any("now" in one for one in wins(after(steps, "Ana leads ASCEND", "Ana ascends Wands 2"), A))


def test_who_follows_has_paid_for_it() -> None:
    dear = ("set Ana CAPTURE Swords 1 + Swords 2", "set common token CAPTURE Ana", "set Ben hand 0 common 0 tarot")
    state = game(*dear, "set Ben side 5", "set tarot market 3: nothing", "set Ben coins 3", "Ana leads CAPTURE")
    state = after(state, "Ana is done")
    assert not any("now" in one for one in wins(state, B)), "The Empress costs 3, and 2 are left"
    assert any("now" in one for one in wins(after(state, "set Ben coins 4"), B))


# The solo bot, and the questions themselves


def test_of_a_bot_that_uses_its_tarot_only_what_leaves_it_no_fewer_tokens() -> None:
    lines = [line.replace("Ben", "Cai") for line in FALL]
    bot = Bot(A, powers=True)
    state = after(start(replace(setup(3, bot=bot))), *lines)
    assert by_tarot(state) == []
    assert texts(state, "The Tower") == []
    kept = after(state, *(f"set common token {suit} supply" for suit in ("DRAFT", "ASCEND", "CAPTURE")))
    assert [gain.ways[0].sure for gain in by_tarot(kept)] == [False]
    assert by_tarot(after(start(replace(setup(3, bot=Bot(A)))), *lines)) == []


def test_a_question_about_an_action_needs_one() -> None:
    with pytest.raises(AssertionError):
        open_action(game(), A)
    with pytest.raises(AssertionError):
        open_action(leading(game(), B, Suit.EARN), C)


@pytest.mark.parametrize("tarot", range(12, 22))
def test_what_a_use_is_said_to_bring_it_brings(tarot: int) -> None:
    for transcended in ((), (14, 16, 17, 21)):
        for under in SUITS:
            state = game(f"set Ana {under} tarot major_{tarot}", transcended=transcended)
            state = after(state, "set Ana coins 20", "set Ana hand 30 common 0 tarot", *FALL[1:4])
            for gain in by_tarot(state):
                acting = (following if gain.following else leading)(state, A, gain.action)
                if gain.asks:
                    continue
                act = Use(A, Tarot(tarot))
                assert why_not_use(acting, act) is None
                assert effect(acting, act).state.fate(A).lo > state.fate(A).lo


def test_losses_are_those_of_a_seat() -> None:
    told: Advice = advise(game(*FALL))
    assert all(one.loser == A for one in told.losses(A))
    assert told.losses(C) == ()
