"""The decorators `vectorize` and `guvectorize`: what they make is applied to arrays, and says nothing of a call's types."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, overload

import numpy as np

from coluber.core.types import Type
from coluber.core.typing import Signature
from coluber.cuda.gufuncs import CUDAGUFunc
from coluber.cuda.ufuncs import CUDAUFunc
from coluber.np.ufunc.dufunc import DUFunc
from coluber.np.ufunc.generalised import GUFunc

_Target = Literal["cpu", "parallel"]

# A signature in one of its forms, or several.
_Signature = str | Signature | tuple[Type, ...]
_Signatures = Sequence[_Signature] | Signature

class _MakesUfunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> np.ufunc: ...

class _MakesDUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> DUFunc: ...

class _MakesGUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> GUFunc: ...

class _MakesCUDAUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> CUDAUFunc: ...

class _MakesCUDAGUFunc(Protocol):
    def __call__(self, function: Callable[..., Any], /) -> CUDAGUFunc: ...

@overload
def vectorize(ftylist_or_function: Callable[..., Any], target: _Target = "cpu", **options: Any) -> DUFunc: ...
@overload
def vectorize(ftylist_or_function: _Signatures, target: Literal["cuda"], **options: Any) -> _MakesCUDAUFunc: ...
@overload
def vectorize(ftylist_or_function: tuple[()] = (), target: _Target = "cpu", **options: Any) -> _MakesDUFunc: ...
@overload
def vectorize(ftylist_or_function: _Signatures, target: _Target = "cpu", **options: Any) -> _MakesUfunc: ...
@overload
def guvectorize(signatures: _Signatures, layout: str, /, *, target: Literal["cuda"], **options: Any) -> _MakesCUDAGUFunc: ...
@overload
def guvectorize(signatures: _Signatures, layout: str, /, *, target: _Target = "cpu", **options: Any) -> _MakesUfunc: ...
@overload
def guvectorize(layout: str, /, *, target: _Target = "cpu", **options: Any) -> _MakesGUFunc: ...
