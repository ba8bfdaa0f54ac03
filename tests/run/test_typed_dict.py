"""`typed.Dict` and `typed.Set`: as Python's when they are used from Python, and one memory for Python and compiled code."""

from __future__ import annotations

import copy
import gc
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native, errors, njit, types
from coluber.typed import Dict, List, Set
from tests.run.test_typed_list import plain

DICTS = [
    {1: 2.5, 3: -0.0},
    {"a": 1, "日本": 2},
    {(1, "x"): True},
    {2.5: "y", 0.5: "z"},
    {b"x": (1, 2.5)},
    {True: b"q"},
]
OPERATIONS = [
    "len(d)",
    "bool(d)",
    "d[k]",
    "d[other]",
    "d.get(k)",
    "d.get(other)",
    "d.get(other, 5)",
    "k in d",
    "other in d",
    "list(d)",
    "list(d.keys())",
    "list(d.values())",
    "list(d.items())",
    "k in d.keys()",
    "(k, d[k]) in d.items()",
    "d[k] in d.values()",
    "d.pop(k)",
    "d.pop(other)",
    "d.pop(other, 7)",
    "d.popitem()",
    "d.clear()",
    "d.copy()",
    "d.setdefault(k, d[k])",
    "d.update(d)",
    "d.update([(k, d[k])])",
    "d.__setitem__(k, d[k])",
    "d.__delitem__(k)",
    "d.__delitem__(other)",
    "d == d.copy()",
    "d == {}",
    "[d.popitem() for _ in range(9)]",
    "d.setdefault(k)",
    "d | d",
    "d | {other: d[k]}",
    "{other: d[k]} | d",
    "d.__ior__({other: d[k]})",
    "d.__ior__([(other, d[k])])",
    "d.fromkeys([k, other], d[k])",
    "list(reversed(d))",
    "list(reversed(d.keys()))",
    "list(reversed(d.values()))",
    "list(reversed(d.items()))",
    "sorted(d.keys() & [k])",
    "sorted({k} & d.keys())",
    "sorted(d.keys() | [other])",
    "sorted({other} | d.keys())",
    "sorted(d.keys() - {k})",
    "sorted({k, other} - d.keys())",
    "sorted(d.keys() ^ {k, other})",
    "sorted({k, other} ^ d.keys())",
    "sorted(d.items() & {(k, d[k])})",
    "d.keys() == set(d)",
    "d.keys() != d.keys()",
    "d.keys() <= d.keys()",
    "d.keys() < {*d, other}",
    "d.keys() > {k, other}",
    "d.items() == d.items()",
    "d.keys().isdisjoint([other])",
    "str(d)",
]


def empty_one(key):
    """Another key of the same type."""
    return tuple(map(empty_one, key)) if isinstance(key, tuple) else type(key)()


def outcome(text, items, key):
    """What an expression gives or raises, and what it leaves."""
    try:
        result = plain(eval(text, {"d": items, "k": key, "other": empty_one(key)}))
    except KeyError as error:
        result = (type(error), error.args)
    return repr(result), repr(plain(items))


@pytest.mark.parametrize("text", OPERATIONS)
@pytest.mark.parametrize("items", DICTS, ids=repr)
def test_operations(text, items):
    key = next(iter(items))
    assert outcome(text, Dict(items), key) == outcome(text, dict(items), key)


def test_texts_and_types():
    made = Dict({1: 2.5})
    assert repr(made) == "DictType[int64,float64]({1: 2.5})"
    assert made._numba_type_ == types.DictType(types.int64, types.float64)
    assert repr(made.keys()) == "KeysView(DictType[int64,float64]({1: 2.5}))"
    with pytest.raises(TypeError, match="untyped dictionary"):
        Dict()._numba_type_  # noqa: B018
    with pytest.raises(TypeError):
        hash(made)
    assert repr(Set([1])) == "SetType[int64]({1})"


def test_making():
    assert Dict(a=1, b=2) == {"a": 1, "b": 2}
    assert Dict([(1, "x")]) == {1: "x"}
    assert Dict(dcttype=types.DictType(types.int64, types.float64))._typed
    assert Dict.empty(key_type=types.unicode_type, value_type=types.ListType(types.int64), n_keys=10) == {}
    with pytest.raises(TypeError, match="at most 1 argument"):
        Dict({}, {})
    with pytest.raises(ValueError, match="2 is required"):
        Dict([(1, 2, 3)])
    with pytest.raises(TypeError, match="unhashable"):
        Dict.empty(types.ListType(types.int64), types.int64)


