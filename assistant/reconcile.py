"""From what lay on the table to what was done: a search over legal acts for those whose layout fits a reading.

Pure: a state and a reading go in, explanations come out. Nothing illegal is ever proposed. Movements that no camera
sees (a pass, coins, a card from the deck) are filled in only where a later, visible one shows that they are over, and
what they may have changed becomes a range.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import Final

from assistant.evidence import CLEAR, Difference, Evidence, differences, mismatch
from engine.acts import Act, Ascend, Buy, Capture, Draft, Follow, Lead, Market, Pass, Refill, Take, Unseen, Use, who
from engine.cards import HIDDEN, SUITS, Common, Seat, Suit, Tarot
from engine.costs import market_price
from engine.layout import column_slot, layout, market_slot, tarot_slot
from engine.legality import why_not
from engine.offers import open_uses
from engine.powers import instead_of_action, offers
from engine.rules import apply
from engine.state import State
from engine.tarot import Verb
from engine.turns import awaited, empty_spots, must_refill, next_leader, refilling
from vision.track import Seen, SlotView

MOST_BRANCHES = 8
"""How many explanations are kept while the table cannot be told to be in one state."""

_NODES = 1500
_ACTS = 24
_MARGIN = 1.0
"""Explanations that cost no more than this over the cheapest are held possible as well."""

# What an act costs tells how much has to be assumed for it beyond what was seen.
_SEEN = 0.1
_FOLLOWS = 0.4
_MUST_PASS = 0.1
_NOBODY_SAW = 0.5
_UNSEEN_ANSWER = 0.15
_UNSEEN_LEAD = 3.0
_UNCLEAR = 1.2
_SECOND_ACTOR = 0.3
_SECRET_DRAFT = 0.8
_UNDERNEATH = 1.0
_BY_A_TAROT = 0.3

_MOST_ASSUMED = 5.8
"""More than this is not assumed for one reading: a whole turn may have gone unseen, not two."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Legal acts that lead from the state before to one that fits the reading, but for what is `left` to differ.

    `assumed`: they hang on a lead that nobody saw.
    """

    acts: tuple[Act, ...]
    state: State
    cost: float
    left: tuple[Difference, ...]
    assumed: bool = False


@dataclass(frozen=True, slots=True, order=True)
class _Node:
    rank: float
    order: int
    cost: float
    acts: tuple[Act, ...]
    state: State
    actor: Seat | None
    before: float
    assumed: bool = False


def explain(
    state: State,
    evidence: Evidence,
    denied: AbstractSet[Act] = frozenset(),
    strange: AbstractSet[str] = frozenset(),
) -> tuple[Explanation, ...]:
    """Find the ways in which legal acts explain a reading, best first, all within reach of the best.

    Acts that are `denied`, because somebody took them back, explain nothing, and then no lead is assumed that nobody
    saw; nor where the ball was `strange`, on a card that nobody should have led. Nor is one assumed to explain other
    places that were strange before: what is disputed stays so.

    The first is the state itself, with no acts, where nothing contradicts it or nothing legal explains what does.
    """
    standing = mismatch(state, evidence)
    ticket = count()
    queue = [_Node(standing, next(ticket), 0.0, (), state, None, float("inf"))]
    best = standing
    # With an act taken back, or the ball where nobody should lead, whose turn it is is not known.
    lost = bool(denied) or "ball" in strange
    odd = strange & {difference.slot for difference in differences(state, evidence)}
    reached: dict[State, tuple[float, tuple[Act, ...]]] = {}
    assumed: set[State] = set()
    passed: dict[tuple[State, Seat | None], float] = {}
    for _ in range(_NODES):
        if not queue:
            break
        node = heappop(queue)
        if node.cost > best + _MARGIN:
            continue
        if passed.get((node.state, node.actor), float("inf")) <= node.cost:
            continue
        passed[node.state, node.actor] = node.cost
        off = mismatch(node.state, evidence)
        total = node.cost + off
        # What ends with an act that explains nothing more than the acts before it is no explanation of its own.
        worth = off < node.before and total <= best + _MARGIN and total < reached.get(node.state, (float("inf"), ()))[0]
        if worth and not (node.assumed and odd and _explained(node.state, evidence, odd)):
            reached[node.state] = (total, node.acts)
            (assumed.add if node.assumed else assumed.discard)(node.state)
            best = min(best, total)
            if node.acts and isinstance(node.acts[-1], Lead):
                for use in _unseen_uses(node.state):
                    reached.setdefault(apply(node.state, use).state, (total + _BY_A_TAROT, (*node.acts, use)))
        if off == 0 or len(node.acts) >= _ACTS:
            continue
        for act, price in _moves(node.state, evidence, node.acts[-1] if node.acts else None):
            unseen_lead = isinstance(act, Lead) and price >= _UNSEEN_LEAD
            if act in denied or (lost and unseen_lead) or why_not(node.state, act) is not None:
                continue
            actor = who(act) if isinstance(act, Ascend | Capture | Draft) else None
            if actor is not None and node.actor not in (None, actor):
                price += _SECOND_ACTOR
            after = apply(node.state, act).state
            cost = node.cost + price
            if cost <= min(best + _MARGIN, _MOST_ASSUMED):
                heappush(
                    queue,
                    _Node(
                        cost + mismatch(after, evidence),
                        next(ticket),
                        cost,
                        (*node.acts, act),
                        after,
                        actor if actor is not None else node.actor,
                        min(off, node.before),
                        node.assumed or unseen_lead,
                    ),
                )
    return _chosen(reached, assumed, standing, evidence)


def _explained(state: State, evidence: Evidence, slots: AbstractSet[str]) -> bool:
    """Tell whether a state fits the reading at one of some slots at least."""
    return not slots <= {difference.slot for difference in differences(state, evidence)}


def _chosen(
    reached: dict[State, tuple[float, tuple[Act, ...]]],
    assumed: AbstractSet[State],
    standing: float,
    evidence: Evidence,
) -> tuple[Explanation, ...]:
    """Keep what comes near the best; where acts gain nothing clear over doing nothing, nothing was done."""
    least = standing - CLEAR if standing > 0 else standing
    ways = sorted(
        ((total, acts, state) for state, (total, acts) in reached.items() if not acts or total <= least),
        key=lambda way: (way[0], len(way[1])),
    )
    near = [way for way in ways if way[0] <= ways[0][0] + _MARGIN and bool(way[1]) == bool(ways[0][1])]
    return tuple(
        Explanation(
            acts, state, total, tuple(d for d in differences(state, evidence) if d.weight >= CLEAR), state in assumed
        )
        for total, acts, state in near[:MOST_BRANCHES]
    )


def reveals(state: State, evidence: Evidence) -> tuple[Act, ...]:
    """Name the market cards that nobody could tell before and that are read now."""
    found: list[Act] = []
    for market, spots in (("tarot", state.market_tarot), ("common", state.market_common)):
        for spot, card in enumerate(spots):
            if card is HIDDEN:
                view = evidence.reading.slots.get(market_slot(market, spot))
                face = _face(state, view, market)
                act = Refill("tarot" if market == "tarot" else "common", spot, face)
                if face is not None and why_not(state, act) is None:
                    found.append(act)
                    state = apply(state, act).state
    return tuple(found)


def _moves(state: State, evidence: Evidence, last: Act | None) -> Iterator[tuple[Act, float]]:
    """List the acts that may come next and help to explain the reading, each with what it has to assume.

    `last` is the act assumed just before, if any: nobody is assumed to follow without something to show for it.
    """
    if state.end is not None:
        return
    if state.turn is None:
        yield from _leads(state, evidence)
        return
    if refilling(state):
        # How many cards are left may be unsure: what lies there was laid there, and what must be laid comes first.
        yield from _refill(state, tuple(empty_spots(state)), evidence)
        if not must_refill(state):
            yield from _leads(state, evidence)
    action = state.turn.action
    if action is not None:
        yield from _used(state)
    if action is not None and action.suit is Suit.EARN:
        # Only the players know which: coins leave no trace, and a bought token lies beside the tableau.
        yield Take(action.seat), _SEEN
        yield Buy(action.seat), _NOBODY_SAW
        yield from ((act, _NOBODY_SAW) for act in open_uses(state) if _instead(state, act))
        return
    if action is not None:
        yield from _visible(state, action.seat, action.suit, evidence)
    if isinstance(last, Follow):
        return
    foe = awaited(state)
    if foe is not None:
        secret = action is not None and action.suit is Suit.DRAFT and not action.following and action.used == 0
        for act, price in _answers(state, foe, evidence):
            yield act, price + (_SECRET_DRAFT if secret else 0.0)


def _leads(state: State, evidence: Evidence) -> Iterator[tuple[Act, float]]:
    leader = next_leader(state)
    tokens = layout(state).tokens
    seen = {suit: evidence.ball(column_slot(leader, suit), tokens, awaited=True) for suit in SUITS}
    sure = [suit for suit in SUITS if seen[suit] >= 0.5]
    for suit in SUITS:
        if suit in sure:
            yield Lead(leader, suit), _SEEN + (1 - seen[suit])
        elif not sure:
            yield Lead(leader, suit), _UNSEEN_LEAD


def _refill(state: State, empty: Sequence[tuple[Market, int]], evidence: Evidence) -> Iterator[tuple[Act, float]]:
    """Fill the first empty spot that does not show the bare table: in which order they are filled does not matter."""
    for market, index in empty:
        view = evidence.reading.slots.get(market_slot(market, index))
        if view is None or view.seen is not Seen.EMPTY:
            face = _face(state, view, market)
            unclear = view is not None and view.seen is Seen.CHANGED
            yield Refill(market, index, face), _SEEN if face is not None else _UNCLEAR if unclear else _NOBODY_SAW
            return


def _answers(state: State, foe: Seat, evidence: Evidence) -> Iterator[tuple[Act, float]]:
    assert state.turn is not None
    suit = state.turn.suit
    if suit is Suit.EARN or why_not(state, Follow(foe)) is not None:
        yield Pass(foe), _MUST_PASS
        return
    after = apply(state, Follow(foe)).state
    if any(True for _ in _visible(after, foe, suit, evidence)):
        yield Follow(foe), _FOLLOWS
    yield Unseen(foe), _UNSEEN_ANSWER


def _visible(state: State, seat: Seat, suit: Suit, evidence: Evidence) -> Iterator[tuple[Act, float]]:
    """List what a seat may have done within an open action, as far as the reading shows it."""
    slots = evidence.reading.slots
    yield from _ascends_from_market(state, seat, evidence)
    match suit:
        case Suit.DRAFT:
            for spot, there in enumerate(state.market_common):
                view = slots.get(market_slot("common", spot))
                if there is not None and view is not None and _gone(state, there, view):
                    yield Draft(seat, spot=spot), _SEEN
        case Suit.ASCEND:
            for column in SUITS:
                for card, price in _faces(state, slots.get(column_slot(seat, column))):
                    top = state.players[seat].column(column).stack[-1]
                    if isinstance(card, Common) and card.suit is column and card != top:
                        yield Ascend(seat, card), price
                        for between in range(top.level + 1, min(card.level, top.level + 3)):
                            yield Ascend(seat, Common(column, between)), price + _UNDERNEATH
        case Suit.CAPTURE:
            for column in SUITS:
                view = slots.get(tarot_slot(seat, column))
                for card, price in _faces(state, view):
                    if isinstance(card, Tarot) and card != state.players[seat].column(column).tarot:
                        spots = state.market_tarot
                        capture = Capture(seat, card, column, spots.index(card) if card in spots else None)
                        yield capture, price
                        for given in _given_up(state, seat, evidence):
                            yield replace(capture, gives_up=given), price
        case _:
            return


def _given_up(state: State, seat: Seat, evidence: Evidence) -> Iterator[Tarot]:
    """List the own Tarot that lie no longer where they did, and that a capture may have cost (§C11)."""
    for suit, column in zip(SUITS, state.players[seat].columns, strict=True):
        view = evidence.reading.slots.get(tarot_slot(seat, suit))
        if column.tarot is None or view is None or view.seen is Seen.COVERED:
            continue
        if view.label != state.setup.faces.label(column.tarot):
            yield column.tarot


_LEAVES_A_TRACE: Final = (Verb.FALL, Verb.TAKE_TOP, Verb.TURN, Verb.LARGEST_HAND)
"""What a Tarot does that is to be seen on the tableaus or, as a longer draft, in the market."""


def _used(state: State) -> Iterator[tuple[Act, float]]:
    """List what the Tarot of whoever acts may have done, of what is seen afterwards."""
    for act in open_uses(state):
        if offers(state, act.tarot)[0].verb in _LEAVES_A_TRACE:
            yield act, _BY_A_TAROT


def _unseen_uses(state: State) -> Iterator[Use]:
    """List what a Tarot may have done right after the lead, before the action, that leaves nothing to be seen."""
    for act in open_uses(state):
        offer = offers(state, act.tarot)[0]
        silent = offer.verb in (Verb.STEAL, Verb.TOKEN) and not instead_of_action(state, offer)
        if silent and why_not(state, act) is None:
            yield act


def _instead(state: State, act: Use) -> bool:
    offer = offers(state, act.tarot)[0]
    return offer.verb not in _LEAVES_A_TRACE and instead_of_action(state, offer)


def _ascends_from_market(state: State, seat: Seat, evidence: Evidence) -> Iterator[tuple[Act, float]]:
    """List the cards of the market that are gone from there and that a Tarot lets its owner ascend to (§C23)."""
    action = state.turn.action if state.turn else None
    if action is not None and (action.market_ascend or market_price(state, seat) is not None):
        for spot, there in enumerate(state.market_common):
            view = evidence.reading.slots.get(market_slot("common", spot))
            if isinstance(there, Common) and view is not None and _gone(state, there, view):
                yield Ascend(seat, there, spot), _SEEN


def _gone(state: State, there: object, view: SlotView) -> bool:
    """Tell whether a market spot no longer shows the card that lay there."""
    if view.seen is Seen.EMPTY:
        return True
    if view.seen is Seen.CHANGED:
        return True
    if view.seen is Seen.NAMED and isinstance(there, Common):
        return view.label != state.setup.faces.label(there)
    return False


def _faces(state: State, view: SlotView | None) -> Iterator[tuple[Common | Tarot, float]]:
    """List the faces a place may show, with what each has to assume."""
    if view is None:
        return
    if view.label is not None and view.seen in (Seen.NAMED, Seen.SAME):
        yield state.setup.faces.card(view.label), _SEEN
    elif view.seen is Seen.CHANGED:
        for label, probability in view.candidates[:3]:
            if probability >= 0.15 and label != "back":
                yield state.setup.faces.card(label), _SEEN + (1 - probability)


def _face(state: State, view: SlotView | None, market: str) -> Common | Tarot | None:
    """Give the face a market spot shows, where it is read and may lie there."""
    if view is None or view.label is None or view.seen not in (Seen.NAMED, Seen.SAME):
        return None
    card = state.setup.faces.card(view.label)
    return card if isinstance(card, Tarot) == (market == "tarot") else None
