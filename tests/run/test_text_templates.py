"""``string.Template`` against CPython's."""

from __future__ import annotations

from string import Template

import pytest

from tests.run.support import check, script_output

GREETING = Template("Hello $name, you are ${age} and owe $$$debt")


def constants():
    t = Template("$who likes ${what}, $$5 $missing $ ${bad $1")
    found = [t.safe_substitute(who="tim", what=2.5), t.safe_substitute({"who": "a", "what": "b"}, what="c"), t.template]
    return found, Template("$x and ${y}s").substitute(x=1, y="z"), Template("nö $é $a").safe_substitute(a=None)


def filled(text):
    t = Template(text)
    try:
        return t.substitute({"a": 1, "b": "x", "b9": [4], "_x": 5}, A_1=3)
    except (ValueError, KeyError) as e:
        return repr(e), t.is_valid(), t.get_identifiers()


def of_mappings(values):
    mixed = {"a": 1, "b": "x"}
    t = Template("$a$b")
    return t.substitute(values), t.substitute(mixed), t.substitute(**mixed), isinstance(t, Template), isinstance(3, Template)


def given(t, name):
    return t.substitute(name=name, age=2, debt=3.5), GREETING.safe_substitute(name=name)


@pytest.mark.parametrize("text", ["$a $b", "x $", "l\n  ${", "$a $A_1 $_x $b9$$", "$nobody$a$nobody", "", "$$$", "a${b}c${}"])
def test_texts(text):
    check(filled, text)


def test_templates():
    check(constants)
    check(of_mappings, {"a": 1, "b": 2})


def test_templates_of_python():
    script = """
        from string import Template
        from coluber import njit

        T = Template("<$a>")

        @njit
        def main(t):
            return T.substitute(a=1) + t.substitute(a=2)

        assert main(T) == "<1><2>"
    """
    assert script_output(script) == ""
    check(given, GREETING, "Bob")
