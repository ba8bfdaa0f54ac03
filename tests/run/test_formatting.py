"""Text with values in it, in exceptions, `assert`, `print` and as a result: as CPython makes it."""

from __future__ import annotations

import math
from collections import namedtuple

import numpy as np
import pytest

from coluber import _native, njit
from tests.run.support import check, expression, jitted, source

Point = namedtuple("Point", "x y")

PIECES = [
    'f"{i}"',
    'f"{i} of {n:>4} and {x:.3f} {x!r}"',
    'f"{i=} {x=:.2e}"',
    'f"{n:{i}d}|{x:>{n}.{i}f}"',
    'f"{i!s:>8}|{i!r:<5}|{True!a}"',
    'f"{i}{n}{x}{i > 2}{None}"',
    'f"{{{i}}} ünï {x:,}"',
    'f"{x * 2 + i:08.3f}"',
    'f"{(i, x)} {(i,)!r}"',
    'f"{1 + 2j} {complex(i, x)}"',
    'f"{n:x} {n:#b} {-n:+o}"',
    '"%d items" % n',
    '"%d of %5.2f%% %s %r" % (i, x, n, x)',
    '"{} and {:>6.2f}".format(n, x)',
    '"{1} {0!r}".format(n, x)',
    '"bad " + str(i)',
    '"a" + str(x) + f"b{i}" + "c" + repr(n)',
    'str(i) + ", " + str(x)',
    "format(x, '.2f')",
    "str(True)",
    "f\"outer {f'inner {i}'} end\"",
    "f\"{'text'!r} {'text':>8}\"",
]


@pytest.mark.parametrize("text", PIECES)
@pytest.mark.parametrize(
    "body",
    ["return {}", "raise ValueError({})", "raise KeyError({}, i)", "msg = {}\n    raise ValueError(msg)", "assert i < 0, {}"],
)
def test_as_in_python(text, body):
    function = source(f"def f(i, n, x):\n    {body.format(text)}\n")
    for arguments in ((3, 12, 0.1), (7, 10**12, -1e300), (1, 5, math.inf)):
        check(function, *arguments)


@pytest.mark.parametrize("text", PIECES)
def test_print(text, capfd):
    function = source(f"def f(i, n, x):\n    print({text}, i)\n    print('x', {text})\n")
    function(3, 4, 0.5)
    expected = capfd.readouterr().out
    jitted(function)(3, 4, 0.5)
    assert capfd.readouterr().out == expected


@pytest.mark.parametrize(
    "value",
    [
        np.float32(0.1),
        np.arange(3),
        np.zeros((2, 2)),
        (1, (2.5, True)),
        Point(1, 2.5),
        None,
        "text",
        True,
        2 + 1j,
        np.uint8(200),
    ],
)
def test_values_of_all_types(value):
    check(source("def f(v):\n    return f'{v} {v!s}'\n"), value)
    check(source("def f(v):\n    raise ValueError(f'{v}', v)\n"), value, same_error_args=False)


@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_elements_of_single_precision(dtype):
    check(source("def f(a):\n    return f'{a[0]} {a[1]:.5f}'\n"), np.array([0.1, 1 / 3], dtype))


def test_an_array_is_shown_as_it_was():
    def f(a):
        text = f"{a} {a[0]}"
        a[0] = 7.0
        return text

    check(f, np.zeros(3))
    check(f, np.zeros(8)[::2])


def test_message_of_an_exception():
    def f(x):
        try:
            if x > 2:
                raise ValueError(f"large: {x}")
            raise ValueError("small")
        except ValueError as error:
            return f"caught {error}"

    check(f, 1)
    check(f, 3)


def test_choice_of_texts():
    def f(i, x):
        if i > 2:
            msg = f"large {i}"
        else:
            msg = f"small {i + 1}"
        note = None
        if x > 0:
            note = f"positive {x}"
        if note is not None:
            raise ValueError(msg, note)
        return msg

    for arguments in ((1, 0.0), (5, 0.0), (1, 2.0), (5, 2.0)):
        check(f, *arguments)


def test_through_calls_and_closures():
    @njit
    def describe(name, x):
        return f"{name} is {x:.2f}"

    @njit
    def fail(message):
        raise RuntimeError("failed: " + message)

    def f(x, y):
        def both():
            return describe("x", x) + ", " + describe("y", y)

        if x > y:
            fail(both())
        return both()

    def plain(x, y):
        def both():
            return f"x is {x:.2f}, y is {y:.2f}"

        if x > y:
            raise RuntimeError("failed: " + both())
        return both()

    for arguments in ((1.0, 2.0), (3.0, 2.0)):
        expected = found = None
        for function, results in ((plain, 0), (jitted(f), 1)):
            try:
                result = function(*arguments)
            except RuntimeError as error:
                result = error.args
            expected, found = (result, found) if results == 0 else (expected, result)
        assert found == expected


def test_in_tuples_and_in_a_loop():
    def f(n):
        last = ("", f"{0}")
        for i in range(n):
            last = ("", f"{i * i}")
        return last

    check(f, 0)
    check(f, 5)


def test_handler_and_finally():
    def f(n):
        message = f"start {n}"
        try:
            for i in range(n):
                message = f"start {i}"
                if i == 3:
                    raise ValueError(f"stopped at {i}")
        except ValueError:
            return message
        return message

    for n in (0, 2, 6):
        check(f, n)


