"""From a reading to legal acts: what is explained, what is left, and that nothing illegal is ever proposed."""

from random import Random

import pytest

from assistant.evidence import differences
from assistant.phrases import card_name
from assistant.reconcile import MOST_BRANCHES, Explanation, explain, reveals
from engine.cards import HIDDEN, Common, Suit
from engine.layout import layout
from engine.legality import why_not
from engine.lines import format_act
from engine.numbers import KNOWN
from engine.rules import apply
from engine.state import State
from tests.joining.evenings import moments
from tests.joining.readings import Eye
from tests.joining.scenes import CHANGED, COVERED, EMPTY, after, evidence, named, opened
from vision.reading import LABELS
from vision.track import Seen, SlotView


def lines(state: State, found: Explanation) -> list[str]:
    return [format_act(state.setup, act) for act in found.acts]


def test_what_agrees_needs_no_acts() -> None:
    state = opened()
    (found,) = explain(state, evidence(state, state))
    assert found.acts == ()
    assert found.left == ()
    assert found.state == state


@pytest.mark.parametrize(
    ("told", "done"),
    [
        ([], ["Ana leads CAPTURE"]),
        (["Ana leads ASCEND"], ["Ana ascends Cups 2"]),
        (["set Ana coins 6", "Ana leads ASCEND"], ["Ana ascends Pentacles 3"]),
        (["Ana leads ASCEND", "Ana is done", "Ben passes"], ["Cai follows", "Cai ascends Swords 2"]),
    ],
    ids=["a lead", "a card on a stack", "a skip", "a follower"],
)
def test_one_visible_movement_is_its_act(told: list[str], done: list[str]) -> None:
    before = after(opened(), *told)
    now = after(before, *done)
    best = explain(before, evidence(before, now))[0]
    assert lines(before, best) == done
    assert best.left == ()
    assert best.state == now


def test_a_tarot_under_a_column_is_a_capture_from_where_it_lay() -> None:
    start = opened()
    tarot = start.market_tarot[2]
    assert tarot is not None
    assert tarot is not HIDDEN
    before = after(start, "Ana leads CAPTURE")
    name = start.setup.faces.name(tarot)
    # What was paid is nobody's to see.
    now = after(before, f"Ana captures {name} under EARN from market 3")
    best = explain(before, evidence(before, now))[0]
    assert lines(before, best) == [f"Ana captures {name} under EARN from market 3"]
    assert best.state.fate_tarot[0] == 0


def test_passes_and_a_refill_between_two_leads_are_filled_in() -> None:
    before = after(opened(), "Ana leads DRAFT", "Ana drafts from market 1", "Ana drafts from market 2")
    filled = ("common market 1: Cups 2", "common market 2: Swords 2")
    now = after(before, "Ben passes", "Cai passes", *filled, "Ben leads EARN")
    best = explain(before, evidence(before, now))[0]
    assert lines(before, best) == ["Ben is unseen", "Cai is unseen", *filled, "Ben leads EARN"]


def test_a_lead_after_four_unseen_answers_is_seen() -> None:
    (first, *_) = moments(5, 4, 1)
    before = after(first.state, "Ana leads ASCEND", "Ana ascends Cups 2")
    now = after(before, "Ben passes", "Cai passes", "Dia passes", "Eli passes", "Ben leads CAPTURE")
    best = explain(before, evidence(before, now))[0]
    assert lines(before, best)[-1] == "Ben leads CAPTURE"
    assert best.left == ()


def test_two_drafts_at_once_are_all_the_ways_they_can_have_been() -> None:
    before = after(opened(), "Ana leads DRAFT")
    now = after(before, "Ana drafts from market 1", "Ana drafts from market 4")
    found = explain(before, evidence(before, now))
    ways = [lines(before, way) for way in found]
    assert ["Ana drafts from market 1", "Ana drafts from market 4"] in [sorted(way) for way in ways]
    assert any("Ben follows" in way for way in ways)
    assert all(way.left == () for way in found)


def test_three_drafts_are_more_than_a_lead_of_two_allows() -> None:
    before = after(opened(), "Ana leads DRAFT")
    three = {f"market.common.{spot}": EMPTY for spot in (0, 1, 5)}
    found = explain(before, evidence(before, before, three))
    assert found[0].left == ()
    for way in found:
        drafters = {line.split()[0] for line in lines(before, way) if "drafts" in line}
        assert len(drafters) > 1


def test_two_ascends_of_one_column_between_two_stills() -> None:
    before = after(opened(), "set Ana coins 5", "Ana leads ASCEND")
    now = after(before, "Ana ascends Cups 2", "Ana ascends Cups 4")
    best = explain(before, evidence(before, now))[0]
    assert best.state.players[0].column(Suit.DRAFT).level == 4
    assert best.left == ()


def test_a_deck_that_may_be_empty_does_not_hide_a_refill() -> None:
    # With unknown numbers a drafter may have taken any number of cards from the deck.
    before = after(opened(KNOWN), "Ana leads DRAFT", "Ana drafts from market 1", "Ben is unseen", "Cai is unseen")
    assert before.deck_common.lo == 0
    now = after(before, "common market 1: Cups 2")
    best = explain(before, evidence(before, now))[0]
    assert lines(before, best) == ["common market 1: Cups 2"]


