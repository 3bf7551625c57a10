"""The printed numbers of the game. A number that no text gives is None; nothing is filled in by guessing."""

from dataclasses import dataclass, replace
from typing import Final

Row = tuple[int | None, int | None, int | None, int | None, int | None, int | None]
"""One printed number by the level of its card, 1 to 6."""

UNKNOWN: Final[Row] = (None, None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A set of printed numbers. `mat_spots`: how many spots the Trading Mat shows for 2, 3, 4 and 5 players.

    `mat_5` and `mat_6` are the prices of its two sides, cheapest (top-most) first. `invented` marks a set that is no
    reading of the real game. ValueError for a mat with neither 5 nor 6 spots.
    """

    name: str
    invented: bool = False
    earn_lead: Row = UNKNOWN
    earn_pass: Row = UNKNOWN
    draft_lead: Row = UNKNOWN
    draft_follow: Row = UNKNOWN
    ascend_lead: Row = UNKNOWN
    ascend_follow: Row = UNKNOWN
    capture_tarots_lead: Row = UNKNOWN
    capture_commons_lead: Row = UNKNOWN
    capture_tarots_follow: Row = UNKNOWN
    capture_commons_follow: Row = UNKNOWN
    mat_5: tuple[int | None, ...] = (None,) * 5
    mat_6: tuple[int | None, ...] = (None,) * 6
    mat_spots: tuple[int | None, ...] = (None,) * 4

    def __post_init__(self) -> None:
        """Refuse a Trading Mat that the game does not have (§C22)."""
        for spots in self.mat_spots:
            if spots not in (None, len(self.mat_5), len(self.mat_6)):
                raise ValueError(f"The Trading Mat has 5 or 6 spots, not {spots}.")

    def learn(self, name: str, index: int, value: int) -> "Numbers":
        """Add one number: row `name`, place `index` (a level less 1). ValueError where there is none such."""
        row: tuple[int | None, ...] = getattr(self, name) if name in ROWS else ()
        if not 0 <= index < len(row):
            raise ValueError(f"There is no printed number {name} {index + 1}.")
        if value < 0:
            raise ValueError(f"A printed number is not negative, as {value} is.")
        if row[index] == value:
            return self
        return replace(self, **{name: (*row[:index], value, *row[index + 1 :])})  # type: ignore[arg-type]


PRINTED: Final = (
    "earn_lead",
    "earn_pass",
    "draft_lead",
    "draft_follow",
    "ascend_lead",
    "ascend_follow",
    "capture_tarots_lead",
    "capture_commons_lead",
    "capture_tarots_follow",
    "capture_commons_follow",
)
"""The rows that are printed on cards, by level."""

ROWS: Final = (*PRINTED, "mat_5", "mat_6", "mat_spots")
"""Every row of a set of numbers, in the order they are written down."""

KNOWN: Final = Numbers(
    name="known",
    draft_lead=(None, None, 3, None, None, None),
    draft_follow=(None, None, 2, None, None, None),
    ascend_lead=(2, None, None, None, None, None),
)
"""What the published texts prove, and nothing else; `SOURCES` says where."""

SOURCES: Final = {
    ("draft_lead", 3): "rulebook, Follow example: a lead of DRAFT at level 3 draws 3",
    ("draft_follow", 3): "rulebook, Follow example: following on DRAFT level 3 drafts 2, as printed at its bottom",
    (
        "ascend_lead",
        1,
    ): "rulebook, ASCEND example: the card led reads ASCEND 2 and an ASCEND 3 is then put on that suit's level 1",
}
"""Where each number of `KNOWN` comes from, by row and level."""

HOUSE: Final = Numbers(
    name="house",
    invented=True,
    earn_lead=(4, 5, 6, 7, 8, 10),
    earn_pass=(2, 3, 3, 4, 5, 6),
    draft_lead=(2, 2, 3, 3, 4, 5),
    draft_follow=(1, 1, 2, 2, 3, 3),
    ascend_lead=(2, 2, 2, 3, 3, 4),
    ascend_follow=(1, 1, 1, 2, 2, 3),
    capture_tarots_lead=(1, 1, 1, 2, 2, 2),
    capture_commons_lead=(2, 2, 3, 3, 4, 5),
    capture_tarots_follow=(1, 1, 1, 1, 1, 2),
    capture_commons_follow=(1, 1, 2, 2, 3, 3),
    mat_5=(7, 12, 16, 20, 25),
    mat_6=(5, 7, 12, 16, 20, 25),
    mat_spots=(5, 5, 6, 6),
)
"""A complete, playable set for simulations, tests and the demonstration. It is INVENTED: it agrees with `KNOWN` and
with the worked examples of the rulebook, the rest was made up and is no reading of the real cards."""