@pytest.mark.parametrize("text", ["f'{x:d}'", "'%d %d' % i", "'{} {}'.format(i)", "f'{i:.3q}'"])
def test_a_format_that_does_not_fit(text):
    check(source(f"def f(i, x):\n    return {text}\n"), 1, 2.5)
    check(source(f"def f(i, x):\n    raise KeyError({text})\n"), 1, 2.5)


USES = [
    "len(m)",
    "m == 'a', m != f'{i}.5', m < 'b', m == str(i)",
    "m[0], m[-1], m[1:], m[::-1]",
    "m * 2",
    "'1' in m, m in 'x1.5'",
    "1 if m else 2",
    "m.find('5'), m.count('1')",
    "m + m, len(m + 'x'), (m + 'y')[-2:]",
    "isinstance(m, str)",
    "min(m, 'x')",
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("text", ["f'{i}'", "f'{i}.5'", "str(i)", "'%d items' % i", "f'{i:>{i}} {x:.2f}'", "repr(x) + str(i)"])
def test_looked_into(use, text):
    function = source(f"def f(i, x):\n    m = {text}\n    return {use}\n")
    for arguments in ((1, 0.5), (15, 1e300), (-7, math.inf)):
        check(function, *arguments)


def test_texts_of_different_make():
    def f(i, x):
        m = f"{i}" if i > 2 else "none"
        if x > 0:
            m = f"{x} {i}"
        elif x < 0:
            m = m + "!"
        return m, len(m)

    for i in (1, 3):
        for x in (-1.0, 0.0, 2.5):
            check(f, i, x)


def test_text_that_grows_in_a_loop():
    def f(n):
        m = ""
        for i in range(n):
            m = m + str(i)
            m += f",{i / 2}"
        return m

    for n in (0, 1, 40):
        check(f, n)


def several_pieces(a, i, j):
    both = f"{a}: {i}, {j};{a}"
    numbers = f"{i}{j}{i}"
    lines = ""
    for k in range(3):
        lines += f"{k} {a} {i - k}\n"
    return len(both), both, numbers + a, f"{numbers}{a}{both}{j}" == a, lines, f"{lines}{a}{k}{lines}"


@pytest.mark.parametrize("text", ["", "narrow", "größe", "Ωmega", "日本", "😀😀"])
@pytest.mark.parametrize("i", [0, -1, 10**9, -(2**63) + 2, 2**63 - 1])
def test_several_pieces(text, i):
    check(several_pieces, text, i, np.uint64(2**64 - 1))
    check(several_pieces, text, np.int8(i % 100), i < 0)


def test_text_or_none():
    def f(a, x):
        note = None
        if x > 0:
            note = f"{a[0]} {x}"
        elif x < 0:
            note = f"{a} negative"
        if note is None:
            return "nothing"
        return note

    for x in (-1.0, 0.0, 2.5):
        check(f, np.arange(3), x)


def test_the_value_is_that_of_the_definition():
    """A text that is looked into later has the values of when it was written."""

    def f(a):
        m = f"{a[0]}"
        a[0] = 7
        return len(m), m, m + "x"

    check(f, np.array([12345]))


def test_a_format_that_does_not_fit_is_reported_where_it_stands():
    def f(i, flag):
        try:
            m = f"{i:s}"
        except ValueError:
            return -1
        return len(m)

    check(f, 3, True)


@pytest.mark.parametrize("end", ["return m", "raise ValueError(m, a)", "print(m)", "return len(a)"])
def test_nothing_leaks(end, capsys):
    function = jitted(source(f"def f(n):\n    a = np.zeros(n)\n    m = f'{{a}} {{n}}'\n    {end}\n"))
    before = _native.live_allocations()
    for n in range(5):
        try:
            function(n)
        except ValueError:
            pass
    assert _native.live_allocations() == before


def test_nothing_leaks_when_the_format_does_not_fit():
    function = jitted(source("def f(n):\n    a = np.zeros(n)\n    return f'{n:s} {a}', a\n"))
    before = _native.live_allocations()
    for n in range(5):
        with pytest.raises(ValueError, match="Unknown format code 's'"):
            function(n)
    assert _native.live_allocations() == before


@pytest.mark.parametrize(
    "text",
    [
        '"{a} {b}".format(a=x, b=2)', '"{} {name:>8} {}".format(x, 1.5, name="n")', '"{0}{b}{0}".format(x, b="-")',
        '"{a!r:>{width}}|".format(a="t", width=x)', '"{{}} {a.real}".format(a=x)', '"{a[1]}".format(a=(x, 2))',
        '"{:{w}.{p}f}".format(2.0 / 3, w=8, p=3)',
    ],
)  # fmt: skip
def test_format_with_names(text):
    check(expression(text, "x"), 7)


def test_format_with_names_that_are_not_there():
    check(expression('"{b}".format(a=x)', "x"), 1)


@pytest.mark.parametrize("text", ["{a}!", "{0:>5}{a[1]}{b}", "{b!r}{{}}", "{}{a[0]:{b}}", "{c}", "{1}", "{a"])
def test_format_of_a_text_that_is_no_constant(text):
    check(lambda text, x: text.format(x, a=[x, 2], b="7") + "|" + text[:1].format(), text, 1)
    check(lambda text, x: f"{text.format('-', a=(x, None), b=3)}", text, 2.5)
