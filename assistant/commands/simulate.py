"""`fatekeeper simulate`: whole games between simple players, each checked on the way. Returns the exit status."""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from multiprocessing import get_context
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from assistant.audit import Box, faults
from assistant.players import PLAYERS
from assistant.simulate import BOT, FIRST, NAMES, Deck, deal, moves
from assistant.telling_end import decided_by, tell_end
from engine.acts import Buy, Lead
from engine.cards import letter
from engine.lines import format_act
from engine.numbers import HOUSE
from engine.state import Bot

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2
SOURCES = ("ascend", "capture", "trade", "power")
WAYS = {"snake": "snake", "hand": "from_hand", "trades": "eager", "powers": "powers", "pays": "pays"}
"""What `--bot-way` takes, and the field of `Bot` it stands for."""
ENDINGS = {
    "threshold": "enough Fate tokens",
    "tokens": "deck run out, most tokens",
    "coins": "deck run out, tie-break by coins",
    "cards": "deck run out, tie-break by cards in hand",
    "tarot": "deck run out, tie-break by the highest Tarot",
    "shared": "deck run out, shared",
    None: "given up",
}
"""What a game was decided by, in words."""
A_BATCH = 20
"""Games given to a process at once; fewer than two batches are played without other processes."""


class Table(NamedTuple):
    """Who plays the games: how many seats, kinds of players in turn, the solo bot among them; and with which Tarot."""

    seats: int
    players: tuple[str, ...]
    bot: Bot | None
    deck: Deck


def simulate(
    games: int,
    seats: int,
    seed: int = 0,
    as_json: bool = False,
    players: Sequence[str] = ("greedy",),
    bot: bool = False,
    ways: Sequence[str] = (),
    summary: bool = False,
    deck: str = Deck.STANDARD,
) -> int:
    """Play games between simple players with the invented numbers: a line for each, and what they come to.

    Whatever does not add up in a game is said, and makes the exit status 1.
    """
    if games < 1:
        return _refuse("--games takes a number from 1 on.")
    if not 2 <= seats <= len(NAMES):
        return _refuse("--seats takes 2 to 5.")
    unknown = [name for name in players if name not in PLAYERS]
    if unknown or not players:
        return _refuse(f"There is no player {', '.join(unknown)}; there are {', '.join(PLAYERS)}.")
    strange = [way for way in ways if way not in WAYS]
    if strange or (ways and not bot):
        return _refuse(f"--bot-way goes with --bot, and takes {', '.join(WAYS)}.")
    if deck not in list(Deck):
        return _refuse(f"--deck takes {', '.join(Deck)}.")
    solo = Bot(FIRST, **{WAYS[way]: True for way in ways}) if bot else None
    table = Table(seats, tuple(players), solo, Deck(deck))
    lines, wrong = list[dict[str, Any]](), 0
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        with _played(table, range(seed, seed + games)) as played:
            for number, (line, found) in enumerate(played, 1):
                line["game"] = number
                lines.append(line)
                for fault in found:
                    wrong += 1
                    progress.console.print(
                        f"Game {number}, seed {line['seed']}: {fault}", markup=False, highlight=False
                    )
                if not summary:
                    _write(json.dumps(line, ensure_ascii=False) if as_json else _told(line))
                progress.advance(task)
    for sentence in _summary(lines, wrong):
        (sys.stderr if as_json else sys.stdout).write(sentence + "\n")
    return NOT_GOOD_ENOUGH if wrong else DONE


Outcome = tuple[dict[str, Any], tuple[str, ...]]


@contextmanager
def _played(table: Table, seeds: range) -> Iterator[Iterable[Outcome]]:
    """Play games in order of their seeds, in as many processes as there are processors where they are many."""
    play = partial(_game, table)
    if len(seeds) < 2 * A_BATCH:
        yield map(play, seeds)
        return
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield pool.map(play, seeds, chunksize=A_BATCH)


