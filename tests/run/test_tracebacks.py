"""Tracebacks of what compiled code raises, and of what is refused: they show the program alone."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

from coluber import guvectorize, stencil, vectorize
from coluber.core.errors import NumbaError


@stencil
def raising_kernel(a):
    return a[0] + int("x" if a[1] > 0 else "y")


@stencil
def wrong_kernel(a):
    return a[0].nothing


@vectorize
def raising_ufunc(x):
    if x > 2:
        raise ValueError(x)
    return x


@vectorize
def wrong_ufunc(x):
    return x.nothing


@guvectorize("(n)->()")
def wrong_parts(a, out):
    out[0] = a.nothing


@pytest.mark.parametrize("function", [raising_kernel, wrong_kernel, raising_ufunc, wrong_ufunc, wrong_parts])
def test_ufuncs_and_stencils(function):
    with pytest.raises((ValueError, NumbaError)) as caught:
        function(np.arange(5.0))
    files = {frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)}
    assert files == {__file__}
