"""Short numbers of arrays that become Python's: their class and digits are those of CPython."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, expression, jitted

NUMBERS = [np.float32(0.1), np.float16(0.3), np.float32(-0.0), np.float32("nan")]

OF_NUMBERS = [
    "float(x) * float(x)", "str(float(x))", "repr(x.item())", "f'{float(x)!r}'", "complex(x)", "complex(x, x)", "float(x) == x",
]  # fmt: skip

OF_ARRAYS = [
    "a.tolist()", "a.item(1)", "a[:1].item()", "a.reshape(1, 2).item(0, 1)", "a.reshape(1, 2).item((0, 0))",
    "[x.item() for x in a]", "str(a.tolist()[0])", "a * a.item(0)", "a + a.tolist()[1]",
]  # fmt: skip


@pytest.mark.parametrize("text", OF_NUMBERS)
def test_numbers(text):
    for x in NUMBERS:
        check(expression(text, "x"), x)


@pytest.mark.parametrize("dtype", ["f2", "f4", "c8"])
@pytest.mark.parametrize("text", OF_ARRAYS)
def test_arrays(text, dtype):
    check(expression(text, "a"), np.array([0.1, 0.7], dtype))


@pytest.mark.parametrize("text", ["float(a)", "a[()].item()", "a.item()"])
def test_arrays_without_axes(text):
    check(expression(text, "a"), np.array(0.1, "f4"))


def show(a):
    print(a[0], a[1], sep=";")
    print(a[0] if a[1] > 0 else None, 2.5)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_print(dtype, capsys):
    a = np.array([0.1, 0.7], dtype)
    show(a)
    expected = capsys.readouterr().out
    jitted(show)(a)
    assert capsys.readouterr().out == expected


def test_print_of_complex_numbers(capsys):
    def show(a):
        print(a[0], a[0] + a[0], end="|\n")

    a = np.array([0.1 + 0.2j], "c8")
    show(a)
    expected = capsys.readouterr().out
    jitted(show)(a)
    assert capsys.readouterr().out == expected


OF_INTEGERS = [
    "int(a[0]) - int(a[1])", "-int(a[0])", "~int(a[0])", "int(a[0]) < int(a[1]) - 200", "max(int(a[0]) - int(a[1]), 0)",
    "(int(a[0]) - int(a[1])) / 2", "a.item(0) - a.item(1)", "a.tolist()[0] - a.tolist()[1]", "list(map(int, a))",
    "int(a.min()) - int(a.max())", "f'{int(a[0]) - int(a[1])}'", "sum([abs(int(x) - int(a[1])) for x in a])",
    "np.array([int(a[0]) - int(a[1])])",
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "i1", "i2", "i4"])
@pytest.mark.parametrize("text", OF_INTEGERS)
def test_integers_of_arrays(text, dtype):
    check(expression(text, "a"), np.array([3, 100, 7], dtype))
