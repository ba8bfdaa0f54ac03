"""Jitted functions for other processes: what pickle writes of them.

They are written by value, as their names may mean nothing there: the code with the globals, variables of outer functions and
defaults that it uses, and the machine code of all signatures, which a process with the same processor and versions uses. A
function is read once in a process; where it comes from, reading gives the function itself.
"""

from __future__ import annotations

import marshal
import os
import weakref
from types import CellType, CodeType, FunctionType, ModuleType

from coluber import _native
from coluber.core import overloads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

# By identity, jitted functions and ufuncs that were written or read.
_known: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()


class _Module:
    """A module among the globals, by its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        from importlib import import_module

        return import_module, (self.name,)


def identify(written: Any, identity: str | None = None) -> str:
    """Return the identity of an object, which it keeps; the one that is given, or a new one where it has none."""
    kept: dict[str, Any] = written.__dict__
    if "_identity" not in kept:
        from uuid import uuid4

        kept["_identity"] = identity or uuid4().hex
        _known[kept["_identity"]] = written
    return kept["_identity"]


def known(identity: str) -> Any:
    """Return the object of an identity in this process, or None."""
    return _known.get(identity)


def reduce(dispatcher: Any) -> tuple[Any, ...]:
    """Tell pickle how to make the function, and what to fill in when it exists, as it may refer to itself."""
    function = dispatcher.py_func
    code, names, defaults, variables, cells = parts_of(function)
    shell = identify(dispatcher), code, names, defaults, _kind(dispatcher), dispatcher.targetoptions
    source = _definition(dispatcher)
    signatures = None if dispatcher._can_compile else dispatcher.nopython_signatures
    return _make, shell, (variables, cells, signatures, dispatcher._carried(), source, _loops(dispatcher)), None, None, _fill


def code_of(dispatchers: Iterable[Any], before: Iterable[tuple[str, bytes]] = ()) -> list[tuple[str, bytes]]:
    """Return the machine code of jitted functions, and what was there before, each once, as names and bytes."""
    return list({**dict(before), **dict(record for each in dispatchers for record in each._carried())}.items())


def _loops(dispatcher: Any) -> Any:
    """Return the code of the loops of a function in object mode; None for others."""
    if not dispatcher.__dict__.keys() & {"_object_mode", "_code_of_loops"}:
        return None
    from coluber.objectmode import fallback

    return fallback.carried(dispatcher)


def _kind(dispatcher: Any) -> str:
    return "coluber.core.dispatcher" if type(dispatcher) is _native.Dispatcher else "coluber.cuda.dispatcher"


def _cell(cell: CellType) -> tuple[Any, ...]:
    """Return what a cell holds, in a tuple, which is empty where it holds nothing."""
    try:
        return (_portable(cell.cell_contents),)
    except ValueError:
        return ()


def _portable(value: Any) -> Any:
    if isinstance(value, ModuleType):
        return _Module(value.__name__)
    if type(value).__module__ == "_struct" and type(value).__name__ == "Struct":
        return _Struct(value.format)
    if not isinstance(value, FunctionType):
        return value
    options = overloads.options_of_jitable(value)
    if options is not None:
        return _Jitable(value, options)
    from coluber.core.helpers import of_program

    jitted = of_program(value)
    return value if jitted is None else _Plain(jitted)


class _Struct:
    """A `struct.Struct` among the globals, which pickle does not know."""

    def __init__(self, form: str) -> None:
        self.form = form

    def __reduce__(self) -> tuple[Any, ...]:
        from struct import Struct

        return Struct, (self.form,)


class _Jitable:
    """A Python function among the globals that compiled code may call: where it is read that is so, too."""

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        self.function = function
        self.options = options

    def __reduce__(self) -> tuple[Any, ...]:
        return overloads.jitable, (self.function, self.options)


class _Plain:
    """A Python function of the program among the globals: it goes along in its jitted function."""

    def __init__(self, jitted: Any) -> None:
        self.jitted = jitted

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.jitted, "py_func")


def parts_of(function: FunctionType) -> tuple[Any, ...]:
    """Return a Python function by value: what `function_of` makes one of."""
    names = (function.__name__, function.__qualname__, function.__module__, function.__doc__)
    cells = [_cell(cell) for cell in function.__closure__ or ()]
    defaults = (function.__defaults__, function.__kwdefaults__)
    return marshal.dumps(function.__code__), names, defaults, _globals(function), cells


def function_of(parts: tuple[Any, ...]) -> FunctionType:
    """Return the function that `parts_of` has taken apart."""
    code, names, defaults, variables, cells = parts
    function = _shell(code, names, defaults)
    _fill_in(function, variables, cells)
    return function


def _shell(code: bytes, names: tuple[Any, ...], defaults: tuple[Any, ...]) -> FunctionType:
    """Return a function without the values that its code refers to."""
    body = marshal.loads(code)
    variables = {"__name__": names[2], "__builtins__": __builtins__}
    function = FunctionType(body, variables, names[0], defaults[0], tuple(CellType() for _ in body.co_freevars))
    function.__qualname__, function.__module__, function.__doc__ = names[1:]
    function.__kwdefaults__ = defaults[1]
    return function


def _fill_in(function: FunctionType, variables: dict[str, Any], cells: list[tuple[Any, ...]]) -> None:
    function.__globals__.update(variables)
    for cell, content in zip(function.__closure__ or (), cells, strict=True):
        if content:
            (cell.cell_contents,) = content


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _definition(dispatcher: Any) -> Any:
    """Return the definition of a function whose source another process may not find; None for others, and where it is lost.

    It stands in no file, as in notebooks, or in a program, which other machines do not have, and is asked for there.
    """
    function = dispatcher.py_func
    is_found = os.path.exists(function.__code__.co_filename)
    if is_found and (function.__module__ != "__main__" or not _asks_for_source(dispatcher)):
        return None
    from coluber.core.source import definition

    return definition(function)


def _asks_for_source(dispatcher: Any) -> bool:
    """Whether compiling a function, or running it in object mode, takes its source."""
    if dispatcher.__dict__.keys() & {"_object_mode", NEEDS_SOURCE} or getattr(dispatcher, "_fallback", False):
        return True
    function = dispatcher.py_func
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    blocks = "coluber.objectmode.blocks"
    return "objmode" in names or any(getattr(function.__globals__.get(name), "__module__", "") == blocks for name in names)


# The attribute of a jitted function that is only written for the source of its function.
NEEDS_SOURCE = "_needs_source"


def _globals(function: FunctionType) -> dict[str, Any]:
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    return {name: _portable(value) for name, value in function.__globals__.items() if name in names}


def _make(
    identity: str, code: bytes, names: tuple[Any, ...], defaults: tuple[Any, ...], kind: str, options: dict[str, Any]
) -> Any:
    """Return the jitted function of this identity: the one that is known, or a new one that `_fill` completes."""
    found = known(identity)
    if found is not None:
        return found
    from importlib import import_module

    made = import_module(kind).new_dispatcher(_shell(code, names, defaults), options)
    made.__dict__["_unfilled"] = True
    identify(made, identity)
    return made


def _fill(dispatcher: Any, state: tuple[Any, ...]) -> None:
    """Give a new jitted function what its code refers to."""
    if not dispatcher.__dict__.pop("_unfilled", False):
        return
    variables, cells, signatures, code, source, loops = state
    dispatcher._carry(code)
    if loops is not None:
        from coluber.objectmode import fallback

        fallback.carry(dispatcher, loops)
    function = dispatcher.py_func
    if source is not None:
        from coluber.core.source import keep_definition

        keep_definition(function, source)
    _fill_in(function, variables, cells)
    if signatures is not None:
        for signature in signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()


class ByValue:
    """An object that is written by value, and that reading gives itself where it comes from.

    A class has ``_state()``, a tuple, and ``_set_up(*state)``, which fills a new object.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        written: Any = self
        return _made, (type(self), identify(self)), written._state()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        read: Any = self
        if self.__dict__.pop("_unfilled", False):
            read._set_up(*state)


