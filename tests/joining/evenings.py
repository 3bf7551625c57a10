"""An evening at a simulated table: a real game is played, a perfect eye reads it, and a live table follows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from assistant.journal import Journal
from assistant.simulate import play
from assistant.snapshot import NumbersState
from assistant.stills import moved
from assistant.table import LiveTable
from assistant.telling import tell
from assistant.wire import view
from engine.acts import Act, Ascend, Buy, Capture, Draft, Follow, Lead, PlayerAct, Take, Use
from engine.cards import Seat
from engine.log import Skipped, refold
from engine.numbers import HOUSE, Numbers
from engine.state import Setup, State
from tests.joining.readings import Eye
from tests.score_watch import compare


@dataclass(frozen=True)
class Moment:
    """A settled still: the acts since the one before, and the true state."""

    acts: tuple[Act, ...]
    state: State


def moments(seats: int, seed: int, count: int) -> Iterator[Moment]:
    """The set-up, and then a moment for each act that moves something to be seen."""
    waiting: list[Act] = []
    done = 0
    for played in play(seats, seed):
        if played.act is not None:
            waiting.append(played.act)
            if moved(played.act) is None:
                continue
        yield Moment(tuple(waiting), played.state)
        waiting.clear()
        done += 1
        if done == count:
            return


class Evening:
    """A live table that looks at a game with its own knowledge of the printed numbers."""

    def __init__(
        self,
        setup: Setup,
        numbers: Numbers = HOUSE,
        sees_ball: bool = True,
        journal: Callable[[Setup], Journal] | None = None,
    ) -> None:
        self.table = LiveTable(NumbersState(numbers.name, numbers.invented), journal=journal)
        self.table.begin(replace(setup, numbers=numbers), first_sure=True)
        self.eye = Eye(sees_ball)
        self.acts: list[Act] = []
        self.state: State | None = None

    def look(self, moment: Moment, covered: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Let the table look at a moment."""
        self.acts += moment.acts
        self.state = moment.state
        return self.table.look(self.eye.read(moment.state, covered))

    @property
    def view(self) -> dict[str, Any]:
        """What the table knows."""
        return self.table.view()

    @property
    def revision(self) -> int:
        return self.table.snapshot().revision

    @property
    def branches(self) -> int:
        """In how many states the game may be."""
        assert self.table._game is not None
        return len(self.table._game.branches)

    def answer_truly(self) -> int:
        """Answer every open question as the players would, knowing what they did: how many there were."""
        asked = 0
        while questions := self.view["questions"]:
            question = questions[0]
            truth = self._truth(question["text"])
            ids = {choice["text"]: choice["id"] for choice in question["answers"]}
            self.table.answer(question["id"], ids[truth], self.revision)
            asked += 1
        return asked

    def _truth(self, question: str) -> str:
        assert self.state is not None
        setup = self.state.setup
        if question.startswith("Who took"):
            drafts = [act for act in self._since_lead() if isinstance(act, Draft) and act.spot is not None]
            return self._drafter(drafts[-1].seat)
        if " use " in question:
            done = self._in_place_of_an_action(Seat(setup.names.index(question.split()[1])))
            if isinstance(done, Use):
                return tell(self.state, Use(done.seat, done.tarot, foe=done.foe, suit=done.suit))
            return "No" if done is None else "Took coins" if isinstance(done, Take) else "Bought a token"
        if question.startswith("Did "):
            name = question.split()[1]
            act = self._last((Take, Buy), Seat(setup.names.index(name)))
            return "Took coins" if isinstance(act, Take) else "Bought a token"
        if question.startswith("What did "):
            act = self._last((Lead,), Seat(setup.names.index(question.split()[2])))
            assert isinstance(act, Lead)
            return str(act.suit)
        act = next(act for act in reversed(self.acts) if isinstance(act, Ascend | Capture))
        return tell(self.state, act)

    def _in_place_of_an_action(self, seat: Seat) -> Use | Take | Buy | None:
        """Find what a player did with the action that they last led or followed with, where that is one of these."""
        own = [act for act in self.acts if isinstance(act, PlayerAct) and act.seat == seat]
        start = max(i for i, act in enumerate(own) if isinstance(act, Lead | Follow))
        return next((act for act in own[start:] if isinstance(act, Use | Take | Buy)), None)

    def _since_lead(self) -> list[Act]:
        start = max(i for i, act in enumerate(self.acts) if isinstance(act, Lead))
        return self.acts[start:]

    def _drafter(self, seat: Seat) -> str:
        assert self.state is not None
        lead = self._since_lead()[0]
        assert isinstance(lead, Lead)
        return self.state.name(seat) + ("" if seat == lead.seat else " (follows)")

    def _last(self, kinds: tuple[type, ...], seat: Seat) -> Act:
        return next(act for act in reversed(self.acts) if isinstance(act, kinds) and getattr(act, "seat", None) == seat)

    def wrong(self) -> list[str]:
        """Every visible fact that the view does not say as it truly is."""
        assert self.state is not None
        facts = compare({"view": view(self.state)}, {"view": self.view})
        return [fact for fact, right in facts.items() if not right]

    def impossible(self) -> list[str]:
        """Every count of coins or cards in hand that no state held possible has. Needs an up-to-date table."""
        assert self.state is not None
        assert self.table._game is not None
        found = []
        for seat in self.state.seats:
            true = self.state.players[seat]
            held = [branch.state.players[seat] for branch in self.table._game.branches]
            if not any(true.coins.lo in player.coins for player in held):
                found.append(f"{seat} has {true.coins} coins, not {[str(player.coins) for player in held]}")
            if not any(true.hand.common.lo in player.hand.common for player in held):
                found.append(f"{seat} holds {true.hand.common}, not {[str(player.hand.common) for player in held]}")
        return found

    def refused(self) -> tuple[Skipped, ...]:
        """What of the log the rules would not take again; the state they fold to is the one the game goes on from."""
        game = self.table._game
        assert game is not None
        folded = refold(game.setup, game.entries)
        assert folded.state == game.base
        return folded.skipped

    def up_to_date(self) -> bool:
        """Whether a lead was just seen, so that nothing can have happened that nobody could know yet."""
        assert self.state is not None
        return isinstance(self.acts[-1], Lead) if self.acts else True
