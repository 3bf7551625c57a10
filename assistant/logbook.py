"""The log of a running game as people read it. Pure."""

from typing import assert_never

from assistant.game import GUESSED, Game, pending
from assistant.snapshot import LoggedAct
from engine.lines import format_move
from engine.log import ActEntry, Adjust, Answer, Entry, Learn, Replace, Source, Undo, last_said, refold
from engine.state import Setup

_SHOWN_ACTS = 40


def logged(game: Game) -> tuple[LoggedAct, ...]:
    """List the last acts as people read them: those that no longer fit with the reason, then what is likely so far."""
    counted = refold(game.setup, game.entries).counted
    skipped = {(one.entry, one.move): one for one in game.skipped}
    shown = []
    for number, one in list(enumerate(counted, 1))[-_SHOWN_ACTS:]:
        trouble = skipped.get((one.entry, one.move))
        text = format_move(game.setup, one.move)
        shown.append(
            LoggedAct(
                number,
                text if trouble is None else f"{text}: {trouble.dispute}",
                game.entries[one.by].evidence.source,
                game.times[one.entry],
                sure=trouble is None and game.entries[one.by].evidence.confidence > GUESSED,
                rule=None if trouble is None else trouble.rule,
            )
        )
    at = game.times[-1] if game.times else ""
    for number, move in enumerate(game.branches[0].moves, len(counted) + 1):
        source: Source = "hand" if move in game.entered else "camera"
        shown.append(LoggedAct(number, format_move(game.setup, move), source, at, sure=move in game.entered))
    return tuple(shown[-_SHOWN_ACTS:])


def undoes(game: Game) -> str:
    """Say what an undo would take back, as lines of the record; empty for nothing."""
    said, last = pending(game), last_said(game.entries)
    if said is not None:
        return format_move(game.setup, said)
    return "" if last is None else _said(game.setup, game.entries[last])


def _said(setup: Setup, entry: Entry) -> str:
    """Give what an entry says as lines of the record."""
    match entry:
        case ActEntry(act) | Replace(act=act):
            return format_move(setup, act)
        case Adjust(fact):
            return format_move(setup, fact)
        case Answer(acts=acts):
            return "; ".join(format_move(setup, act) for act in acts)
        case Learn(row, level, value):
            return f"{row} {level} is {value}"
        case Undo():
            raise ValueError("An undo says nothing of its own.")
        case _:
            assert_never(entry)
