"""The types as Python objects: names, classes, text, identity, signatures."""

from __future__ import annotations

import copy
import locale
import pickle
from collections import namedtuple

import numpy as np
import pytest

import coluber
from coluber import njit, types
from coluber.core import sigutils, typing
from coluber.core.errors import LiteralTypingError, NumbaNotImplementedError, NumbaValueError
from coluber.core.typeconv import Conversion
from coluber.extending import overload

Point = namedtuple("Point", "x y")


class Interval(types.Type):
    """A type that a program defines."""

    def __init__(self, closed: bool = True) -> None:
        self.closed = closed
        super().__init__(name=f"Interval({closed})")


ARRAY = types.Array(types.float64, 2, "C")

EXAMPLES = [
    # type, its text, its repr, its class
    (types.int64, "int64", "int64", types.Integer),
    (types.uint8, "uint8", "uint8", types.Integer),
    (types.float32, "float32", "float32", types.Float),
    (types.complex128, "complex128", "complex128", types.Complex),
    (types.boolean, "bool", "bool", types.Boolean),
    (types.none, "none", "none", types.NoneType),
    (types.unicode_type, "unicode_type", "unicode_type", types.UnicodeType),
    (ARRAY, "array(float64, 2d, C)", "Array(float64, 2, 'C', False, aligned=True)", types.Array),
    (
        types.Array(types.int8, 1, "A", readonly=True),
        "readonly array(int8, 1d, A)",
        "Array(int8, 1, 'A', True, aligned=True)",
        types.Array,
    ),
    (
        types.Array(types.int8, 1, "C", aligned=False),
        "unaligned array(int8, 1d, C)",
        "Array(int8, 1, 'C', False, aligned=False)",
        types.Array,
    ),
    (types.UniTuple(types.int64, 2), "UniTuple(int64 x 2)", "UniTuple(int64, 2)", types.UniTuple),
    (types.Tuple((types.int8, types.int64)), "Tuple(int8, int64)", "Tuple((int8, int64))", types.Tuple),
    (types.Tuple(()), "Tuple()", "Tuple(())", types.Tuple),
    (types.NamedTuple((types.int8, types.int64), Point), "Point(int8, int64)", "Point(int8, int64)", types.NamedTuple),
    (types.NamedUniTuple(types.int64, 2, Point), "Point(int64 x 2)", "Point(int64 x 2)", types.NamedUniTuple),
    (types.Optional(types.int8), "OptionalType(int8)", "OptionalType(int8)", types.Optional),
    (types.literal(1), "Literal[int](1)", "Literal[int](1)", types.IntegerLiteral),
    (types.literal("a"), "Literal[str](a)", "Literal[str](a)", types.StringLiteral),
    (types.literal(True), "Literal[bool](True)", "Literal[bool](True)", types.BooleanLiteral),
    (types.DType(types.int8), "dtype(int8)", "dtype(int8)", types.DType),
    (types.NumberClass(types.int8), "class(int8)", "class(int8)", types.NumberClass),
    (types.slice2_type, "slice<a:b>", "slice<a:b>", types.SliceType),
    (types.slice3_type, "slice<a:b:c>", "slice<a:b:c>", types.SliceType),
    (types.range_state32_type, "range_state_int32", "range_state_int32", types.RangeType),
    (Interval(), "Interval(True)", "Interval(True)", Interval),
    (types.Opaque("handle"), "handle", "handle", types.Opaque),
    (types.Omitted(3), "omitted(default=3)", "omitted(default=3)", types.Omitted),
    (types.pyobject, "pyobject", "pyobject", types.PyObject),
    (types.voidptr, "void*", "void*", types.RawPointer),
    (types.CPointer(types.int8), "int8*", "int8*", types.CPointer),
    (types.ExceptionInstance(ValueError), "ValueError(...)", "ValueError(...)", types.ExceptionInstance),
]


@pytest.mark.parametrize(("ty", "text", "representation", "cls"), EXAMPLES, ids=[text for _, text, *_ in EXAMPLES])
def test_text_and_class(ty, text, representation, cls):
    assert str(ty) == text
    assert repr(ty) == representation
    assert type(ty) is cls


@pytest.mark.parametrize("ty", [ty for ty, *_ in EXAMPLES], ids=str)
def test_copies_are_the_same_object(ty):
    assert pickle.loads(pickle.dumps(ty)) is ty
    assert copy.copy(ty) is ty
    assert copy.deepcopy([ty])[0] is ty
    assert {ty: 1}[ty] == 1


