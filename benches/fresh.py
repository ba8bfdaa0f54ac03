"""``python -m benches.fresh WHAT ...``: one measurement that needs a process of its own, printed as JSON."""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter
from typing import Any


def time_import(module: str, name: str = "") -> float:
    """Seconds of ``import module``, or of ``from module import name``."""
    start = perf_counter()
    imported = __import__(module)
    if name:
        getattr(imported, name)
    return perf_counter() - start


def first_call(case: str) -> dict[str, Any]:
    """Seconds of the first call in the process, and the process's memory after it."""
    from benches.compile_cases import COMPILE_CASES

    return {"seconds": _time_first_call(COMPILE_CASES[case]), **_memory()}


def warm_calls() -> dict[str, float]:
    """Seconds of each function's first call, after another function was compiled."""
    from benches.compile_cases import COMPILE_CASES
    from benches.implementation import njit

    njit(lambda x: x + 1.0)(1.0)
    return {name: _time_first_call(case) for name, case in COMPILE_CASES.items()}


def kernel(case: str, size: str, simulated: str) -> dict[str, float]:
    """Seconds of a launch of a CUDA kernel, on the emulator or in a simulator."""
    from benches.emulated import time_kernel

    return time_kernel(case, int(size), bool(simulated))


def parallel(case: str, size: str) -> dict[str, float]:
    """Seconds of the same algorithm as a parallel function."""
    from benches.emulated import time_parallel

    return time_parallel(case, int(size))


def first_launch(case: str, size: str) -> dict[str, float]:
    """Seconds of the first launch of the process, and with the import of the package."""
    from benches.emulated import time_first_launch

    return time_first_launch(case, int(size))


def compile_ptx(case: str, size: str) -> dict[str, float]:
    """Seconds of the first compilation of the process to PTX, and with the import of the package."""
    from benches.emulated import time_compile_ptx

    return time_compile_ptx(case, int(size))


def empty_launch() -> dict[str, float]:
    """Seconds of a launch of a kernel that does nothing."""
    from benches.emulated import time_empty_launch

    return time_empty_launch()


def library(names: str) -> dict[str, Any]:
    """Seconds of first and later calls of functions of the NumPy library."""
    from benches.library_cases import measure

    return measure(json.loads(names))


def threads(case: str) -> dict[str, float]:
    """Seconds of a function with parallel loops: first call, with two threads, with one."""
    from benches.parallel_cases import measure

    return measure(case)


def containers(case: str) -> dict[str, float]:
    """Seconds of a function of lists, dicts or strings: first call, later calls, CPython."""
    from benches.container_cases import measure

    return measure(case)


def typed(case: str) -> dict[str, float]:
    """Seconds of what Python does with a typed container."""
    from benches.typed_cases import measure

    return measure(case)


def program(name: str) -> dict[str, float]:
    """Seconds of a complete program: first run, a later one, and CPython's."""
    from benches.program_cases import measure

    return measure(name)


def cached(folder: str) -> dict[str, float]:
    """Seconds of the first calls of ten functions whose code is in a folder, and with the import of the package."""
    os.environ["NUMBA_CACHE_DIR"] = folder
    import numpy  # noqa: F401

    start = perf_counter()
    from benches.porting_cases import call_cached

    imported = perf_counter()
    call_cached()
    end = perf_counter()
    return {"calls": end - imported, "whole": end - start}


def porting(name: str) -> dict[str, float]:
    """Seconds of object mode and its peer, or of a first call with an extension."""
    from benches.porting_cases import CASES

    return CASES[name]()


def elementwise() -> dict[str, Any]:
    """Seconds of elementary functions over arrays, of matrix products and of a call of a ufunc."""
    from benches.elementwise import measure

    return measure()


def _time_first_call(case: Any) -> float:
    arguments = case.make()
    start = perf_counter()
    case.function(*arguments)
    return perf_counter() - start


def _memory() -> dict[str, float]:
    """Resident memory of this process and its peak, in MiB."""
    with open("/proc/self/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return {key: int(fields[key].split()[0]) / 1024 for key in ("VmRSS", "VmHWM")}


def main() -> None:
    """Measure, with everything else that is printed sent to standard error."""
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    what, *arguments = sys.argv[1:]
    operations: dict[str, Any] = {
        "import": time_import,
        "first_call": first_call,
        "warm_calls": warm_calls,
        "kernel": kernel,
        "parallel": parallel,
        "first_launch": first_launch,
        "compile_ptx": compile_ptx,
        "empty_launch": empty_launch,
        "library": library,
        "threads": threads,
        "containers": containers,
        "typed": typed,
        "program": program,
        "cached": cached,
        "porting": porting,
        "elementwise": elementwise,
    }
    json.dump(operations[what](*arguments), answer)
    answer.close()


if __name__ == "__main__":
    main()
