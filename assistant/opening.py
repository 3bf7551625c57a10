"""Recognise the set-up by itself: from one picture of the start of a game to seats, zones, suits and the market.

The Starters (Aces) lie four to a seat in the order EARN, DRAFT, ASCEND, CAPTURE, so they give every seat's place and
facing, and which of Wands and Swords is ASCEND. All other faces are the market: one row of Tarot, two of Commons (§RB,
Setup).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.errors import CalibrationError
from calibration.fit import Row, fit_row, number_columns, spacing, split_lines
from calibration.plane import Plane, Points, fit_plane
from calibration.zones import Place, TableMap, axes, facing_of, mean_facing, table_map, turn_between
from engine.cards import Suit
from vision.frame import Image
from vision.outline import Margins, common_margins
from vision.reading import Reading, Sighting

COLUMNS = tuple(Suit)
_SURE = 0.6
"""A face counts towards the set-up from this confidence on."""


class NotASetUp(ValueError):
    """The picture does not show the start of a game; the message says in one sentence what is missing."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """What the first picture says: places of every card, the printed suit of each action, who has the ball.

    `margins`: how far cards of each kind reach beyond their art. `suits`: printed suit of EARN, DRAFT, ASCEND,
    CAPTURE. `market`: label for each market slot, None where unread.
    `first`: number of the seat nearest to the Crystal Ball, None where no ball was seen.
    """

    map: TableMap
    margins: Mapping[str, Margins]
    seats: int
    suits: tuple[str, str, str, str]
    market: dict[str, str | None]
    first: int | None


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    label: str
    middle: Points
    facing: float


def recognise(reading: Reading, image: Image, seats: int) -> Opening:
    """Find the set-up for this many seats in one reading of a picture.

    Raises NotASetUp where Starters, market or the plane of the table cannot be made out.
    """
    named = sorted(
        (s for s in reading.cards if s.label not in (None, "back") and s.confidence >= _SURE),
        key=lambda s: kind_of(str(s.label)),
    )
    plane = _plane([s.corners for s in named], named, reading)
    margins = _margins(image, named, plane)
    outlines = [margins[kind_of(str(s.label))].around(s.corners) for s in named]
    plane = _plane(outlines, named, reading)
    cards = [_card(s, outline, plane) for s, outline in zip(named, outlines, strict=True)]
    common = plane.sizes_mm["common"]
    starters = [c for c in cards if c.label.endswith("_01") and not c.label.startswith("major")]
    suits = _suits(starters, common)
    rows = _tableaus(starters, suits, common)
    if len(rows) != seats:
        raise NotASetUp(
            f"{_count(len(rows), 'row')} of four Starters can be seen, but {_count(seats, 'seat')} should be there: "
            "lay out every tableau (EARN, DRAFT, ASCEND, CAPTURE), or name as many players as there are."
        )
    rows = _clockwise(rows, plane)
    market = [c for c in cards if c not in starters]
    columns = 4 if seats <= 3 else 5
    places: list[Place] = []
    for number, (row, facing) in enumerate(rows):
        places += _seat_places(chr(ord("A") + number), row, facing, plane)
    market_places, labels = _market(market, columns, plane)
    first = _ball_seat(reading, plane, [row for row, _ in rows])
    return Opening(table_map(plane, places + market_places), margins, seats, suits, labels, first)


def kind_of(label: str) -> str:
    """Say which kind of place a label belongs on: `tarot` or `common`."""
    return "tarot" if label.startswith("major") else "common"


def _plane(outlines: Sequence[Points], named: Sequence[Sighting], reading: Reading) -> Plane:
    try:
        plane = fit_plane(outlines, [kind_of(str(s.label)) for s in named], reading.width, reading.height)
    except CalibrationError as error:
        raise NotASetUp(str(error)) from error
    if "common" not in plane.sizes_mm or "tarot" not in plane.sizes_mm:
        raise NotASetUp(
            "The market is not laid out yet: it needs a row of Tarot and two rows of Common cards, face up."
        )
    return plane


def _margins(image: Image, named: Sequence[Sighting], plane: Plane) -> dict[str, Margins]:
    """Find how far the cards reach beyond their art; Tarot are as large as Common cards, whatever their art is."""
    arts = {kind: [s.corners for s in named if kind_of(str(s.label)) == kind] for kind in ("common", "tarot")}
    wide, high = plane.sizes_mm["common"]
    common = common_margins(image, arts["common"], most=_room(named, plane)) or Margins(0.0, 0.0, 0.0, 0.0)
    art_width = plane.sizes_mm["tarot"][0]
    card = (wide * (1 + common.left + common.right), high + wide * (common.top + common.bottom))
    tarot = common_margins(image, arts["tarot"], (card[0] / art_width, card[1] / art_width))
    return {"common": common, "tarot": tarot or common}


def _room(named: Sequence[Sighting], plane: Plane) -> tuple[float, float]:
    """Give how wide and high a card can be, in widths of a Common's art, for its neighbours to lie beside it."""
    cards = [_card(s, s.corners, plane) for s in named]
    wide, high = plane.sizes_mm["common"]
    gaps: tuple[list[float], list[float]] = ([], [])
    for one in cards:
        right, down = axes(one.facing)
        for other in cards:
            away = other.middle - one.middle
            u, v = float(away @ right), float(away @ down)
            if turn_between(one.facing, other.facing) < 20 and other is not one:
                if 0.5 * wide < u < 1.6 * wide and abs(v) < 0.3 * high:
                    gaps[0].append(u / wide)
                if 0.5 * high < v < 1.5 * high and abs(u) < 0.4 * wide:
                    gaps[1].append(v / wide)
    across, along = (float(np.median(g)) if len(g) >= 3 else np.inf for g in gaps)
    return 1.01 * across, 1.01 * along


