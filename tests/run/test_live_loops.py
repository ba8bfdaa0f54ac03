"""Lifted loops see the globals and class attributes of the program as they are when the loop begins."""

import numpy as np
import pytest

from coluber import jit, njit

SCALE = 2


class Model:
    rate = 2.0
    weights = np.array([1.0, 2.0])

    def __init__(self):
        self.x = 1.0

    def grow(self):
        return self.x * self.rate * SCALE

    @property
    def double(self):
        return self.rate * 2

    @staticmethod
    def shift(value):
        return value + SCALE


class Child(Model):
    def grow(self):
        return super().grow() + 1.0


def total(m, n):
    s = 0.0
    for i in range(n):
        s += m.rate + m.grow() + m.double + m.shift(i) + m.weights[1]
    return s


@pytest.fixture
def restored(monkeypatch):
    """Have all that a test changes put back."""
    for owner, name in ((Model, "rate"), (Model, "grow"), (Model, "double"), (Model, "shift")):
        monkeypatch.setattr(owner, name, vars(owner)[name])
    monkeypatch.setattr(Model, "weights", Model.weights.copy())
    monkeypatch.setitem(globals(), "SCALE", SCALE)
    return monkeypatch


def replace_attribute():
    Model.rate = 5.0


def replace_global():
    global SCALE
    SCALE = 7


def change_array_in_place():
    Model.weights[1] = 40.0


def replace_array():
    Model.weights = np.array([0.0, 9.0])


def replace_method():
    Model.grow = lambda self: self.x + SCALE


def replace_property():
    Model.double = property(lambda self: 100.0)


def replace_static():
    Model.shift = staticmethod(lambda value: value - 1)


def change_type():
    Model.rate = 3


CHANGES = [
    replace_attribute, replace_global, change_array_in_place, replace_array, replace_method, replace_property, replace_static,
    change_type,
]  # fmt: skip


@pytest.mark.parametrize("cls", [Model, Child])
@pytest.mark.parametrize("change", CHANGES, ids=lambda f: f.__name__)
def test_changes_are_seen(restored, change, cls):
    jitted = jit(forceobj=True)(total)
    m = cls()
    before = jitted(m, 3)
    assert before == total(m, 3)
    change()
    assert total(m, 3) != before
    assert jitted(m, 3) == total(m, 3)
    assert jitted(m, 4) == total(m, 4)


def test_changes_in_turn_and_back(restored):
    jitted = jit(forceobj=True)(total)
    m = Model()
    assert jitted(m, 3) == total(m, 3)
    made = []
    for rate in (5.0, 2.0, 5.0, 2.0):
        Model.rate = rate
        assert jitted(m, 3) == total(m, 3)
        made.append(len(jitted._object_mode.loops[0].dispatchers))
    # What has been compiled for values is used again where they are back.
    assert made == [2, 2, 2, 2]


def test_very_many_changes(restored):
    jitted = jit(forceobj=True)(total)
    m = Model()
    for rate in range(40):
        Model.rate = float(rate)
        assert jitted(m, 2) == total(m, 2)
    # From some on, the loop runs in the interpreter.
    assert len(jitted._object_mode.loops[0].dispatchers) < 40


def test_the_loop_is_compiled_once_where_nothing_changes(restored):
    jitted = jit(forceobj=True)(total)
    m = Model()
    for n in range(5):
        assert jitted(m, n) == total(m, n)
    (loop,) = jitted._object_mode.loops
    assert [len(dispatcher.signatures) for dispatcher in loop.dispatchers] == [1]


def test_attributes_of_the_instance_stand_before_those_of_the_class(restored):
    jitted = jit(forceobj=True)(total)
    m = Model()
    assert jitted(m, 3) == total(m, 3)
    m.rate = 9.0
    assert jitted(m, 3) == total(m, 3)
    del m.rate
    m.grow = lambda: 1.0
    assert jitted(m, 3) == total(m, 3)


def test_compiled_functions_refuse_instances_that_hide_attributes_of_their_class():
    m = Model()

    @njit
    def rate(m):
        return m.rate

    assert rate(m) == 2.0
    m.rate = 9.0
    with pytest.raises(TypeError, match="has an attribute 'rate' of its own, and its class Model has one, too"):
        rate(m)
    other = Model()
    other.note = "not of the class"
    assert rate(other) == 2.0


def test_jitted_functions_keep_their_globals(restored):
    @njit
    def scaled(x):
        return x * SCALE

    @jit(forceobj=True)
    def f(n):
        s = 0
        for i in range(n):
            s += scaled(i)
        return s

    assert f(4) == 12
    replace_global()
    # As wherever a jitted function is called.
    assert scaled(3) == 6
    assert f(4) == 12
