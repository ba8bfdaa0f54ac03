"""``@cfunc``: compiled functions that C code calls."""

from __future__ import annotations

import ctypes
from functools import cached_property, update_wrapper

from coluber import _native
from coluber.core import types
from coluber.core.c_structures import Registers, given, result_form, room_for, taken
from coluber.core.errors import UnsupportedError
from coluber.core.foreign import (
    c_parameters,
    c_result,
    c_type,
    extension_of,
    leaf_text,
    pack_complex,
    take_complex,
    to_ctypes,
)
from coluber.core.sigutils import normalize_signature
from coluber.core.typing.templates import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.typing import Signature


class CFunc:
    """A compiled function with the calling convention of C. Called from Python, it runs the Python function.

    An exception that the function raises is printed and ignored; C code gets zeros.

    Parameters
    ----------
    pyfunc : function
        The Python function.
    sig : signature
        Its types.
    options : dict
        As those of `jit`.
    """

    def __init__(self, pyfunc: FunctionType, sig: Any, options: dict[str, Any]) -> None:
        from coluber.core.decorators import njit
        from coluber.core.typing import Signature

        args, ret = normalize_signature(sig)
        self._pyfunc = pyfunc
        update_wrapper(self, pyfunc)
        if any(isinstance(ty, types.Record) for ty in (*args, ret)):
            self._dispatcher, self._sig = _behind_addresses(pyfunc, args, ret, options)
        else:
            self._dispatcher = njit(Signature(ret, args) if ret is not None else args, **options)(pyfunc)
            self._sig = self._dispatcher.nopython_signatures[0]
        self._name = f"<cfunc {pyfunc.__qualname__}>"
        try:
            text = _wrapper_text(self._name, _native.entry_address(self._dispatcher, 0), self._sig)
        except UnsupportedError as error:
            raise UnsupportedError(f"{error}\nin the callback {place_of(pyfunc)}") from None
        self._address = _native.link_text(text)
        _kept.append(self._dispatcher)

    @property
    def native_name(self) -> str:
        """The name of the function in machine code."""
        return f"cfunc.{self._pyfunc.__module__}.{self._pyfunc.__qualname__}"

    @property
    def address(self) -> int:
        """The address of the function."""
        return self._address

    # Functions as values have their addresses under this name.
    _wrapper_address = address

    @cached_property
    def cffi(self) -> Any:
        """The address as a pointer of cffi."""
        import cffi

        return cffi.FFI().cast("void *", self.address)

    @cached_property
    def ctypes(self) -> Any:
        """The function as an object of ctypes."""
        argtypes = [to_ctypes(ty) for ty in self._sig.args if ty != types.none]
        return ctypes.CFUNCTYPE(to_ctypes(self._sig.return_type), *argtypes)(self.address)

    @property
    def cache_hits(self) -> int:
        """How often the function was found in the cache on disk."""
        return sum(self._dispatcher.stats.cache_hits.values())

    def enable_caching(self) -> None:
        """Keep the code on disk."""
        self._dispatcher.enable_caching()

    def inspect_llvm(self) -> str:
        """Return the optimised LLVM IR."""
        return next(iter(self._dispatcher.inspect_llvm().values()))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the Python function."""
        return self._pyfunc(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<Numba C callback {self._pyfunc.__qualname__!r}>"


# C code may call a function whose object is gone.
_kept: list[Any] = []


def cfunc(sig: Any, locals: Any = None, cache: bool = False, pipeline_class: Any = None, **options: Any) -> Any:  # noqa: A002
    """Compile a function that C code calls.

    Parameters
    ----------
    sig : signature
        The types, such as ``"float64(float64, intc)"``.
    locals : dict, optional
        Types of variables.
    cache : bool
        Whether the code is kept on disk.
    pipeline_class
        A pipeline with passes of the program, see `coluber.core.compiler`.
    **options
        As those of `jit`.
    """
    normalize_signature(sig)
    if pipeline_class is not None:
        options["pipeline_class"] = pipeline_class
    if options.get("forceobj"):
        raise NotImplementedError("a cfunc can't be forced into object mode: C code calls machine code")
    if locals:
        options["locals"] = locals
    if cache:
        options["cache"] = True
    options.pop("nopython", None)

    def decorate(function: FunctionType) -> CFunc:
        return CFunc(function, sig, options)

    return decorate


def _behind_addresses(function: FunctionType, args: Any, ret: Any, options: dict[str, Any]) -> tuple[Any, Signature]:
    """Return a jitted function that is given the addresses of structures, that of its result last, and the signature for C."""
    from coluber.core.decorators import njit
    from coluber.core.typing import Signature

    inner = njit(**options)(function)
    if ret is None:
        ret = inner.compile(tuple(args)) and inner.nopython_signatures[0].return_type
    gives = isinstance(ret, types.Record)
    names = [f"p{k}" for k in range(len(args))]
    values = [f"{name}[0]" if isinstance(ty, types.Record) else name for name, ty in zip(names, args, strict=True)]
    call = f"function({', '.join(values)})"
    source = f"def call({', '.join([*names, 'result'] if gives else names)}):\n"
    source += f"    result[0] = {call}\n" if gives else f"    return {call}\n"
    scope: dict[str, Any] = {"function": inner, "__name__": __name__}
    exec(compile(source, f"<cfunc {function.__qualname__}>", "exec"), scope)
    given = [_as_address(ty) for ty in ((*args, ret) if gives else args)]
    return njit(Signature(types.none if gives else ret, given))(scope["call"]), Signature(ret, args)


def _as_address(ty: Any) -> Any:
    return types.CPointer(ty) if isinstance(ty, types.Record) else ty


def _parts(ty: Any) -> list[Any]:
    """Return the scalars that a value of a type consists of: None has none, and C passes nothing for it."""
    if ty == types.none:
        return []
    return [ty.underlying_float] * 2 if isinstance(ty, types.Complex) else [ty]


def _parameters(sig: Signature) -> tuple[list[str], list[str]]:
    """Return the parameters by which C passes values, and the instructions that take their scalars, ``%a0`` and so on."""
    params: list[str] = []
    lines: list[str] = []
    registers = Registers(sig.return_type)
    count = 0
    for ty in sig.args:
        if isinstance(ty, types.Record):
            params += taken(f"%a{count}", ty, registers, lines)
            count += 1
            continue
        scalars = [f"%a{count + k}" for k in range(len(_parts(ty)))]
        forms = c_parameters(ty) if scalars else []
        registers.take(forms)
        if len(forms) == len(scalars):
            params += [f"{form}{extension_of(ty)} {scalar}" for form, scalar in zip(forms, scalars, strict=True)]
        else:
            params.append(f"{forms[0]} %v{count}")
            lines += take_complex(f"%v{count}", ty, (scalars[0], scalars[1]))
        count += len(scalars)
    if isinstance(sig.return_type, types.Record):
        params = [*room_for(f"%a{count}", sig.return_type, lines), *params]
    return params, lines


def _wrapper_text(name: str, entry: int, sig: Signature) -> str:
    """Return the IR of a C function that passes its arguments to the entry of a compiled function as words."""
    ret = sig.return_type
    gives = isinstance(ret, types.Record)
    args = [part for ty in ((*sig.args, ret) if gives else sig.args) for part in _parts(_as_address(ty))]
    results = [] if ret == types.none or gives else _parts(ret)
    params, lines = _parameters(sig)
    result = result_form(ret) if gives else c_result(ret)
    lines += [f"  %args = alloca [{max(1, len(args))} x i64]", f"  %result = alloca [{max(1, len(results))} x i64]"]
    for k, ty in enumerate(args):
        lines += [f"  %p{k} = getelementptr i64, ptr %args, i64 {k}", *_to_word(k, ty)]
    lines += [
        f"  %status = call i32 inttoptr (i64 {entry} to ptr)(ptr %args, ptr %result)",
        "  %good = icmp eq i32 %status, 0",
        "  br i1 %good, label %done, label %failed",
        "failed:",
        f"  call void inttoptr (i64 {_native.helper_address('ignore_exception')} to ptr)(ptr @name)",
        "  ret void" if result == "void" else f"  ret {result} zeroinitializer",
        "done:",
        *(given(ret, f"%a{len(args) - 1}") if gives else _given(ret, results, result)),
    ]
    text = name.encode() + b"\0"
    constant = "".join(f"\\{byte:02x}" for byte in text)
    body = "\n".join(lines)
    head = f'{extension_of(ret) if len(results) == 1 else ""} {result} @"coluber.splice"({", ".join(params)})'
    return f'@name = private constant [{len(text)} x i8] c"{constant}"\ndefine{head} {{\n{body}\n}}\n'


def _to_word(k: int, ty: Any) -> list[str]:
    """Return the instructions that store an argument as a word."""
    kind = c_type(ty)
    if kind in ("i64", "double", "ptr"):
        return [f"  store {kind} %a{k}, ptr %p{k}"]
    if kind == "float":
        bits = f"  %b{k} = bitcast float %a{k} to i32"
        return [bits, f"  %w{k} = zext i32 %b{k} to i64", f"  store i64 %w{k}, ptr %p{k}"]
    extend = "sext" if isinstance(ty, types.Integer) and ty.signed else "zext"
    return [f"  %w{k} = {extend} {kind} %a{k} to i64", f"  store i64 %w{k}, ptr %p{k}"]


def _given(ret: Any, results: list[Any], result: str) -> list[str]:
    """Return the instructions that return the result."""
    if not results:
        return ["  ret void"]
    if len(results) == 2:
        part = c_type(results[0])
        lines = [
            f"  %re = load {part}, ptr %result",
            "  %second = getelementptr i64, ptr %result, i64 1",
            f"  %im = load {part}, ptr %second",
        ]
        if result.startswith("<"):
            return [*lines, *pack_complex("%r", ("%re", "%im")), f"  ret {result} %r"]
        return [
            *lines,
            f"  %r.0 = insertvalue {result} undef, {part} %re, 0",
            f"  %r = insertvalue {result} %r.0, {part} %im, 1",
            f"  ret {result} %r",
        ]
    if isinstance(ret, types.Boolean):
        return ["  %r = load i8, ptr %result", "  %m = and i8 %r, 1", "  ret i8 %m"]
    return [f"  %r = load {leaf_text(ret)}, ptr %result", f"  ret {leaf_text(ret)} %r"]
