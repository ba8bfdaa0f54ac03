"""Loops over `prange` and array expressions with ``parallel=True``: the same results as one thread gives."""

from __future__ import annotations

import gc
import os
import re
import threading
import traceback
import warnings
from collections import namedtuple

import numpy as np
import pytest

import coluber
from coluber import errors, get_num_threads, njit, prange, set_num_threads

Pair = namedtuple("Pair", "low high")
SERIAL = pytest.mark.filterwarnings("ignore::coluber.core.errors.NumbaPerformanceWarning")


@pytest.fixture(autouse=True, params=[2, 3], ids=["two", "three"])
def threads(request, monkeypatch):
    """Run with more threads than this machine may have cores."""
    before = get_num_threads()
    try:
        set_num_threads(request.param)
    except ValueError:
        pytest.skip("fewer threads are allowed")
    yield request.param
    set_num_threads(before)


def same(function, *args, **options):
    """Compare with CPython, on copies of the arguments; return the compiled function."""
    compiled = njit(parallel=True)(function)
    copy = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    mine, expected = compiled(*args), function(*copy)
    compare(mine, expected, **options)
    for a, b in zip(args, copy, strict=True):
        if isinstance(a, np.ndarray):
            np.testing.assert_allclose(a, b, **options)
    return compiled


def compare(mine, expected, **options):
    """Compare two results, tuples item by item."""
    if isinstance(expected, tuple):
        assert len(mine) == len(expected)
        for a, b in zip(mine, expected, strict=True):
            compare(a, b, **options)
        return
    if expected is None:
        assert mine is None
        return
    if isinstance(expected, np.ndarray):
        assert mine.shape == expected.shape
        assert mine.dtype == expected.dtype
    np.testing.assert_allclose(mine, expected, **{"rtol": 1e-12, **options})


SIZES = [0, 1, 2, 3, 7, 16, 17, 100, 1001]


@pytest.mark.parametrize("n", SIZES)
def test_elements(n):
    def f(a):
        for i in prange(a.size):
            a[i] = a[i] * 2 + i

    same(f, np.arange(n) * 0.5)


@pytest.mark.parametrize("bounds", [(5,), (3, 17), (17, 3), (0, 100, 7), (100, 0, -7), (10, 0, -1), (0, 10, -1), (-20, 20, 3)])
def test_ranges(bounds):
    def f(bounds):
        s = 0
        for i in prange(*bounds):
            s += i * i + 1
        return s

    same(f, bounds)


@pytest.mark.parametrize("step", [1, 2, 5, -1, -3])
def test_a_step_that_is_not_constant(step):
    def f(n, step):
        s = 0
        for i in prange(n, 50 - n, step):
            s += i
        return s

    same(f, 3, step)
    same(f, 60, step)


def sums(n, x):
    s = 10
    for i in prange(n):
        s += i
        s -= 2
    return s


def products(n, x):
    p = 3.0
    for i in prange(n):
        p *= 1.0 + 1.0 / (i + 1)
        p = p / 1.5
    return p


def bits(n, x):
    a, o, e = -1, 0, 5
    for i in prange(n):
        a &= ~(1 << (i % 60))
        o = o | i
        e ^= i * 7
    return a, o, e


def extremes(n, x):
    low, high = x[0], x[0]
    for i in prange(n):
        low = min(low, x[i])
        high = max(x[i], high)
    return low, high


def truths(n, x):
    every, some = True, False
    for i in prange(n):
        every = every and x[i] > -1.0
        some = some or x[i] > 0.9
    return every, some


def conditional(n, x):
    count, total = 0, 0.0
    for i in prange(n):
        if x[i] > 0.5:
            count += 1
        else:
            total += x[i]
    return count, total


def in_inner_loops(n, x):
    total = 0.0
    for i in prange(n):
        for j in range(i % 5):
            total += x[j]
    return total


def last_values(n, x):
    last, square = -1, 0.0
    for i in prange(n):
        last = i
        square = x[i] * x[i]
    return last, square


def complex_sum(n, x):
    z = 1j
    for i in prange(n):
        z += complex(x[i], i)
    return z


def left_alone(n, x):
    k = 7
    s = 0
    for i in prange(n):
        s += k
    return s, k


