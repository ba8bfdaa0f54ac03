"""What code that boxes and unboxes values calls in the interpreter, and where extensions register that code."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager

from coluber import _native
from coluber.core import pythonguards
from coluber.core.errors import LoweringError
from coluber.core.pythonadapters import AdapterCalls
from coluber.core.pythoncalls import MoreCalls
from coluber.core.pythonmemory import MemoryCalls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeVar

    from coluber.core.types import Type

    # A decorated function, which stays what it is.
    _F = TypeVar("_F", bound=Callable[..., Any])


class NativeValue:
    """A value made of a Python object.

    Parameters
    ----------
    value : llvmlite.ir.Value
        The value.
    is_error : llvmlite.ir.Value, optional
        Whether it could not be made: a Python exception is set.
    cleanup : callable, optional
        Writes what is to be done after the call, with the builder that the function with ``@unbox`` was given.
    """

    def __init__(self, value: Any, is_error: Any = None, cleanup: Any = None) -> None:
        if is_error is None:
            from coluber.core import cgutils

            is_error = cgutils.false_bit
        self.value = value
        self.is_error = is_error
        self.cleanup = cleanup


class _Registry:
    """Functions of extensions by classes of types."""

    def __init__(self) -> None:
        self.functions: dict[Any, Callable[..., Any]] = {}

    def register(self, typeclass: type[Type]) -> Callable[[_F], _F]:
        """Take the decorated function for the types of a class."""
        if not isinstance(typeclass, type):
            raise TypeError(f"values are boxed and unboxed by functions for a class of types, not for {typeclass!r}")

        def decorate(function: _F) -> _F:
            if not callable(function):
                raise TypeError(f"a function that boxes or unboxes values is needed, not {function!r}")
            self.functions[typeclass] = function
            from coluber.core.types.base import extension_types

            for ty in extension_types(typeclass):
                _native.forget_boxing(ty)
            return function

        return decorate

    __call__ = register

    def lookup(self, typeclass: type[Type], default: Any = None) -> Any:
        """Return the function for the types of a class."""
        return next((self.functions[cls] for cls in typeclass.__mro__ if cls in self.functions), default)


_boxers = _Registry()
_unboxers = _Registry()
_reflectors = _Registry()

box = _boxers.register
unbox = _unboxers.register


reflect = _reflectors.register


class Conversion:
    """What code that boxes or unboxes a value is given.

    Attributes
    ----------
    context : BaseContext
        LLVM types, constants, calls.
    builder : llvmlite.ir.IRBuilder
        Where to write.
    pyapi : PythonAPI
        Calls the interpreter.
    env_manager : object
        Gives Python objects to the code.
    """

    def __init__(self, context: Any, builder: Any) -> None:
        self.context = context
        self.builder = builder
        self.pyapi = PythonAPI(context, builder)
        self.env_manager = EnvironmentManager(self.pyapi)

    def box(self, typ: Type, val: Any) -> Any:
        """Return a new reference to an object made of a value, or null with an exception set; takes the value's references."""
        return self.pyapi.from_native_value(typ, val)

    def unbox(self, typ: Type, obj: Any) -> NativeValue:
        """Return the value of an object."""
        return self.pyapi.to_native_value(typ, obj)

    def reflect(self, typ: Type, val: Any) -> None:
        """Write a value back to the object that it was made of, as the function with ``@reflect`` says; others have none."""
        function = _reflectors.lookup(type(typ))
        if function is not None:
            function(typ, val, self)


class EnvironmentManager:
    """Python objects that code uses; they live as long as the process.

    Parameters
    ----------
    pyapi : PythonAPI
        Calls the interpreter.
    """

    def __init__(self, pyapi: Any) -> None:
        self._pyapi = pyapi
        self._objects: list[object] = []

    def add_const(self, const: object) -> int:
        """Take an object; returns its number."""
        self._objects.append(const)
        return len(self._objects) - 1

    def read_const(self, index: int) -> Any:
        """Return a borrowed reference to an object."""
        return self._pyapi.serialize_object(self._objects[index])


def _write(obj: object) -> None:
    import sys

    sys.stdout.write(str(obj))


