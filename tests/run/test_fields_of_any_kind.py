"""Objects that Python passes: with empty fields, with fields that have no type, and in lists of objects whose fields differ."""

from __future__ import annotations

import copy
import logging
import threading

import pytest

from coluber import njit
from coluber.core.errors import TypingError


class Node:
    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.path = []
        self.parent = None


class Tracker:
    def __init__(self, start):
        self.value = start
        self.lock = threading.Lock()
        self.log = logging.getLogger("tracker")
        self.rule = lambda value: value + 1
        self.seen = []
        self.by_name = {}
        self.marks = set()

    def step(self, more):
        self.value += more
        self.seen.append(self.value)
        self.by_name[f"{self.value:.1f}"] = len(self.seen)
        self.marks.add(len(self.seen))
        return self.value


def both(function, make, *args):
    """Call a function of an object as it is and compiled; return the two results and the two objects."""
    plain, given = make(), make()
    return function(plain, *args), njit(function)(given, *args), plain, given


def test_empty_containers_become_what_the_function_puts_in():
    step = njit(Tracker.step)
    plain, given = Tracker(1.5), Tracker(1.5)
    for more in (1, 2.5, 3):
        assert step(given, more) == plain.step(more)
    assert (given.seen, given.by_name, given.marks) == (plain.seen, plain.by_name, plain.marks)


def test_an_empty_container_that_nothing_is_put_into():
    want, got, _, _ = both(lambda t: (len(t.seen), not t.by_name, t.value), lambda: Tracker(2))
    assert got == want


def test_one_function_takes_the_empty_and_the_filled_object():
    total = njit(lambda t: sum(t.seen) + len(t.by_name))
    tracker = Tracker(1.0)
    assert total(tracker) == 0
    tracker.step(1.0)
    assert total(tracker) == 3.0


def joined(nodes):
    total = 0.0
    for node in nodes:
        total += node.x * 10 + len(node.path)
        for step in node.path:
            total += step
        if node.parent is not None:
            total += node.parent.y
    return total


@pytest.mark.parametrize("turned", [False, True])
def test_objects_in_a_list_meet_in_their_fields(turned):
    first, second, third = Node(0, 0), Node(1.5, 2), Node(2, 3.5)
    second.path, second.parent = [1.0, 2.0], first
    third.parent = second
    nodes = [third, second, first] if turned else [first, second, third]
    assert njit(joined)(nodes) == joined(nodes)
    by_name = {str(k): node for k, node in enumerate(nodes)}
    assert njit(lambda d: joined_values(d))(by_name) == joined(nodes)


@njit
def joined_values(by_name):
    return joined_jitted(list(by_name.values()))


joined_jitted = njit(joined)


def test_fields_without_a_type_stay_what_they_are():
    @njit
    def changed(tracker):
        tracker.value = 7.0
        return tracker

    tracker = Tracker(1.0)
    log, lock, rule = tracker.log, tracker.lock, tracker.rule
    assert changed(tracker) is tracker
    assert (tracker.value, tracker.log, tracker.lock, tracker.rule) == (7.0, log, lock, rule)
    kept = njit(lambda all: [one for one in all if one.value > 5])([Tracker(1.0), tracker])
    assert kept == [tracker]
    assert tracker.log is log


def test_objects_with_other_fields_without_a_type_share_the_code():
    value = njit(lambda tracker: tracker.value)
    assert [value(Tracker(k + 0.5)) for k in range(3)] == [0.5, 1.5, 2.5]
    assert len(value.signatures) == 1


def test_whether_an_object_has_a_field_without_a_type():
    assert njit(lambda tracker: (hasattr(tracker, "log"), hasattr(tracker, "nothing")))(Tracker(1)) == (True, False)


@pytest.mark.parametrize(
    ("use", "field", "kind"),
    [
        (lambda tracker: tracker.log.info("now"), "log", "logging.Logger"),
        (lambda tracker: getattr(tracker, "lock", None), "lock", "_thread.lock"),
        (lambda tracker: copy.copy(tracker), "lock", "_thread.lock"),
    ],
    ids=["method", "getattr", "copy"],
)
def test_a_use_of_a_field_without_a_type_names_it(use, field, kind):
    with pytest.raises(TypingError, match=f"<class '{kind}'>: the attribute '{field}' of Tracker"):
        njit(use)(Tracker(1.0))


class Step:
    def __init__(self, place, before):
        self.place = place
        self.before = before


def test_objects_that_hold_each_other_as_values_of_a_dict():
    @njit
    def way(steps, place):
        found = []
        step = steps[place]
        while step is not None:
            found.append(step.place)
            step = step.before
        return found

    first = Step(1, None)
    second = Step(2, first)
    assert way({1: first, 2: second, 3: Step(3, second)}, 3) == [3, 2, 1]