def test_wrong_entries():
    made = Dict({1: 2.5})
    for key, value in (("x", 1.0), (1.5, 1.0), (1, "x"), (None, 1.0)):
        with pytest.raises(errors.TypingError, match="can't hold"):
            made[key] = value
    assert made == {1: 2.5}
    assert "x" not in made
    with pytest.raises(TypeError, match="unhashable"):
        made[[]]


def test_iteration_and_changes():
    made = Dict({1: 2})
    keys = iter(made)
    made[next(keys) + 1] = 0
    with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
        next(keys)


def test_nested():
    made = Dict.empty(types.unicode_type, types.ListType(types.int64))
    made["a"] = [1, 2]
    made["b"] = List([3])
    made["a"].append(5)
    assert plain(made) == {"a": [1, 2, 5], "b": [3]}
    deep, shallow, pickled = copy.deepcopy(made), copy.copy(made), pickle.loads(pickle.dumps(made))
    made["b"].append(4)
    assert plain(shallow)["b"] == [3, 4]
    assert plain(deep)["b"] == plain(pickled)["b"] == [3]
    of_dicts = Dict({1: Dict({2: 3})})
    of_dicts[1][5] = 6
    assert plain(of_dicts) == {1: {2: 3, 5: 6}}


def count(words, counts):
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def made_here():
    a = Dict.empty(key_type=types.unicode_type, value_type=types.float64)
    a["x"] = 1
    b = Dict()
    b[1] = List([1, 2])
    b[1].append(3)
    s = Set.empty(types.int64)
    s.add(4)
    t = Set()
    t.add("q")
    return a, b, s, t, a.copy()


def changes(items):
    items["new"] = items.pop("a") + 1
    items.update({"z": 9})
    total = 0
    for value in items.values():
        total += value
    return total, "z" in items, list(items.keys())


def members(items):
    items.add(3)
    items.discard(1)
    return items, 3 in items


FUNCTIONS = [
    (count, lambda: (List(["a", "b", "a"]), Dict({"b": 5}))),
    (count, lambda: (List(["a", "b", "a"]), Dict())),
    (made_here, lambda: ()),
    (changes, lambda: (Dict({"a": 1, "b": 2}),)),
    (members, lambda: (Set([1, 2]),)),
    (members, lambda: (Set(),)),
]


@pytest.mark.parametrize(("function", "make"), FUNCTIONS, ids=lambda p: getattr(p, "__name__", ""))
def test_compiled(function, make):
    own, given_ = make(), make()
    expected, found = function(*own), njit(function)(*given_)
    assert repr(found) == repr(expected)
    assert repr(given_) == repr(own)


def test_memory_is_shared():
    made = Dict({1: 2})
    same = njit(lambda d: d)(made)
    same[3] = 4
    assert made == {1: 2, 3: 4}
    assert isinstance(njit(lambda d: {1: d})(made)[1], Dict)


def test_untyped_ones_of_a_function_that_is_compiled():
    put = njit(lambda d: d.update({"k": 1}))
    add = njit(lambda s: s.add(2.5))
    for made in (Dict({"a": 1}), Dict()):
        put(made)
        assert made["k"] == 1
    for made in (Set([1.5]), Set()):
        add(made)
        assert 2.5 in made


def test_sets():
    made = Set([1, 2])
    assert made == {1, 2}
    assert made.isdisjoint([5])
    assert not made.isdisjoint(List([2]))
    made.remove(1)
    with pytest.raises(KeyError, match="9"):
        made.remove(9)
    assert (made.pop(), len(made), list(made)) == (2, 0, [])
    with pytest.raises(KeyError, match="pop from an empty set"):
        made.pop()
    made.update([7, 8])
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made.copy() == {7, 8}


SETS = [
    ({1, 2, 3}, {2, 3, 9}),
    ({"a", "b"}, {"b", "日本"}),
    ({(1, "x"), (2, "y")}, {(1, "x")}),
    ({2.5}, {2.5}),
    ({b"x", b"y"}, set()),
]
OPERATIONS_OF_SETS = [
    *(f"s {op} t" for op in ("|", "&", "-", "^", "<=", "<", ">=", ">", "==", "!=")),
    *(f"t {op} s" for op in ("|", "&", "-", "^", "<=", "<", ">=", ">", "==", "!=")),
    *(f"s {op} frozenset(t)" for op in ("|", "&", "-", "^", "<=", "==")),
    *(f"s {op} s" for op in ("|", "&", "-", "^", "<=", "<", "==")),
    *(f"s.{name}(t)" for name in ("union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset")),
    *(f"s.{name}(list(t), iter(s))" for name in ("union", "intersection", "difference")),
    *(f"s.{name}()" for name in ("union", "intersection", "difference", "update")),
    *(f"s.{name}(list(t))" for name in ("intersection_update", "difference_update", "symmetric_difference_update")),
    *(f"s.{name}(s)" for name in ("intersection_update", "difference_update", "symmetric_difference_update", "update")),
    "s.update(list(t), s)",
    "s.intersection_update(t, s)",
    "s.difference_update(t, [])",
    "s.symmetric_difference(list(t) + list(t))",
    "s.issubset(list(t))",
    "s.issuperset([])",
    *(f"s.{name}(t)" for name in ("__ior__", "__iand__", "__isub__", "__ixor__")),
]  # fmt: skip


