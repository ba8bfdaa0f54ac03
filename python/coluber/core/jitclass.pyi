"""The decorator `jitclass`, which keeps a class as it was written."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar, overload

from coluber.core.types import Type

_C = TypeVar("_C", bound=type)

_Spec = Mapping[str, Type] | Sequence[tuple[str, Type]]

class _Decorator(Protocol):
    def __call__(self, cls: _C, /) -> _C: ...

class JitClassType(type):
    @property
    def class_type(cls) -> Any: ...

@overload
def jitclass(cls_or_spec: _C, spec: _Spec | None = None) -> _C: ...
@overload
def jitclass(cls_or_spec: _Spec | None = None, spec: _Spec | None = None) -> _Decorator: ...
