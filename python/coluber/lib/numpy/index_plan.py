"""What an index with arrays in it means: which axes the arrays choose from, and where the new axes go."""

from __future__ import annotations

from typing import NamedTuple

from coluber.core import errors, types
from coluber.lib.kinds import is_array, is_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array

# Kinds of entries that choose from axes together; the others are those of basic indices.
CHOOSING = ("integer", "array", "mask")


class Entry(NamedTuple):
    """An entry of an index."""

    kind: str
    position: int
    ty: Any

    @property
    def axes(self) -> int:
        """How many axes of the array it uses; not those of an ellipsis."""
        if self.kind == "mask":
            return self.ty.ndim
        return int(self.kind in ("integer", "array", "slice"))


class Choice(NamedTuple):
    """An entry that chooses from axes."""

    entry: Entry
    axis: int
    """The first of the axes in the array."""
    place: int
    """The first of the axes in the view that `Plan.view` makes."""

    @property
    def rank(self) -> int:
        """How many axes it has in the result."""
        return 1 if self.entry.kind == "mask" else getattr(self.entry.ty, "ndim", 0)


class Plan(NamedTuple):
    """An index of an array, in which there is an array.

    The array is seen as a view whose axes are: `prefix` axes, those that the entries choose from, and `suffix` axes. The result
    has in the middle the axes of the entries' common shape, of which there are `rank`.
    """

    prefix: int
    suffix: int
    choices: tuple[Choice, ...]
    is_tuple: bool
    view: FunctionType | None

    @property
    def rank(self) -> int:
        """How many axes the entries have in the result."""
        return max(choice.rank for choice in self.choices)

    @property
    def ndim(self) -> int:
        """How many axes the result has."""
        return self.prefix + self.rank + self.suffix

    @property
    def used(self) -> int:
        """How many axes the entries choose from."""
        return sum(choice.entry.axes for choice in self.choices)


def _kind(ty: Any) -> str | None:
    if is_array(ty):
        if is_integer(ty.dtype):
            return "array"
        return "mask" if isinstance(ty.dtype, types.Boolean) and ty.ndim > 0 else None
    if is_integer(ty):
        return "integer"
    if isinstance(ty, types.SliceType):
        return "slice"
    if isinstance(ty, types.NoneType):
        return "new"
    return "ellipsis" if ty == types.ellipsis else None


def entries_of(at: Any) -> list[Entry] | None:
    """Return the entries of an index, or None where it is a basic one or none at all."""
    items = at.types if isinstance(at, types.BaseTuple) else (at,)
    entries = []
    for position, ty in enumerate(items):
        kind = _kind(ty)
        if kind is None:
            return None
        entries.append(Entry(kind, position, ty))
    return entries if any(entry.kind in ("array", "mask") for entry in entries) else None


def plan_of(a: Array, at: Any) -> Plan | None:
    """Return the plan for an index of an array, or None where there is no array in the index."""
    entries = entries_of(at)
    if entries is None:
        return None
    used = sum(entry.axes for entry in entries)
    if used > a.ndim:
        raise errors.TypingError(f"too many indices for array: array is {a.ndim}-dimensional, but {used} were indexed")
    if not any(entry.kind == "ellipsis" for entry in entries):
        entries.append(Entry("ellipsis", len(entries), None))
    return _plan(entries, a.ndim - used, isinstance(at, types.BaseTuple))


def _plan(entries: list[Entry], missing: int, is_tuple: bool) -> Plan:
    kept, chosen, found, axis, place = [], [], [], 0, 0
    for entry in entries:
        width = {"ellipsis": missing, "new": 1}.get(entry.kind, entry.axes)
        if entry.kind in CHOOSING:
            found.append((entry, axis, len(chosen)))
        (chosen if entry.kind in CHOOSING else kept).extend(range(place, place + width))
        axis += 0 if entry.kind == "new" else width
        place += width
    prefix = sum(k < chosen[0] for k in kept) if _adjacent(entries) else 0
    view = _view(entries, (*kept[:prefix], *chosen, *kept[prefix:]))
    choices = tuple(Choice(entry, axis, prefix + k) for entry, axis, k in found)
    return Plan(prefix, len(kept) - prefix, choices, is_tuple, view)


def _adjacent(entries: list[Entry]) -> bool:
    """Whether nothing stands between the entries that choose."""
    places = [k for k, entry in enumerate(entries) if entry.kind in CHOOSING]
    return places[-1] - places[0] == len(places) - 1


def _view(entries: list[Entry], order: tuple[int, ...]) -> FunctionType | None:
    """Return ``(array, index)``: the basic part of the index, and the axes in another order; None where it is the array."""
    basic = _basic(entries) if any(entry.kind in ("slice", "new") for entry in entries) else None
    if order == tuple(range(len(order))):
        return basic

    def ordered(a, at):
        return a.transpose(order)

    def basic_ordered(a, at):
        return basic(a, at).transpose(order)

    return ordered if basic is None else basic_ordered


def _basic(entries: list[Entry]) -> FunctionType:
    """Return ``(array, index)``: the view with whole axes where entries choose."""

    def index(at):
        return ()

    for entry in entries:
        if entry.kind in CHOOSING:
            index = _with_whole(index, entry.axes)
        elif entry.ty is not None:
            index = with_item(index, entry.position)

    def view(a, at):
        return a[index(at)]

    return view


def with_item(before: FunctionType, k: int) -> FunctionType:
    """Return the function of an index that appends its entry to a tuple."""

    def index(at):
        return (*before(at), at[k])

    return index


def _with_whole(before: FunctionType, count: int) -> FunctionType:
    def index(at):
        return (*before(at), *((slice(None),) * count))

    return index
