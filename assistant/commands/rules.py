"""`fatekeeper replay`: a written game through the rules. Returns the exit status."""

import json
import sys
from pathlib import Path
from typing import Any

from assistant.records import RecordFileError, read_record
from assistant.standings import print_standings
from assistant.wire import view
from engine.advice import advise
from engine.automa import decide
from engine.digest import digest
from engine.entry_lines import Line, format_line
from engine.replay import Replayed
from engine.replay import replay as run
from engine.state import State

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2


def replay(game: Path, as_json: bool = False, to: int | None = None, advice: bool = False) -> int:
    """Run a record through the rules and print the view after its last, or its `to`th, act.

    Where the solo bot has to act, what it does is said; with `advice` also what everybody could do next.
    """
    if to is not None and to < 0:
        return _refuse("--to takes the number of an act, 0 for the set-up.", WRONG_CALL)
    try:
        record = read_record(game)
    except RecordFileError as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)
    entries = len(record.entries)
    if to is not None and to > entries:
        return _refuse(f"{game} has {entries} acts; --to can be no more than that.", NOT_GOOD_ENOUGH)
    reached: Replayed | None = None
    status = DONE
    for step in run(record):
        if step.trouble is not None:
            trouble = step.trouble
            act = format_line(record.setup, Line(trouble.line.said))
            _say(f'{game}, line {trouble.line.number}, "{act}": {trouble.reason} (§{trouble.rule})')
            status = NOT_GOOD_ENOUGH
            break
        reached = step
        if step.entries == to:
            break
    if reached is not None:
        for one in reached.skipped:
            _say(f"{game}: after the corrections, act {one.entry + 1} does not fit: {one.dispute} (§{one.rule})")
        _show(reached.state, as_json, advice)
    return status


def _show(state: State, as_json: bool, advice: bool) -> None:
    shown, told = view(state), [one.text for one in decide(state)]
    sentences = [*advise(state).sentences] if advice else []
    if as_json:
        more = ({"bot": told} if told else {}) | ({"advice": sentences} if advice else {})
        _write(shown | {"digest": digest(state)} | more)
        return
    print_standings(shown, [] if state.end is None else [state.name(seat) for seat in state.end.winners])
    sys.stdout.write(f"Digest of the state: {digest(state)}\n")
    if told:
        sys.stdout.write(f"Next for the bot: {' Or: '.join(told)}\n")
    for sentence in sentences:
        sys.stdout.write(sentence + "\n")


def _write(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def _refuse(sentence: str, status: int) -> int:
    _say(sentence)
    return status
