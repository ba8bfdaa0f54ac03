"""What ``njit`` returns: its members, options, threads, and the life of compiled code."""

from __future__ import annotations

import gc
import inspect
import io
import threading
import weakref

import numpy as np
import pytest

import coluber
from coluber import config, jit, njit, types
from coluber.core import errors
from tests.run.support import script_output


def documented(a, b=2):
    """Add two numbers."""
    return a + b


def test_forms_of_the_decorator():
    def f(x):
        return x + 1

    for decorator in (njit, jit, njit(), jit(), jit(nopython=True), njit(fastmath=True)):
        assert decorator(f)(1) == 2


def test_all_functions_of_a_module():
    import types as pytypes

    from coluber.core.dispatcher import Dispatcher

    module = pytypes.ModuleType("all_jitted")
    source = """
from math import sqrt
from coluber import jit_module
def f(x): return g(x) + 1
def g(x): return x * 2
jit_module(nopython=True, error_model="numpy")
def later(x): return x
"""
    exec(source, module.__dict__)
    assert isinstance(module.f, Dispatcher)
    assert module.g.targetoptions["error_model"] == "numpy"
    assert module.f(3) == 7
    assert not isinstance(module.later, Dispatcher)


def test_attributes_of_the_function():
    function = njit(documented)
    assert function.py_func is documented
    assert function.__wrapped__ is documented
    assert function.__name__ == "documented"
    assert function.__qualname__ == documented.__qualname__
    assert function.__module__ == documented.__module__
    assert function.__doc__ == documented.__doc__
    assert function.__defaults__ == (2,)
    assert inspect.signature(function) == inspect.signature(documented)
    assert inspect.getsource(function) == inspect.getsource(documented)
    assert inspect.unwrap(function) is documented
    assert callable(function)
    assert "documented" in repr(function)


def test_interpreted_function_is_kept():
    assert njit(documented).py_func(3) == 5


def test_signatures_grow():
    function = njit(documented)
    assert function.signatures == []
    function(1)
    assert len(function.signatures) == 1
    function(1.5)
    function(2)
    assert len(function.signatures) == 2
    function(np.zeros(2))
    function(np.zeros((2, 2)))
    assert len(function.signatures) == 4


def test_nopython_signatures_and_overloads():
    function = njit(documented)
    function(1, 2.5)
    assert function.nopython_signatures == [types.float64(types.int64, types.float64)]
    assert list(function.overloads) == [(types.int64, types.float64)]
    assert function.overloads[(types.int64, types.float64)].signature.return_type == types.float64


def test_members_that_extensions_ask():
    from coluber.core.registry import cpu_target

    f = njit(lambda x: x + 1)
    assert f(1) == 2
    assert f.get_overload("(int64,)") is f
    with pytest.raises(KeyError):
        f.get_overload("(float64,)")
    assert f.get_function_type() is None
    f.disable_compile()
    assert f.get_function_type() == types.FunctionType(types.int64(types.int64))
    assert (f.typeof_pyval(2.5), f.typeof_pyval(object())) == (types.float64, types.pyobject)
    assert f.targetdescr is cpu_target


def test_compile():
    function = njit(documented)
    function.compile("(i8, i8)")
    function.compile((types.float64, types.float64))
    assert len(function.signatures) == 2
    assert function(1, 2) == 3


def test_compile_twice_is_once():
    function = njit(documented)
    function.compile("(i8, i8)")
    function.compile("(i8, i8)")
    assert len(function.signatures) == 1


def test_disable_compile():
    function = njit(documented)
    function(1, 2)
    function.disable_compile()
    assert function(3, 4) == 7
    with pytest.raises(TypeError, match="No matching definition"):
        function("a", "b")
    with pytest.raises(RuntimeError, match="compilation disabled"):
        function.compile("(float32, float32)")
    assert function.compile("(int64, int64)") is function
    assert len(function.signatures) == 1


def test_recompile():
    namespace = {"k": 1}
    exec("def f(x):\n    return x + k", namespace)
    function = njit(namespace["f"])
    assert function(1) == 2
    namespace["k"] = 10
    function.recompile()
    assert function(1) == 11
    assert len(function.signatures) == 1


