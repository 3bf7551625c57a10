"""Random games at any table: what must hold before and after every act, legal or not."""

import re
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from assistant.simulate import NAMES, deal
from engine.acts import Act, Effect, Lead, Unseen, Use
from engine.cards import COPIES, HIDDEN, SUITS, TAROTS, Common, Seat, Tarot
from engine.check import flaws
from engine.digest import digest
from engine.errors import IllegalAct
from engine.events import CoinsMoved, Event, FateMoved
from engine.facts import CoinsAre, DeckIs, Fact, HandIs, HolderIs, KnownAre, StackIs, TarotIs
from engine.fate import holder_of_tarot
from engine.house import HouseRules
from engine.layout import layout
from engine.log import Entry, fit, noted, refold
from engine.numbers import HOUSE, KNOWN
from engine.position import position
from engine.powers import row
from engine.ranges import exactly
from engine.record import Record, format_record, parse
from engine.refusals import Refusal
from engine.replay import replay
from engine.rules import apply, legal, why_not
from engine.state import COINS_IN_THE_BOX, Bot, Setup, State, start
from engine.unseen import next_common, next_tarot, unseen_by, unseen_commons
from tests.engine.any_acts import any_act, moved, mutated

RULES = Path(__file__).parents[2] / "engine" / "RULES.md"
RULINGS = re.findall(r"^\| ([A-Z]\d+b?) \|", RULES.read_text(encoding="utf-8"), re.MULTILINE)
decks = st.one_of(st.just(()), st.just(tuple(range(len(TAROTS)))), st.sets(st.integers(0, 21)).map(sorted).map(tuple))
houses = st.one_of(
    st.just(HouseRules()), st.builds(HouseRules, **{field.name: st.booleans() for field in fields(HouseRules)})
)
bots = st.builds(Bot, st.just(Seat(0)), *(st.booleans() for _ in range(5)))


