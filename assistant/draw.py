"""From the state of a game to the scene that a camera would see of it: the inverse of reading a table.

Everything keeps its place and its careless turn from picture to picture as long as nobody moves it: chance is drawn
from the seed and the name of the place alone. Only the noise differs.
"""

from dataclasses import dataclass, replace
from math import atan2, degrees
from zlib import crc32

import numpy as np

from assistant.seating import SIZE, Spot, Table
from engine.cards import SUITS, Card, Common, Hidden, Seat, Tarot
from engine.layout import DECK_COMMON, DECK_TAROT, DISCARD, Layout, column_slot, layout, market_slot, tarot_slot
from engine.state import State
from vision.reading import BACK
from vision.scene.spec import (
    CARD_THICK_MM,
    ArmSpec,
    BallSpec,
    CardSpec,
    CoinSpec,
    Deck,
    DieSpec,
    MatSpec,
    PileSpec,
    SceneSpec,
    TokenSpec,
)

_DICE = ((40, 30, 190), (214, 218, 222))
"""B, G, R of the dice that may lie about."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm of a seat with its fingers over a slot."""

    seat: Seat
    slot: str


def scene(state: State, table: Table, still: int = 0, arm: Reach | None = None) -> SceneSpec:
    """Lay the state out on the table, as the `still`th picture of it.

    ValueError where the table is for another number of players, or a card lies there that nobody saw.
    """
    if len(state.players) != table.players:
        raise ValueError(f"This table is for {table.players} players, the game has {len(state.players)}.")
    expected = layout(state)
    cards = (*_tableaus(state, table), *_market(state, table))
    tops = {card.slot: index for index, card in enumerate(cards)}
    tokens = (*_tokens(cards, tops, expected, table), *_bought(state, table))
    sensor = replace(table.sensor, seed=table.seed * 4096 + still)
    return SceneSpec(
        cards=cards,
        piles=_piles(state, table),
        tokens=tokens,
        coins=_coins(state, table),
        ball=_ball(state, cards, tops, table),
        mat=_mat(state, table),
        dice=tuple(DieSpec(spot.x, spot.y, spot.turn, _DICE[i]) for i, spot in enumerate(table.seating.dice)),
        arm=None if arm is None else _arm(arm, table, still),
        printing=table.seed,
        surface=table.surface,
        view=table.view,
        light=table.light,
        sensor=sensor,
        size=SIZE,
    )


def _chance(table: Table, *names: object) -> np.random.Generator:
    """Chance that is the same for the same things at the same table."""
    return np.random.default_rng([table.seed, crc32(repr(names).encode())])


def _laid(table: Table, slot: str, label: str, height: int = 0, turn: float = 0.0) -> CardSpec:
    """A card in its slot as people lay it: a little off and a little askew, `height` cards above the table."""
    spot = table.seating.slots[slot]
    dx, dy, askew = _chance(table, slot, label, height).normal(0, 1.0, 3)
    place = spot.beside(1.1 * dx, 1.3 * dy, 1.3 * askew + turn)
    deck: Deck = "tarot" if "tarot" in slot else "common"
    return CardSpec(label, place.x, place.y, place.turn, height * CARD_THICK_MM, deck, slot)


def _tableaus(state: State, table: Table) -> list[CardSpec]:
    faces = state.setup.faces
    cards = []
    for seat in state.seats:
        for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
            if column.tarot is not None:
                label = faces.label(column.tarot)
                cards.append(_laid(table, tarot_slot(seat, suit), label, 0, 180.0 if column.turned else 0.0))
    for seat in state.seats:
        for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
            slot = column_slot(seat, suit)
            for height, card in enumerate(column.stack):
                cards.append(_laid(table, slot, faces.label(card), height))
    return cards


def _market(state: State, table: Table) -> list[CardSpec]:
    spots = {market_slot("tarot", i): spot for i, spot in enumerate(state.market_tarot)}
    spots |= {market_slot("common", i): spot for i, spot in enumerate(state.market_common)}
    return [_laid(table, slot, _label(state, card)) for slot, card in spots.items() if card is not None]


def _label(state: State, card: Card | Hidden) -> str:
    if isinstance(card, Common | Tarot):
        return state.setup.faces.label(card)
    raise ValueError("A card that nobody saw cannot be drawn; deal the game with all cards known.")