def test_stats():
    function = njit(documented)
    function(1)
    stats = function.stats
    assert sum(stats.cache_hits.values()) == 0
    assert hasattr(stats, "cache_misses")
    assert hasattr(stats, "cache_path")


def test_inspect_types():
    function = njit(documented)
    function(1, 2.5)
    text = io.StringIO()
    function.inspect_types(file=text)
    assert "documented" in text.getvalue()
    assert "int64" in text.getvalue()
    assert "float64" in text.getvalue()
    assert "return a + b" in text.getvalue()


def test_results_are_what_signatures_say_in_compiled_callers_too():
    low = njit("i4(i8)")(lambda x: x & 0xFFFFFFFF)
    short = njit("f4(f8)")(lambda x: x)
    maybe = njit(types.optional(types.int64)(types.int64))(lambda x: x)
    pair = njit("Tuple((i4, f4))(i8, f8)")(lambda x, y: (x, y))

    @njit
    def call(x, y):
        number = maybe(x)
        return float(low(x)), short(y), number is None, pair(x, y), low(x) // 2

    x, y = 0xF0000001, 0.1
    assert call(x, y) == (-268435455.0, np.float32(y), False, (-268435455, np.float32(y)), -134217728)
    assert call.nopython_signatures[0].return_type[1] == types.float32


def test_inspect_types_of_one_signature():
    function = njit(documented)
    function(1, 2.5)
    function(1, 2)
    text = io.StringIO()
    function.inspect_types(file=text, signature=function.signatures[1])
    assert "float64" not in text.getvalue()
    (of_one,) = function.get_annotation_info(function.signatures[1]).items()
    assert [*function.get_annotation_info().items()][1] == of_one
    line = next(number for number, text in of_one[1]["python_lines"] if "return a + b" in text)
    assert of_one[0][1] == function.signatures[1]
    assert any("add" in operation for operation in of_one[1]["ir_lines"][line])


def test_inspect_llvm():
    function = njit(documented)
    function(1, 2.5)
    texts = function.inspect_llvm()
    assert list(texts) == function.signatures
    assert "define" in texts[function.signatures[0]]
    assert function.inspect_llvm(function.signatures[0]) == texts[function.signatures[0]]


def test_inspect_asm():
    function = njit(documented)
    function(1, 2.5)
    texts = function.inspect_asm()
    assert list(texts) == function.signatures
    assert "ret" in texts[function.signatures[0]]
    assert function.inspect_asm(function.signatures[0])


def test_inspect_cfg():
    function = njit(documented)
    function(1, 2.5)
    assert function.inspect_cfg(function.signatures[0])
    assert list(function.inspect_cfg()) == function.signatures
    with pytest.raises(errors.UnsupportedError, match=r"inspect_asm\(\) returns it as text"):
        function.inspect_disasm_cfg()


@pytest.mark.parametrize(
    "options",
    [
        {"nopython": True},
        {"fastmath": True},
        {"fastmath": {"nnan"}},
        {"error_model": "numpy"},
        {"error_model": "python"},
        {"boundscheck": True},
        {"boundscheck": False},
        {"boundscheck": None},
        {"nogil": True},
        {"locals": {}},
        {"inline": "never"},
        {"inline": "always"},
        {"forceinline": True},
        {"debug": True},
    ],
    ids=str,
)
def test_options_are_accepted(options):
    decorator = jit if "nopython" in options else njit
    assert decorator(**options)(documented)(1, 2) == 3


@pytest.mark.parametrize("name", ["fast_math", "no_python", "colour"])
def test_unknown_options_are_refused_by_name_at_decoration(name):
    with pytest.raises(Exception, match=name):
        njit(**{name: True})(documented)


@pytest.mark.parametrize("options", [{"error_model": "java"}, {"inline": "sometimes"}, {"fastmath": {"quick": False}}], ids=str)
def test_wrong_values_of_options_are_refused(options):
    with pytest.raises(Exception):  # noqa: B017, PT011
        njit(**options)(documented)(1, 2)


