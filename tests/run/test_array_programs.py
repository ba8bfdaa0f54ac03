"""Programs of ordinary users that work on arrays, each compared with the uncompiled function on several inputs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.run.support import check

RNG = np.random.default_rng(2024)
X = RNG.normal(size=50)
Y = RNG.normal(size=50)
M = RNG.normal(size=(5, 7))
SQUARE = RNG.normal(size=(4, 4)) + 4 * np.eye(4)
COUNTS = RNG.integers(0, 9, 40)

CASES = []


def case(*calls, rtol=0.0):
    """Register a program with the arguments of each call."""

    def register(function):
        CASES.extend(pytest.param(function, call, rtol, id=f"{function.__name__}-{k}") for k, call in enumerate(calls))
        return function

    return register


@case((X,), (COUNTS,), (np.zeros(1),))
def running_moments(a):
    mean = square = 0.0
    for n, x in enumerate(a, 1):
        delta = x - mean
        mean += delta / n
        square += delta * (x - mean)
    return mean, square / len(a)


@case((X.copy(),), (COUNTS.copy(),), (np.zeros(0),))
def insertion_sort(a):
    for i in range(1, a.size):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a


@case((np.sort(X), 0.3), (np.sort(X), 99.0), (np.zeros(0), 1.0))
def binary_search(a, value):
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        if a[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


@case((30,), (2,), (100,))
def sieve(n):
    prime = np.ones(n + 1, dtype=np.bool_)
    prime[:2] = False
    for k in range(2, int(np.sqrt(n)) + 1):
        if prime[k]:
            prime[k * k :: k] = False
    return np.nonzero(prime)[0], prime.sum()


@case((COUNTS, 9), (np.zeros(0, np.int64), 2))
def histogram(values, bins):
    counts = np.zeros(bins, dtype=np.int64)
    for v in values:
        counts[v] += 1
    return counts


@case((M, M.T.copy()), (SQUARE, SQUARE), rtol=1e-12)
def matrix_product(a, b):
    n, k = a.shape
    _, m = b.shape
    c = np.zeros((n, m))
    for i in range(n):
        for j in range(m):
            for q in range(k):
                c[i, j] += a[i, q] * b[q, j]
    return c, a @ b, np.dot(a, b)


@case((SQUARE, np.arange(4.0)), (np.eye(3), np.ones(3)), rtol=1e-10)
def gauss(a, b):
    a, b = a.copy(), b.copy()
    n = len(b)
    for k in range(n):
        pivot = k + np.argmax(np.abs(a[k:, k]))
        if pivot != k:
            for j in range(n):
                a[k, j], a[pivot, j] = a[pivot, j], a[k, j]
            b[k], b[pivot] = b[pivot], b[k]
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k:] -= factor * a[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return x


@case((np.zeros((6, 6)), 5), (np.ones((3, 8)), 2), rtol=1e-14)
def heat(grid, steps):
    u = grid.copy()
    u[0, :] = 1.0
    for _ in range(steps):
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
        u = new
    return u


@case((M,), (np.asfortranarray(M),), (M[::2, ::3],))
def slicing(a):
    return a[1:3], a[:, 1], a[-1], a[::-1, ::2], a[..., 0], a[1, 2:5], a[:, None].shape, a.T[2], a[2, -1]


@case((M.copy(),), (np.arange(35).reshape(5, 7),))
def assignments(a):
    a[0] = 1
    a[:, 1] = a[:, 2]
    a[2:4, 3:5] *= 2
    a[-1, -1] += 5
    a[1] = np.arange(7)
    a[..., 0] -= 1
    return a


@case((X, Y), (X[::2], Y[::2]), (np.float32(X), np.float32(Y)), rtol=2e-7)
def array_expressions(x, y):
    return np.sqrt(x**2 + y**2), np.where(x > y, x, -y), np.exp(-(x**2) / 2) * 3, (x > 0) & (y < 0), -x + 1, x // 2, x % 1


@case((M,), (M.T,))
def broadcasting(a):
    row = a.mean(axis=0)
    column = a.sum(axis=1).reshape(-1, 1)
    return a - row, a / column, row * column, a * np.arange(a.shape[1]) + np.ones((a.shape[0], 1))


@case((M,), (np.asfortranarray(M),), (M > 0,), (np.arange(12).reshape(3, 4),), rtol=1e-14)
def reductions(a):
    return (
        a.sum(),
        a.sum(axis=0),
        a.sum(1),
        np.prod(a),
        a.min(),
        a.max(axis=1),
        a.mean(),
        np.any(a > 1),
        np.all(a > -9),
        a.argmin(),
        np.argmax(a, axis=0),
    )


@case((X,), (X[:5],), rtol=1e-13)
def statistics(a):
    centred = a - a.mean()
    skew = np.mean(centred**3) / np.mean(centred**2) ** 1.5
    return a.std(), np.var(a, ddof=1), skew, np.ptp(a), np.cumsum(a), np.diff(a), a.cumprod()


@case((5,), (1,), (12,))
def creation(n):
    return (
        np.zeros(n),
        np.ones((n, 2), dtype=np.int32),
        np.full(n, 2.5),
        np.arange(n),
        np.arange(1, n, 0.5),
        np.linspace(0, 1, n),
        np.eye(n),
        np.empty((0, n)).shape,
        np.zeros_like(np.arange(n)),
        np.arange(n * 2).reshape(2, n).T,
    )


@case((M,), (np.arange(12).reshape(3, 4),))
def reshaping(a):
    flat = a.ravel()
    return (
        flat,
        a.reshape(a.shape[1], a.shape[0]),
        a.flatten()[::2],
        a.T.copy(),
        a.reshape(-1),
        a.astype(np.int32),
        a.size,
        a.ndim,
    )


@case((X, 5), (Y, 1), rtol=1e-13)
def moving_average(a, width):
    result = np.empty(len(a) - width + 1)
    window = a[:width].sum()
    result[0] = window / width
    for k in range(width, len(a)):
        window += a[k] - a[k - width]
        result[k - width + 1] = window / width
    return result


@case((RNG.random((6, 2)),), (np.zeros((1, 2)),), rtol=1e-14)
def pairwise_distances(points):
    n = points.shape[0]
    distances = np.empty((n, n))
    for i in range(n):
        for j in range(i + 1):
            distances[i, j] = distances[j, i] = np.sqrt(((points[i] - points[j]) ** 2).sum())
    return distances


@case((0.0, 1.0, 100), (1.0, 3.0, 7), rtol=1e-13)
def trapezoid(low, high, n):
    x = np.linspace(low, high, n + 1)
    y = np.sin(x) * x
    return np.sum((y[1:] + y[:-1]) / 2) * (high - low) / n


@case((1.0, 0.0, 0.01, 50), (0.5, -1.0, 0.1, 10), rtol=1e-12)
def runge_kutta(x, v, dt, steps):
    def acceleration(x, v):
        return -x - 0.1 * v

    path = np.empty((steps + 1, 2))
    path[0] = (x, v)
    for k in range(steps):
        k1x, k1v = v, acceleration(x, v)
        k2x, k2v = v + dt / 2 * k1v, acceleration(x + dt / 2 * k1x, v + dt / 2 * k1v)
        x, v = x + dt * k2x, v + dt * k2v
        path[k + 1, 0], path[k + 1, 1] = x, v
    return path


@case((12345, 20), (1, 3))
def random_walk(seed, n):
    state = np.uint64(seed)
    positions = np.zeros(n)
    for k in range(1, n):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        positions[k] = positions[k - 1] + (1.0 if state >> np.uint64(63) else -1.0)
    return positions


@case((np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]), 3), (RNG.integers(0, 2, (5, 6)), 2))
def game_of_life(board, steps):
    rows, columns = board.shape
    for _ in range(steps):
        new = np.zeros_like(board)
        for i in range(rows):
            for j in range(columns):
                alive = 0
                for di in range(-1, 2):
                    for dj in range(-1, 2):
                        if di or dj:
                            alive += board[(i + di) % rows, (j + dj) % columns]
                new[i, j] = alive == 3 or (alive == 2 and board[i, j])
        board = new
    return board


@case((np.array([3, 1, 4, 1, 5]), 6), (np.array([10, 20]), 5))
def knapsack(weights, capacity):
    best = np.zeros(capacity + 1, dtype=np.int64)
    for w in weights:
        for c in range(capacity, w - 1, -1):
            best[c] = max(best[c], best[c - w] + w)
    return best


@case((COUNTS, COUNTS[::-1].copy()), (np.array([1, 2]), np.array([2])))
def edit_distance(a, b):
    previous = np.arange(b.size + 1)
    for i in range(a.size):
        current = np.empty_like(previous)
        current[0] = i + 1
        for j in range(b.size):
            current[j + 1] = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] != b[j]))
        previous = current
    return previous[-1]


@case((np.array([[0.0, 3.0, 8.0], [2.0, 0.0, np.inf], [5.0, 1.0, 0.0]]),), (np.zeros((1, 1)),))
def shortest_paths(weights):
    d = weights.copy()
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


@case((X[:8].astype(np.complex128),), (np.ones(4, np.complex128),), rtol=1e-12)
def fourier(signal):
    n = signal.shape[0]
    result = np.zeros(n, dtype=np.complex128)
    for k in range(n):
        for t in range(n):
            result[k] += signal[t] * np.exp(-2j * np.pi * k * t / n)
    return result, np.abs(result), result.real, result.imag


@case((X + 1j * Y,), (np.zeros(2, np.complex64),), rtol=1e-6)
def complex_arrays(z):
    return z * z.conj(), np.abs(z), z.real + z.imag, np.exp(z), z.sum(), z.mean(), -z, z == z


@case((np.array([1.0, np.nan, 3.0, np.inf]),), (X,))
def missing_values(a):
    good = ~np.isnan(a) & np.isfinite(a)
    total = count = 0
    for value, ok in zip(a, good):  # noqa: B905
        if not ok:
            continue
        total += value
        count += 1
    return total / count, good.sum(), np.isinf(a).any()


@case((np.arange(10, dtype=np.uint8),), (np.array([255, 1], np.uint8),))
def small_integers(a):
    b = a + a
    c = a.astype(np.int64) * 300
    return b, c, a.sum(), a << 1, a // 2, ~a, (a > 3).sum(), a ^ 255


@case((X, -0.5, 0.5), (COUNTS, 2, 5))
def clipping(a, low, high):
    return np.clip(a, low, high), np.minimum(np.maximum(a, low), high), np.sign(a), np.abs(a)


@case((M, 1), (M, 0), (M, -1))
def axis_at_run_time(a, axis):
    return a.sum(axis=axis), a.max(axis), a.mean(axis)


@case((X, Y), (X[:1], Y[:1]), rtol=1e-12)
def linear_fit(x, y):
    n = len(x)
    sx, sy = np.sum(x), np.sum(y)
    sxx, sxy = np.dot(x, x), np.dot(x, y)
    denominator = n * sxx - sx * sx
    if abs(denominator) < 1e-12:
        return np.nan, sy / n
    slope = (n * sxy - sx * sy) / denominator
    return slope, (sy - slope * sx) / n


@case((M, 3.0), (SQUARE, 0.0))
def count_and_place(a, limit):
    best, where = -np.inf, (-1, -1)
    for (i, j), value in np.ndenumerate(a):
        if best < value < limit:
            best, where = value, (i, j)
    total = 0.0
    for index in np.ndindex(a.shape):
        total += a[index]
    for value in a.flat:
        total -= value
    for index in np.ndindex():
        where = (*where, len(index))
    return best, where, abs(total) < 1e-9


@case((np.zeros((2, 3, 4)),), (np.arange(24.0).reshape(2, 3, 4),))
def three_dimensions(a):
    return a[1, :, 2], a.sum(axis=(0, 2)), a.transpose(2, 0, 1).shape, a[:, 1:, ::2], a.reshape(6, 4)[3], a[..., -1].max()


@case((X,), (np.array([2.0]),))
def in_place_operators(a):
    b = a.copy()
    b += 1
    b *= 2
    b -= a
    b /= 3
    b **= 2
    out = np.empty_like(b)
    np.add(a, b, out)
    return b, out


@case((4, 3), (1, 1))
def pascal(n, k):
    triangle = np.zeros((n + 1, n + 1), dtype=np.int64)
    for i in range(n + 1):
        triangle[i, 0] = triangle[i, i] = 1
        for j in range(1, i):
            triangle[i, j] = triangle[i - 1, j - 1] + triangle[i - 1, j]
    return triangle, triangle[n, min(k, n)], math.comb(n, k)


@case((np.array([5, 3, 8]),), (np.array([1]),))
def unpacking_arrays(a):
    total = 0
    first, *_ = (a[0], 2, 3)
    for k in range(len(a)):
        total, last = total + a[k], a[k]
    shape = a.shape
    (n,) = shape
    return total, last, first, n


@case((SQUARE,), (np.eye(2),), rtol=1e-12)
def power_iteration(a):
    v = np.ones(a.shape[0])
    value = 0.0
    for _ in range(30):
        w = a @ v
        value = np.sqrt(np.dot(w, w))
        v = w / value
    return value, v


@case((X, 4), (X[:3], 7))
def blocks(a, count):
    size = max(1, len(a) // count)
    result = np.zeros(count)
    for b in range(count):
        part = a[b * size : (b + 1) * size]
        result[b] = part.sum() if part.size else np.nan
    return result


@case((np.array([True, False, True]),), (X > 0,))
def masks(flags):
    either = np.logical_or(flags, ~flags)
    return flags.sum(), either.all(), np.logical_and(flags, either).any(), flags & True, flags.astype(np.float64).mean()


@case((1.5, 10), (2.0, 0))
def early_exits(x, n):
    for k in range(n):
        if x > 100:
            break
        x *= 2
        if k == 5:
            return x, "limit"
    else:
        return x, "end"
    return x, "large"


@case((M.astype(np.float32),), (M.astype(np.int16),), rtol=1e-5)
def element_types(a):
    total = a[0, 0] * 2
    b = a * 2
    c = a * 2.5
    d = a / 2
    return total * 1.0, b, c, d, a.dtype == np.float32, a.itemsize, a.mean(), a.sum()


@pytest.mark.parametrize(("function", "arguments", "rtol"), CASES)
def test_program(function, arguments, rtol):
    check(function, *arguments, rtol=rtol)
