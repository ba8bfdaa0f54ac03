"""Functions of the tutorials that users start from."""

from __future__ import annotations

import math

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


@njit
def mandelbrot(x, y, max_iters):
    c = complex(x, y)
    z = 0j
    for i in range(max_iters):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return 255 * i // max_iters
    return 255


@kernel(lambda: (-2.0, 1.0, -1.0, 1.0, np.zeros((200, 300), np.uint8), 50), c_name="create_fractal")
@njit
def create_fractal(min_x, max_x, min_y, max_y, image, iters):
    height = image.shape[0]
    width = image.shape[1]
    pixel_size_x = (max_x - min_x) / width
    pixel_size_y = (max_y - min_y) / height
    for x in range(width):
        real = min_x + x * pixel_size_x
        for y in range(height):
            imag = min_y + y * pixel_size_y
            color = mandelbrot(real, imag, iters)
            image[y, x] = color


@kernel(lambda: (numbers(1500).astype(np.float32),), mutates=True)
@njit
def bubblesort(X):
    N = len(X)
    for end in range(N, 1, -1):
        for i in range(end - 1):
            cur = X[i]
            if cur > X[i + 1]:
                tmp = X[i]
                X[i] = X[i + 1]
                X[i + 1] = tmp


@kernel(lambda: (numbers(30_000).reshape(100, 300).astype(np.float32),), tolerance=1e-4)
@njit
def normalize(x):
    for i in range(x.shape[0]):
        x[i, :] = x[i, :] / x[i, :].mean()


@kernel(lambda: (numbers(10_000).reshape(100, 100),))
@njit
def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


@njit
def hypot(x, y):
    x = abs(x)
    y = abs(y)
    t = min(x, y)
    x = max(x, y)
    t = t / x
    return x * math.sqrt(1 + t * t)


@kernel(lambda: (numbers(20_000, 1) + 0.5, numbers(20_000, 2) - 0.5, np.zeros(20_000)))
@njit
def hypotenuses(x, y, out):
    for i in range(x.shape[0]):
        out[i] = hypot(x[i], y[i])
