"""The reader on composed pictures: what lies there, and nothing that does not."""

import cv2
import numpy as np
import pytest

from tests.vision.composed import WIDTH, Laid, disc, ground, shot, table
from vision.frame import Quad
from vision.pipeline import load_reader
from vision.reading import Reader, Reading

CARDS = (
    Laid("cups_03", 100, 120),
    Laid("major_08", 240, 130, 8),
    Laid("major_11", 380, 125, 180),
    Laid("wands_05", 520, 130, -12),
    Laid("pentacles_06", 700, 110, 90),
    Laid("major_18", 120, 330, 35),
    Laid("cups_03", 300, 340, 187),
    Laid("swords_05", 480, 340, -70),
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


@pytest.fixture(scope="module")
def reading(reader: Reader) -> Reading:
    return reader.read(table(CARDS))


def nearest(reading: Reading, card: Laid) -> int:
    return int(np.argmin([np.hypot(*(seen.corners.mean(axis=0) - [card.x, card.y])) for seen in reading.cards]))


def test_every_card_is_named_once_with_both_copies_of_a_face(reading: Reading) -> None:
    assert sorted(str(card.label) for card in reading.cards) == sorted(card.label for card in CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: f"{card.label}@{card.turn}")
def test_corners_run_from_the_cards_own_top_left(reading: Reading, card: Laid) -> None:
    seen = reading.cards[nearest(reading, card)]
    assert seen.label == card.label
    assert np.abs(seen.corners - card.quad).mean() < 0.06 * WIDTH


def test_confidence_and_candidates_speak_of_the_label(reading: Reading) -> None:
    for card in reading.cards:
        assert 0.9 < card.confidence <= 1.0
        assert card.candidates[0] == (card.label, card.confidence)


def test_the_stages_add_up(reading: Reading) -> None:
    stages = [ms for stage, ms in reading.ms.items() if stage != "total"]
    assert sum(stages) == pytest.approx(reading.ms["total"])


def test_no_card_is_seen_where_none_lies(reader: Reader) -> None:
    assert reader.read(ground(640, 480)).cards == ()


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 300), (40, 30)])
def test_tiny_pictures_hold_no_cards(reader: Reader, width: int, height: int) -> None:
    reading = reader.read(np.full((height, width, 3), 90, np.uint8))
    assert (reading.width, reading.height, reading.cards) == (width, height, ())


def test_a_huge_picture_is_read_in_its_own_pixels(reader: Reader) -> None:
    small = table([Laid("major_21", 200, 200, 20), Laid("swords_03", 420, 200)], 600, 400)
    huge = np.asarray(cv2.resize(small, (12_000, 8_000), interpolation=cv2.INTER_LINEAR), np.uint8)
    reading = reader.read(huge)
    assert {card.label for card in reading.cards} == {"major_21", "swords_03"}
    world = next(card for card in reading.cards if card.label == "major_21")
    assert np.abs(world.corners / 20 - Laid("major_21", 200, 200, 20).quad).mean() < 0.06 * WIDTH


def test_a_mirrored_card_is_not_named(reader: Reader) -> None:
    mirrored = np.ascontiguousarray(table([Laid("major_01", 200, 200)], 400, 400)[:, ::-1])
    assert all(card.label is None for card in reader.read(mirrored).cards)


def test_a_card_face_down_beside_others_is_a_back(reader: Reader) -> None:
    cards = [*CARDS[:5], Laid("back", 650, 330, 4)]
    reading = reader.read(table(cards))
    seen = reading.cards[nearest(reading, cards[-1])]
    assert seen.label == "back"
    assert np.abs(seen.corners.mean(axis=0) - [650, 330]).max() < 4


def test_a_glaring_card_is_not_guessed(reader: Reader) -> None:
    image = table(CARDS)
    quad = CARDS[0].quad
    cv2.fillConvexPoly(
        image, np.rint((quad - quad.mean(axis=0)) * 0.8 + quad.mean(axis=0)).astype(np.int32), (255,) * 3
    )
    seen = [card for card in reader.read(image).cards if np.hypot(*(card.corners.mean(axis=0) - [100, 120])) < 30]
    assert all(card.label is None for card in seen)


