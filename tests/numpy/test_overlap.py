"""Memory that arrays have in common, and the bytes of arrays."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check

pytestmark = pytest.mark.optimised

MATRIX = np.arange(12.0).reshape(3, 4)

PAIRS = """
    a, a; a, a.copy(); a[:1], a[1:]; a[:2], a[1:]; a[:, ::2], a[:, 1::2]; a[:, ::2], a[:, ::3]; a[::-1], a.T; a[:0], a; a, 1
    a[0], a[1]; a.ravel()[::5], a.ravel()[::7]; a.view(np.int32)[:, ::2], a.view(np.int32)[:, 1::2]
"""


@pytest.mark.parametrize("pair", [pair.strip() for line in PAIRS.strip().splitlines() for pair in line.split(";")])
def test_pairs(pair):
    check(f"np.shares_memory({pair}), np.may_share_memory({pair})", MATRIX)


@pytest.mark.parametrize("order", ["", "'C'", "'F'", "order='A'", "None"])
@pytest.mark.parametrize(
    "a", [MATRIX, MATRIX.T, MATRIX[::-1, ::2], MATRIX[:0], MATRIX.astype(np.int16), MATRIX.astype("m8[s]")]
)
def test_bytes(a, order):
    check(f"a.tobytes({order})", a)
