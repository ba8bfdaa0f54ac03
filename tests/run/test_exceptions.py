"""Exceptions: raised in compiled code, caught in compiled code, and what they leave behind."""

from __future__ import annotations

import traceback

import numpy as np
import pytest

from coluber import _native, njit
from tests.run.support import check, compile_error, expression, jitted, source


class CustomError(Exception):
    """An exception class of the program."""


class DerivedError(CustomError):
    """A subclass of it."""


class WithState(Exception):
    """An exception with a constructor of its own."""

    def __init__(self, code, text="none"):
        super().__init__(code, text)
        self.code = code


@pytest.mark.parametrize(
    "statement",
    [
        "raise ValueError",
        "raise ValueError()",
        "raise ValueError('text')",
        "raise ValueError('text', 3, 2.5)",
        "raise TypeError('text')",
        "raise IndexError(1)",
        "raise KeyError('name')",
        "raise RuntimeError",
        "raise ZeroDivisionError('none')",
        "raise OverflowError('none')",
        "raise MemoryError",
        "raise NotImplementedError('later')",
        "raise StopIteration",
        "raise AssertionError('x')",
        "raise ArithmeticError",
        "raise Exception('general')",
        "raise ValueError(None, True, 1j)",
        "raise ValueError((1, 2))",
    ],
)
def test_raise(statement):
    check(source(f"def f(x):\n    if x > 0:\n        {statement}\n    return x\n"), 1)
    check(source(f"def f(x):\n    if x > 0:\n        {statement}\n    return x\n"), -1)


@pytest.mark.parametrize("values", [(1, 2.5), (True, 1j), ("text", (1, 2.5)), (None, 2**62)])
def test_raise_with_values_of_run_time(values):
    def f(a, b):
        raise ValueError("bad", a, b)

    check(f, *values)


def test_raise_with_computed_values():
    def f(x, a):
        y = x * 2
        if y > 3:
            raise IndexError("too large", y, a[1] + 0.5)
        return y

    check(f, 1, np.arange(3.0))
    check(f, 2, np.arange(3.0))


def test_raise_of_own_classes():
    def f(x):
        if x == 1:
            raise CustomError("one", x)
        if x == 2:
            raise DerivedError
        raise WithState(x)

    for x in (1, 2, 3):
        check(f, x)


def test_exception_object_is_complete():
    def f(x):
        raise WithState(x, "reason")

    with pytest.raises(WithState) as caught:
        jitted(f)(7)
    assert caught.value.code == 7
    assert caught.value.args == (7, "reason")


def test_traceback_has_the_line_of_the_function():
    def f(x):
        y = x + 1
        if y > 0:
            raise ValueError("here")
        return y

    with pytest.raises(ValueError, match="here") as caught:
        jitted(f)(1)
    frames = traceback.extract_tb(caught.value.__traceback__)
    inner = frames[-1]
    assert inner.filename == __file__
    assert inner.name == "f"
    assert inner.lineno == f.__code__.co_firstlineno + 3


def test_traceback_of_a_division():
    def f(x):
        y = 0
        return x // y

    with pytest.raises(ZeroDivisionError) as caught:
        jitted(f)(1)
    assert traceback.extract_tb(caught.value.__traceback__)[-1].lineno == f.__code__.co_firstlineno + 2


def test_traceback_through_calls():
    @njit
    def inner(x):
        if x > 0:
            raise ValueError("deep")
        return x

    @njit
    def outer(x):
        return inner(x) + 1

    with pytest.raises(ValueError, match="deep") as caught:
        outer(1)
    assert "inner" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_function_works_after_an_exception():
    def f(x):
        if x < 0:
            raise ValueError("negative")
        return x

    for _ in range(3):
        with pytest.raises(ValueError, match="negative"):
            jitted(f)(-1)
        assert jitted(f)(5) == 5


def bare_except(x):
    try:
        if x > 0:
            raise ValueError("a")
        r = 1
    except:  # noqa: E722
        r = 2
    return r


def except_exception(x):
    try:
        if x > 0:
            raise KeyError("a")
        r = 1
    except Exception:
        r = 2
    return r


