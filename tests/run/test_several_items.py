"""Lists, deques and dicts that a function makes, with items and values that have no common type."""

from __future__ import annotations

import heapq
from collections import deque

import pytest

from coluber import njit, typed
from tests.run.support import check, compile_error, expression


def fizz_buzz(n):
    result = []
    for value in range(1, n + 1):
        if value % 15 == 0:
            result.append("FizzBuzz")
        elif value % 3 == 0:
            result.append("Fizz")
        elif value % 5 == 0:
            result.append("Buzz")
        else:
            result.append(value)
    return result


def texts_of_each(n):
    text = ""
    for x in [n, "a", 2.5, None, [1, 2], True][:n]:
        text += str(x) + ";"
    return text


def told_apart(n):
    items = [1, "a"]
    for k in range(n):
        items.append(2.5 if k % 2 else "b")
    total, names = 0, ""
    for x in items:
        if isinstance(x, str):
            names += x
        else:
            total += int(x * 2)
    return items, total, names, len(items), items[0], items.pop()


def pairs_of_lists(n):
    answer = []
    for k in range(n):
        answer.append([[k, k + 1], 0.5 * k])
    return answer


def values(n):
    found = {}
    for k in range(n):
        found[str(k)] = k if k % 2 else [k]
    return found


def first_text(n):
    found = {"a": n}
    found["b"] = "text"
    for key, value in found.items():
        if isinstance(value, str):
            return key + value
    return "none"


def with_default(d, key):
    return [x for x in d.get(key, ())]


def prioritised(graph):
    queue = []
    for key, neighbours in graph.items():
        heapq.heappush(queue, [-len(neighbours), (key, neighbours)])
    return len(queue)


def compared(n):
    a = [1, "a"]
    a.append("b" if n else 1)
    return a == [1, "a", "b"], "a" in a, 1 in a, a.count("a"), a.index("a"), n in a


def copied(n):
    a = [1, "a", 2.5][:n]
    b = [*a, "z"]
    c = list(b)
    c.reverse()
    del b[0]
    a.extend(c)
    return a, b, c, a[::2]


def at_both_ends(n):
    queue = deque()
    queue.append(n)
    queue.append("x")
    queue.appendleft(2.5)
    found = []
    while queue:
        found.append(queue.popleft())
    return found


def grouped(n):
    groups = {}
    for k in range(n):
        groups.setdefault(k % 3, [])
        groups[k % 3].append(k if k % 2 else str(k))
    return groups


def state(n):
    found = {"count": 0, "name": "x", "items": [0]}
    for k in range(n):
        found["count"] += 1
        found["items"].append(k)
    found["name"] = found["name"] + "y"
    return found


def settings_changed(n):
    found = {"a": n, "b": "text", "c": 2.5}
    found["d"] = None
    del found["a"]
    other = dict(found)
    other.update({"z": n})
    return found, "d" in found, len(found), [key for key in found], other


def in_lists(n):
    return [[n, "a"], [2.5, None], []]


def exchanged(n):
    pair = [n, "a"]
    pair[0], pair[1] = pair[1], pair[0]
    return pair


def sorted_anyhow(n):
    a = [3, "b", 1]
    a.append("x" if n else 2)
    return sorted(a)


CASES = [
    (fizz_buzz, 16),
    *((texts_of_each, n) for n in range(7)),
    *((told_apart, n) for n in range(4)),
    (pairs_of_lists, 3),
    (values, 5),
    (first_text, 1),
    (with_default, {"a": [1, 2]}, "a"),
    (with_default, {"a": [1, 2]}, "b"),
    (prioritised, {1: [2, 3], 2: [3]}),
    *((compared, n) for n in range(2)),
    *((copied, n) for n in range(1, 4)),
    (at_both_ends, 3),
    (grouped, 8),
    (state, 3),
    (settings_changed, 3),
    (in_lists, 3),
    (exchanged, 3),
    (sorted_anyhow, 1),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case[0].__name__}{k}" for k, case in enumerate(CASES)])
def test_items(case):
    function, *arguments = case
    check(function, *arguments, same_error_args=False)


def handed_back(a):
    return a


def settings(d):
    n = 1 if d["verbose"] else 0
    return n + d["size"], d["name"].upper()


def flattened(items):
    found = []
    for x in items:
        if isinstance(x, (list, tuple)):
            for y in x:
                found.append(y)
        else:
            found.append(x)
    return found


