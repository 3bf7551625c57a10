"""The application: who may talk to it, what it answers, and the headers that keep the page to itself."""

import asyncio
from importlib.resources import files
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from assistant import problems
from assistant.api import api
from assistant.pages import Pages, site
from assistant.settings import Settings
from assistant.snapshot import Board

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

LARGEST_BODY = 100_000
"""Bytes of a request; a command takes some hundred."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def create_app(board: Board, settings: Settings) -> FastAPI:
    """Make the dashboard of one table. Setting `app.state.closing` ends its event streams."""
    app = FastAPI(title="Fatekeeper", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.board = board
    app.state.settings = settings
    app.state.pages = Pages(settings)
    app.state.closing = asyncio.Event()
    app.include_router(api)
    app.include_router(site)
    app.mount("/static", StaticFiles(directory=str(files("assistant") / "static")), name="static")
    problems.install(app)
    # Around everything, so that the answer to a failure inside carries the headers as well.
    app.middleware_stack = Fence(app.build_middleware_stack())
    return app


class Fence:
    """Lets in only requests for this machine by a loopback name, and no POST that another site's page makes.

    The Host check stops DNS rebinding, the Origin check cross-site posts; programs send no Origin and may pass.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check an HTTP request, pass it on, and put the protective headers on its answer."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store" if not is_static(scope) else "no-cache")
            await send(message)

        refusal = why_not(scope)
        if refusal is None and too_large(scope):
            await problems.problem(413, "invalid", "The body of the request is too large.")(
                scope, receive, send_guarded
            )
            return
        if refusal is None:
            await self.app(scope, receive, send_guarded)
        else:
            await problems.problem(403, "foreign", refusal)(scope, receive, send_guarded)


def why_not(scope: Scope) -> str | None:
    """Say why a request is not let in; None lets it in."""
    if scope["type"] != "http":
        return "This dashboard speaks HTTP only."
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if name_of(f"//{host}") not in LOOPBACK:
        return "Open the dashboard by the address Fatekeeper printed (127.0.0.1), not by another name."
    if scope["method"] in {"GET", "HEAD"}:
        return None
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return "Only the dashboard's own page may change the game."
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return "Only the dashboard's own page may change the game."
    return None


def too_large(scope: Scope) -> bool:
    """Say whether a request announces more than any command needs, or does not say how much it brings."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    return "transfer-encoding" in headers or not length.isdecimal() or int(length) > LARGEST_BODY


def name_of(address: str) -> str | None:
    """Give the host name in `//host:port`, None where it is malformed."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def is_static(scope: Scope) -> bool:
    """Say whether a request is for a file of the page, which may be kept and asked about."""
    return str(scope["path"]).startswith("/static/")
