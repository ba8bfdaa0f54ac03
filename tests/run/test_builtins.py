"""Python's builtin functions."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from coluber import njit
from coluber.typed import List
from tests.run.support import check, compile_error, expression, jitted, script_output, source


@pytest.mark.parametrize("x", [5, -5, 2.5, -2.5, -0.0, 3 + 4j, True])
def test_abs(x):
    check(expression("abs(a)", "a"), x)


@pytest.mark.parametrize("x", [0, 3, 0.0, 2.5, 0j, 1j, True, False, (), (1,)])
def test_bool(x):
    check(expression("bool(a)", "a"), x)


@pytest.mark.parametrize("text", ["bool()", "int()", "float()", "complex()", "tuple()"])
def test_conversions_of_nothing(text):
    check(expression(text, ""))


@pytest.mark.parametrize("x", [3, 2.5, -2.5, True, 2**60])
@pytest.mark.parametrize("text", ["int(a)", "float(a)", "complex(a)", "bool(a)"])
def test_conversions(text, x):
    check(expression(text, "a"), x)


@pytest.mark.parametrize(("x", "y"), [(7, 2), (-7, 2), (7, -2), (7.5, 2.0), (-7.5, 2), (0, 5)])
def test_divmod(x, y):
    check(expression("divmod(a, b)"), x, y)


@pytest.mark.parametrize("text", ["min", "max"])
@pytest.mark.parametrize(
    "arguments", [(1, 2), (2, 1), (3, 1, 2), (2.5, 1), (1, 2.5), (1, 2.5, 0), (True, 3), (1.0, 1), (5, 4, 3, 2, 1)]
)
def test_min_max_of_arguments(text, arguments):
    names = ", ".join("abcde"[: len(arguments)])
    function = expression(f"{text}({names})", names)
    found = jitted(function)(*arguments)
    assert found == function(*arguments)


@pytest.mark.parametrize("text", ["min", "max", "sum"])
@pytest.mark.parametrize("values", [(3, 1, 2), (2.5, 1.5), np.array([3, 1, 2]), np.array([2.5, -1.0])])
def test_of_iterables(text, values):
    check(expression(f"{text}(a)", "a"), values)


def test_min_max_of_texts_and_of_as_many_as_there_are():
    check(expression("min(s), max(s), max(s, key=ord), min(s[:0], default='z'), max(s.encode())", "s"), "hello")
    check(expression("min(*a), max(*a), max(*a, key=lambda x: -x), min(*[x * 2 for x in a])", "a"), [3, 1, 2])


@pytest.mark.parametrize("text", ["min(a, key=1)"])
def test_unsupported_arguments_are_refused(text):
    compile_error(expression(text, "a"), (1, 2), error=Exception)


@pytest.mark.parametrize("start", [0, 10, 0.5])
def test_sum_with_start(start):
    check(expression("sum(a, b)"), (1, 2, 3), start)
    check(expression("sum(a, b)"), np.array([1.5, 2.5]), start)


def test_sum_of_arrays():
    def sums(a, times):
        moved = sum(np.roll(np.roll(a, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i != 0 or j != 0)
        listed = sum([a, a.T * 2]) + sum(w * v for w, v in zip([0.5, 2.0], [a, a], strict=True)) + sum(map(np.sin, a))
        return moved, listed, sum(a), sum(a > 1), sum(a, start=1), sum(t for t in times)

    a, times = np.arange(9.0).reshape(3, 3), np.array([3, 4], "m8[s]")
    for got, wanted in zip(njit(sums)(a, times), sums(a, times), strict=True):
        np.testing.assert_array_equal(got, wanted, strict=True)
    with pytest.raises(ValueError, match="sum of no arrays"):
        njit(lambda n: sum(np.ones(2) for _ in range(n)))(0)


def test_numbers_in_ranges():
    f = jitted(expression("[b in r for r in (range(a), range(9, -9, -2))]"))
    for x in (3, 3.0, 1.5, float("inf"), float("nan"), 1 + 0j, 1 + 1j, True):
        assert f(10, x) == f.py_func(10, x)
    check(expression("range(a).count(3), range(4, a, 3).count(b), range(4, a, 3).index(b), range(9, -9, -2).index(b)"), 30, 7)
    check(expression("range(4, a, 3).index(b)"), 30, 8)


def test_sum_of_range():
    check(expression("sum(range(a))", "a"), 10)


@pytest.mark.parametrize("values", [(True, True), (True, False), (False, False), (1, 2), (0, 0), (0.0, 2.5)])
def test_any_all(values):
    check(expression("any(a), all(a)", "a"), values)
    check(expression("any(a), all(a)", "a"), np.array(values))


def test_any_all_of_nothing():
    check(expression("any(()), all(())", ""))
    check(expression("any(a), all(a)", "a"), np.zeros(0))


@pytest.mark.parametrize("arguments", [(2, 3), (2.0, 3), (2, 0.5), (2.0, -1.0)])
def test_pow(arguments):
    check(expression("pow(a, b)"), *arguments)


@pytest.mark.parametrize("x", [0.5, 1.5, 2.4, -2.6, 7])
def test_round(x):
    check(expression("round(a)", "a"), x)


@pytest.mark.parametrize("digits", [0, 2, -1])
def test_round_to_digits(digits):
    check(expression("round(a, b)"), 123.456, digits, rtol=1e-15)


def test_len():
    check(expression("len(a), len((1, 2)), len(range(5))", "a"), np.zeros((3, 4)))


@pytest.mark.parametrize(
    "text",
    ["range(5)", "range(2, 9, 3)", "(3, 1, 2)", "a", "zip(a, range(10))", "enumerate(a)", "reversed(a)", "reversed(range(4))"],
)
def test_iterables(text):
    unpack = "x, y" if text.startswith(("zip", "enumerate")) else "x"
    value = "x * 10 + y" if unpack != "x" else "x"
    check(
        source(f"def f(a):\n    s = 0\n    for {unpack} in {text}:\n        s = s * 3 + {value}\n    return s\n"), np.arange(4)
    )


def test_enumerate_start():
    def f(a):
        s = 0
        for i, x in enumerate(a, 10):
            s += i * x
        for i, x in enumerate(a, start=-2):
            s += i * x
        return s

    check(f, np.arange(4))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_zip_of_several(count):
    names = ", ".join("xyzw"[:count])
    arrays = ", ".join(["a", "range(9)", "(5, 6, 7)", "a[::-1]"][:count])
    target = f"{names}," if count == 1 else names
    body = " + ".join("xyzw"[:count])
    check(
        source(f"def f(a):\n    s = 0\n    for {target} in zip({arrays}):\n        s = s * 2 + {body}\n    return s\n"),
        np.arange(5),
    )


def test_zip_of_nothing():
    def f():
        n = 0
        for _ in zip():
            n += 1
        return n

    check(f)


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(a, int)",
        "isinstance(a, float)",
        "isinstance(a, (int, float))",
        "isinstance(a, bool)",
        "isinstance(a, complex)",
        "isinstance(a, tuple)",
        "isinstance(a, str)",
        "isinstance(a, (str, (int, (float, complex))))",
        "isinstance(a, ((), (list, tuple)))",
        "isinstance(a, np.ndarray)",
        "isinstance(a, list)",
    ],
)
@pytest.mark.parametrize(
    "x", [3, 2.5, 1j, (1, 2), "text", np.zeros(2), np.int8(3), np.float32(2), np.complex64(1), [3], List([3])]
)
def test_isinstance(text, x):
    check(expression(text, "a"), x)


@pytest.mark.parametrize("x", [3, 2.5, (1, 2), "text", np.zeros(2), [3], {1: 2}, {3}, range(3)])
@pytest.mark.parametrize("name", ["__hash__", "__len__", "__iter__", "__getitem__", "__array__", "__add__", "__nothing__"])
def test_hasattr_of_special_methods(name, x):
    check(expression(f"hasattr(a, '{name}')", "a"), x)


@pytest.mark.parametrize("x", [3, 2.5, True, 1j, np.zeros(2), np.float32(2), np.int8(3), [3]])
def test_hasattr_of_what_arrays_have(x):
    names = ["shape", "ndim", "dtype", "real", "conjugate", "nothing"]
    check(expression(", ".join(f"hasattr(a, '{name}')" for name in names), "a"), x)
    check(expression("getattr(a, 'ndim', 7), hasattr(a[0] if hasattr(a, '__len__') else a, 'itemsize')", "a"), x)


def test_isinstance_of_bool():
    check(expression("isinstance(a, bool)", "a"), True)


def test_tuple_of_iterables():
    check(expression("tuple(a)", "a"), (1, 2.5))


@pytest.mark.parametrize("name", ["open", "compile", "eval", "vars"])
def test_unsupported_builtins_are_refused_by_name(name):
    assert name in compile_error(expression(f"{name}(a)", "a"), 2.5, error=Exception)


def test_shadowed_builtin():
    namespace = {"abs": 5}
    exec("def f(x):\n    return x + abs", namespace)
    assert jitted(namespace["f"])(1) == 6


PRINTED = """
import numpy as np
from coluber import njit
def f(i, x, b, z, t, s, a):
    print(i)
    print(x, b)
    print()
    print("label", i, x)
    print(z)
    print(t)
    print(s, None)
    print(a)
    print(np.float32(0.1) + np.float32(0), x / 3, 1e100, -0.0, np.inf, np.nan)
    for k in range(3):
        print(k)
