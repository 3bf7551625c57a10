"""Random legal games, also with numbers and answers that nobody knows: what must hold after every act."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import Act
from engine.cards import Seat
from engine.check import flaws
from engine.layout import layout
from engine.log import ActEntry, refold
from engine.numbers import HOUSE, KNOWN
from engine.record import Record, format_record, parse
from engine.replay import replay
from engine.rules import apply, legal
from engine.state import Bot, State, start
from tests.engine.tables import setup

LONGEST = 120


@st.composite
def games(draw: st.DrawFn) -> tuple[State, tuple[Act, ...]]:
    """A set-up and legal acts from it; every kind of act that may come is as likely as the others."""
    bots = st.builds(Bot, st.just(Seat(0)), *(st.booleans() for _ in range(5)))
    bot = draw(st.one_of(st.none(), bots))
    beginning = start(setup(draw(st.integers(2, 5)), draw(st.sampled_from([KNOWN, HOUSE])), bot=bot))
    chance = draw(st.randoms(use_true_random=False))
    state, acts = beginning, []
    for _ in range(draw(st.integers(0, LONGEST))):
        kinds: dict[type, list[Act]] = {}
        for act in legal(state):
            kinds.setdefault(type(act), []).append(act)
        if not kinds:
            break
        acts.append(chance.choice(kinds[chance.choice(sorted(kinds, key=lambda kind: kind.__name__))]))
        state = apply(state, acts[-1]).state
    return beginning, tuple(acts)


def states(beginning: State, acts: tuple[Act, ...]) -> Iterator[State]:
    yield beginning
    for act in acts:
        beginning = apply(beginning, act).state
        yield beginning


@settings(max_examples=60, deadline=None)
@given(games())
def test_what_holds_after_every_act(game: tuple[State, tuple[Act, ...]]) -> None:
    beginning, acts = game
    slots = set(layout(beginning).slots)
    for state in states(beginning, acts):
        assert flaws(state) == (), "cards are conserved, tokens lie where they belong"
        assert all(player.coins.lo >= 0 and player.hand.common.lo >= 0 for player in state.players)
        assert bool(legal(state)) == (state.end is None)
        table = layout(state)
        assert set(table.slots) == slots
        assert table.tokens <= slots


@settings(max_examples=40, deadline=None)
@given(games())
def test_the_log_and_the_record_lead_to_the_same_state(game: tuple[State, tuple[Act, ...]]) -> None:
    beginning, acts = game
    *_, last = states(beginning, acts)
    folded = refold(beginning.setup, [ActEntry(act) for act in acts])
    assert (folded.state, folded.skipped) == (last, ())
    record = Record.of(beginning.setup, acts)
    text = format_record(record)
    assert parse(text) == record
    assert format_record(parse(text)) == text
    *_, replayed = replay(parse(text))
    assert replayed.state == last


@settings(max_examples=30, deadline=None)
@given(games())
def test_levels_never_fall_and_the_act_number_rises(game: tuple[State, tuple[Act, ...]]) -> None:
    seen = list(states(*game))
    for before, now in zip(seen, seen[1:], strict=False):
        assert now.count == before.count + 1
        for old, new in zip(before.players, now.players, strict=True):
            rises = [b.level - a.level for a, b in zip(old.columns, new.columns, strict=True)]
            assert sum(rises) in (0, 1, 2)
            assert min(rises) >= 0
            assert new.side.lo >= old.side.lo
            assert new.side.hi >= old.side.hi
