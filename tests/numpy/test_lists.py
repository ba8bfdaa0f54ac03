"""Lists where NumPy takes sequences and what it makes an array of, compared with NumPy."""

from __future__ import annotations

import random

import numpy as np
import pytest

from coluber import njit
from tests.run.support import assert_same, check, compile_error, expression

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741
CUBE = np.arange(24).reshape(2, 3, 4)


def compare(text, **options):
    check(expression(text, "a, i, c"), A, I, CUBE, **options)


@pytest.mark.parametrize(
    "text",
    [
        "np.array([1, 2, 3])", "np.array([1.5, 2])", "np.array([True, False])", "np.array([1j, 2])",
        "np.asarray([1, 2.5, True])",
        "np.array([[1, 2], [3, 4]])", "np.array([[[1.5]], [[2]]])", "np.array([(1, 2), (3, 4)])", "np.array([(1, 2.5)])",
        "np.array([a, a])", "np.array([a[0], a[1] * 2])", "np.array([a, a.T[:3]][:1])", "np.array([i[1], i[2]])",
        "np.array([np.float32(1), np.float32(2)])", "np.array([np.uint8(1)])", "np.array([])", "np.array([[], []])",
        "np.array([1, 2], dtype=np.float32)", "np.array([[1, 2]], np.complex64)", "np.array([1, 2], ndmin=2)",
        "np.array([[1, 2], [3, 4]], order='F')", "np.array(([1, 2], [3, 4]))", "np.array([([1, 2], [3, 4])])",
        "np.array([x * 0.5 for x in range(4)])", "np.asarray([[x, 2] for x in range(3)])", "np.ascontiguousarray([1, 2])",
        "np.array([i, i], dtype=np.float32)", "np.array([[i, i], [i, i]])", "np.array([(1, 2)], np.float64)",
        "np.array([[1], [2, 3]])", "np.array([a, a[:2]])", "np.array([a[0], a[0][:2]])", "np.array([a, a[:, :2]])",
        "np.array([[[1, 2], [3]]])", "np.array([[[1, 2], [3]], [[4], [5, 6]]])", "np.array([[[1, 2]], [[3], [4]]])",
    ],
)  # fmt: skip
def test_arrays_of_lists(text):
    compare(text)


@pytest.mark.parametrize(
    "text",
    [
        "a.tolist()", "i.tolist()", "c.tolist()", "(a > 3).tolist()", "(i * 1j).tolist()", "a.T[::2].tolist()",
        "a[:0].tolist()",
        "i.astype(np.uint8).tolist()", "a.astype(np.float32).tolist()", "np.array(2.5).tolist()", "a[0, 1].tolist()",
    ],
)  # fmt: skip
def test_tolist(text):
    compare(text)


@pytest.mark.parametrize(
    "text",
    [
        "np.concatenate([i, i])", "np.concatenate([a, a], axis=1)", "np.concatenate([a, a], -1)",
        "np.concatenate([a, a], None)",
        "np.concatenate([a.T, a.T])", "np.concatenate([a.T, a.T], 1)", "np.concatenate([i[:0], i])",
        "np.concatenate([c, c, c], 1)",
        "np.concatenate([i, i], dtype=np.float32)", "np.concatenate([i, i], out=np.empty(8, np.int64))",
        "np.concatenate([[1, 2], [3.5]])", "np.concatenate(([1, 2], i))", "np.concatenate([np.ones(k) for k in range(4)])",
        "np.concatenate([i[:k] for k in i], axis=0)", "np.stack([i, i])", "np.stack([a, a], axis=1)", "np.stack([a, a], -1)",
        "np.stack([i, i], 1, dtype=np.float32)", "np.stack([a.T, a.T])", "np.stack([1, 2])", "np.vstack([i, i])",
        "np.vstack([a, a[:1]])", "np.vstack([[1, 2], [3, 4]])", "np.vstack(([1, 2], [3, 4]))", "np.vstack([1, 2])",
        "np.hstack([i, i])", "np.hstack([a, a[:, :1]])", "np.hstack([1, 2])", "np.dstack([i, i])", "np.dstack([a, a])",
        "np.dstack([c, c])", "np.column_stack([i, i])", "np.column_stack([a, a])", "np.block([a, a])",
        "np.block([[a, a], [a, a]])",
        "np.append(i, [1, 2])", "np.append([1, 2], 3)", "np.append([[1, 2]], [[3, 4]], axis=0)",
        "np.concatenate([i for _ in range(0)])", "np.stack([i for _ in range(0)])", "np.stack([i, i[:2]])",
        "np.vstack([a, a[:, :2]])", "np.concatenate([a, a[:2]], axis=1)",
    ],
)  # fmt: skip
def test_sequences_of_arrays(text):
    compare(text)


