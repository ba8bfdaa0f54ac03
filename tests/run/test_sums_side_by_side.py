"""Inner loops that count, such as sums, whose turns run side by side for several iterations of the loop around them."""

from __future__ import annotations

import ctypes
import mmap
import sys

import numpy as np
import pytest

from coluber import float64, int64, njit, prange
from coluber.experimental import jitclass

SIZES = (0, 1, 7, 8, 9, 16, 21)


def product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            out[i, j] = total


def product_onto(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = out[i, j]
            for k in range(a.shape[1]):
                total -= a[i, k] * b[k, j]
            out[i, j] = total


def distances(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            square = 0.0
            for k in range(b.shape[0]):
                step = a[i, k] - b[k, j]
                square += step * step
            out[i, j] = np.sqrt(square)


def means(a, b, out):
    for i in range(a.shape[0]):
        total, count = 0.0, 0
        for k in range(a.shape[1]):
            total += a[i, k]
            count += 1
        out[i, 0] = total / (count + 1)


def smallest(a, b, out):
    best, at, found = np.inf, -1, 0
    for j in range(b.shape[1]):
        total = 0.0
        for k in range(b.shape[0]):
            total += b[k, j] * (k - 3)
        if total < best:
            best, at = total, j
        elif total > 1e3:
            continue
        found += j
    out[0, 0] = best + at + found


def in_pairs(a, b, out):
    for i in range(a.shape[0]):
        even, odd = 0.0, 1.0
        for k in range(0, a.shape[1] - 1, 2):
            even += a[i, k]
            odd *= a[i, k + 1] - even
        out[i, 0] = even
        out[i, 1] = odd


def recurrence(a, b, out):
    for i in range(a.shape[0]):
        x = 0.25
        for k in range(30):
            x = 3.7 * x * (1.0 - x) + 0.001 * k * out[i, 0]
        out[i, 0] = x


def triangle(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(i):
            total += out[i, 0] * k - out[k, 1]
        out[i, 0] = total


def left_early(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k]
        out[i, 0] = total
        if total > 2.0:
            break


def forward(a, b, out):
    """Each row is made of what the one before has become."""
    for i in range(1, a.shape[0]):
        total = 0.0
        for k in range(out.shape[1]):
            total += out[i - 1, k] * 0.3
        out[i, 0] = total


def first_element(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * out[0, 0]
        out[i, 0] = total


def singles(a, b, out):
    for i in range(a.shape[0]):
        total = np.float32(0)
        for k in range(a.shape[1]):
            total += np.float32(a[i, k]) * np.float32(0.1)
        out[i, 0] = total


def running(a, b, out):
    """Each turn writes another element."""
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(min(a.shape[1], out.shape[1])):
            total += a[i, k]
            out[i, k] = total


def product_in_place(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            out[i, j] = 0.0
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[k, j]


def product_added(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[k, j]


def product_of_itself(a, b, out):
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            out[i, 0] = a[i, k] - 0.5 * out[i, 0]
        out[i, 1] += out[i, 0]


def to_the_next(a, b, out):
    """What is behind the inner loop writes the element of the next iteration."""
    for i in range(a.shape[0]):
        before = out[i, 0]
        for k in range(a.shape[1]):
            out[i, 0] += a[i, k]
        out[i + 1, 0] = out[i, 0] - before


def of_the_next(a, b, out):
    """The next iteration writes what the one before has written behind the inner loop."""
    for i in range(a.shape[0]):
        out[i, 0] = 1.0
        for k in range(a.shape[1]):
            out[i, 0] *= 1.0 + a[i, k]
        out[i + 1, 0] = 7.0


def convolution(a, b, out):
    for i in range(a.shape[0] - 2):
        for j in range(a.shape[1] - 2):
            total = 0.0
            for u in range(min(3, b.shape[0])):
                for v in range(min(3, b.shape[1])):
                    total += a[i + u, j + v] * b[u, v]
            out[i, min(j, out.shape[1] - 1)] = total


def convolution_in_place(a, b, out):
    height, width = min(b.shape[0], 3), min(b.shape[1], 3)
    for i in range(a.shape[0] - 2):
        for j in range(min(a.shape[1] - 2, out.shape[1])):
            out[i, j] = 0.5
            for u in range(height):
                for v in range(width):
                    out[i, j] += a[i + u, j + v] * b[u, v]


def sums_in_sums(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for j in range(b.shape[1]):
            for k in range(j):
                total += a[i, k % a.shape[1]] * b[0, j] if a.shape[1] and b.shape[0] else 1.0
        out[i, 0] = total


def sums_of_squares(a, b, out):
    for i in range(a.shape[0]):
        total = 0.0
        for j in range(b.shape[1]):
            inner = 0.0
            for k in range(a.shape[1]):
                inner += a[i, k] * b[k, j]
            total += inner * inner
        out[i, 0] = total


def by_turns(a, b, out):
    """A branch that all iterations take alike."""
    for j in range(b.shape[1]):
        total = 0.0
        for k in range(b.shape[0]):
            if k % 3 == 1:
                total -= b[k, j]
            else:
                total += b[k, j] * k
        out[0, j] = total


def sometimes_in_place(a, b, out):
    for j in range(b.shape[1]):
        for k in range(b.shape[0]):
            if k % 3 == 1:
                out[0, j] -= b[k, j]
    for j in range(b.shape[1]):
        out[0, j] += 1.0
        for k in range(b.shape[0]):
            if b[k, j] > 0.0:
                out[0, j] += b[k, j]


def in_triangles_in_place(a, b, out):
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            for m in range(k):
                out[i, 0] += a[i, m] * a[i, k]


def two_in_place(a, b, out):
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            out[i, 0] += a[i, k]
            out[i, 1] -= out[i, 0]


def two_arrays_in_place(a, b, out):
    for j in range(min(a.shape[1], b.shape[1])):
        for k in range(b.shape[0]):
            out[0, j] += b[k, j]
            a[0, j] = out[0, j] - 0.25 * a[0, j]


CASES = [
    running, product_in_place, product_added, product_of_itself, to_the_next, of_the_next, convolution,
    convolution_in_place, sums_in_sums, sums_of_squares, by_turns, sometimes_in_place, in_triangles_in_place,
    two_in_place, two_arrays_in_place, product, product_onto, distances, means, smallest, in_pairs, recurrence,
    triangle, left_early, forward, first_element, singles,
]  # fmt: skip


def arguments(rows, inner, columns, order="C"):
    random = np.random.default_rng(rows * 1000 + inner * 10 + columns)
    made = random.normal(size=(rows, inner)), random.normal(size=(inner, columns)), random.normal(size=(rows + 1, columns + 2))
    return tuple(np.array(array, order=order) for array in made)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.parametrize("order", ["C", "F"])
def test_sums_are_those_of_the_interpreter(case, order):
    compiled = njit(case)
    for size in SIZES[case is two_arrays_in_place :]:
        for inner in (0, 1, 2, 20):
            args, wanted = arguments(size, inner, size + 3, order), arguments(size, inner, size + 3, order)
            with np.errstate(all="ignore"):
                case(*wanted)
            compiled(*args)
            for changed, as_wanted in zip(args, wanted, strict=True):
                np.testing.assert_array_equal(changed, as_wanted, strict=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_arrays_that_are_parts_of_others(case):
    compiled = njit(case)
    for size in SIZES[case is two_arrays_in_place :]:
        views = []
        for _ in range(2):
            a, b, out = arguments(2 * size, 40, 2 * size + 6)
            views.append((a[::-2, ::2], b[::2, 1::2], out[::2, ::-1]))
        with np.errstate(all="ignore"):
            case(*views[0])
        compiled(*views[1])
        np.testing.assert_array_equal(views[1][2], views[0][2], strict=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_arrays_that_overlap(case):
    compiled = njit(case)
    for size in SIZES[1:]:
        results = []
        for run in (case, compiled):
            memory = np.random.default_rng(size).normal(size=(size + 25, size + 25))
            with np.errstate(all="ignore"):
                run(memory[:size, :20], memory[1:21, :size], memory[: size + 1, 1 : size + 3])
            results.append(memory)
        np.testing.assert_array_equal(results[1], results[0], strict=True)


def by_lengths(a, lengths, out):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(30):
            total += a[i, k + lengths[i]]
        out[i] = total


@pytest.mark.parametrize("wrong", range(20))
def test_an_index_out_of_range_stops_where_the_interpreter_does(wrong):
    a, lengths = np.random.default_rng(1).normal(size=(20, 30)), np.zeros(20, np.int64)
    lengths[wrong] = 1
    results = []
    for run in (by_lengths, njit(boundscheck=True)(by_lengths)):
        out = np.full(20, -1.0)
        with pytest.raises(IndexError):
            run(a, lengths, out)
        results.append(out)
    np.testing.assert_array_equal(results[1], results[0], strict=True)
    assert np.count_nonzero(results[1] != -1.0) == wrong


def onto_elements(a, lengths, out):
    for i in range(a.shape[0]):
        for k in range(30):
            out[i] += a[i, k + lengths[i]]


@pytest.mark.parametrize("wrong", range(0, 20, 3))
def test_what_was_added_before_an_index_out_of_range_stays(wrong):
    a, lengths = np.random.default_rng(1).normal(size=(20, 30)), np.zeros(20, np.int64)
    lengths[wrong] = 5
    results = []
    for run in (onto_elements, njit(boundscheck=True)(onto_elements)):
        out = np.full(20, -1.0)
        with pytest.raises(IndexError):
            run(a, lengths, out)
        results.append(out)
    np.testing.assert_array_equal(results[1], results[0], strict=True)
    assert results[1][wrong] not in (-1.0, -1.0 + a[wrong].sum())


def test_elements_that_no_turn_touches_need_not_be_there():
    out = np.zeros((0, 0))
    njit(product_added)(np.zeros((20, 0)), np.zeros((0, 20)), out)
    njit(in_triangles_in_place)(np.zeros((10**6, 1)), np.zeros((0, 0)), out)


@njit
def inverses(a, out):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k]
        out[i] = 1.0 / total


@pytest.mark.parametrize("zero", [0, 7, 8, 12, 19])
def test_a_division_by_zero_stops_at_its_row(zero):
    a, out = np.ones((20, 25)), np.zeros(20)
    a[zero] = 0
    with pytest.raises(ZeroDivisionError):
        inverses(a, out)
    np.testing.assert_array_equal(out, np.where(np.arange(20) < zero, 1 / 25, 0))


def weighted(a, weights, out):
    for i in prange(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * weights[k]
        out[i] = total


def test_parallel_loops():
    a, weights = np.random.default_rng(2).normal(size=(1000, 33)), np.linspace(0, 1, 33)
    out, wanted = np.zeros(1000), np.zeros(1000)
    njit(parallel=True)(weighted)(a, weights, out)
    weighted(a, weights, wanted)
    np.testing.assert_array_equal(out, wanted, strict=True)


class Plain:
    def __init__(self, cells):
        self.cells = cells
        self.factor = 2.0
        self.rounds = 0

    def sums(self, out):
        """Fields that do not change."""
        for i in range(self.cells.shape[0]):
            total = 0.0
            for k in range(self.cells.shape[1]):
                total += self.cells[i, k] * self.factor
            out[i] = total

    def growing_sums(self, out):
        """A field that changes behind the inner loop."""
        for i in range(self.cells.shape[0]):
            total = 0.0
            for k in range(self.cells.shape[1]):
                total += self.cells[i, k] * self.factor
            self.factor += 1.0
            self.rounds += 1
            out[i] = total

    def replaced(self, out):
        """An array that is another one after each row."""
        for i in range(self.cells.shape[0]):
            total = 0.0
            for k in range(self.cells.shape[1]):
                total += self.cells[i, k]
            self.cells = self.cells * 2.0
            out[i] = total

    def powers(self, out):
        """No array is read."""
        for i in range(out.shape[0]):
            total = 1.0
            for k in range(self.rounds + 20):
                total = total * self.factor - k
            self.factor = self.factor * 0.5
            out[i] = total


Table = jitclass([("cells", float64[:, :]), ("factor", float64), ("rounds", int64)])(Plain)


@pytest.mark.parametrize("name", ["sums", "growing_sums", "replaced", "powers"])
def test_fields_of_instances(name):
    cells = np.random.default_rng(3).normal(size=(21, 25))
    out, wanted = np.zeros(21), np.zeros(21)
    table, plain = Table(cells.copy()), Plain(cells.copy())
    getattr(table, name)(out)
    getattr(plain, name)(wanted)
    np.testing.assert_array_equal(out, wanted, strict=True)
    assert (table.factor, table.rounds) == (plain.factor, plain.rounds)
    np.testing.assert_array_equal(table.cells, plain.cells)


def test_fastmath_leaves_sums_to_the_optimiser():
    a, out = np.ones((20, 1000)), np.zeros(21)
    njit(fastmath=True)(by_lengths)(np.ones((20, 30)), np.zeros(20, np.int64), out)
    np.testing.assert_array_equal(out[:20], 30.0)
    njit(fastmath=True)(weighted)(a, np.ones(1000), out)
    np.testing.assert_array_equal(out[:20], 1000.0)


def of_items(a, out, items, n):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k]
        if n < 40:
            total += items[n]
        out[i] = total


@njit
def of_any_item(a, out, items, n):
    for i in range(a.shape[0]):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k]
        out[i] = total + items[n]


def test_items_of_tuples_that_are_not_there():
    a, out, items = np.ones((20, 30)), np.zeros(20), (1.0,) * 40
    for n, wanted in [(3, 31.0), (10**13, 30.0)]:
        njit(of_items)(a, out, items, n)
        np.testing.assert_array_equal(out, wanted)
    with pytest.raises(IndexError):
        of_any_item(a, out, items, 10**13)


def onto_itself(x, out):
    for i in range(out.shape[0]):
        total = out[i]
        for k in range(x.shape[0]):
            total += x[k]
        out[i] = total


def onto_diagonal(x, out):
    for i in range(out.shape[0]):
        total = out[i, i]
        for k in range(x.shape[0]):
            total += x[k]
        out[i, i] = total


@pytest.mark.parametrize(
    ("case", "shape", "strides"),
    [
        (onto_itself, (24,), (0,)),
        (onto_itself, (24,), (8,)),
        (onto_itself, (24,), (4,)),
        (onto_diagonal, (24, 24), (8, -8)),
        (onto_diagonal, (24, 24), (8, 0)),
        (onto_diagonal, (24, 24), (16, -8)),
    ],
)
def test_elements_that_share_memory(case, shape, strides):
    results = []
    for run in (case, njit(case)):
        memory = np.linspace(1.0, 2.0, 1000)
        out = np.lib.stride_tricks.as_strided(memory[200:], shape, strides)
        run(np.ones(20), out)
        results.append(memory)
    np.testing.assert_array_equal(results[1], results[0], strict=True)


@njit
def until_it_raises(a, out, n):
    for i in range(n):
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k]
        out[i] = total + 1 // (a.shape[0] - 1 - i)


@njit
def until_it_breaks(a, out, n):
    for i in range(n):
        x, count = a[i], 0
        while x < 100.0:
            x = x * 1.5 + 1.0
            count += 1
        out[i] = count
        if i == a.shape[0] - 1:
            break


@pytest.mark.skipif(sys.platform != "linux", reason="memory is protected by mprotect")
def test_nothing_behind_arrays_is_read():
    """The program leaves the loops at the last element, behind which memory can't be read."""
    page = mmap.PAGESIZE
    memory = mmap.mmap(-1, 2 * 64 * page)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start + 64 * page), 64 * page, 0) == 0
    whole = np.frombuffer(memory, np.float64, 64 * page // 8)
    out = np.zeros(1000)
    with pytest.raises(ZeroDivisionError):
        until_it_raises(whole[-10 * page // 8 :].reshape(10, -1), out, 1000)
    until_it_breaks(whole[-10:], out, 1000)
    assert np.count_nonzero(out) == 10
