"""`typed.List`: as Python's list when it is used from Python, and one memory for Python and compiled code."""

from __future__ import annotations

import copy
import gc
import operator
import pickle
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native, errors, njit, typed, types
from coluber.typed import Dict, List
from tests.run.support import check

ITEMS = [
    [3, 1, 2],
    [2.5, -0.0, 1e300],
    ["b", "", "日本"],
    [(1, "x"), (0, "y")],
    [True, False],
    [b"x", b""],
    [1j, 2.5 + 1j],
]
OPERATIONS = [
    "a[0]",
    "a[-1]",
    "a[99]",
    "a[1:]",
    "a[::-1]",
    "a[-1:0:-1]",
    "a[5:2]",
    "len(a)",
    "a[0] in a",
    "a.count(a[1])",
    "a.copy()",
    "a.pop()",
    "a.pop(0)",
    "a.pop(99)",
    "a.append(a[0])",
    "a.extend(a)",
    "a.extend(a[:2])",
    "a.insert(1, a[0])",
    "a.insert(-99, a[0])",
    "a.remove(a[1])",
    "a.clear()",
    "a.reverse()",
    "a.index(a[1])",
    "a.__setitem__(0, a[2])",
    "a.__setitem__(99, a[2])",
    "a.__setitem__(slice(0, 2), a[::-1])",
    "a.__setitem__(slice(0, 3, 2), a[:2])",
    "a.__setitem__(slice(0, 3, 2), a[:1])",
    "a.__delitem__(1)",
    "a.__delitem__(slice(0, 3, 2))",
    "a.__delitem__(7)",
    "a == a.copy()",
    "a[:1] == a",
    "[x for x in a]",
    "list(reversed(a))",
    "a.__iadd__(a)",
    "a + a",
    "a + list(a[:1])",
    "list(a[:1]) + a",
    "a * 2",
    "2 * a",
    "a * -1",
    "a.__imul__(2)",
    "a.__imul__(0)",
    "a.__imul__(-3)",
    "bool(a)",
    "sum(1 for x in a)",
]


