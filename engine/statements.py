"""Reads what `set` and `check` say: the facts of a table, and what else a record may claim."""

import re
from dataclasses import replace
from typing import Final, Literal

from engine.cards import HIDDEN, Common, Hidden, Suit
from engine.claims import LEAST_DIGITS, Claim, DigestIs, EndIs, FateIs, FollowCosts
from engine.cursor import Cursor
from engine.errors import RecordError
from engine.facts import (
    CoinsAre,
    DeckIs,
    DiscardsAre,
    Fact,
    GoneAre,
    HandIs,
    HolderIs,
    KnownAre,
    LeaderIs,
    MatIs,
    ShuffledIs,
    SideIs,
    SpotIs,
    StackIs,
    TarotIs,
    TurnedUpAre,
    TurnIs,
)
from engine.state import Action, End, Turn

_DIGEST: Final = re.compile(rf"[0-9a-f]{{{LEAST_DIGITS},64}}")


def read_claim(cursor: Cursor) -> Fact | Claim:
    """Read what a check claims, but for claims about acts. Raises RecordError."""
    begin = cursor.position
    if cursor.skip("digest "):
        return DigestIs(cursor.match(_DIGEST, f"{LEAST_DIGITS} to 64 hexadecimal digits"))
    if cursor.skip("winner "):
        return EndIs(None if cursor.skip("nobody") else _end(cursor))
    if cursor.at_player():
        seat = cursor.player()
        if cursor.skip(" fate "):
            return FateIs(seat, cursor.numbers("tokens"))
        if cursor.skip(" follow cost "):
            return FollowCosts(seat, cursor.number("coins"))
        cursor.position = begin
    return read_fact(cursor)


def _end(cursor: Cursor) -> End:
    winners = cursor.several(cursor.player)
    cursor.one_of(" by ")
    by: Literal["threshold", "depletion"] = (
        "threshold" if cursor.one_of("threshold", "depletion") == "threshold" else "depletion"
    )
    return End(by, winners)


def read_fact(cursor: Cursor) -> Fact:
    """Read a fact about the table, up to the end of the line. Raises RecordError.

    A player whose name is a word of it, or a fact of its own, is still a player.
    """
    begin, wrong = cursor.position, list[RecordError]()
    for way in (_of_the_table, _of_a_player):
        try:
            fact = way(cursor)
            cursor.end()
            return fact
        except RecordError as error:
            wrong.append(error)
            cursor.position = begin
    raise max(reversed(wrong), key=lambda error: error.column)


def _of_the_table(cursor: Cursor) -> Fact:
    if cursor.at("common market ") or cursor.at("tarot market "):
        return SpotIs(*cursor.market_spot())
    for place in _PLACES:
        if cursor.skip(f"{place} token "):
            suit = cursor.suit()
            cursor.one_of(" ")
            return HolderIs(place, suit, None if cursor.skip("supply") else cursor.player())
        if cursor.skip(f"{place} deck "):
            return DeckIs(place, cursor.numbers("cards"))
    match cursor.one_of(*_ABOUT_THE_TABLE):
        case "mat ":
            left = cursor.numbers("tokens")
            cursor.one_of(" left ")
            bought = cursor.numbers("tokens")
            cursor.one_of(" bought")
            return MatIs(left, bought)
        case "discards were ":
            return ShuffledIs(cursor.one_of("shuffled", "not shuffled") == "shuffled")
        case "discards ":
            return _discards(cursor)
        case "gone ":
            return GoneAre(() if cursor.skip("nothing") else cursor.several(cursor.tarot))
        case "leader ":
            return LeaderIs(cursor.player())
        case "turned up ":
            return TurnedUpAre(() if cursor.skip("nothing") else cursor.several(lambda: _common_or_unseen(cursor)))
        case _:
            return _turn(cursor)


_PLACES: Final[tuple[Literal["common", "tarot"], ...]] = ("common", "tarot")
_ABOUT_THE_TABLE: Final = ("mat ", "discards were ", "discards ", "gone ", "leader ", "turn ", "turned up ")


def _of_a_player(cursor: Cursor) -> Fact:
    seat = cursor.player()
    match cursor.one_of(" coins ", " side ", " hand ", " holds ", " "):
        case " coins ":
            return CoinsAre(seat, cursor.numbers("coins"))
        case " side ":
            return SideIs(seat, cursor.numbers("tokens"))
        case " holds ":
            return KnownAre(seat, () if cursor.skip("?") else cursor.several(cursor.card))
        case " hand ":
            common = cursor.numbers("cards")
            cursor.one_of(" common ")
            tarot = cursor.numbers("cards")
            cursor.one_of(" tarot")
            return HandIs(seat, common, tarot)
    suit = cursor.suit()
    if cursor.one_of(" tarot ", " ") == " tarot ":
        card = None if cursor.skip("nothing") else cursor.tarot()
        return TarotIs(seat, suit, card, turned=card is not None and cursor.skip(" turned"))
    return StackIs(seat, suit, cursor.commons())


def _discards(cursor: Cursor) -> DiscardsAre:
    cards = () if cursor.skip("nothing") else cursor.several(lambda: _common_or_unseen(cursor))
    if not cursor.skip(", "):
        return DiscardsAre(cards)
    unseen = cursor.numbers("cards")
    cursor.one_of(" unseen")
    return DiscardsAre(cards, unseen)


def _common_or_unseen(cursor: Cursor) -> Common | Hidden:
    return HIDDEN if cursor.skip("?") else cursor.common()


def _turn(cursor: Cursor) -> TurnIs:
    leader = cursor.player()
    cursor.one_of(" ")
    suit = cursor.suit()
    cursor.one_of(" ")
    level = cursor.number("a level")
    answered = cursor.several(cursor.player) if cursor.skip(", answered ") else ()
    used = cursor.several(cursor.tarot) if cursor.skip(", used ") else ()
    waived = cursor.several(cursor.tarot) if cursor.skip(", waived ") else ()
    if not cursor.skip(", "):
        return TurnIs(Turn(leader, suit, level, answered, None, used, waived))
    following = cursor.one_of("leader ", "follower ") == "follower "
    done = cursor.number("uses")
    cursor.one_of(" of ")
    action = Action(
        answered[-1] if following and answered else leader, suit, following, cursor.number_or_unknown(), done
    )
    if suit is Suit.ASCEND and cursor.skip(", through "):
        free = cursor.number("places")
        cursor.one_of(" and ")
        action = replace(action, gone_through=(free, cursor.number("places")))
    if cursor.skip(", turned up for "):
        tarot = cursor.tarot()
        cursor.one_of(" ")
        action = replace(action, picks_for=tarot, picked=cursor.several(lambda: _common_or_unseen(cursor)))
    if suit is Suit.CAPTURE:
        cursor.one_of(", paid ")
        paid = cursor.numbers("cards")
        cursor.one_of(" of ")
        most = cursor.number_or_unknown()
        cursor.one_of(" cards")
        captured = cursor.several(cursor.tarot) if cursor.skip(", captured ") else ()
        ascends = cursor.skip(", ascends from the market")
        action = replace(action, discard_limit=most, discarded=paid, captured=captured, market_ascend=ascends)
    return TurnIs(Turn(leader, suit, level, answered, action, used, waived))
