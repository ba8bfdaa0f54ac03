"""Products of stacks of vectors and matrices, and names that ``numpy.linalg`` has for functions of NumPy."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_integer,
    is_none,
    is_number,
    literal_bool,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.axes import constant_axes
from coluber.lib.numpy.tensors import tensordot
from coluber.lib.numpy.ufunc_options import Options, ufunc_like
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _are_arrays(x1: Any, x2: Any, least1: int, least2: int) -> bool:
    if not (is_array(x1) and is_array(x2) and is_number(x1.dtype) and is_number(x2.dtype)):
        return False
    if x1.ndim < least1 or x2.ndim < least2:
        raise errors.NumbaValueError("an operand does not have enough dimensions")
    return True


def _conjugate(a: Any) -> Any:
    return np.conj if is_complex(a.dtype) else _itself


def _itself(a):
    return a


def _number(x1: Any, x2: Any) -> Any:
    return numpy_class(result_type(x1.dtype, x2.dtype))


def _check(n, m):
    if n != m:
        raise ValueError("the last dimensions of the operands are different")


@implements("numpy.vecdot")
def vecdot(
    x1: Any, x2: Any, out: Any = None, *, axis: Any = -1, keepdims: Any = False, casting: Any = "same_kind", order: Any = "K",
    dtype: Any = None, subok: Any = True, signature: Any = None,
) -> FunctionType | None:  # fmt: skip
    """Return the scalar products of vectors along an axis; complex numbers of the first argument are conjugated."""
    options = Options("vecdot", out, True, casting, order, dtype, signature)
    operands = options.operands((x1, x2))
    product = linalg_vecdot(*operands, axis)
    if product is None:
        return None
    first, second, store = options.converter(x1), options.converter(x2), options.storing(_type_of_product(*operands))
    keep = literal_bool(keepdims, "keepdims")

    def impl(
        x1, x2, out=None, *, axis=-1, keepdims=False, casting="same_kind", order="K", dtype=None, subok=True, signature=None
    ):  # fmt: skip
        found = product(first(x1), second(x2), axis)
        return store(np.expand_dims(np.asarray(found), axis) if keep else found, out, True)

    return impl


def _type_of_product(x1: Any, x2: Any) -> tuple[Any, ...]:
    return (result_type(x1.dtype, x2.dtype),)


@implements("numpy.linalg.vecdot")
def linalg_vecdot(x1: Any, x2: Any, axis: Any = -1) -> FunctionType | None:
    """Return the scalar products of vectors along an axis; complex numbers of the first argument are conjugated."""
    if not _are_arrays(x1, x2, 1, 1) or not (axis == -1 or is_integer(axis)):
        return None
    conj, both, number = _conjugate(x1), x1.ndim == x2.ndim == 1, _number(x1, x2)

    def impl(x1, x2, axis=-1):
        _check(x1.shape[axis], x2.shape[axis])
        return np.sum(conj(np.moveaxis(x1, axis, -1)) * np.moveaxis(x2, axis, -1), axis=-1, dtype=number)

    def impl_vectors(x1, x2, axis=-1):
        _check(x1.size, x2.size)
        return np.sum(conj(x1) * x2, dtype=number)

    return impl_vectors if both else impl


@ufunc_like("numpy.matvec", _type_of_product)
def matvec(x1: Any, x2: Any) -> FunctionType | None:
    """Return the products of matrices and vectors."""
    if not _are_arrays(x1, x2, 2, 1):
        return None
    number = _number(x1, x2)

    def impl(x1, x2):
        _check(x1.shape[-1], x2.shape[-1])
        return np.sum(x1 * np.expand_dims(x2, -2), axis=-1, dtype=number)

    def impl_one(x1, x2):
        _check(x1.shape[1], x2.shape[0])
        return x1 @ x2

    return impl_one if (x1.ndim, x2.ndim) == (2, 1) else impl


@ufunc_like("numpy.vecmat", _type_of_product)
def vecmat(x1: Any, x2: Any) -> FunctionType | None:
    """Return the products of vectors, conjugated, and matrices."""
    if not _are_arrays(x1, x2, 1, 2):
        return None
    conj, number = _conjugate(x1), _number(x1, x2)

    def impl(x1, x2):
        _check(x1.shape[-1], x2.shape[-2])
        return np.sum(np.expand_dims(conj(x1), -1) * x2, axis=-2, dtype=number)

    def impl_one(x1, x2):
        _check(x1.shape[0], x2.shape[0])
        return conj(x1) @ x2

    return impl_one if (x1.ndim, x2.ndim) == (1, 2) else impl


@implements("operator.imatmul")
def matmul_in_place(a: Any, b: Any) -> FunctionType | None:
    """Write the product to the first array: ``a @= b``."""
    if not (is_array(a) and is_array(b)):
        return None
    if a.ndim == 0 or b.ndim < 2:
        raise errors.NumbaValueError(
            "inplace matrix multiplication requires the first operand to have at least one and the second at least two "
            "dimensions."
        )
    source, target = as_dtype(result_type(a.dtype, b.dtype)), as_dtype(a.dtype)
    if not np.can_cast(source, target, "same_kind"):
        raise errors.TypingError(
            f"Cannot cast ufunc 'matmul' output from {source!r} to {target!r} with casting rule 'same_kind'"
        )

    def impl(a, b):
        product = a @ b
        if product.shape[-1] != a.shape[-1]:
            raise ValueError(_no_room(a.shape[-1], product.shape[-1]))
        if product.shape != a.shape:
            raise ValueError(
                "non-broadcastable output operand with shape " + str(a.shape) + " doesn't match " + str(product.shape)
            )
        a[...] = product
        return a

    return impl if max(b.ndim, 2) <= max(a.ndim, 2) else None


def _no_room(there, wanted):
    return (
        "matmul: Output operand 0 has a mismatch in its core dimension 1, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
        f"(size {there} is different from {wanted})"
    )


# ------------------------------------------------------------------------------------------------------ other names


@implements("numpy.linalg.matmul")
def linalg_matmul(x1: Any, x2: Any) -> FunctionType:
    """Return the product of matrices."""
    return lambda x1, x2: np.matmul(x1, x2)


@implements("numpy.linalg.tensordot")
def linalg_tensordot(x1: Any, x2: Any, axes: Any = 2) -> FunctionType | None:
    """Return the sum of products over axes."""
    found = tensordot(x1, x2, axes)
    return found and (lambda x1, x2, axes=2: found(x1, x2))


@implements("numpy.linalg.outer")
def linalg_outer(x1: Any, x2: Any) -> FunctionType | None:
    """Return the products of all pairs of two vectors' elements."""
    if not _are_arrays(x1, x2, 1, 1):
        return None
    if (x1.ndim, x2.ndim) != (1, 1):
        raise errors.NumbaValueError(
            f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim!r} and x2.ndim={x2.ndim!r}."
        )
    return lambda x1, x2: np.outer(x1, x2)