def two_loops(n, x):
    s = 0.0
    for i in prange(n):
        s += x[i]
    for i in prange(n):
        s += x[i] / 2
    return s


def with_continue(n, x):
    s = 0
    for i in prange(n):
        if i % 3 == 0:
            continue
        s += i
    return s


def with_while(n, x):
    s = 0
    for i in prange(n):
        k = i
        while k > 0:
            s += k & 1
            k >>= 1
    return s


REDUCTIONS = [
    sums, products, bits, extremes, truths, conditional, in_inner_loops, last_values, complex_sum, left_alone, two_loops,
    with_continue, with_while,
]  # fmt: skip


@pytest.mark.parametrize("function", REDUCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [0, 1, 2, 5, 33, 500])
def test_reductions(function, n):
    same(function, n, np.random.default_rng(n).random(max(n, 5)))


@njit
def larger(a, b):
    return a if a > b else b


def test_a_function_of_the_program():
    def f(x):
        m = -1.0
        for i in prange(x.size):
            m = larger(m, x[i])
        return m

    same(f, np.random.default_rng(1).random(1000))


def test_closures_and_captured_tuples():
    scale = 3.0

    def f(x, pair, names):
        s = 0.0
        for i in prange(x.size):
            s += x[i] * scale + pair.low - pair.high + names[1]
        return s

    same(f, np.random.default_rng(1).random(100), Pair(1, 2.5), (1, 2, 3))


@pytest.mark.parametrize("n", [0, 1, 5, 100])
def test_arrays_as_reductions(n):
    def f(n, m):
        total, least = np.zeros(m), np.full(m, 50.0)
        for i in prange(n):
            row = np.arange(m) * float(i)
            total += row
            least = np.minimum(least, row)
        return total, least

    same(f, n, 4)


def test_an_array_reduction_changes_the_array_itself():
    def f(total, n):
        for i in prange(n):
            total += i
        return total

    a = np.ones(3)
    out = njit(parallel=True)(f)(a, 10)
    assert out is not None
    np.testing.assert_array_equal(a, np.full(3, 46.0))


def test_arrays_as_reductions_are_private():
    @njit(parallel=True)
    def f(n, bad):
        total = np.zeros(8)
        s = 0
        for i in prange(n):
            total += np.ones(8) * i
            s += 1
            if i == bad:
                raise ValueError
        return total, s

    for n in range(0, 300, 3):
        total, s = f(n, -1)
        assert s == n
        np.testing.assert_array_equal(total, np.full(8, n * (n - 1) / 2))


def test_private_arrays():
    def f(x):
        out = np.empty(x.shape[0])
        for i in prange(x.shape[0]):
            row = x[i] * 2
            row[0] = -1
            out[i] = row.sum()
        return out

    same(f, np.random.default_rng(3).random((50, 7)))


@SERIAL
def test_tuples_and_views_that_are_carried_out():
    def f(x):
        view = x[0]
        for i in prange(x.shape[0]):
            view = x[i]
        return view + 1

    same(f, np.random.default_rng(3).random((50, 7)))


def nested(x):
    s = 0.0
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            s += x[i, j]
            x[i, j] = i + j
    return s


def test_nested_loops():
    same(nested, np.random.default_rng(3).random((30, 40)))


def test_calls_of_other_parallel_functions():
    @njit(parallel=True)
    def inner(x):
        s = 0.0
        for i in prange(x.size):
            s += x[i]
        return s

    def f(x):
        s = 0.0
        for i in prange(x.shape[0]):
            s += inner(x[i])
        return s

    same(f, np.random.default_rng(3).random((30, 400)))


def test_recursion():
    @njit(parallel=True)
    def tree(n):
        if n == 0:
            return 1
        s = 1
        for i in prange(2):
            s += tree(n - 1)
        return s

    assert tree(6) == 127


@SERIAL
def test_breaks_and_returns_run_in_order():
    def f(x):
        s = 0.0
        for i in prange(x.size):
            if i == 10:
                break
            s += x[i]
        for i in prange(x.size):
            if x[i] > 0.5:
                return i, s
        return -1, s

    same(f, np.random.default_rng(3).random(100))


