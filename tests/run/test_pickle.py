"""Jitted functions and configured kernels in other processes."""

from __future__ import annotations

import copy
import importlib
import json
import linecache
import math
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from coluber import cuda, guvectorize, njit, stencil, types, vectorize
from coluber.extending import intrinsic, register_jitable

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


def with_added(builder, value, amount):
    return builder.add(value, value.type(amount))


@intrinsic(prefer_literal=True)
def more(typingctx, x):
    """Adds a number to an integer, another one to a constant."""
    amount = 100 if isinstance(x, types.Literal) else FACTOR

    def codegen(context, builder, signature, args):
        return with_added(builder, args[0], amount)

    return types.int64(types.int64), codegen


@register_jitable
def twice(x):
    return x * 2


@njit
def of_extensions(x):
    return more(x) + more(1) + twice(x)


READ_BY_VALUE = """
import sys
import {writer} as writer
function, more = writer.load(sys.stdin.buffer)
print(function(5), repr(more), more.__doc__, writer.loads(writer.dumps(more)) is more, {module!r} in sys.modules)
"""


@pytest.mark.parametrize("by_value", [False, True])
def test_intrinsics_and_functions_that_stay_python(by_value):
    """Pickle writes what they refer to by name, cloudpickle by value where the module is of no other process."""
    writer = pytest.importorskip("cloudpickle") if by_value else pickle
    module = sys.modules[__name__]
    if by_value:
        writer.register_pickle_by_value(module)
    try:
        text = writer.dumps((of_extensions, more))
    finally:
        if by_value:
            writer.unregister_pickle_by_value(module)
    assert pickle.loads(text)[1] is more
    code = READ_BY_VALUE.format(writer=writer.__name__, module=__name__)
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, timeout=100)
    expected = (
        f"{5 + 3 + 101 + 10} <intrinsic more> Adds a number to an integer, another one to a constant. True {not by_value}\n"
    )
    assert done.stdout.decode() == expected, done.stderr.decode()


def test_in_another_process():
    combined(1)
    text = pickle.dumps((combined, combined, factorial, declared, adder(10), fill, fill[2, 2]))
    done = subprocess.run([sys.executable, "-c", READ], input=text, capture_output=True, timeout=100)
    assert done.stdout.strip() == b"read", done.stderr.decode()


def shifted(x, amount):
    return x * 2 + amount + FACTOR


def summed(row, total):
    total[0] = row.sum() * FACTOR


UFUNCS = {
    "lazy": (vectorize(shifted), (np.arange(4.0), 1)),
    "eager": (vectorize(["float64(float64, float64)", "int64(int64, int64)"])(shifted), (np.arange(4), 1)),
    "cores": (vectorize(["float64(float64, float64)"], target="parallel")(shifted), (np.arange(4.0), 1.0)),
    "parts": (guvectorize("(n)->()")(summed), (np.ones((3, 2)),)),
    "eager parts": (guvectorize(["void(float64[:], float64[:])"], "(n)->()")(summed), (np.ones((3, 2)),)),
    "device": (vectorize(["float64(float64, float64)"], target="cuda")(shifted), (np.arange(4.0), 1.0)),
    "device parts": (guvectorize(["void(float64[:], float64[:])"], "(n)->()", target="cuda")(summed), (np.ones((3, 2)),)),
}

READ_UFUNC = """
import pickle, sys
ufunc, arguments = pickle.load(sys.stdin.buffer)
print(ufunc(*arguments).tolist(), ufunc.__name__)
"""


@pytest.mark.parametrize("name", UFUNCS)
def test_ufuncs_in_another_process(name):
    ufunc, arguments = UFUNCS[name]
    expected = ufunc(*arguments).tolist()
    text = pickle.dumps((ufunc, arguments))
    done = subprocess.run([sys.executable, "-c", READ_UFUNC], input=text, capture_output=True, timeout=100)
    assert done.stdout.decode() == f"{expected} {ufunc.__name__}\n", done.stderr.decode()
    if "device" not in name:
        assert pickle.loads(text)[0] is ufunc


class Delayed:
    """Keeps the ufunc that it is given, as arrays of other libraries do."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc


def test_the_ufunc_that_other_arrays_are_given_fits_their_type_also_in_a_process_that_has_read_one_before():
    lazy = vectorize(lambda x: x * 2)
    assert lazy(np.arange(3)).tolist() == [0, 2, 4]
    texts = [pickle.dumps(lazy(Delayed(dtype))) for dtype in ("int64", "float64")]
    code = "import pickle, sys; print([pickle.loads(text).types for text in pickle.load(sys.stdin.buffer)])"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(texts), capture_output=True, timeout=100)
    assert done.stdout.decode() == "[['l->l'], ['d->d']]\n", done.stderr.decode()


@stencil
def differences(a):
    return (a[1] - a[-1]) * FACTOR


CELL = """
import coluber

@coluber.njit
def in_cell(x):
    with coluber.objmode(y="int64"):
        y = len(str(x))
    return y + 1