@implements("numpy.linalg.matrix_transpose")
def linalg_matrix_transpose(x: Any) -> FunctionType:
    """Return a view with the last two axes exchanged."""
    return lambda x: np.matrix_transpose(x)


@implements("numpy.linalg.diagonal")
def linalg_diagonal(x: Any, offset: Any = 0) -> FunctionType:
    """Return the diagonals of matrices."""
    return lambda x, offset=0: np.diagonal(x, offset, -2, -1)


@implements("numpy.linalg.trace")
def linalg_trace(x: Any, offset: Any = 0, dtype: Any = None) -> FunctionType:
    """Return the sums along the diagonals of matrices."""
    if is_none(dtype):
        return lambda x, offset=0, dtype=None: np.trace(x, offset, -2, -1)
    number = numpy_class(dtype_type(dtype))
    return lambda x, offset=0, dtype=None: np.trace(x, offset, -2, -1, number)


@implements("numpy.linalg.svdvals")
def svdvals(x: Any) -> FunctionType:
    """Return the singular values."""
    return lambda x: np.linalg.svd(x, compute_uv=False)


@implements("numpy.linalg.vector_norm")
def vector_norm(x: Any, axis: Any = None, keepdims: Any = False, ord: Any = 2) -> FunctionType | None:  # noqa: A002
    """Norm of all elements, or of the vectors along an axis."""
    if not is_array(x):
        return None
    keep = literal_bool(keepdims, "keepdims")
    if isinstance(ord, types.StringLiteral):
        raise errors.NumbaValueError(f"Invalid norm order '{ord.literal_value}' for vectors")
    if is_none(axis):
        return _norm_of_all(x.ndim, keep)
    if isinstance(axis, types.BaseTuple):
        return _norm_along_several(x.ndim, constant_axes(axis, x.ndim), keep)
    return lambda x, axis=None, keepdims=False, ord=2: np.linalg.norm(x, ord, axis, keepdims=keep)  # noqa: A006


