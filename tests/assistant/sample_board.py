"""Games in mid-play for the tests of the dashboard, and a small real table that keeps them in memory."""

import asyncio
import dataclasses
import threading
from collections.abc import AsyncIterator
from typing import Any

from assistant.snapshot import (
    CameraState,
    DemoState,
    HandEntry,
    LoggedAct,
    NotADemo,
    NumbersState,
    Picture,
    Refused,
    Snapshot,
    Stale,
    Unknown,
)

SUITS = ("EARN", "DRAFT", "ASCEND", "CAPTURE")
JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")


def seat(
    letter: str,
    name: str,
    fate: int | None,
    coins: int | None,
    levels: str,
    *,
    coins_range: tuple[int, int] | None = None,
    hand: tuple[int | None, int | None] = (5, 1),
    tarot: dict[str, str] | None = None,
    turned: tuple[str, ...] = (),
    side: int = 0,
) -> dict[str, Any]:
    bounds = coins_range or (coins, coins)
    common, held = hand
    return {
        "seat": letter,
        "name": name,
        "fate": fate,
        "fate_range": [0, 3] if fate is None else [fate, fate],
        "coins": coins,
        "coins_range": list(bounds),
        "hand": {"common": hand[0], "tarot": hand[1]},
        "hand_range": {
            "common": [2, 5] if common is None else [common, common],
            "tarot": [0, 1] if held is None else [held, held],
        },
        "hand_sure": None not in hand,
        "levels": {suit: int(level) for suit, level in zip(SUITS, levels, strict=True)},
        "tarot": {suit: (tarot or {}).get(suit) for suit in SUITS},
        "turned": list(turned),
        "side": side,
        "side_range": [side, side],
    }


def view_of(seats: list[dict[str, Any]], threshold: int, **more: Any) -> dict[str, Any]:
    rows = 5 if len(seats) > 3 else 4
    tarot = ["major_03", None, "major_10", "major_14", "major_17"]
    common = [f"{suit}_{level:02d}" for level in (2, 3, 4) for suit in ("cups", "wands", "pentacles", "swords")]
    return {
        "act": 17,
        "seats": seats,
        "fate_on": {"common": dict.fromkeys(SUITS), "tarot": dict.fromkeys(SUITS)},
        "market": {"tarot": tarot[:rows], "common": common[: 2 * rows]},
        "mat": {"left": 4, "price": 12},
        "threshold": threshold,
        "leader": None,
        "led": None,
        "follow": {},
        "must_pass": [],
        "winner": None,
        "questions": [],
        "disputes": [],
    } | more


THREE = view_of(
    [
        seat("A", "Ana", 2, 6, "1411", hand=(4, 1), tarot={"DRAFT": "major_11"}),
        seat("B", "Ben", 1, None, "1312", coins_range=(3, 5), hand=(None, 1), tarot={"DRAFT": "major_09"}),
        seat("C", "Cai", 1, 4, "2111"),
    ],
    6,
    fate_on={
        "common": {"EARN": "C", "DRAFT": "A", "ASCEND": None, "CAPTURE": "B"},
        "tarot": {"EARN": None, "DRAFT": "A", "ASCEND": None, "CAPTURE": None},
    },
    leader="A",
    led={"suit": "DRAFT", "level": 4},
    follow={"C": {"cost": 3, "can_pay": None}},
)

FIVE = view_of(
    [
        seat("A", "Ana", 4, 0, "2513", tarot={"EARN": "major_16", "DRAFT": "major_11"}, hand=(12, 0), side=1),
        seat("B", "Bartholomew", 1, None, "3331", coins_range=(3, 5), hand=(3, 1), tarot={"ASCEND": "major_12"}),
        seat("C", "Cai", 1, 14, "2463", tarot={"CAPTURE": "major_10", "DRAFT": "major_02"}, turned=("CAPTURE",)),
        seat("D", "Đorđe", 0, 2, "1121", hand=(None, None)),
        seat("E", "Eleanor Rigby", 2, 21, "4524", tarot={"CAPTURE": "major_21", "ASCEND": "major_20"}),
    ],
    5,
    fate_on={
        "common": {"EARN": "E", "DRAFT": "A", "ASCEND": "C", "CAPTURE": "E"},
        "tarot": {"EARN": "A", "DRAFT": "A", "ASCEND": "E", "CAPTURE": "E"},
    },
    leader="C",
    led={"suit": "ASCEND", "level": 6},
    follow={"A": {"cost": 5, "can_pay": False}, "B": {"cost": 3, "can_pay": True}, "E": {"cost": 0, "can_pay": True}},
    must_pass=["A"],
)

QUESTION = {
    "id": "q3",
    "text": "Did Ben follow or pass?",
    "answers": [{"id": "follow", "text": "Followed, paid Ana 1"}, {"id": "pass", "text": "Passed"}],
}
DISPUTE = {
    "id": "d1",
    "rule": "A1",
    "seen": "the DRAFT token with Ben",
    "expected": "the DRAFT token with Ana",
    "text": "A tie moves no Fate token.",
}

