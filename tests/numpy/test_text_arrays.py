"""Arrays of text that compiled code makes, converts and works on, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import errors, njit

A = np.array(["b", "abc", "ä", "Xy z"])
B = np.array([b"x", b"yz"])
TABLE = np.array([["b", "a"], ["abc", "d"], ["", "zz"]])

# A function's body, and its arguments.
MADE = [
    ("np.full(3, 'abc')",),
    ("np.full((2, 2), '')",),
    ("np.full(3, a, 'U5')", "hello world"),
    ("np.full(2, a, dtype='S2')", b"xyz"),
    ("np.array(('a', 'bcd'))",),
    ("np.array(['a', 'bcd'])",),
    ("np.asarray(['a', 'bcd', 'x', 'yy'])",),
    ("np.array((('a', 'b'), ('cc', 'd')))",),
    ("np.array([['a', 'b'], ['cc', 'd']])",),
    ("np.asarray([[['a', 'b', 'c']], [['d', 'eee', '']]])",),
    ("np.char.translate(a, {97: 'xy', 98: 'z'})", TABLE),
    ("np.array([a, 'x'], 'U5')", "hello world"),
    ("np.array(a, dtype='U3')", ["x", "yyyy"]),
    ("np.array(a, dtype='U3')", [["x", "yyyy"], ["", "u"]]),
    ("np.array((a, b'q'), dtype='S3')", b"bytes"),
    ("np.array('abc')",),
    ("np.array(a, '<U2')", "xyz"),
    ("np.array([str(i) for i in range(a)], dtype='U3')", 3),
    ("np.array(a)", A),
]
if hasattr(np.strings, "slice"):
    MADE += [
        ("np.strings.slice(a, 1)", TABLE), ("np.strings.slice(a, 1, -1, 1)", A), ("np.strings.slice(a, 1, None)", A),
        ("np.strings.slice(a, None)", A), ("np.strings.slice(a, None, None, -1)", A), ("np.strings.slice(a, -2, None)", A),
    ]  # fmt: skip

CONVERTED = [
    ("a.astype('U10')", A),
    ("a.astype('U1')", A),
    ("a.astype(str)", np.arange(-2, 3)),
    ("a.astype(str)", np.arange(3, dtype=np.uint8)),
    ("a.astype('U5')", np.arange(98, 102).reshape(2, 2)),
    ("a.astype('S2')", np.arange(98, 102)),
    ("a.astype('U')", np.array([1.5, -0.25, np.inf, 1e100])),
    ("a.astype('U')", np.array([True, False])),
    ("a.astype(np.int64)", np.array(["1", "-22"])),
    ("a.astype(np.uint8)", B[:0]),
    ("a.astype(np.float32)", np.array(["1.5", "1e3"])),
    ("a.astype(float)", np.array([b"1.5", b"nan"])),
    ("a.astype(np.bool_)", A),
    ("a.astype('S3')", np.array(["a", "b"])),
    ("a.astype('U3')", B),
    ("a.astype(str)", B),
    ("a.astype(bytes)", A[:2]),
    ("a.astype(np.int32, order='C', copy=True)", np.arange(3)),
]

ORDERED = [
    ("np.sort(a)", TABLE),
    ("np.sort(a, axis=0)", TABLE),
    ("np.sort(a, 1)", TABLE.T),
    ("np.sort(a, axis=None)", TABLE),
    ("np.argsort(a, axis=0)", TABLE),
    ("np.argsort(a)", TABLE),
    ("np.concatenate((a, b))", A, np.array(["longer"])),
    ("np.where(a == 'b', a, b)", A, A[::-1]),
    ("np.where(a == 'b', a, 'long text')", A),
    ("np.isin(a, b)", A, A[:2]),
    ("np.isin(a, b, invert=True)", TABLE, A),
]

STRINGS = """
    upper(a);lower(a);capitalize(a);title(a);swapcase(a);strip(a);lstrip(a);rstrip(a);strip(a, 'b');str_len(a);isalpha(a)
    isdigit(a);isupper(a);islower(a);isspace(a);startswith(a, 'a');endswith(a, 'c');find(a, 'b');rfind(a, 'b');count(a, 'b')
    find(a, 'b', 1);count(a, 'b', 0, 2);find(a, a);add(a, 'x');add(a, a);multiply(a, 2);center(a, 7);ljust(a, 6)
    rjust(a, 6, '*');zfill(a, 5)