def _card(sighting: Sighting, corners: Points, plane: Plane) -> _Card:
    outline = plane.table(corners)
    return _Card(str(sighting.label), outline.mean(axis=0), facing_of(outline))


def _same_line(a: _Card, b: _Card, height: float) -> bool:
    if turn_between(a.facing, b.facing) > 25:
        return False
    down = axes(mean_facing([a.facing, b.facing]))[1]
    return abs(float((a.middle - b.middle) @ down)) < 0.5 * height


def _along(card: _Card, facing: float) -> float:
    return float(card.middle @ axes(facing)[0])


def _suits(starters: Sequence[_Card], common: tuple[float, float]) -> tuple[str, str, str, str]:
    """Vote on which of Wands and Swords stands third: each Ace of one with the nearest Ace of the other beside it."""
    votes = 0
    for wands in (c for c in starters if c.label == "wands_01"):
        beside = [s for s in starters if s.label == "swords_01" and _same_line(wands, s, common[1])]
        if beside:
            swords = min(beside, key=lambda s: float(np.hypot(*(s.middle - wands.middle))))
            votes += 1 if _along(swords, wands.facing) > _along(wands, wands.facing) else -1
    for outer, sign in (("swords_01", 1), ("wands_01", -1)):
        # One of the two suffices where its distance to Pentacles tells third from fourth.
        for far in (c for c in starters if c.label == outer):
            earn = [c for c in starters if c.label == "pentacles_01" and _same_line(far, c, common[1])]
            draft = [c for c in starters if c.label == "cups_01" and _same_line(far, c, common[1])]
            pairs = [
                (_along(far, far.facing) - _along(d, far.facing), _along(d, far.facing) - _along(e, far.facing))
                for e in earn
                for d in draft
            ]
            pairs = [(gap, step) for gap, step in pairs if 0 < step < 3 * common[0] and 0 < gap < 3.4 * step]
            if pairs:
                gap, step = min(pairs)
                votes += sign if gap > 1.5 * step else -sign
    if votes == 0:
        raise NotASetUp(
            "The Starters cannot be told apart well enough to see which suit is ASCEND and which CAPTURE: "
            "show all four Starters of a seat without glare."
        )
    return ("pentacles", "cups", "wands", "swords") if votes > 0 else ("pentacles", "cups", "swords", "wands")


def _tableaus(
    starters: Sequence[_Card], suits: tuple[str, ...], common: tuple[float, float]
) -> list[tuple[Row, float]]:
    """Split the Aces into rows of four and fit each: (row, facing)."""
    lines: list[list[_Card]] = []
    for card in starters:
        for line in lines:
            if _same_line(line[0], card, common[1]):
                line.append(card)
                break
        else:
            lines.append([card])
    order = {f"{suit}_01": k for k, suit in enumerate(suits)}
    rows: list[list[_Card]] = []
    for line in lines:
        facing = mean_facing(c.facing for c in line)
        line.sort(key=lambda c: _along(c, facing))
        rows.append([line[0]])
        for before, card in zip(line, line[1:], strict=False):
            columns = order[card.label] - order[before.label]
            gap = _along(card, facing) - _along(before, facing)
            if columns <= 0 or gap / columns > 2.2 * common[0] or gap / columns < 0.6 * common[0]:
                rows.append([])
            rows[-1].append(card)
    rows = [row for row in rows if len(row) >= 2]
    steps = [
        (_along(b, a.facing) - _along(a, a.facing)) / (order[b.label] - order[a.label])
        for row in rows
        for a, b in zip(row, row[1:], strict=False)
    ]
    usual = float(np.median(steps)) if steps else 1.1 * common[0]
    return [
        (
            fit_row(
                np.stack([c.middle for c in row]),
                [order[c.label] for c in row],
                mean_facing(c.facing for c in row),
                usual,
            ),
            mean_facing(c.facing for c in row),
        )
        for row in rows
    ]


