"""``vectorize``: functions of numbers as ufuncs of NumPy."""

from __future__ import annotations

import inspect
import math
import pickle
import threading

import numpy as np
import pytest

from coluber import errors, float32, float64, guvectorize, int32, int64, njit, vectorize
from coluber.core import overloads

pytestmark = pytest.mark.optimised


def add(a, b):
    return a + b


SIGNATURES = [int32(int32, int32), int64(int64, int64), float32(float32, float32), float64(float64, float64)]
eager = vectorize(SIGNATURES)(add)


@vectorize
def lazy(a, b):
    return a + b


def same(found, expected):
    assert type(found) is type(expected)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


def test_signatures_make_a_real_ufunc():
    assert isinstance(eager, np.ufunc)
    assert eager.types == ["ii->i", "ll->l", "ff->f", "dd->d"]
    assert (eager.nin, eager.nout, eager.identity, eager.signature) == (2, 1, None, None)
    assert eager.__name__ == "add"


GUARDED = {
    "hypot": lambda x: math.hypot(x, 1.0) if x == x else 0.0,
    "asin": lambda x: math.asin(x) if abs(x) <= 1 else 0.0,
    "remainder": lambda x: x % 2.0 if not math.isnan(x) else 0.0,
    "int": lambda x: int(x) if not math.isnan(x) else -1,
    "sqrt": lambda x: math.sqrt(x) if x >= 0 else 0.0,
    "log": lambda x: math.log(x) if x > 0 else 0.0,
    "less": lambda x: x < 1 if x == x else False,
    "max": lambda x: max(x, 0.5),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", GUARDED)
@pytest.mark.filterwarnings("error")
def test_what_is_guarded_warns_of_nothing(name, dtype):
    x = np.linspace(-3, 3, 1003, dtype=dtype)
    x[::7] = np.nan
    found = vectorize(GUARDED[name])(x)
    np.testing.assert_allclose(found, [GUARDED[name](value) for value in x.tolist()], rtol=1e-5)


@pytest.mark.parametrize("function", [lambda x: x % 2.0, lambda x: int(x), lambda x: x - x])
def test_invalid_results_warn(function):
    x = np.arange(1000.0)
    x[7] = np.inf
    ufunc = vectorize(function)
    for values in (x, x[::3][:3], x[:8:7]):
        if np.isinf(values).any():
            with pytest.warns(RuntimeWarning, match="invalid value"):
                ufunc(values)
    with pytest.warns(RuntimeWarning, match="invalid value"):
        ufunc(x, out=x if ufunc.types[0] == "d->d" else None)


ARRAYS = {
    "plain": (np.arange(10.0), np.arange(10.0) * 2),
    "single": (np.arange(10, dtype=np.float32), np.arange(10, dtype=np.float32)),
    "ints": (np.arange(10, dtype=np.int32), np.arange(10, dtype=np.int32)),
    "mixed": (np.arange(10, dtype=np.int32), np.arange(10.0)),
    "empty": (np.zeros(0), np.zeros(0)),
    "strided": (np.arange(40.0)[::3], np.arange(14.0)[::-1]),
    "large": (np.arange(5000.0), np.arange(5000.0)[::-1]),
    "scalar": (np.arange(5000.0), 2.5),
    "scalar_first": (np.float64(3.5), np.arange(5000.0)),
    "short_scalar": (np.arange(4.0), 2.5),
    "scalars": (np.float64(1.5), np.float64(2.5)),
    "rows": (np.arange(12.0).reshape(3, 4), np.arange(4.0)),
    "columns": (np.arange(12.0).reshape(3, 4), np.arange(3.0)[:, None]),
    "fortran": (np.asfortranarray(np.arange(12.0).reshape(3, 4)), np.arange(12.0).reshape(3, 4)),
    "swapped": (np.arange(5, dtype=">f8"), np.arange(5.0)),
    "unaligned": (np.frombuffer(b"\0" * 1 + np.arange(4.0).tobytes(), np.uint8)[1:].view(np.float64), np.arange(4.0)),
}


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("function", [eager, lazy], ids=["eager", "lazy"])
def test_calls(function, name):
    a, b = ARRAYS[name]
    expected = np.add(a, b)
    # Compiled code adds integers with 64 bits.
    same(function(a, b), expected.astype(np.int64) if function is lazy and expected.dtype == np.int32 else expected)


def test_arguments_of_ufuncs():
    a, b = np.arange(6.0), np.arange(6.0)
    out = np.full(6, -1.0)
    assert eager(a, b, out) is out
    same(out, a + b)
    out = np.full(6, -1.0)
    eager(a, b, out=out, where=a > 2)
    same(out, np.add(a, b, out=np.full(6, -1.0), where=a > 2))
    same(eager(a, b, dtype=np.float32), np.add(a, b, dtype=np.float32))
    same(eager(a, b, casting="same_kind", dtype=np.float32, order="F"), (a + b).astype(np.float32))
    eager(a, 1, out=a)
    same(a, np.arange(6.0) + 1)
    with pytest.raises(TypeError):
        eager(np.array(["x"]), 1)
    with pytest.raises(ValueError, match="broadcast"):
        eager(np.zeros(3), np.zeros(4))


@pytest.mark.parametrize("function", [eager, lazy], ids=["eager", "lazy"])
def test_methods(function):
    a = np.arange(1.0, 13.0).reshape(3, 4)
    for axis in (0, 1, -1):
        same(function.reduce(a, axis), np.add.reduce(a, axis))
        same(function.accumulate(a, axis), np.add.accumulate(a, axis))
    same(function.reduce(a, 1, keepdims=True), np.add.reduce(a, 1, keepdims=True))
    with pytest.raises(ValueError, match="not reorderable"):
        function.reduce(a, axis=None)
    same(function.reduceat(a[0], [0, 2, 1]), np.add.reduceat(a[0], [0, 2, 1]))
    same(function.outer(a[0], a[1]), np.add.outer(a[0], a[1]))
    b, c = a[0].copy(), a[0].copy()
    function.at(b, [0, 0, 2], 5.0)
    np.add.at(c, [0, 0, 2], 5.0)
    same(b, c)


def test_identity():
    product = vectorize([float64(float64, float64)], identity=1)(lambda a, b: a * b)
    assert product.identity == 1
    assert product.reduce(np.zeros(0)) == 1.0
    assert product.reduce(np.arange(1.0, 7.0).reshape(2, 3), axis=(0, 1)) == 720.0
    free = vectorize([float64(float64, float64)], identity="reorderable")(lambda a, b: max(a, b))
    assert free.reduce(np.arange(6.0).reshape(2, 3), axis=None) == 5.0
    with pytest.raises(ValueError, match="identity"):
        vectorize([float64(float64)], identity=7)(lambda a: a)


@pytest.mark.parametrize("count", range(1, 7))
def test_numbers_of_inputs(count):
    names = [f"a{k}" for k in range(count)]
    function = eval(f"lambda {', '.join(names)}: {' + '.join(names)}")
    compiled = vectorize([float64(*[float64] * count)])(function)
    arrays = [np.arange(20.0) * (k + 1) for k in range(count)]
    same(compiled(*arrays), sum(arrays[1:], arrays[0]))
    assert compiled.nin == count


DTYPES = "?bBhHiIlLfdFDe"


@pytest.mark.parametrize("code", DTYPES)
def test_dtypes(code):
    dtype = np.dtype(code)
    values = np.array([0, 1, 2, 3, 1], dtype)
    twice = vectorize(lambda a: a)
    same(twice(values), values)
    same(twice(values[::2]), values[::2])
    assert twice.types == [f"{dtype.char}->{dtype.char}"]


def test_results_of_other_types():
    is_small = vectorize(lambda a: a < 3)
    same(is_small(np.arange(5.0)), np.arange(5.0) < 3)
    to_float = vectorize(["float64(int64)"])(lambda a: a / 2)
    same(to_float(np.arange(5)), np.arange(5) / 2)
    parts = vectorize(lambda z: z.imag)
    same(parts(np.array([1 + 2j, 3 - 4j])), np.array([2.0, -4.0]))


def test_loops_are_compiled_when_needed():
    function = vectorize(lambda a, b: a * b)
    assert (function.types, function.ntypes, function.nin, function.nargs) == ([], 0, 2, 3)
    assert function(2, 3) == 6
    assert function.types == ["ll->l"]
    assert function(2.5, 3) == 7.5
    assert function.types == ["ll->l", "dl->d"]
    assert function(2, 3) == 6
    assert function(np.float32(2), np.float32(3)).dtype == np.float32
    assert function([1, 2], [3.0, 4.0]).tolist() == [3.0, 8.0]
    assert function([1, 2], [3, 4]).dtype == np.int64
    assert function.build_ufunc() is function
    function.disable_compile()
    assert function(np.int8(2), 3) == 6
    with pytest.raises(TypeError):
        function(1j, 2j)
    with pytest.raises(TypeError, match="positional"):
        function(1)


def test_exceptions_arrive():
    @vectorize(["float64(float64)"])
    def checked(x):
        if x < 0:
            raise ValueError("negative", x)
        return math.sqrt(x)

    same(checked(np.arange(5.0)), np.sqrt(np.arange(5.0)))
    for bad in (np.array([1.0, -4.0]), np.float64(-4.0), np.full(5000, -4.0), np.full((3, 4), -4.0)[:, ::2]):
        with pytest.raises(ValueError, match="negative") as caught:
            checked(bad)
        assert caught.value.args == ("negative", -4.0)


def test_other_array_types_apply_it_themselves():
    class Wrapped:
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return ufunc, method

    assert eager(Wrapped(), 1) == (eager, "__call__")
    assert lazy(Wrapped(), 1.0)[1] == "__call__"
    masked = np.ma.masked_array([1.0, 2.0], [True, False])
    assert eager(masked, 1.0)[1] == 3.0


def test_pickling():
    assert pickle.loads(pickle.dumps(lazy)) is lazy


def test_calls_from_compiled_code():
    @njit
    def numbers(x):
        return eager(x, 1.0) + lazy(x, 2.0)

    assert numbers(3.0) == 9.0


def test_calls_from_compiled_code_on_arrays():
    @njit
    def arrays(a, b):
        return eager(a, b)

    a, b = np.arange(12.0).reshape(3, 4), np.arange(4.0)
    same(arrays(a, b), a + b)
    same(arrays(a, 2.0), a + 2.0)


def test_jitted_functions_and_globals():
    scale = 3.0
    helper = njit(lambda x: x * scale)
    function = vectorize([float64(float64)])(njit(lambda x: helper(x) + 1))
    same(function(np.arange(3.0)), np.arange(3.0) * 3 + 1)


def test_threads():
    a = np.arange(200_000.0)
    results = []
    threads = [threading.Thread(target=lambda: results.append(eager(a, a))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all((result == a + a).all() for result in results)


def test_wrong_signatures():
    with pytest.raises(TypeError, match="takes 2 arguments"):
        vectorize([float64(float64)])(add)
    with pytest.raises(ValueError, match="target"):
        vectorize([float64(float64)], target="gpu")


# -------------------------------------------------------------------------------------------------------- guvectorize


def moving(a, n, out):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i]
        if i >= n:
            total -= a[i - n]
        out[i] = total / min(i + 1, n)


def expected_moving(a, n):
    return np.array([a[max(0, i + 1 - n) : i + 1].mean() for i in range(len(a))])


def test_guvectorize():
    function = guvectorize(["void(float64[:], int64, float64[:])"], "(n),()->(n)")(moving)
    assert isinstance(function, np.ufunc)
    assert function.signature == "(n),()->(n)"
    a = np.arange(20.0) ** 1.5
    np.testing.assert_allclose(function(a, 3), expected_moving(a, 3))
    rows = np.arange(24.0).reshape(4, 6)
    found = function(rows, np.array([1, 2, 3, 4]))
    np.testing.assert_allclose(found, [expected_moving(row, n) for row, n in zip(rows, [1, 2, 3, 4], strict=True)])
    np.testing.assert_allclose(function(rows.T, 2, axes=[0, (), 0]), function(rows.T.T, 2).T)
    out = np.empty((4, 6))
    assert function(rows[:, ::-1], 2, out) is out


@pytest.mark.parametrize("eagerly", [True, False])
def test_matrix_products(eagerly):
    def product(a, b, c):
        m, n = a.shape
        n, p = b.shape
        for i in range(m):
            for j in range(p):
                c[i, j] = 0
                for k in range(n):
                    c[i, j] += a[i, k] * b[k, j]

    layout = "(m,n),(n,p)->(m,p)"
    function = (
        guvectorize(["void(float64[:,:], float64[:,:], float64[:,:])"], layout)(product)
        if eagerly
        else guvectorize(layout)(product)
    )
    a, b = np.random.default_rng(0).random((5, 2, 3)), np.random.default_rng(1).random((3, 4))
    np.testing.assert_allclose(function(a, b), a @ b)
    with pytest.raises(ValueError, match="core dim"):
        function(np.ones((2, 3)), np.ones((4, 5)))


def test_several_outputs_and_scalars():
    def extremes(a, low, high):
        low[0], high[0] = a.min(), a.max()

    function = guvectorize(["void(int32[:], int32[:], int32[:])"], "(n)->(),()")(extremes)
    low, high = function(np.arange(12, dtype=np.int32).reshape(3, 4))
    assert (low.tolist(), high.tolist()) == ([0, 4, 8], [3, 7, 11])
    assert [type(x) for x in function(np.arange(4, dtype=np.int32))] == [np.int32, np.int32]


def test_complex_scalars():
    def scaled(a, factor, out):
        for i in range(a.size):
            out[i] = a[i] * factor

    function = guvectorize(["void(complex64[:], complex64, complex64[:])"], "(n),()->(n)")(scaled)
    a = np.array([1 + 1j, 2 - 1j], np.complex64)
    same(function(a, np.complex64(2j)), a * np.complex64(2j))


def test_fixed_and_optional_dimensions():
    def cross(a, b, c):
        c[0] = a[1] * b[2] - a[2] * b[1]
        c[1] = a[2] * b[0] - a[0] * b[2]
        c[2] = a[0] * b[1] - a[1] * b[0]

    function = guvectorize(["void(float64[:], float64[:], float64[:])"], "(3),(3)->(3)")(cross)
    a, b = np.arange(12.0).reshape(4, 3), np.array([1.0, 0.0, 2.0])
    np.testing.assert_allclose(function(a, b), np.cross(a, b))
    with pytest.raises(ValueError, match="core dim"):
        function(np.ones(4), np.ones(4))


def test_inputs_that_are_written():
    def begin(values, factor, result):
        values[0] = 6.5 * factor
        result[0] = values[0] + 1

    signature = ["void(float64[:], float64, float64[:])"]
    for writable in (("values",), (0,)):
        f = guvectorize(signature, "(),()->()", writable_args=writable)(begin)
        for dtype in (np.float64, np.float32):
            values = np.zeros((2, 2), dtype)
            assert pickle.loads(pickle.dumps(f))(values, 2.0).tolist() == [[14.0, 14.0], [14.0, 14.0]]
            assert values.tolist() == [[13, 13], [13, 13]]
    values = np.zeros(2, np.float32)
    guvectorize(signature, "(),()->()")(begin)(values, 2.0)
    assert values.tolist() == [0, 0]
    with pytest.raises(ValueError, match="writable_args: begin\\(\\) has no parameter 'value'"):
        guvectorize(signature, "(),()->()", writable_args=("value",))(begin)


def test_lazy_guvectorize():
    @guvectorize("(n),()->(n)")
    def shifted(a, k, out):
        for i in range(a.shape[0]):
            out[i] = a[i] + k

    a = np.arange(6).reshape(2, 3)
    out = np.empty((2, 3), np.int64)
    shifted(a, 10, out)
    same(out, a + 10)
    same(shifted(a, 10), a + 10)
    same(shifted(a * 0.5, 1.5), a * 0.5 + 1.5)
    assert len(shifted.types) >= 2
    shifted.disable_compile()
    with pytest.raises(TypeError):
        shifted(a * 1j, 1)


def test_exceptions_of_parts():
    @guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
    def picky(a, out):
        if a[0] < 0:
            raise RuntimeError("negative")
        out[:] = a

    with pytest.raises(RuntimeError, match="negative"):
        picky(np.array([[1.0, 2.0], [-1.0, 2.0]]))


def test_wrong_layouts():
    with pytest.raises(TypeError, match="parts"):
        guvectorize(["void(float64[:])"], "(n)->(n)")(lambda a, b: None)
    with pytest.raises(TypeError, match="does not fit"):
        guvectorize(["void(float64[:], float64)"], "(n)->()")(lambda a, b: None)
    with pytest.raises(TypeError, match="has 1 parts"):
        guvectorize(["void(float64[:], float64[:])"], "(n)")(lambda a, b: None)
    with pytest.raises(TypeError, match="layout"):
        guvectorize()


def test_divisions_by_zero_are_those_of_ufuncs():
    quotient = vectorize(lambda a, b: a / b)
    floor = vectorize([int64(int64, int64), float64(float64, float64)])(lambda a, b: a // b)
    remainder = vectorize(lambda a, b: a % b)
    zeros = [0.0, 0]
    with np.errstate(all="ignore"):
        for values in (np.arange(3.0), np.arange(3)):
            for zero in zeros:
                np.testing.assert_array_equal(quotient(values, zero), np.true_divide(values, zero))
                np.testing.assert_array_equal(remainder(values, zero), np.remainder(values, zero))
                np.testing.assert_array_equal(floor(values, zero), np.floor_divide(values, zero))

        @guvectorize("(n),()->(n)")
        def divide(a, b, out):
            for i in range(a.size):
                out[i] = a[i] / b

        np.testing.assert_array_equal(divide(np.arange(3.0), 0.0), [np.nan, np.inf, np.inf])
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError, match="divide by zero"):
        quotient(1.0, 0.0)


def test_integers_beyond_int64():
    total = vectorize(lambda a, b: a + b)
    assert total(2**63, np.uint64(1)) == 2**63 + 1
    assert total(2**63, 2**63 - 1) == njit(lambda a, b: a + b)(2**63, 2**63 - 1)
    assert total(1, 1) == 2
    assert vectorize(lambda a: a)(2**63) == 2**63
    with pytest.raises(OverflowError, match="too large for 64 bits"):
        total(2**64, 1)


def test_calls_with_lists_make_one_ufunc():
    total = vectorize(lambda a, b: a + b)
    total([1], [2])
    known = len(overloads._keys)
    for k in range(10):
        assert total([k], [k]) == [2 * k]
    assert len(overloads._keys) == known


def test_functions_without_arguments():
    for function, given in ((vectorize(lambda: 1), ()), (vectorize(lambda *a: 1), (2,))):
        with pytest.raises(TypeError, match="takes no positional arguments"):
            function(*given)
    with pytest.raises(TypeError, match="takes no positional arguments"):
        vectorize(["f8()"])(lambda: 1)


def test_results_are_what_signatures_say_in_compiled_callers():
    tripled = vectorize(["f4(f8)"])(lambda x: x * 3)
    got = njit(lambda x, a: (tripled(x), tripled(a)))(0.1, np.array([0.1]))
    assert (got[0], got[1].dtype, got[1][0]) == (np.float32(0.1 * 3), np.float32, np.float32(0.1 * 3))


def test_compiled_callers_use_the_loops_of_signatures():
    half = vectorize(["f4(f4)", "f8(f8)"])(lambda x: x / 2 if x > 1 else x)
    whole = vectorize(["boolean(int64,int64)"])(lambda x, y: x + y)
    floor = vectorize(["f8(f8,f8)"])(lambda x, y: x // y)

    def f(n, a, b):
        return half(n), half(a), half(b), whole(n, 2), whole(a, n), floor(n, 0), floor(a, a), floor.reduce(a)

    n, a, b = 3, np.arange(4), np.ones((2, 2), np.int16)
    for got, want in zip(njit(f)(n, a, b), f(n, a, b), strict=True):
        np.testing.assert_array_equal(got, want)
        assert np.asarray(got).dtype == np.asarray(want).dtype
    with pytest.raises(TypeError, match="not supported for the input types"):
        whole(1.5, 2)
    with pytest.raises(errors.TypingError, match="not supported for the input types"):
        njit(lambda x: whole(x, 2))(1.5)


@pytest.mark.parametrize("signatures", [["f8(f8)"], []])
def test_the_function_that_a_ufunc_was_made_of(signatures):
    def double(x):
        return 2 * x

    def parts(x, out):
        out[:] = x

    made = vectorize(signatures)(double)
    if type(made) is np.ufunc and not hasattr(made, "__dict__"):
        pytest.skip("ufuncs take attributes from NumPy 2.2 on")
    assert inspect.unwrap(made) is double
    layout = "(n)->(n)"
    made = guvectorize(["(f8[:], f8[:])"], layout)(parts) if signatures else guvectorize(layout)(parts)
    assert inspect.unwrap(made) is parts
