"""Jitted functions in the worker processes of multiprocessing, joblib and dask, which do not compile what came as code."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAD = """
import json
import numpy as np
from coluber import njit, vectorize

FACTOR = 3

@njit
def inner(x):
    return x * FACTOR

@njit
def work(a):
    total = 0.0
    for i in range(a.size):
        total += inner(a[i])
    return total

def call(a):
    \"\"\"The result, how many signatures there are, and how many came as machine code.\"\"\"
    result = work(a)
    return result, len(work.signatures), len(work.stats.cache_hits)

@vectorize
def shift(x, amount):
    return x + amount

work(np.ones(3))
parts = [np.full(4, float(k)) for k in range(4)]
"""

FORK = """
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(json.dumps(pool.map(call, parts)))
"""

# The module is imported again there, and what is pickled stands for functions of that module.
SPAWN = """
import multiprocessing

def apply(task):
    function, a = task
    return function(a), len(function.signatures), len(function.stats.cache_hits)

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(json.dumps(pool.map(apply, [(work, a) for a in parts])))
"""

JOBLIB = """
from joblib import Parallel, delayed

def apply(function, a):
    return function(a), len(function.signatures), len(function.stats.cache_hits)

if __name__ == "__main__":
    print(json.dumps(Parallel(n_jobs=2)(delayed(apply)(work, a) for a in parts)))
"""

DASK = """
import dask.array as da
from dask.distributed import Client, LocalCluster

def rows(block):
    return np.array([work(row) for row in block])

def apply(function, a):
    return function(a), len(function.signatures), len(function.stats.cache_hits)

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            x = da.from_array(np.arange(40.0).reshape(10, 4), chunks=(5, 4))
            sums = x.map_blocks(rows, drop_axis=1, dtype=float).compute()
            assert sums.tolist() == (3 * np.arange(40.0).reshape(10, 4).sum(axis=1)).tolist(), sums
            shifted = x.map_blocks(shift, 1.0, dtype=float).compute()
            assert shifted.tolist() == (np.arange(40.0).reshape(10, 4) + 1).tolist(), shifted
            print(json.dumps(client.gather([client.submit(apply, work, a) for a in parts])))
"""

EXPECTED = [12.0 * k for k in range(4)]


def run(program, folder):
    """Return what each worker says: the result, the number of signatures, and how many came as machine code."""
    script = folder / "program.py"
    script.write_text(HEAD + program)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_forked_processes_have_the_code(tmp_path):
    assert run(FORK, tmp_path) == [[value, 1, 0] for value in EXPECTED]


@pytest.mark.parametrize(("needs", "program"), [(None, SPAWN), ("joblib", JOBLIB), ("distributed", DASK)])
def test_workers_are_given_the_code(needs, program, tmp_path):
    if needs is not None:
        pytest.importorskip(needs)
    assert run(program, tmp_path) == [[value, 1, 1] for value in EXPECTED]


def test_cloudpickle_writes_functions_that_use_jitted_ones(tmp_path):
    pytest.importorskip("cloudpickle")
    script = tmp_path / "program.py"
    script.write_text(HEAD + "import cloudpickle, sys; sys.stdout.buffer.write(cloudpickle.dumps(call))")
    text = subprocess.run([sys.executable, str(script)], capture_output=True, timeout=100, check=True).stdout
    read = "import pickle, sys, numpy as np; print(pickle.load(sys.stdin.buffer)(np.ones(2)))"
    done = subprocess.run([sys.executable, "-c", read], input=text, capture_output=True, timeout=100)
    assert done.stdout.decode() == "(6.0, 1, 1)\n", done.stderr.decode()
