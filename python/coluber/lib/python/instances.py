"""What compiled code does with instances of classes that is easier said in Python."""

from __future__ import annotations

from coluber.core.extending import implements
from coluber.lib.intrinsics import of_type, type_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@implements("instance.advance")
def advance(iterator: Any, cell: Any) -> Any:
    """Put the next item of an iterator into a list; False when there is none."""

    def impl(iterator, cell):
        try:
            item = iterator.__next__()
        except StopIteration:
            return False
        if len(cell):
            cell[0] = item
        else:
            cell.append(item)
        return True

    return impl


@implements("instance.next_or")
def next_or(iterator: Any, default: Any) -> Any:
    """Return the next item of an iterator, or a default where there is none."""

    def impl(iterator, default):
        try:
            return iterator.__next__()
        except StopIteration:
            return default

    return impl


@implements("coluber.iterate_one_of")
def iterate_one_of(value: Any, count: Any) -> Any:
    """Yield the items of an instance of one of so many classes."""
    lines = ["def impl(value, count):", "    number = type_number(value)"]
    for k in range(count.literal_value):
        lines.append(f"    if number == {k}:\n        for item in of_type(value, {k}):\n            yield item")
    scope = {"type_number": type_number, "of_type": of_type}
    exec(compile("\n".join(lines), "<items of one of several classes>", "exec"), scope)
    return scope["impl"]


@implements("instance.items")
def items(instance: Any) -> Any:
    """Yield what an instance has under 0, 1 and so on, until there is none."""

    def impl(instance):
        k = 0
        while True:
            try:
                item = instance[k]
            except IndexError:
                return
            yield item
            k += 1

    return impl


@implements("instance.truth")
def truth(instance: Any) -> Any:
    """Return whether there is an instance that counts as true."""

    def by_bool(instance):
        return instance is not None and instance.__bool__()

    def by_len(instance):
        return instance is not None and instance.__len__() != 0

    return by_bool if hasattr(instance.type.instance_class, "__bool__") else by_len
