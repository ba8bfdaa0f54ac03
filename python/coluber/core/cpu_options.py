"""Values of options as objects: what passes of programs find in the flags of a function."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["FastMathOptions", "InlineOptions", "ParallelOptions"]


class _OptionValue:
    """What has attributes, and is equal where they are."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.encode()})"

    def encode(self) -> str:
        """Return the attributes as text."""
        return ", ".join(f"{name}={value}" for name, value in sorted(vars(self).items()))


class ParallelOptions(_OptionValue):
    """What is divided among threads.

    Parameters
    ----------
    value : bool, dict or ParallelOptions
        The option ``parallel``: all or nothing, or whether by the names of constructs; all others are.

    Attributes
    ----------
    enabled : bool
        Whether anything is.
    comprehension, fusion, inplace_binop, numpy, prange, reduction, setitem, stencil : bool
        Whether such constructs are.
    """

    def __init__(self, value: Any) -> None:
        from coluber.core.options import PARALLEL_CONSTRUCTS, check_options

        if isinstance(value, ParallelOptions):
            vars(self).update(vars(value))
            return
        chosen = check_options({"parallel": value})["parallel"]
        named = chosen if isinstance(chosen, dict) else {}
        self.enabled = isinstance(chosen, dict) or bool(chosen)
        for construct in PARALLEL_CONSTRUCTS:
            setattr(self, construct, bool(named.get(construct, self.enabled)))

    def __bool__(self) -> bool:
        return self.enabled

    def as_option(self) -> Any:
        """Return what the option ``parallel`` is given."""
        return {name: value for name, value in vars(self).items() if name != "enabled"} if self.enabled else False


class FastMathOptions(_OptionValue):
    """Which rules of floating-point arithmetic are given up.

    Parameters
    ----------
    value : bool, set, dict or FastMathOptions
        The option ``fastmath``.

    Attributes
    ----------
    flags : set of str
        The flags of LLVM; ``fast`` is all of them.
    """

    def __init__(self, value: Any) -> None:
        from coluber.core.options import check_options

        if isinstance(value, FastMathOptions):
            value = value.flags
        chosen = check_options({"fastmath": value})["fastmath"]
        self.flags: set[str] = set(chosen) if isinstance(chosen, frozenset) else {"fast"} if chosen else set()

    def __bool__(self) -> bool:
        return bool(self.flags)

    def as_option(self) -> Any:
        """Return what the option ``fastmath`` is given."""
        return set(self.flags)


class InlineOptions(_OptionValue):
    """How calls of a function are inlined.

    Parameters
    ----------
    value : {'never', 'always'} or callable
        The option ``inline``.

    Attributes
    ----------
    value : str or callable
        The same.
    """

    def __init__(self, value: Any) -> None:
        from coluber.core import inlining

        inlining.check(value)
        self.value = value

    @property
    def is_never_inline(self) -> bool:
        """Whether the optimiser decides."""
        return self.value == "never"

    @property
    def is_always_inline(self) -> bool:
        """Whether all calls are."""
        return self.value == "always"

    @property
    def has_cost_model(self) -> bool:
        """Whether a callable decides."""
        return callable(self.value)
