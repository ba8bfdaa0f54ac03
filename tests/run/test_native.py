"""The native module: types of values, calls, conversions, lifetimes."""

from __future__ import annotations

import gc
import locale
import math
import subprocess
import sys
import threading
import weakref
from collections import namedtuple
from enum import IntEnum

import numpy as np
import pytest

from coluber import _native, njit, typeof
from coluber.core import errors

Point = namedtuple("Point", "x y")


class Colour(IntEnum):
    RED = 1


def same(x):
    return x


def readonly(array):
    array.flags.writeable = False
    return array


def unaligned():
    return np.frombuffer(bytearray(25), dtype=np.uint8)[1:].view(np.float64)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "int64"),
        (2**63, "uint64"),
        (-(2**63), "int64"),
        (True, "bool"),
        (1.5, "float64"),
        (2j, "complex128"),
        (None, "none"),
        ("text", "unicode_type"),
        (..., "ellipsis"),
        (Colour.RED, "IntEnum<int64>(Colour)"),
        (np.int8(1), "int8"),
        (np.uint16(1), "uint16"),
        (np.longlong(1), "int64"),
        (np.float16(1), "float16"),
        (np.float32(1), "float32"),
        (np.float64(1), "float64"),
        (np.complex64(1), "complex64"),
        (np.bool_(True), "bool"),
        ((), "Tuple()"),
        ((1, 2), "UniTuple(int64 x 2)"),
        ((1, (2.0, None)), "Tuple(int64, Tuple(float64, none))"),
        (slice(None), "slice<a:b>"),
        (slice(1, 2, 3), "slice<a:b:c>"),
        (np.zeros(3), "array(float64, 1d, C)"),
        (np.zeros(()), "array(float64, 0d, C)"),
        (np.zeros((2, 3), np.int8, order="F"), "array(int8, 2d, F)"),
        (np.zeros((4, 4), np.complex64)[::2], "array(complex64, 2d, A)"),
        (readonly(np.zeros(3, bool)), "readonly array(bool, 1d, C)"),
        (unaligned(), "unaligned array(float64, 1d, C)"),
        (np.dtype(np.float32), "dtype(float32)"),
        (np.float32, "class(float32)"),
        (ValueError, "type(ValueError)"),
    ],
)
def test_types_of_values(value, text):
    assert _native.type_text(_native.typeof(value)) == text


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (object(), ValueError, "Cannot determine Numba type of <class 'object'>"),
        (2**64, ValueError, "Int value is too large: 18446744073709551616"),
        (np.zeros(2, ">f8"), errors.NumbaValueError, "Unsupported array dtype: >f8"),
        (np.array([None]), errors.NumbaValueError, "Unsupported array dtype: object"),
        (np.ma.array([1]), errors.NumbaTypeError, "Unsupported array type: numpy.ma.MaskedArray."),
        (locale.currency, ValueError, "Cannot determine Numba type of <class 'function'>"),
    ],
)
def test_values_without_a_type(value, error, text):
    with pytest.raises(error) as caught:
        typeof(value)
    assert text in str(caught.value)


def test_types_have_one_number():
    int64 = _native.type_make("int", 64, True)
    assert int64 == _native.typeof(5)
    assert _native.type_info(int64) == ("int", 64, True)
    array = _native.type_make("array", int64, 2, "F", False, True)
    assert _native.type_info(array) == ("array", int64, 2, "F", False, True)
    assert _native.type_text(array) == "readonly array(int64, 2d, F)"
    pair = _native.type_make("namedtuple", Point, (int64, int64))
    assert pair == _native.typeof(Point(1, 2))
    assert _native.type_info(pair) == ("namedtuple", Point, (int64, int64))


def test_unification_and_conversion():
    int64, float32, none = _native.typeof(1), _native.typeof(np.float32(1)), _native.typeof(None)
    assert _native.type_text(_native.type_unify([int64, float32])) == "float64"
    assert _native.type_text(_native.type_unify([int64, none])) == "OptionalType(int64)"
    assert _native.type_unify([int64, _native.typeof("x")]) is None
    assert _native.can_convert(int64, int64) == "exact"
    assert _native.can_convert(int64, float32) == "unsafe"
    assert _native.can_convert(int64, none) is None


@pytest.mark.parametrize("parts", [("int", 7, True), ("array", 0, 1, "X", True, True), ("nonsense",), ("array",)])
def test_types_that_do_not_exist(parts):
    with pytest.raises((TypeError, ValueError, IndexError)):
        _native.type_make(*parts)


@pytest.mark.parametrize(
    "value",
    [
        0,
        -1,
        2**63 - 1,
        -(2**63),
        2**64 - 1,
        True,
        False,
        -0.0,
        1e300,
        complex(1, -2),
        None,
        "plain",
        "grüße",
        "日本",
        "𝄞",
        "",
        (),
        (1, 2.5, True, None),
        ((1,), ("a", (2j,))),
        tuple(range(40)),
        Point(1, 2.5),
    ],
)
def test_values_come_back(value):
    found = njit(same)(value)
    assert found == value
    assert type(found) is type(value)
    assert repr(found) == repr(value)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.uint64, np.float32, np.complex64, np.bool_])
