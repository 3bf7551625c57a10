"""What may have happened: branches of the game that the table cannot tell apart yet, and the questions between them.

Pure. A branch is a run of moves beyond the log. Every branch is legal; readings and answers prune them; where nobody
answers, the branches of the oldest question are merged into one whose counts are ranges.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from assistant.evidence import Difference, gather
from assistant.phrases import card_name
from assistant.reconcile import explain, reveals
from assistant.telling import tell_all
from assistant.wire import Choice, Question
from engine.acts import Act, Ascend, Buy, Capture, Draft, Follow, Lead, Take, Use
from engine.cards import COPIES, SUITS, Common
from engine.effects import effect
from engine.facts import CoinsAre, Fact, HandIs, KnownAre, MatIs, SideIs, settle
from engine.layout import column_slot, layout
from engine.legality import why_not
from engine.ranges import ZERO, Range, hull
from engine.state import COINS_IN_THE_BOX, Hand, State
from vision.track import TableReading

_MARGIN = 2.0
"""Branches that had to assume this much more than the likeliest are given up."""


_COMMONS = len(SUITS) * sum(copies for level, copies in COPIES.items() if level > 1)
"""So many Common cards are in the box: no hand holds more, however much went unseen."""

_MOST_STORIES = 24
"""A branch that stands for more no longer tells them apart by the oldest question."""

Story = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves beyond the log, the state after them, what they had to assume, and the stories they stand for.

    A story is an answer to each question, (question, answer) pairs, oldest first; merged branches stand for several.
    `guessed` are the moves that are only the likeliest of those stories. `led` is the slot of the card that was led
    last, where the ball may still lie. `tokens` are the slots that had a Fate token at the last reading (None: as the
    state has them); one that an act entered by hand moved since then is about to be moved on the table.
    """

    state: State
    moves: tuple[Act | Fact, ...] = ()
    cost: float = 0.0
    stories: frozenset[Story] = frozenset({()})
    guessed: frozenset[Act | Fact] = frozenset()
    led: str | None = None
    tokens: frozenset[str] | None = None

    def after(self, acts: Sequence[Act]) -> "Branch | None":
        """Give the branch after further acts, None where one is not legal."""
        state = self.state
        for act in acts:
            if why_not(state, act) is not None:
                return None
            state = effect(state, act).state
        return replace(self, state=state, moves=(*self.moves, *acts), led=last_led(acts) or self.led)


def last_led(moves: Iterable[Act | Fact]) -> str | None:
    """Give the slot of the card that was led last among some moves."""
    leads = [move for move in moves if isinstance(move, Lead)]
    return column_slot(leads[-1].seat, leads[-1].suit) if leads else None


@dataclass(frozen=True, slots=True)
class Looked:
    """What a reading leaves: the branches that fit it, the question it raised, and what none of them explains."""

    branches: tuple[Branch, ...]
    question: Question | None
    left: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """One way on from a branch (its number) through a reading: what stays unexplained, and how clearly."""

    parent: int
    branch: Branch
    acts: tuple[Act, ...]
    left: tuple[Difference, ...]
    weight: float


def look(
    branches: Sequence[Branch],
    reading: TableReading,
    question: str,
    denied: AbstractSet[Act] = frozenset(),
    strange: AbstractSet[str] = frozenset(),
) -> Looked:
    """Carry every branch through a reading. `question` names the question that may arise.

    `denied` acts are out; slots that were `strange` before are not explained by a lead that nobody saw.
    """
    ways = [way for parent, branch in enumerate(branches) for way in _ways(parent, branch, reading, denied, strange)]
    least = min(way.weight for way in ways)
    ways = sorted((way for way in ways if way.weight <= least + 0.01), key=lambda way: way.branch.cost)
    ways = [way for way in ways if way.branch.cost <= ways[0].branch.cost + _MARGIN]
    ways = _without_doubles(ways)
    parents = [way.parent for way in ways]
    if len(set(parents)) == len(parents):
        return Looked(tuple(way.branch for way in ways), None, ways[0].left)
    asked, marked = _ask(question, branches[ways[0].parent].state, ways)
    return Looked(marked, asked, ways[0].left)


