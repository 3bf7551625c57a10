"""What can be entered by hand: the acts that no camera sees, and late reports of what went unseen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.phrases import card_name
from assistant.snapshot import Barred, HandEntry
from assistant.telling_tarot import tell_tarot
from engine.acts import Act, Ascend, Buy, Capture, Done, Draft, Follow, Lead, Pass, Take, Unseen, who
from engine.cards import SUITS, Common, Seat, Suit, Tarot, letter
from engine.costs import follow_cost, in_coins, market_price, mat_price, pass_income
from engine.legality import why_not
from engine.lines import format_act
from engine.log import ActEntry, Answer, Entry, Evidence, Refolded, refold
from engine.offers import open_uses, open_waives
from engine.powers import Rule, ask
from engine.state import Action, Setup, State
from engine.turns import awaited, foes, next_leader

_Offer = tuple[str, Act, str] | tuple[str, Act, str, str]
"""Heading, act, what the button says, and for an act of several with one card what is chosen first."""

_GAP = 170
"""An amount that is written into a line only to find where it stands."""

_LOOK_BACK = 12
"""How many acts back somebody may still report what nobody saw: about a turn."""


def entries_for(state: State, log: Sequence[Entry], folded: Refolded) -> tuple[HandEntry, ...]:
    """List what may be entered now, grouped by whose move it is; `folded` is what the log folds to."""
    found = [
        HandEntry(group, format_act(state.setup, act), text, "".join(of))
        for group, act, text, *of in _offers(state)
        if why_not(state, act) is None
    ]
    return (*found, *_amounts(state), *_reports(state, log, folded))


def barred(state: State) -> tuple[Barred, ...]:
    """Say of the foes who have still to answer why those who cannot follow cannot."""
    if state.turn is None or state.end is not None:
        return ()
    found = []
    for place, foe in enumerate(foes(state)):
        # As if those before had answered: who comes first is no reason.
        now = replace(state, turn=replace(state.turn, action=None, answered=foes(state)[:place]))
        refusal = why_not(now, Follow(foe))
        if refusal is not None and foe not in state.turn.answered:
            found.append(Barred(letter(foe), refusal.reason, refusal.rule))
    return tuple(found)


def _offers(state: State) -> Iterator[_Offer]:
    action = state.turn.action if state.turn else None
    name = state.name
    if action is not None:
        yield from _tarots(state, action)
        yield from _pieces(state, action.seat, action.suit)
    foe = awaited(state)
    if foe is not None and state.turn is not None:
        cost = follow_cost(state, foe)
        group = _answering(state, foe, state.turn.suit)
        yield group, Follow(foe), "follows for free" if cost == 0 else f"follows, pays {name(state.leader)} {cost}"
        income = pass_income(state, foe)
        yield group, Pass(foe, income), "passes" if income is None else f"passes, takes {in_coins(income)}"
    for waived in open_waives(state):
        yield f"{name(waived.seat)}'s Tarot", waived, tell_tarot(state, waived)
    if foe is None:
        leader = next_leader(state)
        yield from ((f"{name(leader)} leads", Lead(leader, suit), str(suit)) for suit in SUITS)


def _tarots(state: State, action: Action) -> Iterator[_Offer]:
    """Offer what the Tarot of whoever acts may do now, first of all: it comes before the rest of the action (§B14)."""
    name = state.name(action.seat)
    for use in open_uses(state):
        yield f"{name}'s Tarot", use, tell_tarot(state, use)
    if action.market_ascend or market_price(state, action.seat) is not None:
        for spot, card in enumerate(state.market_common):
            if isinstance(card, Common):
                yield (
                    f"{name} ascends from the market",
                    Ascend(action.seat, card, spot),
                    f"{card_name(card)} from spot {spot + 1}",
                )


def _pieces(state: State, seat: Seat, suit: Suit) -> Iterator[_Offer]:
    group = _doing(state, seat, suit)
    action = state.turn.action if state.turn else None
    match suit:
        case Suit.EARN:
            limit = None if action is None else action.limit
            yield group, Take(seat, limit), "takes coins" if limit is None else f"takes {in_coins(limit)}"
            price = mat_price(state)
            yield group, Buy(seat), "buys a Fate token" + ("" if price is None else f" for {in_coins(price)}")
        case Suit.DRAFT:
            yield group, Draft(seat), "drafts from the deck"
            for spot, card in enumerate(state.market_common):
                if isinstance(card, Common):
                    yield group, Draft(seat, card, spot), f"drafts {card_name(card)} from spot {spot + 1}"
        case Suit.ASCEND:
            for column in SUITS:
                level = state.players[seat].column(column).level
                for card in (Common(column, up) for up in (level + 1, level + 2) if up <= 6):
                    yield group, Ascend(seat, card), f"ascends {card_name(card)}"
        case Suit.CAPTURE:
            for spot, shown in enumerate(state.market_tarot):
                if isinstance(shown, Tarot):
                    for column in SUITS:
                        yield (
                            group,
                            Capture(seat, shown, column, spot),
                            f"under {column}",
                            f"captures {card_name(shown)}",
                        )
                        for given in _may_be_given_up(state, seat):
                            yield (
                                group,
                                Capture(seat, shown, column, spot, gives_up=given),
                                f"under {column}, gives up {card_name(given)}",
                                f"captures {card_name(shown)}",
                            )
    yield group, Done(seat), "is done"


def _may_be_given_up(state: State, seat: Seat) -> tuple[Tarot, ...]:
    most = ask(state, seat, Rule.GIVES_UP_TO, 0)
    tarots = (column.tarot for column in state.players[seat].columns)
    return tuple(tarot for tarot in tarots if tarot is not None and 1 <= tarot.level <= most)


def _amounts(state: State) -> Iterator[HandEntry]:
    """Ask for the printed numbers that matter now and are not known: told once, they hold for the whole game (§N1)."""
    foe, action = awaited(state), state.turn.action if state.turn else None
    if foe is not None and state.turn is not None and pass_income(state, foe) is None:
        group = _answering(state, foe, state.turn.suit)
        if why_not(state, Pass(foe)) is None:
            yield HandEntry(group, _with_gap(state, Pass(foe, _GAP)), "passes and takes", asks=True)
    if action is not None and action.suit is Suit.EARN:
        group = _doing(state, action.seat, action.suit)
        if action.limit is None and why_not(state, Take(action.seat)) is None:
            yield HandEntry(group, _with_gap(state, Take(action.seat, _GAP)), "takes", asks=True)
        if mat_price(state) is None and why_not(state, Buy(action.seat)) is None:
            yield HandEntry(group, _with_gap(state, Buy(action.seat, _GAP)), "buys a token for", asks=True)


def _with_gap(state: State, act: Act) -> str:
    return "{}".join(format_act(state.setup, act).rsplit(str(_GAP), 1))


def _answering(state: State, foe: Seat, suit: Suit) -> str:
    return f"{state.name(foe)} answers {state.name(state.leader)}'s {suit}"


def _doing(state: State, seat: Seat, suit: Suit) -> str:
    return f"{state.name(seat)} does {suit}"


def _reports(state: State, log: Sequence[Entry], folded: Refolded) -> Iterator[HandEntry]:
    """Offer to say what a foe did whose answer nobody saw."""
    for _, act, before in _unseen(log, folded):
        if awaited(before) != act.seat:
            continue
        turn = before.turn
        led = "" if turn is None else f" {state.name(turn.leader)}'s {turn.suit} {turn.level}"
        group = f"Nobody saw how {state.name(act.seat)} answered{led}"
        income, cost = pass_income(before, act.seat), follow_cost(before, act.seat)
        offers: list[tuple[Act, str]] = [
            (Pass(act.seat, income), "passed" if income is None else f"passed, took {in_coins(income)}"),
            (Follow(act.seat), "followed for free" if cost == 0 else f"followed, paid {cost}"),
        ]
        for offer, text in offers:
            if why_not(before, offer) is None:
                yield HandEntry(group, format_act(state.setup, offer), text)


def late_answer(setup: Setup, log: Sequence[Entry], act: Act) -> Answer | None:
    """Take an act that does not fit now as a report of what nobody saw then, where it fits there."""
    seat = who(act)
    if seat is None or not isinstance(act, Pass | Follow):
        return None
    for place, unseen, before in _unseen(log, refold(setup, log)):
        if unseen.seat == seat and why_not(before, act) is None:
            return Answer(place, (act,), Evidence("hand"))
    return None


def _unseen(log: Sequence[Entry], folded: Refolded) -> Iterator[tuple[int, Unseen, State]]:
    """List the entries of the last acts that say that nobody saw an answer, with the state before, latest first."""
    told = list(zip(folded.counted, folded.before, strict=True))
    for one, before in reversed(told[-_LOOK_BACK:]):
        entry = log[one.entry]
        if isinstance(entry, ActEntry) and isinstance(entry.act, Unseen) and one.move == entry.act:
            yield one.entry, entry.act, before
