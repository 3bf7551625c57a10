"""Measures the namer in `models` set by set, or finds its temperature.

uv run --extra train python -m models.training.evaluate --art DIR --backgrounds DIR [--photos DIR] [--tables DIR]
    [--negatives DIR] [--calibrate]

Figures at the threshold: recall (named rightly), wrong (named otherwise), turned (of the named, the wrong way up),
and ece, the gap between confidence and truth (expected calibration error, 10 bins; Guo et al. 2017).
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.batches import TRAIN_PRINTINGS
from models.training.measuring import (
    MEASURE_PRINTINGS,
    CropSet,
    drawn_from,
    drawn_tables,
    framed_crops,
    labelled_pictures,
    random_places,
)
from vision.namer import NONE_CLASS, Named, Namer, load_namer
from vision.reading import BACK, LABELS


def measure(namer: Namer, crops: CropSet) -> str:
    """One line of figures for a set."""
    named = _all(namer, crops.crops)
    truth = [_label(c) for c in crops.classes]
    right = np.array([n.label == t and t is not None for n, t in zip(named, truth, strict=True)])
    wrong = np.array([n.label is not None and n.label != t for n, t in zip(named, truth, strict=True)])
    first = np.array([n.candidates(1)[0][0] == t for n, t in zip(named, truth, strict=True)])
    faces = right & np.array([t != BACK for t in truth])
    turned = np.array([n.turned for n in named]) != ((crops.classes >= 46) & (crops.classes < 92))
    count = len(truth)
    line = f"{crops.name:36} n {count:5}  "
    if (crops.classes != NONE_CLASS).all():
        line += f"recall {right.mean():.4f}  first {first.mean():.4f}  turned {int((turned & faces).sum())}  "
        line += f"ece {_ece(named, first):.3f}  "
    backs = wrong & np.array([n.label == BACK for n in named])
    return (
        line + f"wrong faces {int((wrong & ~backs).sum())}, backs {int(backs.sum())}" + _examples(named, truth, wrong)
    )


def calibrate(namer: Namer, sets: list[CropSet]) -> float:
    """The temperature at which the log-loss over all these sets is least."""
    classes = np.concatenate([crops.classes for crops in sets])
    shares = np.concatenate(
        [namer.probabilities(c.crops[i : i + 64]) for c in sets for i in range(0, len(c.crops), 64)]
    )
    logits = np.log(np.maximum(shares, 1e-30)) * namer.temperature
    return float(min(np.exp(np.linspace(np.log(0.4), np.log(3), 80)), key=lambda t: _loss(logits / t, classes)))


def thresholds(namer: Namer, crops: CropSet) -> str:
    """Recall and wrong names of a set for a row of thresholds, at the namer's temperature."""
    named = _all(namer, crops.crops)
    sure = np.array([n.confidence for n in named])
    right = np.array([n.candidates(1)[0][0] == _label(c) for n, c in zip(named, crops.classes, strict=True)])
    steps = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98)
    figures = [f"{t}: {(right & (sure >= t)).mean():.3f}/{int((~right & (sure >= t)).sum())}" for t in steps]
    return f"{crops.name:36} n {len(sure):5}  recall/wrong at " + "  ".join(figures)


def _all(namer: Namer, crops: NDArray[np.uint8]) -> list[Named]:
    return [n for i in range(0, len(crops), 64) for n in namer.name_crops(crops[i : i + 64])]


def _label(found: int) -> str | None:
    return LABELS[found % 46] if found < 92 else BACK if found != NONE_CLASS else None


def _loss(logits: NDArray[np.float64], classes: NDArray[np.int64]) -> float:
    top = logits.max(1)
    return float((top + np.log(np.exp(logits - top[:, None]).sum(1)) - logits[np.arange(len(classes)), classes]).mean())


def _ece(named: list[Named], right: NDArray[np.bool_]) -> float:
    sure = np.array([n.confidence for n in named])
    bins = np.minimum((sure * 10).astype(int), 9)
    gaps = [abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist())]
    return float(sum(gaps))


def _examples(named: list[Named], truth: list[str | None], wrong: NDArray[np.bool_]) -> str:
    lines = [f"\n    {truth[i]} named {named[i].label} {named[i].confidence:.3f}" for i in np.flatnonzero(wrong)[:6]]
    return "".join(lines)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--backgrounds", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--negatives", type=Path)
    parser.add_argument("--calibrate", action="store_true", help="print the temperature, and figures by threshold")
    options = parser.parse_args()
    namer = load_namer()
    if options.calibrate:
        sets = [*framed_crops(options.art, options.backgrounds, 3000, "train")]
        sets.append(drawn_tables(TRAIN_PRINTINGS, 30, "drawn tables"))
        print(f"--temperature {calibrate(namer, sets):.3f}")
        print("\n".join(thresholds(namer, crops) for crops in sets))
        return
    print(f"threshold {namer.threshold}")
    for crops in framed_crops(options.art, options.backgrounds, 2400, "held_out"):
        print(measure(namer, crops), flush=True)
    print(measure(namer, drawn_tables(MEASURE_PRINTINGS, 20, "drawn tables, unseen printings")), flush=True)
    with drawn_from(options.art):
        crops = drawn_tables(MEASURE_PRINTINGS + 100, 20, "drawn tables, held-out art")
    print(measure(namer, crops), flush=True)
    if options.photos:
        for jitter in (0.0, 0.05):
            print(measure(namer, labelled_pictures(options.photos, jitter, f"photos, corners off by {jitter:.0%}")))
    if options.tables:
        for jitter in (0.0, 0.03, 0.06):
            print(measure(namer, labelled_pictures(options.tables, jitter, f"tables, corners off by {jitter:.0%}")))
    if options.negatives:
        print(measure(namer, random_places(options.negatives, 3000, "negatives, random places")))


if __name__ == "__main__":
    main()
