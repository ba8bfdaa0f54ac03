"""Random orders and choices: ``shuffle``, ``permutation``, ``permuted``, ``choice``, of ``numpy.random`` and of generators."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import draw, random_state
from coluber.lib.kinds import is_any_tuple, is_array, is_integer, is_integral, is_list, is_none, literal_bool
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array
from coluber.lib.numpy.axes import normalize_axis, place_of_axis
from coluber.lib.numpy.random_shared import is_generator, is_size
from coluber.lib.numpy.text_arrays import element_of_texts, ndim_of_texts
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def masked_index(generator, last):
    """Return an integer from 0 to another, as orders take them."""
    return draw("random_interval l->l", generator, last)


def bounded_index(generator, last):
    """Return an integer from 0 to another, as generators take them for choices."""
    return draw("random_bounded_uint64 lll?->l", generator, 0, last, 0, False)


# ----------------------------------------------------------------------------------------------------------------- shuffling


@cache
def _shuffling(index: FunctionType) -> FunctionType:
    """Return ``(generator, x, first)``: bring the items of a vector from a place on into a random order."""

    def shuffle(generator, x, first):
        for i in range(len(x) - 1, first - 1, -1):
            j = index(generator, i)
            x[i], x[j] = x[j], x[i]

    return shuffle


vector = _shuffling(masked_index)
vector_for_choices = _shuffling(bounded_index)


def _records(generator, x, first):
    """As `vector`: a record that is read is memory of the array, not a copy."""
    for i in range(len(x) - 1, first - 1, -1):
        j = masked_index(generator, i)
        kept = x[i : i + 1].copy()
        x[i] = x[j]
        x[j] = kept[0]


def _order(x: Any) -> FunctionType:
    """Return `vector` for the items of a list or array."""
    return _records if is_array(x) and isinstance(x.dtype, types.Record) else vector


def parts(generator, x):
    """Bring the parts of an array along its first axis into a random order."""
    for i in range(x.shape[0] - 1, 0, -1):
        j = masked_index(generator, i)
        if i != j:
            kept = x[i].copy()
            x[i] = x[j]
            x[j] = kept


@cache
def of_tuple(is_method: bool) -> FunctionType:
    """Return what raises CPython's error for a tuple that is to be brought into another order."""

    def refuse(x):
        if len(x) > 1:
            raise TypeError("'tuple' object does not support item assignment")

    return (lambda self, x, axis=0: refuse(x)) if is_method else refuse


@implements("numpy.random.shuffle")
def shuffle(x: Any) -> FunctionType | None:
    """Bring an array into a random order along its first axis."""
    if is_any_tuple(x):
        return of_tuple(False)
    if not is_list(x) and (not is_array(x) or x.ndim == 0):
        return None
    if is_list(x) or x.ndim == 1:
        order = _order(x)
        return lambda x: order(random_state(0), x, 1)
    return lambda x: parts(random_state(0), x)


@implements("generator.shuffle")
def generator_shuffle(self: Any, x: Any, axis: Any = 0) -> FunctionType | None:
    """Bring an array into a random order along an axis."""
    if is_generator(self) and is_any_tuple(x) and axis == 0:
        return of_tuple(True)
    if is_generator(self) and is_list(x) and axis == 0:
        return lambda self, x, axis=0: vector(self, x, 1)
    if not is_generator(self) or not is_array(x) or x.ndim == 0 or not (axis == 0 or is_integer(axis)):
        return None
    ndim, order = x.ndim, _order(x)
    if axis == 0 and ndim > 1:
        return lambda self, x, axis=0: parts(self, x)
    if ndim > 1:
        return lambda self, x, axis=0: parts(self, np.swapaxes(x, 0, normalize_axis(axis, ndim)))

    def impl(self, x, axis=0):
        normalize_axis(axis, ndim)
        order(self, x, 1)

    return impl


def random_order(generator, n):
    """Return the integers below one in a random order."""
    result = np.arange(n)
    vector(generator, result, 1)
    return result


@cache
def _shuffled_copy(order: FunctionType) -> FunctionType:
    """Return ``(generator, x)``: a vector in a random order."""

    def shuffled_copy(generator, x):
        result = x.copy()
        order(generator, result, 1)
        return result

    return shuffled_copy


@implements("numpy.random.permutation")
def permutation(x: Any) -> FunctionType | None:
    """Return the integers below one, or an array along its first axis, in a random order."""
    if is_integral(x):
        return lambda x: random_order(random_state(0), np.int64(x))
    if not is_array_like(x) or array_type(x).ndim == 0:
        return None
    of_array, shuffled_copy = to_array(x), _shuffled_copy(_order(x))
    if array_type(x).ndim == 1:
        return lambda x: shuffled_copy(random_state(0), of_array(x))

    def impl(x):
        array = of_array(x)
        return array[random_order(random_state(0), array.shape[0])]

    return impl


