"""Arguments of functions: each row is a call, compared with NumPy. Names in capitals are the arrays below."""

from __future__ import annotations

import numpy as np
import pytest

from tests.numpy.rows import check, check_rows
from tests.run.support import groups

RNG = np.random.default_rng(0)
ARRAYS = {
    "A": RNG.random((3, 4)), "B": RNG.random((3, 4)), "V": RNG.random(7), "W": RNG.random(7), "I": RNG.integers(-5, 9, (3, 4)),
    "S": RNG.random((2, 3, 3)), "M": RNG.random((3, 4)) > 0.5, "X": np.sort(RNG.random(20)), "O": np.zeros((3, 4)),
    "O3": np.zeros(3), "O4": np.zeros(4), "O0": np.zeros(()),
}  # fmt: skip
ARRAYS["P"] = ARRAYS["S"] @ ARRAYS["S"].transpose(0, 2, 1) + np.eye(3)
ARRAYS["C"] = ARRAYS["A"] + 1j * ARRAYS["B"]
ARRAYS["Z"] = ARRAYS["C"][0]
ARRAYS["N"] = np.where(np.arange(12).reshape(3, 4) == 1, np.nan, ARRAYS["A"])

CALLS = """
    np.linalg.eigh(P).eigenvalues;; np.linalg.eigh(P)[0];; np.linalg.svd(A).S;;
    np.linalg.svd(A, full_matrices=False).Vh.shape;; np.linalg.slogdet(P).sign;; np.linalg.slogdet(P[0]).logabsdet;;
    np.linalg.qr(A).R.shape;; np.linalg.qr(A, mode='r');; np.linalg.qr(A, mode='complete').Q.shape;;
    np.linalg.eig(P[0]).eigenvalues;; np.linalg.qr(A, mode='raw')[1];; np.linalg.svd(P, hermitian=True)[1];;
    np.linalg.svd(P, hermitian=True);; np.linalg.svd(P[0], False, False, True);; np.linalg.pinv(A, rtol=1e-3);;
    np.linalg.pinv(P[0], hermitian=True);; np.linalg.pinv(P, hermitian=True);;
    np.linalg.matrix_rank(P, hermitian=True);; np.linalg.matrix_rank(A, rtol=1e-3);; np.linalg.pinv(P, rtol=0.1);;
    np.linalg.matrix_rank(P, rtol=0.1);; np.linalg.qr(A,'raw');; np.bitwise_count(I, dtype=np.uint8);;
    np.frexp(A, out=(O, np.zeros((3, 4), np.int32)));; np.modf(A, out=(O, B));; np.divmod(A, B, out=(O, A));;
    np.heaviside(A, B, out=O);; np.heaviside(A, B, where=M, out=O);; np.matmul(A, B.T, out=np.zeros((3, 3)));;
    np.dot(A, B.T, out=np.zeros((3, 3)));; np.outer(V, W, out=np.zeros((7, 7)));; np.vecdot(A, B, axis=0);;
    np.vecdot(A, B, out=O3);; np.matvec(A, Z.real, out=O3);; np.isposinf(A, out=np.zeros((3, 4), bool));;
    np.isneginf(A, np.zeros((3, 4), bool));; np.bitwise_count(I, out=np.zeros((3, 4), np.uint8));;
    np.matmul(I, I.T, dtype=float);; np.vecdot(A, B, keepdims=True);; np.matmul(V, W);;
    np.cumulative_sum(V, out=np.zeros(7));; np.cumulative_sum(V, include_initial=True, out=np.zeros(8));;
    np.round(A, 2, out=O);; np.around(A, decimals=1, out=O);; A.round(1, out=O);; np.fix(A, out=O);;
    np.choose(I%3, (A, B, A), out=O);; np.trace(A, out=O0);;
    np.trace(S, axis1=1, axis2=2, offset=1, out=np.zeros(2));; np.linalg.trace(P, offset=1, dtype=np.float32);;
    np.bitwise_count(7);; np.frexp(3.5);; np.modf(A, dtype=np.float32);; np.heaviside(0.5, 0.2);; np.dot(V, W);;
    np.dot(A, 2.0);; A@B.T;; np.heaviside(A, 0.5);; np.isposinf(A);; np.iscomplex(C);; np.fix(I);;
    np.matvec(A, Z.real);; np.cov(A, dtype=np.float64);; np.cov(A, B, dtype=np.complex128);;
    np.corrcoef(A, dtype=np.float64);; np.cov(A, dtype=np.float32).dtype.itemsize;;
    np.polyfit(X[:7], V, 2, full=True);; np.polyfit(X[:7], V, 2, cov=True);; np.polyfit(X[:7], V, 2, rcond=1e-3);;
    np.polyfit(X[:7], V, 2, cov='unscaled');; np.polyfit(X[:7], V, 2, w=W, cov=True);;
    np.polyfit(X[:7], np.stack((V, W), 1), 2, cov=True);; np.polynomial.polynomial.polyfit(X[:7], V, 2, full=True);;
    np.polynomial.polynomial.polyfit(X[:7], V, 2, w=W, rcond=1e-3);; np.polyfit(X[:3], V[:3], 3, cov=True);;
    np.nanstd(N, mean=np.nanmean(N));; np.nanvar(N, axis=1, mean=np.nanmean(N, axis=1, keepdims=True));;
    np.nansum(N, where=M);; np.nansum(N, initial=3.0);; np.nanmax(N, initial=3.0);;
    np.nanmin(N, initial=3.0, where=M);; np.nanprod(N, initial=3.0, where=M, axis=1);; np.nanmin(N, where=M);;
    np.nanmax(N, axis=(0, 1));; np.nansum(N, axis=(0, 1), where=M, keepdims=True);; np.nansum(I, where=M, initial=3);;
    np.nanstd(N, axis=(0, 1));; np.nanvar(N);; np.gradient(S, axis=(0, 1));; np.gradient(A, axis=(1, ));;
    np.gradient(A, 0.5, axis=(1, 0));; np.gradient(S, 0.5, 2., axis=(2, 0));;
    np.cross(S, S, axisa=1, axisb=1, axisc=0);; np.cross(A[:, :3], B[:, :3], axis=0);; np.cross(A[:, :3], B[0, :3]);;
    np.linalg.cross(S, S, axis=1);; np.unwrap(I, period=4);; np.unwrap(I*7, period=5, axis=0);;
    np.unwrap(I*7, period=5.0);; np.unwrap(A*9);; np.logspace(0, 1, 5, base=X[:2]);;
    np.logspace(O3, O3+1, 5, axis=1);; np.geomspace(O3+1, O3+9, 4, axis=-1);; np.geomspace(1j, 1000j, 4);;
    np.logspace(0, 1, 5, base=3, endpoint=False);; np.geomspace(1, 100, 4);; np.geomspace(-1, -100, 4);;
    np.geomspace(O3-1, O3-9, 4, dtype=np.float32);; np.logspace(0, 2, 3, dtype=int);;
    np.logspace(O3, O3+2, 3, base=2);; np.meshgrid(X[:1], X[:2], X[:3], X[:1], X[:1], X[:2]);;
    np.meshgrid(X[:2], X[:3], indexing='ij', sparse=True);; np.meshgrid(V, copy=False);;
    np.meshgrid(X[:2], X[:3], X[:4]);; np.einsum('ij,ij->i', A, B, out=O3);;
    np.einsum('ij,ij->i', A, B, dtype=np.float64, casting='same_kind');; np.einsum('ij,ij,ij,ij->i', A, B, A, B);;
    np.einsum('ij->ji', A, order='F');; np.einsum('ij,jk,kl,lm,mi', A, B.T, A, B.T,np.eye(3));;
    np.einsum('ij,ij->i', A, B, optimize='greedy');; np.einsum('ij,jk,kl->il', A, B.T, A, optimize=True);;
    np.einsum('ii', P[0]);; np.einsum('...ij,...jk', P, P);; np.einsum('ab,cd,ef,gh->aceg', A, A, B, B);;
    np.einsum('ij,jk', A, B.T);; np.einsum('i,i', V, W);; np.eye(3, 4, 1, order='F');; np.eye(3, order='F');;
    np.full_like(A, 3, shape=(2, 2));; np.full_like(A, 3, shape=4, dtype=int);;
    np.full_like(A, 3, dtype=int, order='F');; np.ascontiguousarray(A, dtype=np.float32);;
    np.asfortranarray(A, dtype=np.float32);; np.ascontiguousarray(A.T, np.int32);;
    np.asarray_chkfinite(A, order='F');; np.astype(A, np.float32, copy=True);; np.astype(A, np.float64, copy=False);;
    np.trim_zeros(I, axis=0);; np.trim_zeros(I*0);; np.trim_zeros(np.pad(I, 2));;
    np.trim_zeros(np.pad(I, 2),'f', axis=1);; np.trim_zeros(np.pad(I, 2),'b', axis=(0, ));; np.trim_zeros(V*0,'f');;
    np.ascontiguousarray(O0);; np.gradient(S, axis=(-1, 0));; np.divmod(I, I+20);;
    np.clip(A, None, 0.5, where=M, out=O);; np.clip(I, 1, 3, dtype=np.float64);; A.clip(min=0.3);;
    np.clip(A, 0.1, 0.4);; np.argmin(C);; np.argmax(C, axis=0);; C.argmin(1);; np.argmax(Z*0);;
    np.argmax(np.array([1+1j, np.nan, 3]));; np.histogram(V, bins='auto');; np.histogram(V,'fd');;
    np.histogram(V,'sturges');; np.histogram(V,'scott');; np.histogram(V,'rice');; np.histogram(V,'sqrt');;
    np.histogram(V,'doane');; np.histogram(V,'stone');; np.histogram_bin_edges(V,'auto');; np.histogram(I,'auto');;
    np.histogram(I,'fd', range=(0, 5));; np.histogram(V[:0],'auto');;
    np.histogram2d(V, W, bins=4, range=[[0, 1], [0, 1]], density=True, weights=W);; np.pad(A, 2,'median');;
    np.pad(A, 2,'mean', stat_length=2);; np.pad(I, 2,'median', stat_length=((1, 2), (2, 3)));;
    np.pad(A, 2,'reflect', reflect_type='odd');; np.pad(A, 5,'symmetric', reflect_type='odd');;
    np.pad(A, 2,'maximum', stat_length=(1, 2));; np.pad(A, 2,'maximum', stat_length=0);;
    np.pad(V, (9, 20),'reflect', reflect_type='odd');; np.pad(V, (19, 8),'symmetric', reflect_type='odd');;
    np.pad(V[:1], 3,'reflect', reflect_type='odd');;
    np.pad(I, ((0, 3), (5, 0)),'minimum', stat_length=((2, 3), (9, 1)));; np.pad(V, 2,'median', stat_length=3);;
    np.quantile(V,0.3,weights=W,method='inverted_cdf');;
    np.percentile(A,[10,50],axis=1,weights=B,method='inverted_cdf');;
    np.quantile(A,0.4,axis=0,weights=O3+1,method='inverted_cdf');;
    np.quantile(V,[0.,0.5,1.0],weights=W,method='inverted_cdf');;
    np.nanquantile(N,0.3,axis=1,weights=B,method='inverted_cdf');;
    np.quantile(N,0.3,axis=1,weights=B,method='inverted_cdf');;
    np.nanpercentile(N,[30.,60.],weights=B,method='inverted_cdf',keepdims=True);;
    np.quantile(I,0.4,weights=I*I,method='inverted_cdf');;
    np.quantile(A,0.4,axis=0,weights=O3-1,method='inverted_cdf');;
    np.quantile(A,0.4,axis=1,weights=O3+1,method='inverted_cdf');;
    np.quantile(V,0.0,weights=np.array([0,0,1,1,1,0,1.]),method='inverted_cdf');; A.flat[2:7];; A.flat[3];;
    A.flat[np.array([1,5])];; A.flat[[1,2]];; A.T.flat[2:7:2];; A.flat[M.ravel()];; A.flat[:];; I.flat[-3:];;
    C.flat[::-1];; M.flat[5:2];;
    A.astype(np.float16)@A.astype(np.float16).T;; np.dot(A.astype(np.float16),A.astype(np.float16).T);;
    A.astype(np.float16).sum();; A.astype(np.float16).mean();; np.std(A.astype(np.float16));;
    np.median(A.astype(np.float16));; np.cumsum(A.astype(np.float16));; np.sqrt(A.astype(np.float16));;
    A[0,0].astype(np.float32);; A[0,0].view(np.int64);; A[0,0].dtype.itemsize;;
    A[0,0].real,A[0,0].imag,A[0,0].conjugate();; A[0,0].ndim,A[0,0].size,A[0,0].shape;;
    A[0,0].itemsize,A[0,0].nbytes;; A[0,0].sum(),A[0,0].max(),A[0,0].mean();; A[0,0].round(2);; C[0,0].conj();;
    I[0,0].bit_count();; A[0,0].is_integer();; A[0,0].T;; A[0,0].tolist();; A[0,0].flatten();; A[0,0].clip(0,.5);;
    A[0,0].copy();; A[0,0].all();; A[0,0].item();; A.sum().astype(int);; V.max().item();;
    np.float32(3.5).view(np.uint32);; np.int64(5).view(np.float64);;
    np.uint64(2**63 + 5).view(np.float64);;
    np.int32(-7).view(np.float32);; np.uint8(200).view(np.int8);;
    np.reshape(A,(3,-1),'F'),np.reshape(A,-1,'C');;
    np.linalg.solve(P,V[:3].reshape(3,1));; np.linalg.solve(P[0],S);; np.linalg.solve(P,V[:3]);;
    np.linalg.solve(P[None],S);; np.linalg.solve(P[:1],S);; np.linalg.solve(P,np.ones((2,3,2)));;
    np.linalg.solve(P,np.ones((4,2)));; np.linalg.matrix_power(P,3);; np.linalg.matrix_power(P,-2);;
    np.linalg.matrix_power(P,0);; np.linalg.matrix_power((S*9).astype(int),2);; np.linalg.cond(P);;
    np.linalg.cond(P,1);; np.linalg.cond(P,'fro');; np.poly(P[0]);; np.poly(I[:3,:3]);; np.fft.fft(A,0);;
    V.astype(np.float16)@W.astype(np.float16);; S.astype(np.float16)@S.astype(np.float16);;
    np.dot(A.astype('f2'),np.ones(4,'f2'));; np.matmul(A.astype('f2'),A.astype('f2').T,out=np.zeros((3,3),'f2'));;
    np.vecdot(A.astype('f2'),B.astype('f2'));; np.inner(A.astype('f2'),B.astype('f2'));;
    np.einsum('ij,ij->i',A.astype('f2'),B.astype('f2'));; np.tensordot(A.astype('f2'),B.astype('f2'));;
    np.kron(A.astype('f2'),B.astype('f2'));; np.outer(V.astype('f2'),W.astype('f2'));; np.linalg.matrix_power(P,-1);;
    np.linalg.matrix_power(P.T,2);; np.einsum('ij,ij',A.astype('f2'),B.astype('f2'));;
    float(np.vdot(V.astype('f2'),W.astype('f2')));; np.einsum('ij->j',A.astype('f2'));;
    A@B;; np.dot(A,B);; np.dot(V,V[:3]);; np.matmul(V,V[:3]);; np.dot(A,V);; A@V;; np.dot(V,A);; V@A;;
    np.matmul(I,I);; np.dot(I,I);; C@C;; np.linalg.multi_dot((A,B));; np.linspace(0,1,-1);; np.logspace(0,1,-2);;
    np.cross(V,V);; np.linalg.solve(np.eye(3),V);; V@W;; np.dot(V[:4],A.T);; A@V[:4];;
    np.cov(((1.,2.,4.),)),np.corrcoef(((1.,2.,4.),)),np.cov(1.1,2.2),np.cov(A,B[:1],rowvar=True);; np.cov(A,ddof=1.5);;
    np.divmod(A,B,O,np.zeros((3,4))),O;; np.modf(A*5,None,O),O;; np.modf(A*5,out=(O,None),where=A>0.5)[0];;
    np.frexp(A,O,np.zeros((3,4),np.int32)),O;;
    np.trim_zeros(np.array(['','a','','0',''])),np.trim_zeros(np.array(['','a']),'b');;
    np.cov(A,V[:3].reshape(1,3),rowvar=False),np.cov(A,B,rowvar=False);; np.cross(V[:2],S),np.cross(S,V[:2]);;
    np.cross(V[:2],V[:3]),np.cross(V[:3],V[:2]),np.cross(S,S[:,:,1:]);;
    np.percentile(5,30.),np.percentile(A,O0+30),np.percentile(A,O0+30,axis=1),np.quantile(O0+5,[.3,.4]),np.nanquantile(5.5,.3);;
    np.argwhere(3),np.argwhere(0.0).shape;;
    np.arange(3+4j),np.arange(1j),np.arange(1,3+4j,1+1j),np.arange(1,5+0j);;
    np.lib.stride_tricks.sliding_window_view(S,2,(1,)),np.lib.stride_tricks.sliding_window_view(S,(2,),1);;
    np.lib.stride_tricks.sliding_window_view(S,(2,),4);;
"""


