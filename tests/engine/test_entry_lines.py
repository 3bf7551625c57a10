"""Lines of a record that are more than acts: evidence, comments, corrections, claims."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.acts import Ascend, Follow, Lead, Pass, Unseen
from engine.cards import Common, Suit
from engine.entry_lines import Line, Said, format_line, parse_line
from engine.errors import RecordError
from engine.facts import CoinsAre
from engine.lines import Check
from engine.log import ActEntry, Adjust, Answer, Entry, Evidence, Learn, Replace, Undo
from engine.ranges import exactly
from tests.engine.tables import A, B, setup

BEFORE: tuple[Entry, ...] = (ActEntry(Unseen(B)), ActEntry(Pass(B)), Undo(1))


def read(text: str, before: Sequence[Entry] = BEFORE) -> Line:
    return parse_line(setup(), text, 9, before)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("undo 2", Undo(1)),
        ("replace 1: Ana leads DRAFT", Replace(0, Lead(A, Suit.DRAFT))),
        (
            "answer 1: Ben follows; Ben ascends Cups 2",
            Answer(0, (Follow(B), Ascend(B, Common(Suit.DRAFT, 2)))),
        ),
        ("answer 1: nothing", Answer(0, ())),
        ("learn capture_tarots_lead 2: 1", Learn("capture_tarots_lead", 2, 1)),
        ("Ben passes {camera 0.97}", ActEntry(Pass(B), Evidence("camera", 0.97))),
        ("set Ana coins 3 {rules}", Adjust(CoinsAre(A, exactly(3)), Evidence("rules"))),
        ("undo 2 {hand: Ben: \\}no\\n#1}", Undo(1, Evidence("hand", 1.0, "Ben: }no\n#1"))),
        ("replace 1: Ana leads DRAFT {camera 0.5}", Replace(0, Lead(A, Suit.DRAFT), Evidence("camera", 0.5))),
        ("answer 1: nothing {rules: late}", Answer(0, (), Evidence("rules", 1.0, "late"))),
        ("learn earn_lead 1: 4 {camera 1e-07}", Learn("earn_lead", 1, 4, Evidence("camera", 1e-07))),
        ("check Ana coins 3", Check(CoinsAre(A, exactly(3)))),
    ],
)
def test_what_a_line_says_and_how_it_is_written(text: str, said: Said) -> None:
    assert read(text) == Line(said)
    assert format_line(setup(), Line(said)) == text
    assert read(f"{text}  # so {{it}} was") == Line(said, "so {it} was")
    assert format_line(setup(), Line(said, "so {it} was")) == f"{text}  # so {{it}} was"


def test_comments_and_empty_lines_are_lines() -> None:
    for text in ("", "# on its own", "#"):
        assert format_line(setup(), read(text)) == text
        assert read(text).said is None


def test_what_is_read_more_freely_than_written() -> None:
    assert read("  4.  Ben passes   #what now") == Line(ActEntry(Pass(B)), "what now")
    assert read("Ben passes {hand}") == Line(ActEntry(Pass(B)))
    assert read("undo") == Line(Undo(0)), "the last that counts: the pass was taken back already"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("undo 4", 6, "from 1 to 3"),
        ("undo 0", 6, "from 1 to 3"),
        ("undo it", 6, "the number of an earlier entry"),
        ("undone", 5, "the end of the line"),
        ("replace 1 Ana leads DRAFT", 10, ":"),
        ("replace 1: Ana sings", 15, "leads"),
        ("replace 1: set Ana coins 3", 12, "a player"),
        ("answer 1: Ben follows; Ben sings", 27, "leads"),
        ("replace 2: Ana leads DRAFT", 9, "an act that counts"),
        ("answer 2: nothing", 8, "that nobody saw"),
        ("learn earn_led 2: 4", 7, "earn_lead"),
        ("learn earn_lead 2: four", 20, "what is printed"),
        ("Ben passes {dream 0.5}", 13, "camera or hand or rules"),
        ("Ben passes {camera 1.5}", 20, "from 0 to 1"),
        ("Ben passes {camera: no end", 27, "}"),
        ("Ben passes {camera} and", 21, "comment"),
        ("check Ana coins 4 {camera}", 19, "a check rests on nothing"),
        ("{camera}", 1, "an entry before"),
        ("7. Ben passes", 1, "expected 4"),
        ("check digest 12ab", 14, "hexadecimal"),
        ("check refused b4: Ben follows", 15, "a ruling"),
        ("check allowed: Ben folows", 19, "follows"),
        ("check winner Ana", 17, "by"),
        ("set digest 0123456789", 5, "a player"),
        ("set turn Ana DRAFT 3, Ben", 23, "leader or follower"),
    ],
)
def test_a_wrong_line_says_where_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (9, column), caught.value
    assert expected in caught.value.expected


def test_nothing_to_take_back() -> None:
    with pytest.raises(RecordError, match="taken back"):
        read("undo", (ActEntry(Pass(B)), Undo(0)))
    with pytest.raises(RecordError, match="an entry before it"):
        read("undo 1", ())


@given(st.sampled_from(["camera", "hand", "rules"]), st.floats(0, 1), st.text())
def test_any_evidence_comes_back(source: str, confidence: float, note: str) -> None:
    entry = ActEntry(Pass(B), Evidence(source, confidence, note))  # type: ignore[arg-type]
    text = format_line(setup(), Line(entry))
    assert "\n" not in text
    assert read(text).said == entry
