"""Whether a state can be true of any table: what a set-up position, or a log put right by hand, may have got wrong."""

from collections import Counter
from collections.abc import Iterator

from engine.cards import COPIES, SUITS, TAROTS, Card, Common, Hidden, Tarot
from engine.counts import COMMONS_IN_THE_BOX, commons_in_game
from engine.powers import offers
from engine.refusals import Refusal
from engine.state import COINS_IN_THE_BOX, FATE_IN_THE_BOX, REMOVED, State
from engine.tarot import Verb


def flaws(state: State) -> tuple[Refusal, ...]:
    """List what contradicts the rules in a state; none for a state that legal acts led to."""
    return (*_fate(state), *_cards(state), *_counts(state))


def _fate(state: State) -> Iterator[Refusal]:
    """Check where tokens lie: joint highest at 2 or more (§A1, A5); on the highest Tarot (§A13-A15); 25 in all.

    Who is alone at the top has the token, unless top cards may have fallen: one that went back after a tie (§A9b) stays
    in the supply where the tie is then broken from below.
    """
    fallen = _may_have_fallen(state)
    for suit, holder, tarot_holder in zip(SUITS, state.fate_common, state.fate_tarot, strict=True):
        levels = [player.column(suit).level for player in state.players]
        top = max(levels)
        if holder is not None and (top < 2 or levels[holder] < top):
            yield Refusal(f"{state.name(holder)} holds the token of {suit} without the highest card there.", "A1")
        if holder is None and top > 1 and levels.count(top) == 1 and not fallen:
            yield Refusal(f"{state.name(state.seats[levels.index(top)])} is highest in {suit} without its token.", "A5")
        tarots = [player.column(suit).tarot for player in state.players]
        highest = max((tarot for tarot in tarots if tarot), default=None)
        owner = None if highest is None else tarots.index(highest)
        if owner != tarot_holder:
            yield Refusal(f"The token of the Tarot under {suit} is not with the highest one.", "A15")
    if sum(state.fate(seat).lo for seat in state.seats) + state.mat_left.lo > FATE_IN_THE_BOX:
        yield Refusal(f"There are more than {FATE_IN_THE_BOX} Fate tokens.", "A20")


def _may_have_fallen(state: State) -> bool:
    """Tell whether somebody has or had a Tarot that discards top cards of the columns."""
    had = [card for player in state.players for card in player.hand.known if isinstance(card, Tarot)]
    had += [column.tarot for player in state.players for column in player.columns if column.tarot]
    return any(offer.verb is Verb.FALL for tarot in (*had, *state.gone) for offer in offers(state, tarot))


def _cards(state: State) -> Iterator[Refusal]:
    """Check that no card lies in more places than it has copies, and that columns rise as they may (§A2, B12, C21)."""
    for card, places in Counter(_seen(state)).items():
        if isinstance(card, Tarot) and places > 1:
            yield Refusal(f"{state.setup.faces.name(card)} lies in {places} places, and there is only one.", "A2")
        if isinstance(card, Common) and card.level == 1 and places > len(state.players):
            yield Refusal(f"{state.setup.faces.name(card)} is a Starter, and lies outside the columns.", "C21")
        elif isinstance(card, Common) and places > COPIES[card.level]:
            yield Refusal(f"{state.setup.faces.name(card)} lies in {places} places: more than there are.", "C9")
    for seat in state.seats:
        for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
            levels = [card.level for card in column.stack]
            rises = all(low < high <= low + 2 for low, high in zip(levels, levels[1:], strict=False))
            if levels[0] != 1 or not rises or any(card.suit is not suit for card in column.stack):
                yield Refusal(f"The {suit} of {state.name(seat)} does not rise by one level, or two, a card.", "B12")


def _seen(state: State) -> Iterator[Card]:
    for player in state.players:
        yield from player.hand.known
        for column in player.columns:
            yield from column.stack
            if column.tarot:
                yield column.tarot
    for card in (*state.market_tarot, *state.market_common, *state.discards, *state.turned_up, *state.gone):
        if card is not None and not isinstance(card, Hidden):
            yield card


def too_many_cards(state: State) -> bool:
    """Tell whether hands hold more than the box has left beside what lies on the table, however much went unseen."""
    commons = len(state.market_common) - state.market_common.count(None) + len(state.discards)
    tarots = len(state.market_tarot) - state.market_tarot.count(None) + len(state.gone)
    for player in state.players:
        commons += player.hand.common.lo + sum(len(column.stack) - 1 for column in player.columns)
        tarots += player.hand.tarot.lo + sum(column.tarot is not None for column in player.columns)
    return commons > COMMONS_IN_THE_BOX or tarots > len(TAROTS) - REMOVED[len(state.players)]


def _counts(state: State) -> Iterator[Refusal]:
    """Check that the cards can add up to the box, and the coins where nothing stands in for them (§C27)."""
    coins = sum(player.coins.lo for player in state.players)
    if state.setup.house.bank_runs_out and coins > COINS_IN_THE_BOX:
        yield Refusal(f"The players have {coins} coins, and there are {COINS_IN_THE_BOX}.", "C27")
    commons = commons_in_game(state)
    tarots = state.deck_tarot + len(state.gone)
    for player in state.players:
        tarots += player.hand.tarot + sum(column.tarot is not None for column in player.columns)
        sure = Counter(isinstance(card, Tarot) for card in player.hand.known)
        if sure[False] > player.hand.common.hi or sure[True] > player.hand.tarot.hi:
            yield Refusal("More cards of a hand are known than it holds.", "B13")
    tarots += len(state.market_tarot) - state.market_tarot.count(None)
    if COMMONS_IN_THE_BOX not in commons:
        yield Refusal(f"The Common cards add up to {commons}, not {COMMONS_IN_THE_BOX}.", "C3")
    dealt = len(TAROTS) - REMOVED[len(state.players)]
    if dealt not in tarots:
        yield Refusal(f"The Tarot add up to {tarots}, not {dealt}.", "C17")
