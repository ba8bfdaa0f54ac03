"""Functions on arrays that NumPy does not have."""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["cross2d"]


def cross2d(a: Any, b: Any) -> Any:
    """Return the vector products of vectors of two elements: ``a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]``.

    Parameters
    ----------
    a, b : array_like
        Arrays whose last axis has two elements; the others are broadcast.
    """
    p, q = np.asarray(a), np.asarray(b)
    if p.shape[-1] != 2 or q.shape[-1] != 2:
        raise ValueError("cross2d takes vectors of two numbers each")
    return np.asarray(p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0])
