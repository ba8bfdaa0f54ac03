"""C functions that compiled code calls: those of ctypes and cffi, addresses in Cython modules, and names of the process."""

from __future__ import annotations

import ctypes
import sys

from coluber import _native
from coluber.core import overloads, types
from coluber.core.c_structures import Registers, loaded, result_form, stored
from coluber.core.errors import TypingError, UnsupportedError
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_CTYPES: dict[Any, Any] = {
    None: types.none,
    ctypes.c_bool: types.boolean,
    ctypes.c_int8: types.int8,
    ctypes.c_int16: types.int16,
    ctypes.c_int32: types.int32,
    ctypes.c_int64: types.int64,
    ctypes.c_uint8: types.uint8,
    ctypes.c_uint16: types.uint16,
    ctypes.c_uint32: types.uint32,
    ctypes.c_uint64: types.uint64,
    ctypes.c_longlong: types.int64,
    ctypes.c_ulonglong: types.uint64,
    ctypes.c_char: types.int8,
    ctypes.c_float: types.float32,
    ctypes.c_double: types.float64,
    ctypes.c_void_p: types.voidptr,
}


def from_ctypes(ctype: Any) -> Any:
    """Return the type of the values of a ctypes class."""
    found = _CTYPES.get(ctype)
    if found is not None:
        return found
    if isinstance(ctype, type) and issubclass(ctype, ctypes._Pointer):
        return types.CPointer(from_ctypes(ctype._type_))
    if isinstance(ctype, type) and issubclass(ctype, ctypes.Structure):
        return _record_of_ctypes(ctype)
    raise TypingError(f"Unsupported ctypes type: {ctype!r}")


# The structures of ctypes that records have been made of, and those made for records.
_STRUCTURES: dict[Any, Any] = {}


def _record_of_ctypes(ctype: Any) -> Type:
    """Return the record with the fields of a structure."""
    import numpy as np

    from coluber.np.numpy_support import from_dtype

    try:
        record = from_dtype(np.dtype(ctype))
    except (TypeError, ValueError) as error:
        raise TypingError(f"Unsupported ctypes type: {ctype!r}: {error}") from None
    _STRUCTURES.setdefault(record, ctype)
    return record


def to_ctypes(ty: Type) -> Any:
    """Return the ctypes class of the values of a type."""
    if isinstance(ty, types.CPointer):
        known = ty.dtype in _CTYPES.values() or isinstance(ty.dtype, types.CPointer)
        return ctypes.POINTER(to_ctypes(ty.dtype)) if known else ctypes.c_void_p
    for ctype, known in _CTYPES.items():
        if known == ty:
            return ctype
    if isinstance(ty, types.Record):
        from numpy.ctypeslib import as_ctypes_type

        return _STRUCTURES.get(ty) or _STRUCTURES.setdefault(ty, as_ctypes_type(ty.dtype))
    raise TypeError(f"ctypes has no type for {ty}")


