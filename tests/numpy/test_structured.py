"""Arrays of records that compiled code makes, sorts, compares and takes apart."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from coluber import errors, njit

RECORDS = np.array([(3.0, 2, "b"), (1.0, 4, "a"), (1.0, 2, "c"), (3.0, 2, "b")], [("x", "f8"), ("y", "i4"), ("s", "U2")])
NESTED = np.zeros(3, [("p", [("a", "i2"), ("b", "f4")]), ("v", "f8", 2)])
NESTED["v"], NESTED["p"]["a"] = np.arange(6).reshape(3, 2), [1, 2, 1]


def made(n):
    a = np.zeros((n, 2), [("x", float), ("v", "f4", (2,)), ("n", [("q", np.int16), ("t", "U3")])])
    a["x"] = np.arange(n * 2).reshape(n, 2)
    a["n"]["q"][0, 1] = 7
    b = np.empty(n, dtype=np.dtype([("a", "u1"), ("b", "M8[D]")]))
    b["a"] = 3
    b["b"] = np.datetime64("2020-01-01")
    return a, b, a.dtype == b.dtype, a[0]["x"]


def filled(n):
    a = np.ones((n, 2), dtype=[("x", "i4"), ("v", "f4", (2,)), ("n", [("q", np.int16), ("t", "f8")])])
    return a, np.full(n, 7, dtype=[("x", "u1"), ("y", float)]), np.full_like(a, 3), np.frombuffer(b"abcdefgh", np.int16)


def taken_apart(a):
    names = a.dtype.names
    return names, len(names), a[0].tolist(), a[1].item(), a.item(2), a[0].dtype.names, a[0].dtype == a.dtype, a["x"].dtype.names


def of_tuples(n):
    listed = [(k, k * 0.5) for k in range(n)]
    named = np.array([("Rex", 9), ("Fido", 3)], dtype=[("name", "U4"), ("age", "i4")])
    return np.array(listed, dtype=[("a", "i8"), ("b", "f4")]), named, np.array((1, 2.5), dtype=[("a", "i1"), ("b", "f8")])


def seen_as(a):
    return a.view([("p", float), ("q", np.float64)]), a.view(dtype=[("k", "i8", (2,))])


def changed(a):
    a[1] = (9.0, 8, "zz")
    a[-1] = (0, 1, "q")
    a.sort(order="x")
    return a["s"]


def ordered(a):
    return (
        np.sort(a),
        np.sort(a, order="y"),
        np.argsort(a, order=("s", "y")),
        np.unique(a),
        np.sort(a, order=["y", "x"]),
        a.argsort(order=["s"]),
    )


def compared(a):
    return a == a[::-1], a != a[:1], a[:2] == a[:2].copy()


def some_fields(a):
    return a[["s", "x"]], a[["y"]].copy(), a[1][["y", "s"]].item(), a[["x", "y"]]["x"] * 2, a[["x", "y"]][["y"]]


def set_several_fields(a, b):
    a[["x", "y"]] = b[["x", "y"]]
    b[["x", "y"]] = b[["y", "x"]]
    a[["s"]][1:] = b[["s"]][0]
    a[["y", "x"]][:2] = (7, 8.0)
    a[["x", "y"]][3] = (4.5, 6)
    b[["y"]] = 4
    return a[["x", "y"]] == b[["x", "y"]], a[["x", "y"]][1:2]


def set_other_records(a, b):
    a[:] = b[["y", "x"]]
    a[0] = b[["y", "x"]][2]
    a[1:2] = (3, 4.0)
    return a


CASES = [
    (some_fields, (RECORDS,)),
    (set_several_fields, (RECORDS, RECORDS[::-1].copy())),
    (set_other_records, (np.zeros(4, [("p", "f4"), ("q", "i8")]), RECORDS)),
    (made, (3,)),
    (of_tuples, (3,)),
    (filled, (3,)),
    (taken_apart, (RECORDS,)),
    (seen_as, (np.arange(6.0),)),
    (changed, (RECORDS,)),
    (ordered, (RECORDS,)),
    (compared, (RECORDS,)),
    (compared, (NESTED,)),
]


@pytest.mark.parametrize(("function", "args"), CASES, ids=[f"{row[0].__name__}{k}" for k, row in enumerate(CASES)])
def test_records(function, args):
    mine, other = copy.deepcopy(args), copy.deepcopy(args)
    found, expected = njit(function)(*mine), function(*other)
    for one, wanted in zip((found, *mine), (expected, *other), strict=True):
        assert repr(one) == repr(wanted)


def test_lists_of_tuples():
    compiled = njit(lambda a: a.tolist())
    assert compiled(RECORDS) == RECORDS.tolist()
    assert repr(compiled(NESTED)) == repr(NESTED.tolist())


def test_copies_leave_what_is_between_fields_alone():
    wide = np.zeros(3, [("a", "u1"), ("v", "f8", 70), ("hidden", "i4"), ("z", "i2")])
    wide["hidden"], wide["v"][1] = [4, 5, 6], np.arange(70)

    @njit
    def shifted(a):
        some = a[["z", "v"]]
        some[1:] = some[:-1].copy()
        some[0] = some[2]
        return some

    found = shifted(wide)
    np.testing.assert_array_equal(wide["hidden"], [4, 5, 6])
    np.testing.assert_array_equal(found["v"][2], np.arange(70))


def test_what_is_refused():
    for text, wanted in (('a[["x", "q"]]', "the record has no field 'q'"), ('a[["x", "x"]]', "duplicate field of name 'x'")):
        with pytest.raises(errors.NumbaError, match=wanted):
            njit(eval(f"lambda a: {text}"))(RECORDS)
    with pytest.raises(errors.NumbaError, match="unknown field name: z"):
        njit(lambda a: np.sort(a, order="z"))(RECORDS)


def test_astype_of_records_converts_each_field():
    small = np.array([(1, 2.5), (3, 4.5)], [("x", "i1"), ("y", "f4")])
    for dtype in (np.dtype([("x", "f8"), ("y", "i4")]), np.dtype([("other", "i2"), ("x", "c16")])):
        found = njit(lambda a, dtype=dtype: a.astype(dtype))(small)
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, small.astype(dtype))
    same = small.dtype
    copied = njit(lambda a: a.astype(same))(small)
    np.testing.assert_array_equal(copied, small)
    assert not np.shares_memory(copied, small)
    with pytest.raises(errors.TypingError, match="Cannot cast array data from Record"):
        njit(lambda a: a.astype(np.float64))(small)


def columns_by_name(n):
    t = np.zeros(n, [("a", "f8"), ("b", "f4"), ("s", "U3")])
    for key in ("a", "b"):
        t[key] = np.arange(n)
    total = 0.0
    for key, factor in (("a", 2.0), ("b", 3.0)):
        total += t[key].sum() * factor
    return t, total, [t[key].max() for key in ("a", "b")], {key: t[key][0] for key in t.dtype.names[:2]}


def column_of(t, key):
    return t[key].mean()


def columns_in_functions(n):
    t = np.ones(n, [("a", "f8"), ("b", "i4")])
    return [column_of(t, key) for key in ("a", "b")], [column_of(t, key) for key in t.dtype.names]


def columns_of_lists(names):
    t = np.zeros(2, [("s", "U8"), ("v", "f8", (2,)), ("k", "i4")])
    t["s"] = names
    t["k"] = [5, 6]
    t["v"] = [[1.0, 2.0], [3.0, 4.0]]
    first = t.copy()
    t["s"] = ("q", "rst")
    return first, t, [text.item() for text in t["s"]], t["s"][1].tolist()


@pytest.mark.parametrize(
    ("function", "argument"), [(columns_by_name, 3), (columns_in_functions, 3), (columns_of_lists, ["a", "bc"])]
)
def test_columns_by_constant_names_and_of_lists(function, argument):
    assert repr(njit(function)(argument)) == repr(_plain(function(argument)))


def _plain(value):
    """Return a result with Python's numbers in the place of NumPy's."""
    if isinstance(value, (tuple, list)):
        return type(value)(map(_plain, value))
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value.item() if isinstance(value, np.generic) else value
