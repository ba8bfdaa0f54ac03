"""The types of a function's arguments and result."""

from __future__ import annotations

from coluber.core.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from inspect import Signature as PythonSignature
    from typing import Any


class Signature:
    """The types of a function's arguments and result.

    Parameters
    ----------
    return_type : Type or None
        The type of the result; None lets the compiler find it.
    args : iterable of Type
        The types of the arguments.
    recvr : Type, optional
        The type of the object, for a method.
    pysig : inspect.Signature, optional
        The Python signature, for calls with keywords.
    """

    __slots__ = ("_args", "_pysig", "_recvr", "_return_type")

    def __init__(
        self,
        return_type: Type | None,
        args: Iterable[Type],
        recvr: Type | None = None,
        pysig: PythonSignature | None = None,
    ) -> None:
        self._return_type = return_type
        self._args = tuple(args)
        for value in (*self._args, *(() if return_type is None else (return_type,))):
            if not isinstance(value, Type):
                raise TypeError(f"invalid type in signature: expected a type instance, got {value!r}")
        self._recvr = recvr
        self._pysig = pysig

    @property
    def return_type(self) -> Any:
        """The type of the result."""
        return self._return_type

    @property
    def args(self) -> tuple[Any, ...]:
        """The types of the arguments."""
        return self._args

    @property
    def recvr(self) -> Type | None:
        """The type of the object, for a method."""
        return self._recvr

    @property
    def pysig(self) -> PythonSignature | None:
        """The Python signature."""
        return self._pysig

    @property
    def is_method(self) -> bool:
        """Whether this is the signature of a method."""
        return self._recvr is not None

    def replace(self, **changes: Any) -> Signature:
        """Return the signature with some of ``return_type``, ``args``, ``recvr`` and ``pysig`` replaced."""
        values = {"return_type": self.return_type, "args": self.args, "recvr": self.recvr, "pysig": self.pysig}
        unknown = changes.keys() - values.keys()
        if unknown:
            raise TypeError(f"a signature has no {', '.join(sorted(unknown))}")
        return Signature(**{**values, **changes})

    def as_method(self) -> Signature:
        """Return the signature of a method whose object is the first argument."""
        return self if self.is_method else Signature(self.return_type, self.args[1:], recvr=self.args[0])

    def as_function(self) -> Signature:
        """Return the signature with a method's object as the first argument."""
        return Signature(self.return_type, (self.recvr, *self.args)) if self.is_method else self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Signature):
            return NotImplemented
        return self._args == other._args and self._return_type == other._return_type and self._recvr == other._recvr

    def __hash__(self) -> int:
        return hash((self._args, self._return_type))

    def __repr__(self) -> str:
        return f"{self._args} -> {self._return_type}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Signature, (self._return_type, self._args, self._recvr, self._pysig)


def signature(return_type: Type, *args: Type, **kws: Any) -> Signature:
    """Return the signature with this result and these arguments; ``recvr`` names the type of a method's object."""
    recvr = kws.pop("recvr", None)
    if kws:
        raise TypeError(f"unexpected arguments: {', '.join(kws)}")
    return Signature(return_type, args, recvr=recvr)