def _game(table: Table, seed: int) -> Outcome:
    """Play one game: its line, still without its number, and what did not add up on the way."""
    names = NAMES if table.bot is None else (BOT, *NAMES)
    chance = Random(seed)
    game = deal(names[: table.seats], chance, HOUSE, bot=table.bot, deck=table.deck)
    box, found, rounds, bought = Box.of(game), [*faults(Box.of(game), game)], 0, Counter[int]()
    for moved in moves(game, [PLAYERS[name] for name in table.players], chance):
        game, box = moved.game, box.after(moved)
        found += (f'after "{format_act(game.state.setup, moved.act)}": {fault}' for fault in faults(box, game))
        rounds += isinstance(moved.act, Lead)
        if isinstance(moved.act, Buy):
            bought[moved.act.seat] += 1
    state = game.state
    if state.end is None:
        found.append("nobody has won, and it does not end.")
    line = {
        "game": 0,
        "seed": seed,
        "seats": table.seats,
        "numbers": state.setup.numbers.name,
        "deck": table.deck,
        "bot": None if table.bot is None else letter(table.bot.seat),
        "winner": None if state.winner is None else letter(state.winner),
        "winners": [letter(seat) for seat in state.end.winners] if state.end else [],
        "acts": state.count,
        "rounds": rounds,
        "ending": state.end.by if state.end else "given up",
        "decided": decided_by(state),
        "told": tell_end(state),
        "tokens": {
            letter(seat): {
                "ascend": state.fate_common.count(seat),
                "capture": state.fate_tarot.count(seat),
                "trade": bought[seat],
                "power": state.players[seat].side.lo - bought[seat],
            }
            for seat in state.seats
        },
    }
    return line, tuple(found)


def _told(line: dict[str, Any]) -> str:
    sources = ", ".join(f"{count} by {source}" for source, count in _by_source([line]).items())
    return (
        f"game {line['game']}: {line['told']}; {line['rounds']} rounds, {line['acts']} acts, "
        f"{line['seats']} seats, {line['deck']} Tarot; tokens {sources} "
        f"({line['numbers']} numbers, seed {line['seed']})"
    )


def _summary(lines: Sequence[dict[str, Any]], wrong: int) -> Iterator[str]:
    """Tell what the games come to: length, who won, how they ended, where tokens came from, what did not add up."""
    acts, rounds = [line["acts"] for line in lines], [line["rounds"] for line in lines]
    yield (
        f"{len(lines)} games: {mean(rounds):.1f} rounds and {mean(acts):.0f} acts on average "
        f"({min(rounds)} to {max(rounds)} rounds)."
    )
    wins = Counter(chain.from_iterable(line["winners"] for line in lines))
    seats = sorted(lines[0]["tokens"])
    bot = lines[0]["bot"]
    won = ", ".join(f"{seat}{' (the bot)' if seat == bot else ''} {_share(wins[seat], len(lines))}" for seat in seats)
    shared = sum(len(line["winners"]) > 1 for line in lines)
    yield f"Won by seat, A leads first: {won}; {shared} shared."
    endings = Counter(ENDINGS[line["decided"]] for line in lines)
    yield "Endings: " + ", ".join(f"{ending} {_share(count, len(lines))}" for ending, count in endings.most_common())
    tokens = ", ".join(f"{source} {count / len(lines):.2f}" for source, count in _by_source(lines).items())
    yield f"Tokens a game at the end, by source: {tokens}."
    yield f"Checked after every act: {'everything added up' if not wrong else f'{wrong} things did not add up'}."


def _by_source(lines: Sequence[dict[str, Any]]) -> dict[str, int]:
    held = [tokens for line in lines for tokens in line["tokens"].values()]
    return {source: sum(tokens[source] for tokens in held) for source in SOURCES}


def _share(count: int, of: int) -> str:
    return f"{count} ({100 * count / of:.0f} %)"


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return WRONG_CALL
