"""Neighbourhood sums over one, two and three dimensions."""

from __future__ import annotations

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


@kernel(lambda: (numbers(20_000), np.zeros(20_000)))
@njit
def stencil_1d(a, out):
    for i in range(1, a.shape[0] - 1):
        out[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1]


@kernel(lambda: (numbers(40_000).reshape(200, 200), np.zeros((200, 200))), c_name="stencil_2d")
@njit
def stencil_2d(a, out):
    height, width = a.shape
    for i in range(1, height - 1):
        for j in range(1, width - 1):
            out[i, j] = 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@kernel(lambda: (numbers(27_000).reshape(30, 30, 30), np.zeros((30, 30, 30))))
@njit
def stencil_3d(a, out):
    depth, height, width = a.shape
    for i in range(1, depth - 1):
        for j in range(1, height - 1):
            for k in range(1, width - 1):
                out[i, j, k] = (
                    a[i - 1, j, k] + a[i + 1, j, k] + a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
                ) / 6.0 - a[i, j, k]


@kernel(lambda: (numbers(40_000).reshape(200, 200).astype(np.float32),), tolerance=1e-4, extra=True)
@njit
def blur(image):
    height, width = image.shape
    out = np.zeros_like(image)
    ninth = np.float32(1.0 / 9.0)
    for i in range(1, height - 1):
        for j in range(1, width - 1):
            total = np.float32(0.0)
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    total += image[i + di, j + dj]
            out[i, j] = total * ninth
    return out


@kernel(lambda: ((numbers(65_536) < 0.4).reshape(256, 256).astype(np.uint8),), extra=True)
@njit
def life(board):
    height, width = board.shape
    out = np.zeros((height, width), np.uint8)
    for i in range(height):
        for j in range(width):
            count = 0
            for di in range(-1, 2):
                for dj in range(-1, 2):
                    if di != 0 or dj != 0:
                        count += board[(i + di) % height, (j + dj) % width]
            if count == 3 or (count == 2 and board[i, j] == 1):
                out[i, j] = 1
    return out
