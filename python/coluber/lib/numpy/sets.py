"""``unique``, and arrays as sets."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, sort_number_pairs, sort_numbers
from coluber.lib.kinds import (
    is_array,
    is_integer,
    is_integral,
    is_list,
    is_none,
    is_number,
    is_text,
    literal_bool,
    literal_str,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.arguments import common_dtype, dtype_of, is_array_like
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.bisection import before_function, bisector
from coluber.lib.numpy.record_sets import are_records, common_records, groups_of_records, record_is_among, records_among
from coluber.lib.numpy.structured import is_record_array
from coluber.lib.numpy.text_arrays import is_string
from coluber.lib.numpy.text_order import groups_of_texts, text_among, unique_texts
from coluber.lib.numpy.text_sets import are_texts, common_texts, other_texts, single_texts, union_of_texts
from coluber.lib.numpy.time_functions import common_times, has_times, other_times, times_among, union_of_times, unique_times
from coluber.lib.numpy.time_order import keys_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def _is_set(ty: Any) -> bool:
    return is_array(ty) and is_number(ty.dtype)


# ------------------------------------------------------------------------------------------------------------- unique


def distinct(values, equal_nan):
    """Sort a vector and return it without repetitions, in the same memory."""
    values.sort()
    count = 0
    for i in range(values.size):
        x = values[i]
        if i == 0 or not same(values[count - 1], x, equal_nan):
            values[count] = x
            count += 1
    return values[:count]


def _counted(ar, equal_nan):
    """Return the distinct elements, and how often they are there."""
    values = ar.flatten()
    values.sort()
    counts = np.empty(values.size, np.int64)
    count = 0
    for i in range(values.size):
        x = values[i]
        if i == 0 or not same(values[count - 1], x, equal_nan):
            values[count] = x
            # Where it begins, at first.
            counts[count] = i
            count += 1
    for k in range(count):
        counts[k] = (counts[k + 1] if k + 1 < count else values.size) - counts[k]
    return values[:count].copy(), counts[:count].copy()


def same(x, y, equal_nan):
    """Whether two numbers are equal, or both not numbers."""
    return x == y or (equal_nan and x != x and y != y)


def _grouped(ar, equal_nan):
    """Return the distinct elements, first positions, the numbers of all elements among them, counts."""
    values = ar.flatten()
    n = values.size
    order = np.arange(n)
    sort_number_pairs(values, order)
    first, counts, inverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    count = 0
    for i in range(n):
        x = values[i]
        if i == 0 or not same(values[count - 1], x, equal_nan):
            values[count] = x
            first[count] = order[i]
            counts[count] = 0
            count += 1
        inverse[order[i]] = count - 1
        counts[count - 1] += 1
    return values[:count].copy(), first[:count].copy(), inverse.reshape(ar.shape), counts[:count].copy()


@implements("numpy.unique")
def unique(
    ar: Any,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    equal_nan: Any = True,
    sorted: Any = True,  # noqa: A002
) -> FunctionType | None:
    """Return the distinct elements in order, and where and how often they are."""
    named = (("return_index", return_index), ("return_inverse", return_inverse), ("return_counts", return_counts))
    flags = tuple(literal_bool(flag, name) for name, flag in named)
    if is_array(ar) and has_times(ar) and is_none(axis):
        return unique_times(ar, flags, literal_bool(equal_nan, "equal_nan"))
    texts = is_array(ar) and is_text(ar.dtype)
    wanted = [k for k, flag in enumerate(flags, 1) if flag]
    if is_record_array(ar) and is_none(axis):
        return _unique_with(groups_of_records(ar), wanted)
    if not texts and not _is_set(ar):
        return None
    if not is_none(axis):
        return _unique_slices(wanted, texts) if is_integer(axis) and ar.ndim > 0 else None
    if texts:
        return _unique_with(groups_of_texts, wanted) if wanted else unique_texts
    if not wanted:

        def impl(
            ar,
            return_index=False,
            return_inverse=False,
            return_counts=False,
            axis=None,
            equal_nan=True,
            sorted=True,  # noqa: A002
        ):
            return distinct(ar.flatten(), equal_nan).copy()

        return impl
    # Counts alone take no positions.
    return _unique_with(_counted, [1]) if wanted == [3] else _unique_with(_grouped, wanted)


def _unique_slices(wanted: list[int], texts: bool) -> FunctionType:
    """Return the function for the distinct parts of an array along an axis."""

    def numbers_of_texts(rows):
        # Texts have the order of their numbers among those that are there.
        return groups_of_texts(rows, True)[2]

    numbers = numbers_of_texts if texts else unchanged

    def groups(ar, axis):
        rows = np.moveaxis(ar, normalize_axis(axis, ar.ndim), 0)
        n = rows.shape[0]
        flat = numbers(rows).reshape((n, rows.size // max(n, 1)))
        # The last key of a sort counts most.
        order = np.lexsort(flat.T[::-1]) if flat.shape[1] > 0 else np.arange(n)
        first, counts, inverse = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
        count = 0
        for k in range(n):
            at = order[k]
            if k == 0 or np.any(flat[at] != flat[first[count - 1]]):
                first[count] = at
                counts[count] = 0
                count += 1
            inverse[at] = count - 1
            counts[count - 1] += 1
        chosen = first[:count].copy()
        return np.moveaxis(rows[chosen], 0, axis), chosen, inverse, counts[:count].copy()

    source = (
        "def impl(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):\n"
        "    every = groups(ar, axis)\n"
        f"    return {'every[0]' if not wanted else ', '.join(f'every[{k}]' for k in (0, *wanted))}\n"
    )
    scope = {"groups": groups}
    exec(compile(source, "<np.unique>", "exec"), scope)
    return scope["impl"]


def unchanged(rows):
    """Return the argument."""
    return rows


def _unique_with(groups: FunctionType, wanted: list[int]) -> FunctionType:
    first, second = (*wanted, 0, 0)[:2]

    def values(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
        return groups(ar, equal_nan)[0]

    def one(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
        every = groups(ar, equal_nan)
        return every[0], every[first]

    def two(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
        every = groups(ar, equal_nan)
        return every[0], every[first], every[second]

    def three(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):  # noqa: A002
        return groups(ar, equal_nan)

    return (values, one, two, three)[len(wanted)]


def _grouped_times(times, equal_nat):
    """As `_grouped`, for a vector of times; NaTs, which come last, are distinct."""
    _, first, inverse, counts = _grouped(keys_of(times), True)
    nats = np.flatnonzero(np.isnat(times))
    if nats.size > 1:
        inverse[nats] = np.arange(nats.size) + (first.size - 1)
        first, counts = np.append(first[:-1], nats), np.append(counts[:-1], np.ones(nats.size, np.int64))
    return times[first], first, inverse, counts


@implements("numpy.unique_values")
def unique_values(x: Any) -> FunctionType | None:
    """Return the distinct elements, each NaN by itself, but NaT once."""
    if is_array(x) and has_times(x):
        return lambda x: np.unique(x)
    if not _is_set(x):
        return None

    def impl(x):
        return distinct(x.flatten(), False).copy()

    return impl


def _unique_results(name: str, wanted: list[int], x: Any) -> FunctionType | None:
    """Return the function of the array API, whose result is a named tuple of NumPy's."""
    are_times = is_array(x) and has_times(x)
    if not are_times and not _is_set(x):
        return None
    make, groups, shaped = _result_class(name), _grouped_times if are_times else _grouped, 2 in wanted

    def impl_counts(x):
        found = groups(x.ravel(), False)
        return make(found[0], found[3])

    def impl_inverse(x):
        found = groups(x.ravel(), False)
        return make(found[0], found[2].reshape(x.shape))

    def impl_all(x):
        found = groups(x.ravel(), False)
        return make(found[0], found[1], found[2].reshape(x.shape), found[3])

    return impl_all if len(wanted) == 3 else impl_inverse if shaped else impl_counts


