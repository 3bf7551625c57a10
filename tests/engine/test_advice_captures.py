"""Advice on captures: the tokens that Tarot bring for them, what is given up, and what an own Tarot costs."""

from dataclasses import replace

from engine.advice import advise
from engine.cards import HIDDEN, Common, Suit, Tarot
from engine.ranges import Range
from engine.state import State
from tests.engine.tables import A, after
from tests.engine.test_advice_powers import by_tarot, game, texts, wins

DEVIL = (
    "set Ana EARN tarot The Devil",
    "set Ana CAPTURE Swords 1 + Swords 2 + Swords 3",
    "set common token CAPTURE Ana",
)


def test_the_transcended_magician_lets_its_owner_ascend_at_once() -> None:
    state = game("set tarot market 1: The Magician", "set Ana coins 6", transcended=(1,))
    said = (
        "Ana could take the token of DRAFT from the supply by leading CAPTURE: The Magician of the market, then Cups 2"
    )
    found = next(one for one in texts(state, "Ana") if one.startswith(said))
    assert "then Cups 2 of the market and 0-1 coins; or The Magician of the market, then Cups 3" in found
    gain = next(one for one in advise(state).gains if one.text == found)
    tarot, spot = Tarot(1), 0
    assert [(way.cards, way.coins, way.sure, way.spot) for way in gain.ways] == [
        ((tarot, Common(Suit.DRAFT, 2)), Range(0, 1), True, spot),
        ((tarot, Common(Suit.DRAFT, 3)), Range(5, 6), True, spot),
    ]
    assert not any("then Cups" in one for one in texts(game("set tarot market 1: The Magician"), "Magician"))
    high = ("set Cai DRAFT Cups 1 + Cups 3", "set common token DRAFT Cai")
    assert not any("Magician of the market, then Cups" in one for one in texts(after(state, *high), "Ana"))
    known = after(state, "set Ana side 4", "set Ana hand 0 common 0 tarot", "set Ana coins 1")
    for spot in range(2, 5):
        known = after(known, f"set tarot market {spot}: nothing")
    assert "Ana could win by leading CAPTURE: 2 tokens are missing." in wins(known, A)
    assert not any("CAPTURE" in one for one in wins(after(known, "set tarot market 1: The Fool"), A))


def test_the_ascend_that_a_capture_leaves_open_may_win_now() -> None:
    state = game("set tarot market 1: The Magician", "set Ana side 4", "set Ana coins 1", transcended=(1,))
    state = after(state, "set Ana hand 0 common 0 tarot", "Ana leads CAPTURE")
    state = after(state, "Ana captures The Magician under DRAFT from market 1, discards nothing, pays 1")
    assert wins(state, A)[0] == "Ana could win now, by CAPTURE: 1 token is missing."
    flat = after(state, *(f"set common market {spot}: Cups 6" for spot in (1, 2)))
    flat = after(flat, *(f"set common market {spot}: Wands 6" for spot in (3, 4)))
    flat = after(flat, "set common market 5: Swords 6", "set common market 6: Swords 6")
    assert not any("now" in one for one in wins(flat, A))


def test_the_devil_brings_a_token_for_three_discards_of_capture() -> None:
    state = game(*DEVIL)
    (gain,) = by_tarot(state)
    assert gain.text.startswith(
        "Ana could gain a token with The Devil by leading CAPTURE, paid with three discards of CAPTURE: "
        "The Fool of the market (perhaps); or "
    )
    held = after(state, "set Ana holds Swords 2 + Swords 2 + Swords 3")
    sure = {way.cards[0]: way.sure for way in by_tarot(held)[0].ways}
    assert sure[Tarot(10)], "7 of the cards, 3 of the coins"
    assert Tarot(21) not in sure, "two cards that nobody saw make it 15 at the most, and 4 coins"
    assert by_tarot(after(state, "set Ana hand 2 common 1 tarot")) == []
    assert by_tarot(after(state, "set Ana hand 5 common 1 tarot", "set Ana holds Cups 2 + Cups 3 + Cups 4")) == []
    assert by_tarot(game(*DEVIL[:1])) == [], "the Starter pays with two discards at the most"
    level_4 = ("set Ana hand 3 common 0 tarot", "set Ana coins 0", "set Ana holds Swords 2 + Swords 2 + Swords 2")
    assert [way.cards[0].level for way in by_tarot(after(state, *level_4))[0].ways] == [0, 3]


def test_a_table_may_want_the_devil_to_waste_nothing() -> None:
    (gain,) = by_tarot(game(*DEVIL, devil_wastes_nothing=True))
    assert Tarot(0) not in {way.cards[0] for way in gain.ways}


def test_the_token_of_the_devil_counts_toward_winning() -> None:
    state = game(*DEVIL, "set tarot token EARN Ana", "set Ana side 2", "set Ana hand 3 common 0 tarot")
    assert "Ana could win by leading CAPTURE: 2 tokens are missing." in wins(state, A)
    assert not any("CAPTURE" in one for one in wins(after(state, "set Ana hand 2 common 0 tarot"), A))
    assert not any("CAPTURE" in one for one in wins(after(state, "set Ana EARN tarot Temperance"), A))


