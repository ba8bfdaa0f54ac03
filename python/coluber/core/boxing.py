"""Compiled functions that box and unbox values of types of programs; the compiler asks for them by type."""

from __future__ import annotations

from coluber.core import types
from coluber.core.types.base import complete_extensions
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from coluber.core.types import Type


def compiled(function: Any, args: tuple[Type, ...]) -> Any:
    """Return a jitted function that is compiled for arguments of these types."""
    from coluber.core.dispatcher import new_dispatcher
    from coluber.core.options import check_options

    return new_dispatcher(function, check_options({})).compile(args)


def unboxer(ty: Type) -> Any:
    """Return a jitted function from an object to whether that failed and a value of a type, and the words of its frame.

    It takes the object, the address of the frame, and whether the call for which the object was unboxed is over: then it does
    what functions with ``@reflect`` and ``NativeValue(cleanup=...)`` have written.
    """
    complete_extensions()
    if isinstance(ty, types.FunctionType):
        from coluber.core import function_values

        return function_values.unboxer(ty)
    from coluber.core.aftercare import Aftercare
    from coluber.core.llvmir import ir
    from coluber.core.pythonapi import Conversion, NativeValue, _reflectors, _unboxers
    from coluber.core.splice import implementation

    function = _unboxers.lookup(type(ty)) or _of_arrays(ty, "unbox_like")
    if function is None:
        raise TypeError(f"can't unbox {ty} type: there is no function with @unbox({type(ty).__name__})")

    care: list[Aftercare] = []

    def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        care.append(Aftercare(context, builder, args[1], args[2]))
        conversion = Conversion(context, builder)
        found = function(ty, args[0], conversion)
        if not isinstance(found, NativeValue):
            raise TypeError(f"a function with @unbox must return a NativeValue, not {found!r}")
        _expect(context, found.value, ty)
        care[-1].begin(context.make_tuple(builder, sig.return_type, [found.is_error, found.value]))
        reflector = _reflectors.lookup(type(ty))
        if reflector is not None:
            reflector(ty, found.value, conversion)
        if found.cleanup is not None:
            found.cleanup()
        care[-1].end()
        if reflector is not None or found.cleanup is not None:
            # A frame says that there is a second part, also where that needs nothing of the first.
            care[-1].bytes = max(care[-1].bytes, 8)
        return ir.Constant(context.get_value_type(sig.return_type), None)

    sig = Signature(types.Tuple((types.boolean, ty)), (types.pyobject, types.voidptr, types.boolean))
    code = implementation(f"unbox({ty})", sig, write, ("object", "frame", "is_over"), function)
    return compiled(code, sig.args), -(-care[-1].bytes // 8)


def boxer(ty: Type) -> Any:
    """Return a jitted function from a value of a type to a new reference to an object, or null; it has no frame."""
    from coluber.core.pythonapi import Conversion, _boxers
    from coluber.core.splice import implementation

    function = _boxers.lookup(type(ty)) or _of_arrays(ty, "box_like")
    if function is None:
        raise TypeError(f"cannot convert native {ty} to Python object: there is no function with @box({type(ty).__name__})")

    def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        # The function takes references that are its own: it gives them on, or gives them back.
        context.nrt.incref(builder, ty, args[0])
        return function(ty, args[0], Conversion(context, builder))

    sig = Signature(types.pyobject, (ty,))
    return compiled(implementation(f"box({ty})", sig, write, ("value",), function), sig.args), 0


def _of_arrays(ty: Type, name: str) -> Any:
    """Return what converts values of a type that is derived from that of arrays; None for other types."""
    from coluber.core import array_likes

    return getattr(array_likes, name) if isinstance(ty, types.Array) else None


def _expect(context: Any, value: Any, ty: Type) -> None:
    expected = context.get_value_type(ty)
    if getattr(value, "type", None) != expected:
        raise TypeError(f"the value is a {getattr(value, 'type', value)}, not a {expected} for {ty}")


def constant(value: object) -> tuple[Type, list[int] | None]:
    """Return the type of a constant of compiled code, and its words where a program makes them by `lower_constant`."""
    import sys

    from coluber.core.typing.typeof import Purpose, typeof

    ty = typeof(value, Purpose.constant)
    imputils = sys.modules.get("coluber.core.imputils")
    found = None if imputils is None else imputils.builtin_registry.find_constant(ty)
    return (ty, None) if found is None else (ty, _words(ty, value, found))


def _words(ty: Type, value: object, lower: Any) -> list[int]:
    """Run the code that makes a constant."""
    import ctypes

    from coluber import _native
    from coluber.core.datamodel import default_manager
    from coluber.core.splice import implementation

    def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        return lower(context, builder, ty, value)

    maker = compiled(implementation(f"constant of type {ty}", Signature(ty, ()), write, (), lower), ())
    words = (ctypes.c_uint64 * max(1, len(default_manager[ty].leaf_types())))()
    nothing = (ctypes.c_uint64 * 1)()
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)(_native.entry_address(maker, 0))
    if entry(ctypes.addressof(nothing), ctypes.addressof(words)) != 0:
        raise RuntimeError(f"the code that makes a constant of type {ty} raised an exception")
    return list(words)


def unbox_array(typ: Any, obj: Any, c: Any) -> Any:
    """Return the value of an array, in a function with ``@unbox``."""
    return c.unbox(typ, obj)


def box_array(typ: Any, val: Any, c: Any) -> Any:
    """Return a new reference to an object for an array, in a function with ``@box``."""
    return c.box(typ, val)