class ReduceMixin:
    """Base of classes of programs that say what pickle writes of their objects.

    A class has ``_reduce_states()``, a dict, and the class method ``_rebuild(**states)``, which makes an object of it.
    """

    def _reduce_states(self) -> dict[str, Any]:
        raise NotImplementedError(f"{type(self).__name__} has no _reduce_states()")

    @classmethod
    def _rebuild(cls, **states: Any) -> Any:
        raise NotImplementedError(f"{cls.__name__} has no _rebuild()")

    def _reduce_class(self) -> type:
        """Return the class that makes the object again."""
        return type(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return custom_reduce(self._reduce_class(), self._reduce_states())


def custom_reduce(cls: type, states: dict[str, Any]) -> tuple[Any, ...]:
    """Return what ``__reduce__`` gives for an object that ``cls._rebuild(**states)`` makes."""
    return custom_rebuild, (cls, states)


def custom_rebuild(cls: Any, states: dict[str, Any]) -> Any:
    """Make an object of what `custom_reduce` has told."""
    return cls._rebuild(**states)


def dumps(obj: object) -> bytes:
    """Return an object as bytes: by cloudpickle, where it is installed, which writes functions and classes by value."""
    try:
        import cloudpickle as writer
    except ModuleNotFoundError:
        import pickle as writer

    return writer.dumps(obj)


def loads(data: bytes) -> Any:
    """Return the object that `dumps` has written."""
    import pickle

    return pickle.loads(data)


def _made(cls: type, identity: str) -> Any:
    """Return the object of an identity: the one that is known, or a new one that its state fills."""
    found = known(identity)
    if found is None:
        found = cls.__new__(cls)
        found.__dict__["_unfilled"] = True
        identify(found, identity)
    return found


def __getattr__(name: str) -> object:
    from coluber.core.missing import missing

    raise missing(f"coluber does not have core.serialize.{name} yet", name)