@implements("generator.permutation")
def generator_permutation(self: Any, x: Any, axis: Any = 0) -> FunctionType | None:
    """Return the integers below one, or an array along an axis, in a random order."""
    if not is_generator(self) or not (axis == 0 or is_integer(axis)):
        return None
    if is_integral(x):
        return lambda self, x, axis=0: random_order(self, np.int64(x))
    if not is_array_like(x) or array_type(x).ndim == 0:
        return None
    of_array, ndim, shuffled_copy = to_array(x), array_type(x).ndim, _shuffled_copy(_order(x))

    def impl_vector(self, x, axis=0):
        normalize_axis(axis, ndim)
        return shuffled_copy(self, of_array(x))

    def impl(self, x, axis=0):
        array = of_array(x)
        at = normalize_axis(axis, ndim)
        return np.take(array, random_order(self, array.shape[at]), axis=at)

    return impl_vector if ndim == 1 else impl


@cache
def _shuffle_lines(ndim: int, order: FunctionType) -> FunctionType:
    """Return ``(generator, x, axis)``: bring each line of an array along an axis into a random order."""

    def shuffle(generator, x, axis):
        lines = np.moveaxis(x, axis, -1)
        for place in np.ndindex(lines.shape[:-1]):
            order(generator, lines[place], 1)

    return shuffle


@implements("generator.permuted")
def permuted(self: Any, x: Any, axis: Any = None, out: Any = None) -> FunctionType | None:
    """Return an array whose elements, or those of each line along an axis, are in a random order."""
    if not is_generator(self) or not is_array_like(x) or not (is_none(axis) or is_integer(axis)):
        return None
    kind, of_array = array_type(x), to_array(x)
    if kind.ndim == 0:
        return None
    ndim, order = kind.ndim, _order(x)
    lines = _shuffle_lines(ndim, order)

    def arrange_all(generator, target, axis):
        flat = target.ravel()
        order(generator, flat, 1)
        if ndim > 1:
            target[...] = flat.reshape(target.shape)

    def arrange_lines(generator, target, axis):
        at = normalize_axis(axis, ndim)
        if ndim == 1:
            order(generator, target, 1)
        else:
            lines(generator, target, at)

    def arrange_vector(generator, target, axis):
        order(generator, target, 1)

    arrange = arrange_lines if not is_none(axis) else arrange_vector if ndim == 1 else arrange_all
    if is_none(out):

        def impl(self, x, axis=None, out=None):
            target = of_array(x).copy()
            arrange(self, target, axis)
            return target

        return impl
    if not is_array(out, ndim) or out.dtype != kind.dtype:
        return None

    def impl_out(self, x, axis=None, out=None):
        source = of_array(x)
        if source.shape != out.shape:
            raise ValueError("out must have the same shape as x")
        out[...] = source
        arrange(self, out, axis)
        return out

    return impl_out


# ------------------------------------------------------------------------------------------------------------------- choices


def compensated_sum(x):
    """Return the sum of a vector by Kahan's method."""
    total, lost = x[0], 0.0
    for k in range(1, x.size):
        term = x[k] - lost
        more = total + term
        lost = (more - total) - term
        total = more
    return total


@cache
def checked_probabilities(is_method: bool, eps: float) -> FunctionType:
    """Return ``(p, n)``: the probabilities of n items as a vector of floats."""
    if is_method:
        size, nan, negative = "a and p must have same size", "Probabilities contain NaN", "Probabilities are not non-negative"
        total_text = "Probabilities do not sum to 1. See Notes section of docstring for more information."
    else:
        size, nan, negative = (
            "'a' and 'p' must have same size",
            "probabilities contain NaN",
            "probabilities are not non-negative",
        )
        total_text = "probabilities do not sum to 1"
    tolerance = float(np.sqrt(eps))

    def checked(p, n):
        if p.size != n:
            raise ValueError(size)
        weights = np.empty(n, np.float64)
        for k in range(n):
            weights[k] = p[k]
        total = compensated_sum(weights)
        if np.isnan(total):
            raise ValueError(nan)
        for k in range(n):
            if weights[k] < 0:
                raise ValueError(negative)
        if abs(total - 1.0) > tolerance:
            raise ValueError(total_text)
        return weights

    return checked


