"""Keeps open pages up to date: server-sent events with the parts of the page that changed, and a steady pulse."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi.sse import ServerSentEvent

from assistant.pages import Pages
from assistant.snapshot import Board


async def events(board: Board, pages: Pages, pulse_s: float, closing: asyncio.Event) -> AsyncIterator[ServerSentEvent]:
    """Yield `parts` events with what changed since the last one, and a `pulse` at least every `pulse_s` seconds.

    The first `parts` event carries the whole page, so that a page that lost its connection is right again at once.
    The stream ends when `closing` is set.
    """
    shown: dict[str, str] = {}
    changes = board.changes()
    change = asyncio.ensure_future(anext(changes))
    closed = asyncio.ensure_future(closing.wait())
    try:
        while not closing.is_set():
            snapshot = board.snapshot()
            parts = pages.parts(snapshot)
            fresh = {name: html for name, html in parts.items() if shown.get(name) != html}
            shown = parts
            if fresh:
                told = {"revision": snapshot.revision, "phase": snapshot.phase, "parts": fresh}
                yield ServerSentEvent(event="parts", data=told, retry=1000)
            yield ServerSentEvent(event="pulse", data=pulse(board))
            await asyncio.wait({change, closed}, timeout=pulse_s, return_when=asyncio.FIRST_COMPLETED)
            if change.done():
                change.result()
                change = asyncio.ensure_future(anext(changes))
    finally:
        for task in (change, closed):
            task.cancel()


def pulse(board: Board) -> Mapping[str, Any]:
    """Tell what changes all the time: the age of the picture and which one it is."""
    snapshot, picture = board.snapshot(), board.picture()
    camera = snapshot.camera
    return {
        "revision": snapshot.revision,
        "age_s": camera.age_s,
        "status": camera.status,
        "dropped": camera.dropped,
        "reading_ms": camera.reading_ms,
        "picture": None if picture is None else f"{picture.name}@{picture.taken_s:.3f}",
        # A picture that is called like its camera says nothing new.
        "picture_name": None if picture is None or picture.name == camera.name else picture.name,
    }
