"""Arrays and records with text of a fixed length, ``U5`` and ``S3``, compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import coluber
from coluber import njit, types
from tests.run.support import assert_same, check, compile_error, expression

WORDS = np.array(["ab", "cdé", "", "ab", "x😀"])
BYTES = np.array([b"ab", b"c", b"", b"ab", b"\xff"])
GRID = np.array([["b", "aa"], ["", "c"], ["b", "b"]])
PEOPLE = np.array([("bob", 3, b"x"), ("albert", 4, b"yz")], dtype=[("name", "U6"), ("k", "i1"), ("code", "S2")])


def compare(text, **options):
    check(expression(text, "w, b, g, p"), WORDS, BYTES, GRID, PEOPLE, **options)


READ = """w[1];w[-1];b[0] + b"";b[-1] + b"";w[2];g[1, 0];g[0][1];len(w[1]);w[1].upper();w[1] + "!";w[0] == "ab";"ab" == w[0]
w[0] in "cab";b[0] + b"c";b[3] == b"ab";b[4][0];w[0] < w[1];sorted(list(w));[t + b"" for t in b];{t: 1 for t in w}
hash(w[1]) == hash(w[1]);w[4].encode();b[0].decode();str(w[1]);f"<{w[1]}>";w.flat[3];g.flat[2];w.item(1)
[(i, t) for i, t in np.ndenumerate(w)];w.tolist();g.tolist();b.tolist();list(zip(w, b == b""));p[0]["name"]
p[1]["name"] + "x";p["name"][1];p["code"][1] + b"";p[1]["code"] + b"!";[r["name"] for r in p];p["name"] == "bob";w.size
w.itemsize;g.shape;w.nbytes"""

VIEWS = """w[::2];w[::-1];g.T;g[1:, 0];w.copy();g.copy();w[np.array([3, 1])];w[[0, 2]];w[w == "ab"];g[g != "b"];g.ravel()
g.reshape(2, 3);np.concatenate((w, w));np.where(w == "ab", 1, 0);np.zeros(2, "U3");np.zeros((2, 2), dtype="S2")
np.empty_like(w)[:0];g[:, ::-1].copy();w == w[::-1];w == "ab";"cd" < w;w != "";w <= "b";w >= "b";b == b"ab";b != b
g == g[0];g > "a";(w == "ab").sum();np.equal(w, "x");np.sort(w);np.sort(b);np.sort(g, axis=None);np.argsort(w)
np.argsort(b, kind="stable");np.unique(w);np.unique(b);np.unique(g);w.argsort();np.unique(w, return_index=True)
np.unique(g, return_inverse=True, return_counts=True);np.unique(b, True, True, True);p["name"];p["code"]
np.append(w, "longer than all");np.append(w, w);np.append(g, "x")"""


@pytest.mark.parametrize("text", [row for line in READ.splitlines() for row in line.split(";")])
def test_what_is_read_is_a_string(text):
    compare(text)


@pytest.mark.parametrize("text", [row for line in VIEWS.splitlines() for row in line.split(";")])
def test_arrays_of_text(text):
    compare(text)


def test_assignment_cuts_off_and_fills_up():
    def write(w, b, g, p):
        w[0] = "longer than there is room"
        w[1] = "é"
        w[-1] = w[0] + w[1]
        b[0] = b"z"
        b[1:3] = b"qq"
        g[:, 0] = g[0]
        g[1:] = "t"
        p[0]["name"] = "a much longer name"
        p[1]["code"] = b"1234"
        p["name"][1] = f"n{p[1]['k']}"

    check(write, WORDS.copy(), BYTES.copy(), GRID[:2].copy(), PEOPLE.copy())


def test_several_texts_are_assigned():
    def assign(w, g, k, names):
        w[1:3] = ["one", "longer"]
        w[[0, -1]] = ("x", "yyyyyyyyy")
        w[k == 2] = names
        w[[3]] = "z"
        g[0] = ["p", "q"]
        g[:, 1] = ("r", "s", "t")
        return w, g

    check(assign, WORDS.copy(), GRID.copy(), np.array([0, 2, 1, 2, 0]), ["m", "n"])
    check(assign, WORDS.copy(), GRID.copy(), np.array([0, 2, 1, 2, 0]), ["m", "n", "o"])


def test_elements_are_copied_from_array_to_array():
    def move(w, g, p):
        out = np.zeros(w.size, "U2")
        for i in range(w.size):
            out[w.size - 1 - i] = w[i]
        q = p.copy()
        q[0] = p[1]
        g[0] = g[2]
        return out, q

    check(move, WORDS.copy(), GRID.copy(), PEOPLE.copy())


def test_memory_that_is_not_aligned():
    packed = np.zeros(3, dtype=np.dtype([("a", "i1"), ("t", "U3")]))
    packed["t"] = ["abc", "", "é"]

    def read(p, t):
        p[1]["t"] = "new"
        t[2] = t[0]
        return [r["t"] for r in p], t == "abc"

    compiled = njit(read)
    mine, theirs = packed.copy(), packed.copy()
    assert_same(compiled(mine, mine["t"]), read(theirs, theirs["t"]))
    assert_same(mine, theirs)


def test_types():
    assert str(coluber.typeof(WORDS)) == "array([unichr x 3], 1d, C)"
    assert str(coluber.typeof(BYTES)) == "array([char x 2], 1d, C)"
    assert coluber.typeof(WORDS).dtype == types.UnicodeCharSeq(3)
    assert coluber.from_dtype(np.dtype("S7")) == types.CharSeq(7)
    assert types.UnicodeCharSeq(4).numpy_dtype == np.dtype("U4")
    assert types.CharSeq(3) != types.UnicodeCharSeq(3)


def test_arrays_of_the_same_length_share_a_specialisation():
    first = njit(lambda a: a[0])
    assert first(np.array(["abc"])) == "abc"
    assert first(np.array(["def", "g"])) == "def"
    assert len(first.signatures) == 1


FOUND = """w[1] in w;"q" in w;"" in g;b"c" in b;np.searchsorted(np.sort(w), "c");np.searchsorted(np.sort(w), w, side="right")
np.searchsorted(w, "c", sorter=np.argsort(w));np.searchsorted(np.sort(b), b"c");np.isin(w, ["ab", "q"]);np.isin(b, [b"c"])
np.isin(g, ("b", "c"), invert=True);np.isin(w, w[1:3]);np.isin(w, "ab"), np.isin(g, "b", invert=True), np.isin("ab", w)
np.lexsort((np.arange(5) % 2, w)), np.lexsort((w, np.arange(5) % 2))
np.insert(w, 1, "longer"), np.insert(w, [1, 3], ["x", "yy"]);np.insert(g, 1, ["k", "l"], axis=0), np.insert(g, 1, "k", axis=1)
np.char.equal(w, "ab "), np.char.less(g, "b")
np.char.greater_equal(w, w[::-1]), np.char.not_equal("ab", w);w.dtype.kind, w.dtype.name, w.dtype.str, b.dtype.str"""


@pytest.mark.parametrize("text", [text for line in FOUND.splitlines() for text in line.split(";")])
def test_texts_are_found(text):
    compare(text)


def test_other_byte_order_and_wrong_values_are_refused():
    def store(a, value):
        a[0] = value

    assert "setitem(array([unichr x 3], 1d, C), " in compile_error(store, WORDS.copy(), 3)
    assert "setitem(array([unichr x 3], 1d, C), " in compile_error(store, WORDS.copy(), b"bytes")
    assert "setitem(array([char x 2], 1d, C), " in compile_error(store, BYTES.copy(), "text")
    assert "Unsupported array dtype: >U3" in compile_error(lambda a: a[0], WORDS.astype(">U3"))


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5), min_size=1))
def test_any_text(texts):
    array = np.array(texts)
    assert read_all(array) == [str(text) for text in array]
    target = np.zeros(array.size, array.dtype)
    copy_all(array, target)
    assert_same(target, array)
    assert_same(sort(array), np.sort(array))


read_all = njit(lambda a: [t for t in a])  # noqa: C416 - what compiled code is to do
sort = njit(lambda a: np.sort(a))


@njit
def copy_all(source, target):
    for i in range(source.size):
        target[i] = source[i]


SPECIES = ["adelie", "chinstrap", "gentoo"]
LETTERS = "ACGT"


def test_arrays_of_lists_whose_texts_are_known():
    def f(seed):
        rng = np.random.default_rng(seed)
        letters = list("ACGT")
        return np.array(SPECIES), np.array(list(LETTERS)), rng.choice(SPECIES, 4), "".join(rng.choice(letters, 8)), len(letters)

    found, wanted = njit(f)(3), f(3)
    for one, other in zip(found, wanted, strict=True):
        assert type(one) is type(other)
        assert np.array_equal(one, other)
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)


def test_a_list_of_texts_that_has_changed_is_an_error():
    names = ["a", "bc"]
    scope = {"np": np, "names": names}
    exec("def f():\n    return np.array(names)\n", scope)
    compiled = njit(scope["f"])
    assert compiled().tolist() == names
    names[0] = "longer"
    with pytest.raises(ValueError, match="has changed"):
        compiled()
