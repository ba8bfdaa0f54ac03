"""Signatures: their forms, eager compilation, and casts of arguments."""

from __future__ import annotations

import numpy as np
import pytest

import coluber
from coluber import TypingError, cuda, jit, njit, prange, types, vectorize
from coluber.types import (
    boolean,
    complex64,
    complex128,
    f4,
    f8,
    float32,
    float64,
    i4,
    i8,
    int8,
    int32,
    int64,
    none,
    u1,
    uint8,
    void,
)


def add(a, b):
    return a + b


def total(a):
    s = 0.0
    for x in a.ravel():
        s += x
    return s


def store(a):
    a[0] = 1.0


FORMS = [
    "f8(i4,i4)",
    "float64(int32, int32)",
    "(i4, i4)",
    f8(i4, i4),
    float64(int32, int32),
    (i4, i4),
    ["f8(i4, i4)"],
    [f8(i4, i4)],
    [(i4, i4)],
    "f8(int32, i4)",
    "types.f8(types.int32, i4)",
    types.float64(types.int32, types.int32),
]


@pytest.mark.parametrize("x", [-5, np.int64(-3), -(2**63)])
def test_negative_numbers_are_not_unsigned(x):
    with pytest.raises(OverflowError, match="can't convert negative int to unsigned"):
        njit("uint8(uint8, uint64)")(lambda a, b: a)(3, x)
    with pytest.raises(OverflowError, match="int too big to convert"):
        njit("int8(int8)")(lambda a: a)(2**63)


@pytest.mark.parametrize("x", [np.nan, np.inf, -np.inf, np.float64(np.nan), np.float32(np.inf), 1e30])
@pytest.mark.parametrize("form", ["i8(i8)", "i4(i4)", "u1(u1)", "u8(u8)"])
def test_floats_that_are_no_integers(form, x):
    function = njit(form)(lambda a: a)
    try:
        int(x).to_bytes(8, "little")
    except (ValueError, OverflowError) as error:
        with pytest.raises(type(error)):
            function(x)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_forms(form):
    function = njit(form)(add)
    assert len(function.signatures) == 1
    assert function.signatures[0] == (int32, int32)
    assert function(1, 2) == 3


@pytest.mark.parametrize("form", ["f8(i4,i4)", f8(i4, i4)], ids=str)
def test_return_type_is_cast(form):
    result = njit(form)(add)(1, 2)
    assert type(result) is float


def test_return_type_is_inferred():
    assert type(njit("(i4, i4)")(add)(1, 2)) is int
    assert type(njit((f4, i8))(add)(1, 2)) is float


def test_return_type_narrows():
    assert njit("i4(f8, f8)")(add)(1.7, 1.7) == 3
    assert njit("f4(f8, f8)")(add)(0.1, 0.2) == float(np.float32(0.1 + 0.2))


def test_list_of_signatures():
    function = njit(["i8(i8, i8)", "f8(f8, f8)", "c16(c16, c16)"])(add)
    assert len(function.signatures) == 3
    assert type(function(1, 2)) is int
    assert type(function(1.5, 2.0)) is float
    assert type(function(1j, 2.0)) is complex
    assert len(function.signatures) == 3


def test_no_other_types_are_accepted():
    function = njit("i8(i8, i8)")(add)
    with pytest.raises(TypeError, match="No matching definition for argument type"):
        function("a", "b")
    with pytest.raises(TypeError, match="No matching definition for argument type"):
        function(np.zeros(2), np.zeros(2))
    assert len(function.signatures) == 1


def test_arguments_are_cast():
    function = njit("f8(i4, i4)")(add)
    assert function(1, 2) == 3.0
    assert function(np.int8(1), np.uint8(2)) == 3.0
    assert function(True, 2) == 3.0


def test_float_to_integer_truncates():
    function = njit("i8(i8)")(lambda x: x)
    assert function(1.9) == 1


def test_int_to_float():
    function = njit("f8(f8)")(lambda x: x / 2)
    assert function(3) == 1.5


def test_int_to_complex():
    function = njit("c16(c16)")(lambda x: x * 1j)
    assert function(3) == 3j
    assert function(1.5) == 1.5j


def test_narrow_integers_wrap():
    function = njit("i8(i1)")(lambda x: x)
    assert function(300) == 44


def test_ambiguity_is_an_error():
    function = njit(["f8(f4, f8)", "f8(f8, f4)"])(add)
    with pytest.raises(TypeError, match=r"(?i)ambiguous"):
        function(1.0, 1.0)


def test_nearest_signature_is_chosen():
    function = njit(["i8(i8, i8)", "f8(f8, f8)"])(add)
    assert type(function(np.int32(1), np.int8(2))) is int
    assert type(function(np.float32(1), 2)) is float