arguments = (3, 2.5, True, 1 + 2j, (1, 2.5, "x"), "text", np.arange(3.0))
FUNCTION(*arguments)
"""


def test_print():
    compiled = script_output(PRINTED.replace("FUNCTION", "njit(f)"))
    plain = script_output(PRINTED.replace("FUNCTION", "f"))
    assert _without_single(compiled) == _without_single(plain)


def _without_single(text):
    """The text without the first number of the line that begins with a float32, whose digits depend on NumPy's version."""
    return [line.split(" ", 1)[1] if line.startswith("0.1") else line for line in text.splitlines()]


def test_print_keeps_its_order_with_python():
    script = """
    from coluber import njit
    @njit
    def f(x):
        print(x)
    print("before")
    f(1)
    print("between")
    f(2.5)
    print("after")
    """
    assert script_output(script).splitlines() == ["before", "1", "between", "2.5", "after"]


@pytest.mark.parametrize(
    "text",
    [
        'print(x, "b", sep="-")', 'print(x, end="")', 'print(x, 2.5, (1, "a"), sep="", end="!\\n")', "print(*(x, 2.5, 'c'))",
        "print(*[x, 3])", "print(*[str(x), 'b'], sep=', ', end='!\\n')", "print(*(k * k for k in range(3)))",
        "print(x, *(1, 2), sep=', ', flush=True)", "print(sep='-')", "print(end=str(x))",
    ],
)  # fmt: skip
def test_print_with_options(text, capsys):
    def printed(function):
        function(7)
        return capsys.readouterr().out

    function = expression(text, "x")
    assert printed(njit(function)) == printed(function)


