"""``@intrinsic``: functions of compiled code whose LLVM IR a program writes."""

from __future__ import annotations

import inspect
from functools import update_wrapper
from types import FunctionType

from coluber.core import overloads
from coluber.core.errors import LoweringError, NumbaWarning, TypingError, warn
from coluber.core.serialize import ByValue, function_of, parts_of
from coluber.core.typing.templates import Signature, bound_arguments, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import typing
    from collections.abc import Callable
    from typing import Any

    from coluber.core.types import Type


class _IntrinsicOverload(overloads.Overload):
    """Asks an intrinsic with types, and takes the IR that it writes."""

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that runs the intrinsic's IR, or None."""
        from coluber.core.splice import implementation
        from coluber.core.typing.context import typing_context

        parameters = tuple(inspect.signature(self.function).parameters.values())[1:]
        ordered = bound_arguments(inspect.Signature(parameters), positional, named)
        if ordered is None:
            raise TypingError(self._wrong_count(len(positional) + len(named)))
        refused: TypingError | None = None
        for form, _ in self._forms(ordered, {}, constants):
            try:
                found = self.function(typing_context, *form)
            except TypingError as error:
                # What it refuses with constants it may take without them.
                refused = refused or error
                continue
            if found is None:
                continue
            signature, codegen = self._checked_answer(found)
            self._check_count(signature, parameters, form)
            names = tuple(p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD) if named else ()
            star = any(p.kind is p.VAR_POSITIONAL for p in parameters)
            place = self._place(codegen)
            return implementation(self.function.__qualname__, signature, codegen, names, place, star=star)
        if refused is not None:
            raise refused
        return None

    def _check_count(self, signature: Signature, parameters: Any, form: tuple[Type, ...]) -> None:
        stars = [k for k, parameter in enumerate(parameters) if parameter.kind is parameter.VAR_POSITIONAL]
        wanted = stars[0] + 1 if stars else len(form)
        if len(signature.args) != wanted:
            what = f"the signature {signature} has {len(signature.args)} arguments, not {wanted}"
            raise LoweringError(f"{what}\nin the extension's function {place_of(self.function)}")

    def _wrong_count(self, given: int) -> str:
        names = list(inspect.signature(self.function).parameters)
        return (
            f"the intrinsic {self.function.__name__}({', '.join(names)}) is called with {given} arguments\n"
            f"its first parameter{f', {names[0]!r},' if names else ''} is given the typing context, "
            "and those behind it the types of the arguments"
        )

    def _place(self, codegen: Any) -> Any:
        return codegen if hasattr(codegen, "__code__") else self.function

    def _checked_answer(self, found: Any) -> tuple[Signature, Any]:
        wrong = f"the intrinsic {self.function.__qualname__} must return None or (signature, function), not {found!r}"
        if not isinstance(found, tuple) or len(found) != 2:
            raise LoweringError(wrong)
        signature, codegen = found
        if not isinstance(signature, Signature) or not callable(codegen):
            raise LoweringError(wrong)
        return signature, codegen


class Intrinsic(ByValue):
    """A function that only compiled code can call.

    Parameters
    ----------
    definition : callable
        Is given the typing context and the types of the arguments.
    prefer_literal : bool
        Whether it is asked with the types of constants first.
    """

    def __init__(self, definition: Callable[..., Any], prefer_literal: bool = False) -> None:
        self._defn = definition
        self._prefers_literals = prefer_literal
        update_wrapper(self, definition)
        overload = _IntrinsicOverload(definition, {}, strict=False, prefer_literal=prefer_literal)
        overloads.add(self._key(), overload)

    def _key(self) -> str:
        # One of this package is not in its module yet, where it is going to be found by its name.
        return f"{self.__module__}.{self.__name__}" if self._is_own() else overloads.key_of(self)

    def _is_own(self) -> bool:
        return (self.__module__ or "").partition(".")[0] == "coluber"

    def __repr__(self) -> str:
        return f"<intrinsic {self.__name__}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: there is nothing that Python could run."""
        raise NotImplementedError(f"the intrinsic {self.__name__} can be called in compiled code only")

    def __reduce__(self) -> Any:
        return self.__qualname__ if self._is_own() else super().__reduce__()

    def _state(self) -> tuple[Any, ...]:
        # Its name stands for the intrinsic, so that pickle can't find the function by it.
        by_value = isinstance(self._defn, FunctionType)
        return by_value, parts_of(self._defn) if by_value else self._defn, self._prefers_literals

    def _set_up(self, by_value: bool, definition: Any, prefer_literal: bool) -> None:
        Intrinsic.__init__(self, function_of(definition) if by_value else definition, prefer_literal)


# The name that the class has in Numba.
_Intrinsic = Intrinsic


if TYPE_CHECKING:

    @typing.overload
    def intrinsic(definition: Callable[..., Any], /) -> Intrinsic: ...
    @typing.overload
    def intrinsic(**options: Any) -> Callable[[Callable[..., Any]], Intrinsic]: ...


def intrinsic(*args: Any, **kwargs: Any) -> Any:
    """Make a function of compiled code whose LLVM IR the decorated function writes.

    The decorated function is called with the typing context and the types of the arguments. It returns None, or a signature
    and a function ``codegen(context, builder, signature, args)`` that returns the result's LLVM value.

    Parameters
    ----------
    *args
        The function, when the decorator is written without arguments.
    **kwargs
        ``prefer_literal``: the function is asked with the types of constants first, such as ``Literal[int](1)``. ``target`` and
        ``jit_options`` are accepted; they have no effect.
    """
    unknown = set(kwargs) - {"jit_options", "prefer_literal", "target"}
    if unknown:
        warn(NumbaWarning(f"intrinsic has no options {sorted(unknown)}, and ignores them"))

    def decorate(function: Callable[..., Any]) -> Intrinsic:
        if not callable(function):
            raise TypeError(f"intrinsic takes a function, not {function!r}")
        return Intrinsic(function, bool(kwargs.get("prefer_literal", False)))

    if not args:
        return decorate
    if len(args) > 1:
        raise TypeError("intrinsic takes one function")
    return decorate(args[0])
