"""The decorators `jit` and `njit`, which keep a function's own signature."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from coluber.core.dispatcher import Dispatcher
from coluber.core.types import Type
from coluber.core.typing import Signature

_P = ParamSpec("_P")
_R = TypeVar("_R")

# A signature in one of its forms: text, `float64(int32)`, or the types of the arguments.
_Signature = str | Signature | tuple[Type, ...]

class _Decorator(Protocol):
    def __call__(self, function: Callable[_P, _R], /) -> Dispatcher[_P, _R]: ...

@overload
def jit(signature_or_function: Callable[_P, _R], **options: Any) -> Dispatcher[_P, _R]: ...
@overload
def jit(signature_or_function: _Signature | list[Any] | None = None, **options: Any) -> _Decorator: ...
@overload
def njit(signature_or_function: Callable[_P, _R], **options: Any) -> Dispatcher[_P, _R]: ...
@overload
def njit(signature_or_function: _Signature | list[Any] | None = None, **options: Any) -> _Decorator: ...
def function_and_signatures(argument: Any) -> tuple[Any, list[Any] | None]: ...
def compiled(function: Any, options: dict[str, Any]) -> Any: ...
def jit_module(**kwargs: Any) -> None: ...
def jitted(function: Any, signatures: list[Any] | None, make: Callable[[FunctionType], Any]) -> Any: ...
