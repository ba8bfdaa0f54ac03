"""Messages of errors: the phrases that users and libraries look for, the place in the source, and hints."""

from __future__ import annotations

import decimal
import itertools
import locale
import pathlib
import re

import numpy as np
import pytest

import coluber
from coluber import njit
from coluber.core import errors
from coluber.core.report import _shortened
from tests.run.support import compile_error, expression, jitted, source


class Interval:
    """A class that the compiler knows nothing about."""

    def __new__(cls, low, high):
        # Compiled code makes no objects of classes with a `__new__` of their own.
        return super().__new__(cls)

    def __init__(self, low, high):
        self.low = low
        self.high = high


def plain(text):
    """The message without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def marked(message, line):
    """The texts under which carets stand, on the excerpt of a source line."""
    rows = plain(message).splitlines()
    texts = []
    for row, below in itertools.pairwise(rows):
        if line in row and "^" in below:
            texts += [row[match.start() : match.end()] for match in re.finditer(r"\^+", below)]
    return texts


def test_unknown_attribute():
    def f(a):
        return a.foo

    message = compile_error(f, np.zeros(3))
    assert "Unknown attribute 'foo' of type array(float64, 1d, C)" in plain(message)


def test_unknown_module_attribute():
    def f(a):
        return np.no_such_function(a)

    message = compile_error(f, 1.0)
    assert "no_such_function" in message


def test_unsupported_numpy_function():
    def f(a):
        return np.save(a, a)

    assert "Use of unsupported NumPy function 'numpy.save' or unsupported use of the function" in plain(compile_error(f, 1.0))


def test_untyped_global():
    def f(x):
        return Interval(x, x)

    message = plain(compile_error(f, 1))
    assert "Untyped global name 'Interval': Cannot determine Numba type of <class 'type'>" in message


def test_classes_of_the_interpreter_have_their_names():
    def f(x):
        return property()

    message = plain(compile_error(f, 1))
    assert "Untyped global name 'property': Cannot determine Numba type of <class 'type'>" in message


def test_classes_of_other_modules():
    def f(x):
        return decimal.Decimal(x)

    def g(x):
        return pathlib.PurePath(x)

    for function in (f, g):
        message = plain(compile_error(function, 1))
        assert "Cannot determine Numba type of <class '" in message
        assert "a class that compiled code does not know is called" in message
        assert "objmode" in message


def test_modules_that_are_not_imported():
    def f(x):
        return heapq.heapify(x)  # noqa: F821

    assert "the module is not imported: import heapq" in plain(compile_error(f, 1))


def test_untyped_global_function():
    def f(x):
        return locale.currency(x)

    message = compile_error(f, "a")
    assert "Untyped global name 'currency'" in message
    assert "<class 'function'>" in message


def test_undefined_name():
    function = source("def f(x):\n    return undefined_name + x\n")
    assert "undefined_name" in compile_error(function, 1, error=Exception)


def test_unification_of_array_and_literal():
    def f(n):
        if n > 2:
            x = np.arange(3)
        else:
            x = 10
        return x.x

    message = plain(compile_error(f, 5))
    array, literal = r"array\(int64, 1d, C\)", r"Literal\[int\]\(10\)"
    assert re.search(rf"Cannot unify ({array} and {literal}|{literal} and {array}) for 'x(\.\d)?'", message)


def test_unification_of_tuple_and_number():
    def f(a, b, cond):
        x = a
        if cond:
            x = b
        return x.x

    message = plain(compile_error(f, 1, (1, 2), True))
    assert "unify" in message
    assert "int64" in message
    assert "UniTuple(int64 x 2)" in message


def test_unification_of_tuple_lengths():
    def f(n):
        t = (1, 2.5, "a")
        if n > 0:
            t = (1, 2)
        return t.x

    assert "unify" in compile_error(f, 1)


def test_setitem():
    def f(a, x):
        a[0] = x

    message = plain(compile_error(f, np.zeros(3), "text"))
    assert "No implementation of function Function(<built-in function setitem>) found for signature" in message
    assert "array(float64, 1d, C)" in message
    assert "unicode_type" in message


def test_operator_without_implementation():
    message = plain(compile_error(expression("a + b"), "text", 1))
    assert "No implementation of function Function(<built-in function add>) found for signature" in message
    assert "unicode_type" in message
    assert "int64" in message


def test_function_without_implementation():
    message = plain(compile_error(expression("math.sqrt(a)", "a"), "text"))
    assert "No implementation of function Function(<built-in function sqrt>) found for signature" in message
    assert "sqrt(unicode_type)" in message


def test_getitem():
    message = plain(compile_error(expression("a[0]", "a"), 5))
    assert "No implementation of function Function(<built-in function getitem>) found for signature" in message


def test_read_only_array():
    def f(a):
        a[0] = 1.0

    a = np.zeros(3)
    a.flags.writeable = False
    message = plain(compile_error(f, a))
    assert "readonly" in message or "read-only" in message


def test_untypeable_argument():
    message = plain(compile_error(expression("a", "a"), Interval(1, 2), error=Exception))
    assert re.search(r"(?i)cannot determine Numba type of|non-precise type pyobject", message)
    assert "Interval" in message


def test_call_of_a_number():
    assert "int64" in compile_error(expression("a(1)", "a"), 5)


def test_wrong_number_of_arguments_of_a_callee():
    @njit
    def inner(x, y):
        return x + y

    def f(x):
        return inner(x)

    assert "y" in compile_error(f, 1, error=Exception)


def test_error_inside_a_callee_names_both():
    @njit
    def callee_function(x):
        return x.nothing_like_it

    def caller_function(x):
        return callee_function(x)

    message = plain(compile_error(caller_function, 1.0))
    assert "nothing_like_it" in message
    assert "callee_function" in message
    assert "caller_function" in message


def test_first_line():
    assert plain(compile_error(expression("a.foo", "a"), 1)).startswith(
        "Failed in nopython mode pipeline (step: nopython frontend)"
    )


def test_file_and_line():
    def f(a):
        b = a + 1
        return b.foo

    message = plain(compile_error(f, 1.0))
    line = f.__code__.co_firstlineno + 2
    assert re.search(rf'File "[^"]*{re.escape(__file__.rsplit("/", 1)[1])}", line {line}', message)


CARETS = [
    ("return a.foo", ["a.foo", "foo", ".foo"]),
    ("return 1 + a.foo * 2", ["a.foo", "foo", ".foo"]),
    ("return a + 'text'", ["a + 'text'"]),
    ("return (a * 2) + ('text' + a)", ["'text' + a", "('text' + a)"]),
    ("b = a[0] + np.no_such_function(a)", ["np.no_such_function", "np.no_such_function(a)", "no_such_function"]),
    ("return math.sqrt('text') + 1", ["math.sqrt('text')"]),
    ("return Unknown(a) + 1", ["Unknown", "Unknown(a)"]),
    ("a[0] = 'text'", ["a[0]", "a[0] = 'text'"]),
    ("return -'text'", ["-'text'"]),
    ("if a > 'text': return 1", ["a > 'text'"]),
]


@pytest.mark.parametrize(("line", "places"), CARETS)
def test_carets_stand_under_the_expression(line, places):
    function = source(f"def f(a):\n    {line}\n")
    function.__globals__["Unknown"] = Interval
    message = compile_error(function, np.zeros(3), error=errors.NumbaError)
    texts = marked(message, line)
    assert texts, message
    assert any(text in places for text in texts), texts


def test_carets_of_a_line_with_wide_characters():
    line = "größe = a.größe_fehlt"
    message = compile_error(source(f"def f(a):\n    {line}\n    return größe\n"), np.zeros(3))
    assert any("größe_fehlt" in text for text in marked(message, line)), message


def test_types_of_the_values_are_shown():
    def f(a, b):
        return a @ b @ "text"

    message = plain(compile_error(f, np.zeros(3, np.float32), np.zeros(3)))
    assert "float" in message


@pytest.mark.parametrize(
    ("text", "argument", "suggestion"),
    [
        ("a.shap", np.zeros(3), "shape"),
        ("a.summ()", np.zeros(3), "sum"),
        ("math.sqr(a)", 2.0, "sqrt"),
        ("np.zeroes(a)", 3, "zeros"),
    ],
)
def test_suggestions(text, argument, suggestion):
    message = compile_error(expression(text, "a"), argument)
    assert re.search(rf"did you mean.*{suggestion}", message)


def test_unsupported_syntax_names_it():
    for text, word in (
        ("def f(x):\n    global len\n    len = x\n", "(?i)global"),
        ("def f(x):\n    from . import os\n    return x\n", "(?i)import"),
        ("def f(x):\n    with x:\n        pass\n", "(?i)with|context"),
        ("def f(x):\n    if x:\n        class A: pass\n    return x\n", "(?i)class"),
        ("async def f(x):\n    return x\n", "(?i)async|coroutine"),
    ):
        function = source(text)
        message = compile_error(function, 1, error=Exception)
        assert re.search(word, message), (text, message)


@pytest.mark.parametrize(
    "name",
    [
        "TypingError",
        "LoweringError",
        "UnsupportedError",
        "NumbaTypeError",
        "NumbaValueError",
        "NumbaAttributeError",
        "CompilerError",
    ],
)
def test_error_classes(name):
    assert issubclass(getattr(errors, name), errors.NumbaError)
    assert issubclass(errors.NumbaError, Exception)


def test_error_class_of_a_typing_failure():
    with pytest.raises(errors.TypingError):
        jitted(expression("a.foo", "a"))(1)
    with pytest.raises(errors.NumbaError):
        jitted(expression("a + b"))("x", 1)
    assert coluber.errors.TypingError is errors.TypingError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a[[0, 1]]", np.zeros(3)),
        ("a[a > 0]", np.zeros((2, 2))),
        ("a @ a @ a", 3),
        ("{a: a}", 3),
        ("[a]", 3),
        ("f'{a}'", 3),
        ("(x for x in a)", np.zeros(3)),
        ("a.sort", np.zeros(3)),
        ("lambda: a", 3),
        ("a.astype(copy=False)", np.zeros(3)),
    ],
)
def test_anything_else_works_or_is_refused_with_a_message(text, value):
    try:
        jitted(expression(text, "a"))(value)
    except Exception as error:
        refusal = error
    else:
        return
    assert str(refusal).strip()
    assert isinstance(refusal, (errors.NumbaError, errors.UnsupportedBytecodeError, TypeError, NotImplementedError))


def test_long_types_have_dots_for_what_is_deep_in_them():
    items = "one of (A<x:int64,b:list(int64)>, list(dict(unicode_type, list(B<z:array(float64, 1d, C)>))))"
    long = f"a value of type {items} can't be called: {', '.join(['a text'] * 60)}"
    assert _shortened(long).startswith("a value of type one of (A<…>, list(…)) can't be called: a text, ")
    assert _shortened(f"first\n{long}").splitlines()[0] == "first"
    assert _shortened(items) == items
    assert _shortened("x < y " * 100) == "x < y " * 100
    middle = "f(" + ", ".join(f"list(A<x{k}:dict(int64, list(float64))>)" for k in range(20)) + ")"
    assert _shortened(middle) == "f(" + ", ".join(["list(A<…>)"] * 20) + ")"


def test_error_is_the_same_the_second_time():
    function = jitted(expression("a.foo", "a"))
    messages = []
    for _ in range(2):
        with pytest.raises(errors.TypingError) as caught:
            function(1.5)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
