"""What debuggers are told of functions with ``debug=True``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from coluber import njit

needs_gdb = pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")


def weighted(values, factor):
    total = 0.0
    for value in values:
        total += value * factor
    return total


FIRST_LINE = weighted.__code__.co_firstlineno


def llvm(function):
    """The LLVM IR of a function's only specialisation."""
    (text,) = function.inspect_llvm().values()
    return text


def lines_of(text, scope):
    """The lines of the instructions of a function, by the name in its subprogram."""
    (subprogram,) = re.findall(rf'(!\d+) = distinct !DISubprogram\(name: "{scope}"', text)
    places = re.findall(rf"!DILocation\(line: (\d+), column: (\d+), scope: {subprogram}\b", text)
    return {int(line) - FIRST_LINE: int(column) for line, column in places}


def test_instructions_have_lines_and_columns():
    function = njit(debug=True)(weighted)
    assert function(np.ones(4), 2.0) == 8.0
    text = llvm(function)
    path = Path(__file__)
    assert f'!DIFile(filename: "{path.name}", directory: "{path.parent}")' in text
    assert re.search(rf'!DISubprogram\(name: "weighted", .*line: {FIRST_LINE},', text)
    lines = lines_of(text, "weighted")
    assert {1, 2, 3, 4} <= set(lines)
    assert all(0 <= line <= 4 and column > 0 for line, column in lines.items())


def test_variables_and_their_types():
    @njit(debug=True)
    def function(flag, count, x):
        small = x > 1.0
        again = small
        result = count
        result = x
        return result if flag or again else 0.0

    assert function(True, 3, 2.5) == 2.5
    text = llvm(function)
    variables = re.findall(r'!DILocalVariable\(name: "([^"]+)", (arg: \d+)?', text)
    assert variables == [
        ("flag", "arg: 1"),
        ("count", "arg: 2"),
        ("x", "arg: 3"),
        ("small", ""),
        ("again", ""),
        ("result", ""),
        ("result (float64)", ""),
    ]
    types = dict(re.findall(r'!DIBasicType\(name: "(\w+)", size: \d+, encoding: DW_ATE_(\w+)\)', text))
    assert types == {"bool": "boolean", "int64": "signed", "float64": "float"}


def test_functions_that_are_not_debugged_have_none_of_it():
    function = njit(weighted)
    function(np.ones(4), 2.0)
    assert "!dbg" not in llvm(function)
    assert "!DI" not in llvm(function)


def test_only_the_functions_with_the_option_are_left_unoptimised():
    inner = njit(debug=True)(weighted)

    @njit
    def caller(values):
        return inner(values, 2.0)

    assert caller(np.ones(4)) == 8.0
    text = llvm(caller)
    assert text.count("distinct !DISubprogram") == 1
    assert re.search(r"attributes #\d+ = {[^}]* optnone ", text)


def test_optimised_code_keeps_its_lines():
    function = njit(debug=True, _dbg_optnone=False)(weighted)
    assert function(np.ones(4), 2.0) == 8.0
    text = llvm(function)
    assert "optnone" not in text
    assert 3 in lines_of(text, "weighted")


def test_default_of_the_option(fresh_python):
    code = """
        from coluber import njit

        @njit
        def function(x):
            return x + 1

        function(1)
        (text,) = function.inspect_llvm().values()
        print("subprogram" if "!DISubprogram" in text else "nothing")
    """
    assert fresh_python(code) == "nothing\n"
    assert fresh_python(code, NUMBA_DEBUGINFO="1") == "subprogram\n"


def test_results_are_the_same():
    @njit(debug=True)
    def function(n):
        low, high = 0, 1
        kind = None
        text = "odd"
        pair = (low, 1.5)
        for k in range(n):
            low, high = high, low + high
            try:
                if k % 3 == 2:
                    raise ValueError("third")
                kind = k
            except ValueError:
                text = "third"
        return low, kind, text, pair

    assert function(10) == function.py_func(10)


PROGRAM = """\
from coluber import njit

@njit(debug=True)
def inner(a, n):
    total = 0.0
    for i in range(n):
        x = a * i
        total += x
    return total

@njit(debug=True)
def outer(a):
    k = 3
    result = inner(a, k)
    return result

print(outer(1.5))
"""