def test_numpy_scalars_come_back_as_numbers_of_python(dtype):
    limit = dtype(1) if dtype in (np.bool_, np.float32, np.complex64) else np.iinfo(dtype).max
    found = njit(same)(dtype(limit))
    assert found == dtype(limit).item()
    assert type(found) is type(dtype(limit).item())


@pytest.mark.parametrize(
    "array",
    [
        np.arange(3.0),
        np.zeros((2, 3), order="F"),
        np.zeros((4, 4))[::2, ::-1],
        np.zeros((0, 2)),
        np.array(5),
        readonly(np.arange(2)),
        unaligned(),
    ],
)
def test_arrays_come_back_as_themselves(array):
    before = sys.getrefcount(array)
    assert njit(same)(array) is array
    assert njit(lambda x: (x, 1))(array)[0] is array
    gc.collect()
    assert sys.getrefcount(array) == before


def test_views_keep_their_array_alive():
    @njit
    def part(a):
        return a[1:3]

    array = np.arange(5.0)
    alive = weakref.ref(array)
    view = part(array)
    view[0] = 7
    assert array[1] == 7
    del array
    assert alive() is not None
    assert view.tolist() == [7.0, 2.0]
    del view
    assert alive() is None


def test_new_arrays_are_freed_with_their_last_view():
    @njit
    def make(n):
        return np.zeros(n)

    gc.collect()
    before = _native.live_allocations()
    view = make(10)[3:]
    assert _native.live_allocations() == before + 1
    del view
    assert _native.live_allocations() == before


@njit
def binding(a, b=2, *, c=3):
    return (a, b, c)


@pytest.mark.parametrize(
    ("args", "kwargs", "expected"),
    [
        ((1,), {}, (1, 2, 3)),
        ((1, 5), {"c": 6}, (1, 5, 6)),
        ((), {"c": 6, "a": 1}, (1, 2, 6)),
        ((1,), {"b": 2.5}, (1, 2.5, 3)),
    ],
)
def test_binding(args, kwargs, expected):
    for _ in range(3):
        assert binding(*args, **kwargs) == expected


@pytest.mark.parametrize(
    ("args", "kwargs", "text"),
    [
        ((), {}, "not enough arguments: expected 1, got 0"),
        ((1, 2, 3), {}, "too many arguments: expected 2, got 3"),
        ((1,), {"a": 2}, "multiple values for argument 'a'"),
        ((1,), {"d": 2}, "unexpected keyword argument 'd'"),
    ],
)
def test_wrong_calls(args, kwargs, text):
    with pytest.raises(TypeError, match=text):
        binding(*args, **kwargs)


def test_positional_only_parameters():
    @njit
    def f(a, /, b):
        return a - b

    assert f(3, b=1) == 2
    with pytest.raises(TypeError, match="positional-only"):
        f(a=3, b=1)


def test_many_keyword_call_sites():
    @njit
    def f(a, b, c, d):
        return a + 10 * b + 100 * c + 1000 * d

    names = "abcd"
    for shift in range(4):
        for count in range(4):
            order = names[shift:] + names[:shift]
            given = [(name, 1 + names.index(name)) for name in order if name not in names[:count]]
            assert f(*range(1, count + 1), **dict(given)) == 4321


def test_arguments_without_a_type():
    with pytest.raises(errors.TypingError) as caught:
        binding(1, object())
    assert "non-precise type pyobject" in str(caught.value)
    assert "argument 1: Cannot determine Numba type of <class 'object'>" in str(caught.value)


def test_many_specialisations():
    function = njit(same)
    values = [np.zeros((1,) * n, dtype) for n in range(1, 5) for dtype in (np.int8, np.int16, np.float32, np.float64)]
    for _ in range(2):
        for value in values:
            assert function(value) is value
    assert len(function.signatures) == len(values)


def test_signatures_are_chosen_by_conversion():
    @njit(["int64(int64)", "float64(float64)"])
    def double(x):
        return x * 2

    assert double(3) == 6
    assert isinstance(double(3), int)
    assert double(np.float32(1.5)) == 3.0
    assert double(np.int8(3)) == 6
    assert isinstance(double(np.int8(3)), int)
    with pytest.raises(TypeError, match=r"No matching definition for argument type\(s\) complex128"):
        double(1j)
    with pytest.raises(TypeError, match=r"Ambiguous overloading for <function .*> \(bool\):\n"):
        double(True)


def test_arguments_are_converted_to_the_signature():
    integer = njit("int64(int64)")(same)
    assert integer(1.9) == 1
    assert integer(-1.9) == -1
    assert njit("int8(int8)")(same)(300) == 44
    for negative in (-1, -1.5):
        with pytest.raises(OverflowError, match="can't convert negative int to unsigned"):
            njit("uint8(uint8)")(same)(negative)
    assert njit("float32(float32)")(same)(0.1) == float(np.float32(0.1))
    assert njit("complex128(complex128)")(same)(2) == 2 + 0j
    pair = njit("UniTuple(float64, 2)(UniTuple(float64, 2))")(same)
    assert pair((1, 2)) == (1.0, 2.0)
    maybe = njit("optional(int64)(optional(int64))")(same)
    assert maybe(None) is None
    assert maybe(5) == 5
    strided = njit("float64(float64[:])")(lambda a: a[0])
    assert strided(np.arange(6.0)[1::2]) == 1.0
    assert strided(np.arange(3.0)) == 0.0


