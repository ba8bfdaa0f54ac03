"""Methods and operators of dicts that are loops over the entries."""

from __future__ import annotations

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import is_found
from coluber.lib.kinds import is_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _is_dict(ty: Any) -> bool:
    return isinstance(ty, types.DictType)


@implements("dict.update")
def update(self: Any, other: Any) -> FunctionType | None:
    """Put pairs into a dict."""

    def impl_dict(self, other):
        for key, value in other.items():
            self[key] = value

    def impl(self, other):
        for key, value in other:
            self[key] = value

    def impl_lists(self, other):
        for k, pair in enumerate(other):
            if len(pair) != 2:
                raise ValueError(f"dictionary update sequence element #{k} has length {len(pair)}; 2 is required")
            self[pair[0]] = pair[1]

    item = getattr(other, "dtype", None) or getattr(other, "yield_type", None)
    if is_list(item) or isinstance(item, types.UnicodeType):
        return impl_lists
    return impl_dict if _is_dict(other) else impl


@implements("dict.pop")
def pop(self: Any, key: Any, default: Any) -> FunctionType | None:
    """Take a value out of a dict; the default where there is none."""

    def impl(self, key, default):
        if key in self:
            return self.pop(key)
        return default

    return impl


@implements("coluber.get_or_empty")
def get_or_empty(self: Any, key: Any) -> FunctionType | None:
    """Return the value of a key, or an empty container where there is none."""

    def impl_list(self, key):
        if key in self:
            return self[key]
        return []

    def impl_set(self, key):
        if key in self:
            return self[key]
        return set()

    def impl_dict(self, key):
        if key in self:
            return self[key]
        return {}

    value = self.value_type
    if isinstance(value, types.Set):
        return impl_set
    return impl_dict if _is_dict(value) else impl_list


@implements("dict.eq")
def eq(a: Any, b: Any) -> FunctionType | None:
    """Whether two dicts have equal entries."""

    def impl(a, b):
        if len(a) != len(b):
            return False
        for key, value in a.items():  # noqa: SIM110
            if key not in b or not is_found(b[key], value):
                return False
        return True

    return impl


@implements("dict.ne")
def ne(a: Any, b: Any) -> FunctionType | None:
    """Whether two dicts differ."""

    def impl(a, b):
        return not a == b  # noqa: SIM201

    return impl


@implements("OrderedDict.eq")
def eq_ordered(a: Any, b: Any) -> FunctionType | None:
    """Whether two ordered dicts have equal entries in the same order."""

    def impl(a, b):
        return list(a.items()) == list(b.items())

    both = isinstance(a, types.OrderedDictType) and isinstance(b, types.OrderedDictType)
    return impl if both else None


@implements("collections.OrderedDict.fromkeys")
def from_keys(iterable: Any, value: Any = None) -> FunctionType:
    """Make an ordered dict of keys with one value."""
    from collections import OrderedDict

    def impl(iterable, value=None):
        out = OrderedDict()
        for key in iterable:
            out[key] = value
        return out

    return impl


@implements("coluber.view_text")
def view_text(self: Any) -> FunctionType:
    """Return the text of a view."""
    kind = {types.DictKeysIterableType: "keys", types.DictValuesIterableType: "values"}.get(type(self), "items")
    name = f"{'o' if isinstance(self.parent, types.OrderedDictType) else ''}dict_{kind}"

    def impl(self):
        return name + "(" + repr(list(self)) + ")"

    return impl


@implements("OrderedDict.move_to_end")
def move_to_end(self: Any, key: Any, last: Any = True) -> FunctionType | None:
    """Make an entry the last one, or the first one."""

    def impl(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
        else:
            others = list(self.items())
            self.clear()
            self[key] = value
            for other, value in others:
                self[other] = value

    return impl


@implements("OrderedDict.popitem")
def popitem(self: Any, last: Any) -> FunctionType | None:
    """Take the last entry out, or the first one."""

    def impl(self, last):
        if last:
            return self.popitem(last=True)
        return self.popitem(last=False)

    return impl


@implements("dict.or")
def union(a: Any, b: Any) -> FunctionType | None:
    """Return a dict with the entries of both, those of the second first in rank.

    It is an ordered one, or one with defaults, if one of them is.
    """
    from collections import OrderedDict, defaultdict

    def impl(a, b):
        out = a.copy()
        out.update(b)
        return out

    def impl_plain(a, b):
        out = dict(a)
        out.update(b)
        return out

    def impl_ordered(a, b):
        out = OrderedDict(a)
        out.update(b)
        return out

    def impl_default(a, b):
        out = defaultdict(b.default_factory, a)
        out.update(b)
        return out

    def impl_wider(a, b):
        return {**a, **b}

    if not (_is_dict(a) and _is_dict(b)):
        return None
    own = (types.OrderedDictType, types.DefaultDictType)
    if isinstance(b, own) and not isinstance(a, own):
        return impl_ordered if isinstance(b, types.OrderedDictType) else impl_default
    if isinstance(a, types.CounterType):
        return impl_plain
    is_wider = not isinstance(a, own) and (a.key_type, a.value_type) != (b.key_type, b.value_type)
    return impl_wider if is_wider else impl


@implements("dict.ior")
def union_in_place(a: Any, b: Any) -> FunctionType | None:
    """Put the entries of another dict, or pairs, into one."""

    def impl(a, b):
        a.update(b)
        return a

    return impl if _is_dict(a) else None
