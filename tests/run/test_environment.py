"""Switches: environment variables and configuration, each in a process of its own."""

from __future__ import annotations

import platform
import re

import pytest

from tests.run.support import run_script, script_output

SCRIPT = """
import coluber
import numpy as np
from coluber import njit

@njit
def triple_sum(a):
    s = 0.0
    for x in a:
        s += x * 3.0
    return s

print(triple_sum(np.arange(4.0)))
"""
PREFIXES = ["NUMBA", "COLUBER"]


def run(environment):
    done = run_script(SCRIPT, environment)
    assert done.returncode == 0, done.stderr
    assert "18.0" in done.stdout
    return done.stdout + done.stderr


def test_no_switch_prints_nothing():
    assert run({}).strip() == "18.0"


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("DUMP_BYTECODE", r"LOAD_|load_"),
        ("DUMP_CFG", r"block0 -> block1(.*\n)+loop0: head block1, depth 1"),
        ("DUMP_IR", r"triple_sum"),
        ("DUMP_SSA", r"triple_sum"),
        ("DUMP_ANNOTATION", r"float64"),
        ("DUMP_LLVM", r"define .*double|define .*i32"),
        ("DUMP_OPTIMIZED", r"define .*"),
        ("DUMP_ASSEMBLY", r"\bret"),
    ],
)
def test_dumps(prefix, name, pattern):
    text = run({f"{prefix}_{name}": "1"})
    assert len(text.splitlines()) > 3
    assert re.search(pattern, text), text[:2000]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_dump_that_is_switched_off(prefix):
    assert run({f"{prefix}_DUMP_LLVM": "0"}).strip() == "18.0"


def test_timings():
    text = run({"COLUBER_TIMINGS": "1"})
    assert "triple_sum" in text
    assert re.search(r"\d(\.\d+)?\s*(ms|us|µs|s)\b", text)
    assert len(text.splitlines()) >= 4


@pytest.mark.parametrize("prefix", PREFIXES)
def test_disable_jit(prefix):
    script = """
    from coluber import njit, jit
    @njit
    def f(x):
        return x.bit_length()
    @jit(nopython=True)
    def g(x):
        return str(x)
    print(f(5), g(7), type(f).__name__)
    """
    assert script_output(script, {f"{prefix}_DISABLE_JIT": "1"}).split() == ["3", "7", "function"]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_bounds_check(prefix):
    script = """
    import numpy as np
    from coluber import njit
    @njit
    def f(a, i):
        return a[i]
    a = np.zeros(3)
    try:
        f(a, 3)
    except IndexError as error:
        print("IndexError", error)
    """
    assert script_output(script, {f"{prefix}_BOUNDSCHECK": "1"}).startswith("IndexError")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_bounds_check_off_wins_over_the_option(prefix):
    script = """
    import numpy as np
    from coluber import njit
    @njit(boundscheck=True)
    def f(a, i):
        return a[i]
    a = np.arange(8.0)[:4]
    print(f(a, 5))
    """
    assert script_output(script, {f"{prefix}_BOUNDSCHECK": "0"}).strip() == "5.0"


@pytest.mark.parametrize("level", ["0", "1", "2", "3"])
def test_optimisation_level(level):
    assert run({"NUMBA_OPT": level}).strip() == "18.0"


def test_cpu_name():
    assert run({"NUMBA_CPU_NAME": "generic"}).strip() == "18.0"
    script = SCRIPT + "print('ymm' in list(triple_sum.inspect_asm().values())[0])\n"
    assert script_output(script, {"NUMBA_CPU_NAME": "generic"}).split()[-1] == "False"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="registers of x86")
def test_elementary_functions_use_whole_registers():
    script = """
    import math
    from coluber import njit

    @njit("void(float64[::1])")
    def exponentials(a):
        for i in range(len(a)):
            a[i] = math.exp(a[i])

    @njit("void(float64[::1])")
    def products(a):
        for i in range(len(a)):
            a[i] = a[i] * a[i]

    for function in exponentials, products:
        text = list(function.inspect_asm().values())[0]
        print("zmm" in text, "ymm" in text)
    """
    features = "+fma,+avx512f,+avx512dq,+avx512vl,+avx512bw"
    words = script_output(script, {"NUMBA_CPU_NAME": "skylake-avx512", "NUMBA_CPU_FEATURES": features}).split()
    assert (words[0], *words[2:]) == ("True", "False", "True")


@pytest.mark.parametrize("name", ["i386", "pentium", "no-such-processor"])
def test_processors_that_code_cannot_be_made_for(name):
    assert "18.0" in run({"NUMBA_CPU_NAME": name}).split()


def test_config_attributes():
    script = """
    import coluber
    from coluber import config
    print(*[int(value) for value in (config.DISABLE_JIT, config.OPT, config.BOUNDSCHECK, config.DUMP_LLVM)])
    """
    words = script_output(script, {"NUMBA_OPT": "2", "COLUBER_DUMP_LLVM": "1", "NUMBA_BOUNDSCHECK": "1"}).split()
    assert [int(word) for word in words] == [0, 2, 1, 1]


def test_config_is_read_at_use():
    script = """
    import coluber
    from coluber import config, njit
    config.DISABLE_JIT = True
    f = njit(lambda x: x.bit_length())
    print(f(5))
    config.DISABLE_JIT = False
    g = njit(lambda x: x + 1)
    print(g(5), hasattr(g, "signatures"))
    """
    assert script_output(script).split() == ["3", "6", "True"]


@pytest.mark.parametrize("value", ["yes", "", "many"])
def test_nonsense_values_do_not_stop_the_import(value):
    assert "18.0" in run({"NUMBA_OPT": value})


def test_import_without_compiling_starts_nothing():
    script = """
    import sys
    import coluber
    print("numpy" in sys.modules, "numba" in sys.modules)
    """
    assert script_output(script).split() == ["False", "False"]


def test_exit_with_compiled_functions_is_clean():
    done = run_script(SCRIPT)
    assert done.returncode == 0
    assert done.stderr == ""


def test_fork_after_compilation():
    script = """
    import os
    from coluber import njit
    @njit
    def f(x):
        return x + 1
    f(1)
    child = os.fork()
    if child == 0:
        ok = f(2) == 3 and f(2.5) == 3.5
        os._exit(0 if ok else 1)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status))
    """
    assert script_output(script).strip() == "0"