def _add_and_print(a, item):
    a.append(item)
    print(a, len(a))
    a.pop()


def _put_and_print(a, item):
    a["new"] = item
    print(a)


def _nest_and_print(a, item):
    a[0].add(item)
    print("now", a, sep=":")


def _fill_and_print(a, item):
    a["a"].append(item)
    print(a, f"{a}", str(a))


def _wrap_and_print(a, item):
    a.append(item)
    print({"a": a}, (a, 1))


class _Bag:
    items: list[int]
    others: "list[_Bag]"  # noqa: UP037

    def __init__(self, items: list[int]):
        self.items = items
        self.others = []

    def __repr__(self):
        return f"Bag({self.items}, {self.others})"


def _pack_and_print(bag, item):
    bag.items.append(item)
    bag.others.append(bag.others[0])
    bag.others[0].items.append(item)
    print(bag, f"{bag}")


def _raise_and_print(bag, item):
    bag.items.append(item)
    try:
        raise ValueError(f"{bag}")
    except ValueError as error:
        print(error)


def _bags():
    outer, inner = _Bag([1]), _Bag([2])
    outer.others.append(inner)
    return outer


@pytest.mark.parametrize(
    ("function", "container"),
    [
        (_add_and_print, [1]),
        (_put_and_print, {"a": 1}),
        (_nest_and_print, [{1}]),
        (_fill_and_print, {"a": [1]}),
        (_wrap_and_print, [1]),
        (_pack_and_print, _bags()),
        (_raise_and_print, _bags()),
    ],
)
def test_print_of_an_argument_that_was_changed(function, container, capsys):
    def printed(function):
        function(deepcopy(container), 5)
        return capsys.readouterr().out

    assert printed(njit(function)) == printed(function)


