"""``scipy.interpolate``: lines, steps and cubic splines through samples, as objects that are called."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import compile_with, implements
from coluber.lib.kinds import is_complex, is_none, is_number, literal_str
from coluber.lib.numpy.arguments import dtype_of, is_array_like, ndim_of
from coluber.lib.scipy.arguments import refuse_flag
from coluber.lib.scipy.triangular import eliminate, rows_of_band

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _are_samples(name: str, x: Any, y: Any) -> bool:
    """Whether the arguments are like vectors of real numbers; raises for matrices and complex numbers."""
    if not all(is_array_like(ty) and is_number(dtype_of(ty)) for ty in (x, y)):
        return False
    if any(is_complex(dtype_of(ty)) for ty in (x, y)):
        raise errors.UnsupportedError(f"{name}: complex numbers are not supported in compiled code")
    if ndim_of(x) != 1 or ndim_of(y) != 1:
        raise errors.UnsupportedError(f"{name}: 'x' and 'y' must be vectors in compiled code; interpolate each row by itself")
    return True


def _vector(x):
    """Return numbers as a contiguous vector of float64."""
    return np.ascontiguousarray(np.asarray(x).astype(np.float64))


def _interval(x, at):
    """Return the number of the interval between sorted places in which a place is; the outer ones have no ends."""
    return min(max(np.searchsorted(x, at, "right") - 1, 0), x.size - 2)


# ------------------------------------------------------------------------------------------------------------ interp1d


def _on_line(x, y, at):
    k = min(max(np.searchsorted(x, at), 1), x.size - 1)
    return y[k - 1] + (y[k] - y[k - 1]) / (x[k] - x[k - 1]) * (at - x[k - 1])


def _at_nearest(x, y, at):
    """Return the sample of the nearest place; in the middle between two it is that of the lower one."""
    k = _interval(x, at)
    return y[k] if at <= (x[k] + x[k + 1]) / 2 else y[k + 1]


def _at_previous(x, y, at):
    k = np.searchsorted(x, at, "right") - 1
    return y[k] if k >= 0 else np.nan


def _at_next(x, y, at):
    k = np.searchsorted(x, at)
    # What is not a number counts as the last place, for steps.
    return y[k] if k < x.size else y[-1] if np.isnan(at) else np.nan


_LINE, _NEAREST, _PREVIOUS, _NEXT = range(4)
_KINDS = {"linear": _LINE, "nearest": _NEAREST, "previous": _PREVIOUS, "next": _NEXT}


@dataclass
class Interp1d:
    """What `interp1d` gives: it is called with places.

    Parameters
    ----------
    x, y : array
        The places, sorted, and the samples.
    kind : int
        How it goes on between them.
    is_bounded, is_extended : bool
        Whether places beyond the ends are an error, and whether they have values of their own, else they have `fill_value`.
    """

    x: Any = field()
    y: Any = field()
    kind: Any = field()
    is_bounded: Any = field()
    is_extended: Any = field()
    fill_value: Any = field()

    @compile_with(error_model="numpy")
    def __call__(self, x):
        """Return the values at some places."""
        places = np.asarray(x).astype(np.float64)
        out = np.empty(places.shape, self.y.dtype)
        flat, given = out.reshape(-1), np.ascontiguousarray(places).reshape(-1)
        for k in range(flat.size):
            flat[k] = self._value(given[k])
        return out

    def _value(self, at):
        low, high = self.x[0], self.x[-1]
        if self.is_bounded and at < low:
            raise ValueError(f"A value ({at}) in x_new is below the interpolation range's minimum value ({low}).")
        if self.is_bounded and at > high:
            raise ValueError(f"A value ({at}) in x_new is above the interpolation range's maximum value ({high}).")
        if not self.is_extended and (at < low or at > high):
            return self.fill_value
        if self.kind == _LINE:
            return _on_line(self.x, self.y, at)
        if self.kind == _NEAREST:
            return _at_nearest(self.x, self.y, at)
        return _at_previous(self.x, self.y, at) if self.kind == _PREVIOUS else _at_next(self.x, self.y, at)


def _samples_function(kind: str, y: Any) -> FunctionType:
    """Return the function that copies samples: lines have double precision, steps the floats that there are."""
    name = dtype_of(y).name
    number = np.float64 if kind == "linear" else {"float16": np.float16, "float32": np.float32}.get(name, np.float64)
    return lambda y: np.asarray(y).astype(number)


def _is_extrapolate(ty: Any) -> bool:
    return isinstance(ty, types.StringLiteral) and ty.literal_value == "extrapolate"


@implements("scipy.interpolate.interp1d")
def interp1d(
    x: Any,
    y: Any,
    kind: Any = "linear",
    axis: Any = -1,
    copy: Any = True,
    bounds_error: Any = None,
    fill_value: Any = np.nan,
    assume_sorted: Any = False,
) -> FunctionType | None:
    """Return a function that interpolates between samples."""
    text = literal_str(kind, "kind") if isinstance(kind, (str, types.StringLiteral)) else str(kind)
    if text not in _KINDS:
        raise errors.UnsupportedError(
            f"interp1d: the kind '{text}' is not supported in compiled code; it has {', '.join(_KINDS)}; see CubicSpline"
        )
    if not _are_samples("interp1d", x, y):
        return None
    is_extended = _is_extrapolate(fill_value)
    if not (isinstance(fill_value, float) or is_number(fill_value) or _is_extrapolate(fill_value)):
        raise errors.UnsupportedError("interp1d: the argument 'fill_value' must be a number or 'extrapolate' in compiled code")
    samples, number, has_bounds_error = _samples_function(text, y), _KINDS[text], not is_none(bounds_error)
    filling = (lambda fill_value: np.nan) if is_extended else (lambda fill_value: float(fill_value))

    def impl(x, y, kind="linear", axis=-1, copy=True, bounds_error=None, fill_value=np.nan, assume_sorted=False):
        places, values = _vector(x), samples(y)
        if places.size != values.size:
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        if places.size == 0:
            raise ValueError("x and y arrays must have at least 1 entry")
        if not assume_sorted:
            order = np.argsort(places, kind="mergesort")
            places, values = places[order], values[order]
        is_bounded = bool(bounds_error) if has_bounds_error else not is_extended
        if is_bounded and is_extended:
            raise ValueError("Cannot extrapolate and raise at the same time.")
        return Interp1d(places, values, number, is_bounded, is_extended, filling(fill_value))

    return impl


# --------------------------------------------------------------------------------------------------------- CubicSpline


@dataclass
class Spline:
    """What `CubicSpline` gives: it is called with places, and the order of the derivative.

    Parameters
    ----------
    x, c : array
        The places, and the coefficients of the polynomials between them, the highest first.
    extrapolate : bool
        Whether the outer polynomials go on beyond the ends.
    """

    x: Any = field()
    c: Any = field()
    extrapolate: Any = field()

    def __call__(self, x, nu=0):
        """Return the values, or those of a derivative, at some places."""
        if nu < 0:
            raise ValueError("Order of derivative cannot be negative")
        places = np.asarray(x).astype(np.float64)
        out = np.empty(places.shape)
        flat, given = out.reshape(-1), np.ascontiguousarray(places).reshape(-1)
        for k in range(flat.size):
            flat[k] = self._value(given[k], nu)
        return out

    def _value(self, at, nu):
        is_outside = at < self.x[0] or at > self.x[-1]
        if np.isnan(at) or (is_outside and not self.extrapolate):
            return np.nan
        k = _interval(self.x, at)
        d, total = at - self.x[k], 0.0
        for power in range(3, nu - 1, -1):
            factor = 1.0
            for j in range(nu):
                factor *= power - j
            total = total * d + factor * self.c[3 - power, k]
        return total


def _ends(ab, b, x, dx, slope, conditions):
    """Put the first and the last equation for the slopes into a banded matrix and the right sides."""
    n = x.size
    for side in range(2):
        row, beside, k, other = (0, 1, 0, 1) if side == 0 else (n - 1, n - 2, n - 2, n - 3)
        if conditions[side] == _CLAMPED:
            ab[1, row], ab[1 + row - beside, beside], b[row, 0] = 1.0, 0.0, 0.0
        elif conditions[side] == _NATURAL:
            ab[1, row], ab[1 + row - beside, beside], b[row, 0] = 2 * dx[k], dx[k], 3 * slope[k] * dx[k]
        elif n == 2:
            ab[1, row], ab[1 + row - beside, beside], b[row, 0] = 1.0, 0.0, slope[0]
        else:
            d = dx[k] + dx[other]
            ab[1, row], ab[1 + row - beside, beside] = dx[other], d
            b[row, 0] = ((dx[k] + 2 * d) * dx[other] * slope[k] + dx[k] ** 2 * slope[other]) / d


@compile_with(error_model="numpy")
def _slopes(x, dx, slope, conditions):
    """Return the slopes at the places with which the second derivatives agree (C. de Boor, "A Practical Guide to Splines")."""
    n = x.size
    if n == 3 and conditions == (_NOT_A_KNOT, _NOT_A_KNOT):
        # There is one polynomial, of the second order.
        bend = (slope[1] - slope[0]) / (dx[0] + dx[1])
        first = slope[0] - bend * dx[0]
        return np.array([first, first + 2 * bend * dx[0], first + 2 * bend * (dx[0] + dx[1])])
    ab, b = np.zeros((3, n)), np.zeros((n, 1))
    for k in range(1, n - 1):
        ab[2, k - 1], ab[1, k], ab[0, k + 1] = dx[k], 2 * (dx[k - 1] + dx[k]), dx[k - 1]
        b[k, 0] = 3 * (dx[k] * slope[k - 1] + dx[k - 1] * slope[k])
    _ends(ab, b, x, dx, slope, conditions)
    eliminate(rows_of_band(ab, 1, 1), b, 1, 1)
    return b[:, 0].copy()


_NOT_A_KNOT, _NATURAL, _CLAMPED = range(3)
_CONDITIONS = {"not-a-knot": _NOT_A_KNOT, "natural": _NATURAL, "clamped": _CLAMPED}


def _conditions(bc_type: Any) -> tuple[int, int]:
    """Return the conditions at both ends."""
    items = bc_type.types if isinstance(bc_type, types.BaseTuple) else (bc_type, bc_type)
    if len(items) == 2 and all(isinstance(item, (str, types.StringLiteral)) for item in items):
        texts = [literal_str(item, "bc_type") for item in items]
        if all(text in _CONDITIONS for text in texts):
            return _CONDITIONS[texts[0]], _CONDITIONS[texts[1]]
    raise errors.UnsupportedError(
        f"CubicSpline: 'bc_type' must be one of {', '.join(_CONDITIONS)} in compiled code, not {bc_type}"
    )


@implements("scipy.interpolate.CubicSpline")
def cubic_spline(
    x: Any, y: Any, axis: Any = 0, bc_type: Any = "not-a-knot", extrapolate: Any = None
) -> FunctionType | None:  # fmt: skip
    """Return a function of cubic polynomials between samples."""
    if not _are_samples("CubicSpline", x, y):
        return None
    if isinstance(extrapolate, types.StringLiteral):
        refuse_flag("CubicSpline", "extrapolate", extrapolate, None, "it may be True or False")
    conditions, goes_on = _conditions(bc_type), is_none(extrapolate)

    def impl(x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
        places, values = _vector(x), _vector(y)
        if places.size < 2:
            raise ValueError("`x` must contain at least 2 elements.")
        if places.size != values.size:
            raise ValueError("The length of `y` along `axis`=0 doesn't match the length of `x`")
        if not np.isfinite(places).all():
            raise ValueError("`x` must contain only finite values.")
        if not np.isfinite(values).all():
            raise ValueError("`y` must contain only finite values.")
        dx = np.diff(places)
        if (dx <= 0).any():
            raise ValueError("`x` must be strictly increasing sequence.")
        slope = np.diff(values) / dx
        s = _slopes(places, dx, slope, conditions)
        bend, c = (s[:-1] + s[1:] - 2 * slope) / dx, np.empty((4, dx.size))
        c[0], c[1], c[2], c[3] = bend / dx, (slope - s[:-1]) / dx - bend, s[:-1], values[:-1]
        return Spline(places.copy(), c, True if goes_on else bool(extrapolate))

    return impl
