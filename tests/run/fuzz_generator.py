"""Random functions: of Python that mostly compiles, and of damaged bytecode. Run by ``test_fuzz_sources``.

``python -m tests.run.fuzz_generator sources FIRST COUNT`` and ``... bytecode FIRST COUNT`` print ``seed N`` before each
function, so that a crash can be reproduced, and ``FAILED N ...`` for each that misbehaves. The compiler may refuse a function
with one of its errors; what it compiles may not disagree with the interpreter, and nothing may crash. `tests.fuzz` makes
programs of the whole language.
"""

from __future__ import annotations

import dis
import math
import random
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from coluber import njit
from coluber.core import errors

REFUSALS = (errors.NumbaError, errors.UnsupportedBytecodeError, TypeError, NotImplementedError)
EXPRESSION_DEPTH = 3
STATEMENT_DEPTH = 3
RUNNING = {number for name, number in dis.opmap.items() if name.startswith(("INSTRUMENTED_", "ENTER_", "TRACE_"))} | {255}
STATISTICS = {"refused": 0}


class SourceGenerator:
    """Writes one random function of the parameters ``n`` (int), ``x`` (float) and ``a`` (1-D float64 array of 8).

    Variables keep their type most of the time, so that most functions compile; the rest is for the error paths.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.names = {"int": ["n", "i", "j", "k"], "float": ["x", "y", "z"], "bool": ["p", "q"]}
        self.loop_depth = 0
        # A function is either orderly or not: one slip is enough to make a whole function untypeable.
        self.disorder = self.random.choice([0.0, 0.0, 0.0, 0.02, 0.1])

    def function(self) -> str:
        """The text of ``def f(n, x, a)``."""
        self.lines = ["def f(n, x, a):", "    i, j, k = 1, n, 2 - n", "    y, z = 0.5, x", "    p, q = True, n > 1"]
        for _ in range(self.random.randint(1, 5)):
            self.statement(1, STATEMENT_DEPTH)
        self.line(
            1, self.random.choice(["return i, j, k, n, x, y, z, p, q", f"return {self.expression('int')}", "return x, y, z, i"])
        )
        return "\n".join(self.lines) + "\n"

    def chance(self, probability: float) -> bool:
        """True with a probability."""
        return self.random.random() < probability

    def line(self, indent: int, text: str) -> None:
        """Append a line."""
        self.lines.append("    " * indent + text)

    def kind(self) -> str:
        """A type of variable."""
        return self.random.choice(["int", "int", "float", "float", "bool"])

    def name(self, kind: str) -> str:
        """A variable of a type."""
        if self.chance(self.disorder):
            return self.random.choice(["new", "rest", *self.names[self.kind()]])
        return self.random.choice(self.names[kind])

    # Expressions.

    def expression(self, kind: str, depth: int = EXPRESSION_DEPTH) -> str:
        """An expression of a type."""
        if self.chance(self.disorder):
            return self.odd(kind, depth)
        if depth == 0 or self.chance(0.2):
            return self.leaf(kind)
        return {"int": self.integer, "float": self.float, "bool": self.boolean}[kind](depth - 1)

    def leaf(self, kind: str) -> str:
        """A variable or a literal."""
        if self.chance(0.7):
            return self.name(kind)
        return self.random.choice(
            {"int": ["0", "1", "2", "7"], "float": ["0.5", "2.0", "1.25"], "bool": ["True", "False"]}[kind]
        )

    def integer(self, depth: int) -> str:
        """An integer operation."""
        one, other = self.expression("int", depth), self.expression("int", depth)
        return self.random.choice(
            [
                f"({one} + {other})",
                f"({one} - {other})",
                f"({one} * {other})",
                f"({one} // {other})",
                f"({one} % (abs({other}) + 1))",
                f"({one} // (abs({other}) + 1))",
                f"({one} & {other})",
                f"({one} ^ {other})",
                f"(-{one})",
                f"abs({one})",
                f"min({one}, {other})",
                f"max({one}, {other}, 3)",
                f"({one} if {self.expression('bool', depth)} else {other})",
                f"int({self.expression('bool', depth)})",
                f"({one}, {other})[{self.random.randint(0, 1)}]",
                f"(lambda s, t: s - t)({one}, {other})",
                f"divmod({one}, 3)[1]",
                f"sum(({one}, {other}))",
                f"({self.random.choice('ijk')} := {one})",
                "len(a)",
                "a[1:].shape[0]",
            ]
        )

    def float(self, depth: int) -> str:
        """A float operation."""
        one, other = self.expression("float", depth), self.expression("float", depth)
        return self.random.choice(
            [
                f"({one} + {other})",
                f"({one} - {other})",
                f"({one} * {other})",
                f"({one} / {other})",
                f"({one} / (abs({other}) + 0.5))",
                f"({one} + {self.expression('int', depth)})",
                f"({self.expression('int', depth)} / (abs({self.expression('int', depth)}) + 1))",
                f"(-{one})",
                f"abs({one})",
                f"float({self.expression('int', depth)})",
                f"({one} if {self.expression('bool', depth)} else {other})",
                f"math.sqrt(abs({one}))",
                f"a[{self.expression('int', depth)} % 8]",
                f"a[{self.name('int')}]",
                "a.sum()",
                "a[1:4].max()",
                "(a * 2.0 - x)[::-2].min()",
            ]
        )

    def boolean(self, depth: int) -> str:
        """A comparison or a logical operation."""
        kind = self.random.choice(["int", "float"])
        one, other = self.expression(kind, depth), self.expression(kind, depth)
        operators = ["<", "<=", ">", ">=", "==", "!="]
        symbol = self.random.choice(operators)
        left, right = self.expression("bool", depth), self.expression("bool", depth)
        return self.random.choice(
            [
                f"({one} {symbol} {other})",
                f"({one} {symbol} {other})",
                f"({one} {symbol} {other} {self.random.choice(operators)} {self.leaf(kind)})",
                f"({left} and {right})",
                f"({left} or {right})",
                f"(not {left})",
                f"bool({one})",
                f"any(({left}, {right}))",
            ]
        )

    def odd(self, kind: str, depth: int) -> str:
        """Something that may not type, or that is rare."""
        inner = self.expression(self.kind(), max(depth - 1, 0))
        return self.random.choice(
            [
                inner,
                "None",
                "'text'",
                "a",
                f"[{inner}][0]",
                f"{{{inner}: 1}}",
                f"f'{{{inner}}}'",
                f"isinstance({inner}, int)",
                f"({inner} is None)",
                f"round({inner})",
                f"({inner}, a)",
                f"new({inner})",
                f"a[{inner}:]",
                f"a.attribute_{kind}",
                f"[s for s in ({inner},)]",
                f"({inner} @ {inner})",
                # Of a bool it is `not`, as for NumPy's, where CPython gives an integer.
                f"~({inner} + 0)",
            ]
        )

    # Statements.

    def statement(self, indent: int, depth: int) -> None:
        """A statement of any kind."""
        simple = [self.assign, self.assign, self.augment, self.store, self.unpack, self.escape]
        compound = [self.if_, self.for_, self.while_, self.try_, self.match_]
        self.random.choice(simple if depth == 0 else simple + compound)(indent, max(depth - 1, 0))

    def block(self, indent: int, depth: int) -> None:
        """Some statements."""
        for _ in range(self.random.randint(1, 3)):
            self.statement(indent, depth)

    def assign(self, indent: int, _: int) -> None:
        """``v = expression``."""
        kind = self.kind()
        self.line(indent, f"{self.name(kind)} = {self.expression(kind)}")

    def augment(self, indent: int, _: int) -> None:
        """``v += expression``."""
        kind = self.random.choice(["int", "float"])
        self.line(indent, f"{self.name(kind)} {self.random.choice(['+=', '-=', '*='])} {self.expression(kind, 2)}")

    def store(self, indent: int, _: int) -> None:
        """An assignment into the array."""
        place = self.random.choice([f"a[{self.name('int')} % 8]", "a[1:3]", "a[::2]", "a[-1]", f"a[{self.name('int')}]"])
        self.line(indent, f"{place} {self.random.choice(['=', '+=', '*='])} {self.expression('float', 2)}")

    def unpack(self, indent: int, _: int) -> None:
        """Assignments of tuples."""
        one, other = self.kind(), self.kind()
        value = f"{self.expression(one, 1)}, {self.expression(other, 1)}"
        if self.chance(0.2):
            self.line(indent, f"{self.name(one)}, *rest = {value}, {self.expression(other, 1)}")
            self.line(indent, f"{self.name(other)} = rest[-1]")
        else:
            self.line(indent, f"{self.name(one)}, {self.name(other)} = {value}")

    def escape(self, indent: int, _: int) -> None:
        """A jump under a condition."""
        choices = ["pass", "raise ValueError('text')", f"raise KeyError({self.expression('int', 1)})"]
        if self.loop_depth:
            choices += ["break", "continue"] * 3
        if self.chance(self.disorder):
            choices = [f"del {self.name('int')}", f"return {self.expression('float')}", "raise", "new = 5"]
        self.line(indent, f"if {self.expression('bool', 2)}:")
        self.line(indent + 1, self.random.choice(choices))

    def if_(self, indent: int, depth: int) -> None:
        """``if``, ``elif``, ``else``."""
        self.line(indent, f"if {self.expression('bool', 2)}:")
        self.block(indent + 1, depth)
        if self.chance(0.3):
            self.line(indent, f"elif {self.expression('bool', 2)}:")
            self.block(indent + 1, depth)
        if self.chance(0.5):
            self.line(indent, "else:")
            self.block(indent + 1, depth)

    def for_(self, indent: int, depth: int) -> None:
        """A loop over something short."""
        header = self.random.choice(
            [
                "for {i} in range(3)",
                "for {i} in range(4, 0, -2)",
                "for {i} in range(n % 4)",
                "for {i} in (1, 2, 5)",
                "for {x} in a[:3]",
                "for {i} in range(len(a))",
                "for {i}, {x} in enumerate(a)",
                "for {i}, {x} in zip(range(4), a)",
                "for {x}, {i} in ((0.5, 1), (1.5, 2))",
                "for {i} in reversed(range(3))",
            ]
        )
        self.line(indent, header.format(i=self.name("int"), x=self.name("float")) + ":")
        self.loop(indent, depth)

    def loop(self, indent: int, depth: int) -> None:
        """The body of a loop, and sometimes its ``else``."""
        self.loop_depth += 1
        self.block(indent + 1, depth)
        self.loop_depth -= 1
        if self.chance(0.2):
            self.line(indent, "else:")
            self.block(indent + 1, depth)

    def while_(self, indent: int, depth: int) -> None:
        """A loop that ends after a few turns."""
        counter = f"w{len(self.lines)}"
        self.line(indent, f"{counter} = 0")
        self.line(indent, f"while {counter} < {self.random.randint(0, 4)} and {self.expression('bool', 1)}:")
        self.line(indent + 1, f"{counter} += 1")
        self.loop(indent, depth)

    def try_(self, indent: int, depth: int) -> None:
        """``try`` with handlers, ``else`` and ``finally``."""
        self.line(indent, "try:")
        self.block(indent + 1, depth)
        handlers = ["ValueError", "(ValueError, ZeroDivisionError)", "Exception", "LookupError", "KeyError as e", ""]
        has_handler = self.chance(0.9)
        if has_handler:
            self.line(indent, f"except {self.random.choice(handlers)}:".replace(" :", ":"))
            self.block(indent + 1, depth)
            if self.chance(0.2):
                self.line(indent, "else:")
                self.block(indent + 1, depth)
        if not has_handler or self.chance(0.3):
            self.line(indent, "finally:")
            self.assign(indent + 1, depth)

    def match_(self, indent: int, depth: int) -> None:
        """``match`` on numbers."""
        self.line(indent, f"match {self.expression('int', 1)}:")
        for case in self.random.sample(["0", "1 | 2", "-1", "3"], 2):
            self.line(indent + 1, f"case {case}:")
            self.block(indent + 2, depth)
        if self.chance(0.5):
            self.line(indent + 1, "case _:")
            self.block(indent + 2, depth)


@dataclass
class Outcome:
    """What a call did."""

    value: Any
    error: BaseException | None
    array: np.ndarray
    silent_division: bool


def run(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """Call a function on a copy of the array."""
    n, x, a = arguments
    a = a.copy()
    faults: list[str] = []
    # Elements of arrays are NumPy's scalars in the interpreter, and divide by zero without an exception.
    with np.errstate(all="ignore", divide="call", invalid="call", call=lambda fault, _: faults.append(fault)):
        try:
            value, error = function(n, x, a), None
        except Exception as raised:
            value, error = None, raised
    return Outcome(value, error, a, bool(faults))


def is_close(found: Any, expected: Any) -> bool:
    """Equality of values, where a variable of two numeric types may have become the wider one."""
    if isinstance(expected, tuple) and isinstance(found, tuple):
        return len(found) == len(expected) and all(map(is_close, found, expected))
    if isinstance(expected, np.ndarray) or isinstance(found, np.ndarray):
        return np.shape(found) == np.shape(expected) and np.allclose(found, expected, rtol=1e-9, equal_nan=True)
    if isinstance(expected, (int, float, np.number, np.bool_)) and isinstance(found, (int, float)):
        if isinstance(expected, int) and abs(expected) > 2**53:
            return True  # Beyond this, wrap-around and floats that were integers differ.
        return found == expected or (math.isnan(found) and math.isnan(expected)) or math.isclose(found, expected, rel_tol=1e-9)
    return found is expected or found == expected or isinstance(expected, (str, list, range))


def disagreement(text: str, arguments: tuple[Any, ...]) -> str | None:
    """What is wrong with the compiled function, if anything."""
    namespace: dict[str, Any] = {"np": np, "math": math}
    try:
        exec(compile(text, "<fuzz>", "exec"), namespace)
    except SyntaxError:
        return None
    expected = run(namespace["f"], arguments)
    found = run(njit(boundscheck=True)(namespace["f"]), arguments)
    if isinstance(expected.error, (OverflowError, TypeError)) or expected.silent_division:
        return None
    return _difference(found, expected)


def _difference(found: Outcome, expected: Outcome) -> str | None:
    if found.error is not None:
        if isinstance(found.error, REFUSALS):
            STATISTICS["refused"] += 1
            return None if str(found.error).strip() else "an error without a message"
        if type(found.error) is type(expected.error):
            return None
        return f"raises {found.error!r}, expected {expected.error or expected.value!r}"
    if expected.error is not None:
        return f"gives {found.value!r}, expected {expected.error!r}"
    if not is_close(found.value, expected.value):
        return f"gives {found.value!r}, expected {expected.value!r}"
    return None if is_close(found.array, expected.array) else f"leaves {found.array!r}, expected {expected.array!r}"


def fuzz_source(seed: int) -> tuple[str, str | None]:
    """The text of a function and what is wrong with it."""
    text = SourceGenerator(seed).function()
    for arguments in ((3, 1.5, np.arange(8.0)), (0, -2.0, np.ones(8))):
        problem = disagreement(text, arguments)
        if problem is not None:
            return text, problem
    return text, None


def harmless(text: bytes, constants: int) -> bytes:
    """Instructions that CPython itself does not fall over when it makes a code object of them.

    It looks up the instructions behind those of monitoring and of its own compiler in tables that only running code has, it
    reads constants (from 3.15 on), and it writes cache entries, also past the end.
    """
    no_operation = dis.opmap["NOP"]
    result = bytearray(text)
    operand = 0
    for place in range(0, len(result) - 1, 2):
        operation = result[place]
        operand = operand << 8 | result[place + 1]
        if operation in RUNNING or (operation == dis.opmap["LOAD_CONST"] and operand >= constants):
            result[place] = no_operation
        if operation != dis.opmap["EXTENDED_ARG"]:
            operand = 0
    return bytes(result) + bytes([no_operation, 0]) * 16


def damaged(seed: int) -> types.FunctionType:
    """A function whose bytecode has some wrong bytes."""
    source = SourceGenerator(seed).function()
    namespace: dict[str, Any] = {"np": np, "math": math}
    try:
        exec(compile(source, "<fuzz>", "exec"), namespace)
        code = namespace["f"].__code__
    except SyntaxError:
        code = (lambda n, x, a: n + x * a[0] if n > 2 else x).__code__
    chooser = random.Random(seed)
    text = bytearray(code.co_code)
    for _ in range(chooser.randint(1, 4)):
        text[chooser.randrange(len(text))] = chooser.randrange(256)
    if chooser.random() < 0.1:
        del text[2 * chooser.randrange(len(text) // 2) :]
    changes: dict[str, Any] = {"co_code": harmless(bytes(text), len(code.co_consts))}
    if chooser.random() < 0.2 and code.co_exceptiontable:
        changes["co_exceptiontable"] = bytes(chooser.randrange(256) for _ in code.co_exceptiontable)
    return types.FunctionType(code.replace(**changes), namespace)


def fuzz_bytecode(seed: int) -> tuple[str, str | None]:
    """The bytecode of a damaged function, which is compiled and never run, and what is wrong."""
    function = damaged(seed)
    text = function.__code__.co_code.hex()
    try:
        njit(function).compile("(i8, f8, f8[::1])")
    except REFUSALS as refusal:
        return text, None if str(refusal).strip() else "an error without a message"
    except Exception as error:
        return text, f"raises {error!r}"
    return text, None


def main() -> None:
    """Run a range of seeds."""
    kind, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    fuzz = {"sources": fuzz_source, "bytecode": fuzz_bytecode}[kind]
    for seed in range(first, first + count):
        print("seed", seed, flush=True)
        text, problem = fuzz(seed)
        if problem is not None:
            print("FAILED", seed, problem.splitlines()[0], flush=True)
            print(text, flush=True)
    print("statistics", STATISTICS)


if __name__ == "__main__":
    main()