@pytest.mark.parametrize(
    "text",
    [
        "np.sum([1, 2, 3])", "np.sum([[1, 2], [3, 4]], axis=0)", "np.mean([1.5, 2.5])", "np.max([3, 1])", "np.sort([2.5, 0.5])",
        "np.unique([2, 1, 2])", "np.interp(1.5, [1, 2, 3], [1.5, 2.5, 0.5])", "np.cumsum([1, 2])", "np.argsort([3.5, 1, 2])",
        "np.median([3, 1, 2])", "np.percentile([3.5, 1, 2], [25, 50])", "np.dot([[1, 2], [3, 4]], [1, 2])", "np.diag([1, 2])",
        "np.where([True, False], [1, 2], [0.5, 1.5])", "np.isin(i, [0, 2])", "np.searchsorted([1, 2, 3], [2, 9])",
        "np.take(a, [0, 1], axis=1)", "a.take([0, 1])", "np.delete(i, [0, 1])", "np.insert(i, [0, 1], [7, 8])",
        "np.tile([1, 2], 2)",
        "np.reshape([1, 2, 3], (3, 1))", "np.zeros_like([1, 2])", "np.shape([[1, 2], [3, 4]])", "np.size([1, 2])",
        "np.ndim([[1]])",
        "np.linalg.solve([[1.0, 2.0], [3.0, 5.0]], [1, 2])", "np.histogram([1, 2, 1], bins=[0, 1, 2, 3])",
        "np.allclose([1], [1.0])",
        "np.bincount([0, 1, 1])", "np.cross([1, 2, 3], [4, 5, 6])", "np.einsum('ij,j', [[1, 2], [3, 4]], [1, 2])",
        "np.full((2, 2), [1, 2])", "np.full((2, 2), i[:2])", "np.full((2, 2), (1, 2.5))", "np.full_like(a, [1, 2, 3, 4])",
        "np.full_like(a, i)", "np.full((2, 2), i[:2], np.float32)",
        "np.sqrt([1.5, 2])", "np.add([1, 2], [0.5, 1])", "np.add([1, 2], 1)", "np.maximum(i, [1, 1, 1, 3])", "np.sin([])",
        "np.maximum(a, [[1], [2], [3]])", "np.power([1, 2], 2, out=np.empty(2, np.int64))",
    ],
)  # fmt: skip
def test_functions_of_lists(text):
    compare(text, rtol=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "a + [1, 2, 3, 4]", "[1, 2, 3, 4] + a", "i * [0.5, 1, 2, 3]", "i == [0, 2, 5, 2]", "[0, 2, 5, 2] < i",
        "a @ [1, 2, 3, 4]",
        "[[1, 2, 3]] @ a", "a ** [1, 2, 1, 2]", "a[[0, 2]]", "a[:, [0, 2]]", "a[[0, 2], [1, 3]]", "a[[[0], [2]], [1, 3]]",
        "i[[True, False, True, True]]", "a[[True, False, True]]", "a[[-1]]", "a[[3]]", "a[[]]", "a[[0, 1], 1:3]",
        "a[1, [0, 1]]",
        "a[[k for k in i if k < 2]]",
    ],
)  # fmt: skip
def test_operators_and_indices(text):
    compare(text)


@pytest.mark.parametrize("text", ["i + [1, 2]", "np.full(3, [1, 2])"])
def test_lengths_that_do_not_fit(text):
    compare(text, same_error_args=False)


def test_assignments():
    def f(a):
        a[0] = [1, 2, 3]
        a[:, [0, 1]] = 7
        a[[0, 1], [2, 2]] = [5, 6]
        a[1] += [1, 1, 1]
        a *= [1, 2, 3]
        a[[True, False]] = [[1, 1, 9]]
        return a

    check(f, np.zeros((2, 3)))


def test_a_list_plus_an_array_is_an_array():
    def f(x):
        items = [1, 2]
        items += x
        return items

    check(f, np.array([3.5, 4]))


def test_arrays_do_not_share_the_items():
    def f(items):
        array = np.asarray(items)
        array[0] = 9
        items[1] = 7
        return items, array

    check(f, [1, 2])


def test_lists_that_grow():
    def f(n):
        values, rows = [], []
        for k in range(n):
            values.append(k * 0.5)
            rows.append(np.arange(3) + k)
        return np.array(values), np.mean(values), np.vstack(rows), np.array(rows)

    check(f, 5)


def test_lists_as_arguments():
    check(lambda x, y: (np.concatenate(x), np.sum(y), np.array(y)), [np.ones(2), np.zeros(3)], [[1, 2], [3, 4]])


def shuffled():
    items = [1.5, 2.5, 3.5, 4.5]
    np.random.shuffle(items)
    return items, np.random.choice(items), np.random.choice([1, 2, 3], 2), np.random.permutation([1, 2, 3])


def drawn():
    items = [1, 2, 3, 4]
    random.shuffle(items)
    words = ["a", "b", "c"]
    random.shuffle(words)
    few, weighted = random.sample(items, 2), random.choices(items, [1, 2, 3, 4], k=3)
    return items, words, random.choice(items), few, weighted, random.choices(words, k=2)


@pytest.mark.parametrize("function", [shuffled, drawn])
def test_random(function):
    @njit
    def seed():
        np.random.seed(5)
        random.seed(5)

    seed.py_func()
    expected = function()
    seed()
    assert_same(njit(function)(), expected)


def test_generators():
    def f(generator):
        items = [1, 2, 3, 4]
        generator.shuffle(items)
        return items, generator.permutation([1, 2, 3]), generator.choice([5, 6, 7], 2)

    assert_same(njit(f)(np.random.default_rng(3)), f(np.random.default_rng(3)))


def test_shapes_have_a_known_length():
    def f(n):
        shape = [n, n]
        if n > 3:
            shape.append(n)
        return np.zeros(shape)

    assert "a shape must be an integer or a tuple of integers" in compile_error(f, 3)
