"""Functions of lists, dicts and strings."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

from benches.implementation import module, njit

COUNT = 1_000_000
ROUNDS = 5


@dataclass(frozen=True)
class ContainerCase:
    """A function and its arguments.

    Parameters
    ----------
    function : callable
        What is measured.
    make : callable
        Its arguments.
    small : callable
        Arguments of the same types, with which a call takes no time beside compilation.
    target : float
        The ratio to reach.
    against_python : bool
        Whether it is compared with the same function in CPython, and not with Numba.
    """

    function: Callable[..., Any]
    make: Callable[[], tuple[Any, ...]]
    small: Callable[[], tuple[Any, ...]]
    target: float
    against_python: bool = False


def dict_of_numbers(n):
    """Put numbers into a dict, and look them up."""
    d = {}
    for i in range(n):
        d[i * 7919] = i * 0.5
    total = 0.0
    for i in range(n):
        total += d[i * 7919]
    return total


def list_of_numbers(n):
    """Fill a list, read it and sort it."""
    numbers = []
    x = 12345
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        numbers.append(x)
    total = 0
    for i in range(n):
        total += numbers[i] * (i & 3)
    numbers.sort()
    return total + numbers[n // 2]


def in_and_out(numbers):
    """Change a list that Python passes."""
    numbers[0] += 1.0
    numbers.append(2.0)


def word_counts(text):
    """Count the words of a text."""
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return len(counts)


def built_text(n):
    """Build a text of lines."""
    text = ""
    for i in range(n):
        text += str(i % 1000) + ","
    return len(text)


def split_and_joined(text):
    """Split a text and join it with something else."""
    return len(";".join(text.split(" ")))


def _floats() -> tuple[Any, ...]:
    numbers = random.Random(1)
    return ([numbers.random() for _ in range(COUNT)],)


def _text() -> tuple[Any, ...]:
    numbers = random.Random(1)
    words = ["".join(numbers.choices("abcdefghij", k=numbers.randint(2, 9))) for _ in range(5000)]
    return (" ".join(numbers.choice(words) for _ in range(1_600_000)),)


def _count() -> tuple[Any, ...]:
    return (COUNT,)


def _few() -> tuple[Any, ...]:
    return (10,)


def _words() -> tuple[Any, ...]:
    return ("a b a",)


CASES = {
    "dict of int to float": ContainerCase(dict_of_numbers, _count, _few, 0.6),
    "list: append, index, sort": ContainerCase(list_of_numbers, _count, _few, 0.8),
    "list of floats in and out": ContainerCase(in_and_out, _floats, lambda: ([1.0, 2.0],), 0.3),
    "count the words of 10 MB": ContainerCase(word_counts, _text, _words, 0.3, True),
    "build a text": ContainerCase(built_text, _count, _few, 0.3, True),
    "split and join 10 MB": ContainerCase(split_and_joined, _text, _words, 0.3, True),
}


def measure(name: str) -> dict[str, float]:
    """Return the seconds of the first call, of a call, and of a call in CPython; of Numba only the first if it is no peer."""
    case = CASES[name]
    njit(lambda x: x + 1.0)(1.0)
    compiled = njit(case.function)
    if case.against_python and module.__name__ == "numba":
        # Numba can't run each of these.
        try:
            return {"first": _once(compiled, case.small())}
        except module.errors.NumbaError:
            return {}
    first = _once(compiled, case.small())
    found = {"first": first, "run": min(_once(compiled, case.make(), thread_time) for _ in range(ROUNDS))}
    if case.against_python:
        found["python"] = min(_once(case.function, case.make(), thread_time) for _ in range(3))
    return found


def _once(function: Callable[..., Any], arguments: tuple[Any, ...], clock: Callable[[], float] = perf_counter) -> float:
    """Return what a call takes; with the thread's own clock without the turns of other programs on its processor."""
    own = copy.deepcopy(arguments)
    start = clock()
    function(*own)
    return clock() - start
