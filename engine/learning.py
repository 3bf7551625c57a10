"""Printed numbers that acts give away: an amount that a player took or paid is what stands on the card."""

from typing import NamedTuple

from engine.acts import Act, Buy, Pass, Take
from engine.bank import given
from engine.cards import Suit
from engine.costs import mat_price, pass_income
from engine.numbers import ROWS, Numbers
from engine.refusals import Refusal
from engine.state import COINS_IN_THE_BOX, State


class Told(NamedTuple):
    """A printed number: its row, its level or place in the row (from 1), its value."""

    row: str
    level: int
    value: int


def taught(state: State, act: Act) -> Told | None:
    """Say which printed number, unknown so far, an act gives away; `state` is the one before it."""
    if isinstance(act, Pass | Take) and act.amount is not None and given(state, 1 + act.amount).lo <= act.amount:
        return None  # It may be all that was left in the bank (§C27).
    match act:
        case Pass(amount=int() as amount) if pass_income(state, act.seat) is None:
            return Told("earn_pass", state.players[act.seat].column(Suit.EARN).level, amount)
        case Take(amount=int() as amount) if state.turn and state.turn.action and state.turn.action.limit is None:
            return Told("earn_lead", state.turn.level, amount)
        case Buy(price=int() as price) if mat_price(state) is None:
            left, bought = state.mat_left.exact, state.mat_bought.exact
            # Where it is not known how many spots the mat shows, neither is which side the price stands on.
            return None if left is None or bought is None else Told(f"mat_{left + bought}", bought + 1, price)
        case _:
            return None


def contradiction(numbers: Numbers, told: Told) -> Refusal | None:
    """Say why a printed number cannot be what is told of it: it is something else, or there is no such number."""
    row: tuple[int | None, ...] = getattr(numbers, told.row) if told.row in ROWS else ()
    if not 1 <= told.level <= len(row) or not 0 <= told.value <= COINS_IN_THE_BOX:
        return Refusal(f"There is no printed number {told.row} {told.level} of {told.value}.", "N1")
    if told.row == "mat_spots" and told.value not in (5, 6):
        return Refusal(f"The Trading Mat has 5 or 6 spots, not {told.value}.", "C22")
    known = row[told.level - 1]
    if known is None or known == told.value:
        return None
    return Refusal(f"{place(told.row, told.level)} said {known}, now {told.value}.", "N1")


def place(row: str, level: int) -> str:
    """Say in a player's words where a number is printed."""
    if row == "mat_spots":
        return f"The number of spots of the Trading Mat for {level + 1} players"
    if row.startswith("mat_"):
        return f"Price {level} on the side of the Trading Mat with {row.removeprefix('mat_')} spots"
    suit, _, rest = row.partition("_")
    kind, _, end = rest.rpartition("_")
    what = {"tarots": " (Tarot)", "commons": " (Common cards)"}.get(kind, "")
    return f"{'The top' if end == 'lead' else 'The bottom'} of {suit.upper()} {level}{what}"
