"""States of random numbers outside of the threads': how they lie in memory, and methods that draw from them.

A method lends its state to the thread, whose random numbers the functions of a module draw, and takes it back after the call.
"""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType, ModuleType
    from typing import Any

# What is before the words in memory: how many have been given out, whether a number waits, its bits, and 1 for a seed.
_HEAD = 4
_WORDS = 624

# Numbers of 64 bits in the memory of a state.
SIZE = _HEAD + _WORDS // 2


def memory_of(words: Any, used: int, kept: float | None) -> Any:
    """Return the memory of a state with a seed.

    Parameters
    ----------
    words : sequence of int
        The 624 words of MT19937.
    used : int
        How many of them have been given out.
    kept : float or None
        The second of two normal numbers that were made together, if it waits.
    """
    memory = np.empty(SIZE, np.uint64)
    memory[:2] = used, kept is not None
    memory[2:3].view(np.float64)[0] = 0.0 if kept is None else kept
    memory[3] = 1
    memory[_HEAD:].view(np.uint32)[:] = words
    return memory


def words_of(memory: Any) -> tuple[Any, int, float | None]:
    """Return the words of a state, how many have been given out, and the number that waits."""
    kept = float(memory[2:3].view(np.float64)[0]) if memory[1] else None
    return memory[_HEAD:].view(np.uint32).copy(), int(memory[0]), kept


def lending(module: ModuleType, signature: str) -> FunctionType:
    """Return the method for a function of a module, given as its name with its parameters in parentheses."""
    name, _, rest = signature.partition("(")
    parameters = rest.removesuffix(")")
    given = [part.partition("=")[0] for part in parameters.split(", ") if part != "*"]
    named = parameters.partition("*, ")[2]
    passed = ", ".join(f"{part}={part}" if f"{part}=" in named else part for part in given)
    text = (
        f"def {name}(self, {parameters}):\n    self.exchange()\n    try:\n        return function({passed})\n"
        "    finally:\n        self.exchange()\n"
    )
    scope: dict[str, Any] = {"function": getattr(module, name), "__name__": __name__}
    exec(compile(text, f"<{module.__name__}: {name}>", "exec"), scope)
    scope[name].__doc__ = f"As ``{module.__name__}.{name}``."
    return scope[name]
