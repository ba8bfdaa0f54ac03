"""Methods of ufuncs in compiled code, and the arguments ``out`` and ``where`` of those of programs: compared with Python."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from coluber import errors, guvectorize, njit, vectorize
from tests.run import support

RNG = np.random.default_rng(4)
ONE = RNG.integers(-9, 9, 7).astype(np.float64)
THREE = RNG.integers(1, 9, (3, 4, 5)).astype(np.float64)


@vectorize
def lazy(a, b):
    return 2 * a - b


@vectorize(["int64(int64, int64)", "float64(float64, float64)"], identity=0)
def eager(a, b):
    return a + b


@vectorize
def halved(a):
    return a / 2


def compiled(source, **scope):
    """Return a function of a source, compiled, and as it is."""
    scope = {"np": np, "lazy": lazy, "eager": eager, "halved": halved, **scope}
    exec(source, scope)
    return njit(scope["f"]), scope["f"]


def same(got, wanted):
    if isinstance(wanted, tuple):
        assert isinstance(got, tuple)
        for one, other in zip(got, wanted, strict=True):
            same(one, other)
        return
    assert np.asarray(got).dtype == np.asarray(wanted).dtype or np.ndim(wanted) == 0
    assert np.shape(got) == np.shape(wanted)
    np.testing.assert_allclose(got, wanted, rtol=1e-13)


@cache
def function(text, parameters):
    """Return a function that gives the value of a line."""
    made = support.expression(text, parameters)
    made.__globals__.update(lazy=lazy, eager=eager, halved=halved)
    return made


def check_lines(lines, parameters, *arguments):
    """Compare what lines give, compiled, with Python."""
    support.check_lines(lines, parameters, *arguments, make=function, rtol=1e-13)


UFUNCS = ["lazy", "eager", "np.add", "np.multiply", "np.subtract", "np.maximum", "np.logical_and", "np.fmin", "np.hypot"]


@pytest.mark.parametrize("a", [ONE, THREE, THREE[:, ::2, ::-1], ONE.astype(np.int64), np.asfortranarray(THREE)])
@pytest.mark.parametrize("ufunc", UFUNCS)
def test_reductions_along_an_axis(ufunc, a):
    options = ("a", "a, 0", "a, axis=-1", "a, keepdims=True", "a, -1, keepdims=True")
    check_lines([f"{ufunc}.reduce({option})" for option in options], "a", a)


def test_lists_and_tuples():
    lines = (
        "np.maximum.reduce([a, b, a * 2]), np.logical_and.reduce((a > 0, b > 0, a > b)), np.add.reduce([a, b], axis=1)",
        "np.add.reduce([1, 2]), np.subtract.reduce((5, 2.5)), np.bitwise_or.reduce([[1, 2], [4, 8]], axis=-1, keepdims=True)",
        "np.multiply.accumulate([[1, 2], [3, 4]], 1), lazy.accumulate([a, b]), np.add.reduceat([1, 2, 3, 4], [0, 2])",
    )
    check_lines(lines, "a, b", ONE, ONE[::-1])


@pytest.mark.parametrize("ufunc", ["eager", "np.add", "np.maximum", "np.hypot", "np.logaddexp"])
def test_reductions_along_several_axes(ufunc):
    options = ("a, axis=None", "a, axis=(0, 2)", "a, axis=(-1, 1), keepdims=True", "a, axis=None, keepdims=True")
    check_lines([f"{ufunc}.reduce({option})" for option in options], "a", THREE)


@pytest.mark.parametrize("ufunc", ["lazy", "eager", "np.add", "np.subtract", "np.fmax"])
def test_options_of_reductions(ufunc):
    for text in (
        "a, initial=2.5",
        "a, 1, initial=3, where=a > 4",
        "a, out=out",
        "a, dtype=np.float32",
        "a, 0, np.float32, out",
    ):
        f, python = compiled(f"def f(a, out): return {ufunc}.reduce({text})")
        shape = (3, 5) if ", 1," in text else (4, 5)
        if "float32" in text and ufunc in ("eager", "lazy"):
            continue
        out, wanted = np.zeros(shape), np.zeros(shape)
        same(f(THREE, out), python(THREE, wanted))
        same(out, wanted)


def test_types_of_reductions():
    for dtype in (np.int8, np.uint16, np.bool_, np.float32, np.complex64):
        ufuncs = ("np.add", "np.multiply", "np.maximum", "np.logical_or")
        lines = [f"{ufunc}.reduce(a), {ufunc}.accumulate(a)" for ufunc in ufuncs]
        check_lines(lines, "a", np.array([1, 0, 1, 1], dtype))


def test_reductions_of_nothing():
    f, python = compiled("def f(a): return eager.reduce(a), np.add.reduce(a)")
    same(f(ONE[:0]), python(ONE[:0]))
    f, _ = compiled("def f(a): return np.fmax.reduce(a)")
    with pytest.raises(ValueError, match="zero-size array to reduction operation fmax which has no identity"):
        f(ONE[:0])
    f, python = compiled("def f(a): return np.fmax.reduce(a, initial=4)")
    same(f(ONE[:0]), python(ONE[:0]))


@pytest.mark.parametrize("a", [ONE, THREE, THREE[:, ::2, ::-1], ONE.astype(np.int64)])
@pytest.mark.parametrize("ufunc", UFUNCS)
def test_running_results(ufunc, a):
    check_lines([f"{ufunc}.accumulate({option})" for option in ("a", "a, -1", "a, axis=0")], "a", a)
    f, python = compiled(f"def f(a, out): return {ufunc}.accumulate(a, 0, out=out)")
    dtype = python(a, None).dtype
    out, wanted = np.zeros(a.shape, dtype), np.zeros(a.shape, dtype)
    same(f(a, out), python(a, wanted))
    same(out, wanted)


@pytest.mark.parametrize("ufunc", ["lazy", "eager", "np.add", "np.subtract", "np.maximum", "np.logical_and"])
def test_reductions_of_slices(ufunc):
    for a, places in ((ONE, [0, 4, 1, 5, 6]), (ONE, [2]), (THREE, [1, 0, 2]), (ONE.astype(np.int64), [3, 3])):
        check_lines([f"{ufunc}.reduceat(a, places, axis={axis})" for axis in (0, -1)], "a, places", a, np.array(places))
    f, _ = compiled(f"def f(a, places): return {ufunc}.reduceat(a, places)")
    with pytest.raises(IndexError, match=r"index 9 out-of-bounds in .*\.reduceat \[0, 7\)"):
        f(ONE, np.array([1, 9]))


@pytest.mark.parametrize("ufunc", ["lazy", "np.subtract", "np.power", "np.less"])
def test_all_pairs(ufunc):
    f, python = compiled(f"def f(a, b): return {ufunc}.outer(a, b)")
    for a, b in ((ONE, THREE), (THREE[0], ONE), (ONE, 2.5), (2.5, ONE), (ONE, np.arange(3))):
        same(f(a, b), python(a, b))


@pytest.mark.parametrize("ufunc", ["lazy", "eager", "np.add", "np.maximum"])
def test_in_place(ufunc):
    f, _ = compiled(f"def f(a, index, b): {ufunc}.at(a, index, b)")
    python = {"lazy": lazy, "eager": eager}.get(ufunc) or getattr(np, ufunc[3:])
    places = np.array([0, 2, 2, -1])
    cases = [
        (ONE, places, 3.0), (ONE, places, np.arange(4.0)), (ONE, 2, 5.0), (ONE, slice(1, 5, 2), 2.0), (ONE, ONE > 0, 2.0),
        (THREE, (places % 3, places % 4), np.arange(20.0).reshape(4, 5)), (THREE, places % 3, 1.5), (THREE, THREE > 4, 1.5),
        (THREE, (places % 3, places % 4, places % 4), np.arange(4.0)), (ONE[::2], np.array([0, 0]), 1.0),
    ]  # fmt: skip
    for a, index, b in cases:
        got, wanted = a.copy(), a.copy()
        f(got, index, b)
        python.at(wanted, index, b)
        same(got, wanted)
    with pytest.raises(IndexError, match="index 7 is out of bounds for axis 0 with size 7"):
        f(ONE.copy(), np.array([0, 7]), 1.0)


def test_in_place_with_one_argument():
    f, _ = compiled("def f(a, index): np.negative.at(a, index); halved.at(a, index)")
    got, wanted = ONE.copy(), ONE.copy()
    f(got, np.array([0, 1, 1]))
    np.negative.at(wanted, [0, 1, 1])
    halved.at(wanted, [0, 1, 1])
    same(got, wanted)


def test_out_and_where():
    for text in (
        "a, a, out=out",
        "a, a, out",
        "a, 3, out=(out,)",
        "a, a, out=out, where=a > 2",
        "a[0], a, out=out, where=mask",
    ):
        for ufunc in ("lazy", "eager"):
            f, python = compiled(f"def f(a, out, mask): return {ufunc}({text})")
            out, wanted, mask = np.zeros(THREE.shape), np.zeros(THREE.shape), np.array([True, False, True, True, False])
            same(f(THREE, out, mask), python(THREE, wanted, mask))
            same(out, wanted)
    f, python = compiled("def f(a): return lazy(a, a, out=None)")
    same(f(THREE), python(THREE))


@pytest.mark.parametrize(
    ("source", "error", "text"),
    [
        ("def f(a): return halved.reduce(a)", errors.NumbaValueError, "reduce only supported for binary functions"),
        ("def f(a): return lazy.reduce(a, axis=(0, 1))", errors.NumbaValueError, "'lazy' is not reorderable"),
        ("def f(a): return np.fmax.reduce(a, where=a > 1)", errors.NumbaValueError, "one has to specify 'initial'"),
        ("def f(a): return lazy(a, a, out=a.astype(np.int32))", errors.TypingError, "Cannot cast ufunc 'lazy' output"),
        ("def f(a): return lazy(a, a, out=a[0])", ValueError, "non-broadcastable output operand"),
        ("def f(a): np.add.at(a, 0)", errors.TypingError, "second operand needed for ufunc"),
    ],
)
def test_what_is_refused(source, error, text):
    f, _ = compiled(source)
    with pytest.raises(error, match=text):
        f(THREE)


@guvectorize(["void(float64[:])"], "(n)")
def doubled(a):
    for i in range(a.size):
        a[i] *= 2


@guvectorize(["void(float64[:], float64[:])"], "(n)->()", writable_args=("a",))
def emptied(a, total):
    total[0] = a.sum()
    a[:] = 0


def test_layouts_without_outputs():
    for call in (doubled, njit(lambda a: doubled(a))):
        a = THREE.copy()
        assert call(a) == ()
        same(a, 2 * THREE)


def test_inputs_that_are_written():
    for call in (emptied, njit(lambda a: emptied(a))):
        a = THREE.copy()
        same(call(a), THREE.sum(-1))
        assert not a.any()


def test_axes_that_are_no_constants():
    smallest, ratio = vectorize(identity="reorderable")(lambda a, b: min(a, b)), vectorize(lambda a, b: a / b)
    a = np.arange(24.0).reshape(2, 3, 4) + 1
    reduce = njit(lambda a, axes: smallest.reduce(a, axis=axes))
    np.testing.assert_array_equal(reduce(a, (0, -1)), np.minimum.reduce(a, (0, -1)))
    np.testing.assert_array_equal(reduce(a, ()), a)
    np.testing.assert_array_equal(njit(lambda a: ratio.reduce(a, axis=()))(a), a)
    np.testing.assert_array_equal(njit(lambda a, axes: ratio.reduce(a, axis=axes))(a, (1,)), np.divide.reduce(a, 1))
    with pytest.raises(errors.NumbaError, match="is not reorderable, so at most one axis may be specified"):
        njit(lambda a, axes: ratio.reduce(a, axis=axes))(a, (0, 1))


def test_lists_and_tuples_as_arguments():
    total = vectorize(lambda a, b: a + b)

    @njit
    def f(a, places):
        result = np.zeros(5)
        total.at(result, places, 2.0)
        return total.reduceat(a, places), total.reduceat((1, 2, 3, 4), (0, 2)), result

    first, second, third = f([1, 2, 3, 4], [1, 2, 2])
    np.testing.assert_array_equal(first, np.add.reduceat([1, 2, 3, 4], [1, 2, 2]))
    np.testing.assert_array_equal(second, [3, 7])
    np.testing.assert_array_equal(third, [0, 2, 4, 0, 0])
