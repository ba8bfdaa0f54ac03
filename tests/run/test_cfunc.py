"""Compiled functions that C calls, and C functions that compiled code calls."""

from __future__ import annotations

import ctypes
import importlib
import math
import platform
import re
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from coluber import carray, cfunc, errors, farray, from_dtype, njit, types
from coluber.extending import get_cython_function_address

libc = ctypes.CDLL(None)
libm = ctypes.CDLL("libm.so.6")
DOUBLES = ctypes.POINTER(ctypes.c_double)


def test_a_callback():
    @cfunc("float64(float64, intc)")
    def times(x, n):
        total = 0.0
        for _ in range(n):
            total += x
        return total

    assert times.ctypes(1.5, 4) == 6.0
    assert times(2.0, 3) == 6.0
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_int)(times.address)(0.5, 2) == 1.0
    assert "times" in times.native_name
    assert "define" in times.inspect_llvm()
    assert times.__name__ == "times"


def test_numbers_of_all_sizes():
    @cfunc("int64(int8, uint8, int16, uint16, int32, uint32, uint64, boolean)")
    def pick(a, b, c, d, e, f, g, h):
        return a + b * 10 + c * 100 + d + e + f + g + (1000 if h else 0)

    assert pick.ctypes(-1, 255, -3, 65535, -5, 7, 9, True) == -1 + 2550 - 300 + 65535 - 5 + 7 + 9 + 1000

    @cfunc("float32(float32, float64)")
    def half(x, y):
        return x / 2 + y

    assert half.ctypes(3.0, 0.25) == 1.75
    assert cfunc("int8(int8)")(lambda x: x - 1).ctypes(-100) == -101
    assert cfunc("uint16(uint16)")(lambda x: x + 1).ctypes(65535) == 0
    assert cfunc("boolean(int32)")(lambda x: x > 3).ctypes(4) is True
    assert cfunc("void(int32)")(lambda x: None).ctypes(4) is None


def test_pointers_as_arrays():
    @cfunc(types.void(types.CPointer(types.float64), types.CPointer(types.float64), types.intp))
    def double(source, target, n):
        a, b = carray(source, n), carray(target, (n,))
        b[:] = a * 2

    a, b = np.arange(5.0), np.zeros(5)
    double.ctypes(a.ctypes.data_as(DOUBLES), b.ctypes.data_as(DOUBLES), 5)
    assert b.tolist() == [0, 2, 4, 6, 8]

    @cfunc(types.float64(types.CPointer(types.float64), types.voidptr))
    def corners(p, q):
        a, b = farray(p, (2, 3)), carray(q, (2, 3), np.float32)
        return a[1, 0] * 100 + a[0, 1] * 10 + b[0, 1] + p[5]

    c, d = np.arange(6.0), np.arange(6, dtype=np.float32)
    assert corners.ctypes(c.ctypes.data_as(DOUBLES), d.ctypes.data) == 100.0 + 20.0 + 1.0 + 5.0


def test_carray_needs_to_know_the_type():
    with pytest.raises(errors.TypingError, match="give a dtype"):
        cfunc(types.float64(types.voidptr))(lambda p: carray(p, 3)[0])
    with pytest.raises(errors.TypingError, match="mismatching dtype"):
        cfunc(types.float64(types.CPointer(types.float64)))(lambda p: carray(p, 3, np.float32)[0])
    with pytest.raises(errors.TypingError, match="pointer argument expected"):
        njit(lambda p: carray(p, 3))(5)


def test_carray_in_python():
    a = np.arange(6.0)
    pointer = a.ctypes.data_as(DOUBLES)
    view = carray(pointer, (2, 3))
    view[1, 2] = 50.0
    assert a[5] == 50.0
    assert farray(pointer, (2, 3))[1, 0] == 1.0
    assert carray(a.ctypes.data_as(ctypes.c_void_p), 6, np.float64)[3] == 3.0
    with pytest.raises(TypeError, match="give a dtype"):
        carray(a.ctypes.data_as(ctypes.c_void_p), 6)
    with pytest.raises(TypeError, match="mismatching dtype"):
        carray(pointer, 6, np.int32)
    with pytest.raises(TypeError, match="expected a pointer"):
        carray(3, 6)


