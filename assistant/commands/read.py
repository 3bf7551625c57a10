"""`fatekeeper read`: card faces, tokens and the ball in pictures. Returns the exit status."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from assistant.phrases import card_words, face
from vision.errors import PictureError, VisionError
from vision.overlay import draw_reading, encode_jpeg
from vision.pictures import decode
from vision.pipeline import load_reader
from vision.reading import BACK, Reader, Reading, Sighting

DONE, NOT_GOOD_ENOUGH = 0, 1


def read(images: Sequence[Path], as_json: bool = False, overlay: Path | None = None) -> int:
    """Read every picture; one that cannot be used is named on standard error, and the others go on."""
    try:
        reader = load_reader()
        if overlay is not None:
            overlay.mkdir(parents=True, exist_ok=True)
    except VisionError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"{overlay} cannot be a folder for the drawn pictures ({error.strerror}); name another.")
    console = Console(stderr=True)
    status = DONE
    shown = console.is_terminal and len(images) > 1
    with Progress(console=console, transient=True, disable=not shown) as progress:
        for path in progress.track(images, description="Reading"):
            status = max(status, _read_one(reader, path, as_json, overlay))
    return status


def _read_one(reader: Reader, path: Path, as_json: bool, overlay: Path | None) -> int:
    try:
        image = decode(path)
    except PictureError as error:
        return _refuse(str(error))
    reading = reader.read(image)
    if as_json:
        sys.stdout.write(json.dumps(as_line(path.name, reading)) + "\n")
        sys.stdout.flush()
    elif reading.cards:
        _show(path, reading)
    if not reading.cards:
        _say(f"{path}: no cards were found; show them face up, each at least 60 pixels wide and in even light.")
    if overlay is None:
        return DONE
    drawn = overlay / f"{path.stem}.read.jpg"
    try:
        drawn.write_bytes(encode_jpeg(draw_reading(image, reading, lambda label: card_words(label, {}))))
    except OSError as error:
        return _refuse(f"{drawn} cannot be written ({error.strerror}); name another folder.")
    return DONE


def as_line(name: str, reading: Reading) -> dict[str, Any]:
    """Put a reading into the form of `read --json`: pixels to a tenth, probabilities to four digits."""
    ball = reading.ball
    return {
        "image": name,
        "width": reading.width,
        "height": reading.height,
        "ms": {stage: round(ms, 1) for stage, ms in reading.ms.items()},
        "cards": [_card(card) for card in reading.cards],
        "tokens": [
            {"center": _pixels(token.center), "radius": round(token.radius, 1), "on": token.on}
            for token in reading.tokens
        ],
        "ball": None
        if ball is None
        else {"center": _pixels(ball.center), "radius": round(ball.radius, 1), "on": ball.on},
    }


def _card(card: Sighting) -> dict[str, Any]:
    return {
        "label": card.label,
        "confidence": round(card.confidence, 4),
        "corners": [_pixels(corner) for corner in card.corners.tolist()],
        "candidates": [[label, round(share, 4)] for label, share in card.candidates],
    }


def _pixels(point: Sequence[float]) -> list[float]:
    return [round(float(number), 1) for number in point]


def _show(path: Path, reading: Reading) -> None:
    """Give the reading as a table on standard output."""
    table = Table(title=f"{path.name}: {reading.width} x {reading.height}, read in {reading.ms['total']:.0f} ms")
    for heading in ("Card", "Sure", "At", "On it"):
        table.add_column(heading)
    on: dict[int, list[str]] = {}
    for token in reading.tokens:
        if token.on is not None:
            on.setdefault(token.on, []).append("Fate token")
    if reading.ball is not None and reading.ball.on is not None:
        on.setdefault(reading.ball.on, []).append("Crystal Ball")
    for index, card in enumerate(reading.cards):
        x, y = card.corners.mean(axis=0)
        name = "cannot tell" if card.label is None else _name(card.label)
        table.add_row(
            name,
            "" if card.label is None else f"{card.confidence:.0%}",
            f"{x:.0f}, {y:.0f}",
            ", ".join(on.get(index, [])),
        )
    Console().print(table)


def _name(label: str) -> str:
    return "face down" if label == BACK else face(label, {}).name


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


def _refuse(sentence: str) -> int:
    _say(sentence)
    return NOT_GOOD_ENOUGH