def calls(text):
    """Return the calls of a table."""
    return [call.strip() for call in text.replace("\n", " ").split(";;") if call.strip()]


@pytest.mark.parametrize("several", groups(calls(CALLS)))
def test_calls(several):
    check_rows(several, *ARRAYS.values(), names=tuple(ARRAYS))


# Functions of several statements: lists of arrays in variables, and what is assigned to `flat`.
STATEMENTS = [
    "L=[A,B,A]\nreturn np.choose(I%3,L)",
    "L=[A]\nL.append(B)\nL.append(A)\nreturn np.choose(I%3,L)",
    "L=[]\nfor k in range(3):\n  L.append(A*k)\nreturn np.choose(I%3,L,mode='clip')",
    "L=[V[:1],V[:4]]\nreturn np.choose(I%2,L)",
    "c=[]\nv=[]\nfor k in range(3):\n  c.append(A<0.2*(k+1))\n  v.append(B*k)\nreturn np.select(c,v,7.0)",
    "c=[A<0.2,A<0.5]\nv=[B,A]\nreturn np.select(c,v)",
    "c=[A<0.2,A<0.5]\nv=[1,2]\nreturn np.select(c,v,default=3)",
    "c=[A<0.2,A<0.5]\nreturn np.piecewise(A,c,[1.0,2.0,3.0])",
    "c=[A<0.2,A<0.5]\nf=[1.0,2.0]\nreturn np.piecewise(A,c,f)",
    "c=[]\nfor k in range(2):\n  c.append(A<0.3*(k+1))\nf=[1.0,2.0]\nreturn np.piecewise(A,c,f)",
    "m=[A,B.T,A]\nreturn np.linalg.multi_dot(m)",
    "m=[P[0]]\nfor k in range(3):\n  m.append(P[1]*k)\nreturn np.linalg.multi_dot(m)",
    "m=[np.array([1,2]),np.array([0,1])]\nreturn np.ravel_multi_index(m,(3,4))",
    "m=[]\nfor k in range(2):\n  m.append(np.array([k,1]))\nreturn np.ravel_multi_index(m,(3,4))",
    "m=[A]\nfor k in range(2):\n  m.append(B)\nreturn np.linalg.multi_dot([A,B.T])",
    "m=[A]\nfor k in range(2):\n  m.append(B)\nreturn np.concatenate(m),np.stack(m,1),np.vstack(m),np.hstack(m)",
    "m=[A]\nfor k in range(2):\n  m.append(B)\nreturn np.array(m),np.mean(m,axis=0),np.sum(m)",
    "m=[V]\nfor k in range(2):\n  m.append(W)\nreturn np.column_stack(m),np.lexsort(m)",
    "m=[V[:3]]\nfor k in range(2):\n  m.append(W[:3])\nreturn np.cov(m),np.linalg.det(np.array(m))",
    "A.flat[2:7]=1.0\nreturn A",
    "A.flat[3]=9\nreturn A",
    "A.flat[np.array([1,5])]=7\nreturn A",
    "A.flat[2:7]=V[:2]\nreturn A",
    "A.T.flat[2:7]=V[:5]\nreturn A",
    "I.flat[M.ravel()]=[1,2,3]\nreturn I",
    "A.flat[:]=I\nreturn A",
]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text):
    check(text, *ARRAYS.values(), names=tuple(ARRAYS))
