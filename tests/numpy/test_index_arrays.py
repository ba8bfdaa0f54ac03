"""Arrays of indices and positions, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.run.support import check, check_lines, compile_error, expression, groups, jitted

A = np.arange(12.0).reshape(3, 4)
I = np.array([0, 2, 1, 2])  # noqa: E741


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.ix_(i, i[:2])", "np.ix_(i)", "np.ix_((0, 1), a[:, 0] > 0)", "a[np.ix_(i, (0, 3))]", "a[np.ix_(a[:, 0] > 0, i)]",
        "np.indices((2, 3))", "np.indices((4,))", "np.indices((2, 1, 3), np.float32)", "np.indices((2, 3), sparse=True)",
        "np.diag_indices(3)", "np.diag_indices(3, 3)", "np.diag_indices_from(a[:, :3])", "np.tril_indices(3)",
        "np.tril_indices(3, 1)", "np.tril_indices(3, -1, 5)", "np.triu_indices(3)", "np.triu_indices(4, k=-2)",
        "np.triu_indices(2, 1, 4)", "np.triu_indices(0)", "np.tril_indices_from(a)", "np.tril_indices_from(a, -1)",
        "np.triu_indices_from(a.T, 1)", "a[np.triu_indices(3)]", "np.argwhere(a > 3)", "np.argwhere(i)", "np.argwhere(a.T)",
        "np.argwhere(a[None] > 20)",
        "np.unravel_index(7, (3, 4))", "np.unravel_index(i * 3, (3, 4))", "np.unravel_index(i, 5)",
        "np.unravel_index(i, (3, 4), order='F')",
        "np.unravel_index((5, 3), (2, 2, 2), 'F')", "np.unravel_index(np.argmax(a), a.shape)",
        "np.ravel_multi_index((i, i), (3, 4))", "np.ravel_multi_index((1, 2), (3, 4))",
        "np.ravel_multi_index((i, 3), (3, 4), order='F')",
        "np.ravel_multi_index((i - 5, i * 5), (3, 4), mode='wrap')", "np.ravel_multi_index((2, 1, 0), (3, 4, 5), order='F')",
        "np.ravel_multi_index((i - 5, i * 5), (3, 4), mode='clip')",
        "np.ravel_multi_index((i + 2, i * 5), (3, 4), mode=('clip', 'wrap'))",
        "np.ravel_multi_index((5, 6), (3, 4), mode=('clip', 'wrap'), order='F')",
        "np.ravel_multi_index(np.stack((i + 2, i * 5)), (3, 4), mode=('clip', 'wrap'))",
        "np.ravel_multi_index((a[:, :1].astype(np.int64) % 3, i), (3, 4))",
    ]),
)  # fmt: skip
def test_values(lines):
    check_lines(lines, "a, i", A, I)


@pytest.mark.parametrize(
    "lines",
    groups([
        "np.unravel_index(12, (3, 4))", "np.unravel_index(i - 1, (3, 4))", "np.ravel_multi_index((i, i * 2), (3, 4))",
        "np.ravel_multi_index((3, 0), (3, 4))", "np.diag_indices_from(a)",
    ]),
)  # fmt: skip
def test_what_is_not_there(lines):
    check_lines(lines, "a, i", A, I)


def test_setting_a_grid():
    def f(a, i):
        a[np.ix_((0, 2), i[:2])] = 7
        a[np.tril_indices(3, -1)] *= 2
        a[np.diag_indices(3)] = 0

    check(f, A, I)


def test_refused():
    assert "2-d" in compile_error(expression("np.tril_indices_from(a)", "a"), A[0])
    assert "int indices" in compile_error(expression("np.unravel_index(a, (3, 4))", "a"), A)
    assert "length 2" in compile_error(expression("np.ravel_multi_index((1,), (3, 4))", ""))
    assert jitted(expression("np.diag_indices(a)[1]", "a"))(2).tolist() == [0, 1]
