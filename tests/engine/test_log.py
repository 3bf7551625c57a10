"""The log: what counts, what a correction does, and what no longer fits."""

from engine.acts import Act, Ascend, Draft, Follow, Lead, Pass, Unseen
from engine.cards import Common, Suit
from engine.facts import CoinsAre
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Replace, Undo, effective, refold
from engine.numbers import KNOWN
from engine.ranges import exactly
from tests.engine.tables import A, B, C, setup

CUPS_2 = Common(Suit.DRAFT, 2)
LEAD, RISE, BEN, CAI = Lead(A, Suit.ASCEND), Ascend(A, CUPS_2), Unseen(B), Pass(C)
LOG: tuple[Entry, ...] = (ActEntry(LEAD), ActEntry(RISE), ActEntry(BEN), ActEntry(CAI))


def moves(*more: Entry) -> list[Act]:
    return [one.move for one in effective((*LOG, *more))]  # type: ignore[misc]


def test_acts_count_in_order() -> None:
    assert moves() == [LEAD, RISE, BEN, CAI]


def test_an_undo_takes_an_entry_out_and_undoing_it_puts_it_back() -> None:
    assert moves(Undo(1)) == [LEAD, BEN, CAI]
    assert moves(Undo(1), Undo(4)) == [LEAD, RISE, BEN, CAI]
    assert moves(Undo(1), Undo(4), Undo(5)) == [LEAD, BEN, CAI]


def test_a_late_answer_takes_the_place_of_its_question() -> None:
    answer = Answer(2, (Follow(B), Ascend(B, CUPS_2)))
    assert moves(answer) == [LEAD, RISE, *answer.acts, CAI]
    assert moves(answer, Undo(4)) == [LEAD, RISE, BEN, CAI]


def test_a_replacement_stands_where_the_act_stood_and_can_be_replaced() -> None:
    first, second = Ascend(A, Common(Suit.EARN, 2)), Ascend(A, Common(Suit.ASCEND, 2))
    assert moves(Replace(1, first)) == [LEAD, first, BEN, CAI]
    assert moves(Replace(1, first), Replace(4, second)) == [LEAD, second, BEN, CAI]
    assert moves(Replace(1, first), Undo(1)) == [LEAD, BEN, CAI]


def test_a_pointer_to_nothing_changes_nothing() -> None:
    assert moves(Undo(9), Undo(-1), Replace(12, RISE)) == [LEAD, RISE, BEN, CAI]


def test_refold_is_the_fold_of_what_counts() -> None:
    folded = refold(setup(), LOG)
    assert folded.skipped == ()
    assert folded.state.fate_common[Suit.DRAFT.column] == A
    assert folded.state.count == 4


def test_what_no_longer_fits_stays_with_its_dispute() -> None:
    log = (*LOG, ActEntry(Lead(B, Suit.DRAFT)), ActEntry(Draft(B, CUPS_2, 0)), Undo(4))
    folded = refold(setup(), log)
    assert [(one.entry, one.rule) for one in folded.skipped] == [(5, "C24")]
    assert folded.skipped[0].dispute == "Ben has no action to do now."


def test_an_adjustment_holds_from_where_it_stands() -> None:
    folded = refold(setup(), (*LOG[:1], Adjust(CoinsAre(A, exactly(30))), *LOG[1:], Adjust(CoinsAre(B, exactly(999)))))
    assert folded.state.players[A].coins == exactly(30)
    assert [one.rule for one in folded.skipped] == ["N1"]


def test_a_learned_number_holds_from_the_start() -> None:
    evidence = Evidence("camera", 0.9, "read off the card")
    log = (*LOG, Learn("earn_pass", 1, 3, evidence))
    assert refold(setup(numbers=KNOWN), log[:4]).state.players[C].coins.exact is None
    assert refold(setup(numbers=KNOWN), log).state.players[C].coins == exactly(7)
    assert refold(setup(numbers=KNOWN), (*log, Undo(4))).state.players[C].coins.exact is None
