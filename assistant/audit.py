"""Whether a game adds up while it is played: coins, Fate tokens, and every card of the box, seen by nobody or not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.simulate import Dealt, Moved
from engine.cards import Card, Common, Tarot
from engine.check import flaws
from engine.events import CoinsMoved, FateMoved
from engine.state import COINS_IN_THE_BOX, FATE_IN_THE_BOX


@dataclass(frozen=True, slots=True)
class Box:
    """What no seat has: the coins of the bank, the Fate tokens of supply and mat; and all cards that there are."""

    bank: int
    tokens: int
    cards: Counter[Card]

    @classmethod
    def of(cls, game: Dealt) -> "Box":
        """Take stock of a game that has just been dealt."""
        players = game.state.players
        return cls(COINS_IN_THE_BOX - sum(player.coins.lo for player in players), FATE_IN_THE_BOX, Counter(cards(game)))

    def after(self, moved: Moved) -> "Box":
        """Take out, and put back, what an act says that it moved."""
        bank, tokens = self.bank, self.tokens
        for event in moved.events:
            match event:
                case CoinsMoved(giver=giver, taker=taker, amount=amount):
                    bank += amount.lo * ((taker is None) - (giver is None))
                case FateMoved(giver=giver, taker=taker):
                    tokens += (taker is None) - (giver is None)
                case _:
                    pass
        return Box(bank, tokens, self.cards)


def faults(box: Box, game: Dealt) -> Iterator[str]:
    """Say what does not add up: the checks of any table, coins of 170, tokens of 25, and every card of the box."""
    state = game.state
    yield from (str(flaw) for flaw in flaws(state))
    coins = box.bank + sum(player.coins.lo for player in state.players)
    if coins != COINS_IN_THE_BOX or any(player.coins.exact is None or player.coins.lo < 0 for player in state.players):
        yield f"The coins add up to {coins}, not {COINS_IN_THE_BOX}, or somebody has less than none."
    tokens = box.tokens + sum(state.fate(seat).lo for seat in state.seats)
    if tokens != FATE_IN_THE_BOX or box.tokens < state.mat_left.lo:
        yield f"The Fate tokens add up to {tokens}, not {FATE_IN_THE_BOX}, or the mat has more than are left."
    if state.turn is None or state.end is not None:
        there = Counter(cards(game))
        if there != box.cards:
            names = ", ".join(state.setup.faces.name(card) for card in (box.cards - there) + (there - box.cards))
            yield f"Of these cards there are more or fewer than at the beginning: {names}."


def cards(game: Dealt) -> Iterator[Card]:
    """List every card of a game, wherever it lies: the 144 of the box less those that the set-up removes."""
    state = game.state
    for hand in game.hands:
        yield from hand
    for player in state.players:
        for column in player.columns:
            yield from column.stack
            if column.tarot is not None:
                yield column.tarot
    for card in (*state.market_tarot, *state.market_common, *state.discards, *state.turned_up, *state.gone):
        if isinstance(card, Common | Tarot):
            yield card
    yield from game.tarots
    yield from game.commons
