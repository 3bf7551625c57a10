"""Serves the dashboard on this machine only: takes the port, says the address, opens the browser, ends on Ctrl-C."""

import contextlib
import errno
import os
import socket
import webbrowser
from collections.abc import Callable
from threading import Thread

import uvicorn
from fastapi import FastAPI

HOST = "127.0.0.1"
BUSY = frozenset({errno.EADDRINUSE, errno.EACCES, errno.EPERM})


class ServingError(Exception):
    """The dashboard cannot be served; the text is one sentence that says what to do."""


class PortInUseError(ServingError):
    """Another program has the port, or the system does not give it."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} on this machine is not free: another Fatekeeper may be running. "
            f"Stop it, or choose another port with --port {port + 1 if port < 65535 else 8420}."
        )
        self.port = port


class Dashboard(uvicorn.Server):
    """A server that ends its event streams first, so that open pages never hold up the end."""

    def __init__(self, app: FastAPI, opened: Callable[[], None]) -> None:
        super().__init__(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=3))
        self.streams = app.state
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the event streams, then everything else."""
        self.streams.closing.set()
        await super().shutdown(sockets)


def serve(app: FastAPI, port: int, *, browser: bool, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. `say` gets the sentences for the player. Raises `PortInUseError`."""
    listener = listen(port)
    address = f"http://{HOST}:{listener.getsockname()[1]}/"

    def opened() -> None:
        say(f"The dashboard is at {address} (Ctrl-C ends it).")
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with listener, contextlib.suppress(KeyboardInterrupt):
        Dashboard(app, opened).run(sockets=[listener])


def listen(port: int) -> socket.socket:
    """Take a port of the loopback address; 0 takes a free one. Raises `PortInUseError`."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere this option would let two servers share one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        if error.errno in BUSY:
            raise PortInUseError(port) from None
        raise ServingError(f"The dashboard cannot listen on port {port}: {error.strerror}.") from None
    return listener
