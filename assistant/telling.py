"""What happened, in the words players use at the table; the record has its own, in `engine.lines`. Pure."""

from collections.abc import Sequence
from typing import assert_never

from assistant.phrases import card_name, listed
from assistant.telling_tarot import tell_tarot
from engine.acts import (
    Act,
    Ascend,
    Buy,
    Capture,
    Done,
    Draft,
    Effect,
    Follow,
    Lead,
    Pass,
    Refill,
    Shift,
    Shuffle,
    Take,
    TurnUp,
    Unseen,
    Use,
    Waive,
)
from engine.cards import Common, Hidden
from engine.costs import coins_due, follow_cost, in_coins, market_price, mat_price, pass_income, skip_price
from engine.facts import (
    CoinsAre,
    DeckIs,
    DiscardsAre,
    Fact,
    GoneAre,
    HandIs,
    HolderIs,
    KnownAre,
    LeaderIs,
    MatIs,
    ShuffledIs,
    SideIs,
    SpotIs,
    StackIs,
    TarotIs,
    TurnedUpAre,
    TurnIs,
)
from engine.ranges import Range
from engine.state import State


def tell(state: State, move: Act | Fact) -> str:
    """Say what a move did in the state before it: "Ben follows, pays Ana 2"."""
    return _fact(state, move) if isinstance(move, Fact) else _act(state, move)


def _act(state: State, act: Act) -> str:
    match act:
        case Refill():
            market = "Tarot market" if act.market == "tarot" else "market"
            card = "A card that nobody could read" if act.card is None else card_name(act.card)
            return f"{card} comes to spot {act.spot + 1} of the {market}"
        case Shuffle():
            return "The discards become the new Common deck"
        case TurnUp():
            card = "A card" if act.card is None else card_name(act.card)
            source = "the deck" if act.tarot is None else f"its hand for {card_name(act.tarot)}"
            return f"{card} is turned up from {source} for the solo bot"
        case Shift():
            return "The cards of both markets move up to their start"
        case _:
            return f"{state.name(act.seat)} {_doing(state, act)}"


def _doing(state: State, act: Act) -> str:
    match act:
        case Lead():
            return f"leads {act.suit} {state.players[act.seat].column(act.suit).level}"
        case Follow():
            cost = act.fee if act.fee is not None or state.turn is None else follow_cost(state, act.seat)
            return f"follows, pays {state.name(state.leader)} {cost}" if cost else "follows for free"
        case Pass():
            amount = pass_income(state, act.seat) if act.amount is None else act.amount
            return "passes" if amount is None else f"passes, takes {in_coins(amount)}"
        case Take():
            action = state.turn.action if state.turn else None
            amount = action.limit if act.amount is None and action else act.amount
            return "takes coins" if amount is None else f"takes {in_coins(amount)}"
        case Buy():
            price = mat_price(state) if act.price is None else act.price
            return "buys a Fate token" if price is None else f"buys a Fate token for {in_coins(price)}"
        case Draft():
            return f"drafts {_drafted(state, act)}"
        case Ascend():
            skips = act.card.level == state.players[act.seat].column(act.card.suit).level + 2
            skipped = f", skips a level for {in_coins(skip_price(state, act.seat))}" if skips else ""
            return f"ascends {card_name(act.card)}{_from_market(state, act)}{skipped}"
        case Capture():
            source = "" if act.spot is not None else " from the hand"
            return f"captures {card_name(act.card)}{source} under {act.suit}{_payment(state, act)}"
        case Done():
            return "is done"
        case Unseen():
            acting = state.turn is not None and state.turn.action is not None and state.turn.action.seat == act.seat
            return "went on unseen" if acting else "answered, and nobody saw how"
        case Use() | Waive() | Effect():
            return tell_tarot(state, act)
        case Refill() | Shuffle() | TurnUp() | Shift():
            raise ValueError("The table does this, no player.")
        case _:
            assert_never(act)


