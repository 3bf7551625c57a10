"""What things cost and bring: printed numbers by level (None: unknown), fees, prices, payments."""

from typing import Final

from engine.cards import COPIES, Common, Seat, Suit, Tarot
from engine.powers import Rule, ask
from engine.ranges import Range
from engine.state import COINS_IN_THE_BOX, Action, State
from engine.tarot import Answer

SKIP: Final = 5
"""Coins to the bank for leaving out one level in an ASCEND (§B12)."""
NOT_FOR_SALE: Final = 1 + COINS_IN_THE_BOX
"""More than anybody can pay: what ascending to a card of the market costs where no Tarot allows it."""


def follow_cost(state: State, foe: Seat) -> int:
    """Return what a foe pays the leader to follow the present lead: the levels missing (§B1, B2). Needs a turn."""
    turn = state.turn
    if turn is None:
        raise ValueError("Nobody leads, so nothing is there to follow.")
    missing = max(0, turn.level - state.players[foe].column(turn.suit).level)
    return ask(state, foe, Rule.FOLLOW_COST, missing)


def skip_price(state: State, seat: Seat) -> int:
    """Return what skipping a level costs a seat."""
    return ask(state, seat, Rule.SKIP_PRICE, SKIP)


def market_price(state: State, seat: Seat) -> int | None:
    """Return what ascending to a card of the market costs a seat besides a skip (§C23); None where it may not."""
    price = ask(state, seat, Rule.MARKET_PRICE, NOT_FOR_SALE)
    return None if price == NOT_FOR_SALE else price


def pass_income(state: State, seat: Seat) -> int | None:
    """Return the number at the bottom of a seat's EARN card (§B6)."""
    return state.setup.numbers.earn_pass[state.players[seat].columns[0].level - 1]


def action_limit(state: State, seat: Seat, suit: Suit, following: bool) -> int | None:
    """Return how much an action of a seat may do: coins, cards, ascends or captures, by the card of that suit."""
    numbers, index = state.setup.numbers, state.players[seat].column(suit).level - 1
    if following:
        rows = (numbers.earn_pass, numbers.draft_follow, numbers.ascend_follow, numbers.capture_tarots_follow)
    else:
        rows = (numbers.earn_lead, numbers.draft_lead, numbers.ascend_lead, numbers.capture_tarots_lead)
    return rows[suit.column][index]


def discard_limit(state: State, seat: Seat, following: bool) -> int | None:
    """Return how many Common cards may be paid over a whole CAPTURE action of a seat (§C7)."""
    numbers, index = state.setup.numbers, state.players[seat].column(Suit.CAPTURE).level - 1
    return (numbers.capture_commons_follow if following else numbers.capture_commons_lead)[index]


def discards_left(action: Action) -> int | None:
    """Return how many Common cards may still be paid in a CAPTURE (§C7); None where its number is unknown."""
    return None if action.discard_limit is None else max(0, action.discard_limit - action.discarded.lo)


def mat_price(state: State) -> int | None:
    """Return the price of the cheapest token left on the Trading Mat; None where it or the mat's side is unknown."""
    left, bought = state.mat_left.exact, state.mat_bought.exact
    if not left or bought is None:
        return None
    numbers = state.setup.numbers
    side = numbers.mat_5 if left + bought == len(numbers.mat_5) else numbers.mat_6
    return side[bought]


def answered_by(answer: Answer, state: State, seat: Seat, discards: tuple[Common, ...], cost: int) -> bool:
    """Tell whether the payment of a capture is one that a Tarot answers to."""
    paid = tuple((card, worth(state, seat, card)) for card in discards)
    return answer.where is None or answer.where(state, seat, paid, cost)


def worth(state: State, seat: Seat, card: Common) -> int:
    """Return what a discarded card counts toward a capture of a seat."""
    return ask(state, seat, Rule.LEVEL_2_WORTH, 2) if card.level == 2 else card.level


