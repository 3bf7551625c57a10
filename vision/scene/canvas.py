"""The picture while it is being drawn: colours, gloss and which thing shows at each pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Gray, Image
from vision.scene.sprite import Sprite
from vision.scene.view import Points, View

NOTHING = 0
"""The owner of pixels that show the bare table."""


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """Colours (H, W, 3) without light, gloss (H, W) 0..255, owner (H, W) int16: the thing seen there.

    `whole` counts the pixels each owner would have if nothing lay on it and the picture had no edge.
    """

    view: View
    image: Image
    gloss: Gray
    owner: NDArray[np.int16]
    whole: dict[int, int]

    def stamp(self, sprite: Sprite, corners: ArrayLike, owner: int, gain: float = 1.0) -> None:
        """Lay a sprite so that its TL, TR, BR, BL come to `corners` (4, 2) px: drawn at twice the size, then halved."""
        quad = np.asarray(corners, dtype=np.float64)
        low = np.floor(quad.min(axis=0)).astype(int) - 1
        size = np.ceil(quad.max(axis=0)).astype(int) + 1 - low
        if not self._meets(low, size):
            return
        pixels = _level(sprite, quad)
        h, w = pixels.shape[:2]
        source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)], np.float32)
        target = ((quad - low) * 2 + 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        fine = cv2.warpPerspective(pixels, matrix, (int(size[0]) * 2, int(size[1]) * 2), flags=cv2.INTER_LINEAR)
        patch = cv2.resize(fine, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
        self.whole[owner] = self.whole.get(owner, 0) + int(np.count_nonzero(patch[..., 3] > 127))
        self.lay(np.asarray(patch, np.uint8), low, owner, sprite.gloss, gain)

    def lay(self, patch: NDArray[np.uint8], at: NDArray[np.int_], owner: int, gloss: float, gain: float = 1.0) -> None:
        """Lay a premultiplied BGRA patch with its TL at pixel `at`, cut off at the picture's edge."""
        cut = self._cut(at, patch.shape)
        if cut is None:
            return
        rows, columns, inner = cut
        patch = patch[inner]
        alpha = patch[..., 3]
        keep = (255 - alpha).astype(np.float32)[..., None] / 255
        part = self.image[rows, columns]
        mixed = part * keep + patch[..., :3] * np.float32(gain)
        self.image[rows, columns] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)
        shine = self.gloss[rows, columns] * keep[..., 0] + alpha * np.float32(gloss)
        self.gloss[rows, columns] = shine.astype(np.uint8)
        self.owner[rows, columns][alpha > 127] = owner

    def fill(self, outline: Points, colour: ArrayLike, owner: int, gloss: float = 0.1) -> None:
        """Fill a convex or simple outline (N, 2) px with one colour (B, G, R), smooth at its edge."""
        low = np.floor(outline.min(axis=0)).astype(int) - 1
        size = np.ceil(outline.max(axis=0)).astype(int) + 2 - low
        if not self._meets(low, size):
            return
        alpha = _mask(outline - low, size)
        patch = np.dstack([np.outer(alpha.ravel(), c).reshape(*alpha.shape) / 255 for c in np.asarray(colour, float)])
        self.lay(np.dstack([patch.astype(np.uint8), alpha]), low, owner, gloss)

    def shade(self, outline: Points, strength: float, blur: float) -> None:
        """Darken by a soft shadow of an outline (N, 2) px; `blur` is its standard deviation in px."""
        pad = int(3 * blur) + 2
        low = np.floor(outline.min(axis=0)).astype(int) - pad
        size = np.ceil(outline.max(axis=0)).astype(int) + pad - low
        if not self._meets(low, size):
            return
        mask = _mask(outline - low, size)
        if blur > 0.3:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
        self.darken(mask, low, strength)

    def darken(self, mask: Gray, at: NDArray[np.int_], strength: float) -> None:
        """Darken by `strength` (0..1) where a mask (h, w) with its TL at pixel `at` is 255; below 0 it brightens."""
        cut = self._cut(at, mask.shape)
        if cut is None:
            return
        rows, columns, inner = cut
        keep = 1 - mask[inner].astype(np.float32)[..., None] * np.float32(strength / 255)
        self.image[rows, columns] = np.clip(self.image[rows, columns] * keep + 0.5, 0, 255).astype(np.uint8)

    def visible(self, owner: int) -> float:
        """Which share of a thing shows, 0..1."""
        whole = self.whole.get(owner, 0)
        return min(1.0, int(np.count_nonzero(self.owner == owner)) / whole) if whole else 0.0

    def _meets(self, low: NDArray[np.int_], size: NDArray[np.int_]) -> bool:
        w, h = self.view.size
        return bool(low[0] < w and low[1] < h and low[0] + size[0] > 0 and low[1] + size[1] > 0)

    def _cut(self, at: NDArray[np.int_], shape: tuple[int, ...]) -> tuple[slice, slice, tuple[slice, slice]] | None:
        x, y = int(at[0]), int(at[1])
        w, h = self.view.size
        x0, y0, x1, y1 = max(0, x), max(0, y), min(w, x + shape[1]), min(h, y + shape[0])
        if x0 >= x1 or y0 >= y1:
            return None
        return slice(y0, y1), slice(x0, x1), (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))


def _mask(outline: Points, size: NDArray[np.int_]) -> Gray:
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    points = (outline * 16).round().astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
    return mask


def _level(sprite: Sprite, quad: Points) -> NDArray[np.uint8]:
    """The level of a sprite whose pixels are about as large as half a pixel of the picture."""
    d = np.roll(quad, -1, axis=0)
    area = abs(float((quad[:, 0] * d[:, 1] - d[:, 0] * quad[:, 1]).sum())) / 2
    h, w = sprite.levels[0].shape[:2]
    coarser = np.log2(max(1.0, np.sqrt(h * w / max(1.0, 4 * area))))
    return sprite.levels[min(len(sprite.levels) - 1, round(float(coarser)))]
