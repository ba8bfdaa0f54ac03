"""What no program should do: it may fail with an exception, and must not end the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

START = """
import gc, os, sys, threading, time, weakref
import numpy as np
from coluber import _native, cuda, njit

def outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__
"""

# Program, and what it prints.
PROGRAMS = {
    "a dispatcher of nothing": ("print(outcome(_native.Dispatcher))", "TypeError"),
    "a dispatcher without its constructor": ("print(outcome(object.__new__, _native.Dispatcher))", "TypeError"),
    "numbers that no type has": (
        "print(*(outcome(_native.type_info, n) for n in (-1, 10**9, 2**64)))",
        "OverflowError ValueError OverflowError",
    ),
    "parts that no type has": (
        "print(*(outcome(_native.type_make, *a) for a in ((), ('x',), ('array',), ('int', 7, True), ('optional', 10**9))))",
        "TypeError TypeError IndexError ValueError ValueError",
    ),
    "texts of what is not there": (
        "f = njit(lambda x: x); f(1)\n"
        "for name in ('_llvm', '_asm', '_typed_ir', '_kernel_needs'):\n"
        "    print(outcome(getattr(f, name), 10**9), outcome(getattr(f, name), -1), outcome(getattr(f, name)))",
        "IndexError OverflowError IndexError\n" * 4,
    ),
    "a launch of what is no kernel": (
        "f = njit(lambda x: x)\nblock = (1, 1, 1)\n"
        "print(*(outcome(_native.Launch, k, grid, block, 0, 0) for k, grid in ((1, block), (f, block), (f, (1,)))))",
        "TypeError TypeError ValueError",
    ),
    "very deep tuples": (
        "t = ()\nfor _ in range(100_000): t = (t,)\nprint(outcome(njit(lambda x: 1), t))",
        "RecursionError",
    ),
    "very long tuples": ("print(njit(lambda x: len(x))(tuple(range(20_000))))", "20000"),
    "very many arguments": (
        "names = ', '.join(f'a{k}' for k in range(300))\n"
        "exec(f'def f({names}): return a0 + a299')\n"
        "print(njit(f)(*range(300)))",
        "299",
    ),
    "strides of zero": (
        "from numpy.lib.stride_tricks import as_strided\n"
        "f = njit(lambda a: a.sum())\n"
        "print(f(as_strided(np.ones(1), (100_000,), (0,))), f(np.ones((0, 5))), f(np.ones((1,) * 32)))",
        "100000.0 0.0 1.0",
    ),
    "arrays that are not aligned": (
        "a = np.zeros(81, np.uint8)[1:].view(np.float64)\na[:] = 2\nf = njit(lambda a: a.sum())\n"
        "print(f(a), outcome(f, np.ones(3, '>f8')))",
        "20.0 TypingError",
    ),
    "arrays of other classes": (
        "f = njit(lambda a: a.sum())\n"
        "records = np.rec.array([(1, 2.0)], dtype=[('a', int), ('b', float)])\n"
        "print(*(outcome(f, a) for a in (np.ma.array([1.0]), records, np.array(['a']), np.array([None]))))",
        "TypingError TypingError TypingError TypingError",
    ),
    "an array that is resized while it is used": (
        "@njit(nogil=True)\n"
        "def f(a):\n"
        "    s = 0.0\n"
        "    for k in range(300):\n"
        "        for i in range(a.size):\n"
        "            s += a[i]\n"
        "    return s\n"
        "a = np.ones(100_000)\n"
        "t = threading.Thread(target=f, args=(a,)); t.start()\n"
        "print(outcome(a.resize, 10)); t.join()",
        "ValueError",
    ),
    "a collection at every allocation": (
        "gc.set_threshold(1)\nf = njit(lambda a, b: (a + b, (a * b, a)))\n"
        "for _ in range(200): f(np.ones(3), np.ones(3))\nprint('done')",
        "done",
    ),
    "cycles of references": (
        "def make():\n    f = njit(lambda x: x + 1); f.me = f; f(1); return weakref.ref(f)\n"
        "found = [make() for _ in range(20)]; gc.collect(); print(sum(f() is None for f in found))",
        "20",
    ),
    "an argument that lies about being a device array": (
        "class Liar: _view = {}\n"
        "class Raises:\n    @property\n    def _view(self): raise KeyError\n"
        "k = cuda.jit(lambda a: None)[1, 1]\nprint(outcome(k, Liar()), outcome(k, Raises()), outcome(k, object()))\n"
        "kind = type(cuda.to_device(np.ones(2)))\nempty = object.__new__(kind)\nprint(outcome(k, empty))\n"
        "empty._array = {}\nprint(outcome(k, empty), outcome(k, (1, empty)))",
        "TypingError TypingError TypingError\nAttributeError\nTypeError TypeError",
    ),
    "the end of the interpreter during a launch": (
        "@cuda.jit\n"
        "def k(a):\n"
        "    i = cuda.grid(1)\n"
        "    s = 0.0\n"
        "    for j in range(1_000_000):\n"
        "        s += j * a[i]\n"
        "    a[i] = s\n"
        "threading.Thread(target=lambda: k[64, 32](np.ones(2048)), daemon=True).start()\n"
        "time.sleep(0.2); print('end')",
        "end",
    ),
    "a launch in the child of a fork": (
        "@cuda.jit\n"
        "def k(a):\n"
        "    i = cuda.grid(1)\n"
        "    s = 0.0\n"
        "    for j in range(10_000):\n"
        "        s += a[i] * j\n"
        "    a[i] = s\n"
        "k[64, 64](np.ones(4096))\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    k[64, 64](np.ones(4096)); os._exit(7)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))",
        "7",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    program, expected = PROGRAMS[name]
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-W", "ignore", "-c", START + program],
        env={**os.environ, "COLUBER_CUDA": "emulator"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == expected.strip()
