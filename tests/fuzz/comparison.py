"""Running a program by the interpreter and compiled, and comparing all that can be seen of it."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import os
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from coluber import _native, njit, typed
from coluber.core import errors
from tests.fuzz.programs import Program

REFUSALS = (errors.NumbaError, errors.UnsupportedBytecodeError)
LARGEST = 2**62
SECONDS = 240
_numbers = count()
FOLDER = Path(tempfile.gettempdir()) / "coluber-fuzz"


@dataclass
class Outcome:
    """What a call did: what it returned or raised, its arguments afterwards, and what it printed."""

    value: str
    arguments: str
    printed: str


class TooLarge(Exception):
    """An integer that has no place in 64 bits."""


def described(value: Any) -> str:
    """A text of a value with its types; two values with one text are the same for a program."""
    if isinstance(value, int) and abs(value) > LARGEST and not isinstance(value, Enum):
        raise TooLarge
    if value is None or isinstance(value, (bool, int, float, str, bytes, Enum)):
        return f"{value!r}" if not isinstance(value, Enum) else str(value)
    if isinstance(value, (typed.List, typed.Dict)):
        value = dict(value) if isinstance(value, typed.Dict) else list(value)
    name = type(value).__name__
    if isinstance(value, dict):
        return f"{name}({', '.join(f'{described(key)}: {described(item)}' for key, item in value.items())})"
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        return f"{name}({', '.join(map(described, value))})"
    fields = {key: described(item) for key, item in sorted(vars(value).items())} if hasattr(value, "__dict__") else {}
    return f"{name}({', '.join(f'{key}={item}' for key, item in fields.items())})"


def outcome(module: ModuleType, function: Any, arguments: str) -> Outcome:
    """Call a function with arguments that are made anew."""
    values = eval(arguments, module.__dict__)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            value = described(function(*values))
        except (*REFUSALS, TooLarge):
            raise
        except Exception as error:
            # Texts of divisions by zero differ between versions of CPython.
            text = "" if isinstance(error, ZeroDivisionError) else str(error)
            value = f"raises {type(error).__name__}: {text}, from {type(error.__cause__).__name__}"
    return Outcome(value, described(values), printed.getvalue())


@contextlib.contextmanager
def module_of(text: str) -> Iterator[ModuleType]:
    """A module of a text, whose file is there while it is used; after a crash it stays, to be looked at."""
    FOLDER.mkdir(exist_ok=True)
    name = f"program_{os.getpid()}_{next(_numbers)}"
    file = FOLDER / f"{name}.py"
    file.write_text(text)
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[module.__name__] = module
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    try:
        exec(compile(text, file, "exec"), module.__dict__)
        yield module
    finally:
        faulthandler.cancel_dump_traceback_later()
        del sys.modules[module.__name__]
        file.unlink()


def compared(program: Program) -> str:
    """Run a program both ways, and return how that went: ``same``, ``refused: why``, ``unfit`` or ``wrong: how``."""
    try:
        compile(program.text, "<program>", "exec")
    except SyntaxError:
        return "unfit"
    with module_of(program.text) as module:
        compiled = njit(module.main)
        for arguments in program.arguments:
            try:
                expected = outcome(module, module.main, arguments)
            except (TooLarge, RecursionError):
                return "unfit"
            found = _difference(module, compiled, arguments, expected)
            if found:
                return found
    return "same"


def _difference(module: ModuleType, compiled: Any, arguments: str, expected: Outcome) -> str:
    """Compare a compiled call, and what it leaves allocated."""
    gc.collect()
    before = _native.live_allocations()
    try:
        found = outcome(module, compiled, arguments)
    except REFUSALS as refusal:
        text = str(refusal)
        is_fault = not text.strip() or "InternalError" in type(refusal).__name__ or "panick" in text
        return f"wrong: {type(refusal).__name__}: {text}" if is_fault else f"refused: {text}"
    if found != expected:
        return f"wrong: main{arguments}\ngives    {found}\nexpected {expected}"
    gc.collect()
    left = _native.live_allocations() - before
    return f"wrong: main{arguments} leaves {left} allocations" if left else ""
