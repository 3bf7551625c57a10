"""Writes simulated games as records with digests on the way: python -m tests.write_games SEATS SEED [FROM] > FILE.

With FROM the record begins in the middle, after that many acts. What the games in tests/games show is said in them.
"""

import sys

from assistant.simulate import play
from engine.claims import DigestIs, EndIs
from engine.digest import digest
from engine.lines import Check, Move
from engine.position import position
from engine.record import Record, format_record

EVERY = 20
"""Entries between two digests."""
DIGITS = 16


def written(seats: int, seed: int, begin: int = 0) -> str:
    """Play a game between greedy players and write it from its `begin`th act on."""
    said: list[Move] = []
    state = None
    for act, state in play(seats, seed):
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
    sys.stdout.write(written(*map(int, sys.argv[1:])))
