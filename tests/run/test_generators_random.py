"""Random generators, consumed in random ways, as far as their end or not: as CPython, and each allocation given back."""

from __future__ import annotations

import gc
import os

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coluber import _native
from tests.run.generators import functions, outcome

EXAMPLES = 10 * int(os.environ.get("COLUBER_FUZZ", "1"))

EXPRESSIONS = ["i", "k", "i * k - 1", "len(l)", "l[-1]", "len(w)", "int(a[0])", "int(b.sum())", "l[i]", "10 // (k - 2)"]
SIMPLE = [
    "k += 1",
    "l.append(k)",
    "l = [k, i]",
    "l = l[1:]",
    "w = w + 'x'",
    "w = str(k)",
    "b = a * k",
    "b = b[::-1].copy()",
    "a = b",
    "m = l",
    "l, m = m, l",
    "if k > 6: return",
    "if k == 5: raise Stop('five', k)",
]


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@st.composite
def statements(draw: st.DrawFn, depth: int) -> list[str]:
    """The lines of a few statements."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["simple", "yield", "if", "for", "while", "try", "from"] if depth else ["simple", "yield"]))
        if kind == "simple":
            lines.append(draw(st.sampled_from(SIMPLE)))
        elif kind == "yield":
            lines.append(f"yield {draw(st.sampled_from(EXPRESSIONS))}")
        elif kind == "from":
            inner = draw(st.sampled_from(["range(k % 4)", "l[:3]", "(x * k for x in l[:4])", "inner(k % 3, l)"]))
            lines.append(f"yield from {inner}")
        else:
            body = indented(draw(statements(depth - 1)))
            other = indented(draw(statements(depth - 1)))
            if kind == "if":
                lines += [f"if k % 3 == {draw(st.integers(0, 2))}:", *body, "else:", *other]
            elif kind == "for":
                lines += [f"for i in range({draw(st.integers(1, 3))}):", *body, "    k += 1"]
            elif kind == "while":
                lines += [f"while k < {draw(st.integers(1, 6))}:", *body, "    k += 1"]
            else:
                error = draw(st.sampled_from(["IndexError", "ZeroDivisionError", "(IndexError, Stop)"]))
                lines += ["try:", *body, f"except {error}:", *other]
    return lines


CONSUMERS = [
    "return list(g(a, n))",
    "s = 0\nfor x in g(a, n):\n    s = 3 * s + x\nreturn s",
    "h = g(a, n)\nreturn next(h, -1), next(h, -2), [x for x in h]",
    "s = 0\nfor x, y in zip(g(a, n), g(a, n + 1)):\n    s += x * y\nreturn s",
    "h = g(a, n)\nfor x in h:\n    if x == 2: break\nreturn sum(h)",
    "return sum(x * 2 for x in g(a, n) if x > 0)",
    "hs = [g(a, n), g(a, 2)]\nreturn [next(h, -1) for h in hs], sum(hs[0])",
    "return g(a, n)",
    "h = g(a, n)\nreturn next(h, 0)",
]


@st.composite
def programs(draw: st.DrawFn) -> str:
    body = ["i, k, l, m, w, b = 1, n, [n, 2], [3], 'text', a", *draw(statements(2)), "yield k", *draw(statements(1))]
    consumer = draw(st.sampled_from(CONSUMERS)).split("\n")
    lines = ["@jit", "def inner(n, l):", "    for x in l:", "        if n > 0: yield x * n"]
    lines += ["@jit", "def g(a, n):", *indented(body), "def f(a, n):", *indented(consumer)]
    return "\n".join(lines)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(programs(), st.integers(0, 5))
def test_results_and_allocations(source, n):
    plain, compiled = functions(source)
    a = np.arange(1.0, 4.0)
    gc.collect()
    before = _native.live_allocations()
    want = outcome(plain, (a, n))
    assert outcome(compiled, (a, n)) == want, source
    gc.collect()
    assert _native.live_allocations() == before, source
