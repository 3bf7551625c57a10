"""Runs the learned models that ship in the package `models`; the only place that knows ONNX Runtime."""

import hashlib
import tomllib
from dataclasses import dataclass
from importlib.abc import Traversable
from importlib.resources import files
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import ModelDamaged, ModelMissing

MANIFEST = "manifest.toml"

_AGAIN = "install Fatekeeper again"


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What the manifest says of one model: its file, the file's sha256, its input (axes after the batch), its labels.

    `temperature` divides its logits; `threshold` is the probability from which a name is given.
    """

    name: str
    file: str
    sha256: str
    input: tuple[int, ...]
    labels: tuple[str, ...]
    temperature: float
    threshold: float


class Model:
    """One loaded model: uint8 pictures in, float32 logits out."""

    def __init__(self, card: ModelCard, weights: bytes, threads: int):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self.card = card
        self._session: Any = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input: str = self._session.get_inputs()[0].name

    def logits(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Pictures (N, *card.input) to logits (N, len(card.labels)), divided by the model's temperature."""
        if len(pictures) == 0:
            return np.empty((0, len(self.card.labels)), np.float32)
        (out,) = self._session.run(None, {self._input: pictures})
        return np.asarray(out, np.float32) / np.float32(self.card.temperature)


def load_model(name: str, folder: Traversable | None = None, threads: int = 2) -> Model:
    """Load a model named in the manifest; raises ModelMissing or ModelDamaged. `folder` is the package `models`."""
    folder = files("models") if folder is None else folder
    card = read_card(name, folder)
    try:
        weights = folder.joinpath(card.file).read_bytes()
    except OSError:
        raise ModelMissing(f"The weights '{card.file}' of the model '{name}' are missing: {_AGAIN}.") from None
    if hashlib.sha256(weights).hexdigest() != card.sha256:
        raise ModelDamaged(
            f"The weights '{card.file}' are not those the manifest names (their sha256 differs): {_AGAIN}."
        )
    return Model(card, weights, threads)


def read_card(name: str, folder: Traversable) -> ModelCard:
    """What the manifest in that folder says of a model; raises ModelMissing or ModelDamaged."""
    try:
        text = folder.joinpath(MANIFEST).read_text(encoding="utf-8")
    except OSError:
        raise ModelMissing(f"The list of models, '{MANIFEST}', is missing: {_AGAIN}.") from None
    try:
        entry = tomllib.loads(text)[name]
        return ModelCard(
            name=name,
            file=str(entry["file"]),
            sha256=str(entry["sha256"]),
            input=tuple(int(v) for v in entry["input"]),
            labels=tuple(str(v) for v in entry["labels"]),
            temperature=float(entry["temperature"]),
            threshold=float(entry["threshold"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError):
        raise ModelDamaged(f"'{MANIFEST}' says nothing usable of the model '{name}': {_AGAIN}.") from None
