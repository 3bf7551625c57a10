"""The solo bot that uses its powers does so as its author says; what is chosen at random TABLE turns up (§C19)."""

from dataclasses import replace

import pytest

from engine.acts import Capture, Refill, TurnUp, Use
from engine.automa import decide
from engine.cards import HIDDEN, Common, Suit, Tarot
from engine.facts import TurnIs, objection
from engine.grammar import parse_act
from engine.house import HouseRules
from engine.instruction import Instruction
from engine.lines import format_act
from engine.numbers import KNOWN
from engine.position import position
from engine.ranges import exactly
from engine.record import Record, format_record
from engine.rules import why_not
from engine.state import Action, Bot, State, Turn, start
from tests.engine.tables import A, B, C, after, opening, refused, setup

POWERS = Bot(A, powers=True)
ALL = tuple(range(22))
LEVELS = {"EARN": "Pentacles", "DRAFT": "Cups", "ASCEND": "Wands", "CAPTURE": "Swords"}


def led(suit: str) -> tuple[str, str]:
    return f"deck turned up: {LEVELS[suit]} 6", f"Ana leads {suit}"


def has(tarot: str, suit: str, who: str = "Ana") -> tuple[str, str]:
    return f"set {who} {suit} tarot {tarot}", f"set tarot token {suit} {who}"


def column(suit: str, *levels: int, who: str = "Ana") -> str:
    return f"set {who} {suit} " + " + ".join(f"{LEVELS[suit]} {level}" for level in (1, *levels))


def table(
    *lines: str,
    bot: Bot = POWERS,
    players: int = 2,
    transcended: tuple[int, ...] = (),
    house: HouseRules | None = None,
) -> State:
    """A game in which Ana is the bot that uses its powers, after some lines."""
    head = replace(setup(players, bot=bot), transcended=transcended, house=house or HouseRules())
    return after(start(head), *lines)


def told(state: State) -> list[str]:
    """What the bot may do, as lines of the record; every one of them is legal."""
    acts = [one.act for one in decide(state) if not isinstance(one.act, Refill)]
    assert all(why_not(state, act) is None for act in acts), [str(why_not(state, act)) for act in acts]
    lines = [format_act(state.setup, act) for act in acts]
    assert [parse_act(state.setup, line) for line in lines] == acts
    return lines


def only(state: State) -> Instruction:
    (one,) = decide(state)
    return one


# Before the action


def test_it_turns_the_hanged_man_wherever_it_can_pay_and_then_acts() -> None:
    state = table(*has("The Hanged Man", "DRAFT"), "set Ana coins 12", *led("DRAFT"))
    assert told(state) == ["Ana uses The Hanged Man"]
    assert only(state).text == "Ana uses The Hanged Man: pay 6 coins from Ana to the bank and turn the card around."
    assert refused(state, "Ana drafts Cups 2 from market 1").rule == "C19"
    state = after(state, "Ana uses The Hanged Man")
    assert told(state) == ["Ana drafts Cups 2 from market 1"]
    state = table(
        "set Ana DRAFT tarot The Hanged Man turned", "set tarot token DRAFT Ana", "set Ana coins 6", *led("DRAFT")
    )
    assert only(state).text.endswith("turn the card around, and put a Fate token beside its tableau.")
    assert after(state, "Ana uses The Hanged Man").players[A].side == exactly(1)
    assert told(table(*has("The Hanged Man", "DRAFT"), *led("DRAFT"))) == ["Ana drafts Cups 2 from market 1"]
    state = table(*has("The Hanged Man", "DRAFT"), "set Ana coins 5-6", *led("DRAFT"))
    assert told(state) == ["Ana uses The Hanged Man", "Ana drafts Cups 2 from market 1"]
    assert told(table(*has("The Hanged Man", "EARN"), "set Ana coins 6", *led("DRAFT"))) == [
        "Ana drafts Cups 2 from market 1"
    ]


FALLEN = (column("DRAFT", 2), column("ASCEND", 2), column("CAPTURE", 2))


