"""Which argument of a call the library does not take.

Overload functions say no to a call as a whole. Here they are asked again, with one argument at a time of another type: where
one of them makes the difference, the error names it.
"""

from __future__ import annotations

from coluber.core import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from coluber.core.extending import OverloadFunction
    from coluber.core.types import Type

_SCALARS = (types.int64, types.float64, types.boolean, types.none)
_DTYPES = (types.int64, types.float64, types.complex128)
_MOST_AXES = 3


def describe(key: str, function: OverloadFunction, argtypes: tuple[Type, ...], names: tuple[str, ...]) -> str:
    """Return what is wrong with a call that an overload function refuses.

    Parameters
    ----------
    key : str
        What is called.
    function : function
        The overload function.
    argtypes : tuple of Type
        The types of the positional arguments, then of those passed by name.
    names : tuple of str
        The names of the latter.
    """
    from coluber.core.extending import bind

    count = len(argtypes) - len(names)
    positional, named = argtypes[:count], dict(zip(names, argtypes[count:], strict=True))
    if bind(function, positional, named) is None:
        missing = _missing(function, count, names)
        return f"{_name(key)}() misses the argument '{missing}'" if missing else ""
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = [*zip(parameters, positional, strict=False), *named.items()]
    for name, ty in given:
        for other in _others(ty):
            if _takes(function, [(known, other if known == name else old) for known, old in given], count):
                return f"{_name(key)}() does not take {ty} as its argument '{name}'; it takes {other}, for example"
    listed = ", ".join(f"'{name}': {ty}" for name, ty in given)
    return f"{_name(key)}() does not take these arguments together: {listed}"


def _name(key: str) -> str:
    return key.removeprefix("numpy.").removeprefix("array.")


def _missing(function: OverloadFunction, count: int, names: tuple[str, ...]) -> str | None:
    code = function.__code__
    required = code.co_varnames[: code.co_argcount - len(function.__defaults__ or ())]
    return next((name for name in required[count:] if name not in names), None)


def _takes(function: OverloadFunction, given: list[tuple[str, Type]], count: int) -> bool:
    from coluber.core.extending import bind

    bound = bind(function, tuple(ty for _, ty in given[:count]), dict(given[count:]))
    if bound is None:
        return False
    by_position, by_name = bound
    try:
        return function(*by_position, **by_name) is not None
    except Exception:
        # Whatever these types lead to in a function that was not asked about them.
        return False


def _others(ty: Any) -> Iterator[Type]:
    """Yield types that may be taken instead, those that are most like it first."""
    if isinstance(ty, types.Array):
        for ndim in range(_MOST_AXES + 1):
            if ndim != ty.ndim:
                yield types.Array(ty.dtype, ndim, "C")
        for ndim in dict.fromkeys((ty.ndim, *range(1, _MOST_AXES + 1))):
            yield from (types.Array(dtype, ndim, "C") for dtype in _DTYPES if dtype != ty.dtype)
    yield from (scalar for scalar in _SCALARS if scalar != ty)
    if not isinstance(ty, types.Array):
        yield from (types.Array(types.float64, ndim, "C") for ndim in range(1, _MOST_AXES + 1))
        yield types.UniTuple(types.int64, 2)
        yield types.unicode_type
