"""Compiles functions whose code objects are damaged: each compiles or is refused with an error of the compiler.

    python tools/fuzz_bytecode.py [--first SEED] [--count N] [--seconds LIMIT]

The functions are those of the bytecode corpus and random ones of ``tests/run/fuzz_generator.py``. Each seed damages one of
them: bytes of the instructions, the exception table and the line table, constants, names, flags. It is compiled for an explicit
signature and never run. The work is done in processes of their own; one that dies, or that takes too long for one function,
is a finding like a wrong exception. Exit status 1 if there is one. ``--show SEED`` prints the damaged code as a case for
``tests/run/test_damaged_code.py``, ``--child`` compiles without the parent that watches.
"""

from __future__ import annotations

import argparse
import contextlib
import dis
import faulthandler
import importlib.util
import math
import random
import resource
import select
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MEMORY = 6 << 30
CONSTANTS = [
    *(None, True, 0, -1, 1 << 62, 1 << 80, 0.5, math.nan, 2j),
    *("", "text\ud800", b"x", (), (1, (2.0, ("a",))), ..., frozenset((1,))),
]
SIGNATURES = {"n": "i8", "x": "f8", "a": "f8[::1]"}


def corpus() -> list[Callable[..., Any]]:
    """Import the functions of the bytecode corpus."""
    spec = importlib.util.spec_from_file_location("corpus", ROOT / "tests" / "bytecode" / "corpus.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [value for value in vars(module).values() if isinstance(value, types.FunctionType) and not value.__closure__]


def generated(seed: int) -> Callable[..., Any]:
    """Make a random function."""
    import numpy as np

    from tests.run.fuzz_generator import SourceGenerator

    namespace: dict[str, Any] = {"np": np, "math": math}
    exec(compile(SourceGenerator(seed).function(), "<fuzz>", "exec"), namespace)
    return namespace["f"]


class Damage:
    """Damages one function, the same way for the same seed and version of Python."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Give the function a damaged code object."""
        code = function.__code__
        kinds = (
            [self.instructions] * 3
            + [self.exchange] * 4
            + [self.order, self.exceptions, self.lines, self.constants, self.names, self.flags]
        )
        for kind in self.random.choices(kinds, k=self.random.randint(1, 3)):
            # CPython itself refuses some code objects.
            with contextlib.suppress(ValueError, TypeError, SystemError):
                code = kind(code)
        return types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__)

    def bytes(self, text: bytes, count: int) -> bytes:
        """Change some bytes: to any, or to near ones."""
        damaged = bytearray(text)
        for _ in range(self.random.randint(1, count) if damaged else 0):
            place = self.random.randrange(len(damaged))
            near = damaged[place] + self.random.choice((-2, -1, 1, 2))
            damaged[place] = self.random.choice((self.random.randrange(256), near & 255, 0, 255))
        return bytes(damaged)

    def instructions(self, code: types.CodeType) -> types.CodeType:
        """Make wrong operations and operands."""
        return with_instructions(code, self.bytes(code.co_code, 4))

    def exchange(self, code: types.CodeType) -> types.CodeType:
        """Replace instructions by others of the same function, so that most operands exist."""
        words = [code.co_code[i : i + 2] for i in range(0, len(code.co_code), 2)]
        for _ in range(self.random.randint(1, 3)):
            place, other = self.random.randrange(len(words)), self.random.choice(words)
            same = [word for word in words if word[0] == words[place][0]]
            words[place] = other if self.random.random() < 0.3 else self.random.choice(same)
        return with_instructions(code, b"".join(words))

    def order(self, code: types.CodeType) -> types.CodeType:
        """Drop, double, move or widen instructions."""
        words = [code.co_code[i : i + 2] for i in range(0, len(code.co_code), 2)]
        start, length = self.random.randrange(len(words)), self.random.randint(1, 4)
        part = words[start : start + length]
        change = self.random.choice(("delete", "double", "move", "cut", "widen"))
        if change != "double":
            del words[start : start + length]
        if change in ("double", "move"):
            place = self.random.randrange(len(words) + 1)
            words[place:place] = part
        elif change == "cut":
            del words[start:]
        elif change == "widen":
            prefix = bytes([dis.opmap["EXTENDED_ARG"], self.random.choice((1, 127, 128, 255))])
            words[start:start] = [prefix] * self.random.randint(1, 4) + part
        return with_instructions(code, b"".join(words))

    def exceptions(self, code: types.CodeType) -> types.CodeType:
        """Make a wrong exception table."""
        table = code.co_exceptiontable or bytes(self.random.randrange(256) for _ in range(self.random.randint(1, 12)))
        return code.replace(co_exceptiontable=self.bytes(table, 4))

    def lines(self, code: types.CodeType) -> types.CodeType:
        """Make a wrong table of positions."""
        return code.replace(co_linetable=self.bytes(code.co_linetable, 6), co_firstlineno=self.random.choice((0, 1, 2**31 - 1)))

    def constants(self, code: types.CodeType) -> types.CodeType:
        """Replace or drop constants."""
        values = list(code.co_consts)
        if self.random.random() < 0.2:
            del values[-1:]
        for place in range(len(values)):
            if self.random.random() < 0.3:
                values[place] = self.random.choice([*CONSTANTS, code])
        return with_instructions(code, code.co_code, tuple(values))

    def names(self, code: types.CodeType) -> types.CodeType:
        """Shuffle and drop names."""
        names = list(code.co_names)
        self.random.shuffle(names)
        return code.replace(co_names=tuple(names[: self.random.randint(0, len(names))]))

    def flags(self, code: types.CodeType) -> types.CodeType:
        """Change the kind of function, the counts of parameters and stack items."""
        change = self.random.choice(("co_flags", "co_argcount", "co_kwonlyargcount", "co_posonlyargcount", "co_stacksize"))
        old = getattr(code, change)
        new = old ^ (1 << self.random.randrange(8)) if change == "co_flags" else max(0, old + self.random.choice((-1, 1)))
        return code.replace(**{change: new})


