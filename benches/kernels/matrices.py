"""Matrix product written by hand."""

from __future__ import annotations

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


@kernel(
    lambda: (numbers(40_000, 1).reshape(200, 200), numbers(40_000, 2).reshape(200, 200), np.zeros((200, 200))),
    c_name="matmul",
)
@njit
def matmul(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s