def test_loops_that_run_in_order_are_warned_of():
    @njit(parallel=True)
    def f(x):
        s = 0.0
        for i in prange(x.size):
            s += x[i]
        for i in prange(x.size):
            if x[i] > 0.5:
                return i
        return int(s)

    with pytest.warns(errors.NumbaPerformanceWarning, match="runs in order, on one thread") as caught:
        f(np.ones(3))
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert caught[0].message.loc.line == f.py_func.__code__.co_firstlineno + 5
    assert "for i in prange(x.size):" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        f(np.ones(3))
        njit(parallel=True)(sums)(5, None)
        njit(parallel=True)(nested)(np.ones((3, 4)))
        njit(f.py_func)(np.ones(3))


def test_exceptions_arrive_with_their_place():
    @njit(parallel=True)
    def f(n, bad):
        s = 0
        for i in prange(n):
            a = np.ones(3)
            if i == bad:
                raise ValueError("bad item", i)
            s += int(a[0])
        return s

    assert f(100, -1) == 100
    gc.collect()
    before = coluber._native.live_allocations()
    for bad in (0, 1, 57, 99):
        with pytest.raises(ValueError, match=f"bad item.*{bad}") as caught:
            f(100, bad)
        lines = traceback.extract_tb(caught.value.__traceback__)
        assert [line.name for line in lines][1:] == ["f"]
        assert "raise ValueError" in lines[-1].line
        del caught
    gc.collect()
    assert coluber._native.live_allocations() == before


def test_exceptions_with_partial_arrays_leak_nothing():
    @njit(parallel=True)
    def f(n, bad):
        total = np.zeros(4)
        for i in prange(n):
            total += np.ones(4)
            if i == bad:
                raise IndexError
        return total

    f(10, -1)
    gc.collect()
    before = coluber._native.live_allocations()
    for bad in range(0, 60, 7):
        with pytest.raises(IndexError):
            f(60, bad)
    gc.collect()
    assert coluber._native.live_allocations() == before


def test_exceptions_that_are_caught():
    def f(n, bad):
        s = 0
        for i in prange(n):
            try:
                if i % bad == 0:
                    raise ValueError
                s += 1
            except ValueError:
                s += 100
        return s

    same(f, 100, 7)


@SERIAL
def test_a_loop_within_try():
    def f(n, bad):
        try:
            for i in prange(n):
                if i == bad:
                    raise ValueError
        except ValueError:
            return -1
        return n

    same(f, 100, 7)
    same(f, 100, -7)


def test_printing(capfd):
    @njit(parallel=True)
    def f(n):
        for i in prange(n):
            print("line", i)

    f(20)
    assert sorted(capfd.readouterr().out.split("\n")) == sorted(["", *(f"line {i}" for i in range(20))])


CARRIED = {
    "prefix": """
def f(a):
    before = 0.0
    for i in prange(a.size):
        a[i] += before
        before = a[i]
    return before
""",
    "counter": """
def f(a):
    k = 0
    for i in prange(a.size):
        a[k] = i
        k += 1
    return k
""",
    "mixed": """
def f(a):
    s = 0.0
    for i in prange(a.size):
        s += a[i]
        s *= 2
    return s
""",
    "used": """
def f(a):
    s = 0.0
    for i in prange(a.size):
        s += a[i]
        a[i] = s
    return s
""",
    "swapped": """
def f(a):
    x, y = 0, 1
    for i in prange(a.size):
        x, y = y, x
    return x
""",
    "subtracted from": """
def f(a):
    x = 0.0
    for i in prange(a.size):
        x = a[i] - x
    return x
""",
}


@pytest.mark.parametrize("name", CARRIED)
def test_carried_variables_are_refused_by_name(name):
    scope = {"prange": prange}
    exec(CARRIED[name], scope)
    variable = {"prefix": "before", "counter": "k", "mixed": "s", "used": "s", "swapped": "[xy]"}.get(name, "x")
    with pytest.raises(errors.UnsupportedError, match=f"'{variable}' is carried from one iteration of a prange loop"):
        njit(parallel=True)(scope["f"])(np.ones(5))
    # Without threads there is nothing to refuse.
    expected = scope["f"](np.arange(5.0))
    assert njit(scope["f"])(np.arange(5.0)) == expected


