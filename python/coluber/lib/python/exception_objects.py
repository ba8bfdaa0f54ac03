"""What exceptions of the interpreter's own classes know besides their arguments: the interpreter is asked for it."""

from __future__ import annotations

from typing import Any

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.hosted import BYTES, INT, NONE, TEXT, TEXTS, is_text, site
from coluber.lib.intrinsics import call_object
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

_INT_OR_NONE, _TEXT_OR_NONE = types.Optional(INT), types.Optional(TEXT)

# The type of each attribute, by the classes that have it.
_TYPES: dict[str, list[tuple[type, Any]]] = {
    "start": [(UnicodeError, INT)],
    "end": [(UnicodeError, INT)],
    "reason": [(UnicodeError, TEXT)],
    "encoding": [(UnicodeError, TEXT)],
    "object": [(UnicodeDecodeError, BYTES), (UnicodeEncodeError, TEXT), (UnicodeTranslateError, TEXT)],
    "errno": [(OSError, _INT_OR_NONE)],
    "strerror": [(OSError, _TEXT_OR_NONE)],
    "filename": [(OSError, _TEXT_OR_NONE)],
    "filename2": [(OSError, _TEXT_OR_NONE)],
    "__notes__": [(BaseException, TEXTS)],
}


def _reader(name: str, gives: Any) -> FunctionType:
    """Return the interpreter's function that reads an attribute."""
    allowed = (type(None), int) if gives == _INT_OR_NONE else (type(None), str) if gives == _TEXT_OR_NONE else object

    def read(exception: BaseException) -> Any:
        value = getattr(exception, name)
        if isinstance(value, allowed):
            return value
        raise TypeError(f"compiled code takes the attribute '{name}' of exceptions as {gives}, not {type(value).__name__}")

    read.__name__, read.__module__ = f"read {name} as {gives}", __name__
    return read


def _note(exception: BaseException, note: str) -> None:
    exception.add_note(note)


_ROWS = [(name, gives) for name, rows in _TYPES.items() for gives in dict.fromkeys(gives for _, gives in rows)]
_READERS = {(name, gives): _reader(name, gives) for name, gives in _ROWS}
_SITES = {(name, gives): site(_READERS[name, gives], gives) for name, gives in _ROWS}
_NOTE = site(_note, NONE)


@implements("coluber.exception_member")
def exception_member(classes: Any, name: Any, exception: Any) -> FunctionType | None:
    """Return an attribute of a caught exception that its class, one of the interpreter's, has; no classes stand for any."""
    attribute = name.literal_value
    handled = [cls.exc_class for cls in classes.types] or [BaseException]
    rows = _TYPES.get(attribute, [])
    found = {gives for own, gives in rows for cls in handled if issubclass(cls, own) or issubclass(own, cls)}
    if not found:
        return None
    if len(found) > 1:
        texts = " or ".join(sorted(map(str, found)))
        raise TypingError(f"the attribute '{attribute}' is {texts} here: catch each class in a clause of its own")
    (gives,) = found
    place = _SITES[attribute, gives]
    return lambda classes, name, exception: call_object(place, gives, exception)


@implements("exception.add_note")
def add_note(exception: Any, note: Any) -> FunctionType | None:
    """Add a text to what tracebacks show of a caught exception."""
    if isinstance(exception, types.ExceptionInstance):
        raise TypingError("an exception that is not raised yet takes no note: add it where the exception is caught")
    return (lambda exception, note: call_object(_NOTE, NONE, exception, note)) if is_text(note) else None


@implements("exception.with_traceback")
def with_traceback(exception: Any, tb: Any) -> FunctionType | None:
    """Return the exception: compiled code has no tracebacks but None."""
    return (lambda exception, tb: exception) if is_none(tb) else None
