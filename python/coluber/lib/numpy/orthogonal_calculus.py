"""Derivatives and integrals of series of orthogonal polynomials. Integrals have any constant: callers set it."""

from __future__ import annotations

import numpy as np


def _chebyshev_derivative(c):
    result = np.zeros(c.size - 1, c.dtype)
    for k in range(result.size):
        for n in range(k + 1, c.size, 2):
            result[k] += 2 * n * c[n]
    result[0] /= 2
    return result


def _legendre_derivative(c):
    result = np.zeros(c.size - 1, c.dtype)
    for k in range(result.size):
        for n in range(k + 1, c.size, 2):
            result[k] += (2 * k + 1) * c[n]
    return result


def _hermite_derivative(c):
    return c[1:] * (2 * np.arange(1, c.size))


def _hermite_e_derivative(c):
    return c[1:] * np.arange(1, c.size)


def _laguerre_derivative(c):
    result = np.zeros(c.size - 1, c.dtype)
    for k in range(result.size - 1, -1, -1):
        result[k] = -c[k + 1] + (result[k + 1] if k + 1 < result.size else 0)
    return result


def _chebyshev_integral(c):
    result = np.zeros(c.size + 1, c.dtype)
    result[1] = c[0]
    if c.size > 1:
        result[2] += c[1] / 4
    for n in range(2, c.size):
        result[n + 1] += c[n] / (2 * (n + 1))
        result[n - 1] -= c[n] / (2 * (n - 1))
    return result


def _legendre_integral(c):
    result = np.zeros(c.size + 1, c.dtype)
    for n in range(c.size):
        result[n + 1] += c[n] / (2 * n + 1)
        if n > 0:
            result[n - 1] -= c[n] / (2 * n + 1)
    return result


def _hermite_integral(c):
    result = np.zeros(c.size + 1, c.dtype)
    result[1:] = c / (2 * np.arange(1, c.size + 1))
    return result


def _hermite_e_integral(c):
    result = np.zeros(c.size + 1, c.dtype)
    result[1:] = c / np.arange(1, c.size + 1)
    return result


def _laguerre_integral(c):
    result = np.zeros(c.size + 1, c.dtype)
    result[:-1] += c
    result[1:] -= c
    return result


# Derivative and integral of a series, by the prefix of the family's functions.
CALCULUS = {
    "cheb": (_chebyshev_derivative, _chebyshev_integral),
    "leg": (_legendre_derivative, _legendre_integral),
    "herm": (_hermite_derivative, _hermite_integral),
    "herme": (_hermite_e_derivative, _hermite_e_integral),
    "lag": (_laguerre_derivative, _laguerre_integral),
}
