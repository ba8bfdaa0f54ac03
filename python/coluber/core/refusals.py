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

# The flag of a code object with `*args`.
_VARIADIC = 0x04

# How keys of methods begin whose first argument is the object itself, which is always right.
_METHOD = "generator."


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
        return f"{_name(key)}() misses the argument '{missing}'" if missing else _unknown(key, function, count, names)
    if function.__code__.co_flags & _VARIADIC:
        return _refused_item(key, function, positional)
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = [*zip(parameters, positional, strict=False), *named.items()]
    for name, ty in given[1:] if key.startswith(_METHOD) else given:
        for other in _others(ty):
            if _takes(function, [(known, other if known == name else old) for known, old in given], count):
                return f"{_name(key)}() does not take {ty} as its argument '{name}'; it takes {other}, for example"
    listed = ", ".join(f"'{name}': {ty}" for name, ty in given if name != "self")
    return f"{_name(key)}() does not take these arguments together: {listed}"


def _refused_item(key: str, function: OverloadFunction, positional: tuple[Type, ...]) -> str:
    """Return which argument a function of any number of them does not take."""
    for k, ty in enumerate(positional):
        for other in _others(ty):
            given = (*positional[:k], other, *positional[k + 1 :])
            if _takes(function, [("", known) for known in given], len(given)):
                return f"{_name(key)}() does not take {ty} as its argument {k}; it takes {other}, for example"
    return f"{_name(key)}() does not take these arguments together: {', '.join(map(str, positional))}"


def _name(key: str) -> str:
    return key.removeprefix("numpy.").removeprefix("array.").removeprefix(_METHOD)


def _unknown(key: str, function: OverloadFunction, count: int, names: tuple[str, ...]) -> str:
    """Return that there are too many arguments, or some of unknown names."""
    code = function.__code__
    own = 1 if key.startswith(_METHOD) else 0
    parameters = code.co_varnames[own : code.co_argcount + code.co_kwonlyargcount]
    unknown = [name for name in names if name not in parameters]
    if unknown:
        return f"{_name(key)}() got an unexpected keyword argument '{unknown[0]}'; it takes {', '.join(parameters)}"
    if count > code.co_argcount:
        return f"{_name(key)}() takes {code.co_argcount - own} positional arguments at most, but {count - own} were given"
    return ""


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
