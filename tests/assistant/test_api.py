"""The dashboard over HTTP: the real application in front of a table that lives in memory."""

import asyncio
import dataclasses
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from assistant import stream
from assistant.app import create_app
from assistant.pages import PARTS, Pages
from assistant.problems import CODES
from assistant.settings import Settings
from assistant.snapshot import Board, HandEntry, LoggedAct, NumbersState
from assistant.table import LiveTable
from tests.assistant.sample_board import DEMO, DISPUTE, FIVE, JPEG, PLAYING, QUESTION, THREE, WAITING, SampleBoard

HERE = "http://127.0.0.1:8420"
Ask = Callable[..., httpx.Response]


def asking(board: Board) -> Ask:
    app: FastAPI = create_app(board, Settings())

    def ask(method: str, path: str, base: str = HERE, **more: Any) -> httpx.Response:
        async def go() -> httpx.Response:
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=base) as client:
                return await client.request(method, path, **more)

        return asyncio.run(go())

    return ask


@pytest.fixture
def board() -> SampleBoard:
    return SampleBoard()


@pytest.fixture
def ask(board: SampleBoard) -> Ask:
    return asking(board)


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert code in CODES
    assert body["detail"].endswith((".", "."))
    return body


def test_the_view_is_the_one_the_table_has(ask: Ask) -> None:
    assert ask("GET", "/api/view").json() == THREE


def test_the_snapshot_holds_all_the_page_shows(ask: Ask) -> None:
    told = ask("GET", "/api/snapshot").json()
    assert told["revision"] == 17
    assert told["acts"][-1] == {
        "number": 17,
        "text": "Fate token of DRAFT stays with Ana",
        "source": "rules",
        "at": "2026-05-01T20:15:32Z",
        "sure": True,
        "rule": "A1",
        "kind": "other",
        "seat": None,
        "settled": True,
    }
    assert set(told) == {field.name for field in dataclasses.fields(PLAYING)}


def test_without_a_game_there_is_no_view_and_the_sentence_says_what_to_do() -> None:
    body = problem(asking(SampleBoard(WAITING))("GET", "/api/view"), 404, "no-game")
    assert "four Starters" in body["detail"]


def test_the_picture_is_given_or_its_lack_told(ask: Ask) -> None:
    answer = ask("GET", "/picture.jpg?v=1")
    assert (answer.headers["content-type"], answer.content) == ("image/jpeg", JPEG)
    assert answer.headers["cache-control"] == "no-store"
    problem(asking(SampleBoard(PLAYING, picture=None))("GET", "/picture.jpg"), 404, "no-picture")


def test_an_act_is_entered_by_its_line(ask: Ask, board: SampleBoard) -> None:
    answer = ask("POST", "/api/acts", json={"line": "Ben passes, takes 3", "expected": 17})
    assert answer.json() == {"revision": 18}
    assert board.now.acts[-1].text == "Ben passes, takes 3"
    assert board.now.acts[-1].source == "hand"


def test_an_illegal_act_is_refused_with_its_ruling(ask: Ask, board: SampleBoard) -> None:
    body = problem(ask("POST", "/api/acts", json={"line": "Ben follows", "expected": 17}), 422, "refused")
    assert body["rule"] == "B4"
    assert body["reason"] == body["detail"]
    assert board.now.revision == 17


def test_a_command_for_an_older_state_is_refused(ask: Ask) -> None:
    body = problem(ask("POST", "/api/undo", json={"expected": 16}), 409, "stale")
    assert body["current"] == 17


def test_undo_takes_back_the_last_act(ask: Ask, board: SampleBoard) -> None:
    assert ask("POST", "/api/undo", json={"expected": 17}).status_code == 200
    assert [act.number for act in board.now.acts] == [13, 14, 15, 16]


def test_coins_and_hands_are_set(ask: Ask, board: SampleBoard) -> None:
    assert ask("POST", "/api/coins", json={"seat": "B", "coins": 5, "expected": 17}).status_code == 200
    body = {"seat": "B", "common": 3, "tarot": 1, "expected": 18}
    assert ask("POST", "/api/hands", json=body).status_code == 200
    ben = ask("GET", "/api/view").json()["seats"][1]
    assert (ben["coins"], ben["coins_range"], ben["hand"]) == (5, [5, 5], {"common": 3, "tarot": 1})
    problem(ask("POST", "/api/coins", json={"seat": "E", "coins": 5, "expected": 19}), 404, "unknown")


