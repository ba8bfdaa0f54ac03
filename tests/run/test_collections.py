"""`deque`, `defaultdict`, `Counter` and `OrderedDict`: made in compiled code, as arguments and as results."""

from __future__ import annotations

import copy
import textwrap
from collections import Counter, OrderedDict, defaultdict, deque

import pytest

from coluber import _native, njit
from coluber.core.errors import NumbaError
from tests.run.support import check, expression


def same(function, *arguments):
    """Run a function both ways on copies of the arguments: results, errors and arguments are equal, and nothing leaks."""
    plain, given = copy.deepcopy(arguments), copy.deepcopy(arguments)
    compiled = njit(function)
    before = _native.live_allocations()
    assert attempt(compiled, given) == attempt(function, plain)
    assert list(map(repr, given)) == list(map(repr, plain))
    assert _native.live_allocations() == before


def attempt(function, arguments):
    """What a call gives, as text: classes, limits and the order of entries count."""
    try:
        return repr(function(*arguments))
    except Exception as error:
        return type(error), str(error)


def ends(n):
    d = deque()
    for i in range(n):
        d.append(i)
        d.appendleft(-i)
    total = 0
    while d:
        total = total * 31 % 1000003 + d.popleft()
        if d:
            total += d.pop() * 3
    return total


def queue(n):
    d = deque([0])
    seen = 0
    while d and seen < n:
        node = d.popleft()
        seen += 1
        d.append(2 * node + 1)
        if node % 3:
            d.append(node)
    return seen, len(d), d[0], d[-1]


def limited():
    d = deque([1, 2, 3, 4, 5], 3)
    d.append(6)
    d.appendleft(9)
    d.extend([7, 8])
    d.extendleft((1, 2))
    d.rotate(1)
    d.rotate(-2)
    none = deque("abc", maxlen=0)
    none.append("x")
    return d, d.maxlen, len(d), d[0], d[-1], list(d), 3 in d, d.copy(), list(reversed(d)), none, str(d)


def changed(d):
    d.append("x")
    d.rotate(2)
    d.insert(1, "ins")
    d.remove("b")
    d[0] = "zz"
    del d[1]
    d.extendleft(d)
    return d.index("a"), d.count("a"), d == deque(["a"]), d + deque(["q"]), d * 2, sorted(d), "".join(d)


def operators():
    d = deque([1, 2, 3])
    d *= 2
    d += [4]
    d.reverse()
    e = deque(x * x for x in range(3))
    e.clear()
    return d, e, bool(e), deque([1.5]) < deque([2.5]), deque([1]) != deque([1]), deque("abc"), isinstance(d, deque)


def arrays_in_deques(k):
    d = deque([[1, k], [2]])
    d.popleft().append(3)
    d.append([k])
    return d, [list(x) for x in d]


@pytest.mark.parametrize(
    "call",
    [
        (ends, 100),
        (queue, 1000),
        (limited,),
        (changed, deque(["a", "b", "c"])),
        (changed, deque(["a", "b", "c"], 40)),
        (changed, deque(["a", "b", "c"], 4)),
        (operators,),
        (arrays_in_deques, 5),
        (lambda d: d.pop(), deque([1.5])),
        (lambda d: d.popleft(), deque([1.5], 1)),
        (lambda d, k: d[k], deque([1]), 3),
        (lambda d: d.index(5), deque([1])),
        (lambda d: d.remove(5), deque([1])),
        (lambda d: d.insert(0, 5), deque([1], 1)),
        (lambda n: deque([1], n), -1),
        (lambda n: deque([1, 2, 3], None if n > 5 else n), 2),
    ],
    ids=lambda call: call[0].__name__,
)
def test_deques_are_those_of_python(call):
    same(*call)


def groups(words):
    found = defaultdict(list)
    for word in words:
        found[len(word)].append(word)
    counts = defaultdict(int)
    for word in words:
        counts[word] += 1
    sevens = defaultdict(lambda: 7)
    sevens["a"]
    sevens["b"] += 1
    texts = defaultdict(str)
    texts[1] += "abc"
    return found, counts, found[99], len(found), sorted(sevens.items()), 5 in found, found.get(77), dict(counts), texts