# The functions of CPython: name here, name there, result, parameters. o: object, i: int, z: size, l: 64 bits, d: double,
# s: text, p: address, v: nothing.
_TABLE = """
    incref Py_IncRef v o
    decref Py_DecRef v o
    object_getattr_string PyObject_GetAttrString o os
    object_getattr PyObject_GetAttr o oo
    object_setattr_string PyObject_SetAttrString i oso
    object_setattr PyObject_SetAttr i ooo
    object_getitem PyObject_GetItem o oo
    object_setitem PyObject_SetItem i ooo
    object_delitem PyObject_DelItem i oo
    object_type PyObject_Type o o
    object_str PyObject_Str o o
    object_repr PyObject_Repr o o
    object_hash PyObject_Hash z o
    object_istrue PyObject_IsTrue i o
    object_not PyObject_Not i o
    object_dir PyObject_Dir o o
    object_isinstance PyObject_IsInstance i oo
    object_getiter PyObject_GetIter o o
    iter_next PyIter_Next o o
    float_from_double PyFloat_FromDouble o d
    float_as_double PyFloat_AsDouble d o
    number_float PyNumber_Float o o
    number_long PyNumber_Long o o
    number_index PyNumber_Index o o
    number_negative PyNumber_Negative o o
    number_invert PyNumber_Invert o o
    number_positive PyNumber_Positive o o
    number_as_ssize_t_ PyNumber_AsSsize_t z oo
    long_as_ulonglong PyLong_AsUnsignedLongLong l o
    long_as_longlong PyLong_AsLongLong l o
    long_as_voidptr PyLong_AsVoidPtr p o
    long_from_longlong PyLong_FromLongLong o l
    long_from_ulong PyLong_FromUnsignedLong o l
    long_from_ulonglong PyLong_FromUnsignedLongLong o l
    long_from_ssize_t PyLong_FromSsize_t o z
    long_from_signed_int PyLong_FromLongLong o l
    long_from_unsigned_int PyLong_FromUnsignedLongLong o l
    long_from_voidptr PyLong_FromVoidPtr o p
    bool_from_long PyBool_FromLong o l
    complex_from_doubles PyComplex_FromDoubles o dd
    complex_real_as_double PyComplex_RealAsDouble d o
    complex_imag_as_double PyComplex_ImagAsDouble d o
    string_from_string PyUnicode_FromString o s
    string_from_string_and_size PyUnicode_FromStringAndSize o sz
    string_as_string PyUnicode_AsUTF8 p o
    bytes_as_string PyBytes_AsString p o
    bytes_from_string_and_size PyBytes_FromStringAndSize o pz
    tuple_new_ PyTuple_New o z
    tuple_getitem_ PyTuple_GetItem o oz
    tuple_setitem_ PyTuple_SetItem i ozo
    tuple_size PyTuple_Size z o
    list_new PyList_New o z
    list_size PyList_Size z o
    list_append PyList_Append i oo
    list_getitem_ PyList_GetItem o oz
    list_setitem PyList_SetItem i ozo
    list_setslice_ PyList_SetSlice i ozzo
    sequence_concat PySequence_Concat o oo
    sequence_getslice PySequence_GetSlice o ozz
    sequence_getitem PySequence_GetItem o oz
    sequence_tuple PySequence_Tuple o o
    sequence_list PySequence_List o o
    sequence_size PySequence_Size z o
    dict_new_ PyDict_New o
    dict_getitem_string PyDict_GetItemString o os
    dict_getitem PyDict_GetItem o oo
    dict_setitem PyDict_SetItem i ooo
    dict_setitem_string PyDict_SetItemString i oso
    set_new_ PySet_New o o
    set_add PySet_Add i oo
    set_size PySet_Size z o
    set_clear PySet_Clear i o
    string_from_kind_and_data PyUnicode_FromKindAndData o ipz
    release_buffer PyBuffer_Release v p
    err_restore PyErr_Restore v ooo
    fatal_error_ Py_FatalError v s
    import_module PyImport_ImportModule o s
    call PyObject_Call o ooo
    call_function_objargs_ PyObject_CallObject o oo
    err_occurred PyErr_Occurred o
    err_set_none PyErr_SetNone v o
    err_set_string_ PyErr_SetString v os
    err_set_object PyErr_SetObject v oo
    err_print PyErr_Print v
    err_write_unraisable PyErr_WriteUnraisable v o
    gil_ensure_ PyGILState_Ensure i
    gil_release_ PyGILState_Release v i
    save_thread PyEval_SaveThread p
    restore_thread PyEval_RestoreThread v p
    sys_write_stdout PySys_WriteStdout v s
    object_dump _PyObject_Dump v o
    object_richcompare_ PyObject_RichCompare o ooi
    print_object_ PyObject_Repr o o
"""