def test_an_exception_in_a_callback_is_printed_and_ignored():
    program = """
        from coluber import cfunc

        @cfunc("int32(int32)")
        def inverse(x):
            if x == 0:
                raise ValueError("nothing there")
            return 100 // x

        print(inverse.ctypes(0), inverse.ctypes(5))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True)
    assert done.stdout == "0 20\n"
    assert "Exception ignored in: '<cfunc inverse>'" in done.stderr
    assert "ValueError: nothing there" in done.stderr


def test_qsort_calls_back():
    items = ctypes.POINTER(ctypes.c_int32)

    @cfunc(types.intc(types.CPointer(types.int32), types.CPointer(types.int32)))
    def descending(a, b):
        return b[0] - a[0]

    values = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)
    libc.qsort(values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(8), ctypes.c_size_t(4), descending.ctypes)
    assert values.tolist() == [9, 6, 5, 4, 3, 2, 1, 1]
    assert items


# -------------------------------------------------------------------------------------------------- calling C functions


def test_ctypes_functions():
    cos = libm.cos
    cos.argtypes, cos.restype = [ctypes.c_double], ctypes.c_double
    f = njit(lambda x: cos(x) + cos(1))
    assert f(0.5) == math.cos(0.5) + math.cos(1)
    with pytest.raises(errors.TypingError, match="takes 1 positional arguments, got 2"):
        njit(lambda x: cos(x, x))(1.0)
    with pytest.raises(errors.TypingError, match="can't be passed"):
        njit(lambda x: cos(x))("text")


def test_ctypes_functions_take_addresses_of_arrays():
    memset = ctypes.CDLL(None).memset
    memset.argtypes, memset.restype = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t], ctypes.c_void_p

    @njit
    def clear(a, b):
        memset(a.ctypes.data, 0, a.nbytes)
        memset(b.ctypes, 0, 8)

    a, b = np.ones(3), np.ones(3)
    clear(a, b)
    assert (a.tolist(), b.tolist()) == ([0, 0, 0], [0, 1, 1])


def test_a_ctypes_function_without_types_is_refused():
    tan = ctypes.CDLL("libm.so.6").tan

    @njit
    def tangent(x):
        return tan(x)

    with pytest.raises(errors.TypingError, match=r"argtypes(.|\n)*return tan\(x\)"):
        tangent(1.0)
    tan.argtypes, tan.restype = [ctypes.c_double], ctypes.c_double
    assert tangent(1.0) == math.tan(1.0)
    strlen = ctypes.CDLL(None).strlen
    strlen.argtypes = [ctypes.c_char_p]
    with pytest.raises(errors.TypingError, match=r"Unsupported ctypes type(.|\n)*strlen\(x\)"):
        njit(lambda x: strlen(x))(1.0)


def test_results_of_c_functions_that_python_is_to_check():
    cos = ctypes.CDLL("libm.so.6").cos
    cos.argtypes, cos.restype = [ctypes.c_double], ctypes.c_double
    cos.errcheck = lambda result, function, arguments: result + 100
    with pytest.raises(errors.TypingError, match="'cos' has an `errcheck`"):
        njit(lambda x: cos(x))(0.0)


def test_a_callback_with_values_that_c_does_not_have():
    match = r"array\(float64, 1d, A\) can't be passed(.|\n)*first \(.*test_cfunc.py, line"
    with pytest.raises(errors.UnsupportedError, match=match):

        @cfunc("float64(float64[:])")
        def first(a):
            return a[0]


def test_a_callback_as_a_ctypes_function():
    @cfunc("float64(float64)")
    def square(x):
        return x * x

    call = square.ctypes
    assert njit(lambda x: call(x) + 1)(3.0) == 10.0


def test_external_functions():
    tan = types.ExternalFunction("tan", types.float64(types.float64))
    assert njit(lambda x: tan(x))(1.0) == math.tan(1.0)
    pointer = ctypes.cast(libm.exp2, ctypes.c_void_p).value
    exp2 = types.ExternalFunctionPointer(types.float64(types.float64), lambda function: pointer)
    assert njit(lambda x: exp2(x))(3.0) == 8.0


def test_objects_with_an_address():
    class Cosine(types.WrapperAddressProtocol):
        def __wrapper_address__(self):
            return ctypes.cast(libm.cos, ctypes.c_void_p).value

        def signature(self):
            return types.float64(types.float64)

    cosine = Cosine()
    assert njit(lambda x: cosine(x))(0.5) == math.cos(0.5)

    class Nowhere(Cosine):
        def __wrapper_address__(self):
            return 0

    call = njit(types.float64(types.FunctionType(types.float64(types.float64)), types.float64))(lambda f, x: f(x))
    assert call(cosine, 0.5) == math.cos(0.5)
    nowhere = Nowhere()
    with pytest.raises(errors.TypingError, match="gives no address: 0"):
        njit(lambda: nowhere(0.5))()
    with pytest.raises(errors.TypingError, match="argument 0"):
        call(nowhere, 0.5)
    assert cfunc("int64(int64)")(lambda x: x + 1)._wrapper_address > 0


def test_cffi_functions():
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    ffi.cdef("double sin(double); int abs(int); void *memset(void *, int, size_t);")
    library = ffi.dlopen(None)
    sin, absolute = library.sin, library.abs
    f = njit(lambda x: sin(x) + absolute(-3))
    assert f(1.0) == math.sin(1.0) + 3
    pointer = ffi.callback("double(double)", lambda x: x + 0.5)
    assert njit(lambda x: pointer(x))(1.0) == 1.5

    @cfunc("int32(int32)")
    def next_one(x):
        return x + 1

    assert ffi.cast("int32_t(*)(int32_t)", next_one.cffi)(4) == 5


def test_buffers_and_types_of_cffi():
    cffi = pytest.importorskip("cffi")
    from coluber.core.typing import cffi_utils

    ffi = cffi.FFI()
    ffi.cdef("double modf(double, double *); typedef struct { int a; } thing;")
    modf = ffi.dlopen(None).modf

    @njit
    def parts(x):
        whole = np.empty(1)
        rest = modf(x, ffi.from_buffer(whole))
        return whole[0], rest

    assert parts(2.75) == (2.0, 0.75)
    with pytest.raises(errors.UnsupportedError, match=r"from_buffer\(\) takes contiguous arrays"):
        njit(lambda a: modf(0.5, ffi.from_buffer(a)))(np.zeros(6)[::2])
    assert cffi_utils.is_cffi_func(modf)
    assert not cffi_utils.is_cffi_func(math.sin)
    assert cffi_utils.is_ffi_instance(ffi)
    assert cffi_utils.make_function_type(modf).sig.args == (types.float64, types.CPointer(types.float64))
    cffi_utils.register_type(ffi.typeof("thing"), types.int32)
    assert cffi_utils.map_type(ffi.typeof("thing")) == types.int32
    assert cffi_utils.map_type(ffi.typeof("unsigned short")) == types.uint16


def test_functions_of_cython_modules():
    special = pytest.importorskip("scipy.special")
    address = get_cython_function_address("scipy.special.cython_special", "j0")
    j0 = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)
    assert njit(lambda x: j0(x))(1.0) == special.j0(1.0)
    with pytest.raises(ValueError, match="No function 'nothing'"):
        get_cython_function_address("scipy.special.cython_special", "nothing")


def test_low_level_callables():
    scipy = pytest.importorskip("scipy")
    from scipy import integrate

    @cfunc("float64(float64)")
    def integrand(t):
        return np.exp(-t) / t**2

    @cfunc("float64(intc, CPointer(float64))")
    def product(n, xx):
        return xx[0] * xx[1]

    assert integrate.quad(scipy.LowLevelCallable(integrand.ctypes), 1, np.inf)[0] == pytest.approx(0.14849550677592208)
    assert integrate.nquad(scipy.LowLevelCallable(product.ctypes), [[0, 1], [0, 2]])[0] == pytest.approx(1.0)


def test_addresses_of_this_process_are_not_kept_on_disk(tmp_path):
    from tests.run.test_cache import Place

    place = Place(tmp_path)
    place.write(
        "program.py",
        textwrap.dedent("""
            import ctypes
            from coluber import njit

            cos = ctypes.CDLL("libm.so.6").cos
            cos.argtypes, cos.restype = [ctypes.c_double], ctypes.c_double

            @njit(cache=True)
            def f(x):
                return cos(x)

            print(f(0.0))
        """),
    )
    assert (place.run(), place.run()) == ("1.0", "1.0")
    assert place.files() == []


@pytest.mark.parametrize(
    ("name", "ty", "dtype"), [("cexpf", types.complex64, np.complex64), ("cexp", types.complex128, complex)]
)
def test_complex_numbers(name, ty, dtype):
    exponential = types.ExternalFunction(name, ty(ty))
    power = types.ExternalFunction({"cexp": "cpow", "cexpf": "cpowf"}[name], ty(ty, ty))

    @cfunc(ty(types.int32, ty, types.float32, ty))
    def mix(n, x, y, z):
        return x * n + z * y

    mixed = types.ExternalFunctionPointer(mix._sig, lambda _: mix.address)

    @njit
    def f(x):
        return exponential(x), power(x, x), mixed(3, x, 0.5, dtype(2j))

    x = dtype(0.5 - 1.25j)
    expected = np.exp(x), x**x, x * 3 + 0.5 * dtype(2j)
    np.testing.assert_allclose(f(x), expected, rtol=1e-6)


def test_addresses_of_jitted_functions():
    from coluber.core import utils
    from coluber.core.extending import _import_cython_function
    from coluber.core.typing import BaseContext, make_concrete_template
    from coluber.experimental.function_type import _get_wrapper_address

    @njit
    def triple(x):
        return x * 3

    sig = types.float64(types.float64)
    address = _get_wrapper_address(triple, sig)
    assert _get_wrapper_address(triple, sig) == address
    assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)(1.5) == 4.5
    callback = cfunc(sig)(triple.py_func)
    assert _get_wrapper_address(callback, sig) == callback.address
    with pytest.raises(TypeError, match="expected a jitted function"):
        _get_wrapper_address(len, sig)
    assert _import_cython_function is get_cython_function_address
    assert utils.BINOPS_TO_OPERATORS["+"](2, 3) == 5
    assert BaseContext is not None
    assert make_concrete_template("own", len, []) is not None


STRUCTURES = """
    typedef struct { double x, y; } vec;
    typedef struct { float a, b, c; } three;
    typedef struct { int i; float f; } mixed;
    typedef struct { char c[3]; } tiny;
    typedef struct { double v[4]; int n; } large;
    typedef struct { long a, b; } pair;
    """

FUNCTIONS = """
    static int twice(int x) { return 2 * x; }
    static vec add(vec a, vec b, double s) { vec r = {a.x + b.x * s, a.y + b.y * s}; return r; }
    static three scale(three t, float s) { three r = {t.a * s, t.b * s, t.c * s}; return r; }
    static mixed mix(mixed m, int k) { mixed r = {m.i + k, m.f * k}; return r; }
    static tiny next(tiny t) { tiny r = {{t.c[0] + 1, t.c[1] + 2, t.c[2] + 3}}; return r; }
    static large grow(large l, int n) { l.v[0] += n; l.v[3] += n; l.n = n; return l; }
    static long many(long a, long b, long c, long d, long e, pair p, long f, vec v)
    { return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * p.a + 7 * p.b + 8 * f + (long)(v.x * v.y); }
    static double total(large l, vec v, pair p) { return l.v[0] + l.v[3] + l.n + v.x * v.y + p.a * p.b; }
    """


@pytest.fixture(scope="module")
def compiled_by_cffi(tmp_path_factory):
    """A module that cffi has compiled."""
    cffi = pytest.importorskip("cffi")
    ffi, folder = cffi.FFI(), tmp_path_factory.mktemp("cffi")
    ffi.cdef(STRUCTURES + re.sub(r"\s*\{.*\}$", ";", re.sub(r"\)\s*\{", ") {", FUNCTIONS.replace("static ", "")), flags=re.M))
    ffi.set_source("compiled_by_cffi", STRUCTURES + FUNCTIONS)
    try:
        ffi.compile(tmpdir=str(folder))
    except Exception as error:
        pytest.skip(f"there is no C compiler: {error}")
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module("compiled_by_cffi")
    finally:
        sys.path.remove(str(folder))
    from coluber.core.typing import cffi_utils

    cffi_utils.register_module(module)
    return module


def test_functions_of_compiled_modules_of_cffi(compiled_by_cffi):
    from coluber.core.typing import cffi_utils

    twice = compiled_by_cffi.lib.twice
    assert njit(lambda x: twice(x) + 1)(20) == 41
    assert not cffi_utils.is_cffi_func(len)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="structures by value are there for x86-64")
def test_structures_by_value(compiled_by_cffi):
    from coluber.core.typing.cffi_utils import map_type

    lib, ffi = compiled_by_cffi.lib, compiled_by_cffi.ffi
    add, scale, mix, next_, grow, many, total = (getattr(lib, name) for name in "add scale mix next grow many total".split())

    def array(name, *values):
        return np.array(list(values), map_type(ffi.typeof(name), use_record_dtype=True).dtype)

    @njit
    def f(v, t, m, c, l, p):
        w = add(v[0], v[1], 2.0)
        s, q, n, g = scale(t[0], 2.5), mix(m[0], 3), next_(c[0]), grow(l[0], 7)
        small = (w.x, w.y), (s.a, s.b, s.c), (q.i, q.f), (n.c[0], n.c[1], n.c[2])
        return small, (g.v[0], g.v[1], g.v[3], g.n, l[0].n), many(1, 2, 3, 4, 5, p[0], 6, v[0]), total(l[0], v[0], p[0])

    given = [array("vec", (1, 2), (10, 20)), array("three", (1, 2, 3)), array("mixed", (4, 1.5)), array("tiny", ([1, 2, 3],))]
    result = f(*given, array("large", ([1, 2, 3, 4], 5)), array("pair", (7, 8)))
    small = (21.0, 42.0), (2.5, 5.0, 7.5), (7, 4.5), (2, 4, 6)
    assert result == (small, (8.0, 2.0, 11.0, 7, 5), 203, 68.0)
    with pytest.raises(errors.TypingError, match=r"add: an argument of type Record.* can't be passed as Record"):
        njit(lambda p: add(p[0], p[0], 1.0))(array("pair", (1, 2)))


def test_structures_of_ctypes():
    class Division(ctypes.Structure):
        _fields_ = (("quotient", ctypes.c_int), ("rest", ctypes.c_int))

    div = ctypes.CDLL(None).div
    div.argtypes, div.restype = [ctypes.c_int, ctypes.c_int], Division

    @njit
    def divided(a, b):
        found = div(a, b)
        return found.quotient, found.rest

    assert divided(-17, 5) == (-3, -2)


def test_structures_of_cffi_are_records():
    cffi = pytest.importorskip("cffi")
    from coluber.core.typing import cffi_utils

    ffi = cffi.FFI()
    ffi.cdef("""
        typedef struct { int i; double d; float parts[3]; struct { char c; short s; } inner; } thing;
        typedef double (*visitor)(thing *, size_t);
        typedef struct { int bits : 4; } packed;
        """)
    record = cffi_utils.map_type(ffi.typeof("thing"), use_record_dtype=True)
    assert record.dtype.itemsize == ffi.sizeof("thing")
    assert [(name, field[1]) for name, field in record.dtype.fields.items()] == [
        ("i", 0),
        ("d", 8),
        ("parts", 16),
        ("inner", 28),
    ]
    signature = cffi_utils.map_type(ffi.typeof("visitor"), use_record_dtype=True)
    assert signature == types.float64(types.CPointer(record), types.uintp)
    assert cffi_utils.map_type(ffi.typeof("visitor")) == types.float64(types.voidptr, types.uintp)

    @cfunc(signature)
    def total(things, count):
        result = 0.0
        for thing in carray(things, count):
            result += thing.i * thing.d + thing.parts.sum() + thing.inner.s
        return result

    things = ffi.new("thing[2]", [(1, 2.5, [1, 2, 3], (b"a", 4)), (3, 0.5, [0, 0, 1], (b"b", 5))])
    assert ffi.cast("visitor", total.address)(things, 2) == 20.0
    with pytest.raises(ValueError, match="'bits' is a part of a byte or word"):
        cffi_utils.map_type(ffi.typeof("packed"), use_record_dtype=True)


def test_variable_arguments():
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    ffi.cdef("int snprintf(char *, size_t, const char *, ...);")
    snprintf = ffi.dlopen(None).snprintf

    @njit
    def written(buffer, form, a, b, c, d):
        return snprintf(ffi.from_buffer(buffer), buffer.size, ffi.from_buffer(form), a, b, c, d)

    buffer, form = np.zeros(40, np.uint8), np.frombuffer(b"%d %.2f %ld %d\0", np.uint8)
    length = written(buffer, form, np.int16(-3), np.float32(2.5), 1 << 40, True)
    assert buffer[:length].tobytes() == b"-3 2.50 1099511627776 1"
    with pytest.raises(errors.TypingError, match="snprintf takes 3 or more positional arguments, got 1"):
        njit(lambda a: snprintf(ffi.from_buffer(a)))(buffer)
    with pytest.raises(errors.TypingError, match="an argument of type complex128 can't be passed where no parameter"):
        njit(lambda a: snprintf(ffi.from_buffer(a), 1, ffi.from_buffer(a), 1j))(buffer)


def total_at(pointer, n):
    others = [np.full(n, 7.0) for _ in range(5)]
    return carray(pointer, n).sum() + 0 * len(others)


@pytest.mark.parametrize("n", [8, 80])
def test_an_array_lives_as_long_as_its_address_is_used(n):
    total = njit(total_at)
    address = njit(lambda array: array.ctypes)

    @njit
    def f(array):
        return total(array.copy().ctypes, len(array)), total(address(array + 1), len(array))

    array = np.arange(n * 1.0)
    assert f(array) == (array.sum(), (array + 1).sum())


def test_records_and_addresses_behind_pointers():
    dtype = np.dtype([("a", "i4"), ("b", "f8")], align=True)
    record = from_dtype(dtype)

    @cfunc(types.float64(types.CPointer(record), types.intc))
    def mixed(p, n):
        rows = carray(p, n)
        rows[0].b += 1
        p[1].a = 7
        p[2] = p[0]
        total = 0.0
        for k in range(n):
            total += p[k].a * p[k].b
        return total + rows.b.sum()

    rows = np.array([(1, 2.5), (3, 4.5), (0, 0)], dtype)
    assert mixed.ctypes(rows.ctypes.data, 3) == 3.5 + 7 * 4.5 + 3.5 + 3.5 + 4.5 + 3.5
    assert rows.tolist() == [(1, 3.5), (7, 4.5), (1, 3.5)]

    @cfunc(types.float64(types.CPointer(types.CPointer(types.float64))))
    def second(p):
        return p[0][1]

    values = np.array([1.0, 2.0])
    addresses = (DOUBLES * 1)(values.ctypes.data_as(DOUBLES))
    assert second.ctypes(addresses) == 2


def test_object_mode_is_refused():
    with pytest.raises(NotImplementedError, match="can't be forced into object mode"):
        cfunc("int64(int64)", forceobj=True)(lambda x: x)


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="structures by value are there for x86-64")
def test_callbacks_with_structures_by_value(monkeypatch):
    from coluber.core.typing.ctypes_utils import from_ctypes

    def structure(name, **fields):
        return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})

    i4, i8, f4, f8, u1 = ctypes.c_int32, ctypes.c_int64, ctypes.c_float, ctypes.c_double, ctypes.c_uint8
    pair, mixed = structure("Pair", x=f8, y=f8), structure("Mixed", i=i4, f=f4, n=i8)
    tiny, large = structure("Tiny", a=u1, b=u1, c=u1), structure("Large", a=i8, b=f8, c=i4 * 3)
    P, M, T, L = map(from_ctypes, (pair, mixed, tiny, large))

    @cfunc(types.float64(P, types.int32, M, T, L, P, types.int64, M, M))
    def total(p, k, m, t, large, q, n, m2, m3):
        first = p.x + 10 * p.y + k + m.i + m.f + m.n + t.a + t.b + t.c
        return first + large.a + large.b + large.c[2] + 1000 * q.y + n + m2.n + m3.n

    given = (
        pair(1, 2),
        3,
        mixed(4, 5, 6),
        tiny(7, 8, 9),
        large(10, 11, (0, 0, 12)),
        pair(0, 13),
        14,
        mixed(0, 0, 15),
        mixed(0, 0, 16),
    )
    assert total.ctypes(*given) == 1 + 20 + 3 + 15 + 24 + 33 + 13000 + 14 + 15 + 16

    @cfunc(P(P, types.float64))
    def scaled(p, by):
        p.x *= by
        p.y *= by
        return p

    @cfunc(L(L, types.boolean))
    def grown(value, fails):
        if fails:
            raise ValueError("no")
        value.c[1] = 5
        return value

    @cfunc(T(T))
    def turned(t):
        t.a, t.c = t.c, t.a
        return t

    @cfunc(M(types.CPointer(M)))
    def second(p):
        return p[1]

    mine = pair(1, 2)
    found = scaled.ctypes(mine, 4)
    assert (found.x, found.y, mine.x) == (4, 8, 1)
    found = grown.ctypes(large(1, 2, (3, 4, 6)), False)
    assert (found.a, found.b, list(found.c)) == (1, 2, [3, 5, 6])
    printed = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: printed.append(str(error.exc_value)))
    found = grown.ctypes(large(1, 2, (3, 4, 6)), True)
    assert (found.a, list(found.c)) == (0, [0, 0, 0])
    assert printed == ["no"]
    found = turned.ctypes(tiny(1, 2, 3))
    assert (found.a, found.b, found.c) == (3, 2, 1)
    rows = (mixed * 2)(mixed(1, 2, 3), mixed(4, 5.5, 6))
    found = second.ctypes(ctypes.addressof(rows))
    assert (found.i, found.f, found.n) == (4, 5.5, 6)


def test_arguments_that_are_none():
    @cfunc(types.int64(types.int64, types.none, types.float64))
    def total(k, nothing, x):
        return k + (1 if nothing is None else 2) + int(x)

    @njit
    def call(f):
        return f(3, None, 2.5)

    assert call(total) == 6
    assert total.ctypes(3, 2.5) == 6


def test_a_signature_is_needed():
    with pytest.raises(TypeError, match="invalid signature"):

        @cfunc
        def f(x):
            return x


INT64S = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.POINTER(ctypes.c_int64))
TEXTS = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.POINTER(ctypes.c_int8))


def test_pointers_to_other_values_are_refused():
    first = INT64S(lambda p: p[0])

    @njit
    def f(a):
        return first(a.ctypes)

    assert f(np.array([7, 8])) == f(np.array([7, 8], dtype=np.uint64)) == 7
    for dtype in (np.float64, np.int32, np.complex128, np.bool_):
        with pytest.raises(errors.TypingError, match=r"can't be passed as int64\*"):
            f(np.ones(2, dtype=dtype))
    assert njit(lambda a: first(a.ctypes.data))(np.array([1.0])) == np.array([1.0]).view(np.int64)[0]
    letter = TEXTS(lambda p: p[1])
    assert njit(lambda a: letter(a.ctypes))(np.frombuffer(b"abc", dtype=np.uint8)) == ord("b")


def test_arrays_of_other_values_are_refused_by_functions_of_cffi():
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    first = ffi.callback("double(double *)", lambda p: p[0])

    @njit
    def f(a):
        return first(ffi.from_buffer(a))

    assert f(np.array([2.5])) == 2.5
    with pytest.raises(errors.TypingError, match=r"can't be passed as float64\*"):
        f(np.array([2]))


def test_addresses_as_numbers():
    memchr = ctypes.CDLL(None).memchr
    memchr.argtypes, memchr.restype = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t], ctypes.c_void_p

    @njit
    def find(a, x):
        p = memchr(a.ctypes, x, len(a))
        if not p:
            return -1
        q = memchr(a.ctypes, a[0], len(a))
        assert p != 0
        assert bool(p)
        assert int(p) == p < p + 1
        assert a.ctypes.data == q <= p
        return p - q

    a = np.arange(5, 10, dtype=np.int8)
    assert [find(a, x) for x in (5, 7, 9, 3)] == [0, 2, 4, -1]
    assert njit(lambda a: a.ctypes == a.ctypes)(a)


def test_names_that_no_library_has():
    nothing = types.ExternalFunction("no_such_function_in_any_library", types.int64(types.int64))

    @njit
    def calls_nothing(x):
        return nothing(x) + 1

    match = r"calls what no library has: no_such_function_in_any_library\n(.|\n)*test_cfunc.py(.|\n)*return nothing\(x\) \+ 1"
    with pytest.raises(errors.LoweringError, match=match):
        calls_nothing(3)
