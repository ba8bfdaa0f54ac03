"""Products of vectors and matrices, by loops over whole rows."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.core.threads import prange
from coluber.lib.intrinsics import in_kernel, numpy_loop
from coluber.lib.kinds import is_array, is_complex, is_half, is_integral, is_none, is_number, numpy_class, result_type
from coluber.lib.numpy.arguments import array_type, is_array_like, to_array
from coluber.lib.numpy.conversion import c_order_function
from coluber.lib.numpy.loops import extents, has_loop
from coluber.lib.numpy.parallel import piece_count
from coluber.lib.numpy.stacks import stacked_product
from coluber.lib.numpy.tensors import contraction
from coluber.lib.numpy.texts import not_aligned
from coluber.lib.numpy.ufunc_options import Options, ufunc_like
from coluber.lib.numpy.vectors import add_product, sum_in_lanes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Rows of the second matrix that are used together: they stay in the first cache for all rows of the first matrix.
_BLOCK = 64

# Matrices of so many elements pay for the call of the library of linear algebra.
_LARGE = 4096

# From this length on, NumPy's library of linear algebra takes more than one core.
_LONG = 16384


def _dtype(a: Any, b: Any) -> Any:
    return result_type(a.dtype, b.dtype)


def vector_product(
    a: Any, b: Any, is_conjugated: bool = False, several_cores: bool = True, is_matmul: bool = False
) -> FunctionType:
    """Return the scalar product."""
    dtype = _dtype(a, b)
    number, index = numpy_class(dtype), np.uint64

    not_aligned = _not_aligned((1, 1), is_matmul)

    def check(a, b):
        if a.size != b.size:
            raise ValueError(not_aligned(a.shape, b.shape))

    def product(a, b, i):
        x = number(a[index(i)])
        return (x.conjugate() if is_conjugated else x) * number(b[index(i)])

    def in_order(a, b):
        check(a, b)
        total = number(0)
        for i in range(a.size):
            total = number(total + product(a, b, i))
        return total

    def of_contiguous(a, b):
        check(a, b)
        total = number(0)
        for i in range(a.size):
            total = add_product(total, number(a[index(i)]), number(b[index(i)]))
        return total

    in_lanes = sum_in_lanes(product, number)

    def of_strided(a, b):
        check(a, b)
        return in_lanes(a, b)

    def on_cores(a, b):
        if a.size < _LONG or in_kernel():
            return here(a, b)
        check(a, b)
        result = np.empty(1, number)
        if by_vectors:
            numpy_loop(loop, extents((1, a.size), (0, 0, 0, a.strides[0], b.strides[0])), a, b, result)
        else:
            n, size, (s,), (t,) = a.size, result.itemsize, a.strides, b.strides
            numpy_loop(loop, extents((1, 1, n, 1), (0, 0, 0, s * n, s, t, size, size, size)), a, b, result)
        return result[0]

    of_floats = of_contiguous if a.layout == b.layout == "C" else of_strided
    here = in_order if is_integral(dtype) or is_complex(dtype) else of_floats
    code = _LETTERS.get(dtype.name)
    # vecdot conjugates complex numbers.
    by_vectors = is_conjugated or not is_complex(dtype)
    loop = f"numpy.{'vecdot' if by_vectors else 'matmul'} {code}{code}->{code}"
    can = several_cores and code is not None
    return on_cores if can and a.dtype == b.dtype and has_loop(loop) else here


def _mismatch(shape, other):
    length, wanted = other[max(len(other) - 2, 0)], shape[len(shape) - 1]
    return (
        "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
        f"(size {length} is different from {wanted})"
    )


@cache
def _not_aligned(ranks: tuple[int, int], is_matmul: bool) -> FunctionType:
    """Return ``(shape, other)``: the message for shapes of so many axes whose product is not defined."""
    if is_matmul:
        return _mismatch
    return not_aligned(ranks, max(ranks[1] - 2, 0))


def _matrix_vector(a: Any, b: Any, is_matmul: bool = False) -> FunctionType:
    dtype = _dtype(a, b)
    number, scalar, not_aligned = numpy_class(dtype), vector_product(a, b), _not_aligned((2, 1), is_matmul)

    def by_rows(a, b):
        result = np.empty(a.shape[0], number)
        for i in range(a.shape[0]):
            result[i] = scalar(a[i], b)
        return result

    column = types.Array(b.dtype, 2, b.layout)
    product = by_rows if _LETTERS.get(dtype.name) is None else _matrix_with(_matrix_product(a, column), by_rows)

    def impl(a, b):
        if a.shape[1] != b.shape[0]:
            raise ValueError(not_aligned(a.shape, b.shape))
        return product(a, b)

    return impl


def _vector_matrix(a: Any, b: Any, is_matmul: bool = False) -> FunctionType:
    dtype = _dtype(a, b)
    number, not_aligned = numpy_class(dtype), _not_aligned((1, 2), is_matmul)

    def by_rows(a, b):
        result = np.zeros(b.shape[1], number)
        for k in range(b.shape[0]):
            x, row = number(a[k]), b[k]
            for j in range(result.size):
                result[j] = number(result[j] + x * number(row[j]))
        return result

    row = types.Array(a.dtype, 2, a.layout)
    product = by_rows if _LETTERS.get(dtype.name) is None else _with_matrix(_matrix_product(row, b), by_rows)

    def impl(a, b):
        if a.shape[0] != b.shape[0]:
            raise ValueError(not_aligned(a.shape, b.shape))
        return product(a, b)

    return impl


def _matrix_with(of_matrices: FunctionType, by_rows: FunctionType) -> FunctionType:
    """Return the product of a matrix and a vector: of a large one by the library of linear algebra, but in kernels."""

    def product(a, b):
        if a.size < _LARGE or in_kernel():
            return by_rows(a, b)
        return of_matrices(a, np.expand_dims(b, 1)).reshape(a.shape[0])

    return product


def _with_matrix(of_matrices: FunctionType, by_rows: FunctionType) -> FunctionType:
    """Return the product of a vector and a matrix, as `_matrix_with` does."""

    def product(a, b):
        if b.size < _LARGE or in_kernel():
            return by_rows(a, b)
        return of_matrices(np.expand_dims(a, 0), b)[0]

    return product


def _matrix_matrix(a: Any, b: Any, is_matmul: bool = False) -> FunctionType:
    """Return the matrix product: four rows of b at once are added to a row of the result."""
    number = numpy_class(_dtype(a, b))
    left, right, not_aligned = c_order_function(a), c_order_function(b), _not_aligned((2, 2), is_matmul)

    def add_one(target, x, row):
        for j in range(target.size):
            target[j] = number(target[j] + x * number(row[j]))

    def add_four(target, x0, x1, x2, x3, r0, r1, r2, r3):
        for j in range(target.size):
            pair = number(x0 * number(r0[j]) + x1 * number(r1[j]))
            other = number(x2 * number(r2[j]) + x3 * number(r3[j]))
            target[j] = number(target[j] + number(pair + other))

    def impl(a, b):
        if a.shape[1] != b.shape[0]:
            raise ValueError(not_aligned(a.shape, b.shape))
        p, q = left(a), right(b)
        rows, n = p.shape
        result = np.zeros((rows, q.shape[1]), number)
        for low in range(0, n, _BLOCK):
            high = min(low + _BLOCK, n)
            fours = low + ((high - low) & -4)
            for i in range(rows):
                target, x = result[i], p[i]
                for k in range(low, fours, 4):
                    x0, x1, x2, x3 = number(x[k]), number(x[k + 1]), number(x[k + 2]), number(x[k + 3])
                    add_four(target, x0, x1, x2, x3, q[k], q[k + 1], q[k + 2], q[k + 3])
                for k in range(fours, high):
                    add_one(target, number(x[k]), q[k])
        return result

    return impl


_LETTERS = {"float32": "f", "float64": "d", "complex64": "F", "complex128": "D"}


def _matrix_product(a: Any, b: Any, is_matmul: bool = False) -> FunctionType:
    """Return the matrix product by the library of linear algebra that NumPy has, for the types that this has."""
    dtype = _dtype(a, b)
    code = _LETTERS.get(dtype.name)
    if code is None:
        return _matrix_matrix(a, b, is_matmul)
    number, loop = numpy_class(dtype), f"numpy.matmul {code}{code}->{code}"
    left, right = (converted(x, dtype) for x in (a, b))
    not_aligned = _not_aligned((2, 2), is_matmul)

    def impl(a, b):
        if a.shape[1] != b.shape[0]:
            raise ValueError(not_aligned(a.shape, b.shape))
        p, q = left(a), right(b)
        n, k, m = p.shape[0], p.shape[1], q.shape[1]
        result = np.empty((n, m), number)
        (s0, s1), (t0, t1) = p.strides, q.strides
        numpy_loop(loop, extents((1, n, k, m), (0, 0, 0, s0, s1, t0, t1, m * result.itemsize, result.itemsize)), p, q, result)
        return result

    return impl


def converted(a: Any, dtype: Any) -> FunctionType:
    """Return the function that converts an array to a dtype, which it may have already."""
    number = numpy_class(dtype)
    return (lambda a: a) if a.dtype == dtype else (lambda a: a.astype(number))


_PRODUCTS = {(1, 1): vector_product, (2, 1): _matrix_vector, (1, 2): _vector_matrix, (2, 2): _matrix_product}


def _type_of_product(x1: Any, x2: Any) -> tuple[Any, ...]:
    return (_dtype(x1, x2),)


@ufunc_like("numpy.matmul", _type_of_product)
@implements("operator.matmul")
def matmul(a: Any, b: Any) -> FunctionType | None:
    """Return ``a @ b`` of vectors, matrices and stacks of matrices."""
    if not (is_array(a) and is_array(b)):
        return None
    if is_half(_dtype(a, b)):
        return _rounded_once(np.matmul)
    if a.ndim == b.ndim == 1:
        return vector_product(a, b, is_matmul=True)
    choose = _PRODUCTS.get((a.ndim, b.ndim))
    return choose(a, b, True) if choose is not None else stacked_product(a, b)


def _rounded_once(function: Any) -> FunctionType:
    """Return the product of numbers of 16 bits, whose sums NumPy takes in float32."""

    def number_or_array(product):
        return np.asarray(product).astype(np.float16)[()]

    return lambda a, b: number_or_array(function(a.astype(np.float32), b.astype(np.float32)))


@implements("numpy.dot", "array.dot")
def dot(a: Any, b: Any, out: Any = None) -> FunctionType | None:
    """Return the product of vectors, matrices or numbers."""
    product = _dot(a, b)
    if out is None:
        return product
    if product is None or is_none(out):
        return product and (lambda a, b, out=None: product(a, b))
    dtype = result_type(*(x.dtype if is_array(x) else types.unliteral(x) for x in (a, b)))
    if not is_array(out) or out.dtype != dtype or out.layout != "C":
        raise errors.NumbaValueError(
            "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)"
        )

    def impl(a, b, out=None):
        out[...] = product(a, b)
        return out

    return impl


def _dot(a: Any, b: Any) -> FunctionType | None:
    if is_number(a) and is_number(b):
        return lambda a, b: a * b
    if (is_number(a) and is_array(b)) or (is_array(a) and is_number(b)):
        return _scaled(a, b)
    if not (is_array(a) and is_array(b)):
        return None
    if a.ndim == 0 or b.ndim == 0:
        return _scaled_by_only(a, b)
    if is_half(_dtype(a, b)):
        return _rounded_once(np.dot)
    choose = _PRODUCTS.get((a.ndim, b.ndim))
    if choose is None and a.ndim > 0 and b.ndim > 0:
        place = max(b.ndim - 2, 0)
        return contraction(a, b, (a.ndim - 1,), (place,), not_aligned((a.ndim, b.ndim), place))
    return choose(a, b) if choose is not None else None


def _scaled_by_only(a: Any, b: Any) -> FunctionType | None:
    """Return the product where one array, or both, has no axes: it counts as its element."""
    product = _dot(*(ty.dtype if ty.ndim == 0 else ty for ty in (a, b)))
    return product and (lambda a, b: product(a[()], b[()]))


def _scaled(a: Any, b: Any) -> FunctionType:
    """Return the product of an array and a number, which does not adapt to the array: the function is no ufunc."""
    dtype = result_type(*(x.dtype if is_array(x) else types.unliteral(x) for x in (a, b)))
    number = numpy_class(dtype)
    left, right = (converted(x, dtype) if is_array(x) else number for x in (a, b))

    def impl(a, b):
        return left(a) * right(b)

    return impl


@implements("numpy.vdot")
def vdot(a: Any, b: Any) -> FunctionType | None:
    """Return the scalar product with the first vector conjugated."""
    if not (is_array(a) and is_array(b)):
        return None
    if is_half(_dtype(a, b)):
        return _rounded_once(np.vdot)
    if a.ndim != 1 or b.ndim != 1:
        return lambda a, b: np.vdot(a.ravel(), b.ravel())
    return vector_product(a, b, is_conjugated=is_complex(a.dtype))


@implements("numpy.outer")
def outer(a: Any, b: Any, out: Any = None) -> FunctionType | None:
    """Return the products of all pairs of elements."""
    if not (is_array_like(a) and is_array_like(b)):
        return None
    dtype = _dtype(array_type(a), array_type(b))
    number, first, second = numpy_class(dtype), to_array(a), to_array(b)
    store = Options("multiply", out, True, "same_kind", "K", None, None).storing((dtype,))

    def impl(a, b, out=None):
        x, y = first(a).ravel(), second(b).ravel()
        result = np.empty((x.size, y.size), number)
        pieces = piece_count(x.size, result.size)
        for k in prange(pieces):
            for i in range(x.size * k // pieces, x.size * (k + 1) // pieces):
                result[i] = x[i] * y
        return store(result, out, True)

    return impl
