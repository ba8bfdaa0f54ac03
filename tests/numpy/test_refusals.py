"""The error of a call that the library refuses names the argument."""

import numpy as np
import pytest

from coluber import errors, njit

MATRIX = np.ones((3, 3))

CASES = {
    "dtype": (lambda a: np.bincount(a), "bincount() does not take array(float64, 2d, C) as its argument 'x'"),
    "axes": (lambda a: np.argmax(a, axis=(0, 1)), "as its argument 'axis'; it takes int64, for example"),
    "shape": (lambda a: np.searchsorted(a, 1), "argument 'a'; it takes array(float64, 1d, C), for example"),
    "named": (lambda a: np.cumsum(a=a, axis="x"), "argument 'axis'; it takes int64"),
    "second": (lambda a: np.repeat(a, "x"), "as its argument 'repeats'; it takes int64, for example"),
    "method": (lambda a: a.argmax(axis=(0, 1)), "argmax() does not take"),
    "missing": (lambda a: np.searchsorted(a), "searchsorted() misses the argument 'v'"),
    "nothing": (lambda a: np.median(), "median() misses the argument 'a'"),
    "several": (lambda a: np.kron("x", "y"), "kron() does not take these arguments together: 'a': Literal[str](x), 'b'"),
}


@pytest.mark.parametrize("name", CASES)
def test_errors_name_the_argument(name):
    function, text = CASES[name]
    with pytest.raises(errors.TypingError) as caught:
        njit(function)(MATRIX)
    assert text in str(caught.value)


def test_functions_that_are_not_there():
    with pytest.raises(errors.TypingError) as caught:
        njit(lambda a: np.savetxt("x", a))(MATRIX)
    assert "Use of unsupported NumPy function 'numpy.savetxt'" in str(caught.value)
