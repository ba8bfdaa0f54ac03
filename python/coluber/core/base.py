"""The context that lowering code is given: LLVM types of values, constants, conversions, calls of compiled functions."""

from __future__ import annotations

from coluber.core import cgutils, types
from coluber.core.datamodel import default_manager
from coluber.core.datamodel.builtin import abi_alignment, abi_size
from coluber.core.errors import LoweringError
from coluber.core.llvmir import ir
from coluber.core.typing.templates import Signature, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from coluber.core.splice import Splice
    from coluber.core.types import Type

# Objects whose addresses are in compiled code.
_kept: list[object] = []


def keep(value: object) -> object:
    """Keep an object for ever: compiled code has its address."""
    _kept.append(value)
    return value


class _Known:
    """Something that lowering code asks; says what it does not have."""

    _text = "context"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{self._text}.{name} is not there: the compiler has no such part, or not yet", name=name)


class BaseContext(_Known):
    """What lowering code asks of the compiler.

    Parameters
    ----------
    splice : Splice
        The function that is being written.
    """

    strict_alignment = False
    enable_nrt = True
    enable_debuginfo = False
    enable_boundscheck = False
    fastmath = False
    address_size = 64
    is32bit = False
    allow_dynamic_globals = True

    def __init__(self, splice: Splice) -> None:
        self.splice = splice
        self.data_model_manager = default_manager
        self.call_conv = CallConv(self)
        self.error_model = create_error_model("python", self)
        self.nrt = NRTContext(self)

    @property
    def typing_context(self) -> Any:
        """The typing context."""
        from coluber.core.typing.context import typing_context

        return typing_context

    # LLVM types

    def get_value_type(self, ty: Type) -> Any:
        """Return the LLVM type of values in registers."""
        return self.data_model_manager[ty].get_value_type()

    def get_data_type(self, ty: Type) -> Any:
        """Return the LLVM type of values in memory."""
        return self.data_model_manager[ty].get_data_type()

    def get_argument_type(self, ty: Type) -> Any:
        """Return the LLVM type of arguments."""
        return self.data_model_manager[ty].get_argument_type()

    def get_return_type(self, ty: Type) -> Any:
        """Return the LLVM type of results."""
        return self.data_model_manager[ty].get_return_type()

    def get_struct_type(self, struct: Any) -> Any:
        """Return the LLVM type of a structure that has ``_fields``, or of a type's values."""
        if not hasattr(struct, "_fields"):
            return self.get_value_type(struct)
        members = [ty if isinstance(ty, ir.Type) else self.get_value_type(ty) for _, ty in struct._fields]
        return ir.LiteralStructType(members)

    def get_abi_sizeof(self, ty: Any) -> int:
        """Return the bytes of an LLVM type in memory."""
        return abi_size(ty)

    def get_abi_alignment(self, ty: Any) -> int:
        """Return the alignment of an LLVM type in memory."""
        return abi_alignment(ty)

    def get_preferred_array_alignment(self, ty: Any) -> int:
        """Return the alignment of allocations."""
        return 64

    def get_external_function_type(self, fndesc: Any) -> Any:
        """Return the LLVM type of a C function."""
        argtypes = [self.get_argument_type(ty) for ty in fndesc.argtypes]
        ret = ir.VoidType() if fndesc.restype == types.none else self.get_argument_type(fndesc.restype)
        return ir.FunctionType(ret, argtypes)

    def get_function_pointer_type(self, typ: Any) -> Any:
        """Return the LLVM type of the address of a C function."""
        ret = ir.VoidType() if typ.sig.return_type == types.none else self.get_argument_type(typ.sig.return_type)
        return ir.FunctionType(ret, [self.get_argument_type(ty) for ty in typ.sig.args]).as_pointer()

    # Values in memory

    def get_argument_value(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return the value that an argument of a C function is."""
        return self.data_model_manager[ty].from_argument(builder, val)

    def get_return_value(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return a value in the form of a result of a C function."""
        return self.data_model_manager[ty].as_return(builder, val)

    def get_returned_value(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return the value that a result of a C function is."""
        return self.data_model_manager[ty].from_return(builder, val)

    def get_c_value(self, builder: Any, typ: Any, name: str, dllimport: bool = False) -> Any:
        """Return a global variable of C, of an LLVM type."""
        known = builder.module.globals.get(name)
        variable = ir.GlobalVariable(builder.module, typ, name) if known is None else known
        return builder.load(variable)

    def pack_value(self, builder: Any, ty: Type, value: Any, ptr: Any, align: int | None = None) -> None:
        """Write a value to memory."""
        builder.store(self.data_model_manager[ty].as_data(builder, value), ptr, align=align)

    def get_value_as_data(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return a value in the form that it has in memory."""
        return self.data_model_manager[ty].as_data(builder, val)

    def get_value_as_argument(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return a value in the form that C functions take."""
        return self.data_model_manager[ty].as_argument(builder, val)

    def get_data_as_value(self, builder: Any, ty: Type, ptr: Any) -> Any:
        """Return the value in memory."""
        return self.unpack_value(builder, ty, ptr)

    def unpack_value(self, builder: Any, ty: Type, ptr: Any, align: int | None = None) -> Any:
        """Read a value from memory."""
        return self.data_model_manager[ty].load_from_data_pointer(builder, ptr, align)

    # Constants

    def get_constant(self, ty: Type, val: Any) -> Any:
        """Return a constant: a number, a bool, None, or a tuple of them."""
        lty = self.get_value_type(ty)
        plain = types.unliteral(ty)
        if isinstance(plain, types.Complex):
            part = plain.underlying_float
            return ir.Constant(lty, [self.get_constant(part, val.real), self.get_constant(part, val.imag)])
        if isinstance(plain, types.Float) and plain.bitwidth in (32, 64):
            return ir.Constant(lty, float(val))
        if isinstance(plain, types.BaseTuple):
            return ir.Constant(lty, [self.get_constant(item, v) for item, v in zip(plain, val, strict=True)])
        if isinstance(plain, (types.Boolean, types.Integer, types.NPDatetime, types.NPTimedelta)):
            return ir.Constant(lty, int(val))
        if isinstance(lty, ir.PointerType):
            return ir.Constant(lty, None) if val is None else ir.Constant(cgutils.intp_t, int(val)).inttoptr(lty)
        raise NotImplementedError(f"a constant of type {ty} can't be written as LLVM IR yet")

    def get_constant_generic(self, builder: Any, ty: Type, val: Any) -> Any:
        """Return a constant; types of programs have those that `lower_constant` makes."""
        from coluber.core.imputils import builtin_registry

        found = builtin_registry.find_constant(ty)
        if found is not None:
            return found(self, builder, ty, val)
        if isinstance(ty, types.Array):
            return self.make_constant_array(builder, ty, val)
        if isinstance(ty, (types.UnicodeType, types.Bytes)):
            return self.compile_internal(builder, lambda: val, signature(ty), ())
        return self.get_constant(ty, val)

    def make_constant_array(self, builder: Any, ty: Any, ary: Any) -> Any:
        """Return an array whose elements are those that an array has now."""
        kept: Any = keep(ary.copy(order="K"))
        model = self.data_model_manager[ty]
        data = cgutils.intp_t(kept.ctypes.data).inttoptr(self.get_value_type(model.get_member_fe_type("data")))
        value = self.get_constant_null(ty)
        members = {"data": data, "shape": kept.shape, "strides": kept.strides}
        for name, member in members.items():
            part = member if name == "data" else self.get_constant(types.UniTuple(types.intp, ty.ndim), member)
            value = model.set(builder, value, part, name)
        return model.complete(builder, value)

    def get_constant_null(self, ty: Type) -> Any:
        """Return the value of a type all bits of which are zero."""
        return ir.Constant(self.get_value_type(ty), None)

    def get_constant_undef(self, ty: Type) -> Any:
        """Return any value of a type."""
        return ir.Constant(self.get_value_type(ty), ir.Undefined)

    def get_dummy_value(self) -> Any:
        """Return the value of types that have none."""
        return ir.Constant(cgutils.voidptr_t, None)

    def get_dummy_type(self) -> Any:
        """Return the LLVM type of types without values."""
        return cgutils.voidptr_t

    def insert_const_string(self, mod: Any, string: str) -> Any:
        """Return the address of a constant text that ends with a zero byte."""
        return self.insert_const_bytes(mod, string.encode() + b"\0")

    def insert_const_bytes(self, mod: Any, bytes: bytes, name: str | None = None) -> Any:  # noqa: A002
        """Return the address of constant bytes."""
        data = cgutils.global_constant(mod, name or "const_bytes", cgutils.make_bytearray(bytes))
        return data.bitcast(cgutils.voidptr_t)

    def insert_unique_const(self, mod: Any, name: str, val: Any) -> Any:
        """Return the address of a constant of this name."""
        known = mod.globals.get(name)
        return known if known is not None else cgutils.global_constant(mod, name, val)

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:
        """Return an address of this process."""
        return ir.Constant(cgutils.intp_t, intaddr).inttoptr(cgutils.voidptr_t)

    # Structures

    def make_helper(self, builder: Any, typ: Type, value: Any = None, ref: Any = None) -> Any:
        """Return an object whose attributes are the members of a value."""
        return cgutils.create_struct_proxy(typ, kind="value")(self, builder, value=value, ref=ref)

    def make_data_helper(self, builder: Any, typ: Type, ref: Any = None) -> Any:
        """Return an object whose attributes are the members of a value in memory."""
        return cgutils.create_struct_proxy(typ, kind="data")(self, builder, ref=ref)

    def make_array(self, typ: Type) -> Any:
        """Return the class of objects whose attributes are the members of an array."""
        return cgutils.create_struct_proxy(typ)

    def make_complex(self, builder: Any, ty: Type, value: Any = None) -> Any:
        """Return an object whose attributes are the parts of a complex number."""
        return self.make_helper(builder, ty, value)

    def get_helper_class(self, typ: Type, kind: str = "value") -> Any:
        """Return the class of objects whose attributes are the members of values."""
        return cgutils.create_struct_proxy(typ, kind=kind)

    def populate_array(self, arr: Any, **kwargs: Any) -> Any:
        """Set the members of an array."""
        from coluber.np.arrayobj import populate_array

        return populate_array(arr, **kwargs)

    def printf(self, builder: Any, format_string: str, *args: Any) -> Any:
        """Print values with C's ``printf``."""
        return cgutils.printf(builder, format_string, *args)

    def make_tuple(self, builder: Any, typ: Any, values: Sequence[Any]) -> Any:
        """Return the tuple of values."""
        tup = self.get_constant_undef(typ)
        for k, value in enumerate(values):
            tup = builder.insert_value(tup, value, k)
        return tup

    def build_list(self, builder: Any, list_type: Any, items: Sequence[Any]) -> Any:
        """Return a list of values."""
        if not items:
            # Of an empty display nothing says what it holds.
            sig = signature(list_type, list_type.dtype)
            return self.compile_internal(builder, _without_items, sig, [self.get_constant_null(list_type.dtype)])
        sig = signature(list_type, *[list_type.dtype] * len(items))
        return self.compile_internal(builder, _building("[", "]", len(items)), sig, items)

    def build_set(self, builder: Any, set_type: Any, items: Sequence[Any]) -> Any:
        """Return a set of values, of which there is at least one."""
        sig = signature(set_type, *[set_type.dtype] * len(items))
        return self.compile_internal(builder, _building("{", "}", len(items)), sig, items)

    def build_map(self, builder: Any, dict_type: Any, item_types: Sequence[Any], items: Sequence[Any]) -> Any:
        """Return a dict of pairs of values, whose types are pairs, too."""
        flat = [value for pair in items for value in pair]
        sig = signature(dict_type, *[ty for pair in item_types for ty in pair])
        return self.compile_internal(builder, _building("{", "}", len(flat), 2), sig, flat)

    def make_optional_none(self, builder: Any, valtype: Type) -> Any:
        """Return an optional without a value."""
        return ir.Constant(self.get_value_type(types.Optional(valtype)), None)

    def make_optional_value(self, builder: Any, valtype: Type, value: Any) -> Any:
        """Return an optional with a value."""
        optional = self.make_helper(builder, types.Optional(valtype))
        optional.data, optional.valid = value, cgutils.true_bit
        return optional._getvalue()

    def pair_first(self, builder: Any, val: Any, ty: Type) -> Any:
        """Return the first of a pair."""
        return builder.extract_value(val, 0)

    def pair_second(self, builder: Any, val: Any, ty: Type) -> Any:
        """Return the second of a pair."""
        return builder.extract_value(val, 1)

    # Conversions

    def cast(self, builder: Any, val: Any, fromty: Type, toty: Type) -> Any:
        """Return a value converted to another type."""
        if fromty == toty or types.unliteral(fromty) == toty:
            return val
        from coluber.core.imputils import builtin_registry

        found = builtin_registry.find_cast(fromty, toty)
        if found is not None:
            return found(self, builder, fromty, toty, val)
        fromty = types.unliteral(fromty)
        return self.compile_internal(builder, _converting(toty), signature(toty, fromty), (val,))

    def is_true(self, builder: Any, typ: Type, val: Any) -> Any:
        """Return whether a value is true."""
        return self.compile_internal(builder, _truth, signature(types.boolean, typ), (val,))

    def generic_compare(self, builder: Any, key: Any, argtypes: Sequence[Type], args: Sequence[Any]) -> Any:
        """Return the result of a comparison operator."""
        return self.get_function(key, signature(types.boolean, *argtypes))(builder, args)

    # Calls

    def compile_internal(
        self,
        builder: Any,
        impl: Callable[..., Any],
        sig: Signature,
        args: Sequence[Any],
        locals: Any = None,  # noqa: A002
    ) -> Any:
        """Compile a Python function and call it.

        Parameters
        ----------
        builder : IRBuilder
            Where to write.
        impl : function
            The Python function, or a jitted one.
        sig : Signature
            Its types.
        args : sequence of value
            The arguments.
        locals
            Is accepted for Numba's sake.
        """
        return self.call_internal(builder, self.compile_subroutine(builder, impl, sig), sig, args)

    def compile_subroutine(self, builder: Any, impl: Callable[..., Any], sig: Signature, *args: Any, **kws: Any) -> Any:
        """Return a compiled Python function, for `call_internal`: a `Subroutine`."""
        return Subroutine(self.splice.callee(_returning(impl, sig, self.error_model.name), sig), sig)

    def add_linking_libs(self, builder: Any, libs: Sequence[Any]) -> None:
        """Do nothing: functions that the context has compiled are linked with the code that calls them."""

    def call_internal(self, builder: Any, fndesc: Any, sig: Signature, args: Sequence[Any]) -> Any:
        """Call a compiled Python function; what it raises is raised here."""
        status, value = self.call_internal_no_propagate(builder, fndesc, sig, args)
        with builder.if_then(status.is_error, likely=False):
            self.splice.fail(builder, status.code)
        return value

    def call_internal_no_propagate(self, builder: Any, fndesc: Any, sig: Signature, args: Sequence[Any]) -> Any:
        """Call a compiled Python function; returns its status and its result."""
        function = fndesc.function if isinstance(fndesc, Subroutine) else fndesc
        models = [self.data_model_manager[ty] for ty in sig.args]
        pairs = zip(models, args, strict=True)
        result = builder.call(function, [leaf for model, arg in pairs for leaf in model.to_leaves(builder, arg)])
        model = self.data_model_manager[sig.return_type]
        count = len(model.leaf_types())
        code = builder.extract_value(result, 0) if count else result
        leaves = iter([builder.extract_value(result, k + 1) for k in range(count)])
        return Status(builder, code), model.from_leaves(builder, leaves)

    def get_function(self, fn: Any, sig: Signature, _firstcall: bool = True) -> Callable[..., Any]:
        """Return a function ``(builder, args)`` that calls a function or an operator."""
        from coluber.core.imputils import builtin_registry

        key = fn.typing_key if isinstance(fn, types.Function) else fn.dispatcher if isinstance(fn, types.Dispatcher) else fn
        found = builtin_registry.find_function(key, sig.args)
        if found is not None:
            return lambda builder, args, *_: found(self, builder, sig, tuple(args))
        if not callable(key):
            raise NotImplementedError(f"No definition for lowering {key}{sig}")
        return lambda builder, args, *_: self.compile_internal(builder, _calling(key, len(sig.args)), sig, args)

    def get_getattr(self, typ: Type, attr: str) -> Callable[..., Any]:
        """Return a function ``(context, builder, type, value, attribute)`` that gives an attribute."""
        from coluber.core.imputils import builtin_registry

        found = builtin_registry.find_getattr(typ, attr)
        if found is not None:
            return lambda context, builder, ty, value, name: found(context, builder, ty, value)
        result = self.typing_context.resolve_getattr(typ, attr)
        if result is None:
            raise NotImplementedError(f"No definition for lowering {typ}.{attr}")
        getter, sig = _getting(attr), signature(result, typ)
        return lambda context, builder, ty, value, name: self.compile_internal(builder, getter, sig, (value,))

    def get_setattr(self, attr: str, sig: Signature) -> Any:
        """Return a function ``(builder, args)`` that sets an attribute, or None."""
        from coluber.core.imputils import builtin_registry

        found = builtin_registry.find_setattr(sig.args[0], attr)
        return None if found is None else lambda builder, args: found(self, builder, sig, args)

    def get_bound_function(self, builder: Any, obj: Any, ty: Type) -> Any:
        """Return the receiver of a method."""
        return obj

    def call_function_pointer(self, builder: Any, funcptr: Any, args: Sequence[Any], cconv: str | None = None) -> Any:
        """Call a C function by its address."""
        return builder.call(funcptr, args, cconv=cconv)

    def call_external_function(self, builder: Any, callee: Any, argtys: Sequence[Type], args: Sequence[Any]) -> Any:
        """Call a C function with values."""
        pairs = zip(argtys, args, strict=True)
        return builder.call(callee, [self.data_model_manager[ty].as_argument(builder, value) for ty, value in pairs])

    def declare_external_function(self, module: Any, fndesc: Any) -> Any:
        """Declare a C function."""
        name = getattr(fndesc, "mangled_name", None) or fndesc.symbol
        return cgutils.get_or_insert_function(module, self.get_external_function_type(fndesc), name)

    declare_function = declare_external_function

    def get_python_api(self, builder: Any) -> Any:
        """Return what calls the interpreter."""
        from coluber.core.pythonapi import PythonAPI

        return PythonAPI(self, builder)

    def refresh(self) -> None:
        """Do nothing: what is registered counts at once."""

    def get_env_manager(self, builder: Any) -> Any:
        """Return what gives Python objects to compiled code."""
        return self.get_python_api(builder).get_env_manager()

    def print_string(self, builder: Any, text: Any) -> Any:
        """Print a text that ends with a zero byte."""
        return cgutils.printf(builder, "%s", text)

    def debug_print(self, builder: Any, text: str) -> None:
        """Print a constant text."""
        cgutils.printf(builder, "%s\n", self.insert_const_string(builder.module, text))

    def get_generic_name(self, fn: Any, types: Sequence[Type]) -> str:
        """Return a name for messages."""
        return f"{fn}({', '.join(map(str, types))})"


class Subroutine:
    """A compiled Python function that code of extensions calls.

    Attributes
    ----------
    function : llvmlite.ir.Function
        The function, which takes and gives leaves of values.
    signature : Signature
        Its types.
    fndesc : Subroutine
        What `BaseContext.call_internal` is given: the subroutine itself.
    library : None
        What is to be linked: nothing, for the function is.
    """

    library = None

    def __init__(self, function: Any, signature: Signature) -> None:
        self.function = function
        self.signature = signature

    @property
    def fndesc(self) -> Subroutine:
        """The subroutine itself."""
        return self


class Status:
    """How a call of a compiled function ended."""

    def __init__(self, builder: Any, code: Any) -> None:
        self.code = code
        self.is_ok = builder.icmp_unsigned("==", code, code.type(0))
        self.is_error = builder.not_(self.is_ok)
        self.is_none = self.is_python_exc = self.is_user_exc = self.is_stop_iteration = cgutils.false_bit


class CallConv(_Known):
    """Returns from the function that is being written."""

    _text = "context.call_conv"

    def __init__(self, context: BaseContext) -> None:
        self.context = context

    def return_value(self, builder: Any, retval: Any) -> None:
        """Return a value."""
        self.context.splice.give(builder, retval)

    def return_user_exc(
        self,
        builder: Any,
        exc: type[BaseException],
        exc_args: Sequence[Any] | None = None,
        loc: Any = None,
        func_name: Any = None,
    ) -> None:
        """Raise an exception with constants as arguments."""
        if not (isinstance(exc, type) and issubclass(exc, BaseException)):
            raise TypeError(f"expected an exception class, got {exc!r}")
        raiser = self.context.splice.callee(_raising(exc, tuple(exc_args or ())), signature(types.none))
        self.context.splice.fail(builder, builder.call(raiser, []))

    def return_dynamic_user_exc(
        self,
        builder: Any,
        exc: type[BaseException],
        exc_args: Sequence[Any],
        nb_types: Sequence[Type],
        loc: Any = None,
        func_name: Any = None,
    ) -> None:
        """Raise an exception whose arguments are constants, and values with types in their order."""
        types_of = iter(nb_types)
        values = [(arg, next(types_of)) for arg in exc_args if isinstance(arg, ir.Value)]
        constants = tuple(None if isinstance(arg, ir.Value) else (arg,) for arg in exc_args)
        sig = signature(types.none, *(ty for _, ty in values))
        raiser = self.context.compile_subroutine(builder, _raising_with(exc, constants), sig)
        status, _ = self.context.call_internal_no_propagate(builder, raiser, sig, [value for value, _ in values])
        self.return_status_propagate(builder, status)

    def return_native_none(self, builder: Any) -> None:
        """Return None."""
        self.return_value(builder, None)

    def return_optional_value(self, builder: Any, retty: Any, valty: Type, value: Any) -> None:
        """Return an optional value: of None, of another optional value, or of a value."""
        if valty == types.none:
            value = self.context.make_optional_none(builder, retty.type)
        elif not isinstance(valty, types.Optional):
            value = self.context.make_optional_value(builder, retty.type, value)
        self.return_value(builder, value)

    def raise_error(self, builder: Any, api: Any, status: Status) -> None:
        """Set the exception of a call in the interpreter."""
        api.set_exception_of_call()

    def return_status_propagate(self, builder: Any, status: Status) -> None:
        """Return with the exception of a call."""
        self.context.splice.fail(builder, status.code)

    def return_exc(self, builder: Any) -> None:
        """Return with an exception that is pending."""
        self.context.splice.fail(builder, ir.IntType(32)(1))


class ErrorModel:
    """What a division by zero does.

    Attributes
    ----------
    name : str
        ``"python"`` or ``"numpy"``, as for ``njit(error_model=...)``.
    raise_on_fp_zero_division : bool
        Whether a division of floats raises.
    """

    def __init__(self, name: str, call_conv: CallConv) -> None:
        self.name = name
        self.call_conv = call_conv
        self.raise_on_fp_zero_division = name == "python"

    def fp_zero_division(self, builder: Any, exc_args: Sequence[Any] | None = None, loc: Any = None) -> bool:
        """Raise ZeroDivisionError where the model says so; return whether it does."""
        if self.raise_on_fp_zero_division:
            self.call_conv.return_user_exc(builder, ZeroDivisionError, exc_args, loc)
        return self.raise_on_fp_zero_division


def create_error_model(model_name: str, context: BaseContext) -> ErrorModel:
    """Return the error model of this name, ``"python"`` or ``"numpy"``."""
    if model_name not in ("python", "numpy"):
        raise KeyError(model_name)
    return ErrorModel(model_name, context.call_conv)


class NRTContext(_Known):
    """References to memory that compiled code counts."""

    _text = "context.nrt"

    def __init__(self, context: BaseContext) -> None:
        self.context = context

    def _call(self, builder: Any, name: str, typ: Type, value: Any) -> None:
        from coluber.core.splice import RUNTIME

        model = self.context.data_model_manager[typ]
        fnty = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t])
        function = cgutils.get_or_insert_function(builder.module, fnty, RUNTIME + name)
        for leaf, is_owner in zip(model.to_leaves(builder, value), owners(typ), strict=True):
            if is_owner:
                builder.call(function, [leaf])

    def incref(self, builder: Any, typ: Type, value: Any) -> None:
        """Take references to what a value holds."""
        self._call(builder, "retain_word", typ, value)

    def decref(self, builder: Any, typ: Type, value: Any) -> None:
        """Give up references to what a value holds."""
        self._call(builder, "release_word", typ, value)

    def meminfo_alloc(self, builder: Any, size: Any) -> Any:
        """Allocate bytes; returns the owner word, or raises MemoryError."""
        array_type = types.Array(types.uint8, 1, "C")
        array = self.context.compile_internal(builder, _allocating(), signature(array_type, types.intp), (size,))
        return self.context.make_helper(builder, array_type, array).meminfo

    def meminfo_alloc_unchecked(self, builder: Any, size: Any) -> Any:
        """As `meminfo_alloc`, which is never null: it raises where there is no memory."""
        return self.meminfo_alloc(builder, size)

    def meminfo_alloc_aligned_unchecked(self, builder: Any, size: Any, align: Any) -> Any:
        """As `meminfo_alloc_aligned`, which is never null."""
        return self.meminfo_alloc_aligned(builder, size, align)

    def allocate_unchecked(self, builder: Any, size: Any) -> Any:
        """As `allocate`."""
        return self.allocate(builder, size)

    def meminfo_alloc_aligned(self, builder: Any, size: Any, align: Any) -> Any:
        """As `meminfo_alloc`, at a multiple of so many bytes: at most `get_preferred_array_alignment`, which it always is."""
        most = self.context.get_preferred_array_alignment(None)
        known = getattr(align, "constant", align)
        if isinstance(known, int):
            if known > most:
                raise unsupported(f"context.nrt.meminfo_alloc_aligned with an alignment of {align}")
        else:
            too_large = builder.icmp_unsigned(">", align, ir.Constant(align.type, most))
            with builder.if_then(too_large, likely=False):
                self.context.call_conv.return_user_exc(builder, MemoryError, (f"memory is aligned to {most} bytes at most",))
        return self.meminfo_alloc(builder, size)

    def meminfo_alloc_dtor(self, builder: Any, size: Any, dtor: Any) -> Any:
        """Allocate bytes; returns the owner word, or raises MemoryError.

        Parameters
        ----------
        builder : IRBuilder
            Where to write.
        size : llvmlite.ir.Value
            How many bytes.
        dtor : llvmlite.ir.Value
            A function that is called with their address, their number and null when nobody refers to them any more.
        """
        owner = self.meminfo_alloc_dtor_unchecked(builder, size, dtor)
        with builder.if_then(cgutils.is_null(builder, owner), likely=False):
            self.context.call_conv.return_user_exc(builder, MemoryError, ())
        return owner

    def meminfo_alloc_dtor_unchecked(self, builder: Any, size: Any, dtor: Any) -> Any:
        """As `meminfo_alloc_dtor`; null where there is no memory."""
        from coluber import _native

        fnty = ir.FunctionType(cgutils.voidptr_t, [cgutils.intp_t, cgutils.voidptr_t])
        address = cgutils.intp_t(_native.helper_address("allocate_with_destructor"))
        function = builder.inttoptr(address, fnty.as_pointer())
        return builder.call(function, [size, builder.bitcast(dtor, cgutils.voidptr_t)])

    def get_nrt_api(self, builder: Any) -> Any:
        """Return the address of the table of functions that ``nrt_external.h`` describes."""
        from coluber.core.unsafe.nrt import NRT_get_api

        return self.context.compile_internal(builder, lambda: NRT_get_api(), signature(types.voidptr), ())

    def allocate(self, builder: Any, size: Any) -> Any:
        """Return the address of bytes that nobody counts references to; null where there is no memory."""
        fnty = ir.FunctionType(cgutils.voidptr_t, [cgutils.intp_t])
        return builder.call(cgutils.get_or_insert_function(builder.module, fnty, "malloc"), [size])

    def free(self, builder: Any, ptr: Any) -> None:
        """Give back what `allocate` gave."""
        fnty = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t])
        builder.call(cgutils.get_or_insert_function(builder.module, fnty, "free"), [ptr])

    def get_meminfos(self, builder: Any, ty: Type, val: Any) -> list[Any]:
        """Return pairs of type and owner word of all that a value refers to."""
        leaves = self.context.data_model_manager[ty].to_leaves(builder, val)
        return [(ty, leaf) for leaf, is_owner in zip(leaves, owners(ty), strict=True) if is_owner]

    def meminfo_data(self, builder: Any, meminfo: Any) -> Any:
        """Return the address of the bytes of an allocation."""
        from coluber.core.splice import RUNTIME

        fnty = ir.FunctionType(cgutils.voidptr_t, [cgutils.voidptr_t])
        return builder.call(cgutils.get_or_insert_function(builder.module, fnty, f"{RUNTIME}data_of_word"), [meminfo])


