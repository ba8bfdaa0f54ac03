"""Plain functions of the module that methods call, which nobody has decorated."""

from __future__ import annotations

import sys

from coluber import njit
from coluber.extending import overload

SCALE = 3


def scaled(value):
    return shifted(value) * SCALE


def shifted(value):
    return value + 1


def total(items):
    return sum(items, 0.0)


class Meter:
    def __init__(self, value):
        self.value = scaled(value)
        self.readings = []

    def read(self, more):
        self.readings.append(shifted(more))
        self.value = total(self.readings)
        return self

    @staticmethod
    def of(text):
        return Meter(shifted(len(text)) * 0.5)


def reading():
    meter = Meter.of("abc").read(1.5).read(2.5)
    return meter.value, meter.readings, Meter(2.0).value


def test_methods_call_functions_of_their_module():
    assert njit(reading)() == reading()


def implemented(value):
    raise NotImplementedError


@overload(implemented)
def _implemented(value):
    return lambda value: value * 2


class User:
    def __init__(self, value):
        self.value = implemented(value)


def test_implementations_go_before():
    assert njit(lambda: User(4).value)() == 8


def test_a_stream_under_a_name(capsys):
    stream = sys.stdout

    @njit
    def write():
        stream.write("a")
        stream.flush()
        return stream.write("bcd\n")

    assert write() == 4
    assert capsys.readouterr().out == "abcd\n"
