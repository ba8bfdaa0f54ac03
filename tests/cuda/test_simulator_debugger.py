"""Simulated kernels under pdb, in processes of their own."""

import os
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("greenlet")

SIMULATED = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}

PROGRAM = """
import numpy as np
from coluber import cuda

@cuda.jit
def double(a):
    i = cuda.grid(1)
    value = a[i] * 2
    {stop}
    cuda.syncthreads()
    a[i] = value

a = np.arange(4)
double[2, 2](a)
print("result", a.tolist())
"""


def run(tmp_path, arguments, commands, stop="pass", environment=SIMULATED):
    """Run the program with a script of commands for pdb; return what it printed."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(stop=stop))
    done = subprocess.run(
        [sys.executable, *arguments, str(path)],
        input=textwrap.dedent(commands),
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("variable", ["NUMBA_ENABLE_CUDASIM=1", "COLUBER_ENABLE_CUDASIM=1", "COLUBER_CUDA=simulator"])
def test_environment_variables(tmp_path, variable):
    name, _, value = variable.partition("=")
    others = {key: value for key, value in os.environ.items() if "CUDA" not in key}
    printed = run(tmp_path, [], "", "print(type(double).__name__)", {**others, name: value})
    assert printed == "SimulatedKernel\n" * 4 + "result [0, 2, 4, 6]\n"


def test_set_trace_inside_a_kernel(tmp_path):
    commands = """\
        p 'first', i, int(value), cuda.threadIdx.x, cuda.blockIdx.x
        unt 11
        p 'stepped', i, a.tolist()
        c
    """
    printed = run(tmp_path, [], commands, "if i == 3: import pdb; pdb.set_trace()")
    assert "('first', 3, 6, 1, 1)" in printed
    assert "('stepped', 3, [0, 2, 4, 3])" in printed
    assert "result [0, 2, 4, 6]" in printed


def test_pythons_breakpoint(tmp_path):
    printed = run(tmp_path, [], "p 'stopped', i, int(value)\nc\n", "if i == 3: breakpoint()")
    assert "('stopped', 3, 6)" in printed
    assert "result [0, 2, 4, 6]" in printed


def test_changes_by_the_debugger_stay(tmp_path):
    commands = """\
        unt 10
        value = 100
        c
    """
    printed = run(tmp_path, [], commands, "if i == 2: import pdb; pdb.set_trace()")
    assert "result [0, 2, 100, 6]" in printed


def test_breakpoints_of_a_program_started_under_pdb(tmp_path):
    commands = """\
        b 8
        c
        p 'hit', i
        c
        p 'hit', i
        n
        p 'next', int(value)
        c
        cl 1
        c
        q
    """
    printed = run(tmp_path, ["-m", "pdb"], commands)
    assert "('hit', 0)" in printed
    assert "('hit', 1)" in printed
    assert "('next', 2)" in printed
    assert "result [0, 2, 4, 6]" in printed


def test_stepping_into_a_kernel_from_the_host(tmp_path):
    commands = """\
        b 11
        c
        c
        bt
        r
        cl 1
        c
        q
    """
    printed = run(tmp_path, ["-m", "pdb"], commands)
    assert "program.py(11)double()" in printed
    assert "result [0, 2, 4, 6]" in printed


def test_after_an_exception(tmp_path):
    commands = """\
        c
        p 'dead', i, int(value)
        q
    """
    printed = run(tmp_path, ["-m", "pdb"], commands, "assert i != 3, 'three'")
    assert "AssertionError: tid=[1, 0, 0] ctaid=[1, 0, 0]: three" in printed
    assert "('dead', 3, 6)" in printed
