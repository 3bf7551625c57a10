"""What a perfect reader would say of a drawn table, without drawing it: readings from the truth alone."""

from collections.abc import Collection

import numpy as np

from assistant.draw import scene
from assistant.seating import Table, table
from assistant.simulate import play
from engine.cards import Faces, Seat
from engine.state import State
from vision.frame import Image
from vision.reading import BallSighting, Reading, Sighting
from vision.scene.ball import outline
from vision.scene.spec import SceneSpec
from vision.scene.things import card_outline, card_top
from vision.scene.view import View

BLANK: Image = np.zeros((1080, 1920, 3), np.uint8)
"""A picture without any edge: truth readings outline whole cards, so there is nothing to find around them."""


def set_up(players: int, seed: int, faces: Faces | None = None, first: int = 0) -> tuple[State, Table, SceneSpec]:
    """The start of a game and how it lies on its table."""
    state = next(play(players, seed, faces=faces, first=Seat(first))).state
    drawn = table(seed, players)
    return state, drawn, scene(state, drawn)


def truth_reading(spec: SceneSpec, without: Collection[str] = ()) -> Reading:
    """Read every card of a scene but those in the slots `without`."""
    view = View(spec.view, spec.size)
    cards = tuple(
        Sighting(card.label, 0.98, view.project(card_outline(card), card_top(card)))
        for card in spec.cards
        if card.slot not in without
    )
    ball = None
    if spec.ball is not None:
        center, radius = outline(view, spec.ball)
        ball = BallSighting((float(center[0]), float(center[1])), float(radius))
    return Reading(*spec.size, cards, (), ball)
