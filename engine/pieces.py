"""Moves coins, cards and tokens from place to place in a state; whether that is legal was asked before."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from engine.cards import SUITS, Card, Common, Seat, Suit, Tarot
from engine.costs import copies_left
from engine.events import CoinsMoved, Event, FateMoved, Shuffled
from engine.fate import holder_of_tarot
from engine.ranges import ZERO, Range
from engine.state import COINS_IN_THE_BOX, Action, Column, Hand, Owners, Player, State
from engine.turns import to_shuffle

C = TypeVar("C")


def with_player(state: State, seat: Seat, player: Player) -> State:
    """Put a player in the place of the seat's old one."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def purse(coins: Range) -> Range:
    """Bound a guess by what the box holds; coins that were surely taken count beyond that (§C27)."""
    lo = max(0, coins.lo)
    return Range(lo, max(lo, min(coins.hi, COINS_IN_THE_BOX)))


def move_coins(state: State, giver: Seat | None, taker: Seat | None, amount: Range, events: list[Event]) -> State:
    """Move coins; what was paid proves that the payer had it."""
    if giver is None and state.setup.house.bank_runs_out:
        bank = COINS_IN_THE_BOX - sum(player.coins.lo for player in state.players)
        amount = Range(min(amount.lo, max(0, bank)), min(amount.hi, max(0, bank)))
    if amount.hi == 0:
        return state
    if giver is not None:
        player = state.players[giver]
        state = with_player(state, giver, replace(player, coins=purse(player.coins.narrow(lo=amount.lo) - amount)))
    if taker is not None:
        player = state.players[taker]
        state = with_player(state, taker, replace(player, coins=purse(player.coins + amount)))
    events.append(CoinsMoved(giver, taker, amount))
    return state


def with_known(hand: Hand, *cards: Card) -> tuple[Card, ...]:
    """Return the known cards of a hand with some more, in order."""
    return tuple(sorted((*hand.known, *cards), key=_order))


def _order(card: Card) -> tuple[int, int]:
    return (len(SUITS), card.level) if isinstance(card, Tarot) else (card.suit.column, card.level)


def without(cards: tuple[C, ...], gone: C) -> tuple[C, ...]:
    """Return the cards but for one copy of a card, if they hold it."""
    if gone not in cards:
        return cards
    place = cards.index(gone)
    return (*cards[:place], *cards[place + 1 :])


def draw(state: State, card: Common | None, events: list[Event]) -> State:
    """Take one card off the Common deck, after a shuffle where it has run out, or perhaps has (§C3)."""
    if state.deck_common.hi == 0 or (card is not None and copies_left(state, card) < 1):
        state = shuffle(state, events)
    elif state.deck_common.lo == 0:
        return _perhaps_shuffled(state, Range(0, state.deck_common.hi - 1))
    return replace(state, deck_common=state.deck_common.narrow(lo=1) - 1)


def unseen_draws(state: State, seat: Seat, most: int) -> State:
    """Let a hand have drawn up to `most` cards from the deck."""
    hand, deck = state.players[seat].hand, state.deck_common
    most = min(most, deck.hi + to_shuffle(state).hi)
    left = Range(max(0, deck.lo - most), deck.hi)
    state = replace(state, deck_common=left) if most <= deck.lo else _perhaps_shuffled(state, left)
    hand = replace(hand, common=Range(hand.common.lo, hand.common.hi + most))
    return with_player(state, seat, replace(state.players[seat], hand=hand))


def _perhaps_shuffled(state: State, left: Range) -> State:
    """Let the discards have become the deck as it was drawn from, or not: what lies in them is no longer known.

    `left` are the cards of the deck if they did not.
    """
    pile = to_shuffle(state)
    if pile.hi == 0:
        return replace(state, deck_common=left)
    deck = Range(left.lo, max(left.hi, pile.hi - 1))
    return replace(state, deck_common=deck, discards=(), unseen_discards=Range(0, pile.hi))


