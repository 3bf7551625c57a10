"""Scenarios: short records that show one power or one ruling, with what must be so and what must be refused."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.record import Record, parse
from engine.replay import Trouble, replay


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario by the name of its file."""

    name: str
    record: Record


def scenarios(folder: str) -> dict[str, Scenario]:
    """Read all scenarios of a folder."""
    paths = sorted((Path(__file__).parent / folder).glob("*.sooth"))
    return {path.stem: Scenario(path.stem, parse(path.read_text(encoding="utf-8"))) for path in paths}


def trouble(record: Record) -> Trouble | None:
    """Say where a record stops; None where all of it is so."""
    *_, last = replay(record)
    return last.trouble


def still_so(record: Record) -> bool:
    """Tell whether a scenario still goes as it is written, with something of the rules taken away."""
    try:
        return trouble(record) is None
    except (AssertionError, ValueError):
        return False


def switched(record: Record, switch: str) -> Record:
    """Give a record at a table that plays the other way."""
    house: Any = record.setup.house
    flipped = replace(house, **{switch: not getattr(house, switch)})
    return replace(record, setup=replace(record.setup, house=flipped))
