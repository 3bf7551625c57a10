"""The game as the table knows it: frozen values, nothing that a player could not see or count."""

from dataclasses import dataclass, field
from typing import Final, Literal

from engine.cards import COPIES, SUITS, TAROTS, Card, Common, Faces, Hidden, Seat, Suit, Tarot
from engine.house import HouseRules
from engine.numbers import KNOWN, Numbers
from engine.ranges import ZERO, Range, exactly

Spot = Common | Tarot | Hidden | None
"""A spot of a market: a card, a card nobody saw, or empty."""

Owners = tuple[Seat | None, Seat | None, Seat | None, Seat | None]
"""Who holds a Fate token, by suit in tableau order."""

COINS_IN_THE_BOX: Final = 170
FATE_IN_THE_BOX: Final = 25
THRESHOLD: Final = {2: 7, 3: 6, 4: 5, 5: 5}
"""Fate tokens that win at once, by number of players (rulebook, The End)."""
REMOVED: Final = {2: 5, 3: 3, 4: 1, 5: 0}
"""Lesser Tarot put out of the game unseen at the set-up, by number of players."""
TAROT_SPOTS: Final = {2: 4, 3: 4, 4: 5, 5: 5}
COMMON_SPOTS: Final = {2: 8, 3: 8, 4: 10, 5: 10}
COINS_AT_START: Final = exactly(4)
COMMONS_AT_START: Final = exactly(5)
TAROTS_AT_START: Final = exactly(1)


@dataclass(frozen=True, slots=True)
class Bot:
    """The solo bot and how it plays (§C19): it has no Tarot in hand and leads first.

    `snake`: the order of the Common market runs back along its second row. `from_hand`: it ascends from its hand
    rather than from the market, as is advised where it is the fourth player. `eager`: it trades whenever it can.
    `powers`: its Tarot work as other players' do. `pays`: it pays coins for what it captures (§C26).
    """

    seat: Seat
    snake: bool = False
    from_hand: bool = False
    eager: bool = False
    powers: bool = False
    pays: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins: 2 to 5 names clockwise, who leads first, and the faces of the two markets.

    `numbers` is a snapshot, so that a replay never changes. `transcended` are the levels whose Tarot comes from the
    Transcended deck, in order; all others come from the Standard deck. ValueError for a set-up the rules do not have.
    """

    names: tuple[str, ...]
    market_tarot: tuple[Tarot | Hidden, ...]
    market_common: tuple[Common | Hidden, ...]
    first: Seat = field(default=Seat(0))
    faces: Faces = field(default=Faces())
    numbers: Numbers = field(default=KNOWN)
    bot: Bot | None = None
    transcended: tuple[int, ...] = ()
    house: HouseRules = field(default=HouseRules())

    def __post_init__(self) -> None:
        """Refuse a set-up that no game has."""
        players = len(self.names)
        if players not in THRESHOLD:
            raise ValueError(f"Soothsayers is for 2 to 5 players, not {players}.")
        _check_names(self.names)
        if not 0 <= self.first < players:
            raise ValueError("Who leads first must be one of the players.")
        if self.bot is not None and self.bot.seat != self.first:
            raise ValueError("The solo bot is the player who leads first.")
        levels = sorted(set(self.transcended))
        if list(self.transcended) != levels or not set(levels) <= set(range(len(TAROTS))):
            raise ValueError("The Transcended Tarot are given by their levels, 0 to 21, each once and in order.")
        if len(self.market_tarot) != TAROT_SPOTS[players]:
            raise ValueError(
                f"{players} players have {TAROT_SPOTS[players]} Tarot in the market, not {len(self.market_tarot)}."
            )
        if len(self.market_common) != COMMON_SPOTS[players]:
            raise ValueError(
                f"{players} players have {COMMON_SPOTS[players]} Common in the market, not {len(self.market_common)}."
            )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from A."""
        return tuple(Seat(index) for index in range(len(self.names)))

    def is_bot(self, seat: Seat) -> bool:
        """Tell whether a seat is the solo bot."""
        return self.bot is not None and self.bot.seat == seat


_TAKEN: Final = (
    *("supply", "nobody", "the bank", "the supply", "the deck", "the discards", "the box"),
    *("market ", "leader ", "winner ", "digest ", "refused ", "discards ", "gives "),
)
"""What the record says where a player may stand instead: no name begins with it."""
_AFTER_A_PLAYER: Final = frozenset(
    (
        *SUITS,
        *("coins", "side", "hand", "holds", "fate", "follow", "by", "+", "to", "shows", "?"),
        *("Pentacles", "Cups", "Wands", "Swords"),
    )
)
"""The words that a record may put after the name of a player it has come to in the midst of a line."""


def _check_names(names: tuple[str, ...]) -> None:
    """Raise ValueError where a record could not tell the players apart, or one of them from its own words."""
    if len(set(names)) != len(names) or not all(names):
        raise ValueError("Every player needs a name of their own.")
    for name in names:
        if name != name.strip() or not name.isprintable() or set(name) & set(",:;#{}"):
            raise ValueError(f"{name!r} cannot be a name here: leave out , : ; # {{ }} and outer spaces.")
        if f"{name} ".startswith(_TAKEN):
            raise ValueError(f"{name!r} cannot be a name here: in a record these words mean something else.")
        for other in names:
            if other.startswith(f"{name} ") and other[len(name) + 1 :].split(" ")[0] in _AFTER_A_PLAYER:
                raise ValueError(f"{other!r} cannot be a name beside {name!r}: a record could not tell them apart.")


