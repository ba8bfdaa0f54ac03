"""The measuring process: answers requests of :mod:`benches.protocol` with times."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import Any

import numpy as np

from benches import calls, native
from benches.kernels import KERNELS, Kernel
from benches.protocol import serve

PAGE = 4096
SAMPLE_SECONDS = 2e-3
PROCESSORS = sorted(os.sched_getaffinity(0))


class Prepared:
    """A kernel with its arguments, and the number of calls that take a measurable time."""

    def __init__(self, case: Kernel, library: native.Library | None) -> None:
        self._case = case
        self._library = library
        self._arguments = placed(case.make())
        self._runs = self._bind(self._arguments)
        self._number = 1
        self.time()
        if not case.mutates:
            self._number = max(1, round(SAMPLE_SECONDS / min(self.time() for _ in range(3))))

    def outcome(self) -> list[np.ndarray]:
        """Results and arguments after one call on fresh arguments."""
        arguments = placed(self._case.make())
        result = self._bind(arguments)(1)
        results = result if isinstance(result, tuple) else () if result is None else (result,)
        return [np.asarray(value) for value in (*results, *arguments)]

    def time(self) -> float:
        """Seconds a call: the thread's own, without the turns of other programs on its processor."""
        runs = self._bind(placed(self._arguments)) if self._case.mutates else self._runs
        start = thread_time()
        runs(self._number)
        return (thread_time() - start) / self._number

    def _bind(self, arguments: tuple[Any, ...]) -> Callable[[int], Any]:
        if self._library is not None:
            return self._library.bind(str(self._case.c_name), arguments)
        return partial(_repeated, self._case.function, arguments)


def _repeated(function: Callable[..., Any], arguments: tuple[Any, ...], times: int) -> Any:
    result = None
    for _ in range(times):
        result = function(*arguments)
    return result


class KernelTimer:
    """Answers requests about kernels, compiled from Python or from C."""

    def __init__(self) -> None:
        self._library: native.Library | None = None
        self._prepared: dict[tuple[str, bool], Prepared] = {}

    def load_c(self, path: str) -> None:
        """Open the C library."""
        self._library = native.Library.load(path)

    def run(self, kernel: str, path: str, in_c: bool) -> None:
        """Call the kernel once, and keep its result and arguments in a file."""
        np.savez(path, *self._prepare(kernel, in_c).outcome())

    def compare(self, kernel: str, path: str, in_c: bool) -> bool:
        """Whether the kernel's result and arguments equal those in the file."""
        with np.load(path) as saved:
            expected = [saved[name] for name in saved.files]
        found = self._prepare(kernel, in_c).outcome()
        tolerance = KERNELS[kernel].tolerance
        return len(found) == len(expected) and all(
            a.shape == b.shape and np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
            for a, b in zip(found, expected, strict=True)
        )

    def time(self, kernel: str, blocks: int, turn: int, in_c: bool) -> float:
        """Seconds a call, of the best of some blocks of enough calls to be measurable.

        Both sides of a comparison run on the same processor in each turn, and on the next one in the next.
        """
        prepared = self._prepare(kernel, in_c)
        os.sched_setaffinity(0, {PROCESSORS[turn % len(PROCESSORS)]})
        return min(prepared.time() for _ in range(blocks))

    def _prepare(self, kernel: str, in_c: bool) -> Prepared:
        key = (kernel, in_c)
        if key not in self._prepared:
            self._prepared[key] = Prepared(KERNELS[kernel], self._library if in_c else None)
        return self._prepared[key]


def placed(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copies of the arguments, with arrays at the same offsets in a page in every process.

    Where arrays lie relative to each other decides whether loads wait for unrelated stores, which changes the time of a
    small loop by half.
    """
    return tuple(_placed_array(a, 64 * (1 + 5 * i)) if isinstance(a, np.ndarray) else a for i, a in enumerate(arguments))


def _placed_array(array: np.ndarray, offset: int) -> np.ndarray:
    memory = np.empty(array.nbytes + 2 * PAGE, np.uint8)
    start = -memory.ctypes.data % PAGE + offset
    copy = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def list_kernels() -> list[dict[str, Any]]:
    """Name and properties of each kernel."""
    return [{"name": k.name, "c_name": k.c_name, "extra": k.extra} for k in KERNELS.values()]


def main() -> None:
    """Answer on what was standard output; whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    timer = KernelTimer()
    serve(
        {
            "kernels": list_kernels,
            "load_c": timer.load_c,
            "run": timer.run,
            "compare": timer.compare,
            "time": timer.time,
            "calls": calls.names,
            "call_overhead": calls.measure,
        },
        sys.stdin,
        answers,
    )


if __name__ == "__main__":
    main()
