"""Complex numbers."""

from __future__ import annotations

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


@kernel(lambda: (numbers(20_000, 1) + 1j * numbers(20_000, 2), numbers(20_000, 3) - 1j * numbers(20_000, 4)))
@njit
def complex_dot(a, b):
    s = 0j
    for i in range(a.shape[0]):
        s += a[i] * b[i].conjugate()
    return s
