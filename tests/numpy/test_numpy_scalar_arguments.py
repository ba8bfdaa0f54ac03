"""Scalars of NumPy as arguments widen arrays, numbers of Python do not (NEP 50)."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from coluber import njit

ARRAYS = [
    np.arange(1, 4, dtype=dtype) for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
] + [np.array([True, False])]
NUMBERS = [
    2, 2.0, 2.0j, True, np.int8(2), np.uint8(2), np.int16(2), np.int32(2), np.uint32(2), np.int64(2), np.uint64(2),
    np.float16(2), np.float32(2), np.float64(2), np.complex64(2), np.complex128(2), np.bool_(True),
]  # fmt: skip


def multiplied(a, x):
    return a * x


def added(a, x):
    return np.add(x, a)


@pytest.mark.parametrize("function", [multiplied, added], ids=lambda f: f.__name__)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda n: f"{type(n).__name__}-{n}")
def test_results_have_the_dtype_of_numpy(function, number):
    jitted = njit(function)
    for a in ARRAYS:
        found, expected = jitted(a, number), function(a, number)
        assert found.dtype == expected.dtype, a.dtype
        np.testing.assert_array_equal(found, expected)


def test_values_that_only_the_wider_type_holds():
    jitted = njit(multiplied)
    a = np.array([100], np.int8)
    assert jitted(a, np.int64(100)) == [10000]
    assert jitted(a, np.float64(0.5)).dtype == np.float64
    assert jitted(a.astype("f4"), np.float64(0.1)) == [100 * 0.1]
    assert jitted(a.astype("f4"), 0.1).dtype == np.float32


def test_arrays_in_tuples():
    @njit
    def f(pair, x):
        return pair[0] * x

    a = np.arange(3, dtype=np.float32)
    assert f((a, 1), np.float64(2)).dtype == np.float64
    assert f((a, 1), 2.0).dtype == np.float32


def test_code_is_shared_where_it_makes_no_difference():
    @njit
    def f(a, x):
        return a * x

    a = np.arange(3.0)
    for x in (2.0, np.float64(2.0)):
        np.testing.assert_array_equal(f(a, x), a * x)
    assert len(f.signatures) == 1

    @njit
    def g(x, y):
        return x + y

    assert g(np.float64(1), 2) == g(1.0, np.int64(2)) == 3.0
    assert len(g.signatures) == 1


def test_inner_functions_have_parameters_of_their_own():
    @njit
    def f(x, a):
        def inner(y):
            return a * y

        return inner(1.0), a * x

    a = np.arange(3, dtype=np.float32)
    assert [r.dtype for r in f(np.float64(2), a)] == [np.float32, np.float64]


def scaled(a, x):
    return a * x


def test_pickled_code_is_that_of_the_same_numbers():
    jitted = njit(scaled)
    a = np.arange(3, dtype=np.float32)
    jitted(a, np.float64(2))
    jitted(a, 2.0)
    again = pickle.loads(pickle.dumps(jitted))
    assert again(a, np.float64(2)).dtype == np.float64
    assert again(a, 2.0).dtype == np.float32


PROGRAM = """
import numpy as np
from coluber import njit

@njit(cache=True)
def scaled(a, x):
    return a * x

a = np.arange(3, dtype=np.float32)
found = [scaled(a, x).dtype.name for x in (np.float64(2), 2.0)]
print(found, sum(scaled.stats.cache_hits.values()), sum(scaled.stats.cache_misses.values()))
"""


def test_the_cache_tells_them_apart(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(PROGRAM)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    runs = [subprocess.check_output([sys.executable, script], env=environment, text=True).strip() for _ in range(2)]
    assert runs == ["['float64', 'float32'] 0 2", "['float64', 'float32'] 2 0"]


def test_compiling_again():
    jitted = njit(scaled)
    a = np.arange(3, dtype=np.float32)
    assert jitted(a, np.float64(2)).dtype == np.float64
    jitted.recompile()
    assert jitted(a, np.float64(2)).dtype == np.float64
    assert jitted(a, 2.0).dtype == np.float32
