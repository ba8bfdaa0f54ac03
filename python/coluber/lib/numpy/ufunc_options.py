"""The arguments of all ufuncs, for those that the library implements: ``out``, ``where``, ``dtype``, ``casting``, ``order``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_name, dtype_type, is_array, is_integer, is_none, literal_str, numpy_class, refuse
from coluber.lib.numpy.options import is_everywhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

    Overload = Callable[..., FunctionType | None]
    Results = Callable[..., tuple[Type, ...]]

_RULES = ("no", "equiv", "safe", "same_kind", "unsafe")


class Options:
    """What the options of one call say: the type to compute in, and how results are stored."""

    def __init__(self, name: str, out: Any, where: Any, casting: Any, order: Any, dtype: Any, signature: Any) -> None:
        refuse("signature", signature)
        self.name = name
        self.rule = literal_str(casting, "casting")
        if self.rule not in _RULES:
            raise errors.NumbaValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe'")
        self.order = literal_str(order, "order")
        self.dtype = None if is_none(dtype) else dtype_type(dtype)
        self.everywhere = is_everywhere(where)
        self.in_tuple = isinstance(out, types.BaseTuple)
        self.outs = tuple(out.types) if self.in_tuple else (out,)

    def keep_own_loop(self, given: tuple[Any, ...], overload: Overload, results: Results) -> None:
        """Forget the type to compute in where results of the arguments' own types have it."""
        if self.dtype is not None and overload(*given) is not None and results(*given)[0] == self.dtype:
            self.dtype = None

    def operands(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the types of the arguments that are computed with."""
        if self.dtype is None:
            return given
        for k, ty in enumerate(given):
            self._check_input(ty, f"input {k}" if len(given) > 1 else "input")
        return tuple(types.Array(self.dtype, ty.ndim, "C") if is_array(ty) else self.dtype for ty in given)

    def _check_input(self, ty: Any, what: str) -> None:
        """Raise the error for an argument that can't be converted to the type to compute in by the rule."""
        given = ty.dtype if is_array(ty) else types.unliteral(ty)
        if not is_array(ty) and is_integer(given) and is_integer(self.dtype):
            return
        # Python's numbers may become any of their kind.
        rule = self.rule if is_array(ty) or self.rule == "unsafe" else "same_kind"
        if not np.can_cast(dtype_name(given), dtype_name(self.dtype), rule):
            raise errors.TypingError(
                f"Cannot cast ufunc '{self.name}' {what} from dtype('{given}') to dtype('{self.dtype}') "
                f"with casting rule '{self.rule}'"
            )

    def converter(self, ty: Any) -> FunctionType:
        """Return the function from an argument to what is computed with."""
        if self.dtype is None:
            return lambda x: x
        number = numpy_class(self.dtype)
        return (lambda x: x.astype(number)) if is_array(ty) else (lambda x: number(x))

    def storing(self, results: tuple[Type, ...]) -> FunctionType:
        """Return ``(result, out, where)``: the results, in the arrays for them."""
        if len(results) > 1:
            return self._storing_several(results)
        if len(self.outs) != 1:
            raise errors.NumbaValueError("The 'out' tuple must have exactly one entry per ufunc output")
        if is_none(self.outs[0]):
            return in_order(self.order)
        store = self._store_one(self.outs[0], results[0])
        return (lambda result, out, where: store(result, out[0], where)) if self.in_tuple else store

    def _store_one(self, out: Any, result: Type) -> FunctionType:
        """Return ``(result, out, where)`` for one result, which is returned where there is no array for it."""
        if is_none(out):
            return given_result
        self._check(out, result)

        def everywhere(result, out, where):
            np.copyto(out, result, "unsafe")
            return out

        def somewhere(result, out, where):
            np.copyto(out, result, "unsafe", where)
            return out

        return everywhere if self.everywhere else somewhere

    def _storing_several(self, results: tuple[Type, ...]) -> FunctionType:
        if not self.in_tuple:
            if not is_none(self.outs[0]):
                raise errors.TypingError("'out' must be a tuple of arrays")
            return given_result
        if len(self.outs) != len(results):
            raise errors.NumbaValueError("The 'out' tuple must have exactly one entry per ufunc output")
        first, second = (self._store_one(ty, result) for ty, result in zip(self.outs, results, strict=True))

        def store(result, out, where):
            return first(result[0], out[0], where), second(result[1], out[1], where)

        return store

    def _check(self, out: Any, result: Type) -> None:
        if not is_array(out):
            raise errors.TypingError("return arrays must be of ArrayType")
        if not np.can_cast(dtype_name(result), dtype_name(out.dtype), self.rule):  # type: ignore[arg-type]
            raise errors.TypingError(
                f"Cannot cast ufunc '{self.name}' output from dtype('{result}') to dtype('{out.dtype}') "
                f"with casting rule '{self.rule}'"
            )


def in_order(order: str) -> FunctionType:
    """Return ``(result, out, where)``: the result, in the order that an argument asks for."""
    return (lambda result, out, where: np.asfortranarray(result)) if order == "F" else (lambda result, out, where: result)


def are_defaults(*options: Any) -> bool:
    """Whether none of the options is given: those that are have types."""
    return not any(isinstance(value, types.Type) for value in options)


def ufunc_like(key: str, results: Results) -> Callable[[Overload], Overload]:
    """Register an overload function of one or two operands with the arguments of ufuncs.

    Parameters
    ----------
    key : str
        Such as ``numpy.frexp``.
    results : callable
        Returns the types of the results' elements for the types of operands.
    """

    def register(overload: Overload) -> Overload:
        count = overload.__code__.co_argcount
        (_register_one if count == 1 else _register_two)(key, overload, results)
        return overload

    return register


def _register_one(key: str, overload: Overload, results: Results) -> None:
    name = key.rsplit(".", maxsplit=1)[-1]

    @implements(key)
    def choose(
        x: Any, out: Any = None, out2: Any = None, *, where: Any = True, casting: Any = "same_kind", order: Any = "K",
        dtype: Any = None, subok: Any = True, signature: Any = None,
    ) -> FunctionType | None:  # fmt: skip
        if are_defaults(out, out2, where, casting, order, dtype, subok):
            return overload(x)
        out, outputs = _outputs(out, out2)
        options = Options(name, out, where, casting, order, dtype, signature)
        options.keep_own_loop((x,), overload, results)
        operands = options.operands((x,))
        compute = overload(*operands)
        if compute is None:
            return None
        store, convert = options.storing(results(*operands)) if is_array(x) else given_result, options.converter(x)

        def impl(
            x, out=None, out2=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=True, signature=None
        ):  # fmt: skip
            return store(compute(convert(x)), outputs(out, out2), where)

        return impl

    choose.__module__ = overload.__module__


def _register_two(key: str, overload: Overload, results: Results) -> None:
    name = key.rsplit(".", maxsplit=1)[-1]

    @implements(key)
    def choose(
        x1: Any, x2: Any, out: Any = None, out2: Any = None, *, where: Any = True, casting: Any = "same_kind",
        order: Any = "K", dtype: Any = None, subok: Any = True, signature: Any = None,
    ) -> FunctionType | None:  # fmt: skip
        if are_defaults(out, out2, where, casting, order, dtype, subok):
            return overload(x1, x2)
        out, outputs = _outputs(out, out2)
        options = Options(name, out, where, casting, order, dtype, signature)
        options.keep_own_loop((x1, x2), overload, results)
        operands = options.operands((x1, x2))
        compute = overload(*operands)
        if compute is None:
            return None
        is_stored = is_array(x1) or is_array(x2) or not is_none(out)
        store = options.storing(results(*operands)) if is_stored else given_result
        first, second = options.converter(x1), options.converter(x2)

        def impl(
            x1, x2, out=None, out2=None, *, where=True, casting="same_kind", order="K", dtype=None, subok=True, signature=None
        ):  # fmt: skip
            return store(compute(first(x1), second(x2)), outputs(out, out2), where)

        return impl

    choose.__module__ = overload.__module__


def _outputs(out: Any, out2: Any) -> tuple[Any, FunctionType]:
    """Return the type of the outputs, and the function that puts together two that are given by position."""
    if is_none(out2):
        return out, lambda out, out2: out
    return types.Tuple([types.none if is_none(out) else out, out2]), lambda out, out2: (out, out2)


def given_result(result, out, where):
    """Return the result: there is no array for it."""
    return result
