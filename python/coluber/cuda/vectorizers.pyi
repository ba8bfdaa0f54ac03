"""The decorators ``cuda.vectorize`` and ``cuda.guvectorize``."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from coluber.core.types import Type
from coluber.core.typing import Signature
from coluber.cuda.gufuncs import CUDAGUFunc
from coluber.cuda.ufuncs import CUDAUFunc

_Target = Literal["cuda"]
_Signatures = Sequence[str | Signature | tuple[Type, ...]] | Signature

class _MakesUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> CUDAUFunc: ...

class _MakesGUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> CUDAGUFunc: ...

def vectorize(ftylist_or_function: _Signatures = ..., target: _Target = "cuda", **options: Any) -> _MakesUFunc: ...
def guvectorize(signatures: _Signatures, layout: str, /, *, target: _Target = "cuda", **options: Any) -> _MakesGUFunc: ...
def array_function(signatures: Any, options: dict[str, Any]) -> _MakesUFunc: ...
def generalised(signatures: Any, layout: str, options: dict[str, Any]) -> _MakesGUFunc: ...