_rows: dict[str, tuple[str, str, str]] = {}


def _row(name: str) -> tuple[str, str, str] | None:
    if not _rows:
        for line in _TABLE.strip().splitlines():
            own, function, result, *params = line.split()
            _rows[own] = function, result, params[0] if params else ""
    return _rows.get(name)


class PythonAPI(MoreCalls, MemoryCalls, AdapterCalls):
    """Writes calls of the interpreter. Methods that are rows of a table take and give LLVM values.

    Parameters
    ----------
    context : BaseContext
        LLVM types, constants, calls.
    builder : llvmlite.ir.IRBuilder
        Where to write.
    """

    def __init__(self, context: Any, builder: Any) -> None:
        from coluber.core.llvmir import ir

        self.context = context
        self.builder = builder
        self.module = builder.basic_block.function.module
        self.ir = ir
        self.voidptr = self.pyobj = self.cstring = ir.IntType(8).as_pointer()
        self.py_ssize_t = self.longlong = self.ulonglong = self.py_hash_t = ir.IntType(64)
        self.long = self.ulong = ir.IntType(64)
        self.double = ir.DoubleType()
        self.gil_state = ir.IntType(32)

    def __getattr__(self, name: str) -> Any:
        row = None if name.startswith("_") else _row(name)
        if row is None:
            raise AttributeError(f"pyapi.{name} is not there yet")
        function, result, params = row

        def call(*args: Any) -> Any:
            if len(args) != len(params):
                raise TypeError(f"pyapi.{name} takes {len(params)} arguments, got {len(args)}")
            return self._call(function, result, params, args)

        return call

    # Calls

    def _type(self, code: str) -> Any:
        ir = self.ir
        kinds = {"v": ir.VoidType(), "i": ir.IntType(32), "z": ir.IntType(64), "l": ir.IntType(64), "d": ir.DoubleType()}
        return kinds.get(code, self.voidptr)

    def _call(self, function: str, result: str, params: str, args: Sequence[Any]) -> Any:
        address = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value
        values = [self._argument(code, arg) for code, arg in zip(params, args, strict=True)]
        types = [self._type(code) for code in params]
        objects = pythonguards.needed(function, params, values)
        return self._if_there(
            function, objects, self._failed(result), lambda: self._call_at(address, self._type(result), types, values)
        )

    def _failed(self, code: str) -> Any:
        """Return what a function of CPython gives that has raised."""
        ty = self._type(code)
        if code == "v":
            return None
        return self.ir.Constant(ty, None if isinstance(ty, self.ir.PointerType) else -1.0 if code == "d" else -1)

    def _if_there(self, what: str, objects: Sequence[Any], failed: Any, emit: Callable[[], Any]) -> Any:
        return pythonguards.guarded(self, what, objects, failed, emit)

    def _call_at(self, address: int | None, result: Any, params: Sequence[Any], args: Sequence[Any]) -> Any:
        fnty = self.ir.FunctionType(result, params)
        pointer = self.builder.inttoptr(self.ir.Constant(self.ir.IntType(64), address), fnty.as_pointer())
        return self.builder.call(pointer, args)

    def _argument(self, code: str, value: Any) -> Any:
        if code == "s" and isinstance(value, str):
            return self.context.insert_const_string(self.module, value)
        wanted = self._type(code)
        if isinstance(value, int):
            return self.ir.Constant(wanted, value)
        if isinstance(value.type, self.ir.PointerType) and isinstance(wanted, self.ir.PointerType):
            return value if value.type == wanted else self.builder.bitcast(value, wanted)
        if isinstance(value.type, self.ir.IntType) and isinstance(wanted, self.ir.IntType) and value.type != wanted:
            return self.builder.sext(value, wanted) if value.type.width < wanted.width else self.builder.trunc(value, wanted)
        return value

    # Objects that are known

    def _constant(self, value: object) -> Any:
        from coluber.core.base import keep

        keep(value)
        return self.ir.Constant(self.ir.IntType(64), id(value)).inttoptr(self.pyobj)

    def borrow_none(self) -> Any:
        """Return None, without a reference."""
        return self._constant(None)

    def make_none(self) -> Any:
        """Return a reference to None."""
        none = self.borrow_none()
        self.incref(none)
        return none

    def get_null_object(self) -> Any:
        """Return null."""
        return self.ir.Constant(self.pyobj, None)

    def conversion(self) -> Conversion:
        """Return what code that boxes or unboxes a value is given."""
        return Conversion(self.context, self.builder)

    def serialize_object(self, obj: object) -> Any:
        """Return what `unserialize` makes an object of."""
        return self._constant(obj)

    serialize_uncached = serialize_object

    def unserialize(self, structptr: Any) -> Any:
        """Return a reference to an object that was serialized."""
        self.incref(structptr)
        return structptr

    def get_c_object(self, name: str) -> Any:
        """Return the address of an object of CPython, such as ``PyExc_ValueError``."""
        if name.startswith("PyExc_"):
            import builtins

            return self._constant(getattr(builtins, name.removeprefix("PyExc_")))
        if name == "_Py_NoneStruct":
            return self.borrow_none()
        raise LoweringError(f"pyapi.get_c_object({name!r}) is not there yet")

    def get_env_manager(self, env: Any = None, env_body: Any = None, env_ptr: Any = None) -> EnvironmentManager:
        """Return what gives Python objects to code; code has no environment here, so that the arguments say nothing."""
        return EnvironmentManager(self)

    # Exceptions

    def err_clear(self) -> None:
        """Clear the exception that is set."""
        self._call_at(_native.helper_address("clear_exception"), self.ir.VoidType(), [], [])

    def err_fetch(self, pty: Any, pval: Any, ptb: Any) -> None:
        """Take the exception that is set: its class, value and traceback go to these addresses."""
        self._call("PyErr_Fetch", "v", "ppp", [pty, pval, ptb])
        # It is the code's from now on, as after `err_clear`.
        self.err_clear()

    def err_set_string(self, exctype: Any, msg: Any) -> None:
        """Set an exception; its class is given as an object or by the name that CPython has for it."""
        self._call("PyErr_SetString", "v", "os", [self._exception(exctype), msg])

    def err_format(self, exctype: Any, msg: Any, *format_args: Any) -> None:
        """Set an exception with a text that `PyErr_Format` makes."""
        text = self.context.insert_const_string(self.module, msg) if isinstance(msg, str) else msg
        address = ctypes.cast(ctypes.pythonapi.PyErr_Format, ctypes.c_void_p).value
        fnty = self.ir.FunctionType(self.pyobj, [self.pyobj, self.cstring], var_arg=True)
        pointer = self.builder.inttoptr(self.ir.Constant(self.ir.IntType(64), address), fnty.as_pointer())
        self.builder.call(pointer, [self._exception(exctype), text, *format_args])

    def _exception(self, exctype: Any) -> Any:
        if isinstance(exctype, str):
            return self.get_c_object(exctype)
        return self._constant(exctype) if isinstance(exctype, type) else exctype

    @contextmanager
    def err_push(self, keep_new: bool = False) -> Iterator[None]:
        """Write code that runs while no exception is set; the one that was is restored."""
        cells = [self.builder.alloca(self.pyobj) for _ in range(3)]
        pointers = [cell.type for cell in cells]
        fetch = ctypes.cast(ctypes.pythonapi.PyErr_Fetch, ctypes.c_void_p).value
        restore = ctypes.cast(ctypes.pythonapi.PyErr_Restore, ctypes.c_void_p).value
        self._call_at(fetch, self.ir.VoidType(), pointers, cells)
        yield
        values = [self.builder.load(cell) for cell in cells]
        self._call_at(restore, self.ir.VoidType(), [self.pyobj] * 3, values)

    # The GIL

    def gil_ensure(self) -> Any:
        """Take the GIL; returns what `gil_release` wants."""
        return self._call("PyGILState_Ensure", "i", "", [])

    def gil_release(self, gil: Any) -> None:
        """Give the GIL back."""
        self._call("PyGILState_Release", "v", "i", [gil])

    # Collections and calls

    def tuple_pack(self, items: Sequence[Any]) -> Any:
        """Return a tuple of objects, which keep their references."""
        return self._pack("Tuple", items)

    def _pack(self, kind: str, items: Sequence[Any]) -> Any:
        def pack() -> Any:
            made = self._call(f"Py{kind}_New", "o", "z", [len(items)])
            for k, item in enumerate(items):
                self.incref(item)
                self._call(f"Py{kind}_SetItem", "i", "ozo", [made, k, item])
            return made

        return self._if_there(f"pyapi.{kind.lower()}_pack", items, self.get_null_object(), pack)

    def tuple_new(self, count: int) -> Any:
        """Return a tuple whose items are to be set."""
        return self._call("PyTuple_New", "o", "z", [count])

    def tuple_getitem(self, tup: Any, idx: Any) -> Any:
        """Return an item, without a reference."""
        return self._call("PyTuple_GetItem", "o", "oz", [tup, idx])

    def tuple_setitem(self, tup: Any, idx: Any, item: Any) -> None:
        """Set an item, whose reference the tuple takes over."""
        self._call("PyTuple_SetItem", "i", "ozo", [tup, idx, item])

    def list_pack(self, items: Sequence[Any]) -> Any:
        """Return a list of objects, which keep their references."""
        return self._pack("List", items)

    def list_getitem(self, lst: Any, idx: Any) -> Any:
        """Return an item, without a reference."""
        return self._call("PyList_GetItem", "o", "oz", [lst, idx])

    def dict_new(self, presize: int = 0) -> Any:
        """Return a new dict."""
        return self._call("PyDict_New", "o", "", [])

    def dict_pack(self, keyvalues: Any) -> Any:
        """Return a dict of texts and objects."""
        pairs = list(keyvalues)

        def pack() -> Any:
            made = self.dict_new()
            for key, value in pairs:
                self.dict_setitem_string(made, key, value)
            return made

        return self._if_there("pyapi.dict_pack", [value for _, value in pairs], self.get_null_object(), pack)

    def set_new(self, iterable: Any = None) -> Any:
        """Return a new set."""
        return self._call("PySet_New", "o", "o", [self.get_null_object() if iterable is None else iterable])

    def call_function_objargs(self, callee: Any, objargs: Sequence[Any]) -> Any:
        """Call an object with objects."""
        arguments = self.tuple_pack(objargs)
        result = self._call("PyObject_CallObject", "o", "oo", [callee, arguments])
        self.decref(arguments)
        return result

    def call(self, callee: Any, args: Any = None, kws: Any = None) -> Any:
        """Call an object with a tuple and a dict."""
        args = self.tuple_pack([]) if args is None else args
        return self._call("PyObject_Call", "o", "ooo", [callee, args, self.get_null_object() if kws is None else kws])

    def call_method(self, callee: Any, method: str, objargs: Sequence[Any] = ()) -> Any:
        """Call a method with objects."""
        function = self.object_getattr_string(callee, method)
        result = self.call_function_objargs(function, objargs)
        self.decref(function)
        return result

    def import_module_noblock(self, modname: str) -> Any:
        """Return a module."""
        return self.import_module(modname)

    def long_from_long(self, ival: Any) -> Any:
        """Return an integer."""
        return self.long_from_longlong(ival)

    def number_as_ssize_t(self, numobj: Any) -> Any:
        """Return the number of an object."""
        return self._call("PyNumber_AsSsize_t", "z", "oo", [numobj, self.get_c_object("PyExc_OverflowError")])

    def object_richcompare(self, lhs: Any, rhs: Any, opstr: str) -> Any:
        """Return the result of a comparison."""
        number = ["<", "<=", "==", "!=", ">", ">="].index(opstr)
        return self._call("PyObject_RichCompare", "o", "ooi", [lhs, rhs, number])

    def bool_from_bool(self, bval: Any) -> Any:
        """Return True or False for a bit."""
        return self.bool_from_long(self.builder.zext(bval, self.long))

    def print_object(self, obj: Any) -> None:
        """Write the text of an object to ``sys.stdout``."""
        self.decref(self.call_function_objargs(self._constant(_write), [obj]))

    # Values

    def from_native_value(self, typ: Type, val: Any, env_manager: Any = None) -> Any:
        """Return a new reference to an object made of a value, or null with an exception set; takes the value's references."""
        function = _boxers.lookup(type(typ))
        if function is not None:
            return function(typ, val, self.conversion())
        made = self.object_of(typ, val)
        self.context.nrt.decref(self.builder, typ, val)
        return made

    def object_of(self, typ: Type, val: Any) -> Any:
        """Return a new reference to an object made of a value of a type of the compiler's, which keeps its references."""
        words = self._words(typ)
        leaves = self.context.data_model_manager[typ].to_leaves(self.builder, val)
        for k, leaf in enumerate(leaves):
            self.builder.store(self._to_word(leaf), self.builder.gep(words, [self.ir.IntType(32)(k)]))
        number = self.ir.IntType(64)(typ.id)
        params = [self.ir.IntType(64), words.type]
        return self._call_at(_native.helper_address("from_native"), self.pyobj, params, [number, words])

    def to_native_value(self, typ: Type, obj: Any) -> NativeValue:
        """Return the value of an object."""
        function = _unboxers.lookup(type(typ))
        if function is not None:
            return function(typ, obj, self.conversion())
        model = self.context.data_model_manager[typ]
        types = model.leaf_types()
        words = self._words(typ)
        number = self.ir.IntType(64)(typ.id)
        params = [self.ir.IntType(64), self.pyobj, words.type]
        address = _native.helper_address("to_native")
        status = self._call_at(address, self.ir.IntType(32), params, [number, obj, words])
        loaded = [self.builder.load(self.builder.gep(words, [self.ir.IntType(32)(k)])) for k in range(len(types))]
        leaves = [self._from_word(word, ty) for word, ty in zip(loaded, types, strict=True)]
        value = model.from_leaves(self.builder, iter(leaves))
        return NativeValue(value, is_error=self.builder.icmp_unsigned("!=", status, status.type(0)))

    def to_native_arg(self, typ: Type, obj: Any) -> NativeValue:
        """Return the value of an object."""
        return self.to_native_value(typ, obj)

    def from_native_return(self, typ: Type, val: Any, env_manager: Any = None) -> Any:
        """Return a new reference to an object made of a value."""
        return self.from_native_value(typ, val)

    def call_jit_code(self, func: Any, sig: Any, args: Sequence[Any]) -> tuple[Any, Any]:
        """Call a Python function, compiled for a signature; return whether it has raised, and its result.

        The exception is set then.
        """
        compiled = self.context.compile_subroutine(self.builder, func, sig)
        status, result = self.context.call_internal_no_propagate(self.builder, compiled, sig, args)
        with self.builder.if_then(status.is_error, likely=False):
            self.set_exception_of_call()
        return status.is_error, result

    def set_exception_of_call(self) -> None:
        """Set the exception of a compiled function that has raised in the interpreter."""
        self._call_at(_native.helper_address("set_exception"), self.ir.VoidType(), [], [])

    def _words(self, typ: Type) -> Any:
        from coluber.core import cgutils

        count = max(1, len(self.context.data_model_manager[typ].leaf_types()))
        cells = cgutils.alloca_once(self.builder, self.ir.ArrayType(self.ir.IntType(64), count))
        return self.builder.bitcast(cells, self.ir.IntType(64).as_pointer())

    def _to_word(self, leaf: Any) -> Any:
        word = self.ir.IntType(64)
        if isinstance(leaf.type, self.ir.PointerType):
            return self.builder.ptrtoint(leaf, word)
        if isinstance(leaf.type, self.ir.DoubleType):
            return self.builder.bitcast(leaf, word)
        if isinstance(leaf.type, self.ir.FloatType):
            leaf = self.builder.bitcast(leaf, self.ir.IntType(32))
        return leaf if leaf.type == word else self.builder.zext(leaf, word)

    def _from_word(self, word: Any, ty: Any) -> Any:
        if isinstance(ty, self.ir.PointerType):
            return self.builder.inttoptr(word, ty)
        if isinstance(ty, self.ir.DoubleType):
            return self.builder.bitcast(word, ty)
        if isinstance(ty, self.ir.FloatType):
            return self.builder.bitcast(self.builder.trunc(word, self.ir.IntType(32)), ty)
        return word if ty == word.type else self.builder.trunc(word, ty)
