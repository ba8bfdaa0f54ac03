"""A matrix class with operators: sums, products, powers, determinants, inverses, and what uses them."""

import numpy as np

from coluber import float64, int64, njit
from coluber.experimental import jitclass


@jitclass([("rows", int64), ("columns", int64), ("cells", float64[:, :])])
class Matrix:
    """A matrix of floats."""

    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.cells = np.zeros((rows, columns))

    def __getitem__(self, at):
        return self.cells[at[0], at[1]]

    def __setitem__(self, at, value):
        self.cells[at[0], at[1]] = value

    def __len__(self):
        return self.rows

    def __eq__(self, other):
        return self.rows == other.rows and self.columns == other.columns and np.abs(self.cells - other.cells).max() < 1e-9

    def __add__(self, other):
        if self.rows != other.rows or self.columns != other.columns:
            raise ValueError("shapes differ")
        result = Matrix(self.rows, self.columns)
        for i in range(self.rows):
            for j in range(self.columns):
                result.cells[i, j] = self.cells[i, j] + other.cells[i, j]
        return result

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return self * -1.0

    def __mul__(self, factor):
        result = Matrix(self.rows, self.columns)
        for i in range(self.rows):
            for j in range(self.columns):
                result.cells[i, j] = self.cells[i, j] * factor
        return result

    def __matmul__(self, other):
        if self.columns != other.rows:
            raise ValueError("shapes do not fit")
        result = Matrix(self.rows, other.columns)
        for i in range(self.rows):
            for j in range(other.columns):
                total = 0.0
                for k in range(self.columns):
                    total += self.cells[i, k] * other.cells[k, j]
                result.cells[i, j] = total
        return result

    def transposed(self):
        result = Matrix(self.columns, self.rows)
        for i in range(self.rows):
            for j in range(self.columns):
                result.cells[j, i] = self.cells[i, j]
        return result

    @property
    def trace(self):
        total = 0.0
        for i in range(min(self.rows, self.columns)):
            total += self.cells[i, i]
        return total

    def text(self):
        lines = []
        for i in range(self.rows):
            lines.append(" ".join([f"{self.cells[i, j]:9.3f}" for j in range(self.columns)]))
        return "\n".join(lines)


@njit
def identity(n):
    result = Matrix(n, n)
    for i in range(n):
        result[i, i] = 1.0
    return result


@njit
def made_up(rows, columns, seed):
    result = Matrix(rows, columns)
    state = seed
    for i in range(rows):
        for j in range(columns):
            state = (state * 1103515245 + 12345) % 2147483648
            result[i, j] = ((state >> 8) % 2001 - 1000) / 100.0
    return result


@njit
def power(matrix, exponent):
    result = identity(len(matrix))
    while exponent > 0:
        if exponent & 1:
            result = result @ matrix
        matrix = matrix @ matrix
        exponent >>= 1
    return result


@njit
def eliminated(matrix):
    """Return the triangular form of a matrix and the sign of the exchanges of rows (Gauss, with pivots)."""
    result = matrix * 1.0
    sign = 1.0
    for k in range(len(result)):
        pivot = k
        for i in range(k + 1, len(result)):
            if abs(result[i, k]) > abs(result[pivot, k]):
                pivot = i
        if abs(result[pivot, k]) < 1e-12:
            return result, 0.0
        if pivot != k:
            sign = -sign
            for j in range(result.columns):
                result[k, j], result[pivot, j] = result[pivot, j], result[k, j]
        for i in range(k + 1, len(result)):
            factor = result[i, k] / result[k, k]
            for j in range(k, result.columns):
                result[i, j] -= factor * result[k, j]
    return result, sign


@njit
def determinant(matrix):
    triangle, sign = eliminated(matrix)
    for i in range(len(triangle)):
        sign *= triangle[i, i]
    return sign


@njit
def inverse(matrix):
    n = len(matrix)
    wide = Matrix(n, 2 * n)
    for i in range(n):
        for j in range(n):
            wide[i, j] = matrix[i, j]
        wide[i, n + i] = 1.0
    triangle, sign = eliminated(wide)
    if sign == 0.0:
        raise ZeroDivisionError("the matrix is singular")
    result = Matrix(n, n)
    for column in range(n):
        for i in range(n - 1, -1, -1):
            total = triangle[i, n + column]
            for k in range(i + 1, n):
                total -= triangle[i, k] * result[k, column]
            result[i, column] = total / triangle[i, i]
    return result


@njit
def fibonacci(n):
    step = Matrix(2, 2)
    step[0, 0] = step[0, 1] = step[1, 0] = 1.0
    return int(power(step, n)[0, 1])


@njit
def largest_eigenvalue(matrix, rounds):
    vector = Matrix(len(matrix), 1)
    for i in range(len(matrix)):
        vector[i, 0] = 1.0
    length = 1.0
    for _ in range(rounds):
        vector = matrix @ vector
        length = (vector.transposed() @ vector)[0, 0] ** 0.5
        vector = vector * (1.0 / length)
    return length


@njit
def failure(kind):
    try:
        if kind == 0:
            Matrix(2, 3) @ Matrix(2, 3)
        elif kind == 1:
            Matrix(2, 3) + Matrix(3, 2)
        else:
            inverse(Matrix(2, 2))
    except ValueError as error:
        return str(error)
    except ZeroDivisionError as error:
        return str(error)
    return "no failure"


@njit
def main(n):
    a, b = made_up(n, n, 1), made_up(n, n, 2)
    facts = [
        f"products {(a @ b) == (a @ b)} {(a @ b) == (b @ a)}",
        f"associative {((a @ b) @ a) == (a @ (b @ a))}, distributive {(a @ (b + a)) == (a @ b + a @ a)}",
        f"transposed {(a @ b).transposed() == (b.transposed() @ a.transposed())}",
        f"determinants {abs(determinant(a @ b) / (determinant(a) * determinant(b)) - 1) < 1e-6}",
        f"inverse {(a @ inverse(a)) == identity(n)}, trace {(a - b).trace:.3f}",
        f"fibonacci {[fibonacci(k) for k in range(1, 50, 7)]}",
        f"eigenvalue {largest_eigenvalue(a @ a.transposed(), 20):.6f}",
        f"{failure(0)}; {failure(1)}; {failure(2)}",
        made_up(3, 4, 5).text(),
        power(made_up(2, 2, 6) * 0.1, 5).text(),
    ]
    return "\n".join(facts)


if __name__ == "__main__":
    print(main(8))