def _piles(state: State, table: Table) -> tuple[PileSpec, ...]:
    piles = []
    deck: Deck
    for slot, deck, count in (
        (DECK_COMMON, "common", state.deck_common.lo),
        (DECK_TAROT, "tarot", state.deck_tarot.lo),
    ):
        if count:
            spot = table.seating.slots[slot]
            piles.append(PileSpec(BACK, spot.x, spot.y, count, spot.turn, deck, slot))
    if state.discards:
        spot = table.seating.slots[DISCARD]
        label = _label(state, state.discards[-1])
        piles.append(PileSpec(label, spot.x, spot.y, len(state.discards), spot.turn, "common", DISCARD, 2.2))
    return tuple(piles)


def _tokens(cards: tuple[CardSpec, ...], tops: dict[str, int], expected: Layout, table: Table) -> list[TokenSpec]:
    tokens = []
    for slot in sorted(expected.tokens):
        card = cards[tops[slot]]
        dx, dy, turn = _chance(table, "token", slot, card.label, card.z).uniform(-1, 1, 3)
        spot = _on(card).beside(11 * dx, -14 + 8 * dy, 180 * turn)
        tokens.append(TokenSpec(spot.x, spot.y, spot.turn, card.z + CARD_THICK_MM, tops[slot], slot))
    return tokens


def _bought(state: State, table: Table) -> list[TokenSpec]:
    tokens = []
    for seat, spot in zip(state.seats, table.seating.side, strict=True):
        for i in range(state.players[seat].side.lo):
            dx, dy, turn = _chance(table, "bought", seat, i).uniform(-1, 1, 3)
            place = spot.beside(2 * dx, 29 * i + 2 * dy, 180 * turn)
            tokens.append(TokenSpec(place.x, place.y, place.turn, 0.0, None, f"side:{seat}"))
    return tokens


def _coins(state: State, table: Table) -> tuple[CoinSpec, ...]:
    """Up to nine ones, the rest in fives, in a loose cluster for each seat."""
    coins = []
    for seat, spot in zip(state.seats, table.seating.coins, strict=True):
        amount = state.players[seat].coins.lo
        fives = max(0, (amount - 5) // 5)
        for i, value in enumerate([5] * fives + [1] * (amount - 5 * fives)):
            dx, dy, turn = _chance(table, "coin", seat, i, value).uniform(-1, 1, 3)
            at = ((i % 3 - 1) * 24 + 3 * dx, (i // 3 % 3 - 1) * 24 + 3 * dy)
            place = spot.beside(at[0] + 4 * (i // 9), at[1], 180 * turn)
            coins.append(CoinSpec(place.x, place.y, value, place.turn, 1.8 * (i // 9)))
    return tuple(coins)


def _ball(state: State, cards: tuple[CardSpec, ...], tops: dict[str, int], table: Table) -> BallSpec:
    """On the led card during a turn, else by the tableau of who leads next."""
    turn = state.turn
    if turn is None:
        spot = table.seating.ball[state.leader]
        return BallSpec(spot.x, spot.y)
    slot = column_slot(turn.leader, turn.suit)
    card = cards[tops[slot]]
    dx, dy = _chance(table, "ball", slot, state.leader).uniform(-1, 1, 2)
    spot = _on(card).beside(7 * dx, 31 + 6 * dy)
    return BallSpec(spot.x, spot.y, z=card.z + CARD_THICK_MM, on=tops[slot])


def _mat(state: State, table: Table) -> MatSpec:
    left = state.mat_left.lo
    spot = table.seating.mat
    return MatSpec(spot.x, spot.y, spot.turn, max(5, min(6, left + state.mat_bought.lo)), left)


def _on(card: CardSpec) -> Spot:
    return Spot(card.x, card.y, card.turn)


def _arm(reach: Reach, table: Table, still: int) -> ArmSpec:
    spot = table.seating.slots[reach.slot]
    person = table.seating.person[reach.seat]
    dx, dy, turn = _chance(table, "arm", reach.slot, still).normal(0, 1, 3)
    x, y = spot.x + 12 * dx, spot.y + 12 * dy
    return ArmSpec(x, y, degrees(atan2(person.y - y, person.x - x)) + 4 * turn, table.seed * 8 + reach.seat)