@dataclass(frozen=True, slots=True)
class Column:
    """One suit of a tableau: its Common cards from bottom to top, and the Tarot below it (`turned`: upside down)."""

    stack: tuple[Common, ...]
    tarot: Tarot | None = None
    turned: bool = False

    @property
    def level(self) -> int:
        """The level of the top card."""
        return self.stack[-1].level


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards a hand holds, and those that are certainly in it, in order of card."""

    common: Range = COMMONS_AT_START
    tarot: Range = TAROTS_AT_START
    known: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before one player. `side`: Fate tokens beside the tableau, which nobody can take (§A21).

    It is a range where nobody saw whether a leader of EARN took coins or bought a token.
    """

    columns: tuple[Column, Column, Column, Column]
    coins: Range = COINS_AT_START
    hand: Hand = field(default=Hand())
    side: Range = ZERO

    def column(self, suit: Suit) -> Column:
        """Return the column of a suit."""
        return self.columns[suit.column]


@dataclass(frozen=True, slots=True)
class Action:
    """An action that may still go on: `limit` is its printed number (None: unknown), fixed when it began (§B11).

    `discard_limit` and `discarded` count the Common cards paid over a whole CAPTURE (§C7). `gone_through` says how many
    places of the market an ASCEND of the solo bot is through: for what is free, and for what skips a level. `captured`
    are the Tarot of this action (§B15); `market_ascend`: the last of them lets its owner ascend from the market now.
    `picked` are cards of the solo bot's hand, turned up for its Tarot `picks_for`, which uses them next (§C19).
    """

    seat: Seat
    suit: Suit
    following: bool
    limit: int | None
    used: int = 0
    discard_limit: int | None = None
    discarded: Range = ZERO
    gone_through: tuple[int, int] = (0, 0)
    captured: tuple[Tarot, ...] = ()
    market_ascend: bool = False
    picked: tuple[Common | Hidden, ...] = ()
    picks_for: Tarot | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A lead and its answers: the level counts as it was when the ball went down (§B1). `answered` is in order.

    `used` are the Tarot whose power was used in it, `waived` those whose power their owners do without (§A19).
    """

    leader: Seat
    suit: Suit
    level: int
    answered: tuple[Seat, ...] = ()
    action: Action | None = None
    used: tuple[Tarot, ...] = ()
    waived: tuple[Tarot, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """How the game ended, and who won; more than one is a shared win, or one that nobody can yet tell apart."""

    by: Literal["threshold", "depletion"]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game after `count` acts. `leader` leads, or leads next; `turn` is None between turns.

    `discards` is the Common discard pile, bottom to top, HIDDEN where nobody saw the card; `unseen_discards` counts
    cards that may lie in it besides. `gone` are the Tarot that left the game face up (§C17). `turned_up` are the cards
    off the Common deck that the solo bot is about to use, in the order they came (§C19). `shuffled`: the discards were
    shuffled, in a game where that happens once (§C4).
    """

    setup: Setup
    players: tuple[Player, ...]
    leader: Seat
    market_tarot: tuple[Spot, ...]
    market_common: tuple[Spot, ...]
    mat_left: Range
    mat_bought: Range
    deck_common: Range
    deck_tarot: Range
    fate_common: Owners = (None, None, None, None)
    fate_tarot: Owners = (None, None, None, None)
    discards: tuple[Common | Hidden, ...] = ()
    unseen_discards: Range = ZERO
    gone: tuple[Tarot, ...] = ()
    turned_up: tuple[Common | Hidden, ...] = ()
    shuffled: bool = False
    turn: Turn | None = None
    end: End | None = None
    count: int = 0

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from A."""
        return self.setup.seats

    @property
    def winner(self) -> Seat | None:
        """Who won, where the game is over and one player did."""
        return self.end.winners[0] if self.end and len(self.end.winners) == 1 else None

    @property
    def threshold(self) -> int:
        """The Fate tokens that win at once."""
        return THRESHOLD[len(self.players)]

    def fate(self, seat: Seat) -> Range:
        """Count the Fate tokens of a seat: on its Common cards, on its Tarot, beside its tableau."""
        return self.players[seat].side + (self.fate_common.count(seat) + self.fate_tarot.count(seat))

    def name(self, seat: Seat) -> str:
        """Say what the player of a seat is called."""
        return self.setup.names[seat]


def start(setup: Setup) -> State:
    """Lay out a game (rulebook, The Setup): four Starters, 5 Common, 1 lesser Tarot and 4 coins each, full markets.

    The solo bot gets no Tarot (§C19).
    """
    players = len(setup.names)
    commons = len(SUITS) * sum(copies for level, copies in COPIES.items() if level > 1)
    spots = setup.numbers.mat_spots[players - 2]
    hands = tuple(Hand(tarot=ZERO) if setup.bot and seat == setup.bot.seat else Hand() for seat in setup.seats)
    return State(
        setup=setup,
        players=tuple(Player(_STARTERS, hand=hand) for hand in hands),
        leader=setup.first,
        market_tarot=setup.market_tarot,
        market_common=setup.market_common,
        mat_left=Range(5, 6) if spots is None else exactly(spots),
        mat_bought=ZERO,
        deck_common=exactly(commons - players * COMMONS_AT_START.lo - COMMON_SPOTS[players]),
        deck_tarot=exactly(
            len(TAROTS) - REMOVED[players] - sum(hand.tarot.lo for hand in hands) - TAROT_SPOTS[players]
        ),
    )


_STARTERS: Final = (
    Column((Common(Suit.EARN, 1),)),
    Column((Common(Suit.DRAFT, 1),)),
    Column((Common(Suit.ASCEND, 1),)),
    Column((Common(Suit.CAPTURE, 1),)),
)
