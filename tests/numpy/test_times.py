"""datetime64 and timedelta64: arrays and scalars, in jitted functions and in kernels, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, njit, types
from coluber.core.errors import TypingError

DAYS = np.array("2000-01-01 NaT 1969-12-31 0001-03-01 2024-02-29 1600-02-29 9999-12-31".split(), "M8[D]")
SECONDS = np.array(
    """2000-01-01T05:06:07 1969-12-31T23:59:59 NaT 1960-02-29T12:00:00 2100-03-01T00:00:01 1900-02-28T00:00:00
    2024-12-31T23:59:59""".split(),
    "M8[s]",
)
MONTHS = np.array("2000-01 1969-12 NaT 1960-02 2100-03 0001-01 2024-12".split(), "M8[M]")
HOURS = np.array([5, -7, "NaT", 0, 123456, -1, 24], "m8[h]")
SPANS = np.array([7, -7, 0, "NaT", 3600, 86400, -1], "m8[s]")
YEARS = np.array([1, -2, "NaT", 0, 5, 9, 3], "m8[Y]")
INTEGERS = np.array([2, -2, 0, 3, 1, 7, -1])
FLOATS = np.array([2.5, -0.3, 0, np.nan, np.inf, 1e300, -1])

BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "maximum": lambda a, b: np.maximum(a, b),
    "minimum": lambda a, b: np.minimum(a, b),
    "fmax": lambda a, b: np.fmax(a, b),
    "fmin": lambda a, b: np.fmin(a, b),
}
COMPARISONS = "== != < <= > >= maximum minimum fmax fmin".split()
PAIRS = [
    *(("-", *pair) for pair in [(DAYS, SECONDS), (SECONDS, MONTHS), (MONTHS, MONTHS[::-1]), (DAYS, SPANS), (HOURS, SPANS)]),
    *(("+", *pair) for pair in [(DAYS, HOURS), (HOURS, DAYS), (MONTHS, YEARS), (MONTHS, HOURS), (DAYS, INTEGERS)]),
    *(("+", *pair) for pair in [(HOURS, SPANS), (HOURS, INTEGERS), (INTEGERS, SECONDS), (DAYS, INTEGERS.astype(np.uint8))]),
    *(("*", *pair) for pair in [(HOURS, INTEGERS), (INTEGERS, HOURS), (HOURS, FLOATS), (FLOATS, HOURS), (HOURS, INTEGERS > 0)]),
    *((op, HOURS, other) for op in ("/", "//") for other in (INTEGERS, FLOATS, SPANS)),
    ("%", HOURS, SPANS),
    *((op, *pair) for op in COMPARISONS for pair in [(DAYS, SECONDS), (MONTHS, DAYS), (HOURS, SPANS), (HOURS, INTEGERS)]),
]
UNARY = {
    "negative": (lambda a: -a, HOURS),
    "positive": (lambda a: +a, HOURS),
    "absolute": (lambda a: np.abs(a), HOURS),
    "isnat": (lambda a: np.isnat(a), HOURS),
    "isnat_of_dates": (lambda a: np.isnat(a), DAYS),
    "isfinite": (lambda a: np.isfinite(a), DAYS),
    "by_python_numbers": (lambda a: a * 2.5 + a // 2 - 3, HOURS),
    "to_months": (lambda a: a.astype("M8[M]"), DAYS),
    "to_years": (lambda a: a.astype("M8[Y]"), SECONDS),
    "to_days": (lambda a: a.astype("M8[D]"), SECONDS),
    "months_to_days": (lambda a: a.astype("M8[D]"), MONTHS),
    "to_weeks": (lambda a: a.astype("datetime64[W]"), SECONDS),
    "spans_to_days": (lambda a: a.astype("m8[D]"), HOURS),
    "years_to_months": (lambda a: a.astype("m8[M]"), YEARS),
    "to_integers": (lambda a: a.astype(np.int64), SECONDS),
    "to_floats": (lambda a: a.astype(np.float64), HOURS),
    "of_integers": (lambda a: a.astype("M8[D]"), INTEGERS),
    "view": (lambda a: a.view(np.int64), DAYS),
    "zeros_like": (lambda a: np.zeros_like(a), SPANS),
    "slice": (lambda a: a[1:5:2], DAYS),
}
if np.lib.NumpyVersion(np.__version__) < "2.5.0":
    # Later ones give float64, compiled code times.
    UNARY["sign"] = (lambda a: np.sign(a), HOURS)


def same(result, expected):
    result, expected = np.asarray(result), np.asarray(expected)
    assert result.dtype == expected.dtype
    if expected.dtype.kind in "mM":
        result, expected = result.view(np.int64), expected.view(np.int64)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(("op", "a", "b"), PAIRS, ids=lambda x: x if isinstance(x, str) else x.dtype.name)
def test_arrays(op, a, b):
    with np.errstate(all="ignore"):
        same(njit(BINARY[op])(a, b), BINARY[op](a, b))


@pytest.mark.parametrize(("op", "a", "b"), PAIRS, ids=lambda x: x if isinstance(x, str) else x.dtype.name)
def test_scalars(op, a, b):
    function = njit(error_model="numpy")(BINARY[op])
    with np.errstate(all="ignore"):
        for x, y in zip(a, b, strict=True):
            result, expected = function(x, y), BINARY[op](x, y)
            if isinstance(expected, np.datetime64 | np.timedelta64):
                # What NumPy's maximum of scalars of two units has for unit, is that of both.
                same(result, expected)
            else:
                assert result == expected or expected != expected


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_array(name):
    function, a = UNARY[name]
    same(njit(function)(a), function(a))


CONSTANTS = [
    lambda: np.datetime64("2000-02-29"),
    lambda: np.datetime64("1969"),
    lambda: np.datetime64("1969-11"),
    lambda: np.datetime64("2000-02-29T05"),
    lambda: np.datetime64("2000-02-29 05:06"),
    lambda: np.datetime64("2000-02-29T05:06:07"),
    lambda: np.datetime64("2000-02-29T05:06:07.12"),
    lambda: np.datetime64("2000-02-29T05:06:07.1234567"),
    lambda: np.datetime64("NaT"),
    lambda: np.datetime64("NaT", "ns"),
    lambda: np.datetime64("2000-02-29", "s"),
    lambda: np.datetime64("2000-02-29T05:06", "D"),
    lambda: np.timedelta64("NaT"),
    lambda: np.timedelta64("NaT", "s"),
    lambda: np.timedelta64(5, "D"),
    lambda: np.timedelta64(-5),
    lambda: np.datetime64(12345, "D") + np.timedelta64(1, "h"),
]


@pytest.mark.parametrize("function", CONSTANTS)
def test_constants(function):
    same(njit(function)(), function())


MADE = [
    (lambda x: np.datetime64(x, "D"), 5),
    (lambda x: np.timedelta64(x), 5),
    (lambda x: np.timedelta64(x, "h"), np.timedelta64(90, "m")),
    (lambda x: np.datetime64(x, "M"), np.datetime64("2000-02-29")),
    (lambda x: np.datetime64(x), np.datetime64("2000-02-29")),
]


@pytest.mark.parametrize(("function", "value"), MADE)
def test_made_of_values(function, value):
    same(njit(function)(value), function(value))


def test_control_flow_and_builtins():
    def many(a, b, t):
        c = a - b
        d = a + t
        larger = a if t > c else d
        return c, d, abs(t), min(t, -t), bool(t), 1 if np.isnat(b) else 0, larger == d, t == 3, a + 5, -t

    for t in (np.timedelta64(-77, "m"), np.timedelta64(0, "m"), np.timedelta64("NaT", "m")):
        arguments = np.datetime64("2000-01-02"), np.datetime64("1999-05-06T07", "h"), t
        for result, expected in zip(njit(many)(*arguments), many(*arguments), strict=True):
            same(result, expected)


START = np.datetime64("2000-01-01")


def test_loops_stores_and_globals():
    def fill(a, out, t):
        for i in range(a.size):
            out[i] = a[i] + t
            if np.isnat(out[i]):
                out[i] = START
        out[0] = np.datetime64("NaT")
        out[1:3] = START
        return out

    out = np.zeros(7, "M8[s]")
    arguments = DAYS, np.timedelta64(3, "h")
    same(njit(fill)(arguments[0], out.copy(), arguments[1]), fill(arguments[0], out.copy(), arguments[1]))


def test_new_arrays():
    @njit
    def make(a):
        return np.zeros(2, "M8[D]"), np.empty(3, a.dtype), np.full(2, np.timedelta64(3, "s")), a.dtype

    zeros, empty, full, dtype = make(DAYS)
    same(zeros, np.zeros(2, "M8[D]"))
    same(full, np.full(2, np.timedelta64(3, "s")))
    assert empty.dtype == dtype == DAYS.dtype


REDUCTIONS = {
    "min": lambda a: a.min(),
    "max": lambda a: np.max(a),
    "min_of_axis": lambda a: a.reshape(2, 3).min(0),
}
SPAN_REDUCTIONS = {
    "sum": lambda a: a.sum(),
    "mean": lambda a: a.mean(),
    "sum_of_axis": lambda a: np.sum(a.reshape(2, 3), 1),
    "where": lambda a: np.where(a > a[1], a, a[2]),
}


@pytest.mark.parametrize("name", [*REDUCTIONS, *SPAN_REDUCTIONS])
def test_reductions(name):
    function = (REDUCTIONS | SPAN_REDUCTIONS)[name]
    without = [SPANS[SPANS == SPANS][:6], SPANS[:6], HOURS[[0, 1, 3, 4, 5, 6]], HOURS[:6]]
    if name in REDUCTIONS:
        without += [DAYS[[0, 2, 3, 4, 5, 6]], SECONDS[:6]]
    for a in without:
        same(njit(function)(a), function(a))


def test_numbers_of_spans():
    same(njit(lambda t: np.int64(t))(np.timedelta64(-5, "h")), np.int64(-5))
    same(np.float64(njit(lambda t: np.float64(t) / 2)(np.timedelta64(-5, "h"))), np.float64(-2.5))


def test_records():
    @njit
    def fill(r):
        for i in range(r.size):
            r[i].at = np.datetime64("2000-01-01")
            r[i].after = r[i].at - np.datetime64("1999-12-31T23", "h")

    records = np.zeros(3, [("n", np.int8), ("at", "M8[s]"), ("after", "m8[ms]")])
    fill(records)
    same(records["at"], np.full(3, "2000-01-01", "M8[s]"))
    same(records["after"], np.full(3, 3600000, "m8[ms]"))


def test_types_and_signatures():
    @njit((types.NPDatetime("s"), types.NPTimedelta("h")))
    def later(x, t):
        return x + t

    assert later(np.datetime64("2000", "Y"), np.timedelta64(1, "D")) == np.datetime64("2000-01-02")
    assert str(later.nopython_signatures[0]) == "(datetime64[s], timedelta64[h]) -> datetime64[s]"
    assert types.NPDatetime("D") is types.NPDatetime("D")
    assert types.NPTimedelta("").name == "timedelta64"
    assert types.NPDatetime("D")("2000-01-01") == START


@cuda.jit
def shifted(a, b, out, t):
    part = cuda.shared.array(32, "M8[s]")
    i = cuda.threadIdx.x
    if i < a.size:
        part[i] = a[i]
    cuda.syncthreads()
    if i < out.size:
        out[i] = part[out.size - 1 - i] - b[i] + t
        if part[i] > b[i] or np.isnat(part[i]):
            out[i] = np.timedelta64("NaT")


@pytest.mark.parametrize("on_device", [False, True])
def test_kernels(on_device):
    out, t = np.zeros(7, "m8[s]"), np.timedelta64(2, "m")
    arguments = [DAYS, SECONDS, out]
    given = [cuda.to_device(a) for a in arguments] if on_device else arguments
    shifted[1, 32](*given, t)
    result = given[2].copy_to_host() if on_device else out
    expected = DAYS[::-1] - SECONDS + t
    expected[(DAYS > SECONDS) | np.isnat(DAYS)] = "NaT"
    same(result, expected)


def test_ptx():
    signature = (types.NPDatetime("D")[:], types.NPDatetime("s")[:], types.NPTimedelta("s")[:], types.NPTimedelta("m"))
    ptx, _ = cuda.compile_ptx(shifted.py_func, signature, cc=(8, 0))
    assert "st.global.b64" in ptx


def test_what_is_refused():
    with pytest.raises(TypingError, match="add"):
        njit(lambda a, b: a + b)(DAYS, YEARS)
    with pytest.raises(TypingError, match="lt"):
        njit(lambda a, b: a < b)(np.timedelta64(1, "Y"), np.timedelta64(1, "D"))
    with pytest.raises(TypingError, match="astype"):
        njit(lambda a: a.astype("m8[D]"))(YEARS)
    with pytest.raises(TypingError, match="is no np.datetime64"):
        njit(lambda: np.datetime64("2000-02-30"))()
    with pytest.raises(TypingError, match="unit"):
        njit(lambda x: np.timedelta64(1, x))("D")


EVERY_25 = np.array([3, -7, 0, "NaT", 12], "M8[25s]")
TEN_DAYS = np.array([3, -7, 0, "NaT", 12], "m8[10D]")

# Functions of dates, of spans, of a date and of a span in multiples of units.
MULTIPLES = [
    lambda a, b, x, y: (a, b, x, y, a[:2], [a[0]], a.view(np.int64)),
    lambda a, b, x, y: (x + y, x - y, x - x, y * 3, y // 2, x < x + y, a - x, a == x),
    lambda a, b, x, y: (a + y, b + y, b // y, b % y, a - a.astype("M8[m]"), np.maximum(a, x), np.where(a > x, a, x)),
    lambda a, b, x, y: (a.astype("M8[s]"), a.astype("M8[D]"), a.astype("M8[7s]"), a.astype("M8[2M]"), a.astype("M8[3Y]")),
    lambda a, b, x, y: (b.astype("m8[s]"), b.astype("m8[W]"), b.astype("m8[3W]"), a.astype("M8[2M]").astype("M8[25s]")),
    lambda a, b, x, y: (
        np.sort(a),
        np.argsort(a),
        np.unique(b),
        np.diff(a),
        b.sum(),
        np.nanmax(b),
        np.concatenate((a, a.astype("M8[m]"))),
    ),
    lambda a, b, x, y: (
        np.datetime64(5, "25s"),
        np.timedelta64(5, "10D"),
        np.datetime64("2020-03-04", "7D"),
        np.timedelta64("7", "2h"),
    ),
    lambda a, b, x, y: (
        np.zeros(2, "M8[25s]"),
        np.empty(0, dtype="m8[10D]"),
        np.full(2, y),
        np.datetime64(x, "7D"),
        np.datetime_data(a.dtype),
    ),
    lambda a, b, x, y: (np.datetime_as_string(a), str(x), repr(x), str(y), repr(y), np.isnat(a)),
]


@pytest.mark.parametrize("function", MULTIPLES)
def test_multiples_of_units(function):
    arguments = EVERY_25, TEN_DAYS, np.datetime64(3, "25s"), np.timedelta64(4, "10s")
    for got, wanted in zip(njit(function)(*arguments), function(*arguments), strict=True):
        assert getattr(got, "dtype", type(got)) == getattr(wanted, "dtype", type(wanted))
        np.testing.assert_array_equal(got, wanted)


def test_multiples_of_units_in_records_and_signatures():
    records = np.zeros(2, [("t", "M8[25s]"), ("d", "m8[10D]")])
    records["t"] = EVERY_25[:2]
    t, d = njit(lambda r: (r["t"] + np.timedelta64(1, "25s"), r[1]["d"]))(records)
    np.testing.assert_array_equal(t, EVERY_25[:2] + 1)
    assert d.dtype == "m8[10D]"
    assert str(types.NPDatetime("25s")) == "datetime64[25s]"
    spans = types.NPTimedelta("10D")
    assert njit(spans(spans))(lambda x: x)(np.timedelta64(20, "D")) == np.timedelta64(2, "10D")
    with pytest.raises(ValueError, match="is not a unit of time"):
        types.NPDatetime("0s")


def test_keys():
    """Times are keys of dicts and items of sets, as numbers are."""

    def counted(days):
        seen = {}
        for day in days:
            month = day.astype("M8[M]")
            seen[month] = seen.get(month, 0) + 1
        return seen, len(set(days[1:] - days[:-1])), np.datetime64("2021-03", "M") in seen

    days = np.array(["2021-03-01", "2021-03-04", "2021-05-01", "2021-05-04"], "M8[D]")
    assert njit(counted)(days) == counted(days)


def test_a_time_has_the_methods_of_arrays():
    def parts(a, b):
        days = (a - a.astype("M8[D]")) / np.timedelta64(1, "h"), a.astype("M8[Y]").astype(int) + 1970, b.astype("m8[s]")
        return (
            days,
            b.astype(float),
            a.astype(np.int64),
            a.ndim,
            a.size,
            b.shape,
            a.copy(),
            np.zeros(1, b.dtype),
            b.dtype == a.dtype,
        )

    args = np.datetime64("2020-03-05T10:11:12"), np.timedelta64(90, "m")
    assert njit(parts)(*args) == parts(*args)
