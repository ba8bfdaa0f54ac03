"""Functions whose first call is measured, from one line to three hundred."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benches.implementation import njit
from benches.long_function import long_function


@njit
def add(a, b):
    return a + b


@njit
def polynomial(x, a, b, c):
    y = a * x * x + b * x + c
    if y < 0:
        return -y
    return y


@njit
def mandelbrot(min_x, max_x, min_y, max_y, image, iters):
    height = image.shape[0]
    width = image.shape[1]
    pixel_size_x = (max_x - min_x) / width
    pixel_size_y = (max_y - min_y) / height
    for x in range(width):
        real = min_x + x * pixel_size_x
        for y in range(height):
            imag = min_y + y * pixel_size_y
            c = complex(real, imag)
            z = 0j
            color = 255
            for i in range(iters):
                z = z * z + c
                if z.real * z.real + z.imag * z.imag >= 4:
                    color = 255 * i // iters
                    break
            image[y, x] = color


@njit
def stencil_1d(a):
    out = np.zeros_like(a)
    for i in range(1, len(a) - 1):
        out[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0
    return out


@njit
def stencil_2d(a, out):
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            out[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@njit
def reduction(a):
    total = 0.0
    largest = a[0]
    for x in a:
        total += x
        if x > largest:
            largest = x
    return total / len(a), largest


@njit
def insertion_sort(a):
    for i in range(1, len(a)):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x
    return a


@njit
def matmul(a, b):
    out = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[k, j]
    return out


@njit
def nbody_step(position, velocity, mass, dt):
    for i in range(position.shape[0]):
        ax = ay = az = 0.0
        for j in range(position.shape[0]):
            if i != j:
                dx = position[j, 0] - position[i, 0]
                dy = position[j, 1] - position[i, 1]
                dz = position[j, 2] - position[i, 2]
                d2 = dx * dx + dy * dy + dz * dz + 1e-6
                pull = mass[j] / (d2 * math.sqrt(d2))
                ax += dx * pull
                ay += dy * pull
                az += dz * pull
        velocity[i, 0] += ax * dt
        velocity[i, 1] += ay * dt
        velocity[i, 2] += az * dt
    for i in range(position.shape[0]):
        for k in range(3):
            position[i, k] += velocity[i, k] * dt


@njit
def exp_sin(x):
    out = np.empty(x.shape)
    for i in range(x.shape[0]):
        out[i] = math.exp(-x[i]) * math.sin(3.0 * x[i])
    return out


@njit
def mixed(a, b, labels, limit):
    n = a.shape[0]
    out = np.zeros(n)
    counts = np.zeros(8, np.int64)
    total = 0.0
    weight = 0
    # Running mean with clipping.
    mean = 0.0
    for i in range(n):
        mean += (a[i] - mean) / (i + 1)
        if a[i] > limit:
            out[i] = limit
        elif a[i] < -limit:
            out[i] = -limit
        else:
            out[i] = a[i]
        total += out[i]
    # Label counts.
    for label in labels:
        if label < 0:
            continue
        counts[label % 8] += 1
        weight += label
    # The most frequent label.
    best = 0
    for k in range(1, 8):
        if counts[k] > counts[best]:
            best = k
    # A correlation of both arrays.
    sum_a = 0.0
    sum_b = 0.0
    sum_aa = 0.0
    sum_bb = 0.0
    sum_ab = 0.0
    for x, y in zip(a, b):
        sum_a += x
        sum_b += y
        sum_aa += x * x
        sum_bb += y * y
        sum_ab += x * y
    variance = (sum_aa - sum_a * sum_a / n) * (sum_bb - sum_b * sum_b / n)
    if variance > 0.0:
        correlation = (sum_ab - sum_a * sum_b / n) / math.sqrt(variance)
    else:
        correlation = 0.0
    # Exponential smoothing, forwards and backwards.
    smooth = np.empty_like(a)
    level = a[0]
    for i in range(n):
        level = 0.9 * level + 0.1 * a[i]
        smooth[i] = level
    level = smooth[n - 1]
    for i in range(n - 1, -1, -1):
        level = 0.9 * level + 0.1 * smooth[i]
        smooth[i] = level
    # Zero crossings, and the longest run of one sign.
    crossings = 0
    longest = 0
    run = 0
    for i in range(1, n):
        if (a[i] > mean) != (a[i - 1] > mean):
            crossings += 1
            longest = max(longest, run)
            run = 0
        else:
            run += 1
    # Newton's method for a cube root of the total.
    root = 1.0
    steps = 0
    while steps < 50:
        step = (root * root * root - abs(total) - 1.0) / (3.0 * root * root)
        root -= step
        steps += 1
        if abs(step) < 1e-12:
            break
    # Bits of the weight.
    bits = 0
    rest = weight
    while rest > 0:
        bits += rest & 1
        rest >>= 1
    # A small polynomial of everything.
    score = 0.0
    for k in range(8):
        score = score * 0.5 + counts[k] * (k + 1)
    score += correlation * root + crossings - longest + bits
    for i in range(n):
        out[i] += smooth[i] * score
    return out, best, score


@dataclass(frozen=True)
class CompileCase:
    """A function, and how to make arguments that it finishes with at once."""

    name: str
    function: Any
    make: Callable[[], tuple[Any, ...]]


def _values(*shape: int) -> np.ndarray:
    return np.random.default_rng(3).random(shape) + 0.1


COMPILE_CASES = {
    case.name: case
    for case in (
        CompileCase("tiny add", add, lambda: (1, 2)),
        CompileCase("polynomial", polynomial, lambda: (0.5, 1.0, 2.0, 3.0)),
        CompileCase("mandelbrot", mandelbrot, lambda: (-2.0, 1.0, -1.0, 1.0, np.zeros((4, 6), np.uint8), 20)),
        CompileCase("stencil 1-D", stencil_1d, lambda: (_values(32),)),
        CompileCase("stencil 2-D", stencil_2d, lambda: (_values(8, 8), np.zeros((8, 8)))),
        CompileCase("reduction", reduction, lambda: (_values(32),)),
        CompileCase("insertion sort", insertion_sort, lambda: (_values(16),)),
        CompileCase("matrix product", matmul, lambda: (_values(4, 4), _values(4, 4))),
        CompileCase("n-body step", nbody_step, lambda: (_values(6, 3), _values(6, 3), _values(6), 0.01)),
        CompileCase("exp and sin", exp_sin, lambda: (_values(32),)),
        CompileCase("100 lines", mixed, lambda: (_values(32), _values(32), np.arange(32), 0.8)),
        CompileCase("300 lines", long_function, lambda: (_values(32), _values(32), 32)),
    )
}
