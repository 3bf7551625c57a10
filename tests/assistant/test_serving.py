"""Serving for real: a process of its own, a port that is taken, and an end by Ctrl-C with a page still open."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from assistant.serving import PortInUseError, listen
from assistant.settings import Settings, SettingsError, read_settings

ROOT = Path(__file__).parents[2]
SERVER = """
import sys
from assistant.app import create_app
from assistant.serving import serve
from assistant.settings import Settings
from tests.assistant.sample_board import SampleBoard

serve(create_app(SampleBoard(), Settings()), 0, browser=False, say=lambda words: print(words, flush=True))
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_ends_it_cleanly_although_a_page_is_open() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        words = server.stdout.readline()
        address = next(word for word in words.split() if word.startswith("http"))
        assert address.startswith("http://127.0.0.1:")
        with httpx.stream("GET", f"{address}api/events", timeout=10) as stream:
            lines = stream.iter_lines()
            assert "event: parts" in next(lines)
            begun = time.monotonic()
            server.send_signal(signal.SIGINT)
            for _ in lines:
                pass
        assert server.wait(10) == 0
        assert time.monotonic() - begun < 2
        assert server.stderr.read() == ""


def test_a_port_in_use_is_told_in_one_sentence() -> None:
    with listen(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUseError, match=rf"Port {port} .* --port {port + 1}"):
            listen(port)


def test_only_the_loopback_address_is_taken() -> None:
    with listen(0) as listener:
        assert listener.family == socket.AF_INET
        assert listener.getsockname()[0] == "127.0.0.1"


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FATEKEEPER_PORT", "9000")
    monkeypatch.setenv("FATEKEEPER_DATA", str(tmp_path))
    settings = read_settings(browser=False)
    assert (settings.port, settings.browser, settings.games) == (9000, False, tmp_path / "games")
    assert read_settings(port=9001).port == 9001


def test_an_unknown_or_unfit_setting_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATEKEEPER_PROT", "9000")
    with pytest.raises(SettingsError, match="no setting FATEKEEPER_PROT"):
        read_settings()
    monkeypatch.delenv("FATEKEEPER_PROT")
    monkeypatch.setenv("FATEKEEPER_PORT", "99999")
    with pytest.raises(SettingsError, match="FATEKEEPER_PORT does not fit"):
        read_settings()
    monkeypatch.delenv("FATEKEEPER_PORT")
    with pytest.raises(SettingsError, match="FATEKEEPER_COLOUR does not fit"):
        read_settings(colour="red")


def test_every_setting_is_described() -> None:
    assert all(field.description for field in Settings.model_fields.values())
