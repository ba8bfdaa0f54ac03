"""Calls of the interpreter that are more than one function with its arguments: operators, buffers, parsing, iteration."""

from __future__ import annotations

import ctypes
from collections import namedtuple
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

# What operators are called in CPython.
_OPERATORS = {
    "add": "Add",
    "subtract": "Subtract",
    "multiply": "Multiply",
    "truedivide": "TrueDivide",
    "floordivide": "FloorDivide",
    "remainder": "Remainder",
    "matrix_multiply": "MatrixMultiply",
    "lshift": "Lshift",
    "rshift": "Rshift",
    "and": "And",
    "or": "Or",
    "xor": "Xor",
}

# Strides, shape and format of a buffer are asked for: `PyBUF_STRIDES | PyBUF_FORMAT`.
_BUFFER_FLAGS = 0x0018 | 0x0004

# The bytes of a `Py_buffer`.
_BUFFER_BYTES = 80

IterLoop = namedtuple("IterLoop", ("value", "do_break"))


def _binary(function: str) -> Any:
    def call(self: Any, lhs: Any, rhs: Any, inplace: bool = False) -> Any:
        name = f"PyNumber_{'InPlace' if inplace else ''}{function}"
        return self._call(name, "o", "oo", [lhs, rhs])

    call.__doc__ = f"Return what ``PyNumber_{function}`` makes of two objects, or the function that changes the first one."
    return call


# The units of times by their numbers in NumPy; 3 and 14 are none.
_UNITS = dict(enumerate("Y M W - D h m s ms us ns ps fs as".split())) | {14: ""}


def _time_type(name: str, unit_code: int) -> Any:
    from coluber.core import types

    return getattr(types, name)(_UNITS[int(getattr(unit_code, "constant", unit_code))])


def _units_of(time: Any) -> int:
    """Return the number of units of a time."""
    return int(time.view("int64"))


