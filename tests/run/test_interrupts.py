"""Ctrl-C stops long loops of compiled code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

PARALLEL = {"parallel", "uneven"}

LOOPS = {
    "parallel": """
    s = 0
    for i in prange(10**15 * n):
        s ^= i * i % 7
    return s""",
    "uneven": """
    s = 0
    for i in prange(4 * n):
        k = 0
        while i == 3 and k >= 0:
            k = (k * 5 + 1) % 1000
        s += k
    return s""",
    "while": """
    x = n
    while x != 0:
        x = x * 3 % 1000003 + 1
    return x""",
    "counted": """
    s = 0
    for i in range(10**15 * n):
        s ^= i * i % 7
    return s""",
    "called": """
    s = 0
    for i in range(10**15 * n):
        s += inner(i % 3)
    return s""",
    "constant": """
    s = 0
    for i in range(n, 10**15):
        for j in range(n, 30):
            s ^= i * j % 7
    return s""",
    "nested": """
    s = 0.0
    for i in range(10**9 * n):
        for j in range(n, 1000):
            s += i * j % 7.5
    return s""",
    "containers": """
    d = {}
    for i in range(10**12 * n):
        d[i % 100] = i
    return len(d)""",
    "calls": """
    s = 0
    while s >= 0:
        s = s + inner(n) - s
    return s""",
    "side by side": """
    s = 0.0
    for i in range(100 * n):
        x = 1.0
        while x > 0:
            x = x * 0.5 + i
        s += x
    return s""",
    "recursion": """
    return fib(n + 80)""",
    "slow calls": """
    s, a = 0.0, np.ones(10**7)
    for i in range(10**9 * n):
        s += walk(a)
    return s""",
    "slow elements": """
    s, a = 0.0, np.ones(10**6)
    for i in range(10**9 * n):
        s += (np.sin(a) ** 1.5)[i % 7]
    return s""",
    "sleep": """
    time.sleep(1000 * n)
    return 0""",
    "products": """
    s, a = 0.0, np.ones((300, 300))
    for i in range(10**9 * n):
        s += (a @ a)[0, 0]
    return s""",
    "handler": """
    x = n
    while x != 0:
        try:
            x = x % 7 + 1 // n
        except ZeroDivisionError:
            x = 1
    return x""",
}

PROGRAM = """
import signal
import time
import numpy as np
from coluber import njit, prange

# A process that a shell has put into the background begins with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

@njit
def inner(n):
    s = n
    for k in range(50):
        s += len(str(k + n))
    return s

@njit
def walk(a):
    s = 0.0
    for x in a:
        s += x
    return s

@njit
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@njit(parallel={parallel})
def f(n):
    {loop}

f.compile("(i8,)")
print("ready", flush=True)
try:
    f(1)
except KeyboardInterrupt:
    # A second one would come here.
    for _ in range(100000):
        pass
    print("stopped", flush=True)
"""


# What a function prints before the interrupt arrives, or instead of it.
HANDLED = {
    "finally": """
    try:
        for i in range(10**15 * n):
            n ^= i * i % 7
    finally:
        print("cleared")
    return n""",
    "except": """
    try:
        while n != 0:
            n = n * 3 % 1000003 + 1
    except KeyboardInterrupt:
        print("cleared")
        raise
    return n""",
    "with": """
    with noted():
        for i in range(10**15 * n):
            n ^= i * i % 7
    return n""",
    "items": """
    l = [n]
    try:
        for i in range(10**15 * n):
            l[0] += i
    finally:
        print("cleared")
    return n""",
}

HANDLED_PROGRAM = """
import signal
from contextlib import contextmanager
from coluber import njit

signal.signal(signal.SIGINT, signal.default_int_handler)

@contextmanager
def noted():
    try:
        yield 1
    finally:
        print("cleared")

@njit
def f(n):
    {loop}

f.compile("(i8,)")
print("ready", flush=True)
try:
    f(1)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""

KERNELS = {
    "while": """
    x = a[i]
    while x != 0:
        x = x * 3 % 1000003 + 1
    a[i] = x""",
    "counted": """
    s = 0
    for k in range(10**15):
        s ^= (k ^ i) * k % 7
    a[i] = s""",
    "blocks": """
    s = 0
    for k in range(10000):
        s += (k ^ i) % 7
    a[i % 32] = s""",
}

KERNEL_PROGRAM = """
import signal
import numpy as np
from coluber import cuda

signal.signal(signal.SIGINT, signal.default_int_handler)

@cuda.jit
def kernel(a):
    i = cuda.grid(1)
    {loop}

print("ready", flush=True)
try:
    kernel[{blocks}, 32](np.ones(64, np.int64))
except KeyboardInterrupt as error:
    assert error.args == ()
    for _ in range(100000):
        pass
    print("stopped", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("name", LOOPS)
def test_a_signal_stops_a_loop(name):
    _interrupt(PROGRAM.format(loop=LOOPS[name], parallel=name in PARALLEL), seconds=0.3)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("name", HANDLED)
def test_handlers_see_the_interrupt(name):
    _interrupt(HANDLED_PROGRAM.format(loop=HANDLED[name]), seconds=0.3, printed="cleared\nstopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("name", KERNELS)
def test_a_signal_stops_a_kernel_on_the_emulator(name, monkeypatch):
    monkeypatch.setenv("COLUBER_CUDA", "emulator")
    _interrupt(KERNEL_PROGRAM.format(loop=KERNELS[name], blocks=10**7 if name == "blocks" else 2), seconds=1.0)


def _interrupt(program, seconds, printed="stopped\n"):
    """Send the signal so long after the program has said that it is ready; a kernel is compiled after that."""
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(seconds)
        assert child.poll() is None, "the loop has ended by itself"
        begin = time.perf_counter()
        os.kill(child.pid, signal.SIGINT)
        assert child.communicate(timeout=10)[0] == printed
        assert time.perf_counter() - begin < 1.0
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_handlers_of_programs_run(fresh_python):
    text = """
    import os, signal, threading
    from coluber import njit

    seen = []
    signal.signal(signal.SIGINT, lambda *_: seen.append(1))

    @njit
    def f(n):
        x = n
        for _ in range(40_000_000):
            while x % 2 == 0:
                x = x // 2 + 1
            x = x * 3 % 1000003 + 1
        return x

    wanted = f(1)
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert f(1) == wanted
    while not seen:
        pass
    print("went on")
    """
    assert fresh_python(text) == "went on\n"