def nested():
    d = defaultdict(dict)
    d["a"]["b"] = 1.5
    d["c"]["q"] = 2.5
    e = defaultdict(float, {3: 0.5})
    e[1] += 2.5
    e[3] += 1
    return d, e, e.default_factory is float, isinstance(e, dict)


@njit
def fresh():
    return [0, 0]


def by_function(k):
    d = defaultdict(fresh)
    d[k][0] += 1
    return d[k], d[k + 1], len(d)


def changed_sets(d):
    d["x"].add(3)
    d["y"]  # noqa: B018
    return len(d)


def without_factory(k):
    d = defaultdict(None, {1: 2})
    return d[k]


GROUPS = [
    "[list(v) for v in by_length.values()]",
    "[set(v) for v in by_length.values()]",
    "{k: sorted(set(v)) for k, v in by_length.items()}",
    "{k: sorted(v) for k, v in by_length.items()}",
    "[len(set(v)) for v in by_length.values()]",
    "dict(by_length)",
]


@pytest.mark.parametrize("result", GROUPS)
def test_groups_of_items_whose_type_is_found_late(result):
    scope = {"defaultdict": defaultdict}
    text = f"""
    def f():
        by_length = defaultdict(list)
        for word in list(word.lower() for word in ["A", "Bb", "C"]):
            by_length[len(word)].append(word)
        return {result}
    """
    exec(textwrap.dedent(text), scope)
    same(scope["f"])


def changed_lists(d, key):
    d[key].append(2.5)
    d[key].append(1.5)
    return len(d)


@njit
def put(d, key, x):
    d[key].append(x)


def filled_elsewhere(n):
    lists, sets, dicts = defaultdict(list), defaultdict(set), defaultdict(OrderedDict)

    def add(key, x):
        put(lists, key, x)
        sets[key].add(f"{x}")
        dicts[x][key] = None

    for i in range(n):
        add(i % 2, i)
    return lists, {k: sorted(v) for k, v in sets.items()}, [(k, list(v)) for k, v in dicts.items()]


@pytest.mark.parametrize(
    "call",
    [
        (groups, ["a", "bc", "d", "bc"]),
        (filled_elsewhere, 5),
        (changed_lists, defaultdict(list, {"a": [1.5]}), "b"),
        (nested,),
        (by_function, 3),
        (changed_sets, defaultdict(set, {"x": {1}})),
        (without_factory, 1),
        (without_factory, 5),
    ],
    ids=lambda call: call[0].__name__,
)
def test_default_dicts_are_those_of_python(call):
    same(*call)


def test_a_factory_that_carries_values_is_refused():
    @njit
    def captured(k):
        d = defaultdict(lambda: k)
        return d[1]

    with pytest.raises(NumbaError, match="a defaultdict whose factory is"):
        captured(3)


def counted(text):
    c = Counter(text)
    c.update("aab")
    c["zz"] += 1
    del c["nothere"]
    return c, c.most_common(2), c.total(), c["missing"], sorted(c.elements()), c.most_common()


def counter_operators():
    a, b = Counter(a=3, b=1), Counter({"a": 1, "b": 2, "c": 5})
    results = (a + b, a - b, a & b, a | b, a == b, a <= a | b, a < a, a >= b, +a, -a, a != b)
    a.subtract(b)
    x = a.copy()
    a += b
    b -= x
    b |= a
    a &= b
    return results, a, b, x, isinstance(a, dict)


def counter_of_argument(c):
    c.update([1, 1, 2])
    c[5] -= 1
    c.update({2: 10})
    return c.most_common()


def counted_by_name(words):
    c = Counter(words, b=2)
    c.update(a=2)
    c.update("a", b=1, new=3)
    c.update()
    c.update(None)
    c.subtract(a=5)
    c.subtract()
    c.subtract({"z": 1}, a=1)
    return c, Counter({"a": 1}, a=3), Counter(None, b=1), Counter(x=1)