def test_jitted_functions_as_methods():
    class Box:
        @njit
        def add(x, y):
            return x + y

        add_static = staticmethod(add)

    assert Box.add(1, 2) == 3
    assert Box().add_static(1, 2) == 3
    assert Box().add.__self__.__class__ is Box


def test_subclasses_and_attributes():
    class Counted(_native.Dispatcher):
        calls = 0

    function = Counted(same, {})
    function.note = "kept"
    assert function(5) == 5
    assert function.note == "kept"
    assert function.py_func is same
    assert repr(function) == f"CPUDispatcher({same!r})"
    with pytest.raises(TypeError):
        Counted(5, {})


def test_dispatchers_are_collected():
    function = njit(lambda x: x)
    function(1)
    function.itself = function
    alive = weakref.ref(function)
    del function
    gc.collect()
    assert alive() is None


def test_recursive_closures_are_collected():
    def make():
        @njit
        def down(n):
            if n <= 0:
                return 0
            return down(n - 1)

        assert down(5) == 0
        return weakref.ref(down)

    alive = make()
    gc.collect()
    assert alive() is None


def test_threads_compile_a_function_once():
    function = njit(lambda x, y: x * y + 1)
    barrier = threading.Barrier(8)
    results = []

    def work():
        barrier.wait()
        results.append([function(k, 2) for k in range(200)])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[2 * k + 1 for k in range(200)]] * 8
    assert len(function.signatures) == 1


def test_recompile_sees_new_globals():
    namespace = {"njit": njit, "scale": 2}
    exec("@njit\ndef f(x):\n    return x * scale\n", namespace)
    assert namespace["f"](5) == 10
    namespace["scale"] = 3
    assert namespace["f"](5) == 10
    namespace["f"].recompile()
    assert namespace["f"](5) == 15


def test_recompile_takes_changed_options():
    @njit
    def f(x, y):
        return (x - y) + y

    def results():
        f.recompile()
        return f(0.0, math.inf)

    assert math.isnan(results())
    f.targetoptions["fastmath"] = {"reassoc", "nsz"}
    assert results() == 0.0
    f.targetoptions["fastmath"] = {"nsz"}
    assert math.isnan(results())


def test_recompile_keeps_what_signatures_asked_for():
    function = njit("float64(int64)")(lambda x: x + 1)
    function.recompile()
    assert isinstance(function(1), float)
    assert [str(s) for s in function.nopython_signatures] == ["(int64,) -> float64"]
    with pytest.raises(TypeError, match="No matching definition"):
        function(1j)


def test_global_arrays_are_frozen():
    namespace = {"njit": njit, "table": np.array([1.0, 2.0])}
    exec("@njit\ndef f(i):\n    return table[i]\n", namespace)
    assert namespace["f"](1) == 2.0
    namespace["table"][1] = 5.0
    del namespace["table"]
    gc.collect()
    assert namespace["f"](1) == 2.0


def test_constant_arrays_live_as_long_as_the_function_that_has_them():
    def with_table():
        table = np.arange(100) * 3
        return njit(lambda x: table[5] + x)

    def called_by_one_that_goes(function, x):
        return njit(lambda x: function(x))(x)

    function = with_table()
    for x in range(3):
        assert called_by_one_that_goes(function, x) == 15 + x
        gc.collect()
        overwritten = [np.full(100, 2**40 + k) for k in range(200)]
        del overwritten
    alive = weakref.ref(function.py_func)
    del function
    gc.collect()
    assert alive() is None


def test_exceptions_show_the_compiled_line():
    @njit
    def check(x):
        if x < 0:
            raise ValueError("negative", x)
        return x

    with pytest.raises(ValueError, match="negative") as caught:
        check(-5)
    assert caught.value.args == ("negative", -5)
    frames = []
    trace = caught.value.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_frame.f_code.co_name, trace.tb_lineno))
        trace = trace.tb_next
    line = check.py_func.__code__.co_firstlineno + 3
    assert frames[-1][0] == __file__
    assert frames[-1][2] == line


def test_import_loads_no_numpy():
    script = "import sys; from coluber import _native; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_numbers_before_numpy_is_imported():
    script = """
        import sys
        from coluber import njit
        f = njit(lambda x: x)
        assert f((1, 2.5, "a", None)) == (1, 2.5, "a", None)
        assert "numpy" not in sys.modules
        import numpy as np
        a = np.arange(3)
        assert f(a) is a and f(np.float32(2)) == 2.0
    """
    subprocess.run([sys.executable, "-c", "if True:" + script], check=True)
