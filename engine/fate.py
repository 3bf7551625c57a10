"""Who holds a suit's Fate token after a change (§A1-A7, A13-A15)."""

from collections.abc import Sequence

from engine.cards import Seat, Tarot


def holder_after_ascend(levels: Sequence[int], holder: Seat | None, mover: Seat) -> Seat | None:
    """Return who holds a suit's token once `mover` has put a card on it; `levels` are all seats' levels with that card.

    Only going above everybody else moves it, at level 2 or more (§A5, A7); a tie moves nothing (§A1), and who held
    it and goes on rising keeps it (§A6).
    """
    level = levels[mover]
    above_all = all(level > other for seat, other in enumerate(levels) if seat != mover)
    return mover if above_all and level > 1 else holder


def holder_of_tarot(tarots: Sequence[Tarot | None]) -> Seat | None:
    """Return who holds the token of the Tarot under a suit, given all seats' Tarot there: the highest one's owner.

    No two Tarot are alike (§A2), so the highest is always one player's: the first takes it, a higher one steals it,
    and after a replacement it lies with whoever is highest now (§A13-A15).
    """
    ranked = [(tarot.level, seat) for seat, tarot in enumerate(tarots) if tarot is not None]
    return Seat(max(ranked)[1]) if ranked else None
