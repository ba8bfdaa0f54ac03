"""More arguments of functions: stacks of matrices, axes of norms, weights, slices of ``unique``, arrays in ``linspace``."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check

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


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rows(row):
    check(*row)


@pytest.mark.parametrize("call", [call.strip() for line in LISTS.strip().splitlines() for call in line.split(";")])
def test_lists(call):
    check(call, MATRIX)
