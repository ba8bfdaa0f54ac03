"""What programs ask of the identity of a Python function."""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FunctionType, ModuleType


class FunctionIdentity:
    """A Python function with its names and a number of its own.

    Attributes
    ----------
    func : function
        The function.
    func_name, func_qualname, modname : str
        Its names, and that of its module.
    unique_id : int
        The number.
    """

    _unique_ids: Iterator[int] = itertools.count(1)

    func: FunctionType
    func_name: str
    func_qualname: str
    modname: str
    unique_id: int

    @classmethod
    def from_function(cls, pyfunc: FunctionType) -> FunctionIdentity:
        """Return the identity of a function, or of that of a jitted one."""
        function = getattr(pyfunc, "py_func", pyfunc)
        made = cls()
        made.func = function
        made.func_name = function.__name__
        made.func_qualname = function.__qualname__
        made.modname = function.__module__ or "<dynamic>"
        made.unique_id = next(cls._unique_ids)
        return made

    @property
    def code(self) -> CodeType:
        """The code object."""
        return self.func.__code__

    @property
    def filename(self) -> str:
        """The file of the source."""
        return self.code.co_filename

    @property
    def firstlineno(self) -> int:
        """The line where the function begins."""
        return self.code.co_firstlineno

    @property
    def arg_count(self) -> int:
        """The number of its parameters."""
        return self.code.co_argcount

    @property
    def arg_names(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return self.code.co_varnames[: self.arg_count]

    @property
    def module(self) -> ModuleType | None:
        """The module."""
        import sys

        return sys.modules.get(self.modname)

    @property
    def unique_name(self) -> str:
        """A name that no other function has."""
        return f"{self.func_qualname}${self.unique_id}"