def test_questions_are_answered_and_disputes_put_away() -> None:
    board = SampleBoard(dataclasses.replace(PLAYING, view={**THREE, "questions": [QUESTION], "disputes": [DISPUTE]}))
    ask = asking(board)
    answer = {"question": "q3", "answer": "pass", "expected": 17}
    assert ask("POST", "/api/answers", json=answer).json() == {"revision": 18}
    assert ask("POST", "/api/disputes/d1/dismiss", json={"expected": 18}).json() == {"revision": 19}
    view = ask("GET", "/api/view").json()
    assert (view["questions"], view["disputes"]) == ([], [])
    problem(ask("POST", "/api/answers", json=answer | {"expected": 19}), 404, "unknown")


def test_only_a_demonstration_can_be_paused_and_stepped(ask: Ask) -> None:
    problem(ask("POST", "/api/demo/pause", json={"paused": True}), 409, "not-a-demo")
    board = SampleBoard(dataclasses.replace(PLAYING, demo=DEMO))
    ask = asking(board)
    assert ask("POST", "/api/demo/pause", json={"paused": True}).status_code == 200
    assert ask("POST", "/api/demo/step", json={}).status_code == 200
    assert board.now.demo == dataclasses.replace(DEMO, paused=True)
    assert board.steps == 1


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/acts", {"line": "Ben passes"}, "expected"),
        ("/api/acts", {"line": "Ben passes\nAna passes", "expected": 17}, "line"),
        ("/api/acts", {"line": "", "expected": 17}, "line"),
        ("/api/coins", {"seat": "A", "coins": -1, "expected": 17}, "coins"),
        ("/api/coins", {"seat": "Z", "coins": 1, "expected": 17}, "seat"),
        ("/api/hands", {"seat": "A", "common": 81, "tarot": 0, "expected": 17}, "common"),
        ("/api/undo", {"expected": 17, "twice": True}, "twice"),
        ("/api/undo", {"expected": "17"}, "expected"),
        ("/api/coins", {"seat": "A", "coins": True, "expected": 17}, "coins"),
        ("/api/coins", {"seat": "A", "coins": 2.5, "expected": 17}, "coins"),
    ],
)
def test_a_body_that_does_not_fit_is_refused(ask: Ask, path: str, body: dict[str, Any], field: str) -> None:
    assert problem(ask("POST", path, json=body), 422, "invalid")["field"] == field


def test_every_act_is_on_a_page_of_its_own(ask: Ask) -> None:
    assert 'href="/log"' in ask("GET", "/").text
    page = ask("GET", "/log")
    assert page.status_code == 200
    assert [page.text.count(act.text) for act in PLAYING.acts] == [1] * len(PLAYING.acts)
    assert "Nothing has happened yet" in asking(SampleBoard(WAITING))("GET", "/log").text


def test_a_body_that_is_too_large_is_not_read(ask: Ask) -> None:
    body = b'{"expected": 17}' + b" " * 200_000
    problem(ask("POST", "/api/undo", content=body, headers={"content-type": "application/json"}), 413, "invalid")


def test_a_name_that_is_no_text_is_written_out() -> None:
    table = LiveTable(NumbersState("house"), camera="h\udcff", journal=None)
    ask = asking(table)
    assert "h\\udcff" in ask("GET", "/").text
    assert ask("GET", "/api/snapshot").status_code == 200


def test_an_amount_goes_into_its_line() -> None:
    entry = HandEntry("Ben answers", "Ben passes, takes {}", "passes and takes", asks=True)
    known = HandEntry("Ben answers", "Ben passes, takes 3", "passes, takes 3 coins")
    board = SampleBoard(dataclasses.replace(PLAYING, entries=(entry, known)))
    ask = asking(board)
    assert 'value="Ben passes, takes {}"' in ask("GET", "/").text
    body = {"line": entry.line, "amount": 3, "expected": board.now.revision}
    assert ask("POST", "/api/acts", json=body).status_code == 200
    assert board.now.acts[-1].text == "Ben passes, takes 3"
    problem(ask("POST", "/api/acts", json=body | {"amount": 171}), 422, "invalid")


def test_a_game_that_is_not_being_saved_says_so_on_the_page() -> None:
    unsaved = "The disk is full; make room."
    for phase in ("playing", "over"):
        page = asking(SampleBoard(dataclasses.replace(PLAYING, unsaved=unsaved, journal="g.fate", phase=phase)))(
            "GET", "/"
        )
        assert unsaved in page.text
        assert "is kept in" not in page.text
    assert "not being saved" not in asking(SampleBoard(PLAYING))("GET", "/").text


