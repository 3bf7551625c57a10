"""Trains the namer on one core, while one more process makes the crops.

uv run --extra train python -m models.training.train --art DIR --backgrounds DIR [--rounds N] [--out runs/namer]
"""

import argparse
import copy
import multiprocessing as mp
import time
from dataclasses import dataclass
from multiprocessing.queues import Queue
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from models.training.batches import TRAIN_PRINTINGS, Batch, Maker
from models.training.net import Net
from models.training.sources import load
from vision.namer import CROP_SIZE

FRESH = 256
"""New crops a round."""
STEPS, SIZE = 5, 128
"""Steps a round and crops a step: each crop is seen 2.5 times, each time changed a little."""
KEPT = 6144
"""How many of the last crops are drawn from."""
SEED = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run needs: where the pictures are, how long it goes, where it leaves its weights."""

    art: Path
    backgrounds: Path
    rounds: int
    out: Path
    rate: float


def _produce(plan: Plan, queue: "Queue[Batch]") -> None:
    cv2.setNumThreads(1)
    sources = load(plan.art, plan.backgrounds, "train")
    for batch in Maker(sources, SEED, printings=(0, TRAIN_PRINTINGS)).batches(FRESH):
        queue.put(batch)


class Pool:
    """The last KEPT crops, from which steps are drawn, changed a little each time."""

    def __init__(self, seed: int):
        w, h = CROP_SIZE
        self._rng = np.random.default_rng(seed)
        self._crops = np.empty((KEPT, h, w, 3), np.uint8)
        self._classes = np.empty(KEPT, np.int64)
        self._count = 0

    def add(self, batch: Batch) -> None:
        """Put a batch in the place of the oldest."""
        at = self._count % KEPT
        self._crops[at : at + len(batch.classes)] = batch.crops
        self._classes[at : at + len(batch.classes)] = batch.classes
        self._count += len(batch.classes)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """SIZE crops and their classes: turned, moved by up to two pixels, in slightly other colours."""
        rng = self._rng
        chosen = rng.integers(0, min(self._count, KEPT), SIZE)
        crops, classes = self._crops[chosen].astype(np.float32), self._classes[chosen].copy()
        turned = rng.random(SIZE) < 0.5
        crops[turned] = crops[turned][:, ::-1, ::-1]
        named = turned & (classes < 92)
        classes[named] = (classes[named] + 46) % 92
        for i, (dy, dx) in enumerate(rng.integers(-2, 3, (SIZE, 2))):
            crops[i] = np.roll(crops[i], (dy, dx), (0, 1))
        crops *= np.exp(rng.normal(0, 0.08, (SIZE, 1, 1, 3))).astype(np.float32)
        return torch.from_numpy(crops), torch.from_numpy(classes)


def train(plan: Plan) -> None:
    """Run the plan; the averaged weights lie in plan.out / weights.pt, renewed every 25 rounds."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    plan.out.mkdir(parents=True, exist_ok=True)
    context = mp.get_context("spawn")
    queue: Queue[Batch] = context.Queue(4)
    producer = context.Process(target=_produce, args=(plan, queue), daemon=True)
    producer.start()
    net = Net().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.02)
    total = plan.rounds * STEPS
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total, pct_start=0.12, final_div_factor=300)
    pool = Pool(SEED)
    started, losses, right, step = time.monotonic(), [], [], 0
    for number in range(1, plan.rounds + 1):
        pool.add(queue.get())
        net.train()
        for _ in range(STEPS):
            crops, classes = pool.draw()
            logits = net(crops)
            loss = nn.functional.cross_entropy(logits, classes, label_smoothing=0.02)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            step += 1
            _follow(average, net, min(0.998, 1 - 10 / (10 + step)))
            losses.append(loss.item())
            right.append((logits.argmax(1) == classes).float().mean().item())
        if number % 25 == 0 or number == plan.rounds:
            line = f"round {number}/{plan.rounds} {time.monotonic() - started:.0f} s"
            print(f"{line} loss {np.mean(losses):.3f} right {np.mean(right):.3f}", flush=True)
            losses, right = [], []
            torch.save(average.state_dict(), plan.out / "weights.pt")
    producer.terminate()


def _follow(average: nn.Module, net: nn.Module, decay: float) -> None:
    """Move the averaged weights (and the norms' statistics) towards the net's."""
    with torch.no_grad():
        for mean, now in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mean.is_floating_point():
                mean.lerp_(now, 1 - decay)
            else:
                mean.copy_(now)


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--art", type=Path, required=True, help="folder with a folder of LABEL.jpg for each art set")
    parser.add_argument("--backgrounds", type=Path, required=True, help="folder with pictures of table tops")
    parser.add_argument("--rounds", type=int, default=900)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--out", type=Path, default=Path("runs/namer"))
    options = parser.parse_args()
    train(Plan(options.art, options.backgrounds, options.rounds, options.out, options.rate))


if __name__ == "__main__":
    main()
