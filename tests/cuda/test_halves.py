"""float16 and bfloat16 in compiled kernels: the functions of ``cuda.fp16`` and ``cuda.bf16`` against the simulator."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from coluber import cuda, types
from coluber.core.errors import TypingError
from coluber.cuda.kernel.bf16_table import FUNCTIONS as BF16
from coluber.cuda.kernel.bf16_type import bfloat16
from coluber.cuda.kernel.fp16 import FUNCTIONS as FP16
from coluber.cuda.kernel.tables import TYPES, cast

SIZES = [0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 3.1415, 7.3, 100.5, 300.0, 65504.0, 6e-8, 1e-5, 2.0**-14, 5e-6, 0.1]
LARGE = [3.3e38, 1e-40, 9.2e-41, 2.0**31, 2.0**63, 2.0**64]
HALVES = [sign * size for size in SIZES for sign in (1.0, -1.0)] + [np.inf, -np.inf, np.nan]
BFLOATS = HALVES + [sign * size for size in LARGE for sign in (1.0, -1.0)]
FLOATS = [*BFLOATS, 1.00390625, 1.005, -1.005, 1.01171875, 3.4028235e38, -3.4028235e38, 1e-45]
INTEGERS = [0, 1, -1, 255, 257, 258, 259, -257, -259, 0x5432, 2**24 + 1, 2**31 - 1, -(2**31)]
INTEGERS += [2**53 + 2**45 + 1, 2**60 + 2**52 + 1, 2**63 - 1, -(2**63), 2**64 - 1, 2**63 + 2**55]
# Computed in float32 here and in float64 there, so that the last bit may differ.
NEAR = "hcos hsin htanh htanh_approx hexp hexp2 hexp10 hlog hlog2 hlog10 hrsqrt".split()


def values_of(letter: str) -> list:
    """Return arguments of a type."""
    if letter in "efdg":
        return {"e": HALVES, "g": BFLOATS, "f": FLOATS, "d": FLOATS}[letter]
    return INTEGERS


def arguments(row) -> list[tuple]:
    """Return arguments for a function: all pairs, some triples."""
    rows = list(itertools.product(*map(values_of, row.arguments)))
    rows = rows[:: max(1, len(rows) // 3000)]
    with np.errstate(all="ignore"):
        return [tuple(cast(value, letter) for value, letter in zip(given, row.arguments, strict=True)) for given in rows]


def array_of(values, letter: str) -> np.ndarray:
    """Return an array of a column; a bfloat16 travels as the float32 of the same value."""
    if letter == "g":
        return np.array([float(value) for value in values], np.float32)
    return np.array(values, TYPES[letter])


def run(family: str, name: str, row, values) -> np.ndarray:
    inputs = [f"a{k}" for k in range(len(row.arguments))]
    given = [f"cuda.bfloat16({a}[i])" if letter == "g" else f"{a}[i]" for a, letter in zip(inputs, row.arguments, strict=True)]
    text = f"""
