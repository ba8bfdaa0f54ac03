"""Arguments that an overload function wants to be constants."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from inspect import Signature
    from typing import Any


class SentryLiteralArgs:
    """The names of arguments that must be constants.

    Parameters
    ----------
    literal_args : sequence of str
        The names.
    """

    def __init__(self, literal_args: Sequence[str]) -> None:
        self.literal_args = list(literal_args)

    def for_function(self, func: Callable[..., Any]) -> BoundLiteralArgs:
        """Return what checks arguments of a function."""
        import inspect

        return self.for_pysig(inspect.signature(func))

    def for_pysig(self, pysig: Signature) -> BoundLiteralArgs:
        """Return what checks arguments of a function with this signature."""
        return BoundLiteralArgs(pysig, self.literal_args)


class BoundLiteralArgs:
    """Checks that some arguments of a function are constants.

    Parameters
    ----------
    pysig : inspect.Signature
        The function's signature.
    literal_args : sequence of str
        The names of the arguments.
    """

    def __init__(self, pysig: Signature, literal_args: Sequence[str]) -> None:
        self.pysig = pysig
        self.literal_args = list(literal_args)

    def bind(self, *args: Any, **kwargs: Any) -> None:
        """Return if the types of these arguments are those of constants; else have the call typed again with constants.

        Raises
        ------
        ForceLiteralArg
            Some are not, and could be.
        RequireLiteralValue
            Some can't be constants.
        """
        from coluber.core import types
        from coluber.core.errors import ForceLiteralArg, RequireLiteralValue

        bound = self.pysig.bind(*args, **kwargs).arguments
        positions = {name: k for k, name in enumerate(self.pysig.parameters)}
        wanted = [name for name in self.literal_args if name in bound and not _is_constant(bound[name])]
        for name in wanted:
            if not isinstance(bound[name], (types.Integer, types.Boolean, types.UnicodeType)):
                raise RequireLiteralValue(f"{name} must be a constant, not a {bound[name]}")
        if wanted:
            raise ForceLiteralArg({positions[name] for name in wanted})


def _is_constant(ty: Any) -> bool:
    from coluber.core import types

    return not isinstance(ty, types.Type) or isinstance(ty, (types.Literal, types.Omitted, types.NoneType))


sentry_literal_args = SentryLiteralArgs
