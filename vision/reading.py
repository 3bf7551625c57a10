"""What was seen in one picture: cards, Fate tokens and the Crystal Ball, with how sure each is.

Uncertainty is data here: a card that cannot be told has the label None, never a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from vision.frame import Image, Quad

BACK = "back"
"""The label of a card that lies face down."""

LABELS: tuple[str, ...] = (
    *(f"{suit}_{level:02d}" for suit in ("pentacles", "cups", "wands", "swords") for level in range(1, 7)),
    *(f"major_{level:02d}" for level in range(22)),
)
"""The 46 faces of the game, in the order every classifier's output follows. 8 is Strength, 11 Justice."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One card in one picture.

    `candidates` are (label, probability) pairs, best first; they need not sum to 1, the rest is "none of these".
    `label` is the first of them where it is sure enough, `back`, or None.
    """

    label: str | None
    confidence: float
    corners: Quad
    candidates: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class TokenSighting:
    """A round Fate token: centre and radius in pixels, `on` an index into `Reading.cards`."""

    center: tuple[float, float]
    radius: float
    on: int | None = None


@dataclass(frozen=True, slots=True)
class BallSighting:
    """The Crystal Ball: centre and radius in pixels, `on` an index into `Reading.cards`."""

    center: tuple[float, float]
    radius: float
    on: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything seen in one picture of `width` x `height` pixels. `ms`: milliseconds of each stage, and `total`."""

    width: int
    height: int
    cards: tuple[Sighting, ...] = ()
    tokens: tuple[TokenSighting, ...] = ()
    ball: BallSighting | None = None
    ms: dict[str, float] = field(default_factory=dict)


class Reader(Protocol):
    """A recogniser of card faces. Learned or not, this is all the rest of the project knows of it."""

    def read(self, image: Image) -> Reading:
        """Find and name every card, token and ball in a whole picture."""
        ...

    def look(self, image: Image, quads: Sequence[Quad]) -> tuple[Sighting, ...]:
        """Take a second, closer look at places where cards are expected: one sighting for each quad, in order.

        A quad is where a card's outline is supposed to be, within about a tenth of its width, either way up.
        A sighting's label is None where nothing can be told there.
        """
        ...
