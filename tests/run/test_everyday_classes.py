"""What programs do with classes, dataclasses and exceptions: what they print and return, as CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "keyword-only arguments of exceptions": """
        class Failure(Exception):
            def __init__(self, text="none", *, code=3, place):
                super().__init__(text)
                self.code = code
                self.where = f"{place}:{code}"

        @jit
        def caught(n):
            try:
                if n == 0:
                    raise Failure("a", place="p")
                if n == 1:
                    raise Failure(place="q", code=n * 10)
                raise Failure(text="c", code=n, place="r")
            except Failure as error:
                return error.code, error.where, str(error), error.args

        @jit
        def raised():
            raise Failure("d", place="s", code=8)

        def main():
            try:
                raised()
            except Failure as error:
                return [caught(n) for n in range(3)], error.code, error.where, error.args
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)