class Table(RuleBasedStateMachine):
    """A table that plays by any rules: people say facts and do acts, and now and then something that is not allowed."""

    @initialize(
        seats=st.integers(2, 5),
        chance=st.randoms(use_true_random=False),
        numbers=st.sampled_from([KNOWN, HOUSE]),
        transcended=decks,
        house=houses,
        bot=st.none() | bots,
        first=st.integers(0, 4),
        open_hands=st.booleans(),
        open_markets=st.booleans(),
        begun=st.booleans(),
    )
    def sit_down(
        self,
        seats: int,
        chance: Random,
        numbers: object,
        transcended: tuple[int, ...],
        house: HouseRules,
        bot: Bot | None,
        first: int,
        open_hands: bool,
        open_markets: bool,
        begun: bool,
    ) -> None:
        """Deal; then say what is known, and perhaps that the game has gone on a while."""
        leader = Seat(0) if bot else Seat(first % seats)
        dealt = deal(NAMES[:seats], chance, HOUSE if numbers is HOUSE else KNOWN, first=leader, bot=bot)
        setup = replace(dealt.state.setup, transcended=transcended, house=house)
        if not open_markets:
            hidden = [HIDDEN if chance.random() < 0.5 else card for card in setup.market_common]
            setup = replace(setup, market_common=tuple(hidden), market_tarot=(HIDDEN, *setup.market_tarot[1:]))
        self.entries: list[Entry] = []
        self.begin(setup)
        if open_hands:
            for seat, hand in enumerate(dealt.hands):
                self.put(KnownAre(Seat(seat), hand))
        if begun:
            for fact in later(self.state, list(dealt.commons), list(dealt.tarots), chance):
                self.put(fact)

    def begin(self, setup: Setup) -> None:
        self.state, self.told = start(setup), setup.numbers
        self.slots = set(layout(self.state).slots)

    def put(self, move: Act | Fact) -> None:
        fitted = fit(self.state, move, self.told)
        assert not isinstance(fitted, Refusal), fitted
        self.state, self.told = fitted
        self.entries.append(noted(move))

    def play(self, act: Act) -> None:
        """Do a legal act, and check what it does to coins, tokens and levels."""
        step = apply(self.state, act)
        balanced(self.state, step.state, act, step.events)
        self.put(act)
        assert self.state == step.state

    @precondition(lambda self: self.state.end is None)
    @rule(data=st.data(), acts=st.integers(1, 8))
    def some_acts(self, data: st.DataObject, acts: int) -> None:
        for _ in range(acts):
            kinds: dict[str, list[Act]] = {}
            for act in legal(self.state):
                kinds.setdefault(type(act).__name__, []).append(act)
            if kinds:
                self.play(data.draw(st.sampled_from(kinds[data.draw(st.sampled_from(sorted(kinds)))])))
            assert flaws(self.state) == ()

    @rule(data=st.data())
    def something_else(self, data: st.DataObject) -> None:
        """Try what may not be allowed: a legal act with something changed in it, or anything at all."""
        listed, before = legal(self.state), digest(self.state)
        tries, told = [any_act], unknown_powers(self.state)
        if listed:
            tries.append(st.sampled_from(listed).flatmap(mutated))
        if told:
            tries.append(st.builds(lambda power, what: Effect(power[0], power[1], what), st.sampled_from(told), moved))
        for _ in range(5):
            act = data.draw(st.one_of(tries))
            refusal = why_not(self.state, act)
            if refusal is None:
                assert not flaws(apply(self.state, act).state), act
                if not isinstance(fit(self.state, act, self.told), Refusal):
                    return self.play(act)
            else:
                assert act not in listed
                assert refusal.rule in RULINGS
                assert refusal.reason.endswith(".")
                with pytest.raises(IllegalAct, match=re.escape(str(refusal))):
                    apply(self.state, act)
                assert digest(self.state) == before
        return None

    @invariant()
    def adds_up(self) -> None:
        state = self.state
        assert flaws(state) == ()
        assert bool(legal(state)) == (state.end is None)
        table = layout(state)
        assert set(table.slots) == self.slots
        assert table.tokens <= self.slots

    def teardown(self) -> None:
        """Fold the log anew, and write the game down and read it again."""
        folded = refold(self.state.setup, self.entries)
        assert (folded.state, folded.skipped) == (self.state, ())
        record = Record.of(self.state.setup, self.entries)
        text = format_record(record)
        assert parse(text) == record
        assert format_record(parse(text)) == text
        *_, last = replay(parse(text))
        assert (last.trouble, last.state) == (None, self.state)
        if all(player.coins.lo <= COINS_IN_THE_BOX for player in self.state.players):
            *_, set_up = replay(parse(format_record(Record.of(self.state.setup, position(self.state)))))
            assert set_up.trouble is None, set_up.trouble
            assert digest(set_up.state) == digest(self.state)
            assert replace(set_up.state, count=self.state.count) == self.state
        unseen(self.state)


def later(state: State, commons: list[Common], tarots: list[Tarot], chance: Random) -> list[Fact]:
    """Say that a game has gone on a while: cards of the decks lie in the tableaus, tokens where they belong."""
    said, tokens = list[Fact](), list[Seat | None]()
    drawn, taken = len(commons), len(tarots)
    for suit in SUITS:
        tops, below = list[int](), list[Tarot | None]()
        for seat in state.seats:
            stack = [Common(suit, 1)]
            for level in range(2, chance.choice((1, 2, 2, 3)) + 1):
                if Common(suit, level) in commons:
                    commons.remove(Common(suit, level))
                    stack.append(Common(suit, level))
            tops.append(stack[-1].level)
            below.append(tarots.pop(0) if tarots and chance.random() < 0.4 else None)
            turned = below[-1] is not None and chance.random() < 0.1
            said += [StackIs(seat, suit, tuple(stack)), TarotIs(seat, suit, below[-1], turned)]
        holder = Seat(tops.index(max(tops))) if max(tops) > 1 else None
        tokens += [holder, holder_of_tarot(below)]
        said += [HolderIs("common", suit, holder), HolderIs("tarot", suit, tokens[-1])]
    if any(tokens.count(seat) >= state.threshold for seat in state.seats):
        return []
    for seat in state.seats:
        hand = state.players[seat].hand
        more = chance.randrange(4)
        said += [CoinsAre(seat, exactly(chance.randrange(20))), HandIs(seat, hand.common + more, hand.tarot)]
        del commons[:more]
    left = [state.deck_common + (len(commons) - drawn), state.deck_tarot + (len(tarots) - taken)]
    return [*said, DeckIs("common", left[0]), DeckIs("tarot", left[1])]


