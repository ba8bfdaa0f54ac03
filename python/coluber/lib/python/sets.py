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
def update(self: Any, *others: Any) -> FunctionType | None:
    """Put items into a set."""

    def impl(self, other):
        for item in other:
            self.add(item)

    def impl_several(self, *others):
        for other in others:
            for item in other:
                self.add(item)

    return impl if len(others) == 1 else impl_several


def _both_sets(overload: Any) -> Any:
    """Return the overload function of an operator, which takes sets only, of that of the method."""

    def of_operator(a: Any, b: Any) -> FunctionType | None:
        return overload(a, b) if _is_set(a) and _is_set(b) else None

    return of_operator


@implements("set.union")
def union(a: Any, *others: Any) -> FunctionType | None:
    """Items of any of them."""

    def impl(a, b):
        out = set(a)
        out.update(b)
        return out

    def impl_several(a, *others):
        out = set(a)
        for other in others:
            out.update(other)
        return out

    return impl if len(others) == 1 else impl_several


def _kept(others: tuple[Any, ...], of_set: FunctionType) -> FunctionType:
    """Return ``(set, *others)``: what is kept of the items for each of the others in turn."""

    def of_iterable(a, b):
        return of_set(a, set(b))

    def of_several(a, *others):
        out = set(a)
        for other in others:
            out = of_set(out, set(other))
        return out

    if len(others) != 1:
        return of_several
    return of_set if _is_set(others[0]) else of_iterable


@implements("set.intersection")
def intersection(a: Any, *others: Any) -> FunctionType | None:
    """Items of all."""
    return _kept(others, lambda a, b: {item for item in a if item in b})


@implements("set.difference")
def difference(a: Any, *others: Any) -> FunctionType | None:
    """Items of the first alone."""
    return _kept(others, lambda a, b: {item for item in a if item not in b})


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


def keep_common(a: Any, b: Any) -> None:
    """Take the items out of a set that another one has not."""
    for item in [item for item in a]:  # noqa: C416
        if item not in b:
            a.discard(item)


def take_out(a: Any, b: Any) -> None:
    """Take items out of a set."""
    for item in [item for item in b]:  # noqa: C416
        a.discard(item)


def toggle(a: Any, b: Any) -> None:
    """Take the items of another set out of a set where it has them, else put them in."""
    for item in b.copy():
        if item in a:
            a.discard(item)
        else:
            a.add(item)


def put_in(a: Any, b: Any) -> None:
    """Put the items of another set into a set."""
    a.update(b)


def _in_place(change: Any) -> Any:
    """Return the overload function of an operator that changes the first set."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            change(a, b)
            return a

        return impl

    return _both_sets(overload)


def _method(change: Any) -> Any:
    """Return the overload function of a method that changes a set by the items of anything, and returns None."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            change(a, set(b))

        return impl

    return overload


@implements("set.issubset", "frozenset.issubset")
def issubset(a: Any, b: Any) -> FunctionType | None:
    """Whether all items are in the other."""

    def impl(a, b):
        other = set(b)
        for item in a:  # noqa: SIM110
            if item not in other:
                return False
        return True

    return impl


@implements("set.issuperset", "frozenset.issuperset")
def issuperset(a: Any, b: Any) -> FunctionType | None:
    """Whether all items of the other are in this one."""

    def impl(a, b):
        for item in b:  # noqa: SIM110
            if item not in a:
                return False
        return True

    return impl


@implements("set.isdisjoint", "frozenset.isdisjoint")
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


@implements("set.ne", "frozenset.ne")
def ne(a: Any, b: Any) -> FunctionType | None:
    """Whether two sets differ."""

    def impl(a, b):
        return not a == b  # noqa: SIM201

    return impl


