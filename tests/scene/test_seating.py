"""Imagined tables: all in the picture, seat A below, clockwise, columns in their order, nothing on top of anything."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from assistant.seating import SIZE, Table, narrowest, table
from engine.cards import SUITS, Seat
from engine.layout import column_slot, tarot_slot
from vision.scene.spec import CARD_MM
from vision.scene.view import Points, View, placed, rectangle

TABLES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(12)]


def outline(drawn: Table, slot: str) -> Points:
    spot = drawn.seating.slots[slot]
    return placed(spot.x, spot.y, spot.turn, rectangle(*CARD_MM))


def middle_of_row(drawn: Table, seat: int) -> Points:
    rows = [outline(drawn, column_slot(Seat(seat), suit)) for suit in SUITS]
    return np.asarray(np.vstack(rows).mean(axis=0))


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_everything_is_in_the_picture_and_large_enough(players: int, seed: int) -> None:
    drawn = table(seed, players)
    view = View(drawn.view, SIZE)
    assert len(drawn.seating.slots) == 8 * players + (12 if players < 4 else 15) + 3
    for slot in drawn.seating.slots:
        seen = view.project(outline(drawn, slot), 0)
        assert (seen > 0).all(), slot
        assert (seen < SIZE).all(), slot
    assert narrowest(drawn.seating, drawn.view) > 76


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_seat_a_is_lowest_and_the_others_follow_clockwise(players: int, seed: int) -> None:
    drawn = table(seed, players)
    rows = np.array([middle_of_row(drawn, seat) for seat in range(players)])
    low = View(drawn.view, SIZE).project(rows, 0)[:, 1]
    assert low.argmax() == 0
    assert low[0] - np.sort(low)[-2] > 20
    around = np.arctan2(*(rows - rows.mean(axis=0)).T[::-1])
    turns = (around - around[0]) % (2 * np.pi)
    assert (np.diff(turns) > 0).all()


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_columns_run_from_the_owners_left_and_tarot_lie_towards_the_owner(players: int, seed: int) -> None:
    drawn = table(seed, players)
    for seat in range(players):
        spots = [drawn.seating.slots[column_slot(Seat(seat), suit)] for suit in SUITS]
        tarot = [drawn.seating.slots[tarot_slot(Seat(seat), suit)] for suit in SUITS]
        turn = np.radians(spots[0].turn)
        right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        places = np.array([(spot.x, spot.y) for spot in spots])
        assert (np.diff(places @ right) > 70).all()
        below = np.array([(spot.x, spot.y) for spot in tarot]) - places
        assert (below @ down > 95).all()
        person = drawn.seating.person[seat]
        assert (np.array([person.x, person.y]) - places.mean(axis=0)) @ down > 300


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_no_two_places_overlap_but_a_tarot_tucked_under_its_column(players: int, seed: int) -> None:
    drawn = table(seed, players)
    seating = drawn.seating
    things = {slot: outline(drawn, slot) for slot in seating.slots}
    things["mat"] = placed(seating.mat.x, seating.mat.y, seating.mat.turn, rectangle(52, 204))
    for name, spots, size in (("coins", seating.coins, 66), ("side", seating.side, 26), ("ball", seating.ball, 38)):
        things |= {f"{name} {n}": placed(s.x, s.y, s.turn, rectangle(size, size)) for n, s in enumerate(spots)}
    for (one, a), (other, b) in combinations(things.items(), 2):
        shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
        tucked = other == f"{one}.tarot"
        assert shared < (70 * 26 if tucked else 260), (one, other)


def test_a_table_is_always_the_same_by_its_seed_and_unlike_the_next() -> None:
    first = table(5, 3)
    table.cache_clear()
    assert table(5, 3) == first
    assert len({table(seed, 3).surface.kind for seed in range(12)}) > 2
    assert len({round(table(seed, 3).view.tilt) for seed in range(12)}) > 6


def test_a_table_for_one_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        table(0, 1)