def test_a_tarot_that_death_gives_up_pays() -> None:
    lines = ("set Ana CAPTURE tarot Death", "set tarot token CAPTURE Ana", "set Ana EARN tarot The Lovers")
    state = game(*lines, "set tarot token EARN Ana", "set Ana hand 0 common 0 tarot")
    empress = "The Empress of the market and 3 coins; or The Empress of the market, giving up The Lovers"
    assert any("by leading CAPTURE" in one and empress in one for one in texts(state, "DRAFT"))
    assert not any("giving up" in one for one in texts(state, "by following CAPTURE"))
    wheel = "Wheel of Fortune of the market and 4 coins, giving up The Lovers"
    assert any(wheel in one for one in texts(state, "DRAFT"))
    assert not any("Wheel" in one for one in texts(after(state, "set Ana coins 3"), "Ana could"))
    ways = next(gain for gain in advise(state).gains if gain.suit is Suit.DRAFT and gain.place == "tarot").ways
    assert [(way.cards[0].level, way.gives_up, way.sure) for way in ways] == [
        (0, None, True),
        (3, None, True),
        (3, Tarot(6), True),
        (10, Tarot(6), True),
    ]
    assert texts(state, "gives up") == [
        (
            "If Ana leads CAPTURE and gives up The Lovers for a capture elsewhere, "
            "the token of the Tarot under EARN goes from Ana to the supply."
        )
    ]
    richer = after(state, "set Ben side 5", "set Ben EARN tarot The Magician")
    assert texts(richer, "gives up")[0].endswith("under EARN goes from Ana to Ben, and Ben wins.")


def test_a_lower_tarot_in_the_place_of_the_own_hands_its_token_on() -> None:
    state = game("set Ana EARN tarot Death", "set tarot token EARN Ana", "set Ben EARN tarot The Chariot")
    state = after(state, "set Ana hand 0 common 0 tarot")
    assert texts(state, "goes from Ana") == [
        f"If Ana {does} CAPTURE and captures The Fool or The Empress under EARN, "
        "the token of the Tarot under EARN goes from Ana to Ben."
        for does in ("leads", "follows")
    ]
    assert texts(after(state, "set Ben EARN tarot nothing"), "goes from Ana") == []


def test_cards_that_lie_elsewhere_pay_for_no_token_of_the_devil() -> None:
    lie = {2: 5, 3: 4, 4: 4, 5: 2, 6: 1}
    gone = [f"Swords {level}" for level, copies in lie.items() for _ in range(copies)]
    state = game(*DEVIL, "set common market 6: Swords 6")
    assert by_tarot(after(state, f"set discards {' + '.join(gone)}")) == []
    assert by_tarot(after(state, f"set discards {' + '.join(gone[2:])}")) == [], "two are left"
    assert [gain.tarot for gain in by_tarot(after(state, f"set discards {' + '.join(gone[3:])}"))] == [Tarot(15)]


def test_three_discards_bring_one_token_of_the_devil() -> None:
    state = game(*DEVIL, "set tarot token EARN Ana", "set Ana coins 60")
    state = after(state, "set Ana CAPTURE Swords 1 + Swords 2 + Swords 3 + Swords 4", "set Ana side 2")
    assert not any("CAPTURE" in one for one in wins(after(state, "set Ana side 0"), A)), (
        "two captures and one token more"
    )
    assert "Ana could win by leading CAPTURE: 3 tokens are missing." in wins(after(state, "set Ana side 1"), A)


def _with_death(*lines: str) -> State:
    state = game("set Ana CAPTURE tarot Death", "set tarot token CAPTURE Ana", "set Ana hand 0 common 0 tarot")
    for spot in (1, 3, 4):
        state = after(state, f"set tarot market {spot}: nothing")
    return after(state, *lines)


def test_who_gives_up_the_tarot_of_a_token_has_no_more_of_them() -> None:
    state = _with_death("set Ana EARN tarot The Lovers", "set tarot token EARN Ana", "set Ana side 3")
    assert not any("CAPTURE" in one for one in wins(state, A))
    state = _with_death("set Ana EARN tarot The Lovers", "set Ben EARN tarot The Chariot", "set tarot token EARN Ben")
    state = after(state, "set Ana side 4")
    assert "Ana can win by leading CAPTURE: 1 token is missing." in wins(state, A)
    assert not any("CAPTURE" in one for one in wins(after(state, "set Ana coins 3"), A))


def test_what_may_be_given_up_hides_no_other_tarot() -> None:
    state = _with_death("set tarot market 4: The World", "set Ana coins 60", "set Ana side 2")
    state = after(state, "set Ana CAPTURE Swords 1 + Swords 2 + Swords 3 + Swords 4", "set common token CAPTURE Ana")
    for suit, own, foe in (("EARN", 1, 5), ("DRAFT", 4, 7), ("ASCEND", 6, 8)):
        state = after(state, f"set Ana {suit} tarot major_{own:02}", f"set Ben {suit} tarot major_{foe:02}")
        state = after(state, f"set tarot token {suit} Ben")
    assert "Ana could win by leading CAPTURE: 2 tokens are missing." in wins(state, A)


def test_the_face_of_a_market_that_nobody_saw_makes_no_ascend_sure() -> None:
    state = game("set tarot market 1: The Magician", transcended=(1,))
    hidden = replace(state, market_common=(HIDDEN,) * 8)
    gain = next(
        one for one in advise(hidden).gains if one.seat == A and one.place == "common" and len(one.ways[0].cards) > 1
    )
    assert [way.sure for way in gain.ways] == [False] * len(gain.ways)


def test_a_tarot_given_up_with_its_token_may_still_pay_for_two() -> None:
    state = game("set tarot market 1: The Magician", "set Ana CAPTURE tarot Death", transcended=(1,))
    state = after(state, "set Ana EARN tarot Justice", "set tarot token CAPTURE Ana", "set tarot token EARN Ana")
    for spot in (2, 3, 4):
        state = after(state, f"set tarot market {spot}: nothing")
    state = after(state, "set Ana hand 0 common 0 tarot", "set Ana coins 0", "set Ana side 3")
    assert "Ana could win by leading CAPTURE: 1 token is missing." in wins(state, A), "one below, one for the ascend"