def distribution_of(weights):
    """Return the sums of weights, as parts of the last one."""
    sums = np.cumsum(weights)
    sums /= sums[-1]
    return sums


def place_of(sums, x):
    """Return how many sums are not above a number."""
    low, high = 0, sums.size
    while low < high:
        middle = (low + high) // 2
        if x < sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def choose_weighted(generator, weights, out):
    """Write places that are drawn with weights."""
    sums = distribution_of(weights)
    for k in range(out.size):
        out[k] = place_of(sums, draw("random_standard_uniform ->d", generator))


def choose_weighted_once(generator, weights, out):
    """Write places that are drawn with weights, none of them twice: those that come again are drawn anew with the others."""
    left = 0
    for w in weights:
        left += w > 0
    if left < out.size:
        raise ValueError("Fewer non-zero entries in p than size")
    found = 0
    while found < out.size:
        sums = distribution_of(weights)
        for _ in range(out.size - found):
            place = place_of(sums, draw("random_standard_uniform ->d", generator))
            if weights[place] != 0:
                weights[place] = 0
                out[found] = place
                found += 1


def choose_once(generator, n, out, is_shuffled):
    """Write different places below one: the last ones of a random order, or for fewer places by Floyd's method."""
    count = out.size
    if n > 10000 and count > n // (50 if is_shuffled else 20):
        order = np.arange(n)
        vector_for_choices(generator, order, max(n - count, 1))
        out[:] = order[n - count :]
        return
    size = 1
    while size <= int(1.2 * count):
        size *= 2
    taken = np.full(size, -1)
    for k in range(n - count, n):
        place = bounded_index(generator, k)
        if not _insert(taken, place):
            place = k
            _insert(taken, k)
        out[k - n + count] = place
    if is_shuffled:
        vector_for_choices(generator, out, 1)


def _insert(taken, number):
    """Add a number to a table of some, whose length is a power of 2; return whether it is new."""
    at = number & (taken.size - 1)
    while taken[at] != -1:
        if taken[at] == number:
            return False
        at = (at + 1) & (taken.size - 1)
    taken[at] = number
    return True


def choose_legacy_once(generator, n, out):
    """Write different places below one: the first ones of a random order."""
    order = np.arange(n)
    vector(generator, order, 1)
    out[:] = order[: out.size]


@cache
def _places(is_method: bool, weighted: bool, replace: bool, is_shuffled: bool, eps: float) -> FunctionType:
    """Return ``(generator, n, p, out)``: write places of items."""
    if weighted:
        checked = checked_probabilities(is_method, eps)
        choose = choose_weighted if replace else choose_weighted_once
        too_many = _too_many(is_method)

        def by_weight(generator, n, p, out):
            weights = checked(p, n)
            if not replace:
                too_many(n, out.size)
            choose(generator, weights, out)

        return by_weight
    if replace:
        return lambda generator, n, p, out: draw(
            "random_bounded_fill illl?p->", generator, 8, 0, n - 1, out.size, not is_method, out
        )
    too_many = _too_many(is_method)

    def once(generator, n, p, out):
        too_many(n, out.size)
        if is_method:
            choose_once(generator, n, out, is_shuffled)
        else:
            choose_legacy_once(generator, n, out)

    return once


def _places_by(is_method: bool, weighted: bool, replace: Any, is_shuffled: bool, eps: float) -> FunctionType:
    """Return ``(generator, n, p, out, replace)``: as `_places`, for a parameter that may be known at run time only."""
    if not isinstance(replace, types.Boolean) or isinstance(replace, types.BooleanLiteral):
        places = _places(is_method, weighted, literal_bool(replace, "replace"), is_shuffled, eps)
        return lambda generator, n, p, out, replace: places(generator, n, p, out)
    again, once = (_places(is_method, weighted, value, is_shuffled, eps) for value in (True, False))

    def either(generator, n, p, out, replace):
        if replace:
            again(generator, n, p, out)
        else:
            once(generator, n, p, out)

    return either


@cache
def _too_many(is_method: bool) -> FunctionType:
    when = "replace is False" if is_method else "'replace=False'"
    text = f"Cannot take a larger sample than population when {when}"

    def check(n, count):
        if count > n:
            raise ValueError(text)

    return check


@cache
def _check_population(is_method: bool, is_number: bool) -> FunctionType:
    if is_number:
        what = "a must be a positive integer" if is_method else "a must be greater than 0"
    else:
        what = "a cannot be empty" if is_method else "'a' cannot be empty"
    text = f"{what} unless no samples are taken"

    def check(n, count):
        if n <= 0 and count != 0:
            raise ValueError(text)

    return check


