"""More wrong programs: signatures, options, indices, tuples, arguments, syntax."""

from __future__ import annotations

from tests.run.wrong_programs import Wrong

PROGRAMS = [
    Wrong(
        "function_of_the_library",
        """
        import locale
        @njit
        def f(x):
            return locale.currency(x)
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'currency'", "'locale.currency' is Python code of a library; call it outside"),
        "locale.currency(x)",
    ),
    Wrong(
        "address_of_a_number",
        """
        @njit
        def f(x):
            return id(x)
        f(3)
        """,
        "TypingError",
        (">>> id(int64)", "hint: numbers, texts and tuples have no place of their own in compiled code"),
        "id(x)",
    ),
    Wrong(
        "parts_of_the_time",
        """
        import time
        @njit
        def f(x):
            return time.gmtime(x)
        f(3)
        """,
        "TypingError",
        (">>> gmtime(int64)", "hint: datetime.datetime.fromtimestamp(t) has the same parts"),
        "time.gmtime(x)",
    ),
    Wrong(
        "mixed_list_by_append",
        """
        from coluber import typed

        @njit
        def f():
            items = typed.List()
            items.append(1)
            items.append("a")
            return items
        f()
        """,
        "TypingError",
        ("a list of int64 can't hold a value of type unicode_type",),
        'items.append("a")',
    ),
    Wrong(
        "mixed_keys",
        """
        @njit
        def f():
            table = {}
            table[1] = 2
            table["a"] = 3
            return table
        f()
        """,
        "TypingError",
        ("dict(int64, int64) can't hold unicode_type: int64",),
        'table["a"]',
    ),
    Wrong(
        "element_given_to_atomic_add",
        """
        from coluber import cuda
        @cuda.jit
        def k(a):
            cuda.atomic.add(a[0], 1)
        k[1, 1](np.zeros(3))
        """,
        "TypingError",
        (
            "cuda.atomic.add takes an array, an index and a value, and is given (float64, Literal[int](1))",
            "cuda.atomic.add(a, i, value)",
        ),
        "cuda.atomic.add(a[0], 1)",
    ),
    Wrong(
        "sleep_in_a_kernel",
        """
        import time
        from coluber import cuda
        @cuda.jit
        def k():
            time.sleep(1)
        k[1, 1]()
        """,
        "TypingError",
        ("time.sleep() can't be called in kernels", "cuda.nanosleep"),
        "time.sleep(1)",
    ),
    Wrong(
        "device_array_given_to_njit",
        """
        from coluber import cuda
        @njit
        def f(a):
            return a[0]
        f(cuda.to_device(np.zeros(3)))
        """,
        "TypingError",
        ("Cannot determine Numba type of <class 'coluber.cuda.host.arrays.DeviceNDArray'>", "pass a.copy_to_host()"),
        "def f(a):",
    ),
    Wrong(
        "intrinsic_without_a_typing_context",
        """
        from coluber.extending import intrinsic
        @intrinsic
        def given(x):
            return None
        @njit
        def f(x):
            return given(x)
        f(1)
        """,
        "TypingError",
        ("the intrinsic given(x) is called with 1 arguments", "its first parameter, 'x', is given the typing context"),
        "given(x)",
    ),
    Wrong(
        "launch_without_blocks",
        """
        from coluber import cuda
        @cuda.jit
        def k():
            pass
        k[1]()
        """,
        "ValueError",
        ("kernel[griddim, blockdim](...), not kernel[1]",),
        None,
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
        f(5)
        """,
        "TypeError",
        ("'float' object cannot be interpreted as an integer",),
        None,
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
        "global_assign",
        """
        @njit
        def f(x):
            global f
            f = x
            return f
        f(1)
        """,
        "UnsupportedError",
        ("assignment to the global variable 'f'",),
        "f",
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
                del total
            for i in range(n):
                add(i)
            return total
        f(3)
        """,
        "UnsupportedError",
        ("'del' of the variable 'total'", "During: resolving callee type: f.<locals>.add("),
        "total",
    ),
    Wrong(
        "dict_literal",
        """
        @njit
        def f(n):
            d = {1: 2.5}
            d["one"] = 1.0
            return d[n]
        f(3)
        """,
        "TypingError",
        ("dict(int64, float64) can't hold unicode_type: float64", "all keys have one type"),
        'd["one"]',
    ),
    Wrong(
        "set_literal",
        """
        @njit
        def f(n):
            return len({n, "one"})
        f(3)
        """,
        "TypingError",
        ("the items of a set have one type: found int64 and",),
        '{n, "one"}',
    ),
    Wrong(
        "kwargs",
        """
        @njit
        def f(**options):
            options[1] = 2
            return options["x"]
        f(x=1, z="text")
        """,
        "UnsupportedError",
        ("**kwargs can't be changed", "options = dict(kwargs)"),
        None,
    ),
    Wrong(
        "import_inside",
        """
        @njit
        def f(x):
            from . import math
            return math.sqrt(x)
        f(3.0)
        """,
        "UnsupportedError",
        ("attempted relative import with no known parent package",),
        "from . import math",
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
        "del_item",
        """
        @njit
        def f(a):
            del a[0]
            return a
        f(np.zeros(3))
        """,
        "TypingError",
        ("No implementation of function Function(<built-in function delitem>)",),
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
        "random_seed_sequence",
        """
        @njit
        def f(n):
            return np.random.SeedSequence(n).entropy
        f(3)
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'entropy'", "SeedSequence"),
        "np.random.SeedSequence(n).entropy",
    ),
    Wrong(
        "print_file",
        """
        import sys
        @njit
        def f(n):
            print(n, file=n)
        f(3)
        """,
        "UnsupportedError",
        ("print() with 'file=' is not supported",),
        "print(n, file=n)",
    ),
    Wrong(
        "evaluated_text",
        """
        @njit
        def f(n):
            return int(eval("n")) + n
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'eval': Cannot determine Numba type of <class 'builtin_function_or_method'>",),
        'eval("n")',
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
        from decimal import Decimal
        @njit
        def f(x):
            return Decimal(x)
        f(3)
        """,
        "TypingError",
        ("Untyped global name 'Decimal'", "can't make objects of the class 'Decimal'"),
        "Decimal",
    ),
    Wrong(
        "loop_var_type_change",
        """
        @njit
        def f(n):
            x = 0
            for i in range(n):
                x = np.zeros(3)
            return x.total()
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
    Wrong(
        "container_in_itself",
        """
        @njit
        def f(x):
            rows = []
            rows.append((x, rows))
            return len(rows)
        f(1)
        """,
        "TypingError",
        ("a container that holds itself", "has a type without end"),
        "rows.append((x, rows))",
    ),
    Wrong(
        "objects_in_containers_of_their_class",
        """
        class Cell:
            def __init__(self, kind):
                self.kind = kind
                self.neighbors = []
        @njit
        def f(n):
            cells = [Cell(k) for k in range(n)]
            for a, b in zip(cells, cells[1:]):
                a.neighbors += [(b, 1)]
            return [len(c.neighbors) for c in cells]
        f(3)
        """,
        "TypingError",
        ("objects that hold it, has a type without end", "as in self.children: list['Node'] = []"),
        "a.neighbors += [(b, 1)]",
    ),
    Wrong(
        "guessed_items",
        """
        class Stack:
            def __init__(self):
                self.items = set()
            def push(self, x):
                self.items.add(x)
        class Holder:
            def __init__(self, stack):
                self.stack = stack
        @njit
        def f(x):
            holder = Holder(Stack())
            holder.stack.push(x)
            holder.stack.push((x, x))
        f("a")
        """,
        "TypingError",
        ("set(unicode_type) can't hold UniTuple(unicode_type x 2)",),
        "self.items.add(x)",
    ),
    Wrong(
        "default_that_is_shared",
        """
        @njit
        def put(x, items=[]):
            items.append(x)
            return items
        @njit
        def f(x):
            return put(x)
        f(1)
        """,
        "TypingError",
        ("missing a required argument: 'items'", "write items=None"),
        "put(x)",
    ),
    Wrong(
        "field_without_end",
        """
        class Pile:
            def __init__(self):
                self.top = None
        @njit
        def f(n):
            pile = Pile()
            for k in range(n):
                pile.top = (k, pile.top)
            return pile.top is None
        f(3)
        """,
        "TypingError",
        ("the field 'top' of Pile is", "say what the field holds where it is set"),
        "pile.top",
    ),
    Wrong(
        "recursive_generator_of_constants",
        """
        @njit
        def f():
            def g(n):
                if n > 5:
                    yield 0
                for r in g(n + 1):
                    yield r + "a"
            return list(g(0))
        f()
        """,
        "TypingError",
        ("add(int64, Literal[str](a))",),
        'r + "a"',
    ),
    Wrong(
        "sorted_without_an_order",
        """
        @njit
        def f(n):
            return sorted(["a", n])
        f(3)
        """,
        "TypeError",
        ("'<' not supported between instances of 'int' and 'str'",),
        None,
    ),
    Wrong(
        "largest_without_an_order",
        """
        @njit
        def f(n):
            return max("a", n)
        f(3)
        """,
        "TypingError",
        ("max(Literal[str](a), int64)",),
        'max("a", n)',
    ),
    Wrong(
        "replacing_by_a_method",
        """
        import re
        @njit
        def f(text):
            return re.sub("a", str.upper, text)
        f("banana")
        """,
        "TypingError",
        ("'<method 'upper' of 'str' objects>' has no implementation", "in Coluber's pattern_methods.py"),
        're.sub("a", str.upper, text)',
    ),
    Wrong(
        "complex_into_real",
        """
        @njit
        def f(x, y):
            x[:] = np.fft.ifft(y)
        f(np.zeros(4), np.ones(4, complex))
        """,
        "TypingError",
        ("store the real part with '.real'",),
        "x[:]",
    ),
    Wrong(
        "behind_what_a_constant_helps",
        """
        def part(table, name):
            column = table[name]
            return column.nothing
        @njit
        def f(table):
            return part(table, "a")
        f(np.zeros(2, dtype=[("a", "i8")]))
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'nothing'",),
        "column.nothing",
    ),
    Wrong(
        "beside_a_dict_of_several_types",
        """
        def text(form, *args):
            return args.nothing
        @njit
        def f(x):
            out = {"x": x}
            out["n"] = 1.5
            try:
                raise ValueError("a")
            except ValueError as e:
                return out, text("%s: %s", "a", e)
        f(np.zeros(2))
        """,
        "UntypedAttributeError",
        ("Unknown attribute 'nothing' of type Tuple(unicode_type, exception)",),
        "args.nothing",
    ),
]