def test_it_lets_the_tower_fall_only_where_it_has_no_fewer_tokens_then() -> None:
    own = ("set common token DRAFT Ana", "set common token ASCEND Ana", "set common token CAPTURE Ana")
    state = table(*has("The Tower", "EARN"), *FALLEN, *own, *led("EARN"))
    assert told(state) == ["Ana takes 4 coins"], "it would lose three tokens for one"
    assert refused(state, "Ana uses The Tower").rule == "C19"
    theirs = (column("DRAFT", 3, who="Ben"), column("ASCEND", 3, who="Ben"), column("CAPTURE", 3, who="Ben"))
    tokens = tuple(line.replace("Ana", "Ben") for line in own)
    state = table(*has("The Tower", "EARN"), *FALLEN, *theirs, *tokens, *led("EARN"))
    assert told(state) == ["Ana uses The Tower"]
    assert only(state).text == (
        "Ana uses The Tower: discard the top cards of its other columns, in their order, each with its token; "
        "then put a Fate token beside its tableau."
    )
    state = table(*has("The Tower", "EARN"), *FALLEN, *theirs[1:], own[0], *tokens[1:], *led("EARN"))
    assert told(state) == ["Ana uses The Tower"], "one lost for one gained is not fewer"


def test_it_does_not_use_the_transcended_tower_at_all() -> None:
    hand = "set Ana holds Pentacles 2 + Cups 2 + Wands 2 + Swords 2"
    state = table(*has("The Tower", "EARN"), hand, *led("EARN"), transcended=(16,))
    assert told(state) == ["Ana takes 4 coins"]
    assert refused(state, "Ana uses The Tower, discards Pentacles 2 + Cups 2 + Wands 2 + Swords 2").rule == "C19"
    columns = HouseRules(tower_off_columns=True)
    state = table(*has("The Tower", "EARN"), column("EARN", 2), *FALLEN, *led("EARN"), transcended=(16,), house=columns)
    assert refused(state, "Ana uses The Tower").reason == "Ana does not use The Tower."


def test_judgement_steals_in_suit_order() -> None:
    tied = [column(suit, 3, who=who) for suit in ("DRAFT", "ASCEND") for who in ("Ana", "Ben")]
    tokens = ("set common token DRAFT Ben", "set common token ASCEND Ben")
    state = table(*has("Judgement", "CAPTURE"), *tied, *tokens, *led("CAPTURE"))
    assert told(state) == ["Ana uses Judgement in DRAFT"]
    assert only(state).text == "Ana uses Judgement: move the Fate token of DRAFT to its card there."
    assert refused(state, "Ana uses Judgement in ASCEND").rule == "C19"
    state = after(state, "Ana uses Judgement in DRAFT")
    assert state.fate_common[1] == A
    assert told(state)[0].startswith("Ana captures The Empress")
    assert not any("uses" in line for line in told(table(*has("Judgement", "CAPTURE"), *led("CAPTURE"))))


# In place of the action


@pytest.mark.parametrize(
    ("tarot", "cards", "suit"),
    [("The Star", "3", "ASCEND"), ("The Moon", "2", "DRAFT"), ("The World", "ASCEND", "ASCEND")],
)
def test_it_discards_what_a_tarot_asks_for_as_table_turns_it_up(tarot: str, cards: str, suit: str) -> None:
    fitting = (
        [f"{LEVELS[suit]} 4"] * 2 + [f"{LEVELS[suit]} 5"]
        if cards == suit
        else [f"{s} {cards}" for s in ("Cups", "Wands", "Swords")]
    )
    state = table(
        *has(tarot, suit), f"set Ana holds {' + '.join([*fitting, 'Pentacles 6', 'Pentacles 5'])}", *led(suit)
    )
    which = f"Common cards of {suit}" if cards == suit else f"Common cards of level {cards}"
    assert only(state).text == (
        f"Turn up three {which} of its hand, at random, for {tarot}: Ana discards them for a Fate token."
    )
    assert refused(state, f"hand turned up for {tarot}: Pentacles 6").reason.endswith(f"that {tarot} asks for.")
    for number, card in enumerate(fitting, 1):
        state = after(state, f"hand turned up for {tarot}: {card}")
        assert state.players[A].hand.common == exactly(5), "a card that is turned up stays in the hand until it is used"
        if number < 3:
            assert "urn up" in only(state).text
    line = f"Ana uses {tarot}, discards {' + '.join(fitting)}"
    assert told(state) == [line]
    assert only(state).text == "Discard what is turned up, and put a Fate token beside the tableau of Ana."
    assert refused(state, f"hand turned up for {tarot}: ?").rule == "C19"
    state = after(state, line)
    assert (state.players[A].side, state.players[A].hand.common) == (exactly(1), exactly(2))
    assert state.turn is not None
    assert state.turn.action is None


