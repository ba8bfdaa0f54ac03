"""sum, prod, min, max, mean, any, all, argmin, argmax: as functions and methods, of all and along an axis."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, expression, jitted

NAMES = ["sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax"]
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16"]
UNORDERED = {"min", "max", "argmin", "argmax"}


def forms(name, arguments=""):
    """The function and the method of a name."""
    separator = ", " if arguments else ""
    return [f"np.{name}(a{separator}{arguments})", f"a.{name}({arguments})"]


def tolerance(dtype):
    return 1e-5 if dtype in ("f4", "c8") else 1e-13


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes(dtype):
    # Complex numbers have no order here.
    names = [name for name in NAMES if dtype not in ("c8", "c16") or name not in UNORDERED]
    lines = [line for name in names for line in forms(name)]
    for values in ([3, 1, 2, 5, 4], [0, 0, 0], [1, 1], [7]):
        check_lines(lines, "a", np.array(values).astype(dtype), rtol=tolerance(dtype))


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("name", NAMES)
def test_axis(name):
    a = np.random.default_rng(5).permutation(24).reshape(2, 3, 4).astype(np.float64) / 7
    lines = [line for axis in (0, 1, 2, -1, -3) for line in (*forms(name, f"axis={axis}"), *forms(name, str(axis)))]
    check_lines(lines, "a", a, rtol=1e-13)


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("dtype", ["?", "i4", "u8", "f4"])
@pytest.mark.parametrize("name", NAMES)
def test_axis_dtypes(name, dtype):
    a = np.array([[1, 0, 3], [0, 5, 2]]).astype(dtype)
    check_lines([*forms(name, "axis=0"), *forms(name, "axis=1")], "a", a, rtol=tolerance(dtype))


@pytest.mark.parametrize("name", NAMES)
def test_axis_of_one_dimension_gives_a_scalar(name):
    check(expression(f"a.{name}(axis=0)", "a"), np.array([3.0, 1.0, 2.0]))


@pytest.mark.parametrize("name", NAMES)
def test_axis_none(name):
    check(expression(f"np.{name}(a, axis=None)", "a"), np.arange(6.0).reshape(2, 3))


@pytest.mark.parametrize("name", NAMES)
def test_axis_as_argument(name):
    check(expression(f"np.{name}(a, b)", "a, b"), np.arange(6.0).reshape(2, 3), 1)


@pytest.mark.parametrize("axis", [2, -3])
@pytest.mark.parametrize("name", NAMES)
def test_axis_out_of_range(name, axis):
    with pytest.raises(Exception, match=r"(?i)axis"):
        jitted(expression(f"a.{name}(axis={axis})", "a"))(np.zeros((2, 3)))


C = np.random.default_rng(3).random((4, 5, 6))
LAYOUTS = {"F": np.asfortranarray(C), "A": np.random.default_rng(3).random((4, 5, 12))[:, :, ::2], "R": C[::-1, :, ::-1]}


@pytest.mark.usefixtures("optimised_once")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", NAMES)
def test_layouts(name, layout):
    check_lines([f"a.{name}()", f"a.{name}(axis=1)"], "a", LAYOUTS[layout], rtol=1e-13)


@pytest.mark.parametrize("name", ["sum", "prod", "any", "all"])
@pytest.mark.parametrize("dtype", ["f8", "i4", "?"])
def test_empty(name, dtype):
    check_lines(forms(name), "a", np.zeros(0, dtype))
    check(expression(f"a.{name}(axis=0)", "a"), np.zeros((0, 3), dtype))
    check(expression(f"a.{name}(axis=1)", "a"), np.zeros((2, 0), dtype))


@pytest.mark.parametrize("name", ["min", "max", "argmin", "argmax"])
def test_empty_without_an_identity(name):
    for line in forms(name):
        with pytest.raises(ValueError, match=r"(?i)empty|zero-size"):
            jitted(expression(line, "a"))(np.zeros(0))


def test_mean_of_nothing_is_nan():
    assert np.isnan(jitted(expression("a.mean()", "a"))(np.zeros(0)))


@pytest.mark.parametrize("position", [0, 1, 3])
@pytest.mark.parametrize("name", NAMES)
def test_nan(name, position):
    a = np.array([3.0, 1.0, 2.0, 5.0])
    a[position] = np.nan
    check_lines(forms(name), "a", a)


@pytest.mark.parametrize("name", NAMES)
def test_infinities(name):
    for values in ([1.0, np.inf, 2.0], [1.0, -np.inf, 2.0], [-np.inf, np.inf]):
        check(expression(f"a.{name}()", "a"), np.array(values))


@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_first_of_equal_elements(name):
    for values in ([2, 1, 1, 2], [1, 1, 1], [5, 5, 1, 1]):
        check(expression(f"a.{name}()", "a"), np.array(values))


@pytest.mark.parametrize("name", ["min", "max"])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i8", "u8"])
def test_ends_of_the_range(name, dtype):
    info = np.iinfo(dtype)
    check(expression(f"a.{name}()", "a"), np.array([info.min, info.max, 0], dtype))


def test_integers_are_summed_in_64_bits():
    check(expression("a.sum()", "a"), np.full(1000, 127, np.int8))
    check(expression("a.sum()", "a"), np.full(1000, 255, np.uint8))
    check(expression("a.prod()", "a"), np.full(9, 100, np.int8))
    check(expression("a.mean()", "a"), np.full(1000, 127, np.int8))


def test_sum_of_bool_counts():
    check(expression("(a > 2).sum()", "a"), np.arange(6))
    check(expression("np.sum(a > 2)", "a"), np.arange(6))


def test_sum_with_dtype():
    check(expression("a.sum(dtype=np.float64)", "a"), np.full(10, 0.1, np.float32), rtol=1e-15)
    check(expression("np.sum(a, dtype=np.int64)", "a"), np.arange(5, dtype=np.int8))


def test_sum_over_several_axes():
    check(expression("a.sum(axis=(0, 2))", "a"), C, rtol=1e-13)


def test_precision_of_sum():
    a = np.random.default_rng(0).standard_normal(100_000)
    check(expression("a.sum()", "a"), a, rtol=1e-9)
    check(expression("a.mean()", "a"), a, rtol=1e-9)
    check(expression("a.sum()", "a"), np.full(1_000_000, 0.1, np.float32), rtol=2e-2)


def test_large_arrays():
    check_lines([f"a.{name}()" for name in NAMES], "a", np.random.default_rng(0).random(100_003), rtol=1e-12)


@pytest.mark.parametrize("text", ["sum(a)", "min(a)", "max(a)", "any(a)", "all(a)", "len(a)"])
def test_python_builtins(text):
    check(expression(text, "a"), np.array([3.0, 1.0, 2.0]))
    check(expression(text, "a"), np.array([0, 1, 0]))


@pytest.mark.parametrize("text", ["np.amin(a)", "np.amax(a)"])
def test_other_names(text):
    check(expression(text, "a"), np.array([3.0, 1.0, 2.0]))


def test_of_expressions():
    check(expression("(a * b).sum() / a.max() + (a - b).mean()"), np.arange(5.0), np.ones(5))
    check(expression("a[1:4].sum() + a[::-2].max()", "a"), np.arange(6.0))
    check(expression("(a.sum(axis=0) * 2).max()", "a"), np.arange(6.0).reshape(2, 3))


def test_in_loops():
    def f(a):
        out = np.zeros(a.shape[0])
        for i in range(a.shape[0]):
            out[i] = a[i].sum() + a[i].max() * a[:, 0].mean()
        return out

    check(f, np.arange(12.0).reshape(3, 4), rtol=1e-14)


def test_zero_dimensions():
    check(expression("a.sum(), a.max(), a.mean()", "a"), np.array(5.0))
