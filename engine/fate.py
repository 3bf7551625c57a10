"""Who holds a suit's Fate token after a change (§A1-A18)."""

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


def holder_after_fall(levels: Sequence[int], holder: Seat | None, faller: Seat) -> Seat | None:
    """Return who holds a suit's token once `faller` has lost the top card there; `levels` are those after it.

    Only the token of the faller moves (§A12): to the one foe who is now above all others, or to the supply where two
    or more foes tie for the top (§A9b) or nobody is left at 2 (§A10). Who is still at the top, alone or with one foe,
    keeps it (§A8, A9).
    """
    if holder != faller:
        return holder
    top = max(levels)
    ahead = [Seat(seat) for seat, level in enumerate(levels) if level == top and seat != faller]
    if top < 2 or len(ahead) > 1:
        return None
    return faller if levels[faller] == top else ahead[0]


def holder_after_taken(levels: Sequence[int], holder: Seat | None) -> Seat | None:
    """Return who holds a suit's token once a top card went from one seat to another (§A18)."""
    top = max(levels)
    ahead = [Seat(seat) for seat, level in enumerate(levels) if level == top]
    if top < 2:
        return None
    return ahead[0] if len(ahead) == 1 else holder if holder in ahead else None