def test_it_follows_with_the_star_and_the_fee_is_paid() -> None:
    hand = "set Ana holds Cups 3 + Wands 3 + Swords 3"
    state = table(*has("The Star", "EARN"), hand, column("ASCEND", 2, who="Ben"), "set leader Ben", "Ben leads ASCEND")
    state = after(state, "Ben is done", "Ana follows, pays 1")
    assert "hand turned up for The Star" in told(state)[0]
    assert state.players[A].coins == exactly(3)


def test_what_nobody_knows_of_its_hand_leaves_both_ways_open() -> None:
    state = table(*has("The Moon", "DRAFT"), *led("DRAFT"))
    assert told(state) == ["hand turned up for The Moon: ?", "Ana drafts Cups 2 from market 1"]
    assert decide(state)[0].text.startswith("If the hand of Ana has them: turn up three Common cards of level 2")
    state = after(state, *("hand turned up for The Moon: ?",) * 3)
    assert told(state) == ["Ana uses The Moon"]
    assert after(state, "Ana uses The Moon").discards[-3:] == (HIDDEN,) * 3
    known = "set Ana holds Pentacles 6 + Cups 6 + Wands 6 + Swords 6 + Cups 2"
    assert told(table(*has("The Moon", "DRAFT"), known, *led("DRAFT"))) == ["Ana drafts Cups 2 from market 1"]
    state = table(*has("The Moon", "DRAFT"), *led("DRAFT"))
    hand = (Common(Suit.EARN, 2), Common(Suit.ASCEND, 2), Common(Suit.CAPTURE, 2), Common(Suit.CAPTURE, 3))
    assert [one.act for one in decide(state, hand)] == [TurnUp(None, Tarot(18))]
    assert not any(isinstance(one.act, TurnUp) for one in decide(state, hand[1:]))


def test_temperance_gives_cards_turned_up_at_random_to_foes_clockwise() -> None:
    state = table(*has("Temperance", "EARN"), *led("DRAFT"), players=3)
    assert only(state).text == (
        "Turn up four Common cards of its hand, at random, for Temperance: Ana gives them away for a Fate token."
    )
    turned = ("Cups 6", "Wands 6", "Swords 6", "?")
    state = after(state, *(f"hand turned up for Temperance: {card}" for card in turned))
    line = "Ana uses Temperance, gives Ben Cups 6, gives Cai Wands 6, gives Ben Swords 6, gives Cai ?"
    assert told(state) == [line]
    assert only(state).text == (
        "Give what is turned up to Ben, Cai, Ben, Cai, in this order, and put a Fate token beside the tableau of Ana."
    )
    state = after(state, line)
    assert [state.players[seat].hand.common for seat in (A, B, C)] == [exactly(1), exactly(7), exactly(7)]
    few = table(*has("Temperance", "EARN"), "set Ana hand 3 common 0 tarot", *led("DRAFT"))
    assert told(few) == ["Ana drafts Cups 2 from market 1"]


def test_it_takes_up_to_the_richest_where_that_is_more_than_earning_and_it_cannot_trade() -> None:
    wheel = has("Wheel of Fortune", "EARN")
    state = table(*wheel, "set Ben coins 9", *led("EARN"))
    assert told(state) == ["Ana uses Wheel of Fortune"]
    assert only(state).text == "Ana uses Wheel of Fortune: it takes coins from the bank until nobody has more."
    assert after(state, "Ana uses Wheel of Fortune").players[A].coins == exactly(9)
    assert told(table(*wheel, "set Ben coins 8", *led("EARN"))) == ["Ana takes 4 coins"]
    assert told(table(*wheel, "set Ben coins 30", "set Ana coins 7", *led("EARN"))) == ["Ana buys a token for 7"]
    state = table(*wheel, "set Ben coins 8-9", *led("EARN"))
    assert told(state) == ["Ana uses Wheel of Fortune", "Ana takes 4 coins"]


def test_justice_is_used_for_more_cards_than_a_draft() -> None:
    justice = has("Justice", "DRAFT")
    state = table(*justice, "set Ben hand 9 common 1 tarot", *led("DRAFT"))
    assert told(state) == ["Ana uses Justice"]
    assert only(state).text == "Ana uses Justice: it drafts until nobody has more cards."
    state = after(state, "Ana uses Justice", *(f"Ana drafts {card}" for card in ("Cups 2 from market 1",)))
    assert told(state) == ["Ana drafts Cups 3 from market 2"]
    assert told(table(*justice, "set Ben hand 7 common 1 tarot", *led("DRAFT"))) == ["Ana drafts Cups 2 from market 1"]


