"""Why not: the refusal itself, and why a card cannot come from where it is said to come from."""

from dataclasses import dataclass

from engine.cards import GREATEST_LESSER, HIDDEN, Common, Seat, Tarot
from engine.costs import copies_left, tarot_seen
from engine.powers import row
from engine.state import Hand, State
from engine.turns import commons_left


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is not allowed: a sentence a player accepts, and the ruling it rests on."""

    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} (§{self.rule})"


def off_the_deck(state: State, card: Common | None) -> Refusal | None:
    """Say why the Common deck cannot give a card."""
    if not commons_left(state):
        return Refusal("No Common card is left to draw.", "C3")
    return from_deck(state, card) if card is not None else None


def from_market(state: State, card: Common | None, spot: int) -> Refusal | None:
    """Say why a spot of the Common market cannot give a card."""
    if not 0 <= spot < len(state.market_common):
        return Refusal(f"The Common market has no spot {spot + 1}.", "C1")
    there = state.market_common[spot]
    if there is None:
        return Refusal(f"Spot {spot + 1} of the Common market is empty until the turn is over.", "C1")
    if card is None or card == there:
        return None
    if there is HIDDEN:
        return turns_up(state, card)
    lies, taken = card_name(state, there), card_name(state, card)
    return Refusal(f"Spot {spot + 1} of the Common market is {lies}, not {taken}.", "C2")


def from_hand(state: State, seat: Seat, cards: tuple[Common, ...]) -> Refusal | None:
    """Say why a hand cannot hold some Common cards."""
    hand, who = state.players[seat].hand, state.name(seat)
    if len(cards) > hand.common.hi:
        return Refusal(f"{who} has {hand.common} Common cards in hand, not {len(cards)}.", "C9")
    free = unknown_commons(hand)
    for card in set(cards):
        if card.level == 1:
            return _starter(state, card)
        beyond = cards.count(card) - hand.known.count(card)
        free -= max(0, beyond)
        if free < 0:
            return Refusal(f"{who} cannot have {card_name(state, card)}: all cards of this hand are known.", "C9")
        if beyond > 0 and copies_left(state, card) < beyond:
            return all_seen(state, card)
    return None


def no_tarot_in_hand(state: State, seat: Seat, card: Tarot) -> Refusal | None:
    """Say why a hand cannot hold a Tarot: greater ones come there only by a power that nobody here knows (§C20)."""
    hand = state.players[seat].hand
    if card in hand.known:
        return None
    if hand.tarot.hi <= sum(isinstance(known, Tarot) for known in hand.known):
        return Refusal(f"{state.name(seat)} has no Tarot in hand to capture.", "C20")
    captured = (column.tarot for player in state.players for column in player.columns)
    if card.level > GREATEST_LESSER and all(row(state, tarot).whole for tarot in captured if tarot is not None):
        return Refusal(f"{card_name(state, card)} is a greater Tarot, and those are not dealt to hands.", "C20")
    return turns_up(state, card)


def unknown_commons(hand: Hand) -> int:
    """Return how many Common cards of a hand may be ones that nobody saw."""
    return hand.common.hi - sum(isinstance(card, Common) for card in hand.known)


def turns_up(state: State, card: Common | Tarot) -> Refusal | None:
    """Say why a face cannot come from where nobody saw it."""
    if isinstance(card, Tarot):
        return all_seen(state, card) if tarot_seen(state, card) else None
    if card.level == 1:
        return _starter(state, card)
    return all_seen(state, card) if copies_left(state, card) < 1 else None


def from_deck(state: State, card: Common | Tarot) -> Refusal | None:
    """Say why a deck cannot give a face: once it may have run out, the discards may be back in it (§C3)."""
    return None if state.deck_common.lo == 0 and card in state.discards else turns_up(state, card)


def all_seen(state: State, card: Common | Tarot) -> Refusal:
    """Say that no copy of a card is left to turn up."""
    if isinstance(card, Tarot):
        return Refusal(f"{card_name(state, card)} already lies elsewhere, and there is only one.", "A2")
    return Refusal(f"Every {card_name(state, card)} of the box already lies elsewhere.", "C9")


def _starter(state: State, card: Common) -> Refusal:
    return Refusal(f"{card_name(state, card)} is a Starter, and those are in no hand or deck.", "C21")


def whole(amount: int | None, rule: str) -> Refusal | None:
    """Say that an amount is less than nothing."""
    return Refusal("A payment is not less than nothing.", rule) if amount is not None and amount < 0 else None


def card_name(state: State, card: Common | Tarot) -> str:
    """Say what a card is called."""
    return state.setup.faces.name(card)
