"""Calls of the interpreter that fill structures from objects, and make objects of structures."""

from __future__ import annotations

import ctypes

from coluber.core.errors import LoweringError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.pythonapi import NativeValue
    from coluber.core.types import Type

# Of the structure that an array is: owner, parent, number of elements, size of one, address, shape, strides.
_MEMBERS = 7

# What extensions have put beside objects: addresses by the ids of the objects.
_private: dict[int, int] = {}


def _get_private(obj: object) -> int:
    return _private.get(id(obj), 0)


def _set_private(obj: object, address: int) -> None:
    _private[id(obj)] = address


def _reset_private(obj: object) -> None:
    _private.pop(id(obj), None)


def _write_words(words: list[int], address: int) -> None:
    ctypes.memmove(address, (ctypes.c_int64 * len(words))(*words), 8 * len(words))


def _fill_array(obj: Any, address: int, ndim: int) -> int:
    """Write the members of the structure that an array is in LLVM IR; return 0, or -1 for other objects.

    The structure has room for so many axes; -1 is for one of which that is not known.
    """
    import numpy

    if not isinstance(obj, numpy.ndarray) or ndim not in (-1, obj.ndim):
        return -1
    _write_words([0, id(obj), obj.size, obj.itemsize, obj.ctypes.data, *obj.shape, *obj.strides], address)
    return 0


class _Buffer(ctypes.Structure):
    """A ``Py_buffer``."""

    _fields_ = (
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
    )


