"""Random vectors in compiled code, compared with NumPy draw by draw."""

from __future__ import annotations

import pytest

from tests.numpy.random_support import same_draws

BOTH = [
    "multinomial(5, (0.2, 0.8))",
    "multinomial(50, (0.2, 0.3, 0.4), size=2)",
    "multinomial(50, V / 36, size=(2, 3))",
    "multinomial(50, (0, 0.5, 0.5))",
    "multinomial(500, (0.5, 0.5, 0.0), 4)",
    "multinomial(0, (0.2, 0.8))",
    "multinomial(50, (V / 36)[::-1])",
    "multinomial(50, (A / 66)[:, 1], 2)",
    "dirichlet((A + 0.5)[:, 1], 2)",
    "multivariate_normal((0, 1, 2), C[::-1, ::-1], 3)",
    "multivariate_normal(C[:, 0], C.T, 3)",
    "multinomial(5, (1.0,))",
    "multinomial(5, (0.7, 0.8))",
    "multinomial(5, (0.7, 0.8, 0.1))",
    "multinomial(-1, (0.2, 0.8))",
    "multinomial(5, (-0.7, 0.8))",
    "multinomial(5, (np.nan, 0.8))",
    "multinomial(5, V[:0] / 1, 2)",
    "dirichlet((1, 2, 0.5))",
    "dirichlet((1, 2, 0.5), 3)",
    "dirichlet(V + 0.5, (2, 2))",
    "dirichlet((0.05, 0.01, 0.02), 3)",
    "dirichlet((0.05, 0.0, 0.02), 3)",
    "dirichlet((0.05, 0.02, 0.0), 3)",
    "dirichlet((0.0, 0.0))",
    "dirichlet((1, 0, 0.5))",
    "dirichlet((1, -1))",
    "dirichlet(V[:0] / 1)",
    "multivariate_normal((0, 1, 2), C)",
    "multivariate_normal((0, 1, 2), C, 5)",
    "multivariate_normal((0, 1, 2), C, (2, 3), 'raise')",
    "multivariate_normal((0.5,), ((4.0,),), 5)",
    "multivariate_normal((0, 1), ((1, 0.5), (0.5, -2)), check_valid='raise')",
    "multivariate_normal((0, 1), ((1, 0.5), (0.5, -2)), check_valid='ignore')",
    "multivariate_normal((0, 1), C)",
    "multivariate_normal((0, 1), C[:2])",
]


@pytest.mark.parametrize("kind", ["numpy", "generator"])
@pytest.mark.parametrize("text", BOTH)
def test_functions_and_methods(text, kind):
    same_draws(f"{'np.random' if kind == 'numpy' else 'g'}.{text}", kind)


@pytest.mark.parametrize(
    "text",
    [
        "multivariate_normal((0, 1, 2), C, 5, method='eigh')",
        "multivariate_normal((0, 1, 2), C, 5, method='cholesky')",
        "multivariate_normal((0, 1, 2), C, (3, 2), method='svd', check_valid='raise')",
        "multivariate_normal((0, 1), ((1, 0.5), (0.5, -2)), check_valid='raise', method='eigh')",
        "multinomial(np.array([3, 40]), (0.2, 0.8)), g.multinomial([3, 40], [0.2, 0.8], (3, 2))",
        "multinomial(50, A[:, :2] / A[:, :2].sum(axis=1, keepdims=True)), g.multinomial([[3], [9]], [[0.5, 0.5]], (2, 1))",
        "multinomial(np.array([3, 4]), (0.2, 0.8), (2, 5))",
        "multinomial(np.array([3, 4]), np.full((3, 2), 0.5))",
        "multinomial([3, 4], (0.2, 0.8), (2, 1))",
        "multinomial(np.array([3, -1]), (0.2, 0.8))",
        "multinomial(3, np.array([[0.2, 0.8], [1.1, 0.0]]))",
        "multinomial([3, 4], A[:, :0])",
        "multivariate_hypergeometric((10, 20, 5), 12)",
        "multivariate_hypergeometric((10, 20, 5), 30, 3)",
        "multivariate_hypergeometric((10, 20, 5), 12, (2, 2), 'count')",
        "multivariate_hypergeometric(V, 12, 3, method='count')",
        "multivariate_hypergeometric((10, -1), 3)",
        "multivariate_hypergeometric(V[::-2], 12, 3)",
        "multivariate_hypergeometric((10, 1), 12)",
        "multivariate_hypergeometric((10, 1), -2)",
        "multivariate_hypergeometric((10**9, 1), 2)",
    ],
)
def test_methods(text):
    same_draws(f"g.{text}", "generator")
