"""More arguments of functions: stacks of matrices, axes of norms, weights, slices of ``unique``, arrays in ``linspace``."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import check, check_error, check_rows, grouped
from tests.run.support import compile_error, expression, groups

RNG = np.random.default_rng(0)
MATRIX, STACK, BITS = RNG.random((3, 4)), RNG.random((2, 3, 4)), RNG.integers(0, 2, (5, 2))
SQUARES = STACK[:, :, :3] @ STACK[:, :, :3].transpose(0, 2, 1) + np.eye(3)
WHOLE = np.arange(24).reshape(2, 3, 4)

ROWS = [
    ("np.linalg.norm(a,axis=(1,2))", STACK, SQUARES),
    ("np.linalg.norm(a,'fro',axis=(0,2))", STACK, SQUARES),
    ("np.linalg.norm(a,1,(0,1))", STACK, SQUARES),
    ("np.linalg.norm(a,2,axis=(2,1),keepdims=True)", STACK, SQUARES),
    ("np.linalg.norm(a,axis=1,keepdims=True)", STACK, SQUARES),
    ("np.linalg.norm(a,3,axis=-1,keepdims=True)", STACK, SQUARES),
    ("np.linalg.norm(a,keepdims=True)", STACK, SQUARES),
    ("np.linalg.norm(a,'nuc',(0,1),keepdims=True)", STACK, SQUARES),
    ("np.linalg.norm(a,np.inf,axis=(-1,0))", STACK, SQUARES),
    ("np.linalg.norm(a[0],axis=(0,1))", STACK, SQUARES),
    ("np.linalg.norm(a,axis=(1,))", STACK, SQUARES),
    ("np.linalg.matrix_norm(a)", STACK, SQUARES),
    ("np.linalg.matrix_norm(a,ord=1,keepdims=True)", STACK, SQUARES),
    ("np.linalg.matrix_norm(a[0],ord='nuc')", STACK, SQUARES),
    ("np.linalg.vector_norm(a,keepdims=True)", STACK, SQUARES),
    ("np.linalg.vector_norm(a,axis=1,keepdims=True,ord=3)", STACK, SQUARES),
    (
        "np.linalg.vector_norm(a,axis=(0,2),keepdims=True), np.linalg.vector_norm(a,axis=(-1,1),ord=1), "
        "np.linalg.vector_norm(a,axis=(0,1,2),ord=np.inf)",
        STACK,
        SQUARES,
    ),
    ("np.linalg.matrix_rank(a)", STACK, SQUARES),
    ("np.linalg.pinv(a)", STACK, SQUARES),
    ("np.linalg.pinv(b)", STACK, SQUARES),
    ("np.dot(a,a.transpose(0,2,1))", STACK, SQUARES),
    ("np.dot(a,np.ones(4))", STACK, SQUARES),
    ("np.dot(np.ones(2),a.transpose(1,0,2))", STACK, SQUARES),
    ("np.vdot(a,a)", STACK, SQUARES),
    ("np.vdot(a*1j,a*(1+2j))", STACK, SQUARES),
    ("np.einsum('...ij,...jk->...ik',b,b)", STACK, SQUARES),
    ("np.einsum('...j,j',a,a[0,0])", STACK, SQUARES),
    ("np.einsum('...',a)", STACK, SQUARES),
    ("np.einsum('i...->...',a)", STACK, SQUARES),
    ("np.einsum('...ij,...jk',b,b[0])", STACK, SQUARES),
    ("np.einsum('ij...,jk...->ik...',b.transpose(1,2,0),b.transpose(1,2,0))", STACK, SQUARES),
    ("np.copy(a,order='F')", STACK, SQUARES),
    ("np.copy(a,'C')", STACK, SQUARES),
    ("np.copy(a)", STACK, SQUARES),
    ("np.zeros_like(a,shape=(2,2))", STACK, SQUARES),
    ("np.ones_like(a,dtype=np.int8,shape=3)", STACK, SQUARES),
    ("np.empty_like(a,shape=(2,1)).shape", STACK, SQUARES),
    ("np.unique(a,axis=0)", BITS),
    ("np.unique(a,axis=1)", BITS),
    ("np.unique(a,axis=0,return_index=True)", BITS),
    ("np.unique(a,axis=0,return_inverse=True,return_counts=True)", BITS),
    ("np.unique(a,True,True,True,axis=-1)", BITS),
    ("np.unique(a.astype(float),axis=0)", BITS),
    ("np.linspace(0,a[0],3)", MATRIX),
    ("np.linspace(a[0],a[1],4,axis=1)", MATRIX),
    ("np.linspace(a,2,5,axis=-1)", MATRIX),
    ("np.linspace(a[0],a[0],3)", MATRIX),
    ("np.linspace(a[0],a[1],3,endpoint=False)", MATRIX),
    ("np.linspace(a[0],a[1],3,retstep=True)", MATRIX),
    ("np.linspace(a[0],a[1],1)", MATRIX),
    ("np.linspace(a[0]*9,a[1]*9,4,dtype=np.int64)", MATRIX),
    ("np.linspace(a[0].astype(np.float32),a[1].astype(np.float32),3)", MATRIX),
    ("np.linspace(np.arange(3),5,3)", MATRIX),
    ("np.linspace(a[0],a[1],0)", MATRIX),
    ("np.cov(a,fweights=[1,2,1,1])", MATRIX),
    ("np.cov(a,aweights=[1,2.5,1,1])", MATRIX),
    ("np.cov(a,fweights=np.array([1,2,1,1]),aweights=np.array([1,2.5,1,1]))", MATRIX),
    ("np.cov(a.T,rowvar=False,aweights=[1,2.5,1,1],bias=True)", MATRIX),
    ("np.cov(a[0],fweights=[1,2,1,3])", MATRIX),
    ("np.cov(a[0],a[1],aweights=[1,2,1,3.],ddof=0)", MATRIX),
    ("np.cov(a[0],a,fweights=[1,2,1,3])", MATRIX),
    ("np.choose([0,1,0],a[:2,:3])", MATRIX),
    ("np.choose(np.array([0,2,1,0]),a)", MATRIX),
    ("np.choose(np.array([[0],[1]]),a,mode='wrap')", MATRIX),
    ("np.dot(a, b)", STACK, MATRIX.T),
    ("np.dot(a, b)", MATRIX[:, :3], STACK),
    ("np.dot(a, b)", WHOLE, WHOLE.reshape(3, 4, 2)),
    ("a.dot(b)", STACK, MATRIX.T),
    ("np.unique(a, axis=0)", BITS[:0]),
    ("np.unique(a, axis=1, return_counts=True)", STACK),
    ("np.ptp(a)", STACK * 1j),
]

# Shapes and axes that are written as lists.
LISTS = """
    np.zeros([2, 3]); np.ones([2], dtype=int); np.empty([2, 2]).shape; np.full([2, 2], 7.0); a.reshape([4, 3])
    np.reshape(a, [4, 3]); np.transpose(a, [1, 0]); a.transpose([1, 0]); np.moveaxis(a, [0], [1]); np.flip(a, [0, 1])
    np.roll(a, [1, 2], axis=[0, 1]); np.pad(a, [(1, 1), (0, 1)]); np.pad(a, [1, 2]); np.pad(a, [[1, 2], [0, 1]])
    np.broadcast_to(a, [2, 3, 4]); np.tile(a, [2, 1]); np.resize(a, [2, 3]); np.expand_dims(a, [0, 2])
    np.tensordot(a, a, axes=[[0], [0]]); np.tensordot(a, a, ([0, 1], [0, 1])); np.rot90(a, 1, [1, 0])
    np.indices([2, 2]); np.unravel_index([1, 2], [3, 4]); np.fft.fft2(a, [4, 4]); np.fft.fftn(a, axes=[0])
