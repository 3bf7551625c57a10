"""Simulated games: the same from the same seed, honest about what is hidden, lively, and over in good time."""

from itertools import islice
from random import Random

import pytest

from assistant.players import Choose, careless, choices, greedy
from assistant.simulate import deal, play
from engine.acts import Ascend, Capture, Draft, Lead, Refill
from engine.cards import Common, Faces, Seat, Suit, Tarot
from engine.check import flaws
from engine.numbers import HOUSE
from engine.rules import apply


def test_a_seed_gives_the_same_game_and_another_seed_another() -> None:
    assert list(play(3, 5)) == list(play(3, 5))
    assert [act for act, _ in play(3, 5)] != [act for act, _ in play(3, 6)]


def test_the_first_moment_is_the_set_up() -> None:
    first = next(play(4, 1, first=Seat(2), faces=Faces("swords", "wands")))
    assert first.act is None
    assert first.state.count == 0
    assert first.state.leader == 2
    assert first.state.setup.faces.ascend == "swords"
    assert first.state.setup.numbers == HOUSE


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_deal_holds_the_whole_box(seats: int) -> None:
    game = deal(("Ana", "Ben", "Cai", "Dia", "Eli")[:seats], Random(1))
    assert flaws(game.state) == ()
    shown = game.state.setup
    cards = [*game.commons, *game.tarots, *shown.market_tarot, *shown.market_common]
    cards += [card for hand in game.hands for card in hand]
    assert sum(isinstance(card, Common) for card in cards) == 80
    assert len({card for card in cards if isinstance(card, Tarot)}) == 22 - {2: 5, 3: 3, 4: 1, 5: 0}[seats]
    for hand in game.hands:
        assert [card.level <= 11 for card in hand if isinstance(card, Tarot)] == [True]


def test_cards_from_the_deck_stay_hidden_and_refills_are_shown() -> None:
    acts = [act for act, _ in play(3, 2)]
    assert any(isinstance(act, Draft) and act.spot is None for act in acts)
    assert all(act.card is None for act in acts if isinstance(act, Draft) and act.spot is None)
    assert all(act.card is not None for act in acts if isinstance(act, Refill))


@pytest.mark.parametrize("seats", [2, 3])
def test_openings_are_lively(seats: int) -> None:
    lively = 0
    for seed in range(20):
        kinds = {type(act) for act, _ in islice(play(seats, seed), 11)}
        lively += {Ascend, Capture, Lead} <= kinds
    assert lively >= 14


@pytest.mark.parametrize("players", [(greedy,), (greedy, careless), (careless,)], ids=["greedy", "mixed", "careless"])
def test_games_end_in_good_time(players: tuple[Choose, ...]) -> None:
    for seats in (2, 3, 4, 5):
        for seed in range(3):
            *_, last = play(seats, seed, players=players)
            assert last.state.end is not None
            assert last.state.end.winners
            assert flaws(last.state) == ()


def test_greedy_players_beat_careless_ones() -> None:
    won = 0
    for seed in range(20):
        *_, last = play(2, seed, players=(greedy, careless), first=Seat(seed % 2))
        won += last.state.winner == 0
    assert won >= 15


def test_players_only_choose_what_their_hand_holds() -> None:
    game = deal(("Ana", "Ben"), Random(3))
    hand = game.hands[0]
    state = apply(game.state, Lead(Seat(0), Suit.ASCEND)).state
    laid = {act.card for act in choices(state, Seat(0), hand) if isinstance(act, Ascend)}
    assert laid == {card for card in hand if isinstance(card, Common) and card.level == 2}
    state = apply(game.state, Lead(Seat(0), Suit.CAPTURE)).state
    caught = [act for act in choices(state, Seat(0), hand) if isinstance(act, Capture)]
    assert {act.card for act in caught if act.spot is None} <= set(hand)
    assert all(set(act.discards or ()) <= set(hand) for act in caught)
