"""Values and slopes of functions of several variables, which the solvers of ``scipy.optimize`` are handed."""

from __future__ import annotations

import math

import numpy as np

from coluber.core.extending import compile_with
from coluber.lib.kinds import is_complex, is_none, is_number
from coluber.lib.numpy.arguments import dtype_of, is_array_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

EPSILON = float(np.finfo(float).eps)


def are_places(x0: Any) -> bool:
    """Whether an argument is a real number, or like an array of them."""
    return is_array_like(x0) and is_number(dtype_of(x0)) and not is_complex(dtype_of(x0))


def vector(x):
    """Return numbers as a new vector of float64."""
    return np.asarray(x).astype(np.float64).reshape(-1)


def values_of(f, x, args):
    """Return the values of a function, which may be a number or a list, as a vector."""
    return np.asarray(f(x, *args)).astype(np.float64).reshape(-1)


def differences(f, slopes, x, at, args, step):
    """Return the matrix of slopes from differences forward; `slopes` is not called.

    Parameters
    ----------
    f, args : function and tuple
        What is called.
    x, at : array
        The place and the values there.
    step : float
        The differences of the variables, relative to their sizes.
    """
    out = np.empty((at.size, x.size))
    for j in range(x.size):
        place = x.copy()
        distance = step * abs(x[j])
        distance = step if distance == 0 else distance
        place[j] += distance
        out[:, j] = (values_of(f, place, args) - at) / distance
    return out


def _given(name: str, is_transposed: bool) -> FunctionType:
    """As `differences`, of a function that gives the slopes; a transposed matrix has a row for each variable."""

    def given(f, slopes, x, at, args, step):
        found = np.asarray(slopes(x, *args)).astype(np.float64)
        rows, columns = (x.size, at.size) if is_transposed else (at.size, x.size)
        matrix = np.atleast_2d(found)
        if matrix.shape != (rows, columns):
            raise TypeError(
                f"{name}: there is a mismatch between the input and output shape of the function of the slopes. "
                f"Shape should be {(rows, columns)} but it is {matrix.shape}."
            )
        return matrix.T.copy() if is_transposed else matrix

    return given


def slopes_function(name: str, slopes: Any, is_transposed: bool = False) -> FunctionType:
    """Return the function that gives the matrix of slopes, whether there is a function of them or not."""
    return differences if is_none(slopes) else _given(name, is_transposed)


@compile_with(error_model="numpy")
def relative_step(epsfcn):
    """Return the relative differences of variables for values that have a relative error."""
    return math.sqrt(max(epsfcn, EPSILON))


def widths_of(matrix):
    """Return the lengths of the columns of a matrix."""
    return np.sqrt((matrix * matrix).sum(0))


def length(x):
    """Return the length of a vector."""
    return math.sqrt(np.dot(x, x))
