"""The solo bot plays as its author says, and says so in sentences (§C19, C26)."""

import pytest

from engine.acts import Ascend, Capture, Done, Draft, Follow, Refill, Take, TurnUp
from engine.automa import decide
from engine.cards import HIDDEN, Common, Suit, Tarot
from engine.errors import RecordError
from engine.facts import TurnedUpAre, TurnIs, holds, objection
from engine.instruction import Instruction
from engine.lines import format_act
from engine.numbers import KNOWN
from engine.position import position
from engine.powers import Rule, ask
from engine.ranges import exactly
from engine.record import Record, format_record, parse
from engine.rules import legal, why_not
from engine.state import Action, Bot, Setup, State, Turn
from tests.engine.tables import A, B, after, opening, refused, setup

CUPS_2 = Common(Suit.DRAFT, 2)


PLAIN = Bot(A)


def table(*lines: str, bot: Bot = PLAIN, players: int = 2) -> State:
    """A game in which Ana is the bot, after some lines."""
    return after(opening(players, bot=bot), *lines)


def told(state: State) -> list[str]:
    """What the bot may do, as lines of the record; every one of them is legal, and so is nothing else that it does."""
    acts = [one.act for one in decide(state) if not isinstance(one.act, Refill)]
    assert all(why_not(state, act) is None for act in acts)
    return [format_act(state.setup, act) for act in acts]


def only(state: State) -> Instruction:
    (one,) = decide(state)
    return one


def done(state: State) -> tuple[State, list[str]]:
    """Let the bot go on as far as it can without a card off the deck; the state then, and the lines of what it did."""
    lines = []
    while state.turn is not None and state.turn.action is not None and state.turn.action.seat == A:
        (line,) = told(state)
        if line.startswith("deck turned up"):
            break
        lines.append(line)
        state = after(state, line)
    return state, lines


ASCENDS = ("deck turned up: Wands 5", "Ana leads ASCEND")


# Set-up, lead, answer


def test_it_holds_no_tarot_and_leads_first() -> None:
    state = table(players=3)
    assert [player.hand.tarot for player in state.players] == [exactly(0), exactly(1), exactly(1)]
    assert state.deck_tarot == opening(3).deck_tarot + 1
    with pytest.raises(ValueError, match="leads first"):
        setup(2, first=1, bot=Bot(A))


def test_a_card_turned_up_says_what_it_leads() -> None:
    state = table()
    assert only(state) == Instruction(TurnUp(), "Turn up the top card of the Common deck: Ana leads its suit.")
    assert refused(state, "Ana leads DRAFT").rule == "C19"
    state = after(state, "deck turned up: Cups 3")
    assert only(state).text == "Discard the card; Ana leads DRAFT."
    assert "Ana leads DRAFT" in refused(state, "Ana leads EARN").reason
    assert refused(state, "deck turned up: Cups 2").rule == "C19"
    state = after(state, "Ana leads DRAFT")
    assert (state.turned_up, state.discards) == ((), (Common(Suit.DRAFT, 3),))


def test_a_card_that_nobody_saw_may_have_said_anything() -> None:
    assert len(told(table("deck turned up: ?"))) == 4
    assert len(told(table("set common deck 0"))) == 4
    assert "if you choose" in decide(table("set common deck 0"))[0].text


def test_cards_are_turned_up_for_the_bot_alone_and_when_it_wants_one() -> None:
    assert refused(opening(2), "deck turned up: Cups 3").rule == "C19"
    assert refused(opening(2), "markets move up").rule == "C19"
    state = table("deck turned up: Cups 3", "Ana leads DRAFT")
    assert refused(state, "deck turned up: Cups 2").reason.startswith("Ana plays by its rules.")
    state = after(state, "Ana drafts Cups 2 from market 1", "Ana drafts Cups 3 from market 2")
    assert refused(state, "deck turned up: Cups 2").rule == "C24"
    state = after(state, "Ben passes", "markets move up", "common market 7: ?", "common market 8: ?")
    assert decide(state) == ()
    assert refused(state, "deck turned up: Cups 2").rule == "C24"


