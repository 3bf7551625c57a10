"""Lines of a record about Tarot: what was used or waived, and what a Tarot of unknown text moved."""

from typing import Final, assert_never

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
from engine.cards import SUITS, Common, Seat
from engine.cursor import Cursor
from engine.state import Setup


def wielding(setup: Setup, act: Use | Waive | Effect) -> str:
    """Write what a player did with a Tarot, without who it was."""
    name = setup.faces.name
    match act:
        case Waive():
            return f"waives {name(act.tarot)}"
        case Effect():
            return f"by {name(act.tarot)}: {_moved(setup, act.moved)}"
        case Use():
            line = f"uses {name(act.tarot)}"
            line += "" if act.suit is None else f" in {act.suit}"
            line += "" if act.cards is None else ", discards " + " + ".join(map(name, act.cards))
            for foe, card in act.given:
                line += f", gives {setup.names[foe]} {_card(setup, card)}"
            if act.foe is None:
                return line
            if act.suit is not None:
                return f"{line} from {setup.names[act.foe]}"
            line += f", {setup.names[act.foe]} shows more"
            return line + ("" if act.shown is None else ": " + " + ".join(map(name, act.shown)))
        case _:
            assert_never(act)


def _card(setup: Setup, card: Common | None) -> str:
    return "?" if card is None else setup.faces.name(card)


def _moved(setup: Setup, moved: Moved) -> str:
    match moved:
        case CoinsTo():
            what = f"{'?' if moved.amount is None else moved.amount} coins"
            return f"{what} from {_purse(setup, moved.giver, 'bank')} to {_purse(setup, moved.taker, 'bank')}"
        case TokenTo():
            what = "a token" if moved.suit is None else f"the {moved.suit} token"
            return f"{what} from {_purse(setup, moved.giver, 'supply')} to {_purse(setup, moved.taker, 'supply')}"
        case CommonTo():
            what = "a Common card" if moved.card is None else setup.faces.name(moved.card)
            return f"{what} from {_place(setup, moved.giver)} to {_place(setup, moved.taker)}"
        case TarotTo():
            what = "a Tarot" if moved.card is None else setup.faces.name(moved.card)
            return f"{what} from {_place(setup, moved.giver)} to {_place(setup, moved.taker)}"
        case TarotsSwap():
            return f"swap of {_place(setup, moved.one)} and {_place(setup, moved.other)}"
        case _:
            assert_never(moved)


def _purse(setup: Setup, owner: Seat | None, nobody: str) -> str:
    return f"the {nobody}" if owner is None else setup.names[owner]


_PILES: Final[dict[str, Pile]] = {"the deck": "deck", "the discards": "discards", "the box": "gone"}


def _place(setup: Setup, place: Place) -> str:
    match place:
        case OnMarket():
            return f"market {place.spot + 1}"
        case Under():
            return f"{setup.names[place.seat]} {place.suit}"
        case str():
            return next(said for said, pile in _PILES.items() if pile == place)
        case _:
            return setup.names[place]


def read_use(cursor: Cursor, seat: Seat) -> Use:
    """Read what follows `uses`."""
    tarot = cursor.tarot()
    suit = cursor.suit() if cursor.skip(" in ") else None
    cards = cursor.commons() if cursor.skip(", discards ") else None
    given: list[tuple[Seat, Common | None]] = []
    while cursor.skip(", gives "):
        foe = cursor.player()
        cursor.one_of(" ")
        given.append((foe, None if cursor.skip("?") else cursor.common()))
    taken, shown = None, None
    if suit is not None and cursor.skip(" from "):
        taken = cursor.player()
    elif suit is None and cursor.skip(", "):
        taken = cursor.player()
        cursor.one_of(" shows more")
        shown = cursor.commons() if cursor.skip(": ") else None
    return Use(seat, tarot, cards, tuple(given), taken, suit, shown)


def read_effect(cursor: Cursor, seat: Seat) -> Effect:
    """Read what follows `by`."""
    tarot = cursor.tarot()
    cursor.one_of(": ")
    return Effect(seat, tarot, _read_moved(cursor))


def _read_moved(cursor: Cursor) -> Moved:
    if cursor.skip("swap of "):
        one = _read_under(cursor)
        cursor.one_of(" and ")
        return TarotsSwap(one, _read_under(cursor))
    if cursor.skip("a token"):
        return TokenTo(_read_purse(cursor, " from ", "supply"), _read_purse(cursor, " to ", "supply"))
    if cursor.skip("the "):
        suit = cursor.suit()
        cursor.one_of(" token")
        return TokenTo(_read_purse(cursor, " from ", "supply"), _read_purse(cursor, " to ", "supply"), suit)
    if cursor.at("?") or cursor.at_digit():
        amount = cursor.number_or_unknown()
        cursor.one_of(" coins", " coin")
        return CoinsTo(_read_purse(cursor, " from ", "bank"), _read_purse(cursor, " to ", "bank"), amount)
    if cursor.skip("a Common card"):
        return CommonTo(_read_pile(cursor, " from "), _read_pile(cursor, " to "))
    if cursor.skip("a Tarot"):
        return TarotTo(_read_place(cursor, " from "), _read_place(cursor, " to "))
    card = cursor.card()
    if isinstance(card, Common):
        return CommonTo(_read_pile(cursor, " from "), _read_pile(cursor, " to "), card)
    return TarotTo(_read_place(cursor, " from "), _read_place(cursor, " to "), card)


def _read_purse(cursor: Cursor, word: str, nobody: str) -> Seat | None:
    cursor.one_of(word)
    return None if cursor.skip(f"the {nobody}") else cursor.player()


def _read_pile(cursor: Cursor, word: str) -> Seat | OnMarket | Pile:
    cursor.one_of(word)
    if cursor.skip("market "):
        return OnMarket(cursor.place())
    pile = next((said for said in _PILES if cursor.skip(said)), None)
    return cursor.player() if pile is None else _PILES[pile]


def _read_place(cursor: Cursor, word: str) -> Place:
    place, here = _read_pile(cursor, word), cursor.position
    if isinstance(place, int) and cursor.skip(" ") and any(cursor.at(suit) for suit in SUITS):
        return Under(place, cursor.suit())
    cursor.position = here
    return place


def _read_under(cursor: Cursor) -> Under:
    seat = cursor.player()
    cursor.one_of(" ")
    return Under(seat, cursor.suit())
