"""The text record: written, read, refused with a place and a reason, replayed."""

from dataclasses import replace

import pytest

from engine.acts import Buy, Capture, Draft, Follow, Lead, Pass, Refill, Take
from engine.cards import HIDDEN, Common, Faces, Suit, Tarot
from engine.errors import RecordError
from engine.grammar import parse_act, parse_move
from engine.lines import format_act, format_move
from engine.log import ActEntry, Undo
from engine.numbers import KNOWN, UNKNOWN
from engine.record import Record, format_head, format_record, parse
from engine.replay import replay
from engine.state import Setup
from tests.engine.tables import A, B, C, setup

LINES = (
    "Ana leads DRAFT",
    "Ana drafts Cups 3 from market 5",
    "Ana drafts from market 1",
    "Ana drafts from the deck",
    "Ana drafts Wands 6 from the deck",
    "Ben follows",
    "Ben follows for free",
    "Ben follows, pays 2",
    "Cai passes",
    "Cai passes, takes 3",
    "Ana takes coins",
    "Ana takes 4 coins",
    "Ana buys a token",
    "Ana buys a token for 7",
    "Ana ascends Swords 2",
    "Ana captures The Hermit under DRAFT from market 2",
    "Ana captures The Fool under ASCEND from hand, discards nothing",
    "Ana captures The Fool under ASCEND from hand, pays 3",
    "Ana captures Wheel of Fortune under EARN from market 1, discards Cups 3 + Wands 2, pays 5",
    "Ana is done",
    "Ben is unseen",
    "common market 5: Wands 2",
    "tarot market 1: The High Priestess",
    "tarot market 1: ?",
    "discards shuffled",
    "set Ana coins 5",
    "set Ana hand 5 common 1 tarot",
    "set Ana coins 3-6",
    "set Ana hand 3-5 common 0-1 tarot",
    "set Ana side 2",
    "set Ana DRAFT Cups 1 + Cups 3",
    "set Ana DRAFT tarot The Moon turned",
    "set Ana DRAFT tarot nothing",
    "set common token DRAFT Ben",
    "set tarot token EARN supply",
    "set common market 3: nothing",
    "set tarot market 3: ?",
    "set common deck 12",
    "set mat 3 left 2 bought",
    "set leader Cai",
    "set tarot deck 4-6",
    "set Ana holds Cups 3 + The Hermit",
    "set Ana holds ?",
    "set discards Cups 2 + ?, 0-3 unseen",
    "set discards nothing",
    "set gone The Fool + Justice",
    "set turn Ana DRAFT 3",
    "set turn Ana DRAFT 3, answered Ben, follower 1 of ?",
    "set turn Ana CAPTURE 3, leader 1 of 2, paid 0-2 of 3 cards",
    "set turn Cai CAPTURE 3, answered Ana + Ben",
    "set turn Ana CAPTURE 1, leader 1 of 2, paid 0 of ? cards, captured The Magician, ascends from the market",
    "set turn Ana DRAFT 3, answered Ben, used Justice, waived The Hermit + The Sun",
    "set discards were shuffled",
    "set discards were not shuffled",
    "check Ben coins 5",
    "check digest 0123456789abcdef",
    "check Ana fate 2-3",
    "check Ben follow cost 2",
    "check winner nobody",
    "check winner Ana + Ben by depletion",
    "check allowed: Ben follows, pays 2",
    "check refused A18b: common market 5: Wands 2",
)


@pytest.mark.parametrize("line", LINES)
def test_a_canonical_line_comes_back_as_it_was(line: str) -> None:
    assert format_move(setup(), parse_move(setup(), line)) == line


def test_lines_mean_what_they_say() -> None:
    read = [parse_act(setup(), line) for line in LINES[:25]]
    assert read[0] == Lead(A, Suit.DRAFT)
    assert read[1] == Draft(A, Common(Suit.DRAFT, 3), 4)
    assert read[6:8] == [Follow(B, 0), Follow(B, 2)]
    assert read[9] == Pass(C, 3)
    assert read[11] == Take(A, 4)
    assert read[13] == Buy(A, 7)
    assert read[15] == Capture(A, Tarot(9), Suit.DRAFT, 1)
    paid = (Common(Suit.DRAFT, 3), Common(Suit.ASCEND, 2))
    assert read[18] == Capture(A, Tarot(10), Suit.EARN, 0, paid, 5)
    assert read[21] == Refill("common", 4, Common(Suit.ASCEND, 2))


