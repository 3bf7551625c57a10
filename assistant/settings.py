"""What the owner of the machine can set, by arguments or by environment variables that start with FATEKEEPER_."""

import os
from pathlib import Path

from platformdirs import user_data_dir
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "FATEKEEPER_"


class SettingsError(ValueError):
    """A setting that is unknown or out of bounds; the text is one sentence that says which."""


class Settings(BaseSettings):
    """The settings of the dashboard. Every one is described and bounded; unknown ones are refused."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    port: int = Field(
        default=8420, ge=0, le=65535, description="Port of the dashboard on this machine; 0 takes a free one."
    )
    browser: bool = Field(default=True, description="Open the dashboard in the browser when it is ready.")
    data: Path = Field(
        default_factory=lambda: Path(user_data_dir("fatekeeper", appauthor=False)),
        description="Folder in which games are kept.",
    )
    slow_s: float = Field(
        default=3.0, ge=0.5, le=60, description="Seconds after which a picture counts as old (amber)."
    )
    lost_s: float = Field(
        default=10.0, ge=1, le=600, description="Seconds after which the picture counts as lost (red)."
    )
    pulse_s: float = Field(default=1.0, ge=0.05, le=5, description="Seconds between two signs of life to an open page.")
    acts_shown: int = Field(default=10, ge=1, le=200, description="How many of the last acts the page shows.")

    @property
    def games(self) -> Path:
        """The folder of the journals, one file a game."""
        return self.data / "games"

    @property
    def profiles(self) -> Path:
        """The folder of the imported profiles, one file each."""
        return self.data / "profiles"


def read_settings(**given: object) -> Settings:
    """Read the settings from the environment, `given` ones first; raises `SettingsError`."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    unknown = sorted(name for name in os.environ if name.upper().startswith(PREFIX) and name.upper() not in known)
    if unknown:
        raise SettingsError(f"There is no setting {unknown[0]}; known are {', '.join(sorted(known))}.")
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        where = "_".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(f"The setting {PREFIX}{where} does not fit: {first['msg'].lower()}.") from None