def _result_class(name: str) -> Any:
    """Return the class of the result of one of NumPy's functions."""
    return type(getattr(np, name)(np.zeros(1)))


@implements("numpy.unique_counts")
def unique_counts(x: Any) -> FunctionType | None:
    """Return the distinct elements, each NaN by itself, and how often they are there."""
    return _unique_results("unique_counts", [3], x)


@implements("numpy.unique_inverse")
def unique_inverse(x: Any) -> FunctionType | None:
    """Return the distinct elements, each NaN by itself, and which of them each element is."""
    return _unique_results("unique_inverse", [2], x)


@implements("numpy.unique_all")
def unique_all(x: Any) -> FunctionType | None:
    """Return the distinct elements, where they are first, which of them each element is, and how often they are there."""
    return _unique_results("unique_all", [1, 2, 3], x)


# ---------------------------------------------------------------------------------------------------------- operations


def _pair(ar1: Any, ar2: Any) -> Type | None:
    return result_type(ar1.dtype, ar2.dtype) if _is_set(ar1) and _is_set(ar2) else None


def _converted(number: Any) -> FunctionType:
    """Return ``(a)``: a vector with the elements of an array as numbers of a type."""

    def vector(a):
        return a.astype(number).ravel()

    return vector


@implements("numpy.union1d")
def union1d(ar1: Any, ar2: Any) -> FunctionType | None:
    """Return the distinct elements of two arrays."""
    if is_array(ar1) and is_array(ar2) and has_times(ar1, ar2):
        return union_of_times(ar1, ar2)
    if are_texts(ar1, ar2) or are_records(ar1, ar2):
        return union_of_texts
    if is_number(ar1) or is_number(ar2):
        return _union_with_number(ar1, ar2)
    dtype = _pair(ar1, ar2)
    if dtype is None:
        return None
    number = numpy_class(dtype)

    def impl(ar1, ar2):
        every = np.empty(ar1.size + ar2.size, number)
        every[: ar1.size] = ar1.ravel()
        every[ar1.size :] = ar2.ravel()
        return distinct(every, True).copy()

    return impl