def test_letters_and_labels_may_be_read_and_names_are_written() -> None:
    act = parse_act(setup(), "B drafts cups_03 from market 2")
    assert format_act(setup(), act) == "Ben drafts Cups 3 from market 2"


@pytest.mark.parametrize("line", ["Ana takes {}", "Ana by The Empress: {} from the bank to Ana"])
def test_one_coin_may_be_said_in_the_singular(line: str) -> None:
    act = parse_act(setup(), line.format("1 coin"))
    assert format_act(setup(), act) == line.format("1 coins")


def test_names_that_look_like_words_of_the_record_or_like_each_other() -> None:
    base = setup()
    odd = Setup(("Ana", "Ana leads", "set"), base.market_tarot, base.market_common)
    for act in (Lead(A, Suit.EARN), Lead(B, Suit.EARN), Lead(C, Suit.EARN), Pass(B), Pass(C)):
        assert parse_act(odd, format_act(odd, act)) == act
    words = Setup(("mat", "1. Ben", "undo"), base.market_tarot, base.market_common)
    lines = ("mat passes", "1. Ben passes", "undo passes", "undo 2", "set mat coins 3", "set mat 3 left 2 bought")
    text = format_head(words) + "".join(f"{line}\n" for line in lines)
    assert format_record(parse(text)) == text
    assert parse(text).entries == (*(ActEntry(Pass(seat)) for seat in (A, B, C)), Undo(1), *parse(text).entries[4:])
    swapped = Setup(("B", "A", "C"), base.market_tarot, base.market_common)
    assert parse_act(swapped, "B passes") == Pass(A)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("Zoe leads DRAFT", 1, "a player (Ana, Ben, Cai)"),
        ("Ana sings", 4, "leads or follows"),
        ("Ana leads CUPS", 11, "EARN or DRAFT or ASCEND or CAPTURE"),
        ("Ana drafts Cups 9 from market 1", 12, "a card, such as Cups 3"),
        ("Ana drafts Cups 3 from market 0", 32, "a spot, from 1"),
        ("Ana ascends The Moon", 13, "a Common card"),
        ("Ana captures Cups 2 under EARN from hand", 14, "a Tarot"),
        ("Cai passes, takes many", 19, "a number of coins"),
        ("Ana is done twice", 12, "the end of the line"),
        ("common market 2: The Moon", 18, "a Common card"),
        ("common market 2: nothing", 25, "a card or ?"),
        ("set Ana purse 3", 9, "EARN"),
        ("set Ana coins 6-3", 17, "at least 6"),
        ("", 1, "a player"),
    ],
)
def test_a_wrong_line_says_where_and_what_was_expected(line: str, column: int, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_move(setup(), line, 7)
    assert (caught.value.line, caught.value.column) == (7, column)
    assert expected in caught.value.expected


def test_a_fact_is_no_act() -> None:
    with pytest.raises(RecordError, match="expected a player"):
        parse_act(setup(), "set Ana coins 4")


def record(*lines: str, of: Setup | None = None) -> Record:
    base = of or setup()
    return Record.of(base, (parse_move(base, line) for line in lines))


@pytest.mark.parametrize(
    "of",
    [
        setup(2),
        setup(5, first=3),
        setup(numbers=KNOWN),
        setup(numbers=replace(KNOWN, draft_lead=UNKNOWN, draft_follow=UNKNOWN, ascend_lead=UNKNOWN)),
        replace(setup(), faces=Faces("swords", "wands"), market_tarot=(Tarot(1), HIDDEN, Tarot(2), Tarot(20))),
    ],
)
def test_a_record_comes_back_exactly(of: Setup) -> None:
    one = record("Ana leads DRAFT", "Ben is unseen", "check Ben side 0", of=of)
    text = format_record(one)
    assert parse(text) == one
    assert format_record(parse(text)) == text


def test_comments_blank_lines_and_a_short_head_are_read() -> None:
    text = """# a game
Soothsayers record 1
players: Ana, Ben
tarot market: The Empress, ?, The Fool, The World
common market: Cups 2, Cups 3, ?, ?, ?, ?, ?, ?
numbers: house

Ana leads DRAFT   # the first of many

Ben passes
"""
    one = parse(text)
    assert one.setup.numbers.invented
    assert one.setup.first == A
    assert [(line.number, line.comment) for line in one.lines] == [(8, "the first of many"), (9, None), (10, None)]
    assert one.remarks == ("a game",)


HEAD = format_head(setup())


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "Soothsayers record 1"),
        ("hello", 1, "Soothsayers record 1"),
        ("Soothsayers record 1\nplayers: Ana, Ben\n", 1, "tarot market"),
        (HEAD.replace("first: Ana", "first: Zoe"), 3, "a player"),
        (HEAD.replace("ascend: wands", "ascend: cups"), 4, "Wands and Swords"),
        (HEAD.replace("The Fool", "The Fol"), 6, "a card"),
        (HEAD.replace("The Fool, ", ""), 6, ","),
        (HEAD.replace("players: Ana, Ben, Cai", "players: Ana, B;n, Cai"), 2, "cannot be a name"),
        (HEAD.replace("players: Ana, Ben, Cai", "players: Ana"), 2, "2 to 5 names"),
        (HEAD.replace("players: Ana, Ben, Cai", "players: Ana, Ana, Cai"), 2, "name of their own"),
        (HEAD.replace("4 5 6 7 8 10", "4 5 6 seven 8 10"), 9, "6 numbers"),
        (HEAD.replace("house, invented", "house, real"), 8, "invented"),
        (HEAD[: HEAD.index("earn_lead")].replace("house, invented", "ours") + "\n", 8, "known or house"),
        (HEAD.replace("first: Ana", "first: Ana\nfirst: Ben"), 4, "already given"),
        (HEAD.replace("first: Ana", "colour: red"), 3, "expected an empty line"),
        (HEAD + "Ana leads DRAFT\nAna sings\n", 24, "leads"),
    ],
)
def test_a_wrong_record_says_where_and_what_was_expected(text: str, line: int, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert caught.value.line == line
    assert expected in caught.value.expected


def test_replay_stops_at_what_is_not_legal_with_line_and_ruling() -> None:
    text = HEAD + "Ana leads EARN\nBen follows\nCai passes\n"
    steps = list(replay(parse(text)))
    trouble = steps[-1].trouble
    assert trouble is not None
    assert (trouble.line.number, trouble.rule) == (24, "B4")
    assert steps[-1].state == steps[-2].state
    assert len(steps) == 3


def test_a_check_that_fails_or_cannot_be_told_is_trouble() -> None:
    def said(*lines: str, of: Setup | None = None) -> str:
        trouble = list(replay(record(*lines, of=of)))[-1].trouble
        return "" if trouble is None else trouble.reason

    assert said("check Ana coins 4") == ""
    assert said("check Ana coins 5") == 'The record claims "Ana coins 5"; the game says "Ana coins 4".'
    unknown = said("Ana leads EARN", "Ben passes", "check Ben coins 7", of=setup(numbers=KNOWN))
    assert unknown == 'The record claims "Ben coins 7"; the game says "Ben coins 4-170".'


def test_a_record_may_start_from_any_position() -> None:
    lines = (
        "set Ana DRAFT Cups 1 + Cups 3",
        "set common token DRAFT Ana",
        "set Ben EARN tarot The Sun",
        "set tarot token EARN Ben",
        "set Ben side 4",
        "set leader Ben",
        "Ben leads ASCEND",
        "Ben ascends Swords 2",
    )
    last = list(replay(record(*lines)))[-1]
    assert last.trouble is None
    assert last.state.winner == B


def test_comments_and_what_entries_rest_on_are_kept() -> None:
    title, *head = format_head(setup()).splitlines()
    text = "\n".join(
        (title, "# Tuesday, at Ben's", "#", *head, "# The first turn.", "Ana leads DRAFT {camera 0.93}  # at last")
    )
    text += "\n\n\nundo 1 {hand: no, EARN}\n\n"
    assert format_record(parse(text)) == text
    assert parse(text).remarks == ("Tuesday, at Ben's", "")


def test_comments_of_the_head_come_together_below_the_title() -> None:
    text = f"# before\n\n{HEAD.replace('first: Ana', 'first: Ana   # of all')}Ana leads EARN"
    assert (
        format_record(parse(text)) == HEAD.replace("record 1\n", "record 1\n# before\n# of all\n") + "Ana leads EARN\n"
    )
    assert parse(text.replace("\n", "\r\n")) == parse(text)