set_eq = implements("set.eq", "frozenset.eq")(_comparison(operator.eq, True))
set_le = implements("set.le", "frozenset.le")(_comparison(operator.le, True))
set_lt = implements("set.lt", "frozenset.lt")(_comparison(operator.lt, True))
set_ge = implements("set.ge", "frozenset.ge")(_comparison(operator.ge, False))
set_gt = implements("set.gt", "frozenset.gt")(_comparison(operator.gt, False))
set_or = implements("set.or")(_both_sets(union))
set_and = implements("set.and")(_both_sets(intersection))
set_sub = implements("set.sub")(_both_sets(difference))
set_xor = implements("set.xor")(_both_sets(symmetric_difference))
set_ior = implements("set.ior")(_in_place(put_in))
set_iand = implements("set.iand")(_in_place(keep_common))
set_isub = implements("set.isub")(_in_place(take_out))
set_ixor = implements("set.ixor")(_in_place(toggle))


def _of_views(operation: Any) -> Any:
    """Return the overload function of an operator of sets for views of keys or entries."""

    def overload(a: Any, b: Any) -> FunctionType:
        def impl(a, b):
            return operation(set(a), set(b))

        return impl

    return overload


for _name in ("and_", "or_", "sub", "xor", "eq", "ne", "le", "lt", "ge", "gt"):
    implements(f"view.{_name.rstrip('_')}")(_of_views(getattr(operator, _name)))


@implements("view.isdisjoint")
def view_isdisjoint(self: Any, other: Any) -> FunctionType:
    """Whether there is no common item."""

    def impl(self, other):
        return set(self).isdisjoint(set(other))

    return impl


def _one_by_one(method: Any) -> Any:
    """Return the overload function of a method of sets that is given as many iterables as a sequence has."""

    def overload(self: Any, others: Any) -> FunctionType:
        def impl(self, others):
            out = self.copy()
            for other in others:
                out = method(out, other)
            return out

        return impl

    return overload


@implements("spread:set.union")
def union_of_all(self: Any, others: Any) -> FunctionType:
    """Items of a set, and of as many iterables as a sequence has."""

    def impl(self, others):
        out = set(self)
        for other in others:
            out.update(other)
        return out

    return impl


intersection_of_all = implements("spread:set.intersection")(_one_by_one(lambda a, b: a.intersection(b)))
difference_of_all = implements("spread:set.difference")(_one_by_one(lambda a, b: a.difference(b)))


@implements("spread:set.update")
def update_by_all(self: Any, others: Any) -> FunctionType:
    """Put the items of many iterables into a set."""

    def impl(self, others):
        for other in others:
            self.update(other)

    return impl


def _of_class(method: Any, name: str) -> Any:
    """Return the overload function of a method of sets that is called as a function of many sets."""

    def overload(sets: Any) -> FunctionType:
        def impl(sets):
            started = False
            for one in sets:
                out = method(out, one) if started else one.copy()  # noqa: F821
                started = True
            if not started:
                raise TypeError(f"unbound method set.{name}() needs an argument")
            return out

        return impl

    return overload


union_of_sets = implements("spread:builtins.set.union")(_of_class(lambda a, b: a.union(b), "union"))
intersection_of_sets = implements("spread:builtins.set.intersection")(_of_class(lambda a, b: a.intersection(b), "intersection"))
intersection_update = implements("set.intersection_update")(_method(keep_common))
difference_update = implements("set.difference_update")(_method(take_out))
symmetric_difference_update = implements("set.symmetric_difference_update")(_method(toggle))


def _frozen(overload: Any) -> Any:
    """Return the overload function of what gives a frozenset, from that of what gives a set."""

    def of_frozen(a: Any, *others: Any) -> FunctionType | None:
        function = overload(a, *others)
        if function is None:
            return None

        def impl(a, *others):
            return frozenset(function(a, *others))

        return impl

    return of_frozen


frozen_union = implements("frozenset.union")(_frozen(union))
frozen_intersection = implements("frozenset.intersection")(_frozen(intersection))
frozen_difference = implements("frozenset.difference")(_frozen(difference))
frozen_symmetric = implements("frozenset.symmetric_difference")(_frozen(symmetric_difference))
frozen_or = implements("frozenset.or", "frozenset.ior")(_frozen(_both_sets(union)))
frozen_and = implements("frozenset.and", "frozenset.iand")(_frozen(_both_sets(intersection)))
frozen_sub = implements("frozenset.sub", "frozenset.isub")(_frozen(_both_sets(difference)))
frozen_xor = implements("frozenset.xor", "frozenset.ixor")(_frozen(_both_sets(symmetric_difference)))
