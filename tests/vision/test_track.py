"""What lies in every place, still after still: with a reader that knows the truth, on really drawn pictures."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tables import (
    FREE,
    LABELS,
    SLOTS,
    SURFACES,
    Knowing,
    scene,
    shot,
    table,
    with_arm,
    with_ball,
    with_token,
)
from vision.reading import Sighting
from vision.scene.spec import CARD_MM, SceneSpec, SurfaceKind
from vision.scene.view import View, placed, rectangle
from vision.track import Seen, SlotView, TableReading, Tracker


class Watching:
    """A tracker at a drawn table, and the stills it was shown."""

    def __init__(self, spec: SceneSpec) -> None:
        self.reader = Knowing()
        self.tracker = Tracker(self.reader, table(spec))
        self.stills = 0

    def see(self, spec: SceneSpec) -> TableReading:
        self.stills += 1
        reading, _ = self.tracker.read(self.reader.frame(shot(spec, 100 + self.stills), self.stills))
        return reading


def labels(reading: TableReading) -> dict[str, str | None]:
    return {slot: reading.slots[slot].label for slot in SLOTS}


TRUE = dict(zip(SLOTS, LABELS, strict=True))


@pytest.mark.parametrize("kind", SURFACES)
def test_what_nobody_touches_is_read_once_and_then_known(kind: SurfaceKind) -> None:
    watching = Watching(scene(kind))
    first = watching.see(scene(kind))
    assert labels(first) == TRUE
    assert {view.seen for view in first.slots.values()} <= {Seen.NAMED, Seen.EMPTY, Seen.UNKNOWN}
    assert first.hand is False
    watching.reader.blind = True
    for _ in range(2):
        again = watching.see(scene(kind))
        assert labels(again) == TRUE
        assert {again.slots[slot].seen for slot in SLOTS} == {Seen.SAME}
        assert {again.slots[slot].seen for slot in FREE} == {Seen.EMPTY}
        assert all(surely(view.landed) is False for view in again.slots.values())


def surely(disc: object) -> bool:
    return disc is not None and getattr(disc, "score", 0.0) >= 0.5


@pytest.mark.parametrize("slot", ["slot0", "slot3", "slot4"])
@pytest.mark.parametrize("put", [with_ball, with_token], ids=["ball", "token"])
def test_what_is_put_on_a_card_lands_once_lies_on_and_does_not_land_in_leaving(slot: str, put: object) -> None:
    assert callable(put)
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    landed = watching.see(put(spec, slot))
    assert labels(landed) == TRUE
    assert surely(landed.slots[slot].landed)
    assert surely(landed.slots[slot].disc)
    assert [other for other in SLOTS if other != slot and surely(landed.slots[other].landed)] == []
    lying = watching.see(put(spec, slot))
    assert surely(lying.slots[slot].disc)
    assert not surely(lying.slots[slot].landed)
    gone = watching.see(spec)
    assert labels(gone) == TRUE
    assert not surely(gone.slots[slot].landed)
    assert not surely(gone.slots[slot].disc)


def test_a_card_that_was_laid_on_another_is_read() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    after = watching.see(scene(labels=("pentacles_02", *LABELS[1:])))
    assert after.slots["slot0"].label == "pentacles_02"
    assert after.slots["slot0"].seen is Seen.NAMED
    assert labels(after) == TRUE | {"slot0": "pentacles_02"}


def test_a_card_that_was_turned_around_is_told_from_an_upright_one() -> None:
    spec = scene()
    watching = Watching(spec)
    first = watching.see(spec)
    assert {first.slots[slot].turned for slot in SLOTS} == {False}
    around = tuple(replace(card, turn=card.turn + 180) if card.slot == "slot0" else card for card in spec.cards)
    then = watching.see(replace(spec, cards=around))
    assert {slot: then.slots[slot].turned for slot in SLOTS} == dict.fromkeys(SLOTS, False) | {"slot0": True}
    watching.reader.blind = True
    assert watching.see(replace(spec, cards=around)).slots["slot0"].turned is True


def test_a_card_that_went_leaves_an_empty_place_and_one_that_came_fills_it() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    gone = watching.see(scene(labels=(*LABELS[:5], None)))
    assert gone.slots["slot5"] == SlotView(Seen.EMPTY, confidence=1.0)
    back = watching.see(scene(labels=(*LABELS[:5], "cups_06")))
    assert back.slots["slot5"].label == "cups_06"


def test_a_card_that_changed_and_cannot_be_read_is_changed_not_guessed() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    watching.reader.blind = True
    after = watching.see(scene(labels=("swords_06", *LABELS[1:])))
    assert (after.slots["slot0"].seen, after.slots["slot0"].label) == (Seen.CHANGED, None)
    watching.reader.blind = False
    assert watching.see(scene(labels=("swords_06", *LABELS[1:]))).slots["slot0"].label in (None, "swords_06")


def test_a_card_never_read_is_unknown_until_those_who_know_the_game_say_so() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.reader.blind = True
    first = watching.see(spec)
    assert {first.slots[slot].seen for slot in SLOTS} == {Seen.UNKNOWN}
    watching.tracker.assume({"slot0": "pentacles_01"})
    second = watching.see(spec)
    assert (second.slots["slot0"].seen, second.slots["slot0"].label) == (Seen.SAME, "pentacles_01")
    assert second.slots["slot1"].label is None


def test_those_who_know_the_game_do_not_overrule_what_was_read() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    watching.tracker.assume({"slot0": "cups_06"})
    assert watching.see(spec).slots["slot0"].label == "pentacles_01"


def test_a_hand_freezes_the_places_under_it_and_what_was_done_shows_when_it_leaves() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    laid = scene(labels=("pentacles_02", *LABELS[1:]))
    under = watching.see(with_arm(laid, "slot0", 200.0))
    assert under.hand
    assert (under.slots["slot0"].seen, under.slots["slot0"].label) == (Seen.COVERED, "pentacles_01")
    assert under.slots["slot3"].label == "swords_01"
    after = watching.see(laid)
    assert not after.hand
    assert after.slots["slot0"].label == "pentacles_02"


def test_a_static_table_with_hands_passing_never_changes() -> None:
    spec = with_token(with_ball(scene("wood"), "slot1"), "slot4")
    watching = Watching(spec)
    watching.see(spec)
    chance = np.random.default_rng(9)
    hands = 0
    for number in range(14):
        shown = spec
        if number % 3 != 2:
            shown = with_arm(spec, str(chance.choice([*SLOTS, *FREE])), float(chance.uniform(0, 360)), number)
        reading = watching.see(shown)
        hands += reading.hand
        for slot, view in reading.slots.items():
            assert view.label == TRUE.get(slot), (number, slot)
            assert view.seen in (Seen.NAMED, Seen.SAME, Seen.EMPTY, Seen.COVERED), (number, slot)
            assert not surely(view.landed), (number, slot)
    assert hands >= 8


def test_faces_beside_all_places_are_told_apart() -> None:
    spec = scene()
    watching = Watching(spec)
    frame = watching.reader.frame(shot(spec, 1), 0)
    reading = watching.reader.read(frame.image)
    beside = View(spec.view, spec.size).project(placed(0.0, 260.0, 0.0, rectangle(*CARD_MM)))
    doubtful = replace(reading.cards[0], label="cups_06", confidence=0.5)
    cards = (*reading.cards[1:], Sighting("cups_02", 0.9, beside), doubtful)
    seen, _ = watching.tracker.read(frame, replace(reading, cards=cards))
    assert seen.elsewhere == ("cups_02",)
    assert (seen.slots["slot0"].seen, seen.slots["slot0"].label) == (Seen.UNKNOWN, None)


def test_only_what_changed_is_looked_at_again() -> None:
    spec = scene()
    watching = Watching(spec)
    watching.see(spec)
    watching.see(spec)
    assert watching.reader.looks == 0
    watching.see(scene(labels=("pentacles_02", *LABELS[1:])))
    assert 1 <= watching.reader.looks <= 2