def test_it_trades_where_it_can_and_else_earns() -> None:
    led = ("deck turned up: Pentacles 2", "Ana leads EARN")
    assert told(table(*led)) == ["Ana takes 4 coins"]
    assert told(table("set Ana coins 7", *led)) == ["Ana buys a token for 7"]
    assert told(table("set Ana coins 6-7", *led)) == ["Ana buys a token for 7", "Ana takes 4 coins"]
    state = after(opening(2, KNOWN, bot=Bot(A)), *led)
    assert told(state) == ["Ana buys a token", "Ana takes coins"]
    assert isinstance(only(after(state, "set mat 0 left 5 bought")).act, Take)


def test_made_harder_it_trades_whenever_it_can_without_turning_a_card_up() -> None:
    eager = Bot(A, eager=True)
    assert told(table("set Ana coins 7", bot=eager)) == ["Ana leads EARN"]
    assert told(table("set Ana coins 6-7", bot=eager)) == ["Ana leads EARN", "deck turned up: ?"]
    assert told(table(bot=eager)) == ["deck turned up: ?"]
    assert told(table("set Ana coins 7")) == ["deck turned up: ?"]


def test_it_always_follows_where_it_can_pay() -> None:
    led = ("set Ben DRAFT Cups 1 + Cups 2 + Cups 3", "set leader Ben", "Ben leads DRAFT", "Ben is done")
    assert told(table(*led)) == ["Ana follows, pays 2"]
    assert told(table(*led, "set Ana coins 1")) == ["Ana passes, takes 2"]
    assert told(table(*led, "set Ana coins 1-2")) == ["Ana follows, pays 2", "Ana passes, takes 2"]
    assert told(table(*led, "set Ana DRAFT Cups 1 + Cups 3")) == ["Ana follows for free"]
    assert refused(table(*led), "Ana passes").rule == "C19"
    assert why_not(table(*led), Follow(A)) is None, "what it pays need not be said"
    state = table("set leader Ben", "Ben leads EARN", "Ben takes coins")
    assert told(state) == ["Ana passes, takes 2"]
    assert decide(state)[0].text == "Ana passes and takes 2 coins."


def test_what_it_earns_for_passing_may_be_unknown() -> None:
    state = after(opening(2, KNOWN, bot=Bot(A)), "set leader Ben", "Ben leads EARN", "Ben takes coins")
    assert decide(state)[0].text == "Ana passes and takes the coins at the bottom of its EARN card."


# The market in order


def test_it_drafts_from_the_start_of_the_market() -> None:
    state = table("deck turned up: Cups 3", "Ana leads DRAFT")
    assert only(state).text == "Take the first market card, Cups 2, face down into the hand of Ana."
    state = after(state, "Ana drafts Cups 2 from market 1")
    assert only(state).act == Draft(A, Common(Suit.DRAFT, 3), 1)


def test_a_market_in_a_snake_goes_back_along_its_second_row() -> None:
    gone = tuple(f"set common market {spot}: nothing" for spot in range(1, 5))
    led = ("deck turned up: Cups 3", "Ana leads DRAFT")
    assert told(table(*gone, *led)) == ["Ana drafts Pentacles 2 from market 5"]
    state = table(*gone, *led, bot=Bot(A, snake=True))
    assert told(state) == ["Ana drafts Swords 5 from market 8"]
    assert "fifth market card, Swords 5" in only(state).text


def test_it_drafts_from_the_deck_when_the_market_is_exhausted() -> None:
    gone = tuple(f"set common market {spot}: nothing" for spot in range(1, 9))
    state = table(*gone, "deck turned up: Cups 3", "Ana leads DRAFT")
    assert only(state).act == Draft(A)
    state = after(state, "set common deck 0", "set discards nothing")
    assert only(state) == Instruction(Done(A), "Ana can do no more of this DRAFT.")


@pytest.mark.parametrize(("snake", "empty"), [(False, [6, 7]), (True, [4, 5])])
def test_cards_move_up_before_the_market_is_filled_at_its_end(snake: bool, empty: list[int]) -> None:
    state = table("set leader Ben", "Ben leads DRAFT", bot=Bot(A, snake=snake))
    state = after(state, "Ben drafts Cups 3 from market 2", "Ben is done")
    assert refused(state, "markets move up").rule == "C1"
    state = after(state, "Ana follows")
    state, _ = done(state)
    assert refused(state, "common market 2: ?").rule == "C19"
    assert refused(state, "Ana leads DRAFT").rule == "C1"
    order = (0, 1, 2, 3, 7, 6, 5, 4) if snake else range(8)
    before = [state.market_common[spot] for spot in order]
    state = after(state, "markets move up")
    assert [state.market_common[spot] for spot in order][:6] == [card for card in before if card is not None]
    assert [spot for spot, card in enumerate(state.market_common) if card is None] == empty
    assert refused(state, "markets move up").reason == "The markets are in order."