class MoreCalls:
    """Methods of `PythonAPI`."""

    ir: Any
    builder: Any
    context: Any
    module: Any
    pyobj: Any
    voidptr: Any
    _call: Any
    _argument: Any
    _exception: Any
    _if_there: Any
    get_null_object: Any

    # Operators

    def number_power(self, lhs: Any, rhs: Any, inplace: bool = False) -> Any:
        """Return a power."""
        name = "PyNumber_InPlacePower" if inplace else "PyNumber_Power"
        return self._call(name, "o", "ooo", [lhs, rhs, self._none()])

    def _none(self) -> Any:
        return self.ir.Constant(self.ir.IntType(64), id(None)).inttoptr(self.pyobj)

    # Attributes and slices

    def object_delattr(self, obj: Any, attr: Any) -> Any:
        """Delete an attribute, whose name is an object."""
        return self._call("PyObject_SetAttr", "i", "ooo", [obj, attr, self.get_null_object()])

    def object_delattr_string(self, obj: Any, attr: Any) -> Any:
        """Delete an attribute."""
        return self._call("PyObject_SetAttrString", "i", "oso", [obj, attr, self.get_null_object()])

    def list_setslice(self, lst: Any, start: Any, stop: Any, obj: Any) -> Any:
        """Replace a slice of a list; None deletes it."""
        items = self.get_null_object() if obj is None else obj
        return self._call("PyList_SetSlice", "i", "ozzo", [lst, start, stop, items])

    def slice_as_ints(self, obj: Any) -> tuple[Any, Any, Any, Any]:
        """Return whether that worked, and start, stop and step of a slice of integers."""
        places = self._places(self.ir.IntType(64), 3)
        status = self._call("PySlice_Unpack", "i", "oppp", [obj, *places])
        return (self._is_zero(status), *(self.builder.load(place) for place in places))

    def _places(self, ty: Any, count: int) -> list[Any]:
        from coluber.core import cgutils

        return [cgutils.alloca_once(self.builder, ty) for _ in range(count)]

    def _is_zero(self, status: Any) -> Any:
        return self.builder.icmp_signed("==", status, status.type(0))

    # Text and bytes

    def string_as_string_and_size(self, strobj: Any) -> tuple[Any, Any, Any]:
        """Return whether that worked, and address and length of a text in UTF-8."""
        (length,) = self._places(self.ir.IntType(64), 1)
        text = self._call("PyUnicode_AsUTF8AndSize", "p", "op", [strobj, length])
        worked = self.builder.icmp_unsigned("!=", text, text.type(None))
        return worked, text, self.builder.load(length)

    def bytes_as_string_and_size(self, obj: Any, p_buffer: Any, p_length: Any) -> Any:
        """Write address and length of bytes; return whether that worked."""
        return self._is_zero(self._call("PyBytes_AsStringAndSize", "i", "opp", [obj, p_buffer, p_length]))

    def string_from_constant_string(self, string: str) -> Any:
        """Return a text."""
        data = self.context.insert_const_string(self.module, string)
        return self._call("PyUnicode_FromStringAndSize", "o", "sz", [data, len(string.encode())])

    def print_string(self, text: str) -> None:
        """Write a text to ``sys.stdout``."""
        data = self.context.insert_const_string(self.module, text.replace("%", "%%"))
        self._call("PySys_WriteStdout", "v", "s", [data])

    # Exceptions

    def c_api_error(self) -> Any:
        """Return whether an exception is set."""
        found = self._call("PyErr_Occurred", "o", "", [])
        return self.builder.icmp_unsigned("!=", found, found.type(None))

    @contextmanager
    def if_object_ok(self, obj: Any) -> Iterator[None]:
        """Write what runs where an object is there; else an exception is set."""
        with self.builder.if_then(self.builder.icmp_unsigned("!=", obj, obj.type(None)), likely=True):
            yield

    def raise_object(self, exc: Any = None) -> Any:
        """Set an exception, an object; return whether that worked."""
        cls = self._call("PyObject_Type", "o", "o", [exc])
        self._call("PyErr_SetObject", "v", "oo", [cls, exc])
        return self._call("Py_DecRef", "v", "o", [cls])

    def raise_missing_global_error(self, name: str) -> None:
        """Set NameError for a global variable."""
        self._set_name_error(f"global name '{name}' is not defined")

    def raise_missing_name_error(self, name: str) -> None:
        """Set NameError."""
        self._set_name_error(f"name '{name}' is not defined")

    def _set_name_error(self, message: str) -> None:
        data = self.context.insert_const_string(self.module, message)
        self._call("PyErr_SetString", "v", "os", [self._exception("PyExc_NameError"), data])

    def fatal_error(self, msg: str) -> None:
        """End the process with a message."""
        self._call("Py_FatalError", "v", "s", [msg])
        self.builder.unreachable()

    def return_none(self) -> None:
        """Return a reference to None from the function that is being written."""
        self._call("Py_IncRef", "v", "o", [self._none()])
        self.builder.ret(self._none())

    # Buffers and memory

    def alloca_obj(self) -> Any:
        """Return memory of the frame for the address of an object."""
        return self._places(self.pyobj, 1)[0]

    def alloca_buffer(self) -> Any:
        """Return memory of the frame for a ``Py_buffer``, which may be released when nothing was put into it."""
        from coluber.core import cgutils

        place = cgutils.alloca_once(self.builder, self.ir.ArrayType(self.ir.IntType(8), _BUFFER_BYTES), zfill=True)
        return self.builder.bitcast(place, self.voidptr)

    def get_buffer(self, obj: Any, pbuf: Any) -> Any:
        """Fill a ``Py_buffer``; the result is not zero where that fails."""
        return self._call("PyObject_GetBuffer", "i", "opi", [obj, pbuf, _BUFFER_FLAGS])

    # Sets

    # Times

    def create_np_datetime(self, val: Any, unit_code: int) -> Any:
        """Return a ``numpy.datetime64`` of a number of units; NumPy's number of the unit is known."""
        return self.from_native_value(_time_type("NPDatetime", unit_code), val)

    def create_np_timedelta(self, val: Any, unit_code: int) -> Any:
        """Return a ``numpy.timedelta64`` of a number of units."""
        return self.from_native_value(_time_type("NPTimedelta", unit_code), val)

    def extract_np_datetime(self, obj: Any) -> Any:
        """Return the number of units of a ``numpy.datetime64``."""
        return self._units(obj)

    def extract_np_timedelta(self, obj: Any) -> Any:
        """Return the number of units of a ``numpy.timedelta64``."""
        return self._units(obj)

    def _units(self, obj: Any) -> Any:
        number = self.call_function_objargs(self.serialize_object(_units_of), (obj,))
        units = self.long_as_longlong(number)
        self._call("Py_DecRef", "v", "o", [number])
        return units

    def set_update(self, set: Any, iterable: Any) -> Any:  # noqa: A002
        """Add items to a set; return 0, or -1 with an exception set."""
        result = self.call_method(set, "update", [iterable])  # type: ignore[attr-defined]
        worked = self.builder.icmp_unsigned("!=", result, result.type(None))
        with self.builder.if_then(worked, likely=True):
            self._call("Py_DecRef", "v", "o", [result])
        status = self.ir.IntType(32)
        return self.builder.select(worked, status(0), status(-1))

    @contextmanager
    def set_iterate(self, set: Any) -> Iterator[IterLoop]:  # noqa: A002
        """Write a loop over the items of a set, which are borrowed."""
        builder = self.builder
        iterator = self._call("PyObject_GetIter", "o", "o", [set])
        head, body, end = (builder.append_basic_block(f"iterate.{name}") for name in ("next", "body", "end"))
        builder.branch(head)
        builder.position_at_end(head)
        item = self._call("PyIter_Next", "o", "o", [iterator])
        builder.cbranch(builder.icmp_unsigned("==", item, item.type(None)), end, body)
        builder.position_at_end(body)
        self._call("Py_DecRef", "v", "o", [item])
        yield IterLoop(item, lambda: builder.branch(end))
        if not builder.basic_block.is_terminated:
            builder.branch(head)
        builder.position_at_end(end)
        self._call("Py_DecRef", "v", "o", [iterator])

    # Arguments of functions

    def parse_tuple(self, args: Any, fmt: str, *objs: Any) -> Any:
        """Take a tuple apart as ``PyArg_ParseTuple`` does."""
        return self._call_varargs("PyArg_ParseTuple", [args, self._argument("s", fmt)], objs)

    def parse_tuple_and_keywords(self, args: Any, kws: Any, fmt: str, keywords: Any, *objs: Any) -> Any:
        """Take a tuple and a dict apart as ``PyArg_ParseTupleAndKeywords`` does."""
        fixed = [args, kws, self._argument("s", fmt), self.builder.bitcast(keywords, self.voidptr)]
        return self._call_varargs("PyArg_ParseTupleAndKeywords", fixed, objs)

    def unpack_tuple(self, args: Any, name: str, n_min: Any, n_max: Any, *objs: Any) -> Any:
        """Take a tuple apart as ``PyArg_UnpackTuple`` does."""
        counts = [self._argument("z", count) for count in (n_min, n_max)]
        return self._call_varargs("PyArg_UnpackTuple", [args, self._argument("s", name), *counts], objs)

    def _call_varargs(self, function: str, fixed: Sequence[Any], rest: Sequence[Any]) -> Any:
        """Call a function whose first argument is a tuple; return 0 where that fails."""
        address = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value
        fnty = self.ir.FunctionType(self.ir.IntType(32), [value.type for value in fixed], var_arg=True)
        pointer = self.builder.inttoptr(self.ir.Constant(self.ir.IntType(64), address), fnty.as_pointer())
        failed = self.ir.IntType(32)(0)
        return self._if_there(function, fixed[:1], failed, lambda: self.builder.call(pointer, [*fixed, *rest]))

    # Values

    def reflect_native_value(self, typ: Any, val: Any, env_manager: Any = None) -> None:
        """Write a value back to the object that it was made of, as the function with ``@reflect`` says; others have none."""
        from coluber.core.pythonapi import Conversion

        Conversion(self.context, self.builder).reflect(typ, val)

    def nrt_adapt_ndarray_to_python(self, aryty: Any, ary: Any, dtypeptr: Any = None) -> Any:
        """Return a new reference to an array made of a value, which keeps its references."""
        from coluber.core.array_likes import boxed_array, is_array_like

        if is_array_like(aryty):
            return boxed_array(aryty, ary, self.conversion())  # type: ignore[attr-defined]
        return self.object_of(aryty, ary)  # type: ignore[attr-defined]


for _name, _function in _OPERATORS.items():
    setattr(MoreCalls, f"number_{_name}", _binary(_function))
