"""What exceptions know besides their arguments: attributes of the interpreter's classes, notes, causes.

And classes of programs whose ``__init__`` takes any arguments.
"""

from __future__ import annotations

import errno

import pytest

from coluber import njit
from tests.run.support import check, compile_error, outcome, source


class Coded(Exception):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


class Detailed(Exception):
    def __init__(self, message, *args, level=1, **kwargs):
        super().__init__(message, *args)
        self.message, self.level, self.more, self.given = message, level, args, kwargs
        self.hint = kwargs.get("hint", "none")

    def text(self):
        return f"{self.message}/{self.level}/{self.hint}"


class Derived(Detailed):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind = "derived"


class Rest(Exception):
    def __init__(self, code, *args):
        self.code = code
        super().__init__(*args)


class Named(Exception):
    def __init__(self, *, code=3, text="t"):
        self.code = code
        super().__init__(f"{text} {code}")


class Context(Exception):
    def __init__(self, message="m", **context):
        self.context = context
        parts = ", ".join(f"{k}={v}" for k, v in context.items())
        super().__init__(f"{message}: {parts}")


class Broken(OSError):
    def __init__(self, message, path):
        super().__init__(message)
        self.path = path


def decoded(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"{error.start} {error.end} {error.reason} {error.encoding} {error.object[error.start : error.end]!r}"


def encoded(text):
    try:
        text.encode("ascii")
        return ""
    except UnicodeEncodeError as error:
        return f"{error.start} {error.end} {error.reason} {error.encoding} {error.object}"


def missing_file(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError as error:
        if error.errno == errno.ENOENT:
            return "missing " + error.filename
        return error.strerror


def of_system(kind):
    try:
        if kind == 0:
            raise OSError(errno.EIO, "broken", "file")
        if kind == 1:
            raise OSError("plain")
        if kind == 2:
            raise FileNotFoundError(errno.ENOENT, "none", "a", None, "b")
        if kind == 3:
            raise Broken("broken", "path")
        raise ValueError("other")
    except (OSError, ValueError) as error:
        return error.errno, error.strerror, error.filename, error.filename2, str(error)


def arguments_of_system(kind):
    try:
        raise OSError(errno.EIO, "broken", "file")
    except OSError as error:
        return error.args


def noted(n):
    try:
        raise ValueError(f"n {n}")
    except ValueError as error:
        error.add_note(f"while {n}")
        error.add_note("again")
        raise


def notes(n):
    try:
        noted(n)
    except ValueError as error:
        return error.__notes__
    return []


def no_notes(n):
    try:
        raise ValueError("a")
    except ValueError as error:
        return error.__notes__


def note_of_made(n):
    error = ValueError("a")
    error.add_note("x")
    raise error


def of_cause(kind):
    try:
        try:
            if kind == 0:
                raise Coded("a", 4)
            if kind == 1:
                raise KeyError("zz")
        except Exception as error:
            raise RuntimeError("wrapped") from error
    except RuntimeError as error:
        cause = error.__cause__
        if isinstance(cause, Coded):
            return f"{cause.code} {cause}"
        return f"{type(cause).__name__} {error.__cause__.args}"
    return "fine"


def of_context(kind):
    try:
        try:
            raise Coded("a", 4)
        except Coded:
            raise ValueError("v")
    except ValueError as error:
        return error.__context__.code, error.__context__.args


def of_no_cause(kind):
    try:
        raise ValueError("x")
    except ValueError as error:
        return error.__cause__.args


def of_some_classes(kind):
    try:
        if kind == 0:
            raise Coded("a", 4)
        if kind == 1:
            raise ValueError("b")
    except Exception as error:
        return f"code {error.code}"
    return "none"


def any_arguments(kind):
    try:
        if kind == 0:
            raise Detailed("m")
        if kind == 1:
            raise Detailed("m", level=kind + 4)
        if kind == 2:
            raise Detailed("m", 1, 2.5, level=7)
        if kind == 3:
            raise Detailed("m", other=4, hint="h", level=0)
        raise Detailed(message="k", hint=f"x{kind}")
    except Detailed as error:
        return f"{error.message} {error.level} {error.hint} {error}"


def all_that_is_given(kind):
    try:
        raise Detailed("m", 1, 2.5, other=kind)
    except Detailed as error:
        return error.args, error.more, error.given, error.text()


def handed_on(kind):
    try:
        raise Derived("m", 1, hint="hh")
    except Derived as error:
        return error.kind, error.hint, error.message, str(error), error.text()


def rest_of_arguments(kind):
    try:
        raise Rest(kind, "a", "b")
    except Rest as error:
        return error.code, error.args, str(error)


def only_named(kind):
    try:
        if kind:
            raise Named(code=kind)
        raise Named
    except Named as error:
        return error.code, str(error)


def named_in_text(kind):
    try:
        raise Context("boo", kind=kind, other=2)
    except Context as error:
        return str(error), error.context["kind"], "other" in error.context


def left_with_arguments(kind):
    raise Detailed("m", 1, 2.5, level=kind, other=kind)


def made_with_arguments(kind):
    return Detailed("m", kind, hint="t")


def unknown_name(kind):
    raise Rest(kind, other=2)


CASES = [
    (decoded, [b"ab\xff", b"ok", b"\xe4\xb8"]),
    (encoded, ["ab\xff", "ok"]),
    (missing_file, ["/nowhere/file", "/"]),
    (of_system, range(5)),
    (arguments_of_system, [0]),
    (notes, [3]),
    (of_cause, range(3)),
    (of_context, [0]),
    (of_no_cause, [0]),
    (of_some_classes, range(3)),
    (any_arguments, range(5)),
    (all_that_is_given, [3]),
    (handed_on, [0]),
    (rest_of_arguments, [2]),
    (only_named, [0, 5]),
    (named_in_text, [1]),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_attributes_of_exceptions(function, arguments):
    for argument in arguments:
        check(function, argument)


def test_notes_leave_with_the_exception():
    found, expected = (outcome(function, (3,), {}).error for function in (njit(noted), noted))
    assert found.__notes__ == expected.__notes__
    assert repr(found) == repr(expected)
    check(no_notes, 0)
    assert "add it where the exception is caught" in compile_error(note_of_made, 1)


def test_exceptions_with_any_arguments_leave():
    found, expected = (outcome(function, (3,), {}).error for function in (njit(left_with_arguments), left_with_arguments))
    assert vars(found) == vars(expected)
    assert found.args == expected.args
    found, expected = njit(made_with_arguments)(2), made_with_arguments(2)
    assert vars(found) == vars(expected)
    assert "do not fit its __init__(self, code, *args)" in compile_error(unknown_name, 1)


def test_questions_whether_exceptions_have_an_attribute_are_refused():
    for question in ("hasattr(error, 'code')", "getattr(error, 'code', -1)"):
        body = f"try:\n        raise Exception(n)\n    except Exception as error:\n        return {question}"
        assert "has the attribute 'code' is not known" in compile_error(source(f"def f(n):\n    {body}\n"), 1)
