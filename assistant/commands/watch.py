"""`fatekeeper watch`: a game from stills, a video or a camera, without a browser. Returns the exit status."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from assistant.agreed import agree
from assistant.journal import Journal, JournalError, check_place, fresh_path
from assistant.phrases import listed
from assistant.profile import ProfileError, read_profile
from assistant.settings import SettingsError, read_settings
from assistant.snapshot import NumbersState
from assistant.standings import print_standings
from assistant.table import LiveTable
from assistant.version import VERSION
from assistant.watching import Still, Watcher
from engine.record import format_head
from engine.state import Setup
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
    transcended: str | None = None,
    house: str | None = None,
) -> int:
    """Follow a game through every picture of a source that shows the table at rest."""
    try:
        settings = read_settings()
        numbers = read_profile(profile, folder=settings.profiles)
        agreed = agree(seats, numbers, first, transcended, house)
    except (ValueError, SettingsError, ProfileError) as error:
        return _refuse(str(error), WRONG_CALL)
    # Kept apart from the games of the dashboard, which goes on with its last one.
    path = journal or fresh_path(settings.data / "watched")
    try:
        check_place(path)
    except JournalError as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)

    def begin(setup: Setup) -> Journal:
        return Journal.create(path, format_head(setup), VERSION)

    table = LiveTable(NumbersState(numbers.name, numbers.invented), source, begin)
    try:
        camera = open_camera(source)
        watcher = Watcher(load_reader(), table, agreed)
        return _run(camera, watcher, table, as_json)
    except VisionError as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)
    finally:
        table.close()


def _run(camera: Camera, watcher: Watcher, table: LiveTable, as_json: bool) -> int:
    console = Console(stderr=True)
    settle, teller = Settle(), _Teller(table, as_json)
    trouble: VisionError | None = None
    stopped = False
    with camera, Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Watching", total=len(camera) if isinstance(camera, StillsCamera) else None)
        try:
            for frame in camera.frames():
                if settle.at_rest(frame):
                    teller.tell(watcher.see(frame))
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
        except VisionError as error:
            # What was seen before the source broke off stands; the end says what was logged.
            trouble = error
    return _end(table, as_json, trouble, stopped, teller.why)


class _Teller:
    """Says what came of each still: JSON lines for programs, or a line for each act for people, on standard output."""

    def __init__(self, table: LiveTable, as_json: bool) -> None:
        self._table = table
        self._as_json = as_json
        self.why = ""
        """Why the game does not begin, as it was said already."""
        self._begun = False
        self._told = 0

    def tell(self, still: Still) -> None:
        snapshot = self._table.snapshot()
        if self._as_json:
            line = {"frame": still.frame.name, "acts": list(still.acts), "view": snapshot.view}
            if snapshot.view is None:
                line["waiting"] = snapshot.why
            _write(line | {"reading_ms": round(still.ms, 1)})
        elif snapshot.view is None:
            # Said once, and again only when something else is wrong.
            if snapshot.why != self.why:
                self._say(still, snapshot.why)
            self.why = snapshot.why
        else:
            if not self._begun:
                seats = [seat["name"] for seat in snapshot.view["seats"]]
                self._say(still, f"Set-up recognised: {len(seats)} seats, clockwise {listed(seats)}.")
            self._begun = True
            for act in snapshot.acts:
                if act.settled and act.number > self._told:
                    self._say(still, act.text)
                    self._told = act.number

    def _say(self, still: Still, words: str) -> None:
        sys.stdout.write(f"{still.frame.name}  {words}\n")
        sys.stdout.flush()


def _end(table: LiveTable, as_json: bool, trouble: VisionError | None, stopped: bool, told: str) -> int:
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
    if snapshot.unsaved:
        return _refuse(f"The end of this game is not kept. {snapshot.unsaved}", NOT_GOOD_ENOUGH)
    if trouble is not None:
        return _refuse(str(trouble), NOT_GOOD_ENOUGH)
    if view is None and not stopped:
        return NOT_GOOD_ENOUGH if snapshot.why == told else _refuse(snapshot.why, NOT_GOOD_ENOUGH)
    return DONE


def _write(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def _refuse(sentence: str, status: int) -> int:
    sys.stderr.write(sentence + "\n")
    return status
