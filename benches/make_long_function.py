"""Write ``long_function.py``: a function of 300 lines with more than 25 loops.

``python -m benches.make_long_function`` prints the text; it is committed so that all runs compile the same function.
"""

from __future__ import annotations

HEAD = '''"""A long function. Written by ``python -m benches.make_long_function``; do not edit."""

from __future__ import annotations

import math

import numpy as np

from benches.implementation import njit


@njit
def long_function(a, b, n):
    out = np.zeros(n)
    total = 0.0
    count = 0'''

BLOCKS = (
    """
    # Round {i}: weighted differences.
    s{i} = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - {k}.0 * a[i] + b[i - 1]
        if d > 0.{i}:
            s{i} += d * 0.{k}
        elif d < -0.{i}:
            s{i} -= d / {k}.5
        else:
            count += 1
    total += s{i}""",
    """
    # Round {i}: table of sums.
    t{i} = np.empty(n)
    run{i} = {k}.0
    for i in range(n):
        run{i} = 0.5 * run{i} + a[i] * b[n - 1 - i]
        t{i}[i] = run{i}
    for i in range(n):
        out[i] += t{i}[i] / {k}.0
    total += t{i}.sum()""",
    """
    # Round {i}: search.
    low{i} = 0
    high{i} = n
    while low{i} < high{i}:
        middle = (low{i} + high{i}) // 2
        if out[middle] < total * 0.{k}:
            low{i} = middle + 1
        else:
            high{i} = middle
    count += low{i} % {k}""",
    """
    # Round {i}: elementary functions.
    for i in range(n):
        x = abs(a[i]) + {k}.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + {k} * i
        if out[i] > 1e{k}:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-{k}""",
    """
    # Round {i}: pairs.
    for i in range({k}):
        for j in range(i, n, {k}):
            if (i + j) % 3 == {k} % 3:
                count += i ^ j
            total += out[j] * 0.0{i}
    best{i} = max(total, float(count))
    total = min(best{i}, total + {k}.25)""",
)

TAIL = """
    for i in range(n):
        out[i] = out[i] - total / (count + 1)
    return out, total, count
"""


def text(rounds: int = 31) -> str:
    """The module's text."""
    blocks = [BLOCKS[i % len(BLOCKS)].format(i=i + 1, k=i % 7 + 2) for i in range(rounds)]
    return HEAD + "\n" + "\n".join(block.removeprefix("\n") for block in blocks) + TAIL


if __name__ == "__main__":
    print(text(), end="")
