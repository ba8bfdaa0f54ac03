"""Values of `types.FunctionType`: the addresses of functions whose types are known, whichever functions they are.

A value has the fields of Numba's: the address of a C function, that of a Python object, which is not used, and that of the
entry of a compiled function, which takes and gives words and is preferred: its exceptions reach the caller.
"""

from __future__ import annotations

import ctypes
from types import FunctionType

from coluber import _native
from coluber.core import overloads, types
from coluber.core.errors import TypingError, UnsupportedError
from coluber.core.foreign import c_type, call_text
from coluber.core.helpers import of_program
from coluber.core.splice import SYMBOL, of_text
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type

_FIELDS = "ptr %c, ptr %py, ptr %native"
_MADE = "{ i32, ptr, ptr, ptr }"

# Functions that were passed stay, since what holds their addresses is not known.
_kept: dict[tuple[Type, Any], Any] = {}


class _Calls(overloads.Overload):
    """Calls of such values."""

    def __init__(self) -> None:
        super().__init__(_nothing, {}, strict=False, prefer_literal=False, receiver=types.FunctionType)

    def find(self, positional: tuple[Type, ...], named: dict[str, Type], constants: bool = False) -> FunctionType | None:
        """Return the function that calls a value."""
        ty = positional[0]
        if not isinstance(ty, types.FunctionType):
            return None
        wanted = ty.signature.args
        if named or len(positional) - 1 != len(wanted):
            raise TypingError(f"{ty} takes {len(wanted)} positional arguments, got {len(positional) - 1 + len(named)}")
        for given, want in zip(positional[1:], wanted, strict=True):
            if _native.can_convert(types.unliteral(given).id, want.id) is None:
                raise TypingError(f"{ty}: an argument of type {given} can't be passed as {want}")
        return of_text(str(ty), _call(ty), Signature(ty.return_type, (ty, *wanted)))


def _nothing() -> None:
    pass


def _leaves(ty: Type) -> list[tuple[Type, str]]:
    """Return the scalars of a value, each with its LLVM type in compiled code."""
    parts = _native.type_fields(ty.id)
    if parts:
        return [leaf for part in parts for leaf in _leaves(types.from_id(part))]
    if isinstance(ty, types.Boolean):
        return [(ty, "i1")]
    if ty == types.none:
        return []
    if isinstance(ty, (types.NPDatetime, types.NPTimedelta)):
        return [(ty, "i64")]
    kind = _native.type_info(ty.id)[0]
    return [(ty, "ptr" if kind in ("ptr", "owner") else c_type(ty))]


def _call(ty: Any) -> str:
    """Return the IR that calls a value of a type: by its entry, where it has one, else as a C function."""
    given = [leaf for arg in ty.signature.args for leaf in _leaves(arg)]
    params = "".join(f", {kind} %a{k}" for k, (_, kind) in enumerate(given))
    result = _result(ty.return_type)
    native = _native_call(given, _leaves(ty.return_type), result, params)
    in_c = _c_call(ty)
    unknown = f"  ret {result} %n" if in_c is None else f"  %x = call {result} @in_c(ptr %c{params})\n  ret {result} %x"
    choose = "true" if in_c is None else "%has_entry"
    return (
        f'{native}{in_c or ""}define {result} @"{SYMBOL}"({_FIELDS}{params}) {{\n'
        "  %has_entry = icmp ne ptr %native, null\n"
        f"  br i1 {choose}, label %entry_of_function, label %function_of_c\n"
        "entry_of_function:\n"
        f"  %n = call {result} @by_words(ptr %native{params})\n"
        f"  ret {result} %n\n"
        f"function_of_c:\n{unknown if in_c else '  unreachable'}\n}}\n"
    )


def _result(ret: Type) -> str:
    leaves = [kind for _, kind in _leaves(ret)]
    return f"{{ {', '.join(['i32', *leaves])} }}" if leaves else "i32"


def _native_call(given: list[tuple[Type, str]], results: list[tuple[Type, str]], result: str, params: str) -> str:
    """Return the IR of a function that passes leaves as words to an entry, and gives the leaves that are its result."""
    lines = [f"  %args = alloca i64, i64 {max(1, len(given))}", f"  %result = alloca i64, i64 {max(1, len(results))}"]
    for k, (ty, kind) in enumerate(given):
        lines += [f"  %p{k} = getelementptr i64, ptr %args, i64 {k}", *_as_word(k, ty, kind)]
    lines.append("  %status = call i32 %entry(ptr %args, ptr %result)")
    value = "%status"
    if results:
        lines.append(f"  %v0 = insertvalue {result} poison, i32 %status, 0")
        value = f"%v{len(results)}"
    for k, (_, kind) in enumerate(results):
        read = "i8" if kind == "i1" else kind
        lines += [f"  %q{k} = getelementptr i64, ptr %result, i64 {k}", f"  %r{k} = load {read}, ptr %q{k}"]
        leaf = f"%r{k}"
        if kind == "i1":
            lines.append(f"  %t{k} = trunc i8 %r{k} to i1")
            leaf = f"%t{k}"
        lines.append(f"  %v{k + 1} = insertvalue {result} %v{k}, {kind} {leaf}, {k + 1}")
    body = "\n".join(lines)
    return f"define internal {result} @by_words(ptr %entry{params}) {{\n{body}\n  ret {result} {value}\n}}\n"


def _as_word(k: int, ty: Type, kind: str) -> list[str]:
    """Return the instructions that store a leaf as a word."""
    if kind in ("i64", "double", "ptr"):
        return [f"  store {kind} %a{k}, ptr %p{k}"]
    bits, lines = f"%a{k}", []
    if kind == "float":
        bits, kind, lines = f"%b{k}", "i32", [f"  %b{k} = bitcast float %a{k} to i32"]
    extend = "sext" if isinstance(ty, types.Integer) and ty.signed else "zext"
    return [*lines, f"  %w{k} = {extend} {kind} {bits} to i64", f"  store i64 %w{k}, ptr %p{k}"]