_ALL_OF_LEVEL_2 = (
    "Discard all Common cards of level 2 of its hand for Temperance; a Fate token for Ana unless somebody shows more."
)


def test_the_transcended_ones_discard_all_that_fits_and_others_may_show_more() -> None:
    hand = "set Ana holds Cups 2 + Wands 2 + Swords 6 + Swords 5 + Swords 4"
    state = table(*has("Temperance", "DRAFT"), hand, *led("DRAFT"), transcended=ALL, players=3)
    line = "Ana uses Temperance, discards Wands 2 + Cups 2"
    assert told(state) == [line, f"{line}, Ben shows more", f"{line}, Cai shows more"]
    assert [one.text for one in decide(state)] == [
        _ALL_OF_LEVEL_2,
        "If Ben shows more, Ana gets no token.",
        "If Cai shows more, Ana gets no token.",
    ]
    assert refused(state, "Ana uses Temperance, discards Cups 2").rule == "C19"
    assert after(state, line).players[A].side == exactly(1)
    stopped = after(state, f"{line}, Ben shows more: Cups 2 + Pentacles 2 + Swords 2")
    assert stopped.players[A].side == exactly(0)
    none = "set Ana holds Cups 3 + Wands 3 + Swords 6 + Swords 5 + Swords 4"
    assert told(table(*has("Temperance", "DRAFT"), none, *led("DRAFT"), transcended=ALL)) == [
        "Ana drafts Cups 2 from market 1"
    ]
    unknown = table(*has("Temperance", "DRAFT"), *led("DRAFT"), transcended=ALL)
    assert told(unknown)[0] == "Ana uses Temperance"
    assert told(unknown)[-1] == "Ana drafts Cups 2 from market 1"


def test_the_transcended_hierophant_takes_only_a_card_that_brings_a_token() -> None:
    lines = (*has("The Hierophant", "ASCEND"), column("DRAFT", 2, who="Ben"), column("CAPTURE", 2, who="Ben"))
    tokens = ("set common token DRAFT Ben", "set common token CAPTURE Ben")
    state = table(*lines, *tokens, *led("ASCEND"), transcended=ALL)
    assert told(state) == ["Ana uses The Hierophant in DRAFT from Ben"]
    assert only(state).text == (
        "Ana uses The Hierophant: pay 4 coins from Ana to Ben, and put the top card of the DRAFT of Ben on that of Ana."
    )
    assert after(state, told(state)[0]).fate_common[1] == A
    own = (column("DRAFT", 2), column("CAPTURE", 2), "set common token DRAFT Ana", "set common token CAPTURE Ana")
    higher = (column("DRAFT", 2, 3, who="Ben"), "set common token DRAFT Ben")
    state = table(*lines, *own, *higher, *led("ASCEND"), transcended=ALL)
    assert told(state) == ["Ana uses The Hierophant in DRAFT from Ben"], "CAPTURE brings nothing"
    poor = table(*lines, *tokens, "set Ana coins 3", *led("ASCEND"), transcended=ALL)
    assert not any("uses" in line for line in told(poor))
    unsure = table(*lines, *tokens, "set Ana coins 3-4", *led("ASCEND"), transcended=ALL)
    assert len(told(unsure)) > 1
    skip = (
        *has("The Hierophant", "ASCEND"),
        column("DRAFT", 3, who="Ben"),
        "set common token DRAFT Ben",
        "set Ana coins 9",
    )
    assert (
        "pay 4 coins from Ana to Ben and 5 coins to the bank"
        in only(table(*skip, *led("ASCEND"), transcended=ALL)).text
    )


def test_after_one_tarot_in_place_of_an_action_comes_no_other() -> None:
    lines = (*has("Justice", "DRAFT"), *has("Temperance", "EARN"), "set Ben hand 9 common 1 tarot")
    human = (*has("Justice", "DRAFT", "Ben"), *has("Temperance", "EARN", "Ben"), "set Cai hand 9 common 1 tarot")
    state = after(opening(3), *human, "set leader Ben", "Ben leads DRAFT", "Ben uses Justice")
    assert refused(state, "Ben uses Temperance").rule == "B9"
    state = table(*lines, *led("DRAFT"))
    assert told(state)[0] == "hand turned up for Temperance: ?", "tokens come in the order of the tableau"


