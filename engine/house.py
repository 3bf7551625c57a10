"""House rules: how a table plays where the texts leave it open. What RULES.md says holds where nothing is switched."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The switches of a table; each is off where it plays as RULES.md says. `SWITCHES` has their words and rulings.

    The solo bot's own switch, that it pays for what it captures (§C26), belongs to the bot.
    """

    taken_like_fallen: bool = False
    turning_instead: bool = False
    tower_instead: bool = False
    tower_off_columns: bool = False
    bends_own_suit: bool = False
    one_shuffle: bool = False
    devil_exactly_three: bool = False
    devil_wastes_nothing: bool = False
    bank_runs_out: bool = False


SWITCHES: Final = {
    "taken_like_fallen": ("A18", "two foes who tie end the lead of a card that was taken"),
    "turning_instead": ("B14", "the Hanged Man turns instead of the action"),
    "tower_instead": ("B17", "the transcended Tower falls instead of the action"),
    "tower_off_columns": ("B18", "the transcended Tower takes the top cards of the columns"),
    "bends_own_suit": ("B19", "a Tarot bends an action only under its suit"),
    "one_shuffle": ("C4", "the discards are shuffled once a game"),
    "devil_exactly_three": ("C12", "the Devil asks for exactly three discards"),
    "devil_wastes_nothing": ("C13", "the Devil counts no discard beyond the cost"),
    "bank_runs_out": ("C27", "the bank gives no more than it has"),
}
"""Each switch: the ruling it overrules, and what a record says of a game where it is on."""