def test_a_turn_goes_on_until_the_markets_are_in_order() -> None:
    state = table("set tarot deck 0", "set tarot market 1: nothing", "set leader Ben", "Ben leads EARN")
    state = after(state, "Ben takes coins", "Ana passes")
    assert state.turn is not None
    state = after(state, "markets move up")
    assert state.turn is None
    assert state.market_tarot == (Tarot(10), Tarot(0), Tarot(21), None)


# Ascending


def market(*cards: str) -> tuple[str, ...]:
    return tuple(f"set common market {spot}: {card}" for spot, card in enumerate(cards, 1))


NOTHING = ("Wands 6",) * 2 + ("Cups 6",) * 2 + ("Swords 6",) * 2 + ("Pentacles 6",) * 2


def test_it_goes_on_through_the_market_and_back_for_what_has_become_suitable() -> None:
    cards = ("Cups 3", "Cups 2", "Wands 6", "Swords 2", *NOTHING[4:])
    stack = "set Ana ASCEND Wands 1 + Wands 2 + Wands 4"
    _, lines = done(table(*market(*cards), *ASCENDS))
    assert lines == ["Ana ascends Cups 2 from market 2", "Ana ascends Swords 2 from market 4"]
    state, lines = done(table(*market(*cards), stack, *ASCENDS))
    assert lines[2] == "Ana ascends Cups 3 from market 1"
    assert state.fate_common[Suit.DRAFT.column] == A


def test_its_instruction_is_a_sentence() -> None:
    state = table(*market(*NOTHING[:2], "Cups 2", *NOTHING[3:]), *ASCENDS)
    assert only(state).text == "Take the third market card, Cups 2, and put it on the DRAFT of Ana."
    state = table("set Ana coins 5", *market(*NOTHING[:2], "Cups 3", *NOTHING[3:]), *ASCENDS)
    assert only(state).text == (
        "Pay 5 coins from Ana to the bank, take the third market card, Cups 3, and put it on the DRAFT of Ana."
    )
    assert after(state, *told(state)).players[A].coins == exactly(0)


def test_then_it_skips_levels_from_the_start_of_the_market_while_it_has_money() -> None:
    cards = ("Cups 3", "Swords 2", "Wands 3", "Pentacles 3", *NOTHING[4:])
    stack = "set Ana ASCEND Wands 1 + Wands 2 + Wands 4"
    _, lines = done(table("set Ana coins 10", *market(*cards), stack, *ASCENDS))
    assert lines == [
        "Ana ascends Swords 2 from market 2",
        "Ana ascends Cups 3 from market 1",
        "Ana ascends Pentacles 3 from market 4",
    ]
    state, lines = done(table("set Ana coins 9", *market(*cards), stack, *ASCENDS))
    assert lines[-1] == "Ana ascends Cups 3 from market 1"
    assert told(state) == ["deck turned up: ?"]


def test_a_skip_may_make_a_card_suitable_and_skips_go_on_before_they_go_back() -> None:
    cards = ("Cups 5", "Cups 3", "Pentacles 3", "Cups 4", *NOTHING[4:])
    stack = "set Ana ASCEND Wands 1 + Wands 3 + Wands 5 + Wands 6"
    _, lines = done(table("set Ana coins 20", *market(*cards), stack, *ASCENDS))
    assert lines == [
        "Ana ascends Cups 3 from market 2",
        "Ana ascends Cups 4 from market 4",
        "Ana ascends Cups 5 from market 1",
        "Ana ascends Pentacles 3 from market 3",
    ]
    cards = ("Cups 5", "Cups 3", "Pentacles 3", *NOTHING[3:])
    _, lines = done(table("set Ana coins 10", *market(*cards), *ASCENDS))
    assert lines == ["Ana ascends Cups 3 from market 2", "Ana ascends Pentacles 3 from market 3"]


