"""Functions of the library in functions with ``parallel=True``: in pieces they give what NumPy gives, each time the same."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, vectorize
from tests.run.support import expression

N = 300_001
RANDOM = np.random.default_rng(5)
VALUES = {
    "a": RANDOM.random(N),
    "b": RANDOM.random(N),
    "i": RANDOM.integers(0, 50, N),
    "m": RANDOM.random((901, 399)),
    "t": RANDOM.random((100_003, 5)),
    "w": np.where(RANDOM.random(N) > 0.9, np.nan, RANDOM.random(N)),
    "q": RANDOM.random((6, 150, 301)),
}


@vectorize
def product(x, y):
    return x * y + 1


EXPRESSIONS = """
a.mean() a.var() a.std() i.mean() i.var() m.mean(0) m.mean(1) m.var(0) m.std(1) q.mean(1) t.var()
a.argmin() a.argmax() i.argmin() i.argmax() a[::-2].argmax() m.argmin() m.argmin(0) m.argmax(1) t.argmin(0) t.argmin(1)
q.argmax(0) q.argmax(1) q.argmax(2)
t.sum(0) t.sum(1) t.T.sum(0) q.sum((0,1)) q.sum(0) q.sum(1) q.max(2) m[::2,::3].sum() m.T.min(1) np.ptp(a)
np.nansum(a) np.nanmean(m) np.nanmin(a) np.nanmax(m,0) np.nanvar(a) np.count_nonzero(a>0.5) np.median(a) np.average(a)
np.arange(N) np.arange(0.0,N,0.7) np.linspace(0.0,1.0,N) np.full(N,2.5) np.ones(N) np.zeros(N) np.eye(300)
np.clip(a,0.2,0.8) np.round(a,2) np.where(a>0.5,a,b) np.where(m>0.5,m,0.0) np.nan_to_num(a) np.isclose(a,b)
np.where(m[::2]>0.5,1,2) np.outer(a[:700],b[:300]) np.diff(a) np.cumsum(a) np.cumsum(m,0) np.roll(a,3)
np.concatenate((a,b)) np.repeat(a,2) np.flip(a) a[i] m[i[:2000]] t[:,1][i] np.take(a,i) a[a>0.5] np.nonzero(a>0.5)[0]
np.searchsorted(np.sort(b),a) np.digitize(a,np.array([0.2,0.5])) np.interp(a,np.linspace(0,1,9),np.linspace(0,2,9))
np.choose(i%2,(i,i*2)) np.select((a>0.5,a>0.2),(a,b),0.0) np.dot(a,b) np.vdot(a,b) m@m.T[:,:3] np.dot(m,a[:399])
product(a,b) product(m,2.0) product(m,m[0]) product(q[::2],q[1::2])
np.cumprod(m*2,1) np.cumsum(i) np.cumsum(a[::3]) np.cumsum(q,1) np.cumsum(m.T,0) np.sort(m) np.sort(q,axis=1) np.sort(w)
np.argsort(m,1) np.sort(np.round(a,3),kind='stable') np.median(m,0)
np.argsort(a) np.argsort(w,kind='stable') np.argsort(i,kind='stable') np.argsort(a[::-2]) np.unique(a) np.unique(w)
np.bincount(i) np.histogram(a,20)[0] np.unique(i) np.sort(a) np.allclose(a,a)
""".split()


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_like_numpy(text):
    function = expression(text, ", ".join(VALUES))
    function.__globals__.update(N=N, product=product)
    divided = njit(parallel=True)(function)
    found, expected = divided(*VALUES.values()), function(*VALUES.values())
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-11)
    assert np.array_equal(found, divided(*VALUES.values()), equal_nan=True)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a.mean()", "mean"), ("np.var(a)", "var"), ("np.argmax(a)", "argmax"), ("np.arange(N)", "arange"),
        ("np.linspace(0.0, 1.0, N)", "linspace"), ("np.where(a > 0.5, a, b)", "where"), ("product(a, b)", "product"),
        ("np.random.normal(0.0, 1.0, N)", "random.normal"), ("np.random.randint(0, 9, N)", "random.randint"),
    ],
)  # fmt: skip
def test_diagnostics_name_what_is_divided(text, named, capsys):
    function = expression(text, ", ".join(VALUES))
    function.__globals__.update(N=N, product=product)
    divided = njit(parallel=True)(function)
    divided(*VALUES.values())
    divided.parallel_diagnostics(level=1)
    assert f"line 2: call of {named}: has loops that run on all cores" in capsys.readouterr().out


def test_diagnostics_name_what_is_not(capsys):
    divided = njit(parallel=True)(lambda a: np.searchsorted(a, 0.5))
    divided(np.ones(3))
    divided.parallel_diagnostics(level=3)
    assert "searchsorted:" not in capsys.readouterr().out
    divided.parallel_diagnostics(level=4)
    assert "call of searchsorted: on one thread" in capsys.readouterr().out


def test_missing_numbers_and_ties():
    a = np.ones(200_000)
    first = njit(parallel=True)(lambda a: (a.argmin(), a.argmax(), np.nanmin(a)))
    assert first(a) == (0, 0, 1)
    a[150_000] = np.nan
    assert first(a) == (150_000, 150_000, 1)
    a[70_000] = np.nan
    assert first(a)[0] == 70_000


def test_nothing_to_reduce():
    for text in ("a.argmax()", "a.max()", "np.nanmin(a)"):
        with pytest.raises(ValueError, match="empty|zero-size"):
            njit(parallel=True)(expression(text, "a"))(np.ones(0))
    assert njit(parallel=True)(lambda a: a.sum(0))(np.ones((0, 3))).tolist() == [0, 0, 0]


def test_indices_out_of_range():
    places = np.zeros(100_000, np.int64)
    places[90_000] = 7
    with pytest.raises(IndexError, match="7 is out of bounds"):
        njit(parallel=True)(lambda a, i: a[i])(np.ones(5), places)
