"""Conversions to numbers of 8 bits: on the emulator, in the simulator and as PTX, against the values that CUDA's have."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

from coluber import cuda
from coluber.cuda import fp8
from coluber.cuda.fp8 import fp8_interpretation_t, saturation_t
from coluber.lib.cuda import fp8_formulas
from tests.cuda.test_ptx import PTXAS

# A number; its bits from float64 and from float32, without and with saturation, in both formats; then those of E8M0 from
# float32 and from float64, without and with saturation, in four directions.
KNOWN = [
    (0.0, [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]),
    (-0.0, [128, 128, 128, 128], [128, 128, 128, 128], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]),
    (
        1.0,
        [56, 60, 56, 60],
        [56, 60, 56, 60],
        [127, 127, 127, 127, 127, 127, 127, 127],
        [127, 127, 127, 127, 127, 127, 127, 127],
    ),
    (
        -1.5,
        [188, 190, 188, 190],
        [188, 190, 188, 190],
        [128, 127, 128, 127, 128, 127, 128, 127],
        [128, 127, 128, 127, 128, 127, 128, 127],
    ),
    (
        448.0,
        [126, 95, 126, 95],
        [126, 95, 126, 95],
        [136, 135, 136, 135, 136, 135, 136, 135],
        [136, 135, 136, 135, 136, 135, 136, 135],
    ),
    (
        464.0,
        [126, 95, 126, 95],
        [126, 95, 126, 95],
        [136, 135, 136, 135, 136, 135, 136, 135],
        [136, 135, 136, 135, 136, 135, 136, 135],
    ),
    (
        464.1,
        [127, 95, 126, 95],
        [127, 95, 126, 95],
        [136, 135, 136, 135, 136, 135, 136, 135],
        [136, 135, 136, 135, 136, 135, 136, 135],
    ),
    (
        -480.0,
        [255, 224, 254, 224],
        [255, 224, 254, 224],
        [136, 135, 136, 135, 136, 135, 136, 135],
        [136, 135, 136, 135, 136, 135, 136, 135],
    ),
    (
        57344.0,
        [127, 123, 126, 123],
        [127, 123, 126, 123],
        [143, 142, 143, 142, 143, 142, 143, 142],
        [143, 142, 143, 142, 143, 142, 143, 142],
    ),
    (
        61439.0,
        [127, 123, 126, 123],
        [127, 123, 126, 123],
        [143, 142, 143, 142, 143, 142, 143, 142],
        [143, 142, 143, 142, 143, 142, 143, 142],
    ),
    (
        61440.0,
        [127, 124, 126, 123],
        [127, 124, 126, 123],
        [143, 142, 143, 142, 143, 142, 143, 142],
        [143, 142, 143, 142, 143, 142, 143, 142],
    ),
    (
        np.inf,
        [127, 124, 126, 123],
        [127, 124, 126, 123],
        [255, 255, 255, 255, 254, 254, 254, 254],
        [255, 255, 255, 255, 254, 254, 254, 254],
    ),
    (
        -np.inf,
        [255, 252, 254, 251],
        [255, 252, 254, 251],
        [255, 255, 255, 255, 254, 254, 254, 254],
        [255, 255, 255, 255, 254, 254, 254, 254],
    ),
    (
        np.nan,
        [127, 126, 127, 126],
        [127, 127, 127, 127],
        [255, 255, 255, 255, 255, 255, 255, 255],
        [255, 255, 255, 255, 255, 255, 255, 255],
    ),
    (
        0.001953125,
        [1, 24, 1, 24],
        [1, 24, 1, 24],
        [118, 118, 118, 118, 118, 118, 118, 118],
        [118, 118, 118, 118, 118, 118, 118, 118],
    ),
    (
        0.0009765625,
        [0, 20, 0, 20],
        [0, 20, 0, 20],
        [117, 117, 117, 117, 117, 117, 117, 117],
        [117, 117, 117, 117, 117, 117, 117, 117],
    ),
    (
        0.00097657,
        [1, 20, 1, 20],
        [1, 20, 1, 20],
        [117, 117, 118, 117, 117, 117, 118, 117],
        [117, 117, 118, 117, 117, 117, 118, 117],
    ),
    (
        1.52587890625e-05,
        [0, 1, 0, 1],
        [0, 1, 0, 1],
        [111, 111, 111, 111, 111, 111, 111, 111],
        [111, 111, 111, 111, 111, 111, 111, 111],
    ),
    (
        7.62939453125e-06,
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [110, 110, 110, 110, 110, 110, 110, 110],
        [110, 110, 110, 110, 110, 110, 110, 110],
    ),
    (7.63e-06, [0, 1, 0, 1], [0, 1, 0, 1], [110, 110, 111, 110, 110, 110, 111, 110], [110, 110, 111, 110, 110, 110, 111, 110]),
    (
        1.0625,
        [56, 60, 56, 60],
        [56, 60, 56, 60],
        [127, 127, 128, 127, 127, 127, 128, 127],
        [127, 127, 128, 127, 127, 127, 128, 127],
    ),
    (
        1.1875,
        [58, 61, 58, 61],
        [58, 61, 58, 61],
        [127, 127, 128, 127, 127, 127, 128, 127],
        [127, 127, 128, 127, 127, 127, 128, 127],
    ),
    (
        0.3,
        [42, 53, 42, 53],
        [42, 53, 42, 53],
        [125, 125, 126, 125, 125, 125, 126, 125],
        [125, 125, 126, 125, 125, 125, 126, 125],
    ),
    (
        3.3,
        [69, 67, 69, 67],
        [69, 67, 69, 67],
        [129, 128, 129, 128, 129, 128, 129, 128],
        [129, 128, 129, 128, 129, 128, 129, 128],
    ),
    (
        -0.0146,
        [135, 163, 135, 163],
        [135, 163, 135, 163],
        [121, 120, 121, 120, 121, 120, 121, 120],
        [121, 120, 121, 120, 121, 120, 121, 120],
    ),
    (
        1.7014118346046923e38,
        [127, 124, 126, 123],
        [127, 124, 126, 123],
        [254, 254, 254, 254, 254, 254, 254, 254],
        [254, 254, 254, 254, 254, 254, 254, 254],
    ),
    (
        1.8e38,
        [127, 124, 126, 123],
        [127, 124, 126, 123],
        [254, 254, 255, 254, 254, 254, 254, 254],
        [254, 254, 255, 254, 254, 254, 254, 254],
    ),
    (1e-38, [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 1, 0, 1, 0, 1, 0], [1, 0, 1, 0, 1, 0, 1, 0]),
    (1e-39, [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]),
    (
        3.0,
        [68, 66, 68, 66],
        [68, 66, 68, 66],
        [129, 128, 129, 128, 129, 128, 129, 128],
        [129, 128, 129, 128, 129, 128, 129, 128],
    ),
]
E8M0 = {0: 0x0040, 1: 0x0080, 2: 0x0100, 127: 0x3F80, 254: 0x7F00, 255: 0x7FFF}
SATURATIONS = (saturation_t.NOSAT, saturation_t.SATFINITE)
FORMATS = (fp8_interpretation_t.E4M3, fp8_interpretation_t.E5M2)


def singles(values) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.array(values, np.float32)


@cuda.jit
def encode_double(a, out, saturate, choice):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = fp8.cvt_double_to_fp8(a[i], saturate, choice)
        out[i, 1] = fp8.cvt_double_to_e8m0(a[i], saturate, choice)


@cuda.jit
def encode_single(a, out, saturate, choice):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = fp8.cvt_float_to_fp8(a[i], saturate, choice)
        out[i, 1] = fp8.cvt_float_to_e8m0(a[i], saturate, choice)


def launch(kernel, values, saturate, choice) -> list:
    out = np.zeros((len(values), 2), np.uint8)
    kernel[1, len(values)](values, out, saturate, choice)
    return out.T.tolist()


@pytest.mark.parametrize("saturate", SATURATIONS)
@pytest.mark.parametrize("choice", FORMATS)
def test_known_values(saturate, choice):
    doubles = np.array([row[0] for row in KNOWN])
    at, rounding = 2 * saturate + choice, 4 * saturate + choice
    expected = [[row[1][at] for row in KNOWN], [row[4][rounding] for row in KNOWN]]
    assert launch(encode_double, doubles, int(saturate), int(choice)) == expected
    expected = [[row[2][at] for row in KNOWN], [row[3][rounding] for row in KNOWN]]
    assert launch(encode_single, singles(doubles), int(saturate), int(choice)) == expected


@pytest.mark.parametrize("direction", [2, 3])
def test_other_directions(direction):
    doubles = np.array([row[0] for row in KNOWN])
    for saturate in range(2):
        assert launch(encode_double, doubles, saturate, direction)[1] == [row[4][4 * saturate + direction] for row in KNOWN]
        assert launch(encode_single, singles(doubles), saturate, direction)[1] == [
            row[3][4 * saturate + direction] for row in KNOWN
        ]


def value_of(code: int, digits: int, bias: int) -> float:
    """The definition of the formats."""
    exponent, mantissa = code >> digits, code & ((1 << digits) - 1)
    if exponent == 0:
        return mantissa * 2.0 ** (1 - bias - digits)
    return (1 + mantissa / (1 << digits)) * 2.0 ** (exponent - bias)


@pytest.mark.parametrize(("choice", "digits", "bias", "largest"), [(0, 3, 7, 0x7E), (1, 2, 15, 0x7B)])
def test_all_numbers_come_back_and_ties_go_to_even(choice, digits, bias, largest):
    codes = np.arange(largest + 1)
    values = np.array([value_of(int(code), digits, bias) for code in codes])
    middles = (values[1:] + values[:-1]) / 2
    for sign in (1, -1):
        mark = 128 if sign < 0 else 0
        assert launch(encode_double, sign * values, 0, choice)[0] == (codes + mark).tolist()
        assert launch(encode_double, sign * middles, 0, choice)[0] == [code + (code & 1) + mark for code in range(largest)]
        assert launch(encode_single, singles(sign * values), 1, choice)[0] == (codes + mark).tolist()


def test_bfloat16_and_enumerations():
    @cuda.jit
    def kernel(codes, out):
        i = cuda.grid(1)
        if i < codes.size:
            power = fp8.cvt_e8m0_to_bf16raw(codes[i])
            out[i, 0] = cuda.bf16.bfloat16_as_ushort(power)
            out[i, 1] = fp8.cvt_bfloat16raw_to_e8m0(power, saturation_t.NOSAT, 2)
            out[i, 2] = fp8.cvt_bfloat16raw_to_fp8(power, saturation_t.NOSAT, fp8_interpretation_t.E5M2)
            out[i, 3] = fp8.cvt_bfloat16raw_to_fp8(power, saturation_t.SATFINITE, fp8_interpretation_t.E4M3)

    out = np.zeros((len(E8M0), 4), np.int64)
    kernel[1, 32](np.array(list(E8M0), np.uint8), out)
    assert out[:, 0].tolist() == list(E8M0.values())
    assert out[:, 1].tolist() == list(E8M0)
    assert out[:, 2].tolist() == [0, 0, 0, 0x3C, 0x7C, 0x7F]
    assert out[:, 3].tolist() == [0, 0, 0, 0x38, 0x7E, 0x7F]


def test_the_bodies_run_uncompiled():
    for x, doubles, *_ in KNOWN:
        assert [fp8_formulas.double_to_fp8(x, s, f) for s in SATURATIONS for f in FORMATS] == doubles


@pytest.mark.skipif(PTXAS is None, reason="there is no ptxas: the package nvidia-cuda-nvcc has it")
@pytest.mark.parametrize("cc", [(7, 5), (9, 0)])
def test_ptxas_takes_it(cc, tmp_path):
    ptx, _ = cuda.compile_ptx(encode_single.py_func, "void(float32[::1], uint8[:, ::1], int32, int32)", cc=cc)
    source = tmp_path / "fp8.ptx"
    source.write_text(ptx)
    command = [PTXAS, f"-arch=sm_{cc[0]}{cc[1]}", source, "-o", tmp_path / "fp8.cubin"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
