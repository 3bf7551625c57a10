"""What an act implies: an action that is still open ends where a later act shows that it is over."""

from typing import assert_never

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
from engine.cards import HIDDEN
from engine.events import Event
from engine.hidden import close
from engine.state import State


def settled(state: State, act: Act, events: list[Event]) -> State:
    """Return the state that an act finds: with the open action closed, where the act implies that it is over."""
    return state if _goes_on(state, act) else close(state, events)


def _goes_on(state: State, act: Act) -> bool:
    """Tell whether an act leaves an open action open."""
    acting = state.turn.action.seat if state.turn and state.turn.action else None
    match act:
        case Refill():
            return (state.market_tarot if act.market == "tarot" else state.market_common)[act.spot] is HIDDEN
        case TurnUp():
            return state.setup.bot is not None and acting == state.setup.bot.seat
        case Lead() | Shift():
            return False
        case Shuffle() | Waive() | Effect():
            return True
        case Follow() | Pass() | Unseen() | Done() | Take() | Buy() | Draft() | Ascend() | Capture() | Use():
            return acting == act.seat
        case _:
            assert_never(act)