class CFunction(overloads.Overload):
    """A C function.

    Parameters
    ----------
    name : str
        For messages.
    sig : Signature
        Its types.
    address : int or None
        Where it is; None for one that is found by its name.
    variable : bool
        Whether it takes any number of arguments behind those of `sig`.
    """

    def __init__(self, name: str, sig: Signature, address: int | None, variable: bool = False) -> None:
        super().__init__(_nothing, {}, strict=False, prefer_literal=False)
        self.name = name
        self.sig = sig
        self.address = address
        self.variable = variable

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType:
        """Return the function that calls it."""
        from coluber.core.splice import of_text

        wanted = self.sig.args
        if named or len(positional) < len(wanted) or (len(positional) > len(wanted) and not self.variable):
            many = f"{len(wanted)} or more" if self.variable else len(wanted)
            raise TypingError(f"{self.name} takes {many} positional arguments, got {len(positional) + len(named)}")
        given = [types.unliteral(ty) for ty in positional]
        wanted = (*wanted, *map(self._promoted, given[len(wanted) :]))
        passed = [self._passed(ty, want) for ty, want in zip(given, wanted, strict=True)]
        if isinstance(self.sig.return_type, types.Record):
            # The caller says where it goes.
            sig = Signature(types.none, (*passed, types.voidptr))
            return _giving(self.sig.return_type, of_text(self.name, self._text(sig, wanted), sig), len(passed))
        sig = Signature(self.sig.return_type, passed)
        return of_text(self.name, self._text(sig, wanted), sig)

    def _promoted(self, ty: Type) -> Type:
        """Return the type by which C passes a value where no parameter says one."""
        if isinstance(ty, (types.Boolean, types.Integer)):
            return types.int32 if isinstance(ty, types.Boolean) or ty.bitwidth < 32 else ty
        if isinstance(ty, types.Float):
            return types.float64
        if is_address(ty):
            return ty
        raise TypingError(f"{self.name}: an argument of type {ty} can't be passed where no parameter is declared")

    def _text(self, sig: Signature, wanted: tuple[Type, ...]) -> str:
        """Return the IR of a function that makes the call with arguments of these types."""
        ret = self.sig.return_type
        if self.address is not None:
            fixed = len(self.sig.args) if self.variable else None
            return call_text("coluber.splice", f"inttoptr (i64 {self.address} to ptr)", sig, wanted, fixed=fixed, gives=ret)
        if any(isinstance(ty, types.Record) for ty in (ret, *wanted)):
            raise UnsupportedError(f"{self.name}: structures by value are there for functions of cffi and ctypes")
        declared = ", ".join(part + extension_of(want) for want in wanted for part in c_parameters(want))
        head = f'declare{extension_of(ret)} {c_result(ret)} @"{self.name}"({declared})\n'
        return head + call_text("coluber.splice", f'@"{self.name}"', sig, wanted)

    def _passed(self, given: Type, wanted: Type) -> Type:
        if isinstance(wanted, types.Record):
            if not isinstance(given, types.Record) or given.dtype != wanted.dtype:
                raise TypingError(f"{self.name}: an argument of type {given} can't be passed as {wanted}")
            return given
        if not is_address(wanted):
            if _native.can_convert(given.id, wanted.id) is None:
                raise TypingError(f"{self.name}: an argument of type {given} can't be passed as {wanted}")
            return wanted
        if isinstance(given, types.Integer):
            return types.intp
        if given == types.none:
            return types.none
        if is_address(given):
            if not _may_point_to(given, wanted):
                what = f"{self.name}: an argument of type {given} can't be passed as {wanted}"
                raise TypingError(f"{what}; array.ctypes.data is an address without a type")
            return given
        raise TypingError(f"{self.name}: an argument of type {given} can't be passed as an address; pass array.ctypes.data")


def _nothing() -> None:
    pass


def _giving(record: Any, inner: Any, count: int) -> FunctionType:
    """Return a function that gives the record that another one writes to the address behind its arguments."""
    import numpy as np

    from coluber.core.decorators import njit

    names = "".join(f"p{k}, " for k in range(count))
    source = f"def call({names}):\n    made = empty(1, dtype)\n    inner({names}made.ctypes.data)\n    return made[0]\n"
    scope: dict[str, Any] = {"empty": np.empty, "dtype": record.dtype, "inner": njit(inner), "__name__": __name__}
    exec(compile(source, "<C function>", "exec"), scope)
    return scope["call"]


def is_address(ty: Type) -> bool:
    """Return whether values of a type are addresses."""
    return isinstance(ty, (types.CPointer, types.RawPointer))


def _may_point_to(given: Type, wanted: Type) -> bool:
    """Whether the values behind an address have the bits that a C function expects there. ``void*`` says nothing of them."""
    if not isinstance(given, types.CPointer) or not isinstance(wanted, types.CPointer):
        return True
    values = given.dtype, wanted.dtype
    if values[0] == values[1] or types.void in values:
        return True
    if all(map(is_address, values)):
        return _may_point_to(*values)
    widths = {_width(ty) for ty in values}
    return len(widths) == 1 and None not in widths


