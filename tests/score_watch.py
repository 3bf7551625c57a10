"""Compare what `fatekeeper watch --json` said of drawn stills with their truth, still by still.

    python -m tests.score_watch DIR/truth.jsonl WATCHED.jsonl

`DIR` is what `fatekeeper draw DIR` wrote. Compared at every still: who holds each Fate token, levels and Tarot of every
seat, the market, who leads what, and the cost to follow of every foe that both the truth and the view say may follow.
The view may still let a foe follow who has passed (no camera sees that), and while a question is open it may leave out
a foe of whom it is not sure; a wrong cost, or a foe left out without a question, is wrong.
"""

import json
import sys
from pathlib import Path
from typing import Any

FACTS = ("fate_on", "levels", "tarot", "market", "lead", "follow")


def compare(truth: dict[str, Any], seen: dict[str, Any]) -> dict[str, bool]:
    """Tell for each fact whether the view says it right."""
    told, knows = truth["view"], seen["view"]
    if knows is None:
        return dict.fromkeys(FACTS, False)
    both = told["follow"].keys() & knows["follow"].keys()
    missing = told["follow"].keys() - knows["follow"].keys()
    costs = all(told["follow"][foe]["cost"] == knows["follow"][foe]["cost"] for foe in both)
    over = told["led"] is None or knows["led"] is None
    return {
        "fate_on": told["fate_on"] == knows["fate_on"],
        "levels": all(a["levels"] == b["levels"] for a, b in zip(told["seats"], knows["seats"], strict=True)),
        "tarot": all(a["tarot"] == b["tarot"] for a, b in zip(told["seats"], knows["seats"], strict=True)),
        "market": told["market"] == knows["market"],
        "lead": over or (told["leader"], told["led"]) == (knows["leader"], knows["led"]),
        "follow": costs and not (missing and not knows["questions"] and knows["led"] == told["led"]),
    }


def main(truth: Path, watched: Path) -> int:
    """Print a line for each still that is not wholly right, then the sums."""
    told = {line["frame"]: line for line in map(json.loads, truth.read_text().splitlines())}
    seen = {line["frame"]: line for line in map(json.loads, watched.read_text().splitlines()) if "frame" in line}
    right = dict.fromkeys(FACTS, 0)
    for frame, line in told.items():
        facts = compare(line, seen[frame]) if frame in seen else dict.fromkeys(FACTS, False)
        for fact, is_right in facts.items():
            right[fact] += is_right
        wrong = [fact for fact, is_right in facts.items() if not is_right]
        if wrong:
            acts = seen[frame]["acts"] if frame in seen else None
            sys.stdout.write(f"{frame}: wrong {', '.join(wrong)}; truth {line['acts']}, logged {acts}\n")
    sums = "  ".join(f"{fact} {count}/{len(told)}" for fact, count in right.items())
    sys.stdout.write(sums + "\n")
    return 0 if all(count == len(told) for count in right.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), Path(sys.argv[2])))