def test_print_to_a_file_is_refused():
    assert "print() with 'file='" in compile_error(lambda x: print(x, file=x), 1)


def test_print_to_replaced_stdout(capsys):
    def f(x):
        print(x, x * 2)

    jitted(f)(4)
    assert capsys.readouterr().out == "4 8\n"


def _power(base, exp, mod):
    try:
        return pow(base, exp, mod)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("exp", [0, 1, 2, 13, -1, -5, 10**12])
@pytest.mark.parametrize("mod", [1, 2, 7, -7, 10**9 + 7, 2**62 + 1, -(2**61), 0])
def test_power_modulo(exp, mod):
    for base in (0, 1, 2, -3, 7, 123456789012345, -(2**40)):
        if isinstance(found := _power(base, exp, mod), str):
            with pytest.raises(ValueError, match=found.replace("(", "[(]").replace(")", "[)]")):
                _compiled_power(base, exp, mod)
        else:
            assert _compiled_power(base, exp, mod) == found, base


_compiled_power = njit(lambda base, exp, mod: pow(base, exp, mod))


def methods_as_functions(words):
    lower = sorted(words, key=str.lower), max(words, key=len), list(map(str.upper, words)), str.strip("  a ")
    several = max("bb", "c", key=len), min((3, -5, 2), key=abs), max(words[0], words[1], key=str.lower)
    numbers = {"b": 2}
    numbers.update(x=1)
    numbers.update({"y": 3}, z=4)
    return lower, several, numbers, int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff\xfe", "big", signed=True)


def bytes_of_integers(x, n):
    return x.to_bytes(n, "big", signed=True), (258).to_bytes(2, "little"), (5).to_bytes(), x.to_bytes(n, "little", signed=x < 0)


def mixed_items(t):
    out = []
    for value in t:
        if isinstance(value, str):
            out.append(value)
        elif isinstance(value, float):
            out.append(f"{value:.2f}")
        else:
            out.append(str(value))
        if len(out) == 3:
            break
    else:
        out.append("end")
    return out, [str(value) for value in t], type(t[0]).__name__, type(out).__name__, type("a") is str, type(out) is list


def first_text(t):
    for value in t:
        if isinstance(value, str):
            return "found " + value
    return "none"


def starred(text):
    first, *middle, last = text
    a, *rest = (1, text)
    b, *none = (1,)
    c, *numbers = (1, 2, 3)
    numbers.append(4)
    none.append(1.5)
    return first, middle, last, a, list(rest), b, none, c, numbers


def test_methods_as_functions_and_several_arguments():
    check(methods_as_functions, ["pear", "Fig", "banana"])
    check(mixed_items, (1, 2.5, "x"))
    check(mixed_items, (True, "y"))
    check(first_text, (1, "x", 2.5))
    check(first_text, (1, None))
    check(starred, "abcd")


def test_bytes_of_integers():
    for x, n in ((-2, 3), (300, 2), (300, 1), (-129, 1), (127, 1), (-128, 1), (0, 0), (5, -1), (2**62, 8)):
        check(bytes_of_integers, x, n)
    for x in (0.75, -1e-3, 0.0, 6.0, 1e15):
        check(expression("a.as_integer_ratio(), int(a).as_integer_ratio()", "a"), x)


LENGTHS = [[[1, 2], [3, 4]], [[1], [2, 3]], [[1, 2], [3]], [[1], [2], [3, 4]], [[1, 2], [3, 4], [5]], [[1]]]


@pytest.mark.parametrize("rows", LENGTHS)
@pytest.mark.parametrize("strict", ["True", "False"])
def test_zip_of_rows_of_one_length(rows, strict):
    check(expression(f"list(zip(*a, strict={strict}))", "a"), rows)