NAMES = {
    "int8": "i1 char",
    "int16": "i2 short",
    "int32": "i4 intc",
    "int64": "i8 intp int_ long_ longlong ssize_t",
    "uint8": "u1 byte uchar",
    "uint16": "u2 ushort",
    "uint32": "u4 uintc",
    "uint64": "u8 uintp uint ulong ulonglong size_t",
    "float32": "f4",
    "float64": "f8 double",
    "complex64": "c8",
    "complex128": "c16",
    "boolean": "b1 bool bool_",
    "none": "void",
}


@pytest.mark.parametrize("name", NAMES)
def test_other_names(name):
    for other in NAMES[name].split():
        assert getattr(types, other) is getattr(types, name), other
        assert getattr(coluber, other) is getattr(types, name), other


def test_missing_names():
    with pytest.raises(AttributeError, match=r"coluber does not have types\.range_iter32_type yet"):
        _ = types.range_iter32_type
    with pytest.raises(AttributeError, match="did you mean 'float64'"):
        _ = types.flaot64
    assert not hasattr(types, "range_iter32_type")
    with pytest.raises(ImportError, match=r"coluber does not have types\.pyfunc_type yet"):
        from coluber.types import pyfunc_type  # noqa: F401


def test_numbers():
    assert (types.int16.bitwidth, types.int16.signed, types.int16.minval, types.int16.maxval) == (16, True, -32768, 32767)
    assert (types.uint8.signed, types.uint8.minval, types.uint8.maxval) == (False, 0, 255)
    assert types.complex64.underlying_float is types.float32
    assert types.Integer("int32") is types.int32
    assert types.Integer.from_bitwidth(8, signed=False) is types.uint8
    assert types.int8 < types.int64 >= types.int32
    with pytest.raises(TypeError):
        _ = types.int8 < types.float64
    with pytest.raises(ValueError, match="not the name of a number type"):
        types.Float("real64")


def test_a_call_with_a_value_converts_it():
    converted = types.float32(2.5)
    assert type(converted) is np.float32
    assert converted == 2.5
    assert type(types.int8(3.7)) is np.int8
    assert types.boolean(3) is True
    with pytest.raises(NotImplementedError, match="UniTuple"):
        types.UniTuple(types.int8, 2)(1)


def test_a_call_with_types_is_a_signature():
    signature = types.float64(types.int32, types.int32)
    assert isinstance(signature, typing.Signature)
    assert str(signature) == "(int32, int32) -> float64"
    assert signature == typing.signature(types.float64, types.int32, types.int32)
    assert str(types.void()) == "() -> none"
    with pytest.raises(TypeError, match="a signature is made of types, and 1 is none"):
        types.float64(types.int32, 1)


@pytest.mark.parametrize(
    ("index", "ndim", "layout"),
    [
        (np.s_[:], 1, "A"),
        (np.s_[::1], 1, "C"),
        (np.s_[::2], 1, "A"),
        (np.s_[:, :], 2, "A"),
        (np.s_[:, ::1], 2, "C"),
        (np.s_[::1, :], 2, "F"),
        (np.s_[:, :, ::1], 3, "C"),
    ],
)
def test_indexing_makes_arrays(index, ndim, layout):
    assert types.float64[index] is types.Array(types.float64, ndim, layout)


@pytest.mark.parametrize("index", [1, ..., (), np.s_[1:], (slice(None), 0)])
def test_indexing_with_anything_else(index):
    with pytest.raises(KeyError, match="an array type is written with colons only"):
        _ = types.float64[index]


def test_array_attributes():
    array = types.Array(types.int8, 3, "F", readonly=True)
    assert (array.dtype, array.ndim, array.layout) == (types.int8, 3, "F")
    assert (array.mutable, array.readonly, array.aligned) == (False, True, True)
    assert (array.is_c_contig, array.is_f_contig, array.is_contig) == (False, True, True)
    assert array.copy(ndim=2, readonly=False) is types.Array(types.int8, 2, "F")
    assert types.float32[::1].is_f_contig
    with pytest.raises(NumbaValueError, match="Invalid layout 'Z'"):
        types.Array(types.int8, 1, "Z")
    with pytest.raises(TypeError, match="<class 'int'> is no type such as types.int64"):
        types.Array(int, 1, "C")