ACTS = (
    LoggedAct(13, "Ana passes, takes 2 coins", "hand", "2026-05-01T20:14:02Z"),
    LoggedAct(14, "DRAFT 2 comes to spot 4 of the market", "camera", "2026-05-01T20:14:40Z"),
    LoggedAct(15, "Ana leads DRAFT 4", "camera", "2026-05-01T20:15:03Z", kind="lead", seat="A"),
    LoggedAct(16, "Ana drafts DRAFT 3 from spot 2", "camera", "2026-05-01T20:15:31Z", sure=False),
    LoggedAct(17, "Fate token of DRAFT stays with Ana", "rules", "2026-05-01T20:15:32Z", rule="A1"),
)
ENTRIES = (
    HandEntry("Ben follows or passes", "Ben follows, pays 1", "follows, pays Ana 1"),
    HandEntry("Ben follows or passes", "Ben passes, takes 3", "passes, takes 3"),
    HandEntry("Cai follows or passes", "Cai follows, pays 3", "follows, pays Ana 3"),
    HandEntry("Cai follows or passes", "Cai passes, takes 2", "passes, takes 2"),
)

PLAYING = Snapshot(
    revision=17,
    phase="playing",
    view=THREE,
    acts=ACTS,
    undoes=ACTS[-1].text,
    entries=ENTRIES,
    camera=CameraState("Webcam C920", "live", 0.4, 3, 61.0),
    numbers=NumbersState("texts"),
    journal="/home/ana/.local/share/fatekeeper/games/2026-05-01-2014.game",
    suits=(("pentacles", "EARN"), ("cups", "DRAFT"), ("wands", "ASCEND"), ("swords", "CAPTURE")),
)
WAITING = Snapshot(
    revision=0,
    phase="waiting",
    camera=CameraState("Webcam C920", "live", 0.8, 0, 58.0),
    why="Three cards of a start are visible, not a whole one.",
    todo="Lay out the four Starters of each player and the market, and take your hands away for a second.",
)
DEMO = DemoState(False, 7, "Simple players play on a drawn table; the camera reads it like a real one.")


class SampleBoard:
    """A table whose game is a given snapshot; commands change it as a real one would, in memory."""

    def __init__(self, snapshot: Snapshot = PLAYING, picture: bytes | None = JPEG) -> None:
        self.now = snapshot
        self.jpeg = picture
        self.taken = 0
        self.steps = 0
        self.refused: set[str] = set()
        self.changed = threading.Event()

    def become(self, **changes: Any) -> None:
        self.now = dataclasses.replace(self.now, revision=self.now.revision + 1, **changes)
        self.changed.set()

    def view(self, **changes: Any) -> None:
        self.become(view={**(self.now.view or {}), **changes})

    def snapshot(self) -> Snapshot:
        return self.now

    def log(self) -> tuple[LoggedAct, ...]:
        return self.now.acts

    def fresh(self, expected: int) -> None:
        if expected != self.now.revision:
            raise Stale(self.now.revision)

    def enter(self, line: str, expected: int) -> None:
        self.fresh(expected)
        if line in self.refused or line not in [entry.line for entry in self.now.entries]:
            raise Refused("Ben may not follow: EARN is led, and nobody follows it.", "B4")
        act = LoggedAct(len(self.now.acts) + 13, line, "hand", "2026-05-01T20:16:00Z")
        self.become(
            acts=(*self.now.acts, act), undoes=line, entries=tuple(e for e in self.now.entries if e.line != line)
        )

    def seat(self, letter: str, **changes: Any) -> None:
        seats = (self.now.view or {})["seats"]
        if letter not in [seat["seat"] for seat in seats]:
            raise Unknown(f"There is no seat {letter} in this game.")
        self.view(seats=[seat | changes if seat["seat"] == letter else seat for seat in seats])

    def set_coins(self, seat: str, coins: int, expected: int) -> None:
        self.fresh(expected)
        self.seat(seat, coins=coins, coins_range=[coins, coins])

    def set_hand(self, seat: str, common: int, tarot: int, expected: int) -> None:
        self.fresh(expected)
        self.seat(seat, hand={"common": common, "tarot": tarot}, hand_sure=True)

    def answer(self, question: str, answer: str, expected: int) -> None:
        self.fresh(expected)
        self.remove("questions", question, f"The question has been answered already ({answer}).")

    def dismiss(self, dispute: str, expected: int) -> None:
        self.fresh(expected)
        self.remove("disputes", dispute, "That is settled already.")

    def remove(self, kind: str, name: str, otherwise: str) -> None:
        items = (self.now.view or {})[kind]
        if name not in [item["id"] for item in items]:
            raise Unknown(otherwise)
        self.view(**{kind: [item for item in items if item["id"] != name]})

    def undo(self, expected: int) -> None:
        self.fresh(expected)
        if not self.now.acts:
            raise Refused("There is nothing to undo yet.")
        left = self.now.acts[:-1]
        self.become(acts=left, undoes=left[-1].text if left else "")

    async def changes(self) -> AsyncIterator[int]:
        seen = self.now.revision
        while True:
            await asyncio.sleep(0.02)
            if self.now.revision != seen:
                seen = self.now.revision
                yield seen

    def picture(self) -> Picture | None:
        return None if self.jpeg is None else Picture(self.jpeg, f"{self.taken:04d}.jpg", float(self.taken))

    def pause(self, paused: bool) -> None:
        if self.now.demo is None:
            raise NotADemo
        self.become(demo=dataclasses.replace(self.now.demo, paused=paused))

    def step(self) -> None:
        if self.now.demo is None:
            raise NotADemo
        self.steps += 1
