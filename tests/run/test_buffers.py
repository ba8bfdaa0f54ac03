"""`bytearray`, `memoryview` and `array.array`, as in CPython."""

from __future__ import annotations

# ruff: noqa: E501
import array
import copy

import numpy as np
import pytest

from tests.run.support import source

pytestmark = pytest.mark.usefixtures("optimised_once")

BYTES = [bytearray(b"hello world"), bytearray(b""), bytearray(b"it's"), bytearray(b"it's \"\\\n")]
VIEWS = [
    memoryview(b"hello world"),
    memoryview(bytearray(b"hello")),
    memoryview(array.array("d", [1.5, 2.5])),
    memoryview(array.array("i", [1, -2, 3])),
    memoryview(array.array("q", [1, -2, 3])),
]
ARRAYS = [
    array.array("d", [1.5, 2.5]),
    array.array("B", [1, 2]),
    array.array("f", [1.1]),
    array.array("h", [-3, 2, 7]),
    array.array("q", []),
]

# What is done with a bytearray, a memoryview, an array: expressions that give a value for all, and what may raise.
OF_BYTES = [
    "a, len(a), bool(a), a[1:4], a[::-1], a[::2], [x for x in a], sum(a), list(a), sorted(a), [p for p in zip(a, a[1:])]",
    "104 in a, b'lo' in a, bytearray(b'ell') in a, a == b'hello world', b'hello world' == a, a != a, a < b'i', a == 5",
    "bytes(a), str(a), repr(a), f'{a}', a + b'x', b'x' + a, a * 2, 2 * a, isinstance(a, bytearray), isinstance(a, bytes)",
    "a.upper(), a.title(), a.find(b'o'), a.find(108, 4), a.count(b'l'), a.split(), a.split(b'o', 1), a.partition(b' '), a.hex()",
    "a.strip(b'hd'), a.replace(b'l', b'LL'), a.decode(), a.startswith(b'he'), a.endswith((b'd', b'x')), a.isalpha(), a.copy()",
    "a.center(20, b'*'), a.translate(bytes(range(256)), b'l'), a.join([b'1', b'2']), bytes(reversed(a)), array.array('B', a)",
    "bytearray(), bytearray(3), bytearray(b'abc'), bytearray([1, 2]), bytearray('ab', 'utf-8'), bytearray(a), memoryview(a)[1:].tobytes()",
    "a[3] - a[2]",
    "a[50]",
    "300 in a",
    "a.index(b'zz')",
    "bytearray([300])",
    "bytearray(-1)",
    "max(a)",
]
CHANGES_OF_BYTES = [
    "a.append(65); a.extend(b'xyz'); a.extend([1, 2]); a.insert(2, 7); a.insert(-1, 8); a.insert(99, 9); a.reverse(); a += b'12'; a *= 2",
    "a[1:3] = b'XYZW'; a[-1] = 3; a[::2] = bytes(len(a[::2])); del a[0]; del a[1:3]; del a[::2]",
    "a.append(300)",
    "a.extend([1, 300])",
    "x = a.pop(); y = a.pop(1); a.remove(108)",
    "a.remove(1)",
    "a.pop(99)",
    "a[0] = 256",
    "a[99] = 1",
    "a[::2] = b'1'",
    "del a[:2]; a.append(1); del a[:1]; a[:1] = b''; a[1:3] = b''; a.insert(0, 5); a.extend(a); del a[2:1]; del a[3:-1]; del a[:0]",
    "x = a.pop(0), a.pop(0); a += b'behind' * 9; del a[0]; a[0] = 66; a.reverse(); del a[:-2]; del a[:99]; a.append(1)",
    "m = memoryview(a); m[0] = 9; m[1:3] = b'zz'",
    "b = a; b.clear(); b.append(1)",
]
OF_VIEWS = [
    "len(a), a.nbytes, a.ndim, a.shape, a.strides, a.itemsize, a.format, a.readonly, a.contiguous, a.c_contiguous, a.f_contiguous",
    "a[0], a[-1], [x for x in a], a.tolist(), a.tobytes(), bytes(a), a[::2].tolist(), a.hex(), a == a, a == a[:1], a[0] in a, sum(a)",
    "a, a[1:], isinstance(a, memoryview), a.toreadonly()[0], bytearray(a), bool(a), memoryview(b'abc')[1], memoryview(a)[0]",
    "a[99]",
]
CHANGES_OF_VIEWS = ["a[0] = 7; a[0:2] = a[1:3]", "a[0] = 300", "a[0] = -1", "a[99] = 1"]
OF_ARRAYS = [
    "a, len(a), a.typecode, a.itemsize, a[1:], a[::-1], [x for x in a], a.tolist(), a.tobytes(), a == a, a == a[:1], 2 in a, sum(a)",
    "repr(a), str(a), a + a, a * 2, a.count(2), isinstance(a, array.array), array.array('d', [1, 2.5]), array.array('H', b'1234')",
    "a[0] - a[1]",
    "a.index(2)",
]
CHANGES_OF_ARRAYS = [
    "a.append(7); a.extend([1, 2]); a.insert(1, 4); a.reverse(); a.remove(2); a += a[1:]; a[0:1] = a; x = a.pop()",
    "a.append(300)",
    "a[0] = -1",
    "a[9] = 1",
    "del a[0]",
    "a.frombytes(b'12345678')",
]