def plain_set(value):
    return (set if isinstance(value, Set) else type(value))(value) if hasattr(value, "__iter__") else value


@pytest.mark.parametrize("text", OPERATIONS_OF_SETS)
def test_operations_of_sets(text):
    for items, other in SETS:
        mine, theirs = Set(items), set(items)
        found, expected = eval(text, {"s": mine, "t": other}), eval(text, {"s": theirs, "t": other})
        assert plain_set(found) == plain_set(expected), text
        assert set(mine) == theirs, text
        if isinstance(expected, set):
            assert type(found) is Set, text
            assert not found or found._numba_type_ == Set(items)._numba_type_, text


@pytest.mark.parametrize("text", ["s | [1]", "[1] & s", "s < [1]", "s.__ior__([1])", "l + (1,)", "l + {1}", "d | [(1, 2)]"])
def test_operands_of_another_kind(text):
    given = [{"s": {1}, "l": [1], "d": {1: 2}}, {"s": Set([1]), "l": List([1]), "d": Dict({1: 2})}]
    if "__" in text:
        assert [eval(text, names) for names in given] == [NotImplemented] * 2
        return
    for names in given:
        with pytest.raises(TypeError):
            eval(text, names)


def test_results_have_the_type_of_the_operand():
    with pytest.raises(errors.TypingError, match="can't hold"):
        Set([1]) | {"x"}
    with pytest.raises(errors.TypingError, match="can't hold"):
        List([1]) + ["x"]
    assert (List([1]) + [2])._numba_type_ == List([1])._numba_type_
    assert (Dict({1: 2.5}) | {2: 3})._numba_type_ == Dict({1: 2.5})._numba_type_


CHANGES = st.sampled_from(["set", "pop", "delete", "setdefault", "popitem", "update", "clear", "copy"])


@pytest.fixture(autouse=True, scope="module")
def _no_collection():
    """Keep what earlier tests have left from being freed while allocations are counted."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@settings(max_examples=100)
@given(st.lists(st.tuples(CHANGES, st.text(max_size=2), st.text(max_size=2)), max_size=60))
def test_random_changes(steps):
    before = _native.live_allocations()
    mine, theirs = Dict.empty(types.unicode_type, types.unicode_type), {}
    for items in (mine, theirs):
        for change, key, value in steps:
            match change:
                case "set":
                    items[key] = value
                case "pop":
                    items.pop(key, None)
                case "delete" if key in items:
                    del items[key]
                case "setdefault":
                    items.setdefault(key, value)
                case "popitem" if len(items) > 0:
                    items.popitem()
                case "update":
                    items.update({key: value, value: key})
                case "clear" if value == "":
                    items.clear()
                case "copy":
                    assert items.copy() == items
    assert list(mine.items()) == list(theirs.items())
    del mine, items
    assert _native.live_allocations() == before


NUMBERS = st.one_of(st.integers(-40, 40), st.integers(0, 5).map(lambda k: k << 58), st.integers(0, 40).map(lambda k: k << 32))


def test_a_container_stands_for_its_type():
    @njit
    def f():
        rows = List.empty_list(Dict.empty(types.int64, types.float64))
        rows.append(Dict.empty(types.int64, types.float64))
        rows[0][1] = 2.5
        table = Dict.empty(types.int64, List.empty_list(types.int64))
        table[3] = List.empty_list(types.int64)
        table[3].append(4)
        return rows, table

    rows, table = f()
    assert (dict(rows[0]), list(table), list(table[3])) == ({1: 2.5}, [3], [4])
    keyed = Dict.empty(types.UnicodeCharSeq(3), types.int64)
    keyed[np.array(["abc"])[0]] = 3
    assert dict(keyed) == {"abc": 3}


@settings(max_examples=100)
@given(st.lists(st.tuples(st.booleans(), NUMBERS), max_size=200))
def test_random_numbers(steps):
    mine, theirs = Dict.empty(types.int64, types.int64), {}
    for items in (mine, theirs):
        for k, (is_added, key) in enumerate(steps):
            if is_added:
                items[key] = k
            else:
                items.pop(key, None)
    assert list(mine.items()) == list(theirs.items())
