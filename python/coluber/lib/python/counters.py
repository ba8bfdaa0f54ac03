"""Methods and operators of `collections.Counter`."""

from __future__ import annotations

import operator

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import is_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_counter(ty: Any) -> bool:
    return isinstance(ty, types.CounterType)


@implements("Counter.update")
def update(self: Any, items: Any) -> FunctionType | None:
    """Count items, or add the counts of a dict."""

    def impl(self, items):
        for item in items:
            self[item] += 1

    def impl_counts(self, items):
        for item, count in items.items():
            self[item] += count

    return impl_counts if isinstance(items, types.DictType) else impl


@implements("Counter.subtract")
def subtract(self: Any, items: Any) -> FunctionType | None:
    """Count items down, or take the counts of a dict away."""

    def impl(self, items):
        for item in items:
            self[item] -= 1

    def impl_counts(self, items):
        for item, count in items.items():
            self[item] -= count

    return impl_counts if isinstance(items, types.DictType) else impl


@implements("coluber.count_up")
def count_up(self: Any, item: Any, count: Any) -> FunctionType:
    """Add to the count of an item."""

    def impl(self, item, count):
        self[item] += count

    return impl


@implements("coluber.count_down")
def count_down(self: Any, item: Any, count: Any) -> FunctionType:
    """Take from the count of an item."""

    def impl(self, item, count):
        self[item] -= count

    return impl


@implements("Counter.total")
def total(self: Any) -> FunctionType | None:
    """Sum of all counts."""

    def impl(self):
        return sum(self.values())

    return impl


@implements("Counter.elements")
def elements(self: Any) -> FunctionType | None:
    """Give each item as often as it was counted."""

    def impl(self):
        for item, count in self.items():
            for _ in range(count):
                yield item

    return impl


def _second(entry: Any) -> Any:
    return entry[1]


@implements("Counter.most_common")
def most_common(self: Any, n: Any = None) -> FunctionType | None:
    """Return the items with the largest counts, the largest first; equal ones as they came."""

    def impl(self, n=None):
        entries = list(self.items())
        entries.sort(key=_second, reverse=True)
        return entries

    def impl_some(self, n=None):
        entries = list(self.items())
        entries.sort(key=_second, reverse=True)
        return entries[: max(n, 0)]

    def impl_optional(self, n=None):
        entries = list(self.items())
        entries.sort(key=_second, reverse=True)
        return entries if n is None else entries[: max(n, 0)]

    if is_none(n):
        return impl
    return impl_optional if isinstance(n, types.Optional) else impl_some


def _keep_positive(self: Any) -> Any:
    for item in [item for item, count in self.items() if count <= 0]:
        del self[item]
    return self


def _largest(self: Any, other: Any) -> Any:
    for item, count in other.items():
        if count > self[item]:
            self[item] = count
    return _keep_positive(self)


def _smallest(self: Any, other: Any) -> Any:
    for item, count in list(self.items()):
        if other[item] < count:
            self[item] = other[item]
    return _keep_positive(self)


def _sum(self: Any, other: Any) -> Any:
    self.update(other)
    return _keep_positive(self)


def _difference(self: Any, other: Any) -> Any:
    self.subtract(other)
    return _keep_positive(self)


def _binary(change: Any) -> Any:
    """Return the overload function of an operator that gives a new counter."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            return change(a.copy(), b)

        return impl if _is_counter(a) and _is_counter(b) else None

    return overload


def _in_place(change: Any) -> Any:
    """Return the overload function of an operator that changes the first counter by another one, or by a dict."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            # A counter may be taken from itself.
            return change(a, b.copy())

        return impl if _is_counter(a) and isinstance(b, types.DictType) else None

    return overload


counter_add = implements("Counter.add")(_binary(_sum))
counter_sub = implements("Counter.sub")(_binary(_difference))
counter_or = implements("Counter.or")(_binary(_largest))
counter_and = implements("Counter.and")(_binary(_smallest))
counter_iadd = implements("Counter.iadd")(_in_place(_sum))
counter_isub = implements("Counter.isub")(_in_place(_difference))
counter_ior = implements("Counter.ior")(_in_place(_largest))
counter_iand = implements("Counter.iand")(_in_place(_smallest))


def _holds_for_all(compare: Any, a: Any, b: Any) -> bool:
    for item in a:
        if not compare(a[item], b[item]):
            return False
    for item in b:  # noqa: SIM110
        if not compare(a[item], b[item]):
            return False
    return True


def _comparison(compare: Any, strict: bool) -> Any:
    """Return the overload function of a comparison of all counts, missing ones being zero."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            return _holds_for_all(compare, a, b)

        def impl_strict(a, b):
            return _holds_for_all(compare, a, b) and not _holds_for_all(operator.eq, a, b)

        return (impl_strict if strict else impl) if _is_counter(a) and _is_counter(b) else None

    return overload


counter_eq = implements("Counter.eq")(_comparison(operator.eq, False))
counter_le = implements("Counter.le")(_comparison(operator.le, False))
counter_ge = implements("Counter.ge")(_comparison(operator.ge, False))
counter_lt = implements("Counter.lt")(_comparison(operator.le, True))
counter_gt = implements("Counter.gt")(_comparison(operator.ge, True))


def _signed(sign: int) -> Any:
    """Return the overload function of a sign: the counts that are positive with it."""
    from collections import Counter

    def overload(a: Any) -> FunctionType | None:
        def impl_plus(a):
            return _keep_positive(a.copy())

        def impl_minus(a):
            out = Counter({item: -count for item, count in a.items()})
            return _keep_positive(out)

        return (impl_plus if sign > 0 else impl_minus) if _is_counter(a) else None

    return overload


counter_pos = implements("operator.pos")(_signed(1))
counter_neg = implements("operator.neg")(_signed(-1))