def _copied(value):
    if not isinstance(value, memoryview):
        return copy.copy(value)
    return value if value.readonly else memoryview(copy.copy(value.obj))


def _described(value):
    """Return what two results must have in common."""
    if isinstance(value, memoryview):
        return value.tolist(), value.format, value.readonly
    if isinstance(value, (tuple, list)):
        return [_described(item) for item in value]
    return type(value), value


def _outcome(function, value):
    try:
        return _described(function(value)), _described(value)
    except Exception as error:
        return type(error), str(error), _described(value)


def _compare(text, values):
    function = source("import array\n" + text)
    compiled = source("import array\nfrom coluber import njit\n@njit\n" + text)
    for value in values:
        assert _outcome(compiled, _copied(value)) == _outcome(function, _copied(value)), (text, value)


@pytest.mark.parametrize(
    ("code", "values"), [(c, v) for cs, v in ((OF_BYTES, BYTES), (OF_VIEWS, VIEWS), (OF_ARRAYS, ARRAYS)) for c in cs]
)
def test_values(code, values):
    _compare(f"def f(a):\n    return {code}\n", values)


CHANGES = ((CHANGES_OF_BYTES, BYTES), (CHANGES_OF_VIEWS, VIEWS), (CHANGES_OF_ARRAYS, ARRAYS))


@pytest.mark.parametrize(("code", "values"), [(c, v) for cs, v in CHANGES for c in cs])
def test_changes(code, values):
    _compare(f"def f(a):\n    {code}\n    return a, len(a)\n", values)


def test_an_object_that_is_passed_twice_is_one():
    function = source("from coluber import njit\n@njit\ndef f(a, b):\n    a.append(1)\n    b.append(2)\n    return a, a is b\n")
    value = bytearray(b"z")
    found, same = function(value, value)
    assert found is value
    assert same
    assert value == b"z\x01\x02"


def test_views_of_memory_that_has_no_type():
    function = source("from coluber import njit\n@njit\ndef f(a):\n    return len(a)\n")
    with pytest.raises(TypeError, match="a memoryview of format 'c' has no type in compiled code"):
        function(memoryview(b"abc").cast("c"))


def test_views_without_axes_and_of_complex_numbers():
    values = "a.ndim, a.itemsize, a.shape, a.strides, a.nbytes, a.readonly, a.contiguous"
    function = source(f"from coluber import njit\n@njit\ndef f(a):\n    return {values}\n")
    for view in (np.array(2.5), np.ones((2, 3), np.complex64), np.ones(3, np.complex128)):
        assert function(memoryview(view)) == function.py_func(memoryview(view))
    items = source("from coluber import njit\n@njit\ndef f(a):\n    return len(a), a[1], a.tolist()\n")
    assert items(memoryview(np.array([1j, 2]))) == (2, 2 + 0j, [1j, 2 + 0j])
