"""Writes trained weights as ONNX into `models`, with their sha256 and calibration in the manifest.

uv run --extra train python -m models.training.export [--weights FILE] [--temperature T] [--threshold P]
"""

import argparse
import hashlib
import re
from pathlib import Path

import torch

from models.training.net import Net
from vision.namer import CROP_SIZE
from vision.onnx import MANIFEST

MODELS = Path(__file__).resolve().parents[1]


def export(weights: Path, temperature: float | None, threshold: float | None) -> Path:
    """Write models/namer.onnx and bring its entry of the manifest up to date; what is None stays as it was."""
    net = Net()
    net.load_state_dict(torch.load(weights, weights_only=True))
    net.eval()
    path = MODELS / "namer.onnx"
    crops = torch.zeros((2, CROP_SIZE[1], CROP_SIZE[0], 3), dtype=torch.uint8)
    torch.onnx.export(
        net,
        (crops,),
        str(path),
        dynamo=False,
        opset_version=17,
        input_names=["crops"],
        output_names=["logits"],
        dynamic_axes={"crops": {0: "count"}, "logits": {0: "count"}},
    )
    manifest = MODELS / MANIFEST
    text = manifest.read_text(encoding="utf-8")
    text = _set(text, "sha256", f'"{hashlib.sha256(path.read_bytes()).hexdigest()}"')
    if temperature is not None:
        text = _set(text, "temperature", f"{temperature:.3f}")
    if threshold is not None:
        text = _set(text, "threshold", f"{threshold:.3f}")
    manifest.write_text(text, encoding="utf-8")
    return path


def _set(text: str, key: str, value: str) -> str:
    changed, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
    if count != 1:
        raise ValueError(f"{MANIFEST} must hold one line '{key} = ...'; it holds {count}.")
    return changed


def main() -> None:
    """Read the arguments and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, default=Path("runs/namer/weights.pt"))
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--threshold", type=float)
    options = parser.parse_args()
    path = export(options.weights, options.temperature, options.threshold)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
