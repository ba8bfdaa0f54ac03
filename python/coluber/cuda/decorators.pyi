"""The decorator `cuda.jit`, which keeps what a kernel is written as."""

from collections.abc import Callable
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from coluber.core.types import Type
from coluber.core.typing import Signature
from coluber.cuda.dispatcher import CUDADispatcher

_P = ParamSpec("_P")
_R = TypeVar("_R")

_Signature = str | Signature | tuple[Type, ...]

class _Decorator(Protocol):
    def __call__(self, function: Callable[_P, _R], /) -> CUDADispatcher[_P, _R]: ...

@overload
def jit(func_or_sig: Callable[_P, _R], device: bool = False, **options: Any) -> CUDADispatcher[_P, _R]: ...
@overload
def jit(func_or_sig: _Signature | list[Any] | None = None, device: bool = False, **options: Any) -> _Decorator: ...
def is_simulated() -> bool: ...
