"""The machine code of stencils, ufuncs and lifted loops goes with them into other processes, which compile nothing."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from coluber import guvectorize, jit, njit, prange, stencil, vectorize


@stencil
def differences(a):
    return a[1] - a[-1]


@stencil("wrap", neighborhood=((-1, 1),))
def means(a, weight):
    return (a[-1] + a[1]) * weight


@vectorize
def scaled(x, y):
    return x * y + 1


@vectorize(["float64(float64, float64)"])
def declared(x, y):
    return x - y


@guvectorize("(n)->(n)")
def doubled(a, out):
    for i in range(a.size):
        out[i] = a[i] * 2


@njit
def of_stencil(a):
    return differences(a).sum()


@njit
def of_ufunc(a):
    return scaled(a, a).sum()


@jit(forceobj=True)
def lifted(a):
    s = 0.0
    known = {"object": object()}
    for x in a:
        s += x
    for i in range(len(known)):
        s += i
    return s


@njit(parallel=True)
def summed(a):
    s = 0.0
    for i in prange(a.size):
        s += a[i]
    return s


@njit
def halves(a):
    for x in a:
        yield x / 2


A = np.arange(6.0)

CALLS = {
    "stencil": (differences, (A,)),
    "stencil with options": (means, (A, 0.5)),
    "stencil with out": (differences, (A,), {"out": np.zeros(6)}),
    "stencil in a function": (of_stencil, (A,)),
    "ufunc": (scaled, (A, A)),
    "ufunc of numbers": (scaled, (2.0, 3.0)),
    "declared ufunc": (declared, (A, A)),
    "gufunc": (doubled, (A,)),
    "ufunc in a function": (of_ufunc, (A,)),
    "lifted loops": (lifted, (A,)),
    "parallel": (summed, (A,)),
    "generator": (halves, (A,)),
}

READ = """
import pickle, sys
import numpy as np
function, args, named, expected = pickle.load(sys.stdin.buffer)
for again in range(2):
    result = function(*args, **named)
    if hasattr(result, "__next__"):
        result = list(result)
    np.testing.assert_array_equal(result, expected)
    # What was read can be written again.
    function = pickle.loads(pickle.dumps(function))
assert "tests.run.test_pickled_code" not in sys.modules
"""


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_compiled_in_another_process(name):
    function, args, *rest = CALLS[name]
    named = rest[0] if rest else {}
    result = function(*args, **named)
    expected = list(result) if hasattr(result, "__next__") else result
    data = pickle.dumps((function, args, named, expected))
    environment = {**os.environ, "COLUBER_TIMINGS": "1", "COLUBER_OBJECT_CACHE": "0"}
    done = subprocess.run([sys.executable, "-c", READ], input=data, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    compiled = [line for line in done.stderr.decode().splitlines() if "machine code" in line or "inference" in line]
    assert compiled == []


KEPT = """
import numpy as np
from coluber import njit, vectorize
if {more}:
    @vectorize
    def another(x):
        return x
@vectorize
def scaled(x):
    return x * 2
@njit(cache=True)
def total(a):
    return scaled(a).sum()
print(total(np.arange(3.0)), sum(total.stats.cache_hits.values()))
"""


def test_ufuncs_that_are_made_before_leave_the_code_on_disk_valid(tmp_path):
    script = tmp_path / "script.py"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    found = []
    for more in ("0 or 0", "0 or 1"):
        script.write_text(KEPT.format(more=more))
        found.append(subprocess.check_output([sys.executable, script], env=environment, text=True).strip())
    assert found == ["6.0 0", "6.0 1"]
