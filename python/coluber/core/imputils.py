"""Where extensions register how functions, attributes, conversions and constants are lowered to LLVM IR."""

from __future__ import annotations

from contextlib import contextmanager

from coluber.core import types
from coluber.core.loaders import BaseRegistryLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeVar

    from coluber.core.types import Type

    Lowering = Callable[..., Any]
    # What is decorated stays what it is.
    _Lowering = TypeVar("_Lowering", bound=Lowering)
    _Class = TypeVar("_Class", bound=type)


class Registry:
    """How things are lowered.

    Parameters
    ----------
    name : str
        For people.
    """

    def __init__(self, name: str = "unspecified") -> None:
        self.name = name
        # id of what is called, or a text -> (types, function); the object is kept for its id.
        self.functions: dict[Any, list[tuple[tuple[Any, ...], Lowering, Any]]] = {}
        self.getattrs: dict[str | None, list[tuple[Any, Lowering]]] = {}
        self.setattrs: dict[str | None, list[tuple[tuple[Any, ...], Lowering]]] = {}
        self.casts: list[tuple[Any, Any, Lowering]] = []
        self.constants: list[tuple[Any, Lowering]] = []

    # Registration

    def lower(self, func: Any, *argtys: Any) -> Callable[[_Lowering], _Lowering]:
        """Say how a call is lowered.

        The decorated function is called as ``f(context, builder, signature, args)`` and returns the result's LLVM value.

        Parameters
        ----------
        func : object
            What is called: a function, a class, an operator, or the key of a method.
        *argtys : Type or class derived from Type
            The types of the arguments.
        """

        def decorate(impl: _Lowering) -> _Lowering:
            self.functions.setdefault(_key(func), []).append((argtys, impl, func))
            _told(func)
            return impl

        return decorate

    def lower_getattr(self, ty: Any, attr: str) -> Callable[[_Lowering], _Lowering]:
        """Say how an attribute is lowered, by a function ``f(context, builder, type, value)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.getattrs.setdefault(attr, []).append((ty, impl))
            _changed()
            return impl

        return decorate

    def lower_getattr_generic(self, ty: Any) -> Callable[[_Lowering], _Lowering]:
        """Say how all attributes are lowered, by a function ``f(context, builder, type, value, attribute)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.getattrs.setdefault(None, []).append((ty, impl))
            _changed()
            return impl

        return decorate

    def lower_setattr(self, ty: Any, attr: str) -> Callable[[_Lowering], _Lowering]:
        """Say how setting an attribute is lowered, by a function ``f(context, builder, signature, args)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.setattrs.setdefault(attr, []).append((ty, impl))
            _set()
            return impl

        return decorate

    def lower_setattr_generic(self, ty: Any) -> Callable[[_Lowering], _Lowering]:
        """Say how setting any attribute is lowered, by a function ``f(context, builder, signature, args, attribute)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.setattrs.setdefault(None, []).append((ty, impl))
            _set()
            return impl

        return decorate

    def lower_cast(self, fromty: Any, toty: Any) -> Callable[[_Lowering], _Lowering]:
        """Say how a conversion is lowered, by a function ``f(context, builder, from, to, value)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.casts.append((fromty, toty, impl))
            _cast()
            return impl

        return decorate

    def lower_constant(self, ty: Any) -> Callable[[_Lowering], _Lowering]:
        """Say how a constant is lowered, by a function ``f(context, builder, type, value)``."""

        def decorate(impl: _Lowering) -> _Lowering:
            self.constants.append((ty, impl))
            return impl

        return decorate

    # Look-up

    def registrations(self, name: str) -> list[tuple[Any, ...]]:
        """Return what was registered as ``functions``, ``getattrs``, ``setattrs``, ``casts`` or ``constants``."""
        if name == "functions":
            return [(impl, func, wanted) for rows in self.functions.values() for wanted, impl, func in rows]
        if name in ("getattrs", "setattrs"):
            return [(impl, attr, (ty,)) for attr, rows in getattr(self, name).items() for ty, impl in rows]
        if name == "casts":
            return [(impl, (fromty, toty)) for fromty, toty, impl in self.casts]
        return [(impl, (ty,)) for ty, impl in self.constants]

    def find_function(self, func: Any, argtypes: Sequence[Type]) -> Lowering | None:
        """Return what lowers a call; of several the one with the most specific types, of equals the last."""
        best: tuple[tuple[int, ...], Lowering] | None = None
        for wanted, impl, _ in self.functions.get(_key(func), ()):
            score = _match(wanted, argtypes)
            if score is not None and (best is None or score >= best[0]):
                best = score, impl
        return None if best is None else best[1]

    def has_function(self, func: Any) -> bool:
        """Whether there is something that lowers calls of a function, for any types."""
        return _key(func) in self.functions

    def find_getattr(self, ty: Type, attr: str) -> Lowering | None:
        """Return what lowers an attribute: a function of context, builder, type and value."""
        found = _best(self.getattrs.get(attr, ()), ty)
        if found is not None:
            return found
        generic = _best(self.getattrs.get(None, ()), ty)
        return None if generic is None else lambda context, builder, ty, value: generic(context, builder, ty, value, attr)

    def find_setattr(self, ty: Type, attr: str) -> Lowering | None:
        """Return what lowers setting an attribute: a function of context, builder, signature and arguments."""
        found = _best(self.setattrs.get(attr, ()), ty)
        if found is not None:
            return found
        generic = _best(self.setattrs.get(None, ()), ty)
        return None if generic is None else lambda context, builder, sig, args: generic(context, builder, sig, args, attr)

    def find_cast(self, fromty: Type, toty: Type) -> Lowering | None:
        """Return what lowers a conversion."""
        for a, b, impl in reversed(self.casts):
            if _fits(a, fromty) is not None and _fits(b, toty) is not None:
                return impl
        return None

    def find_constant(self, ty: Type) -> Lowering | None:
        """Return what lowers a constant."""
        return _best(self.constants, ty)


class RegistryLoader(BaseRegistryLoader):
    """Gives what a registry of lowerings has been told."""

    registry_items = ("functions", "getattrs", "setattrs", "casts", "constants")


def _key(func: Any) -> Any:
    return func if isinstance(func, (str, tuple)) else id(func)


def _fits(wanted: Any, ty: Type) -> int | None:
    """Return how close a type is to what is wanted: 0 is the farthest; None where it does not fit."""
    if wanted in (types.Type, types.AnyType):
        return 0
    if isinstance(wanted, type):
        for candidate in (ty, types.unliteral(ty)):
            if isinstance(candidate, wanted):
                return len(wanted.__mro__)
        return None
    if isinstance(wanted, types.SliceType) and isinstance(ty, types.SliceType) and wanted.has_step == ty.has_step:
        return 999
    return 1000 if ty == wanted or types.unliteral(ty) == wanted else None


def _match(wanted: tuple[Any, ...], argtypes: Sequence[Type]) -> tuple[int, ...] | None:
    scores: list[int] = []
    if wanted and isinstance(wanted[-1], types.VarArg):
        fixed, rest = wanted[:-1], wanted[-1].dtype
        if len(argtypes) < len(fixed):
            return None
        wanted = (*fixed, *[rest] * (len(argtypes) - len(fixed)))
    if len(wanted) != len(argtypes):
        return None
    for want, ty in zip(wanted, argtypes, strict=True):
        score = _fits(want, ty)
        if score is None:
            return None
        scores.append(score)
    return tuple(scores)


def _best(candidates: Sequence[tuple[Any, Lowering]], ty: Type) -> Lowering | None:
    best: tuple[int, Lowering] | None = None
    for wanted, impl in candidates:
        score = _fits(wanted, ty)
        if score is not None and (best is None or score >= best[0]):
            best = score, impl
    return None if best is None else best[1]


def _told(func: Any) -> None:
    """Tell the compiler that a function has an implementation."""
    from coluber.core import extending, overloads

    if not isinstance(func, (str, tuple)):
        overloads.key_of(func)
    elif func in ("getiter", "iternext"):
        from coluber.core.templates import Iterators

        overloads.add_generic(Iterators())
    elif func == "print_item":
        from coluber.core.printed import Printed

        overloads.add_generic(Printed())
    extending.forget_answers()


def _changed() -> None:
    from coluber.core import extending

    extending.forget_answers()


def _cast() -> None:
    """Tell the compiler that values of programs' types may be converted."""
    from coluber.core import overloads
    from coluber.core.templates import Casts

    overloads.add_generic(Casts())


