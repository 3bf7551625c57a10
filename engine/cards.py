"""The cards of the game, and the two names each has: its printed face (`cups_03`) and its words (`Cups 3`)."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, Literal, NewType

Seat = NewType("Seat", int)
"""A place at the table: 0, 1, .. clockwise as seen from above. People read A, B, .. instead."""


class Suit(StrEnum):
    """The four actions, in the fixed order of a tableau. EARN is also TRADE."""

    EARN = "EARN"
    DRAFT = "DRAFT"
    ASCEND = "ASCEND"
    CAPTURE = "CAPTURE"

    @property
    def column(self) -> int:
        """The column of this suit in a tableau, 0 to 3 from its owner's left."""
        return _COLUMN[self]


SUITS: Final[tuple[Suit, ...]] = tuple(Suit)
_COLUMN: Final = {suit: column for column, suit in enumerate(SUITS)}
LEVELS: Final = range(1, 7)


@dataclass(frozen=True, slots=True, order=True)
class Common:
    """A Starter (level 1) or Common card (level 2 to 6). Copies are alike: identity is suit and level."""

    suit: Suit
    level: int


@dataclass(frozen=True, slots=True, order=True)
class Tarot:
    """One of the 22 Tarot, level 0 to 21; there is one card a level in a game (§A2)."""

    level: int


Card = Common | Tarot


class Hidden(Enum):
    """A card that lies face up or passed through a hand, but whose face nobody saw."""

    HIDDEN = "hidden"


HIDDEN: Final = Hidden.HIDDEN

COPIES: Final = {1: 5, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
"""How many copies of each level a suit has in the box (rulebook, Common Distribution)."""

COMMONS: Final = tuple(Common(suit, level) for suit in SUITS for level in LEVELS)
"""Every face of a Starter or Common card, by suit and level."""

TAROTS: Final = tuple(Tarot(level) for level in range(22))
"""The 22 Tarot by level; 0 to 11 are the lesser, 12 to 21 the greater."""

GREATEST_LESSER: Final = 11
"""The highest level of the lesser Tarot, the only ones that are dealt to hands (§C20)."""

TAROT_NAMES: Final = (
    "The Fool",
    "The Magician",
    "The High Priestess",
    "The Empress",
    "The Emperor",
    "The Hierophant",
    "The Lovers",
    "The Chariot",
    "Strength",
    "The Hermit",
    "Wheel of Fortune",
    "Justice",
    "The Hanged Man",
    "Death",
    "Temperance",
    "The Devil",
    "The Tower",
    "The Star",
    "The Moon",
    "The Sun",
    "Judgement",
    "The World",
)

PrintedSuit = Literal["pentacles", "cups", "wands", "swords"]


@dataclass(frozen=True, slots=True)
class Faces:
    """Which printed suit stands for which action (§N2): Pentacles earn, Cups draft, the set-up shows the other two."""

    ascend: PrintedSuit = "wands"
    capture: PrintedSuit = "swords"

    def __post_init__(self) -> None:
        """Refuse anything but Wands and Swords, in either order."""
        if {self.ascend, self.capture} != {"wands", "swords"}:
            raise ValueError("ASCEND and CAPTURE are Wands and Swords, one each; say which is which.")

    def printed(self, suit: Suit) -> PrintedSuit:
        """Return the printed suit of an action."""
        return ("pentacles", "cups", self.ascend, self.capture)[suit.column]

    def suit(self, printed: str) -> Suit:
        """Return the action of a printed suit; KeyError for any other word."""
        return {self.printed(suit): suit for suit in SUITS}[printed]  # type: ignore[index]

    def label(self, card: Card) -> str:
        """Return the label of a card's face, `cups_03` or `major_11`, as readers of pictures name it."""
        if isinstance(card, Tarot):
            return f"major_{card.level:02d}"
        return f"{self.printed(card.suit)}_{card.level:02d}"

    def card(self, label: str) -> Card:
        """Return the card of a face's label; ValueError for a label that is no face."""
        printed, _, digits = label.rpartition("_")
        try:
            level = int(digits)
            if printed == "major" and 0 <= level < len(TAROTS):
                return TAROTS[level]
            if level in LEVELS:
                return Common(self.suit(printed), level)
        except (KeyError, ValueError):
            pass
        raise ValueError(
            f"{label!r} is not a card face; faces are cups_01 to cups_06 and so on, and major_00 to major_21."
        )

    def name(self, card: Card) -> str:
        """Say what people call a card: `Cups 3`, `The Hermit`."""
        if isinstance(card, Tarot):
            return TAROT_NAMES[card.level]
        return f"{self.printed(card.suit).capitalize()} {card.level}"


def letter(seat: Seat) -> str:
    """Return the letter of a seat: A for 0."""
    return chr(ord("A") + seat)


def seat_of(letter: str) -> Seat:
    """Return the seat of a letter; ValueError for anything but A to E."""
    if letter not in ("A", "B", "C", "D", "E"):
        raise ValueError(f"{letter!r} is no seat; seats are A to E.")
    return Seat(ord(letter) - ord("A"))
