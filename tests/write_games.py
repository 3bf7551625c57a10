"""Writes the golden games: python -m tests.write_games NAME > tests/games/NAME.sooth. What each shows is said in it.

A game is played by simple players from its seed. It may begin in the middle, and there in a position that chance rarely
brings: then what is set is put right in it, cards that nobody has seen are dealt anew, and it is played to its end.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from assistant.players import PLAYERS
from assistant.simulate import BOT, FIRST, NAMES, Dealt, Deck, Moved, deal, moves
from engine.acts import Act
from engine.cards import COMMONS, COPIES, GREATEST_LESSER, TAROTS, Card, Common, Tarot
from engine.check import _seen
from engine.claims import DigestIs, EndIs
from engine.digest import digest
from engine.facts import Fact, settle
from engine.grammar import parse_move
from engine.house import HouseRules
from engine.lines import Check, Move
from engine.position import position
from engine.record import Record, format_record
from engine.rules import apply
from engine.state import Bot, State

EVERY = 20
"""Entries between two digests."""
DIGITS = 16


@dataclass(frozen=True, slots=True)
class Game:
    """How a golden game comes about, and what it shows. `begin`: after so many acts of the seed's game.

    `lines`: what is set there, and the acts that are then done before the players go on.
    """

    shows: str
    seats: int
    seed: int
    players: tuple[str, ...] = ("greedy",)
    deck: Deck = Deck.STANDARD
    bot: Bot | None = None
    house: HouseRules = field(default=HouseRules())
    begin: int = 0
    lines: tuple[str, ...] = ()


RANDOM, BOTH = ("random",), ("greedy", "random")
LAST_TURN = (
    "Cai leads DRAFT",
    "Cai drafts Pentacles 2 from market 6",
    "Cai drafts Cups 4 from market 3",
    "Cai drafts Pentacles 5 from market 7",
    "Dia follows for free",
    "Dia drafts Cups 3 from market 10",
    "Dia drafts Wands 5 from market 9",
    "Dia drafts Swords 2 from market 8",
    "Ana passes, takes 3",
    "Ben passes, takes 3",
)
EQUAL_COINS = ("set Ana coins 40", "set Ben coins 40")
NO_TAROT = (
    "set Ana EARN tarot nothing",
    "set Ana DRAFT tarot nothing",
    "set Ben EARN tarot nothing",
    "set gone The Empress + The Fool + The Chariot + Justice",
    "set tarot token EARN supply",
    "set tarot token DRAFT supply",
)
EQUAL_HANDS = ("set Ana hand 7 common 1 tarot", "set Ben hand 7 common 1 tarot", "set Cai hand 20 common 1 tarot")


def run_out(shows: str, *lines: str) -> Game:
    """The last turn of a game whose deck runs out, with something put right before it."""
    return Game(shows, 4, 7, RANDOM, begin=230, lines=(*lines, *LAST_TURN))


GAMES = {
    "standard_powers": Game("The Standard deck: Temperance gives cards away, The Star takes them.", 3, 21),
    "wheel_of_fortune": Game("The Wheel of Fortune is turned twice.", 2, 24, BOTH),
    "justice": Game("Justice drafts up to the largest hand.", 2, 17, BOTH),
    "transcended": Game("The Transcended deck: a foe shows more than was discarded.", 2, 16, RANDOM, Deck.TRANSCENDED),
    "transcended_four": Game("The Hierophant takes a top card of a foe.", 4, 6, BOTH, Deck.TRANSCENDED),
    "mixed": Game("A mixed deck: The Hanged Man is turned, and Temperance used.", 2, 12, deck=Deck.MIXED),
    "devil": Game("Three cards of CAPTURE bring a token.", 3, 22, deck=Deck.MIXED),
    "death": Game("A captured Tarot is given up for another.", 4, 18),
    "tower_hands_over_two": Game("The Tower falls, and two tokens go to foes.", 3, 24, RANDOM, Deck.MIXED),
    "tower_returns_one": Game("The Tower falls, and a token goes back to the supply.", 2, 1, RANDOM, Deck.MIXED),
    "replaced_loses_token": Game("A Tarot is replaced by a lower one, and the token goes to a foe.", 4, 12, BOTH),
    "depleted_coins": Game("The deck runs out; coins decide.", 5, 5, deck=Deck.TRANSCENDED),
    "depleted_cards": run_out(
        "The deck runs out; cards in hand decide.", "set Ben side 0", "set Cai coins 25", "set Dia coins 25"
    ),
    "depleted_tarot": run_out(
        "The deck runs out; the highest Tarot decides.", "set Ben side 0", *EQUAL_COINS, *EQUAL_HANDS
    ),
    "depleted_shared": run_out(
        "The deck runs out, and nothing decides.",
        *("set Ana side 2", "set Ben side 2"),
        *(*EQUAL_COINS, *EQUAL_HANDS, *NO_TAROT),
    ),
    "judgement_at_six": Game(
        "Judgement steals a token from a foe at level 6.",
        2,
        3,
        lines=(
            "set Ana DRAFT Cups 1 + Cups 2 + Cups 4 + Cups 6",
            "set Ben DRAFT Cups 1 + Cups 3 + Cups 5 + Cups 6",
            "set common token DRAFT Ben",
            "set Ana EARN tarot Judgement",
            "set tarot token EARN Ana",
            "set common deck 56",
            "set tarot deck 10",
            "Ana leads EARN",
            "Ana uses Judgement in DRAFT",
        ),
    ),
    "solo_powers": Game("The solo bot uses its Tarot and its hand.", 2, 42, bot=Bot(FIRST, powers=True)),
    "solo_powers_three": Game("The solo bot gives cards away and steals.", 3, 47, bot=Bot(FIRST, powers=True)),
    "house_rules": Game(
        "The discards are shuffled once; a Tarot bends an action only under its suit.",
        3,
        26,
        RANDOM,
        house=HouseRules(turning_instead=True, bends_own_suit=True, one_shuffle=True, taken_like_fallen=True),
    ),
}


def written(game: Game) -> str:
    """Play a game and write it from its `begin`th act on."""
    first, played = _played(game)
    said: list[Move] = [*position(first)] if game.begin or game.lines else []
    state = first
    for number, (act, state) in enumerate(played, 1):
        said.append(act)
        if number % EVERY == 0:
            said.append(Check(DigestIs(digest(state)[:DIGITS])))
    said += [Check(EndIs(state.end)), Check(DigestIs(digest(state)[:DIGITS]))]
    record = Record.of(state.setup, said)
    return format_record(replace(record, remarks=(game.shows,)))


def _played(game: Game) -> tuple[State, list[tuple[Act, State]]]:
    """Play a game: the state in which it begins, and each act with the state after it."""
    chance = Random(game.seed)
    names = NAMES if game.bot is None else (BOT, *NAMES)
    dealt = deal(names[: game.seats], chance, first=FIRST, bot=game.bot, deck=game.deck, house=game.house)
    players = [PLAYERS[kind] for kind in game.players]
    every: list[Moved] = []
    if not game.lines:
        every = list(moves(dealt, players, chance))
        states = [dealt.state, *(moved.game.state for moved in every)]
        return states[game.begin], [(moved.act, moved.game.state) for moved in every[game.begin :]]
    state, done = dealt.state, list[tuple[Act, State]]()
    for moved in islice(moves(dealt, players, chance), game.begin):
        state = moved.game.state
    first = state
    for line in game.lines:
        move = parse_move(state.setup, line)
        if isinstance(move, Fact):
            first = state = settle(state, move).state
        elif not isinstance(move, Check):
            state = apply(state, move).state
            done.append((move, state))
    rest = moves(redealt(state, chance), players, chance)
    return first, [*done, *((moved.act, moved.game.state) for moved in rest)]


def redealt(state: State, chance: Random) -> Dealt:
    """Deal what nobody has seen in a state anew: hands hold what is known of them, and enough besides."""
    seen = Counter(_seen(state))
    commons = [card for card in COMMONS if card.level > 1 for _ in range(COPIES[card.level] - seen[card])]
    tarots = [card for card in TAROTS if card not in seen]
    chance.shuffle(commons)
    chance.shuffle(tarots)
    tarots.sort(key=lambda tarot: tarot.level <= GREATEST_LESSER)
    hands: list[tuple[Card, ...]] = []
    for player in state.players:
        known = player.hand.known
        held = Counter(isinstance(card, Tarot) for card in known)
        dealt: list[Common | Tarot] = [commons.pop() for _ in range(player.hand.common.lo - held[False])]
        dealt += [tarots.pop() for _ in range(player.hand.tarot.lo - held[True])]
        hands.append((*known, *dealt))
    return Dealt(state, tuple(hands), tuple(commons), tuple(tarots[: state.deck_tarot.lo]))


if __name__ == "__main__":
    sys.stdout.write(written(GAMES[sys.argv[1]]))
