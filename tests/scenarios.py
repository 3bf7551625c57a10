"""Scenarios: short records that show one power or one ruling, with what must be so and what must be refused."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.errors import EngineError
from engine.record import Record, parse
from engine.replay import Trouble, replay


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario by the name of its file."""

    name: str
    text: str

    @property
    def record(self) -> Record:
        """Read it, by the rules as they are now."""
        return parse(self.text)


def scenarios(folder: str) -> dict[str, Scenario]:
    """Read all scenarios of a folder."""
    paths = sorted((Path(__file__).parent / folder).glob("*.sooth"))
    return {path.stem: Scenario(path.stem, path.read_text(encoding="utf-8")) for path in paths}


def trouble(record: Record) -> Trouble | None:
    """Say where a record stops; None where all of it is so."""
    *_, last = replay(record)
    return last.trouble


def still_so(scenario: Scenario, switch: str | None = None) -> bool:
    """Tell whether a scenario still goes as it is written: with something of the rules taken away, or switched."""
    try:
        record = scenario.record
        return trouble(record if switch is None else switched(record, switch)) is None
    except (AssertionError, EngineError, ValueError):
        return False


def switched(record: Record, switch: str) -> Record:
    """Give a record at a table, or with a solo bot, that plays the other way."""
    part = "house" if hasattr(record.setup.house, switch) else "bot"
    rules: Any = getattr(record.setup, part)
    flipped: Any = {part: replace(rules, **{switch: not getattr(rules, switch)})}
    return replace(record, setup=replace(record.setup, **flipped))


def instead(patch: pytest.MonkeyPatch, where: str, by: object) -> None:
    """Put something in the place of what the engine defines ("fate.holder_of_tarot"), wherever it is used."""
    module, _, name = where.partition(".")
    original = getattr(sys.modules[f"engine.{module}"], name)
    for used in [used for path, used in sys.modules.items() if path.startswith("engine.")]:
        if getattr(used, name, None) is original:
            patch.setattr(used, name, by)