def test_inner_loops_that_carry_a_variable_run_in_order():
    def moving(a):
        out = np.zeros(a.shape)
        for i in prange(len(a)):
            mean, weight = a[i, 0], 1.0
            for j in prange(1, a.shape[1]):
                weight = weight * 0.5 + 1
                mean = mean + (a[i, j] - mean) / weight
                out[i, j] = mean
        return out

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same(moving, np.random.default_rng(1).random((30, 20)))


def test_variables_that_some_paths_assign():
    def conditional(a, flag):
        out = np.zeros(len(a))
        for i in prange(len(a)):
            if flag:
                weight = a[i] * 2
                shift = 1
            for j in range(3):
                x = 1.0 * j
                if flag:
                    x += weight + shift
                out[i] += x
        return out

    same(conditional, np.arange(50.0), True)
    same(conditional, np.arange(50.0), False)

    def before_and_inside(a, every):
        out = np.zeros((len(a), len(a)))
        if not every:
            scale = a[0] + 1
        for i in prange(len(a)):
            for j in range(i + 1, len(a)):
                if every:
                    scale = a[j] + 3
                out[i, j] = a[i] * scale
        return out

    same(before_and_inside, np.arange(20.0), True)
    same(before_and_inside, np.arange(20.0), False)

    def behind_a_loop(a, flags):
        total = 0.0
        for i in range(len(a)):
            if flags[i]:
                first = a[i]
                for j in prange(len(a)):
                    a[j] = first
            if flags[i]:
                total += first
        return total

    same(behind_a_loop, np.arange(4.0), np.array([True, False, True, True]))

    @njit(parallel=True)
    def of_the_iteration_before(a):
        out = np.zeros(len(a))
        for i in prange(len(a)):
            if a[i] > 0:
                last = a[i]
            out[i] = last
        return out

    np.testing.assert_array_equal(of_the_iteration_before(np.arange(1.0, 9.0)), np.arange(1.0, 9.0))
    with pytest.raises(UnboundLocalError, match="'last'"):
        of_the_iteration_before(np.array([1.0, 0.0]))


def test_results_are_the_same_in_each_run():
    @njit(parallel=True)
    def f(x):
        s = 0.0
        for i in prange(x.size):
            s += x[i]
        return s

    x = np.random.default_rng(0).random(100_003)
    assert len({f(x) for _ in range(20)}) == 1


def test_sums_of_pieces_use_vectors():
    def f(x):
        s, p = 0.0, 1.0
        for i in prange(x.size):
            s += x[i] * x[i]
            s -= x[i]
            p *= 1 + x[i] / x.size
        return s, p

    x = np.random.default_rng(0).random(50_001)
    compiled = same(f, x)
    code = "".join(compiled.inspect_llvm().values())
    assert re.search(r"fadd reassoc <\d+ x double>", code)
    assert re.search(r"fmul reassoc <\d+ x double>", code)
    # What is not a sum of the loop is computed as it is written.
    assert not re.search(r"fdiv reassoc", code)
    values = np.full(1000, 1e16)
    values[1::2] = 1.0
    exact = njit(parallel=True)(in_order)
    assert exact(values, 4) == in_order(values, 4)


def in_order(x, n):
    """Add within the iterations alone."""
    out = np.zeros(n)
    for i in prange(n):
        s = 0.0
        for j in range(x.size):
            s += x[j]
        out[i] = s
    return out[0]


