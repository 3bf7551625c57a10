"""How a game was won is said in the words of the table."""

import pytest

from assistant.telling_end import decided_by, tell_end
from engine.state import State
from tests.engine.tables import after, opening

DEPLETED = ("set common deck 0", "set discards nothing", "set common market 1: nothing")
TIE = " won by the tie-break as the deck ran out: "
EQUAL = ("set Ana coins 4", "set Ben coins 4", "set Ana side 2", "set Ben side 2")


def over(*lines: str) -> State:
    """A game of three that ends because the deck has run out, as Cai leads EARN."""
    state = after(
        opening(3), *DEPLETED, "set leader Cai", "set Cai coins 0", *lines, "Cai leads EARN", "Cai takes 4 coins"
    )
    return after(state, "Ana passes", "Ben passes")


def test_with_enough_tokens() -> None:
    state = after(opening(3), "set Ben side 6")
    assert (decided_by(state), tell_end(state)) == ("threshold", "Ben won with enough Fate tokens: 6")


@pytest.mark.parametrize(
    ("lines", "decided", "told"),
    [
        (("set Cai side 1",), "tokens", "Cai won as the deck ran out, with the most Fate tokens: 1"),
        (
            ("set Cai coins 3",),
            "coins",
            f"Cai{TIE}Ana and Ben have as many tokens, but fewer coins (6 and 6 to 7)",
        ),
        (
            (*EQUAL, "set Ben hand 7 common 1 tarot"),
            "cards",
            f"Ben{TIE}Ana has as many tokens and coins, but fewer cards in hand (6 to 8)",
        ),
        (
            (*EQUAL, "set Ana side 1", "set Ana EARN tarot The Magician", "set tarot token EARN Ana"),
            "tarot",
            f"Ana{TIE}Ben has as many tokens, coins and cards in hand, but no Tarot as high (none to The Magician)",
        ),
        (
            EQUAL,
            "shared",
            "Ana and Ben share the win as the deck ran out: level in tokens, coins, cards in hand and highest Tarot",
        ),
        (
            (*EQUAL, "set Ana coins 3-5"),
            "open",
            "Ana and Ben: as the deck ran out, what nobody saw decides between them",
        ),
    ],
)
def test_as_the_deck_runs_out(lines: tuple[str, ...], decided: str, told: str) -> None:
    state = over(*lines)
    assert (decided_by(state), tell_end(state)) == (decided, told)


def test_a_game_that_goes_on_has_no_winner() -> None:
    assert (decided_by(opening()), tell_end(opening())) == (None, "Nobody has won")
