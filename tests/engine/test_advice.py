"""Advice says what is so: nothing possible is left out, what is called sure can be done, odds add up."""

from fractions import Fraction

import pytest

from assistant.players import PLAYERS
from assistant.simulate import BOT, FIRST, NAMES, Deck, play
from engine.acts import Ascend, Buy, Capture, Follow, Lead, Use
from engine.advice import Advice, Gain, Odds, Win, advise
from engine.cards import Common, Seat, Suit, Tarot
from engine.costs import payments
from engine.effects import effect
from engine.events import FateMoved
from engine.numbers import KNOWN
from engine.ranges import Range, exactly
from engine.rules import apply
from engine.state import Bot, State
from tests.engine.tables import A, B, C, after, opening

CUPS = [Common(Suit.DRAFT, level) for level in range(7)]


def gain(state: State, seat: Seat, place: str, suit: Suit | None, *, following: bool = False) -> Gain | None:
    found = [one for one in advise(state).gains if (one.seat, one.place, one.suit) == (seat, place, suit)]
    return next((one for one in found if one.following is following), None)


def ways(state: State, seat: Seat, suit: Suit, *, following: bool = False) -> list[tuple[list[int], int, bool]]:
    found = gain(state, seat, "common", suit, following=following)
    return [([card.level for card in way.cards], way.coins.lo, way.sure) for way in found.ways] if found else []


def wins(state: State, seat: Seat) -> list[Win]:
    return [win for win in advise(state).wins if win.seat == seat]


def odds(state: State, seat: Seat) -> dict[tuple[str, str], Fraction]:
    return {(one.deck, one.to): one.chance for one in advise(state).odds if one.seat == seat}


# Gains


def test_the_first_token_of_a_suit_takes_a_card_above_everybody() -> None:
    assert ways(opening(), A, Suit.DRAFT) == [([2], 0, False)]
    assert ways(after(opening(), "set Ana holds Cups 2"), A, Suit.DRAFT) == [([2], 0, True)]
    state = after(opening(), "set Ana coins 5")
    assert ways(state, A, Suit.DRAFT) == [([2], 0, False), ([3], 5, False)]
    assert ways(after(state, "set Ana holds Cups 3", "set Ana coins 4-5"), A, Suit.DRAFT)[1] == ([3], 5, False)


def test_a_token_is_stolen_by_rising_above_its_holder_within_one_action() -> None:
    held = ("set Ben DRAFT Cups 1 + Cups 2 + Cups 3", "set common token DRAFT Ben")
    assert ways(after(opening(), *held), A, Suit.DRAFT) == []
    state = after(opening(), *held, "set Ana coins 10")
    assert ways(state, A, Suit.DRAFT) == [([2, 4], 5, False), ([3, 4], 5, False), ([3, 5], 10, False)]
    assert ways(state, A, Suit.DRAFT, following=True) == []
    stolen = gain(state, A, "common", Suit.DRAFT)
    assert stolen is not None
    assert (stolen.loser, stolen.level) == (B, 4)
    assert stolen.text.startswith(
        "Ana could take the token of DRAFT from Ben by leading ASCEND: Cups 2, then Cups 4 and 5"
    )
    assert stolen in advise(state).losses(B)
    assert gain(state, B, "common", Suit.DRAFT) is None, "it is Ben's"


def test_the_hierophant_lets_cards_of_the_market_count() -> None:
    lines = ("set Ana EARN tarot The Hierophant", "set tarot token EARN Ana", "set Ana hand 0 common 1 tarot")
    state = after(opening(), *lines)
    assert ways(state, A, Suit.DRAFT) == [([2], 2, True)]
    assert ways(after(state, "set Ana coins 6"), A, Suit.DRAFT) == [([2], 2, True)]
    assert ways(after(state, "set Ana coins 7"), A, Suit.DRAFT) == [([2], 2, True), ([3], 7, True)]
    assert ways(after(state, "set Ana coins 1-2"), A, Suit.DRAFT) == [([2], 2, False)]
    assert ways(after(state, "set Ana coins 1"), A, Suit.DRAFT) == []
    unknown = after(state, "set Ana hand 1 common 1 tarot")
    found = gain(unknown, A, "common", Suit.DRAFT)
    assert found is not None
    assert [way.coins for way in found.ways] == [Range(0, 2)]
    assert ways(after(opening(), lines[2]), A, Suit.DRAFT) == []


