"""What can go wrong between pixels and the table.

CalibrationError
├── TooFewCards      not enough cards to tell how the table lies
└── NoPlane          the cards do not lie on one plane as a camera would see it
"""


class CalibrationError(ValueError):
    """The table's place in the picture cannot be worked out; the message says what to change."""


class TooFewCards(CalibrationError):
    """Fewer cards than a plane needs."""


class NoPlane(CalibrationError):
    """No camera pose explains the outlines of the cards."""
