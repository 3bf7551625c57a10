"""One thing to do for the solo bot: the act, and a sentence that a person carries out (§C19)."""

from dataclasses import dataclass
from typing import Final

from engine.acts import Act

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do for the bot. A `Refill` here asks which card lies on a spot, before the bot can go on."""

    act: Act
    text: str