def test_tuples():
    mixed = types.Tuple((types.int8, ARRAY))
    assert (mixed.types, mixed.count, len(mixed), mixed[1], list(mixed)) == (
        (types.int8, ARRAY),
        2,
        2,
        ARRAY,
        [types.int8, ARRAY],
    )
    assert types.Tuple((types.int8, types.int8)) is types.UniTuple(types.int8, 2)
    assert (types.UniTuple(types.int8, 2).dtype, types.UniTuple(types.int8, 3).count) == (types.int8, 3)
    assert isinstance(mixed, types.BaseTuple)
    assert not isinstance(mixed, types.UniTuple)
    named = types.NamedTuple((types.int8, types.int64), Point)
    assert (named.instance_class, named.fields) == (Point, ("x", "y"))
    assert types.UniTuple(types.int8, 2)[:] is types.Array(types.UniTuple(types.int8, 2), 1, "A")


def test_literals():
    one = types.literal(1)
    assert (one.literal_value, one.literal_type, one.bitwidth) == (1, types.int64, 64)
    assert isinstance(one, (types.Literal, types.Integer))
    assert types.unliteral(one) is types.int64
    assert types.unliteral(types.int8) is types.int8
    assert types.maybe_literal(1.5) is None
    assert types.literal(True) is not types.literal(1)
    with pytest.raises(LiteralTypingError, match="cannot be used as a literal"):
        types.literal(1.5)


def test_optional():
    assert types.Optional(types.int8).type is types.int8
    assert coluber.optional(types.int8) is types.Optional(types.int8)
    with pytest.raises(TypeError, match="Optional"):
        types.Optional(types.none)


def test_types_of_programs():
    assert Interval() is Interval(True)
    assert Interval(False) is not Interval(True)
    assert Interval(False).closed is False
    assert types.Opaque("handle") is types.Opaque("handle")
    assert types.Opaque("a") is not types.Dummy("a")


@pytest.mark.parametrize(
    ("value", "ty"),
    [
        (1, types.int64),
        (2**63, types.uint64),
        (1.5, types.float64),
        (1j, types.complex128),
        (True, types.boolean),
        (None, types.none),
        ("text", types.unicode_type),
        ((1, 2), types.UniTuple(types.int64, 2)),
        ((1, 2.0), types.Tuple((types.int64, types.float64))),
        (Point(1, 2.0), types.NamedTuple((types.int64, types.float64), Point)),
        (np.float32(1), types.float32),
        (np.int8(1), types.int8),
        (np.bool_(True), types.boolean),
        (np.zeros(3), types.Array(types.float64, 1, "C")),
        (np.zeros((2, 3), np.int16), types.Array(types.int16, 2, "C")),
        (np.zeros((2, 3), order="F"), types.Array(types.float64, 2, "F")),
        (np.zeros((4, 4))[::2, ::2], types.Array(types.float64, 2, "A")),
        (np.broadcast_to(1.0, (2, 2)), types.Array(types.float64, 2, "A", readonly=True)),
        (slice(1, 2), types.slice2_type),
        (slice(1, 2, 3), types.slice3_type),
        (np.dtype("f8"), types.DType(types.float64)),
    ],
    ids=repr,
)
def test_typeof(value, ty):
    assert coluber.typeof(value) is ty


@pytest.mark.parametrize("value", [{1: object()}, object(), locale.currency, 2**64])
def test_typeof_of_what_has_no_type(value):
    with pytest.raises(ValueError, match="Cannot determine Numba type of|too large"):
        coluber.typeof(value)


def test_conversion_and_unification():
    assert types.int32.can_convert_to(None, types.int64) is Conversion.promote
    assert types.int32.can_convert_to(None, types.int32) is Conversion.exact
    assert types.int64.can_convert_from(None, types.float64) is Conversion.unsafe
    assert types.int64.can_convert_to(None, ARRAY) is None
    assert types.int64.unify(None, types.float64) is types.float64
    assert types.int64.unify(None, ARRAY) is None
    assert types.unify(types.int64, types.none) is types.Optional(types.int64)


