"""The classes of numbers of 8 bits, and pairs and fours of them: on the emulator, in the simulator and as PTX."""

from __future__ import annotations

import math
import subprocess

import numpy as np
import pytest

from coluber import cuda, types
from coluber.core.errors import TypingError
from coluber.cuda import float32x2, float32x4, float64x2, float64x4, fp8
from coluber.cuda.fp8 import fp8_e4m3, fp8_e5m2, fp8_e8m0, fp8_interpretation_t, saturation_t
from tests.cuda.test_fp8 import KNOWN, singles, value_of
from tests.cuda.test_ptx import PTXAS

CLASSES = {"e5m2": fp8_e5m2, "e4m3": fp8_e4m3, "e8m0": fp8_e8m0}
NUMBERS = (types.int8, types.int16, types.int32, types.int64, types.uint8, types.uint16, types.uint32, types.uint64)


def meaning(form: str, code: int) -> float:
    """The definition of the formats."""
    if form == "e8m0":
        return math.nan if code == 255 else 2.0 ** (code - 127)
    digits, bias, nan, inf = (2, 15, 0x7D, 0x7C) if form == "e5m2" else (3, 7, 0x7F, None)
    size = code & 127
    value = math.nan if size >= nan else math.inf if size == inf else value_of(size, digits, bias)
    return -value if code & 128 else value


