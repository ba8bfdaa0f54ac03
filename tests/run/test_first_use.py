"""The first function that a program compiles: nothing of the library has been imported then."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import os
import sys
import warnings

import numpy as np

import coluber

warnings.simplefilter("ignore")
A = np.arange(1.0, 7.0).reshape(2, 3)


def failed(text):
    scope = {"np": np}
    exec(f"import math, random, itertools, functools, heapq, operator, cmath\\ndef f(a): return {text}", scope)
    try:
        coluber.njit(scope["f"])(A.copy())
    except BaseException as error:
        print(text, type(error).__name__, str(error)[:300], flush=True)
        return True
    return False


wrong = 0
for text in sys.stdin.read().splitlines():
    child = os.fork()
    if child == 0:
        os._exit(failed(text))
    wrong += os.waitpid(child, 0)[1] != 0
sys.exit(wrong)
"""

# One of each way by which a function of the library is found.
EXPRESSIONS = [
    "np.mgrid[0:3, 0:2]", "np.r_[a[0], 1.0]", "np.s_[0:2]", "np.add.outer(a, a)", "np.minimum.reduce(a)",
    "np.add.at(a, 0, 1.0)", "np.linalg.inv(a[:, :2])", "np.fft.fft(a)",
    "np.random.default_rng(3).random(2)", "np.random.normal(0.0, 1.0, 3)",
    "np.polynomial.polynomial.polyval(2.0, a[0])", "np.polynomial.Polynomial(a[0])(1.0)", "np.poly1d(a[0])(2)",
    "np.strings.upper(np.array(['a', 'b']))", "np.char.add(np.array(['a']), 'b')", "a[a > 2]", "a[[0, 1], [1, 2]]",
    "a.argsort()", "np.vectorize(math.sqrt)(a)", "np.lib.stride_tricks.sliding_window_view(a[0], 2)", "a @ a.T", "a ** a",
    "[x for x in itertools.chain(a[0], a[1])]", "functools.reduce(operator.add, [1, 2])", "heapq.nlargest(2, [3, 1, 2])",
    "'a,b'.split(',')", "{k: v for k, v in enumerate(a[0])}", "cmath.rect(1.0, 2.0)", "sorted([2, 1], key=lambda x: -x)",
    "np.datetime64('2020-01-01') + np.timedelta64(3, 'D')", "random.gauss(0.0, 1.0)", "f'{a[0, 0]:.3f}'", "round(a[0, 0], 1)",
]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each expression has a process of its own")
def test_first_use():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input="\n".join(EXPRESSIONS), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
