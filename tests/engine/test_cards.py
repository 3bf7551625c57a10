"""Cards, their two names, seats, ranges and numbers."""

import pytest

from engine.cards import COMMONS, COPIES, SUITS, TAROTS, Card, Common, Faces, Seat, Suit, Tarot, letter, seat_of
from engine.numbers import HOUSE, KNOWN, PRINTED, ROWS, SOURCES
from engine.ranges import Range, exactly, hull
from engine.state import Setup
from tests.engine.tables import setup

EVERY: tuple[Card, ...] = (*COMMONS, *TAROTS)


@pytest.mark.parametrize("faces", [Faces(), Faces("swords", "wands")])
def test_every_face_has_one_label_and_one_name(faces: Faces) -> None:
    assert all(faces.card(faces.label(card)) == card for card in EVERY)
    assert len({faces.name(card) for card in EVERY}) == len(EVERY) == 46


def test_names_and_labels_follow_the_printing() -> None:
    assert Faces().label(Common(Suit.ASCEND, 4)) == "wands_04"
    assert Faces("swords", "wands").name(Common(Suit.ASCEND, 4)) == "Swords 4"
    assert Faces().name(Tarot(11)) == "Justice"
    assert Faces().card("major_08") == Tarot(8)


@pytest.mark.parametrize("label", ["cups_07", "cups_00", "major_22", "back", "cups", "coins_02", ""])
def test_what_is_no_face_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="is not a card face"):
        Faces().card(label)


def test_ascend_and_capture_are_wands_and_swords() -> None:
    with pytest.raises(ValueError, match="one each"):
        Faces("wands", "wands")


def test_the_box_holds_80_commons_and_20_starters() -> None:
    assert sum(copies for level, copies in COPIES.items() if level > 1) * len(SUITS) == 80
    assert COPIES[1] * len(SUITS) == 20


def test_seats_are_letters() -> None:
    assert [letter(Seat(seat)) for seat in range(5)] == list("ABCDE")
    assert seat_of("C") == Seat(2)
    with pytest.raises(ValueError, match="is no seat"):
        seat_of("F")


def test_ranges() -> None:
    assert exactly(3).exact == 3
    assert Range(2, 4).exact is None
    assert Range(2, 4) + 1 == Range(3, 5)
    assert Range(2, 4) - Range(0, 1) == Range(1, 4)
    assert Range(2, 9).narrow(lo=4, hi=12) == Range(4, 9)
    assert hull((Range(1, 2), exactly(7))) == Range(1, 7)
    assert 3 in Range(2, 4)
    assert [str(Range(2, 4)), str(exactly(5))] == ["2-4", "5"]
    with pytest.raises(ValueError, match="at least 5 and at most 4"):
        Range(2, 4).narrow(lo=5)


def test_every_known_number_has_a_source_and_nothing_else_is_known() -> None:
    known = {(row, place + 1) for row in ROWS for place, value in enumerate(getattr(KNOWN, row)) if value is not None}
    assert known == set(SOURCES)
    assert not KNOWN.invented


def test_house_is_invented_complete_monotone_and_agrees_with_what_is_known() -> None:
    assert HOUSE.invented
    for row in ROWS:
        values = getattr(HOUSE, row)
        assert None not in values
        assert all(proven in (None, value) for proven, value in zip(getattr(KNOWN, row), values, strict=True))
        if row != "mat_spots":
            assert list(values) == sorted(values), row
    assert (HOUSE.capture_commons_lead[5] or 0) >= 3, "else no capture could be paid with three discards"


def test_numbers_are_learned_one_by_one() -> None:
    assert KNOWN.learn("earn_pass", 0, 3).earn_pass == (3, None, None, None, None, None)
    for row, place, value in (("earn_pass", 6, 1), ("name", 0, 1), (PRINTED[0], 0, -1)):
        with pytest.raises(ValueError, match="printed number"):
            KNOWN.learn(row, place, value)


@pytest.mark.parametrize(
    "names", [("Ana",), ("Ana", "Ana"), ("Ana", ""), ("Ana", "B,C"), ("Ana", " Ben"), ("A\n", "B")]
)
def test_a_setup_needs_2_to_5_players_with_names_of_their_own(names: tuple[str, ...]) -> None:
    right = setup(2)
    with pytest.raises(ValueError, match=r"."):
        Setup(names, right.market_tarot, right.market_common)


def test_a_setup_needs_full_markets() -> None:
    right = setup(4)
    with pytest.raises(ValueError, match="5 Tarot in the market, not 4"):
        Setup(right.names, right.market_tarot[:4], right.market_common)
    with pytest.raises(ValueError, match="10 Common in the market, not 8"):
        Setup(right.names, right.market_tarot, right.market_common[:8])
    with pytest.raises(ValueError, match="leads first"):
        Setup(right.names, right.market_tarot, right.market_common, Seat(4))
