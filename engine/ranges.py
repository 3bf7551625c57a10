"""A whole number that nobody saw exactly: what it is at least and at most."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers from `lo` to `hi`, both included."""

    lo: int
    hi: int

    def __post_init__(self) -> None:
        """Refuse an empty range."""
        if self.lo > self.hi:
            raise ValueError(f"No number is at least {self.lo} and at most {self.hi}.")

    def __contains__(self, value: int) -> bool:
        return self.lo <= value <= self.hi

    def __add__(self, other: "Range | int") -> "Range":
        if isinstance(other, Range):
            return Range(self.lo + other.lo, self.hi + other.hi)
        return Range(self.lo + other, self.hi + other)

    def __sub__(self, other: "Range | int") -> "Range":
        if isinstance(other, Range):
            return Range(self.lo - other.hi, self.hi - other.lo)
        return Range(self.lo - other, self.hi - other)

    def __str__(self) -> str:
        return str(self.lo) if self.lo == self.hi else f"{self.lo}-{self.hi}"

    @property
    def exact(self) -> int | None:
        """The number where it is known, else None."""
        return self.lo if self.lo == self.hi else None

    def narrow(self, lo: int | None = None, hi: int | None = None) -> "Range":
        """Return the part that is at least `lo` and at most `hi`; ValueError where nothing is left."""
        return Range(self.lo if lo is None else max(self.lo, lo), self.hi if hi is None else min(self.hi, hi))


def exactly(value: int) -> Range:
    """Return the range of one number."""
    return Range(value, value)


def hull(ranges: Iterable[Range]) -> Range:
    """Return the smallest range that holds all of some ranges; ValueError for none."""
    parts = tuple(ranges)
    return Range(min(part.lo for part in parts), max(part.hi for part in parts))


ZERO: Final = Range(0, 0)
"""Nothing at all."""

ONE: Final = Range(1, 1)
"""Exactly one."""