@cuda.jit
def from_singles(values, out):
    i = cuda.grid(1)
    if i < values.size:
        out[i, 0] = types.float64(fp8_e5m2(values[i]))
        out[i, 1] = types.float64(fp8_e4m3(values[i]))
        out[i, 2] = types.float64(fp8_e8m0(values[i]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_all_numbers_come_back(dtype):
    for place, form in enumerate(CLASSES):
        values = np.array([meaning(form, code) for code in range(256)])
        values = values[np.isfinite(values)]
        with np.errstate(all="ignore"):
            values = values[values.astype(dtype) == values]
        out = np.zeros((len(values), 3))
        from_singles[1, len(values)](values.astype(dtype), out)
        assert out[:, place].tolist() == values.tolist()


def test_known_values_saturate():
    @cuda.jit
    def kernel(values, out):
        i = cuda.grid(1)
        if i < values.size:
            v = float32x2(values[i], 0.0)
            # A pair whose second number is 0 has the bits of its first.
            out[i, 0] = fp8.fp8x2_e4m3(v).__x
            out[i, 1] = fp8.fp8x2_e5m2(v).__x
            out[i, 2] = fp8.fp8x2_e8m0(v).__x

    values = singles([row[0] for row in KNOWN])
    out = np.zeros((len(values), 3), np.int64)
    kernel[1, len(values)](values, out)
    assert out[:, 0].tolist() == [row[2][2] for row in KNOWN]
    assert out[:, 1].tolist() == [row[2][3] for row in KNOWN]
    assert out[:, 2].tolist() == [row[3][6] for row in KNOWN]


@pytest.mark.parametrize("form", CLASSES)
@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_integers_saturate(form, number):
    cls = CLASSES[form]

    @cuda.jit
    def kernel(values, out):
        i = cuda.grid(1)
        if i < values.size:
            out[i] = number(cls(values[i]))

    values = np.array([0.0, 1.0, -1.0, 2.0, -3.0, 6.0, 96.0, 250.0, 448.0, -448.0, 57344.0, -57344.0, 2.0**40, np.inf, np.nan])
    out = np.zeros(len(values), str(number))
    kernel[1, len(values)](values, out)
    limits = np.iinfo(str(number))
    for x, found in zip(values, out.tolist(), strict=True):
        exact = float(cls(x))
        wanted = 0 if math.isnan(exact) else min(max(int(min(exact, 1e30)), limits.min), limits.max)
        assert found == wanted, (x, exact)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int32", "uint32", "int64", "uint64"])
def test_made_of_integers(dtype):
    @cuda.jit
    def kernel(values, out):
        i = cuda.grid(1)
        if i < values.size:
            out[i, 0] = float(fp8_e5m2(values[i]))
            out[i, 1] = float(fp8_e4m3(values[i]))
            out[i, 2] = float(fp8_e8m0(values[i]))

    highest = 1 if dtype == "bool" else np.iinfo(dtype).max
    usual = [0, 1, 2, 3, 5, 100, 127, 255, 40000, 2**31, 2**53 + 1, 2**60 + 1, 2**60, 2**63 - 1, 2**63 + 1]
    values = np.array([v for v in usual if v <= highest], dtype)
    if dtype in ("int32", "int64"):
        values = np.concatenate([values, -values])
    out = np.zeros((len(values), 3))
    kernel[1, len(values)](values, out)
    for value, (e5m2, e4m3, e8m0) in zip(values.tolist(), out.tolist(), strict=True):
        assert e5m2 == float(fp8_e5m2(float(value)))
        assert e4m3 == float(fp8_e4m3(float(value)))
        # Up to the next power of two, exactly.
        assert e8m0 == (2.0 ** (abs(int(value)) - 1).bit_length() if value else 2.0**-127)


def test_other_kinds_of_values():
    @cuda.jit
    def kernel(out):
        x = fp8_e5m2(types.float16(3.3))
        y = fp8_e4m3(cuda.bfloat16(-0.3))
        out[0] = types.float32(types.float16(x))
        out[1] = types.float32(types.bfloat16(x))
        out[2] = types.float64(y)
        out[3] = int(x)
        out[4] = bool(y)
        out[5] = bool(fp8_e5m2(-0.0))
        out[6] = types.boolean(fp8_e8m0())
        out[7] = float(fp8_e4m3())
        out[8] = fp8_e5m2(1.0).__x

    out = np.zeros(9)
    kernel[1, 1](out)
    assert out.tolist() == [3.5, 3.5, -0.3125, 3, 1, 0, 1, 0, 0x3C]


def test_pairs_and_fours():
    @cuda.jit
    def kernel(out, bits):
        pair = fp8.fp8x2_e4m3(float64x2(1.5, -2.0))
        four = fp8.fp8x4_e5m2(float32x4(1.0, -2.0, 1e9, 0.3))
        exponents = fp8.fp8x4_e8m0(float64x4(1.0, 3.0, 0.3, 1e99))
        bits[0], bits[1], bits[2] = pair.__x, four.__x, exponents.__x
        a, b, c = float32x2(pair), float32x4(four), float64x4(exponents)
        out[0], out[1] = a.x, a.y
        out[2], out[3], out[4], out[5] = b.x, b.y, b.z, b.w
        out[6], out[7], out[8], out[9] = c.x, c.y, c.z, c.w

    out, bits = np.zeros(10), np.zeros(3, np.uint32)
    kernel[1, 1](out, bits)
    assert out.tolist() == [1.5, -2.0, 1.0, -2.0, 57344.0, 0.3125, 1.0, 4.0, 0.5, 2.0**127]
    assert bits.tolist() == [0xC03C, 0x357BC03C, 0xFE7E817F]


def test_functions_of_pairs():
    @cuda.jit
    def kernel(values, out):
        i = cuda.grid(1)
        if i < values.size:
            single, double = float32x2(values[i], 1.0), float64x2(1.0, values[i])
            out[i, 0] = fp8.cvt_float2_to_fp8x2(single, saturation_t.NOSAT, fp8_interpretation_t.E5M2)
            out[i, 1] = fp8.cvt_double2_to_fp8x2(double, saturation_t.SATFINITE, fp8_interpretation_t.E4M3)
            out[i, 2] = fp8.cvt_float2_to_e8m0x2(single, saturation_t.NOSAT, 2)
            out[i, 3] = fp8.cvt_double2_to_e8m0x2(double, saturation_t.NOSAT, 3)

    doubles = np.array([row[0] for row in KNOWN])
    out = np.zeros((len(doubles), 4), np.int64)
    kernel[1, len(doubles)](singles(doubles), out)
    assert out[:, 0].tolist() == [row[2][1] | 60 << 8 for row in KNOWN]
    assert out[:, 2].tolist() == [row[3][2] | 127 << 8 for row in KNOWN]
    kernel[1, len(doubles)](doubles, out)
    assert out[:, 1].tolist() == [row[1][2] << 8 | 56 for row in KNOWN]
    assert out[:, 3].tolist() == [row[4][3] << 8 | 127 for row in KNOWN]


def test_through_device_functions_and_branches():
    @cuda.jit(device=True)
    def larger(a, b):
        return a if float(a) > float(b) else b

    @cuda.jit
    def kernel(out):
        i = cuda.grid(1)
        best = fp8_e4m3(0.5)
        for k in range(i):
            best = larger(best, fp8_e4m3(k))
        out[i] = types.float32(best)

    out = np.zeros(8)
    kernel[1, 8](out)
    assert out.tolist() == [0.5, 0.5, 1, 2, 3, 4, 5, 6]


def test_on_the_host():
    assert repr(fp8_e4m3(3.3)) == "fp8_e4m3(3.25)"
    assert fp8_e5m2(1) == fp8_e5m2(1.05) != fp8_e5m2(2)
    assert (np.uint8(fp8_e5m2(300.0)), np.float32(fp8_e8m0(3)), int(fp8_e5m2(np.inf))) == (255, 4, 57344)
    with pytest.raises(TypeError, match="fp8x2_e5m2 takes 2 numbers"):
        fp8.fp8x2_e5m2(float32x4(1, 2, 3, 4))


@pytest.mark.emulator_alone
def test_what_fits_no_class_is_refused():
    @cuda.jit
    def kernel(out):
        out[0] = fp8.fp8x4_e4m3(float32x2(1.0, 2.0)).__x

    with pytest.raises(TypingError, match="fp8x4_e4m3"):
        kernel[1, 1](np.zeros(1))

    @cuda.jit
    def arithmetic(out):
        out[0] = fp8_e5m2(1.0) + fp8_e5m2(2.0)

    with pytest.raises(TypingError):
        arithmetic[1, 1](np.zeros(1))


@pytest.mark.skipif(PTXAS is None, reason="there is no ptxas: the package nvidia-cuda-nvcc has it")
def test_ptxas_takes_it(tmp_path):
    ptx, _ = cuda.compile_ptx(from_singles.py_func, "void(float32[::1], float64[:, ::1])", cc=(7, 5))
    source = tmp_path / "fp8.ptx"
    source.write_text(ptx)
    command = [PTXAS, "-arch=sm_75", source, "-o", tmp_path / "fp8.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("form", CLASSES)
def test_values_are_arguments(form):
    one, two, four = (getattr(fp8, f"fp8{count}_{form}") for count in ("", "x2", "x4"))

    @cuda.jit
    def kernel(value, pair, both, out):
        out[0] = types.float32(value)
        out[1] = pair.__x
        out[2] = types.float32(both[0]) + both[1]
        out[3] = types.float32(default)

    default = one(8.0)
    pair, out = two(float32x2(2.0, 4.0)), np.zeros(4)
    kernel[1, 1](one(0.5), pair, (one(2.0), 3), out)
    assert out.tolist() == [0.5, getattr(pair, "__x"), 5.0, 8.0]

    @cuda.jit
    def four_of(value, out):
        out[0] = value.__x

    value, bits = four(float32x4(1.0, 2.0, 4.0, 8.0)), np.zeros(1, np.uint32)
    four_of[1, 1](value, bits)
    assert bits[0] == getattr(value, "__x")


def test_values_are_no_tuples_for_python():
    value = fp8_e5m2(1.5)
    assert value == fp8_e5m2(1.5)
    assert value != (getattr(value, "__x"),)
    assert np.asarray(value) == 1.5
    assert repr(value) == "fp8_e5m2(1.5)"
    assert hash(value) == hash(fp8_e5m2(1.5))
