"""Threads that compile and collect at once, and processes that fork meanwhile."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

from coluber import _native, njit


def make(number: int):
    """A new jitted function with arrays and a callee of its own."""
    namespace = {"np": np, "njit": njit}
    exec("@njit\ndef g(a):\n    return a + 1\n", namespace)
    exec(f"def f(n):\n    a = np.ones(n)\n    for k in range({number}):\n        a = g(a)\n    return a.sum()", namespace)
    return njit(namespace["f"])


def in_threads(work, count: int = 4) -> list[BaseException]:
    """Runs ``work(index)`` in threads; the exceptions that came out."""
    errors: list[BaseException] = []

    def guarded(index):
        try:
            work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(index,), daemon=True) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    return errors


def test_functions_are_compiled_and_collected_in_threads():
    before = _native.live_allocations()

    def work(index):
        for number in range(index, index + 8):
            assert make(number)(3) == 3 * (number + 1)

    assert in_threads(work) == []
    assert _native.live_allocations() == before


def test_threads_raise_at_once():
    @njit
    def f(n):
        a = np.ones(n)
        if n % 2:
            raise ValueError("odd", n)
        return a

    before = _native.live_allocations()

    def work(index):
        for n in range(200):
            if n % 2:
                with pytest.raises(ValueError, match="odd") as caught:
                    f(n)
                assert caught.value.args == ("odd", n)
            else:
                assert f(n).size == n

    assert in_threads(work) == []
    assert _native.live_allocations() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_of_fork_compiles():
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        os._exit(0 if make(2)(3) == 9 else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_child_of_fork_compiles_while_others_did():
    stop = threading.Event()

    def compile_on() -> None:
        while not stop.is_set():
            make(1)(3)

    threads = [threading.Thread(target=compile_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    ends = []
    for _ in range(8):
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(0 if make(2)(3) == 9 else 1)
        ends.append(os.waitpid(child, 0)[1])
    stop.set()
    for thread in threads:
        thread.join()
    assert ends == [0] * 8