def unknown_powers(state: State) -> list[tuple[Seat, Tarot]]:
    """List the captured Tarot of which the players say what they do."""
    captured = [(seat, column.tarot) for seat in state.seats for column in state.players[seat].columns]
    return [(seat, tarot) for seat, tarot in captured if tarot is not None and not row(state, tarot).whole]


def balanced(before: State, after: State, act: Act, events: tuple[Event, ...]) -> None:
    """Check that coins and tokens go where the events say, levels fall by Tarot alone, and play goes clockwise."""
    assert after.count == before.count + 1
    assert after.setup is before.setup
    for old, new in zip(before.players, after.players, strict=True):
        assert new.coins.lo >= 0
        assert new.coins.hi <= max(new.coins.lo, old.coins.hi, COINS_IN_THE_BOX)
        assert new.hand.common.lo >= 0
        rises = [b.level - a.level for a, b in zip(old.columns, new.columns, strict=True)]
        assert isinstance(act, Use) or (min(rises) >= 0 and sum(rises) in (0, 1, 2))
        assert new.side.lo >= old.side.lo
    players = len(after.players)
    if isinstance(act, Lead):
        assert act.seat == (before.leader if before.turn is None else (before.leader + 1) % players)
    if after.turn is not None:
        clockwise = tuple((after.leader + step) % players for step in range(1, players))
        assert after.turn.answered == clockwise[: len(after.turn.answered)]
    held = sum(player.coins.lo for player in after.players)
    assert not after.setup.house.bank_runs_out or held <= COINS_IN_THE_BOX
    action = before.turn.action if before.turn else None
    if isinstance(act, Unseen) or (action is not None and action.seat != getattr(act, "seat", None)):
        return
    moves = [event for event in events if isinstance(event, CoinsMoved)]
    tokens = [event for event in events if isinstance(event, FateMoved)]
    for seat in before.seats:
        had, has = before.players[seat].coins.exact, after.players[seat].coins.exact
        if had is not None and has is not None and all(move.amount.exact is not None for move in moves):
            assert has == had + sum(move.amount.lo * ((move.taker == seat) - (move.giver == seat)) for move in moves)
        gained = sum((token.taker == seat) - (token.giver == seat) for token in tokens)
        assert after.fate(seat).lo == before.fate(seat).lo + gained
    assert (after.mat_left + after.mat_bought).exact in ((before.mat_left + before.mat_bought).exact, None)


def unseen(state: State) -> None:
    """Check that the unseen Common cards are those in hands and decks and those that lie hidden."""
    known = sum(isinstance(card, Common) for player in state.players for card in player.hand.known)
    places = (*state.discards, *state.market_common, *state.turned_up)
    hidden = state.deck_common + state.unseen_discards + places.count(HIDDEN)
    for player in state.players:
        hidden += player.hand.common
    assert sum(unseen_commons(state).values()) in hidden - known
    assert all(copies <= COPIES[card.level] for card, copies in unseen_commons(state).items())
    assert set(unseen_by(state)[0]) == set(SUITS)
    for odds in (next_common(state), next_tarot(state)):
        assert not odds or sum(odds.values()) == 1


def test_any_game_at_any_table() -> None:
    slow_ones_too = list(HealthCheck)
    shown = settings(max_examples=50, stateful_step_count=25, deadline=None, suppress_health_check=slow_ones_too)
    run_state_machine_as_test(Table, settings=shown)
