"""Every function of libdevice in compiled kernels, against the simulator's formulas."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from coluber import cuda
from coluber.core.errors import TypingError
from coluber.cuda.kernel.libdevice_table import FUNCTIONS
from coluber.cuda.kernel.tables import TYPES, cast

SIZES = [0.0, 0.25, 0.5, 0.7, 1.0, 1.5, 2.5, 3.0, 7.3, 33.3, 1e-5, 1e-40, 5e-324, 1e300, 3.4028234e38, 2.0**31, 2.0**63, 0.1]
FLOATS = [sign * size for size in SIZES for sign in (1.0, -1.0)] + [np.inf, -np.inf, np.nan]
INTEGERS = [0, 1, -1, 2, 5, -7, 100, 0x5432, 2**23 + 1, 2**31 - 1, -(2**31), 0x12345678, 2**53 + 1, 2**63 - 1, -(2**63)]
SMALL = [0, 1, -1, 2, 3, 5, -7, 20]

# Where the simulator's formula is an approximation that leaves the range in which it holds.
LIMITS = {name: 1e3 for name in "jn jnf yn ynf j0 j0f j1 j1f y0 y0f y1 y1f".split()}
BESSEL_ERROR = {np.dtype(np.float64): 1e-12, np.dtype(np.float32): 5e-7}
# There the simulator's formulas lose the subnormal numbers.
NORMAL = {*LIMITS, "erfcinv", "normcdfinv"}
# C leaves the exponent of what has none open.
FINITE = {"frexp", "frexpf"}


def arguments(name: str) -> list[tuple]:
    """Return arguments for a function: all pairs of one or two numbers, some of three."""
    letters = FUNCTIONS[name].arguments
    limit = LIMITS.get(name, np.inf)
    counts = "i" in letters and ("d" in letters or "f" in letters)
    columns = []
    for letter in letters:
        if letter in "df":
            usual = [x for x in FLOATS if limit == np.inf or abs(x) <= limit]
            usual = [x for x in usual if name not in NORMAL or x == 0 or not abs(x) < 1e-300]
            columns.append([x for x in usual if name not in FINITE or np.isfinite(x)])
        else:
            columns.append(SMALL if counts else INTEGERS)
    rows = list(itertools.product(*columns))
    rows = rows[:: max(1, len(rows) // 600)]
    with np.errstate(all="ignore"):
        return [tuple(cast(value, letter) for value, letter in zip(row, letters, strict=True)) for row in rows]


def kernel_of(name: str):
    """Return a kernel that applies a function to elements of arrays."""
    row = FUNCTIONS[name]
    inputs = [f"a{k}" for k in range(len(row.arguments))]
    outputs = [f"r{k}" for k in range(len(row.results))]
    text = f"""
def body({", ".join(inputs + outputs)}):
    i = cuda.grid(1)
    if i < a0.size:
        {", ".join(f"{out}_i" for out in outputs)} = cuda.libdevice.{name}({", ".join(f"{given}[i]" for given in inputs)})
        {"; ".join(f"{out}[i] = {out}_i" for out in outputs)}
"""
    namespace = {"cuda": cuda}
    exec(text, namespace)
    return cuda.jit(namespace["body"])


def compare(name: str, result: np.ndarray, expected: np.ndarray) -> None:
    """Compare exactly what is exact, else nearly."""
    exact = result.dtype.kind in "iu" or name.endswith(("_rn", "_rz", "_ru", "_rd")) or name.startswith(("nextafter", "fma"))
    if exact and name != "frsqrt_rn":
        np.testing.assert_array_equal(result, expected, name)
        return
    single = result.dtype == np.float32
    tolerance = 3e-6 if single else 2e-12
    absolute = BESSEL_ERROR[result.dtype] if name in LIMITS else 1e-44 if single else 1e-300
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(result, expected, rtol=tolerance, atol=absolute, err_msg=name)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_the_simulator_computes(name):
    row, values = FUNCTIONS[name], arguments(name)
    columns = [np.array(column, TYPES[letter]) for column, letter in zip(zip(*values, strict=True), row.arguments, strict=True)]
    results = [np.zeros(len(values), TYPES[letter]) for letter in row.results]
    kernel_of(name)[(len(values) + 63) // 64, 64](*columns, *results)
    expected = [[] for _ in results]
    with np.errstate(all="ignore"):
        for value in values:
            computed = row.compute(*value)
            computed = computed if len(results) > 1 else (computed,)
            for column, item, letter in zip(expected, computed, row.results, strict=True):
                column.append(cast(item, letter))
    for result, column in zip(results, expected, strict=True):
        compare(name, result, np.array(column, result.dtype))


@cuda.jit
def converted(out):
    out[0] = cuda.libdevice.sqrt(2)
    out[1] = cuda.libdevice.sinf(out[0])
    out[2] = cuda.libdevice.max(3.9, True)


def test_arguments_are_converted_to_the_types_of_the_function():
    out = np.zeros(3)
    converted[1, 1](out)
    assert out.tolist() == [np.sqrt(2.0), np.float64(np.sin(np.float32(np.sqrt(2.0)))), 3.0]


def test_other_arguments_are_refused():
    @cuda.jit
    def kernel(out):
        out[0] = cuda.libdevice.sqrt(out)

    with pytest.raises(TypingError, match="sqrt"):
        kernel[1, 1](np.zeros(1))
