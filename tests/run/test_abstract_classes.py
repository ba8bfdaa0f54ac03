"""`isinstance` with the abstract classes of `numbers` and `collections.abc`."""

from __future__ import annotations

import collections.abc
import numbers

import numpy as np
import pytest

from tests.run.support import check

ABSTRACT = [
    numbers.Number,
    numbers.Integral,
    numbers.Real,
    numbers.Complex,
    collections.abc.Hashable,
    collections.abc.Iterable,
    collections.abc.Sequence,
    collections.abc.MutableSequence,
    collections.abc.Mapping,
    collections.abc.Set,
    collections.abc.Sized,
]


@pytest.mark.parametrize("cls", ABSTRACT, ids=[cls.__name__ for cls in ABSTRACT])
def test_instances_of_abstract_classes(cls):
    def f(x):
        return isinstance(x, cls)

    for x in (1, 2.5, 1j, True, "a", b"a", None, (1, 2), (1, "a"), [1], {1: 2}, {1}, frozenset({1}), range(3)):
        check(f, x)
    check(f, np.arange(3))
    check(f, np.float32(1))


def test_what_is_iterable_is_flattened():
    def flattened(items):
        found = []
        for item in items:
            if isinstance(item, collections.abc.Iterable) and not isinstance(item, str):
                for x in item:
                    found.append(x)
            else:
                found.append(item)
        return found

    check(flattened, [1, [2, 3], "text", (4, 5)])