def test_host_threads():
    @njit(parallel=True, nogil=True)
    def f(n):
        s = 0
        for i in prange(n):
            s += i
        return s

    f(3)
    results = []
    work = [threading.Thread(target=lambda: results.extend(f(n) for n in range(200))) for _ in range(4)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert sorted(results) == sorted(4 * [n * (n - 1) // 2 for n in range(200)])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_fork():
    @njit(parallel=True)
    def f(n):
        s = 0
        for i in prange(n):
            s += i
        return s

    assert f(1000) == 499500
    child = os.fork()
    if child == 0:
        os._exit(0 if f(1000) == 499500 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_fork_while_another_thread_is_in_a_loop(fresh_python):
    printed = fresh_python("""
        import os, signal, threading, warnings
        import numpy as np
        from coluber import njit, prange

        @njit(parallel=True)
        def total(a):
            s = 0.0
            for i in prange(a.size):
                s += a[i]
            return s

        def go_on():
            while not is_over.is_set():
                total(np.ones(10000))

        # CPython warns of threads from 3.12 on.
        warnings.simplefilter("ignore", DeprecationWarning)
        is_over = threading.Event()
        total(np.ones(9))
        thread = threading.Thread(target=go_on)
        thread.start()
        statuses = []
        for _ in range(100):
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                os._exit(int(total(np.ones(1000)) != 1000))
            statuses.append(os.waitpid(child, 0)[1])
        is_over.set()
        thread.join()
        print(set(statuses))
    """)
    assert printed.splitlines()[-1] == "{0}"


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_chunks(chunk):
    @njit(parallel=True)
    def f(n):
        s = 0
        for i in prange(n):
            s += i
        return s

    with coluber.parallel_chunksize(chunk):
        assert coluber.get_parallel_chunksize() == chunk
        assert f(1000) == 499500
    assert coluber.get_parallel_chunksize() == 0


def test_chunks_in_loops():
    @njit(parallel=True)
    def f(n):
        coluber.set_parallel_chunksize(7)
        seen = np.ones(n, np.int64)
        for i in prange(n):
            seen[i] = coluber.get_parallel_chunksize()
        size = coluber.get_parallel_chunksize()
        coluber.set_parallel_chunksize(0)
        return seen, size

    for n in (1, 4, 1000):
        seen, size = f(n)
        assert (seen.any(), size) == (False, 7)


def test_threads_as_compiled_code_sees_them(threads):
    @njit(parallel=True)
    def f(n):
        seen = np.zeros(16, np.int64)
        for i in prange(n):
            seen[coluber.get_thread_id()] = 1
        return seen, get_num_threads()

    seen, count = f(1000)
    assert count == threads
    assert seen[:count].any()
    assert not seen[count:].any()

    @njit
    def g(n):
        with coluber.parallel_chunksize(n) as before:
            now = coluber.get_parallel_chunksize()
        set_num_threads(n)
        return before, now, coluber.get_parallel_chunksize(), get_num_threads()

    assert g(2) == (0, 2, 0, 2)
    with pytest.raises(ValueError, match="The number of threads is out of range"):
        g(1000)


@SERIAL
def test_diagnostics(capsys):
    @njit(parallel=True)
    def f(a):
        s = 0.0
        for i in prange(a.size):
            s += a[i]
        for i in prange(a.size):
            if a[i] > 5:
                break
        return s + (a * 2)[0]

    f(np.ones(5))
    f.parallel_diagnostics(level=4)
    text = capsys.readouterr().out
    first = f.py_func.__code__.co_firstlineno
    assert (
        f"line {first + 3}: prange loop: its iterations run on all cores; reductions: s\n    for i in prange(a.size):" in text
    )
    assert f"line {first + 5}: prange loop: runs in order" in text
    assert f"line {first + 8}: array expression" in text
    with pytest.raises(ValueError, match="there are reports of levels 1 to 4"):
        f.parallel_diagnostics(level=5)
    njit(lambda x: x)(1)


def test_limits():
    with pytest.raises(ValueError, match="the number of threads is one of 1 to"):
        set_num_threads(0)
    with pytest.raises(TypeError, match="is an integer"):
        set_num_threads(1.5)
    with pytest.raises(ValueError, match="the size of chunks is negative"):
        coluber.set_parallel_chunksize(-1)
    assert coluber.threading_layer() == "coluber"
    assert coluber.get_thread_id() == 0


def test_prange_is_range_in_python():
    assert list(prange(2, 9, 3)) == [2, 5, 8]


EXPRESSIONS = {
    "fused": lambda a, b: np.sin(a) * b + np.exp(-a) - 2.0,
    "scalars": lambda a, b: a * 3 + 1,
    "broadcast": lambda a, b: a + b[:1],
    "strided": lambda a, b: a[::-1] * b[..., ::-1],
    "compare": lambda a, b: (a > b) | (a < 0.1),
}


SHAPES = [(0,), (5,), (200_000,), (3, 5), (400, 500), (2, 100_000), (100_000, 2), (3, 0), (30, 40, 50)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions(name, shape):
    rng = np.random.default_rng(5)
    same(EXPRESSIONS[name], rng.random(shape), rng.random(shape), rtol=1e-15)


@pytest.mark.parametrize("shape", [(5,), (200_000,), (400, 500)])
def test_assignments(shape):
    def f(a, b):
        a[:] = b * 2
        a[1:] += b[:-1]
        a *= 3
        a[::2] = 1

    rng = np.random.default_rng(5)
    same(f, rng.random(shape), rng.random(shape), rtol=1e-15)


def test_exceptions_in_expressions():
    @njit(parallel=True)
    def f(a, b):
        return a // b

    with pytest.raises(ValueError, match="broadcast"):
        f(np.ones(3), np.ones(4))


@SERIAL
@pytest.mark.parametrize(
    "statement",
    [
        "out.append(i)",
        "out.extend([i, i])",
        "out[i:i] = [i]",
        "d[i] = i",
        "s.add(i)",
        "out.pop(); out.insert(0, i)",
        "for k in range(3): out.append(k)",
    ],
)
def test_a_loop_that_resizes_a_list_of_all_iterations_runs_in_order(statement):
    text = (
        f"def f(n):\n    out, d, s = [1], {{0: 1}}, {{1}}\n    for i in prange(n):\n        {statement}\n    return out, d, s"
    )
    namespace = {"prange": prange}
    exec(text, namespace)
    function = namespace["f"]
    compiled = njit(parallel=True)(function)
    for _ in range(5):
        assert compiled(5000) == function(5000)


def test_loops_that_read_lists_are_divided():
    def f(items, n):
        total = 0
        for i in prange(n):
            own = [items[i]]
            own.append(i)
            items[i] = len(own)
            total += own[0] + own[1]
        return total

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        items = list(range(2000))
        assert njit(parallel=True)(f)(items, 2000) == 2 * sum(range(2000))
    assert items == [2] * 2000


def left(a):
    for i in prange(a.size):
        if a[i] > 100:
            break
    return 0


def looked_at(a):
    for i in prange(a.size):
        k = int(a[i]) % 2
        if a[k] < 1:
            a[k] = i
            a[k + 2] = 0
    return 0


def longer(a):
    items = [0]
    for i in prange(a.size):
        items.append(i)
    return len(items)


REASONS = [
    (left, "it is left by break, return or an exception that is handled outside of it"),
    (looked_at, "elements that two iterations may share are looked at before they are stored"),
    (longer, "it changes the length of a list, dict or set from before it"),
]


@pytest.mark.parametrize(("function", "why"), REASONS, ids=lambda value: getattr(value, "__name__", ""))
def test_why_a_loop_runs_in_order(function, why, capsys):
    compiled = njit(parallel=True)(function)
    a = np.arange(5.0)
    with pytest.warns(errors.NumbaPerformanceWarning, match=f"runs in order, on one thread: {why}\n"):
        assert compiled(a.copy()) == function(a.copy())
    compiled.parallel_diagnostics(level=1)
    assert f"prange loop: runs in order, on one thread: {why}\n" in capsys.readouterr().out


def test_diagnostics_of_all_functions(fresh_python):
    text = """
    from coluber import njit, prange

    @njit
    def plain(n):
        return n

    @njit(parallel=True)
    def f(n):
        s = 0
        for i in prange(plain(n)):
            s += i
        return s

    print(f(10))
    """
    lines = fresh_python(text, NUMBA_PARALLEL_DIAGNOSTICS="1").splitlines()
    assert lines[0].startswith("Parallel loops of f(int64)")
    assert lines[1:] == ["  line 11: prange loop: its iterations run on all cores; reductions: s", "45"]


@pytest.mark.parametrize("start", [10**9, -(10**9), 1e10])
def test_floor_quotients_run_in_order(start):
    @njit(parallel=True)
    def quotient(a, start):
        total, rest = start, 0
        for i in prange(len(a)):
            total //= a[i]
            rest += a[i]
        return total, rest

    a = np.array([2, -3, 2, 5, 7])
    with pytest.warns(errors.NumbaPerformanceWarning, match="partial results of 'total' can't be joined"):
        assert quotient(a, start) == quotient.py_func(a, start)