"""


def compiled(body, count):
    scope = {"np": np}
    exec(f"def f({', '.join('abc'[:count])}): return {body}", scope)
    return njit(scope["f"]), scope["f"]


def same(got, wanted):
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("row", MADE + CONVERTED + ORDERED, ids=lambda row: row[0])
def test_rows(row):
    f, python = compiled(row[0], len(row) - 1)
    same(f(*row[1:]), python(*row[1:]))


@pytest.mark.parametrize("call", [call.strip() for line in STRINGS.strip().splitlines() for call in line.split(";")])
def test_functions_of_strings(call):
    for module in ("strings", "char"):
        f, python = compiled(f"np.{module}.{call}", 1)
        for a in (A, TABLE):
            same(f(a), python(a))


def test_sums():
    f, python = compiled("a + b", 2)
    same(f(A, A), python(A, A))
    f, python = compiled("'<' + a + '>'", 1)
    same(f(A), np.char.add(np.char.add("<", A), ">"))


def test_in_place():
    @njit
    def sort(a, b):
        a.sort()
        b.sort(axis=0)

    a, b = A.copy(), TABLE.copy()
    sort(a, b)
    same(a, np.sort(A))
    same(b, np.sort(TABLE, 0))


def test_a_list_of_constants_that_gets_others():
    @njit
    def f(text):
        texts = ["a", "bc"]
        texts.append("longer")
        constants = np.array(texts)
        texts.append(text)
        return constants

    with pytest.raises(errors.TypingError, match="needs a dtype, such as 'U10'"):
        f("x")


@pytest.mark.parametrize(
    ("body", "argument", "text"),
    [
        ("np.array([a, a])", "x", "needs a dtype, such as 'U10'"),
        ("np.array((a, a))", b"x", "needs a dtype, such as 'S10'"),
        ("np.full(3, a)", "x", "an array of unicode_type needs a dtype"),
        ("np.strings.replace(a, 'b', 'xy')", A, "the length of the result's texts is part of its dtype"),
        ("np.char.join('-', a)", A, "'numpy.char.join' is not supported in compiled code"),
        ("np.strings.ljust(a, len(a))", A, "'width' must be a constant, since the length of the texts is part of the result's"),
    ],
)
def test_texts_of_unknown_length(body, argument, text):
    f, _ = compiled(body, 1)
    with pytest.raises(errors.NumbaError, match=text):
        f(argument)


CHARACTERS = """\
np.array(list(a))
np.array(list(a), dtype=str) == np.array(list(a[::-1]))
np.array([list(line) for line in a.split()])
np.array(list(a)).reshape(-1, 2)[:, 0]
np.unique(list(a))
np.isin(list(a), ['A', 'T'])
np.random.default_rng(1).choice(list(a), 5)
"""


@pytest.mark.parametrize("body", CHARACTERS.splitlines())
def test_lists_of_characters(body):
    f, python = compiled(body, 1)
    for text in ("GATTACAC", "GATT ACAC"):
        if "-1, 2" not in body or len(text) % 2 == 0:
            same(f(text), python(text))


def test_texts_that_are_longer_than_a_character():
    f, _ = compiled("np.array([words.split('-') for words in a.split()])", 1)
    assert f("a-b c-d").tolist() == [["a", "b"], ["c", "d"]]
    with pytest.raises(TypeError, match="needs a dtype, such as 'U10'"):
        f("a-bc d-e")


def test_texts_that_are_no_numbers():
    f, _ = compiled("a.astype(np.int64)", 1)
    with pytest.raises(ValueError, match="invalid literal for int"):
        f(A)
    f, _ = compiled("np.array(a, 'U3')", 1)
    with pytest.raises(ValueError, match="inhomogeneous shape"):
        f([["a"], ["b", "c"]])


FILLED = {
    "ones": lambda a: np.ones(3, "U3"),
    "ones_bytes": lambda a: np.ones((2, 2), "S3"),
    "ones_like": lambda a: np.ones_like(a),
    "full": lambda a: np.full(2, 5, "U3"),
    "full_float": lambda a: np.full(2, 1.5, "S5"),
    "full_like": lambda a: np.full_like(a, 25),
    "zeros": lambda a: np.zeros_like(a),
}


@pytest.mark.parametrize("name", FILLED)
@pytest.mark.parametrize("dtype", ["U2", "S2"])
def test_texts_filled_with_numbers(name, dtype):
    a = np.array([["a", "bb"]], dtype)
    result, expected = njit(FILLED[name])(a), FILLED[name](a)
    assert result.dtype == expected.dtype
    assert np.array_equal(result, expected)