def _union_with_number(ar1: Any, ar2: Any) -> FunctionType | None:
    """Return the function for an array and a number, which adapts to it."""
    if not (_is_set(ar1) or _is_set(ar2)):
        return None
    number = numpy_class(common_dtype(ar1, ar2))

    def impl(ar1, ar2):
        return np.union1d(np.atleast_1d(ar1).astype(number), np.atleast_1d(ar2).astype(number))

    return impl


@implements("numpy.intersect1d")
def intersect1d(ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False) -> FunctionType | None:
    """Return the elements that two arrays have in common, and where they are in each."""
    if is_array(ar1) and is_array(ar2) and has_times(ar1, ar2) and return_indices is False and assume_unique is False:
        return common_times(ar1, ar2)
    if are_records(ar1, ar2) and return_indices is False:
        return common_records
    if are_texts(ar1, ar2):
        return common_texts(ar1, ar2, assume_unique, return_indices)
    dtype = _pair(ar1, ar2)
    if dtype is None:
        return None
    number = numpy_class(dtype)
    before, vector = before_function(dtype), _converted(numpy_class(dtype))

    def common(ar1, ar2):
        x, y = vector(ar1), vector(ar2)
        p, q = np.arange(x.size), np.arange(y.size)
        sort_number_pairs(x, p)
        sort_number_pairs(y, q)
        most = min(x.size, y.size)
        values, first, second = np.empty(most, number), np.empty(most, np.int64), np.empty(most, np.int64)
        i, j, count = 0, 0, 0
        while i < x.size and j < y.size:
            if x[i] == y[j]:
                if count == 0 or values[count - 1] != x[i]:
                    values[count], first[count], second[count] = x[i], p[i], q[j]
                    count += 1
                i += 1
                j += 1
            elif before(x[i], y[j]):
                i += 1
            else:
                j += 1
        return values[:count].copy(), first[:count].copy(), second[:count].copy()

    def impl(ar1, ar2, assume_unique=False, return_indices=False):
        return common(ar1, ar2)[0]

    def impl_indices(ar1, ar2, assume_unique=False, return_indices=False):
        return common(ar1, ar2)

    return impl_indices if literal_bool(return_indices, "return_indices") else impl


@implements("numpy.setxor1d")
def setxor1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> FunctionType | None:
    """Return the elements that only one of two arrays has."""
    if are_texts(ar1, ar2) or are_records(ar1, ar2) or (is_array(ar1) and is_array(ar2) and has_times(ar1, ar2)):
        return single_texts(ar1, ar2)
    dtype = _pair(ar1, ar2)
    if dtype is None:
        return None
    number, vector, before = numpy_class(dtype), _converted(numpy_class(dtype)), before_function(dtype)

    def impl(ar1, ar2, assume_unique=False):
        x, y = distinct(vector(ar1), True), distinct(vector(ar2), True)
        result = np.empty(x.size + y.size, number)
        i, j, count = 0, 0, 0
        while i < x.size or j < y.size:
            if i < x.size and j < y.size and x[i] == y[j]:
                i += 1
                j += 1
                continue
            if j == y.size or (i < x.size and not before(y[j], x[i])):
                result[count] = x[i]
                i += 1
            else:
                result[count] = y[j]
                j += 1
            count += 1
        return result[:count].copy()

    return impl