def test_for_what_is_left_it_turns_up_cards_and_discards_what_it_cannot_use() -> None:
    state = table("set Ana coins 4", *market(*NOTHING), *ASCENDS)
    assert only(state) == Instruction(TurnUp(), "Turn up 2 cards of the Common deck, one by one.")
    state = after(state, "deck turned up: Cups 3")
    assert only(state).text == "Turn up 1 card of the Common deck, one by one."
    assert refused(state, "Ana is done").rule == "C19"
    state = after(state, "deck turned up: Cups 2")
    assert only(state).text == "Put Cups 2, which is turned up, on the DRAFT of Ana."
    assert refused(state, "Ana ascends Cups 4").rule == "B12"
    state = after(state, "Ana ascends Cups 2", "Ana ascends Cups 3")
    assert (state.turned_up, len(state.discards)) == ((), 1)
    state = table("set Ana coins 4", *market(*NOTHING), *ASCENDS, "deck turned up: Cups 3", "deck turned up: Swords 4")
    assert only(state) == Instruction(Done(A), "Ana can do no more of this ASCEND, and what is turned up is discarded.")
    assert refused(state, "Ana ascends Wands 2").reason == "Wands 2 is not turned up."
    state = after(state, "Ana is done")
    assert [card.level for card in state.discards if isinstance(card, Common)] == [5, 3, 4]


def test_a_skip_with_a_card_that_is_turned_up_is_paid() -> None:
    state = table("set Ana coins 5", *market(*NOTHING), *ASCENDS, "deck turned up: Cups 3", "deck turned up: Wands 2")
    state, lines = done(state)
    assert lines == ["Ana ascends Wands 2", "Ana ascends Cups 3"]
    assert state.players[A].coins == exactly(0)
    state = table("set Ana coins 5", *market(*NOTHING), *ASCENDS, "deck turned up: Cups 3", "deck turned up: Cups 3")
    assert done(state)[1] == ["Ana ascends Cups 3", "Ana is done"]


def test_when_the_deck_gives_fewer_the_rest_is_lost() -> None:
    state = table(*market("Cups 3", *NOTHING[1:]), *ASCENDS, "set common deck 1", "set discards nothing")
    state = after(state, "deck turned up: Cups 2", "Ana ascends Cups 2")
    assert state.turn is not None
    assert state.turn.action is None, "it does not go back to the market"
    state = table(*market(*NOTHING), *ASCENDS, "set common deck 0", "set discards nothing")
    assert told(state) == ["Ana is done"]


def test_what_nobody_saw_turned_up_may_be_any_card() -> None:
    state = table("set Ana coins 0", *market(*NOTHING), *ASCENDS, "deck turned up: ?", "deck turned up: Cups 2")
    assert told(state) == ["Ana ascends Cups 2"]
    state = after(state, "Ana ascends Cups 2")
    assert told(state) == [
        "Ana ascends Pentacles 2",
        "Ana ascends Cups 3",
        "Ana ascends Wands 2",
        "Ana ascends Swords 2",
        "Ana is done",
    ]
    assert after(state, "Ana ascends Cups 3").turned_up == ()
    assert after(state, "Ana is done").discards[-1] is HIDDEN


def test_it_asks_which_card_it_is_that_nobody_saw() -> None:
    state = table("set common market 2: ?", *ASCENDS)
    assert only(state).text == "Say which card the second one of the Common market is."
    assert why_not(state, Ascend(A, CUPS_2, 0)) is None
    state = after(state, "common market 2: Cups 4")
    assert told(state) == ["Ana ascends Cups 2 from market 1"]


def test_nobody_else_ascends_from_the_market() -> None:
    state = table("set leader Ben", "Ben leads ASCEND")
    assert refused(state, "Ben ascends Cups 2 from market 1").rule == "C9"
    state = table(*ASCENDS)
    assert refused(state, "Ana ascends Swords 2 from market 1").rule == "C2"
    assert refused(state, "Ana ascends Cups 2 from market 9").rule == "C1"
    assert refused(state, "Ana ascends Cups 2").rule == "C19"


def test_as_fourth_player_it_ascends_from_its_hand() -> None:
    bot = Bot(A, from_hand=True)
    held = "set Ana holds Pentacles 2 + Cups 2 + Cups 3 + Swords 5 + Swords 6"
    state = table(held, *ASCENDS, bot=bot)
    assert told(state) == ["Ana ascends Pentacles 2", "Ana ascends Cups 2"], "its hand is in no order"
    assert decide(state)[0].text == "Put Pentacles 2 from its hand, if it has one, on the EARN of Ana."
    state = table(
        "set Ana coins 5", "set Ana holds Cups 3 + Swords 3 + Swords 5 + Swords 6 + Wands 6", *ASCENDS, bot=bot
    )
    assert told(state) == ["Ana ascends Cups 3", "Ana ascends Swords 3"]
    state = after(state, "Ana ascends Cups 3")
    assert told(state) == ["deck turned up: ?"]
    assert state.players[A].hand.common == exactly(4)
    state = table("set Ana coins 0", *ASCENDS, bot=bot)
    assert told(state)[-1] == "deck turned up: ?"
    assert len(told(state)) == 5, "a hand nobody saw may hold any card"
    assert [one.act for one in decide(state, (Common(Suit.CAPTURE, 2), Tarot(3)))] == [
        Ascend(A, Common(Suit.CAPTURE, 2))
    ]


