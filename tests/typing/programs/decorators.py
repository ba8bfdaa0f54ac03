"""Decorators that make functions of arrays, functions that C calls, and classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import coluber.random
from coluber import (
    carray,
    cfunc,
    float64,
    get_num_threads,
    guvectorize,
    literal_unroll,
    literally,
    njit,
    objmode,
    parallel_chunksize,
    prange,
    set_num_threads,
    stencil,
    types,
    vectorize,
)
from coluber.core.ccallback import CFunc
from coluber.cuda.ufuncs import CUDAUFunc
from coluber.experimental import jitclass, structref
from coluber.np.ufunc.dufunc import DUFunc
from coluber.np.ufunc.generalised import GUFunc
from coluber.stencils.decorator import StencilFunc

Numbers = NDArray[np.float64]


@vectorize
def lazy(x: float, y: float) -> float:
    return x + y


@vectorize(cache=True)
def lazy_with_options(x: float) -> float:
    return x + 1


@vectorize(["float64(float64)", float64(float64)], target="parallel")
def eager(x: float) -> float:
    return x + 1


@vectorize([types.float64(types.float64)], target="cuda")
def on_cuda(x: float) -> float:
    return x + 1


assert_type(lazy, DUFunc)
assert_type(lazy.reduce(np.zeros(3)), Any)
assert_type(lazy_with_options, DUFunc)
assert_type(eager, np.ufunc)
assert_type(eager.nin, int)
assert_type(on_cuda, CUDAUFunc)
vectorize(["float64(float64)"], target="gpu")  # E: call-overload
vectorize(3)  # E: call-overload


@guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def halves(x: Numbers, result: Numbers) -> None:
    result[:] = x / 2


@guvectorize("(n),()->(n)")
def scaled(x: Numbers, factor: float, result: Numbers) -> None:
    result[:] = x * factor


assert_type(halves, np.ufunc)
assert_type(scaled, GUFunc)
guvectorize(["void(float64[:])"])  # E: call-overload


@cfunc("float64(float64)", cache=True)
def called_by_c(x: float) -> float:
    return 2 * x


def take(callback: CFunc[[float], float]) -> int:
    return callback.address


assert_type(called_by_c(1.0), float)
assert_type(called_by_c.address, int)
assert_type(take(called_by_c), int)
called_by_c("text")  # E: arg-type


@stencil
def mean(a: Numbers) -> float:
    return float(a[-1] + a[1]) / 2


@stencil("wrap", cval=1.0)
def around(a: Numbers) -> float:
    return float(a[-1])


assert_type(mean, StencilFunc)
assert_type(around(np.zeros(3)), NDArray[Any])
stencil("nowhere")  # E: call-overload


@jitclass([("x", float64)])
class Number:
    def __init__(self, x: float) -> None:
        self.x = x

    def double(self) -> float:
        return 2 * self.x


@jitclass
class Other:
    x: int

    def __init__(self, x: int) -> None:
        self.x = x


assert_type(Number(1.0).double(), float)
assert_type(Other(1).x, int)
assert_type(jitclass(Number), type[Number])
Number("text")  # E: arg-type
jitclass({"x": int})  # E: dict-item


@structref.register
class PointType(types.StructRef):
    pass


class Point(structref.StructRefProxy):
    @property
    def x(self) -> float:
        return x_of(self)


@njit
def x_of(point: Point) -> float:
    return point.x


structref.define_proxy(Point, PointType, ["x"])
assert_type(Point(1.0), Point)
structref.define_proxy(Point, PointType, 3)  # E: arg-type


@njit(parallel=True)
def everything(n: int) -> float:
    total = 0.0
    for i in prange(n):
        total += literally(i)
    for k in literal_unroll((1, 2)):
        total += k
    with objmode(total="float64"):
        total = float(str(total))
    return total


assert_type(everything(3), float)
assert_type(literally(1), int)
assert_type(get_num_threads(), int)
set_num_threads("all")  # E: arg-type
with parallel_chunksize(4) as before:
    assert_type(before, int)
coluber.random.seed(1)
coluber.random.seed("text")  # E: arg-type
assert_type(carray(called_by_c.ctypes, 3), NDArray[Any])
same: Callable[[float], float] = called_by_c
