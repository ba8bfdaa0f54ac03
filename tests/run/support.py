"""Comparison of compiled functions with the interpreter.

:func:`check` runs a function interpreted and compiled, on separate copies of the arguments, and compares everything that a
caller can see: the result and its kind, the arrays that were changed, the exception. Where a compiled function differs from
CPython on purpose (64-bit integers, for one), :func:`expect` states the value.
"""

from __future__ import annotations

import cmath
import contextlib
import io
import linecache
import math
import operator
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from coluber import njit
from coluber.core import errors

INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1
UINT64_MAX = 2**64 - 1

_sources = count()


@dataclass(frozen=True)
class Outcome:
    """What a call did: its result or its exception, and its arguments afterwards."""

    value: Any
    error: BaseException | None
    arguments: tuple[Any, ...]


def wrap(value: int, unsigned: bool = False) -> int:
    """An integer reduced to 64 bits."""
    value &= UINT64_MAX
    return value if unsigned or value <= INT64_MAX else value - 2**64


def jitted(function: Callable[..., Any], **options: Any) -> Any:
    """The compiled function; the same object for the same function and options that can be hashed."""
    try:
        return _jitted(function, tuple(sorted(options.items())))
    except TypeError:
        return njit(**options)(function)


@cache
def _jitted(function: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> Any:
    return njit(**dict(options))(function)


@cache
def expression(text: str, parameters: str = "a, b") -> Callable[..., Any]:
    """A function that returns an expression of its parameters."""
    return source(f"def f({parameters}):\n    return {text}\n")


@cache
def source(text: str, name: str = "f") -> Callable[..., Any]:
    """A function made from source text, with the modules that tests use as globals."""
    text = textwrap.dedent(text)
    file = f"<test source {next(_sources)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"np": np, "math": math, "cmath": cmath, "operator": operator, "njit": njit}
    exec(compile(text, file, "exec"), namespace)
    return namespace[name]


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Outcome:
    """Call a function on copies of the arguments."""
    copies = tuple(copied(argument) for argument in arguments)
    try:
        with np.errstate(all="ignore"):
            return Outcome(function(*copies, **keywords), None, copies)
    except Exception as error:
        return Outcome(None, error, copies)


def copied(value: Any) -> Any:
    """A copy of arrays, also in tuples, of equal layout and flags."""
    if isinstance(value, np.ndarray):
        if value.flags.c_contiguous or value.flags.f_contiguous:
            copy = value.copy(order="K")
        else:
            copy = _strided_copy(value)
        copy.flags.writeable = value.flags.writeable
        return copy
    if isinstance(value, tuple):
        items = [copied(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [copied(item) for item in value]
    if type(value) is dict:
        return {copied(key): copied(item) for key, item in value.items()}
    if isinstance(value, set):
        return set(value)
    return value


def _strided_copy(value: np.ndarray) -> np.ndarray:
    """A copy that is not contiguous: every second element of a larger array along the last axis."""
    wide = np.zeros((*value.shape[:-1], 2 * value.shape[-1]), value.dtype)
    copy = wide[..., ::2]
    copy[...] = value
    return copy


def check(
    function: Callable[..., Any],
    *arguments: Any,
    rtol: float = 0.0,
    atol: float = 0.0,
    same_error_args: bool = True,
    keywords: dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    """Run a function both ways and compare; return what the compiled one returned.

    Parameters
    ----------
    rtol, atol
        Tolerances for floats, relative and absolute. Both zero means the same bits (any NaN equals any NaN).
    same_error_args
        Whether the arguments of an exception must be equal, besides its class.
    keywords
        Keyword arguments of the call.
    options
        Options of ``njit``.
    """
    plain = getattr(function, "py_func", function)
    expected = outcome(plain, arguments, keywords or {})
    found = outcome(jitted(plain, **options), arguments, keywords or {})
    call = f"{plain.__name__}{arguments!r}"
    if found.error is not None and expected.error is None:
        raise AssertionError(f"{call} gives {expected.value!r}, but compiled it raises") from found.error
    if expected.error is not None:
        _compare_errors(call, expected.error, found, same_error_args)
    else:
        assert_same(found.value, expected.value, rtol, atol, call)
    for index, (after, wanted) in enumerate(zip(found.arguments, expected.arguments, strict=True)):
        assert_same(after, wanted, rtol, atol, f"argument {index} after {call}")
    return found.value


# How many lines make one function. The time of LLVM for a function grows faster than its length.
LINES_OF_A_FUNCTION = 10


def groups(lines: Iterable[str], size: int = LINES_OF_A_FUNCTION) -> list[Any]:
    """The parameters of a test that takes several lines at a time, for `check_lines`; the first line is their name."""
    return [pytest.param(several, id=several[0]) for several in batched(tuple(lines), size)]


def batched(items: Sequence[Any], size: int) -> list[tuple[Any, ...]]:
    """Tuples of at most `size` items that follow each other."""
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]


def check_lines(
    lines: Iterable[str],
    parameters: str,
    *arguments: Any,
    make: Callable[[str, str], Callable[..., Any]] = expression,
    same_error_args: bool = True,
    **options: Any,
) -> None:
    """Compare what each of several lines gives, as `check` does, with one function for as many of them as that is possible.

    A function that returns a tuple of ten results costs about a third of the time of ten functions. Lines that
    raise are in one function too, which is told which of them to run; a line that changes an argument has a function of its
    own. The message about a difference names the line.

    Parameters
    ----------
    lines, parameters
        The expressions, and the parameters of all of them.
    make
        Makes a function of an expression and parameters.
    same_error_args, options
        As for `check`.
    """
    values, errors, others = _sorted_lines(lines, parameters, arguments, make)
    for line in others:
        check(make(line, parameters), *arguments, **options)
    for several in batched(values, LINES_OF_A_FUNCTION):
        _check_values(several, parameters, arguments, make, **options)
    for several in batched(errors, LINES_OF_A_FUNCTION):
        _check_errors(several, parameters, arguments, make, same_error_args, **options)


def _sorted_lines(
    lines: Iterable[str], parameters: str, arguments: tuple[Any, ...], make: Callable[[str, str], Callable[..., Any]]
) -> tuple[list[str], list[str], list[str]]:
    """The lines that give a value and leave the arguments as they are, those that raise, and the others."""
    values, errors, others = [], [], []
    for line in lines:
        done = outcome(make(line, parameters), arguments, {})
        if done.error is not None:
            errors.append(line)
        else:
            (values if are_same(done.arguments, arguments) else others).append(line)
    return values, errors, others


def are_same(found: Any, expected: Any) -> bool:
    """Whether two values have one kind and are equal."""
    try:
        assert_same(found, expected)
    except AssertionError:
        return False
    return True


def _check_values(
    lines: tuple[str, ...],
    parameters: str,
    arguments: tuple[Any, ...],
    make: Callable[[str, str], Callable[..., Any]],
    rtol: float = 0.0,
    atol: float = 0.0,
    **options: Any,
) -> None:
    function = make("".join(f"({line}), " for line in lines), parameters)
    expected, found = outcome(function, arguments, {}), outcome(jitted(function, **options), arguments, {})
    if found.error is not None:
        for line in lines:
            check(make(line, parameters), *arguments, rtol=rtol, atol=atol, **options)
        raise AssertionError(f"each of {lines} can be compiled, but not all of them") from found.error
    for line, one, other in zip(lines, found.value, expected.value, strict=True):
        assert_same(one, other, rtol, atol, f"{line} of {arguments!r}")
    assert_same(found.arguments, arguments, what=f"the arguments after {lines}")


def _check_errors(
    lines: tuple[str, ...],
    parameters: str,
    arguments: tuple[Any, ...],
    make: Callable[[str, str], Callable[..., Any]],
    same_args: bool,
    rtol: float = 0.0,
    atol: float = 0.0,
    **options: Any,
) -> None:
    choice = " else ".join(f"(({line}), 0)[1] if which == {index}" for index, line in enumerate(lines))
    function = jitted(make(f"{choice} else 0", f"{parameters}, which"), **options)
    outcome(function, (*arguments, -1), {})
    if not function.signatures:
        # A line that is refused while it is compiled would hide the others.
        for line in lines:
            check(make(line, parameters), *arguments, same_error_args=same_args, **options)
        return
    for index, line in enumerate(lines):
        expected, found = outcome(make(line, parameters), arguments, {}), outcome(function, (*arguments, index), {})
        assert expected.error is not None
        _compare_errors(f"{line} of {arguments!r}", expected.error, found, same_args)
        assert_same(found.arguments[:-1], expected.arguments, rtol, atol, f"the arguments after {line}")


def _compare_errors(call: str, expected: BaseException, found: Outcome, same_args: bool) -> None:
    if found.error is None:
        raise AssertionError(f"{call} raises {expected!r}, but compiled it gives {found.value!r}")
    if type(found.error) is not type(expected):
        raise AssertionError(f"{call} raises {expected!r}, but compiled it raises {found.error!r}") from found.error
    if same_args:
        assert found.error.args == expected.args, call


def expect(function: Callable[..., Any], arguments: tuple[Any, ...], value: Any, rtol: float = 0.0, **options: Any) -> None:
    """Check that the compiled function gives a value, where the interpreter gives another."""
    found = jitted(function, **options)(*arguments)
    assert_same(found, value, rtol, 0.0, f"{function.__name__}{arguments!r}")


def compile_error(
    function: Callable[..., Any], *arguments: Any, error: type[Exception] = errors.NumbaError, **options: Any
) -> str:
    """The message of the error with which the compiler refuses a call."""
    try:
        value = jitted(function, **options)(*arguments)
    except error as refusal:
        return str(refusal)
    raise AssertionError(f"{function.__name__}{arguments!r} compiled, and gave {value!r}")


def kind(value: Any) -> str:
    """The class of a value, with Python's and NumPy's numbers counted as one."""
    if value is None:
        return "None"
    for name, classes in (
        ("bool", (bool, np.bool_)),
        ("int", (int, np.integer)),
        ("float", (float, np.floating)),
        ("complex", (complex, np.complexfloating)),
        ("ndarray", np.ndarray),
        ("tuple", tuple),
        ("list", list),
        ("dict", dict),
        ("str", str),
    ):
        if isinstance(value, classes):
            return name
    return type(value).__name__


def assert_same(found: Any, expected: Any, rtol: float = 0.0, atol: float = 0.0, what: str = "value") -> None:
    """Raise AssertionError unless two values have one kind and are equal."""
    assert kind(found) == kind(expected), f"{what}: {found!r} is of kind {kind(found)}, expected {expected!r}"
    match kind(expected):
        case "ndarray":
            _assert_same_array(found, expected, rtol, atol, what)
        case "list":
            assert len(found) == len(expected), f"{what}: {found!r}, expected {expected!r}"
            for index, (one, other) in enumerate(zip(found, expected, strict=True)):
                assert_same(one, other, rtol, atol, f"item {index} of {what}")
        case "dict":
            assert_same(list(found), list(expected), rtol, atol, f"the keys of {what}")
            assert_same(list(found.values()), list(expected.values()), rtol, atol, f"the values of {what}")
        case "tuple":
            assert len(found) == len(expected), f"{what}: {found!r}, expected {expected!r}"
            if hasattr(expected, "_fields"):
                assert getattr(found, "_fields", None) == expected._fields, what
            for index, (one, other) in enumerate(zip(found, expected, strict=True)):
                assert_same(one, other, rtol, atol, f"item {index} of {what}")
        case "float":
            assert _same_float(float(found), float(expected), rtol, atol), f"{what}: {found!r}, expected {expected!r}"
        case "complex":
            one, other = complex(found), complex(expected)
            scale = abs(other) if math.isfinite(abs(other)) else 0.0
            assert all(
                _same_float(x, y, rtol, max(atol, rtol * scale)) for x, y in ((one.real, other.real), (one.imag, other.imag))
            ), f"{what}: {found!r}, expected {expected!r}"
        case "set" | "frozenset":
            assert found == expected, f"{what}: {found!r}, expected {expected!r}"
            if all(_has_hash_of_value(item) for item in expected):
                assert list(map(repr, found)) == list(map(repr, expected)), f"order of {what}: {found!r}, expected {expected!r}"
        case _:
            assert found == expected, f"{what}: {found!r}, expected {expected!r}"


def _has_hash_of_value(item: Any) -> bool:
    """Whether the hash of an item, and with it its place in a set, comes from its value alone."""
    if isinstance(item, (tuple, frozenset)):
        return all(_has_hash_of_value(part) for part in item)
    return isinstance(item, (bool, int, float, str, bytes)) and item == item  # noqa: PLR0124  # not NaN


def _same_float(found: float, expected: float, rtol: float, atol: float) -> bool:
    if math.isnan(expected) or math.isnan(found):
        return math.isnan(expected) and math.isnan(found)
    if rtol == 0.0 and atol == 0.0:
        return found == expected and math.copysign(1.0, found) == math.copysign(1.0, expected)
    return found == expected or abs(found - expected) <= max(atol, rtol * abs(expected))


def _assert_same_array(found: np.ndarray, expected: np.ndarray, rtol: float, atol: float, what: str) -> None:
    assert found.dtype == expected.dtype, f"{what}: dtype {found.dtype}, expected {expected.dtype}"
    assert found.shape == expected.shape, f"{what}: shape {found.shape}, expected {expected.shape}"
    if rtol == 0.0 and atol == 0.0:
        np.testing.assert_array_equal(found, expected, err_msg=what)
        if expected.dtype.kind == "f":
            wrong = (expected == 0) & (np.signbit(found) != np.signbit(expected))
            assert not wrong.any(), f"{what}: the sign of a zero differs"
    else:
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=atol, err_msg=what)


def run_script(
    text: str, environment: dict[str, str] | None = None, timeout: float = 120.0
) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, **(environment or {})},
        check=False,
    )


def script_output(text: str, environment: dict[str, str] | None = None) -> str:
    """Standard output of a script that must succeed."""
    done = run_script(text, environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_program(text: str) -> None:
    """Run the functions ``main...`` of a program without compiling and compiled; compare what they print and return.

    Parameters
    ----------
    text : str
        The program, which decorates its functions by ``@jit``.
    """
    text = textwrap.dedent(text)
    file = f"<test program {next(_sources)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    plain, compiled = ({"__name__": "program", "jit": jit} for jit in (lambda function: function, njit))
    for namespace in (plain, compiled):
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
    names = [name for name in plain if name.startswith("main")]
    assert names
    for name in names:
        assert _printed_and_returned(compiled[name]) == _printed_and_returned(plain[name]), name


def _printed_and_returned(function: Callable[[], Any]) -> tuple[str, str]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        value = repr(function())
    return out.getvalue(), value
