"""Branches that are decided at compile time are not typed."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, prange
from coluber.core.errors import UnsupportedError
from tests.run.support import check, compile_error, expression, jitted, source

MODE = 2
VERBOSE = False


@pytest.mark.parametrize("condition", ["c is None", "c is not None", "None is c", "not (c is None)"])
@pytest.mark.parametrize("c", [None, 3])
def test_is_none(condition, c):
    from tests.run.support import source

    function = source(f"def f(a, b, c):\n    if {condition}:\n        return a\n    else:\n        return b\n")
    check(function, 1, (1, 2), c)


def test_tutorial_case_that_works():
    def branch_elim_example(a, b, cond):
        if cond is None:
            return a
        else:
            return b

    check(branch_elim_example, 1, (1, 2), None)


def test_tutorial_case_with_a_result_of_two_types():
    def f(a, b, cond):
        if cond:
            return a
        else:
            return b

    check(f, 1, (1, 2), True)
    check(f, 1, (1, 2), False)


def test_default_none():
    def f(a, out=None):
        if out is None:
            out = np.zeros_like(a)
        for i in range(len(a)):
            out[i] = a[i] * 2
        return out

    check(f, np.arange(3.0))
    check(f, np.arange(3.0), np.ones(3))
    check(f, np.arange(3.0), None)


def test_and_of_conditions():
    def f(a, b=None, c=None):
        if b is not None and c is not None:
            return a + b[0] + c[0]
        if b is None or c is None:
            return a
        return a * 2

    check(f, 1.5)
    check(f, 1.5, (1, 2))
    check(f, 1.5, (1, 2), (3.5,))


def test_ternary():
    def f(a, b=None):
        x = 0 if b is None else b[0]
        return a + x

    check(f, 1)
    check(f, 1, (5, 6))


@pytest.mark.parametrize("x", [3, 2.5, (1, 2), np.arange(3.0)])
def test_isinstance(x):
    def f(x):
        if isinstance(x, int):
            return x + 1
        elif isinstance(x, float):
            return x * 0.5
        elif isinstance(x, tuple):
            return x[0] + x[1]
        else:
            return x.sum()

    check(f, x)


def test_isinstance_of_several():
    def f(x):
        if isinstance(x, (int, float)):
            return x
        return x[0]

    check(f, 3)
    check(f, (7, 8))


def test_global_constant():
    def f(x):
        if MODE == 2:
            return x + 1
        return x.no_such_attribute

    def g(x):
        if VERBOSE:
            return x.no_such_attribute
        return x

    check(f, 3)
    check(g, 3)


def test_closure_constant():
    flag = True

    def f(x):
        if flag:
            return x
        return x.no_such_attribute

    check(f, 3)


@pytest.mark.parametrize("condition", ["True", "1", "not False", "1 == 1", "None is None", "2 > 1"])
def test_constant_condition(condition):
    from tests.run.support import source

    check(source(f"def f(x):\n    if {condition}:\n        return x\n    return x.no_such_attribute\n"), 3)


def test_ndim():
    def f(a):
        if a.ndim == 1:
            return a[0]
        return a[0, 0]

    check(f, np.arange(3.0))
    check(f, np.arange(6.0).reshape(2, 3))


def test_len_of_tuple():
    def f(t):
        if len(t) == 2:
            return t[0] + t[1]
        return t[2]

    check(f, (1, 2))
    check(f, (1, 2, 3.5))


def test_shape_length():
    def f(a):
        if len(a.shape) == 1:
            return a[0]
        return a[0, 0]

    check(f, np.arange(3.0))
    check(f, np.arange(6.0).reshape(2, 3))


QUESTIONS = [
    "np.isscalar(x)", "not np.isscalar(x) and x.ndim > 1", "np.ndim(x) == 0", "isinstance(x, np.ndarray)",
    "np.iscomplexobj(x)", "np.isrealobj(x)", "np.ndim(x) > 0 and x.dtype == np.float64",
    "np.ndim(x) > 0 and x.dtype.kind in 'iu'", "np.ndim(x) > 0 and np.issubdtype(x.dtype, np.floating)",
    "np.ndim(x) > 0 and np.issubdtype(x.dtype, np.integer)", "np.ndim(x) > 0 and np.can_cast(x.dtype, np.float32)",
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("x", [3, 2.5, np.arange(3), np.arange(3.0), np.arange(6.0).reshape(2, 3), np.arange(3) * 1j])
def test_questions_about_types(question, x):
    check(source(f"def f(x):\n    if {question}:\n        return 'yes'\n    return 1\n"), x)


@pytest.mark.parametrize("x", [2.5, np.arange(3.0), np.zeros(0), np.arange(6.0).reshape(2, 3)])
def test_question_beside_a_condition(x):
    def f(x):
        if np.ndim(x) == 1 and len(x) > 0:
            return x[0] + 1.5
        return 0.0

    check(f, x)


def test_run_time_condition_is_not_pruned():
    assert "Cannot unify" in compile_error(expression("(a if c else b).x", "a, b, c"), 1, (1, 2), True)


def test_unreachable_code_is_not_typed():
    def f(x):
        return x
        return x.no_such_attribute

    check(f, 3)


def test_branch_of_a_raise_does_not_count():
    def f(x):
        if isinstance(x, tuple):
            raise TypeError("no tuples")
        return x + 1

    check(f, 3)
    check(f, (1, 2))


def test_optional_is_narrowed():
    def f(n):
        x = None
        if n > 0:
            x = n
        if x is None:
            return -1.5
        return x * 2.0

    assert jitted(f)(3) == 6.0
    assert jitted(f)(-3) == -1.5


def test_comparisons_of_constant_floats():
    def made(width):
        draw_thick = jitted(lambda x, w: x + w) if width > 0.0 else None
        draw = None if width > 0.0 else jitted(lambda x: x)

        def f(x):
            if width > 0.0:
                return draw_thick(x, width)
            return draw(x)

        return f

    for width in (0.0, 2.0, 3, np.float64(1.5)):
        check(made(width), 1.0)


@pytest.mark.parametrize(("adjust", "com"), [(True, 1.0), (False, 2.0)])
def test_what_no_iteration_assigns_is_not_carried(adjust, com):
    def f(a, n):
        out = np.zeros(n)
        weight = 1.0 if adjust else 0.25
        for i in prange(n):
            total = 0.0
            for x in a:
                total += x * weight
                if not adjust and com == 1:
                    weight = 1.0 - total
            out[i] = total
        return out

    compiled = njit(parallel=True)(f)
    np.testing.assert_allclose(compiled(np.arange(5.0), 7), f(np.arange(5.0), 7))


def test_what_iterations_assign_is_carried():
    com = 1.0

    def f(a):
        weight = 0.25
        for i in prange(len(a)):
            a[i] *= weight
            if com == 1:
                weight = a[i]
        return a

    with pytest.raises(UnsupportedError, match="'weight' is carried from one iteration of a prange loop to the next"):
        njit(parallel=True)(f)(np.ones(5))
