"""Wrong programs as people write them: the class of the error, its text, and the place in the source that it points to."""

from __future__ import annotations

import builtins
import itertools
import linecache
import re
import sys
import textwrap
from typing import NamedTuple

import pytest

import coluber
from coluber.core import errors

HEAD = "import math\nimport numpy as np\nfrom coluber import njit, jit\n"


class Wrong(NamedTuple):
    """A program and how it is refused."""

    #: What it is about.
    name: str
    #: Source that comes after the imports.
    program: str
    #: The class of the error, in ``coluber.core.errors`` or ``builtins``.
    error: str
    #: What its text must contain.
    pieces: tuple[str, ...]
    #: The source that carets stand under, where the error has a place.
    caret: str | None


PROGRAMS = [
    Wrong(
        "list_and_array",
        """
        @njit
        def f(flag):
            if flag:
                result = np.zeros(3)
            else:
                result = [0.0, 0.0, 0.0]
            return result
        f(True)
        """,
        "UnsupportedError",
        ("a list is not supported", "hint: use a tuple or an array"),
        "[0.0, 0.0, 0.0]",
    ),
    Wrong(
        "int_plus_str",
        """
        @njit
        def f(n):
            label = "run " + n
            return label
        f(3)
        """,
        "TypingError",
        (
            "No implementation of function Function(<built-in function add>) found for signature",
            ">>> add(Literal[str](run ), int64)",
            "hint: make text of the number with str(...)",
        ),
        '"run " + n',
    ),
    Wrong(
        "undefined_name",
        """
        @njit
        def f(x):
            return x * scale_factor
        f(3.0)
        """,
        "TypingError",
        ("NameError: name 'scale_factor' is not defined",),
        "scale_factor",
    ),
    Wrong(
        "misspelt_name",
        """
        scale_factor = 2.0
        @njit
        def f(x):
            return x * scale_facter
        f(3.0)
        """,
        "TypingError",
        ("NameError: name 'scale_facter' is not defined", "did you mean 'scale_factor'?"),
        "scale_facter",
    ),
    Wrong(
        "misspelt_builtin",
        """
        @njit
        def f(x):
            return lne(x)
        f(np.zeros(3))
        """,
        "TypingError",
        ("NameError: name 'lne' is not defined", "did you mean 'len'?"),
        "lne",
    ),
    Wrong(
        "class_instance_global",
        """
        class Config:
            def __init__(self):
                self.rate = 0.1
        config = Config()
        @njit
        def f(x):
            return x * config.rate
        f(3.0)
        """,
        "TypingError",
        (
            "Untyped global name 'config': Cannot determine Numba type of <class 'program.Config'>",
            "pass the numbers and arrays that 'config' holds",
        ),
        "config",
    ),
    Wrong(
        "dict_global",
        """
        params = {"rate": 0.1}
        @njit
        def f(x):
            return x * params["rate"]
        f(3.0)
        """,
        "TypingError",
        ("Untyped global name 'params': Cannot determine Numba type of <class 'dict'>", "hint: use a namedtuple"),
        "params",
    ),
    Wrong(
        "module_os",
        """
        import os
        @njit
        def f(x):
            return os.getpid() + x
        f(3)
        """,
        "TypingError",
        (
            "Untyped global name 'getpid': Cannot determine Numba type of <class 'builtin_function_or_method'>",
            "call it outside",
        ),
        "os.getpid()",
    ),
    Wrong(
        "open_file",
        """
        @njit
        def f(x):
            data = open("out.txt")
            return x
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'open': Cannot determine Numba type of <class 'builtin_function_or_method'>",),
        'open("out.txt")',
    ),
    Wrong(
        "dataframe_like",
        """
        class DataFrame:
            def __init__(self, v): self.values = v
        @njit
        def mean(df):
            return df.values.mean()
        mean(DataFrame(np.ones(3)))
        """,
        "TypingError",
        (
            "non-precise type pyobject",
            "argument 0: Cannot determine Numba type of <class 'program.DataFrame'>",
            "hint: pass the numbers, strings, tuples and arrays that the object holds",
        ),
        "def mean(df):",
    ),
    Wrong(
        "too_few_arguments_callee",
        """
        @njit
        def area(w, h):
            return w * h
        @njit
        def f(x):
            return area(x)
        f(3.0)
        """,
        "TypingError",
        ("missing a required argument: 'h'", "the function is area(w, h)"),
        "area(x)",
    ),
    Wrong(
        "too_many_arguments_callee",
        """
        @njit
        def area(w, h):
            return w * h
        @njit
        def f(x):
            return area(x, 1, 2)
        f(3.0)
        """,
        "TypingError",
        ("too many positional arguments", "the function is area(w, h)"),
        "area(x, 1, 2)",
    ),
    Wrong(
        "unknown_keyword_callee",
        """
        @njit
        def area(w, h):
            return w * h
        @njit
        def f(x):
            return area(x, height=2)
        f(3.0)
        """,
        "TypingError",
        ("unexpected keyword argument 'height'", "the function is area(w, h)"),
        "area(x, height=2)",
    ),
    Wrong(
        "too_few_from_python",
        """
        @njit
        def area(w, h):
            return w * h
        area(1)
        """,
        "TypeError",
        ("not enough arguments: expected 2, got 1",),
        None,
    ),
    Wrong(
        "unknown_keyword_from_python",
        """
        @njit
        def area(w, h):
            return w * h
        area(1, height=2)
        """,
        "TypeError",
        ("'height'",),
        None,
    ),
    Wrong(
        "unknown_keyword_numpy",
        """
        @njit
        def f(n):
            return np.zeros(n, dtyp=np.float32)
        f(3)
        """,
        "TypingError",
        (
            "No implementation of function Function(<built-in function zeros>) found for signature",
            ">>> zeros(int64, dtyp=class(float32))",
        ),
        "np.zeros(n, dtyp=np.float32)",
    ),
    Wrong(
        "unknown_keyword_builtin",
        """
        @njit
        def f(a):
            return sum(a, begin=1)
        f(np.zeros(3))
        """,
        "TypingError",
        (
            "No implementation of function Function(<built-in function sum>)",
            ">>> sum(array(float64, 1d, C), begin=Literal[int](1))",
        ),
        "sum(a, begin=1)",
    ),
    Wrong(
        "complex_into_float_array",
        """
        @njit
        def f(a):
            a[0] = 1j
        f(np.zeros(3))
        """,
        "TypingError",
        (
            "No implementation of function Function(<built-in function setitem>)",
            "setitem(array(float64, 1d, C), Literal[int](0), complex128)",
            "'.real'",
        ),
        "a[0]",
    ),
    Wrong(
        "array_into_element",
        """
        @njit
        def f(a, b):
            a[0] = b
        f(np.zeros(3), np.zeros(3))
        """,
        "TypingError",
        ("setitem(array(float64, 1d, C), Literal[int](0), array(float64, 1d, C))", "assign to a slice"),
        "a[0]",
    ),
    Wrong(
        "string_into_array",
        """
        @njit
        def f(a):
            a[0] = "high"
        f(np.zeros(3))
        """,
        "TypingError",
        ("setitem(array(float64, 1d, C), Literal[int](0), Literal[str](high))",),
        "a[0]",
    ),
    Wrong(
        "return_types",
        """
        @njit
        def f(x):
            if x > 0:
                return x
            return "negative"
        f(3)
        """,
        "TypingError",
        ("Can't unify return type from the following types", "int64", "unicode_type", "hint: let every 'return'"),
        "return x",
    ),
    Wrong(
        "return_array_or_none_scalar",
        """
        @njit
        def f(a):
            if a.size == 0:
                return 0.0
            return a * 2
        f(np.ones(3))
        """,
        "TypingError",
        ("Can't unify return type from the following types: array(float64, 1d, C), float64",),
        "0.0",
    ),
    Wrong(
        "numpy_function_missing",
        """
        @njit
        def f(a):
            return np.gradient(a)
        f(np.ones(3))
        """,
        "TypingError",
        ("Use of unsupported NumPy function 'numpy.gradient' or unsupported use of the function",),
        "np.gradient(a)",
    ),
    Wrong(
        "scipy_like",
        """
        def solve(a):
            return a * 2
        @njit
        def f(a):
            return solve(a) + 1
        f(3.0)
        """,
        "TypingError",
        ("Untyped global name 'solve': Cannot determine Numba type of <class 'function'>", "decorate it with @njit"),
        "solve(a)",
    ),
    Wrong(
        "try_finally_unsupported_exc",
        """
        @njit
        def f(x):
            try:
                y = 1 / x
            except ZeroDivisionError as error:
                y = error.args
            return y
        f(0.0)
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'args' of type exception", "str(...) gives the message"),
        "error.args",
    ),
    Wrong(
        "with_open",
        """
        @njit
        def f(x):
            with open("data.txt") as file:
                return x
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'open'",),
        'open("data.txt")',
    ),
    Wrong(
        "yield",
        """
        @njit
        def gen(n):
            for i in range(n):
                yield i * i
        gen(3)
        """,
        "UnsupportedError",
        ("generators are not supported yet: 'gen'",),
        "def gen(n):",
    ),
    Wrong(
        "async",
        """
        @njit
        async def f(x):
            await x
            return x
        f(3)
        """,
        "UnsupportedError",
        ("'async' functions are not supported yet: 'f'",),
        "async def f(x):",
    ),
    Wrong(
        "list_sort_lambda",
        """
        @njit
        def f(a):
            return sorted(a, key=lambda v: -v)
        f(np.ones(3))
        """,
        "TypingError",
        ("Untyped global name 'sorted'",),
        "sorted(a, key=lambda v: -v)",
    ),
    Wrong(
        "reflected_list",
        """
        @njit
        def f(values):
            total = 0.0
            for v in values:
                total += v
            return total
        f([1.0, 2.0])
        """,
        "TypingError",
        ("non-precise type pyobject", "argument 0: Cannot determine Numba type of <class 'list'>", "np.array(...)"),
        "def f(values):",
    ),
    Wrong(
        "self_method",
        """
        class Model:
            def __init__(self):
                self.rate = 0.5
            @njit
            def step(self, x):
                return x * self.rate
        Model().step(3.0)
        """,
        "TypingError",
        ("argument 0: Cannot determine Numba type of <class 'program.Model'>",),
        "def step(self, x):",
    ),
    Wrong(
        "recursion_no_base",
        """
        @njit
        def f(n):
            return f(n - 1) + 1
        f(3)
        """,
        "TypingError",
        ("cannot type infer runaway recursion", "one path must return a value"),
        "def f(n):",
    ),
    Wrong(
        "bad_signature_type",
        """
        @njit("float46(float64)")
        def f(x):
            return x
        """,
        "NameError",
        ("name 'float46' is not defined (did you mean 'float64'?)",),
        None,
    ),
    Wrong(
        "bad_signature_syntax",
        """
        @njit("float64(float64")
        def f(x):
            return x
        """,
        "SyntaxError",
        ("invalid signature 'float64(float64': '(' was never closed",),
        None,
    ),
    Wrong(
        "signature_count",
        """
        @njit("float64(float64)")
        def f(x, y):
            return x + y
        """,
        "TypeError",
        ("Signature mismatch: 1 argument types given, but function takes 2 arguments",),
        None,
    ),
    Wrong(
        "signature_return",
        """
        @njit("int64[:](float64)")
        def f(x):
            return x
        """,
        "TypingError",
        ("No conversion from float64 to array(int64, 1d, A)", "'f'"),
        "def f(x):",
    ),
    Wrong(
        "signature_no_match",
        """
        @njit("float64(float64[:])")
        def f(x):
            return x[0]
        f(3.0)
        """,
        "TypeError",
        ("No matching definition for argument type(s) float64",),
        None,
    ),
    Wrong(
        "bad_option",
        """
        @njit(paralel=True)
        def f(x):
            return x
        """,
        "KeyError",
        ("Unrecognized options: {'paralel'", "did you mean 'parallel'?"),
        None,
    ),
    Wrong(
        "option_positional",
        """
        @njit(True)
        def f(x):
            return x
        f(1)
        """,
        "TypeError",
        ("The decorated object is not a function (got type <class 'bool'>).",),
        None,
    ),
    Wrong(
        "nopython_and_forceobj",
        """
        @jit(nopython=True, forceobj=True)
        def f(x):
            return x
        f(1)
        """,
        "ValueError",
        ("Only one of 'nopython' or 'forceobj' can be True.",),
        None,
    ),
    Wrong(
        "njit_of_class",
        """
        @njit
        class A:
            pass
        """,
        "TypeError",
        ("The decorated object is not a function (got type <class 'type'>).",),
        None,
    ),
    Wrong(
        "str_upper",
        """
        @njit
        def f(s):
            return s.upperr()
        f("abc")
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'upperr' of type unicode_type", "methods of strings are not supported"),
        "s.upperr",
    ),
    Wrong(
        "str_method_on_number",
        """
        @njit
        def f(x):
            return x.split()
        f(3.0)
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'split' of type float64",),
        "x.split",
    ),
    Wrong(
        "append_to_array",
        """
        @njit
        def f(a):
            a.append(1.0)
            return a
        f(np.zeros(3))
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'append' of type array(float64, 1d, C)", "an array does not grow"),
        "a.append",
    ),
    Wrong(
        "index_with_float",
        """
        @njit
        def f(a, n):
            return a[n / 2]
        f(np.zeros(4), 4)
        """,
        "TypingError",
        (
            "No implementation of function Function(<built-in function getitem>)",
            "getitem(array(float64, 1d, C), float64)",
            "divide with '//'",
        ),
        "a[n / 2]",
    ),
    Wrong(
        "too_many_indices",
        """
        @njit
        def f(a):
            return a[0, 1]
        f(np.zeros(4))
        """,
        "TypingError",
        ("cannot index array(float64, 1d, C) with 2 indices", "the array has 1 axis"),
        "a[0, 1]",
    ),
    Wrong(
        "unpack_wrong",
        """
        @njit
        def f(p):
            x, y, z = p
            return x + y + z
        f((1, 2))
        """,
        "TypingError",
        ("not enough values to unpack (expected 3, got 2)", "the value unpacked has type UniTuple(int64 x 2)"),
        "x, y, z",
    ),
    Wrong(
        "unpack_number",
        """
        @njit
        def f(p):
            x, y = p
            return x + y
        f(1)
        """,
        "TypingError",
        ("failed to unpack int64",),
        "x, y",
    ),
    Wrong(
        "shape_unpack_wrong",
        """
        @njit
        def f(a):
            n, m = a.shape
            return n * m
        f(np.zeros(4))
        """,
        "TypingError",
        ("not enough values to unpack (expected 2, got 1)",),
        "n, m",
    ),
    Wrong(
        "tuple_assign",
        """
        @njit
        def f(p):
            p[0] = 5
            return p
        f((1, 2))
        """,
        "TypingError",
        ("setitem(UniTuple(int64 x 2), Literal[int](0), Literal[int](5))", "tuples are immutable"),
        "p[0]",
    ),
    Wrong(
        "tuple_index_out_of_range",
        """
        @njit
        def f(p):
            return p[3]
        f((1, 2))
        """,
        "TypingError",
        ("tuple index out of range", "UniTuple(int64 x 2)"),
        "p[3]",
    ),
    Wrong(
        "tuple_variable_index",
        """
        @njit
        def f(p, i):
            return p[i]
        f((1, "a"), 1)
        """,
        "TypingError",
        ("cannot index Tuple(int64, unicode_type)", "index it with a constant"),
        "p[i]",
    ),
    Wrong(
        "call_none",
        """
        @njit
        def g(x):
            x + 1
        @njit
        def f(x):
            return g(x) * 2
        f(3)
        """,
        "TypingError",
        ("mul(none, Literal[int](2))", "one of the values is None"),
        "g(x) * 2",
    ),
    Wrong(
        "none_arith",
        """
        @njit
        def f(x, y=None):
            return x + y
        f(3)
        """,
        "TypingError",
        ("add(int64, none)", "one of the values is None"),
        "x + y",
    ),
    Wrong(
        "iterate_number",
        """
        @njit
        def f(n):
            total = 0
            for i in n:
                total += i
            return total
        f(3)
        """,
        "TypingError",
        ("Invalid use of getiter with parameters (int64)", "use range(...)"),
        None,
    ),
    Wrong(
        "range_float",
        """
        @njit
        def f(n):
            total = 0
            for i in range(n / 2):
                total += i
            return total
        f(4)
        """,
        "TypingError",
        ("range() arguments must be integers, not float64", "range(int(x))"),
        "range(n / 2)",
    ),
    Wrong(
        "dtype_string_bad",
        """
        @njit
        def f(n):
            return np.zeros(n, dtype="flot64")
        f(4)
        """,
        "TypingError",
        ("'flot64' is not a dtype", "use np.float64"),
        'np.zeros(n, dtype="flot64")',
    ),
    Wrong(
        "shape_float",
        """
        @njit
        def f(n):
            return np.zeros((n, 2.0))
        f(4)
        """,
        "TypingError",
        ("a shape must be an integer or a tuple of integers, not Tuple(int64, float64)",),
        "np.zeros((n, 2.0))",
    ),
    Wrong(
        "object_array",
        """
        @njit
        def f(a):
            return a[0]
        f(np.array([1, "a", None], dtype=object))
        """,
        "TypingError",
        ("non-precise type pyobject", "argument 0: Unsupported array dtype: object", ".astype(np.float64)"),
        "def f(a):",
    ),
    Wrong(
        "float16",
        """
        @njit
        def f(a):
            return a[0] * 2
        f(np.zeros(3, dtype=np.float16))
        """,
        "TypingError",
        ("Unsupported array dtype: float16", ".astype(np.float32)"),
        "def f(a):",
    ),
    Wrong(
        "global_assign",
        """
        counter = 0
        @njit
        def f(x):
            global counter
            counter += x
            return counter
        f(1)
        """,
        "UnsupportedError",
        ("assignment to the global variable 'counter'",),
        "counter",
    ),
    Wrong(
        "nonlocal",
        """
        @njit
        def f(n):
            total = 0
            def add(v):
                nonlocal total
                total += v
            for i in range(n):
                add(i)
            return total
        f(3)
        """,
        "UnsupportedError",
        ("assignment to the nonlocal variable 'total'", "During: resolving callee type: f.<locals>.add("),
        "total",
    ),
    Wrong(
        "dict_literal",
        """
        @njit
        def f(n):
            d = {}
            d[n] = 1
            return d[n]
        f(3)
        """,
        "UnsupportedError",
        ("a dict is not supported in compiled code yet",),
        "{}",
    ),
    Wrong(
        "set_literal",
        """
        @njit
        def f(n):
            return len({n, 1})
        f(3)
        """,
        "UnsupportedError",
        ("a set is not supported in compiled code yet",),
        "{n, 1}",
    ),
    Wrong(
        "kwargs",
        """
        @njit
        def f(**options):
            return options["x"]
        f(x=1)
        """,
        "UnsupportedError",
        ("'**kwargs' are not supported",),
        None,
    ),
    Wrong(
        "import_inside",
        """
        @njit
        def f(x):
            import math
            return math.sqrt(x)
        f(3.0)
        """,
        "UnsupportedError",
        ("'import math' inside of a function is not supported",),
        "import math",
    ),
    Wrong(
        "where_error_in_deep",
        """
        @njit
        def inner(a):
            return a.no_such
        @njit
        def middle(a):
            return inner(a) + 1
        @njit
        def outer(a):
            return middle(a) * 2
        outer(np.zeros(3))
        """,
        "UntypedAttributeError",
        (
            "Unknown attribute 'no_such' of type array(float64, 1d, C)",
            "During: resolving callee type: inner(array(float64, 1d, C)) (middle, line",
            "During: resolving callee type: middle(array(float64, 1d, C)) (outer, line",
        ),
        "a.no_such",
    ),
    Wrong(
        "raise_string",
        """
        @njit
        def f(x):
            if x < 0:
                raise "negative"
            return x
        f(1)
        """,
        "TypingError",
        ("exceptions must derive from BaseException", "Literal[str](negative)"),
        'raise "negative"',
    ),
    Wrong(
        "del_item",
        """
        @njit
        def f(a):
            del a[0]
            return a
        f(np.zeros(3))
        """,
        "UnsupportedError",
        ("'del' of an item of array(float64, 1d, C) is not supported",),
        "a[0]",
    ),
    Wrong(
        "set_attr",
        """
        @njit
        def f(a):
            a.flags = 1
            return a
        f(np.zeros(3))
        """,
        "UnsupportedError",
        ("setting the attribute 'flags' of array(float64, 1d, C)",),
        "a.flags",
    ),
    Wrong(
        "bigint",
        """
        @njit
        def f(a):
            return a + 123456789012345678901234567890
        f(1)
        """,
        "TypingError",
        ("Int value is too large: 123456789012345678901234567890", "use a float"),
        "123456789012345678901234567890",
    ),
    Wrong(
        "bigint_argument",
        """
        @njit
        def f(a):
            return a + 1
        f(2**70)
        """,
        "TypingError",
        ("argument 0: Int value is too large: 1180591620717411303424",),
        "def f(a):",
    ),
    Wrong(
        "matmul_scalar",
        """
        @njit
        def f(a, b):
            return a @ b
        f(np.zeros((2, 2)), 3.0)
        """,
        "TypingError",
        ("matmul(array(float64, 2d, C), float64)", "multiply by a number with '*'"),
        "a @ b",
    ),
    Wrong(
        "ufunc_args",
        """
        @njit
        def f(a):
            return np.add(a)
        f(np.zeros(3))
        """,
        "TypingError",
        ("No implementation of function Function(<ufunc 'add'>)", "add(array(float64, 1d, C))"),
        "np.add(a)",
    ),
    Wrong(
        "math_on_array",
        """
        @njit
        def f(a):
            return math.sin(a)
        f(np.zeros(3))
        """,
        "TypingError",
        ("sin(array(float64, 1d, C))", "for arrays there is np.sin"),
        "math.sin(a)",
    ),
    Wrong(
        "sum_axis_out",
        """
        @njit
        def f(a):
            return a.sum(axis="rows")
        f(np.zeros((3, 3)))
        """,
        "TypingError",
        ("an axis must be an integer or a tuple of integers", "Literal[str](rows)"),
        'a.sum(axis="rows")',
    ),
    Wrong(
        "random_legacy",
        """
        @njit
        def f(n):
            return np.random.default_rng(n).normal()
        f(3)
        """,
        "TypingError",
        ("numpy.random.default_rng",),
        "np.random.default_rng(n)",
    ),
    Wrong(
        "print_file",
        """
        import sys
        @njit
        def f(n):
            print(n, file=sys.stderr)
        f(3)
        """,
        "UnsupportedError",
        ("print() with 'file=' is not supported",),
        "print(n, file=sys.stderr)",
    ),
    Wrong(
        "input",
        """
        @njit
        def f(n):
            return int(input("n?")) + n
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'input': Cannot determine Numba type of <class 'builtin_function_or_method'>",),
        'input("n?")',
    ),
    Wrong(
        "type_annotation_call",
        """
        @njit
        def f(x):
            return float(x, 2)
        f(3)
        """,
        "TypingError",
        ("Function(<class 'float'>)", "float(int64, Literal[int](2))"),
        "float(x, 2)",
    ),
    Wrong(
        "len_number",
        """
        @njit
        def f(x):
            return len(x)
        f(3)
        """,
        "TypingError",
        ("len(int64)", "use range(...)"),
        "len(x)",
    ),
    Wrong(
        "call_python_method",
        """
        from fractions import Fraction
        @njit
        def f(x):
            return Fraction(1, x)
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'Fraction'", "can't make objects of the class 'Fraction'"),
        "Fraction",
    ),
    Wrong(
        "loop_var_type_change",
        """
        @njit
        def f(n):
            x = 0
            for i in range(n):
                x = np.zeros(3)
            return x
        f(3)
        """,
        "TypingError",
        ("Cannot unify Literal[int](0) and array(float64, 1d, C) for 'x'", "on one path", "hint: use two variables"),
        "np.zeros(3)",
    ),
    Wrong(
        "wide_line",
        """
        @njit
        def f(alpha, beta):
            return alpha * beta + (alpha.shpe[0]
                                   - beta)
        f(np.zeros(3), 1)
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'shpe'", "did you mean 'shape'?"),
        "alpha.shpe",
    ),
    Wrong(
        "lambda_stored",
        """
        @njit
        def f(x):
            ops = (lambda v: v + 1, lambda v: v * "a")
            return ops[1](x)
        f(3.0)
        """,
        "TypingError",
        ("mul(float64, Literal[str](a))", "During: resolving callee type: f.<locals>.<lambda>(float64) (f, line"),
        'v * "a"',
    ),
]

# What only the compiler's authors understand.
INTERNAL = re.compile(r"Kind::|Some\(|Ty\(|ObjId|panick|block\d|\$\d|0x[0-9a-f]{6}|\bv\d+\b|\.rs\b|During: During")


def refusal(program):
    """The exception of a program."""
    text = HEAD + textwrap.dedent(program)
    file = f"<program {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    try:
        exec(compile(text, file, "exec"), {"__name__": "program"})
    except Exception as error:
        return error
    raise AssertionError(f"this is not refused:\n{text}")


_numbers = itertools.count()


def plain(error):
    """The message without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def carets(message):
    """The texts that carets stand under."""
    rows = message.splitlines()
    pairs = [(row, below) for row, below in itertools.pairwise(rows) if set(below) <= {" ", "^"} and "^" in below]
    return [row[below.index("^") : below.rindex("^") + 1] for row, below in pairs]


@pytest.mark.parametrize("wrong", PROGRAMS, ids=[wrong.name for wrong in PROGRAMS])
def test_message(wrong):
    error = refusal(wrong.program)
    message = plain(error)
    expected = getattr(errors, wrong.error, None) or getattr(builtins, wrong.error)
    assert type(error) is expected, message
    for piece in wrong.pieces:
        assert piece in message
    if wrong.caret is not None:
        assert carets(message) == [wrong.caret], message
    assert not INTERNAL.search(message), message
    lines = [line for line in message.splitlines() if line.strip()]
    assert len(lines) == len(set(lines)), message


def test_iteration_points_to_the_loop():
    """Where exactly differs: CPython 3.11 has the place of the whole statement, later versions that of the iterable."""
    program = next(wrong.program for wrong in PROGRAMS if wrong.name == "iterate_number")
    expected = "for i in n:" if sys.version_info < (3, 12) else "n"
    assert carets(plain(refusal(program))) == [expected]


def test_every_error_of_the_compiler_is_a_numba_error():
    for wrong in PROGRAMS:
        error = refusal(wrong.program)
        assert isinstance(error, coluber.errors.NumbaError) == hasattr(errors, wrong.error), wrong.name