@pytest.mark.parametrize("form", ["void(f4[:])", void(float32[:]), "none(f4[:])", none(f4[:])], ids=str)
def test_void(form):
    function = njit(form)(store)
    a = np.zeros(3, np.float32)
    assert function(a) is None
    assert a[0] == 1.0


ARRAYS = {
    "f8[:]": np.arange(6.0),
    "f8[::1]": np.arange(6.0),
    "f8[:,:]": np.arange(6.0).reshape(2, 3)[:, ::2],
    "f8[:,::1]": np.arange(6.0).reshape(2, 3),
    "f8[::1,:]": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "f4[:,:,:]": np.arange(8.0).reshape(2, 2, 2).astype(np.float32),
    "Array(float64, 1, 'C')": np.arange(6.0),
    "Array(float64, 2, 'F')": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "Array(float64, 2, 'A')": np.arange(6.0).reshape(2, 3)[:, ::2],
    "Array(int32, 1, 'C')": np.arange(6, dtype=np.int32),
    "b1[:]": np.array([True, False, True]),
    "u1[:]": np.arange(3, dtype=np.uint8),
}


@pytest.mark.parametrize("form", ARRAYS)
def test_array_types(form):
    function = njit(f"f8({form})")(total)
    a = ARRAYS[form]
    assert function(a) == a.sum()


@pytest.mark.parametrize("form", ["f8[:]", "f8[:,:]"])
def test_any_layout_takes_contiguous_arrays(form):
    shape = (6,) if form == "f8[:]" else (2, 3)
    function = njit(f"f8({form})")(total)
    assert function(np.arange(6.0).reshape(shape)) == 15.0
    assert function(np.asfortranarray(np.arange(6.0).reshape(shape))) == 15.0
    assert len(function.signatures) == 1


@pytest.mark.parametrize(
    ("form", "value"),
    [
        ("f8[::1]", np.arange(6.0)[::2]),
        ("f8[:]", np.arange(6)),
        ("f8[:]", np.arange(6.0).reshape(2, 3)),
        ("f4[:]", np.arange(6.0)),
        ("f8[:,::1]", np.asfortranarray(np.arange(6.0).reshape(2, 3))),
    ],
)
def test_arrays_that_do_not_fit(form, value):
    with pytest.raises(TypeError, match="No matching definition"):
        njit(f"f8({form})")(total)(value)


def test_tutorial_signature():
    @njit("void(f4[:])", nopython=True)
    def bubblesort(X):
        N = len(X)
        for end in range(N, 1, -1):
            for i in range(end - 1):
                cur = X[i]
                if cur > X[i + 1]:
                    tmp = X[i]
                    X[i] = X[i + 1]
                    X[i + 1] = tmp

    a = np.random.default_rng(0).random(100).astype(np.float32)
    expected = np.sort(a)
    bubblesort(a)
    np.testing.assert_array_equal(a, expected)


TUPLES = [
    ("UniTuple(int64, 2)", (3, 4)),
    ("Tuple((int64, float64))", (3, 4.5)),
    ("Tuple([int64, boolean])", (3, True)),
    ("UniTuple(float64, 3)", (1.0, 2.0, 3.0)),
    ("Tuple((int64, UniTuple(float64, 2)))", (1, (2.0, 3.0))),
]


@pytest.mark.parametrize(("form", "value"), TUPLES)
def test_tuple_types(form, value):
    function = njit(f"({form},)")(lambda t: t)
    assert function(value) == value


def test_tuple_types_as_objects():
    function = njit(types.UniTuple(int64, 2)(int64, int64))(lambda a, b: (b, a))
    assert function(1, 2) == (2, 1)
    function = njit(types.Tuple((int64, float64))(int64, float64))(lambda a, b: (a, b))
    assert function(1, 2) == (1, 2.0)


def test_tuple_items_are_cast():
    function = njit("(UniTuple(float64, 2),)")(lambda t: t[0] / 2 + t[1])
    assert function((1, 2)) == 2.5


def test_optional():
    def f(x):
        if x is None:
            return -1
        return x * 2

    function = njit(int64(types.optional(int64)))(f)
    assert function(4) == 8
    assert function(None) == -1


def test_optional_result():
    def f(x):
        if x > 0:
            return x
        return None

    function = njit(types.optional(int64)(int64))(f)
    assert function(4) == 4
    assert function(-4) is None


def test_none_argument():
    assert njit("i8(none)")(lambda x: 5)(None) == 5


