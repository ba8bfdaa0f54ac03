"""Functions of numbers refuse arrays of texts, times and records with errors of types."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit

from .rows import functions

TEXTS = np.array(["b", "", "abc"])
DATES = np.array(["2020-01-05", "2020-01-01", "NaT"], "M8[D]")
RECORDS = np.array([(3.0, 2), (1.0, 4)], [("x", "f8"), ("y", "i4")])

ROWS = """
np.mean(a)
np.std(a)
np.var(a)
np.average(a)
np.cumsum(a)
np.cumprod(a)
np.nansum(a)
np.nanvar(a)
np.histogram(a)
np.cov(a)
np.interp(a, a, a)
np.polyfit(a, a, 1)
a.mean()
a.cumsum()
""".strip().splitlines()


@pytest.mark.parametrize("a", [TEXTS, TEXTS.astype("S3"), DATES, RECORDS], ids=["texts", "bytes", "dates", "records"])
@pytest.mark.parametrize("source", ROWS)
def test_functions_of_numbers(source, a):
    compiled, python = functions(source, "a")
    with pytest.raises(Exception):  # noqa: B017, PT011
        python(a)
    with pytest.raises(errors.TypingError):
        compiled(a)


@pytest.mark.parametrize("source", ["np.append(b, a[0])", "np.outer(a[0], a[1])", "np.put(b, [0], a[0])", "np.sum(a[0])"])
def test_single_records(source):
    with pytest.raises(errors.TypingError):
        njit(eval(f"lambda a, b: {source}"))(RECORDS, np.arange(3))


def test_texts_of_errors():
    with pytest.raises(errors.TypingError, match=r"numpy\.mean\(\) is not implemented for elements of type \[unichr x 3\]"):
        njit(lambda a: np.mean(a))(TEXTS)
    cast = r"Cannot cast array data from dtype\('<M8\[D\]'\) to dtype\('float64'\) according to the rule 'safe'"
    with pytest.raises(errors.TypingError, match=cast):
        njit(lambda a: np.interp(a, a, a))(DATES)
