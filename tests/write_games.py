"""Writes simulated games as records with digests on the way: python -m tests.write_games SEATS SEED [FROM|bot] > FILE.

With FROM the record begins in the middle, after that many acts; with "bot" the solo bot has the first seat. What the
games in tests/games show is said in them.
"""

import sys

from assistant.simulate import BOT, FIRST, NAMES, play
from engine.claims import DigestIs, EndIs
from engine.digest import digest
from engine.lines import Check, Move
from engine.position import position
from engine.record import Record, format_record
from engine.state import Bot

EVERY = 20
"""Entries between two digests."""
DIGITS = 16


def written(seats: int, seed: int, begin: int = 0, bot: Bot | None = None) -> str:
    """Play a game between greedy players, or with the solo bot, and write it from its `begin`th act on."""
    said: list[Move] = []
    names = NAMES if bot is None else (BOT, *NAMES)
    state = None
    for act, state in play(seats, seed, names=names, bot=bot):
        if state.count == begin:
            said += position(state)
        elif state.count > begin and act is not None:
            said.append(act)
            if (state.count - begin) % EVERY == 0:
                said.append(Check(DigestIs(digest(state)[:DIGITS])))
    if state is None:
        raise AssertionError("a game has a set-up")
    said += [Check(EndIs(state.end)), Check(DigestIs(digest(state)[:DIGITS]))]
    return format_record(Record.of(state.setup, said))


if __name__ == "__main__":
    seats, seed, *more = sys.argv[1:]
    solo = more == ["bot"]
    begin = 0 if solo or not more else int(more[0])
    sys.stdout.write(written(int(seats), int(seed), begin, Bot(FIRST) if solo else None))
