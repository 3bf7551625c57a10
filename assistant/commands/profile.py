"""`fatekeeper profile`: check, import and export the printed numbers of a copy of the game. Returns the exit status."""

import sys
from pathlib import Path

from assistant.profile import ProfileError, keep_profile, read_profile, remarks, write_profile
from assistant.records import RecordFileError, read_record
from assistant.settings import Settings, SettingsError, read_settings
from engine.log import refold
from engine.numbers import Numbers

DONE, NOT_GOOD_ENOUGH, WRONG_CALL = 0, 1, 2
ACTIONS = ("check", "import", "export")


def profile(action: str, what: str, to: Path | None = None) -> int:
    """Check a profile, keep it under its name, or write one (or what a record learned) out as a file."""
    if action not in ACTIONS:
        return _refuse(f"{action} is none of {', '.join(ACTIONS)}.", WRONG_CALL)
    if to is not None and action != "export":
        return _refuse("--to says where export writes; leave it out here.", WRONG_CALL)
    try:
        settings = read_settings()
        numbers = _numbers(what, settings)
        if action == "export":
            return _export(numbers, to)
        path = keep_profile(numbers, settings.profiles) if action == "import" else None
        for remark in remarks(numbers):
            _say(f"{what}: {remark}")
        if path is not None:
            sys.stdout.write(f"{numbers.name} is kept as {path}; use it with --profile {_quoted(numbers.name)}\n")
    except (ProfileError, RecordFileError, SettingsError) as error:
        return _refuse(str(error), NOT_GOOD_ENOUGH)
    return DONE


def _numbers(what: str, settings: Settings) -> Numbers:
    """Read a profile, or the numbers that a record began with, learned, and gave away by its acts."""
    if not what.endswith(".sooth"):
        return read_profile(what, folder=settings.profiles)
    record = read_record(Path(what))
    return refold(record.setup, record.entries).told


def _export(numbers: Numbers, to: Path | None) -> int:
    if to is None:
        sys.stdout.write(write_profile(numbers))
        return DONE
    try:
        with to.open("x", encoding="utf-8") as file:
            file.write(write_profile(numbers))
    except FileExistsError:
        return _refuse(f"{to} exists already; choose another name.", NOT_GOOD_ENOUGH)
    except OSError as error:
        return _refuse(f"{to} cannot be written: {error.strerror}.", NOT_GOOD_ENOUGH)
    return DONE


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def _refuse(sentence: str, status: int) -> int:
    _say(sentence)
    return status