def test_string_argument():
    function = njit((types.unicode_type,))(lambda s: s == "yes")
    assert function("yes") is True
    assert function("no") is False


def test_no_arguments():
    assert njit("i8()")(lambda: 5)() == 5
    assert njit(())(lambda: 5)() == 5


@pytest.mark.parametrize(
    "name", ["bool_", "b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16", "intp", "uintp", "boolean"]
)
def test_names_of_scalars(name):
    function = njit(f"({name},)")(lambda x: x)
    assert function(1) == 1


def test_eager_compilation_happens_at_decoration():
    function = njit("i8(i8)")(lambda x: x)
    assert len(function.overloads) == 1


def test_error_of_eager_compilation_comes_at_decoration():
    with pytest.raises(coluber.core.errors.TypingError):
        njit("i8(i8)")(lambda x: x.no_such_attribute)


@pytest.mark.parametrize("form", ["f8(nothing)", "f8(", 5, "f8(i4) + 1"])
def test_invalid_signatures(form):
    with pytest.raises(Exception):  # noqa: B017, PT011
        njit(form)(lambda x: x)


def test_wrong_number_of_arguments_in_the_signature():
    with pytest.raises(Exception):  # noqa: B017, PT011
        njit("f8(f8, f8, f8)")(add)


def test_signature_with_defaults():
    @njit("i8(i8, i8)")
    def f(a, b=10):
        return a * 100 + b

    assert f(1, 2) == 102


def test_locals():
    @njit(locals={"s": float32})
    def f(a):
        s = 0.0
        for x in a:
            s = s + x
        return s

    values = np.full(100, 0.1)
    expected = np.float32(0.0)
    for x in values:
        expected = np.float32(expected + x)
    assert f(values) == float(expected)


def test_locals_of_each_assignment():
    @njit(locals={"r": float32, "k": uint8, "s": float32}, parallel=True)
    def f(a, n):
        r = 0.0
        if n == 0:
            return r, 1
        k = n
        s = 0
        for i in prange(len(a)):
            s += a[i]
        r = a[0] + s
        return r, k

    assert f(np.full(3, 0.1), 0) == (0.0, 1)
    assert f(np.full(3, 0.1), 257)[1] == 1
    (signature,) = f.nopython_signatures
    assert signature.return_type == types.Tuple((float32, int64))


def test_locals_that_do_not_fit():
    @njit(locals={"s": float32})
    def f(text):
        s = text + "!"
        return s

    with pytest.raises(TypingError, match="Cannot convert unicode_type to float32, the type that option 'locals' gives to 's'"):
        f("a")


def test_signature_attributes():
    function = njit("f8(i4, i4)")(add)
    (signature,) = function.nopython_signatures
    assert signature.return_type == float64
    assert tuple(signature.args) == (int32, int32)


@pytest.mark.parametrize("target", [uint8, int8, complex64, complex128, boolean, u1])
def test_results_are_cast(target):
    function = njit(target(int64))(lambda x: x)
    assert function(1) == 1


def test_arguments_that_are_left_out():
    def scaled(a, factor=1000, shift=2.5):
        return a + shift if factor == 1000 else a * factor + shift

    left_out = njit((types.int64, types.Omitted(1000), types.Omitted(2.5)))(scaled)
    assert left_out(3) == 5.5
    given = njit((types.int64, types.Omitted(1000), types.float64))(scaled)
    assert given(3, shift=1.5) == 4.5
    assert given(3, 10, 1.5) == 31.5


def test_the_function_or_signature_by_name():
    def double(x):
        return x * 2

    for decorate in (jit, njit):
        assert decorate(signature_or_function=double)(4) == 8
        assert decorate(signature_or_function="f8(f8)", fastmath=True)(double).signatures == [(types.float64,)]
    assert vectorize(ftylist_or_function=["f8(f8)"])(double)(1.5) == 3.0
    assert cuda.jit(func_or_sig=double, device=True).py_func is double


def test_arrays_that_are_not_aligned_are_taken_by_signatures():
    packed = np.zeros(4, dtype=np.dtype([("tag", "i1"), ("x", "f8"), ("n", "i4")]))
    packed["x"] = [3.0, 1.0, 4.0, 1.5]

    @njit("f8(f8[:], i8)")
    def scaled(a, factor):
        a[0] += 1.0
        return a.sum() * factor

    assert scaled(packed["x"], 2) == 21.0
    assert packed["x"][0] == 4.0
    assert scaled(np.arange(3.0), 1) == 4.0
    assert njit(lambda records: scaled(records["x"], 2))(packed) == 23.0
    with pytest.raises(TypeError, match="No matching definition.*unaligned"):
        scaled(packed["n"], 2)
