"""Code on disk that reads containers, tuples of arrays and objects of the program by name."""

import os
import subprocess
import sys

PROGRAM = """
import numpy as np
from coluber import njit

EXTRA = []
TABLE = {"a": 1, "b": 2}
WORDS = ["x", "yy", "zzz"]
NUMBERS = [10, 20]
KNOWN = {3, 4}
FIXED = frozenset((5, 6))
PAIR = (np.arange(3.0), np.ones(2))
NAMED = {"w": PAIR[0]}


class Counter:
    def __init__(self):
        self.count = 0
        self.seen = [1]


COUNTER = Counter()


@njit(cache=True)
def looked_up(key, k):
    return TABLE[key] + len(WORDS[k]) + NUMBERS[-1]


@njit(cache=True)
def member(k):
    return k in KNOWN, k in FIXED


@njit(cache=True)
def pair(x):
    return PAIR[0].sum() + PAIR[1].sum() * x + PAIR[0][1]


@njit(cache=True)
def counted(k):
    COUNTER.seen.append(k)
    COUNTER.count += 1
    return COUNTER.count


@njit(cache=True)
def packed(n):
    data = bytearray(n)
    for i in range(n):
        data[i] = i + 1
    return bytes(data), memoryview(data)[0]


@njit(cache=True)
def others(k):
    return len(NUMBERS) * k


FUNCTIONS = looked_up, member, pair, counted, packed, others
print(looked_up("b", 2), member(3), member(6), pair(2.0), counted(7), counted(8), COUNTER.seen, packed(3), others(2))
TABLE["c"] = 50
NUMBERS.append(300)
WORDS[0] = "longer"
print(looked_up("c", 0), others(2))
print([bool(f.stats.cache_hits) for f in FUNCTIONS])
"""


def run(folder, source):
    path = folder / "program.py"
    path.write_text(source)
    environment = {**os.environ, "COLUBER_CACHE_DIR": str(folder / "cache"), "NUMBA_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, env=environment, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_what_programs_name(tmp_path):
    first = run(tmp_path, PROGRAM)
    assert first[0] == "25 (True, False) (False, True) 8.0 1 2 [1, 7, 8] (b'\\x01\\x02\\x03', 1) 4"
    assert first[1:] == ["356 6", str([False] * 6)]
    # The containers of another process have other numbers: here they are met in another order.
    turned = PROGRAM.replace(
        "print(looked_up", "others(1), counted(1), COUNTER.seen.clear(), COUNTER.__init__()\nprint(looked_up", 1
    )
    assert run(tmp_path, turned) == [*first[:2], str([True] * 6)]
    # What they hold is no part of the code, what type they have is.
    other = PROGRAM.replace('{"a": 1, "b": 2}', '{"a": 1, "b": 2000}').replace("NUMBERS = [10, 20]", "NUMBERS = [10.5, 20.5]")
    changed = run(tmp_path, other)
    assert changed[0].startswith("2023.5 ")
    assert changed[2] == str([False, True, True, True, True, False])


STREAMS = """
import random
from coluber import njit

STREAM = random.Random(3)


@njit(cache=True)
def drawn(n):
    return [STREAM.random() for _ in range(n)]


@njit(cache=True)
def rolled(stream, sides):
    return stream.randint(1, sides)


other = random.Random(3)
print(drawn(3) == [other.random() for _ in range(3)], rolled(STREAM, 6) == rolled.py_func(other, 6))
print([bool(f.stats.cache_hits) for f in (drawn, rolled)])
"""


def test_streams_of_random_numbers(tmp_path):
    assert run(tmp_path, STREAMS) == ["True True", "[False, False]"]
    assert run(tmp_path, STREAMS) == ["True True", "[True, True]"]
