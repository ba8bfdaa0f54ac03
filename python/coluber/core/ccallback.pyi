"""The decorator `cfunc`, and what it makes: a function that Python calls as it was written."""

import ctypes as _ctypes
from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from coluber.core.types import Type
from coluber.core.typing import Signature

_P = ParamSpec("_P")
_R = TypeVar("_R")

class _Decorator(Protocol):
    def __call__(self, function: Callable[_P, _R], /) -> CFunc[_P, _R]: ...

class CFunc(Generic[_P, _R]):
    __name__: str
    __qualname__: str
    __wrapped__: Callable[_P, _R]
    def __init__(self, pyfunc: Callable[_P, _R], sig: Any, options: dict[str, Any]) -> None: ...
    @property
    def native_name(self) -> str: ...
    @property
    def address(self) -> int: ...
    @cached_property
    def cffi(self) -> Any: ...
    @cached_property
    def ctypes(self) -> _ctypes._CFunctionType: ...
    @property
    def cache_hits(self) -> int: ...
    def enable_caching(self) -> None: ...
    def inspect_llvm(self) -> str: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...

def cfunc(
    sig: str | Signature | tuple[Type, ...],
    locals: dict[str, Any] | None = None,  # noqa: A002
    cache: bool = False,
    pipeline_class: Any = None,
    **options: Any,
) -> _Decorator: ...
