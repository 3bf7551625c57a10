"""One drawn opening, shared by every test that needs pixels."""

from pathlib import Path

import pytest

from assistant.commands.draw import draw


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an opening for three: 8 stills, an arm in one of them, and the truth."""
    folder = tmp_path_factory.mktemp("drawn") / "opening"
    assert draw(folder, seats=3, seed=5, stills=8, arms=1) == 0
    return folder
