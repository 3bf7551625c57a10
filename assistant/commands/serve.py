"""`fatekeeper serve` and `fatekeeper demo`: camera, game and dashboard in one process. Each returns the exit status."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from assistant.agreed import Agreed, agree, agreed_for
from assistant.app import create_app
from assistant.demonstration import Demonstration
from assistant.entries import UnreadableEntry
from assistant.journal import Journal, JournalError, check_place, fresh_path, is_there, newest
from assistant.live import Live
from assistant.places import Places
from assistant.profile import ProfileError, read_profile
from assistant.saved import read_game
from assistant.serving import ServingError
from assistant.serving import serve as run
from assistant.settings import Settings, SettingsError, read_settings
from assistant.simulate import NAMES
from assistant.snapshot import NumbersState
from assistant.table import LiveTable
from assistant.version import VERSION
from assistant.watching import Watcher
from engine.numbers import HOUSE
from engine.record import format_head
from engine.state import Setup
from vision.camera.errors import DeviceMissing
from vision.camera.simulated import SimulatedCamera
from vision.camera.source import open_camera
from vision.errors import VisionError
from vision.pipeline import load_reader

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2

_A_STILL_S = 1.0
"""How long each picture of a folder is shown, so that people can follow."""

_WITHOUT = "(--camera FOLDER, --camera http://192.0.2.7:8080/video; and fatekeeper demo needs no camera.)"

_EVENING_S = 12 * 3600
"""A game that was logged this recently is taken up again by itself."""


def demo(seed: int, port: int | None, browser: bool, profile: str | None) -> int:
    """Play a simulated game before a simulated camera and show it on the dashboard."""
    try:
        settings = _settings(port, browser)
        numbers = read_profile(profile, HOUSE, settings.profiles)
    except (SettingsError, ProfileError) as error:
        return _refuse(str(error), WRONG_CALL)
    names = NAMES[:3]
    table = LiveTable(NumbersState(numbers.name, numbers.invented), "simulated table")
    camera = SimulatedCamera()
    played = Demonstration(table, camera, seed)
    agreed = Agreed(names, numbers)
    live = Live(lambda: camera, table, load_reader, lambda reader: Watcher(reader, table, agreed), played.seen)
    try:
        with live:
            played.begin()
            return _serve(table, settings)
    finally:
        played.end()


def serve(
    camera: str,
    seats: str,
    first: str | None,
    port: int | None,
    browser: bool,
    profile: str | None,
    journal: Path | None,
    new: bool,
    transcended: str | None = None,
    house: str | None = None,
) -> int:
    """Watch a table and show the game on the dashboard."""
    try:
        settings = _settings(port, browser)
        numbers = read_profile(profile, folder=settings.profiles)
        agreed = agree(seats, numbers, first, transcended, house)
    except (ValueError, SettingsError, ProfileError) as error:
        return _refuse(str(error), WRONG_CALL)
    table = LiveTable(NumbersState(numbers.name, numbers.invented), camera, _beginner(journal, settings))
    places: Places | None = None
    try:
        source = open_camera(camera)
        # A video or a folder begins anew each time; only a live table goes on where it was.
        going_on = _game_to_go_on(journal, settings, new or (journal is None and not source.live))
        if going_on is None:
            check_place(journal or fresh_path(settings.games))
        else:
            agreed, places = _resume(table, going_on)
            _say(f"Going on with the game in {going_on}; --new begins a new one.")
        live = Live(
            lambda: open_camera(camera),
            table,
            load_reader,
            lambda reader: Watcher(reader, table, agreed, places),
            pace_s=0.0 if source.live else _A_STILL_S,
        )
        with live:
            status = _serve(table, settings)
        unsaved = table.snapshot().unsaved
        return _refuse(f"The end of this game is not kept. {unsaved}", NOT_GOOD_ENOUGH) if unsaved else status
    except DeviceMissing as error:
        return _refuse(f"{error} {_WITHOUT}", NOT_GOOD_ENOUGH)
    except (VisionError, JournalError, UnreadableEntry) as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)


def _game_to_go_on(journal: Path | None, settings: Settings, new: bool) -> Path | None:
    """Give the journal to go on with: the named one, or the last one where it is of this evening and not over."""
    if new:
        return None
    if journal is not None:
        return journal if is_there(journal) else None
    last = newest(settings.games)
    if last is None or time.time() - last.stat().st_mtime > _EVENING_S:
        return None
    try:
        with Journal.open(last) as opened:
            state = read_game(opened).game.base
    except (JournalError, UnreadableEntry) as error:
        _say(f"The last game cannot be gone on with: {error} A new one begins.")
        return None
    return None if state.end else last


def _settings(port: int | None, browser: bool) -> Settings:
    given: dict[str, object] = {} if port is None else {"port": port}
    return read_settings(**given) if browser else read_settings(**given, browser=False)


def _beginner(journal: Path | None, settings: Settings) -> Callable[[Setup], Journal]:
    def begin(setup: Setup) -> Journal:
        return Journal.create(journal or fresh_path(settings.games), format_head(setup), VERSION)

    return begin


def _resume(table: LiveTable, path: Path) -> tuple[Agreed, Places | None]:
    """Go on with the game of a journal; gives what was agreed on for it, and where its cards lay."""
    journal = Journal.open(path)
    try:
        saved = read_game(journal)
    except UnreadableEntry:
        journal.close()
        raise
    table.resume(saved.game, journal, saved.places)
    return agreed_for(saved.game.setup), saved.places


def _serve(table: LiveTable, settings: Settings) -> int:
    try:
        run(create_app(table, settings), settings.port, browser=settings.browser, say=_say)
    except ServingError as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)
    return DONE


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def _refuse(sentence: str, status: int) -> int:
    _say(sentence)
    return status