def except_class(x):
    try:
        if x == 1:
            raise ValueError("a")
        if x == 2:
            raise TypeError("b")
        r = 1
    except ValueError:
        r = 2
    return r


def except_base_class(x):
    try:
        if x == 1:
            raise IndexError("a")
        if x == 2:
            raise KeyError("b")
        if x == 3:
            raise ValueError("c")
        r = 0
    except LookupError:
        r = 1
    return r


def except_tuple(x):
    try:
        if x == 1:
            raise ValueError("a")
        if x == 2:
            raise TypeError("b")
        if x == 3:
            raise KeyError("c")
        r = 0
    except (ValueError, TypeError):
        r = 1
    return r


def several_handlers(x):
    try:
        if x == 1:
            raise ValueError("a")
        if x == 2:
            raise TypeError("b")
        if x == 3:
            raise KeyError("c")
        if x == 4:
            raise CustomError("d")
        r = 0
    except ValueError:
        r = 1
    except (TypeError, KeyError):
        r = 2
    except Exception:
        r = 3
    return r


def own_classes(x):
    try:
        if x == 1:
            raise CustomError("a")
        if x == 2:
            raise DerivedError("b")
        if x == 3:
            raise ValueError("c")
        r = 0
    except DerivedError:
        r = 1
    except CustomError:
        r = 2
    return r


def try_else(x):
    r = 0
    try:
        if x > 1:
            raise ValueError("a")
        r += 1
    except ValueError:
        r += 10
    else:
        r += 100
    return r


def try_finally(x):
    r = 0
    try:
        if x == 1:
            raise ValueError("a")
        r += 1
    except ValueError:
        r += 10
    finally:
        r += 1000
    return r


def return_in_try(x):
    try:
        if x == 1:
            return 10
        if x == 2:
            raise ValueError("a")
    except ValueError:
        return 20
    return 30


def return_in_finally(x, a):
    try:
        if x == 1:
            return 10
        a[0] += 1
    finally:
        a[1] += 1
    return 30


def nested(x):
    r = 0
    try:
        try:
            if x == 1:
                raise ValueError("a")
            if x == 2:
                raise TypeError("b")
            r += 1
        except ValueError:
            r += 10
        r += 100
    except TypeError:
        r += 1000
    return r


def raise_in_handler(x):
    r = 0
    try:
        try:
            if x > 0:
                raise ValueError("a")
        except ValueError:
            r += 1
            raise KeyError("b")  # noqa: B904
    except KeyError:
        r += 10
    return r


def re_raise(x):
    try:
        if x == 1:
            raise ValueError("original", x)
        if x == 2:
            raise TypeError("other")
    except ValueError:
        raise
    return x


def re_raise_outwards(x):
    r = 0
    try:
        try:
            if x > 0:
                raise ValueError("a")
        except ValueError:
            r += 1
            raise
    except ValueError:
        r += 10
    return r


def re_raise_by_name(x):
    try:
        if x > 0:
            raise ValueError("original", x)
    except ValueError as e:
        if x > 1:
            raise e
        return -1
    return x


def in_loop(n):
    total = 0
    for i in range(n):
        try:
            if i % 3 == 1:
                raise ValueError("a")
            if i % 5 == 4:
                continue
            if i == 8:
                break
            total += i
        except ValueError:
            total += 1000
    return total


def finally_in_loop(n):
    total = 0
    for i in range(n):
        try:
            if i == 2:
                continue
            if i == 4:
                break
            total += i
        finally:
            total += 100
    return total


def while_in_try(n):
    total = 0
    try:
        while True:
            total += n
            n -= 1
            if n < 0:
                raise StopIteration
    except StopIteration:
        return total


def variables_in_handler(x):
    a = 1
    b = 2.5
    try:
        a = 5
        if x == 1:
            raise ValueError("a")
        b = 7.5
        if x == 2:
            raise ValueError("b")
        a = 9
    except ValueError:
        pass
    return a, b


def division(x):
    try:
        return 10 // x
    except ZeroDivisionError:
        return -1


def float_division(x):
    try:
        return 10.0 / x
    except ZeroDivisionError:
        return -1.0


def tuple_index(x):
    t = (1, 2, 3)
    try:
        return t[x]
    except IndexError:
        return -1


