"""What the Tarot of a game do: the rules ask here and never name a power; the rows are in tarot.py."""

from collections.abc import Iterator

from engine.cards import SUITS, TAROTS, Seat, Suit, Tarot
from engine.state import State
from engine.tarot import ROWS, Answer, Bend, Deck, Offer, Row, Rule, When

__all__ = ["Rule", "answers", "ask", "bending", "instead_of_action", "must_pass", "offers", "powers", "row", "rows"]


def row(state: State, tarot: Tarot) -> Row:
    """Return the row of a Tarot, from the deck that the game takes its level from."""
    deck = Deck.TRANSCENDED if tarot.level in state.setup.transcended else Deck.STANDARD
    return ROWS[deck, tarot.level]


def rows(state: State) -> tuple[Row, ...]:
    """List the Tarot of a game, by level."""
    return tuple(row(state, tarot) for tarot in TAROTS)


def powers(state: State, seat: Seat) -> Iterator[tuple[Suit, Row]]:
    """Give the Tarot of a seat that work, with the suit above each: not those it waives for this turn (§A19).

    Those of the solo bot work only where it may use them (§C19).
    """
    bot, turn = state.setup.bot, state.turn
    if bot is not None and seat == bot.seat and not bot.powers:
        return
    for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
        if column.tarot is not None and (turn is None or column.tarot not in turn.waived):
            yield suit, row(state, column.tarot)


def ask(state: State, seat: Seat, rule: Rule, base: int) -> int:
    """Return a number of the rules as the Tarot of `seat` bend it."""
    value = base
    for suit, _, bend in _bends(state, seat, rule):
        value = bend.change(state, seat, suit, value)
    return value


def bending(state: State, seat: Seat, rule: Rule) -> tuple[Tarot, ...]:
    """List the Tarot of a seat that may bend a number."""
    return tuple(found.tarot for _, found, _ in _bends(state, seat, rule))


def _bends(state: State, seat: Seat, rule: Rule) -> Iterator[tuple[Suit, Row, Bend]]:
    for suit, found in powers(state, seat):
        for bend in found.bends:
            if bend.rule is rule and _under(state, bend.action, suit) and _works(state, seat, suit, found, bend):
                yield suit, found, bend


def _works(state: State, seat: Seat, suit: Suit, found: Row, bend: Bend) -> bool:
    """Tell whether a LEAD power may be used now; others always work."""
    return not bend.lead or (_leads(state, seat, suit) and not _spent(state, found.tarot))


def _under(state: State, action: Suit | None, suit: Suit) -> bool:
    """Tell whether a Tarot that bends an action lies where the table wants it to (§B19)."""
    return action is None or suit is action or not state.setup.house.bends_own_suit


def _leads(state: State, seat: Seat, suit: Suit) -> bool:
    """Tell whether a seat is at its lead of a suit."""
    action = state.turn.action if state.turn else None
    return action is not None and not action.following and (action.seat, action.suit) == (seat, suit)


def _spent(state: State, tarot: Tarot) -> bool:
    """Tell whether a LEAD power has been used in this turn, or its Tarot captured in it (§B15)."""
    turn = state.turn
    return turn is not None and (tarot in turn.used or (turn.action is not None and tarot in turn.action.captured))


def must_pass(state: State, foe: Seat) -> bool:
    """Tell whether a Tarot of the leader makes a foe pass (§B7), and none of the foe's own lets it follow (§B8)."""
    forced = ask(state, state.leader, Rule.FOES_MUST_PASS, 0)
    return forced > 0 and ask(state, foe, Rule.MUST_PASS, forced) > 0


def answers(state: State, seat: Seat, when: When) -> Iterator[tuple[Tarot, Answer]]:
    """Give what the Tarot of a seat do when something happens."""
    for suit, found in powers(state, seat):
        for answer in found.answers:
            if answer.when is when and _under(state, answer.action, suit):
                yield found.tarot, answer


def offers(state: State, tarot: Tarot) -> tuple[Offer, ...]:
    """List what a Tarot offers its owner, as the house rules of the game have it."""
    house = state.setup.house
    every = row(state, tarot).offers
    return tuple(one for one in every if one.house is None or getattr(house, one.house[0]) is one.house[1])


def instead_of_action(state: State, offer: Offer) -> bool:
    """Tell whether an offer takes the place of the normal action."""
    switched: bool = offer.instead_by is not None and getattr(state.setup.house, offer.instead_by)
    return offer.instead or switched
