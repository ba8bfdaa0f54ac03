"""Functions of arrays of times, which find, order and compare, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import compile_error, expression, jitted

DATES = np.array("2000-01-01 NaT 1969-12-31 2024-02-29 1600-02-29 1969-12-31".split(), "M8[D]")
SPANS = np.array([7, -7, 0, "NaT", 3600, 7], "m8[s]")


def same(result, expected):
    if isinstance(expected, tuple):
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            same(one, other)
        return
    result, expected = np.asarray(result), np.asarray(expected)
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    if expected.dtype.kind in "mM":
        result, expected = result.view(np.int64), expected.view(np.int64)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("array", [DATES, SPANS], ids=["dates", "spans"])
@pytest.mark.parametrize(
    "text",
    [
        "np.diff(a)", "np.diff(a, 2)", "np.diff(m, axis=0)", "np.diff(m, 2, 1)", "np.ptp(a)", "np.ptp(a[2:4])",
        "np.min(a), np.max(a), a[2:3].min()", "np.max(m, axis=0), np.min(m, axis=1)", "np.nanmin(a), np.nanmax(a)",
        "np.nanmin(m, axis=0), np.nanmax(m, axis=1)", "np.nanmax(a[a != a])",
        "np.argmin(a), np.argmax(a)", "a[2:].argmin(), a[2:].argmax()", "np.argmin(m, axis=0), np.argmax(m, 1, keepdims=True)",
        "np.unique(a)", "np.unique(m, return_index=True)",
        "np.unique(a, return_index=True, return_inverse=True, return_counts=True)",
        "np.searchsorted(np.sort(a), a)", "np.searchsorted(np.sort(a), a[0], side='right')",
        "np.sort(a).searchsorted(m, 'right')", "np.isin(a, a[2:4])", "np.isin(m, a[:2], invert=True)", "np.isin(a[0], a)",
        "np.union1d(a, a[:2]), np.intersect1d(a, a[:3]), np.setdiff1d(a, a[2:4])", "np.setdiff1d(a, a)",
        "np.cumsum(a), m.cumsum(0), np.cumsum(a[:0]), np.cumsum(a[::2]), np.add.accumulate(a)",
        "np.clip(a, a[2], a[0])", "np.clip(a, a[5], None)", "np.digitize(a[:1], a[:1])",
    ],
)  # fmt: skip
def test_functions(text, array):
    function = expression(text, "a, m")
    try:
        expected = function(array, array.reshape(2, 3))
    except (TypeError, ValueError):
        # What NumPy does not do for one of both.
        return
    same(jitted(function)(array, array.reshape(2, 3)), expected)


@pytest.mark.parametrize(
    "text",
    [
        "np.arange(np.datetime64('2000-01-01'), np.datetime64('2000-03-01'))",
        "np.arange(np.datetime64('2000-01-01'), np.datetime64('2000-03-01'), 7)",
        "np.arange(np.datetime64('2000-03-01'), np.datetime64('2000-01-01'), np.timedelta64(-5, 'D'))",
        "np.arange('2000-01', '2000-04-03', dtype=np.datetime64), np.arange('2000-01-01', '2000-03-01', 7, dtype='M8')",
        "np.arange('2000-01', '2000-04', dtype='M8[M]'), np.arange('2000-01-01', 5, dtype='M8[D]')",
        "np.arange(5, dtype='m8[s]'), np.arange(np.datetime64('2000-01-01'), np.timedelta64(30, 'h'))",
        "np.arange('2000-01-01', '2000-01-02', np.timedelta64(6, 'h'), dtype='M8[m]'), np.arange(2, 9, 3, dtype='m8[s]')",
        "np.arange(np.datetime64('2000-01-01'), np.datetime64('2000-01-02'), np.timedelta64(6, 'h'))",
        "np.arange(np.datetime64('2000-01-01T00'), np.datetime64('2000-01-03'), dtype='M8[D]')",
        "np.arange(np.datetime64('2000-01'), 5)", "np.arange(np.datetime64('2000-01-01'), np.timedelta64(5, 'D'))",
        "np.arange(np.timedelta64(3, 's'), np.timedelta64(12, 's'), 2)", "np.arange(np.timedelta64(3, 's'), 9)",
    ],
)  # fmt: skip
def test_ranges(text):
    function = expression(text, "")
    same(jitted(function)(), function())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("np.unique(a, equal_nan=False)", "equal_nan"), ("np.union1d(a, b - b)", "no common dtype"),
    ],
)  # fmt: skip
def test_refused(text, message):
    assert message in str(compile_error(expression(text, "a, b"), DATES, DATES.astype("M8[h]")))


@pytest.mark.parametrize(
    "text",
    [
        "np.searchsorted(a, b)", "np.searchsorted(b, a[1:])", "np.searchsorted(a, b[1], 'right')", "np.isin(a, b)",
        "np.isin(b[1], a)",
        "np.union1d(a, b)", "np.intersect1d(a, b)", "np.setdiff1d(a, b[1:2])", "np.setdiff1d(b, a[:1])",
        "np.isin(a - a[0], b - b[1])",
    ],
)  # fmt: skip
def test_several_units(text):
    days = np.array(["2024-03-01", "2020-02-29", "1969-12-31"], "M8[D]")
    function, hours = expression(text, "a, b"), np.sort(days[:2].astype("M8[h]") + np.arange(2))
    same(jitted(function)(np.sort(days), hours), function(np.sort(days), hours))


CLOCKS = ("", "T05", "T05:06", "T05:06:07", "T05:06:07.890", "T05:06:07.890123")
TIMES = [*(f"2024-02-29{clock}" for clock in CLOCKS), "2024", "2024-02", "NaT"]


@pytest.mark.parametrize("text", TIMES)
def test_texts(text):
    date = np.datetime64(text, "D") if text == "NaT" else np.datetime64(text)
    texts = lambda t: (str(t), repr(t), f"{t} {t!r}", "%s" % t)  # noqa: E731, UP031
    compiled = jitted(texts)
    unit = np.datetime_data(date)[0]
    for value in (date, np.timedelta64(-7, unit), np.timedelta64("NaT", unit)):
        assert compiled(value) == texts(value)


def test_texts_that_are_assigned():
    def f(dates, spans):
        dates[0] = "2022-05-01"
        dates[1:3] = "2024-02"
        spans[0], spans[1] = "NaT", "12"
        return dates, spans

    same(jitted(f)(DATES.copy(), SPANS.copy()), f(DATES.copy(), SPANS.copy()))


@pytest.mark.parametrize("text", ["2 / a", "2 // a", "5 % a", "a % 2", "divmod(7, a)"])
def test_what_spans_do_not_do(text):
    with pytest.raises(TypeError):
        expression(text, "a")(SPANS)
    assert "No implementation" in compile_error(expression(text, "a"), SPANS)