def _width(ty: Type) -> int | None:
    """Return the bits of a type whose values C reads as integers, or as bytes of a structure; None for others."""
    if isinstance(ty, types.Record):
        return -ty.size
    if is_address(ty):
        return 64
    if isinstance(ty, types.Boolean):
        return 8
    return ty.bitwidth if isinstance(ty, types.Integer) else None


def _packs_complex64() -> bool:
    """Whether C has a ``float _Complex`` in one register, as on x86-64; elsewhere its parts are in two."""
    import platform

    return platform.machine() in ("x86_64", "AMD64")


def complex_result(ty: Type) -> str:
    """Return the LLVM type by which C functions give a complex number."""
    if ty == types.complex64:
        return "<2 x float>" if _packs_complex64() else "{ float, float }"
    return "{ double, double }"


def c_parameters(ty: Type) -> list[str]:
    """Return the LLVM types of the arguments by which C functions take a value of a type."""
    if not isinstance(ty, types.Complex):
        return [c_type(ty)]
    return ["<2 x float>"] if ty == types.complex64 and _packs_complex64() else [c_type(ty.underlying_float)] * 2


def c_result(ty: Type) -> str:
    """Return the LLVM type by which C functions give a value of a type."""
    return complex_result(ty) if isinstance(ty, types.Complex) else c_type(ty)


def c_type(ty: Type) -> str:
    """Return the LLVM type by which C functions take and give values of a type that is one scalar."""
    if isinstance(ty, types.Boolean):
        return "i8"
    if isinstance(ty, types.Integer):
        return f"i{ty.bitwidth}"
    if isinstance(ty, types.Float) and ty.bitwidth in (32, 64):
        return "float" if ty.bitwidth == 32 else "double"
    if is_address(ty) or isinstance(ty, (types.PyObject, types.MemInfoPointer)):
        return "ptr"
    if ty == types.none:
        return "void"
    raise UnsupportedError(f"a value of type {ty} can't be passed to or from C yet")


def leaf_text(ty: Type) -> str:
    """Return the LLVM type of values of a type in compiled code, where it is one scalar."""
    return "i1" if isinstance(ty, types.Boolean) else c_type(ty)


def extension_of(ty: Type) -> str:
    """Return the attribute by which C extends small integers."""
    if isinstance(ty, types.Boolean):
        return " zeroext"
    if isinstance(ty, types.Integer) and ty.bitwidth < 32:
        return " signext" if ty.signed else " zeroext"
    return ""


def call_text(
    symbol: str,
    callee: str,
    sig: Signature,
    wanted: tuple[Type, ...],
    first: tuple[str, ...] = (),
    fixed: int | None = None,
    gives: Any = None,
) -> str:
    """Return the IR of a function that calls a C function.

    Parameters
    ----------
    symbol : str
        Its name.
    callee : str
        What it calls.
    sig : Signature
        The types of what it is given and gives.
    wanted : tuple of Type
        The types of what the C function takes.
    first : tuple of str
        Parameters in front of the arguments.
    fixed : int, optional
        How many parameters the C function declares, where it takes more arguments.
    gives : Type, optional
        What the C function gives, if that is a structure: the last argument says where it goes.
    """
    params, passed, lines = list(first), [], []
    registers = Registers(gives or sig.return_type)
    for k, (given, want) in enumerate(zip(sig.args, wanted, strict=False)):
        value = f"%a{k}"
        if isinstance(given, types.Record):
            params += [f"ptr {value}.owner", f"ptr {value}"]
            passed += loaded(value, want, registers, lines)
            continue
        registers.take(c_parameters(want))
        if isinstance(given, types.Complex):
            part = c_type(given.underlying_float)
            params += [f"{part} {value}.re", f"{part} {value}.im"]
            passed += _pass_complex(k, given, lines)
            continue
        if given == types.none:
            value = "null"
        else:
            params.append(f"{leaf_text(given)} {value}")
        if isinstance(given, types.Boolean):
            lines.append(f"  %c{k} = zext i1 {value} to i8")
            value = f"%c{k}"
        elif isinstance(given, types.Integer) and is_address(want):
            lines.append(f"  %c{k} = inttoptr i64 {value} to ptr")
            value = f"%c{k}"
        passed.append(f"{c_type(want)}{extension_of(want)} {value}")
    if isinstance(gives, types.Record):
        params.append("ptr %target")
        return _call_for_record(symbol, callee, gives, params, passed, lines)
    ret = sig.return_type
    callee_type = c_result(ret)
    if fixed is not None:
        declared = [part for want in wanted[:fixed] for part in c_parameters(want)]
        callee_type += f" ({', '.join([*declared, '...'])})"
    call = f"call{extension_of(ret)} {callee_type} {callee}({', '.join(passed)})"
    if ret == types.none:
        lines += [f"  {call}", "  ret i32 0"]
        result = "i32"
    elif isinstance(ret, types.Complex):
        part = c_type(ret.underlying_float)
        result = f"{{ i32, {part}, {part} }}"
        lines += [f"  %r = {call}", *take_complex("%r", ret, ("%re", "%im"))]
        lines += [
            f"  %o = insertvalue {result} {{ i32 0, {part} undef, {part} undef }}, {part} %re, 1",
            f"  %p = insertvalue {result} %o, {part} %im, 2",
            f"  ret {result} %p",
        ]
    else:
        lines.append(f"  %r = {call}")
        value = "%r"
        if isinstance(ret, types.Boolean):
            lines.append("  %b = icmp ne i8 %r, 0")
            value = "%b"
        result = f"{{ i32, {leaf_text(ret)} }}"
        lines += [
            f"  %o = insertvalue {result} {{ i32 0, {leaf_text(ret)} undef }}, {leaf_text(ret)} {value}, 1",
            f"  ret {result} %o",
        ]
    body = "\n".join(lines)
    return f'define {result} @"{symbol}"({", ".join(params)}) {{\n{body}\n}}\n'


