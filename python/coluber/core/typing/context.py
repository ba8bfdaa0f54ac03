"""The typing context that extensions are given: it types values and calls, and says how types convert."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from coluber.core.types import Type
    from coluber.core.typing.templates import Signature


class BaseContext:
    """What typing code asks of the compiler."""

    def resolve_value_type(self, val: object) -> Any:
        """Return the type of a Python value; functions have one as well."""
        from coluber.core import types
        from coluber.core.typing.typeof import typeof

        try:
            return typeof(val)
        except ValueError:
            return types.Function(val)

    def resolve_argument_type(self, val: object) -> Any:
        """Return the type of an argument."""
        from coluber.core.typing.typeof import typeof

        return typeof(val)

    resolve_value_type_prefer_literal = resolve_value_type

    def resolve_function_type(self, func: Any, args: Sequence[Type], kws: dict[str, Type]) -> Signature:
        """Return the signature of a call; the function is compiled for it.

        Parameters
        ----------
        func : object
            A type of a function, or the function.
        args : sequence of Type
            The types of the positional arguments.
        kws : dict
            Those of the arguments that are given by name: there must be none.
        """
        from coluber import njit
        from coluber.core import types
        from coluber.core.typing.templates import Signature

        if kws:
            raise NotImplementedError("resolve_function_type with keyword arguments is not there yet")
        if isinstance(func, types.Dispatcher):
            func = func.dispatcher
        function = func.typing_key if isinstance(func, types.Function) else func
        names = ", ".join(f"p{k}" for k in range(len(args)))
        scope: dict[str, Any] = {"function": function}
        exec(f"def call({names}):\n    return function({names})\n", scope)
        jitted = njit(scope["call"])
        jitted.compile(tuple(args))
        return Signature(jitted.nopython_signatures[0].return_type, args)

    def resolve_getattr(self, typ: Type, attr: str) -> Any:
        """Return the type of an attribute, or None."""
        return _result(f"def get(value):\n    return value.{attr}\n", typ)

    def resolve_getitem(self, obj: Type, idx: Type) -> Any:
        """Return the type of an item, or None."""
        return _result("def get(value, index):\n    return value[index]\n", obj, idx)

    def unify_types(self, *typelist: Type) -> Any:
        """Return the type that all can become, or None."""
        from coluber.core.types import unify

        return unify(*typelist)

    def unify_pairs(self, first: Type, second: Type) -> Any:
        """Return the type that both can become, or None."""
        return self.unify_types(first, second)

    def can_convert(self, fromty: Type, toty: Type) -> Any:
        """Return how one type becomes another, or None."""
        from coluber.core.typing.conversions import conversion

        return conversion(fromty, toty)

    def refresh(self) -> None:
        """Do nothing: what is registered counts at once."""


class Context(BaseContext):
    """The typing context of the processor."""


typing_context = Context()


def _result(source: str, *args: Type) -> Any:
    """Return the type of what a function ``get`` returns, or None where it can't be compiled."""
    from coluber import njit
    from coluber.core.errors import NumbaError

    scope: dict[str, Any] = {}
    exec(source, scope)
    jitted = njit(scope["get"])
    try:
        jitted.compile(args)
    except NumbaError:
        return None
    return jitted.nopython_signatures[0].return_type
