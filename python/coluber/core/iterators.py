"""Loops over values of types of programs, which lower ``getiter`` and ``iternext``.

A loop is one over a generator of compiled code: its frame holds the iterator, so that the compiler has no other iterators of
programs. An iterator goes in and comes out as a value, with what its addresses of places in the frame hold.
"""

from __future__ import annotations

from coluber.core import cgutils, types
from coluber.core.errors import LoweringError
from coluber.core.imputils import builtin_registry
from coluber.core.llvmir import ir
from coluber.core.typing.templates import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


class NextItem:
    """What a lowering of ``iternext`` says: whether there is an item, and the item.

    Parameters
    ----------
    context : BaseContext
        The context.
    builder : llvmlite.ir.IRBuilder
        Where to write.
    yield_type : Type
        The type of the item.
    borrowed : bool
        Whether the item's references are others', so that they have to be taken.
    """

    def __init__(self, context: Any, builder: Any, yield_type: Type, borrowed: bool) -> None:
        self._context, self._builder = context, builder
        self._type, self._borrowed = yield_type, borrowed
        self._valid = cgutils.alloca_once_value(builder, cgutils.false_bit)
        self._item = cgutils.alloca_once(builder, context.get_value_type(yield_type), zfill=True)
        self._clear()

    def _clear(self) -> None:
        """Forget the item of the turn before: the places are made once for all turns of a loop."""
        self._builder.store(cgutils.false_bit, self._valid)
        self._builder.store(ir.Constant(self._item.type.pointee, None), self._item)

    def set_valid(self, is_valid: Any = True) -> None:
        """Say whether there is an item."""
        valid = cgutils.true_bit if is_valid is True else cgutils.false_bit if is_valid is False else is_valid
        self._builder.store(cgutils.as_bool_bit(self._builder, valid), self._valid)

    def set_exhausted(self) -> None:
        """Say that there is no item."""
        self.set_valid(False)

    def yield_(self, value: Any) -> None:
        """Give the item."""
        if getattr(value, "type", None) != self._item.type.pointee:
            raise LoweringError(
                f"iternext yields {getattr(value, 'type', value)}, not a {self._item.type.pointee} for {self._type}"
            )
        if self._borrowed:
            self._context.nrt.incref(self._builder, self._type, value)
        self._builder.store(value, self._item)

    def is_valid(self) -> Any:
        """Return whether there is an item."""
        return self._builder.load(self._valid)

    def yielded_value(self) -> Any:
        """Return the item."""
        return self._builder.load(self._item)


def iterator_of(ty: Any) -> Type:
    """Return the type of the iterators of a type: by its template of ``getiter``, or by its attribute ``iterator_type``."""
    from coluber.core import overloads
    from coluber.core.templates import TemplateOverload

    for candidate in overloads.registered_under("operator.getiter"):
        if isinstance(candidate, TemplateOverload):
            found = candidate.template().apply((ty,), {})
            if found is not None:
                return found.return_type
    found = getattr(ty, "iterator_type", None)
    if found is None:
        raise LoweringError(f"the type {ty} does not say what its iterators are: it needs the attribute iterator_type")
    return found


def next_item(context: Any, builder: Any, iterator_type: Any, iterator: Any) -> Any:
    """Write the code that gives the next item of an iterator."""
    yields = getattr(iterator_type, "yield_type", None)
    if yields is None:
        raise LoweringError(f"the type {iterator_type} does not say what it yields: it needs the attribute yield_type")
    found = builtin_registry.find_function("iternext", (iterator_type,))
    if found is None:
        raise LoweringError(f"No definition for lowering iternext({iterator_type})")
    sig = Signature(types.Tuple((yields, types.boolean)), (iterator_type,))
    item = found(context, builder, sig, (iterator,))
    if not isinstance(item, NextItem):
        raise LoweringError("what lowers iternext has to be decorated with imputils.iternext_impl(RefType...)")
    return item


def generator(ty: Any) -> FunctionType | None:
    """Return the generator that goes over a value; None where its type is not iterable."""
    is_iterator = builtin_registry.find_function("iternext", (ty,)) is not None
    if not is_iterator and builtin_registry.find_function("getiter", (ty,)) is None:
        return None
    iterator_type = ty if is_iterator else iterator_of(ty)
    scope = {"next_": _next(iterator_type), "__name__": __name__}
    start = "iterable"
    if not is_iterator:
        scope["start_"], start = _start(ty, iterator_type), "start_(iterable)"
    source = (
        f"def iterate(iterable):\n    iterator = {start}\n    while True:\n        iterator, valid, item = next_(iterator)\n"
        "        if not valid:\n            return\n        yield item\n"
    )
    exec(compile(source, f"<iteration over {ty}>", "exec"), scope)
    return scope["iterate"]


def _jitted(function: FunctionType) -> Any:
    from coluber import njit

    return njit(function)


def _start(ty: Type, iterator_type: Type) -> Any:
    from coluber.core.splice import implementation

    found = builtin_registry.find_function("getiter", (ty,))
    return _jitted(implementation(f"getiter({ty})", Signature(iterator_type, (ty,)), found, ("iterable",)))


def _next(iterator_type: Type) -> Any:
    """Return a function from an iterator to the iterator, whether there is an item, and the item."""
    from coluber.core.splice import implementation

    def write(context: Any, builder: Any, sig: Signature, args: tuple[Any, ...]) -> Any:
        item = next_item(context, builder, iterator_type, args[0])
        context.nrt.incref(builder, iterator_type, args[0])
        return context.make_tuple(builder, sig.return_type, [args[0], item.is_valid(), item.yielded_value()])

    yields = getattr(iterator_type, "yield_type", types.none)
    sig = Signature(types.Tuple((iterator_type, types.boolean, yields)), (iterator_type,))
    defined = builtin_registry.find_function("iternext", (iterator_type,))
    return _jitted(implementation(f"iternext({iterator_type})", sig, write, ("iterator",), defined))