def _ways(
    parent: int, branch: Branch, reading: TableReading, denied: AbstractSet[Act], strange: AbstractSet[str]
) -> Iterator[_Way]:
    evidence = gather(branch.state, reading, branch.led, branch.tokens)
    for found in explain(branch.state, evidence, denied, strange):
        acts = (*found.acts, *reveals(found.state, evidence))
        grown = branch.after(acts)
        if grown is not None:
            weight = sum(difference.weight for difference in found.left)
            cost = branch.cost + max(0.0, found.cost - weight)
            tokens = layout(grown.state).tokens
            guessed = grown.guessed
            if found.assumed and any(isinstance(act, Ascend | Capture | Draft) for act in acts):
                guessed, grown = guessed | frozenset(acts), _with_unseen_turns(grown)
            yield _Way(parent, replace(grown, cost=cost, tokens=tokens, guessed=guessed), acts, found.left, weight)


def _with_unseen_turns(branch: Branch) -> Branch:
    """Where a lead went unseen so may have others: coins and hands are no longer known."""
    facts: list[Fact] = []
    for seat in branch.state.seats:
        tarot = branch.state.players[seat].hand.tarot
        facts += [
            CoinsAre(seat, Range(0, COINS_IN_THE_BOX)),
            KnownAre(seat, ()),
            HandIs(seat, Range(0, _COMMONS), Range(0, tarot.hi)),
        ]
    state = branch.state
    for fact in facts:
        state = settle(state, fact).state
    return replace(branch, state=state, moves=(*branch.moves, *facts))


def _without_doubles(ways: Sequence[_Way]) -> list[_Way]:
    kept: dict[State, _Way] = {}
    for way in ways:
        kept.setdefault(replace(way.branch.state, count=0), way)
    return list(kept.values())


def _ask(name: str, before: State, ways: Sequence[_Way]) -> tuple[Question, tuple[Branch, ...]]:
    """Word the question between ways on from the state before a reading, and mark each branch with its answer."""
    rests = _differing([way.acts for way in ways])
    wording = _wording(before, rests)
    nothing = "No" if wording.startswith("Did") else "Nothing yet"
    texts = [_answer(before, rest) or nothing for rest in rests]
    ids = {text: chr(ord("a") + k) for k, text in enumerate(dict.fromkeys(texts))}
    marked = tuple(
        replace(way.branch, stories=frozenset((*story, (name, ids[text])) for story in way.branch.stories))
        for way, text in zip(ways, texts, strict=True)
    )
    choices = tuple(Choice(answer, text) for text, answer in ids.items())
    return Question(name, wording, choices), marked


def _wording(state: State, rests: Sequence[tuple[Act, ...]]) -> str:
    used = {(act.seat, act.tarot) for rest in rests for act in rest if isinstance(act, Use)}
    if len(used) == 1:
        ((seat, tarot),) = used
        return f"Did {state.name(seat)} use {card_name(tarot)}?"
    drafts = {act.spot for rest in rests for act in rest if isinstance(act, Draft)}
    if drafts and all(any(isinstance(act, Draft) for act in rest) for rest in rests):
        return f"Who took {_taken(state, drafts)}?"
    firsts = [rest[0] if rest else None for rest in rests]
    if all(isinstance(act, Take | Buy) for act in firsts):
        earner = next(act for act in firsts if isinstance(act, Take | Buy))
        return f"Did {state.name(earner.seat)} take coins or buy a Fate token?"
    if all(isinstance(act, Lead) for act in firsts):
        leader = next(act for act in firsts if isinstance(act, Lead))
        return f"What did {state.name(leader.seat)} lead?"
    for kind, place in ((Ascend, "on"), (Capture, "under")):
        acts = [act for rest in rests for act in rest if isinstance(act, kind)]
        if len({act.seat for act in acts}) == 1 and len({act.card for act in acts}) > 1:
            whose = state.name(acts[0].seat)
            return f"Which card lies {place} {whose}'s tableau now?"
    return "What happened at the table?"