def test_cards_that_all_lie_elsewhere_are_no_way() -> None:
    state = after(
        opening(), *(f"set common market {spot}: Wands 6" for spot in (1, 2)), "set Ana hand 0 common 1 tarot"
    )
    assert ways(state, A, Suit.DRAFT) == []
    gone = " + ".join(["Cups 2"] * 6)
    state = after(opening(), "set common market 1: nothing", f"set discards {gone}")
    assert ways(state, A, Suit.DRAFT) == []


def test_nothing_rises_above_level_6() -> None:
    high = "Cups 1 + Cups 2 + Cups 3 + Cups 4 + Cups 5 + Cups 6"
    state = after(opening(), f"set Ben DRAFT {high}", "set common token DRAFT Ben", "set Ana coins 90")
    assert gain(state, A, "common", Suit.DRAFT) is None


def test_an_unknown_number_rules_nothing_out() -> None:
    state = after(opening(numbers=KNOWN), "set Ana ASCEND Wands 1 + Wands 2", "set common token ASCEND Ana")
    state = after(state, "set Ben DRAFT Cups 1 + Cups 2 + Cups 3", "set common token DRAFT Ben")
    assert ways(state, A, Suit.DRAFT) == [([2, 3, 4], 0, False)]


def test_a_tarot_takes_the_token_where_it_is_the_highest() -> None:
    state = after(opening(), "set Ben EARN tarot Strength", "set tarot token EARN Ben", "set Ana hand 5 common 0 tarot")
    taken = gain(state, A, "tarot", Suit.EARN)
    assert taken is not None
    assert taken.level == 9
    assert [(way.cards, way.coins, way.sure, way.spot) for way in taken.ways] == [((Tarot(10),), Range(0, 4), False, 1)]
    rich = gain(after(state, "set Ana coins 10"), A, "tarot", Suit.EARN)
    assert rich is not None
    assert rich.ways[0].sure
    assert "Wheel of Fortune of the market and 0-10 coins" in rich.text


def test_a_hand_may_hold_a_lesser_tarot_that_nobody_saw() -> None:
    state = after(opening(), *(f"set tarot market {spot}: nothing" for spot in range(1, 5)))
    open_space = gain(state, A, "tarot", Suit.EARN)
    assert open_space is not None
    assert {way.cards[0].level for way in open_space.ways} == set(range(12))
    known = gain(after(state, "set Ana holds The Fool"), A, "tarot", Suit.EARN)
    assert known is not None
    assert [(way.cards, way.sure) for way in known.ways] == [((Tarot(0),), True)]
    top = after(opening(), "set Ben EARN tarot The World", "set tarot token EARN Ben")
    assert gain(top, A, "tarot", Suit.EARN) is None


def test_a_token_of_the_mat_is_for_whoever_leads_and_has_the_coins() -> None:
    assert gain(opening(), A, "side", None) is None
    bought = gain(after(opening(), "set Ana coins 7"), A, "side", None)
    assert bought is not None
    assert (bought.ways[0].coins, bought.ways[0].sure, bought.loser) == (exactly(7), True, None)
    assert bought.text == "Ana could buy a token, leading TRADE: 7 coins."
    perhaps = gain(after(opening(), "set Ana coins 6-7"), A, "side", None)
    assert perhaps is not None
    assert not perhaps.ways[0].sure
    unknown = gain(opening(numbers=KNOWN), A, "side", None)
    assert unknown is not None
    assert unknown.ways[0].coins == Range(0, 4)
    assert gain(after(opening(numbers=KNOWN), "set mat 0 left 5 bought"), A, "side", None) is None


