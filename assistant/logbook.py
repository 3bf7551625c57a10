"""The log of a running game as people read it. Pure."""

from typing import assert_never

from assistant.game import GUESSED, SEEN_ACTS, Game, last_told, moved, pending
from assistant.snapshot import ActKind, LoggedAct
from assistant.telling import tell, tell_all
from engine.acts import Act, Follow, Lead, Pass, Unseen, who
from engine.cards import letter
from engine.facts import Fact
from engine.log import ActEntry, Adjust, Answer, Entry, Learn, Refolded, Replace, Source, Undo

SHOWN_ACTS = 40
"""So many acts at most go out with every change."""


def logged(game: Game, folded: Refolded, most: int = SHOWN_ACTS) -> tuple[LoggedAct, ...]:
    """List the last acts as people read them: those that no longer fit with the reason, then what is likely so far.

    Counts that became ranges because nobody answered are left out: they stand beside the players. `folded` is what the
    log folds to.
    """
    skipped = {(one.entry, one.move): one for one in folded.skipped}
    shown: list[LoggedAct] = []
    for before, one in zip(folded.before, folded.counted, strict=True):
        evidence = game.entries[one.by].evidence
        if isinstance(one.move, Fact) and evidence.source != "hand":
            continue
        trouble = skipped.get((one.entry, one.move))
        text = tell(before, one.move)
        shown.append(
            LoggedAct(
                len(shown) + 1,
                text if trouble is None else f"{text}: {trouble.dispute}",
                evidence.source,
                game.times[one.entry],
                sure=trouble is None and evidence.confidence > GUESSED,
                rule=None if trouble is None else trouble.rule,
                kind=_kind(one.move),
                seat=_seat(one.move),
            )
        )
    at = game.times[-1] if game.times else ""
    state = game.base
    for move in game.branches[0].moves:
        source: Source = "hand" if move in game.entered else "camera" if isinstance(move, SEEN_ACTS) else "rules"
        if source == "hand" or not isinstance(move, Fact):
            shown.append(
                LoggedAct(
                    len(shown) + 1,
                    tell(state, move),
                    source,
                    at,
                    sure=move in game.entered,
                    kind=_kind(move),
                    seat=_seat(move),
                    settled=False,
                )
            )
        state = moved(state, move)
    return tuple(shown[-most:])


def _kind(move: Act | Fact) -> ActKind:
    if isinstance(move, Lead):
        return "lead"
    return "answer" if isinstance(move, Follow | Pass | Unseen) else "other"


def _seat(move: Act | Fact) -> str | None:
    seat = None if isinstance(move, Fact) else who(move)
    return None if seat is None else letter(seat)


def undoes(game: Game, folded: Refolded) -> str:
    """Say what an undo would take back; empty for nothing. `folded` is what the log folds to."""
    said, last = pending(game), last_told(game.entries)
    if said is not None:
        branch = next(branch for branch in reversed(game.branches) if said in branch.moves)
        state = game.base
        for move in branch.moves[: branch.moves.index(said)]:
            state = moved(state, move)
        return tell(state, said)
    return "" if last is None else _said(folded, game.entries[last], last)


def _said(folded: Refolded, entry: Entry, place: int) -> str:
    """Say what an entry of the log says, in the state it was said of."""
    of = [state for one, state in zip(folded.counted, folded.before, strict=True) if place in (one.entry, one.by)]
    state = of[0] if of else folded.state
    match entry:
        case ActEntry(act) | Replace(act=act):
            return tell(state, act)
        case Adjust(fact):
            return tell(state, fact)
        case Answer(acts=acts):
            return tell_all(state, acts)
        case Learn(row, level, value):
            return f"{row.replace('_', ' ')} {level} is {value}"
        case Undo():
            raise ValueError("An undo says nothing of its own.")
        case _:
            assert_never(entry)
