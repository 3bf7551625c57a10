"""What players did with their Tarot, in the words of the table; the record's words are in `engine.wielding`. Pure."""

from typing import assert_never

from assistant.phrases import card_name, listed
from engine.acts import (
    CoinsTo,
    CommonTo,
    Effect,
    Moved,
    OnMarket,
    Pile,
    Place,
    TarotsSwap,
    TarotTo,
    TokenTo,
    Under,
    Use,
    Waive,
)
from engine.cards import Seat
from engine.costs import in_coins
from engine.state import State


def tell_tarot(state: State, act: Use | Waive | Effect) -> str:
    """Say what a player did with a Tarot, without who it was: "uses Temperance, gives Ben DRAFT 2"."""
    match act:
        case Waive():
            return f"does without {card_name(act.tarot)}"
        case Effect():
            return f"by {card_name(act.tarot)}: {_moved(state, act.moved)}"
        case Use():
            return ", ".join([f"uses {card_name(act.tarot)}", *_used(state, act)])
        case _:
            assert_never(act)


def _used(state: State, act: Use) -> list[str]:
    parts = []
    if act.suit is not None:
        giver = "" if act.foe is None else f" from {state.name(act.foe)}"
        parts.append(f"in {act.suit}{giver}")
    if act.cards:
        parts.append(f"discards {listed([card_name(card) for card in act.cards])}")
    for foe, card in act.given:
        parts.append(f"gives {state.name(foe)} {'a card' if card is None else card_name(card)}")
    if act.foe is not None and act.suit is None:
        shown = "" if act.shown is None else f": {listed([card_name(card) for card in act.shown])}"
        parts.append(f"but {state.name(act.foe)} shows more{shown}")
    return parts


def _moved(state: State, moved: Moved) -> str:
    match moved:
        case CoinsTo():
            what = "some coins" if moved.amount is None else in_coins(moved.amount)
            giver, taker = _purse(state, moved.giver, "bank"), _purse(state, moved.taker, "bank")
            return f"{what} from {giver} to {taker}"
        case TokenTo():
            what = "a Fate token" if moved.suit is None else f"the token of {moved.suit}"
            giver, taker = _purse(state, moved.giver, "supply"), _purse(state, moved.taker, "supply")
            return f"{what} from {giver} to {taker}"
        case CommonTo() | TarotTo():
            kind = "a Common card" if isinstance(moved, CommonTo) else "a Tarot"
            what = kind if moved.card is None else card_name(moved.card)
            market = "market" if isinstance(moved, CommonTo) else "Tarot market"
            return f"{what} from {_place(state, moved.giver, market)} to {_place(state, moved.taker, market)}"
        case TarotsSwap():
            one, other = _place(state, moved.one, ""), _place(state, moved.other, "")
            return f"the Tarot under {one} and under {other} change places"
        case _:
            assert_never(moved)


def _purse(state: State, owner: Seat | None, nobody: str) -> str:
    return f"the {nobody}" if owner is None else state.name(owner)


_PILES: dict[Pile, str] = {"deck": "the deck", "discards": "the discards", "gone": "the box"}


def _place(state: State, place: Place, market: str) -> str:
    match place:
        case OnMarket():
            return f"spot {place.spot + 1} of the {market}"
        case Under():
            return f"{state.name(place.seat)}'s {place.suit}"
        case str():
            return _PILES[place]
        case _:
            return f"{state.name(place)}'s hand"
