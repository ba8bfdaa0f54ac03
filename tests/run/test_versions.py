"""Variables and results whose type depends on the way that control has come: code is typed in versions."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit, prange
from coluber.core.errors import TypingError
from tests.run.support import check, compile_error, source


def power_method(matrix, vector, rounds):
    for _ in range(rounds):
        product = np.dot(matrix, vector)
        vector = product / np.linalg.norm(product)
    return vector


def sum_of_rows(a):
    total = 0
    for row in a:
        total = total + row
    return total


def halved(x, half):
    if half:
        x = x / 2
    return x


def first_or_later(rows, skip):
    best = np.nan
    for row in rows:
        if skip and row[0] < 0:
            continue
        best = row.copy() if np.all(np.isnan(best)) else best + row
    return best


def again_and_again(n):
    found = []
    for k in range(n):
        t = 0
        for row in np.ones((k, 2)):
            t = t + row
        found.append(float(np.sum(t)))
    return found, t


def two_in_turn(q, n):
    new, old = np.array([[0], [0]]), np.array([[10.0], [10.0]])
    for _ in range(n):
        old = new
        new = 0.5 * (q @ old)
        if np.max(np.abs(new - old)) > 1e6:
            break
    return float(new.sum()), float(old.sum())


def three_in_turn(n):
    a, b, c = 1, "b", [2.5]
    for _ in range(n):
        a, b, c = b, c, a
    return str(a), str(b), str(c)


def several(a, b, c):
    if a > 0:
        a = str(a)
    if b > 0:
        b = [b]
    if c > 0:
        c = (c, c)
    return a, b, c


def while_it_lasts(x):
    n = 0
    while True:
        n += 1
        if n > 3:
            break
        x = x * 0.5
    return x, n


def in_a_try(x, d):
    try:
        y = x // d
    except ZeroDivisionError:
        y = "nothing"
    return y


def chosen(a, b, c):
    return a if c else b


WAYS = [
    (power_method, np.array([[2, 1], [1, 3]]), np.array([1, 2]), 4),
    (power_method, np.array([[2, 1], [1, 3]]), np.array([1, 2]), 0),
    (sum_of_rows, np.arange(6.0).reshape(3, 2)),
    (sum_of_rows, np.zeros((0, 2))),
    (halved, np.arange(4), True),
    (halved, np.arange(4), False),
    (first_or_later, np.array([[-1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), True),
    (first_or_later, np.array([[-1.0, 2.0]]), True),
    (again_and_again, 4),
    (again_and_again, 1),
    *((two_in_turn, np.array([[0.5, 0.5], [0.25, 0.75]]), n) for n in range(4)),
    *((three_in_turn, n) for n in range(5)),
    (several, 1, 1, 1),
    (several, 0, 1, 0),
    (while_it_lasts, np.arange(3)),
    (in_a_try, 7, 2),
    (in_a_try, 7, 0),
    (chosen, 1, (1, 2), True),
    (chosen, 1, (1, 2), False),
]


@pytest.mark.parametrize("case", WAYS, ids=[f"{case[0].__name__}{k}" for k, case in enumerate(WAYS)])
def test_ways(case):
    function, *arguments = case
    check(function, *arguments, rtol=1e-15)


def index_or_text(items, item):
    for k, known in enumerate(items):
        if known == item:
            return k
    return "not there"


def joined_or_false(a, b):
    places = [k for k in range(len(a)) if a[k] != b[k]]
    if len(places) > 1:
        return False
    return a + b


def any_kind(n):
    if n == 0:
        return None
    if n == 1:
        return 1.5
    if n == 2:
        return "two"
    if n == 3:
        return np.arange(n)
    if n == 4:
        return {n: "four"}
    return [n]


def sorted_quickly(data):
    if len(data) <= 1:
        return data
    pivot, rest = data[0], data[1:]
    return [*sorted_quickly([e for e in rest if e <= pivot]), pivot, *sorted_quickly([e for e in rest if e > pivot])]


class Circle:
    def __init__(self, radius):
        self.radius = radius


class Square:
    def __init__(self, side):
        self.side = side


def shape(n):
    return Circle(1.5) if n else Square(2)


RESULTS = [
    (index_or_text, [3, 4], 4),
    (index_or_text, [3, 4], 5),
    (joined_or_false, "abc", "abd"),
    (joined_or_false, "abc", "xyz"),
    *((any_kind, n) for n in range(6)),
    (sorted_quickly, [3, 1, 2]),
    (sorted_quickly, "seagull"),
]


@pytest.mark.parametrize("case", RESULTS, ids=[f"{case[0].__name__}{k}" for k, case in enumerate(RESULTS)])
def test_results_of_several_types(case):
    function, *arguments = case
    check(function, *arguments)


def test_objects_of_several_classes():
    f = njit(shape)
    assert (f(True).radius, f(False).side) == (1.5, 2)


def test_constants_tell_which_result_it_is():
    inner = njit(joined_or_false)

    def kept(a, others):
        found = []
        for other in others:
            pair = inner(a, other)
            if pair is not False:
                found.append(pair.upper())
        return found

    check(kept, "abc", ["abd", "xyz", "abc"])


def test_classes_tell_which_result_it_is():
    inner = njit(any_kind)

    def measured(n):
        value = inner(n)
        if value is None:
            return -1
        if isinstance(value, str):
            return len(value)
        if isinstance(value, float):
            return int(2 * value)
        return len(value)

    for n in range(6):
        check(measured, n)


def plus(a, b):
    return (1 if a else "text") + (2 if b else "more")


def compared(a, b):
    return (1 if a else "text") < (2 if b else "more")


def subscripted(flag, n):
    x = np.zeros(n)
    if flag:
        x = 10
    return x[0]


def attribute(flag):
    x = np.arange(3) if flag else "text"
    return x.sum()


def by_the_same_flag(mode, n):
    if mode == 1:
        x = 10
    else:
        x = np.arange(n)
    text = ""
    for k in range(3):
        text += str(k)
    if mode == 1:
        return x + 1, text
    return x.sum(), text


def unpacked(flag):
    pair = (1, 2) if flag else 1.5
    a, b = pair
    return a + b


def iterated(flag):
    total = 0
    for x in [1, 2] if flag else 7:
        total += x
    return total


def handled(flag):
    x = [1] if flag else 1
    try:
        x.append(2)
        return len(x)
    except AttributeError:
        return -1


WRONG = [
    *((plus, a, b) for a in (False, True) for b in (False, True)),
    *((compared, a, b) for a in (False, True) for b in (False, True)),
    (subscripted, False, 3),
    (subscripted, True, 3),
    (attribute, True),
    (attribute, False),
    (by_the_same_flag, 1, 3),
    (by_the_same_flag, 2, 3),
    (unpacked, True),
    (unpacked, False),
    (iterated, True),
    (iterated, False),
    (handled, True),
    (handled, False),
]


@pytest.mark.parametrize("case", WRONG, ids=[f"{case[0].__name__}{k}" for k, case in enumerate(WRONG)])
def test_the_version_for_the_wrong_type_raises(case):
    function, *arguments = case
    check(function, *arguments)


def test_an_operation_without_types_in_any_version():
    inner = njit(index_or_text)
    message = compile_error(lambda items: inner(items, 3).total(), [3])
    assert "total" in message
    assert "gives one of (Literal[str](not there), int64)" in message


def test_a_result_is_handed_on():
    inner = njit(any_kind)

    def outer(n):
        return inner(n)

    for n in range(6):
        check(outer, n)


def numbers_and_texts(n):
    for k in range(n):
        if k % 2:
            yield k
        else:
            yield str(k)


def test_generators_yield_several_types():
    inner = njit(numbers_and_texts)
    assert list(inner(5)) == ["0", 1, "2", 3, "4"]

    def parted(n):
        total, texts = 0, ""
        for item in inner(n):
            if isinstance(item, str):
                texts += item
            else:
                total += item
        return total, texts

    check(parted, 6)


def test_a_parallel_loop_carries_one_type():
    @njit(parallel=True)
    def total(a):
        t = 0
        for k in prange(len(a)):
            t = t + a[k]
        return t

    with pytest.raises(TypingError, match="Cannot unify"):
        total(np.ones((3, 2)))


def test_what_no_version_can_do_says_what_met():
    def changed(flag):
        x = np.zeros(3)
        if flag:
            x = 10
        x.total()
        return x

    message = compile_error(changed, True)
    assert "Cannot unify" in message
    assert "for 'x'" in message


def after_other_types(flag, x):
    if flag:
        x = "text"
    return x, np.nothing


def after_handlers(flag, x):
    try:
        x = 1 // x
    except ZeroDivisionError as error:
        x = str(error)
    return x, np.nothing


def after_lists(flag, x):
    found = [x]
    found.append("text")
    return found, np.nothing


@pytest.mark.parametrize("function", [after_other_types, after_handlers, after_lists])
def test_what_is_wrong_whatever_has_met_is_the_error(function):
    assert "Unknown attribute 'nothing' of type Module" in compile_error(function, True, 3)


def test_as_many_versions_as_a_function_may_have():
    tests = "".join(f"    if x{k} > 0:\n        x{k} = str(x{k})\n" for k in range(12))
    names = ", ".join(f"x{k}" for k in range(12))
    function = source(f"def f({names}):\n{tests}    return {names}\n")
    assert "Cannot unify" in compile_error(function, *range(12))


def test_the_cache_keeps_such_results(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    f = njit(any_kind, cache=True)
    assert [f(0), f(2), f(5)] == [None, "two", [5]]
    again = njit(any_kind, cache=True)
    assert [again(0), again(2), again(5)] == [None, "two", [5]]


def put(tree, word):
    for letter in word:
        tree = tree.setdefault(letter, {})
    tree["#"] = True


def words_below(tree):
    found = []
    for letter, below in tree.items():
        found.extend([" "] if letter == "#" else [letter + rest for rest in words_below(below)])
    return tuple(found)


def completed(tree, prefix):
    for letter in prefix:
        if letter not in tree:
            return []
        tree = tree[letter]
    return words_below(tree)


def test_trees_of_dicts_of_different_depths_are_refused():
    """Typing comes to an end, though each step of the loops meets values of more types."""
    tree = {}
    for word in ("depart", "detergent", "daring", "dog", "deer", "deal"):
        put(tree, word)
    with pytest.raises(TypingError, match="have too many types"):
        njit(completed)(tree, "de")