def _norm_along_several(ndim: int, axes: tuple[int, ...], keep: bool) -> FunctionType:
    """Return the norm along several axes, of the vectors of all their elements."""
    count = len(axes)
    last = tuple(range(ndim - count, ndim))

    def impl(x, axis=None, keepdims=False, ord=2):  # noqa: A002
        moved = np.moveaxis(x, axes, last)
        length = 1
        for n in moved.shape[ndim - count :]:
            length *= n
        found = np.linalg.norm(moved.reshape((*moved.shape[: ndim - count], length)), ord, -1)
        return np.expand_dims(np.asarray(found), axes) if keep else found

    return _norm_of_all(ndim, keep) if count == ndim else impl


def _norm_of_all(ndim: int, keep: bool) -> FunctionType:
    ones = (1,) * ndim

    def number(x, axis=None, keepdims=False, ord=2):  # noqa: A002
        return np.linalg.norm(x.ravel(), ord)

    def kept(x, axis=None, keepdims=False, ord=2):  # noqa: A002
        return np.asarray(np.linalg.norm(x.ravel(), ord)).reshape(ones)

    return kept if keep else number


@implements("numpy.linalg.matrix_norm")
def matrix_norm(x: Any, keepdims: Any = False, ord: Any = "fro") -> FunctionType | None:  # noqa: A002
    """Norms of matrices."""
    if not is_array(x) or x.ndim < 2:
        return None
    keep = literal_bool(keepdims, "keepdims")
    if isinstance(ord, (str, types.StringLiteral)):
        name = ord if isinstance(ord, str) else str(ord.literal_value)
        return lambda x, keepdims=False, ord="fro": np.linalg.norm(x, name, (-2, -1), keepdims=keep)  # noqa: A006
    return lambda x, keepdims=False, ord="fro": np.linalg.norm(x, ord, (-2, -1), keepdims=keep)  # noqa: A006


@implements("numpy.linalg.multi_dot")
def multi_dot(arrays: Any) -> FunctionType | None:
    """Return the product of the matrices of a tuple, or of the parts of an array along its first axis, from the left."""
    if is_array(arrays, 3):
        return _product_of_rows
    if not isinstance(arrays, types.BaseTuple) or len(arrays) < 2 or not all(is_array(ty) for ty in arrays.types):
        return None
    for k, ty in enumerate(arrays.types):
        if ty.ndim != 2 and not (ty.ndim == 1 and k in (0, len(arrays) - 1)):
            raise errors.NumbaValueError(f"{ty.ndim}-dimensional array given. Array must be two-dimensional")
    product = _product(len(arrays))
    return lambda arrays: product(arrays)


def _product_of_rows(arrays):
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    result = np.dot(arrays[0], arrays[1])
    for k in range(2, len(arrays)):
        result = np.dot(result, arrays[k])
    return result


def _product(count: int) -> FunctionType:
    last = count - 1
    if count == 2:
        return lambda arrays: np.dot(arrays[0], arrays[1])
    before = _product(last)
    return lambda arrays: np.dot(before(arrays), arrays[last])
