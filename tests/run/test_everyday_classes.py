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
    "what is handed on to __post_init__": """
        from dataclasses import InitVar, dataclass, field

        @dataclass
        class Scaled:
            x: int
            scale: InitVar[int] = 2
            name: str = "n"
            shift: InitVar[float] = 0.5
            y: float = field(init=False)

            def __post_init__(self, scale, shift):
                self.y = self.x * scale + shift

        @jit
        def given(scaled):
            return scaled.x, scaled.y, scaled.name

        @jit
        def main():
            return Scaled(3), Scaled(3, 5, "m", 1.5), Scaled(x=1, shift=0.25), [Scaled(*[k, 2]).y for k in range(2)]

        def main_of_arguments():
            return given(Scaled(2, 7))
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check_program(program)
