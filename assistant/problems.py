"""What goes wrong over HTTP: application/problem+json (RFC 9457) with a stable code and a sentence for a player."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from assistant.snapshot import BoardError, NotADemo, Refused, Stale, Unknown

CODES = {
    "stale": "The command was made for an older state of the game; `current` is the revision now.",
    "refused": "The rules do not allow the act; `reason` says why and `rule` names the ruling.",
    "unknown": "There is no such question, dispute or seat, or no longer.",
    "not-a-demo": "Pause and step belong to the demonstration.",
    "no-game": "No game has been recognised yet.",
    "no-picture": "The camera has given no picture yet.",
    "invalid": "The body of the request does not fit.",
    "foreign": "The request comes from another site or another name of this machine.",
    "not-found": "There is no such page.",
    "method": "The page does not take this kind of request.",
    "failed": "Something went wrong inside; the game so far is kept.",
}
"""Every stable code, with its meaning."""


def problem(status: int, code: str, detail: str, **more: Any) -> JSONResponse:
    """Make one problem+json answer; `code` is one of `CODES`."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code, "detail": detail}
    return JSONResponse(body | more, status_code=status, media_type="application/problem+json")


class NoGameError(Exception):
    """The view was asked for before a game was recognised."""


class NoPictureError(Exception):
    """The picture was asked for before the camera gave one."""


def board_problem(_request: Request, error: Exception) -> JSONResponse:
    """Say why the table did not take a command."""
    match error:
        case Stale():
            return problem(409, "stale", str(error), current=error.current)
        case Refused():
            return problem(422, "refused", str(error), reason=error.reason, rule=error.rule)
        case Unknown():
            return problem(404, "unknown", str(error))
        case NotADemo():
            return problem(409, "not-a-demo", str(error))
        case _:
            return problem(409, "refused", str(error))


def invalid_problem(_request: Request, error: Exception) -> JSONResponse:
    """Say which field of a body does not fit."""
    assert isinstance(error, RequestValidationError)
    first: Mapping[str, Any] = error.errors()[0]
    if first["type"] == "json_invalid":
        return problem(422, "invalid", "The body of the request is not JSON.", field="the body")
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "the body"
    return problem(422, "invalid", f"“{where}” does not fit: {str(first['msg']).lower()}.", field=where)


def http_problem(_request: Request, error: Exception) -> JSONResponse:
    """Turn the framework's own refusals (404, 405 and others) into problems."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return problem(405, "method", "This page does not take that kind of request.")
    if error.status_code == HTTPStatus.NOT_FOUND:
        return problem(404, "not-found", "There is no such page here; the dashboard is at /.")
    return problem(error.status_code, "invalid", "That request cannot be read; it is not one that the page makes.")


def failed_problem(_request: Request, _error: Exception) -> JSONResponse:
    """Say that something broke inside, without its entrails; the server logs the traceback."""
    return problem(500, "failed", "Something went wrong inside Fatekeeper. The game so far is kept; reload the page.")


def install(app: FastAPI) -> None:
    """Make every failure of `app` a problem."""
    app.add_exception_handler(BoardError, board_problem)
    app.add_exception_handler(RequestValidationError, invalid_problem)
    app.add_exception_handler(HTTPException, http_problem)
    app.add_exception_handler(NoGameError, lambda _r, e: problem(404, "no-game", str(e)))
    app.add_exception_handler(NoPictureError, lambda _r, e: problem(404, "no-picture", str(e)))
    app.add_exception_handler(Exception, failed_problem)