def _c_call(ty: Any) -> str | None:
    """Return the IR of a function that calls a C function; None where C can't pass the values."""
    try:
        text = call_text("in_c", "%function", ty.signature, ty.signature.args, ("ptr %function",))
    except UnsupportedError:
        return None
    return text.replace("define ", "define internal ", 1)


# ------------------------------------------------------------------------------------------------ making values


def can_be(given: Type, wanted: Any) -> bool:
    """Return whether functions of a type can become values of a `types.FunctionType`."""
    from coluber.core.ccallback import CFunc

    if isinstance(given, types.Dispatcher):
        return _takes(given.dispatcher.py_func, wanted.nargs)
    if not isinstance(given, types.Function):
        return False
    function = given.typing_key
    if isinstance(function, CFunc):
        return bool(function._sig == wanted.signature)
    return isinstance(function, types.WrapperAddressProtocol) and function.signature() == wanted.signature


def _takes(function: Any, count: int) -> bool:
    import inspect

    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    return True


def _addresses(ty: Any, function: Any) -> Any:
    """Return the three words of a function's value, in memory that stays."""
    from coluber.core.ccallback import CFunc
    from coluber.core.extending import is_jitted
    from coluber.core.foreign import wrapper_address

    key = ty, function
    if key not in _kept:
        if isinstance(function, CFunc):
            words = function.address, 0, _native.entry_address(function._dispatcher, 0)
        elif isinstance(function, types.WrapperAddressProtocol):
            words = wrapper_address(function), 0, 0
        elif is_jitted(function):
            compiled = _with_types(ty, function)
            words = 0, 0, _native.entry_address(compiled, 0)
            _kept[ty, "of", function] = compiled
        else:
            raise TypeError(f"can't unbox {function!r} as {ty}")
        _kept[key] = (ctypes.c_uint64 * 3)(*words)
    return _kept[key]


def _with_types(ty: Any, function: Any) -> Any:
    """Return a jitted function that calls another one, with exactly the types that are asked for."""
    from coluber.core.decorators import njit

    names = ", ".join(f"p{k}" for k in range(ty.nargs))
    scope = {"function": function}
    exec(f"def call({names}):\n    return function({names})\n", scope)
    return njit(ty.signature)(scope["call"])


def constant(given: Any, wanted: Any) -> FunctionType:
    """Return the function that makes a value of a function that is known while compiling."""
    function = given.dispatcher if isinstance(given, types.Dispatcher) else given.typing_key
    words = [f"ptr inttoptr (i64 {word} to ptr)" for word in _addresses(wanted, function)]
    text = f'define {_MADE} @"{SYMBOL}"() {{\n  ret {_MADE} {{ i32 0, {", ".join(words)} }}\n}}\n'
    return of_text(f"{given} as {wanted}", text, Signature(wanted, (given,)))


def unboxer(ty: Any) -> tuple[Any, int]:
    """Return a jitted function that makes a value of an object; see `coluber.core.boxing.unboxer`."""
    from coluber.core.boxing import compiled

    def find(function: object) -> int:
        if isinstance(function, FunctionType):
            function = of_program(function) or function
        return ctypes.addressof(_addresses(ty, function))

    overloads.extending.keep_for_ever(find)
    made = "{ i32, i1, ptr, ptr, ptr }"
    text = (
        "declare ptr @PyObject_CallOneArg(ptr, ptr)\n"
        "declare ptr @PyLong_AsVoidPtr(ptr)\n"
        "declare void @Py_DecRef(ptr)\n"
        f'define {made} @"{SYMBOL}"(ptr %object, ptr %frame, i1 %is_over) {{\n'
        "  br i1 %is_over, label %over, label %ask\n"
        "over:\n"
        f"  ret {made} zeroinitializer\n"
        "ask:\n"
        f"  %number = call ptr @PyObject_CallOneArg(ptr inttoptr (i64 {id(find)} to ptr), ptr %object)\n"
        "  %failed = icmp eq ptr %number, null\n"
        "  br i1 %failed, label %no, label %yes\n"
        "no:\n"
        f"  ret {made} {{ i32 0, i1 true, ptr null, ptr null, ptr null }}\n"
        "yes:\n"
        "  %words = call ptr @PyLong_AsVoidPtr(ptr %number)\n"
        "  call void @Py_DecRef(ptr %number)\n"
        "  %at1 = getelementptr ptr, ptr %words, i64 1\n"
        "  %at2 = getelementptr ptr, ptr %words, i64 2\n"
        "  %w0 = load ptr, ptr %words\n"
        "  %w1 = load ptr, ptr %at1\n"
        "  %w2 = load ptr, ptr %at2\n"
        f"  %v0 = insertvalue {made} zeroinitializer, ptr %w0, 2\n"
        f"  %v1 = insertvalue {made} %v0, ptr %w1, 3\n"
        f"  %v2 = insertvalue {made} %v1, ptr %w2, 4\n"
        f"  ret {made} %v2\n}}\n"
    )
    sig = Signature(types.Tuple((types.boolean, ty)), (types.pyobject, types.voidptr, types.boolean))
    return compiled(of_text(f"unbox({ty})", text, sig, (), ("object", "frame", "is_over")), sig.args), 0


def _register() -> None:
    from coluber.core.templates import Casts

    overloads.add("method:__call__", _Calls())
    overloads.add_generic(Casts())


_register()