def test_how_many_cards_it_may_ascend_can_be_unknown() -> None:
    state = after(opening(2, KNOWN, bot=Bot(A)), "set Ana ASCEND Wands 1 + Wands 2", *ASCENDS)
    assert told(state) == ["Ana ascends Cups 2 from market 1", "Ana is done"]
    assert decide(state)[1].text == "If its ASCEND card gives no more than 0, Ana is done."
    state = after(state, *market(*NOTHING))
    assert told(state) == ["deck turned up: ?", "Ana is done"]
    assert "as many cards as it still may ascend" in decide(state)[0].text


# Capturing


CAPTURES = ("deck turned up: Swords 6", "Ana leads CAPTURE")


def test_it_takes_the_first_tarot_and_pays_nothing() -> None:
    state = table("set tarot market 1: nothing", *CAPTURES)
    assert told(state) == ["Ana captures Wheel of Fortune under EARN from market 2, discards nothing, pays 0"]
    assert only(state).text == "Take the first Tarot of the market, Wheel of Fortune, and put it under EARN."
    state = after(state, told(state)[0])
    assert (state.players[A].coins, state.players[A].column(Suit.EARN).tarot) == (exactly(4), Tarot(10))
    line = "Ana captures Wheel of Fortune under EARN from market 2, discards nothing"
    assert refused(table(*CAPTURES), line).rule == "C19"


def test_open_spaces_come_in_suit_order_and_then_its_lowest_tarot() -> None:
    under = ("set Ana EARN tarot Justice", "set Ana ASCEND tarot The Magician")
    tokens = ("set tarot token EARN Ana", "set tarot token ASCEND Ana")
    acts = [one.act for one in decide(table(*under, *tokens, *CAPTURES))]
    assert [act.suit for act in acts if isinstance(act, Capture)] == [Suit.DRAFT, Suit.CAPTURE, Suit.ASCEND, Suit.EARN]
    text = decide(table(*under, *tokens, *CAPTURES))[-1].text
    assert text.endswith(
        "and put it on Justice under EARN, if none of its suits has an open space and none a lower Tarot."
    )


def test_a_lower_tarot_may_cost_it_the_token() -> None:
    state = table("set Ana EARN tarot Justice", "set Ben EARN tarot The Hermit", "set tarot token EARN Ana", *CAPTURES)
    state = after(state, "Ana captures The Empress under EARN from market 1")
    assert (state.fate_tarot[0], state.gone) == (B, (Tarot(11),))


def test_by_a_switch_it_pays_or_captures_nothing() -> None:
    paying = Bot(A, pays=True)
    state = table(*CAPTURES, bot=paying)
    assert decide(state)[0].text.startswith("Pay 3 coins from Ana to the bank, take the first Tarot")
    assert after(state, told(state)[0]).players[A].coins == exactly(1)
    assert told(table("set Ana coins 2", *CAPTURES, bot=paying)) == ["Ana is done"]
    state = table("set Ana coins 2-3", *CAPTURES, bot=paying)
    assert [line.split()[1] for line in told(state)] == ["captures", "is"]
    assert "less than 3 coins" in decide(state)[-1].text


def test_it_asks_which_tarot_it_is_and_takes_none_where_none_is_left() -> None:
    assert only(table("set tarot market 1: ?", *CAPTURES)).act == Refill("tarot", 0)
    gone = tuple(f"set tarot market {spot}: nothing" for spot in range(1, 5))
    assert told(table(*gone, *CAPTURES)) == ["Ana is done"]


# Everything else


def test_nothing_is_asked_of_it_when_others_act_or_there_is_no_bot() -> None:
    assert decide(opening()) == ()
    state = table("set leader Ben")
    assert decide(state) == ()
    assert decide(after(state, "Ben leads DRAFT")) == ()
    assert decide(after(state, "set Ben side 7")) == ()


