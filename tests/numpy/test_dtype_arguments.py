"""Dtypes as arguments and values; the order of times."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.run.support import check, check_lines, compile_error, expression, groups

DAYS = np.array([["2024-03-01", "NaT", "2020-01-05"], ["NaT", "2023-12-31", "1969-07-20"]], "M8[D]")
SPANS = np.array([[5, -3, 7], ["NaT", 1, -3]], "m8[s]")


@pytest.mark.parametrize("options", ["", ", axis=0", ", axis=None", ", 1", ", kind='stable'"])
def test_order_of_times(options):
    for a in (DAYS, SPANS, DAYS.T, SPANS[:, ::-1]):
        check(expression(f"np.sort(a{options})", "a"), a)
        check(expression(f"np.argsort(a{options}).shape", "a"), a)
        if "stable" in options:
            check(expression(f"np.argsort(a{options}), a.argsort(kind='stable')", "a"), a)
            check(expression(f"np.sort(a[0]{options}), np.argsort(a[1, ::-1]{options})", "a"), a)


def test_times_sorted_in_place():
    def f(a):
        a.sort()
        b = a[:, ::-1]
        b.sort(0)
        return a

    check(f, DAYS.copy())
    check(f, SPANS.copy())


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.zeros(2, '<f8')", "np.ones(2, '=i4')", "a.astype('<f4')", "np.zeros(2, dtype='|b1')",
        "np.zeros(2, np.dtype('<c8'))",
        "np.sum(a, dtype='<f4')", "a.dtype.alignment, a.dtype.isnative, a.dtype.ndim", "np.dtype('c16').alignment",
        "np.dtype('i2').itemsize, np.dtype('i2').kind, np.dtype('i2').name", "np.dtype(float) == a.dtype",
        "np.zeros(3, a.dtype), np.empty(0, dtype=int), np.ones(2, dtype=bool), np.arange(3, dtype=float)", "a.dtype.type(3)",
        "np.linspace(0, 1, 3, dtype='f4'), np.eye(2, dtype=int), np.cumsum(a, dtype=int), np.zeros_like(a, dtype=complex)",
        "np.zeros(2, '<M8[D]')",
    ]),
)  # fmt: skip
def test_dtypes(lines):
    check_lines(lines, "a", np.array([1.5, 2, 0]))


DESCRIBED = """
np.zeros(2, np.dtype({'names': ['a', 'b'], 'formats': ['i4', 'f8']}))
np.zeros(2, {'names': ('a', 'b'), 'formats': (int, 'U3')})
np.ones(2, {'names': ['x', 'y'], 'formats': ['i1', 'f8'], 'aligned': True})
np.zeros(2, {'names': ['x', 'p', 'in'], 'formats': [np.int8, (float, (2,)), [('u', 'f4'), ('v', 'f4')]]})
np.zeros(2, np.dtype({'names': ['a', 'b'], 'formats': ['i4', 'f8'], 'offsets': [0, 16], 'itemsize': 32}))
np.array([(1, 2)], np.dtype({'names': ['r', 'g'], 'formats': ['u1', 'u1'], 'offsets': [0, 2]}))
np.zeros(1, np.dtype([('a', 'i1'), ('b', 'f8'), ('c', 'U2'), ('d', 'c16', (2,)), ('e', 'i2')], align=True))
np.zeros(1, np.dtype([('a', 'i1'), ('b', [('x', 'i2'), ('y', 'i8')])], align=True)), np.zeros(2, np.dtype('f4', align=False))
np.dtype('m8[s]').str, np.dtype('i2').str, np.dtype('?').str, np.dtype('S3').byteorder, np.dtype([('a', 'i4')]).kind
np.dtype('U3').name, np.dtype('S2').name, np.dtype([('a', 'i4')]).name, np.dtype('M8').str, np.dtype(float).byteorder
"""


@pytest.mark.parametrize("text", DESCRIBED.strip().splitlines())
def test_dtypes_that_are_described(text):
    check(expression(text, ""))


def test_classes_of_texts():
    assert njit(lambda a: a.dtype.type(a))(np.array("abc")) == "abc"
    assert "dtype" in compile_error(expression("a.dtype.type(a)", "a"), np.array(["abc"]))


def test_other_byte_orders():
    assert "'>f8'" in compile_error(expression("np.zeros(2, '>f8')", "a"), 1)


def test_alignment_beside_a_dict_is_refused():
    @njit
    def size():
        return np.dtype({"names": ["a", "b"], "formats": ["i1", "f8"]}, align=True).itemsize

    with pytest.raises(errors.UnsupportedError, match="align=True beside a dict"):
        size()


def test_the_dtype_of_objects():
    objects = np.dtype(object)
    check(expression("d", "d"), objects)
    check(expression("d.kind, d.name, d == np.float64, d == e", "d, e"), objects, objects)
    assert njit(expression("a + 1", "d, a"))(objects, 2) == 3
    for text in ("np.empty(2, d)", "np.zeros(2, dtype=d)", "np.full(2, 1, d)"):
        assert "dtype(pyobject) is not a dtype that compiled code knows" in compile_error(expression(text, "d"), objects)