@pytest.mark.parametrize("x", [0, 1, 2, 3, 4, 12])
@pytest.mark.parametrize(
    "function",
    [
        bare_except,
        except_exception,
        except_class,
        except_base_class,
        except_tuple,
        several_handlers,
        own_classes,
        try_else,
        try_finally,
        return_in_try,
        nested,
        raise_in_handler,
        re_raise,
        re_raise_outwards,
        re_raise_by_name,
        in_loop,
        finally_in_loop,
        while_in_try,
        variables_in_handler,
        division,
        float_division,
        tuple_index,
    ],
)
def test_try(function, x):
    check(function, x)


@pytest.mark.parametrize("x", [0, 1])
def test_finally_with_return(x):
    check(return_in_finally, x, np.zeros(2))


def test_finally_runs_when_the_exception_leaves():
    def f(a):
        try:
            raise ValueError("out")
        finally:
            a[0] = 5.0

    check(f, np.zeros(1))


def test_return_in_finally_wins():
    check(source("def f(x):\n    try:\n        raise ValueError(x)\n    finally:\n        return 5\n"), 1)


def test_exception_of_a_callee():
    @njit
    def inner(x):
        if x > 2:
            raise ValueError("inner", x)
        return x * 2

    def f(x):
        try:
            return inner(x)
        except ValueError:
            return -1

    def g(x):
        return inner(x) + 1

    check(f, 1)
    check(f, 5)
    check(g, 1)
    check(g, 5)


def test_exception_of_a_callee_of_a_callee():
    @njit
    def level1(x):
        if x > 2:
            raise KeyError("deep", x)
        return x

    @njit
    def level2(x):
        try:
            return level1(x)
        except ValueError:
            return -1

    def f(x):
        try:
            return level2(x)
        except KeyError:
            return -2

    check(f, 1)
    check(f, 5)


def test_text_of_the_exception():
    def f(x):
        try:
            if x > 0:
                raise ValueError("positive")
        except ValueError as e:
            return str(e)
        return "none"

    check(f, 1)
    check(f, -1)


def test_class_of_the_exception():
    def f(x):
        try:
            if x == 1:
                raise ValueError("one")
            if x == 2:
                raise IndexError("two")
            if x == 3:
                raise DerivedError(3)
        except Exception as e:
            return isinstance(e, LookupError), isinstance(e, (ValueError, CustomError)), isinstance(e, DerivedError)
        return False, False, False

    for x in range(4):
        check(f, x)


def cause_of(function, *args):
    """Return the exception of a call with its cause, and whether its context is shown."""
    with pytest.raises(Exception) as caught:  # noqa: PT011
        function(*args)
    error = caught.value
    cause = error.__cause__
    return type(error), error.args, cause and (type(cause), cause.args, cause.__cause__), error.__suppress_context__


@njit
def raise_many(x):
    if x == 1:
        raise ValueError("one", x)
    if x == 2:
        raise KeyError(x * 1.5, "two" + str(x), np.arange(x))
    if x == 3:
        raise CustomError(f"text {x}")
    if x == 4:
        raise WithState(x, "four")
    return x


