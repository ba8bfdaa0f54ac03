"""The optimised IR of kernels for a GPU, run on the processor, thread by thread.

Addresses and indices are rewritten after LLVM's optimiser; here is whether they are still the same. Special registers become
variables that the test sets. Kernels with barriers can't be run so.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
from contextlib import suppress

import numpy as np
import pytest

from coluber import cuda, float32, int32
from coluber.cuda import compiler
from tests.cuda.test_device_math import CC, LLC

pytestmark = pytest.mark.skipif(None in (LLC, CC), reason="there is no llc or no C compiler")

SREG = "llvm.nvvm.read.ptx.sreg."
AXES = "xyz"


def for_the_processor(text: str) -> str:
    """Return IR in which the kernel is an ordinary function and reading a special register is reading a variable."""
    text = re.sub(r"^(target|source_filename|attributes|!|; Function Attrs).*\n", "", text, flags=re.M)
    text = re.sub(r" #\d+|, !\S+ !\d+", "", text).replace("ptx_kernel ", "")
    for name in sorted(set(re.findall(re.escape(f"@{SREG}") + r"([\w.]+)\(\)", text))):
        text = re.sub(rf"^declare .*@{re.escape(SREG + name)}\(\).*\n", "", text, flags=re.M)
        body = f"  %value = load i32, ptr @{name}\n  ret i32 %value\n"
        text += f"\n@{name} = global i32 0\ndefine i32 @read.{name}() {{\n{body}}}\n"
        text = text.replace(f"@{SREG}{name}()", f"@read.{name}()")
    return text


class OnTheProcessor:
    """A kernel's IR as a function."""

    def __init__(self, kernel, signature: str, folder) -> None:
        dispatcher = compiler._dispatcher(kernel, {"device": False})
        self.text = compiler._ptx(dispatcher, compiler.normalize_signature(signature), (9, 0), llvm=True)["optimised"]
        (folder / "k.ll").write_text(for_the_processor(self.text))
        subprocess.run(
            [LLC, "-relocation-model=pic", "-filetype=obj", "k.ll", "-o", "k.o"], check=True, cwd=folder, timeout=100
        )
        subprocess.run([CC, "-shared", "k.o", "-lm", "-o", "k.so"], check=True, cwd=folder, timeout=100)
        self.library = ctypes.CDLL(str(folder / "k.so"))
        self.function = self.library[kernel.__name__]

    def launch(self, grid, block, *arguments) -> None:
        """Run all threads, one after the other."""
        words = []
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                words += [argument.ctypes.data, *argument.shape, *argument.strides]
            else:
                words.append(argument)
        words = [ctypes.c_int64(word) for word in words]
        for b in np.ndindex(*grid):
            for t in np.ndindex(*block):
                for register, values in (("ctaid", b), ("tid", t), ("ntid", block), ("nctaid", grid)):
                    for axis, value in zip(AXES, values, strict=False):
                        self.set(f"{register}.{axis}", value)
                self.function(*words)

    def set(self, register: str, value: int) -> None:
        # A kernel does not read all of them.
        with suppress(ValueError):
            ctypes.c_int32.in_dll(self.library, register).value = value


def transpose(a, out):
    i = cuda.blockIdx.y * 16 + cuda.threadIdx.y
    j = cuda.blockIdx.x * 16 + cuda.threadIdx.x
    if i < a.shape[0] and j < a.shape[1]:
        out[j, i] = a[i, j] + i * 1000 + j


def local_tile(a, out):
    tile = cuda.local.array((8, 5), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    for k in range(8):
        tile[k, x] = a[y, k] * (x + 1)
    total = float32(0)
    for k in range(8):
        total += tile[7 - k, x] * k
    out[cuda.blockIdx.y * cuda.blockDim.y + y, cuda.blockIdx.x * 4 + x] = total


def strided(a, out):
    i = cuda.grid(1)
    for k in range(i, a.size, cuda.gridsize(1)):
        out[k] = a[a.size - 1 - k] + a[(k * 7 + cuda.threadIdx.x) % a.size]


def mixed_sizes(a, out):
    i, j = cuda.grid(2)
    wide = cuda.local.array((4, 6), int32)
    for k in range(4):
        wide[k, cuda.threadIdx.y] = a[i, j] + k
    out[i, j] = wide[cuda.threadIdx.x % 4, cuda.threadIdx.y] + (cuda.blockIdx.y << 4 | cuda.threadIdx.y)


def bits(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = cuda.ffs(a[i])


CASES = [
    (transpose, "float32[:,::1]", "float32[:,::1]", (2, 3), (16, 16), (40, 23), (23, 40)),
    (transpose, "float64[:,:]", "float32[:,:]", (2, 3), (16, 16), (40, 23), (23, 40)),
    (local_tile, "float32[:,::1]", "float32[:,:]", (3, 2), (4, 6), (6, 8), (12, 12)),
    (strided, "int16[::1]", "int64[::1]", (3,), (8,), (100,), (100,)),
    (strided, "float64[:]", "float32[::1]", (3,), (8,), (100,), (100,)),
    (mixed_sizes, "int32[:,::1]", "int16[:,::1]", (2, 3), (8, 6), (16, 18), (16, 18)),
    (bits, "int32[::1]", "int32[::1]", (4,), (16,), (64,), (64,)),
    (bits, "int64[::1]", "int32[::1]", (4,), (16,), (64,), (64,)),
]


@pytest.mark.parametrize(("kernel", "a", "out", "grid", "block", "shape", "result"), CASES)
def test_the_same_as_on_the_emulator(tmp_path, kernel, a, out, grid, block, shape, result):
    rng = np.random.default_rng(5)
    dtypes = [text.partition("[")[0] for text in (a, out)]
    values = (rng.random(shape) * 100).astype(dtypes[0])
    if values.ndim == 1:
        values[::9] = 0
    expected, found = (np.zeros(result, dtypes[1]) for _ in range(2))
    cuda.jit(kernel)[grid, block](values, expected)
    OnTheProcessor(kernel, f"void({a}, {out})", tmp_path).launch(grid, block, values, found)
    assert np.array_equal(found, expected)
    assert expected.any()


def test_indices_are_short_where_registers_are(tmp_path):
    text = OnTheProcessor(transpose, "void(float32[:,::1], float32[:,::1])", tmp_path).text
    # The row is a sum of 32 bits; the column is not, as there may be 2**31 blocks.
    assert re.search(r"add nuw nsw i32 %\d+, %\d+", text)
    # One address for each array.
    assert text.count("getelementptr") == 2


def test_trailing_zeros_are_counted_without_a_branch(tmp_path):
    text = OnTheProcessor(bits, "void(int32[::1], int32[::1])", tmp_path).text
    assert "llvm.bitreverse.i32" in text
    assert "call i32 @llvm.cttz" not in text
