"""The view: its form, and that a fact stands in it only if all possible states agree."""

import json

from assistant.simulate import play
from assistant.wire import Choice, Dispute, Question, view
from engine.numbers import KNOWN
from tests.engine.tables import after, opening

CUPS_3 = "set Ana DRAFT Cups 1 + Cups 2 + Cups 3"


def test_the_view_of_a_turn() -> None:
    state = after(opening(), CUPS_3, "set common token DRAFT Ana", "set Ana DRAFT tarot Justice turned")
    state = after(state, "set tarot token DRAFT Ana", "set Cai coins 1", "Ana leads DRAFT", "Ana drafts from market 1")
    shown = view(state)
    ana = shown["seats"][0]
    assert (ana["seat"], ana["name"], ana["fate"], ana["coins"], ana["side"]) == ("A", "Ana", 2, 4, 0)
    assert ana["hand"] == {"common": 6, "tarot": 1}
    assert ana["hand_sure"] is True
    assert ana["levels"] == {"EARN": 1, "DRAFT": 3, "ASCEND": 1, "CAPTURE": 1}
    assert ana["tarot"]["DRAFT"] == "major_11"
    assert ana["turned"] == ["DRAFT"]
    assert shown["fate_on"]["common"] == {"EARN": None, "DRAFT": "A", "ASCEND": None, "CAPTURE": None}
    assert shown["market"]["common"][:2] == [None, "cups_03"]
    assert shown["market"]["tarot"][0] == "major_03"
    assert shown["mat"] == {"left": 5, "price": 7}
    assert (shown["threshold"], shown["leader"], shown["led"]) == (6, "A", {"suit": "DRAFT", "level": 3})
    assert shown["follow"] == {"B": {"cost": 2, "can_pay": True}, "C": {"cost": 2, "can_pay": False}}
    assert shown["must_pass"] == ["C"]
    assert shown["winner"] is None


def test_between_turns_and_when_nobody_can_follow() -> None:
    assert (view(opening())["led"], view(opening())["follow"], view(opening())["must_pass"]) == (None, {}, [])
    shown = view(after(opening(), "Ana leads EARN", "Ana takes coins", "Ben passes"))
    assert (shown["follow"], shown["must_pass"]) == ({}, ["C"])
    assert view(after(opening(), "set Ben side 6"))["winner"] == "B"


def test_what_is_not_known_is_null() -> None:
    state = after(opening(numbers=KNOWN), "Ana leads EARN", "Ben passes", "Cai passes", "set leader Cai")
    state = after(state, "set Cai DRAFT Cups 1 + Cups 2", "set Ana coins 0-9", "Cai leads DRAFT", "Ana is unseen")
    shown = view(state)
    assert shown["seats"][0]["coins"] is None
    assert shown["seats"][0]["coins_range"] == [0, 170]
    assert shown["seats"][0]["hand"]["common"] is None
    assert shown["seats"][0]["hand_sure"] is False
    assert shown["mat"] == {"left": None, "price": None}
    assert view(after(state, "set Ben coins 0-3"))["follow"]["B"] == {"cost": 1, "can_pay": None}


def test_several_states_show_what_they_agree_on() -> None:
    lead = after(opening(), "Ana leads ASCEND")
    one, other = after(lead, "Ana ascends Cups 2"), after(lead, "Ana ascends Wands 2", "Ana is done")
    shown = view([one, other])
    levels = shown["seats"][0]["levels"]
    assert levels == {"EARN": 1, "DRAFT": None, "ASCEND": None, "CAPTURE": 1}
    assert shown["seats"][0]["fate"] == 1
    assert shown["fate_on"]["common"]["DRAFT"] is None
    assert shown["led"] == {"suit": "ASCEND", "level": 1}
    assert shown["act"] == other.count
    rich = after(lead, "set Ben coins 9")
    purse = view([lead, rich])["seats"][1]
    assert (purse["coins"], purse["coins_range"]) == (None, [4, 9])


def test_questions_and_disputes_pass_through() -> None:
    asked = Question("q1", "What did Ben do?", (Choice("a", "passed"),))
    disputed = Dispute("d1", "A1", "Cups 3", "Cups 2", "The table shows Cups 3.")
    shown = view(opening(), [asked], [disputed])
    assert shown["questions"] == [{"id": "q1", "text": "What did Ben do?", "answers": [{"id": "a", "text": "passed"}]}]
    assert shown["disputes"][0]["rule"] == "A1"


def test_every_view_of_a_game_is_json() -> None:
    for _, state in play(3, 4):
        shown = view(state)
        assert json.loads(json.dumps(shown)) == shown
