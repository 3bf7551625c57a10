"""The log: what counts, what a correction does, and what no longer fits."""

from engine.acts import Act, Ascend, Buy, Draft, Follow, Lead, Pass, Take, Unseen
from engine.cards import Common, Suit
from engine.facts import CoinsAre
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Replace, Undo, effective, entries_for, refold
from engine.numbers import KNOWN
from engine.ranges import exactly
from tests.engine.tables import A, B, C, after, opening, setup

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
    folded = refold(
        setup(), (*LOG[:1], Adjust(CoinsAre(A, exactly(30))), *LOG[1:], Adjust(CoinsAre(B, exactly(99999))))
    )
    assert folded.state.players[A].coins == exactly(30)
    assert [one.rule for one in folded.skipped] == ["N1"]


def test_a_learned_number_holds_from_the_start() -> None:
    evidence = Evidence("camera", 0.9, "read off the card")
    log = (*LOG, Learn("earn_pass", 1, 3, evidence))
    assert refold(setup(numbers=KNOWN), log[:4]).state.players[C].coins.exact is None
    assert refold(setup(numbers=KNOWN), log).state.players[C].coins == exactly(7)
    assert refold(setup(numbers=KNOWN), (*log, Undo(4))).state.players[C].coins.exact is None


def test_an_amount_that_nobody_knew_becomes_an_entry_of_its_own() -> None:
    seen = Evidence("hand", note="said aloud")
    state = after(opening(numbers=KNOWN), "Ana leads EARN")
    assert entries_for(state, Take(A, 5), seen) == (ActEntry(Take(A, 5), seen), Learn("earn_lead", 1, 5, seen))
    assert entries_for(state, Take(A)) == (ActEntry(Take(A)),)
    assert entries_for(after(opening(), "Ana leads EARN"), Take(A, 4)) == (ActEntry(Take(A, 4)),), "known already"
    taken = after(state, "Ana takes 5 coins")
    assert entries_for(taken, Pass(B, 3)) == (ActEntry(Pass(B, 3)), Learn("earn_pass", 1, 3))
    assert entries_for(state, Buy(A, 7)) == (ActEntry(Buy(A, 7)),), "which side of the mat is not known"
    mat = after(opening(numbers=KNOWN), "set mat 6 left 0 bought", "Ana leads EARN")
    assert entries_for(mat, Buy(A, 7)) == (ActEntry(Buy(A, 7)), Learn("mat_6", 1, 7))


def test_numbers_that_contradict_each_other_are_disputes() -> None:
    log = (Learn("earn_pass", 1, 3), Learn("earn_pass", 1, 4), Learn("no_row", 1, 4), Learn("ascend_lead", 1, 3))
    folded = refold(setup(numbers=KNOWN), log)
    assert [(one.entry, one.dispute) for one in folded.skipped] == [
        (1, "The bottom of EARN 1 said 3, now 4."),
        (2, "There is no printed number no_row 1 of 4."),
        (3, "The top of ASCEND 1 said 2, now 3."),
    ]
    assert folded.state.setup.numbers.earn_pass[0] == 3
    assert refold(setup(numbers=KNOWN), (*log, Undo(0))).state.setup.numbers.earn_pass[0] == 4


def test_acts_that_contradict_each_other_are_disputes() -> None:
    log = [ActEntry(act) for act in (Lead(A, Suit.EARN), Take(A, 5), Pass(B, 3), Pass(C, 4))]
    folded = refold(setup(numbers=KNOWN), log)
    assert [(one.entry, one.rule) for one in folded.skipped] == [(3, "N1")]
    assert (folded.told.earn_lead[0], folded.told.earn_pass[0]) == (5, 3)
    assert folded.state.setup.numbers == KNOWN, "what an act gives away is learned by an entry"


def test_a_fold_after_a_correction_takes_over_what_comes_before_it() -> None:
    log = [*LOG, ActEntry(Lead(B, Suit.DRAFT)), ActEntry(Draft(B, CUPS_2, 0))]
    for more in ([Undo(1)], [Undo(4)], [Answer(2, (Follow(B), Ascend(B, CUPS_2)))], [Learn("mat_5", 1, 9)], [Undo(0)]):
        whole = refold(setup(), [*log, *more])
        assert refold(setup(), [*log, *more], refold(setup(), log)) == whole
        assert refold(setup(), log, whole) == refold(setup(), log)
        assert refold(setup(2), [], whole) == refold(setup(2), [])
    unknown = refold(setup(numbers=KNOWN), log)
    learned = refold(setup(numbers=KNOWN), [*log, Learn("earn_pass", 1, 3)], unknown)
    assert (unknown.state.players[C].coins.exact, learned.state.players[C].coins.exact) == (None, 7)
    again = refold(setup(), [*log, Undo(5)], refold(setup(), log))
    assert again.steps[4] is refold(setup(), [*log, Undo(5)], again).steps[4]
