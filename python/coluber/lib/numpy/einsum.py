"""``einsum``: sums of products over axes that a constant string names."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import strided_view
from coluber.lib.kinds import is_array, is_half, is_number, literal_str, numpy_class, result_type
from coluber.lib.numpy.arguments import gather_items, reversed_axes
from coluber.lib.numpy.einsum_axes import call_with_text, numbered
from coluber.lib.numpy.subscripts import InvalidSubscriptsError, mismatch, parse_subscripts
from coluber.lib.numpy.tensors import contraction
from coluber.lib.numpy.ufunc_options import Options, are_defaults
from coluber.lib.numpy.vectors import sum_in_lanes
from coluber.np.numpy_support import as_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


# Types of elements for whose products of matrices NumPy has fast loops.
_FLOATING = ("float32", "float64", "complex64", "complex128")


def _refused(text: str) -> FunctionType:
    """Return the function that raises ValueError."""

    def impl(subscripts, *operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
        raise ValueError(text)

    return impl


def _nothing(operands):
    return ()


def _extents(inputs: list[str], labels: str, right: str, is_view: bool = False) -> FunctionType:
    """Return the function of a tuple of operands that gives the lengths of the axes with some labels."""
    extents, refuse = _nothing, mismatch(inputs, right)
    for label in labels:
        places = [(k, axis) for k, names in enumerate(inputs) for axis, name in enumerate(names) if name == label]
        extents = _one_more(extents, _extent(places, label, refuse, is_view))
    return extents


def _one_more(before: FunctionType, value: FunctionType) -> FunctionType:
    def items(operands):
        return (*before(operands), value(operands))

    return items


def _extent(places: list[tuple[int, int]], label: str, refuse: FunctionType, is_view: bool) -> FunctionType:
    """Return the length of an axis, which all operands that have it agree on, but for those of length 1."""
    k, axis = places[0]

    def first(operands):
        return operands[k].shape[axis]

    if len(places) == 1:
        return first
    rest, is_one_operand = _extent(places[1:], label, refuse, is_view), k == places[1][0]
    which, second = "single operand" if is_view else f"operand {k}", places[1][1]

    def agreed(operands):
        n, m = operands[k].shape[axis], operands[k].shape[second if is_one_operand else axis]
        if n != m:
            raise ValueError(f"dimensions in {which} for collapsing index '{label}' don't match ({n} != {m})")
        other = rest(operands)
        if n != other and n != 1 and other != 1:
            refuse(operands)
        return max(n, other) if n != 0 and other != 0 else 0

    return agreed


def _step(axes: list[int]) -> FunctionType:
    """Return the function that gives the distance between elements along the axes of one label; 0 where one is repeated."""

    def no_step(a):
        return 0

    if not axes:
        return no_step
    axis, rest = axes[0], _step(axes[1:])

    def step(a):
        return (a.strides[axis] if a.shape[axis] != 1 else 0) + rest(a)

    return step


def _view_function(names: str, labels: str) -> FunctionType:
    """Return ``(a, shape)``: a view of an operand with an axis for each label."""
    steps = _nothing
    for label in labels:
        steps = _one_more(steps, _step([axis for axis, name in enumerate(names) if name == label]))

    def view(a, shape):
        return strided_view(a, shape, steps(a))

    return view


def _as_number(number: Any) -> tuple[FunctionType, FunctionType, FunctionType]:
    """Return the products of one, two and three numbers."""

    def one(a):
        return number(a)

    def two(a, b):
        return number(number(a) * number(b))

    def three(a, b, c):
        return number(number(number(a) * number(b)) * number(c))

    return one, two, three


def _sum_one(depth: int, number: Any, item: FunctionType) -> FunctionType:
    if depth == 0:
        return item
    inner = _sum_one(depth - 1, number, item)

    def total(a):
        result = number(0)
        for i in range(a.shape[0]):
            result = number(result + inner(a[i]))
        return result

    return total


def _sum_two(depth: int, number: Any, item: FunctionType) -> FunctionType:
    if depth == 0:
        return item
    inner = _sum_two(depth - 1, number, item)

    def total(a, b):
        result = number(0)
        for i in range(a.shape[0]):
            result = number(result + inner(a[i], b[i]))
        return result

    def term(a, b, i):
        return inner(a[np.uint64(i)], b[np.uint64(i)])

    is_inner = depth == 1 and number in (np.float32, np.float64)
    return sum_in_lanes(term, number) if is_inner else total


def _sum_three(depth: int, number: Any, item: FunctionType) -> FunctionType:
    if depth == 0:
        return item
    inner = _sum_three(depth - 1, number, item)

    def total(a, b, c):
        result = number(0)
        for i in range(a.shape[0]):
            result = number(result + inner(a[i], b[i], c[i]))
        return result

    return total


def _fill_one(depth: int, total: FunctionType) -> FunctionType:
    inner = _fill_one(depth - 1, total) if depth > 1 else None

    def store(out, a):
        for i in range(out.shape[0]):
            out[i] = total(a[i])

    def descend(out, a):
        for i in range(out.shape[0]):
            inner(out[i], a[i])

    return store if inner is None else descend


def _fill_two(depth: int, total: FunctionType) -> FunctionType:
    inner = _fill_two(depth - 1, total) if depth > 1 else None

    def store(out, a, b):
        for i in range(out.shape[0]):
            out[i] = total(a[i], b[i])

    def descend(out, a, b):
        for i in range(out.shape[0]):
            inner(out[i], a[i], b[i])

    return store if inner is None else descend


def _fill_three(depth: int, total: FunctionType) -> FunctionType:
    inner = _fill_three(depth - 1, total) if depth > 1 else None

    def store(out, a, b, c):
        for i in range(out.shape[0]):
            out[i] = total(a[i], b[i], c[i])

    def descend(out, a, b, c):
        for i in range(out.shape[0]):
            inner(out[i], a[i], b[i], c[i])

    return store if inner is None else descend


class _Plan:
    """What the functions for one, two and three operands need."""

    __slots__ = ("depth", "extents", "number", "out_extents", "rank", "views")

    def __init__(self, inputs: list[str], right: str, dtype: Type) -> None:
        summed = "".join(sorted(set("".join(inputs)) - set(right)))
        labels = right + summed
        self.number = numpy_class(dtype)
        self.rank, self.depth = len(right), len(summed)
        self.extents, self.out_extents = _extents(inputs, labels, right), _extents(inputs, right, right)
        self.views = [_view_function(names, labels) for names in inputs]


def _einsum_one(plan: _Plan) -> FunctionType:
    number, extents, out_extents, view = plan.number, plan.extents, plan.out_extents, plan.views[0]
    total = _sum_one(plan.depth, number, _as_number(number)[0])

    def scalar(subscripts, a, optimize=False):
        return total(view(a, extents((a,))))

    if plan.rank == 0:
        return scalar
    fill = _fill_one(plan.rank, total)

    def impl(subscripts, a, optimize=False):
        out = np.empty(out_extents((a,)), number)
        fill(out, view(a, extents((a,))))
        return out

    return impl


def _einsum_two(plan: _Plan) -> FunctionType:
    number, extents, out_extents, (first, second) = plan.number, plan.extents, plan.out_extents, plan.views
    total = _sum_two(plan.depth, number, _as_number(number)[1])

    def scalar(subscripts, a, b, optimize=False):
        shape = extents((a, b))
        return total(first(a, shape), second(b, shape))

    if plan.rank == 0:
        return scalar
    fill = _fill_two(plan.rank, total)

    def impl(subscripts, a, b, optimize=False):
        shape = extents((a, b))
        out = np.empty(out_extents((a, b)), number)
        fill(out, first(a, shape), second(b, shape))
        return out

    return impl


def _einsum_three(plan: _Plan) -> FunctionType:
    number, extents, out_extents, (first, second, third) = plan.number, plan.extents, plan.out_extents, plan.views
    total = _sum_three(plan.depth, number, _as_number(number)[2])

    def scalar(subscripts, a, b, c, optimize=False):
        shape = extents((a, b, c))
        return total(first(a, shape), second(b, shape), third(c, shape))

    if plan.rank == 0:
        return scalar
    fill = _fill_three(plan.rank, total)

    def impl(subscripts, a, b, c, optimize=False):
        shape = extents((a, b, c))
        out = np.empty(out_extents((a, b, c)), number)
        fill(out, first(a, shape), second(b, shape), third(c, shape))
        return out

    return impl


def _is_matrix_product(inputs: list[str], right: str, operands: list[Any]) -> bool:
    """Whether the sums are over just those axes that two operands have in common."""
    first, second = map(set, inputs)
    is_plain = len(first) == len(inputs[0]) and len(second) == len(inputs[1])
    is_sum = bool(first & second) and bool(right) and first ^ second == set(right)
    return is_plain and is_sum and all(ty.dtype.name in _FLOATING for ty in operands)


def _einsum_by_dot(plan: _Plan, inputs: list[str], right: str, operands: list[Any]) -> FunctionType:
    """Return the function that makes a product of matrices of the operands, unless an axis of length 1 is repeated."""
    first, second = inputs
    common = [label for label in first if label in second]
    contract = contraction(operands[0], operands[1], tuple(map(first.index, common)), tuple(map(second.index, common)))
    left = [label for label in first + second if label not in common]
    order, general = tuple(map(left.index, right)), _einsum_two(plan)
    shape_of_first = _lengths([first.index(label) for label in common])
    shape_of_second = _lengths([second.index(label) for label in common])

    def impl(subscripts, a, b, optimize=False):
        if shape_of_first(a) != shape_of_second(b):
            return general(subscripts, a, b)
        return np.ascontiguousarray(np.transpose(contract(a, b), order))

    return impl


def _lengths(axes: list[int]) -> FunctionType:
    """Return the function that gives the lengths of some axes."""
    lengths = _nothing
    for axis in axes:
        lengths = _one_more(lengths, _length(axis))
    return lengths


def _length(axis: int) -> FunctionType:
    def length(a):
        return a.shape[axis]

    return length


def _check_casts(options: Options, operands: tuple[Any, ...]) -> None:
    """Raise TypingError where the rule for casts forbids to compute with operands in the type that an argument says."""
    if options.dtype is None:
        return
    target = as_dtype(options.dtype)
    for k, ty in enumerate(operands):
        source = as_dtype(ty.dtype)
        if not np.can_cast(source, target, options.rule):  # type: ignore[arg-type]
            raise errors.TypingError(
                f"Iterator operand {k} dtype could not be cast from {source!r} to {target!r} according to the rule "
                f"'{options.rule}'"
            )


@implements("numpy.einsum")
def einsum(
    subscripts: Any, *operands: Any, out: Any = None, dtype: Any = None, order: Any = "K", casting: Any = "safe",
    optimize: Any = False,
) -> FunctionType | None:  # fmt: skip
    """Return sums of products of arrays over the axes that a constant string names, or numbers in tuples after each."""
    form = numbered(subscripts, operands)
    if form is not None:
        if not are_defaults(out, True, casting, order, dtype, optimize):
            raise errors.TypingError("einsum() takes other arguments beside a text, not beside tuples of axes")
        return call_with_text(form)
    if not operands or not all(is_array(ty) and is_number(ty.dtype) for ty in operands):
        return None
    options = Options("einsum", out, True, casting, order, dtype, None)
    _check_casts(options, operands)
    given = options.operands(operands)
    try:
        inputs, right = parse_subscripts(literal_str(subscripts, "subscripts"), [ty.ndim for ty in given])
    except InvalidSubscriptsError as error:
        return _refused(str(error))
    if len(given) == 1 and right and set(right) == set(inputs[0]) and are_defaults(out, True, casting, order, dtype, False):
        return _view_of_one(inputs, right)
    arrays = [ty for ty in operands if is_array(ty)]
    in_reverse = len(right) > 1 and all(ty.layout == "F" and ty.ndim > 1 for ty in arrays)
    if in_reverse and arrays and are_defaults(out, True, casting, order, dtype, False):
        return _reversed(inputs, right, operands)
    product, result = _product(inputs, right, given), result_type(*[ty.dtype for ty in given])
    if are_defaults(out, True, casting, order, dtype, optimize) and not is_half(result):
        return product
    if is_half(result) and inputs[0][-1:] not in right:
        # NumPy sums numbers of 16 bits in float32 along the last axis.
        options.dtype = types.float32
        product = _rounded(_product(inputs, right, options.operands(operands)), right)
    convert, store = gather_items([options.converter(ty) for ty in operands]), options.storing((result,))

    def impl(subscripts, *operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
        return store(product(subscripts, *convert(operands)), out, True)

    return impl


def _view_of_one(inputs: list[str], right: str) -> FunctionType:
    """Return the function for an operand whose axes are all kept: a view of it, as in NumPy."""
    extents, view = _extents(inputs, right, right, True), _view_function(inputs[0], right)

    def impl(subscripts, a, out=None, dtype=None, order="K", casting="safe", optimize=False):
        return view(a, extents((a,)))

    return impl


def _reversed(inputs: list[str], right: str, operands: tuple[Any, ...]) -> FunctionType:
    """Return the function for arrays in Fortran order, which gives one, too."""
    text = ",".join(labels[::-1] for labels in inputs) + "->" + right[::-1]
    turned = gather_items([reversed_axes(ty) for ty in operands])

    def impl(subscripts, *operands, out=None, dtype=None, order="K", casting="safe", optimize=False):
        return np.einsum(text, *turned(operands)).T

    return impl


def _rounded(product: FunctionType, right: str) -> FunctionType:
    def array(subscripts, *operands):
        return product(subscripts, *operands).astype(np.float16)

    def number(subscripts, *operands):
        return np.float16(product(subscripts, *operands))

    return array if right else number


def _product(inputs: list[str], right: str, operands: Any) -> FunctionType:
    """Return ``(subscripts, *operands)``."""
    if len(operands) > 3:
        return _product_of_many(inputs, right)
    plan = _Plan(inputs, right, result_type(*[ty.dtype for ty in operands]))
    if len(operands) == 2 and _is_matrix_product(inputs, right, operands):
        return _einsum_by_dot(plan, inputs, right, operands)
    return (_einsum_one, _einsum_two, _einsum_three)[len(operands) - 1](plan)


def _product_of_many(inputs: list[str], right: str) -> FunctionType:
    """Return the function that makes one operand of the first two, with the labels that are needed later."""
    later = set(right).union(*inputs[2:])
    kept = "".join(dict.fromkeys(label for label in inputs[0] + inputs[1] if label in later))
    first, rest = f"{inputs[0]},{inputs[1]}->{kept}", f"{','.join([kept, *inputs[2:]])}->{right}"

    def impl(subscripts, *operands):
        return np.einsum(rest, np.einsum(first, operands[0], operands[1]), *operands[2:])

    return impl
