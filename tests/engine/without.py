"""What the engine would do without a ruling: one or more ways to take each away, none of which goes unnoticed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from engine.acts import Act, Buy, Capture, Done, Draft, Lead
from engine.capture import capture
from engine.cards import SUITS, Faces, Seat, Suit, Tarot
from engine.costs import action_limit, follow_cost
from engine.effects import _buy, _lead, conclude
from engine.events import Captured, Event
from engine.facts import CoinsAre, Fact, HandIs, objection
from engine.fate import holder_after_ascend, holder_after_fall
from engine.legality import _captured_from, _draft, _follow, _within, why_not
from engine.offers import stripped
from engine.pieces import beside, looked_at, move_coins, owned, with_action, with_use
from engine.powers import Rule, ask, bending, must_pass, powers, row
from engine.ranges import ONE, ZERO, Range, exactly
from engine.refusals import Refusal
from engine.state import Action, Column, End, Hand, Player, State
from engine.tarot import Row
from engine.turns import refilling
from engine.wield import _fall
from tests.scenarios import instead

Away = Callable[[pytest.MonkeyPatch], None]
Holder = Seat | None


def play(where: str, by: object) -> Away:
    """Take a ruling away by what is done without it."""
    return lambda patch: instead(patch, where, by)


def allow(rule: str) -> Away:
    """Take a ruling away that only forbids, by allowing just what is refused for it."""

    def lenient(state: State, act: Act) -> Refusal | None:
        refusal = why_not(state, act)
        return None if refusal is not None and refusal.rule == rule else refusal

    return play("legality.why_not", lenient)


NO = Refusal("Not so.", "N1")


def nothing(*_: object) -> None:
    """Refuse nothing, or do nothing."""


# A. Fate tokens


def reach_or_exceed(levels: Sequence[int], holder: Holder, mover: Seat) -> Holder:
    return mover if levels[mover] == max(levels) else holder


def none_from_the_supply(levels: Sequence[int], holder: Holder, mover: Seat) -> Holder:
    return None if holder is None else holder_after_ascend(levels, holder, mover)


def covered_and_gone(levels: Sequence[int], holder: Holder, mover: Seat) -> Holder:
    return None if holder == mover else holder_after_ascend(levels, holder, mover)


def only_the_very_first(levels: Sequence[int], holder: Holder, mover: Seat) -> Holder:
    late = holder is None and sum(level > 1 for level in levels) > 1
    return None if late else holder_after_ascend(levels, holder, mover)


def who_falls_loses(_levels: Sequence[int], holder: Holder, faller: Seat) -> Holder:
    return None if holder == faller else holder


def any_tie_returns(levels: Sequence[int], holder: Holder, faller: Seat) -> Holder:
    return None if levels.count(max(levels)) > 1 else holder_after_fall(levels, holder, faller)


def ties_keep(levels: Sequence[int], holder: Holder, faller: Seat) -> Holder:
    return holder if levels.count(max(levels)) > 1 else holder_after_fall(levels, holder, faller)


def kept_at_level_1(levels: Sequence[int], holder: Holder, faller: Seat) -> Holder:
    return holder if max(levels) < 2 else holder_after_fall(levels, holder, faller)


def no_win_between(state: State, seat: Seat, suits: tuple[Suit, ...], events: list[Event]) -> State:
    bare = replace(state, players=tuple(replace(player, side=ZERO) for player in state.players))
    fallen = _fall(bare, seat, suits, events)
    both = zip(fallen.players, state.players, strict=True)
    return replace(fallen, players=tuple(replace(after, side=after.side + before.side) for after, before in both))


def own_token_first(state: State, seat: Seat, suits: tuple[Suit, ...], events: list[Event]) -> State:
    fallen = _fall(beside(state, seat, ONE, events), seat, suits, events)
    return fallen if fallen.players[seat].side == state.players[seat].side + 1 else state


def replaced_with_its_token(state: State, events: list[Event]) -> State:
    state = looked_at(state, events)
    for event in events:
        if isinstance(event, Captured) and event.replaced is not None:
            state = replace(state, fate_tarot=owned(state.fate_tarot, event.suit, None))
    return state


def as_it_was(state: State, *_: object) -> State:
    return state


# B. Lead, follow, pass


def level_when_asked(state: State, foe: Seat) -> int:
    suit = state.turn.suit if state.turn else Suit.EARN
    return max(0, state.players[state.leader].column(suit).level - state.players[foe].column(suit).level)


def levels_at_the_lead(patch: pytest.MonkeyPatch) -> None:
    then: dict[Seat, int] = {}

    def lead(state: State, act: Lead) -> State:
        then.update({seat: state.players[seat].column(act.suit).level for seat in state.seats})
        return _lead(state, act)

    instead(patch, "effects._lead", lead)
    instead(patch, "costs.follow_cost", lambda state, foe: max(0, then[state.leader] - then[foe]))


def paid_to_the_bank(state: State, giver: Holder, taker: Holder, amount: Range, events: list[Event]) -> State:
    return move_coins(state, giver, taker if giver is None else None, amount, events)


def the_fool_may_follow(state: State, act: object) -> Refusal | None:
    foe: Seat = getattr(act, "seat", Seat(0))
    return None if bending(state, foe, Rule.FOLLOW_COST) else _follow(state, act)  # type: ignore[arg-type]


def income_of_what_is_led(state: State, seat: Seat) -> int | None:
    suit = state.turn.suit if state.turn else Suit.EARN
    return state.setup.numbers.earn_pass[state.players[seat].column(suit).level - 1]


def the_fool_helps_anywhere(state: State, foe: Seat) -> bool:
    return must_pass(state, foe) and all(column.tarot != Tarot(0) for column in state.players[foe].columns)


def powers_follow_for_free(state: State, foe: Seat) -> int:
    own = (offer for _, found in powers(state, foe) for offer in found.offers)
    return 0 if any(offer.following for offer in own) else follow_cost(state, foe)


def all_of_it(state: State, act: Act) -> Refusal | None:
    action = state.turn.action if state.turn else None
    less = action is not None and action.limit is not None and action.used < action.limit
    return NO if isinstance(act, Done) and less else _within(state, act)  # type: ignore[arg-type]


def by_the_card_as_it_is(state: State, action: Action) -> State:
    limit = action_limit(state, action.seat, action.suit, action.following)
    return with_use(state, replace(action, limit=limit))


def untold(state: State, fact: Fact) -> Refusal | None:
    return NO if isinstance(fact, CoinsAre | HandIs) else objection(state, fact)


def not_those_of_this_turn(state: State, seat: Seat) -> Iterator[tuple[Suit, Row]]:
    action = state.turn.action if state.turn else None
    captured = action.captured if action else ()
    return ((suit, found) for suit, found in powers(state, seat) if found.tarot not in captured)


# C. Draft, capture, decks, the end


def from_one_place(state: State, act: Draft) -> Refusal | None:
    return NO if act.spot is None and None in state.market_common else _draft(state, act)


def no_tarot_no_game(state: State, events: list[Event]) -> State:
    state = conclude(state, events)
    out = state.deck_tarot.hi == 0 and None in state.market_tarot and (state.turn is None or refilling(state))
    return replace(state, end=End("depletion", state.seats)) if out else state


def played_on(state: State, events: list[Event]) -> State:
    state = conclude(state, events)
    return replace(state, end=None) if state.end and state.end.by == "depletion" else state


def without_a_tie_break(alike: Callable[[Player], Player]) -> Away:
    """Let players be alike in something when a depleted game is told out."""

    def told_out(state: State, events: list[Event]) -> State:
        after = conclude(state, events)
        same = replace(state, players=tuple(map(alike, state.players)))
        return after if after.end is None else replace(after, end=conclude(same, []).end)

    return play("effects.conclude", told_out)


def bare_of_tarot(player: Player) -> Player:
    first, second, third, fourth = (Column(column.stack) for column in player.columns)
    return replace(player, columns=(first, second, third, fourth))


def limit_for_each(state: State, action: Action) -> State:
    return with_use(state, replace(action, discarded=ZERO))


def trade_goes_on(state: State, act: Buy, events: list[Event]) -> State:
    return with_action(_buy(state, act, events), state.turn.action if state.turn else None)


def only_for_the_leader(state: State, seat: Seat, rule: Rule, base: int) -> int:
    action = state.turn.action if state.turn else None
    return base if action is not None and action.following else ask(state, seat, rule, base)


def ten_in_a_hand(state: State, act: Draft) -> Refusal | None:
    return NO if state.players[act.seat].hand.common.hi >= 10 else _draft(state, act)


def won_when_all_have_answered(state: State, events: list[Event]) -> State:
    return conclude(state, events) if refilling(state) else state


def back_into_the_deck(state: State, act: Capture, events: list[Event]) -> State:
    after = capture(state, act, events)
    return replace(after, gone=state.gone, deck_tarot=after.deck_tarot + (len(after.gone) - len(state.gone)))


def nobody_knows(state: State, tarot: Tarot) -> Row:
    return replace(row(state, tarot), whole=False)


def out_of_the_game(state: State, seat: Seat, suits: tuple[Suit, ...], events: list[Event]) -> State:
    return replace(_fall(state, seat, suits, events), discards=state.discards)


def only_its_suits(state: State, act: Capture) -> Refusal | None:
    return _captured_from(state, act) if act.suit in (row(state, act.card).suits or SUITS) else NO


# What each ruling is taken away by; a house switch, where there is one, is thrown besides


AWAY: dict[str, tuple[Away, ...]] = {
    "A1": (play("fate.holder_after_ascend", reach_or_exceed),),
    "A2": (play("costs.tarot_seen", lambda *_: False),),
    "A3": (play("fate.holder_after_ascend", reach_or_exceed), allow("A3")),
    "A4": (play("wield._hand_over", as_it_was),),
    "A5": (play("fate.holder_after_ascend", none_from_the_supply),),
    "A6": (play("fate.holder_after_ascend", covered_and_gone),),
    "A7": (play("fate.holder_after_ascend", only_the_very_first),),
    "A8": (play("fate.holder_after_fall", who_falls_loses),),
    "A9": (play("fate.holder_after_fall", any_tie_returns),),
    "A9b": (play("fate.holder_after_fall", ties_keep),),
    "A10": (play("fate.holder_after_fall", kept_at_level_1),),
    "A11": (
        play("wield._fall", no_win_between),
        play("offers.stripped", lambda offer, above: tuple(reversed(stripped(offer, above)))),
        play("wield._fall", own_token_first),
    ),
    "A12": (play("fate.holder_after_fall", nothing),),
    "A13": (play("pieces.looked_at", replaced_with_its_token),),
    "A14": (play("pieces.looked_at", replaced_with_its_token),),
    "A15": (play("pieces.looked_at", as_it_was),),
    "A16": (play("pieces.looked_at", as_it_was),),
    "A17": (play("pieces.looked_at", as_it_was),),
    "A18b": (allow("A18b"), play("costs.SKIP", 0)),
    "A19": (play("effects._waive", as_it_was), allow("A19")),
    "A21": (allow("A21"),),
    "A22": (play("offers._steal", nothing), allow("A22")),
    "B1": (play("costs.follow_cost", level_when_asked),),
    "B2": (levels_at_the_lead,),
    "B3": (play("costs.follow_cost", lambda *_: 0), play("pieces.move_coins", paid_to_the_bank)),
    "B4": (allow("B4"),),
    "B5": (play("legality._follow", the_fool_may_follow),),
    "B6": (play("costs.pass_income", income_of_what_is_led),),
    "B7": (play("powers.must_pass", lambda *_: False), play("effects._waive", as_it_was)),
    "B8": (play("powers.must_pass", the_fool_helps_anywhere),),
    "B9": (play("costs.follow_cost", powers_follow_for_free),),
    "B10": (allow("B10"), play("legality._within", all_of_it)),
    "B11": (play("pieces.with_use", by_the_card_as_it_is),),
    "B12": (allow("B12"), play("costs.SKIP", 0)),
    "B13": (play("facts.objection", untold),),
    "B14": (allow("B14"),),
    "B15": (allow("B15"), play("powers.powers", not_those_of_this_turn)),
    "B16": (allow("B16"),),
    "B19": (allow("B19"),),
    "C1": (allow("C1"),),
    "C2": (play("legality._draft", from_one_place), allow("C2")),
    "C3": (play("turns.to_shuffle", lambda _: ZERO), allow("C3")),
    "C4": (play("effects.conclude", played_on),),
    "C5": (
        without_a_tie_break(lambda player: replace(player, side=ZERO)),
        without_a_tie_break(lambda player: replace(player, coins=ZERO)),
        without_a_tie_break(lambda player: replace(player, hand=Hand(ZERO, ZERO))),
        without_a_tie_break(bare_of_tarot),
    ),
    "C6": (play("effects.conclude", no_tarot_no_game),),
    "C7": (play("pieces.with_use", limit_for_each),),
    "C8": (allow("C8"),),
    "C9": (allow("C9"),),
    "C10": (allow("C10"), play("effects._buy", trade_goes_on)),
    "C11": (play("legality._given_up", nothing), play("costs.capture_cost", lambda *of: of[2].level)),
    "C14": (play("powers.ask", only_for_the_leader),),
    "C15": (play("legality._draft", ten_in_a_hand),),
    "C16": (play("effects.conclude", won_when_all_have_answered), allow("C16")),
    "C17": (play("capture.capture", back_into_the_deck),),
    "C18": (play("powers.row", nobody_knows),),
    "C19": (play("automa.objection", nothing), play("ordered.out_of_order", lambda _: False)),
    "C20": (play("refusals.no_tarot_in_hand", nothing),),
    "C21": (allow("C21"), play("wield._fall", out_of_the_game)),
    "C22": (allow("C22"),),
    "C23": (allow("C23"), play("costs.market_price", lambda *_: 0)),
    "C24": (allow("C24"),),
    "C25": (play("legality._captured_from", only_its_suits),),
    "N1": (play("costs.printed", lambda number: exactly(number or 0)), allow("N1")),
    "N2": (play("record._faces", lambda _: Faces()),),
    "P1": (allow("P1"), play("pieces.looked_at", as_it_was)),
}