"""


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


@pytest.mark.parametrize("calls", groups([call.strip() for line in LISTS.strip().splitlines() for call in line.split(";")]))
def test_lists(calls):
    check_rows(calls, MATRIX)


CUBE = np.arange(24).reshape(2, 3, 4)

# Axes, flags and words that are no constants; the arguments come behind the arrays.
VARYING = [
    ("a.sum(b), np.prod(a,b), a.max(axis=b), a.any(b), np.all(a,axis=b)", CUBE, (0, -1)),
    ("a.sum(b,keepdims=True), a.mean(b), a.mean(b,keepdims=True), np.var(a,b), a.std(axis=b,keepdims=True)", CUBE, (2, 0)),
    ("np.median(a,b), np.nansum(a,b), np.nanmean(a,b), np.count_nonzero(a,b), np.quantile(a,0.3,b)", CUBE + 0.5, (1, -3)),
    ("np.sum(a,b,where=a>3,initial=2), np.max(a,b,where=a>3,initial=2), np.add.reduce(a,b), np.ptp(a,b)", CUBE, (1, 0)),
    ("np.linalg.norm(a,axis=b), np.linalg.norm(a,axis=(b[0],)), np.flip(a,b)", CUBE + 0.5, (0, 2)),
    ("a.sum(b), a.max(b), a.mean(b), a.any(axis=()), np.add.reduce(a,b)", CUBE, ()),
    ("np.cov(a,rowvar=b), np.cov(a,a,b), np.corrcoef(a,rowvar=b)", MATRIX, False),
    ("np.convolve(a,a,b), np.correlate(a,a[:2],mode=b)", MATRIX[0], "same"),
    ("np.convolve(a,a,b), np.correlate(a,a[:2],mode=b)", MATRIX[0], "full"),
    ("np.trim_zeros(a,b)", np.array([0, 1, 2, 0]), "B"),
    ("np.linalg.svd(a,b)", MATRIX, False),
    ("np.fill_diagonal(a,5,b)\nreturn a", np.zeros((9, 3)), True),
    ("np.transpose(a,axes=None), np.transpose(a,axes=(1,0)), np.transpose(a,axes=b)", MATRIX, (1, 0)),
]


@pytest.mark.parametrize("row", VARYING, ids=lambda row: row[0])
def test_arguments_that_are_no_constants(row):
    check(*row, rtol=1e-9)


@pytest.mark.parametrize(
    "row",
    [
        ("a.sum(b)", CUBE, (-1, 2)),
        ("a.mean(b)", CUBE, (-1, 5)),
        ("np.median(a,b)", CUBE, (0, 0)),
        ("np.convolve(a,a,b)", MATRIX[0], "x"),
        ("np.trim_zeros(a,b)", MATRIX[0], "x"),
    ],
    ids=lambda row: row[0],
)
def test_wrong_arguments_that_are_no_constants(row):
    check_error(*row)


TUPLE = ((4.1, 2.0, -7.6), (4.3, 2.7, 5.2))

# What NumPy makes arrays of.
LIKE_ARRAYS = [
    ("np.amax(a), np.ptp(a,0), np.any(a), np.mean(a,1), np.copy(a), np.cov(a), np.nanmin(a), np.fliplr(a)", TUPLE),
    ("np.percentile(a[0],b), np.nanquantile(a[0],0.5), np.interp(2.5,b,b), np.searchsorted(b,4)", TUPLE, (3, 50)),
    ("np.argwhere(a), np.flatnonzero(a), np.partition(a[0],1), np.roll(a,1), np.vander(a[0]), np.cross(a[0],a[1])", TUPLE),
    ("np.array(a), np.asarray(a), np.array(a,np.float32), np.flatnonzero(a), np.argwhere(a)", ()),
    ("np.argwhere(a), np.outer(a[0],a[1]), np.kron(a[0],a[1]), np.linalg.norm(a)", ([0, 1], [2, 3])),
    ("np.all(a), np.any(a), np.isscalar(a), np.asarray(a)", np.datetime64("2020-01-01")),
    ("np.mean(a), np.min(a), int(a), isinstance(a,np.timedelta64), isinstance(a,np.datetime64)", np.timedelta64(3, "ns")),
    ("np.nanargmax(a), np.nanargmin(a)", np.array(1.0)),
    ("np.nonzero(a)[0], a.nonzero()[0], np.count_nonzero(a), np.argwhere(a), np.flatnonzero(a)", np.array(["a", "", "b"])),
    ("np.frombuffer(a), np.frombuffer(a,np.complex64,offset=8)", bytearray(range(64))),
    ("np.frombuffer(a,np.int16,3)", memoryview(bytes(range(64)))),
    ("np.frombuffer(a)", array("d", [1, 2, 3])),
    ("np.iscomplexobj(a), np.isrealobj(a)", None),
    ("np.kron(2,a), np.kron(a,np.array(2.5)), a is a, a is a.T, a is a[:-1], a is not a.copy()", MATRIX),
    ("np.datetime64(f'{a}-0{1}-01','D'), np.datetime64(f'{a}','2Y')", 2020),
    ("np.iscomplexobj(a), np.isrealobj(a), np.isscalar(a)", "abc"),
    ("a.sum(dtype=np.bool_), a.prod(axis=1,dtype=np.bool_)", CUBE),
    ("np.digitize(a,np.array([1.0,2.0,np.nan])), np.digitize(a,np.array([1.5,np.nan])[::-1])", np.arange(4.0)),
    ("np.insert(a,[2],[8,9]), np.insert(a.reshape(2,2),[1],np.ones((2,2)),axis=1), np.insert(a,[2,0],[8,9])", np.arange(4)),
    ("np.flip(a), np.cov(a), np.corrcoef(a), np.cov(3.5)", np.array(2.5)),
    ("np.kron(a,b), np.kron(b,a), np.kron(a,a[0,0]), np.kron(2,3), np.kron(a[:0],b), np.kron(a[None],a)", CUBE, MATRIX),
    ("np.meshgrid(a,b), np.meshgrid(a.T,sparse=True), np.meshgrid(b[0],a,3,indexing='ij')", MATRIX, CUBE),
    ("np.outer(2,3), np.outer(a,2), np.outer(2j,a), np.outer([1,2],a[0]), np.multiply.outer([1,2],(3.0,4))", MATRIX),
    ("np.polyval(a,a), np.polyval(a,a[0]), np.polyval(a,2), P.polyval(a[0],a), P.polyval(2,b), P.polyval(a,b)", MATRIX, CUBE),
    ("P.polyval(a[0],a,tensor=False), P.polyval(b[0],b,tensor=False), np.polyval(b,a[0])", MATRIX, WHOLE),
    ("len(a.flat), len(a.T.flat), len(a[:0].flat)", CUBE),
    (
        "np.zeros(2,'i4,f8'), np.zeros(1,'i4, (2,3)f8 ,3u1,S3'), np.array([(1,2.0)],dtype='i4,f8'), np.dtype('i2,i4').itemsize",
        0,
    ),
    (
        "np.zeros(2,'2i4'), np.full(1,a,'(2,3)f8'), np.ones((2,1),('f4',(2,))), np.zeros(2,[('p','2i4'),('q','(2,2)f4')])",
        5,
    ),
    ("np.clip(a,0,300), np.clip(a,-5,100), a.clip(max=255), np.clip(a,min=0,max=256)", np.array([250, 3, 128], np.uint8)),
    ("np.polyadd(a,3), np.polysub(3,a), np.polymul(a,2j), np.polydiv(a,2), P.polyadd(3,a), P.polydiv(a,2.5)", (1, 2, 3)),
]


@pytest.mark.parametrize("row", LIKE_ARRAYS, ids=lambda row: row[0])
def test_what_becomes_an_array(row):
    check(*row)


def test_means_of_many_float32():
    a = np.zeros(2**24 + 1, np.float32)
    a[0] = 2**24 - 1
    assert njit(lambda a: a.mean())(a) == a.mean()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("np.linalg.svd(a, foo=1)", "numpy.linalg.svd() got an unexpected keyword argument 'foo'; it takes a, full_matrices,"),
        ("np.median(a, axes=0)", "numpy.median() got an unexpected keyword argument 'axes'; it takes a, axis,"),
        ("np.median(a, 0, None, False, False, 3)", "numpy.median() takes 5 positional arguments at most, but 6 were given"),
    ],
)
def test_arguments_that_are_not_there_are_named(call, text):
    assert text in compile_error(expression(call, "a"), np.eye(2))
