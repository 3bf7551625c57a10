"""`fatekeeper draw`: an opening on an imagined table, in pictures with their truth. Returns the exit status."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from assistant.simulate import NAMES
from assistant.stills import Still, drawing, opening
from assistant.wire import view
from engine.cards import letter
from engine.lines import format_act
from vision.scene.draw import jpeg
from vision.scene.truth import Truth

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2
_QUALITY = 92


def draw(folder: Path, seats: int = 3, seed: int = 0, stills: int = 16, arms: int = 0) -> int:
    """Write stills `0000.jpg` and so on, `truth.jsonl` (a line a still) and `labels.json` into a new or empty folder.

    The first still is the set-up. A line of the truth holds the frame's name, the acts since the still before as lines
    of the record, the view after them, who reaches where, and what the picture shows.
    """
    if not 2 <= seats <= 5:
        return _refuse("--seats takes 2 to 5.", WRONG_CALL)
    if stills < 1:
        return _refuse("--stills takes a number from 1 on.", WRONG_CALL)
    if not 0 <= arms < stills:
        return _refuse("--arms takes fewer than there are stills, 0 for none.", WRONG_CALL)
    if seed < 0:
        return _refuse("--seed takes a number from 0 on.", WRONG_CALL)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            return _refuse(f"{folder} is not empty; name a new folder.", NOT_GOOD_ENOUGH)
        done, reached = _write(folder, seats, seed, stills, arms)
    except (FileExistsError, NotADirectoryError):
        return _refuse(f"{folder} is a file; name a new folder.", NOT_GOOD_ENOUGH)
    except OSError as error:
        return _refuse(f"{folder} cannot be written ({error.strerror}); name another folder.", NOT_GOOD_ENOUGH)
    if done < stills:
        _say(f"The game was over after {done} stills.")
    if reached < arms:
        _say(f"Only {reached} of {arms} arms could reach over the table without hiding what had just been done.")
    names = ",".join(NAMES[:seats])
    _say(f'{done} pictures of a game of {seats} lie in {folder}. Next: fatekeeper watch {folder} --seats "{names}"')
    return DONE


def _write(folder: Path, seats: int, seed: int, stills: int, arms: int) -> tuple[int, int]:
    """Draw and write everything; how many stills there are, and with how many arms."""
    labels: dict[str, Any] = {}
    reached = 0
    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        (folder / "truth.jsonl").open("w", encoding="utf-8") as lines,
    ):
        task = progress.add_task("Drawing", total=stills)
        for still in opening(seats, seed, stills, arms):
            name = f"{still.index:04d}.jpg"
            drawn = drawing(still)
            (folder / name).write_bytes(jpeg(drawn.image, _QUALITY))
            labels[name] = drawn.truth.labels()
            lines.write(json.dumps(_line(name, still, drawn.truth)) + "\n")
            reached += still.arm is not None
            progress.advance(task)
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")
    return len(labels), reached


def _line(name: str, still: Still, truth: Truth) -> dict[str, Any]:
    setup = still.state.setup
    return {
        "frame": name,
        "acts": [format_act(setup, act) for act in still.acts],
        "view": view(still.state),
        "arm": None if still.arm is None else {"seat": letter(still.arm.seat), "slot": still.arm.slot},
        "labels": truth.labels(),
    }


def _refuse(sentence: str, status: int) -> int:
    _say(sentence)
    return status


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