@pytest.mark.parametrize(
    ("told", "slot", "label"),
    [
        ([], "C.EARN", "pentacles_05"),  # nobody led
        (["Ana leads ASCEND"], "B.EARN", "pentacles_05"),  # four levels at once
        (["Ana leads ASCEND"], "A.EARN", "cups_02"),  # another suit
        (["Ana leads DRAFT"], "C.CAPTURE.tarot", "major_03"),  # a capture while drafting
        (["Ana leads EARN"], "B.ASCEND", "wands_02"),  # nobody follows EARN
    ],
)
def test_what_no_legal_act_explains_is_left_and_not_applied(told: list[str], slot: str, label: str) -> None:
    before = after(opened(), *told)
    found = explain(before, evidence(before, before, {slot: named(label)}))
    assert [way.acts for way in found] == [()]
    assert found[0].state == before
    (left,) = found[0].left
    assert left.slot == slot
    assert left.seen == card_name(before.setup.faces.card(label))
    assert differences(before, evidence(before, before, {slot: named(label)})) == [left]


def test_a_covered_place_says_nothing() -> None:
    before = after(opened(), "Ana leads ASCEND")
    now = after(before, "Ana ascends Cups 2")
    (found,) = explain(before, evidence(before, now, {"A.DRAFT": COVERED}))
    assert found.acts == ()
    assert found.left == ()


def test_a_place_that_cannot_be_told_is_less_than_a_contradiction() -> None:
    before = opened()
    (found,) = explain(before, evidence(before, before, {"B.DRAFT": SlotView(Seen.UNKNOWN)}))
    assert found.left == ()
    (doubt,) = explain(before, evidence(before, before, {"B.DRAFT": CHANGED}))[0].left
    assert doubt.seen == "a card that cannot be told"
    (sure,) = explain(before, evidence(before, before, {"B.DRAFT": named("cups_05")}))[0].left
    assert doubt.weight < sure.weight


def test_a_doubtful_face_counts_as_far_as_it_is_likely() -> None:
    before = after(opened(), "Ana leads ASCEND")
    doubtful = SlotView(Seen.CHANGED, None, 0.7, (("cups_02", 0.9), ("cups_05", 0.1)))
    best = explain(before, evidence(before, before, {"A.DRAFT": doubtful}))[0]
    assert lines(before, best) == ["Ana ascends Cups 2"]
    unlikely = SlotView(Seen.CHANGED, None, 0.3, (("cups_02", 0.3), ("cups_05", 0.2)))
    assert explain(before, evidence(before, before, {"A.DRAFT": unlikely}))[0].acts == ()


def test_a_market_card_that_nobody_could_read_is_named_later() -> None:
    state = opened()
    hidden = state.market_common[3]
    assert isinstance(hidden, Common)
    spots = state.market_common
    unread = type(state)(
        **{f: getattr(state, f) for f in state.__slots__} | {"market_common": (*spots[:3], HIDDEN, *spots[4:])}
    )
    seen = evidence(unread, unread, {"market.common.3": SlotView(Seen.UNKNOWN)})
    assert explain(unread, seen)[0].acts == ()
    assert reveals(unread, seen) == ()
    read = evidence(unread, unread, {"market.common.3": named(state.setup.faces.label(hidden))})
    (act,) = reveals(unread, read)
    assert format_act(state.setup, act) == f"common market 4: {state.setup.faces.name(hidden)}"
    wrong = evidence(unread, unread, {"market.common.3": named("major_02")})
    assert reveals(unread, wrong) == ()


def test_a_refill_that_cannot_be_read_is_a_face_nobody_saw() -> None:
    before = after(opened(), "Ana leads DRAFT", "Ana drafts from market 1", "Ana is done", "Ben passes", "Cai passes")
    now = after(before, "common market 1: ?", "Ben leads EARN")
    best = explain(before, evidence(before, now, {"market.common.0": CHANGED}))[0]
    assert lines(before, best) == ["common market 1: ?", "Ben leads EARN"]
    assert best.state.market_common[0] is HIDDEN


def test_nothing_illegal_is_ever_proposed_whatever_is_misread() -> None:
    chance = Random(11)
    tried = explained = 0
    for seats, seed in ((2, 1), (3, 5), (5, 8)):
        eye, before = Eye(), None
        for moment in moments(seats, seed, 25):
            reading = eye.read(moment.state)
            for _ in range(2):
                slots = [slot for slot in layout(moment.state).slots if slot in reading.slots]
                noise = {
                    chance.choice(slots): chance.choice([named(chance.choice(LABELS)), EMPTY, CHANGED, COVERED])
                    for _ in range(chance.randint(1, 3))
                }
                state = before or moment.state
                found = explain(state, evidence(state, moment.state, noise))
                assert 1 <= len(found) <= MOST_BRANCHES
                for way in found:
                    tried += 1
                    reached = state
                    for act in way.acts:
                        assert why_not(reached, act) is None
                        reached = apply(reached, act).state
                    assert reached == way.state
                    explained += bool(way.acts)
            before = moment.state
    assert tried > 120
    assert explained > 30