def _clockwise(rows: list[tuple[Row, float]], plane: Plane) -> list[tuple[Row, float]]:
    """Order the seats clockwise as seen from above, from the one nearest to the lower edge of the picture."""
    middles = np.array([row.at(1.5) for row, _ in rows])
    pixels = plane.picture(middles)
    hub = middles.mean(axis=0)
    angle = np.arctan2(*(middles - hub)[:, ::-1].T)
    start = int(pixels[:, 1].argmax())
    turn = (angle - angle[start]) % (2 * np.pi)
    turn[start] = 0
    return [rows[i] for i in np.argsort(turn)]


def _seat_places(letter: str, row: Row, facing: float, plane: Plane) -> list[Place]:
    common, tarot = plane.sizes_mm["common"], plane.sizes_mm["tarot"]
    down = axes(facing)[1]
    step = float(np.hypot(*row.step))
    below = 0.5 * common[1] + 0.58 * tarot[1]
    places = []
    for k, suit in enumerate(COLUMNS):
        middle = np.asarray(row.at(k))
        side = min(0.5, 0.5 * step / common[0])
        places.append(Place(f"{letter}.{suit.value}", "common", _pair(middle), facing, common, (side, 0.4)))
        under = _pair(middle + down * below)
        side = min(0.6, 0.5 * step / tarot[0])
        places.append(Place(f"{letter}.{suit.value}.tarot", "tarot", under, facing, tarot, (side, 0.6)))
    return places


def _market(cards: Sequence[_Card], columns: int, plane: Plane) -> tuple[list[Place], dict[str, str | None]]:
    """Lay a grid of one Tarot row and two Common rows through the market cards."""
    common, tarot = plane.sizes_mm["common"], plane.sizes_mm["tarot"]
    if len(cards) < 6:
        raise NotASetUp(
            f"Only {_count(len(cards), 'market card')} can be read: "
            "lay out one row of Tarot and two rows of Common cards face up."
        )
    facing = mean_facing(c.facing for c in cards)
    right, down = axes(facing)
    cards = [c for c in cards if turn_between(c.facing, facing) < 25]
    groups: dict[str, list[list[_Card]]] = {}
    for kind, height in (("tarot", tarot[1]), ("common", common[1])):
        own = [c for c in cards if kind_of(c.label) == kind]
        lines = split_lines([float(c.middle @ down) for c in own], 0.45 * height)
        groups[kind] = [[own[i] for i in line] for line in lines]
    tarots = max(groups["tarot"], key=len, default=[])
    commons = sorted(sorted(groups["common"], key=len)[-2:], key=lambda line: float(line[0].middle @ down))
    if not tarots or len(commons) < 2:
        raise NotASetUp(
            "The market needs one row of Tarot and two rows of Common cards, face up and next to each other."
        )
    rows = [("tarot", tarots), ("common", commons[0]), ("common", commons[1])]
    across = [float(c.middle @ right) for _, line in rows for c in line]
    steps = [
        s
        for _, line in rows
        if (s := spacing([float(c.middle @ right) for c in line], 0.7 * common[0], 1.9 * common[0]))
    ]
    if not steps:
        raise NotASetUp("The market cards lie too far apart or too close to make out their columns.")
    numbers = number_columns(across, float(np.median(steps)))
    used = max(numbers) + 1
    if used > columns:
        # Something face up beside the market; keep the window of columns that holds most cards.
        counts = Counter(numbers)
        shift = max(range(used - columns + 1), key=lambda s: sum(counts[s + k] for k in range(columns)))
        numbers = [n - shift for n in numbers]
    elif used < columns:
        raise NotASetUp(
            f"Only {used} of the {columns} columns of the market can be read: uncover all of it and avoid glare."
        )
    places: list[Place] = []
    labels: dict[str, str | None] = {}
    start = 0
    for line_number, (kind, line) in enumerate(rows):
        inside = [
            (card, number)
            for card, number in zip(line, numbers[start : start + len(line)], strict=True)
            if 0 <= number < columns
        ]
        start += len(line)
        fitted = fit_row(
            np.stack([card.middle for card, _ in inside]),
            [number for _, number in inside],
            facing,
            float(np.median(steps)),
        )
        seen = {number: card.label for card, number in inside}
        base = columns if line_number == 2 else 0
        for k in range(columns):
            name = f"market.{kind}.{base + k}"
            size = tarot if kind == "tarot" else common
            places.append(Place(name, kind, fitted.at(k), facing, size, (0.5, 0.4)))
            labels[name] = seen.get(k)
    return places, labels


def _ball_seat(reading: Reading, plane: Plane, rows: Sequence[Row]) -> int | None:
    if reading.ball is None:
        return None
    ball = plane.table(np.asarray(reading.ball.center))
    far = [min(float(np.hypot(*(ball - row.at(k)))) for k in range(4)) for row in rows]
    near = int(np.argmin(far))
    return near if far[near] < 1.5 * plane.sizes_mm["common"][1] else None


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
