"""The render law on the spec: what lies on the drawn table is what the engine says should lie there."""

import json
from pathlib import Path

import cv2
import pytest

from assistant.commands.draw import draw as command
from assistant.draw import Reach, scene
from assistant.seating import table
from assistant.simulate import play
from assistant.stills import Still, moved, opening
from engine.acts import Follow, Lead, Pass
from engine.cards import Faces, Seat, Suit
from engine.grammar import parse_act
from engine.layout import ShowsBack, ShowsCard, ShowsNothing, layout
from engine.state import State
from vision.scene.spec import SceneSpec


def tops(spec: SceneSpec) -> dict[str, str]:
    """The label on top of every slot."""
    return {card.slot: card.label for card in spec.cards} | {pile.slot: pile.label for pile in spec.piles}


def agrees(spec: SceneSpec, state: State) -> None:
    expected = layout(state)
    shown = tops(spec)
    for slot, what in expected.slots.items():
        match what:
            case ShowsCard(card):
                assert shown[slot] == state.setup.faces.label(card), slot
            case ShowsBack():
                assert shown[slot] == "back", slot
            case ShowsNothing():
                assert slot not in shown, slot
            case _:
                pass
    on_cards = {spec.cards[token.on].slot for token in spec.tokens if token.on is not None}
    assert on_cards == expected.tokens
    assert spec.ball is not None
    if expected.ball is not None:
        assert spec.ball.on is not None
        assert spec.cards[spec.ball.on].slot == expected.ball


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_state_of_a_game_lies_as_its_layout_says(players: int) -> None:
    drawn = table(11, players)
    for n, played in enumerate(play(players, 11)):
        if n % 9 == 0 or n < 40:
            agrees(scene(played.state, drawn, n), played.state)
        if n > 400:
            break


def test_the_set_up_has_four_coins_each_and_the_ball_by_the_first_player() -> None:
    drawn = table(4, 3)
    state = next(play(3, 4, faces=Faces("swords", "wands"), first=Seat(2))).state
    spec = scene(state, drawn)
    assert len(spec.cards) == 3 * 4 + 12
    assert tops(spec)["A.ASCEND"] == "swords_01"
    assert len(spec.coins) == 12
    assert spec.ball is not None
    assert spec.ball.on is None
    assert (spec.ball.x, spec.ball.y) == (drawn.seating.ball[2].x, drawn.seating.ball[2].y)
    assert spec.mat is not None
    assert spec.mat.left >= 5
    assert spec.piles[0].count == state.deck_common.lo


def test_what_nobody_moves_stays_exactly_where_it_is() -> None:
    stills = list(opening(3, 5, 20))
    for before, after in zip(stills, stills[1:], strict=False):
        assert before.spec.view == after.spec.view
        assert before.spec.light == after.spec.light
        assert before.spec.sensor.seed != after.spec.sensor.seed
        old, new = set(before.spec.cards), set(after.spec.cards)
        touched = {slot for act in after.acts for slot in moved(act) or ()}
        assert {card.slot for card in old ^ new} <= touched


def test_each_still_ends_with_an_act_that_can_be_seen() -> None:
    stills = list(opening(3, 5, 20))
    assert [still.index for still in stills] == list(range(20))
    assert stills[0].acts == ()
    for still in stills[1:]:
        assert moved(still.acts[-1]) is not None
        assert all(moved(act) is None for act in still.acts[:-1])
    assert moved(Lead(Seat(1), Suit.DRAFT)) == ("B.DRAFT",)
    assert moved(Follow(Seat(1))) is None
    assert moved(Pass(Seat(1))) is None


def test_an_arm_reaches_for_what_is_moved_next_and_hides_nothing_new() -> None:
    stills = list(opening(3, 9, 12, 2))
    arms = [still for still in stills if still.arm is not None]
    assert len(arms) == 2
    for still in arms:
        assert still.spec.arm is not None
        assert still.arm is not None
        coming = stills[still.index + 1] if still.index + 1 < len(stills) else None
        if coming is not None:
            assert still.arm.slot in (moved(coming.acts[-1]) or ())
        assert same_but_arm(still, scene(still.state, table(9, 3), still.index))


def same_but_arm(still: Still, spec: SceneSpec) -> bool:
    return (still.spec.cards, still.spec.tokens, still.spec.ball) == (spec.cards, spec.tokens, spec.ball)


def test_a_table_for_others_is_refused() -> None:
    state = next(play(3, 1)).state
    with pytest.raises(ValueError, match="for 4 players"):
        scene(state, table(1, 4), 0, Reach(Seat(0), "A.EARN"))


def test_the_command_writes_stills_with_their_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "game"
    assert command(folder, seats=3, seed=9, stills=4, arms=1) == 0
    assert sorted(file.name for file in folder.iterdir()) == [
        "0000.jpg",
        "0001.jpg",
        "0002.jpg",
        "0003.jpg",
        "labels.json",
        "truth.jsonl",
    ]
    image = cv2.imread(str(folder / "0002.jpg"))
    assert image is not None
    assert image.shape == (1080, 1920, 3)
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    assert [line["frame"] for line in lines] == ["0000.jpg", "0001.jpg", "0002.jpg", "0003.jpg"]
    assert lines[0]["acts"] == []
    setup = next(play(3, 9)).state.setup
    assert all(parse_act(setup, act) for line in lines for act in line["acts"])
    assert lines[-1]["view"]["act"] == sum(len(line["acts"]) for line in lines)
    labels = json.loads((folder / "labels.json").read_text())
    assert labels["0000.jpg"] == lines[0]["labels"]
    assert len(labels["0000.jpg"]["cards"]) == 24
    assert labels["0000.jpg"]["ball"]["on"] is None
    assert command(folder, 3, 9, 2, 0) == 1
    assert "not empty" in capsys.readouterr().err


def test_a_wrong_call_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "game"
    assert command(folder, seats=6) == 2
    assert command(folder, stills=0) == 2
    assert command(folder, stills=4, arms=4) == 2
    assert command(folder, seed=-1) == 2
    assert not folder.exists()
    (tmp_path / "file").write_text("")
    assert command(tmp_path / "file") == 1
    assert "is a file" in capsys.readouterr().err
