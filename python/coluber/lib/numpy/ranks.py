"""Arrays with at least so many axes, and questions about what arrays, shapes and types are."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_complex, is_number, literal_bool
from coluber.lib.numpy.arguments import array_type, dtype_of, gather_items, is_array_like, to_array
from coluber.lib.numpy.joining import at_least, three_axes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Elements that are compared before asking whether all were equal.
_GLANCE = 256


def _each(arys: tuple[Any, ...], convert: Any) -> FunctionType | None:
    """Return the function that converts one value, or each of several."""
    if not arys or not all(is_array_like(ty) for ty in arys):
        return None
    functions = gather_items([convert(ty)[1] for ty in arys])

    def impl(*arys):
        return functions(arys)

    def impl_one(*arys):
        return functions(arys)[0]

    return impl_one if len(arys) == 1 else impl


@implements("numpy.atleast_1d")
def atleast_1d(*arys: Any) -> FunctionType | None:
    """Return arrays with at least one axis."""
    return _each(arys, lambda ty: at_least(ty, 1))


@implements("numpy.atleast_2d")
def atleast_2d(*arys: Any) -> FunctionType | None:
    """Return arrays with at least two axes; vectors become rows."""
    return _each(arys, lambda ty: at_least(ty, 2))


@implements("numpy.atleast_3d")
def atleast_3d(*arys: Any) -> FunctionType | None:
    """Return arrays with at least three axes."""
    return _each(arys, three_axes)


# ---------------------------------------------------------------------------------------------------------- questions


def _constant(value: bool) -> FunctionType:
    def impl(x):
        return value

    return impl


def _complexity(ty: Any, wanted: bool) -> FunctionType:
    """Return ``(x)``: whether a value that is None at times is one of complex numbers, or that it is not."""
    if not isinstance(ty, types.Optional):
        return _constant((is_array_like(ty) and is_complex(dtype_of(ty))) == wanted)
    there = (is_array_like(ty.type) and is_complex(dtype_of(ty.type))) == wanted

    def impl(x):
        return there if x is not None else not wanted

    return impl


@implements("numpy.iscomplexobj")
def iscomplexobj(x: Any) -> FunctionType | None:
    """Whether a value or the elements of an array are of a type of complex numbers."""
    return _complexity(x, True)


@implements("numpy.isrealobj")
def isrealobj(x: Any) -> FunctionType | None:
    """Whether a value or the elements of an array are of a type that is none of complex numbers."""
    return _complexity(x, False)


@implements("numpy.isscalar")
def isscalar(element: Any) -> FunctionType:
    """Whether a value is a number or a string."""
    kinds = (types.StringLiteral, types.UnicodeType, types.NPDatetime, types.NPTimedelta)
    answer = is_number(element) or isinstance(element, kinds) or str(element) == "bytes"

    def impl(element):
        return answer

    return impl


@implements("numpy.isfortran")
def isfortran(a: Any) -> FunctionType | None:
    """Whether an array is in Fortran order, and not in C order too."""
    if not is_array(a):
        return None

    def impl(a):
        return a.flags.f_contiguous and not a.flags.c_contiguous

    return impl


@implements("numpy.iterable")
def iterable(y: Any) -> FunctionType:
    """Whether a loop can go over a value."""
    answer = not is_number(y) and not (is_array(y) and y.ndim == 0) and not isinstance(y, types.NoneType)

    def impl(y):
        return answer

    return impl


@implements("numpy.array_equiv")
def array_equiv(a1: Any, a2: Any) -> FunctionType | None:
    """Whether one array can be broadcast to the shape of the other and is equal to it then."""
    if not (is_array_like(a1) and is_array_like(a2)):
        return None
    p, q = array_type(a1), array_type(a2)
    first, second, common = to_array(a1), to_array(a2), min(p.ndim, q.ndim)

    def impl(a1, a2):
        x, y = first(a1), second(a2)
        for k in range(1, common + 1):
            n, m = np.int64(x.shape[-k]), np.int64(y.shape[-k])
            if n != m and n != 1 and m != 1:
                return False
        return bool(np.all(x == y))

    def impl_numbers(a1, a2):
        return bool(first(a1) == second(a2))

    def impl_number(a1, a2):
        return bool(np.all(first(a1) == second(a2)))

    return impl if common > 0 else impl_numbers if p.ndim == q.ndim else impl_number


@implements("numpy.array_equal")
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> FunctionType | None:
    """Whether two arrays have one shape and equal elements."""
    if not (is_array_like(a1) and is_array_like(a2)):
        return None
    p, q = array_type(a1), array_type(a2)
    first, second, nans = to_array(a1), to_array(a2), literal_bool(equal_nan, "equal_nan")
    index = np.uint64
    if p.ndim != q.ndim:

        def impl_other(a1, a2, equal_nan=False):
            return False

        return impl_other

    def impl(a1, a2, equal_nan=False):
        a, b = first(a1), second(a2)
        if a.shape != b.shape:
            return False
        x, y = a.ravel(), b.ravel()
        for low in range(0, x.size, _GLANCE):
            equal = True
            for i in range(low, min(low + _GLANCE, x.size)):
                p, q = x[index(i)], y[index(i)]
                equal = equal & ((p == q) | (nans & (p != p) & (q != q)))
            if not equal:
                return False
        return True

    return impl
