"""A game in its journal: what each row of it means, and how a game that goes on is read back whole.

Besides the entries of the log a journal keeps where the cards lie, and, whenever it changes, what may have happened
beyond the log: the branches, their questions, and what people entered meanwhile.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from assistant.branches import Branch, last_led, open_questions
from assistant.entries import DAMAGE, UnreadableEntry, damaged, from_row, to_row
from assistant.game import Game, replayed
from assistant.journal import Journal, Row
from assistant.places import Places, from_json, to_json
from assistant.wire import Choice, Question
from engine.acts import Act
from engine.errors import RecordError
from engine.facts import Fact
from engine.grammar import parse_move
from engine.lines import format_move
from engine.log import Answer, Replace, Undo, refold
from engine.record import parse
from engine.state import Setup

_PLACES = "places"
_BEYOND = "beyond"

SavedRow = tuple[str, str, str]
"""(kind, body, evidence), the last two as JSON."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A game read back, and where its cards lay."""

    game: Game
    places: Places | None


def places_row(places: Places) -> SavedRow:
    """Write down where the cards of a game lie."""
    return _PLACES, to_json(places), "null"


def new_rows(before: Game, now: Game) -> tuple[SavedRow, ...]:
    """Give the rows that a step of a game adds: its new entries, then what may have happened beyond them."""
    rows = [to_row(now.setup, entry) for entry in now.entries[len(before.entries) :]]
    beyond = _beyond(now)
    if beyond != _beyond(before) or (rows and beyond is not None):
        rows.append((_BEYOND, json.dumps(beyond), "null"))
    return tuple(rows)


def read_game(journal: Journal) -> Saved:
    """Read a game back as it was. Raises UnreadableEntry with a sentence."""
    try:
        setup = parse(journal.meta()["setup"]).setup
    except RecordError as error:
        raise UnreadableEntry(f"The set-up in {journal.path} cannot be read: {error}") from error
    except DAMAGE as error:
        raise UnreadableEntry(f"The set-up in {journal.path} cannot be read: it is damaged.") from error
    rows = tuple(journal.read())
    for number, row in enumerate(rows, 1):
        if row.number != number:
            raise UnreadableEntry(f"Entry {number} of {journal.path} is missing; without it the game cannot go on.")
    places = None
    for row in rows:
        if row.kind == _PLACES:
            places = _places(row)
    moves = [row for row in rows if row.kind not in (_PLACES, _BEYOND)]
    entries = tuple(from_row(setup, row) for row in moves)
    for place, (row, entry) in enumerate(zip(moves, entries, strict=True)):
        if isinstance(entry, Answer | Replace | Undo):
            corrects = entry.to if isinstance(entry, Answer) else entry.of
            if not 0 <= corrects < place:
                raise damaged(row)
    folded = refold(setup, entries)
    game = Game(
        setup,
        entries,
        tuple(row.at for row in moves),
        folded.state,
        (Branch(folded.state, led=last_led(one.move for one in folded.counted)),),
        skipped=folded.skipped,
    )
    told = [row for row in rows if row.kind != _PLACES]
    if told and told[-1].kind == _BEYOND:
        # An older one is of a log that has gone on since.
        try:
            game = _with_beyond(game, json.loads(told[-1].body))
        except (*DAMAGE, RecordError) as error:
            raise damaged(told[-1]) from error
    return Saved(game, places)


def _places(row: Row) -> Places:
    try:
        return from_json(row.body)
    except ValueError as error:
        raise damaged(row) from error


def _beyond(game: Game) -> dict[str, Any] | None:
    """Write down what may have happened beyond the log; None for nothing."""
    if all(not branch.moves for branch in game.branches):
        return None
    lines = {move: format_move(game.setup, move) for branch in game.branches for move in branch.moves}
    return {
        "branches": [
            {
                "moves": [lines[move] for move in branch.moves],
                "cost": round(branch.cost, 3),
                "stories": sorted(branch.stories),
                "guessed": sorted(lines[move] for move in branch.guessed if move in lines),
            }
            for branch in game.branches
        ],
        "questions": [asdict(question) for question in game.questions],
        "asked": game.asked,
        "entered": sorted(lines[move] for move in game.entered if move in lines),
    }


def _with_beyond(game: Game, told: Mapping[str, Any] | None) -> Game:
    if told is None:
        return game
    branches = [branch for one in told["branches"] if (branch := _branch(game, one)) is not None]
    if not branches:
        return game
    questions = tuple(
        Question(one["id"], one["text"], tuple(Choice(answer["id"], answer["text"]) for answer in one["answers"]))
        for one in told["questions"]
    )
    return Game(
        game.setup,
        game.entries,
        game.times,
        game.base,
        tuple(branches),
        open_questions(branches, questions),
        skipped=game.skipped,
        asked=int(told["asked"]),
        entered=frozenset(_move(game.setup, line) for line in told["entered"]),
    )


def _branch(game: Game, told: Mapping[str, Any]) -> Branch | None:
    setup = game.setup
    moves = tuple(_move(setup, line) for line in told["moves"])
    state = replayed(game.base, moves)
    if state is None:
        return None
    stories = frozenset(tuple((str(name), str(answer)) for name, answer in story) for story in told["stories"])
    guessed = frozenset(_move(setup, line) for line in told["guessed"])
    led = last_led(moves) or game.branches[0].led
    return Branch(state, moves, float(told["cost"]), stories, guessed, led)


def _move(setup: Setup, line: str) -> Act | Fact:
    move = parse_move(setup, line)
    if isinstance(move, Act | Fact):
        return move
    raise ValueError(f"{line!r} says nothing that happened.")