def test_what_is_not_json_is_refused(ask: Ask) -> None:
    json_type = {"content-type": "application/json"}
    said = problem(ask("POST", "/api/undo", content=b"{", headers=json_type), 422, "invalid")
    assert said["detail"] == "The body of the request is not JSON."
    said = problem(ask("POST", "/api/undo", content=b"[" * 100_000, headers=json_type), 400, "invalid")
    assert "no such page" not in said["detail"]
    form = {"content-type": "text/plain"}
    problem(ask("POST", "/api/undo", content=b'{"expected": 17}', headers=form), 422, "invalid")


def test_other_pages_and_methods_are_problems_too(ask: Ask) -> None:
    problem(ask("GET", "/nothing"), 404, "not-found")
    problem(ask("GET", "/api/undo"), 405, "method")


def test_a_failure_inside_shows_no_entrails(ask: Ask, board: SampleBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "snapshot", lambda: 1 / 0)
    answer = ask("GET", "/api/snapshot")
    body = problem(answer, 500, "failed")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "division" not in body["detail"]


@pytest.mark.parametrize("base", ["http://127.0.0.1:8420", "http://localhost:8420", "http://[::1]:8420"])
def test_this_machine_may_call_itself_by_its_loopback_names(ask: Ask, base: str) -> None:
    assert ask("GET", "/api/view", base=base).status_code == 200


@pytest.mark.parametrize(
    "base", ["http://evil.example", "http://127.0.0.1.evil.example:8420", "http://192.168.0.7:8420"]
)
def test_another_name_is_refused(ask: Ask, base: str) -> None:
    for path in ("/", "/api/view", "/picture.jpg", "/static/dashboard.js"):
        problem(ask("GET", path, base=base), 403, "foreign")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_sites_page_may_not_change_the_game(ask: Ask, board: SampleBoard, headers: dict[str, str]) -> None:
    problem(ask("POST", "/api/undo", json={"expected": 17}, headers=headers), 403, "foreign")
    assert board.now.revision == 17


