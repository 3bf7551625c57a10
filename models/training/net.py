"""The net: plain 3x3 convolutions, which train faster on a core than depthwise ones, and a head that keeps places."""

import torch
from torch import nn

from vision.namer import CLASSES

WIDTHS = (16, 32, 64, 128)
"""Channels after each halving of the picture."""


class Block(nn.Module):
    """A 3x3 convolution, normalised, added to its input where the shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(N, inputs, h, w) to (N, outputs, h / stride, w / stride)."""
        y = torch.relu(self.norm(self.conv(x)))
        return x + y if self.residual else y


class Net(nn.Module):
    """Crops (N, 112, 64, 3) of 0..255, BGR, to logits (N, 94) in the order of vision.namer.CLASSES."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False),
            nn.BatchNorm2d(a),
            nn.ReLU(),
            Block(a, b, 2),
            Block(b, b),
            Block(b, c, 2),
            Block(c, c),
            Block(c, c),
            Block(c, d, 2),
            Block(d, d),
            Block(d, d),
        )
        self.head = nn.Sequential(
            nn.Conv2d(d, 2 * d, (7, 4), groups=d, bias=False),
            nn.BatchNorm2d(2 * d),
            nn.ReLU(),
            nn.Flatten(),
            nn.Dropout(0.15),
            nn.Linear(2 * d, 192),
            nn.ReLU(),
            nn.Linear(192, len(CLASSES)),
        )

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Logits of the crops; light and contrast of each crop are evened out first."""
        x = crops.permute(0, 3, 1, 2).float()
        mean = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - mean) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        x = (x - mean) / (spread + 8.0)
        logits: torch.Tensor = self.head(self.body(x.contiguous(memory_format=torch.channels_last)))
        return logits
