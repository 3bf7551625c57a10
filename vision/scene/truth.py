"""What a drawn picture truly shows, to the pixel."""

from dataclasses import dataclass
from typing import Any

from vision.reading import BACK

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardTruth:
    """A card: corners in px (TL, TR, BR, BL of its own upright frame) and which share of its face can be seen.

    `index` counts the cards of the spec; the tops of piles have None. `slot` is the spec's own name for the place.
    """

    label: str
    corners: tuple[Point, Point, Point, Point]
    visible: float
    index: int | None
    slot: str


@dataclass(frozen=True, slots=True)
class TokenTruth:
    """A Fate token: centre and radius in px of its upper face; `on` is an index into the spec's cards."""

    center: Point
    radius: float
    on: int | None
    slot: str
    visible: float


@dataclass(frozen=True, slots=True)
class BallTruth:
    """The Crystal Ball: centre and radius in px; `on` is an index into the spec's cards."""

    center: Point
    radius: float
    on: int | None
    visible: float


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything a drawn picture shows, cards from the lowest to the topmost."""

    width: int
    height: int
    cards: tuple[CardTruth, ...]
    tokens: tuple[TokenTruth, ...]
    ball: BallTruth | None

    def card(self, index: int) -> CardTruth:
        """The card with that index in the spec; raises KeyError where none of it can be seen."""
        for card in self.cards:
            if card.index == index:
                return card
        raise KeyError(index)

    def labels(self, least: float = 0.05) -> dict[str, Any]:
        """One picture's entry of a labels file for scoring: faces, tokens and ball of which at least `least` shows.

        Backs are left out: they are not asked for, and a name given to one counts as false.
        """
        names = {card.index: card.label for card in self.cards if card.index is not None}
        cards = [
            {
                "id": card.label,
                "corners_px": [[round(x, 2), round(y, 2)] for x, y in card.corners],
                "visible_fraction": round(card.visible, 3),
            }
            for card in self.cards
            if card.label != BACK and card.visible >= least
        ]
        tokens = [
            {
                "center_px": [round(v, 2) for v in token.center],
                "radius_px": round(token.radius, 2),
                "where": token.slot if token.on is None else f"card:{names.get(token.on, BACK)}",
            }
            for token in self.tokens
            if token.visible >= 0.5
        ]
        ball = self.ball
        shown = None
        if ball is not None and ball.visible >= 0.5:
            shown = {
                "center_px": [round(v, 2) for v in ball.center],
                "on": None if ball.on is None else names.get(ball.on),
            }
        return {"cards": cards, "tokens": tokens, "ball": shown}