def _set() -> None:
    """Tell the compiler that attributes may be set."""
    from coluber.core import overloads
    from coluber.core.templates import Setters

    overloads.add_generic(Setters())


builtin_registry = Registry("builtin_registry")

lower_builtin = builtin_registry.lower
lower_getattr = builtin_registry.lower_getattr
lower_getattr_generic = builtin_registry.lower_getattr_generic
lower_setattr = builtin_registry.lower_setattr
lower_setattr_generic = builtin_registry.lower_setattr_generic
lower_cast = builtin_registry.lower_cast
lower_constant = builtin_registry.lower_constant


def impl_ret_new_ref(ctx: Any, builder: Any, retty: Type, ret: Any) -> Any:
    """Return a value that has references of its own."""
    return ret


def impl_ret_borrowed(ctx: Any, builder: Any, retty: Type, ret: Any) -> Any:
    """Return a value whose references are others': it takes references of its own."""
    ctx.nrt.incref(builder, retty, ret)
    return ret


def impl_ret_untracked(ctx: Any, builder: Any, retty: Type, ret: Any) -> Any:
    """Return a value without references."""
    return ret


class RefType:
    """What the result of an implementation has to do with references."""

    NEW, BORROWED, UNTRACKED = range(1, 4)


def iternext_impl(ref_type: int | None = None) -> Callable[[Lowering], Lowering]:
    """Return a decorator for what lowers ``iternext``: ``f(context, builder, signature, args, result)``.

    The function calls ``result.set_valid(flag)``, or `set_exhausted`, and ``result.yield_(value)`` where there is an item.

    Parameters
    ----------
    ref_type : int
        What the item has to do with references, one of `RefType`.
    """
    if ref_type not in (RefType.NEW, RefType.BORROWED, RefType.UNTRACKED):
        raise ValueError("ref_type must be an enumeration member of imputils.RefType")

    def decorate(func: Lowering) -> Lowering:
        from functools import wraps

        @wraps(func)
        def iternext(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            from coluber.core.iterators import NextItem

            result = NextItem(context, builder, sig.args[0].yield_type, ref_type == RefType.BORROWED)
            func(context, builder, sig, args, result)
            return result

        return iternext

    return decorate


def iterator_impl(iterable_type: Type, iterator_type: Type) -> Callable[[_Class], _Class]:
    """Return a decorator for a class with the methods ``__init__`` and ``iternext`` of an iterator.

    Parameters
    ----------
    iterable_type : Type
        What is gone over.
    iterator_type : Type
        The type of the iterator.
    """

    def decorate(cls: _Class) -> _Class:
        def iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
            cls(context, builder, args[0]).iternext(context, builder, result)

        lower_builtin("iternext", iterator_type)(iternext_impl(RefType.BORROWED)(iternext))
        return cls

    return decorate


def call_getiter(context: Any, builder: Any, iterable_type: Any, val: Any) -> Any:
    """Return the iterator of a value of a type with a lowering of ``getiter``."""
    from coluber.core.iterators import iterator_of
    from coluber.core.typing.templates import Signature

    sig = Signature(iterator_of(iterable_type), (iterable_type,))
    return context.get_function("getiter", sig)(builder, (val,))


def call_iternext(context: Any, builder: Any, iterator_type: Any, val: Any) -> Any:
    """Return the next item of an iterator, with the methods ``is_valid`` and ``yielded_value``."""
    from coluber.core.iterators import next_item

    return next_item(context, builder, iterator_type, val)


def call_len(context: Any, builder: Any, ty: Type, val: Any) -> Any:
    """Return the length of a value, or None where values of the type have none."""
    from coluber.core.errors import NumbaError
    from coluber.core.typing.templates import Signature

    sig = Signature(types.intp, (ty,))
    try:
        context.typing_context.resolve_function_type(len, (ty,), {})
    except NumbaError:
        return None
    return context.get_function(len, sig)(builder, (val,))


@contextmanager
def for_iter(context: Any, builder: Any, iterable_type: Any, val: Any) -> Iterator[Any]:
    """Write a loop over a value; yields an object whose attribute ``value`` is the item, and which has ``do_break()``."""
    item = _item_by_position(iterable_type)
    if item is not None:
        with _for_positions(context, builder, (iterable_type, item), val) as loop:
            yield loop
        return
    iterator_type = iterable_type.iterator_type
    iterator = call_getiter(context, builder, iterable_type, val)
    body, end = (builder.append_basic_block(f"for_iter.{name}") for name in ("body", "end"))

    class Loop:
        """A loop."""

        def __init__(self, value: Any) -> None:
            self.value = value

        def do_break(self) -> None:
            """Leave the loop."""
            builder.branch(end)

    builder.branch(body)
    with builder.goto_block(body):
        item = call_iternext(context, builder, iterator_type, iterator)
        with builder.if_then(builder.not_(item.is_valid())):
            builder.branch(end)
        yield Loop(item.yielded_value())
        builder.branch(body)
    builder.position_at_end(end)
    context.nrt.decref(builder, iterator_type, iterator)


def _item_by_position(ty: Any) -> Type | None:
    """Return the type of the items of values of the compiler's own types that are found by their positions, or None."""
    from coluber.core import types
    from coluber.core.types.base import is_extension

    if is_extension(ty):
        return None
    if isinstance(ty, types.UnicodeType):
        return ty
    known = (types.List, types.ListType, types.UniTuple, types.RangeType)
    is_vector = isinstance(ty, types.Array) and ty.ndim == 1
    return ty.dtype if is_vector or isinstance(ty, known) else None


@contextmanager
def _for_positions(context: Any, builder: Any, forms: tuple[Any, Any], val: Any) -> Iterator[Any]:
    """Write a loop over the items of a value; the references of an item are given up when its iteration is over."""
    from coluber.core import cgutils, types
    from coluber.core.typing.templates import Signature

    ty, item = forms
    length = context.compile_internal(builder, lambda x: len(x), Signature(types.intp, (ty,)), (val,))
    with cgutils.for_range(builder, length) as positions:
        sig = Signature(item, (ty, types.intp))
        value = context.compile_internal(builder, lambda x, i: x[i], sig, (val, positions.index))

        class Loop:
            """A loop."""

            def __init__(self) -> None:
                self.value = value

            def do_break(self) -> None:
                """Leave the loop."""
                context.nrt.decref(builder, item, value)
                positions.do_break()

        yield Loop()
        context.nrt.decref(builder, item, value)


def fix_returning_optional(context: Any, builder: Any, sig: Any, status: Any, retval: Any) -> Any:
    """Return the value."""
    return retval


@contextmanager
def force_error_model(context: Any, model_name: str = "numpy") -> Iterator[None]:
    """Let what code of an extension calls divide by zero as an error model says, within a ``with`` statement.

    Parameters
    ----------
    context : BaseContext
        The context that the code was given.
    model_name : str
        ``"numpy"`` or ``"python"``.
    """
    from coluber.core.callconv import create_error_model

    before = context.error_model
    context.error_model = create_error_model(model_name, context)
    try:
        yield
    finally:
        context.error_model = before


def numba_typeref_ctor(*args: Any, **kwargs: Any) -> Any:
    """Stand for the call of a class of types: what is registered for this by `overload` makes the values.

    The implementation is asked with a ``TypeRef`` of the type that `type_callable` says, and the types of the arguments.
    """
    raise NotImplementedError("calls of classes of types are for compiled code")


def user_function(*args: Any, **kwargs: Any) -> Any:
    """Refuse: jitted functions are called by the compiler itself."""
    raise NotImplementedError("jitted functions are called by the compiler itself")