def test_of_the_bot_nothing_is_sure_and_it_takes_from_the_market() -> None:
    state = after(opening(2, bot=Bot(A)), "set Ana hand 0 common 0 tarot", "set common deck 0")
    assert ways(state, A, Suit.DRAFT) == [([2], 0, False)]
    assert ways(after(state, "set common market 1: nothing"), A, Suit.DRAFT) == []
    captured = gain(state, A, "tarot", Suit.EARN)
    assert captured is not None
    assert [(way.cards, way.coins) for way in captured.ways] == [((Tarot(3),), exactly(0))]
    assert ways(after(opening(2, bot=Bot(A, from_hand=True)), "set Ana holds Cups 2"), A, Suit.DRAFT) == [
        ([2], 0, False)
    ]


# Winning


def test_who_could_win_and_by_what() -> None:
    state = after(opening(), "set Ben side 5", "set Ben coins 7")
    assert [(win.suit, win.when, win.sure) for win in wins(state, B)] == [
        (Suit.ASCEND, "following", False),
        (Suit.CAPTURE, "following", False),
        (Suit.EARN, "leading", True),
        (Suit.ASCEND, "leading", False),
        (Suit.CAPTURE, "leading", True),
    ]
    assert wins(state, B)[2].text == "Ben can win by leading TRADE: 1 token is missing."
    assert wins(state, A) == []
    assert all(win.when == "leading" for win in wins(after(state, "set leader Ben"), B)), "nobody leads before"


def test_two_tokens_at_once_need_two_ways_that_can_be_paid_together() -> None:
    state = after(opening(), "set Ben side 4")
    assert {win.suit for win in wins(state, B) if win.when == "leading"} == {Suit.ASCEND}
    assert wins(state, B)[0].text == "Ben could win by leading ASCEND: 2 tokens are missing."
    assert [win.sure for win in wins(after(state, "set Ben holds Cups 2 + Wands 2"), B)] == [True]
    assert wins(after(state, "set Ben hand 1 common 1 tarot"), B) == []
    state = after(state, "set Ben CAPTURE Swords 1 + Swords 2 + Swords 3 + Swords 4")
    state = after(state, "set common token CAPTURE Ben", "set Ben side 3")
    assert Suit.CAPTURE in {win.suit for win in wins(state, B)}
    state = after(state, "set Ben hand 0 common 0 tarot", "set Ben coins 2", "set tarot market 1: The Hermit")
    assert wins(state, B) == []


def test_an_answer_to_the_present_lead_may_win() -> None:
    state = after(opening(), "set Ben side 5", "set Ben coins 0", "Ana leads ASCEND", "Ana is done")
    assert ("now", Suit.ASCEND) in [(win.when, win.suit) for win in wins(state, B)]
    assert "Ben could win now, by ASCEND" in "".join(win.text for win in wins(state, B))
    dear = after(opening(), "set Ana ASCEND Wands 1 + Wands 2", "set common token ASCEND Ana", "set Ben side 5")
    dear = after(dear, "set Ben coins 0", "Ana leads ASCEND", "Ana is done")
    assert "now" not in [win.when for win in wins(dear, B)]
    own = after(opening(), "set Ana side 5", "set Ana coins 7", "Ana leads EARN")
    assert next((win.when, win.suit) for win in wins(own, A)) == ("now", Suit.EARN)
    assert "now" not in [win.when for win in wins(after(own, "Ana takes coins"), A)]


# Odds


def test_odds_are_exact_fractions_of_the_cards_nobody_saw() -> None:
    state = after(opening(2), "set Ana coins 0")
    free = sum({Suit.EARN: 5, Suit.DRAFT: 5, Suit.ASCEND: 5, Suit.CAPTURE: 5}.values())
    assert odds(state, A)["common", "ascend for free"] == Fraction(free, 80 - 8)
    assert odds(state, A)["common", "ascend for free"] == odds(state, A)["common", "ascend"]
    assert odds(state, B)["common", "take a token"] == Fraction(free, 72)
    rich = after(state, "set Ana coins 5")
    assert odds(rich, A)["common", "ascend"] == Fraction(free + 5 + 4 + 4 + 5, 72)
    assert odds(rich, A)["tarot", "take a token"] == 1
    text = next(one.text for one in advise(state).odds)
    assert text == "The next card of the Common deck helps Ana to ascend for free with odds of 5 in 18."


def test_odds_are_left_out_where_nobody_knows_what_the_deck_is() -> None:
    state = after(opening(2), "set common deck 0-3", "set tarot deck 0")
    assert odds(state, A) == {}