def _fill_from_buffer(buffer: int, address: int, ndim: int) -> int:
    """Write the members of an array on the memory of a ``Py_buffer``; return 0, or -1 where it has other axes."""
    found = _Buffer.from_address(buffer)
    if ndim not in (-1, found.ndim):
        return -1
    itemsize = found.itemsize or 1
    shape = found.shape[: found.ndim] if found.shape else [found.len // itemsize] * found.ndim
    strides = found.strides[: found.ndim] if found.strides else _c_strides(shape, itemsize)
    _write_words([0, found.obj or 0, found.len // itemsize, itemsize, found.buf or 0, *shape, *strides], address)
    return 0


def _c_strides(shape: list[int], itemsize: int) -> list[int]:
    strides = [itemsize]
    for extent in reversed(shape[1:]):
        strides.insert(0, strides[0] * extent)
    return strides[: len(shape)]


def _axes_at(pointer: Any) -> int:
    """Return for how many axes the structure at an address is, -1 where its type does not say that."""
    members: Any = getattr(getattr(pointer.type, "pointee", None), "elements", ())
    if len(members) == _MEMBERS:
        return int(members[-1].count)
    # Extensions give the address as one of bytes.
    operands: Any = getattr(pointer, "operands", ())
    is_cast = len(operands) == 1 and getattr(pointer, "opname", "") == "bitcast"
    return _axes_at(operands[0]) if is_cast else -1


def _record_of(data: bytes, dtype: Any) -> Any:
    import numpy

    return numpy.recarray(1, dtype=dtype, buf=bytearray(data))[0]


class AdapterCalls:
    """Methods of `PythonAPI`."""

    ir: Any
    builder: Any
    context: Any
    module: Any
    pyobj: Any
    voidptr: Any
    _argument: Any
    _call: Any
    _call_at: Any
    _constant: Any
    bytes_from_string_and_size: Any
    call_function_objargs: Any
    decref: Any
    from_native_value: Any
    get_buffer: Any
    get_null_object: Any
    if_object_ok: Any
    long_as_longlong: Any
    long_as_voidptr: Any
    long_from_voidptr: Any
    nrt_meminfo_new_from_pyobject: Any
    object_getattr_string: Any
    object_hash: Any
    object_istrue: Any
    to_native_value: Any

    def _asked(self, function: Any, *objects: Any) -> Any:
        """Return the result of a Python function as an integer, -1 where it raises."""
        result = self.call_function_objargs(self._constant(function), objects)
        number = self.long_as_longlong(result)
        self.decref(result)
        return number

    def _address(self, pointer: Any) -> Any:
        return self.long_from_voidptr(self.builder.bitcast(pointer, self.voidptr))

    # Arrays and buffers

    def nrt_adapt_ndarray_from_python(self, ary: Any, ptr: Any) -> Any:
        """Fill the structure of an array at an address; return 0, or -1 where the object is none.

        The structure has a reference to the object.

        Parameters
        ----------
        ary : llvmlite.ir.Value
            The object, which must have as many axes as the structure.
        ptr : llvmlite.ir.Value
            The address of the structure, as `make_array` gives it.
        """
        return self._adapted(_fill_array, ary, ptr)

    numba_array_adaptor = nrt_adapt_ndarray_from_python

    def nrt_adapt_buffer_from_python(self, buf: Any, ptr: Any) -> None:
        """Fill the structure of an array from a ``Py_buffer``; the structure has a reference to the object with the memory.

        Parameters
        ----------
        buf : llvmlite.ir.Value
            The address of the ``Py_buffer``.
        ptr : llvmlite.ir.Value
            The address of the structure.
        """
        address = self._address(buf)
        self._adapted(_fill_from_buffer, address, ptr)
        self.decref(address)

    numba_buffer_adaptor = nrt_adapt_buffer_from_python

    def _adapted(self, fill: Any, source: Any, ptr: Any) -> Any:
        address, ndim = self._address(ptr), self._constant(_axes_at(ptr))
        status = self._asked(fill, source, address, ndim)
        self.decref(address)
        with self.builder.if_then(self.builder.icmp_signed("==", status, status.type(0)), likely=True):
            self._own(self.builder.bitcast(ptr, self.voidptr.as_pointer()))
        return self.builder.trunc(status, self.ir.IntType(32))

    def _own(self, members: Any) -> None:
        """Let the structure hold the object whose memory it has."""

        def member(k: int) -> Any:
            return self.builder.gep(members, [self.ir.IntType(32)(k)])

        parent, data = self.builder.load(member(1)), self.builder.load(member(4))
        self.builder.store(self.nrt_meminfo_new_from_pyobject(data, parent), members)

    # Records

    def extract_record_data(self, obj: Any, pbuf: Any) -> Any:
        """Put the buffer of a record at an address; return the address of its bytes, or null with an exception set."""
        data = self.object_getattr_string(obj, "data")
        status = self.get_buffer(data, pbuf)
        self.decref(data)
        found = self.builder.load(self.builder.bitcast(pbuf, self.voidptr.as_pointer()))
        is_there = self.builder.icmp_signed("==", status, status.type(0))
        return self.builder.select(is_there, found, self.ir.Constant(self.voidptr, None))

    def recreate_record(self, pdata: Any, size: Any, dtype: Any, env_manager: Any) -> Any:
        """Return a new record with so many bytes from an address."""
        length = size if isinstance(size, int) else self._argument("z", size)
        data = self.bytes_from_string_and_size(self.builder.bitcast(pdata, self.voidptr), length)
        record = self.call_function_objargs(self._constant(_record_of), [data, self._constant(dtype)])
        self.decref(data)
        return record

    # Text

    def string_as_string_size_and_kind(self, strobj: Any) -> tuple[Any, ...]:
        """Return whether that worked, and address, length, bytes of a character, whether it is ASCII, and hash of a text."""
        from coluber.core import types

        native = self.to_native_value(types.unicode_type, strobj)
        text = self.context.make_helper(self.builder, types.unicode_type, native.value)
        worked = self.builder.not_(native.is_error)
        text.is_ascii, text.hash = (self.ir.Constant(member.type, 0) for member in (text.is_ascii, text.hash))
        with self.builder.if_then(worked, likely=True):
            answer = self.call_function_objargs(self._constant(str.isascii), [strobj])
            text.is_ascii, text.hash = self.object_istrue(answer), self.object_hash(strobj)
            self.decref(answer)
        return worked, text.data, text.length, text.kind, text.is_ascii, text.hash

    # Data that extensions put beside objects

    def object_get_private_data(self, obj: Any) -> Any:
        """Return the address that was put beside an object, or null."""
        number = self.call_function_objargs(self._constant(_get_private), [obj])
        address = self.long_as_voidptr(number)
        self.decref(number)
        return address

    def object_set_private_data(self, obj: Any, ptr: Any) -> None:
        """Put an address beside an object, until `object_reset_private_data` takes it away."""
        address = self._address(ptr)
        self.decref(self.call_function_objargs(self._constant(_set_private), [obj, address]))
        self.decref(address)

    def object_reset_private_data(self, obj: Any) -> None:
        """Take away what was put beside an object."""
        self.decref(self.call_function_objargs(self._constant(_reset_private), [obj]))

    # Generators

    def from_native_generator(self, val: Any, typ: Type, env: Any = None) -> Any:
        """Return a new generator object of a suspended function, whose references it takes."""
        return self.from_native_value(typ, val)

    def to_native_generator(self, obj: Any, typ: Type) -> NativeValue:
        """Return the suspended function in a generator object that compiled code has made."""
        return self.to_native_value(typ, obj)  # type: ignore[no-any-return]

    # Sets

    def set_next_entry(self, set: Any, posptr: Any, keyptr: Any, hashptr: Any) -> Any:  # noqa: A002
        """Give the next item of a set, without a reference, and its hash; return 0 where there is none."""
        for function in ("_PySet_NextEntry", "_PySet_NextEntryRef"):
            if hasattr(ctypes.pythonapi, function):
                status = self._call(function, "i", "oppp", [set, posptr, keyptr, hashptr])
                if function.endswith("Ref"):
                    with self.builder.if_then(self.builder.icmp_signed("!=", status, status.type(0))):
                        self.decref(self.builder.load(keyptr))
                return status
        raise LoweringError("this version of CPython has no function for pyapi.set_next_entry: use pyapi.set_iterate")

    # What has no counterpart

    def emit_environment_sentry(self, envptr: Any, return_pyobject: bool = False, debug_msg: str = "") -> None:
        """Do nothing: code has no environment here."""

    def _get_function(self, fnty: Any, name: str) -> Any:
        """Return the declaration of a function of CPython."""
        from coluber.core import cgutils

        return cgutils.get_or_insert_function(self.module, fnty, name)
