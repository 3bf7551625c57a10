"""One picture of the table, and the array types that the stages of `vision` hand to each other."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""Pixels, shape (height, width, 3), BGR, as OpenCV has them."""

Gray = NDArray[np.uint8]
"""Pixels, shape (height, width)."""

Quad = NDArray[np.float64]
"""Four corners, shape (4, 2), pixels (x right, y down): TL, TR, BR, BL of the card's own upright frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture from a camera, with when and where it was taken.

    `at_ms` runs from the start of the source and never goes back. `still` marks a picture that is at rest by
    declaration (a file of a folder of stills), so that nothing has to wait for the table to settle.
    """

    image: Image
    index: int
    at_ms: float
    name: str
    still: bool = False