# Capturing


def test_the_devil_has_three_cards_of_capture_discarded_for_a_token() -> None:
    hand = "set Ana holds Swords 4 + Swords 5 + Swords 6 + Cups 6 + Cups 5"
    state = table(*has("The Devil", "EARN"), hand, column("CAPTURE", 2, 3), *led("CAPTURE"))
    assert only(state).text == (
        "Turn up three Common cards of CAPTURE of its hand, at random, for The Devil: "
        "Ana discards them with the capture."
    )
    assert refused(state, "hand turned up for The Devil: Cups 6").rule == "C19"
    state = after(state, *(f"hand turned up for The Devil: Swords {level}" for level in (4, 5, 6)))
    assert [act.discards for act in (one.act for one in decide(state)) if isinstance(act, Capture)] == [
        tuple(Common(Suit.CAPTURE, level) for level in (4, 5, 6))
    ] * 4
    assert decide(state)[0].text.startswith("Discard what is turned up, take the first Tarot of the market")
    line = told(state)[0]
    assert line == "Ana captures The Empress under DRAFT from market 1, discards Swords 4 + Swords 5 + Swords 6, pays 0"
    assert after(state, line).players[A].side == exactly(1)
    assert not any("turned up" in line for line in told(table(*has("The Devil", "EARN"), hand, *led("CAPTURE"))))
    open_hand = table(*has("The Devil", "EARN"), column("CAPTURE", 2, 3), *led("CAPTURE"))
    assert [line.split()[1] for line in told(open_hand)] == ["turned"] + ["captures"] * 4
    unseen = after(open_hand, *("hand turned up for The Devil: ?",) * 3)
    assert [act.discards for act in (one.act for one in decide(unseen)) if isinstance(act, Capture)] == [None] * 4


def test_a_bot_that_pays_counts_its_chariot() -> None:
    paying = Bot(A, powers=True, pays=True)
    state = table(*has("The Chariot", "EARN"), *led("CAPTURE"), bot=paying)
    assert told(state)[0].endswith("pays 2")
    state = table(*has("The Chariot", "EARN"), *led("CAPTURE"), bot=Bot(A, pays=True))
    assert told(state)[0].endswith("pays 3")


def test_the_transcended_magician_lets_it_ascend_to_the_first_card_of_the_market_that_fits() -> None:
    first = ("set tarot market 1: The Magician", "set common market 1: Cups 3", "set common market 2: Wands 6")
    state = table(*first, *led("CAPTURE"), transcended=ALL)
    state = after(state, told(state)[0])
    assert told(state) == ["Ana ascends Wands 2 from market 3"]
    assert after(state, told(state)[0]).turn is not None
    dear = tuple(f"set common market {spot}: {'Cups 3' if spot == 2 else 'Wands 6'}" for spot in range(1, 9))
    poor = table(*first, *dear, *led("CAPTURE"), transcended=ALL)
    poor = after(poor, told(poor)[0])
    assert told(poor) == ["Ana is done"]
    twice = table(*first, *dear, column("CAPTURE", 2, 4), *led("CAPTURE"), transcended=ALL)
    twice = after(twice, told(twice)[0])
    assert told(twice)[0].startswith("Ana captures Wheel of Fortune"), "the market has none that fits"
    unsure = after(
        table(*first, *dear, "set Ana coins 4-5", *led("CAPTURE"), transcended=ALL),
        told(table(*first, *led("CAPTURE"), transcended=ALL))[0],
    )
    assert told(unsure) == ["Ana ascends Cups 3 from market 2", "Ana is done"]
    hidden = after(state, "set common market 4: ?")
    assert only(hidden).act == Refill("common", 3)


# What it does not do


