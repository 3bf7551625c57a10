"""`fatekeeper replay` and `fatekeeper simulate`: the rules without a camera. Each returns the exit status."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from assistant.players import PLAYERS
from assistant.simulate import NAMES, play
from assistant.wire import view
from engine.acts import Lead
from engine.cards import letter
from engine.digest import digest
from engine.entry_lines import Line, format_line
from engine.errors import RecordError
from engine.record import Record, parse
from engine.replay import Replayed
from engine.replay import replay as run
from engine.state import State

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2


def replay(game: Path, as_json: bool = False, to: int | None = None) -> int:
    """Run a record through the rules and print the view after its last, or its `to`th, act."""
    if to is not None and to < 0:
        return _refuse("--to takes the number of an act, 0 for the set-up.", WRONG_CALL)
    record = _read(game)
    if record is None:
        return NOT_GOOD_ENOUGH
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
        _show(reached.state, as_json)
    return status


def _read(game: Path) -> Record | None:
    try:
        return parse(game.read_text(encoding="utf-8"))
    except FileNotFoundError:
        _say(f"There is no file {game}; give the path of a .sooth record.")
    except IsADirectoryError:
        _say(f"{game} is a folder; give the path of one .sooth record in it.")
    except PermissionError:
        _say(f"{game} may not be read; allow reading it, or give another record.")
    except UnicodeDecodeError:
        _say(f"{game} is not a text file; a .sooth record is UTF-8 text.")
    except OSError as error:
        _say(f"{game} cannot be read ({error.strerror}); give the path of a .sooth record.")
    except RecordError as error:
        _say(f"{game}, line {error.line}, column {error.column}: {error.expected}")
    return None


def _show(state: State, as_json: bool) -> None:
    shown = view(state)
    if as_json:
        _write(shown | {"digest": digest(state)})
        return
    table = Table(title=_title(state, shown))
    for heading in ("", "Fate", "Coins", "Hand", "EARN", "DRAFT", "ASCEND", "CAPTURE"):
        table.add_column(heading)
    for seat, entry in zip(state.seats, shown["seats"], strict=True):
        player = state.players[seat]
        columns = [
            f"{column.level}" + (f", {state.setup.faces.name(column.tarot)}" if column.tarot else "")
            for column in player.columns
        ]
        hand = f"{player.hand.common} + {player.hand.tarot}"
        table.add_row(entry["name"], f"{entry['fate']} of {state.threshold}", str(player.coins), hand, *columns)
    Console(width=110).print(table)
    sys.stdout.write(f"Digest of the state: {digest(state)}\n")


def _title(state: State, shown: dict[str, Any]) -> str:
    if state.end is not None:
        winners = " and ".join(state.name(seat) for seat in state.end.winners)
        return f"After {state.count} acts: {winners} won"
    led = shown["led"]
    doing = f"leads {led['suit']} at level {led['level']}" if led else "leads next"
    return f"After {state.count} acts: {state.name(state.leader)} {doing}"


def simulate(games: int, seats: int, seed: int = 0, as_json: bool = False, players: Sequence[str] = ("greedy",)) -> int:
    """Play games between simple players with the invented numbers, and print one line for each."""
    if games < 1:
        return _refuse("--games takes a number from 1 on.", WRONG_CALL)
    if not 2 <= seats <= len(NAMES):
        return _refuse("--seats takes 2 to 5.", WRONG_CALL)
    unknown = [name for name in players if name not in PLAYERS]
    if unknown or not players:
        return _refuse(f"There is no player {', '.join(unknown)}; there are {', '.join(PLAYERS)}.", WRONG_CALL)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        for game in range(games):
            line = _game(game, seats, seed + game, players)
            if as_json:
                _write(line)
            else:
                _tell(line)
            progress.advance(task)
    return DONE


def _game(game: int, seats: int, seed: int, players: Sequence[str]) -> dict[str, Any]:
    rounds, state = 0, None
    for act, state in play(seats, seed, players=[PLAYERS[name] for name in players]):  # noqa: B007 - the last counts
        rounds += isinstance(act, Lead)
    if state is None:
        raise AssertionError("a game has a set-up")
    return {
        "game": game + 1,
        "seed": seed,
        "seats": seats,
        "numbers": state.setup.numbers.name,
        "winner": None if state.winner is None else letter(state.winner),
        "winners": [letter(seat) for seat in state.end.winners] if state.end else [],
        "acts": state.count,
        "rounds": rounds,
        "ending": state.end.by if state.end else "given up",
        "tokens": {
            letter(seat): {
                "ascend": state.fate_common.count(seat),
                "capture": state.fate_tarot.count(seat),
                "trade": state.players[seat].side.lo,
            }
            for seat in state.seats
        },
    }


def _tell(line: dict[str, Any]) -> None:
    winners = " and ".join(line["winners"]) or "nobody"
    tokens = {
        source: sum(seat[source] for seat in line["tokens"].values()) for source in ("ascend", "capture", "trade")
    }
    told = ", ".join(f"{count} by {source}" for source, count in tokens.items())
    sys.stdout.write(
        f"game {line['game']}: {line['seats']} seats, {winners} won by {line['ending']} "
        f"after {line['rounds']} rounds and {line['acts']} acts; tokens {told} "
        f"({line['numbers']} numbers, seed {line['seed']})\n"
    )


def _write(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def _refuse(sentence: str, status: int) -> int:
    _say(sentence)
    return status