def plain(value):
    """The value with Python's containers in the place of typed ones."""
    if isinstance(value, List):
        return [plain(item) for item in value]
    if isinstance(value, Dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(plain(item) for item in value)
    return value


def outcome(text, items):
    """What an expression gives or raises, and what it leaves."""
    try:
        result = plain(eval(text, {"a": items}))
    except (IndexError, ValueError, KeyError) as error:
        result = (type(error), str(error))
    return repr(result), repr(plain(items))


@pytest.mark.parametrize("text", OPERATIONS)
@pytest.mark.parametrize("items", ITEMS, ids=repr)
def test_operations(text, items):
    assert outcome(text, List(items)) == outcome(text, list(items))


@pytest.mark.parametrize("items", [[3, 1, 2], [2.5, -1.0], ["b", "a"], [(2, "x"), (1, "y")]], ids=repr)
@pytest.mark.parametrize("options", [{}, {"reverse": True}, {"key": str}, {"key": str, "reverse": True}], ids=repr)
def test_sort(items, options):
    made = List(items)
    made.sort(**options)
    assert plain(made) == sorted(items, **options)


def test_comparison():
    assert List([1, 2]) < List([1, 3])
    assert List([1, 2]) >= [1, 2]
    assert List([1]) != (1,)
    with pytest.raises(TypeError):
        hash(List([1]))


def test_texts():
    assert str(List([1, 2])) == "[1, 2]"
    assert repr(List([1.5])) == "ListType[float64]([1.5])"
    assert repr(List()) == "ListType[Undefined]([])"


def test_types():
    assert List([1])._numba_type_ == types.ListType(types.int64)
    assert types.ListType(types.int64).dtype == types.int64
    assert str(List([List(["a"])])._numba_type_) == "ListType[ListType[unicode_type]]"
    with pytest.raises(TypeError, match="untyped list"):
        List()._numba_type_  # noqa: B018
    assert List.empty_list(types.int8, allocated=10)._allocated() == 10
    assert List(lsttype=types.ListType(types.float32))._dtype == types.float32


@pytest.mark.parametrize("item", ["x", 1.5, None, 1j, (1,), [1]], ids=repr)
def test_wrong_items(item):
    items = List([1])
    with pytest.raises(errors.TypingError, match="typed container of int64"):
        items.append(item)
    assert items == [1]


def test_numbers_adapt():
    wide = List([1.5])
    wide.append(2)
    wide.append(True)
    assert repr(wide) == "ListType[float64]([1.5, 2.0, 1.0])"
    narrow = List.empty_list(types.int8)
    narrow.append(300)
    assert narrow[0] == 44


def types_made_inside():
    rows, table = List.empty_list(types.ListType(types.int64)), {}
    rows.append(List([1]))
    nested = Dict.empty(types.unicode_type, types.ListType(types.ListType(types.float64)))
    nested["a"] = List([List([1.5])])
    table["n"] = len(Dict.empty(types.int64, types.DictType(types.unicode_type, types.int64)))
    return len(rows), len(nested), table


def test_types_that_compiled_code_makes():
    check(types_made_inside)


def test_annotations():
    assert repr(List[int]) == "coluber.typed.List[int]"
    assert (typed.Dict[int, str].__args__, typed.Set[float].__origin__) == ((int, str), typed.Set)
    assert list(List[int]([1, 2])) == [1, 2]


def test_wrong_arguments():
    with pytest.raises(TypeError, match="at most 1 argument"):
        List([1], [2])
    with pytest.raises(TypeError, match="must be iterable"):
        List(5)
    with pytest.raises(TypeError, match="indices must be integers or slices"):
        List([1])["x"]
    with pytest.raises(errors.TypingError, match="5 is not a type"):
        List.empty_list(5)


def test_immutable():
    items = List([1])
    items._make_immutable()
    assert not items._is_mutable()
    for change in (lambda: items.append(1), items.clear, items.reverse, lambda: items.__setitem__(0, 1)):
        with pytest.raises(ValueError, match="list is immutable"):
            change()


def test_copies():
    items = List([List([1]), List([2])])
    shallow, deep, pickled = copy.copy(items), copy.deepcopy(items), pickle.loads(pickle.dumps(items))
    items[0].append(3)
    assert plain(shallow) == [[1, 3], [2]]
    assert plain(deep) == plain(pickled) == [[1], [2]]
    assert pickled._numba_type_ == items._numba_type_


def test_arrays():
    items = List([np.arange(3.0)])
    items.append(np.ones(2))
    assert njit(lambda a: a[0].sum() + a[1][0])(items) == 4.0


def fill(items, n):
    for i in range(n):
        items.append(i * 2)
    return items


def nested(rows):
    rows[0].append(7)
    total = 0
    for row in rows:
        for x in row:
            total += x
    return total


def made_here():
    a = typed.List()
    a.append(2.5)
    b = List.empty_list(types.int64, 4)
    b.append(1)
    c = List([1, 2])
    d = List()
    for k in range(3):
        d.append(List(range(k + 1)))
    return a, b, c, d, d[2][1:]


def slices(items):
    items[1:3] = items[::-1]
    del items[0]
    items += items
    items.insert(0, items.pop())
    items.sort()
    return items[1:], items[-1], 3 in items, items.index(3), items == items.copy(), [x + 1 for x in items], list(items)


FUNCTIONS = [
    (fill, lambda: (List([1]), 5)),
    (fill, lambda: (List(), 3)),
    (nested, lambda: (List([List([1, 2]), List([3])]),)),
    (made_here, lambda: ()),
    (slices, lambda: (List([5, 3, 1, 3]),)),
]


@pytest.mark.parametrize(("function", "make"), FUNCTIONS, ids=lambda p: getattr(p, "__name__", ""))
def test_compiled(function, make):
    own, given_ = make(), make()
    expected, found = function(*own), njit(function)(*given_)
    assert repr(found) == repr(expected)
    assert repr(given_) == repr(own)


def test_memory_is_shared():
    items = List([1])
    same = njit(lambda a: a)(items)
    same.append(2)
    assert items == [1, 2]


def test_untyped_lists_of_a_function_that_is_compiled():
    add = njit(lambda a: a.append(2.5))
    first, second = List([1.5]), List()
    add(first)
    add(second)
    add(second)
    assert repr(second) == "ListType[float64]([2.5, 2.5])"


def test_signatures():
    add = njit("void(ListType(int64))")(lambda a: a.append(1))
    items = List([5])
    add(items)
    assert items == [5, 1]
    with pytest.raises(TypeError, match="No matching definition"):
        add(List([1.5]))


def test_iteration_sees_changes():
    items, seen = List([1, 2, 3]), []
    for x in items:
        seen.append(x)
        if x == 2:
            items.pop()
    assert seen == [1, 2]


def test_compiled_loops_see_that_the_list_has_changed():
    @njit
    def doubled(items, more):
        count = 0
        for x in items:
            count += 1
            if more:
                items.append(x)
        return count

    items = List([1, 2, 3])
    assert doubled(items, False) == 3
    with pytest.raises(RuntimeError, match="list was mutated during iteration"):
        doubled(items, True)
    assert items == [1, 2, 3, 1]


CHANGES = st.sampled_from(["append", "pop", "insert", "remove", "reverse", "extend", "slice", "delete", "sort", "set"])


@pytest.fixture(autouse=True, scope="module")
def _no_collection():
    """Keep what earlier tests have left from being freed while allocations are counted."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@settings(max_examples=100)
@given(st.lists(st.text(max_size=3), min_size=1), st.lists(st.tuples(CHANGES, st.integers(-4, 4), st.text(max_size=3))))
def test_random_changes(start, changes):
    before = _native.live_allocations()
    mine, theirs = List(start), list(start)
    for items in (mine, theirs):
        for change, k, text in changes:
            try:
                match change:
                    case "append" | "remove":
                        getattr(items, change)(text)
                    case "pop":
                        items.pop(k)
                    case "insert":
                        items.insert(k, text)
                    case "extend":
                        items.extend(items[:k])
                    case "slice":
                        items[k:2] = [text, text]
                    case "delete":
                        del items[k:3]
                    case "set":
                        items[k] = text
                    case _:
                        getattr(items, change)()
            except (IndexError, ValueError):
                pass
    assert list(mine) == theirs
    del mine, items
    assert _native.live_allocations() == before


def test_types_of_arrays_in_compiled_code():
    """A type with an index of slices is the type of arrays, as outside of compiled code."""

    @njit
    def make():
        ty = types.complex64[:, ::1]
        made = List.empty_list(types.float32[::1, :]), List.empty_list(ty), List.empty_list(types.int8[:])
        made[2].append(np.arange(6).astype(np.int8)[::2])
        return made

    a, b, c = make()
    assert (a._dtype, b._dtype, c._dtype) == (types.float32[::1, :], types.complex64[:, ::1], types.int8[:])
    assert c[0].tolist() == [0, 2, 4]
    with pytest.raises(errors.TypingError, match="getitem"):
        njit(lambda: List.empty_list(types.int8[1:]))()


def test_numpy_and_random_take_lists_as_sequences():
    arrays = List([np.arange(3), np.arange(2)])
    assert np.concatenate(arrays).tolist() == [0, 1, 2, 0, 1]
    numbers = List([1.5, 2.0])
    assert (np.array(numbers).dtype, np.sum(numbers)) == (np.float64, 3.5)
    assert np.array([numbers, numbers]).shape == (2, 2)
    assert random.choice(numbers) in numbers
    assert np.random.default_rng(1).choice(numbers) in numbers
    assert (operator.length_hint(numbers), numbers[-1]) == (2, 2.0)