def test_what_is_not_known_of_a_tarot_has_its_limits_for_the_bot() -> None:
    priestess = table(*has("The High Priestess", "DRAFT"), *led("DRAFT"), transcended=ALL)
    assert refused(priestess, "Ana by The High Priestess: The Empress from market 1 to Ana").rule == "C19"
    assert (
        why_not(priestess, parse_act(priestess.setup, "Ana by The High Priestess: 2 coins from the bank to Ana"))
        is None
    )
    chariot = (
        *has("The Chariot", "CAPTURE"),
        "set Ben EARN tarot Justice",
        "set tarot token EARN Ben",
        *led("CAPTURE"),
    )
    taking = "Ana by The Chariot: Justice from Ben EARN to Ana DRAFT"
    full = table(*chariot, transcended=ALL)
    assert refused(full, taking).reason == "Ana does not do that with The Chariot."
    assert refused(full, "Ana by The Chariot: 2 coins from Ana to Ben").rule == "C19"
    empty = table(*(f"set tarot market {spot}: nothing" for spot in range(1, 5)), *chariot, transcended=ALL)
    assert after(empty, taking).fate_tarot[1] == A
    lovers = (*has("The Lovers", "DRAFT"), *has("Justice", "EARN"), "set Ben EARN tarot The Fool", *led("DRAFT"))
    swap = "Ana by The Lovers: swap of Ana EARN and Ben EARN"
    assert refused(table(*lovers, transcended=(6,)), swap).reason == "Ana does nothing that costs it a Fate token."
    assert refused(table(*lovers, transcended=(6,), bot=Bot(A)), swap).reason == "Ana does not use its Tarot."


def test_it_does_without_no_power_and_uses_none_out_of_turn() -> None:
    state = table(*has("The Hermit", "DRAFT"), *led("DRAFT"))
    assert refused(state, "Ana waives The Hermit").rule == "C19"
    state = after(state, "Ana drafts Cups 2 from market 1", "Ana drafts Cups 3 from market 2")
    assert refused(state, "Ben follows").rule == "B7"
    assert refused(state, "Ana waives The Hermit").reason == "Ana does nothing now."
    for line in ("hand turned up for The Hermit: ?", "hand turned up for The Moon: ?"):
        assert refused(state, line).rule == "C19"
    plain = table(*has("The Moon", "DRAFT"), *led("DRAFT"), bot=Bot(A))
    assert refused(plain, "hand turned up for The Moon: ?").rule == "C19"
    assert refused(opening(2), "hand turned up for The Moon: ?").rule == "C19"


# The humans beside it


def test_justice_of_a_human_does_not_count_its_hand_and_the_wheel_counts_its_money() -> None:
    lines = ("set Ana hand 12 common 0 tarot", *has("Justice", "DRAFT", "Ben"), "set leader Ben", "Ben leads DRAFT")
    state = table(*lines, "set Cai hand 7 common 1 tarot", "Ben uses Justice", players=3)
    assert state.turn is not None
    assert state.turn.action is not None
    assert state.turn.action.limit == 2, "Cai's hand counts, that of the bot does not"
    state = table(*lines, "Ben uses Justice")
    assert state.turn is not None
    assert state.turn.action is None, "beside the bot alone it brings nothing"
    for bot in (Bot(A), POWERS):
        wheel = (*has("Wheel of Fortune", "EARN", "Ben"), "set Ana coins 20", "set leader Ben", "Ben leads EARN")
        assert after(table(*wheel, bot=bot), "Ben uses Wheel of Fortune").players[B].coins == exactly(20)


# Records


def test_the_middle_of_a_use_can_be_told() -> None:
    state = table(
        *has("The Moon", "DRAFT"),
        *led("DRAFT"),
        "hand turned up for The Moon: Cups 2",
        "hand turned up for The Moon: ?",
    )
    line = "set turn Ana DRAFT 1, leader 0 of 2, turned up for The Moon Cups 2 + ?"
    assert line in format_record(Record.of(state.setup, position(state))).splitlines()
    assert after(table(), line).turn == state.turn
    mine = Turn(A, Suit.DRAFT, 1, action=Action(A, Suit.DRAFT, False, 2, picked=(HIDDEN,), picks_for=Tarot(18)))
    refusal = objection(opening(2), TurnIs(mine))
    assert refusal is not None
    assert refusal.rule == "C19"
    assert refused(state, "Ana uses The Moon, discards Cups 2 + Wands 2 + Swords 2").rule == "C19"


def test_unknown_numbers_leave_both_ways_open() -> None:
    start_ = after(
        opening(2, KNOWN, bot=POWERS), *has("Justice", "DRAFT"), "set Ben hand 9 common 1 tarot", *led("DRAFT")
    )
    assert told(start_) == ["Ana uses Justice", "Ana drafts Cups 2 from market 1", "Ana is done"]
    assert isinstance(decide(start_)[0].act, Use)