def test_arguments():
    def own(x):
        try:
            if x > 0:
                raise ValueError("positive", x, x * 0.5)
            raise IndexError
        except ValueError as e:
            text, number, half = e.args
            return text + "!", number + 1, half, len(e.args)
        except IndexError as e:
            return "none", len(e.args), 0.0, 0

    def of_callee(x):
        try:
            raise_many(x)
        except ValueError as e:
            return e.args[0], e.args[1] + 0.0
        except KeyError as e:
            return e.args[1], e.args[0] + e.args[2].sum()
        return "none", 0.0

    def texts(x):
        try:
            raise_many(x)
        except CustomError as e:
            return e.args[0]
        except WithState as e:
            return e.args[1]
        except (ValueError, KeyError):
            return "other"
        return "none"

    def widened(x):
        try:
            if x == 1:
                raise ValueError(1)
            raise ValueError(2.5)
        except ValueError as e:
            return e.args[0] * 2

    def of_division(x):
        try:
            return str(1 // x)
        except ZeroDivisionError as e:
            return e.args[0]

    for x in range(5):
        for f in (own, of_callee, texts):
            check(f, x)
    for x in range(2):
        check(of_division, x)
    # An integer and a float have a float in common.
    assert [jitted(widened)(x) for x in (1, 2)] == [2.0, 5.0]


def test_arguments_that_leak_nothing():
    def f(x):
        try:
            raise_many(x)
        except KeyError as e:
            return e.args
        return (0.0, "none", np.arange(1))

    compiled = jitted(f)
    compiled(2)
    before = _native.live_allocations()
    for _ in range(5):
        assert compiled(2)[1] == "two2"
    assert _native.live_allocations() == before


def test_different_arguments_are_refused():
    def f(x):
        try:
            raise_many(x)
        except Exception as e:
            return e.args

    assert "exceptions come to this handler whose 'args' is" in str(compile_error(f, 1))


def test_cause():
    def from_caught(x):
        try:
            raise KeyError("inner", x)
        except KeyError as e:
            raise ValueError("outer", x) from e

    def from_none(x):
        try:
            raise KeyError("inner", x)
        except KeyError:
            raise ValueError("outer", x) from None

    def from_other(x):
        try:
            raise KeyError("first", x)
        except KeyError as first:
            try:
                raise WithState(x)
            except WithState as second:
                raise second from first

    def plain(x):
        try:
            from_caught_jitted(x)
        except ValueError:
            pass
        raise RuntimeError(x)

    from_caught_jitted = njit(from_caught)
    for f in (from_caught, from_none, from_other):
        assert cause_of(jitted(f), 3) == cause_of(f, 3)
    assert cause_of(jitted(plain), 3) == (RuntimeError, (3,), None, False)


def test_cause_that_leaks_nothing():
    def f(x):
        try:
            raise KeyError("inner", x)
        except KeyError as e:
            raise ValueError("outer" + str(x)) from e

    def g(x):
        try:
            return f_jitted(x)
        except ValueError:
            return -1

    f_jitted = njit(f)
    compiled = jitted(g)
    compiled(1)
    before = _native.live_allocations()
    for x in range(10):
        assert compiled(x) == -1
    assert _native.live_allocations() == before


def test_name_of_the_handler_is_unbound_afterwards():
    function = source(
        """
        def f(x):
            e = 5
            try:
                raise ValueError("a")
            except ValueError as e:
                pass
            return e
        """
    )
    check(function, 1, same_error_args=False)


def test_class_that_is_not_an_exception_is_refused():
    compile_error(
        source("def f(x):\n    try:\n        x += 1\n    except int:\n        x = 0\n    return x\n"), 1, error=Exception
    )


def test_raise_of_a_value_is_refused():
    compile_error(source("def f(x):\n    raise 5\n"), 1, error=Exception)


@pytest.mark.parametrize("text", ["a // b", "a % b", "a / b", "divmod(a, b)"])
@pytest.mark.parametrize(("x", "y"), [(1, 0), (1.0, 0.0), (1, 0.0)])
def test_zero_division_in_python_s_model(text, x, y):
    with pytest.raises(ZeroDivisionError):
        jitted(expression(text), error_model="python")(x, y)


@pytest.mark.parametrize("text", ["a // b", "a % b", "a / b"])
def test_zero_division_in_numpy_s_model(text):
    for x, y in ((1.0, 0.0), (-1.0, 0.0)):
        found = jitted(expression(text), error_model="numpy")(x, y)
        with np.errstate(all="ignore"):
            expected = eval(text, {"a": np.float64(x), "b": np.float64(y)})
        assert found == expected or (np.isnan(found) and np.isnan(expected))


def test_integer_division_by_zero_in_numpy_s_model_does_not_crash():
    assert isinstance(jitted(expression("a // b"), error_model="numpy")(5, 0), int)


def test_index_error_under_bounds_check_is_caught():
    def f(a, i):
        try:
            return a[i]
        except IndexError:
            return -1.0

    check(f, np.arange(3.0), 1, boundscheck=True)
    check(f, np.arange(3.0), 5, boundscheck=True)


def test_error_of_an_allocation_is_caught():
    def f(n):
        try:
            return np.zeros(n).sum()
        except ValueError:
            return -1.0

    check(f, 3)
    check(f, -3)


def test_error_of_an_array_s_truth_is_caught():
    def f(a):
        try:
            if a:
                return 1
            return 2
        except ValueError:
            return 3

    check(f, np.ones(1))
    check(f, np.ones(3))


def test_error_of_broadcasting_is_caught():
    def f(a, b):
        try:
            return (a + b).sum()
        except ValueError:
            return -1.0

    check(f, np.ones(3), np.ones(3))
    check(f, np.ones(3), np.ones(4))


def live_allocations():
    from coluber import _native

    return _native.live_allocations()


@njit
def make_and_raise(n, x):
    a = np.ones(n)
    b = a + 1.0
    if x > 0:
        raise ValueError("after", x)
    return a + b


def leak_in_raise(n, x):
    a = np.ones(n)
    b = a * 2
    if x > 0:
        raise ValueError("a", x)
    return a + b


def leak_in_handler(n, x):
    total = 0.0
    for i in range(4):
        a = np.full(n, 1.0)
        try:
            b = a + 1.0
            if x > i:
                raise ValueError("a")
            total += b.sum()
        except ValueError:
            c = a * 2
            total += c.sum()
    return total


def leak_in_callee(n, x):
    a = np.ones(n)
    return make_and_raise(n, x) + a


def leak_of_caught_callee(n, x):
    a = np.ones(n)
    try:
        b = make_and_raise(n, x)
    except ValueError:
        b = np.zeros(n)
    return a + b


def leak_of_views(n, x):
    a = np.ones((n, n))
    rows = a[1:]
    column = rows[:, 0]
    if x > 0:
        raise ValueError(column[0])
    return column


def leak_of_tuples(n, x):
    t = (np.ones(n), np.zeros(n))
    u = (t, t[0] + t[1])
    if x > 0:
        raise ValueError("a")
    return u[0][1]


def leak_of_optional(n, x):
    a = None
    if n > 0:
        a = np.ones(n)
    if x > 0:
        raise ValueError("a")
    return a


def leak_in_division(n, x):
    a = np.ones(n)
    return a * (10 // (x - 1))


def leak_in_broadcast(n, x):
    a = np.ones(n)
    b = np.ones(n + x)
    return a + b


@pytest.mark.parametrize("x", [0, 1])
@pytest.mark.parametrize(
    "function",
    [
        leak_in_raise,
        leak_in_handler,
        leak_in_callee,
        leak_of_caught_callee,
        leak_of_views,
        leak_of_tuples,
        leak_of_optional,
        leak_in_division,
        leak_in_broadcast,
    ],
)
def test_nothing_leaks(function, x):
    compiled = jitted(function)

    def run():
        try:
            compiled(5, x)
        except (ValueError, ZeroDivisionError):
            pass

    run()
    before = live_allocations()
    for _ in range(20):
        run()
    assert live_allocations() == before


def test_live_allocations_are_counted():
    before = live_allocations()
    result = jitted(expression("np.ones(a)", "a"))(10)
    assert live_allocations() == before + 1
    view = result[2:]
    del result
    assert live_allocations() == before + 1
    del view
    assert live_allocations() == before


def test_arguments_are_not_kept():
    import sys

    a = np.ones(3)
    references = sys.getrefcount(a)
    for _ in range(10):
        jitted(expression("a.sum(), a[1:].sum()", "a"))(a)
        jitted(expression("a", "a"))(a)
        with pytest.raises(ZeroDivisionError):
            jitted(expression("a.sum() // b"))(a, 0)
    assert sys.getrefcount(a) == references


def test_caught_exceptions_as_objects(capfd):
    def f(x):
        try:
            if x:
                raise CustomError("text", x)
        except Exception as e:
            print(e, type(e))
            return e, type(e), (x, e)
        return None

    got, wanted = njit(f)(2), f(2)
    assert [repr(part) for part in got] == [repr(part) for part in wanted]
    assert got[1] is CustomError
    shown = "('text', 2) <class '" + CustomError.__module__ + ".CustomError'>\n"
    assert capfd.readouterr().out == shown * 2
