"""Regular arrangements among cards on the table: rows of evenly spaced cards, and grids of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.plane import Points
from calibration.zones import axes


@dataclass(frozen=True, slots=True)
class Row:
    """Evenly spaced cards: the middle of number `k` is `origin + k * step` (table millimetres)."""

    origin: tuple[float, float]
    step: tuple[float, float]

    def at(self, k: float) -> tuple[float, float]:
        """Middle of card number `k`, in table millimetres."""
        return (self.origin[0] + k * self.step[0], self.origin[1] + k * self.step[1])


def fit_row(points: Points, numbers: Sequence[int], facing: float, usual_step: float) -> Row:
    """Fit a row through card middles (n, 2) whose places in the row are known.

    `facing` gives the direction from number to number, `usual_step` (millimetres) the spacing where only one card is
    known.
    """
    k = np.asarray(numbers, np.float64)
    p = np.asarray(points, np.float64)
    if len(set(numbers)) < 2:
        step = axes(facing)[0] * usual_step
        origin = p.mean(axis=0) - k.mean() * step
    else:
        spread = k - k.mean()
        step = (spread[:, None] * p).sum(axis=0) / (spread * spread).sum()
        origin = p.mean(axis=0) - k.mean() * step
    return Row((float(origin[0]), float(origin[1])), (float(step[0]), float(step[1])))


def split_lines(values: Sequence[float], gap: float) -> list[list[int]]:
    """Group numbers that follow each other at less than `gap`: the indices of each group, both in rising order."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups: list[list[int]] = []
    for i in order:
        if groups and values[i] - values[groups[-1][-1]] < gap:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def spacing(values: Sequence[float], least: float, most: float) -> float | None:
    """Find the usual distance between neighbours among distances of `least` to `most`; None where there is none."""
    ordered = np.sort(np.asarray(values, np.float64))
    steps = np.diff(ordered)
    steps = steps[(steps >= least) & (steps <= most)]
    return float(np.median(steps)) if len(steps) else None


def number_columns(values: Sequence[float], step: float) -> list[int]:
    """Number positions along a line by a known spacing, from 0 at the smallest."""
    start = min(values)
    rough = [round((v - start) / step) for v in values]
    # The smallest alone is a poor origin: take the phase that all of them agree on.
    phase = float(np.median([v - start - k * step for v, k in zip(values, rough, strict=True)]))
    numbers = [round((v - start - phase) / step) for v in values]
    return [n - min(numbers) for n in numbers]
