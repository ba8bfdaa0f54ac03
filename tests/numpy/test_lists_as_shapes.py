"""Lists of known length as shapes, axes and indices: how NumPy's users write code for any axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from coluber import njit
from coluber.core.errors import TypingError

FUNCTIONS: list[Callable[..., Any]] = []


def case(function: Callable[..., Any]) -> Callable[..., Any]:
    FUNCTIONS.append(function)
    return function


@case
def without_first(a, axis):
    index = [slice(None)] * a.ndim
    index[axis] = slice(1, None)
    return a[tuple(index)]


@case
def differences(a, axis):
    low, high = [slice(None)] * a.ndim, a.ndim * [slice(None)]
    low[axis], high[axis] = slice(None, -1), slice(1, None)
    return a[tuple(high)] - a[tuple(low)]


@case
def assigned_parts(a, axis):
    b, index = a.copy(), [slice(None)] * a.ndim
    for k in range(2):
        index[axis] = slice(k, k + 1)
        b[tuple(index)] += k
    return b


@case
def slices_of_pairs(a, axis):
    return a[tuple([slice(start, stop) for start, stop in zip((0, 1), (1, 3))])]


@case
def slices_of_a_generator(a, axis):
    return a[tuple(slice(None) if k != axis else slice(0, 1) for k in range(a.ndim))]


@case
def halves(a, axis):
    return a[tuple([slice(0, n // 2 + 1) for n in a.shape])]


@case
def one_extent_changed(a, axis):
    shape = list(a.shape)
    shape[axis] = 1
    return np.zeros(shape)


@case
def kept_axis(a, axis):
    shape = list(a.shape)
    shape[axis] = 1
    return a.sum(axis).reshape(tuple(shape))


@case
def along_an_axis(a, axis):
    shape = [1] * a.ndim
    shape[axis] = a.shape[axis]
    return np.arange(a.shape[axis]).reshape(shape) + a


@case
def longer(a, axis):
    shape = list(a.shape)
    shape.insert(axis, 1)
    return a.reshape(shape)


@case
def shorter(a, axis):
    shape = list(a.shape)
    n = shape.pop(axis)
    return np.ones(shape) * n


@case
def deleted(a, axis):
    shape = list(a.shape)
    del shape[axis]
    return np.ones(tuple(shape))


@case
def many_changes(a, axis):
    shape = list(a.shape) + [2]
    shape += [1]
    shape.append(1)
    shape.extend((1, 2))
    shape.pop()
    return np.zeros(shape)


@case
def copies_of_a_list(a, axis):
    shape, sums = list(a.shape), []
    for k in range(3):
        other = shape.copy()
        other[axis] = k + 1
        sums.append(np.ones(other).sum())
    return np.array(sums)


@case
def comprehensions(a, axis):
    shape = [n // 2 + 1 for n in a.shape]
    return np.zeros(shape) + np.ones(tuple(shape)) + np.full(shape=shape, fill_value=2.0)


@case
def a_generator(a, axis):
    return np.zeros(tuple(n + 1 for n in a.shape))


@case
def filled_by_a_loop(a, axis):
    shape = []
    for n in a.shape:
        shape.append(n + 1)
    return np.ones(shape)


@case
def without_last_extent(a, axis):
    return np.zeros(list(a.shape)[:-1])


@case
def reduced_shape(a, axis):
    axis = axis % a.ndim
    return np.zeros(a.shape[:axis] + a.shape[axis + 1 :])


@case
def replaced_extent(a, axis):
    axis = axis % a.ndim
    return a.sum(axis).reshape(a.shape[:axis] + (1,) + a.shape[axis + 1 :])


@case
def joined_parts(a, axis):
    shape, axis = list(a.shape), axis % a.ndim
    return np.ones(tuple(shape[:axis] + [2] + shape[axis + 1 :]))


@case
def swapped_axes(a, axis):
    order = list(range(a.ndim))
    order[0], order[axis] = order[axis], order[0]
    return np.transpose(a, order) + a.transpose(order)


@case
def axis_in_front(a, axis):
    axis = axis % a.ndim
    return np.transpose(a, [axis] + [k for k in range(a.ndim) if k != axis])


@case
def tiled(a, axis):
    repeats = [1] * a.ndim
    repeats[axis] = 2
    return np.tile(a, repeats)


@case
def padded(a, axis):
    width = [(0, 0)] * a.ndim
    width[axis] = (1, 2)
    return np.pad(a, width)


@case
def more_axes(a, axis):
    return np.broadcast_to(a, [2] + list(a.shape)) + np.moveaxis(a, [0, 1], [1, 0]).sum()


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_code_for_any_axis(function, axis):
    a = np.arange(24.0).reshape(2, 3, 4)
    want, got = function(a, axis), njit(function)(a, axis)
    assert got.shape == want.shape
    np.testing.assert_array_equal(got, want)


def tuples_of_slices(items, k):
    return [tuple(items[start : start + 2]) for start in range(len(items))], tuple(items[:k]), tuple(items[k:])


def tuples_of_a_growing_list(items, k):
    grown, found = [1, 2], []
    for item in items:
        found.append(tuple(grown))
        grown.append(item)
    return found


def tuple_of_an_alias(items, k):
    first = [1, 2]
    second = first
    second.append(k)
    return tuple(first), tuple(second)


def grow(items):
    items.append(0)


def tuple_of_what_a_callee_grows(items, k):
    own = [1, 2]
    grow(own)
    return tuple(own)


def tuple_of_what_one_path_grows(items, k):
    own = [1, 2]
    if k > 1:
        own.append(k)
    return tuple(own)


def tuple_of_what_a_loop_leaves(items, k):
    own = []
    for item in (1, 2, 3):
        if item > k:
            break
        own.append(item)
    return tuple(own)


def tuple_of_what_a_handler_has_left(items, k):
    own = [0]
    try:
        own.append(items[k])
        own.append(items[k + 2])
    except IndexError:
        own.pop()
    return tuple(own)


def states_as_keys(items, k):
    state, seen = [0] * 3, {}
    for step in range(6):
        state[step % 3] += 1
        seen[tuple(state)] = step
    return sorted(seen.items())


@pytest.mark.parametrize(
    "function",
    [
        tuples_of_slices,
        tuples_of_a_growing_list,
        tuple_of_an_alias,
        tuple_of_what_a_callee_grows,
        tuple_of_what_one_path_grows,
        tuple_of_what_a_loop_leaves,
        tuple_of_what_a_handler_has_left,
        states_as_keys,
    ],
    ids=lambda function: function.__name__,
)
@pytest.mark.parametrize("k", [0, 1, 2])
def test_tuples_of_lists(monkeypatch, function, k):
    items = [5, 6, 7, 8]
    want = function(items, k)
    monkeypatch.setitem(globals(), "grow", njit(grow))
    assert njit(function)(items, k) == want


def test_too_many_slices():
    @njit
    def part(a, starts):
        return a[tuple([slice(start, None) for start in starts])]

    a = np.arange(6).reshape(2, 3)
    np.testing.assert_array_equal(part(a, [1]), a[1:])
    with pytest.raises(IndexError, match="too many indices for array: array is 2-dimensional, but 3 were indexed"):
        part(a, [0, 0, 0])


def test_a_shape_of_unknown_length_says_why():
    @njit
    def zeros(shape):
        return np.zeros(shape)

    with pytest.raises(TypingError, match="how many axes an array has is part of its type"):
        zeros([2, 3])