@pytest.mark.parametrize(
    "call",
    [
        (counted_by_name, ["a", "b"]),
        (counted, "hello world"),
        (counter_operators,),
        (counter_of_argument, Counter([1, 2, 3])),
        (lambda c: c.most_common(-1), Counter("aab")),
        (lambda d: Counter(d), {"a": 2.5}),
    ],
    ids=lambda call: call[0].__name__,
)
def test_counters_are_those_of_python(call):
    same(*call)


def ordered():
    o = OrderedDict()
    o["a"], o["b"], o["c"] = 1, 2, 3
    o.move_to_end("a")
    o.move_to_end("c", last=False)
    first, last = o.popitem(last=False), o.popitem()
    equal = o == OrderedDict(b=2), o == {"b": 2}, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1)
    return o, first, last, equal, list(o), o | {"z": 5}


def moved(o, last):
    o.move_to_end("b", last)
    entry = o.popitem(last)
    o["new"] = 5
    return entry


def recent(n, room):
    """The keys that a cache of recent values has left."""
    cache = OrderedDict()
    for k in range(n):
        key = k * k % 17
        if key in cache:
            cache.move_to_end(key)
        else:
            cache[key] = k
            if len(cache) > room:
                cache.popitem(last=False)
    return list(cache.items())


@pytest.mark.parametrize(
    "call",
    [
        (ordered,),
        (moved, OrderedDict(a=1, b=2, c=3), True),
        (moved, OrderedDict(a=1, b=2, c=3), False),
        (recent, 1000, 5),
        (lambda o: o.popitem(), OrderedDict()),
        (lambda o: o.move_to_end("nope"), OrderedDict(a=1)),
    ],
    ids=lambda call: call[0].__name__,
)
def test_ordered_dicts_are_those_of_python(call):
    same(*call)


def made_with_names(d, pairs):
    d.update()
    return (
        dict(d, c=3), dict(pairs, b=2), dict(d, a=2.5), OrderedDict(pairs, b=2), OrderedDict(d, a=5),
        dict(zip("ab", [1, 2]), z=9),
        defaultdict(int, d, b=2), defaultdict(int, {"a": 1}, b=2), Counter(pairs[0][0], b=2),
    )  # fmt: skip


def merged(c, d, o, f):
    return c | d, d | o, o | d, d | c, c | o, o | c, d | f, f | d, f | o, o | f, c | c


def test_dicts_with_names_and_merged_ones_are_those_of_python():
    same(made_with_names, {"a": 1}, [("a", 1)])
    same(merged, Counter("a"), {"a": 1, "z": 5}, OrderedDict(a=3, k=1), defaultdict(int, a=4))


def filled(d, c, o):
    d.append(1)
    c["a"] += 1
    o["k"] = 2.5


def test_empty_ones_become_what_the_function_makes_of_them():
    same(filled, deque(maxlen=3), Counter(), OrderedDict())


def test_they_are_in_other_containers():
    def inside(n):
        rows = [deque([n], 2), deque([1, 2, 3], 2)]
        rows[0].append(7)
        rows[0].append(8)
        table = {"c": Counter("aa"), "d": Counter("b")}
        table["c"]["x"] += 1
        return rows, table

    same(inside, 4)


def test_a_deque_is_no_list():
    with pytest.raises(NumbaError, match="sequence index must be integer, not 'slice'"):
        njit(lambda d: d[1:])(deque([1, 2]))
    assert njit(lambda d: d == [1])(deque([1])) is False


def test_subclasses_are_refused():
    class Own(Counter):
        pass

    with pytest.raises(NumbaError, match="Cannot determine Numba type"):
        njit(lambda c: c)(Own("a"))


@pytest.mark.parametrize(
    "text",
    [
        "sum(q), max(q), min(q), any(q), all(q)", "max(q, key=lambda x: -x), min(q, default=0), sum(q, 10)",
        "sorted(q), list(reversed(q)), tuple(q), set(q)", "list(zip(q, q)), list(map(abs, q)), [x for x in q if x]",
    ],
)  # fmt: skip
def test_functions_of_deques(text):
    check(expression(text, "q"), deque([3, -1, 2, 0]))