def _call_for_record(symbol: str, callee: str, gives: Any, params: list[str], passed: list[str], lines: list[str]) -> str:
    """Return the IR of a function that calls a C function whose result is a structure, which goes to the last parameter."""
    form = result_form(gives)
    if form == "void":
        result = f"ptr sret([{gives.size} x i8]) align 8 %target"
        lines.append(f"  call void {callee}({', '.join([result, *passed])})")
    else:
        lines += [f"  %r = call {form} {callee}({', '.join(passed)})", *stored(gives, "%r", "%target")]
    body = "\n".join([*lines, "  ret i32 0"])
    return f'define i32 @"{symbol}"({", ".join(params)}) {{\n{body}\n}}\n'


def _pass_complex(k: int, ty: Type, lines: list[str]) -> list[str]:
    """Return the arguments that a complex number is; adds the instructions that make them."""
    parts = f"%a{k}.re", f"%a{k}.im"
    forms = c_parameters(ty)
    if len(forms) == 2:
        return [f"{form} {part}" for form, part in zip(forms, parts, strict=True)]
    lines += pack_complex(f"%c{k}", parts)
    return [f"{forms[0]} %c{k}"]


def pack_complex(name: str, parts: tuple[str, str]) -> list[str]:
    """Return the instructions that make one vector of the two parts of a ``complex64``."""
    return [
        f"  {name}.0 = insertelement <2 x float> undef, float {parts[0]}, i32 0",
        f"  {name} = insertelement <2 x float> {name}.0, float {parts[1]}, i32 1",
    ]


def take_complex(value: str, ty: Type, parts: tuple[str, str]) -> list[str]:
    """Return the instructions that take the parts of a complex number in the form in which C gives it."""
    form = complex_result(ty)
    if form.startswith("<"):
        return [f"  {part} = extractelement {form} {value}, i32 {k}" for k, part in enumerate(parts)]
    return [f"  {part} = extractvalue {form} {value}, {k}" for k, part in enumerate(parts)]


# ------------------------------------------------------------------------------------------------ what may be called


