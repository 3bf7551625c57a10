"""A fingerprint of a state: the same on every machine, in every process, for every way that led there.

It is the SHA-256 of a text that writes each field of the state by name. Fields that hold their default are left out,
so what the rules learn to count later does not change the digest of a game without it. How many acts led to the state
and how the markets were laid out at first are history, and do not count; the printed numbers do.
"""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from hashlib import sha256
from typing import Final

from engine.state import State

_HISTORY: Final = {"State": {"count"}, "Setup": {"first", "market_tarot", "market_common"}}


def digest(state: State) -> str:
    """Return the digest of a state: 64 hexadecimal digits."""
    return sha256(canonical(state).encode()).hexdigest()


def canonical(value: object) -> str:
    """Write a value of the engine as text: `State(players=(Player(..),..),..)`. TypeError for anything else."""
    match value:
        case None | bool():
            return str(value)
        case Enum():
            return str(value.value)
        case int():
            return str(int(value))
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case tuple():
            return "(" + ",".join(map(canonical, value)) + ")"
        case _ if hasattr(value, "__dataclass_fields__"):
            return f"{type(value).__name__}({','.join(_told(value))})"
        case _:
            raise TypeError(f"A state does not hold {type(value).__name__}.")


def _told(value: object) -> Iterator[str]:
    """Give the fields of a dataclass that say something: not history, not their default."""
    history = _HISTORY.get(type(value).__name__, set())
    for field in fields(value):  # type: ignore[arg-type]
        held = getattr(value, field.name)
        if field.name not in history and (field.default is MISSING or held != field.default):
            yield f"{field.name}={canonical(held)}"