def shuffle(state: State, events: list[Event]) -> State:
    """Make the discard pile the Common deck (§C3)."""
    events.append(Shuffled())
    pile = state.unseen_discards + len(state.discards)
    deck = Range(pile.lo, pile.hi + state.deck_common.hi)
    once = state.setup.house.one_shuffle
    return replace(state, deck_common=deck, discards=(), unseen_discards=ZERO, shuffled=once)


def played(hand: Hand, cards: tuple[Common, ...]) -> Hand:
    """Take Common cards out of a hand; what was played proves that it held them."""
    known: tuple[Card, ...] = hand.known
    for card in cards:
        known = without(known, card)
    sure = sum(isinstance(card, Common) for card in known)
    return replace(hand, common=hand.common.narrow(lo=len(cards) + sure) - len(cards), known=known)


def dropped(hand: Hand, count: Range, fitting: Callable[[Common], bool]) -> Hand:
    """Take cards out of a hand that nobody saw; known ones that fit may be gone, and are no longer known."""
    if count.hi == 0:
        return hand
    known = tuple(card for card in hand.known if isinstance(card, Tarot) or not fitting(card))
    sure = sum(isinstance(card, Common) for card in known)
    common = hand.common.narrow(lo=min(hand.common.hi, sure + count.lo))
    return replace(hand, common=Range(max(sure, common.lo - count.hi), common.hi - count.lo), known=known)


def beside(state: State, seat: Seat, tokens: Range, events: list[Event]) -> State:
    """Put Fate tokens beside a tableau, where nobody can take them (§A21)."""
    player = state.players[seat]
    if tokens.lo > 0:
        events.append(FateMoved("side", None, None, seat))
    return with_player(state, seat, replace(player, side=player.side + tokens))


def with_action(state: State, action: Action | None) -> State:
    """Put an open action, or none, in the place of the turn's old one."""
    return replace(state, turn=replace(state.turn, action=action)) if state.turn else state


def end_action(state: State) -> State:
    """End the open action; what was turned up for the solo bot and is no longer wanted is discarded (§C19)."""
    return with_action(put_off(state), None)


def put_off(state: State) -> State:
    """Discard what was turned up for the solo bot and is no longer wanted (§C19)."""
    return replace(state, discards=(*state.discards, *state.turned_up), turned_up=()) if state.turned_up else state


def with_column(state: State, seat: Seat, suit: Suit, column: Column) -> State:
    """Put a column in the place of a player's old one."""
    player = state.players[seat]
    first, second, third, fourth = (column if suit is SUITS[place] else old for place, old in enumerate(player.columns))
    return with_player(state, seat, replace(player, columns=(first, second, third, fourth)))


def owned(owners: Owners, suit: Suit, owner: Seat | None) -> Owners:
    """Put an owner in the place of the old one of a suit."""
    first, second, third, fourth = (owner if suit is SUITS[place] else old for place, old in enumerate(owners))
    return first, second, third, fourth


def with_use(state: State, action: Action) -> State:
    """Count one more use of the open action, which ends it where its number is reached."""
    action = replace(action, used=action.used + 1)
    over = action.used == action.limit and not action.market_ascend
    return end_action(state) if over else with_action(state, action)


def answered(state: State, seat: Seat) -> State:
    """Count a foe among those who have answered the lead."""
    turn = state.turn
    return replace(state, turn=replace(turn, answered=(*turn.answered, seat))) if turn else state


def from_mat(state: State, seat: Seat, tokens: Range, events: list[Event]) -> State:
    """Move the cheapest tokens of the Trading Mat beside the tableau of a seat."""
    state = beside(state, seat, tokens, events)
    left = state.mat_left.narrow(lo=tokens.lo) - tokens
    return replace(state, mat_left=left.narrow(lo=0), mat_bought=state.mat_bought + tokens)


def looked_at(state: State, events: list[Event]) -> State:
    """Look again at who is highest under each suit (§A17)."""
    for suit, holder in zip(SUITS, state.fate_tarot, strict=True):
        taker = holder_of_tarot([player.column(suit).tarot for player in state.players])
        if taker != holder:
            events.append(FateMoved("tarot", suit, holder, taker))
            state = replace(state, fate_tarot=owned(state.fate_tarot, suit, taker))
    return state