def _membership(dtype: Type) -> FunctionType:
    """Return ``(a, members, wanted)``: for each element of a vector whether being in a sorted vector is as wanted."""
    number, search = numpy_class(dtype), bisector(dtype, "left")

    def mask(a, members, wanted):
        result = np.empty(a.size, np.bool_)
        for i in range(a.size):
            x = number(a[i])
            at = search(members, x)
            result[i] = (at < members.size and members[at] == x) == wanted
        return result

    return mask


# Up to so many members are compared with each element, of so many elements at a time.
_FEW = 200
_BLOCK = 4096


def _among(dtype: Type) -> FunctionType:
    """Return ``(a, b, wanted)``: for each element of a vector whether being in another one is as wanted."""
    mask, number = _membership(dtype), numpy_class(dtype)

    def by_comparison(a, b, wanted):
        result, index = np.empty(a.size, np.bool_), np.uint64
        result[:] = not wanted
        for start in range(0, a.size, _BLOCK):
            end = min(start + _BLOCK, a.size)
            for k in range(b.size):
                member = number(b[k])
                for i in range(start, end):
                    is_member = number(a[index(i)]) == member
                    result[index(i)] = result[index(i)] | is_member if wanted else result[index(i)] & (not is_member)
        return result

    def by_search(a, b, wanted):
        if b.size <= _FEW:
            return by_comparison(a, b, wanted)
        members = b.astype(number)
        sort_numbers(members)
        return mask(a, members, wanted)

    def by_table(a, b, low, span, wanted):
        table, result = np.empty(span + np.uint64(1), np.bool_), np.empty(a.size, np.bool_)
        table[:] = not wanted
        for i in range(b.size):
            table[np.uint64(b[i]) - low] = wanted
        for i in elements(a.size):
            place = np.uint64(a[i]) - low
            result[np.uint64(i)] = table[place] if place <= span else not wanted
        return result

    def among(a, b, wanted):
        if b.size > 0:
            low = np.uint64(b.min())
            span = np.uint64(b.max()) - low
            # Where NumPy takes a table, too.
            if span <= np.uint64(6 * (a.size + b.size)):
                return by_table(a, b, low, span, wanted)
        return by_search(a, b, wanted)

    return among if is_integer(dtype) else by_search


@implements("numpy.setdiff1d")
def setdiff1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> FunctionType | None:
    """Return the elements of an array that another one does not have."""
    if is_array(ar1) and is_array(ar2) and has_times(ar1, ar2) and assume_unique is False:
        return other_times(ar1, ar2)
    if are_texts(ar1, ar2) or are_records(ar1, ar2):
        return other_texts(assume_unique)
    dtype = _pair(ar1, ar2)
    if dtype is None:
        return None
    among, number = _among(dtype), numpy_class(ar1.dtype)

    def impl(ar1, ar2, assume_unique=False):
        mine = ar1.flatten()
        if not assume_unique:
            mine = distinct(mine, True)
        keep = among(mine, ar2.ravel(), False)
        result = np.empty(np.count_nonzero(keep), number)
        count = 0
        for i in range(mine.size):
            if keep[i]:
                result[count] = mine[i]
                count += 1
        return result

    return impl


def _are_texts(ty: Any) -> bool:
    """Whether it is a list or tuple of strings or bytes."""
    if isinstance(ty, types.BaseTuple):
        return len(ty) > 0 and all(is_string(item) for item in ty.types)
    return is_list(ty) and is_string(ty.dtype)


def _check_kind(kind: Any, *arguments: Any) -> None:
    """Refuse names of no method, and that of a table for what is no integer."""
    if is_none(kind):
        return
    name = literal_str(kind, "kind")
    if name not in ("sort", "table"):
        raise errors.NumbaValueError(f"Invalid kind: '{name}'. Please use None, 'sort' or 'table'.")
    dtypes = [dtype_of(ty) if is_array_like(ty) else ty for ty in arguments]
    if name == "table" and not all(is_integral(types.unliteral(ty)) for ty in dtypes):
        raise errors.NumbaValueError(
            "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or None for kind."
        )


