"""Operations of arrays on values of types that a program says stand for arrays.

Such a type is derived from ``types.ArrayCompatible``, ``types.Buffer`` or ``types.Array``. What nothing else implements is done
with the array that a value stands for (`as_array`), and results of ufuncs become what the type says (`like`): by lowerings of
``__array__`` and ``__array_wrap__``, and by the method ``__array_ufunc__`` of types.
"""

from __future__ import annotations

import builtins
import operator

import numpy as np

from coluber.core import array_memory, cgutils, overloads, types
from coluber.core.errors import LoweringError, TypingError
from coluber.core.imputils import builtin_registry
from coluber.core.intrinsics import intrinsic
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

_MODULES = {"operator": operator, "builtins": builtins, "numpy": np}

# Attributes and methods of buffers whose results are of the same kind.
_PARTS = frozenset("T astype copy flatten imag ravel real reshape squeeze swapaxes transpose".split())

# Those whose results have memory of their own.
_COPIES = frozenset(("astype", "copy", "flatten"))

# Operators that are ufuncs of arrays; in-place ones have an i in front.
_UFUNCS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "pow": np.power,
    "lshift": np.left_shift,
    "rshift": np.right_shift,
    "and_": np.bitwise_and,
    "or_": np.bitwise_or,
    "xor": np.bitwise_xor,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "neg": np.negative,
    "pos": np.positive,
    "invert": np.invert,
}
_INPLACE = {f"operator.i{name.rstrip('_')}" for name in _UFUNCS} - {"operator.iinvert", "operator.ineg", "operator.ipos"}


def is_array_like(ty: Any) -> bool:
    """Whether a type of a program stands for an array."""
    from coluber.core.types.base import is_extension

    return isinstance(ty, types.ArrayCompatible) and is_extension(ty) and hasattr(ty, "as_array")


def array_of(ty: Any) -> Any:
    """Return the type of the arrays that values of a type stand for."""
    if isinstance(ty, types.Array):
        return types.Array(ty.dtype, ty.ndim, ty.layout, readonly=not ty.mutable, aligned=ty.aligned)
    return ty.as_array


# ------------------------------------------------------------------------------------------------- values and arrays


