"""Arguments that NumPy reads, or refuses, by a rule of their own: no axes, arrays without axes, constants without room."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check, check_error, check_rows, grouped
from tests.run.support import compile_error, expression, groups

VECTOR, OTHER = np.array([1.0, 5, 2, 7, 3, 3.5]), np.array([2.0, 1, 4, 4, 6, 0])
WHOLE, FLAGS, ONLY = np.arange(12).reshape(3, 4), VECTOR > 3, np.array(2.5)
MATRIX = WHOLE * 1.5
MATRIX[0, 0] = np.nan

NO_AXES = """
    np.median(a, axis=(), keepdims=True); np.nanmean(a, axis=(), keepdims=True); np.nanmedian(a, axis=()); np.expand_dims(a, ())
    np.nanvar(a, axis=()); np.percentile(a, 30, axis=()); np.ptp(a, axis=()); np.average(a, axis=()); np.flip(a, ())
"""

ROWS = [
    ("np.interp(a,b,b), np.interp(a,b,b,left=1,period=2), np.digitize(a,b), np.digitize(a,b,right=True)", ONLY, np.arange(4.0)),
    ("np.einsum('->',a)", ONLY),
    ("np.einsum(a,[0,1],b,[1,2]), np.einsum(a,[0,1],b,[1,2],[2,0])", WHOLE, WHOLE.T * 2.0),
    ("np.histogram2d(a,b,bins=[3,4]), np.histogram2d(a,b,[[0,2,9],[0,1,5,7]])", VECTOR, OTHER),
    ("np.linalg.matrix_power(a,-2), np.linalg.matrix_power(a,n=-1)", np.array([[1, 2], [3, 4]])),
    ("np.linalg.matrix_power(a,-1)", np.array([[[1, 2], [3, 4]]] * 2, dtype=np.int8)),
    ("np.nanstd(a,ddof=20), np.nanvar(a,0,ddof=3), np.nanstd(a,(0,1),keepdims=True), np.nanvar(a,correction=1)", WHOLE),
    ("np.nanvar(a,where=a>2), np.nanstd(a,dtype='f4',axis=1)", WHOLE),
    ("np.round(a), a.round(), np.round(a,0)", FLAGS),
    ("np.max(a,initial=3), np.max(a,initial=30,axis=0)", WHOLE.astype("u1")),
    ("np.cumulative_sum(a,dtype='f4'), np.cumulative_prod(a,include_initial=True), np.cumulative_sum(a,axis=None)", ONLY),
    ("np.union1d(a,3), np.union1d(a,2.5), np.union1d(7,a)", WHOLE.astype("i4")),
    ("np.logspace(0,a,3,base=2), np.logspace(a[1],a[1],2,axis=-1), np.logspace(a[1],2,2,base=a[1]+1)", MATRIX.astype("f4")),
    ("np.linspace(a,9,3), np.linspace(0.5,a[0],3), np.linspace(a,9j,3)", MATRIX.astype("f4")),
    ("np.linspace(0,a,3), np.linspace(a,b,3,dtype='i4'), np.linspace(a,a,2,retstep=True)", ONLY, np.array(7)),
    ("np.linspace(a,3,5,endpoint=False)", ONLY.astype("f4")),
    ("np.polyval(a,2), np.polyval(a,b)", WHOLE.astype("i2"), WHOLE[0]),
    ("np.var(a,keepdims=True), np.prod(a,keepdims=True), np.all(a,keepdims=True), np.nanmax(a,keepdims=True,initial=3)", ONLY),
    ("np.concatenate((a,b),dtype=np.float32,casting='unsafe')", VECTOR, VECTOR + 1j),
    ("np.concatenate((a,a+1j),dtype='i4',casting='unsafe',axis=None), np.stack((a,a),dtype='i1',casting='unsafe')", WHOLE),
    ("np.dot(a,b), np.dot(b,a), np.dot(a,a), a.dot(b)", ONLY, WHOLE[0].astype("f4")),
    (
        "np.einsum(a,(0,1),b,(1,2)), np.einsum(a,(0,1),b,(1,2),(2,0)), np.einsum(a,(1,0)), np.einsum(a,(0,30),(30,))",
        WHOLE,
        WHOLE.T,
    ),
    ("np.einsum(a,(...,1),(1,...)), np.einsum(a,(0,0),b,(0,0))", WHOLE[:3, :3], WHOLE[:3, :3] + 1),
    ("np.delete(a,[]), np.delete(a,[],axis=1)", WHOLE),
    ("np.argmax(a,keepdims=True)", ONLY),
    ("np.unwrap(a,period=5), np.maximum.reduce(a,dtype='f4'), np.minimum.reduce(a,axis=1,dtype=np.int64)", WHOLE.astype("i4")),
    ("np.isin(a,b,kind=None), np.isin(a,b,kind='sort'), np.isin(a,b,kind='table')", WHOLE, WHOLE[0] + 2),
    ("np.clip(a,1,3,out=b), np.clip(a,None,2,out=b), np.clip(a,b,None,out=b)", VECTOR.astype(int), VECTOR * 0),
    ("np.clip(a,a[1],a[2],out=a.copy()), a.clip(min=a[1],out=a.copy())", np.array([1, 2, 3], "M8[s]")),
    ("np.clip(a,0.5,2,out=b)", MATRIX, np.zeros((2, 3, 4))),
    ("np.add.outer(a,2.0), np.subtract.outer(3,a), np.add.outer(2,a.astype('i1')), np.add.outer(a,[1,2])", VECTOR.astype("f4")),
    (
        "np.var(a,dtype='c16'), np.std(a,0,dtype='c16'), a.var(dtype='c16',axis=1,keepdims=True), np.var(a+1j,dtype='c16')",
        WHOLE,
    ),
    (
        "np.nanvar(a,dtype='c16'), np.nanstd(a,0,dtype='c16'), np.std(a,dtype='c16',where=a>2), np.nanvar(a,dtype='c16',out=b)",
        MATRIX,
        np.array(0j),
    ),
    ("a[b,...], a[...,b], a[b,b,...], a[b]", WHOLE, np.array(1)),
    ("a[b,...], a[...,b], a[b]", VECTOR, np.array(1)),
    ("a[a>2,...]=b\nreturn a", VECTOR, np.ones((1, 1))),
    ("a.byteswap(), a.byteswap().flags.f_contiguous, a.T.byteswap().flags.c_contiguous", WHOLE.T),
    (
        "np.add(a,5,dtype='u1'), np.divmod(a,5,dtype='u1'), np.ldexp(b,a), np.ldexp(b,3), np.ldexp(b,True)",
        WHOLE.astype("u1"),
        MATRIX,
    ),
    ("np.divmod(a,2.5,dtype='i4',casting='unsafe'), np.add(a,2.5,dtype='i4',casting='unsafe'), np.gcd(a,True)", WHOLE),
    ("a.sum()[...,None], a.max()[None], a.sum()[...], np.sum(a)[None,None], a[0,0][()]", WHOLE),
    ("a[0][None], a.max()[...,None]", np.array([1, 2], "M8[s]")),
    ("a[True], a[False], a[a.sum()>1], a[b], a[b].shape", VECTOR, np.array(False)),
    ("a[a>1], a[a>3], a[np.isnan(a)], a[True], a[b]", np.array(2.5), True),
    ("a[a>1]=7\nreturn a", np.array(2.5)),
    ("a[b]=c\na[b]+=1\na[not b]=8\nreturn a", WHOLE, True, np.arange(4)),
    ("a[...,0]=b\na[2,...]=b\na[...,1]=b[0]\nreturn a", VECTOR, np.ones((1, 1))),
    (
        "a.flags.aligned, a.flags.behaved, a.flags.fnc, a.flags.forc, a.flags['ALIGNED'], a.T.flags.fnc, a[:,::2].flags.forc",
        WHOLE,
    ),
    ("np.reshape(a,-1,copy=True), a.reshape(4,3,copy=False), a.reshape((6,2),copy=True)", WHOLE),
    ("np.reshape(a,(4,3),order='F',copy=True).flags.f_contiguous, np.reshape(a.T,(12,),order='F',copy=False)", WHOLE),
    ("b=np.reshape(a,(2,3),copy=True)\nb[0]=9\nreturn a,b", VECTOR),
    ("a.data[1,2], a[0].data[1], len(a.data), a.data.shape, a.data.format, a.data.nbytes", WHOLE),
    (
        "np.delete(a,b), np.delete(a,b,1), np.delete(a,[[0,1],[2,0]],axis=0), np.delete(a[0],[[0],[1]])",
        WHOLE,
        np.array([[0, 1], [1, -1]]),
    ),
    (
        "np.mean(a,where=b), np.mean(a,where=~b), np.nanmean(a,where=b), a.mean(axis=0,where=b,keepdims=True)",
        np.array([1, 2, 3, "NaT"], "m8[s]"),
        np.array([True, False] * 2),
    ),
    ("np.nanmean(a,axis=1,where=b)", np.array([[1, 2], [3, 5]], "m8[s]"), np.array([[True, False], [True, True]])),
    (
        "np.zeros_like(a[0]), np.ones_like(a[0]), np.empty_like(a[0]).shape",
        np.array([(1, 2.5), (3, 4)], dtype=[("a", "i4"), ("b", "f8")]),
    ),
    (
        "P.polyint(a), P.polyint(a,axis=1), P.polyint(a,2,[1,2],0.5,3,axis=-1), P.polyder(a), P.polyder(a,2,3,axis=1)",
        WHOLE,
    ),
    (
        "P.polyint(a,axis=1), P.polyint(a,2,1,-1,axis=2), P.polyder(a,axis=-2), P.polyint(a,0), P.polyder(a,0)",
        np.arange(24.0).reshape(2, 3, 4),
    ),
    ("P.polyint(a,2,[1,2],0.5,axis=-1), P.polyint(a,axis=0), P.polyder(a,axis=-1)", VECTOR + 1j),
    ("P.polyint(a,3,[1])", np.zeros((1, 2))),
    (
        "np.strings.strip(a), np.strings.isalpha(a), np.char.find(a,'b'), a+a, np.strings.lstrip(a,'a'), np.strings.slice(a,1)",
        np.array("abc"),
    ),
    (
        "np.strings.upper(a), a.astype(bool), np.strings.str_len(a), np.strings.zfill(a,5), np.strings.startswith(a,'a')",
        np.array("abc"),
    ),
    ("np.strings.add(a,b), a+b, np.strings.count(b,a)", np.array("abc"), np.array(["ab", "c"])),
    ("sorted(a), sorted(a,reverse=True), sorted(a,key=abs)[0], sorted(a[:0]+0)==[]", np.array([1j, 2, -1, 1 + 1j, 1 - 1j])),
    ("np.polynomial.chebyshev.chebint(a), np.polynomial.chebyshev.chebint(a,3,[1])", np.zeros(1)),
    ("np.polynomial.chebyshev.chebint(a,k=1), np.polynomial.legendre.legint(a[:,:1])", np.array([[0.0, 1.0]])),
]

# Functions with where=, and what else they are given.
PLACES = {
    **dict.fromkeys(("sum", "prod", "min", "max", "nansum", "nanprod", "nanmin", "nanmax"), ", initial=2"),
    **dict.fromkeys(("mean", "var", "std", "any", "all", "nanmean", "nanvar", "nanstd"), ""),
}

# The class and the text are NumPy's.
ERRORS = [
    ("np.sum(a,initial=-3)", WHOLE.astype("u4")),
    ("np.nanprod(a,initial=-3)", WHOLE.astype("u4")),
    ("np.max(a,initial=-3)", WHOLE.astype("u1")),
    ("np.min(a,initial=300,axis=0)", WHOLE.astype("i1")),
    ("np.linalg.norm(a,axis=5)", MATRIX),
    ("np.delete(a,np.array([1.0]))", WHOLE),
    ("np.packbits(a,axis=5)", WHOLE > 3),
    ("np.unique(a,axis=5)", WHOLE),
    ("a.swapaxes(0,5)", WHOLE),
    ("np.swapaxes(a,-3,0)", WHOLE),
    ("np.diff(a,-1)", VECTOR),
    ("np.diff(a,-2,axis=0)", MATRIX),
    ("np.dot(a,b)", np.ones((4, 5)), np.ones((2, 3, 6))),
    ("np.dot(a,b)", np.ones((2, 3, 4)), np.ones(3)),
    ("np.inner(a,b)", np.ones((4, 5)), np.ones((2, 3, 6))),
    ("np.inner(a,b)", np.ones((4, 5)), np.ones(6)),
    ("np.inner(a,b)", np.ones(5), np.ones((3, 6))),
    ("np.reshape(a,12,copy=False)", WHOLE.T),
    ("np.reshape(a,12,order='F',copy=False)", WHOLE),
    ("np.delete(a,b,1)", WHOLE, np.array([[0, 1], [1, 7]])),
    ("np.polynomial.polynomial.polyint(a,axis=2)", WHOLE),
    ("np.polynomial.polynomial.polyder(a,-1)", MATRIX),
    ("np.polynomial.legendre.legint(a,axis=1)", VECTOR),
    ("np.polynomial.legendre.legint(a,1,[1,2])", VECTOR),
]

# What the error says.
REFUSED = [
    ("np.round(a, 1.5)", "the argument 'decimals' must be an integer, not float64"),
    ("np.round(a > 1, 2)", "bools are rounded without the argument 'decimals'"),
    ("np.pad(a, 1, mode='edge', stat_length=1)", "unsupported keyword arguments for mode 'edge': {'stat_length'}"),
    ("np.pad(a, 1, mode='sideways', stat_length=1)", "mode 'sideways' is not supported"),
    ("np.isin(a, a, kind='quick')", "Invalid kind: 'quick'. Please use None, 'sort' or 'table'."),
    ("np.var(a, dtype=np.int32)", "the argument 'dtype' must be one of floats or complex numbers, not int32"),
    (
        "np.clip(a, 0.1, 0.9, out=np.zeros(6, int))",
        "output from dtype('float64') to dtype('int64') with casting rule 'same_kind'",
    ),
    ("np.add(a, 1j, dtype='f4')", "Cannot cast ufunc 'add' input 1 from dtype('complex128') to dtype('float32')"),
    ("np.divmod(a, 1, dtype='i4')", "Cannot cast ufunc 'divmod' input 0 from dtype('float64') to dtype('int32')"),
    ("np.logaddexp(a, 1j, dtype='f8')", "Cannot cast ufunc 'logaddexp' input 1 from dtype('complex128')"),
    ("np.gcd(a > 1, a > 2)", "gcd(array(bool, 1d, C), array(bool, 1d, C))"),
    ("np.ldexp(a, a.astype(np.uint64))", "ldexp(array(float64, 1d, C), array(uint64, 1d, C))"),
    ("np.isin(a, {1, 2})", "isin() takes no set, which NumPy takes as one element: use a list of its items"),
]


# What the error says of a matrix of floats.
REFUSED_OF_MATRICES = [
    ("np.argmax(a, axis=(0, 1))", "the argument 'axis' must be an integer or None, not Tuple"),
    ("np.cumsum(a, axis=(0, 1))", "the argument 'axis' must be an integer or None, not Tuple"),
    ("np.emath.sqrt(a)", "whether the result is complex depends on the values: use the function of numpy with complex"),
    ("np.nditer(a, order='X')", "order must be one of 'C', 'F', 'A', or 'K' (got 'X')"),
    ("np.isneginf(a + 1j)", "This operation is not supported for complex128 values because it would be ambiguous."),
    ("np.linalg.norm(a, 'fro', axis=0)", "Invalid norm order 'fro' for vectors"),
    ("np.nonzero(np.array(a[0, 1]))", "Calling nonzero on 0d arrays is not allowed."),
    ("np.unwrap(a, axis=None)", "the argument 'axis' must be an integer, not none"),
    ("np.poly(a[0] + 1j)", "use np.polynomial.polynomial.polyfromroots()[::-1]"),
    ("np.einsum(a, (0, 60))", "subscript is not within the valid range [0, 52)"),
    ("np.einsum(a, (0, a.ndim + a.size))", "einsum() takes the numbers of an operand's axes as a tuple of constants"),
    ("np.convolve(a, a)", "object too deep for desired array: the argument 'a' must be a vector, not array(float64, 2d, C)"),
    (
        "np.searchsorted(a, 1)",
        "object too deep for desired array: the argument 'a' must be a vector, not array(float64, 2d, C)",
    ),
    ("np.bincount(a[0])", "bincount() counts integers of a vector: the argument 'x' is array(float64, 1d, C)"),
    ("np.packbits(a)", "packbits() expects the argument 'a' to have integers or bools, not array(float64, 2d, C)"),
    ("np.ix_(a[0], a)", "Cross index must be 1 dimensional: argument 2 of ix_() is array(float64, 2d, C)"),
    ("np.random.choice(a)", "a must be 1-dimensional"),
    ("np.concatenate((a, a), dtype=np.int32)", "Cannot cast array data from dtype('float64') to dtype('int32')"),
    ("np.stack([a, a], dtype=np.int32)", "according to the rule 'same_kind'"),
    ("np.vstack((a, a), dtype='f4', casting='safe')", "according to the rule 'safe'"),
]


@pytest.mark.parametrize("calls", groups([call.strip() for line in NO_AXES.strip().splitlines() for call in line.split(";")]))
def test_no_axes(calls):
    check_rows(calls, MATRIX)


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("a", [MATRIX, WHOLE], ids=["floats", "integers"])
def test_where_that_is_one_bool(name, a):
    first = PLACES[name] or ", axis=0"
    options = (
        "where=True",
        "axis=1, keepdims=True, where=True",
        f"where=False{first}",
        f"where=b{first}",
        f"where=True{first}",
    )
    check_rows([f"np.{name}(a, {option})" for option in options], a, False)


@pytest.mark.parametrize("order", ["C", "F", "A", "K"])
@pytest.mark.parametrize("a", [WHOLE, WHOLE.T, np.arange(24).reshape(2, 3, 4)[::-1, :, ::2]], ids=["c", "f", "strided"])
def test_orders_of_nditer(order, a):
    check(f"total = 0\nfor x in np.nditer(a, order={order!r}):\n    total = total * 3 + x.item()\nreturn total", a)


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_errors(row):
    check_error(*row)


@pytest.mark.parametrize(("call", "text"), REFUSED)
def test_refused(call, text):
    assert text in compile_error(expression(call, "a"), VECTOR)


@pytest.mark.parametrize(("call", "text"), REFUSED_OF_MATRICES)
def test_refused_of_matrices(call, text):
    assert text in compile_error(expression(call, "a"), MATRIX)


def test_values_of_two_axes_for_a_mask():
    def assign(a, b):
        a[a > 2] = b

    assert "requires a 0 or 1-dimensional input, input has 2 dimensions" in compile_error(assign, VECTOR, VECTOR.reshape(1, 6))


@pytest.mark.parametrize(
    ("module", "prefix"),
    [("chebyshev", "cheb"), ("legendre", "leg"), ("laguerre", "lag"), ("hermite", "herm"), ("hermite_e", "herme")],
)
def test_derivatives_and_integrals_along_an_axis(module, prefix):
    path = f"np.polynomial.{module}.{prefix}"
    calls = f"{path}der(a), {path}der(a, 2, 3, axis=1), {path}int(a, 2, [1, 2], 0.5, 3, axis=-1), {path}int(a[0], 2, 2)"
    check(calls, WHOLE + 1.5)