# All of it


def test_a_game_that_is_over_needs_no_advice() -> None:
    assert advise(after(opening(), "set Ana side 6")) == Advice((), (), (), ())


@pytest.mark.parametrize("bot", [None, Bot(FIRST), Bot(FIRST, from_hand=True, eager=True), Bot(FIRST, powers=True)])
@pytest.mark.parametrize(("player", "deck"), [*zip(sorted(PLAYERS), Deck, strict=False), ("random", Deck.MIXED)])
def test_whatever_happens_was_said_to_be_possible(player: str, deck: Deck, bot: Bot | None) -> None:
    names = NAMES if bot is None else (BOT, *NAMES)
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        opened, before = None, None
        for act, state in play(seats, seed, names=names, players=(PLAYERS[player],), bot=bot, deck=deck):
            if isinstance(act, Lead | Follow):
                opened = before
            if before is not None and opened is not None and isinstance(act, Ascend | Capture | Buy | Use):
                moved = [one for one in effect(before, act).events if isinstance(one, FateMoved)]
                if moved:
                    at_once = before.turn and before.turn.action and before.turn.action.market_ascend
                    told = advise(opened if at_once or before.setup.is_bot(act.seat) else before)
                    assert [one for one in moved if not _foreseen(told, act, one)] == []
                if state.winner == act.seat:
                    assert state.turn is not None
                    assert (act.seat, state.turn.suit) in [(win.seat, win.suit) for win in advise(opened).wins]
            before = state


def _foreseen(told: Advice, act: Ascend | Capture | Buy | Use, moved: FateMoved) -> bool:
    """Tell whether advice named a token that an act moved, and the card that did it."""
    place, suit, loser = moved.place, moved.suit, moved.giver
    if moved.taker != act.seat:
        return (act.seat, place, suit, loser, moved.taker) in [
            (one.seat, one.place, one.suit, one.loser, one.taker) for one in told.handovers
        ]
    for one in told.gains:
        if (one.seat, one.place, one.suit, one.loser) == (act.seat, place, suit, loser):
            used = act.tarot if isinstance(act, Use) else None
            answers = isinstance(act, Capture) and place == "side"
            cards = () if isinstance(act, Buy | Use) else (act.card,)
            if (one.tarot == used or answers) and (used or cards in [way.cards[-1:] for way in one.ways]):
                return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_what_is_called_sure_can_be_done(seed: int) -> None:
    done = 0
    for _, state in play(3, seed, deck=(Deck.STANDARD, Deck.MIXED, Deck.TRANSCENDED)[seed % 3]):
        if state.turn is not None or state.end is not None:
            continue
        for one in advise(state).gains:
            if one.seat == state.leader and not one.following:
                for way in one.ways:
                    if way.sure and one.suit is not None and one.tarot is None:
                        reached = apply(state, Lead(one.seat, one.action)).state
                        for card in way.cards:
                            if isinstance(card, Common):
                                held = card in reached.players[one.seat].hand.known and one.action is Suit.ASCEND
                                spot = None if held else reached.market_common.index(card)
                                reached = apply(reached, Ascend(one.seat, card, spot)).state
                            else:
                                hand = tuple(c for c in state.players[one.seat].hand.known if isinstance(c, Common))
                                limit = reached.turn.action.discard_limit if reached.turn and reached.turn.action else 0
                                discards, _ = payments(reached, one.seat, card, hand, limit or 0)[0]
                                act = Capture(one.seat, card, one.suit, way.spot, discards, None, way.gives_up)
                                reached = apply(reached, act).state
                        owners = reached.fate_common if one.place == "common" else reached.fate_tarot
                        assert owners[one.suit.column] == one.seat
                        done += 1
    assert done > 5


def test_every_sentence_names_its_player() -> None:
    state = after(opening(), "set Ana coins 9", "set Ben side 5", "set Cai coins 0-9")
    told = advise(state)
    said: list[Gain | Win | Odds] = [*told.gains, *told.wins, *told.odds]
    for one in said:
        assert state.name(one.seat) in one.text
        assert one.text.endswith(".")
    assert {one.seat for one in told.odds} == {A, B, C}
