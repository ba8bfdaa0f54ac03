"""Classes of exceptions with attributes, and the classes and texts of exceptions that are handled."""

from __future__ import annotations

from tests.run.support import check, compile_error


class Refused(Exception):
    def __init__(self, code, reason="unknown"):
        super().__init__(f"{reason} ({code})")
        self.code = code
        self.reason = reason


class Late(Refused):
    pass


class Wrapped(Exception):
    def __init__(self, value):
        self.doubled = value * 2


def attributes_of_exceptions(kind):
    try:
        if kind == 0:
            raise Refused(7)
        elif kind == 1:
            raise Late(kind)
        elif kind == 2:
            [][kind]
        elif kind == 3:
            raise KeyError("k")
    except Refused as error:
        return f"{type(error).__name__} {error!r} {error} {error.code + 1} {error.reason}"
    except (LookupError, ValueError) as error:
        return f"{type(error).__name__} {error!r} {error.__class__.__name__}"
    return ""


def other_arguments(kind):
    try:
        raise Refused(kind, "no")
    except Refused as error:
        return error.args


def computed_attribute(kind):
    try:
        raise Wrapped(kind)
    except Wrapped as error:
        return error.doubled


def named_arguments(kind):
    raise Refused(reason="x", code=kind)


def test_classes_and_attributes_of_exceptions():
    for kind in range(5):
        check(attributes_of_exceptions, kind)
    assert "the arguments of Refused are not known" in compile_error(other_arguments, 1)
    assert "Unknown attribute 'doubled'" in compile_error(computed_attribute, 1)
    assert "can't be given the argument 'reason' by name" in compile_error(named_arguments, 1)
