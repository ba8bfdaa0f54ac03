"""smoke.py FOLDER: whether the package that is installed in a folder compiles functions and runs kernels."""

import sys
from pathlib import Path

import numpy as np

import coluber
from coluber import cuda, njit


@njit
def total(a):
    """Return the sum of squares."""
    s = 0.0
    for x in a:
        s += x * x
    return s


@cuda.jit
def add(x, y, out):
    """Add, with the elements of each block in reverse."""
    part = cuda.shared.array(32, coluber.float64)
    i = cuda.grid(1)
    part[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    out[i] = part[31 - cuda.threadIdx.x] + y[i]


def main() -> None:
    """Compare with NumPy; an assertion fails where something is wrong."""
    folder = Path(sys.argv[1]).resolve()
    assert folder in Path(coluber.__file__).resolve().parents, f"{coluber.__file__} is not in {folder}"
    a = np.arange(64.0)
    assert total(a) == np.sum(a * a)
    out = cuda.device_array_like(a)
    add[2, 32](cuda.to_device(a), cuda.to_device(np.ones(64)), out)
    assert np.array_equal(out.copy_to_host(), a.reshape(2, 32)[:, ::-1].ravel() + 1)
    assert ".entry" in cuda.compile_ptx(lambda x: None, (coluber.float32[:],))[0]
    print(f"CPython {sys.version.split()[0]}, NumPy {np.__version__}: compiled functions, kernels and PTX are right")


main()
