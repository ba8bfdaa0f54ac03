"""Types and LLVM IR of programs in kernels: on the emulator, and as PTX."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from coluber import cuda, errors, njit, types
from coluber.core import cgutils
from coluber.core.typing.templates import AttributeTemplate
from coluber.cuda.cudadecl import registry as cuda_registry
from coluber.cuda.cudaimpl import lower_attr as cuda_lower_attr
from coluber.cuda.extending import intrinsic
from tests.run.interval import (
    Interval,
    IntervalType,
    inside_interval,
    interval_type,
    interval_width,
    sum_intervals,
)


@cuda_registry.register_attr
class IntervalAttributes(AttributeTemplate):
    key = IntervalType

    def resolve_middle(self, interval):
        return types.float64


@cuda_lower_attr(IntervalType, "middle")
def interval_middle(context, builder, sig, arg):
    lo = builder.extract_value(arg, 0)
    hi = builder.extract_value(arg, 1)
    return builder.fmul(builder.fadd(hi, lo), context.get_constant(types.float64, 0.5))


def everything(arr):
    x = Interval(1.0, 3.0)
    arr[0] = x.hi + x.lo
    arr[1] = x.width
    arr[2] = inside_interval(x, 2.5)
    arr[3] = inside_interval(x, 3.5)
    arr[4] = interval_width(x)
    y = Interval(7.5, 9.0)
    z = sum_intervals(x, y)
    arr[5] = z.lo
    arr[6] = z.hi


def points(interval, arr):
    i = cuda.grid(1)
    if i < arr.size:
        arr[i] = interval.lo + i * interval.width


def middles(interval, arr):
    i = cuda.grid(1)
    if i < arr.size:
        arr[i] = Interval(interval.lo + i, interval.hi).middle


WANTED = [4.0, 2.0, 1.0, 0.0, 2.0, 8.5, 12.0]


def test_the_example_in_a_kernel():
    arr = np.zeros(7)
    cuda.jit(everything)[1, 1](arr)
    assert arr.tolist() == WANTED


def test_an_argument_of_a_kernel():
    arr = np.zeros(100)
    cuda.jit(points)[4, 32](Interval(1.0, 3.0), arr)
    assert arr.tolist() == [1.0 + 2.0 * i for i in range(100)]


@pytest.mark.emulator_alone
def test_an_attribute_of_the_registries_of_kernels():
    arr = np.zeros(40)
    cuda.jit(middles)[2, 32](Interval(1.0, 3.0), arr)
    assert arr.tolist() == [2.0 + 0.5 * i for i in range(40)]
    assert njit(lambda interval: interval.middle)(Interval(1.0, 4.0)) == 2.5


def test_ptx():
    ptx, _ = cuda.compile_ptx(everything, (types.float64[::1],))
    assert ptx.count("st.global") == 7
    assert "call" not in ptx
    ptx, _ = cuda.compile_ptx(points, (interval_type, types.float64[::1]))
    assert ptx.count(".param .f64") == 2
    ptx, _ = cuda.compile_ptx(middles, (interval_type, types.float64[::1]))
    assert "mul.f64" in ptx or "mul.rn.f64" in ptx


@intrinsic
def clamp(typingctx, x, low, high):
    def codegen(context, builder, sig, args):
        x, low, high = args
        cell = cgutils.alloca_once_value(builder, x)
        with cgutils.if_unlikely(builder, builder.icmp_signed("<", x, low)):
            builder.store(low, cell)
        with cgutils.if_unlikely(builder, builder.icmp_signed(">", x, high)):
            builder.store(high, cell)
        return builder.load(cell)

    return types.int64(types.int64, types.int64, types.int64), codegen


def clamped(arr):
    i = cuda.grid(1)
    if i < arr.size:
        cuda.syncthreads()
        arr[i] = clamp(arr[i], 10, 20)


@pytest.mark.emulator_alone
def test_an_intrinsic_in_a_kernel():
    arr = np.arange(64)
    cuda.jit(clamped)[2, 32](arr)
    assert arr.tolist() == np.clip(np.arange(64), 10, 20).tolist()
    ptx, _ = cuda.compile_ptx(clamped, (types.int64[::1],))
    assert "bar.sync" in ptx or "barrier.sync" in ptx
    assert ".local" not in ptx


@pytest.mark.emulator_alone
def test_an_intrinsic_that_is_wrong():
    @intrinsic
    def wrong(typingctx, x):
        def write(context, builder, sig, args):
            return builder.trunc(args[0], cgutils.int32_t)

        return types.int64(types.int64), write

    def kernel(arr):
        arr[0] = wrong(arr[0])

    with pytest.raises(errors.LoweringError, match=r"of type i32, not of i64(.|\n)*write"):
        cuda.jit(kernel)[1, 1](np.zeros(1, np.int64))