def test_what_can_not_be_decorated():
    with pytest.raises(TypeError, match="already jitted"):
        njit(njit(documented))
    with pytest.raises(TypeError, match="not a function"):
        njit(type("Thing", (), {}))
    with pytest.raises(TypeError, match="not a function"):
        njit(len)


def test_untypeable_argument():
    function = njit(documented)
    with pytest.raises(errors.TypingError, match=r"(?i)cannot determine Numba type|pyobject"):
        function(object(), 1)


def test_failed_compilation_leaves_the_dispatcher_usable():
    function = njit(lambda x: x + 1)
    for _ in range(2):
        with pytest.raises(errors.TypingError):
            function("text")
        assert function(1) == 2


def test_threads_compile_once():
    script = """
    import threading
    from coluber import njit
    @njit
    def f(x):
        s = 0
        for i in range(1000):
            s += i * x
        return s
    results = []
    barrier = threading.Barrier(8)
    def work():
        barrier.wait()
        results.append(f(2))
    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert results == [999000] * 8, results
    print(len(f.signatures))
    """
    assert script_output(script).strip() == "1"


def test_threads_with_different_types():
    function = njit(documented)
    values = [1, 1.5, 1j, True, np.int8(1), np.float32(1), np.uint64(1), np.complex64(1)]
    results = [None] * len(values)
    barrier = threading.Barrier(len(values))

    def work(index):
        barrier.wait()
        for _ in range(50):
            results[index] = function(values[index], values[index])

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(values))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(function.signatures) == len(values)
    assert results[0] == 2
    assert results[2] == 2j


def test_threads_compile_mutual_recursion():
    script = """
    import threading
    from coluber import njit
    @njit
    def even(n):
        return True if n == 0 else odd(n - 1)
    @njit
    def odd(n):
        return False if n == 0 else even(n - 1)
    results = []
    barrier = threading.Barrier(4)
    def work(f):
        barrier.wait()
        results.append(f(10))
    threads = [threading.Thread(target=work, args=(f,)) for f in (even, odd, even, odd)]
    for t in threads: t.start()
    for t in threads: t.join(60)
    print(sorted(results))
    """
    assert script_output(script).strip() == "[False, False, True, True]"


def test_nogil_runs_threads_at_once():
    import time

    @njit(nogil=True)
    def spin(n):
        x = 0.0
        for i in range(n):
            x = x * 0.999 + i
        return x

    spin(1)
    ticks = 0
    thread = threading.Thread(target=spin, args=(100_000_000,))
    thread.start()
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert ticks > 5


def test_dispatcher_is_collected():
    def make():
        @njit
        def f(x):
            return x + 1

        f(1)
        return weakref.ref(f)

    reference = make()
    gc.collect()
    assert reference() is None


def test_code_of_collected_functions_is_freed():
    script = """
    import gc
    from coluber import njit
    def memory():
        with open("/proc/self/status") as status:
            return int(next(line for line in status if line.startswith("VmRSS")).split()[1])
    def make(k):
        body = "\\n".join(f"    y = y * x + {i + k}" for i in range(30))
        namespace = {}
        exec(f"def f(x):\\n    y = x\\n{body}\\n    return y", namespace)
        njit(namespace["f"])(1.5)
    for k in range(200):
        make(k)
    gc.collect()
    before = memory()
    for k in range(200, 600):
        make(k)
    gc.collect()
    print(memory() - before)
    """
    # 400 functions without freeing would keep more than 10 KiB each.
    assert int(script_output(script)) < 3000


def test_callee_stays_alive_while_a_caller_lives():
    def make():
        @njit
        def inner(x):
            s = 0
            for i in range(x):
                s += i
            return s

        @njit
        def outer(x):
            return inner(x) + 1

        outer(3)
        return outer

    outer = make()
    gc.collect()
    assert outer(4) == 7


def test_function_that_calls_itself_is_collected():
    def make():
        @njit
        def f(n):
            return 1 if n < 2 else n * f(n - 1)

        assert f(5) == 120
        return weakref.ref(f)

    reference = make()
    gc.collect()
    assert reference() is None


