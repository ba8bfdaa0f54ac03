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


def unknown_name(kind):
    raise Refused(kind, cause="x")


def name_of_builtin(kind):
    raise ValueError(text=kind)


class Located(Wrapped):
    def __init__(self, value, line=1, file="f"):
        super().__init__(value)
        self.place = f"{file}:{line}"
        self.size = len(self.place)


class Full(Exception):
    def __init__(self, code, reason="none", level=3):
        super().__init__(code, reason, level)
        self.code = code


def default_between(kind):
    try:
        raise Located(kind, file="other")
    except Located as error:
        place = error.place, error.size, error.doubled
    raise Full(level=kind, code=1)


def arguments_and_defaults(kind):
    try:
        raise Full(kind, "x")
    except Full as error:
        return error.args, error.code


def test_classes_and_attributes_of_exceptions():
    for kind in range(5):
        check(attributes_of_exceptions, kind)
    check(other_arguments, 1)
    assert "do not fit its __init__(self, code, reason)" in compile_error(unknown_name, 1)
    assert "takes no keyword arguments" in compile_error(name_of_builtin, 1)


def test_attributes_that_init_computes():
    check(computed_attribute, 4)
    check(arguments_and_defaults, 4)


def test_arguments_by_name():
    for function in (named_arguments, default_between):
        check(function, 5)


class Answered(Exception):
    status = 500

    def __init__(self, text, status=None):
        super().__init__(text)
        if status is not None:
            self.status = status


class Missing(Answered):
    status = 404


class Levelled(Exception):
    level = 500

    def __init__(self, level):
        if level > 0:
            self.level = level


def of_the_class(kind):
    try:
        if kind == 0:
            raise Answered("x")
        if kind == 1:
            raise Answered("x", 3)
        raise Missing("y")
    except Answered as error:
        return error.status


def set_under_a_condition(level):
    try:
        raise Levelled(level)
    except Levelled as error:
        return error.level


def test_attributes_of_the_class_that_init_sets_on_some_ways():
    for kind in range(3):
        check(of_the_class, kind)
    check(set_under_a_condition, 0)
    check(set_under_a_condition, 7)


def end_of_an_iterator(kind):
    it = iter([1])
    try:
        next(it)
        next(it)
    except StopIteration as error:
        return (error.value, 0) if kind == 0 else (None, len(error.args))
    return None, -1


def test_iterators_end_without_a_value():
    check(end_of_an_iterator, 0)
    check(end_of_an_iterator, 1)


class Bad(Exception):
    kind = "bad"

    def __init__(self, a, b=4):
        super().__init__(f"{a}: {b}")
        self.a, self.b = a, b
        self.both = [a, b]

    @property
    def total(self):
        return self.a + self.b

    def parts(self, k=1):
        return self.a, self.b, k, self.total, self.kind

    def __str__(self):
        return f"<{self.a} {self.b}>"

    @staticmethod
    def next(x):
        return x + 1

    @classmethod
    def of(cls, x):
        return cls.kind, x


class Worse(Bad):
    kind = "worse"

    def parts(self, k=3):
        return super().parts(k + 1)


class Plain(ValueError):
    def first(self):
        return self.args[0], len(self.args), str(self)


def members_of_handled(n):
    try:
        if n > 1:
            raise Worse(n)
        raise Bad(n, 3)
    except Bad as e:
        return e.parts(2), e.parts(k=5), e.parts(), e.total, str(e), e.both, e.next(3), e.of(2)


def members_without_init(*args):
    try:
        raise Plain(*args)
    except Plain as e:
        return e.first()


def made_and_kept(n):
    error = Bad(n, 3)
    plain = ValueError("a", n)
    return error.parts(2), error.total, str(error), error.both, error.args, error.kind, repr(plain), plain.args, f"{plain}"


def made_before_it_is_raised(n):
    error = Worse(n)
    try:
        raise error
    except Worse as e:
        return e.total, error.total, e.kind, isinstance(error, Bad), isinstance(error, Plain)


def test_methods_and_properties_of_exceptions():
    check(members_of_handled, 1)
    check(members_of_handled, 2)
    check(members_without_init, 7)
    check(members_without_init, 7, 8.5)
    check(made_and_kept, 2)
    check(made_before_it_is_raised, 2)