def body({", ".join(inputs)}, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = cuda.{family}.{name}({", ".join(given)})
"""
    namespace = {"cuda": cuda}
    exec(text, namespace)
    columns = [array_of(c, letter) for c, letter in zip(zip(*values, strict=True), row.arguments, strict=True)]
    out = np.zeros(len(values), np.float32 if row.results == "g" else TYPES[row.results])
    cuda.jit(namespace["body"])[(len(values) + 63) // 64, 64](*columns, out)
    return out


@pytest.mark.parametrize(("family", "name"), [("fp16", name) for name in FP16] + [("bf16", name) for name in BF16])
def test_as_the_simulator_computes(family, name):
    row = (FP16 if family == "fp16" else BF16)[name]
    values = arguments(row)
    result = run(family, name, row, values)
    with np.errstate(all="ignore"):
        expected = array_of([cast(row.compute(*value), row.results) for value in values], row.results)
    if name in NEAR:
        step = 2.0**-10 if family == "fp16" else 2.0**-7
        smallest = 2.0**-24 if family == "fp16" else 2.0**-133
        np.testing.assert_allclose(result, expected, rtol=step, atol=smallest, err_msg=name)
    else:
        np.testing.assert_array_equal(result, expected, name)
        # Which zero the larger of two zeros is, C leaves open.
        zeros = result == 0
        if result.dtype.kind == "f" and not any(word in name for word in ("max", "min", "sat", "relu")):
            assert np.array_equal(np.signbit(result[zeros]), np.signbit(expected[zeros])), name


@cuda.jit
def sums_of_halves(a, out):
    part = cuda.shared.array(64, np.float16)
    mine = cuda.local.array(2, types.float16)
    t = cuda.threadIdx.x
    mine[0] = a[t]
    mine[1] = mine[0] * 2 + np.float16(0.5)
    part[t] = mine[1]
    cuda.syncthreads()
    out[t] = part[63 - t] + cuda.shfl_xor_sync(-1, mine[0], 1)


def test_shared_local_and_shuffled_float16():
    a = np.linspace(-3, 3, 64).astype(np.float16)
    out = np.zeros(64, np.float16)
    sums_of_halves[1, 64](a, out)
    doubled = a * 2 + np.float16(0.5)
    assert np.array_equal(out, doubled[::-1] + a[np.arange(64) ^ 1])


@cuda.jit
def through_bfloat16(a, b, out):
    part = cuda.shared.array(32, cuda.bfloat16)
    t = cuda.threadIdx.x
    part[t] = a[t]
    cuda.syncthreads()
    x, y = part[31 - t], cuda.bfloat16(b[t])
    out[t, 0] = x + y
    out[t, 1] = x * y - 1
    out[t, 2] = np.divide(x, y)
    out[t, 3] = -x if x < y else abs(x) / 2
    out[t, 4] = math.sqrt(abs(x)) + 0.1


@pytest.mark.emulator_alone("the simulator's bfloat16 has no ufuncs of NumPy")
def test_bfloat16_arithmetic():
    rng = np.random.default_rng(5)
    a, b = rng.standard_normal(32) * 1e3, rng.standard_normal(32)
    out = np.zeros((32, 5))
    through_bfloat16[1, 32](a, b, out)
    for t in range(32):
        x, y = bfloat16(a[31 - t]), bfloat16(b[t])
        root = bfloat16(math.sqrt(abs(float(x))))
        expected = [x + y, x * y - 1, x / y, -x if x < y else abs(x) / 2, root + 0.1]
        assert out[t].tolist() == [float(value) for value in expected]


@cuda.jit
def scaled(a, factor, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * factor


@pytest.mark.emulator_alone("float16 with bfloat16 is bfloat16 in the simulator")
@pytest.mark.parametrize("factor", [np.float16(0.3), bfloat16(0.3)])
def test_scalar_arguments(factor):
    a = np.arange(8, dtype=np.float16)
    out = np.zeros(8)
    scaled[1, 8](a, factor, out)
    # float16 with bfloat16 is float32.
    common = a.dtype if isinstance(factor, np.float16) else np.float32
    assert np.array_equal(out, (a.astype(common) * common.type(factor) if common == a.dtype else a * np.float32(factor)))


@cuda.jit
def atomics(out, values):
    i = cuda.grid(1)
    cuda.atomic.add(out, 0, np.float16(1.0))
    cuda.atomic.sub(out, 1, np.float16(0.5))
    cuda.atomic.max(out, 2, values[i])
    cuda.atomic.min(out, 3, values[i])
    cuda.atomic.add(out, 4, values[i])


def test_atomics_of_float16():
    values = np.random.default_rng(1).permutation(128).astype(np.float16)
    out = np.zeros(6, np.float16)
    out[3] = 50.0
    atomics[4, 32](out, values)
    # The sum is rounded after each step; it is below 8192, where float16 has steps of 4.
    assert out[:4].tolist() == [128.0, -64.0, 127.0, 0.0]
    assert abs(float(out[4]) - 8128) <= 128 * 2
    assert out[5] == 0


def test_float16_goes_through_math():
    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = math.sin(a[i])

    a = np.linspace(-5, 5, 100).astype(np.float16)
    out = np.zeros(100, np.float16)
    kernel[4, 32](a, out)
    assert np.array_equal(out, np.sin(a.astype(np.float32)).astype(np.float16))


def test_other_arguments_are_refused():
    @cuda.jit
    def kernel(out):
        out[0] = cuda.fp16.hadd(out, out)

    with pytest.raises(TypingError, match="hadd"):
        kernel[1, 1](np.zeros(1, np.float16))


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (np.float16(0.1), np.float64(0.2)),
        (np.float64(70000.3), np.float16(0.1)),
        (np.float16(0.1), 0.2),
        (np.float16(0.1), np.float32(0.3)),
        (3, np.float16(0.1)),
        (np.float16(0.1), np.int64(3)),
    ],
)
def test_a_float16_beside_numbers_of_numpy_and_of_python(x, y):
    @cuda.jit
    def kernel(x, y, out):
        out[0] = x + y
        out[1] = x * y

    out = np.zeros(2)
    for a, b in ((x, y), (y, x)):
        kernel[1, 1](a, b, out)
        assert out.tolist() == [float(a + b), float(a * b)]


def test_a_float16_is_widened_in_ptx_too():
    @cuda.jit
    def kernel(x, y, out):
        out[0] = x + y

    out = np.zeros(1)
    kernel[1, 1](np.float16(0.1), 0.2, out)
    kernel[1, 1](np.float16(0.1), np.float64(0.2), out)
    assert len(kernel._specialisations()) == 2
    python, numpy = (kernel._ptx(k, {"cc": (8, 0)})["ptx"] for k in range(2))
    assert "add.f16" in python
    assert "add.f64" in numpy
    assert "add.f16" not in numpy
