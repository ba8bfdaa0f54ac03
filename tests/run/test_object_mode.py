"""Object mode: functions that can't be compiled run in the interpreter, with their loops compiled."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import hashlib
import pickle
import re
import traceback
import warnings

import numpy as np
import pytest

from coluber import NumbaWarning, TypingError, jit, njit, types
from coluber.core.source import definition
from coluber.objectmode import loops, rewrite
from coluber.objectmode.fallback import object_mode


class Anything:
    """An object without a type."""

    def __new__(cls, value=0):
        # Compiled code makes no objects of classes with a `__new__` of their own.
        return super().__new__(cls)

    def __init__(self, value=0):
        self.value = value

    def __eq__(self, other):
        return type(other) is Anything and other.value == self.value

    __hash__ = None


# ------------------------------------------------------------------------------- functions, which fall back by an `Anything`


def sum_of_items(x, o):
    s = 0.0
    for i in range(len(x)):
        s += x[i]
    return s, o


def two_loops(x, o):
    s = 0.0
    for v in x:
        s += v
    o = Anything(s)
    t = 1.0
    for v in x:
        t *= v
    return o, t


def nested_loops(x, o):
    total = 0
    for i in range(len(x)):
        for j in range(i):
            if (i + j) % 3 == 0:
                continue
            total += i * j
    return total, o


def leaves_by_break(x, o):
    for i in range(len(x)):
        if x[i] > 3:
            break
    return i, o


def leaves_with_else(x, o):
    for i in range(len(x)):
        if x[i] > 1e9:
            break
    else:
        i = -1
    return i, o


def returns_early(x, o):
    for i in range(len(x)):
        if x[i] > 3:
            return i, x[i]
    return o


def returns_from_nested(x, o):
    for i in range(len(x)):
        for j in range(len(x)):
            if x[i] * x[j] > 12:
                return i
    return o


def returns_nothing(x, o):
    for i in range(len(x)):
        if x[i] > 3:
            return
        x[i] = 7
    return o


def loop_variable_afterwards(x, o):
    for i in range(len(x)):
        last = x[i]
    return i, last, o


def maybe_unbound(x, o):
    for i in range(int(x[0])):
        last = i
    return last, o


def bound_on_one_path(x, o):
    if x[0] > 100:
        t = 5.0
    for i in range(2):
        if i == 1:
            t = x[0]
    return t, o


def carried_through_a_plain_loop(x, o):
    seen = []
    for k in [Anything(1), Anything(0), Anything(3)]:
        n = k.value
        for j in range(n):
            last = j * 10
        seen.append(last)
    return seen, o


def loop_in_while(x, o):
    n = 0
    objects = [Anything(), Anything()]
    while objects:
        objects.pop()
        for v in x:
            n += int(v)
    return n, o


def counting_while(x, o):
    n, steps = 27, 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps, o


def while_true(x, o):
    k = 0
    while True:
        k += 1
        if k > 10:
            break
    return k, o


def tuples_out(x, o):
    pair = (0, 0.0)
    for i in range(len(x)):
        pair = (i, x[i])
    return pair, o


def arrays_out(x, o):
    best = x[:1]
    for i in range(len(x)):
        if x[i] > 2:
            best = x[i:]
    return best, o


def lists_out(x, o):
    found = []
    for i in range(len(x)):
        if x[i] > 2:
            found.append(i)
    return found, o


def strings(x, o):
    text = ""
    for i in range(3):
        text += "ab"
    return text, o


def stays_plain(x, o):
    out = []
    for k in range(3):
        out.append(Anything(k))
    return out, o


def inner_is_compiled(x, o):
    out = []
    for k in range(3):
        s = 0.0
        for i in range(len(x)):
            s += x[i] * k
        out.append(Anything(s))
    return out, o


def unpacks(x, o):
    a, b = 0, 1
    for i in range(10):
        a, b = b, a + b
    return a, b, o


def in_a_branch(x, o):
    if o is not None:
        s = 0
        for i in range(5):
            s += i
    else:
        s = None
    return s


def in_try(x, o):
    s = 0.0
    try:
        for i in range(len(x) + 1):
            s = x[i]
        raise ValueError
    except (IndexError, ValueError) as error:
        return s, type(error), o


def in_try_without_results(x, o):
    try:
        for i in range(len(x)):
            x[i] += 1
    finally:
        o.value += 1
    return x, o


def returns_in_finally(x, o):
    s = 0.0
    try:
        for i in range(len(x)):
            s += x[i]
            if s > 3:
                return s, o
    finally:
        o.value = s
    return None


def with_statement(x, o):
    s = 0.0
    with contextlib.suppress(ZeroDivisionError):
        for i in range(len(x)):
            s = x[i]
            if i == 3:
                1 // (i - 3)
    return s, o


def inside_with(x, o):
    with contextlib.nullcontext() as nothing:
        for i in range(len(x)):
            x[i] *= 2
    return x, nothing, o


def with_closure(x, o):
    def later():
        return s

    s = 0.0
    for v in x:
        s += v
    return later(), o


def closure_reads_only(x, o):
    k = 3.0
    scale = lambda v: v * k
    s = 0.0
    for v in x:
        s += v * k
    return s, scale(2.0), o


def comprehensions(x, o):
    s = 0
    for i in range(3):
        s += len([j for j in range(i)])
    i = [i for i in range(2)]
    return s, i, o


def walrus(x, o):
    k = 0
    while (k := k + 1) < 7:
        last = k
    return k, last, o


def matches(x, o):
    match o:
        case Anything(value=0):
            s = 0
            for i in range(4):
                s += i
        case other:
            s = other
    return s


def makes_a_class(x, o):
    s = 0
    for i in range(4):
        s += i

    class Local:
        value = s

    return Local.value, o


def deletes(x, o):
    t = 1
    for i in range(3):
        t += i
    del t
    t = 5
    for i in range(3):
        t += i
        u = t
        del u
    return t, o


def else_continues_outer(x, o):
    n = 0
    for k in [Anything(1), Anything(2)]:
        for i in range(3):
            if i == k.value:
                break
        else:
            continue
        n += i
    return n, o


def sees_all_variables(x, o):
    for i in range(3):
        t = i
    return sorted(locals())


def defaults_and_keywords(x, o, *rest, scale=2.0, **more):
    s = 0.0
    for v in x:
        s += v * scale
    return s, rest, sorted(more), o


def many_shapes(x, o):
    i = 0
    while i < 2:
        try:
            with contextlib.nullcontext():
                for j in range(3):
                    if j == 2:
                        break
            i += j
        except ValueError:
            continue
        finally:
            i += 1
    return i, j, o


def assigned_in_a_condition(x, thing):
    total = 0.0
    for value in x:
        if (half := value / 2) > 0.5 and value < 1e9:
            total += half
    return total, half, thing.value


def rescued_from_try(x, o):
    n, last, text = 0, None, "none"
    try:
        for i in range(len(x)):
            n += 1
            last = x[i]
            if last > 3:
                raise ValueError(f"at {i}")
            later = last
            x[i] = 10 // (last + 1)
    except (ValueError, ZeroDivisionError) as error:
        text = str(error)
        try:
            n += int(later)
        except UnboundLocalError:
            n = -1
    return n, last, text, o


def rescued_from_finally(x, o):
    seen = []
    k = 0
    for thing in [o, o]:
        try:
            while True:
                k += 1
                if x[k % len(x)] > 4:
                    raise KeyError(k)
                if k > 20:
                    break
        except KeyError as error:
            seen.append(error.args)
        finally:
            seen.append((k, thing.value))
    return seen


def rescued_from_with(x, o):
    count, half = 0, 0.0
    with contextlib.suppress(ValueError, ZeroDivisionError):
        for v in x:
            for w in x:
                half = int(v) / int(w)
                count += 1
            if count > 8:
                return count, o
    return count, half, o


SHAPES = [
    sum_of_items, two_loops, nested_loops, leaves_by_break, leaves_with_else, returns_early, returns_from_nested,
    returns_nothing, loop_variable_afterwards, maybe_unbound, bound_on_one_path, carried_through_a_plain_loop, loop_in_while,
    counting_while, while_true, tuples_out, arrays_out, lists_out, strings, stays_plain, inner_is_compiled, unpacks,
    in_a_branch, in_try, in_try_without_results, returns_in_finally, with_statement, inside_with, with_closure,
    closure_reads_only, comprehensions, walrus, matches, makes_a_class, deletes, else_continues_outer, sees_all_variables,
    defaults_and_keywords, many_shapes, assigned_in_a_condition,
    rescued_from_try, rescued_from_finally, rescued_from_with,
]  # fmt: skip

ARRAYS = [np.arange(6.0), np.array([5.0, 1.0]), np.zeros(1), np.array([0.0, 9.0, -1.0]), np.array([200.0, 3.0, 4.0, 8.0])]


def outcome(function, *arguments):
    """What a call gives: its result or its exception, and what it has made of its arguments."""
    arguments = copy.deepcopy(arguments)
    try:
        result = function(*arguments)
    except Exception as error:
        result = type(error), str(error), [entry.lineno for entry in traceback.extract_tb(error.__traceback__)][-1]
    return shown(result), shown(arguments)


def shown(value):
    """A value as text, with what makes equal values different."""
    if isinstance(value, np.ndarray):
        return "array", value.tolist(), str(value.dtype)
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [shown(item) for item in value]
    if isinstance(value, Anything):
        return "Anything", shown(value.value)
    return repr(float(value)) if isinstance(value, (float, np.floating)) else repr(value)


def quiet(function):
    """The same in object mode, without a warning; types of arguments need not be given there."""
    return jit((), forceobj=True)(function)


@pytest.mark.parametrize("function", SHAPES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("repeat", [1, 2])
def test_object_mode_is_python(function, repeat):
    jitted = quiet(function)
    for x in ARRAYS * repeat:
        assert outcome(jitted, x, Anything(3)) == outcome(function, x, Anything(3))


@pytest.mark.parametrize("function", SHAPES, ids=lambda f: f.__name__)
def test_loops_that_are_taken_out_mean_the_same(function):
    """The functions of the loops run in the interpreter here, so that all of them can be taken out."""
    node = definition(function)

    class Loop:
        def __init__(self, plan, make):
            self.plan, self.make = plan, make

        def plain(self):
            return self.make(frozenset(), ())

        def choose(self, *handed):
            arguments, unbound, constants = self.plan.split(handed)
            return self.make(unbound, constants)(*arguments)

    changed = rewrite.without_loops(node, function, loops.plans(node, function), Loop)
    for x in ARRAYS:
        assert outcome(changed, x, Anything(3)) == outcome(function, x, Anything(3))


COMPILED = {
    sum_of_items: 1, two_loops: 2, nested_loops: 1, leaves_by_break: 1, leaves_with_else: 1, returns_early: 1,
    returns_from_nested: 1, returns_nothing: 1, loop_variable_afterwards: 1, maybe_unbound: 1, bound_on_one_path: 1,
    carried_through_a_plain_loop: 1, loop_in_while: 1, counting_while: 1, while_true: 1, tuples_out: 1, arrays_out: 1,
    strings: 1, inner_is_compiled: 1, unpacks: 1, inside_with: 1, in_try_without_results: 1, closure_reads_only: 1,
    comprehensions: 1, walrus: 1, makes_a_class: 1, deletes: 1, defaults_and_keywords: 1, stays_plain: 0, with_closure: 0,
    in_try: 1, sees_all_variables: 0, assigned_in_a_condition: 1, rescued_from_try: 1, rescued_from_finally: 1,
    rescued_from_with: 1,
}  # fmt: skip


@pytest.mark.parametrize("function", COMPILED, ids=lambda f: f.__name__)
def test_loops_are_compiled(function):
    jitted = quiet(function)
    outcome(jitted, ARRAYS[0], Anything())
    assert sum(bool(loop.signatures) for loop in object_mode(jitted).loops) == COMPILED[function]


# ----------------------------------------------------------------------------------------------------------- falling back


def pickled_squares(x):
    for i in range(len(x)):
        x[i] = x[i] ** 2
    return pickle.dumps(x)


def test_warns_of_the_first_thing_that_did_not_type():
    jitted = jit(pickled_squares)
    with pytest.warns(NumbaWarning) as caught:
        result = jitted(np.arange(100))
    assert result == pickled_squares(np.arange(100))
    (warning,) = caught
    text = str(warning.message)
    assert 'Function "pickled_squares" falls back to object mode with loop lifting' in text
    assert re.search(r"Unknown attribute 'dumps' of type Module\(<module 'pickle' from .*>\)", text)
    line = pickled_squares.__code__.co_firstlineno + 3
    assert re.search(rf'File ".*test_object_mode.py", line {line}:', text)
    assert warning.filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jitted(np.arange(7))


def test_says_when_no_loop_is_taken_out():
    @jit(looplift=False)
    def f(x):
        for i in range(3):
            x[i] = 1
        return pickle.dumps(x)

    with pytest.warns(NumbaWarning, match="without loop lifting"):
        f(np.arange(3))
    assert object_mode(f).loops == []

    @jit
    def g(o):
        return o

    with pytest.warns(NumbaWarning, match="(?s)without loop lifting.*argument 0.*Cannot determine Numba type of .*Anything"):
        g(Anything())


def test_force_is_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert jit(forceobj=True)(pickled_squares)(np.arange(5)) == pickled_squares(np.arange(5))
        assert jit(forceobj=True, looplift=False)(pickled_squares)(np.arange(5)) == pickled_squares(np.arange(5))


@pytest.mark.parametrize("decorator", [njit, jit(nopython=True), njit()])
def test_nopython_never_falls_back(decorator):
    with pytest.raises(TypingError):
        decorator(pickled_squares)(np.arange(5))


def test_strict_by_a_setting(fresh_python):
    code = """
        from coluber import jit, TypingError
        @jit
        def f(o):
            return o
        try:
            f(object())
        except TypingError:
            print("strict")
    """
    assert fresh_python(code, COLUBER_OBJECT_FALLBACK="0") == "strict\n"


def test_types_that_compile_are_compiled():
    @jit
    def double(x):
        return x + x

    with pytest.warns(NumbaWarning):
        assert double(Fraction2(3)) == Fraction2(6)
    assert double(2) == 4
    assert double(2.5) == 5.0
    assert [signature.args for signature in double.nopython_signatures] == [(types.int64,), (types.float64,)]


class Fraction2:
    def __new__(cls, n):
        # Compiled code makes no objects of classes with a `__new__` of their own.
        return super().__new__(cls)

    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Fraction2(self.n + other.n)

    def __eq__(self, other):
        return self.n == other.n

    __hash__ = None


def test_signatures_and_overloads_name_object_mode():
    jitted = jit(pickled_squares)
    with pytest.warns(NumbaWarning):
        jitted(np.arange(3))
    (args,) = jitted.signatures
    assert args == (types.int64[::1],)
    result = jitted.overloads[args]
    assert result.objectmode
    assert result.signature.return_type == types.pyobject
    assert [loop.lineno for loop in result.lifted] == [pickled_squares.__code__.co_firstlineno + 1]
    assert jitted.nopython_signatures == []


def test_signature_that_does_not_compile():
    with pytest.warns(NumbaWarning):
        jitted = jit("(int64[:],)")(pickled_squares)
    assert jitted.signatures == [(types.int64[:],)]
    assert jitted(np.arange(3)) == pickled_squares(np.arange(3))


def test_signatures_that_compile_refuse_other_types():
    @jit("int64(int64)")
    def f(x):
        return x + 1

    assert f(1) == 2
    with pytest.raises(TypeError, match="No matching definition"):
        f("text")
    with pytest.raises(TypeError, match="the signature has"):
        jit("int64(int64, int64)")(f.py_func)


def test_mixed_containers():
    @jit
    def f(items):
        return [repr(item) for item in items]

    with pytest.warns(NumbaWarning):
        assert f([1, "a", len]) == ["1", "'a'", "<built-in function len>"]
    with pytest.warns(NumbaWarning):
        assert f({1: "a", "b": 2}) == ["1", "'b'"]


def test_inspect_types_lists_lifted_loops(capsys):
    jitted = quiet(pickled_squares)
    jitted(np.arange(3))
    jitted.inspect_types()
    text = capsys.readouterr().out
    assert "The function contains lifted loops" in text
    assert "arith<mul>" in text


def test_errors_of_the_program_are_those_of_python():
    @jit(forceobj=True)
    def f(x, n):
        for i in range(n):
            x[i] = 1.0 / (i - 3)
        return Anything()

    with pytest.raises(ZeroDivisionError) as caught:
        f(np.zeros(5), 5)
    assert traceback.extract_tb(caught.tb)[-1].lineno == f.py_func.__code__.co_firstlineno + 3

    @jit
    def misspelt(x):
        return lenght(x)  # noqa: F821

    with pytest.warns(NumbaWarning), pytest.raises(NameError, match="lenght"):
        misspelt([1])


def test_wrong_arguments_are_those_of_python():
    @jit
    def f(a, b=1, **more):
        return a, b, more, *vars().get("none", ())

    with pytest.warns(NumbaWarning, match="vars"):
        assert f(1, c=3) == (1, 1, {"c": 3})
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'a'"):
        f(b=2)


def test_many_objects_cost_no_attempts():
    @jit
    def f(o):
        return o.value

    with pytest.warns(NumbaWarning) as caught:
        assert [f(Anything(k)) for k in range(100)] == list(range(100))
    assert len(caught) == 1


def test_methods():
    class Counter:
        def __init__(self):
            self.n = 0

        @jit
        def count(self, x):
            for i in range(len(x)):
                x[i] += 1
            self.n += len(x)
            return super().__repr__()[:1]

    counter, x = Counter(), np.zeros(3)
    with pytest.warns(NumbaWarning):
        assert counter.count(x) == "<"
    assert counter.n == 3
    assert x.tolist() == [1, 1, 1]


def test_generators():
    @jit(forceobj=True)
    def f(x):
        for v in x:
            s = 0.0
            for i in range(3):
                s += i * v
            yield s, Anything()

    assert [s for s, _ in f(np.arange(3.0))] == [0.0, 3.0, 6.0]


def test_async():
    @jit(forceobj=True)
    async def f(x):
        s = 0.0
        for v in x:
            s += v
        async for w in later(3):
            s += w
        for _ in range(2):
            await asyncio.sleep(0)
        return s

    async def later(n):
        for i in range(n):
            yield i

    assert asyncio.run(f(np.arange(4.0))) == 9.0


def test_without_source():
    namespace = {"jit": jit, "Anything": Anything}
    exec("@jit(forceobj=True)\ndef f():\n    s = 0\n    for i in range(3):\n        s += i\n    return s, 1", namespace)
    assert namespace["f"]() == (3, 1)
    assert jit(forceobj=True)(lambda x: [Anything(k) for k in range(x)])(2) == [Anything(0), Anything(1)]


def test_nonlocal_and_global():
    count = 0

    @jit(forceobj=True)
    def f(x):
        nonlocal count
        global _total
        _total = 0
        for i in range(4):
            _total += i
        for i in range(4):
            count += i
        return Anything()

    f(1)
    f(1)
    assert (count, _total) == (12, 6)


_scale, _mode, _table, _where = 2, "add", np.array([1, 2, 3]), (1, 2)


class Settings:
    factor = 3
    names = ("a", "b")


def changing():
    """What loops read of globals and classes is what it is when they run."""
    global _scale, _mode, _table, _where
    found = []
    for scale in (1, 2.5, True, None):
        _scale, _mode, _where = scale, "add" if scale == 1 else "multiply", (scale, 0)
        _table[1] += 10
        Settings.factor += 1
        Settings.names = (*Settings.names, "c")
        total = 0
        for k in range(len(_table)):
            if _mode == "add":
                total += _table[k] + Settings.factor
            else:
                total += _table[k] * Settings.factor * len(_where)
            total += _table[k] if _scale is None else _scale
        for name in Settings.names:
            total += ord(name)
        found.append((float(total), scale))
    return found


def test_what_a_loop_reads_of_other_scopes():
    def reset():
        global _scale, _mode, _table, _where
        _scale, _mode, _table, _where = 2, "add", np.array([1, 2, 3]), (1, 2)
        Settings.factor, Settings.names = 3, ("a", "b")

    jitted = quiet(changing)
    for _ in range(2):
        reset()
        wanted = changing()
        reset()
        assert jitted() == wanted


_flag = "a"


def test_constants_that_change_all_the_time():
    @jit(forceobj=True)
    def f(n):
        global _flag
        found = []
        for k in range(n):
            _flag = f"{k}"
            total = 0
            for _ in range(2):
                total += other()
            found.append(total)
        return found, Anything()

    @njit
    def other():
        return 1

    def g(n):
        total = 0
        for k in range(n):
            total += len(_flag) * k
        return total, Anything()

    jitted = quiet(g)
    for k in range(0, 100, 3):
        f(k)
        assert jitted(4) == g(4)


@pytest.mark.parametrize("numbers", [[1, 0, 2], [1, 2], [0]])
def test_a_handler_unbinds_its_variable(numbers):
    def f(numbers):
        e = 1
        for k in range(len(numbers)):
            try:
                numbers[k] = 10 // numbers[k]
            except ZeroDivisionError as e:
                pass
        try:
            return e, Anything()
        except UnboundLocalError:
            return "unbound"

    assert outcome(quiet(f), list(numbers)) == outcome(f, list(numbers))


def test_recursion():
    @jit(forceobj=True)
    def f(n):
        s = 0
        for i in range(n):
            s += i
        return [s, *(f(n - 1) if n else [])]

    assert f(4) == [6, 3, 1, 0, 0]


def test_compiled_functions_can_not_call_object_mode():
    @jit
    def f(x):
        return pickle.dumps(x)

    with pytest.raises(TypingError):
        njit(lambda x: f(x))(np.arange(3))


def test_signatures_of_functions_that_always_run_in_object_mode():
    @jit(forceobj=True)
    def f(x, *rest):
        return [x, {}]

    for arguments in ((1,), (2,), ("a",), (2.5, 1), (Anything(),), (Anything(),), ((1, Anything()),)):
        assert f(*arguments)[0] == arguments[0]
    nothing = types.Tuple(())
    wanted = [types.int64, types.unicode_type, types.float64, types.pyobject]
    assert [first for first, _ in f.signatures] == wanted
    assert list(f.overloads) == f.signatures
    assert f.signatures[2][1] == types.UniTuple(types.int64, 1)
    assert f.signatures[0][1] == nothing
    assert all(result.objectmode for result in f.overloads.values())


def test_a_signature_of_a_function_that_always_runs_in_object_mode_is_listed():
    @jit(["int64(int64, int64)", (types.float64, types.int64)], forceobj=True)
    def product(a, b):
        return a * b

    listed = [(types.int64, types.int64), (types.float64, types.int64)]
    assert product.signatures == listed
    assert product(2**62, 4) == 2**64
    assert product("x", 3) == "xxx"
    assert product.signatures == listed
    assert product.nopython_signatures == []
    assert all(result.objectmode for result in product.overloads.values())


def test_arguments_without_a_type_are_soon_not_looked_at(monkeypatch):
    from coluber.objectmode import fallback

    entered = []
    enter = fallback.enter
    monkeypatch.setattr(fallback, "enter", lambda *args: entered.append(1) or enter(*args))

    @jit(forceobj=True)
    def size(d, n):
        return len(d) + n

    assert [size({"a": 1, 2: "x"}, n) for n in range(100)] == list(range(2, 102))
    assert len(entered) < 20


def test_exceptions_that_loops_make():
    @jit(forceobj=True)
    def last(n):
        known = hashlib.md5(b"")
        for k in range(n):
            found = KeyError(k, known.name)
            if k == 5:
                raise ExceptionGroup("several", [ValueError(k), found])
        return found

    assert repr(last(3)) == "KeyError(2, 'md5')"
    with pytest.raises(ExceptionGroup) as caught:
        last(9)
    assert repr(caught.value.exceptions) == "(ValueError(5), KeyError(5, 'md5'))"
