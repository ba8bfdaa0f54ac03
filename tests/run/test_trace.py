"""What the compiler tells of the time that it takes: traces for viewers, and a line on terminals."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

PROGRAM = """
from coluber import cuda, njit

@njit
def inner(x):
    return x + 1

@njit
def outer(x):
    return inner(x) * 2

@cuda.jit
def kernel(a):
    a[0] = 1

if __name__ == "__main__":
    import multiprocessing
    import numpy as np
    outer(1)
    kernel[1, 1](np.zeros(1))
    with multiprocessing.get_context(METHOD).Pool(1) as pool:
        print(pool.map(outer, [1.5]))
"""


def events(tmp_path, method):
    script, trace = tmp_path / "program.py", tmp_path / "trace.json"
    script.write_text(PROGRAM.replace("METHOD", repr(method)))
    trace.write_text("of an earlier run")
    environment = {**os.environ, "NUMBA_CHROME_TRACE": str(trace), "COLUBER_OBJECT_CACHE": "0"}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment, timeout=120)
    assert done.stdout == "[5.0]\n", done.stderr
    return json.loads(trace.read_text())


def check(found):
    processes = {event["pid"] for event in found}
    assert len(processes) == 2
    # The second time its code is made for the other process, which then compiles for a number of another type.
    whole = [event for event in found if event["name"] == "compilation"]
    assert [event["args"]["function"] for event in whole] == ["outer", "kernel", "outer", "outer"]
    stages = {event["name"] for event in found if event["args"]["function"] == "outer"}
    assert stages == {"compilation", "inference", "passes", "LLVM IR", "optimisation", "machine code", "linking"}
    for event in found:
        around = [w for w in whole if w["pid"] == event["pid"]]
        # A millisecond for the clocks: one is the system's, the other one does not jump.
        assert any(w["ts"] - 1e3 <= event["ts"] and event["ts"] + event["dur"] <= w["ts"] + w["dur"] + 1e3 for w in around)


def test_a_trace_of_two_processes(tmp_path):
    check(events(tmp_path, "spawn"))
    check(events(tmp_path, "fork"))


def on_a_terminal(code, **variables):
    """Return what a program writes to standard error, which is a terminal."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", **variables}
    process = subprocess.Popen([sys.executable, "-c", code], stderr=follower, stdout=subprocess.DEVNULL, env=environment)
    os.close(follower)
    parts = []
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    os.close(leader)
    assert process.wait(timeout=100) == 0, parts
    return b"".join(parts).decode()


LONG = "from coluber import njit\nnjit(lambda a: sorted(a))([3, 1, 2])\n"


def test_a_long_compilation_is_shown_on_a_terminal():
    assert "compiling <lambda>: 0." in on_a_terminal(LONG, COLUBER_PROGRESS="0.001")
    assert on_a_terminal(LONG) == ""
    assert on_a_terminal(LONG, COLUBER_PROGRESS="0") == ""


def test_a_trace_that_cannot_be_written(tmp_path):
    code = "from coluber import njit; f = njit(lambda x: x + 1); print(f(1) + f(1.5))"
    environment = {**os.environ, "NUMBA_CHROME_TRACE": str(tmp_path / "missing" / "trace.json")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "4.5\n", done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"coluber: can't write {tmp_path / 'missing' / 'trace.json'}: No such file")
