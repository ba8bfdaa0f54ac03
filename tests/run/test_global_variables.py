"""Variables of a module that compiled functions assign to."""

from __future__ import annotations

import pytest

from coluber import UnsupportedError, njit, prange

count = 0
label = "a"
rate: float = 1
best = None
frozen = 3


class Holder:
    def __init__(self, value):
        self.value = value
        self.items = []

    def add(self, item):
        global count
        self.items.append(item + count)
        count += 1


@njit
def bump():
    global count
    count += 1
    return count


@njit
def bump_often(n):
    for _ in range(n):
        bump()
    return count


@njit
def change(text):
    global label, rate
    label += text
    rate /= 2
    return label


@njit
def add_to_best(item):
    best.add(item)
    best.value += 1


@njit
def run(start):
    global best, count
    count = 10
    best = Holder(start)
    add_to_best(1)
    add_to_best(2)
    return best.value, best.items, count


def test_a_counter():
    global count
    count = 0
    assert (bump(), bump(), count) == (1, 2, 2)
    assert (bump_often(3), count) == (5, 5)
    count = 100
    assert (bump_often(1), count) == (101, 101)


def test_texts_and_floats():
    assert (change("b"), label, rate) == ("ab", "ab", 0.5)


def test_objects_that_begin_as_none():
    assert run(3) == (5, [11, 13], 12)
    assert vars(best) == {"value": 5, "items": [11, 13]}
    assert run(4) == (6, [11, 13], 12)


def test_what_has_changed_is_kept_when_an_exception_leaves():
    global count

    @njit
    def fail():
        global count
        count = 7
        raise ValueError("late")

    count = 0
    with pytest.raises(ValueError, match="late"):
        fail()
    assert count == 7


def test_one_without_a_value():
    @njit
    def setup(n):
        global width, half
        width, half = n, n / 2

    @njit
    def size():
        return width * half if width is not None else -1.0

    setup(3)
    assert (size(), width, half) == (4.5, 3, 1.5)
    setup(5)
    assert (size(), width, half) == (12.5, 5, 2.5)


def test_inner_functions():
    global count

    @njit
    def outer(n):
        def more(k):
            global count
            count += k

        for k in range(n):
            more(k)
        return count

    count = 1
    assert (outer(4), count) == (7, 7)


def test_one_that_code_has_as_a_constant_is_not_assigned_to():
    early = njit(lambda: frozen)
    assert early() == 3

    @njit
    def late():
        global frozen
        frozen += 1

    with pytest.raises(UnsupportedError, match=r"global variable 'frozen'(.|\n)*may have it as a constant"):
        late()


def test_a_value_of_another_type():
    global count
    bump()
    count = 2.5
    # Where fields have been found to hold more since, the function is compiled again.
    try:
        assert bump() == 3.5
    except TypeError as error:
        assert "count:float64" in str(error)  # noqa: PT017
    count = 0


def test_functions_whose_loops_run_on_all_cores_assign_to_none():
    @njit(parallel=True)
    def counted(n):
        global count
        for _ in prange(n):
            count += 1
        return count

    with pytest.raises(UnsupportedError, match=r"global variable 'count'(.|\n)*parallel=True"):
        counted(10)