def c_function(function: Any) -> CFunction | None:
    """Return a C function for an object of ctypes, of cffi, or one of the classes of `types`; None for any other."""
    if isinstance(function, ctypes._CFuncPtr):
        return _of_ctypes(function)
    if isinstance(function, types.ExternalFunction):
        return CFunction(function.symbol, function.sig, _symbol_address(function.symbol))
    if isinstance(function, types.WrapperAddressProtocol):
        overloads.extending.keep_for_ever(function)
        return CFunction(type(function).__name__, function.signature(), wrapper_address(function))
    if isinstance(function, types.ExternalFunctionPointer):
        return CFunction("external function", function.sig, function.get_pointer(function))
    return cffi_own(function)


def wrapper_address(function: Any) -> int:
    """Return the address that an object with ``WrapperAddressProtocol`` gives; raises TypingError for null."""
    found = function.__wrapper_address__()
    if not found:
        raise TypingError(f"{type(function).__name__}.__wrapper_address__() gives no address: {found!r}")
    return found


def key_of(function: Any) -> str | None:
    """Return the key of a C function, which is registered at first use; None for any other object."""
    found: overloads.Overload | None
    try:
        found = c_function(function)
    except TypingError:
        # The error is that of the call, with its place.
        found = _Unclear(function)
    if found is None:
        return None
    key = overloads.key_for(function)
    overloads.add(key, found)
    return key