ARGUMENTS = [
    (handed_back, [1, "a", None, 2.5, [1, 2], True]),
    (handed_back, {"a": 1, "b": "x", "c": [1.5]}),
    (handed_back, [["a", 5, "1"], ["b", 6, "2"]]),
    (handed_back, [[1, "a"], [2, 3]]),
    (handed_back, [1, 2.5, "a"]),
    (settings, {"verbose": True, "size": 3, "name": "x"}),
    (flattened, [1, [2, 3], 4, (5, 6)]),
    (flattened, [1, [2.5, 3.5], "four", ("five", 6)]),
]


@pytest.mark.parametrize("case", ARGUMENTS, ids=[f"{case[0].__name__}{k}" for k, case in enumerate(ARGUMENTS)])
def test_such_containers_as_arguments(case):
    function, *arguments = case
    check(function, *arguments)


def test_recursion_over_nested_lists():
    @njit
    def depth_sum(items, depth):
        total = 0
        for x in items:
            if isinstance(x, list):
                total += depth_sum(x, depth + 1)
            else:
                total += x * depth
        return total

    check(depth_sum, [5, 2, [-7, 1], 3, [6, [-13, 8], 4]], 1)


def test_what_python_passed_is_updated():
    @njit
    def change(items):
        items.append("new")
        items[0] = "z"
        return len(items)

    items = [1, "a"]
    assert change(items) == 3
    assert items == ["z", "a", "new"]
    items = [1, "a"]
    njit(lambda items: items.append(2.5))(items)
    assert items == [1, "a", 2.5]


def test_such_containers_go_from_function_to_function():
    inner = njit(fizz_buzz)

    def texts(n):
        return [x for x in inner(n) if isinstance(x, str)]

    check(texts, 16)


def test_typed_lists_and_sets_hold_one_type():
    def in_typed_list():
        items = typed.List()
        items.append(1)
        items.append("a")
        return items

    def in_set():
        items = {1}
        items.add("a")
        return items

    assert "all items of a list have one type" in compile_error(in_typed_list)
    assert "set(int64) can't hold unicode_type" in compile_error(in_set)


def test_lists_with_items_of_other_types_are_concatenated():
    def actions(n):
        jugs = range(n)
        fill = [("fill", i) for i in jugs]
        return fill + [("pour", i, j) for i in jugs for j in jugs if i != j] + [None] * n

    def parts(n):
        rows = [[k] for k in range(n)] + ["end"]
        return len(rows), rows, [str(row) for row in rows]

    check(actions, 3)
    check(parts, 2)


class Ball:
    def __init__(self, radius):
        self.size = radius


class Cube:
    def __init__(self, edge):
        self.size = edge
        self.name = "cube"


def sizes(items):
    return [weight * shape.size for shape, weight in items], [shape.name for shape, _ in items if isinstance(shape, Cube)]


def without_zeros(items):
    return [item for item in items if not (item == 0 and type(item) is not bool)]


def test_arguments_have_objects_of_a_class_with_other_fields():
    check(sizes, [(Ball(1.5), 2), (Ball(2.5), 3), (Cube(1.0), 1)])
    check(lambda items: sum(shape.size for shape in items), [Ball(1), Ball(2.5), Cube(1)])


def test_arguments_have_empty_containers_among_other_items():
    check(without_zeros, [0, 34, "x", [], None, 0, True, 0])
    check(without_zeros, ["x", [1], [], 0])


UNIONS = [({"a": 1}, {"b": "x"}), ({"a": 1.0}, {"a": 2.5, "b": 3.5}), ({"a": "x"}, {"a": None})]


@pytest.mark.parametrize(("a", "b"), UNIONS)
def test_unions_of_dicts_with_values_of_other_types(a, b):
    def union(a, b):
        return a | b, b | a, {"k": 1} | {"l": "x"}

    check(union, a, b)


def test_unions_of_dicts_with_integers_and_floats():
    assert njit(lambda a, b: a | b)({"a": 1, "c": 2}, {"a": 2.5}) == {"a": 2.5, "c": 2}


TUPLES = ["list(t)", "[*t]", "[0, *t, None]", "list(enumerate(t))", "list(reversed(t))", "list(zip(t, t))", "[*t, *t[1:]]"]


@pytest.mark.parametrize("text", TUPLES)
def test_lists_of_the_items_of_tuples(text):
    check(expression(text, "t"), (1, "a", 2.5))


def test_a_list_gets_the_items_of_a_tuple():
    def extended(t):
        items = [1]
        items.extend(t)
        items += t
        return items, len(items)

    check(extended, (1, "a", (2, 3)))
