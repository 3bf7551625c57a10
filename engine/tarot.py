"""The 44 Tarot, a row each: what a power means, where that is said, and what it does to the rules.

A row can do three things: bend a number that the rules ask about, answer what happens, offer something to its owner. A
row whose text is not known does none of them; its power is a table effect (§P1). What no text gives is not filled in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.acts import CoinsTo, Moved, TarotTo, Under
from engine.cards import Common, Seat, Suit, Tarot
from engine.state import State


class Deck(StrEnum):
    """The two decks of Tarot; a game takes each level from one of them."""

    STANDARD = "Standard"
    TRANSCENDED = "Transcended"


class Rule(StrEnum):
    """A number that a power may bend."""

    FOLLOW_COST = "what a foe pays the leader to follow"
    FOES_MUST_PASS = "1 where the foes of the leader have to pass"
    MUST_PASS = "1 where a foe has to pass for that"
    SKIP_PRICE = "what skipping a level costs in an ASCEND"
    MARKET_PRICE = "what ascending to a card of the market costs"
    COIN_WORTH = "what one coin counts toward a capture"
    LEVEL_2_WORTH = "what a discarded level 2 counts toward a capture"
    GIVES_UP_TO = "the highest level of an own Tarot that may be given up for a capture"


@dataclass(frozen=True, slots=True)
class Bend:
    """A grip on one number: `change` gets the state, the owner, the suit above the Tarot and the number.

    `action`: the action it bends, under which a table may want the Tarot to lie (§B19). `lead`: a LEAD power, which
    works for the leader alone, under the suit that is led, once a lead, and not for a Tarot of this turn (§B15).
    """

    rule: Rule
    change: Callable[[State, Seat, Suit, int], int]
    action: Suit | None = None
    lead: bool = False


class When(StrEnum):
    """What a power may answer to."""

    PASS = "its owner passes"
    CAPTURES = "its owner captures a Tarot"
    CAPTURED = "it is captured"


@dataclass(frozen=True, slots=True)
class Coins:
    """Take coins from the bank."""

    amount: int


@dataclass(frozen=True, slots=True)
class Fate:
    """Gain Fate tokens beside the tableau."""

    tokens: int


@dataclass(frozen=True, slots=True)
class MarketAscend:
    """Ascend at once to a card of the Common market."""


Gain = Coins | Fate | MarketAscend


Paid = tuple[tuple[Common, int], ...]
"""Discards of a capture, each with what it counted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a power does when something happens; `where` gets the state before, the owner, the discards and the cost.

    `asks`: in words, what a capture is paid with where that holds.
    """

    when: When
    gain: Gain
    where: Callable[[State, Seat, Paid, int], bool] | None = None
    action: Suit | None = None
    asks: str = ""


class Verb(StrEnum):
    """What using a power does, besides the coins and cards it takes."""

    TOKEN = "gain a Fate token"
    RICHEST = "take coins up to the most that anybody has"
    LARGEST_HAND = "draft up to the most Common cards in a hand"
    TURN = "turn it around; turned back, it brings a Fate token"
    FALL = "discard top cards, and gain a Fate token"
    STEAL = "steal a Fate token from a foe who ties"
    GIVE = "give cards to foes, and gain a Fate token"
    TAKE_TOP = "take the top card of a foe's column, and ascend with it"
    SHOWDOWN = "gain a Fate token unless a foe shows more such cards"


@dataclass(frozen=True, slots=True)
class Cards:
    """Common cards of the own hand that a power takes: how many at least, and whether `more` may be given.

    `level`: only of this level. `above`: only of the suit above the Tarot. `each`: one of each suit.
    """

    least: int
    level: int | None = None
    above: bool = False
    each: bool = False
    more: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that its owner may do once a lead, before anything else of the action, or in place of it (`instead`).

    `action`: the action it belongs to; None: whichever is led. `following`: who follows may do it too, and the Tarot
    lies where it likes; else it lies under the suit that is led (§B19). `price`: coins to the bank. `own_suit`: FALL
    takes the top card of the suit above the Tarot too. `house`: a switch, and how it stands where this offer counts;
    `instead_by`: the switch that puts it in place of the action.
    """

    verb: Verb
    action: Suit | None = None
    following: bool = False
    instead: bool = False
    price: int = 0
    cards: Cards | None = None
    own_suit: bool = False
    house: tuple[str, bool] | None = None
    instead_by: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A Tarot: `suits` are those that a text proves, it may have more. `meaning`: its power, "" if not known.

    `whole`: the meaning is all there is to know, so that the engine plays it. `bot_does_not`: what the solo bot, where
    it uses its powers, does not do with this one (§C19); it gets the state, the bot and what would move (None: a use).
    """

    deck: Deck
    level: int
    source: str
    meaning: str = ""
    suits: tuple[Suit, ...] = ()
    bends: tuple[Bend, ...] = ()
    answers: tuple[Answer, ...] = ()
    offers: tuple[Offer, ...] = ()
    whole: bool = True
    bot_does_not: Callable[[State, Seat, Moved | None], bool] | None = None

    @property
    def tarot(self) -> Tarot:
        """The card as the rules see it: there is one of each level in a game."""
        return Tarot(self.level)


def _same(value: int) -> Callable[[State, Seat, Suit, int], int]:
    """Make the change that puts a number in the place of whatever it was."""
    return lambda _state, _seat, _above, _base: value


def _where_led(value: int) -> Callable[[State, Seat, Suit, int], int]:
    """Make the change that does so while the suit above the Tarot is led."""
    return lambda state, _seat, above, base: value if state.turn and state.turn.suit is above else base


def _three_of_capture(state: State, _seat: Seat, paid: Paid, cost: int) -> bool:
    """Tell whether a capture was paid as The Devil wants it (§C12, C13)."""
    house, own = state.setup.house, sum(card.suit is Suit.CAPTURE for card, _ in paid)
    worths = [worth for _, worth in paid]
    if house.devil_wastes_nothing and sum(worths) - min(worths, default=0) >= cost:
        return False
    return own == 3 if house.devil_exactly_three else own >= 3


def _anything(_state: State, _seat: Seat, _moved: Moved | None) -> bool:
    """The solo bot does nothing with it."""
    return True


def _tarot_into_hand(_state: State, seat: Seat, moved: Moved | None) -> bool:
    """The solo bot drafts no Tarot into its hand."""
    return isinstance(moved, TarotTo) and moved.taker == seat


def _tarot_of_others(state: State, seat: Seat, moved: Moved | None) -> bool:
    """The solo bot captures Tarot of others only where the market has none, and does not pay for them."""
    if isinstance(moved, CoinsTo):
        return moved.giver == seat
    taken = isinstance(moved, TarotTo) and isinstance(moved.giver, Under) and moved.giver.seat != seat
    return taken and any(spot is not None for spot in state.market_tarot)


_APPENDIX: Final = "RB, appendix"
_UNKNOWN: Final = "no text"

_ROWS: Final = (
    Row(
        Deck.STANDARD,
        0,
        _APPENDIX,
        "Following the suit above it is free, and its owner may follow The Hermit under that suit.",
        (Suit.ASCEND,),
        bends=(Bend(Rule.FOLLOW_COST, _where_led(0)), Bend(Rule.MUST_PASS, _where_led(0))),
    ),
    Row(
        Deck.STANDARD,
        1,
        _APPENDIX,
        "Skipping a level costs 3 coins in place of 5.",
        bends=(Bend(Rule.SKIP_PRICE, _same(3), Suit.ASCEND),),
    ),
    Row(Deck.STANDARD, 2, _UNKNOWN, whole=False),
    Row(Deck.STANDARD, 3, "RB, CAPTURE example, for the suit alone", suits=(Suit.EARN,), whole=False),
    Row(Deck.STANDARD, 4, _UNKNOWN, whole=False),
    Row(
        Deck.STANDARD,
        5,
        _APPENDIX,
        "In an ASCEND a card may come from the market for 2 coins, as often as there are ascends.",
        bends=(Bend(Rule.MARKET_PRICE, _same(2), Suit.ASCEND),),
    ),
    Row(Deck.STANDARD, 6, _UNKNOWN, whole=False),
    Row(
        Deck.STANDARD,
        7,
        _APPENDIX,
        "A coin counts 2 toward a capture.",
        bends=(Bend(Rule.COIN_WORTH, _same(2), Suit.CAPTURE),),
    ),
    Row(
        Deck.STANDARD,
        8,
        _APPENDIX,
        "A discarded level 2 counts 6 toward a capture.",
        bends=(Bend(Rule.LEVEL_2_WORTH, _same(6), Suit.CAPTURE),),
    ),
    Row(
        Deck.STANDARD,
        9,
        _APPENDIX,
        "When the suit above it is led, all foes have to pass.",
        bends=(Bend(Rule.FOES_MUST_PASS, _where_led(1)),),
    ),
    Row(
        Deck.STANDARD,
        10,
        _APPENDIX,
        "In place of a lead of EARN, take coins until nobody has more.",
        (Suit.EARN,),
        offers=(Offer(Verb.RICHEST, Suit.EARN, instead=True),),
    ),
    Row(
        Deck.STANDARD,
        11,
        _APPENDIX,
        "In place of a lead of DRAFT, draft until nobody has more Common cards in hand.",
        (Suit.DRAFT,),
        offers=(Offer(Verb.LARGEST_HAND, Suit.DRAFT, instead=True),),
    ),
    Row(
        Deck.STANDARD,
        12,
        _APPENDIX,
        "When the suit above it is led, pay 6 coins to turn it upside down, or upright again for a Fate token.",
        offers=(Offer(Verb.TURN, price=6, instead_by="turning_instead"),),
    ),
    Row(
        Deck.STANDARD,
        13,
        _APPENDIX,
        "In a lead of CAPTURE, one own Tarot of level 1 to 11 may be given up; its level counts toward the cost.",
        bends=(Bend(Rule.GIVES_UP_TO, _same(11), Suit.CAPTURE, lead=True),),
    ),
    Row(
        Deck.STANDARD,
        14,
        _APPENDIX,
        "In place of a DRAFT, led or followed, give 4 Common cards to foes and gain a Fate token.",
        offers=(Offer(Verb.GIVE, Suit.DRAFT, following=True, instead=True, cards=Cards(4)),),
    ),
    Row(
        Deck.STANDARD,
        15,
        _APPENDIX,
        "A capture that three discards of the CAPTURE suit pay for brings a Fate token.",
        answers=(Answer(When.CAPTURES, Fate(1), _three_of_capture, Suit.CAPTURE, "three discards of CAPTURE"),),
    ),
    Row(
        Deck.STANDARD,
        16,
        _APPENDIX,
        "When the suit above it is led, discard the top cards of the other suits, all of level 2 or more, and gain a "
        "Fate token; tokens on the discarded cards may pass to a foe, or go back.",
        offers=(Offer(Verb.FALL),),
    ),
    Row(
        Deck.STANDARD,
        17,
        _APPENDIX,
        "In place of an ASCEND, led or followed, discard three Common cards of level 3 and gain a Fate token.",
        offers=(Offer(Verb.TOKEN, Suit.ASCEND, following=True, instead=True, cards=Cards(3, level=3)),),
    ),
    Row(
        Deck.STANDARD,
        18,
        _APPENDIX,
        "In place of leading the suit above it, discard three Common cards of level 2 and gain a Fate token.",
        offers=(Offer(Verb.TOKEN, instead=True, cards=Cards(3, level=2)),),
    ),
    Row(Deck.STANDARD, 19, _UNKNOWN, whole=False),
    Row(
        Deck.STANDARD,
        20,
        _APPENDIX,
        "When the suit above it is led, steal the token of one suit from a foe with whom its owner ties there.",
        offers=(Offer(Verb.STEAL),),
    ),
    Row(
        Deck.STANDARD,
        21,
        _APPENDIX,
        "In place of leading the suit above it, discard three Common cards of that suit and gain a Fate token.",
        offers=(Offer(Verb.TOKEN, instead=True, cards=Cards(3, above=True)),),
    ),
    Row(Deck.TRANSCENDED, 0, _UNKNOWN, whole=False),
    Row(
        Deck.TRANSCENDED,
        1,
        _APPENDIX,
        "When it is captured, its owner may at once ascend to a card of the market.",
        answers=(Answer(When.CAPTURED, MarketAscend()),),
    ),
    Row(
        Deck.TRANSCENDED,
        2,
        "MCD",
        "It lets its owner draft Tarot into the hand; how is not known.",
        whole=False,
        bot_does_not=_tarot_into_hand,
    ),
    Row(Deck.TRANSCENDED, 3, _UNKNOWN, whole=False),
    Row(Deck.TRANSCENDED, 4, _UNKNOWN, whole=False),
    Row(
        Deck.TRANSCENDED,
        5,
        _APPENDIX,
        "In place of a lead of ASCEND, pay a foe 4 coins and ascend to the top card of one of their columns.",
        offers=(Offer(Verb.TAKE_TOP, Suit.ASCEND, instead=True, price=4),),
    ),
    Row(
        Deck.TRANSCENDED,
        6,
        "RB, appendix; MCD",
        "It swaps two Tarot; tokens go to who is highest then. When, with whom and for what is not known.",
        whole=False,
    ),
    Row(
        Deck.TRANSCENDED,
        7,
        "MCD",
        "It captures Tarot of other players, who are paid for them; how much is not known.",
        whole=False,
        bot_does_not=_tarot_of_others,
    ),
    *(Row(Deck.TRANSCENDED, level, _UNKNOWN, whole=False) for level in range(8, 14)),
    Row(
        Deck.TRANSCENDED,
        14,
        _APPENDIX,
        "In place of a lead of DRAFT, discard Common cards of level 2; a Fate token unless a foe shows more of them.",
        offers=(Offer(Verb.SHOWDOWN, Suit.DRAFT, instead=True, cards=Cards(1, level=2, more=True)),),
    ),
    Row(Deck.TRANSCENDED, 15, _UNKNOWN, whole=False),
    Row(
        Deck.TRANSCENDED,
        16,
        _APPENDIX,
        "When the suit above it is led, discard one Common card of each suit and gain a Fate token.",
        offers=(
            Offer(
                Verb.TOKEN,
                cards=Cards(4, each=True),
                house=("tower_off_columns", False),
                instead_by="tower_instead",
            ),
            Offer(Verb.FALL, own_suit=True, house=("tower_off_columns", True), instead_by="tower_instead"),
        ),
        bot_does_not=_anything,
    ),
    Row(
        Deck.TRANSCENDED,
        17,
        _APPENDIX,
        "In place of a lead of ASCEND, discard Common cards of level 3; a Fate token unless a foe shows more of them.",
        offers=(Offer(Verb.SHOWDOWN, Suit.ASCEND, instead=True, cards=Cards(1, level=3, more=True)),),
    ),
    *(Row(Deck.TRANSCENDED, level, _UNKNOWN, whole=False) for level in range(18, 21)),
    Row(
        Deck.TRANSCENDED,
        21,
        _APPENDIX,
        "In place of leading the suit above it, discard cards of that suit; a Fate token unless a foe shows more.",
        offers=(Offer(Verb.SHOWDOWN, instead=True, cards=Cards(1, above=True, more=True)),),
    ),
)

ROWS: Final = {(row.deck, row.level): row for row in _ROWS}
"""Every Tarot of the box by its deck and level."""
