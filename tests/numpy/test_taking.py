"""take, put and their relatives, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, source

CUBE = np.arange(60.0).reshape(3, 4, 5)
LAYOUTS = {"C": CUBE, "F": np.asfortranarray(CUBE), "A": np.arange(120.0).reshape(3, 4, 10)[:, :, ::2]}
I = np.array([[0, 2, -1], [1, 1, 0]])  # noqa: E741
V = np.array([True, False, True])
ORDER = np.argsort(np.random.default_rng(3).random((3, 4, 5)), axis=1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "lines",
    groups([
        "np.take(a, i)", "np.take(a, i, axis=0)", "a.take(i, 1)", "a.take(i[0], axis=-1)", "np.take(a, 3)",
        "np.take(a, 1, axis=1)",
        "np.take(a, (0, 1), axis=2)", "a[0, 0].take(2)", "a[0, 0].take(i)", "np.take(a, i + 30, mode='wrap')",
        "np.take(a, i * 90, axis=1, mode='clip')", "np.compress(v, a, axis=0)", "np.compress(v, a)",
        "a.compress(v, 0)", "np.extract(a > 7, a)",
        "np.take_along_axis(a, o, 1)", "np.take_along_axis(a, o[:, :1], axis=1)", "np.take_along_axis(a, o[:1], 1)",
        "np.take_along_axis(a, i[0], None)", "a.take(i, axis=1)[0]",
    ]),
)  # fmt: skip
def test_reading(lines, layout):
    check_lines(lines, "a, i, v, o", LAYOUTS[layout], I, V, ORDER)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "text",
    [
        "np.put(a, i, i)", "a.put(i, 1.5)" , "np.put(a, 7, -1)", "np.put(a, i * 50, (1, 2), mode='wrap')",
        "np.put(a, i * 90, i[0], mode='clip')", "np.putmask(a, a > 20, -a)", "np.putmask(a, a > 20, (1, 2, 3))",
        "np.putmask(a, a > 20, 0)", "np.place(a, a > 20, (1, 2, 3))", "np.place(a, a > 50, a[0, 0])", "np.put(a, i[:0], i)",
        "np.put_along_axis(a, o[:, :2], 9, axis=1)", "np.put_along_axis(a, o, a[:, :1], 1)",
        "np.put_along_axis(a, o[:1], 5, -2)",
        "np.take(a, i, axis=1, out=np.zeros((3, 2, 3, 5)))[0, 0, 0, 0] = 1",
    ],
)  # fmt: skip
def test_writing(text, layout):
    check(source(f"def f(a, i, v, o):\n    {text}\n"), LAYOUTS[layout], I, V, ORDER)


def test_out():
    def f(a, i):
        out = np.empty((2, 3, 4, 5), np.float32)
        return np.take(a, i, 0, out), out

    check(f, CUBE.astype(np.float32), I)


# NumPy's arguments of the exception are others.
OTHER_WORDS = ("empty((1", "axis=3", "i, 1)")


@pytest.mark.parametrize(
    "text",
    [
        "np.take(a, i + 60)", "np.take(a, i + 60, axis=1)", "np.take(a, i, axis=3)", "np.take(a[0, 0], 5)",
        "np.take(a[:0], i, 0)",
        "np.take(a[0, 0], i, 1)", "np.put(a, i + 60, 0)", "np.putmask(a, v, 0)", "np.place(a, v, 0)", "np.put(a[:0], i, 0)",
        "np.compress(np.arange(9) > 3, a, 0)", "np.place(a, a > 0, i[0, :0])", "np.take_along_axis(a, o + 4, 1)",
        "np.take(a, i, 0, np.empty((1, 2)))",
    ],
)  # fmt: skip
def test_positions_that_are_not_there(text):
    check(expression(text, "a, i, v, o"), CUBE, I, V, ORDER, same_error_args=not any(part in text for part in OTHER_WORDS))


def test_refused():
    assert "must be one of" in compile_error(expression("np.take(a, b, mode='bad')"), CUBE, I)
    assert "same number of dimensions" in compile_error(expression("np.take_along_axis(a, b, 0)"), CUBE, I)
    assert "integer array" in compile_error(expression("np.take_along_axis(a, b, 0)"), CUBE, CUBE)
