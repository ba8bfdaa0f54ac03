"""Wrong programs as people write them, with what their messages must say: calls, types, arrays."""

from __future__ import annotations

from typing import NamedTuple


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
            return result.total()
        f(True)
        """,
        "TypingError",
        ("Cannot unify list(float64) and array(float64, 1d, C) for", "use two variables instead of 'result'"),
        "np.zeros(3)",
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
        import threading
        class Config(threading.local):
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
        params = {}
        @njit
        def f(x):
            return x * params["rate"]
        f(3.0)
        """,
        "TypingError",
        (
            "Untyped global name 'params': Cannot determine Numba type of <class 'dict'>",
            "hint: its items must have one type",
            "params: dict[str, int] = {}",
        ),
        "params",
    ),
    Wrong(
        "module_os",
        """
        import os
        @njit
        def f(x):
            return os.getpgrp() + x
        f(3)
        """,
        "UntypedAttributeError",
        (
            "Unknown attribute 'getpgrp' of type Module(<module 'os'",
            "call it outside",
        ),
        "os.getpgrp",
    ),
    Wrong(
        "compiled_text",
        """
        @njit
        def f(x):
            data = compile("out.txt", "", "eval")
            return x
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'compile': Cannot determine Numba type of <class 'builtin_function_or_method'>",),
        'compile("out.txt", "", "eval")',
    ),
    Wrong(
        "dataframe_like",
        """
        class DataFrame:
            def __new__(cls, v):
                made = object.__new__(cls)
                made.values = v
                return made
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
        from coluber import cuda

        @cuda.jit(device=True)
        def f(x):
            if x > 0:
                return x
            return "negative"

        @cuda.jit
        def kernel(a):
            a[0] = f(a[0])
        kernel[1, 1](np.ones(3, np.int64))
        """,
        "TypingError",
        ("Can't unify return type", "int64", "unicode_type", "hint: let every 'return'"),
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

        @njit
        def g(a):
            return f(a).total()
        g(np.ones(3))
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'total' of type", "line 13 gives one of (array(float64, 1d, C), float64)"),
        "f(a).total",
    ),
    Wrong(
        "numpy_function_missing",
        """
        @njit
        def f(a):
            return np.savetxt("text", a)
        f(np.ones(3))
        """,
        "TypingError",
        ("Use of unsupported NumPy function 'numpy.savetxt' or unsupported use of the function",),
        'np.savetxt("text", a)',
    ),
    Wrong(
        "stub",
        """
        def solve(a):
            raise NotImplementedError
        @njit
        def f(a):
            return solve(a) + 1
        f(3.0)
        """,
        "TypingError",
        ("Untyped global name 'solve': Cannot determine Numba type of <class 'function'>", "'solve' has no implementation"),
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
                y = error.__traceback__
            return y
        f(0.0)
        """,
        "UntypedAttributeError",
        ("Unknown attribute '__traceback__' of type exception", "str(...) gives the message"),
        "error.__traceback__",
    ),
    Wrong(
        "with_open",
        """
        @njit
        def f(x):
            mode = "r" if x > 2 else "rb"
            with open("data.txt", mode) as file:
                return x
        f(3)
        """,
        "RequireLiteralValue",
        ("the mode of open() must be a string constant",),
        'open("data.txt", mode)',
    ),
    Wrong(
        "yield",
        """
        @njit
        def gen(n):
            yield n
            yield math.sin

        gen(3)
        """,
        "TypingError",
        ("Can't unify yield type", "let every 'yield' give a value of one type"),
        "yield math.sin",
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
        ("'async' functions are not supported: 'f'", "hint: an event loop of the interpreter runs them"),
        "async def f(x):",
    ),
    Wrong(
        "list_sort_lambda",
        """
        @njit
        def f(a):
            return sorted(a, by=lambda v: -v)
        f(np.ones(3))
        """,
        "TypingError",
        ("No implementation of function Function(<built-in function sorted>)",),
        "sorted(a, by=lambda v: -v)",
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
        f([1.0, object()])
        """,
        "TypingError",
        ("non-precise type pyobject",),
        "def f(values):",
    ),
    Wrong(
        "self_method",
        """
        class Model:
            def __init__(self):
                self.rate = object()
            @njit
            def step(self, x):
                return x * self.rate
        Model().step(3.0)
        """,
        "TypingError",
        ("Cannot determine Numba type of <class 'object'>: the attribute 'rate' of Model", "pass what compiled code needs"),
        "self.rate",
    ),
    Wrong(
        "attribute_of_an_attribute",
        """
        class Settings:
            def __init__(self, values):
                self.values = values
        class Model:
            def __init__(self):
                self.settings = Settings([1, object()])
        @njit
        def f(model):
            return len(model.settings.values)
        f(Model())
        """,
        "TypingError",
        ("Cannot determine Numba type of <class 'list'>: the attribute 'values' of Settings",),
        "model.settings.values",
    ),
    Wrong(
        "object_that_changes_its_class",
        """
        class Shape:
            def __init__(self, sides):
                self.sides = sides
                self.settle()
            def settle(self):
                if self.sides == 4:
                    self.__class__ = Square
        class Square(Shape):
            pass
        @njit
        def f(sides):
            return Shape(sides).sides
        f(4)
        """,
        "TypingError",
        ("the types of the fields of Shape are not known", "hands on the object itself"),
        "Shape(sides)",
    ),
    Wrong(
        "object_in_a_list",
        """
        @njit
        def f(items):
            return len(items)
        f([(1, 2), (3, object())])
        """,
        "TypingError",
        ("Cannot determine Numba type of <class 'list'>: item 1: ", "item 1: Cannot determine Numba type of <class 'object'>"),
        "def f(items):",
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
        ("the signature has 1 types of arguments, where the function takes 2",),
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
        ("The decorated object is not a function, but of <class 'bool'>",),
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
        ("'nopython' and 'forceobj' exclude each other.",),
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
        ("The decorated object is not a function, but of <class 'type'>",),
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
        ("Unknown attribute 'upperr' of type unicode_type", "did you mean 'upper'"),
        "s.upperr",
    ),
]
