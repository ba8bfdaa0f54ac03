"""Arrays of iterables and bytes, indices of masks, inverses of arrays of more axes, kinds of dtypes, against NumPy."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups

RNG = np.random.default_rng(3)
VECTOR = np.arange(6.0)
MATRIX = RNG.random((4, 6))
SQUARE = RNG.random((2, 3, 6))
DEEP = RNG.random((24, 8, 3))
RECORDS = np.array([(1.5, 3), (2.5, 4), (3.5, 5)], [("x", "f8"), ("n", "i4")])


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.fromiter(range(40), np.int32)", "np.fromiter(a, np.complex128)", "np.fromiter((1, 2, 3), float)",
        "np.fromiter(range(100), np.float64, 7)", "np.fromiter(range(3), np.int64, count=5)", "np.fromiter(range(3), int, 0)",
        "np.frombuffer(a), np.frombuffer(a, np.uint8)", "np.frombuffer(a, np.float32, 3, 8)", "np.frombuffer(m, offset=16)",
        "np.frombuffer(a, dtype='i2', count=2)", "np.frombuffer(a, count=7)", "np.frombuffer(a, np.float64, -1, 3)",
        "np.frombuffer(a, np.float64, -1, 300)", "np.frombuffer(m.view(np.uint8)[0], np.int64)",
        "a.byteswap(), m.T.byteswap(), a.astype(np.int16).byteswap()", "(a + 1j).byteswap(), a.astype(np.int8).byteswap()",
        "np.mask_indices(3, np.triu), np.mask_indices(4, np.tril, -1)",
        "np.linalg.tensorinv(t, 2), np.linalg.tensorinv(s, ind=1)", "np.linalg.tensorinv(m, 1)",
        "np.linalg.tensorsolve(t, t[:, :, 0])", "np.linalg.tensorsolve(s, a)",
        "np.isdtype(np.float32, 'real floating'), np.isdtype(np.int8, ('bool', np.int8)), np.isdtype(a.dtype, np.float32)",
        "np.isdtype(np.uint8, 'unsigned integer'), np.isdtype(np.bool_, 'numeric'), np.isdtype(np.complex64, 'numeric')",
        "np.zeros(2, np.common_type(a, a.astype(np.complex64))), np.zeros(2, np.common_type(a.astype(np.float32)))",
    ]),
)  # fmt: skip
def test_functions(lines):
    check_lines(lines, "a, m, t, s", VECTOR, MATRIX, SQUARE, DEEP, rtol=1e-9, same_error_args=False)


def test_buffers_of_records_and_texts():
    packed, raw = np.dtype([("a", "u1"), ("b", "<u2")]), bytes(range(65, 77))

    def f(b, a):
        records = np.frombuffer(b, packed, offset=3), np.frombuffer(a, packed, 2), np.frombuffer(bytearray(b), "u1,u2")
        return records, np.frombuffer(b, "S1", 5, 6), np.frombuffer(a, dtype="S3")

    check(f, raw, np.frombuffer(raw, np.uint8).copy())
    check(expression("np.frombuffer(b, 'u1,u2', offset=1)", "b"), raw)


def test_buffers_with_dtypes_that_are_texts():
    def f(b, m):
        return np.frombuffer(b, dtype="complex128"), np.frombuffer(m, "f4", 2, 4), np.frombuffer(bytearray(b), "i2")

    check(f, bytes(range(16)), memoryview(bytearray(range(16))))


def test_refused():
    assert "kind" in compile_error(expression("np.isdtype(np.int8, 'odd')", ""))
    assert "ind" in compile_error(expression("np.linalg.tensorinv(a, k)", "a, k"), SQUARE, 2)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.where(m, r, r[::-1])", "np.where(m, r[:1], r)", "np.copy(r), np.take(r, i), r[i], r[m], r[::-1].copy()",
        "np.concatenate((r, r[:1])), np.stack((r, r), axis=1), np.vstack((r, r))", "np.roll(r, 1), np.flip(r), np.repeat(r, 2)",
        "np.tile(r, 2), np.append(r, r), np.delete(r, 1), np.resize(r, 5)",
        "np.compress(m, r), np.extract(m, r), np.full(2, r[1])",
        "np.take_along_axis(r, i, 0), np.broadcast_to(r, (2, 3)).T.copy(), np.split(r, 3)[1]",
    ]),
)  # fmt: skip
def test_records_are_moved(lines):
    check_lines(lines, "r, i, m", RECORDS, np.array([2, 0]), np.array([True, False, True]))


def test_infinite_means_of_elements_with_gaps():
    for value in (-np.inf, np.inf):
        a = np.array([[1.0, value, np.nan, 4], [2, 3, 5, np.nan]])
        check(expression("np.nanvar(a), np.nanstd(a), np.nanvar(a, axis=0), np.nanstd(a, 1, keepdims=True)", "a"), a)


def of_deques(n):
    numbers, rows = deque(maxlen=3), deque([[1, 2], [3, n]])
    for k in range(n):
        numbers.append(k + 0.5)
    rows.appendleft([5, 6])
    first = np.array(numbers), np.asarray(numbers).mean(), np.array(numbers, dtype=np.float32)
    return first, np.array(rows), np.array(rows, order="F"), np.array(rows, ndmin=3), np.array(deque([(1, 2.5), (n, 4)]))


def test_arrays_of_deques():
    check(of_deques, 4)
