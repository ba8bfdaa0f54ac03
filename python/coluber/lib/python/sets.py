"""Methods and operators of sets that are loops over the items.

They add and take out items in the order in which CPython's do, and make room where these do: so results have their items in
the same order.
"""

from __future__ import annotations

import operator

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import as_frozen, holds_all, holds_any, reserve_items, sifted, swap_items, tidy_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_set(ty: Any) -> bool:
    return isinstance(ty, types.Set)


def _is_dict(ty: Any) -> bool:
    """Whether the type is that of dicts themselves: those of ``collections`` count as iterables."""
    return type(ty) is types.DictType


@implements("coluber.holds_all")
def all_held(a: Any, b: Any) -> FunctionType:
    """Whether a set has all items of something else."""

    def impl(a, b):
        for item in b:  # noqa: SIM110
            if item not in a:
                return False
        return True

    return impl


@implements("coluber.holds_any")
def any_held(a: Any, b: Any) -> FunctionType:
    """Whether a set has an item of something else."""

    def impl(a, b):
        for item in b:  # noqa: SIM110
            if item in a:
                return True
        return False

    return impl


@implements("coluber.sifted")
def items_sifted(a: Any, b: Any, wanted: Any) -> FunctionType:
    """Items of something that a set, or a dict, has or has not."""
    return lambda a, b, wanted: {item for item in a if (item in b) == wanted}


@implements("set.update")
def update(self: Any, *others: Any) -> FunctionType | None:
    """Put items into a set."""

    def impl(self, other):
        for item in other:
            self.add(item)

    def impl_sized(self, other):
        reserve_items(self, len(other))
        for item in other:
            self.add(item)

    def impl_several(self, *others):
        for other in others:
            self.update(other)

    if len(others) != 1:
        return impl_several
    return impl_sized if _is_set(others[0]) or _is_dict(others[0]) else impl


def _both_sets(overload: Any) -> Any:
    """Return the overload function of an operator, which takes sets only, of that of the method."""

    def of_operator(a: Any, b: Any) -> FunctionType | None:
        return overload(a, b) if _is_set(a) and _is_set(b) else None

    return of_operator


@implements("set.union")
def union(a: Any, *others: Any) -> FunctionType | None:
    """Items of any of them."""

    def impl(a, *others):
        out = set(a)
        for other in others:
            if other is not a:
                out.update(other)
        return out

    return impl


def _common(a: Any, b: Any) -> FunctionType:
    """Return the function that gives the items of a set ``a`` which are in ``b``."""

    def of_sets(a, b):
        if a is b:
            return set(a)
        return sifted(a, b, True) if len(b) > len(a) else sifted(b, a, True)

    def of_other_set(a, b):
        return sifted(a, b, True)

    def of_iterable(a, b):
        return sifted(b, a, True)

    if _is_set(b):
        return of_sets if a.dtype == b.dtype else of_other_set
    return of_iterable


@implements("set.intersection")
def intersection(a: Any, *others: Any) -> FunctionType | None:
    """Items of all."""
    if not others:
        return lambda a: set(a)
    common = _common(a, others[0])

    def impl(a, first, *others):
        out = common(a, first)
        for other in others:
            out = out.intersection(other)
        return out

    return common if len(others) == 1 else impl


def _rest(a: Any, b: Any) -> FunctionType:
    """Return the function that gives the items of a set ``a`` which are not in ``b``."""

    def of_sized(a, b):
        if len(a) >> 2 > len(b):
            out = set(a)
            out.difference_update(b)
            return out
        return sifted(a, b, False)

    def of_iterable(a, b):
        out = set(a)
        out.difference_update(b)
        return out

    return of_sized if _is_set(b) or _is_dict(b) else of_iterable


@implements("set.difference")
def difference(a: Any, *others: Any) -> FunctionType | None:
    """Items of the first alone."""
    if not others:
        return lambda a: set(a)
    rest = _rest(a, others[0])

    def impl(a, first, *others):
        out = rest(a, first)
        for other in others:
            out.difference_update(other)
        return out

    return rest if len(others) == 1 else impl


@implements("set.symmetric_difference")
def symmetric_difference(a: Any, b: Any) -> FunctionType | None:
    """Items of one of the two."""

    def impl(a, b):
        out = set(b)
        out.symmetric_difference_update(a)
        return out

    return impl


@implements("set.intersection_update")
def intersection_update(a: Any, *others: Any) -> FunctionType | None:
    """Take the items out of a set that others have not."""

    def impl(a, *others):
        swap_items(a, a.intersection(*others))

    return impl


