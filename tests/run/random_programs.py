"""What tests of random programs have in common: making a function of lines, and comparing results and allocations."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import Any

from coluber import _native, njit


def function_of(lines: list[str], parameters: str, **names: Any) -> tuple[Callable[..., Any], str]:
    """Return a function with these lines and globals, and its text."""
    text = "\n".join(lines)
    exec(f"def f({parameters}):\n" + "\n".join("    " + line for line in lines), names)
    return names["f"], text


def check_allocations(
    function: Callable[..., Any], text: str, outcome: Callable[[Callable[..., Any], int], Any], values: Iterable[int]
) -> None:
    """Check that the outcomes are those of the interpreter, and that each call gives back what it has allocated."""
    compiled = njit(function)
    gc.collect()
    before = _native.live_allocations()
    for k in values:
        assert outcome(compiled, k) == outcome(function, k), text
        gc.collect()
        assert _native.live_allocations() == before, text