def with_instructions(code: types.CodeType, text: bytes, constants: tuple[Any, ...] | None = None) -> types.CodeType:
    """Replace the instructions, and the constants."""
    from tests.run.fuzz_generator import harmless

    constants = code.co_consts if constants is None else constants
    return code.replace(co_code=harmless(text, len(constants)), co_consts=constants)


def damaged(seed: int, functions: list[Callable[..., Any]]) -> Callable[..., Any]:
    """Make the function of a seed."""
    function = generated(seed) if seed % 3 == 0 else functions[seed // 3 * 2 % len(functions) + seed % 3 - 1]
    return Damage(seed)(function)


def signature(function: Callable[..., Any], seed: int) -> str:
    """Choose types of parameters that often fit."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    chooser = random.Random(seed)
    kinds = [SIGNATURES.get(name) or chooser.choice(("i8", "i8", "f8", "f8[::1]")) for name in names]
    return f"({''.join(kind + ', ' for kind in kinds)})"


def verdict(function: Callable[..., Any], types_: str) -> tuple[bool, str | None]:
    """Say whether a function compiles, and what is wrong with the way in which it does or does not."""
    from coluber import njit
    from coluber.core import errors

    try:
        njit(function).compile(types_)
    except (errors.NumbaError, errors.UnsupportedBytecodeError) as refusal:
        return False, None if str(refusal).strip() else f"{type(refusal).__name__} without a message"
    except Exception as error:
        return False, f"raises {type(error).__name__}: {error}"
    except BaseException as error:  # A panic.
        return False, f"panics: {error}"
    return True, None


def child(first: int, count: int) -> None:
    """Compile the functions of some seeds and say what is wrong with them."""
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    functions = corpus()
    compiled = 0
    for seed in range(first, first + count):
        print("seed", seed, flush=True)
        try:
            function = damaged(seed, functions)
        except SyntaxError:
            continue
        compiles, problem = verdict(function, signature(function, seed))
        compiled += compiles
        if problem is not None:
            print("FAILED", problem.replace("\n", " | ")[:300], flush=True)
    print("done", compiled, flush=True)


@dataclass
class Watch:
    """A process that compiles a range of seeds, and the last seed that it began."""

    first: int
    count: int
    compiled: int = 0

    def findings(self, seconds: float) -> Iterator[str]:
        """Say what is wrong; start again after a seed that ends the process."""
        end = self.first + self.count
        first = self.first
        while first < end:
            seed, finding = yield from self._run(first, end - first, seconds)
            if finding is None:
                return
            yield f"seed {seed}: {finding}"
            first = seed + 1

    def _run(self, first: int, count: int, seconds: float) -> Iterator[str]:
        command = [sys.executable, "-W", "ignore", __file__, "--child", "--first", str(first), "--count", str(count)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            seed = first
            assert process.stdout is not None
            while select.select([process.stdout], [], [], seconds)[0]:
                line = process.stdout.readline()
                if line.startswith("seed"):
                    seed = int(line.split()[1])
                elif line.startswith("FAILED"):
                    yield f"seed {seed}: {line[7:].strip()}"
                elif line.startswith("done"):
                    self.compiled += int(line.split()[1])
                    return seed, None
                elif not line:
                    errors = process.communicate()[1]
                    return seed, f"ends with status {process.returncode}\n{errors[-3000:]}"
            process.kill()
            return seed, f"takes more than {seconds} seconds"


def show(seed: int) -> None:
    """Print the damaged code of a seed."""
    function = damaged(seed, corpus())
    code = function.__code__
    base = types.FunctionType((lambda: None).__code__, {}).__code__
    print(
        f"# CPython {sys.version_info[0]}.{sys.version_info[1]}, seed {seed}, "
        f"{function.__qualname__}{signature(function, seed)}"
    )
    for field in sorted(name for name in dir(base) if name.startswith("co_")):
        value = getattr(code, field)
        if not callable(value):
            print(f"    {field}={value!r},")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--child", action="store_true")
    parser.add_argument("--show", type=int)
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    if options.show is not None:
        show(options.show)
        return 0
    if options.child:
        child(options.first, options.count)
        return 0
    found = 0
    watch = Watch(options.first, options.count)
    for finding in watch.findings(options.seconds):
        print(finding, flush=True)
        found += 1
    print(f"{options.count} functions, {watch.compiled} compiled, {found} findings")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