def capture_cost(state: State, seat: Seat, card: Tarot, gives_up: Tarot | None = None) -> int:
    """Return what capturing a Tarot costs a seat: its level, less that of an own Tarot that it gives up (§C11).

    It is nothing for the solo bot that does not pay (§C26).
    """
    bot = state.setup.bot
    if bot is not None and seat == bot.seat and not bot.pays:
        return 0
    return card.level if gives_up is None else max(0, card.level - gives_up.level)


def coins_due(
    state: State, seat: Seat, card: Tarot, discards: tuple[Common, ...], gives_up: Tarot | None = None
) -> int:
    """Return the least coins that complete the payment of a capture."""
    missing = max(
        0, capture_cost(state, seat, card, gives_up) - sum(worth(state, seat, discard) for discard in discards)
    )
    return -(-missing // ask(state, seat, Rule.COIN_WORTH, 1))


def payments(
    state: State, seat: Seat, card: Tarot, hand: tuple[Common, ...], limit: int
) -> tuple[tuple[tuple[Common, ...], int], ...]:
    """List the ways to pay for a capture, (discards, coins), with at most `limit` cards of `hand` and none to spare.

    Fewest coins first. The coins are what is due, not what the seat has.
    """
    cost, coin = capture_cost(state, seat, card), ask(state, seat, Rule.COIN_WORTH, 1)
    worths = {one: worth(state, seat, one) for one in hand}
    ways: list[tuple[tuple[Common, ...], int]] = [((), 0)]
    for one in sorted(worths, key=lambda one: worths[one], reverse=True):
        value, copies = worths[one], hand.count(one)
        for spent, paid in tuple(ways):
            most = min(copies, limit - len(spent), -(-(cost - paid) // value))
            ways += [(spent + (one,) * count, paid + count * value) for count in range(1, most + 1)]
    due = [(-(-max(0, cost - paid) // coin), tuple(sorted(spent))) for spent, paid in ways]
    return tuple((spent, coins) for coins, spent in sorted(due))


def unseen_payment(
    state: State, seat: Seat, card: Tarot, limit: int | None, coins: int | None = None, gives_up: Tarot | None = None
) -> tuple[Range, Range] | None:
    """Return how many cards and how many coins a capture may have cost where nobody saw all of it; None: none can.

    Nobody is taken to throw coins away: at most what is due without any discard, if `coins` does not say otherwise.
    """
    player = state.players[seat]
    coin, cost = ask(state, seat, Rule.COIN_WORTH, 1), capture_cost(state, seat, card, gives_up)
    best = max(6, ask(state, seat, Rule.LEVEL_2_WORTH, 2))
    most_cards = player.hand.common.hi if limit is None else min(limit, player.hand.common.hi)
    least_coins = -(-max(0, cost - most_cards * best) // coin) if coins is None else coins
    most_coins = min(player.coins.hi, -(-cost // coin)) if coins is None else coins
    least_cards = -(-max(0, cost - most_coins * coin) // best)
    if least_coins > most_coins or least_cards > most_cards:
        return None
    return Range(least_cards, most_cards), Range(least_coins, most_coins)


def printed(number: int | None) -> Range:
    """Return what a printed number may be: itself, or anything the box can pay where it is unknown."""
    return Range(0, COINS_IN_THE_BOX) if number is None else Range(number, number)


def copies_left(state: State, card: Common) -> int:
    """Count the copies of a Common card that lie nowhere where anybody saw them."""
    column, seen = card.suit.column, state.market_common.count(card) + state.discards.count(card)
    for player in state.players:
        seen += player.columns[column].stack.count(card) + player.hand.known.count(card)
    return COPIES[card.level] - seen - state.turned_up.count(card)


def tarot_seen(state: State, card: Tarot) -> bool:
    """Tell whether a Tarot is known to lie somewhere, so that it cannot turn up anew (§A2)."""
    return (
        card in state.market_tarot
        or card in state.gone
        or any(column.tarot == card for player in state.players for column in player.columns)
        or any(card in player.hand.known for player in state.players)
    )


def in_coins(amount: int) -> str:
    """Write an amount of coins: "1 coin", "3 coins"."""
    return f"{amount} coin{'' if amount == 1 else 's'}"
