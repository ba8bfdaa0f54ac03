"""The decorator `stencil`, and what it makes: the kernel's result is an element of what a call returns."""

from collections.abc import Callable
from typing import Any, Literal, Protocol, overload

from numpy.typing import NDArray

from coluber.core.serialize import ByValue
from coluber.stencils import inner as inner

_Mode = Literal["constant", "wrap", "reflect", "nearest"]

class _Decorator(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> StencilFunc: ...

@overload
def stencil(func_or_mode: Callable[..., Any], **options: Any) -> StencilFunc: ...
@overload
def stencil(func_or_mode: _Mode = "constant", **options: Any) -> _Decorator: ...

class StencilFunc(ByValue):
    __name__: str
    __qualname__: str
    py_func: Callable[..., Any]
    mode: str
    options: dict[str, Any]
    neighborhood: tuple[tuple[int, int], ...] | None
    standard_indexing: tuple[str, ...]
    parameters: tuple[str, ...]
    def __init__(self, function: Callable[..., Any], mode: str, options: dict[str, Any]) -> None: ...
    @property
    def defaults(self) -> dict[str, Any]: ...
    def __call__(self, *args: Any, out: NDArray[Any] | None = None, **kwargs: Any) -> NDArray[Any]: ...
