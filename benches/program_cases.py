"""The complete programs of ``examples/programs``, with how much each does."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from types import ModuleType

PROGRAMS = Path(__file__).parents[1] / "examples" / "programs"

# So much that CPython takes some tenths of a second.
SIZES = {
    "dijkstra": 1000,
    "evaluator": 10_000,
    "json_parser": 2000,
    "life": 60,
    "lru_cache": 100_000,
    "matrix": 30,
    "queens": 8,
    "regex": 200,
    "text_statistics": 60_000,
    "tokenizer": 200,
}

# In each round the compiled program runs several times and CPython's once, so that what else the machine does meets both.
ROUNDS = 5
RUNS = 3


def measure(name: str) -> dict[str, float]:
    """Return the seconds of the first run, and the medians of later ones and of those in CPython."""
    compiled, plain = _load(name, True), _load(name, False)
    size = SIZES[name]
    first = _seconds(compiled, size, perf_counter)
    runs, python = [], []
    for _ in range(ROUNDS):
        runs += [_seconds(compiled, size, thread_time) for _ in range(RUNS)]
        python.append(_seconds(plain, size, thread_time))
    return {"first": first, "run": median(runs), "python": median(python)}


def _seconds(program: ModuleType, size: int, clock: Callable[[], float]) -> float:
    """Return what a run takes; with the thread's own clock without the turns of other programs on its processor."""
    start = clock()
    program.main(size)
    return clock() - start


def _load(name: str, compiled: bool) -> ModuleType:
    from coluber import config

    spec = spec_from_file_location(f"{name}_{compiled}", PROGRAMS / f"{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = module_from_spec(spec)
    config.DISABLE_JIT = 0 if compiled else 1
    spec.loader.exec_module(module)
    config.DISABLE_JIT = 0
    return module