def _taken(state: State, spots: AbstractSet[int | None]) -> str:
    """Name cards taken from the Common market by what lay there and where: "DRAFT 3 (spot 2 of the market)"."""
    lay = {spot: state.market_common[spot] for spot in sorted(spot for spot in spots if spot is not None)}
    cards = [
        f"{card_name(card)} (spot {spot + 1} of the market)"
        if isinstance(card, Common)
        else f"the card at spot {spot + 1} of the market"
        for spot, card in lay.items()
    ]
    return " and ".join(cards) or "a card from the deck"


def _answer(state: State, acts: Sequence[Act]) -> str:
    drafts = [act for act in acts if isinstance(act, Draft)]
    earned = [
        "Took coins" if isinstance(act, Take) else "Bought a token" for act in acts if isinstance(act, Take | Buy)
    ]
    if drafts and not earned and not any(isinstance(act, Use) for act in acts):
        seats = tuple(dict.fromkeys(act.seat for act in drafts))
        followed = {act.seat for act in acts if isinstance(act, Follow)}
        return " and ".join(state.name(seat) + (" (follows)" if seat in followed else "") for seat in seats)
    if acts and isinstance(acts[0], Lead):
        return ", ".join([str(acts[0].suit), *(text.lower() for text in earned)])
    if len(acts) == 1 and earned:
        return earned[0]
    return tell_all(state, acts)


def _differing(runs: Sequence[tuple[Act, ...]]) -> list[tuple[Act, ...]]:
    """Cut off what all runs begin with, and what they all end with."""
    first = _shared(runs)
    rests = [run[first:] for run in runs]
    last = _shared([rest[::-1] for rest in rests])
    return [rest[: len(rest) - last] for rest in rests]


def _shared(runs: Sequence[Sequence[object]]) -> int:
    """Count how many first members all runs share."""
    shared = 0
    for members in zip(*runs, strict=False):
        if any(member != members[0] for member in members):
            break
        shared += 1
    return shared


def settled(branches: Sequence[Branch]) -> tuple[tuple[Act | Fact, ...], tuple[Branch, ...]]:
    """Split off the moves that all branches share: they are certain. Gives them, and the branches without them."""
    shared = _shared([branch.moves for branch in branches])
    return branches[0].moves[:shared], tuple(replace(branch, moves=branch.moves[shared:]) for branch in branches)


def answered(branches: Sequence[Branch], question: str, answer: str) -> tuple[Branch, ...]:
    """Keep the branches that stand for an answer; none where it is not open."""
    kept = []
    for branch in branches:
        stories = frozenset(story for story in branch.stories if (question, answer) in story)
        if stories:
            kept.append(replace(branch, stories=_without(stories, {question})))
    return tuple(kept)


def open_questions(branches: Sequence[Branch], questions: Sequence[Question]) -> tuple[Question, ...]:
    """List the questions whose answers tell branches apart, with the answers that are left."""
    if len({branch.stories for branch in branches}) == 1:
        return ()
    left = []
    for question in questions:
        alive = {a for branch in branches for story in branch.stories for name, a in story if name == question.id}
        if len(alive) > 1:
            left.append(replace(question, answers=tuple(c for c in question.answers if c.id in alive)))
    return tuple(left)


def fewer(branches: Sequence[Branch], most: int, tokens: bool = False) -> tuple[Branch, ...]:
    """Give up telling apart what nobody answers, oldest question first, where there are more than `most` branches.

    Branches that differ in nothing a camera sees become one whose counts are ranges, and which stands for all their
    stories. Those that differ in tokens beside a tableau stay apart, unless `tokens` says that this too is given up.
    """
    for question in (*_asked(branches), None):
        if len(branches) <= most:
            break
        branches = _merged(branches, question, tokens)
    return tuple(branches)


