"""Arrays: attributes, layouts, basic indexing, assignment to items and slices, iteration."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError
from tests.run.support import check, compile_error, expression, jitted

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16"]

BASE = np.arange(120.0)
LAYOUTS = {
    "C": BASE.reshape(4, 5, 6),
    "F": np.asfortranarray(BASE.reshape(4, 5, 6)),
    "A": np.arange(240.0).reshape(4, 5, 12)[:, :, ::2],
    "reversed": BASE.reshape(4, 5, 6)[::-1, :, ::-1],
    "transposed": BASE.reshape(5, 4, 6).transpose(1, 0, 2),
    "broadcast": np.broadcast_to(np.arange(6.0), (4, 5, 6)),
}


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_in_and_out(dtype):
    a = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    check(expression("a", "a"), a)
    check(expression("a[1, 2]", "a"), a)
    check(expression("a[1]", "a"), a)
    check(expression("a.copy()", "a"), a)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_is_stored(dtype):
    def f(a, b):
        for i in range(len(a)):
            b[i] = a[len(a) - 1 - i]

    a = np.array([0, 1, 2, 3]).astype(dtype)
    check(f, a, np.zeros_like(a))


@pytest.mark.parametrize("attribute", ["shape", "ndim", "size", "itemsize", "nbytes", "strides"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_attributes(layout, attribute):
    a = LAYOUTS[layout]
    assert jitted(expression(f"a.{attribute}", "a"))(a) == getattr(a, attribute)


@pytest.mark.parametrize(
    "text", ["a.shape[0]", "a.shape[-1] * 2", "a.strides[1]", "len(a)", "a.flags.c_contiguous", "a.flags.f_contiguous"]
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_parts_of_attributes(layout, text):
    a = LAYOUTS[layout]
    assert jitted(expression(text, "a"))(a) == eval(text)


@pytest.mark.parametrize("text", ["a.dtype == np.float64", "a.dtype == np.int64", "a.dtype.type(3)", "np.zeros(2, a.dtype)"])
def test_dtype(text):
    check(expression(text, "a"), np.arange(3.0))


@pytest.mark.parametrize("text", ["a.real", "a.imag", "a.T", "a.T.T", "a.real.T"])
@pytest.mark.parametrize("dtype", ["f8", "c16", "i4"])
def test_views_by_attribute(text, dtype):
    check(expression(text, "a"), np.arange(6).reshape(2, 3).astype(dtype))


def test_real_and_imaginary_parts_are_views():
    def f(a):
        a.real[0] = 5.0
        a.imag[1] = 7.0

    check(f, np.zeros(3, np.complex128))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("index", ["0, 0, 0", "3, 4, 5", "-1, -1, -1", "-4, 2, -6", "1, -2, 3", "(1, 2, 3)"])
def test_element(layout, index):
    check(expression(f"a[{index}]", "a"), LAYOUTS[layout])


@pytest.mark.parametrize(
    "index",
    [
        "0",
        "-1",
        "1, 2",
        ":",
        "...",
        "None",
        "(0, 1)",
        "1:3",
        ":, 1",
        ":, :, 1",
        "..., 0",
        "0, ...",
        "..., 1, 2",
        "1, ..., 2",
        "1:3, ::2",
        "::-1",
        "::-1, ::-1, ::-1",
        "1:-1, 1:-1, 1:-1",
        "None, 0",
        "0, None",
        ":, None, :",
        "..., None",
        "None, ..., None",
        "None, None",
        "2:2",
        "10:20",
        "-100:100",
        "3:0:-1",
        "::3, 1::2, -2:",
        "1, 2:, ::-2",
        "-3:-1, 2, None",
        "::100",
        "slice(1, 3)",
        "slice(None), 1",
        "slice(None, None, -1)",
        "slice(1, None)",
        "np.newaxis, 1",
    ],
)
@pytest.mark.parametrize("layout", ["C", "F", "A"])
def test_views(layout, index):
    check(expression(f"a[{index}]", "a"), LAYOUTS[layout])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_views_of_views(layout):
    check(expression("a[1:][::-1][:, 2][..., ::2]", "a"), LAYOUTS[layout])
    check(expression("a[0][1][2]", "a"), LAYOUTS[layout])
    check(expression("a[1:3].T[::2]", "a"), LAYOUTS[layout])


@pytest.mark.parametrize("start", [None, -100, -7, -3, 0, 2, 6, 100])
@pytest.mark.parametrize("stop", [None, -100, -2, 0, 3, 6, 100])
def test_slices_with_variable_bounds(start, stop):
    a = np.arange(6)
    for step in (1, 2, -1, -3):
        low = 0 if step > 0 else 5
        check(
            expression("a[i:j:k]", "a, i, j, k"), a, start if start is not None else low, stop if stop is not None else 6, step
        )
        if start is not None:
            check(expression("a[i::k]", "a, i, k"), a, start, step)
        if stop is not None:
            check(expression("a[:j:k]", "a, j, k"), a, stop, step)


def test_zero_step_raises():
    with pytest.raises(ValueError, match="step cannot be zero"):
        jitted(expression("a[::b]"))(np.arange(3), 0)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_index_types(dtype):
    check(expression("a[b]"), np.arange(5.0), dtype(3))


@pytest.mark.parametrize("index", [(1, 2), (-1, 0), (3, -5)])
def test_tuple_as_index(index):
    check(expression("a[b]"), LAYOUTS["C"][:, :, 0], index)
    check(expression("a[b]"), LAYOUTS["C"], index)


def test_too_many_indices_are_refused():
    compile_error(expression("a[1, 2]", "a"), np.arange(3))


def test_float_index_is_refused():
    compile_error(expression("a[b]"), np.arange(3), 1.0)


@pytest.mark.parametrize("index", ["1", "-1"])
@pytest.mark.parametrize("layout", ["C", "F", "A", "reversed", "transposed"])
def test_set_rows(layout, index):
    def f(a, x):
        a[1] = x
        a[-1, 2] = x * 2
        a[0, 0, 0] = x * 3

    check(f, LAYOUTS[layout], 7.5)


@pytest.mark.parametrize(
    "target",
    [
        "a[1]",
        "a[1:3]",
        "a[:, 1]",
        "a[..., 0]",
        "a[::-1]",
        "a[::2, ::2, ::2]",
        "a[:]",
        "a[...]",
        "a[1, 2, 3]",
        "a[2:2]",
        "a[None]",
        "a[:, None, 1]",
    ],
)
def test_set_scalar(target):
    from tests.run.support import source

    check(source(f"def f(a, x):\n    {target} = x\n"), LAYOUTS["C"], 7.5)
    check(source(f"def f(a, x):\n    {target} = x\n"), LAYOUTS["A"], 3)


@pytest.mark.parametrize(
    ("target", "shape"),
    [
        ("a[1]", (5, 6)),
        ("a[1]", (6,)),
        ("a[1]", (1, 6)),
        ("a[1]", (5, 1)),
        ("a[1:3]", (2, 5, 6)),
        ("a[1:3]", (5, 6)),
        ("a[:, 1]", (4, 6)),
        ("a[:, 1]", (6,)),
        ("a[..., 0]", (4, 5)),
        ("a[::-1]", (4, 5, 6)),
        ("a[::2, 1::2, :3]", (2, 2, 3)),
        ("a[:]", (4, 5, 6)),
        ("a[...]", (6,)),
        ("a[1, 2]", (6,)),
        ("a[1, 2, ::2]", (3,)),
        ("a[1, 2, ::-2]", (1,)),
    ],
)
def test_set_array(target, shape):
    from tests.run.support import source

    values = np.arange(float(np.prod(shape))).reshape(shape) + 1000
    function = source(f"def f(a, x):\n    {target} = x\n")
    check(function, LAYOUTS["C"], values)
    check(function, LAYOUTS["F"], values)
    check(function, LAYOUTS["C"], values.astype(np.int32))


def test_set_array_that_does_not_fit():
    def f(a, x):
        a[1:3] = x

    with pytest.raises(ValueError, match=r"(?i)shape|broadcast|size"):
        jitted(f)(np.zeros(5), np.zeros(3))


def test_set_overlapping():
    def f(a):
        a[1:] = a[:-1]

    check(f, np.arange(6.0))


@pytest.mark.parametrize("dtype", ["f8", "u1", "c16", "M8[s]", "U3", "S5", "?"])
def test_move_vectors(dtype):
    """Contiguous vectors of one dtype: parts that overlap in both directions, a single element for all, and nothing."""

    def f(a, b, n):
        a[2:] = a[:-2]
        a[:-1] = a[1:]
        a[:n] = b[3 : n + 3]
        b[:] = b[1:2]
        b[4:] = a[4:]
        a[n:n] = b[:1]
        a[n:n] = b[n:n]

    values = np.array(np.arange(12) % 7, dtype=np.int64).astype(dtype)
    check(f, values, values[::-1].copy(), 4)


def test_move_vectors_that_do_not_fit():
    def f(a, b):
        a[1:] = b

    for n in (0, 3, 8):
        check(f, np.zeros(6), np.ones(n))


def test_set_overlapping_reversed():
    def f(a):
        a[:] = a[::-1]

    check(f, np.arange(6.0))


def test_change_overlapping_by_expressions():
    def f(a, b, n):
        a[1:] += a[:-1] * 2 + b[1:]
        a *= a[::-1] - n
        b += b * b[::-1] + a
        b += (a[0], 1.0)[1] * b[:1]

    check(f, np.arange(6.0), np.arange(6.0) + 0.5, 3)


def test_change_by_expressions_of_other_types():
    def f(a, b):
        a += (b * 2).astype(np.int8) + 1
        a -= b // 2 + a
        b *= a + 0

    check(f, np.arange(6), np.arange(6, dtype=np.int16)[::-1].copy())

    def shapes(a, b):
        a += b * 2

    check(shapes, np.zeros((2, 3)), np.arange(3.0))
    for wrong, message in ((np.zeros((2, 2, 3)), "doesn't match the broadcast shape"), (np.zeros(4), "broadcast")):
        with pytest.raises(ValueError, match=message):
            njit(shapes)(np.zeros((2, 3)), wrong)

    def casting(a, b):
        a += b * 0.5

    with pytest.raises(TypingError, match="same_kind"):
        njit(casting)(np.zeros(3, np.int64), np.zeros(3))


def test_set_overlapping_transposed():
    def f(a):
        a[:, :] = a.T

    check(f, np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize("dtype", DTYPES)
def test_set_casts_the_value(dtype):
    def f(a, x):
        a[0] = x
        a[1:] = x

    check(f, np.zeros(3, dtype), 3)
    if dtype not in ("?", "u1"):
        check(f, np.zeros(3, dtype), 2.0)


def test_float_into_integer_array_truncates():
    def f(a, x):
        a[0] = x

    check(f, np.zeros(2, np.int64), 2.9)
    check(f, np.zeros(2, np.int32), -2.9)


def test_read_only_argument_is_read():
    a = np.arange(4.0)
    a.flags.writeable = False
    check(expression("a[1] + a.sum()", "a"), a)
    check(expression("a[1:]", "a"), a)


def test_read_only_argument_is_not_written():
    def f(a):
        a[0] = 1.0

    a = np.arange(4.0)
    a.flags.writeable = False
    compile_error(f, a)
    assert a[0] == 0.0


def test_read_only_result_of_read_only_argument():
    a = np.arange(4.0)
    a.flags.writeable = False
    result = jitted(expression("a[1:]", "a"))(a)
    assert not result.flags.writeable


def test_same_object_comes_back():
    a = np.arange(4.0)
    assert jitted(expression("a", "a"))(a) is a


def test_view_that_comes_back_shares_memory():
    a = np.arange(10.0)
    view = jitted(expression("a[2:8:2]", "a"))(a)
    view[0] = 99.0
    assert a[2] == 99.0


def test_view_keeps_its_base_alive():
    def f(n):
        a = np.arange(n)
        return a[n - 3 :]

    result = jitted(f)(100_000)
    garbage = [np.full(100_000, -1) for _ in range(3)]
    assert result.tolist() == [99_997, 99_998, 99_999]
    del garbage


def test_argument_view_outlives_the_argument():
    def make():
        a = np.arange(1000.0)
        return jitted(expression("a[10:13]", "a"))(a)

    assert make().tolist() == [10.0, 11.0, 12.0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_iteration_by_index(layout):
    def f(a):
        total = 0.0
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                for k in range(a.shape[2]):
                    total = total * 0.99 + a[i, j, k]
        return total

    check(f, LAYOUTS[layout])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_iteration(layout):
    def f(a):
        total = 0.0
        for plane in a:
            for row in plane:
                for x in row:
                    total = total * 0.99 + x
        return total

    check(f, LAYOUTS[layout])


def test_iteration_writes_through_rows():
    def f(a):
        for row in a:
            row[0] = row[1] * 2

    check(f, np.arange(6.0).reshape(3, 2))


@pytest.mark.parametrize("x", [3, 99, 2.5, 0.0])
@pytest.mark.parametrize("layout", ["C", "F", "A"])
def test_contains(layout, x):
    check(expression("b in a"), LAYOUTS[layout], x)
    check(expression("b not in a"), LAYOUTS[layout], x)


@pytest.mark.parametrize("a", [np.array(5.0), np.array(3), np.array(True)])
def test_zero_dimensions(a):
    check(expression("a.ndim, a.size, a.shape", "a"), a)
    check(expression("a[()]", "a"), a)
    check(expression("a.item()", "a"), a)


def test_zero_dimensions_are_set():
    def f(a):
        a[()] = 7.0

    check(f, np.array(5.0))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 2)])
def test_empty(shape):
    a = np.zeros(shape)
    check(expression("a.size, len(a), a.shape, a.sum()", "a"), a)
    check(expression("a", "a"), a)
    check(expression("a + 1.0", "a"), a)


def test_empty_iteration():
    def f(a):
        n = 0
        for _ in a:
            n += 1
        return n

    check(f, np.zeros(0))


def test_length_of_zero_dimensions_is_refused():
    compile_error(expression("len(a)", "a"), np.array(1.0), error=Exception)


@pytest.mark.parametrize("ndim", [1, 2, 3, 4, 5, 6])
def test_many_dimensions(ndim):
    a = np.arange(2.0**ndim).reshape((2,) * ndim)
    index = ", ".join("1" for _ in range(ndim))
    check(expression(f"a[{index}], a.shape, a.T, a[1], a[..., :1]", "a"), a)


@pytest.mark.parametrize("index", [5, -6, 100])
def test_bounds_check(index):
    with pytest.raises(IndexError):
        jitted(expression("a[b]"), boundscheck=True)(np.zeros(5), index)


@pytest.mark.parametrize("index", [(2, 0), (0, 3), (-3, 0), (0, -4)])
def test_bounds_check_of_two_indices(index):
    with pytest.raises(IndexError):
        jitted(expression("a[i, j]", "a, i, j"), boundscheck=True)(np.zeros((2, 3)), *index)


def test_bounds_check_of_assignment():
    def f(a, i):
        a[i] = 1.0

    a = np.zeros(3)
    with pytest.raises(IndexError):
        jitted(f, boundscheck=True)(a, 3)
    jitted(f, boundscheck=True)(a, -1)
    assert a.tolist() == [0.0, 0.0, 1.0]


def test_bounds_check_accepts_what_is_inside():
    check(expression("a[b]"), np.arange(5.0), -5, boundscheck=True)
    check(expression("a[b]"), np.arange(5.0), 4, boundscheck=True)
    check(expression("a[1:100]", "a"), np.arange(5.0), boundscheck=True)


def test_unaligned():
    buffer = np.zeros(33, np.uint8)
    a = buffer[1:33].view(np.float64)
    a[:] = [1.0, 2.0, 3.0, 4.0]
    assert jitted(expression("a[2]", "a"))(a) == 3.0
    assert jitted(expression("a.sum()", "a"))(a) == 10.0


@pytest.mark.parametrize("dtype", ["O", ">f8", "g", ">M8[s]"])
def test_unsupported_dtypes_are_refused_by_name(dtype):
    a = np.zeros(3, dtype)
    assert compile_error(expression("a[0]", "a"), a, error=Exception)


def test_masked_arrays_are_refused():
    assert compile_error(expression("a", "a"), np.ma.masked_array([1, 2]), error=Exception)


def test_chained_assignment_of_views():
    def f(a):
        b = a[1:]
        c = b[1:]
        c[0] = 5.0
        b[0] = 4.0
        return b, c

    check(f, np.zeros(4))


def test_variable_that_is_one_of_two_views():
    def f(a, n):
        b = a[1:]
        if n > 0:
            b = a[:-1]
        return b

    check(f, np.arange(4.0), 1)
    check(f, np.arange(4.0), -1)


def test_variable_of_two_layouts():
    def f(a, n):
        b = a
        if n > 0:
            b = a[::2]
        return b.sum()

    check(f, np.arange(6.0), 1)
    check(f, np.arange(6.0), -1)


def test_double_buffer():
    def f(a, n):
        b = np.empty_like(a)
        for _ in range(n):
            for i in range(len(a)):
                b[i] = a[i] + a[i - 1]
            a, b = b, a
        return a

    check(f, np.arange(5.0), 3)
    check(f, np.arange(5.0), 4)


def test_array_of_a_loop_is_kept():
    def f(n):
        last = np.zeros(2)
        for i in range(n):
            now = np.full(2, float(i))
            last = now + last
        return last

    check(f, 10)


def test_callee_returns_its_argument():
    @njit
    def same(a):
        return a

    def f(n):
        a = np.arange(n)
        b = same(a)
        b[0] = 9
        return a, b

    check(f, 3)


def test_identity():
    def f(a):
        b = a
        return b is a, b is not a

    check(f, np.zeros(2))