def debug(folder, *commands):
    """Run the program in gdb and return what it says."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    script = ["set breakpoint pending on", "set filename-display absolute", *commands]
    arguments = [word for command in script for word in ("-ex", command)]
    return said_by("gdb", "-nx", "-q", "-batch", *arguments, "--args", sys.executable, str(program))


def said_by(*command):
    """Return what a command says in which gdb runs."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    output = done.stdout + done.stderr
    if "ptrace" in output:
        pytest.skip("gdb may not trace processes here")
    return output


@needs_gdb
def test_gdb_stops_at_a_line_and_shows_where_it_is(tmp_path):
    output = debug(tmp_path, "break program.py:8 if i == 2", "run", "bt 2", "info locals", "info args")
    path = re.escape(str(tmp_path / "program.py"))
    assert re.search(rf"#0 +inner \(a=1.5, n=3\) at {path}:8\n", output), output
    assert re.search(rf"#1 +\w+ in outer \(a=1.5\) at {path}:14\n", output), output
    wanted = textwrap.dedent("""
        total = 1.5
        i = 2
        x = 3
        a = 1.5
        n = 3
    """)
    assert wanted in output


@needs_gdb
def test_gdb_stops_at_a_function_and_steps(tmp_path):
    output = debug(tmp_path, "break inner", "run", "bt 1", "next", "next", "next", "print x", "finish", "bt 1")
    path = re.escape(str(tmp_path / "program.py"))
    assert re.search(rf"#0 +inner \(a=1.5, n=3\) at {path}:5\n", output), output
    assert re.search(r"^8\s+total \+= x$", output, re.MULTILINE), output
    assert "$1 = 0\n" in output
    assert re.search(rf"#0 +\w+ in outer \(a=1.5\) at {path}:14\n", output), output


ATTACHING = """
from coluber import gdb, gdb_breakpoint, gdb_init, njit

QUIT = ("-ex", "set confirm off", "-ex", "quit")

@njit(debug=True)
def stopped(a):
    b = a + 1
    gdb("-ex", "bt 3", "-ex", "up 2", "-ex", "info locals", *QUIT)
    return b * 2

@njit(debug=True)
def counted(n):
    gdb_init("-ex", "bt 3", "-ex", "continue", *QUIT)
    total = 0
    for i in range(n):
        total += i
        if i % 2:
            gdb_breakpoint()
    return total

print(f"result {stopped(5)}")
print(f"result {counted(5)}")
"""


def attached(folder, text):
    """Run a program that starts gdb and return what both say."""
    program = folder / "program.py"
    program.write_text(text)
    return said_by(sys.executable, str(program))


@needs_gdb
def test_compiled_code_starts_gdb(tmp_path):
    output = attached(tmp_path, ATTACHING)
    assert re.search(r"in stopped \(a=5\) at .*program.py:9", output), output
    assert "b = 6" in output
    assert len(re.findall(r"in counted \(n=5\) at .*program.py:19", output)) == 1
    assert output.count("\nBreakpoint 1, ") == 3
    # Both processes write to the same place.
    assert re.findall(r"result (\d+)", output) == ["12", "10"]


def test_gdb_that_is_missing(monkeypatch):
    from coluber import config, errors, gdb, gdb_breakpoint, gdb_init, njit

    @njit
    def passed():
        gdb_breakpoint()
        return 3

    assert passed() == 3
    gdb_breakpoint()
    monkeypatch.setattr(config, "GDB_BINARY", "/nowhere/gdb")
    for function in (gdb_init, njit(lambda: gdb()), njit(lambda: gdb_init("-ex", "c"))):
        with pytest.raises(RuntimeError, match="Is gdb present"):
            function()
    monkeypatch.setattr(config, "GDB_BINARY", sys.executable)
    with pytest.raises(errors.TypingError, match="are texts"):
        njit(lambda x: gdb(x))(1)


def test_the_command_line_tells_of_gdb():
    for option in ("-g", "--gdbinfo"):
        done = subprocess.run([sys.executable, "-m", "coluber", option], capture_output=True, text=True, check=True)
        assert "Binary location" in done.stdout
