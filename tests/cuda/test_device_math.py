"""The functions that PTX has where there is no libdevice, compiled for the processor: errors, and both ends.

LLVM's compiler of IR makes a library of the text that is linked into kernels.
"""

from __future__ import annotations

import ctypes
import math
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from coluber import cuda
from coluber.cuda import libdevice, toolkit
from tests.cuda.device_math_values import VALUES
from tests.cuda.test_ptx import PTXAS

SOURCE = Path(__file__).parents[2] / "crates/codegen/src/llvm/devicemath/device.ll"
LLC = shutil.which("llc", path=os.environ.get("LLVM_SYS_221_PREFIX", "/usr/lib/llvm-22") + "/bin")
CC = shutil.which("cc")
# What CUDA's documentation allows; half a unit is due to the rounding of the table.
LIMITS = {"erf": 2, "erfc": 5, "tgamma": 10, "lgamma": 4, "j0": 7, "j1": 7, "y0": 7, "y1": 7}
BESSEL = ("j0", "j1", "y0", "y1")

compiled = pytest.mark.skipif(None in (LLC, CC), reason="there is no llc or no C compiler")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("device")
    subprocess.run([LLC, "-relocation-model=pic", "-filetype=obj", SOURCE, "-o", folder / "device.o"], check=True, timeout=100)
    subprocess.run([CC, "-shared", "device.o", "-lm", "-o", "device.so"], check=True, cwd=folder, timeout=100)
    return ctypes.CDLL(str(folder / "device.so"))


def function(library, name: str, kind=ctypes.c_double):
    found = getattr(library, name)
    found.argtypes, found.restype = [kind], kind
    return found


@compiled
@pytest.mark.parametrize("name", LIMITS)
def test_errors_are_within_cudas(library, name):
    f = function(library, name)
    for x, expected in VALUES[name]:
        # Far from 0 the zeros of Bessel functions are met in absolute terms alone.
        far = name in BESSEL and x >= 8
        assert abs(f(x) - expected) <= (3e-16 if far else LIMITS[name] * math.ulp(expected)), x


@compiled
@pytest.mark.parametrize("name", LIMITS)
def test_float32_is_rounded_from_float64(library, name):
    f, wide = function(library, f"{name}f", ctypes.c_float), function(library, name)
    for x, _ in VALUES[name]:
        single = ctypes.c_float(x).value
        assert f(single) == ctypes.c_float(wide(single)).value


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


INF, NAN = math.inf, math.nan
ENDS = {
    "erf": [(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (NAN, NAN), (6.0, 1.0), (-30.0, -1.0)],
    "erfc": [(INF, 0.0), (-INF, 2.0), (NAN, NAN), (28.0, 0.0), (-6.0, 2.0), (0.0, 1.0)],
    "tgamma": [
        *[
            (0.0, INF),
            (-0.0, -INF),
            (INF, INF),
            (-INF, NAN),
            (NAN, NAN),
            (-1.0, NAN),
            (-1e300, NAN),
            (172.5, INF),
            (171.63, INF),
        ],
        *[(1.0, 1.0), (2.0, 1.0), (5.0, 24.0), (5e-324, INF), (-200.5, -0.0), (-201.5, 0.0)],
    ],
    "lgamma": [
        *[(0.0, INF), (-0.0, INF), (INF, INF), (-INF, INF), (NAN, NAN), (-1.0, INF), (-1e300, INF), (1e306, INF)],
        *[(1.0, 0.0), (2.0, 0.0)],
    ],
    "j0": [(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 0.0), (NAN, NAN)],
    "j1": [(0.0, 0.0), (-0.0, -0.0), (5e-324, 0.0), (INF, 0.0), (NAN, NAN)],
    "y0": [(0.0, -INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (INF, 0.0), (NAN, NAN)],
    "y1": [(0.0, -INF), (-0.0, -INF), (1e-320, -INF), (-1.0, NAN), (-INF, NAN), (INF, -0.0), (NAN, NAN)],
}


@compiled
@pytest.mark.parametrize("name", ENDS)
def test_the_ends(library, name):
    f = function(library, name)
    for x, expected in ENDS[name]:
        assert same(f(x), expected), (x, f(x))


@compiled
def test_bessel_functions_of_negative_numbers(library):
    even, odd = function(library, "j0"), function(library, "j1")
    for x in (1e-9, 0.5, 3.0, 7.0, 20.0, 1e9):
        assert even(-x) == even(x)
        assert odd(-x) == -odd(x)


@compiled
def test_between_the_zeros_of_lgamma_the_error_is_small_in_absolute_terms(library):
    f = function(library, "lgamma")
    for k in range(1, 400):
        x = -2.3 - k / 50
        if x != math.floor(x):
            assert abs(f(x) - math.lgamma(x)) < 4e-15


def erf_kernel(a):
    i = cuda.grid(1)
    a[i] = math.erf(a[i]) + math.erfc(a[i])


def gamma_kernel(a):
    i = cuda.grid(1)
    a[i] = math.gamma(a[i]) + math.lgamma(a[i])


def bessel_kernel(a):
    i = cuda.grid(1)
    a[i] = libdevice.j0(a[i]) + libdevice.y1(a[i]) + libdevice.jn(3, a[i]) + libdevice.yn(4, a[i])


@pytest.mark.parametrize("kernel", [erf_kernel, gamma_kernel, bessel_kernel])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ptx_without_libdevice_has_them(monkeypatch, tmp_path, kernel, dtype):
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.setenv("CUDA_HOME", "/nowhere")
    if toolkit.libdevice() is not None:
        pytest.skip("libdevice is found elsewhere")
    ptx, _ = cuda.compile_ptx(kernel, f"void({dtype}[::1])", cc=(8, 0))
    assert ".extern" not in ptx
    assert "fma.rn.f64" in ptx
    if PTXAS is not None:
        source = tmp_path / "kernel.ptx"
        source.write_text(ptx)
        command = [PTXAS, "-arch=sm_80", source, "-o", tmp_path / "kernel.cubin"]
        subprocess.run(command, check=True, capture_output=True, timeout=100)