def likeliest(branches: Sequence[Branch], most: int) -> tuple[Branch, ...]:
    """Keep so many branches; what the others say of coins and hands stays possible in each of them."""
    ordered = sorted(branches, key=lambda branch: branch.cost)
    kept, rest = ordered[:most], ordered[most:]
    return tuple(_hull([branch, *rest], branch.stories) for branch in kept) if rest else tuple(branches)


def forgetting(branches: Sequence[Branch], still_open: Sequence[Question]) -> tuple[Branch, ...]:
    """Leave questions that are settled out of the stories, and the oldest ones where there are too many stories."""
    settled_now = set(_asked(branches)) - {question.id for question in still_open}
    branches = tuple(replace(branch, stories=_without(branch.stories, settled_now)) for branch in branches)
    for question in _asked(branches):
        if max(len(branch.stories) for branch in branches) <= _MOST_STORIES:
            break
        branches = tuple(replace(branch, stories=_without(branch.stories, {question})) for branch in branches)
    return branches


def _asked(branches: Sequence[Branch]) -> list[str]:
    """List the questions in the stories of some branches, oldest first."""
    names = {name for branch in branches for story in branch.stories for name, _ in story}
    return sorted(names, key=lambda name: (len(name), name))


def _without(stories: frozenset[Story], questions: AbstractSet[str]) -> frozenset[Story]:
    return frozenset(tuple(pair for pair in story if pair[0] not in questions) for story in stories)


def _merged(branches: Sequence[Branch], question: str | None, tokens: bool) -> tuple[Branch, ...]:
    """Merge branches that look alike and differ in the answer to one question at most, to any where it is None."""
    groups: dict[tuple[object, ...], list[Branch]] = {}
    for branch in branches:
        other = None if question is None else _without(branch.stories, {question})
        groups.setdefault((other, _visible(branch.state, tokens)), []).append(branch)
    return tuple(
        _hull(sorted(group, key=lambda branch: branch.cost), frozenset().union(*(branch.stories for branch in group)))
        for group in groups.values()
    )


def _visible(state: State, tokens: bool) -> object:
    """Everything of a state but counts of coins and hidden cards, and of `tokens` beside a tableau if asked for."""
    players = tuple(
        replace(player, coins=ZERO, hand=Hand(), side=ZERO if tokens else player.side) for player in state.players
    )
    return players, state.market_tarot, state.market_common, state.fate_common, state.fate_tarot, state.turn, state.end


def _hull(group: Sequence[Branch], stories: frozenset[Story]) -> Branch:
    """Widen the counts of the first branch to all that the group allows; it then stands for these stories."""
    told_apart = {
        move
        for move in group[0].moves
        if not isinstance(move, Fact) and any(move not in other.moves for other in group)
    }
    best = replace(group[0], stories=stories, guessed=group[0].guessed | told_apart)
    facts: list[Fact] = []
    for seat in best.state.seats:
        players = [branch.state.players[seat] for branch in group]
        coins = hull(player.coins for player in players)
        if coins != best.state.players[seat].coins:
            facts.append(CoinsAre(seat, coins))
        common = hull(player.hand.common for player in players)
        common = Range(min(common.lo, _COMMONS), min(common.hi, _COMMONS))
        tarot = hull(player.hand.tarot for player in players)
        side = hull(player.side for player in players)
        if side != players[0].side:
            facts.append(SideIs(seat, side))
        known = best.state.players[seat].hand.known
        sure = all(player.hand.known.count(card) >= known.count(card) for player in players for card in known)
        if (common, tarot) != (players[0].hand.common, players[0].hand.tarot) or not sure:
            facts.append(HandIs(seat, common, tarot))
    left = hull(branch.state.mat_left for branch in group)
    bought = hull(branch.state.mat_bought for branch in group)
    if (left, bought) != (best.state.mat_left, best.state.mat_bought):
        facts.append(MatIs(left, bought))
    for fact in facts:
        best = replace(best, state=settle(best.state, fact).state, moves=(*best.moves, fact))
    return best
