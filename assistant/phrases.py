"""Players' words for what the view holds: names of cards, counts, who is ahead of whom, what following costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import TAROT_NAMES, Card, Tarot

SUITS = ("EARN", "DRAFT", "ASCEND", "CAPTURE")
"""The four columns of a tableau, in their fixed order."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TOP_COMMON, TOP_TAROT = 6, 21
_SAYS_NOTHING = 40
"""A count that may be anything within so much is as good as not known upwards."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as the page shows it. `symbol` names a drawing of symbols.svg; `action` is known for Common cards only."""

    label: str
    name: str
    level: int
    symbol: str
    action: str | None = None


def face(label: str, actions: Mapping[str, str]) -> Face:
    """Describe the card `label` (`cups_03`, `major_11`); `actions` tells which printed suit is which action."""
    suit, number = label.rsplit("_", 1)
    level = int(number)
    if suit == "major":
        return Face(label, TAROT_NAMES[level], level, "tarot")
    return Face(label, f"{suit.capitalize()} {level}", level, suit, actions.get(suit))


def card_words(label: str, actions: Mapping[str, str]) -> str:
    """Name the card of a label in few words: "DRAFT 3", "High Priestess", "back"; `actions` as for `face`."""
    if "_" not in label:
        return label
    card = face(label, actions)
    return f"{card.action} {card.level}" if card.action else card.name.removeprefix("The ")


def card_name(card: Card) -> str:
    """Name a card as it is printed: "DRAFT 3", "The Hermit"."""
    return TAROT_NAMES[card.level] if isinstance(card, Tarot) else f"{card.suit} {card.level}"


def listed(names: Sequence[str]) -> str:
    """Join names: "Ana", "Ana and Ben", "Ana, Ben and Cai"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def printable(words: str) -> str:
    """Write out what no text can hold, as in the name of a file that is not UTF-8."""
    return words.encode("utf-8", "backslashreplace").decode("utf-8")


def in_words(number: int) -> str:
    """Write a small count as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def span(exact: int | None, bounds: Sequence[int] | None = None) -> str:
    """Write a count: "6", or what is known of it: "3–5", "at most 5", "3+" where the most says nothing, "?"."""
    if exact is not None:
        return str(exact)
    if bounds is None:
        return "?"
    low, high = bounds
    if low == high:
        return str(low)
    if high - low > _SAYS_NOTHING:
        return f"{low}+" if low else "?"
    return f"{low}–{high}" if low else f"at most {high}"


def common_lead(holder: str, levels: Mapping[str, int | None], names: Mapping[str, str]) -> str:
    """Say by what lead over whom a seat holds a Common token: "4, one above Ben" (§A1, §A5)."""
    own = levels[holder]
    if own is None:
        return "level not certain"
    others = {seat: level for seat, level in levels.items() if seat != holder}
    if any(level is None for level in others.values()):
        return f"{own}, the others not certain"
    return f"{own}, {margin(own, {seat: level for seat, level in others.items() if level is not None}, names)}"


def tarot_lead(holder: str, levels: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Say by what lead over whom a seat holds a Tarot token: "Justice 11, two above Ben"; `levels` of those shown."""
    if holder not in levels:
        return "Tarot not certain"
    own = levels[holder]
    others = {seat: level for seat, level in levels.items() if seat != holder}
    title = f"{TAROT_NAMES[own]} {own}"
    return f"{title}, {margin(own, others, names)}" if others else f"{title}, the only one"


def margin(own: int, others: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Say how far `own` is above the best of the others."""
    best = max(others.values())
    rivals = [names[seat] for seat, level in others.items() if level == best]
    who = "everyone else" if len(rivals) == len(others) > 1 else listed(rivals)
    if own == best:
        return f"level with {who}"
    return f"{in_words(own - best)} above {who}" if own > best else f"below {who}"


def common_takes(level: int | None) -> tuple[str, str | None]:
    """Say what takes a Common token from a holder at `level`, with the ruling where there is one."""
    if level is None:
        return "", None
    if level >= TOP_COMMON:
        return "nothing rises above it", "A4"
    return f"{level + 1} takes it" if level + 1 == TOP_COMMON else f"{level + 1} or higher takes it", None


def tarot_takes(level: int | None) -> str:
    """Say what takes a Tarot token from a holder at `level` (§A2)."""
    if level is None:
        return ""
    if level >= TOP_TAROT:
        return "nothing rises above it"
    return f"{level + 1} takes it" if level + 1 == TOP_TAROT else f"{level + 1} or higher takes it"


def unheld_common(levels: Mapping[str, int | None], names: Mapping[str, str]) -> tuple[str, str | None]:
    """Say why nobody holds a Common token, with the ruling (§A5, §A7); "not certain" where one should."""
    known = {seat: level for seat, level in levels.items() if level is not None}
    if len(known) < len(levels):
        return "not certain", None
    best = max(known.values())
    if best < 2:
        return "first to reach 2 takes it", "A5"
    tied = [names[seat] for seat, level in known.items() if level == best]
    if len(tied) == 1:
        return "not certain", None
    return f"{listed(tied)} tie at {best}", "A7"
