"""Small physical models."""

from __future__ import annotations

import math

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


@kernel(lambda: (numbers(900).reshape(300, 3), np.zeros((300, 3)), numbers(300, 2) + 0.1, 3), mutates=True, extra=True)
@njit
def nbody(position, velocity, mass, steps):
    count = position.shape[0]
    dt = 1e-4
    for _ in range(steps):
        for i in range(count):
            ax = 0.0
            ay = 0.0
            az = 0.0
            for j in range(count):
                dx = position[j, 0] - position[i, 0]
                dy = position[j, 1] - position[i, 1]
                dz = position[j, 2] - position[i, 2]
                square = dx * dx + dy * dy + dz * dz + 1e-3
                pull = mass[j] / (square * math.sqrt(square))
                ax += dx * pull
                ay += dy * pull
                az += dz * pull
            velocity[i, 0] += dt * ax
            velocity[i, 1] += dt * ay
            velocity[i, 2] += dt * az
        for i in range(count):
            for k in range(3):
                position[i, k] += dt * velocity[i, k]