def _chooser(is_method: bool, a: Any, size: Any, replace: Any, p: Any, is_shuffled: bool) -> FunctionType | None:
    """Return ``(generator, a, size, replace, p, axis)``."""
    if not is_size(size) or not (is_none(p) or is_array_like(p)):
        return None
    if not is_none(p) and array_type(p).ndim != 1:
        return None
    of_probabilities = to_array(p) if not is_none(p) else (lambda p: None)
    eps = float(np.finfo("f4" if not is_none(p) and array_type(p).dtype.name == "float32" else "f8").eps)
    places = _places_by(is_method, not is_none(p), replace, is_shuffled, eps)
    is_number, is_single = is_integral(a), is_none(size)
    check = _check_population(is_method, is_number)

    def choose(generator, n, size, replace, p):
        out = np.empty(1 if is_single else size, np.int64)
        check(n, out.size)
        if n > 0:
            places(generator, n, of_probabilities(p), out.ravel(), replace)
        return out

    if is_number:
        if is_single:
            return lambda generator, a, size, replace, p, axis: choose(generator, np.int64(a), size, replace, p)[0]
        return lambda generator, a, size, replace, p, axis: choose(generator, np.int64(a), size, replace, p)
    if isinstance(a, types.RangeType):
        return _of_range(choose, is_single)
    if ndim_of_texts(a) == 1:
        return _one_text(choose) if is_single else _some_texts(choose, as_dtype(element_of_texts(a, types.none)).str)
    if not is_array_like(a) or array_type(a).ndim == 0:
        return None
    if array_type(a).ndim > 1 and not is_method:
        raise errors.NumbaValueError("a must be 1-dimensional")
    of_array, ndim = to_array(a), array_type(a).ndim

    def of_items(generator, a, size, replace, p, axis):
        items = of_array(a)
        at = place_of_axis(axis, ndim)
        chosen = choose(generator, items.shape[at], size, replace, p)
        return np.take(items, chosen[0] if is_single else chosen, axis=at)

    def one_item(generator, a, size, replace, p, axis):
        items = of_array(a)
        place_of_axis(axis, 1)
        return items[choose(generator, items.size, size, replace, p).ravel()].reshape(())

    has_no_axes = isinstance(size, types.BaseTuple) and len(size) == 0 and ndim == 1
    return one_item if has_no_axes else of_items


def _of_range(choose: FunctionType, is_single: bool) -> FunctionType:
    """Return ``(generator, a, size, replace, p, axis)``: a number of a range, or an array of such numbers."""

    def of_range(generator, a, size, replace, p, axis):
        place_of_axis(axis, 1)
        places = choose(generator, len(a), size, replace, p)
        chosen = a.start + a.step * places
        return chosen[0] if is_single else chosen

    return of_range


def _one_text(choose: FunctionType) -> FunctionType:
    """Return ``(generator, a, size, replace, p, axis)``: an item of a list or tuple of texts."""

    def one_text(generator, a, size, replace, p, axis):
        place_of_axis(axis, 1)
        return a[choose(generator, len(a), size, replace, p)[0]]

    return one_text


def _some_texts(choose: FunctionType, element: str) -> FunctionType:
    """Return ``(generator, a, size, replace, p, axis)``: an array of items of a list or tuple of texts."""

    def texts(generator, a, size, replace, p, axis):
        place_of_axis(axis, 1)
        items = np.array(a, element)
        places = choose(generator, items.size, size, replace, p)
        return items[places.ravel()].reshape(places.shape)

    return texts


@implements("numpy.random.choice")
def choice(a: Any, size: Any = None, replace: Any = True, p: Any = None) -> FunctionType | None:
    """Return items of a vector, or integers below one, perhaps with probabilities."""
    choose = _chooser(False, a, size, replace, p, True)
    return choose and (lambda a, size=None, replace=True, p=None: choose(random_state(0), a, size, replace, p, 0))


@implements("generator.choice")
def generator_choice(
    self: Any, a: Any, size: Any = None, replace: Any = True, p: Any = None, axis: Any = 0, shuffle: Any = True
) -> FunctionType | None:
    """Return items of an array along an axis, or integers below one, perhaps with probabilities."""
    if not is_generator(self) or not (axis == 0 or is_integer(axis)):
        return None
    choose = _chooser(True, a, size, replace, p, literal_bool(shuffle, "shuffle"))
    return choose and (
        lambda self, a, size=None, replace=True, p=None, axis=0, shuffle=True: choose(self, a, size, replace, p, axis)
    )
