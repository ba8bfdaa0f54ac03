"""The functions that the benchmarks measure give what the interpreter gives."""

from __future__ import annotations

import os

import numpy as np
import pytest

os.environ.setdefault("COLUBER_BENCH_MODULE", "coluber")

from benches.compile_cases import COMPILE_CASES
from benches.kernels import KERNELS
from tests.run.support import check

# Where the interpreter would take long.
SMALL = {
    "create_fractal": lambda: (-2.0, 1.0, -1.0, 1.0, np.zeros((20, 30), np.uint8), 30),
    "bubblesort": lambda: (np.random.default_rng(1).random(100).astype(np.float32),),
    "insertion_sort": lambda: (np.random.default_rng(1).random(100),),
    "shell_sort": lambda: (np.random.default_rng(1).integers(0, 99, 200),),
    "quick_sort": lambda: (np.random.default_rng(1).integers(0, 99, 200), 0, 199),
    "matmul": lambda: (np.ones((8, 9)), np.arange(63.0).reshape(9, 7), np.zeros((8, 7))),
    "stencil_3d": lambda: (np.random.default_rng(1).random((6, 7, 8)), np.zeros((6, 7, 8))),
    "sieve": lambda: (1000,),
    "collatz": lambda: (200,),
    "blur": lambda: (np.random.default_rng(1).random((20, 30)).astype(np.float32),),
    "life": lambda: ((np.random.default_rng(1).random((20, 30)) < 0.4).astype(np.uint8),),
    "hash_mix": lambda: (np.arange(100, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15),),
    "nbody": lambda: (np.random.default_rng(1).random((6, 3)), np.zeros((6, 3)), np.ones(6), 3),
    "black_scholes": lambda: (np.linspace(5, 30, 50), np.linspace(1, 100, 50), np.linspace(0.25, 9, 50)),
    "binary_search": lambda: (np.arange(0.0, 1.0, 0.01), np.random.default_rng(1).random(50)),
}


@pytest.mark.parametrize("name", COMPILE_CASES)
def test_functions_of_the_first_call(name):
    case = COMPILE_CASES[name]
    check(case.function, *case.make(), rtol=1e-11)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels(name):
    kernel = KERNELS[name]
    arguments = SMALL.get(name, kernel.make)()
    check(kernel.function, *arguments, rtol=kernel.tolerance, atol=kernel.tolerance)