def test_dtypes():
    from coluber.np.numpy_support import as_dtype

    assert coluber.from_dtype(np.dtype("M8[s]")) is types.NPDatetime("s")
    assert as_dtype(types.NPTimedelta("ns")) == np.dtype("m8[ns]")
    for name in "int8 uint64 float16 float32 complex128 bool".split():
        assert coluber.from_dtype(np.dtype(name)) is getattr(types, name)
        assert as_dtype(getattr(types, name)) == np.dtype(name)
    assert as_dtype(coluber.from_dtype(np.dtype("M8[25s]"))) == np.dtype("M8[25s]")
    with pytest.raises(NumbaNotImplementedError, match=r"does not have arrays of dtype\('O'\)"):
        coluber.from_dtype(np.dtype("O"))
    with pytest.raises(NumbaNotImplementedError, match="big|>f8"):
        coluber.from_dtype(np.dtype(">f8"))


# -------------------------------------------------------------------------------------------------------- signatures


@pytest.mark.parametrize(
    ("written", "args", "result"),
    [
        ("f8(i4, i4)", (types.int32, types.int32), types.float64),
        ("float64(int32)", (types.int32,), types.float64),
        ("i4, i4", (types.int32, types.int32), None),
        ("(i4, i4)", (types.int32, types.int32), None),
        ("()", (), None),
        ("void()", (), types.none),
        ("void(f4[:], f8[:, ::1])", (types.float32[:], types.float64[:, ::1]), types.none),
        ("void(Array(float64, 1, 'C'))", (types.float64[::1],), types.none),
        ("Tuple((i4, f8))(optional(i8))", (types.Optional(types.int64),), types.Tuple((types.int32, types.float64))),
        ((types.int32,), (types.int32,), None),
        (types.int8(types.float32), (types.float32,), types.int8),
        (typing.signature(types.int8, types.int8), (types.int8,), types.int8),
    ],
    ids=str,
)
def test_signature_forms(written, args, result):
    assert sigutils.is_signature(written)
    assert sigutils.normalize_signature(written) == (args, result)


@pytest.mark.parametrize(
    ("written", "error", "message"),
    [
        ("i4", TypeError, "invalid signature: 'i4' is neither types of arguments nor a call of a type, but 'Integer'"),
        (1, TypeError, "invalid signature: 1"),
        ("f8(1)", TypeError, "invalid signature"),
        ((types.int8, 1), TypeError, "a signature is made of types, and 1 is none"),
        ("flaot32(i4)", NameError, "name 'flaot32' is not defined .did you mean 'float32'"),
        ("ListPayload(i4)(i4)", AttributeError, "does not have types.ListPayload yet"),
        ("f8(i4", SyntaxError, "never closed"),
        ("__import__('os')", NameError, "__import__"),
    ],
)
def test_wrong_signatures(written, error, message):
    with pytest.raises(error, match=message):
        sigutils.normalize_signature(written)


def test_what_is_no_signature():
    for value in (1, None, types.int32, [types.int32], (1, 2), test_what_is_no_signature):
        assert not sigutils.is_signature(value)


def test_signature_object():
    method = typing.signature(types.int8, types.float32, types.float64).as_method()
    assert (method.recvr, method.args, method.is_method) == (types.float32, (types.float64,), True)
    assert method.as_function() == types.int8(types.float32, types.float64)
    assert method.replace(return_type=types.none).return_type is types.none
    assert pickle.loads(pickle.dumps(method)) == method
    with pytest.raises(TypeError, match="colour"):
        method.replace(colour=1)


def test_types_that_implementations_are_asked_with():
    seen = []

    def asked(x):
        pass

    @overload(asked)
    def ov_asked(x):
        seen.append(x)
        return lambda x: 0

    @njit
    def f(a):
        asked(np.ndenumerate(a))
        asked(np.ndindex(a.shape))
        asked(ValueError("a", 2))
        asked(a.sum)

    f(np.ones((2, 3)))
    pairs, places, error, method = seen
    assert type(pairs) is types.NumpyNdEnumerateType
    assert pairs.array_type == types.float64[:, ::1]
    assert str(pairs.yield_type) == "Tuple(UniTuple(int64 x 2), float64)"
    assert type(places) is types.NumpyNdIndexType
    assert (places.ndim, str(places.yield_type)) == (2, "UniTuple(int64 x 2)")
    assert isinstance(error, types.ExceptionInstance)
    assert error.exc_class is ValueError
    assert isinstance(method, types.BoundFunction)
    assert method.this == pairs.array_type
    assert method.typing_key == (types.Array, "sum")
    # Those that a program makes are types of its own.
    assert types.ExceptionInstance(KeyError).exc_class is KeyError
