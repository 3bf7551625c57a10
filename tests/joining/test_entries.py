"""Every kind of log entry survives its row in the journal."""

import json

import pytest

from assistant.entries import UnreadableEntry, from_row, to_row
from assistant.journal import Row
from engine.acts import Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Refill, Shuffle, Take, Unseen
from engine.cards import HIDDEN, Common, Seat, Suit, Tarot
from engine.facts import CoinsAre, DeckIs, HandIs, HolderIs, LeaderIs, MatIs, SideIs, SpotIs, StackIs, TarotIs
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Replace, Undo
from engine.ranges import Range, exactly
from tests.joining.scenes import opened

A, B, C = Seat(0), Seat(1), Seat(2)
CAMERA = Evidence("camera", 0.912, "0007.jpg")
CUPS_3, WANDS_2 = Common(Suit.DRAFT, 3), Common(Suit.ASCEND, 2)
ACTS = (
    Lead(A, Suit.DRAFT),
    Follow(B),
    Follow(B, 2),
    Pass(C),
    Pass(C, 3),
    Take(A),
    Take(A, 4),
    Buy(A),
    Buy(A, 7),
    Draft(A),
    Draft(A, CUPS_3),
    Draft(A, spot=2),
    Draft(A, CUPS_3, 2),
    Ascend(B, WANDS_2),
    Capture(C, Tarot(8), Suit.EARN, 1),
    Capture(C, Tarot(8), Suit.EARN, None, (CUPS_3, CUPS_3), 2),
    Done(A),
    Unseen(B),
    Refill("common", 3, CUPS_3),
    Refill("tarot", 0),
    Shuffle(),
)
FACTS = (
    CoinsAre(A, exactly(7)),
    CoinsAre(A, Range(2, 9)),
    HandIs(B, Range(3, 8), exactly(1)),
    SideIs(C, exactly(2)),
    SideIs(C, Range(0, 1)),
    StackIs(A, Suit.DRAFT, (Common(Suit.DRAFT, 1), CUPS_3)),
    TarotIs(A, Suit.EARN, Tarot(12), turned=True),
    TarotIs(A, Suit.EARN, None),
    HolderIs("common", Suit.DRAFT, B),
    HolderIs("tarot", Suit.EARN, None),
    SpotIs("common", 1, HIDDEN),
    SpotIs("tarot", 1, None),
    DeckIs("common", exactly(40)),
    MatIs(exactly(3), exactly(2)),
    MatIs(Range(3, 5), Range(0, 2)),
    LeaderIs(B),
)
ENTRIES: tuple[Entry, ...] = (
    *(ActEntry(act, CAMERA) for act in ACTS),
    *(Adjust(fact) for fact in FACTS),
    Undo(4),
    Replace(2, Pass(C, 3), CAMERA),
    Answer(3, (Follow(B), Draft(B, spot=1)), CAMERA),
    Answer(3, ()),
    Learn("draft_lead", 2, 2),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=repr)
def test_an_entry_survives_its_row(entry: Entry) -> None:
    setup = opened().setup
    kind, body, evidence = to_row(setup, entry)
    assert from_row(setup, Row(1, "2026-01-01T00:00:00+00:00", kind, body, evidence)) == entry
    json.loads(body)


def test_moves_are_readable_lines() -> None:
    setup = opened().setup
    assert json.loads(to_row(setup, ActEntry(Draft(A, CUPS_3, 2)))[1]) == {"line": "Ana drafts Cups 3 from market 3"}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("act", "{}"),
        ("act", '{"line": "Ana flies"}'),
        ("act", '{"line": "Zoe passes"}'),
        ("act", "[1]"),
        ("adjust", '{"line": "Ana passes"}'),
        ("undo", '{"of": "x"}'),
        ("answer", '{"to": 1, "lines": ["?"]}'),
        ("learn", '{"row": "draft_lead"}'),
        ("poem", "{}"),
    ],
)
def test_a_row_that_is_no_entry_says_which_it_is(kind: str, body: str) -> None:
    evidence = '{"source": "hand", "confidence": 1.0, "note": ""}'
    with pytest.raises(UnreadableEntry, match="Entry 12 of the journal"):
        from_row(opened().setup, Row(12, "", kind, body, evidence))
    with pytest.raises(UnreadableEntry, match="Entry 12"):
        from_row(opened().setup, Row(12, "", "undo", '{"of": 1}', "null"))
