"""`fatekeeper watch`: a game from stills, a video or a camera, without a browser. Returns the exit status."""

import json
import sys
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from assistant.journal import Journal, JournalError, fresh_path
from assistant.phrases import listed
from assistant.profile import ProfileError, read_profile
from assistant.settings import SettingsError, read_settings
from assistant.snapshot import NumbersState
from assistant.standings import print_standings
from assistant.table import LiveTable
from assistant.version import VERSION
from assistant.watching import Still, Watcher
from engine.cards import HIDDEN, Seat, seat_of
from engine.record import format_head
from engine.state import COMMON_SPOTS, TAROT_SPOTS, THRESHOLD, Setup
from vision.camera.source import Camera, open_camera
from vision.camera.stills import StillsCamera
from vision.errors import VisionError
from vision.pipeline import load_reader
from vision.settle import Settle

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2


def watch(
    source: str,
    seats: str,
    first: str | None = None,
    as_json: bool = False,
    journal: Path | None = None,
    profile: str | None = None,
) -> int:
    """Follow a game through every picture of a source that shows the table at rest."""
    try:
        names = read_names(seats)
        leader = read_first(first, names)
        settings = read_settings()
        numbers = read_profile(profile, folder=settings.profiles)
    except (ValueError, SettingsError, ProfileError) as error:
        return _refuse(str(error), WRONG_CALL)
    # Kept apart from the games of the dashboard, which goes on with its last one.
    path = journal or fresh_path(settings.data / "watched")
    if path.exists():
        return _refuse(f"{path} exists already; choose another name with --journal.", NOT_GOOD_ENOUGH)

    def begin(setup: Setup) -> Journal:
        return Journal.create(path, format_head(setup), VERSION)

    table = LiveTable(NumbersState(numbers.name, numbers.invented), source, begin)
    try:
        camera = open_camera(source)
        watcher = Watcher(load_reader(), table, names, numbers, leader)
        return _run(camera, watcher, table, as_json)
    except (VisionError, JournalError) as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)
    finally:
        table.close()


def read_names(seats: str) -> tuple[str, ...]:
    """Read "Ana,Ben,Cai" clockwise. Raises ValueError with a sentence."""
    names = tuple(name.strip() for name in seats.split(","))
    if len(names) not in THRESHOLD or not all(names) or len(set(names)) != len(names):
        raise ValueError(f'--seats takes 2 to 5 different names clockwise, as in "Ana,Ben,Cai", not "{seats}".')
    # The rules have the last word on what is a name.
    Setup(names, (HIDDEN,) * TAROT_SPOTS[len(names)], (HIDDEN,) * COMMON_SPOTS[len(names)])
    return names


def read_first(first: str | None, names: tuple[str, ...]) -> Seat | None:
    """Read who leads first, by letter or name. Raises ValueError with a sentence."""
    if first is None:
        return None
    if first in names:
        return Seat(names.index(first))
    with suppress(ValueError):
        seat = seat_of(first)
        if seat < len(names):
            return seat
    raise ValueError(f"--first takes a seat of this game, {', '.join('ABCDE'[: len(names)])}, or a name, not {first}.")


def _run(camera: Camera, watcher: Watcher, table: LiveTable, as_json: bool) -> int:
    console = Console(stderr=True)
    settle, teller = Settle(), _Teller(table, as_json)
    trouble: VisionError | None = None
    with camera, Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Watching", total=len(camera) if isinstance(camera, StillsCamera) else None)
        try:
            for frame in camera.frames():
                if settle.at_rest(frame):
                    teller.tell(watcher.see(frame))
                progress.advance(task)
        except KeyboardInterrupt:
            pass
        except VisionError as error:
            # What was seen before the source broke off stands; the end says what was logged.
            trouble = error
    return _end(table, as_json, trouble)


class _Teller:
    """Says what came of each still: JSON lines for programs, or a line for each act for people, on standard output."""

    def __init__(self, table: LiveTable, as_json: bool) -> None:
        self._table = table
        self._as_json = as_json
        self._why = ""
        self._begun = False

    def tell(self, still: Still) -> None:
        snapshot = self._table.snapshot()
        if self._as_json:
            line = {"frame": still.frame.name, "acts": list(still.acts), "view": snapshot.view}
            if snapshot.view is None:
                line["waiting"] = snapshot.why
            _write(line | {"reading_ms": round(still.ms, 1)})
        elif snapshot.view is None:
            # Said once, and again only when something else is wrong.
            if snapshot.why != self._why:
                self._say(still, snapshot.why)
            self._why = snapshot.why
        else:
            if not self._begun:
                seats = [seat["name"] for seat in snapshot.view["seats"]]
                self._say(still, f"Set-up recognised: {len(seats)} seats, clockwise {listed(seats)}.")
            self._begun = True
            for act in still.acts:
                self._say(still, act)

    def _say(self, still: Still, words: str) -> None:
        sys.stdout.write(f"{still.frame.name}  {words}\n")
        sys.stdout.flush()


def _end(table: LiveTable, as_json: bool, trouble: VisionError | None) -> int:
    snapshot = table.snapshot()
    view = snapshot.view
    asked, disputed = (view["questions"], view["disputes"]) if view is not None else ([], [])
    if as_json:
        acts = 0 if view is None else len(table.lines())
        counts = {"acts": acts, "questions": len(asked), "disputes": len(disputed)}
        _write({"end": True} | counts | {"journal": snapshot.journal})
    else:
        if view is not None:
            print_standings(view, [seat["name"] for seat in view["seats"] if seat["seat"] == view["winner"]])
        for question in asked:
            sys.stdout.write(f"Open: {question['text']} {' / '.join(a['text'] for a in question['answers'])}\n")
        for dispute in disputed:
            sys.stdout.write(f"Dispute: {dispute['text']} (§{dispute['rule']})\n")
        sys.stderr.write(f"Logged in {snapshot.journal}\n" if snapshot.journal else "Nothing was logged.\n")
    if trouble is not None:
        return _refuse(str(trouble), NOT_GOOD_ENOUGH)
    if view is None:
        return _refuse(snapshot.why, NOT_GOOD_ENOUGH)
    return DONE


def _write(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _refuse(sentence: str, status: int) -> int:
    sys.stderr.write(sentence + "\n")
    return status