def _drafted(state: State, act: Draft) -> str:
    if act.spot is None:
        return "from the deck" if act.card is None else f"{card_name(act.card)} from the deck"
    there = state.market_common[act.spot]
    card = act.card if act.card is not None else there if isinstance(there, Common) else None
    return f"{'the card' if card is None else card_name(card)} from spot {act.spot + 1}"


def _from_market(state: State, act: Ascend) -> str:
    if act.spot is None:
        return ""
    action = state.turn.action if state.turn else None
    price = None if action is None or action.market_ascend else market_price(state, act.seat)
    return f" from spot {act.spot + 1}" + (f" for {in_coins(price)}" if price else "")


def _payment(state: State, act: Capture) -> str:
    if act.discards is None:
        return "" if act.coins is None else f", pays {in_coins(act.coins)}"
    paid = coins_due(state, act.seat, act.card, act.discards, act.gives_up) if act.coins is None else act.coins
    parts = [f"discards {listed([card_name(card) for card in act.discards])}"] if act.discards else []
    parts += [] if act.gives_up is None else [f"gives up {card_name(act.gives_up)}"]
    return f", {' and '.join([*parts, f'pays {in_coins(paid)}'] if paid or not parts else parts)}"


def _fact(state: State, fact: Fact) -> str:
    match fact:
        case CoinsAre():
            return f"{state.name(fact.seat)} has {_number(fact.coins)} {_coins(fact.coins)}"
        case HandIs():
            hand = f"{_number(fact.common)} Common and {_number(fact.tarot)} Tarot"
            return f"{state.name(fact.seat)} holds {hand}"
        case SideIs():
            return f"{state.name(fact.seat)} has {_number(fact.tokens)} Fate {_tokens(fact.tokens)} beside the tableau"
        case StackIs():
            stack = listed([str(card.level) for card in fact.stack])
            return f"{state.name(fact.seat)}'s {fact.suit} is {stack}, bottom to top"
        case TarotIs():
            card = "no Tarot" if fact.card is None else card_name(fact.card) + (", turned" if fact.turned else "")
            return f"{state.name(fact.seat)} has {card} under {fact.suit}"
        case HolderIs():
            kind = "Tarot" if fact.place == "tarot" else "Common"
            holder = "the supply" if fact.holder is None else state.name(fact.holder)
            return f"The {kind} token of {fact.suit} is with {holder}"
        case SpotIs():
            market = "Tarot market" if fact.market == "tarot" else "market"
            shown = fact.shown
            card = (
                "empty" if shown is None else "a card nobody knows" if isinstance(shown, Hidden) else card_name(shown)
            )
            return f"Spot {fact.spot + 1} of the {market} is {card}"
        case DeckIs():
            return f"The {'Tarot' if fact.market == 'tarot' else 'Common'} deck holds {fact.cards}"
        case MatIs():
            return f"The Trading Mat has {_number(fact.left)} {_tokens(fact.left)} left"
        case LeaderIs():
            return f"{state.name(fact.seat)} leads next"
        case KnownAre():
            cards = listed([card_name(card) for card in fact.cards])
            return f"Known of {state.name(fact.seat)}'s hand: {cards or 'nothing'}"
        case DiscardsAre():
            return f"{len(fact.cards)} cards lie on the discard pile"
        case ShuffledIs():
            return f"The discards were {'' if fact.shuffled else 'not '}shuffled"
        case TurnedUpAre():
            return f"{len(fact.cards)} cards are turned up for the solo bot"
        case GoneAre():
            return f"Out of the game: {listed([card_name(card) for card in fact.cards]) or 'no Tarot'}"
        case TurnIs():
            return f"{state.name(fact.turn.leader)} has led {fact.turn.suit} {fact.turn.level}"
        case _:
            assert_never(fact)


def _number(count: Range) -> str:
    return str(count.lo) if count.exact is not None else f"{count.lo} to {count.hi}"


def _coins(count: Range) -> str:
    return "coin" if count.exact == 1 else "coins"


def _tokens(count: Range) -> str:
    return "token" if count.exact == 1 else "tokens"


def tell_all(state: State, moves: Sequence[Act | Fact]) -> str:
    """Say what some moves did, all told from the same state."""
    return "; ".join(tell(state, move) for move in moves)