def shifted(quad: Quad, seed: int) -> Quad:
    rng = np.random.default_rng(seed)
    return quad + rng.normal(0, 0.02 * WIDTH, (4, 2)) + rng.normal(0, 0.03 * WIDTH, 2)


def test_a_closer_look_names_a_card_whichever_way_its_place_is_given(reader: Reader) -> None:
    image = table(CARDS)
    quads = [shifted(card.quad, i) for i, card in enumerate(CARDS)]
    for turned in (0, 2):
        seen = reader.look(image, [np.roll(quad, turned, axis=0) for quad in quads])
        assert [one.label for one in seen] == [card.label for card in CARDS]
        for one, card in zip(seen, CARDS, strict=True):
            assert np.abs(one.corners - card.quad).mean() < 0.15 * WIDTH


def test_a_closer_look_sees_a_small_soft_card_with_a_token_on_it(reader: Reader) -> None:
    card = Laid("wands_04", 300, 200, 15)
    image = table([card], 600, 400)
    disc(image, 310, 190, 0.18 * WIDTH)
    small = shot(np.asarray(cv2.resize(image, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA), np.uint8))
    (seen,) = reader.look(small, [(card.quad + 0.5) * 0.55 - 0.5])
    assert seen.label == "wands_04"


def test_a_closer_look_at_bare_ground_sees_nothing(reader: Reader) -> None:
    image = table([])
    places = [shifted(card.quad, i) for i, card in enumerate(CARDS)]
    assert [one.label for one in reader.look(image, places)] == [None] * len(places)


def test_a_closer_look_takes_no_neighbours_name(reader: Reader) -> None:
    empty = Laid("cups_03", 100 + 1.05 * WIDTH, 120).quad
    (seen,) = reader.look(table(CARDS[:1]), [empty])
    assert seen.label is None


def test_tokens_lie_on_their_cards_and_not_elsewhere(reader: Reader) -> None:
    image = table(CARDS)
    for x, y in ((105, 140), (245, 100), (300, 345), (830, 500)):
        disc(image, x, y, 0.17 * WIDTH)
    reading = reader.read(shot(image))
    on = [token.on for token in reading.tokens]
    assert sorted(str(reading.cards[i].label) for i in on if i is not None) == ["cups_03", "cups_03", "major_08"]
    for token, near in zip(
        sorted(reading.tokens, key=lambda one: one.center), ((105, 140), (245, 100), (300, 345)), strict=True
    ):
        assert np.hypot(*np.subtract(token.center, near)) < 4
        assert token.radius == pytest.approx(0.17 * WIDTH, rel=0.25)


def test_round_things_of_the_art_are_no_tokens(reading: Reading) -> None:
    assert reading.tokens == ()
    assert reading.ball is None


def test_what_two_cards_of_a_face_show_at_one_spot_is_printed(reader: Reader) -> None:
    image = table(CARDS)
    for card in (CARDS[0], CARDS[6]):
        x, y = 0.5 * (card.quad[0] + card.quad[2]) + 0.1 * (card.quad[1] - card.quad[0])
        disc(image, x, y, 0.17 * WIDTH)
    disc(image, 245, 100, 0.17 * WIDTH)
    reading = reader.read(shot(image))
    assert [reading.cards[token.on or 0].label for token in reading.tokens] == ["major_08"]


def test_bare_table_within_four_lines_is_no_card(reader: Reader) -> None:
    image = table(CARDS[:7])
    corners = np.rint(Laid("cups_03", 700, 340, 15).quad).astype(np.int32)
    cv2.fillConvexPoly(image, corners, (70, 110, 150), cv2.LINE_AA)
    reading = reader.read(image)
    assert sorted(str(card.label) for card in reading.cards) == sorted(card.label for card in CARDS[:7])
