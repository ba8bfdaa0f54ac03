"""Code that calls the library's functions of SciPy is kept by `cache=True` for other processes."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("scipy")

PROGRAM = """
import numpy as np
from scipy import integrate, interpolate, linalg, optimize, special
from scipy.spatial import distance
from coluber import njit

@njit(cache=True)
def counts(x):
    return special.comb(x, 3) + special.factorial(x) + special.perm(5, 2) + special.logsumexp(x)

@njit(cache=True)
def zeros(x):
    return optimize.fsolve(lambda v: v * v - x, x)[0] + optimize.brentq(lambda v: v * v - 2, 0, 2)

@njit(cache=True)
def minima(x):
    return optimize.minimize(lambda v: ((v - x) ** 2).sum(), x + 1).x

@njit(cache=True)
def fit(x):
    return optimize.curve_fit(lambda t, a, b: a * t + b, x, x * x, p0=(1.0, 1.0))[0]

@njit(cache=True)
def curves(x):
    return interpolate.CubicSpline(x, x * x)(0.5) + interpolate.interp1d(x, x)(1.5)

@njit(cache=True)
def paths(x):
    return integrate.odeint(lambda y, t: -y, 1.0, x), integrate.solve_ivp(lambda t, y: -y, (0, 1), x).y

@njit(cache=True)
def matrices(x):
    return distance.pdist(np.outer(x, x)), linalg.sqrtm(np.diag(x)), linalg.logm(np.eye(3))

for function in (counts, zeros, minima, fit, curves, paths, matrices):
    function(np.arange(1.0, 5.0))
    print(function.__name__, bool(function.stats.cache_hits))
"""


def test_another_process_finds_the_code(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    for is_kept in (False, True):
        done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        found = dict(line.split() for line in done.stdout.splitlines())
        assert found == dict.fromkeys(found, str(is_kept))
        assert len(found) == 7
