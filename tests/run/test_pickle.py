"""Jitted functions and configured kernels in other processes."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

from coluber import cuda, njit

FACTOR = 3


@njit
def scaled(x):
    return x * FACTOR


@njit(fastmath=True)
def combined(x, y=4.0, *, z=1):
    """Uses another function, a module and a default."""
    return scaled(x) + math.sqrt(y) + np.float32(z)


@njit
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


@njit("int64(int64)")
def declared(x):
    return x + 1


def adder(amount):
    @njit
    def add(x):
        def inner(y):
            return y + amount + FACTOR

        return inner(x)

    return add


@cuda.jit
def fill(a, value):
    a[cuda.grid(1)] = value * FACTOR


READ = """
import pickle, sys
import numpy as np
combined, again, factorial, declared, add, fill, launch = pickle.load(sys.stdin.buffer)
assert combined is again
assert combined(2.0) == 9.0 and combined(2, 9.0, z=2) == 11.0
assert combined.__doc__.startswith("Uses") and combined.__name__ == "combined"
assert factorial(5) == 120
assert [str(s) for s in declared.nopython_signatures] == ["(int64,) -> int64"]
assert declared(1.5) == 2
assert add(1) == 14
a = np.zeros(4)
fill[2, 2](a, 2)
assert a.tolist() == [6] * 4
launch(a, 1)
assert a.tolist() == [3] * 4
assert pickle.loads(pickle.dumps(add)) is add
assert "tests.run.test_pickle" not in sys.modules
print("read")
"""


def test_in_another_process():
    combined(1)
    text = pickle.dumps((combined, combined, factorial, declared, adder(10), fill, fill[2, 2]))
    done = subprocess.run([sys.executable, "-c", READ], input=text, capture_output=True, timeout=100)
    assert done.stdout.strip() == b"read", done.stderr.decode()


def test_in_the_same_process_they_are_themselves():
    for function in (combined, factorial, declared, fill, adder(1)):
        assert pickle.loads(pickle.dumps(function)) is function
        assert copy.copy(function) is function
        assert copy.deepcopy([function])[0] is function


def test_a_variable_that_is_not_bound_stays_so():
    def outer():
        @njit
        def f(x):
            return later + x

        first = pickle.dumps(f)
        later = 5
        return first, f(later)

    text, result = outer()
    assert result == 10
    read = pickle.loads(text)
    assert read.py_func.__closure__ is not None


def test_a_launch_with_callbacks_is_refused():
    launch = fill[1, 3]
    launch.pre_launch_callbacks.append(print)
    with pytest.raises(TypeError, match="callbacks"):
        pickle.dumps(launch)
    launch.pre_launch_callbacks.clear()
    assert pickle.loads(pickle.dumps(launch)).dispatcher is fill
