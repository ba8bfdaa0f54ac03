"""Displays of lists whose items have several types, handed to a function that only reads them: as CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check, compile_error, expression, source

VALUES = ([1, 2, 3], {"k": 1}, "text", 0, 2.5)


@pytest.mark.parametrize(
    "text",
    [
        "all([a, b, s]), all([a, b, s, n]), all([x > 0, s, None])",
        "any([n, {}, s]), any([n, None, ''])",
        "not all([a, b, s, n, x, None])",
        "max([1, 2.5, True]), max([x, n], default=3.5)",
        "sum([1, 2.5, True]), sum([x, n], 1)",
        "tuple([a, s, n])",
        "[i for i, v in enumerate([a, b, s])]",
        "[(i, len(v)) for i, v in enumerate([a, b, s], 3)]",
        "[str(u) + str(v) for u, v in zip([a, b, s], [1, 'a', 2.5])]",
        "[str(u) for u in reversed([a, b, s])]",
        "'-'.join([s, 't'])",
        "list(map(len, [a, b, s])), list(map(str, [a, b, s]))",
        "sum(len(v) for v in [a, b, s]), all(v for v in [a, b, s])",
        "len([a, b, s]), [a, b, s][1], s in [n, s, None]",
        "[str(i) + str(u) + str(v) for i, (u, v) in enumerate(zip((1, 'b', 2.5), [a, b, s]))]",
    ],
)
def test_display(text):
    check(expression(text, "a, b, s, n, x"), *VALUES)


LOOPS = {
    "enumerate": """
        def f(a, b, s, n, x):
            out = ""
            for k, v in enumerate([a, b, s, n, x], start=n + 5):
                if v == 0:
                    break
                out += f"{k}:{v};"
            else:
                return "none"
            return out
    """,
    "zip, reversed": """
        def f(a, b, s, n, x):
            out = ""
            for u, v in zip([a, b, s], [x, n, None]):
                out += f"{u}{v};"
            for v in reversed([a, b, s, n]):
                out += str(v)
            return out
    """,
    "a test of the arguments": """
        def f(a, b, s, n, x):
            if not all([a, b, s]):
                raise ValueError("empty")
            for name, value in zip(["a", "b"], [a, b]):
                if not isinstance(value, (list, dict)):
                    raise TypeError(name)
            return len(a) + len(b)
    """,
    "twice": """
        def f(a, b, s, n, x):
            out = ""
            for _ in range(2):
                for k, v in enumerate([a, s]):
                    out += str(k) + str(v)
            return out
    """,
}


@pytest.mark.parametrize("program", LOOPS.values(), ids=LOOPS.keys())
def test_loop(program):
    check(source(program), *VALUES)
    check(source(program), [], {}, "", 1, 0.0)


@pytest.mark.parametrize("maker", ["enumerate([1, 'b', 2.5])", "reversed([1, 'b', 2.5])"])
def test_iterator_that_is_kept_is_refused(maker):
    loop = "    for v in it:\n        out += str(v)\n"
    error = compile_error(source(f"def f():\n    out, it = '', {maker}\n{loop}{loop}    return out\n"))
    assert "its items have no common type" in error


def test_the_larger_list_stays_a_list():
    check(expression("max([a, 'x'], [a, 'y'])", "a"), 1)
