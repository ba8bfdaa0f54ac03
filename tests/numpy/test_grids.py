"""``np.mgrid``, ``np.ogrid``, ``np.r_``, ``np.c_``, ``np.s_`` and ``np.index_exp``."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit
from tests.numpy.rows import check_rows, grouped

WHOLE, REAL = np.arange(4), np.linspace(0, 1, 4)
MATRIX = np.arange(12.0).reshape(3, 4)

ROWS = [
    ("np.mgrid[a:b]", 1, 5),
    ("np.mgrid[a:b:c]", 1, 9, 3),
    ("np.mgrid[0:3, 0:2]",),
    ("np.mgrid[0:2, 0:3, 0:a]", 2),
    ("np.mgrid[:3]",),
    ("np.mgrid[3:0:-1]",),
    ("np.mgrid[0:1:0.25]",),
    ("np.mgrid[0.5:3]",),
    ("np.mgrid[0:1:5j]",),
    ("np.mgrid[0:1:3j, 0:2:0.5]",),
    ("np.mgrid[-1:1:3j, -1:1:3j]",),
    ("np.ogrid[0:5]",),
    ("np.ogrid[0:3, 0:2]",),
    ("np.ogrid[0:1:3j, 0:a]", 4),
    ("np.r_[a, 0, b]", WHOLE, REAL),
    ("np.r_[1:4, 0, a]", WHOLE),
    ("np.r_[1:4]",),
    ("np.r_[a]", WHOLE),
    ("np.r_[1, 2.5]",),
    ("np.r_[a, a]", MATRIX),
    ("np.r_[0:1:5j]",),
    ("np.r_[-1:1:3j, a]", WHOLE),
    ("np.r_[a, [1, 2]]", WHOLE),
    ("np.c_[a, b]", WHOLE, REAL),
    ("np.c_[a, a]", MATRIX),
    ("np.c_[a, b]", MATRIX, MATRIX[:, 0]),
    ("np.c_[a]", WHOLE),
    ("np.c_[1:5, a]", WHOLE),
    ("a[np.s_[1:3]]", MATRIX),
    ("a[np.s_[1:3, ::2]]", MATRIX),
    ("a[np.index_exp[1:3]]", MATRIX),
    ("a[np.index_exp[1, 2]]", MATRIX),
]


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


def test_what_is_refused():
    with pytest.raises(errors.UnsupportedError, match=r"a string in np.r_\[...\] is not supported"):
        njit(lambda a: np.r_["0,2", a])(WHOLE)
    with pytest.raises(errors.TypingError, match="np.mgrid needs slices"):
        njit(lambda: np.mgrid[3])()
    with pytest.raises(errors.TypingError, match="slice indices must be integers"):
        njit(lambda a: a[0.5j:2])(WHOLE)
