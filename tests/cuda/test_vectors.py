"""Vector types in compiled kernels, compared with the simulator's."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import cuda, int32, njit
from coluber.core.errors import TypingError
from coluber.cuda.kernel.vector import VECTOR_ALIASES, VECTORS
from tests.cuda.simulated import kernel as simulated

KERNEL = """
def body(a, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        v = cuda.{name}({arguments})
        {stores}
"""


def kernel_of(name: str, jit):
    size = VECTORS[name].size
    stores = "; ".join(f"out[i, {k}] = v.{'xyzw'[k]}" for k in range(size))
    arguments = ", ".join(f"a[i + {k}]" for k in range(size))
    namespace = {"cuda": cuda}
    exec(KERNEL.format(name=name, arguments=arguments, stores=stores), namespace)
    return jit(namespace["body"])


@pytest.mark.parametrize("name", VECTORS)
def test_all_types(name):
    base = VECTORS[name].base
    a = np.array([0, 1, -1, 2.5, 300, -70000, 2**33, 7, 1e-3, -2.5, 5, 6], np.float64)
    a = a if base.startswith("float") else a.astype(np.int64)
    out = np.zeros((8, 4), base)
    kernel_of(name, cuda.jit)[1, 32](a, out)
    expected = np.zeros((8, 4), base)
    with np.errstate(all="ignore"):
        for i in range(8):
            expected[i, : VECTORS[name].size] = a[i : i + VECTORS[name].size].astype(base)
    assert np.array_equal(out, expected)


def test_names_of_c():
    for alias, name in VECTOR_ALIASES.items():
        assert getattr(cuda, alias) is getattr(cuda, name)


def mixed(out, a):
    i = cuda.grid(1)
    if i < out.shape[0]:
        pair = cuda.float2(a[i], 2)
        triple = cuda.float3(pair, a[i] * 3)
        four = cuda.float4(cuda.float1(0.5), triple)
        other = cuda.float4(triple.z, pair, True)
        same = four if i % 2 == 0 else other
        whole = cuda.int4(cuda.int2(same.x, same.y), cuda.int2(pair))
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = same.x, same.y, same.z, same.w
        out[i, 4] = whole.x + whole.y * whole.z - whole.w


def test_constructors_of_vectors():
    a = np.linspace(-9, 9, 40).astype(np.float32)
    out, expected = np.zeros((40, 5)), np.zeros((40, 5))
    cuda.jit(mixed)[2, 32](out, a)
    simulated(mixed)[2, 32](expected, a)
    assert np.array_equal(out, expected)


@cuda.jit(device=True)
def cross(a, b):
    return cuda.double3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@cuda.jit
def products(a, b, out):
    t = cuda.threadIdx.x
    v = cross(cuda.double3(a[t, 0], a[t, 1], a[t, 2]), cuda.double3(b[t, 0], b[t, 1], b[t, 2]))
    part = cuda.shared.array(32, cuda.double3)
    mine = cuda.local.array(2, cuda.double3)
    mine[1] = v
    part[t] = mine[1]
    cuda.syncthreads()
    other = part[31 - t]
    cuda.syncthreads()
    out[t, 0], out[t, 1], out[t, 2] = other.x + v.x, other.y + v.y, other.z + v.z


def test_device_functions_barriers_and_arrays():
    a, b = np.random.default_rng(0).standard_normal((2, 32, 3))
    out = np.zeros((32, 3))
    products[1, 32](a, b, out)
    expected = np.cross(a, b)
    assert np.allclose(out, expected + expected[::-1])


OFFSET = cuda.float2(0.5, -1.5)


def of_records(points, offset, out):
    i = cuda.grid(1)
    if i < out.size:
        v = cuda.float2(points[i])
        out[i] = cuda.float2(v.x + offset.x * OFFSET.x, v.y + offset.y * OFFSET.y)


@pytest.mark.parametrize(
    "jit", [cuda.jit, pytest.param(simulated, marks=pytest.mark.emulated("the simulator's memory is the emulator's"))]
)
def test_arrays_of_records_constants_and_arguments(jit):
    points = np.zeros(10, cuda.float2.dtype)
    points["x"], points["y"] = np.arange(10), -np.arange(10)
    out = np.zeros(10, cuda.float2.dtype)
    jit(of_records)[1, 32](points, cuda.float2(2, 3), out)
    assert np.array_equal(out["x"], points["x"] + np.float32(1))
    assert np.array_equal(out["y"], points["y"] - np.float32(4.5))


def test_in_other_functions():
    @njit
    def swap(v):
        return cuda.int2(v.y, v.x)

    assert swap(cuda.int2(1, 2)) == cuda.int2(2, 1)
    assert isinstance(swap(cuda.int2(1, 2)), cuda.int2)
    assert str(swap.nopython_signatures[0]) == "(int32x2,) -> int32x2"


def test_what_is_refused():
    @cuda.jit
    def add(out):
        out[0] = (cuda.float2(1, 2) + cuda.float2(3, 4)).x

    @cuda.jit
    def too_many(out):
        out[0] = cuda.float2(1, 2, 3).x

    @cuda.jit
    def no_z(out):
        out[0] = cuda.float2(1, 2).z

    with pytest.raises(TypingError, match="float32x2"):
        add[1, 1](np.zeros(1))
    with pytest.raises(TypingError, match="float32x2 takes 2 numbers; 3 were given"):
        too_many[1, 1](np.zeros(1))
    with pytest.raises(TypingError, match="Unknown attribute 'z' of type float32x2"):
        no_z[1, 1](np.zeros(1))


def test_ptx():
    ptx, _ = cuda.compile_ptx(lambda out, k: products_of(out, k), (int32[::1], int32), cc=(8, 0))
    assert "st.global" in ptx


@cuda.jit(device=True)
def products_of(out, k):
    v = cuda.int4(k, k + 1, 3, 4)
    out[0] = v.x * v.y * v.z * v.w