@intrinsic
def as_array(typingctx: Any, value: Any) -> Any:
    """Return the array that a value stands for; other values are returned as they are."""
    if not is_array_like(value):
        return value(value), lambda context, builder, sig, args: _borrowed(context, builder, value, args[0])

    def codegen(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        return _borrowed(context, builder, sig.return_type, array_value(context, builder, value, args[0]))

    return array_of(value)(value), codegen


def _borrowed(context: Any, builder: Any, ty: Type, value: Any) -> Any:
    context.nrt.incref(builder, ty, value)
    return value


def array_value(context: Any, builder: Any, ty: Any, value: Any) -> Any:
    """Return the array that a value stands for, in LLVM IR, with the value's references."""
    array_type = array_of(ty)
    lowering = builtin_registry.find_function("__array__", (ty,))
    if lowering is not None:
        place = cgutils.alloca_once_value(builder, value)
        return builder.load(lowering(context, builder, Signature(array_type, (ty,)), (place,)))
    if not isinstance(ty, types.Array):
        raise LoweringError(f"No definition for lowering __array__({ty})")
    return _copied(context, builder, ty, array_type, value)


def _copied(context: Any, builder: Any, fromty: Type, toty: Type, value: Any) -> Any:
    """Return a value of an array's type with the members of another that have the same names; others are zero."""
    source = cgutils.create_struct_proxy(fromty)(context, builder, value=value)
    made = cgutils.create_struct_proxy(toty)(context, builder)
    names = set(context.data_model_manager[fromty].fields)
    for name in context.data_model_manager[toty].fields:
        if name in names:
            wanted = getattr(made, name).type
            member = getattr(source, name)
            setattr(made, name, member if member.type == wanted else builder.bitcast(member, wanted))
    return made._getvalue()


@intrinsic
def _made_of(typingctx: Any, source: Any, result: Any) -> Any:
    """Return an array as a value of the class of array types that the first argument has."""
    target = type(source)(dtype=result.dtype, ndim=result.ndim, layout=result.layout)

    def codegen(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        return _borrowed(context, builder, target, _copied(context, builder, result, target, args[1]))

    return target(source, result), codegen


def like(source: Any, result: Any) -> Any:
    """Return the result of a ufunc as what the type of a value makes of it; objects of Python have done so themselves."""
    return result


@overloads.overload(like, strict=False)
def _like(source: Any, result: Any) -> Any:
    if isinstance(result, types.Array):
        found = overloads.find("operator.__array_wrap__", (source, result), ())
        if found is not None:
            return found
        if isinstance(source, types.Array):
            return array_memory.renewing(_made_of, type(source)) or (lambda source, result: _made_of(source, result))
    return lambda source, result: result


@intrinsic
def _part_of(typingctx: Any, source: Any, result: Any) -> Any:
    """Return an array as a value of the type that `copy` of the first argument's type says for it."""
    target = source.copy(dtype=result.dtype, ndim=result.ndim, layout=result.layout)

    def codegen(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        lowering = builtin_registry.find_function("__array__", (target,))
        if lowering is None:
            return _borrowed(context, builder, target, _copied(context, builder, result, target, args[1]))
        made = cgutils.create_struct_proxy(target)(context, builder)
        place = lowering(context, builder, Signature(result, (target,)), (made._getpointer(),))
        builder.store(args[1], place)
        return _borrowed(context, builder, target, made._getvalue())

    return target(source, result), codegen


def part(source: Any, result: Any) -> Any:
    """Return a part of a buffer as what the type of the whole makes of it; objects of Python have done so themselves."""
    return result


@overloads.overload(part, strict=False)
def _part(source: Any, result: Any) -> Any:
    if isinstance(source, types.Buffer) and isinstance(result, types.Array):
        return lambda source, result: _part_of(source, result)
    return lambda source, result: result


def renewed(source: Any, result: Any) -> Any:
    """As `part`, of arrays that have memory of their own."""
    return result


@overloads.overload(renewed, strict=False)
def _renewed(source: Any, result: Any) -> Any:
    if is_array_like(source) and isinstance(source, types.Array) and isinstance(result, types.Array):
        target = source.copy(dtype=result.dtype, ndim=result.ndim, layout=result.layout)
        found = array_memory.renewing(_part_of, type(target))
        if found is not None:
            return found
    return lambda source, result: part(source, result)


# -------------------------------------------------------------------------------------------------------- operations


class ArrayLikes:
    """Answers for values that stand for arrays, when nothing else does."""

    comes_last = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayLikes)

    def __hash__(self) -> int:
        return 0

    def goes_before_library(self, argtypes: tuple[Type, ...]) -> bool:
        """Whether the library is not asked for arguments of these types: what it does with arrays is done with arrays."""
        return any(map(is_array_like, argtypes))

    def has(self, key: str) -> bool:
        """Whether there may be a method of this name."""
        return key.startswith("method:") and hasattr(np.ndarray, key.removeprefix("method:"))

    def find(self, key: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
        """Return the function that does with arrays what is asked for, or None."""
        if not any(map(is_array_like, (*positional, *named.values()))):
            return None
        kind, _, name = key.partition(":")
        if kind in ("attribute", "method"):
            return _member(kind, name, positional, named) if is_array_like(positional[0]) else None
        if key == "coluber.iterate_extension":
            return _written("def iterate(value):\n    for item in as_array(value):\n        yield item\n", {}, "iterate")
        function = _function(key)
        return None if function is None else _call(key, function, positional, named)


def _function(key: str) -> Any:
    """Return the function of a key, or None; of programs' functions it is ufuncs."""
    if key.startswith("overload."):
        found = overloads.function_of(key)
        return found if hasattr(found, "nin") else None
    module, _, rest = key.partition(".")
    found = _MODULES.get(module)
    for name in rest.split("."):
        found = getattr(found, name, None)
    return found


def _written(source: str, scope: dict[str, Any], name: str) -> FunctionType:
    variables = {"as_array": as_array, "like": like, "part": part, "renewed": renewed, "__name__": __name__, **scope}
    exec(compile(source, f"<array operation: {name}>", "exec"), variables)
    return variables[name]


def _member(kind: str, name: str, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
    """Return the function that gets an attribute of the array, or calls its method."""
    if not hasattr(np.ndarray, name):
        return None
    if kind == "attribute":
        is_method = callable(getattr(np.ndarray, name))
        body = f"part(p0, as_array(p0).{name})" if name in _PARTS else f"as_array(p0).{name}"
        return None if is_method else _written(f"def get(p0):\n    return {body}\n", {}, "get")
    parameters, arguments = _parameters(positional, named)
    body = f"as_array(p0).{name}({', '.join(arguments[1:])})"
    made_by = "renewed" if name in _COPIES else "part"
    body = f"{made_by}(p0, {body})" if name in _PARTS else body
    return _written(f"def call({', '.join(parameters)}):\n    return {body}\n", {}, "call")


def _parameters(positional: tuple[Type, ...], named: dict[str, Type]) -> tuple[list[str], list[str]]:
    """Return the parameters of an implementation, and the arguments of the call in it."""
    names = [f"p{k}" for k in range(len(positional))]
    kinds = [*positional, *named.values()]
    given = [f"as_array({name})" if is_array_like(ty) else name for name, ty in zip([*names, *named], kinds, strict=True)]
    by_name = [f"{name}={value}" for name, value in zip(named, given[len(names) :], strict=True)]
    return [*names, *named], [*given[: len(names)], *by_name]


def _call(key: str, function: Any, positional: tuple[Type, ...], named: dict[str, Type]) -> FunctionType | None:
    parameters, arguments = _parameters(positional, named)
    head, call = f"def call({', '.join(parameters)}):\n", f"function({', '.join(arguments)})"
    ufunc = _ufunc(key, function)
    if ufunc is not None and not named:
        source = _wrapping(ufunc, positional)
        if source is None:
            return None
        call = f"like(p{source}, {call})" if source >= 0 else call
    elif key == "operator.getitem" and is_array_like(positional[0]):
        call = f"part(p0, {call})"
    elif key in _INPLACE:
        return _written(f"{head}    {call}\n    return p0\n", {"function": function}, "call")
    return _written(f"{head}    return {call}\n", {"function": function}, "call")


def _ufunc(key: str, function: Any) -> Any:
    """Return the ufunc that a function is for arrays, or None."""
    if hasattr(function, "nin"):
        return function
    module, _, name = key.partition(".")
    if module == "operator":
        return _UFUNCS.get(name)
    return np.absolute if function is abs else None


def _wrapping(ufunc: Any, args: tuple[Type, ...]) -> int | None:
    """Return the argument whose type says what a ufunc's result becomes, -1 where it stays an array; None: it is refused."""
    likes = [(k, ty) for k, ty in enumerate(args) if is_array_like(ty)]
    judges = [ty for _, ty in likes if hasattr(ty, "__array_ufunc__")]
    if not judges:
        source, ty = max(likes, key=lambda pair: pair[1].array_priority)
        return -1 if isinstance(ty, types.Array) else source
    answer = judges[0].__array_ufunc__(ufunc, "__call__", *map(types.unliteral, args))
    if answer is NotImplemented:
        return None
    if not isinstance(answer, type) or not issubclass(answer, types.Array):
        raise TypingError(f"{type(judges[0]).__qualname__}.__array_ufunc__ must return a class of array types, not {answer!r}")
    return next((k for k, ty in likes if type(ty) is answer), -1)


def install() -> None:
    """Ask this for what nothing else implements, and have a data model for the types that are told of from now on."""
    import coluber.core.datamodel.registry  # noqa: F401

    overloads.add_generic(ArrayLikes())


# --------------------------------------------------------------------------------------------------------- in Python


def unbox_like(ty: Any, obj: Any, c: Any) -> Any:
    """Return the value of an object of a class of arrays."""
    from coluber.core.pythonapi import NativeValue

    found = c.unbox(array_of(ty), obj)
    return NativeValue(_copied(c.context, c.builder, array_of(ty), ty, found.value), is_error=found.is_error)


def box_like(ty: Any, value: Any, c: Any) -> Any:
    """Return a new reference to an array, of the class ``box_type`` of the type; takes the value's references."""
    made = boxed_array(ty, value, c)
    c.context.nrt.decref(c.builder, ty, value)
    return made


def boxed_array(ty: Any, value: Any, c: Any) -> Any:
    """Return what `box_like` does; the value keeps its references."""
    boxed = c.pyapi.object_of(array_of(ty), array_value(c.context, c.builder, ty, value))
    cls = getattr(ty, "box_type", np.ndarray)
    if cls is np.ndarray:
        return boxed
    viewing, wanted = (c.pyapi.serialize_object(obj) for obj in (_of_class, cls))
    viewed = c.pyapi.call_function_objargs(viewing, (boxed, wanted))
    c.pyapi.decref(boxed)
    return viewed


def _of_class(array: np.ndarray, cls: type[np.ndarray]) -> np.ndarray:
    """Return an array as one of a class."""
    return array if type(array) is cls else array.view(cls)
