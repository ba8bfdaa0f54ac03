"""Records on the processor: elements of arrays of structured dtypes, and their fields."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from coluber import from_dtype, njit, typeof, types
from coluber.core.errors import NumbaError, TypingError

POINT = np.dtype([("x", np.int32), ("y", np.float64)], align=True)
PACKED = np.dtype(
    [("k", np.int8), ("y", np.float64), ("v", np.float32, (2, 3)), ("in", [("a", np.uint16), ("z", np.complex64)])]
)


def points(count=5):
    a = np.zeros(count, POINT)
    a["x"] = np.arange(count)
    a["y"] = np.arange(count) * 0.5 + 1
    return a


def packed(count=4):
    a = np.zeros(count, PACKED)
    a["k"] = np.arange(count) - 1
    a["y"] = np.arange(count) + 0.25
    a["v"] = np.arange(6 * count).reshape(count, 2, 3)
    a["in"]["a"] = 7
    a["in"]["z"] = np.arange(count) * 1j
    return a


def test_text_of_types():
    assert str(typeof(points())) == "array(Record(x[type=int32;offset=0],y[type=float64;offset=8];16;True), 1d, C)"
    assert str(typeof(packed())).startswith(
        "unaligned array(Record(k[type=int8;offset=0],y[type=float64;offset=1],v[type=nested"
    )
    assert typeof(points()[0]) is from_dtype(POINT)


@pytest.mark.parametrize("dtype", [POINT, PACKED])
def test_types_and_dtypes(dtype):
    ty = from_dtype(dtype)
    assert ty.dtype == dtype
    assert ty.size == dtype.itemsize
    assert ty.aligned == dtype.isalignedstruct
    assert list(ty.fields) == list(dtype.names)
    assert all(ty.offset(name) == dtype.fields[name][1] for name in dtype.names)
    assert pickle.loads(pickle.dumps(ty)) is ty


def test_making_a_type():
    fields = [("x", {"type": types.int32, "offset": 0}), ("y", {"type": types.float64, "offset": 8})]
    assert types.Record(fields, 16, True) is from_dtype(POINT)
    assert types.Record.make_c_struct([("x", types.int32), ("y", types.float64)]) is from_dtype(POINT)


def check(function, *makers):
    """Compare with Python: results and what is done to the arguments."""
    own, plain = [make() for make in makers], [make() for make in makers]
    result, expected = njit(function)(*own), function(*plain)
    np.testing.assert_array_equal(np.asarray(result), np.asarray(expected))
    for mine, other in zip(own, plain, strict=True):
        np.testing.assert_array_equal(mine, other)
    return result


def test_reading_fields():
    check(lambda a: a[1]["x"] + a[2]["y"], points)
    check(lambda a: (a["y"].sum(), a["x"][-1], a["x"].size), points)
    check(lambda a: a[-1]["v"][1, 2] + a[1]["in"]["a"], packed)
    check(lambda a: a["in"]["z"].sum(), packed)
    check(lambda a: a["v"][1:3, 0].sum(), packed)
    check(lambda a: a[2][0] + a[2][1], points)


def test_attributes():
    def read(a):
        return a[1].y + a.x[2] + a["y"][0]

    def write(a):
        a[0].x = 5
        a[1].y += 3
        r = a[2]
        r.x -= 1
        return r.x

    a = points().view(np.recarray)
    assert njit(read)(a) == read(a)
    check(write, lambda: points().view(np.recarray))


def test_writing_fields():
    def write(a):
        a[0]["x"] = 9
        a[1]["y"] = 3
        a["y"][2:] *= 2
        a["x"] = a["x"] + 1
        return a

    check(write, points)


def test_writing_nested_fields():
    def write(a):
        a[0]["v"] = 1.5
        a[1]["v"][0] = a[2]["v"][1]
        a[2]["in"]["z"] = 2 - 1j
        a[3]["in"] = a[2]["in"]
        a["in"]["a"][1] = 77
        return a

    check(write, packed)


def test_copies_of_records():
    def copy(a, b):
        a[0] = b[2]
        a[3] = a[1]
        a[1:3] = b[3:5]
        return a.copy()

    check(copy, points, lambda: points()[::-1].copy())

    def all_packed(a):
        a[0] = a[3]
        return a[::-1].copy()

    check(all_packed, packed)


def test_a_record_is_a_reference():
    def alias(a):
        r = a[1]
        a[1]["x"] = 40
        r["y"] = 2.0
        return r["x"] + a[1]["y"]

    check(alias, points)


def test_loops():
    def loop(a):
        total = 0.0
        for r in a:
            total += r["x"] * r["y"]
            r["x"] = 0
        return total

    check(loop, points)

    def enumerated(a):
        total = 0.0
        for k, r in enumerate(a):
            total += k * r["y"]
        return total

    check(enumerated, points)


def test_results():
    a = points()
    record = njit(lambda a: a[1])(a)
    assert isinstance(record, np.record)
    assert record.item() == (1, 1.5)
    a[1]["x"] = 50
    assert record["x"] == 1
    record["x"] = 8
    assert record["x"] == 8
    column = njit(lambda a: a["y"])(a)
    column[0] = 99
    assert a[0]["y"] == 99
    whole = njit(lambda a: a)(a)
    assert whole is a
    assert njit(lambda a: a[::2])(a).base is a
    assert njit(lambda: np.zeros(3, POINT))().dtype == POINT
    assert njit(lambda: np.empty((2, 3), PACKED))().dtype == PACKED
    assert njit(lambda a: a.dtype)(a) == POINT


def test_a_record_keeps_its_array():
    def first(n):
        a = np.zeros(n, POINT)
        a[0]["x"] = n
        return a[0]

    compiled = njit(first)
    assert [compiled(n)["x"] for n in range(1, 200)] == list(range(1, 200))

    @njit
    def chosen(n):
        r = np.zeros(1, POINT)[0]
        for k in range(n):
            a = np.zeros(k + 1, POINT)
            a[k]["x"] = k
            if k % 3 == 0:
                r = a[k]
        return r["x"]

    assert chosen(100) == 99


def test_records_as_arguments():
    @njit
    def shift(r, by):
        r["y"] += by
        return r["x"]

    a = points()
    assert shift(a[3], 10) == 3
    assert a[3]["y"] == 12.5
    assert shift(np.record((6, 1.0), POINT), 1) == 6
    same = np.dtype([("x", np.int32), ("y", np.float64)], align=True)
    assert shift(np.zeros(1, same)[0], 1) == 0
    assert len(shift.signatures) == 1


ONE, OTHER = points()[3], packed()[2]


def test_records_that_are_globals():
    def fields(record):
        return ONE.x + ONE["y"], OTHER["in"]["z"], OTHER.v[1, 2], record.x == ONE.x

    assert njit(fields)(points()[3]) == (5.5, 2j, 17.0, True)
    same = njit(lambda: ONE)()
    assert same == ONE
    assert same.dtype == POINT


def test_tuples_of_records():
    def swap(a):
        pair = (a[0], a[1])
        return pair[1]["x"] - pair[0]["y"]

    check(swap, points)


def test_wide_records():
    wide = np.dtype([("v", np.float64, (100,)), ("n", np.int32)], align=True)
    a = np.zeros(3, wide)
    a["v"] = np.arange(300).reshape(3, 100)

    @njit
    def move(a):
        a[0] = a[2]
        return a[0]["v"][99]

    assert move(a) == 299
    assert np.array_equal(a[0]["v"], a[2]["v"])


def test_mistakes():
    a = points()
    with pytest.raises(TypingError, match=r"the record has no field 'q', but \('x', 'y'\)"):
        njit(lambda a: a[0]["q"])(a)
    with pytest.raises(TypingError, match="'q'"):
        njit(lambda a: a.q)(a)
    with pytest.raises(TypingError, match="cannot assign a value of type .* to the field 'x'"):
        njit(set_text)(a)
    with pytest.raises(TypingError):
        njit(lambda a: a + 1)(a)
    with pytest.raises(TypingError):
        njit(lambda a: np.sin(a))(a)
    with pytest.raises(TypingError, match="constant"):
        njit(lambda a, name: a[0][name])(a, "x")


def set_text(a):
    a[0]["x"] = "text"


def test_dtypes_that_have_no_type():
    with pytest.raises(NumbaError, match="Unsupported array dtype"):
        typeof(np.zeros(2, [("a", ">U3")]))
    with pytest.raises(NumbaError, match="Unsupported array dtype"):
        typeof(np.zeros(2, "V8"))


def test_one_contiguous_axis_has_both_orders():
    f = types.Array(types.float64, 1, "F")

    @njit(types.float64(f))
    def total(a):
        return a.sum()

    assert total(np.arange(5.0)) == 10


def test_titles_are_other_names_and_stay():
    dtype = np.dtype([(("time since the start [ns]", "time"), np.int64), ("n", np.int32)])
    ty = from_dtype(dtype)
    assert ty.dtype == dtype
    assert pickle.loads(pickle.dumps(ty)) is ty
    assert ty is not from_dtype(np.dtype([("time", np.int64), ("n", np.int32)]))
    assert ty.fields["time"].title == "time since the start [ns]"

    @njit
    def later(a, by):
        out = np.zeros_like(a)
        out["time"] = a["time since the start [ns]"] + by
        out[0]["n"] = a[0].n + a[1]["time since the start [ns]"]
        return out, a[1:].copy(), a[0]

    a = np.array([(1, 2), (3, 4)], dtype)
    moved, rest, first = later(a, 10)
    assert [moved.dtype, rest.dtype, first.dtype] == [dtype] * 3
    assert moved.tolist() == [(11, 5), (13, 0)]
    assert rest.tolist() == [(3, 4)]
