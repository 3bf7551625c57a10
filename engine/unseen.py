"""The cards that nobody has seen: how many of each there are, and what the next one of a deck may be.

Odds take every unseen card to be equally likely to lie in any place that nobody has seen: a hand, the deck, the hidden
part of a pile. What players keep in hand is not like that, so with full hands they are near, not exact.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from engine.cards import COMMONS, GREATEST_LESSER, TAROTS, Common, Suit, Tarot
from engine.costs import copies_left, tarot_seen
from engine.state import State

C = TypeVar("C", Common, Tarot)


def unseen_commons(state: State) -> dict[Common, int]:
    """Count the copies of each Common card, level 2 on, that lie where nobody has seen them; 0 is left in."""
    return {card: max(0, copies_left(state, card)) for card in COMMONS if card.level > 1}


def unseen_by(state: State) -> tuple[dict[Suit, int], dict[int, int]]:
    """Count the unseen Common cards by suit, and by level."""
    suits, levels = Counter[Suit](), Counter[int]()
    for card, copies in unseen_commons(state).items():
        suits[card.suit] += copies
        levels[card.level] += copies
    return dict(suits), dict(levels)


def unseen_tarots(state: State) -> tuple[Tarot, ...]:
    """List the Tarot that nobody has seen, by level; some of the lesser may have been put out of the game unseen."""
    return tuple(card for card in TAROTS if not tarot_seen(state, card))


def next_common(state: State) -> Mapping[Common, Fraction] | None:
    """Give the odds of each card to be the next off the Common deck; None where it is not known what the deck is.

    An empty deck is the shuffled discards (§C3). Empty odds: no card is left.
    """
    pile = {card: state.discards.count(card) for card in COMMONS}
    hidden = len(state.discards) - sum(pile.values()) + state.unseen_discards.hi
    if state.deck_common.lo > 0:
        return _odds(unseen_commons(state))
    if state.deck_common.hi > 0 or hidden > 0:
        return None
    return _odds(pile)


def next_tarot(state: State) -> Mapping[Tarot, Fraction] | None:
    """Give the odds of each card to be the next off the Tarot deck: the greater lie below all the lesser (the set-up).

    None where it is not known which of them come now. Empty odds: no card is left.
    """
    greater = len(TAROTS) - GREATEST_LESSER - 1
    if state.deck_tarot.hi == 0:
        return {}
    if state.deck_tarot.lo <= greater < state.deck_tarot.hi or state.deck_tarot.lo == 0:
        return None
    lesser = state.deck_tarot.lo > greater
    return _odds({card: 1 for card in unseen_tarots(state) if (card.level <= GREATEST_LESSER) is lesser})


def _odds(copies: Mapping[C, int]) -> dict[C, Fraction]:
    whole = sum(copies.values())
    return {card: Fraction(count, whole) for card, count in copies.items() if count > 0}