class _Unclear(overloads.Overload):
    """A C function that does not say its types, or types that compiled code does not have; it may do so by the next call."""

    def __init__(self, function: Any) -> None:
        super().__init__(_nothing, {}, strict=False, prefer_literal=False)
        self.asked = function

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that calls it; raises TypingError while it is as it was."""
        found = c_function(self.asked)
        return None if found is None else found.find(positional, named, constants)


def _symbol_address(symbol: str) -> int | None:
    """Return the address of a symbol that llvmlite was told of, None for those of the process."""
    binding = sys.modules.get("llvmlite.binding")
    if hasattr(ctypes.CDLL(None), symbol) or binding is None:
        return None
    return binding.address_of_symbol(symbol)


def _of_ctypes(function: Any) -> CFunction:
    name = getattr(function, "__name__", None) or "ctypes function"
    if function.argtypes is None:
        raise TypingError(f"ctypes function '{name}' does not say what it takes; set its `argtypes`")
    if getattr(function, "errcheck", None) is not None:
        raise TypingError(
            f"ctypes function '{name}' has an `errcheck`, which compiled code does not call; check its result instead"
        )
    sig = Signature(from_ctypes(function.restype), map(from_ctypes, function.argtypes))
    overloads.extending.keep_for_ever(function)
    return CFunction(name, sig, ctypes.cast(function, ctypes.c_void_p).value)


_CFFI: dict[str, Any] = {
    "void": types.none,
    "_Bool": types.boolean,
    "char": types.char,
    "float": types.float32,
    "double": types.float64,
    "_cffi_float_complex_t": types.complex64,
    "_cffi_double_complex_t": types.complex128,
    "float _Complex": types.complex64,
    "double _Complex": types.complex128,
}


# Those that programs have said. Types of cffi are equal where they come from the same declaration.
_registered: dict[Any, Type] = {}


def register_cffi_type(ctype: Any, ty: Type) -> None:
    """Say which type values of a C type have."""
    _registered[ctype] = ty


def from_cffi(ffi: Any, ctype: Any, records: bool = False) -> Any:
    """Return the type of the values of a type of cffi.

    Parameters
    ----------
    ffi : FFI
        An instance of cffi.
    ctype : CType
        The type.
    records : bool
        Whether structures are records, and what points to them is a pointer to a record instead of any address.
    """
    known = _registered.get(ctype) or _CFFI.get(ctype.cname)
    if known is not None:
        return known
    if ctype.kind == "primitive":
        return types.Integer.from_bitwidth(8 * ffi.sizeof(ctype), signed=int(ffi.cast(ctype, -1)) < 0)
    if ctype.kind == "pointer":
        return _pointer_of_cffi(ffi, ctype.item, records)
    if ctype.kind == "enum":
        return types.int32
    if ctype.kind == "struct":
        return _record_of_cffi(ffi, ctype)
    raise TypingError(f"the C type {ctype.cname} has no type in compiled code")


def _pointer_of_cffi(ffi: Any, item: Any, records: bool) -> Type:
    if item.kind in ("void", "function") or (item.kind == "struct" and not records and item not in _registered):
        return types.voidptr
    return types.CPointer(from_cffi(ffi, item, records))


def _record_of_cffi(ffi: Any, ctype: Any) -> Type:
    """Return the record with the fields of a structure, where C has them."""
    fields = []
    for name, field in ctype.fields or ():
        if field.bitsize != -1 or field.bitshift != -1:
            raise ValueError(f"field {name!r} is a part of a byte or word, which has no type")
        fields.append((name, {"type": _field_of_cffi(ffi, field.type), "offset": field.offset}))
    return types.Record(fields, ffi.sizeof(ctype), True)


def _field_of_cffi(ffi: Any, ctype: Any) -> Any:
    shape = []
    while ctype.kind == "array":
        shape.append(ctype.length)
        ctype = ctype.item
    item = from_cffi(ffi, ctype, records=True)
    return types.NestedArray(dtype=item, shape=tuple(shape)) if shape else item


def signature_of_cffi(ffi: Any, ctype: Any, records: bool = False) -> Signature:
    """Return the types of a function, or of what points to one."""
    ctype = ctype if ctype.kind == "function" else ctype.item
    return Signature(from_cffi(ffi, ctype.result, records), [from_cffi(ffi, arg, records) for arg in ctype.args])


def is_function_of_cffi(ctype: Any) -> bool:
    """Whether a type of cffi is that of functions, or of what points to one."""
    return ctype.kind == "function" or (ctype.kind == "pointer" and ctype.item.kind == "function")


def _of_cffi(function: Any) -> CFunction | None:
    import _cffi_backend

    ffi = _ffi()
    if isinstance(function, _cffi_backend._CDataBase):
        ctype = ffi.typeof(function)
        if not is_function_of_cffi(ctype):
            return None
        pointer = function
    elif type(function).__name__ == "builtin_function_or_method" and getattr(function, "__self__", None) is not None:
        library = function.__self__
        if type(library).__name__ != "Lib":
            return None
        # It knows the functions of compiled modules, which `ffi` does not.
        ctype = _cffi_backend.FFI().typeof(function)
        pointer = _address_of(library, function)
        if pointer is None:
            return None
    else:
        return None
    variable = (ctype if ctype.kind == "function" else ctype.item).ellipsis
    overloads.extending.keep_for_ever(function)
    name = getattr(function, "__name__", None) or "cffi function"
    return CFunction(name, signature_of_cffi(ffi, ctype), int(ffi.cast("uintptr_t", pointer)), variable)


def cffi_own(function: Any) -> CFunction | None:
    """Return a C function for an object of cffi; None for any other."""
    return _of_cffi(function) if "_cffi_backend" in sys.modules else None


_modules: list[Any] = []


def register_module(mod: Any) -> None:
    """Make the functions of an out-of-line module of cffi known."""
    if mod not in _modules:
        _modules.append(mod)


def _address_of(library: Any, function: Any) -> Any:
    modules = [*_modules, *(m for m in list(sys.modules.values()) if getattr(m, "lib", None) is library)]
    for module in modules:
        if module.lib is library:
            return module.ffi.addressof(library, function.__name__)
    raise TypingError(f"call cffi_utils.register_module with the module of {function.__name__}")


def _ffi() -> Any:
    global _own_ffi
    if _own_ffi is None:
        import cffi

        _own_ffi = cffi.FFI()
    return _own_ffi


_own_ffi: Any = None


def get_cython_function_address(module_name: str, function_name: str) -> int:
    """Return the address of a function that a Cython module exports to C.

    Parameters
    ----------
    module_name : str
        The module, such as ``scipy.special.cython_special``.
    function_name : str
        The name in the module's table ``__pyx_capi__``.
    """
    from importlib import import_module

    table = import_module(module_name).__pyx_capi__
    if function_name not in table:
        raise ValueError(f"No function '{function_name}' found in __pyx_capi__ of '{module_name}'")
    capsule = table[function_name]
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return api.PyCapsule_GetPointer(capsule, api.PyCapsule_GetName(capsule))


_import_cython_function = get_cython_function_address
