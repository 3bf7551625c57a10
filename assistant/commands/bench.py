"""`fatekeeper bench`: how fast this machine runs the rules, beside a yardstick. Returns the exit status."""

import json
import sys
from dataclasses import asdict
from importlib.util import find_spec

from assistant.yardstick import measure

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2
SUBJECTS = ("engine",)


def bench(what: str = "engine", seed: int = 0, as_json: bool = False) -> int:
    """Print one line a figure, as it is measured."""
    if what not in SUBJECTS:
        sys.stderr.write(f"There is nothing called {what} to measure; there is {', '.join(SUBJECTS)}.\n")
        return WRONG_CALL
    if find_spec("chess") is None:
        sys.stderr.write(
            "The yardstick, python-chess, is not installed, so there are no ratios; "
            "uv sync --group test, or pip install chess, brings it.\n"
        )
    for one in measure(seed):
        rounded = float(f"{one.value:.4g}")
        if as_json:
            line = json.dumps(asdict(one) | {"value": rounded})
        else:
            line = f"{one.condition}: {one.method}, {one.metric} {rounded:g} (n = {one.n})"
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return DONE
