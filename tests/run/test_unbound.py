# ruff: noqa: F821, F841
"""Local variables that are read before they are assigned."""

from __future__ import annotations

import pytest

from tests.run.support import check, jitted


def assigned_in_one_branch(n):
    if n > 0:
        x = n
    return x


def assigned_in_loop(n):
    for i in range(n):
        y = i * 2
    return y


def loop_variable(n):
    for i in range(n):
        pass
    return i


def assigned_by_break_path(n):
    for i in range(10):
        if i == n:
            found = i
            break
    return found


def assigned_in_two_of_three(n):
    if n == 0:
        z = 1.5
    elif n == 1:
        z = 2.5
    return z * 2


def used_in_loop_before_assignment(n):
    total = 0
    for i in range(n):
        if i > 0:
            total += previous
        previous = i
    return total


def used_in_first_iteration(n):
    total = 0
    for i in range(n):
        total += before
        before = i
    return total


def assigned_in_try(n):
    try:
        if n > 0:
            raise ValueError("early")
        value = n
    except ValueError:
        pass
    return value


@pytest.mark.parametrize("n", [0, 1, 2, 20])
@pytest.mark.parametrize(
    "function",
    [
        assigned_in_one_branch,
        assigned_in_loop,
        loop_variable,
        assigned_by_break_path,
        assigned_in_two_of_three,
        used_in_loop_before_assignment,
        used_in_first_iteration,
        assigned_in_try,
    ],
)
def test_like_the_interpreter(function, n):
    check(function, n, same_error_args=False)


def read_before_it_is_assigned(n):
    found = later + 1  # noqa: F821
    later = n
    return found + later


def updated_before_it_is_assigned(n):
    if n:
        if n > 0:
            c = n
        total = c
    else:
        c += 1
        total = c
    return total


def caught_where_it_is_never_assigned(n):
    total = 0
    for k in range(n):
        try:
            if k == 2:
                total += missing[k]  # noqa: F821
            total += k
        except UnboundLocalError:
            total += 100
    return total
    missing = [n]


@pytest.mark.parametrize("n", [-1, 0, 1, 5])
@pytest.mark.parametrize(
    "function", [read_before_it_is_assigned, updated_before_it_is_assigned, caught_where_it_is_never_assigned]
)
def test_never_assigned_on_a_path(function, n):
    check(function, n, same_error_args=False)


def test_message_names_the_variable():
    with pytest.raises(UnboundLocalError, match="'x'"):
        jitted(assigned_in_one_branch)(0)


def test_caught_inside():
    def f(n):
        try:
            if n > 0:
                x = n
            return x
        except UnboundLocalError:
            return -1

    check(f, 0)
    check(f, 3)


def test_deleted_variable():
    def f(n):
        x = n
        if n > 1:
            del x
        return x

    check(f, 0)
    check(f, 2, same_error_args=False)


def test_delete_and_assign_again():
    def f(n):
        x = n
        del x
        x = n + 1
        return x

    check(f, 4)