def test_its_tarot_have_no_power_unless_it_uses_them() -> None:
    lines = ("set Ana EARN tarot The Magician", "set tarot token EARN Ana")
    assert ask(table(*lines), A, Rule.SKIP_PRICE, 5) == 5
    assert ask(table(*lines, bot=Bot(A, powers=True)), A, Rule.SKIP_PRICE, 5) == 3
    assert ask(table("set Ben EARN tarot The Magician", "set tarot token EARN Ben"), B, Rule.SKIP_PRICE, 5) == 3


def test_the_head_of_a_record_says_how_it_plays() -> None:
    told = setup(2, bot=Bot(A, True, True, True, True, True))
    text = format_record(Record(told))
    line = (
        "bot: Ana, market in a snake, ascends from its hand, trades whenever it can, uses its powers, pays to capture"
    )
    assert line in text.splitlines()
    assert parse(text).setup == told
    plain = format_record(Record(setup(2, bot=Bot(A))))
    assert parse(plain.replace("first: Ana\n", "")).setup.bot == Bot(A)


def test_a_record_that_has_the_bot_wrong_says_where() -> None:
    text = format_record(Record(setup(2, bot=Bot(A))))
    for wrong in (text.replace("bot: Ana", "bot: Ben"), text.replace("bot: Ana", "bot: Ana, cleverly")):
        with pytest.raises(RecordError) as error:
            parse(wrong)
        assert error.value.line == text.splitlines().index("bot: Ana") + 1


def test_the_middle_of_its_ascend_can_be_told() -> None:
    state = table("set Ana coins 9", *ASCENDS, "Ana ascends Cups 2 from market 1")
    line = "set turn Ana ASCEND 1, leader 1 of 2, through 1 and 0"
    assert line in format_record(Record.of(state.setup, position(state))).splitlines()
    assert after(table(), line).turn == state.turn
    state = table(*market(*NOTHING), *ASCENDS, "deck turned up: ?", "deck turned up: ?")
    assert refused(state, "Ana ascends Cups 1").rule == "B12"
    assert refused(state, "Ana ascends Cups 2 from market 2").rule == "C2"


def test_facts_of_the_bot_are_for_games_with_it() -> None:
    cards = (CUPS_2, HIDDEN)
    assert holds(table("set turned up Cups 2 + ?"), TurnedUpAre(cards)) is True
    assert holds(table("set turned up Cups 2 + ?", "set turned up nothing"), TurnedUpAre(())) is True
    assert (objection(opening(2), TurnedUpAre(cards)) or refused(opening(), "Ben passes")).rule == "C19"
    for seat, through, state in ((A, (1, 0), opening(2)), (B, (1, 0), table()), (A, (9, 0), table())):
        turn = Turn(seat, Suit.ASCEND, 1, action=Action(seat, Suit.ASCEND, False, 2, gone_through=through))
        refusal = objection(state, TurnIs(turn))
        assert refusal is not None
        assert refusal.rule == "C19"


def test_a_setup_keeps_its_bot() -> None:
    assert isinstance(table().setup, Setup)
    assert legal(table()) == (TurnUp(),)


def test_a_tarot_goes_no_further_than_its_first_proven_suit_that_is_open() -> None:
    lines = ("set tarot market 2: nothing", "set tarot market 1: Wheel of Fortune")
    state = table(*lines, "deck turned up: Swords 3", "Ana leads CAPTURE")
    assert told(state) == ["Ana captures Wheel of Fortune under EARN from market 1, discards nothing, pays 0"]
    refused(state, "Ana captures Wheel of Fortune under CAPTURE from market 1")
    under = ("EARN tarot The Magician", "DRAFT tarot The Moon")
    tokens = [f"set tarot token {line.split()[0]} Ana" for line in under]
    full = table(*lines, *(f"set Ana {line}" for line in under), *tokens, "deck turned up: Swords 3")
    acts = [one.act for one in decide(after(full, "Ana leads CAPTURE"))]
    assert [act.suit for act in acts if isinstance(act, Capture)] == [Suit.ASCEND, Suit.CAPTURE, Suit.EARN]
    other = table("set tarot market 1: Justice", "deck turned up: Swords 3", "Ana leads CAPTURE")
    acts = [one.act for one in decide(other)]
    assert [act.suit for act in acts if isinstance(act, Capture)] == [Suit.EARN, Suit.DRAFT]
