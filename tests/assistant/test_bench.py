"""`bench`: figures with their names, beside a yardstick where that is installed."""

import json
import sys

import pytest

from assistant import yardstick
from assistant.commands.bench import bench


def lines(capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str, str], float]:
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(line) == {"condition", "method", "n", "metric", "value"} for line in told)
    assert all(line["n"] > 0 and line["value"] > 0 for line in told)
    return {(line["condition"], line["method"], line["metric"]): line["value"] for line in told}


def test_the_engine_is_measured_beside_chess(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yardstick, "LAYOUTS", 8)
    assert bench("engine", 3, as_json=True) == 0
    figures = lines(capsys)
    engine, chess = (
        figures["legal + apply, an act of 3-seat games", "engine", "median us"],
        figures["legal_moves + push, a move of the Opera Game", "python-chess", "median us"],
    )
    assert figures["an act", "engine / python-chess", "median ratio"] == pytest.approx(engine / chess, rel=0.01)
    explained = f"explain a layout, {yardstick.VISIBLE} visible and up to {yardstick.UNSEEN} unseen acts"
    assert figures[explained, "reconcile", "share explained"] == 1
    assert figures["all states of a 3-seat game", "engine", "MB"] <= 20


def test_without_chess_there_are_no_ratios_and_a_sentence_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yardstick, "LAYOUTS", 4)
    monkeypatch.setattr("assistant.commands.bench.find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "chess", None)
    assert bench() == 0
    out, err = capsys.readouterr()
    assert "python-chess, is not installed" in err
    assert "ratio" not in out
    assert "legal + apply" in out


def test_what_cannot_be_measured_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("luck") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_quantile_is_one_of_the_values() -> None:
    assert yardstick.p99([1.0] * 98 + [5.0, 7.0]) == 7.0
    assert yardstick.p99([3.0]) == 3.0
