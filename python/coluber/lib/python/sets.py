"""Methods and operators of sets that are loops over the items."""

from __future__ import annotations

import operator

from coluber.core import types
from coluber.core.extending import implements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_set(ty: Any) -> bool:
    return isinstance(ty, types.Set)


@implements("set.update")
def update(self: Any, other: Any) -> FunctionType | None:
    """Put items into a set."""

    def impl(self, other):
        for item in other:
            self.add(item)

    return impl


def _both_sets(overload: Any) -> Any:
    """Return the overload function of an operator, which takes sets only, of that of the method."""

    def of_operator(a: Any, b: Any) -> FunctionType | None:
        return overload(a, b) if _is_set(a) and _is_set(b) else None

    return of_operator


@implements("set.union")
def union(a: Any, b: Any) -> FunctionType | None:
    """Items of either."""

    def impl(a, b):
        out = a.copy()
        out.update(b)
        return out

    return impl


@implements("set.intersection")
def intersection(a: Any, b: Any) -> FunctionType | None:
    """Items of both."""

    def impl(a, b):
        return {item for item in a if item in b}

    def impl_iterable(a, b):
        other = set(b)
        return {item for item in a if item in other}

    return impl if _is_set(b) else impl_iterable


@implements("set.difference")
def difference(a: Any, b: Any) -> FunctionType | None:
    """Items of the first alone."""

    def impl(a, b):
        return {item for item in a if item not in b}

    def impl_iterable(a, b):
        other = set(b)
        return {item for item in a if item not in other}

    return impl if _is_set(b) else impl_iterable


@implements("set.symmetric_difference")
def symmetric_difference(a: Any, b: Any) -> FunctionType | None:
    """Items of one of the two."""

    def impl(a, b):
        other = set(b)
        out = {item for item in a if item not in other}
        for item in other:
            if item not in a:
                out.add(item)
        return out

    return impl


def _in_place(method: str) -> Any:
    """Return the overload function of an operation that changes the first set."""

    def intersected(a, b):  # type: ignore[no-untyped-def]
        for item in [item for item in a]:  # noqa: C416
            if item not in b:
                a.discard(item)
        return a

    def without(a, b):  # type: ignore[no-untyped-def]
        for item in [item for item in b]:  # noqa: C416
            a.discard(item)
        return a

    def toggled(a, b):  # type: ignore[no-untyped-def]
        for item in set(b):
            if item in a:
                a.discard(item)
            else:
                a.add(item)
        return a

    def joined(a, b):  # type: ignore[no-untyped-def]
        a.update(b)
        return a

    chosen = {"intersection": intersected, "difference": without, "symmetric": toggled, "union": joined}[method]

    def overload(a: Any, b: Any) -> FunctionType | None:
        return chosen

    return overload


def _giving_none(method: str) -> Any:
    """Return the overload function of a method that changes a set and returns None."""

    def intersected(a, b):  # type: ignore[no-untyped-def]
        other = set(b)
        for item in [item for item in a]:  # noqa: C416
            if item not in other:
                a.discard(item)

    def without(a, b):  # type: ignore[no-untyped-def]
        for item in [item for item in b]:  # noqa: C416
            a.discard(item)

    def toggled(a, b):  # type: ignore[no-untyped-def]
        for item in set(b):
            if item in a:
                a.discard(item)
            else:
                a.add(item)

    chosen = {"intersection": intersected, "difference": without, "symmetric": toggled}[method]

    def overload(a: Any, b: Any) -> FunctionType | None:
        return chosen

    return overload


@implements("set.issubset")
def issubset(a: Any, b: Any) -> FunctionType | None:
    """Whether all items are in the other."""

    def impl(a, b):
        other = set(b)
        for item in a:  # noqa: SIM110
            if item not in other:
                return False
        return True

    return impl


@implements("set.issuperset")
def issuperset(a: Any, b: Any) -> FunctionType | None:
    """Whether all items of the other are in this one."""

    def impl(a, b):
        for item in b:  # noqa: SIM110
            if item not in a:
                return False
        return True

    return impl


@implements("set.isdisjoint")
def isdisjoint(a: Any, b: Any) -> FunctionType | None:
    """Whether there is no common item."""

    def impl(a, b):
        for item in b:  # noqa: SIM110
            if item in a:
                return False
        return True

    return impl


def _comparison(by_length: Any, subset: bool) -> Any:
    """Return the overload function of a comparison: by the numbers of items, then whether one has all of the other."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            return by_length(len(a), len(b)) and a.issubset(b)

        def impl_super(a, b):
            return by_length(len(a), len(b)) and b.issubset(a)

        return impl if subset else impl_super

    return _both_sets(overload)


@implements("set.ne")
def ne(a: Any, b: Any) -> FunctionType | None:
    """Whether two sets differ."""

    def impl(a, b):
        return not a == b  # noqa: SIM201

    return impl


set_eq = implements("set.eq")(_comparison(operator.eq, True))
set_le = implements("set.le")(_comparison(operator.le, True))
set_lt = implements("set.lt")(_comparison(operator.lt, True))
set_ge = implements("set.ge")(_comparison(operator.ge, False))
set_gt = implements("set.gt")(_comparison(operator.gt, False))
set_or = implements("set.or")(_both_sets(union))
set_and = implements("set.and")(_both_sets(intersection))
set_sub = implements("set.sub")(_both_sets(difference))
set_xor = implements("set.xor")(_both_sets(symmetric_difference))
set_ior = implements("set.ior")(_both_sets(_in_place("union")))
set_iand = implements("set.iand")(_both_sets(_in_place("intersection")))
set_isub = implements("set.isub")(_both_sets(_in_place("difference")))
set_ixor = implements("set.ixor")(_both_sets(_in_place("symmetric")))
intersection_update = implements("set.intersection_update")(_giving_none("intersection"))
difference_update = implements("set.difference_update")(_giving_none("difference"))
symmetric_difference_update = implements("set.symmetric_difference_update")(_giving_none("symmetric"))
