"""Indices with arrays of integers and masks, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, source

CUBE = np.arange(120.0).reshape(4, 5, 6)
LAYOUTS = {"C": CUBE, "F": np.asfortranarray(CUBE), "A": np.arange(240.0).reshape(4, 5, 12)[:, :, ::2]}
I = np.array([0, 2, -1])  # noqa: E741
J = np.array([[0], [3]])
M = CUBE[:, :, 0] > 40
V = np.array([True, False, True, True])
W = CUBE > 50
Z = np.array(1)
NAMES = "a, i, j, m, v, w, z"
GIVEN = (I, J, M, V, W, Z)

READ = [
    "a[i]", "a[j]", "a[i, i]", "a[j, i]", "a[i, j, i]", "a[:, i]", "a[:, j]", "a[..., i]", "a[i, :, i]", "a[0, :, i]",
    "a[:, 0, i]", "a[i, ..., 0]", "a[i, None]", "a[:, None, i]", "a[None, i, 1:3]", "a[1:, i, ::2]", "a[m]", "a[v]",
        "a[v, i]",
    "a[v, :, i]", "a[m, 0]", "a[w]", "a[w[::-1]]", "a.T[i]", "a.T[w.T]", "a[z]",
    "a[z, z, z]", "a[z, 0, :]", "a[:, z]", "a[i,]", "a[v, ..., i]", "a[:, w[0, :, 0]]",
    "a[np.uint8(1), i]", "a[i.astype(np.int8)]", "a[1, 1, i]", "a[1, w[1]]", "a[(0, -1), 1]", "a[:, (0, 2)]",
    "a[i, (1, 0, 1)]", "a[a[0, 0].astype(np.int64) % 4]", "w[w]", "i[i]", "i[v[1:]]", "a[i[:0]]", "a[0, 0][..., i]",
        "a[0, 0][..., w[0, 0]]",
]  # fmt: skip
WRITE = [
    "a[i] = 0", "a[i] = 1.5 * a[i]", "a[i] += 2", "a[j] = a[j, 0:1]", "a[i, i] = a[0, 0]", "a[:, i] = 7",
        "a[:, i] = a[:, :3]",
    "a[:, j] = a[0, 0]", "a[..., i] = i", "a[0, :, i] = 9", "a[m] = a[m] * 2",
    "a[w] = 0", "a[w] *= 2", "a[w] = a[w][::-1]", "a[w] = i[:1]", "a[v] = a[0]", "a[v, i] = 8", "a[z] = 3", "a[z, z, z] = 4",
    "a[z, 0, :] = a[0, 0]", "a[:, z] = a[:, 0]", "a.T[i] = a.T[:3]", "a[i] = np.full((1, 1, 1, 3, 5, 6), 2.0)",
        "w[w] = False",
    "a[i, j, i] = z", "a[1, 2, i] -= i", "a[i * 0] += 1", "a[i] = a[::-1][i]",
    "a[(0, 1), 2] = 5", "w[w] = w[w][::-1]", "a[2, i][1:] = 5", "i[i] = i", "a[i] = np.int8(3)", "a[i[:0]] = 4",
    "a[0, 0][..., i] = 3", "a[0, 0][..., i] = i", "a[z, z, z] = z", "a[0, 0][..., w[0, 0]] = 1",
]  # fmt: skip


@pytest.mark.parametrize("lines", groups(READ))
def test_reading(lines):
    check_lines(lines, NAMES, CUBE, *GIVEN)


@pytest.mark.parametrize("layout", ["F", "A"])
def test_reading_of_other_layouts(layout):
    lines = ("a[i]", "a[:, i]", "a[i, i]", "a[m]", "a[w]", "a[z]", "a[1, :, i]")
    check_lines(lines, NAMES, LAYOUTS[layout], *GIVEN)


@pytest.mark.parametrize("text", WRITE)
def test_assignment(text):
    check(source(f"def f({NAMES}):\n    {text}\n"), CUBE, *GIVEN)


@pytest.mark.parametrize("layout", ["F", "A"])
@pytest.mark.parametrize("text", ["a[i] = 1", "a[:, i] += a[0, 0, 0]", "a[w] = 3", "a[w] = a[w] + 1", "a[m] = a[0, 0]"])
def test_assignment_in_other_layouts(text, layout):
    check(source(f"def f({NAMES}):\n    {text}\n"), LAYOUTS[layout], *GIVEN)


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "u8", "f2", "f4", "c8", "c16"])
def test_dtypes(dtype):
    a = (np.arange(30) % 7).reshape(5, 6).astype(dtype)
    check(
        source("def f(a, i, m):\n    b = a[i]\n    a[m] = a[1, 1]\n    a[i, i] = b[0, 0]\n    return b, a[m], a[:, i]\n"),
        a,
        I,
        a != 2,
    )


@pytest.mark.parametrize(
    "lines",
    groups([
        "a[i + 5]", "a[i - 5]", "a[:, i + 5]", "a[i, i, i + 9]", "a[7, i]", "a[i, :, -9]", "a[v[:3]]", "a[m.T]", "a[:, v]",
        "a[np.asarray(z + 9)]",
        "a[i, i[:2]]", "a[j, w[0, 0, :3]]",
    ]),
)  # fmt: skip
def test_indices_that_are_not_there(lines):
    check_lines(lines, NAMES, CUBE, *GIVEN)


@pytest.mark.parametrize(
    "text",
    [
        "a[i + 5] = 0", "a[i + 2] = a[i]", "a[:, i - 9] = 0", "a[v[:3]] = 0", "a[w] = i", "a[i] = i", "a[i, i] = a[0]",
        "a[0, :, i] = a[1, :3]", "a[i] = np.zeros((2, 3, 5, 6))", "a[v] = a[:2]",
    ],
)  # fmt: skip
def test_assignments_that_are_not_possible(text):
    check(source(f"def f({NAMES}):\n    {text}\n"), CUBE, *GIVEN)


def test_more_indices_than_axes():
    assert "array is 1-dimensional, but 2 were indexed" in compile_error(expression("a[b, b]"), CUBE[0, 0], I)
    assert "array is 2-dimensional, but 3 were indexed" in compile_error(expression("a[b]"), CUBE[0], W)


def test_elements_of_records():
    a = np.zeros(5, [("x", "i4"), ("y", "f8")])
    a["x"] = np.arange(5)
    check(source("def f(a, i):\n    return a[i]['x'].sum(), a['y'][i], a[a['x'] > 2].size\n"), a, I)
