"""The set-up is recognised from what a reader says of one picture, whole or with gaps; no pixels are needed."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from assistant.opening import NotASetUp, Opening, recognise
from assistant.seating import Table
from calibration.zones import turn_between
from engine.cards import Faces
from engine.layout import ShowsCard, layout
from engine.state import State
from tests.joining.truths import BLANK, set_up, truth_reading
from vision.reading import Reading, Sighting
from vision.scene.spec import CARD_MM, SceneSpec
from vision.scene.view import View, placed, rectangle

SWAPPED = Faces("swords", "wands")


@dataclass(frozen=True)
class Case:
    state: State
    table: Table
    spec: SceneSpec
    opening: Opening


@pytest.fixture(scope="module", params=[(2, 3), (3, 0), (4, 1), (5, 5)], ids=lambda p: f"{p[0]} seats")
def case(request: pytest.FixtureRequest) -> Case:
    players, seed = request.param
    faces = SWAPPED if seed % 2 else Faces()
    state, table, spec = set_up(players, seed, faces, first=players - 1)
    return Case(state, table, spec, recognise(truth_reading(spec), BLANK, players))


@pytest.fixture(scope="module")
def three() -> tuple[State, Table, SceneSpec]:
    return set_up(3, 5, first=1)


def market(state: State) -> dict[str, str | None]:
    shown = layout(state).slots
    return {
        slot: state.setup.faces.label(what.card)
        for slot, what in shown.items()
        if slot.startswith("market") and isinstance(what, ShowsCard)
    }


def wrong_places(state: State, table: Table, spec: SceneSpec, opening: Opening) -> list[str]:
    """The slots whose true place before the camera is not found to be theirs."""
    view = View(spec.view, spec.size)
    wrong = []
    for slot in layout(state).slots:
        if slot.startswith(("deck", "discard")):
            continue
        spot = table.seating.slots[slot]
        outline = view.project(placed(spot.x, spot.y, spot.turn, rectangle(*CARD_MM)))
        if opening.map.find(outline, "tarot" if "tarot" in slot else "common") != slot:
            wrong.append(slot)
    return wrong


def test_every_slot_of_the_game_is_where_it_truly_is(case: Case) -> None:
    slots = {slot for slot in layout(case.state).slots if not slot.startswith(("deck", "discard"))}
    assert set(case.opening.map.places) == slots
    assert wrong_places(case.state, case.table, case.spec, case.opening) == []


def test_card_places_lie_within_a_centimetre_and_face_their_owner(case: Case) -> None:
    view = View(case.spec.view, case.spec.size)
    for slot, place in case.opening.map.places.items():
        spot = case.table.seating.slots[slot]
        if slot.endswith(".tarot"):
            continue  # nothing lies there yet; how far below people lay it is theirs
        there = view.project([(spot.x, spot.y)])[0]
        away = np.hypot(*(case.opening.map.outline(slot).mean(axis=0) - there)) / view.scale(spot.x, spot.y)
        assert away < 10.0, slot
        upright = case.opening.map.outline(slot)
        true = view.project(placed(spot.x, spot.y, spot.turn, rectangle(*CARD_MM)))
        seen, meant = (q[1] - q[0] for q in (upright, true))
        turn = turn_between(*(float(np.degrees(np.arctan2(v[1], v[0]))) for v in (seen, meant)))
        assert turn < 6.0, (slot, place.facing)


def test_suits_market_and_first_player_are_read(case: Case) -> None:
    faces = case.state.setup.faces
    assert case.opening.suits == ("pentacles", "cups", faces.ascend, faces.capture)
    assert case.opening.market == market(case.state)
    assert list(case.opening.market) == list(market(case.state))
    assert case.opening.first == case.state.leader
    assert case.opening.seats == len(case.state.players)


def test_seat_a_is_lowest_in_the_picture_and_the_others_follow_clockwise(case: Case) -> None:
    places, plane = case.opening.map.places, case.opening.map.plane
    players = len(case.state.players)
    middles = np.array(
        [
            np.mean([places[f"{'ABCDE'[k]}.{suit}"].center for suit in ("DRAFT", "ASCEND")], axis=0)
            for k in range(players)
        ]
    )
    assert int(plane.picture(middles)[:, 1].argmax()) == 0
    turns = np.diff(np.arctan2(*(middles - middles.mean(axis=0)).T[::-1])) % (2 * np.pi)
    assert turns.sum() < 2 * np.pi


def test_a_ball_that_nobody_saw_leaves_the_first_player_open(three: tuple[State, Table, SceneSpec]) -> None:
    state, _, spec = three
    reading = replace(truth_reading(spec), ball=None)
    opening = recognise(reading, BLANK, 3)
    assert opening.first is None
    assert opening.market == market(state)


@pytest.mark.parametrize(
    "missing",
    [
        ("A.EARN", "B.CAPTURE", "C.DRAFT"),
        ("A.DRAFT", "A.ASCEND", "B.EARN", "B.DRAFT", "C.ASCEND", "C.CAPTURE"),
        ("A.ASCEND", "B.CAPTURE", "C.ASCEND"),
    ],
    ids=["one a seat", "two a seat", "never both of Wands and Swords"],
)
def test_starters_that_cannot_be_read_are_filled_in(missing: tuple[str, ...]) -> None:
    faces = SWAPPED if "A.EARN" in missing else Faces()
    state, table, spec = set_up(3, 4, faces)
    opening = recognise(truth_reading(spec, missing), BLANK, 3)
    assert opening.suits == ("pentacles", "cups", faces.ascend, faces.capture)
    assert wrong_places(state, table, spec, opening) == []


def test_market_cards_that_cannot_be_read_stay_unknown_and_no_other_is_shifted() -> None:
    state, table, spec = set_up(3, 2)
    missing = ("market.tarot.0", "market.common.0", "market.common.7", "market.common.5")
    opening = recognise(truth_reading(spec, missing), BLANK, 3)
    assert opening.market == market(state) | dict.fromkeys(missing)
    assert wrong_places(state, table, spec, opening) == []


def test_a_face_up_card_beside_the_market_is_not_of_it() -> None:
    state, table, spec = set_up(3, 0)
    view = View(spec.view, spec.size)
    # As a discard that lies in the row, two and a half cards to the left of it.
    left = table.seating.slots["market.common.0"].beside(-1.1 * CARD_MM[0] * 2, 0.0)
    discard = Sighting("cups_03", 0.95, view.project(placed(left.x, left.y, left.turn, rectangle(*CARD_MM))))
    reading = truth_reading(spec)
    opening = recognise(replace(reading, cards=(*reading.cards, discard)), BLANK, 3)
    assert opening.market == market(state)
    assert wrong_places(state, table, spec, opening) == []


def refusal(reading: Reading, seats: int = 3) -> str:
    with pytest.raises(NotASetUp) as refused:
        recognise(reading, BLANK, seats)
    return str(refused.value)


def only(reading: Reading, *starts: str) -> Reading:
    return replace(reading, cards=tuple(c for c in reading.cards if str(c.label).startswith(starts)))


def test_each_thing_that_is_missing_has_its_sentence(three: tuple[State, Table, SceneSpec]) -> None:
    _, _, spec = three
    reading = truth_reading(spec)
    aces = tuple(f"{suit}_01" for suit in ("pentacles", "cups", "wands", "swords"))
    assert "Only 0 card faces are clear enough" in refusal(replace(reading, cards=()))
    assert "market is not laid out yet" in refusal(only(reading, *aces))
    said = refusal(reading, seats=4)
    assert "3 rows of four Starters can be seen, but 4 seats should be there" in said
    assert "lay out every tableau" in said
    assert "3 rows of four Starters can be seen, but 2 seats" in refusal(reading, seats=2)
    seat_b = tuple(f"B.{suit}" for suit in ("EARN", "DRAFT", "ASCEND", "CAPTURE"))
    assert "2 rows of four Starters" in refusal(truth_reading(spec, seat_b))
    neither = only(reading, "pentacles", "cups", "major")
    assert "which suit is ASCEND" in refusal(neither)


def test_half_a_market_is_not_enough(three: tuple[State, Table, SceneSpec]) -> None:
    _, _, spec = three
    most = [f"market.common.{k}" for k in range(8) if k != 2] + ["market.tarot.0", "market.tarot.1"]
    assert "Only 3 market cards can be read" in refusal(truth_reading(spec, most))
    row = [f"market.common.{k}" for k in range(4, 8)]
    assert "two rows of Common cards" in refusal(truth_reading(spec, row))
    column = ["market.tarot.3", "market.common.3", "market.common.7"]
    assert "Only 3 of the 4 columns" in refusal(truth_reading(spec, column))


def test_faces_that_are_not_sure_do_not_count(three: tuple[State, Table, SceneSpec]) -> None:
    _, _, spec = three
    reading = truth_reading(spec)
    unsure = tuple(replace(card, confidence=0.5) for card in reading.cards)
    assert "Only 0 card faces" in refusal(replace(reading, cards=unsure))
    backs = tuple(replace(card, label="back") for card in reading.cards)
    assert "Only 0 card faces" in refusal(replace(reading, cards=backs))
