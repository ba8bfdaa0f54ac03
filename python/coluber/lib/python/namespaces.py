"""What stands for ``types.SimpleNamespace`` and its like in compiled code, a class for each tuple of names.

An argument is copied, and written back when compiled code has changed it.
"""

from __future__ import annotations

from dataclasses import make_dataclass
from types import SimpleNamespace
from typing import Any

from coluber import _native
from coluber.core.errors import TypingError
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

# What stands for a namespace, by its class and its names in their order; and the other way round.
_classes: dict[tuple[Any, ...], Any] = {}
_originals: dict[Any, Any] = {}


def class_for(original: Any, names: tuple[str, ...]) -> Any:
    """Return the class that stands for namespaces with some names."""
    made = _classes.get((original, names))
    if made is None:
        text = _text_of(original, names)
        members = {"__repr__": text, "__str__": text, "__module__": __name__}
        made = make_dataclass(original.__name__, [(name, Any) for name in names], namespace=members, repr=False)
        _classes[original, names], _originals[made] = made, original
        _native.register_counterpart(original, made, __name__)
    return made


def _text_of(original: Any, names: tuple[str, ...]) -> FunctionType:
    """Return a method that gives the text of a namespace."""
    word = "namespace" if original is SimpleNamespace else original.__name__
    shown = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
    scope: dict[str, Any] = {}
    exec(compile(f"def __repr__(self):\n    return f'{word}({shown})'", f"<text of {word}>", "exec"), scope)
    function: FunctionType = scope["__repr__"]
    return function


def counterpart_of(value: Any) -> Any:
    """Return what a namespace is in compiled code."""
    given = vars(value)
    strange = [name for name in given if not name.isidentifier()]
    if strange:
        raise TypeError(f"a namespace with the name {strange[0]!r}, which is no identifier, has no type in compiled code")
    return class_for(type(value), tuple(given))(**given)


def write_back(value: Any, counterpart: Any) -> None:
    """Give a namespace the values of its counterpart."""
    vars(value).update(vars(counterpart))


def original_of(counterpart: Any) -> Any:
    """Return the namespace that a counterpart stands for."""
    return _originals[type(counterpart)](**vars(counterpart))


def made_of(original: Any, names: tuple[str, ...]) -> FunctionType:
    """Return the function that makes a namespace with some names."""
    made = class_for(original, names)

    def impl(**given):
        return made(**given)

    return impl


@implements("types.SimpleNamespace")
def simple_namespace(*values: Any, **given: Any) -> FunctionType:
    """Make a namespace of names."""
    if values:
        raise TypingError("SimpleNamespace() takes names in compiled code, no mapping")
    return made_of(SimpleNamespace, tuple(given))


# Which module knows the objects of a class is told with the first class that stands for them.
class_for(SimpleNamespace, ())
