"""What compiled code does with instances of classes that is easier said in Python."""

from __future__ import annotations

from coluber.core.extending import implements

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