def test_the_own_page_may(ask: Ask) -> None:
    headers = {"origin": HERE, "sec-fetch-site": "same-origin"}
    assert ask("POST", "/api/undo", json={"expected": 17}, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/view", "/nothing", "/static/dashboard.css"])
def test_every_answer_carries_the_strict_headers(ask: Ask, path: str) -> None:
    headers = ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_nothing_on_the_page_comes_from_elsewhere_or_stands_in_line(ask: Ask) -> None:
    page = ask("GET", "/").text
    assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in page
    assert "<style" not in page
    assert " style=" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/')


def test_names_cannot_smuggle_in_markup() -> None:
    seats = [seat | {"name": "<img src=x>"} for seat in THREE["seats"]]
    page = asking(SampleBoard(dataclasses.replace(PLAYING, view={**THREE, "seats": seats})))("GET", "/").text
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;" in page


def test_every_ruling_that_is_cited_can_be_looked_up(ask: Ask) -> None:
    text = ask("GET", "/rules").text
    for rule in ("A1", "A4", "A5", "A7", "B3", "B4"):
        assert f'id="{rule}"' in text


def events(board: SampleBoard, wanted: int) -> list[tuple[str, Any]]:
    """Collect the first events of a stream while the board changes once."""

    async def go() -> list[tuple[str, Any]]:
        closing, told = asyncio.Event(), []
        async for event in stream.events(board, Pages(Settings()), 0.05, closing):
            told.append((event.event or "", event.data))
            if len(told) == 2:
                board.view(leader="B", led=None)
            if len(told) >= wanted:
                closing.set()
        return told

    return asyncio.run(go())


def test_the_stream_sends_everything_first_then_only_what_changed() -> None:
    told = events(SampleBoard(), 6)
    kinds = [kind for kind, _ in told]
    assert kinds[:2] == ["parts", "pulse"]
    assert set(told[0][1]["parts"]) == set(PARTS)
    assert told[0][1]["revision"] == 17
    later = [data for kind, data in told[1:] if kind == "parts"]
    assert [data["revision"] for data in later] == [18]
    assert set(later[0]["parts"]) == {"lead", "seats"}
    assert "Ben leads next" in later[0]["parts"]["lead"]
    assert kinds.count("pulse") >= 2


def test_the_pulse_tells_the_age_and_the_picture() -> None:
    pulse = events(SampleBoard(), 2)[1][1]
    assert (pulse["age_s"], pulse["status"], pulse["picture"]) == (0.4, "live", "0000.jpg@0.000")
    json.dumps(pulse)


def test_the_page_says_it_in_words() -> None:
    page = asking(SampleBoard(dataclasses.replace(PLAYING, view=FIVE, demo=DEMO)))("GET", "/").text
    words = " ".join(page.split())
    for phrase in (
        "Demonstration with invented numbers.",
        "Cai</span> <small>leads",
        "<strong>free</strong>",
        "<strong>pays Cai 3</strong>",
        "<strong>must pass</strong>",
        "<strong>answered</strong>",
        "5, level with Eleanor Rigby",
        "6, three above Bartholomew",
        "Justice 11, nine above Cai",
        "one more wins",
        "3–5",
    ):
        assert phrase in words, phrase


def test_what_several_states_disagree_on_is_not_shown_as_fact() -> None:
    seats = [seat | {"fate": None, "levels": {**seat["levels"], "ASCEND": None}} for seat in THREE["seats"]]
    unsure = {"seats": seats, "follow": {"C": {"cost": None, "can_pay": None}}, "led": {"suit": "DRAFT", "level": None}}
    view = {**THREE, **unsure, "mat": {"left": 4, "price": None}, "questions": [QUESTION]}
    page = " ".join(asking(SampleBoard(dataclasses.replace(PLAYING, view=view)))("GET", "/").text.split())
    assert "None" not in page
    assert "pays Ana ?" in page
    assert "the answer to the question tells" in page
    assert "its price is not known yet" in page


@pytest.mark.parametrize(
    ("winner", "words"),
    [("A", "Ana wins"), (["A", "C"], "Ana and Cai share the win"), (None, "Who wins is not certain")],
)
def test_the_end_is_told(winner: object, words: str) -> None:
    over = dataclasses.replace(PLAYING, phase="over", view={**THREE, "winner": winner, "led": None})
    assert words in asking(SampleBoard(over))("GET", "/").text


def test_a_game_that_is_over_offers_only_what_still_makes_sense() -> None:
    view = {**THREE, "winner": "A", "led": None, "questions": [QUESTION], "disputes": [DISPUTE]}
    page = asking(SampleBoard(dataclasses.replace(PLAYING, phase="over", view=view, entries=())))("GET", "/").text
    assert "--new" in page
    assert "Undo" in page
    assert DISPUTE["text"] not in page
    assert "camera sees what happens next" not in page
    demo = asking(SampleBoard(dataclasses.replace(PLAYING, phase="over", view=view, demo=DEMO)))("GET", "/").text
    assert "Pause" not in demo


def test_how_a_foe_answered_is_said_beside_the_lead() -> None:
    acts = (*PLAYING.acts, LoggedAct(18, "Ben follows, pays Ana 1", "hand", "", kind="answer", seat="B"))
    page = asking(SampleBoard(dataclasses.replace(PLAYING, acts=acts)))("GET", "/").text
    assert "follows, pays Ana 1</small>" in page


def test_few_questions_are_asked_at_once() -> None:
    asked = [QUESTION | {"id": f"q{number}", "text": f"Question {number}?"} for number in range(5)]
    page = asking(SampleBoard(dataclasses.replace(PLAYING, view={**THREE, "questions": asked})))("GET", "/").text
    assert [f"Question {number}?" in page for number in range(5)] == [True, True, False, False, False]
    assert "3 more" in page


def test_what_a_count_may_be_at_most_is_not_shown_where_it_says_nothing() -> None:
    seats = [
        seat | {"coins": None, "coins_range": [4, 170], "fate": None, "fate_range": [5, 6]} for seat in THREE["seats"]
    ]
    page = asking(SampleBoard(dataclasses.replace(PLAYING, view={**THREE, "seats": seats})))("GET", "/").text
    assert "<b>4+</b>" in page
    assert "170" not in page.replace('max="170"', "")
    assert "may have won" in page


def test_how_a_foe_with_two_names_answered_is_said_without_both() -> None:
    lead = LoggedAct(17, "Cai leads ASCEND 6", "camera", "", kind="lead", seat="C")
    answer = LoggedAct(18, "Eleanor Rigby passes, takes 2 coins", "hand", "", kind="answer", seat="E")
    follow = {"A": {"cost": 5, "can_pay": False}, "B": {"cost": 3, "can_pay": True}}
    snapshot = dataclasses.replace(PLAYING, view={**FIVE, "follow": follow}, acts=(lead, answer))
    assert "<small>passes, takes 2 coins</small>" in asking(SampleBoard(snapshot))("GET", "/").text
