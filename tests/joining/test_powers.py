"""What Tarot do at a table that is watched: seen where it leaves a trace, offered by hand where it does not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from assistant.branches import Branch
from assistant.game import Game, entered, looked_at
from assistant.hand import barred, entries_for
from assistant.pages import fate_suit, foe
from assistant.wire import contested, view
from engine.acts import Act, Done, Lead, Pass, Refill, Use, Waive
from engine.cards import COMMONS, TAROTS, Common, Seat, Suit, Tarot
from engine.facts import CoinsAre, Fact, settle
from engine.legality import why_not
from engine.lines import format_act
from engine.log import ActEntry, Adjust, noted, refold
from engine.ranges import exactly
from engine.rules import apply, legal
from engine.state import State
from tests.joining.readings import Eye
from tests.scenarios import scenarios

POWERS = scenarios("powers")


def steps(name: str) -> list[tuple[State, Act | Fact, State]]:
    """The moves of a scenario, each with the state before and after it."""
    record = POWERS[name].record
    folds = [refold(record.setup, record.entries[:count]).state for count in range(len(record.entries) + 1)]
    moves = [entry.act if isinstance(entry, ActEntry) else entry.fact for entry in record.entries]  # type: ignore[union-attr]
    return list(zip(folds, moves, folds[1:], strict=False))


def beginning(name: str) -> tuple[Game, Eye]:
    """A game that stands as a scenario does before its first act, seen once."""
    record = POWERS[name].record
    facts = [entry for entry in record.entries if isinstance(entry, Adjust)]
    first = next(place for place, entry in enumerate(record.entries) if isinstance(entry, ActEntry))
    facts = facts[:first]
    state = refold(record.setup, facts).state
    game = Game(record.setup, tuple(facts), ("",) * len(facts), state, (Branch(state),))
    eye = Eye()
    return looked_at(game, eye.read(state)), eye


def acts(name: str) -> list[tuple[State, Act | Fact, State]]:
    first = next(place for place, (_, move, _) in enumerate(steps(name)) if not isinstance(move, Fact))
    return steps(name)[first:]


def to_the_next_lead(state: State) -> Iterator[State]:
    """Go on until somebody has led: by then nothing of what was done before can still be on its way."""
    kinds = (Done, Pass, Refill, Lead)
    while True:
        act = min((act for act in legal(state) if isinstance(act, kinds)), key=lambda act: kinds.index(type(act)))
        if isinstance(act, Refill):
            act = replace(act, card=unseen_card(state, act))
        state = apply(state, act).state
        if not isinstance(act, Pass | Done):
            yield state
        if isinstance(act, Lead):
            return


def unseen_card(state: State, refill: Refill) -> Common | Tarot:
    cards: tuple[Common | Tarot, ...] = TAROTS if refill.market == "tarot" else COMMONS[::-1]
    return next(card for card in cards if why_not(state, replace(refill, card=card)) is None)


@pytest.mark.parametrize("name", sorted(POWERS))
def test_what_is_seen_of_a_power_is_never_told_falsely(name: str) -> None:
    game, eye = beginning(name)
    now = game.base
    for _, move, now in acts(name):
        if isinstance(move, Fact):
            game = told(game, move, now)
        elif isinstance(move, Waive):
            game = entered(game, move)  # It is said, not done.
        else:
            game = looked_at(game, eye.read(now))
    for later in to_the_next_lead(now):
        game, now = looked_at(game, eye.read(later)), later
    seen, true = view([branch.state for branch in game.branches], game.questions, game.disputes), view(now)
    wrong = [what for what in FACTS if not allows(seen[what], true[what])]
    for one, real in zip(seen["seats"], true["seats"], strict=True):
        wrong += [f"{one['name']}: {what}" for what in OF_A_SEAT if not allows(one[what], real[what])]
    assert wrong == [] or seen["disputes"] != []


def told(game: Game, fact: Fact, now: State) -> Game:
    """Let people say what is so from here on."""
    return replace(
        game,
        entries=(*game.entries, noted(fact)),
        times=(*game.times, ""),
        base=now,
        branches=(Branch(now),),
        questions=(),
    )


FACTS = ("fate_on", "leader", "led", "market", "winner")
OF_A_SEAT = ("fate", "coins", "side", "levels", "tarot", "turned")


def allows(told: Any, true: Any) -> bool:
    """Tell whether what is told is true, or not known."""
    if isinstance(told, dict):
        return all(allows(told[key], true[key]) for key in true)
    return told is None or told == true


@pytest.mark.parametrize("name", sorted(POWERS))
def test_what_a_power_does_can_be_entered_and_is_offered(name: str) -> None:
    game, eye = beginning(name)
    for before, move, now in acts(name):
        if isinstance(move, Fact):
            game = told(game, move, now)
            continue
        if isinstance(move, Use | Waive):
            state = game.branches[0].state
            offered = {entry.line for entry in entries_for(state, game.entries, refold(game.setup, game.entries))}
            general = Use(move.seat, move.tarot, foe=move.foe, suit=move.suit) if isinstance(move, Use) else move
            assert format_act(game.setup, general) in offered, before
        game = entered(game, move)
        game = looked_at(game, eye.read(now))
        assert game.disputes == (), format_act(now.setup, move)
        assert game.branches[0].state == now


@pytest.mark.parametrize(("coins", "used"), [(5, False), (6, True)])
def test_a_hanged_man_that_lies_the_other_way_round_was_used_or_is_disputed(coins: int, used: bool) -> None:
    game, eye = beginning("standard_12_the_hanged_man")
    poor = settle(game.base, CoinsAre(Seat(0), exactly(coins))).state
    led = apply(poor, Lead(Seat(0), Suit.DRAFT)).state
    game = looked_at(told(game, CoinsAre(Seat(0), exactly(coins)), poor), eye.read(led))
    reading = eye.read(led)
    slots = dict(reading.slots) | {"A.DRAFT.tarot": replace(reading.slots["A.DRAFT.tarot"], turned=True)}
    game = looked_at(game, replace(reading, slots=slots))
    assert game.branches[0].state.players[0].column(Suit.DRAFT).turned is used
    if not used:
        (dispute,) = game.disputes
        assert (dispute.seen, dispute.expected) == ("The Hanged Man, upside down", "The Hanged Man, upright")
        assert "it costs 6" in dispute.text


def test_a_token_that_judgement_may_have_taken_is_not_said_to_be_with_anybody() -> None:
    game, eye = beginning("standard_20_judgement")
    game = looked_at(game, eye.read(apply(game.base, Lead(Seat(0), Suit.ASCEND)).state))
    states = [branch.state for branch in game.branches]
    assert [question.text for question in game.questions] == ["Did Ana use Judgement?"]
    draft = fate_suit(view(states), "DRAFT", "cups", contested(states))
    assert (draft.lines[0].name, draft.lines[0].words) == ("Ben or Ana", "not certain")
    capture = fate_suit(view(states), "CAPTURE", "swords", contested(states))
    assert capture.lines[0].name == "nobody"


def test_the_hermit_is_named_where_foes_must_pass() -> None:
    game, eye = beginning("standard_09_the_hermit")
    state = apply(game.base, Lead(Seat(0), Suit.DRAFT)).state
    shown = view([state])
    assert (shown["must_pass"], shown["follow"]) == (["B", "C"], {})
    ben, cai = barred(state)
    assert (ben.seat, ben.rule, cai.seat) == ("B", "B7", "C")
    assert foe(shown, "B", "", ben).note == "The Hermit lies under Ana's DRAFT and Ben has no Fool there"
    led = looked_at(game, eye.read(state))
    assert led.branches[0].state.turn == state.turn