def test_as_method_and_attribute():
    class Tool:
        function = staticmethod(njit(documented))

    assert Tool.function(1) == 3
    assert Tool().function(1) == 3


def test_in_containers():
    functions = {njit(documented): 1}
    assert list(functions.values()) == [1]


def test_map():
    assert list(map(njit(lambda x: x * 2), range(4))) == [0, 2, 4, 6]


def test_many_specialisations_are_found():
    function = njit(lambda a: a.ndim)
    arrays = [np.zeros((2,) * n, dtype) for n in range(1, 5) for dtype in ("i1", "i4", "f4", "f8", "c16")]
    for _ in range(2):
        for a in arrays:
            assert function(a) == a.ndim
    assert len(function.signatures) == len(arrays)


def test_layouts_are_separate_specialisations():
    function = njit(lambda a: a.sum())
    c = np.arange(6.0).reshape(2, 3)
    for a in (c, np.asfortranarray(c), c[:, ::2]):
        assert function(a) == a.sum()
    assert len(function.signatures) == 3


def test_read_only_is_a_separate_specialisation():
    function = njit(lambda a: a[0])
    a = np.zeros(3)
    function(a)
    a.flags.writeable = False
    function(a)
    assert len(function.signatures) == 2


def test_jit_refuses_nothing_that_numba_accepts():
    assert coluber.jit(nopython=True, nogil=True, fastmath=True)(documented)(1) == 3


def test_reference_counts_of_results():
    import sys

    function = njit(lambda a: (a, a))
    a = np.zeros(3)
    before = sys.getrefcount(a)
    result = function(a)
    assert sys.getrefcount(a) == before + 2
    del result
    assert sys.getrefcount(a) == before


def test_results_of_small_types():
    assert njit(lambda: True)() is True
    assert njit(lambda: None)() is None
    assert type(njit(lambda x: x)(np.float32(1.5))) is float
    assert type(njit(lambda x: x)(np.int8(1))) is int
    assert type(njit(lambda x: x)(np.True_)) is bool


def test_times_of_the_stages_of_a_compilation():
    function = njit(lambda x: x + 1)
    function(1)
    function(1.5)
    for signature in function.signatures:
        times = function.get_metadata(signature)["pipeline_times"]["nopython"]
        assert any("optimisation" in name for name in times)
        assert sum(time.run for time in times.values()) > 0
    assert set(function.get_metadata()) == set(function.signatures)


def test_the_counts_of_the_cache_are_a_named_tuple():
    function = njit(lambda x: x)
    function(1)
    path, hits, misses = function.stats
    assert function.stats._asdict() == {"cache_path": path, "cache_hits": hits, "cache_misses": misses}


def test_times_of_the_passes(monkeypatch):
    from coluber.misc.llvm_pass_timings import PassTimingsCollection

    @njit
    def f(a):
        total = 0.0
        for x in a:
            total += x
        return total

    assert f(np.ones(3)) == 3.0
    signature = f.signatures[0]
    assert "llvm_pass_timings" not in f.get_metadata(signature)
    monkeypatch.setattr(config, "LLVM_PASS_TIMINGS", 1)
    times = f.get_metadata(signature)["llvm_pass_timings"]
    assert isinstance(times, PassTimingsCollection)
    assert (len(times), times.is_empty, times[0].name) == (1, False, "Module passes (full optimization)")
    records = times[0].timings.list_records()
    assert {"inline", "sroa", "loop-vectorize"} <= {record.pass_name for record in records}
    assert records[-1].pass_name == "Total"
    assert sum(record.wall_time for record in records[:-1]) == pytest.approx(times.get_total_time())
    top = times[0].timings.list_top(3)
    assert [record.wall_time for record in top] == sorted((record.wall_time for record in records[:-1]), reverse=True)[:3]
    assert str(times) == times.summary()
    assert f"{top[0].wall_time:.4f}s" in times.summary(topn=1)
    assert times.list_longest_first() == list(times)
    assert str(PassTimingsCollection("nothing")) == "No pass timings were recorded"