@implements("set.difference_update")
def difference_update(a: Any, *others: Any) -> FunctionType | None:
    """Take items out of a set."""

    def of_sets(a, b):
        if a is b:
            a.clear()
        elif len(b) >> 3 > len(a):
            for item in a & b:
                a.discard(item)
        else:
            for item in b:
                a.discard(item)
        tidy_items(a)

    def of_iterable(a, b):
        for item in b:
            a.discard(item)
        tidy_items(a)

    def of_several(a, *others):
        for other in others:
            a.difference_update(other)

    if len(others) != 1:
        return of_several
    return of_sets if _is_set(others[0]) else of_iterable


@implements("set.symmetric_difference_update")
def symmetric_difference_update(a: Any, b: Any) -> FunctionType | None:
    """Take the items of another set out of a set where it has them, else put them in."""

    def of_sets(a, b):
        if a is b:
            a.clear()
            return
        for item in b:
            if item in a:
                a.discard(item)
            else:
                a.add(item)

    def of_iterable(a, b):
        a.symmetric_difference_update(set(b))

    return of_sets if _is_set(b) or _is_dict(b) else of_iterable


def _in_place(change: Any) -> Any:
    """Return the overload function of an operator that changes the first set."""

    def overload(a: Any, b: Any) -> FunctionType | None:
        def impl(a, b):
            change(a, b)
            return a

        return impl

    return _both_sets(overload)


@implements("set.issubset", "frozenset.issubset")
def issubset(a: Any, b: Any) -> FunctionType:
    """Whether all items are in the other."""
    return (lambda a, b: holds_all(b, a)) if _is_set(b) else (lambda a, b: holds_all(set(b), a))


@implements("set.issuperset", "frozenset.issuperset")
def issuperset(a: Any, b: Any) -> FunctionType:
    """Whether all items of the other are in this one."""
    return lambda a, b: holds_all(a, b)


@implements("set.isdisjoint", "frozenset.isdisjoint")
def isdisjoint(a: Any, b: Any) -> FunctionType:
    """Whether there is no common item."""
    return lambda a, b: not holds_any(a, b)


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
set_ior = implements("set.ior")(_in_place(lambda a, b: a.update(b)))
set_iand = implements("set.iand")(_in_place(lambda a, b: a.intersection_update(b)))
set_isub = implements("set.isub")(_in_place(lambda a, b: a.difference_update(b)))
set_ixor = implements("set.ixor")(_in_place(lambda a, b: a.symmetric_difference_update(b)))


def _items_of(view: Any) -> Any:
    """Return a set of the items of a view, for which there is room from the start."""
    out = set()
    reserve_items(out, len(view))
    out.update(view)
    return out


def _of_view(change: Any) -> Any:
    """Return the overload function of an operator of a view, which changes a set of its items."""

    def overload(a: Any, b: Any) -> FunctionType:
        def impl(a, b):
            out = _items_of(a)
            change(out, b)
            return out

        return impl

    return overload


@implements("view.and")
def view_and(a: Any, b: Any) -> FunctionType:
    """Items of both."""

    def impl(a, b):
        return set(a) & set(b)

    def of_views(a, b):
        return {item for item in a if item in b} if len(a) < len(b) else {item for item in b if item in a}

    def of_set(a, b):
        return {item for item in a if item in b} if len(a) <= len(b) else {item for item in b if item in a}

    if _is_set(b):
        return of_set
    return of_views if a == b else impl


view_or = implements("view.or")(_of_view(lambda out, b: out.update(b)))
view_sub = implements("view.sub")(_of_view(lambda out, b: out.difference_update(b)))
view_xor = implements("view.xor")(_of_view(lambda out, b: out.symmetric_difference_update(b)))


def _compared(operation: Any) -> Any:
    """Return the overload function of a comparison of sets for views of keys or entries."""

    def overload(a: Any, b: Any) -> FunctionType:
        def impl(a, b):
            return operation(set(a), set(b))

        return impl

    return overload


for _name in ("eq", "ne", "le", "lt", "ge", "gt"):
    implements(f"view.{_name}")(_compared(getattr(operator, _name)))


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


def _frozen(overload: Any) -> Any:
    """Return the overload function of what gives a frozenset, from that of what gives a set."""

    def of_frozen(a: Any, *others: Any) -> FunctionType | None:
        function = overload(a, *others)
        if function is None:
            return None

        def impl(a, *others):
            return as_frozen(function(a, *others))

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
