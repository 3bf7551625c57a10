"""What a record must not say: names, numbers, corrections and turns that no game has."""

import pytest

from engine.acts import CoinsTo, CommonTo, Effect, TarotTo, TokenTo, Under, Use
from engine.cards import HIDDEN, Common, Seat, Suit, Tarot
from engine.claims import EndIs, FateIs
from engine.errors import RecordError
from engine.facts import CoinsAre, Fact, HolderIs, LeaderIs, MatIs, TurnIs
from engine.grammar import parse_move
from engine.lines import Check, Move, format_move
from engine.numbers import KNOWN
from engine.ranges import exactly
from engine.record import format_head, parse
from engine.replay import replay
from engine.state import End, Setup, Turn
from tests.engine.tables import A, B

EMPRESS = Tarot(3)


def named(*names: str) -> Setup:
    return Setup(names, (HIDDEN,) * 4, (HIDDEN,) * 8)


def trouble(*lines: str) -> str:
    """Why a record of Ana and Ben stops at the last of its lines; nothing where it does not."""
    record = parse(format_head(named("Ana", "Ben")) + "".join(f"{line}\n" for line in lines))
    *_, last = replay(record)
    if last.trouble is None:
        return ""
    assert last.trouble.line == record.lines[-1]
    return f"{last.trouble.reason} (§{last.trouble.rule})"


@pytest.mark.parametrize(
    "name",
    [
        *("supply", "supplyman", "nobody", "the bank", "the supply", "the deck", "the discards", "the box"),
        *("market", "market 1", "leader", "winner", "winner Ana", "digest", "refused B4", "discards", "gives Ana"),
    ],
)
def test_no_name_is_what_the_record_says_where_a_player_may_stand(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a name here: in a record"):
        named("Ana", name)


@pytest.mark.parametrize(
    "rest",
    ["coins", "side", "hand 5", "holds", "DRAFT", "fate", "follow", "by threshold", "+", "to", "shows", "?", "Cups 2"],
)
def test_no_two_names_differ_by_a_word_that_may_follow_a_player(rest: str) -> None:
    for names in (("Ana", f"Ana {rest}"), (f"Ana {rest}", "Ana")):
        with pytest.raises(ValueError, match="cannot be a name beside 'Ana'"):
            named(*names)


@pytest.mark.parametrize(
    "names",
    [("Ana", "Ana Maria"), ("Marketa", "Leadership"), ("mat 3 left 2 bought", "gone nothing"), ("The", "The Sun")],
)
def test_other_names_are_read_back_wherever_a_player_may_stand(names: tuple[str, str]) -> None:
    setup = named(*names)
    seats: tuple[Seat, ...] = (A, B)
    moves: list[Move] = [MatIs(exactly(3), exactly(2))]
    for one, other in (seats, seats[::-1]):
        facts: list[Fact] = [
            CoinsAre(one, exactly(5)),
            HolderIs("common", Suit.DRAFT, one),
            LeaderIs(one),
            TurnIs(Turn(one, Suit.DRAFT, 1, (other,))),
        ]
        moves += [*facts, *map(Check, facts), Check(FateIs(one, exactly(2))), Check(EndIs(End("threshold", seats)))]
        moves += [
            Effect(one, EMPRESS, CoinsTo(one, other, 3)),
            Effect(one, EMPRESS, TokenTo(one, None, Suit.EARN)),
            Effect(one, EMPRESS, CommonTo("deck", other, None)),
            Effect(one, EMPRESS, TarotTo(Under(one, Suit.DRAFT), other, Tarot(11))),
            Use(one, EMPRESS, None, ((other, Common(Suit.DRAFT, 2)),), None, None, None),
            Use(one, EMPRESS, None, (), other, None, None),
        ]
    for move in moves:
        assert parse_move(setup, format_move(setup, move)) == move


def test_a_mat_has_five_or_six_spots() -> None:
    nine = "The Trading Mat has 5 or 6 spots, not 9."
    head = format_head(named("Ana", "Ben")).replace("numbers: known", "numbers: mine")
    with pytest.raises(RecordError) as caught:
        parse(head.rstrip() + "\nmat_spots: ? 5 6 9\n")
    assert (caught.value.column, caught.value.expected) == (12, nine)
    assert parse(head.rstrip() + "\nmat_spots: ? 5 6 6\n").setup.numbers.mat_spots == (None, 5, 6, 6)
    assert trouble("learn mat_spots 1: 9") == f"{nine} (§C22)"
    with pytest.raises(ValueError, match=nine):
        KNOWN.learn("mat_spots", 0, 9)


@pytest.mark.parametrize(
    "lines",
    [
        ("set Ana coins 9", "replace 1: Ana leads EARN"),
        ("set Ana coins 9", "answer 1: Ana leads EARN"),
        ("learn earn_lead 1: 4", "replace 1: Ana leads EARN"),
        ("Ana leads EARN", "undo 1", "replace 2: Ana leads EARN"),
        ("Ana leads EARN", "undo 1", "replace 1: Ana leads DRAFT"),
        ("Ana leads EARN", "replace 1: Ana leads DRAFT", "undo 2", "replace 2: Ana leads CAPTURE"),
        ("Ana leads EARN", "replace 1: Ana leads DRAFT", "undo 1", "replace 2: Ana leads CAPTURE"),
        ("Ana leads EARN", "answer 1: nothing"),
        ("Ana leads EARN", "Ben is unseen", "undo 2", "answer 2: Ben passes"),
    ],
)
def test_a_correction_is_of_an_act_that_counts_and_an_answer_of_one_that_nobody_saw(lines: tuple[str, ...]) -> None:
    assert trouble(*lines[:-1]) == ""
    with pytest.raises(RecordError, match="expected the number of an act that counts") as caught:
        trouble(*lines)
    assert caught.value.column == lines[-1].index(" ") + 2


@pytest.mark.parametrize(
    "lines",
    [
        ("answer 3: Ben passes", "answer 4: Ben passes, takes 3", "answer 3: nothing"),
        ("replace 2: Ana takes 3 coins", "replace 4: Ana takes 2 coins", "replace 2: Ana takes 5 coins"),
        ("replace 3: Ben passes", "replace 4: Ben is unseen", "answer 5: Ben passes"),
        ("undo 3", "undo 4", "answer 3: Ben passes"),
    ],
)
def test_corrections_of_corrections_go_on(lines: tuple[str, ...]) -> None:
    assert trouble("Ana leads EARN", "Ana takes 4 coins", "Ben is unseen", *lines[:-1]) == ""
    assert trouble("Ana leads EARN", "Ana takes 4 coins", "Ben is unseen", *lines) == ""
