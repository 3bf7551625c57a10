"""The JSON side: the view, the snapshot, the event stream, the picture, and the commands a player gives."""

from collections.abc import AsyncIterable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field

from assistant import stream
from assistant.problems import NoGameError, NoPictureError
from assistant.snapshot import Board, Snapshot, View

api = APIRouter()

Seat = Annotated[str, Field(pattern=r"^[A-E]$", description="A seat, A to E.")]
Name = Annotated[str, Field(min_length=1, max_length=80, description="The id of a question, answer or dispute.")]


class Command(BaseModel):
    """Any command: `expected` is the revision the player was looking at."""

    model_config = ConfigDict(extra="forbid", strict=True)
    expected: int = Field(ge=0)


class Enter(Command):
    """One act as a line of the record; an `amount` of coins goes in the place of `{}` in it."""

    line: str = Field(min_length=1, max_length=300, pattern=r"^[^\r\n]+$")
    amount: int | None = Field(default=None, ge=0, le=170)


class Coins(Command):
    """How many coins a seat has; 170 are in the box (1.3)."""

    seat: Seat
    coins: int = Field(ge=0, le=170)


class Hand(Command):
    """How many Common and Tarot cards a seat holds; 80 and 22 are in a game (1.3)."""

    seat: Seat
    common: int = Field(ge=0, le=80)
    tarot: int = Field(ge=0, le=22)


class Answer(Command):
    """The answer to an open question."""

    question: Name
    answer: Name


class Pause(BaseModel):
    """Whether the demonstration stands still."""

    model_config = ConfigDict(extra="forbid", strict=True)
    paused: bool


class Done(BaseModel):
    """A command was taken; the game is at `revision` now."""

    revision: int


def board_of(request: Request) -> Board:
    """Give the table this application shows."""
    board: Board = request.app.state.board
    return board


@api.get("/api/view")
async def view(request: Request) -> View:
    """What the table knows, in the form that `watch` and `replay` print too."""
    snapshot = board_of(request).snapshot()
    if snapshot.view is None:
        raise NoGameError(f"{snapshot.why} {snapshot.todo}".strip() or "No game has been recognised yet.")
    return snapshot.view


@api.get("/api/snapshot")
async def whole(request: Request) -> Snapshot:
    """Everything the page shows: the view, the log, what can be entered, camera and numbers."""
    return board_of(request).snapshot()


@api.get("/api/events", response_class=EventSourceResponse)
async def events(request: Request) -> AsyncIterable[ServerSentEvent]:
    """Follow the game: `parts` carries changed pieces of the page, `pulse` the age of the picture."""
    state: Any = request.app.state
    async for event in stream.events(state.board, state.pages, state.settings.pulse_s, state.closing):
        yield event


@api.get("/picture.jpg")
async def picture(request: Request) -> Response:
    """The latest picture of the table, with what was recognised drawn over it."""
    latest = board_of(request).picture()
    if latest is None:
        raise NoPictureError("The camera has given no picture yet.")
    return Response(latest.jpeg, media_type="image/jpeg")


@api.post("/api/acts")
async def enter(request: Request, command: Enter) -> Done:
    """Enter what the camera cannot see."""
    line = command.line if command.amount is None else command.line.replace("{}", str(command.amount))
    board_of(request).enter(line, command.expected)
    return done(request)


@api.post("/api/answers")
async def answer(request: Request, command: Answer) -> Done:
    """Answer a question."""
    board_of(request).answer(command.question, command.answer, command.expected)
    return done(request)


@api.post("/api/undo")
async def undo(request: Request, command: Command) -> Done:
    """Take back the last act."""
    board_of(request).undo(command.expected)
    return done(request)


@api.post("/api/coins")
async def coins(request: Request, command: Coins) -> Done:
    """Set the coins of a seat, as counted at the table."""
    board_of(request).set_coins(command.seat, command.coins, command.expected)
    return done(request)


@api.post("/api/hands")
async def hands(request: Request, command: Hand) -> Done:
    """Set the hand counts of a seat, as counted at the table."""
    board_of(request).set_hand(command.seat, command.common, command.tarot, command.expected)
    return done(request)


@api.post("/api/disputes/{dispute}/dismiss")
async def dismiss(request: Request, dispute: Annotated[str, Path(max_length=80)], command: Command) -> Done:
    """Put a dispute away."""
    board_of(request).dismiss(dispute, command.expected)
    return done(request)


@api.post("/api/demo/pause")
async def pause(request: Request, command: Pause) -> Done:
    """Pause the demonstration, or let it go on."""
    board_of(request).pause(command.paused)
    return done(request)


@api.post("/api/demo/step")
async def step(request: Request) -> Done:
    """Let the paused demonstration play one act."""
    board_of(request).step()
    return done(request)


def done(request: Request) -> Done:
    """Say at which revision the game is now."""
    return Done(revision=board_of(request).snapshot().revision)
