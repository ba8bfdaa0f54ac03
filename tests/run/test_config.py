"""Settings: environment variables, attributes, and what the compiler gets."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import coluber
from coluber import config, errors
from coluber.core.config import SETTINGS


@pytest.fixture
def reload(monkeypatch):
    """Set environment variables, reload, and restore both afterwards."""
    for name in [*_variables()]:
        monkeypatch.delenv(name, raising=False)

    def set_and_reload(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        config.reload_config()

    yield set_and_reload
    monkeypatch.undo()
    config.reload_config()


def _variables():
    for setting in SETTINGS:
        for prefix in config.PREFIXES:
            yield prefix + setting.variable


def test_defaults(reload):
    reload()
    assert (config.DISABLE_JIT, config.BOUNDSCHECK, config.OPT, config.CPU_NAME) == (0, None, 3, None)
    for setting in SETTINGS:
        expected = setting.default() if callable(setting.default) else setting.default
        assert getattr(config, setting.name) == expected, setting.name
        assert setting.doc


def test_names_are_unique():
    names = [setting.name for setting in SETTINGS]
    assert len(set(names)) == len(names)


def test_both_prefixes(reload):
    reload(NUMBA_OPT="1", NUMBA_DUMP_LLVM="1", COLUBER_DUMP_LLVM="0", COLUBER_TIMINGS="1")
    assert (config.OPT, config.DUMP_LLVM, config.TIMINGS) == (1, 0, 1)


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("NUMBA_DISABLE_JIT", "1", "DISABLE_JIT", 1),
        ("NUMBA_DISABLE_JIT", "true", "DISABLE_JIT", 1),
        ("NUMBA_DISABLE_JIT", "", "DISABLE_JIT", 0),
        ("NUMBA_BOUNDSCHECK", "0", "BOUNDSCHECK", 0),
        ("NUMBA_BOUNDSCHECK", "1", "BOUNDSCHECK", 1),
        ("NUMBA_OPT", "max", "OPT", 3),
        ("NUMBA_OPT", "0", "OPT", 0),
        ("NUMBA_CPU_NAME", "generic", "CPU_NAME", "generic"),
        ("NUMBA_DEBUGINFO", "1", "DEBUGINFO_DEFAULT", 1),
        ("NUMBA_NUM_THREADS", "7", "NUMBA_NUM_THREADS", 7),
        ("NUMBA_THREADING_LAYER_PRIORITY", "omp tbb", "THREADING_LAYER_PRIORITY", ["omp", "tbb"]),
        ("NUMBA_CUDA_DEFAULT_PTX_CC", "7.5", "CUDA_DEFAULT_PTX_CC", (7, 5)),
    ],
)
def test_values(reload, variable, text, name, value):
    reload(**{variable: text})
    assert getattr(config, name) == value


@pytest.mark.parametrize(
    ("variable", "text"),
    [("NUMBA_OPT", "9"), ("NUMBA_DUMP_IR", "perhaps"), ("COLUBER_TIMINGS", "1.5"), ("NUMBA_THREADING_LAYER", "foo")],
)
def test_a_value_that_cannot_be_used(reload, variable, text):
    with pytest.warns(errors.NumbaInvalidConfigWarning, match=f"'{variable}' is set to '{text}'"):
        reload(**{variable: text})
    setting = next(s for s in SETTINGS if variable.endswith(s.variable))
    assert getattr(config, setting.name) == setting.default


def test_an_attribute_takes_effect(monkeypatch):
    def f(x):
        return x

    assert coluber.njit(f) is not f
    monkeypatch.setattr(config, "DISABLE_JIT", True)
    assert coluber.njit(f) is f
    assert coluber.njit("f8(f8)")(f) is f
    assert coluber.jit(nogil=True)(f) is f


def test_ufuncs_are_compiled_where_functions_are_not(monkeypatch):
    monkeypatch.setattr(config, "DISABLE_JIT", True)

    def add(x, y):
        return x + y

    def total(a, out):
        out[0] = a.sum()

    a = np.arange(4.0)
    assert coluber.vectorize(add)(a, 1).tolist() == [1.0, 2.0, 3.0, 4.0]
    assert coluber.vectorize(["f8(f8, f8)"])(add).reduce(a) == 6.0
    assert coluber.guvectorize(["(f8[:], f8[:])"], "(n)->()")(total)(a) == 6.0
    assert coluber.stencil(lambda a: a[0] + a[1])(a).tolist() == [1.0, 3.0, 5.0, 0.0]


def test_snapshot(monkeypatch):
    monkeypatch.setattr(config, "OPT", 0)
    snapshot = config.snapshot()
    assert snapshot["OPT"] == 0
    assert {"BOUNDSCHECK", "CPU_NAME", "CPU_FEATURES", "DUMP_IR", "DUMP_SSA", "DUMP_LLVM", "TIMINGS"} <= snapshot.keys()


def test_facts():
    assert config.MACHINE_BITS == 64
    assert config.NUMBA_DEFAULT_NUM_THREADS >= 1


def test_the_environment_is_read_at_import(fresh_python):
    code = "import coluber; print(coluber.config.DISABLE_JIT, coluber.njit(len.__class__ and (lambda: 7))())"
    assert fresh_python(code, NUMBA_DISABLE_JIT="1").split() == ["1", "7"]


def test_importing_the_package_loads_nothing(fresh_python):
    loaded = fresh_python("""
        import sys
        before = set(sys.modules)
        import coluber
        print(*sorted(set(sys.modules) - before))
    """).split()
    assert set(loaded) <= {"coluber", "__future__"}


def test_decorating_loads_little(fresh_python):
    loaded = fresh_python("""
        import sys
        import coluber
        @coluber.njit
        def f(x):
            return x
        print(*sorted(sys.modules))
    """).split()
    assert not {"numpy", "inspect", "typing", "dataclasses", "coluber.core.types", "coluber.core.errors"} & set(loaded)


@pytest.mark.parametrize("arcs", [False, True])
def test_lines_that_are_compiled_count_as_run(tmp_path, arcs):
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent(f"""
        import sys, types

        told = {{}}

        class Data:
            def measured_files(self):
                return {{__file__}}

            def has_arcs(self):
                return {arcs}

            def add_lines(self, found):
                told.setdefault("lines", []).append(found)

            def add_arcs(self, found):
                told.setdefault("arcs", []).append(found)

        measured = types.SimpleNamespace(get_data=Data)
        sys.modules["coverage"] = types.SimpleNamespace(Coverage=types.SimpleNamespace(current=lambda: measured))

        from coluber import njit

        @njit
        def callee(x):
            y = x + 1
            return y * 2

        @njit
        def f(x):
            return callee(x)

        @njit
        def never(x):
            return x

        f(3)
        f(1.5)
        print(told)
        """)
    )
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "NUMBA_JIT_COVERAGE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = ast.literal_eval(done.stdout)
    start = program.read_text().splitlines().index("def callee(x):") + 1
    body, call = [start + 1, start + 2], [start + 6]
    if not arcs:
        assert sorted(told["lines"], key=str) == [{str(program): body}, {str(program): call}]
        return
    starts = [set(found[str(program)][0]) for found in told["arcs"]]
    assert sorted(map(max, starts)) == [body[0], call[0]]
    assert (body[0], body[1]) in {arc for found in told["arcs"] for arc in found[str(program)]}
