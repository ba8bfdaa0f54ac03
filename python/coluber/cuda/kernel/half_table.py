"""The functions that the two 16-bit floating-point types share, in a table by name."""

from __future__ import annotations

from coluber.cuda.kernel.tables import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def shared_rows(letter: str, wide: Callable[[Any], Any]) -> dict[str, Row]:
    """Return the rows of one type.

    Parameters
    ----------
    letter : str
        The type's letter.
    wide : callable
        Returns a number of the type as a NumPy float64; the formulas are computed in it and rounded once to the type.
    """
    import numpy as np

    unary = {
        "habs": np.abs,
        "hneg": np.negative,
        "hceil": np.ceil,
        "hfloor": np.floor,
        "hrint": np.rint,
        "htrunc": np.trunc,
        "hcos": np.cos,
        "hsin": np.sin,
        "htanh": np.tanh,
        "htanh_approx": np.tanh,
        "hexp": np.exp,
        "hexp2": np.exp2,
        "hexp10": lambda x: np.power(10.0, x),
        "hlog": np.log,
        "hlog2": np.log2,
        "hlog10": np.log10,
        "hsqrt": np.sqrt,
        "hrsqrt": lambda x: 1 / np.sqrt(x),
        "hrcp": lambda x: 1 / x,
    }
    binary = {
        "hadd": np.add,
        "hsub": np.subtract,
        "hmul": np.multiply,
        "hdiv": np.divide,
        "hmax": np.fmax,
        "hmin": np.fmin,
    }
    comparisons = {
        "heq": np.equal,
        "hne": lambda x, y: (x == x) & (y == y) & (x != y),
        "hlt": np.less,
        "hle": np.less_equal,
        "hgt": np.greater,
        "hge": np.greater_equal,
    }
    rows = {name: Row(letter, letter, _widened(compute, wide)) for name, compute in unary.items()}
    rows |= {name: Row(letter * 2, letter, _widened(compute, wide)) for name, compute in binary.items()}
    rows |= {name: Row(letter * 2, "?", _widened(compute, wide)) for name, compute in comparisons.items()}
    rows["hfma"] = Row(letter * 3, letter, _widened(lambda x, y, z: x * y + z, wide))
    return rows


def _widened(compute: Callable[..., Any], wide: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *values: compute(*map(wide, values))
