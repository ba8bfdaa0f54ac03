"""Elementwise loops, single precision, and elementary functions."""

from __future__ import annotations

import math

import numpy as np

from benches.implementation import njit
from benches.kernels.registry import kernel, numbers


def single(size: int, seed: int = 1) -> np.ndarray:
    """Reproducible float32 values in [0, 1)."""
    return numbers(size, seed).astype(np.float32)


@kernel(lambda: (np.float32(1e-3), single(40_000, 1), single(40_000, 2)), tolerance=1e-4, c_name="saxpy")
@njit
def saxpy(a, x, y):
    for i in range(x.shape[0]):
        y[i] = a * x[i] + y[i]


@kernel(lambda: (numbers(20_000) + 0.5, np.zeros(20_000)))
@njit
def exp_sin_log(x, out):
    for i in range(x.shape[0]):
        out[i] = math.exp(-x[i]) * math.sin(3.0 * x[i]) + math.log(x[i])


@kernel(lambda: (single(20_000) + np.float32(0.5), np.zeros(20_000, np.float32)), tolerance=1e-4)
@njit
def exp_sin_log_single(x, out):
    for i in range(x.shape[0]):
        out[i] = np.exp(-x[i]) * np.sin(x[i]) + np.log(x[i])


@njit
def normal_cdf(x):
    k = 1.0 / (1.0 + 0.2316419 * abs(x))
    poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = 0.3989422804014327 * math.exp(-0.5 * x * x) * poly
    return 1.0 - tail if x > 0 else tail


@kernel(lambda: (numbers(20_000, 1) * 25 + 5, numbers(20_000, 2) * 99 + 1, numbers(20_000, 3) * 9 + 0.25), extra=True)
@njit
def black_scholes(price, strike, years):
    calls = np.empty_like(price)
    puts = np.empty_like(price)
    rate = 0.02
    volatility = 0.3
    for i in range(price.shape[0]):
        root = math.sqrt(years[i])
        d1 = (math.log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root)
        d2 = d1 - volatility * root
        discount = math.exp(-rate * years[i])
        calls[i] = price[i] * normal_cdf(d1) - strike[i] * discount * normal_cdf(d2)
        puts[i] = strike[i] * discount * normal_cdf(-d2) - price[i] * normal_cdf(-d1)
    return calls, puts