def owners(ty: Type) -> list[bool]:
    """Return for each leaf of a type whether it is an owner word."""
    from coluber import _native
    from coluber.core.datamodel.models import fields_of

    if _native.type_info(ty.id)[0] == "owner":
        return [True]
    fields = fields_of(ty)
    if fields:
        return [flag for field in fields for flag in owners(field)]
    return [False] * len(default_manager[ty].leaf_types())


# ------------------------------------------------------------------------------------------- functions that IR calls

_functions: dict[Any, Any] = {}


def _made(key: Any, make: Callable[[], Any]) -> Any:
    """Return the function of this key; the same one each time, so that it is compiled once."""
    try:
        return _functions[key]
    except KeyError:
        return _functions.setdefault(key, make())
    except TypeError:
        return keep(make())


def _executed(name: str, source: str, scope: dict[str, Any]) -> Any:
    scope["__name__"] = __name__
    exec(compile(source, f"<{name}>", "exec"), scope)
    return scope[name]


def _returning(impl: Any, sig: Signature, error_model: str) -> Any:
    """Return a function that gives the result of another one as the signature's type.

    What is not jitted yet is compiled for an error model.
    """
    from coluber.lib.intrinsics import coerce

    def make() -> Any:
        from coluber.core.extending import is_jitted

        inner = impl
        if not is_jitted(impl):
            from coluber import njit

            inner = njit(impl) if error_model == "python" else njit(error_model=error_model)(impl)
        names = ", ".join(f"p{k}" for k in range(len(sig.args)))
        call = f"impl({names})"
        body = call if sig.return_type == types.none else f"return coerce({call}, ret)"
        return _executed(
            "subroutine", f"def subroutine({names}):\n    {body}\n", {"impl": inner, "coerce": coerce, "ret": sig.return_type}
        )

    return _made(("returning", impl, sig, error_model), make)


