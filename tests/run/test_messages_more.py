"""Wrong programs as people write them: the class of the error, its text, and the place in the source that it points to."""

from __future__ import annotations

import builtins
import itertools
import linecache
import re
import sys
import textwrap

import pytest

import coluber
from coluber.core import errors
from tests.run import wrong_programs, wrong_programs_more

PROGRAMS = wrong_programs.PROGRAMS + wrong_programs_more.PROGRAMS

HEAD = "import math\nimport numpy as np\nfrom coluber import njit, jit\n"

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
    """Where exactly differs: up to 3.12, CPython has the place of the whole statement, then that of the iterable."""
    program = next(wrong.program for wrong in PROGRAMS if wrong.name == "iterate_number")
    expected = "for i in n:" if sys.version_info < (3, 13) else "n"
    assert carets(plain(refusal(program))) == [expected]


def test_every_error_of_the_compiler_is_a_numba_error():
    for wrong in PROGRAMS:
        error = refusal(wrong.program)
        assert isinstance(error, coluber.errors.NumbaError) == hasattr(errors, wrong.error), wrong.name
