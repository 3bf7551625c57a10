"""Where the table and the game contradict each other: both sides in players' words, and the ruling."""

from collections.abc import Sequence

from assistant.evidence import Difference
from assistant.phrases import card_name
from assistant.wire import Dispute
from engine.acts import Act, Ascend, Capture, Draft, Lead, Refill, Use
from engine.cards import COMMONS, TAROTS, Card, Common, Suit, Tarot, seat_of
from engine.legality import why_not
from engine.refusals import Refusal
from engine.state import State

_SHOWN = 3
"""So many differences of a table that is unlike the game are told one by one."""


def disputes_of(state: State, left: Sequence[Difference]) -> tuple[Dispute, ...]:
    """Word what no legal act explains, clearest first."""
    return tuple(_dispute(state, difference) for difference in left)


def unlike(state: State, left: Sequence[Difference]) -> tuple[Dispute, ...]:
    """Say that the table as a whole no longer fits the game, and the clearest of what does not."""
    text = (
        f"The table does not look like this game: {len(left)} places differ at once, so nothing of it is logged. "
        "Put it as it was or enter what happened; for a new game start Fatekeeper with --new."
    )
    whole = Dispute("table", "C24", f"{len(left)} places that no legal act explains", "the table of this game", text)
    return (whole, *disputes_of(state, left[:_SHOWN]))


def _dispute(state: State, difference: Difference) -> Dispute:
    reason = _reason(state, difference)
    place = _place(state, difference.slot)
    seen, expected = _people(state, difference.seen), _people(state, difference.expected)
    text = f"{place}: the table shows {seen}, the game expects {expected}. {reason.reason}"
    return Dispute(f"{difference.slot}={difference.seen}", reason.rule, seen, expected, text)


def _reason(state: State, difference: Difference) -> Refusal:
    """Ask the rules why the nearest act that would explain the difference is not allowed."""
    act = _nearest(state, difference)
    parts = difference.slot.split(".")
    rule = "C1" if parts[0] == "market" else "C18" if len(parts) == 3 else "B12" if _card(difference.seen) else "C21"
    if act is None:
        return Refusal("No act that is allowed now leads to this.", rule)
    # What is allowed and yet not taken for done was taken back.
    return why_not(state, act) or Refusal("It was taken back; if it was done after all, enter it again.", rule)


def _nearest(state: State, difference: Difference) -> Act | None:
    parts = difference.slot.split(".")
    name, _, way = difference.seen.partition(", ")
    card = _card(name)
    if parts[0] == "ball":
        slot = difference.seen.rpartition(" ")[2].split(".")
        return Lead(seat_of(slot[0]), Suit(slot[1])) if len(slot) == 2 else None
    if parts[0] == "market":
        spot = int(parts[2])
        action = state.turn.action if state.turn else None
        if card is None and parts[1] == "common" and action is not None:
            return Draft(action.seat, spot=spot)
        if isinstance(card, Tarot):
            return Refill("tarot", spot, card)
        return Refill("common", spot, card) if card is not None else None
    seat, suit = seat_of(parts[0]), Suit(parts[1])
    if isinstance(card, Common):
        return Ascend(seat, card) if card.suit is suit else None
    if isinstance(card, Tarot) and way:
        return Use(seat, card)
    if isinstance(card, Tarot):
        spot_of = state.market_tarot.index(card) if card in state.market_tarot else None
        return Capture(seat, card, suit, spot_of)
    return None


def _card(name: str) -> Card | None:
    cards: tuple[Card, ...] = (*COMMONS, *TAROTS)
    return next((card for card in cards if card_name(card) == name), None)


def _place(state: State, slot: str) -> str:
    """Say in words where a slot is."""
    parts = slot.split(".")
    if parts[0] == "ball":
        return "The Crystal Ball"
    if parts[0] == "market":
        return f"{parts[1].capitalize()} market, spot {int(parts[2]) + 1}"
    whose = f"{state.name(seat_of(parts[0]))}'s {parts[1]}"
    return f"Under {whose}" if len(parts) == 3 else whose


def _people(state: State, words: str) -> str:
    """Put a slot id inside some words into words as well."""
    last = words.rpartition(" ")[2]
    if "." in last:
        return words.removesuffix(last) + _place(state, last)
    return words
