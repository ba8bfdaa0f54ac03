"""Calls of the interpreter with objects that may be missing: null, which a call gives that has raised.

CPython reads such an object without a look, and the process ends. Here the call is left out then, and gives what it gives when
it raises.
"""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# Functions of CPython by the arguments that may be null.
_MAY_BE_NULL = {
    "Py_IncRef": {0},
    "Py_DecRef": {0},
    "PyTuple_SetItem": {2},
    "PyList_SetItem": {2},
    "PyErr_Restore": {0, 1, 2},
    "PyErr_SetObject": {1},
    "PyErr_WriteUnraisable": {0},
    "_PyObject_Dump": {0},
}


def needed(function: str, params: str, values: Sequence[Any]) -> list[Any]:
    """Return the arguments that have to be objects and may be null when the code runs.

    Parameters
    ----------
    function : str
        The function of CPython.
    params : str
        The codes of its parameters, ``o`` for an object.
    values : sequence of llvmlite.ir.Value
        The arguments. Constants are meant as they are.
    """
    may = _MAY_BE_NULL.get(function, set())
    return [value for k, (code, value) in enumerate(zip(params, values, strict=True)) if code == "o" and k not in may]


def guarded(pyapi: Any, what: str, objects: Sequence[Any], failed: Any, emit: Callable[[], Any]) -> Any:
    """Write code that runs only where all objects are there.

    Parameters
    ----------
    pyapi : PythonAPI
        Calls the interpreter.
    what : str
        What the objects are for, in the message of SystemError where no exception is set that says more.
    objects : sequence of llvmlite.ir.Value
        The objects.
    failed : llvmlite.ir.Value or None
        The result where one is missing; None where there is no result.
    emit : callable
        Writes the code, and returns its result.

    Returns
    -------
    llvmlite.ir.Value or None
        The result.
    """
    builder, ir = pyapi.builder, pyapi.ir
    unknown = [value for value in objects if not _is_known(ir, value)]
    if not unknown:
        return emit()
    missing = [builder.icmp_unsigned("==", value, value.type(None)) for value in unknown]
    is_missing = missing[0]
    for one in missing[1:]:
        is_missing = builder.or_(is_missing, one)
    with builder.if_else(is_missing, likely=False) as (without, with_all):
        with without:
            _raise(pyapi, what)
            without_end = builder.block
        with with_all:
            value = emit()
            end = builder.block
    if failed is None:
        return None
    phi = builder.phi(failed.type)
    phi.add_incoming(failed, without_end)
    phi.add_incoming(value, end)
    return phi


def _is_known(ir: Any, value: Any) -> bool:
    return isinstance(value, (ir.Constant, ir.values.FormattedConstant))


def _raise(pyapi: Any, what: str) -> None:
    """Write code that sets SystemError, unless an exception is set."""
    builder, ir = pyapi.builder, pyapi.ir
    address = ctypes.cast(ctypes.pythonapi.PyErr_Occurred, ctypes.c_void_p).value
    before = pyapi._call_at(address, pyapi.pyobj, [], [])
    with builder.if_then(builder.icmp_unsigned("==", before, ir.Constant(pyapi.pyobj, None)), likely=False):
        pyapi.err_set_string("PyExc_SystemError", f"{what} of an extension was given null in the place of an object")
