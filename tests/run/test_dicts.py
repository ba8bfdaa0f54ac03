"""Dicts and sets: made, read, changed, passed and returned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import _native, njit
from tests.run.support import check, compile_error, expression, jitted, source

DICTS = [
    {1: 2.5, 3: -0.0},
    {"a": 1, "日本": 2},
    {(1, "x"): True},
    {2.5: "y", 0.5: "z"},
    {True: 1},
    {1: [1, 2], 2: []},
    {"k": {"i": 1}},
    {b"x": 1},
    {1: (2, 3.5)},
    {1: {2, 3}},
]


@pytest.mark.parametrize("items", [*DICTS, {}])
def test_in_and_out(items):
    check(expression("a", "a"), items)
    check(expression("(a, len(a), bool(a), a.copy())", "a"), items)
    check(expression("({'x': a}, [a, a])", "a"), items)


@pytest.mark.parametrize("items", [{1, 2, 3}, {"a", "b"}, {(1, 2.5)}, {2.5}, {True, False}, {b"x"}, set()])
def test_sets_in_and_out(items):
    check(expression("a", "a"), items)
    check(expression("(a, len(a), bool(a), a.copy())", "a"), items)


def test_the_object_itself_comes_back():
    items, members = {1: 2}, {1, 2}
    assert jitted(expression("a", "a"))(items) is items
    assert jitted(expression("a", "a"))(members) is members


EXPRESSIONS = [
    "a[3]",
    "a[99]",
    "a.get(3)",
    "a.get(99)",
    "a.get(99, 1.5)",
    "a.get(3, 7.5)",
    "3 in a",
    "99 in a",
    "99 not in a",
    "'x' in a",
    "[k for k in a]",
    "[v for v in a.values()]",
    "[x for x in a.items()]",
    "list(a)",
    "list(a.keys())",
    "list(a.items())",
    "sorted(a)",
    "sorted(a.values())",
    "sum(a)",
    "sum(a.values())",
    "min(a)",
    "max(a.values())",
    "len(a.items())",
    "a == {1: 2.5}",
    "a == a.copy()",
    "a != a.copy()",
    "a is a",
    "a | {9: 9.5, 3: 0.5}",
    "dict(a) is a",
    "{k: v * 2 for k, v in a.items()}",
    "{}",
    "dict()",
    "dict([(1, 2), (3, 4)])",
    "dict(zip([1, 2], [3, 4]))",
    "{**a, 7: 8.5}",
    "1.5 in a.values()",
    "(3, 1.5) in a.items()",
    "{v: k for k, v in a.items()}",
    "a.pop(3)",
    "a.pop(99)",
    "a.pop(99, 0.5)",
    "a.pop(3, 0.5)",
    "a.pop(3, None)",
    "a.popitem()",
    "a.setdefault(3, 8.5)",
    "a.setdefault(99, 8.5)",
    "{'x': None}.setdefault('y')",
    "[a.popitem() for _ in range(3)]",
    "max(a, key=lambda k: a[k])",
    "any(a)",
    "all(a.values())",
    "3 in a.keys()",
    "[sorted(x) for x in (a.keys() & {3, 8}, a.keys() | [8], a.keys() - {3: 0}.keys(), {3, 8} ^ a.keys())]",
    "a.keys() == {1, 3}, a.keys() != {1, 3}, a.keys() < {1, 3, 5}, {3} >= a.keys(), a.keys().isdisjoint([5])",
    "sorted(a.items() & {(3, 1.5), (1, 0.5)})",
    "dict([[1, 2], [3, 4]]), dict(s.split('=') for s in ('a=b', 'c=d')), dict(['ab', 'cd'])",
    "dict([[1, 2], [3]])",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text):
    check(expression(text, "a"), {3: 1.5, 1: 2.5})


STATEMENTS = [
    "a[5] = 2.5",
    "a[3] = 9.5",
    "a[3] += 1",
    "a[99] += 1",
    "del a[3]",
    "del a[99]",
    "a.clear()",
    "a.update({3: 0.5, 4: 1.5})",
    "a.update([(7, 0.5)])",
    "a |= {8: 0.5}",
    "for k in list(a):\n        del a[k]",
    "for k in a:\n        a[k + 50] = 1.0",
    "for k, v in a.items():\n        a[k] = v + 1",
    "for i in range(100):\n        a[i] = i * 0.5\n    for i in range(90):\n        del a[i]",
    "b = a\n    b[77] = 0.5",
    "a[True] = 0.5",
]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text):
    check(source(f"def f(a):\n    {text}\n    return a\n"), {3: 1.5, 1: 2.5})
    check(source(f"def f(b):\n    a = {{k: v for k, v in b.items()}}\n    {text}\n    return a\n"), {3: 1.5, 1: 2.5})


SETS = [
    "sorted(a | b)",
    "sorted(a & b)",
    "sorted(a - b)",
    "sorted(a ^ b)",
    "a <= b",
    "a < a",
    "a >= {2}",
    "a > {2}",
    "a == b",
    "a != b",
    "a == a.copy()",
    "a.issubset(b)",
    "a.issuperset([1])",
    "a.isdisjoint([77])",
    "sorted(a.union([7]))",
    "sorted(a.intersection((1, 2)))",
    "sorted(a.difference(range(2)))",
    "sorted(a.symmetric_difference([1, 9]))",
    "2 in a",
    "77 in a",
    "77 not in a",
    "len({1, 1, 2})",
    "sorted({x % 2 for x in a})",
    "sorted({*a, 50})",
    "sorted(set([3, 3, 1]))",
    "set()",
    "sum(a)",
    "max(a)",
    "a is b",
    "len(a)",
    "[sorted(x) for x in (a.union(*[b, {9}]), a.intersection(*[b, {3}]), a.difference(*[b]), a.union(b, [7], (8,)))]",
    "sorted(set().union(*[['x'], ['y', 'x']])), sorted(set().union(*(x for x in [a, b]))), sorted(set().union('ab'))",
    "sorted(a.intersection(b, [2, 9])), sorted(a.difference(b, [1])), a.union() == a, frozenset(a).union(b, [9]) - a",
    "sorted(set.union(*[a, b])), sorted(set.intersection(*[a, b, {2}]))",
]


@pytest.mark.parametrize("text", SETS)
def test_set_expressions(text):
    check(expression(text, "a, b"), {1, 2, 3}, {2, 3, 4})


SET_STATEMENTS = [
    "a.add(9)",
    "a.add(1)",
    "a.discard(1)",
    "a.discard(99)",
    "a.remove(1)",
    "a.remove(99)",
    "a.clear()",
    "a.update([5, 6])",
    "a |= {7}",
    "a -= {1}",
    "a &= {1, 2}",
    "a ^= {1, 9}",
    "a.intersection_update([1])",
    "a.difference_update([1])",
    "a.symmetric_difference_update([1, 9])",
    "for x in a:\n        a.add(x + 50)",
    "while a:\n        a.pop()",
    "a.clear()\n    a.pop()",
]


@pytest.mark.parametrize("text", SET_STATEMENTS)
def test_set_statements(text):
    check(source(f"def f(a):\n    {text}\n    return a\n"), {1, 2, 3})


def counted(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def grouped(words):
    groups = {}
    for word in words:
        if len(word) not in groups:
            groups[len(word)] = []
        groups[len(word)].append(word)
    return groups


def reached(graph, start):
    seen = set()
    todo = [start]
    while todo:
        node = todo.pop()
        if node in seen or node not in graph:
            continue
        seen.add(node)
        todo.extend(graph[node])
    return sorted(seen)


@pytest.mark.parametrize("words", [["a", "b", "a", "ß", "日本", "ß"], [], ["x" * 40, "x" * 41, "x" * 40]])
def test_words(words):
    check(counted, words)
    check(grouped, words)


def test_graph():
    check(reached, {1: [2, 3], 2: [4], 3: [], 5: [1]}, 1)


def changed_deeply(a):
    a["x"] = [1]
    a["y"].append(5)
    del a["z"]


def test_changes_are_written_back():
    items = {"y": [3], "z": [4]}
    inner = items["y"]
    jitted(changed_deeply)(items)
    assert items == {"y": [3, 5], "x": [1]}
    assert items["y"] is inner


def test_slices_of_strings_are_found():
    check(source("def f(t):\n    d = {'ab': 1}\n    return t[1:3] in d, d[t[1:3]]\n"), "xab日")


def test_zeros_are_one_key():
    check(expression("{a: 1, -a: 2}", "a"), 0.0)


def test_keys_that_have_no_hash_are_refused():
    assert "unhashable" in compile_error(source("def f(a):\n    return {a: 1}\n"), [1])
    assert "unhashable" in compile_error(source("def f(a):\n    return {a}\n"), np.ones(2))


def test_values_of_other_types_are_refused():
    assert "can't hold" in compile_error(source("def f(a):\n    a['x'] = 1\n"), {1: 2})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 12)), max_size=60))
def test_sequences_of_changes(steps):
    check(changes, [kind for kind, _ in steps], [key for _, key in steps])


def changes(kinds, keys):
    d = {0: 0}
    s = {0}
    log = [0]
    for kind, key in zip(kinds, keys):
        if kind < 2:
            d[key] = len(d)
            s.add(key)
        elif key in d:
            log.append(d.pop(key))
            s.discard(key)
        else:
            log.append(-1 if key in s else d.get(key + 1, -2))
    return d, sorted(s), log


KEYS = ["", "a", "b", "wörter", "seven77", "seven78", "longer than seven", "longer than eight", "日本", "😀", "a" * 40]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, len(KEYS) - 1)), min_size=1, max_size=60))
def test_sequences_of_changes_of_texts_and_pairs(steps):
    check(counted_both_ways, [kind for kind, _ in steps], [KEYS[key] for _, key in steps])


def counted_both_ways(kinds, keys):
    texts = {}
    pairs = {}
    log = []
    for kind, key in zip(kinds, keys):
        if kind < 3:
            texts[key] = texts.get(key, 0) + 1
            pairs[kind, len(key)] = pairs.get((kind, len(key)), 0) + kind
        elif kind == 3:
            log.append(texts.pop(key, -1))
            log.append(pairs.pop((2, len(key)), -1))
            texts[key + key] = len(log)
        elif key in texts:
            texts[key] += 5
            pairs[kind, len(key)] = texts[key]
    return texts, pairs, log


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.text(max_size=3), st.lists(st.integers(-9, 9), min_size=1, max_size=3), max_size=6), st.text(max_size=2)
)
def test_dicts_of_lists(items, key):
    check(touched, items, key)


def touched(d, key):
    if key in d:
        d[key].append(1)
    else:
        d[key] = [7]
    return sorted(d), len(d)


LEAKS = [
    (counted, lambda: (["a", "b", "a"],)),
    (grouped, lambda: (["aa", "b", "cc"],)),
    (changed_deeply, lambda: ({"y": [3], "z": [4]},)),
    (changed_deeply, lambda: ({"z": [4]},)),
    (reached, lambda: ({1: [2, 3], 2: [4]}, 1)),
    (source("def f(a):\n    d = {k: [k] for k in a}\n    d[1] = d.pop(2)\n    return d[99]\n"), lambda: ([1, 2, 3],)),
    (
        source(
            "def f(a):\n    d = {k: (k, [1]) for k in a}\n    d.setdefault('q', d['x'])\n    return d.get('y'), d.popitem()\n"
        ),
        lambda: (["x", "y"],),
    ),
    (source("def f(a):\n    return {x + '!' for x in a} | {x * 2 for x in a}\n"), lambda: (["x", "y"],)),
]


@pytest.mark.parametrize(("function", "arguments"), LEAKS)
def test_nothing_leaks(function, arguments):
    compiled = njit(function)

    def run():
        try:
            compiled(*arguments())
        except KeyError:
            pass

    run()
    before = _native.live_allocations()
    for _ in range(5):
        run()
    assert _native.live_allocations() == before


def test_types():
    from coluber import typeof, types

    assert typeof({1: 2.5}) == types.DictType(types.int64, types.float64)
    assert typeof({1}) == types.Set(types.int64)
    assert str(typeof({"a": [1]})) == "dict(unicode_type, list(int64))"


def test_texts_that_are_made_are_keys():
    def f(n):
        d = {str(i): i for i in range(n)}
        for i in range(n):
            d[f"{i}!"] = i
        del d[str(0)]
        return d, {str(i) for i in range(n)}, f"{n}" in d, d[str(1)], d.get(str(n), -1)

    check(f, 4)


@pytest.mark.parametrize("key", [1, 1.0, 1.5, float("nan"), float("inf"), True, False, 2**40, -1])
@pytest.mark.parametrize("keys", [[1, 2], [1.0, 2.5], [True]])
def test_numbers_that_no_key_equals_are_not_found(keys, key):
    def f(d, s, key):
        found = key in d, key in s, d.get(key, -1)
        s.discard(key)
        try:
            value = d[key]
        except KeyError:
            value = -2
        try:
            del d[key]
        except KeyError:
            value -= 1
        return found, value, len(s)

    check(f, {k: 7 for k in keys}, set(keys), key)


def test_new_lists_become_what_given_containers_hold():
    def f(d, rows):
        d.setdefault("x", []).append(1)
        d["y"] = []
        new = []
        rows.append(new)
        new.append("z")
        rows[0] = []
        return d, rows

    check(f, {"q": [4]}, [["a"]])


FROZEN = [
    "a",
    "frozenset(a)",
    "frozenset(b)",
    "set(a)",
    "frozenset() == a",
    "(len(a), bool(a), 2 in a, 9 in a, 9 not in a)",
    "sorted([x for x in a])",
    "sorted([x for x in a.copy()])",
    "a | b",
    "a & b",
    "a - b",
    "a ^ b",
    "b | a",
    "b & a",
    "b - a",
    "b ^ a",
    "a.union(b)",
    "a.union([7, 8])",
    "a.intersection(b)",
    "a.difference([2])",
    "a.symmetric_difference(b)",
    "(a == b, a != b, a <= b, a < b, a >= b, a > b, a == set(a), set(a) == a)",
    "(a.issubset(b), a.issuperset(b), a.isdisjoint(b), a.issubset([1, 2, 3]))",
    "{1: a}",
    "[a, a]",
    "frozenset([1, 2, 2])",
    "frozenset('abca')",
    "frozenset({1: 2})",
]


@pytest.mark.parametrize("text", FROZEN)
def test_frozensets(text):
    function = expression(text)
    for first, second in (({1, 2, 3}, {2, 5}), ({1, 2}, {1, 2}), ({2}, {1, 2, 3})):
        check(function, frozenset(first), second)
        check(function, frozenset(first), frozenset(second))


def test_frozensets_do_not_change():
    assert jitted(expression("a", "a"))(frozenset()) == frozenset()
    joined = source("def f(a, b):\n    a |= b\n    return a\n")
    check(joined, frozenset({1}), frozenset({2}))
    assert "add" in compile_error(expression("a.add(1)", "a"), frozenset({1}))


def test_frozensets_keep_their_type():
    function = njit(lambda a: a)
    assert type(function(frozenset({1}))) is frozenset
    assert type(function({1})) is set
    assert len(function.signatures) == 2


def test_truth_of_views():
    def truths(n):
        d = {k: 2 for k in range(n)}
        return bool(d.keys()), not d.items(), 1 if d.values() else 2

    f = jitted(truths)
    assert [f(1), f(0)] == [truths(1), truths(0)]


@pytest.mark.parametrize("items", [[3, 4], [3], [3, 5], [3, 4, 0]])
@pytest.mark.parametrize(
    "text",
    [
        "tuple(a) in {(3, 4): 1}", "tuple(a) not in {(3, 4)}", "{(3, 4): 7}[tuple(a)]", "{(3, 4): 7}.get(tuple(a))",
        "{(3, 4): 7}.get(tuple(a), 0)", "tuple(a) in {(3, 4): 1}.keys()", "{(3, 4.0): 7}.get(tuple(a))",
        "tuple(a) in {(3, 'b'): 1}", "set([tuple(a), tuple(a)]) == {(3, 4)}", "{(3, 4), (1, 2)} & set([tuple(a)])",
        "{(3, 4): 7}.pop(tuple(a))", "Counter([(3, 4)])[tuple(a)]",
    ],
)  # fmt: skip
def test_tuples_of_unknown_length_are_looked_for_among_those_of_known_length(text, items):
    check(source(f"from collections import Counter\n\ndef f(a):\n    return {text}\n"), items)


@pytest.mark.parametrize("items", [[3, 4], [3], [3, 5]])
@pytest.mark.parametrize("text", ["s.remove(tuple(a))", "s.discard(tuple(a))", "d.pop(tuple(a))", "del d[tuple(a)]"])
def test_tuples_of_unknown_length_are_taken_out(text, items):
    check(source(f"def f(a):\n    s, d = {{(3, 4), (1, 2)}}, {{(3, 4): 1}}\n    {text}\n    return s, d\n"), items)


@pytest.mark.parametrize("text", ["a.keys()", "a.values()", "a.items()", "defaultdict(list, a).values()", "(a.keys(), 1)"])
def test_views_go_to_python(text):
    function = source(f"from collections import defaultdict\n\ndef f(a):\n    return {text}\n")
    made, expected = njit(function)({1: [2], 3: []}), function({1: [2], 3: []})
    assert repr(made) == repr(expected)
    assert type(made) is type(expected)


def test_a_view_of_a_dict_from_python_is_that_dicts():
    table = {1: 2}
    keys = njit(lambda d: d.keys())(table)
    table[5] = 6
    assert list(keys) == [1, 5]