@coluber.stencil
def of_cell(a):
    return a[0] + a[1]
"""


def test_functions_whose_source_is_needed_are_read_where_there_is_no_file_of_it():
    linecache.cache["<cell>"] = (len(CELL), None, CELL.splitlines(True), "<cell>")
    exec(compile(CELL, "<cell>", "exec"), cell := {"__name__": "__main__"})
    functions, array = [cell["of_cell"], differences, cell["in_cell"]], np.arange(4.0)
    code = "import pickle, sys; f, a = pickle.load(sys.stdin.buffer); print([x(a).tolist() for x in f[:2]], f[2](100))"
    text = pickle.dumps((functions, array))
    assert pickle.loads(text)[0] == functions
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, timeout=100)
    assert done.stdout.decode() == "[[1.0, 3.0, 5.0, 0.0], [0.0, 6.0, 6.0, 0.0]] 4\n", done.stderr.decode()


PROGRAM = """
import hashlib, pickle, sys
import coluber
from coluber import njit, stencil, jit
from coluber import objmode as in_python

@njit
def block(x):
    with in_python(y="int64"):
        y = len(str(x))
    return y + 1

@stencil
def pairs(a):
    return a[0] + a[1]

@jit(forceobj=True)
def loop(n):
    s = len(hashlib.md5(b"").hexdigest())
    for k in range(n):
        s += k
    return s

pickle.dump((block, pairs, loop), sys.stdout.buffer)
"""

READ_PROGRAM = """
import pickle, sys
import numpy as np
block, pairs, loop = pickle.load(sys.stdin.buffer)
print(block(100), pairs(np.arange(4.0)).tolist(), loop(4), len(loop._object_mode.loops))
"""


def test_functions_of_a_program_are_read_on_a_machine_that_does_not_have_it(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    text = subprocess.run([sys.executable, str(program)], capture_output=True, check=True).stdout
    program.unlink()
    done = subprocess.run([sys.executable, "-c", READ_PROGRAM], input=text, capture_output=True, timeout=100)
    assert done.stdout.decode() == "4 [1.0, 3.0, 5.0, 0.0] 38 1\n", done.stderr.decode()


def test_ufuncs_of_numpy_are_written_as_before():
    assert pickle.loads(pickle.dumps([np.add, np.sin])) == [np.add, np.sin]


READ_CODE = """
import json, pickle, sys
functions, calls = pickle.load(sys.stdin.buffer)
results = [function(*arguments) for function, arguments in zip(functions, calls)]
results = [list(result) if hasattr(result, "__next__") else result for result in results]
print(json.dumps([results, [len(f.stats.cache_hits) for f in functions]]))
"""


def read_code(functions, calls, **environment):
    """Return the results of calls in another process, and whether each used the code that came with the function."""
    text = pickle.dumps((functions, calls))
    done = subprocess.run(
        [sys.executable, "-c", READ_CODE], input=text, capture_output=True, timeout=100, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_machine_code_goes_with_a_function():
    # The process that writes has used the cache on disk, that which reads has not.
    importlib.import_module("coluber.core.caching")
    add = adder(10)
    functions, calls = [combined, factorial, add], [(2.0, 4.0), (5,), (1,)]
    expected = [function(*arguments) for function, arguments in zip(functions, calls, strict=True)]
    assert read_code(functions, calls) == [expected, [1, 1, 1]]


def test_machine_code_for_other_types_or_another_processor_is_not_used():
    factorial(5)
    assert read_code([factorial], [(5,)]) == [[120], [1]]
    assert read_code([factorial], [(5.0,)]) == [[120.0], [0]]
    assert read_code([factorial], [(5,)], COLUBER_CPU_NAME="x86-64", COLUBER_CPU_FEATURES="") == [[120], [0]]


def test_machine_code_that_was_read_goes_on():
    add = adder(20)
    add(1)
    program = "import pickle, sys; sys.stdout.buffer.write(pickle.dumps(pickle.load(sys.stdin.buffer)))"
    text = pickle.dumps(([add], [(2,)]))
    between = subprocess.run([sys.executable, "-c", program], input=text, capture_output=True, timeout=100, check=True)
    done = subprocess.run([sys.executable, "-c", READ_CODE], input=between.stdout, capture_output=True, timeout=100, check=True)
    assert json.loads(done.stdout) == [[25], [1]]


def test_code_with_a_block_of_the_interpreter_goes_with_its_function():
    from coluber import objmode

    @njit
    def say(x):
        with objmode(y="int64"):
            y = len(str(x))
        return y

    assert say(1234) == 4
    assert read_code([say], [(12,)]) == [[2], [1]]


def test_machine_code_of_a_function_with_yield_goes_with_it():
    @njit
    def powers(base, n):
        for k in range(n):
            yield base**k

    @njit
    def total(base, n):
        for power in powers(base, n):
            yield power, base

    calls = [(2, 4), (3, 3)]
    expected = [list(powers(2, 4)), [list(pair) for pair in total(3, 3)]]
    assert read_code([powers, total], calls) == [expected, [1, 1]]


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