@implements("numpy.isin")
def isin(
    element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, kind: Any = None
) -> FunctionType | None:
    """Whether elements are among those of another array."""
    _check_kind(kind, element, test_elements)
    if isinstance(test_elements, types.Set):
        raise errors.TypingError("isin() takes no set, which NumPy takes as one element: use a list of its items")
    if is_array(element) and is_text(element.dtype) and not is_array(test_elements):
        if is_string(test_elements):
            return _is_text
        return text_among if _are_texts(test_elements) else None
    if is_string(element) and is_array(test_elements) and is_text(test_elements.dtype):
        return _text_is_in
    if isinstance(test_elements, types.BaseTuple):
        return _isin_tuple(element)
    if are_records(element, test_elements):
        return records_among
    if isinstance(element, types.Record) and is_record_array(test_elements):
        return record_is_among
    if has_times(element, test_elements):
        return times_among(element, test_elements)
    if is_array(element) and is_array(test_elements) and is_text(element.dtype) and is_text(test_elements.dtype):
        return _texts_among
    tested = test_elements.dtype if is_array(test_elements) else types.unliteral(test_elements)
    looked_for = element.dtype if is_array(element) else types.unliteral(element)
    if not (is_number(tested) and is_number(looked_for)):
        return None
    dtype = result_type(looked_for, tested)
    number, among = numpy_class(dtype), _among(dtype)
    as_array = _array_function(test_elements, number)

    def find(element, test_elements, invert):
        return among(element.ravel(), as_array(test_elements).ravel(), not invert).reshape(element.shape)

    def impl(element, test_elements, assume_unique=False, invert=False, kind=None):
        return find(element, test_elements, invert)

    def impl_number(element, test_elements, assume_unique=False, invert=False, kind=None):
        return find(np.full((), element, number), test_elements, invert)

    return impl if is_array(element) else impl_number


def _is_text(element, test_elements, assume_unique=False, invert=False, kind=None):
    return (element == test_elements) != invert


def _text_is_in(element, test_elements, assume_unique=False, invert=False, kind=None):
    return np.array((element in test_elements) != invert)


def _texts_among(element, test_elements, assume_unique=False, invert=False, kind=None):
    members = set(test_elements.flat)
    result = np.empty(element.shape, np.bool_)
    for index in np.ndindex(element.shape):
        result[index] = (element[index] in members) != invert
    return result


def _array_function(ty: Any, number: Any) -> FunctionType:
    def same_array(a):
        return a

    def of_number(x):
        return np.full(1, x, number)

    return same_array if is_array(ty) else of_number


def _isin_tuple(element: Any) -> FunctionType:
    def impl(element, test_elements, assume_unique=False, invert=False, kind=None):
        return np.isin(element, np.asarray(test_elements), assume_unique, invert, kind)

    return impl


@implements("numpy.ediff1d")
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> FunctionType | None:
    """Return the differences of neighbours, with other numbers around them."""
    if is_array(ary) and has_times(ary) and is_none(to_end) and is_none(to_begin):
        return lambda ary, to_end=None, to_begin=None: np.diff(ary.ravel())
    if not _is_set(ary) or isinstance(ary.dtype, types.Boolean):
        return None
    number = numpy_class(ary.dtype)
    before, after = _margin(to_begin, number, "to_begin"), _margin(to_end, number, "to_end")

    def impl(ary, to_end=None, to_begin=None):
        a, head, tail = ary.ravel(), before(to_begin), after(to_end)
        count = max(a.size - 1, 0)
        result = np.empty(head.size + count + tail.size, number)
        result[: head.size] = head
        for i in range(count):
            result[head.size + i] = number(a[i + 1] - a[i])
        result[head.size + count :] = tail
        return result

    return impl


def _margin(ty: Any, number: Any, name: str) -> FunctionType:
    """Return the function that makes a vector of an argument."""
    message = f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."

    def refused(x):
        result = np.empty(0, number)
        if result.size == 0:
            raise TypeError(message)
        return result

    def nothing(x):
        return np.empty(0, number)

    def of_number(x):
        return np.full(1, number(x), number)

    def of_array(x):
        return np.asarray(x).astype(number).ravel()

    if is_none(ty):
        return nothing
    items = ty.types if isinstance(ty, types.BaseTuple) else (ty.dtype if is_array(ty) else ty,)
    if not all(is_number(item) and np.can_cast(types.unliteral(item).name, number, "same_kind") for item in items):
        return refused
    return of_number if is_number(ty) else of_array
