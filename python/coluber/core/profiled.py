"""Jitted functions that profilers count (``NUMBA_ENABLE_SYS_MONITORING=1``)."""

from __future__ import annotations

from types import FunctionType

from coluber import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def report_calls(dispatcher: Any, function: FunctionType) -> None:
    """Let calls of a jitted function from Python be calls of a function with its name and place, which costs some 100 ns.

    What looks at calls (``cProfile``, ``sys.setprofile``, ``sys.monitoring``) sees them on all versions of CPython. From
    compiled code to compiled code there are no such calls.
    """
    native = _native.NativeCall(dispatcher)

    def through(*args: Any, **kwargs: Any) -> Any:
        return native(*args, **kwargs)

    own = function.__code__
    code = through.__code__.replace(co_name=own.co_name, co_filename=own.co_filename, co_firstlineno=own.co_firstlineno)
    code = code.replace(co_qualname=own.co_qualname)
    caller = FunctionType(code, function.__globals__, function.__name__, None, through.__closure__)
    _native.report_calls(dispatcher, caller)