def _raising(exc: type[BaseException], args: tuple[Any, ...]) -> Any:
    def make() -> Any:
        names = [f"a{k}" for k in range(len(args))]
        source = f"def raiser():\n    raise exc({', '.join(names)})\n"
        return _executed("raiser", source, {"exc": exc, **dict(zip(names, args, strict=True))})

    return _made(("raising", exc, args), make)


def _raising_with(exc: type[BaseException], constants: tuple[Any, ...]) -> Any:
    """Return the function that raises an exception with constants, each in a tuple, and its own arguments for the others."""

    def make() -> Any:
        names = [f"a{k}" for k in range(len(constants))]
        given = ", ".join(name for name, constant in zip(names, constants, strict=True) if constant is None)
        source = f"def raiser({given}):\n    raise exc({', '.join(names)})\n"
        known = {name: constant[0] for name, constant in zip(names, constants, strict=True) if constant is not None}
        return _executed("raiser", source, {"exc": exc, **known})

    return _made(("raising with", exc, constants), make)


def _building(opening: str, closing: str, count: int, step: int = 1) -> Any:
    """Return the function that makes a display of its arguments: of each, or of pairs."""

    def make() -> Any:
        names = [f"p{k}" for k in range(count)]
        items = [": ".join(names[k : k + step]) for k in range(0, count, step)]
        source = f"def build({', '.join(names)}):\n    return {opening}{', '.join(items)}{closing}\n"
        return _executed("build", source, {})

    return _made(("building", opening, count, step), make)


def _without_items(item: Any) -> list[Any]:
    items = [item]
    items.clear()
    return items


def _converting(toty: Type) -> Any:
    from coluber.lib.intrinsics import coerce

    def convert(value: Any) -> Any:
        return coerce(value, toty)

    return _made(("converting", toty), lambda: convert)


def _calling(function: Any, count: int) -> Any:
    def make() -> Any:
        names = ", ".join(f"p{k}" for k in range(count))
        return _executed("calling", f"def calling({names}):\n    return function({names})\n", {"function": function})

    return _made(("calling", function, count), make)


def _getting(attribute: str) -> Any:
    def make() -> Any:
        return _executed("getting", f"def getting(value):\n    return value.{attribute}\n", {})

    return _made(("getting", attribute), make)


def _truth(value: Any) -> bool:
    return bool(value)


def _allocating() -> Any:
    def make() -> Any:
        import numpy

        return _executed("allocate", "def allocate(size):\n    return np.empty(size, np.uint8)\n", {"np": numpy})

    return _made("allocating", make)


def unsupported(what: str) -> LoweringError:
    """Return the error for something that extensions can't do yet."""
    return LoweringError(f"{what} is not there yet")
