"""Items of lists, dicts and objects that are looked at without a reference of their own: nothing takes them away meanwhile."""

from __future__ import annotations

import pytest

from coluber import njit
from tests.run.support import check


def cleared_while_an_item_is_used(n):
    items = ["word " * 3 + str(k) for k in range(n)]
    found = []
    for item in items:
        items.clear()
        found.append(item.upper() + "!")
    return found


def popped_in_one_of_the_blocks(n):
    items = ["word " * 3 + str(k) for k in range(n)]
    first = items[0]
    if n > 1:
        items.pop(0)
    elif n == 1:
        items[0] = "other"
    return first.strip() + first.title(), items


def replaced_in_a_loop_behind(n):
    items = ["word " * 3 + str(k) for k in range(n)]
    first, found = items[0], ""
    for k in range(n):
        items[k] = str(k)
        found += first[k]
    return found, items


def rows_replaced(n):
    rows = [["word " * 3 + str(k), "b"] for k in range(n)]
    row = rows[0]
    item = row[0]
    if n > 1:
        rows[0] = ["new"]
    row.append("c" + item)
    return item, row, rows


def emptied_by_a_function(n):
    items = ["word " * 3 + str(k) for k in range(n)]

    def empty():
        items.clear()

    first = items[-1]
    empty()
    return first + first


def counted_and_removed(n):
    items = ["word " * 3 + str(k % 3) for k in range(n)]
    counts = {}
    while items:
        item = items[-1]
        if item in counts:
            counts[item] += 1
        else:
            counts[item] = 1
        del items[-1]
    return counts


def dicts_in_a_list(n):
    dicts = [{"a" * 20: k} for k in range(n)]
    for each in dicts:
        each["a" * 20] += 1
        each["b" * 20] = each.get("b" * 20, 0) + 1
        if "c" not in each:
            each["c"] = len(each)
    return dicts


def values_replaced(n):
    values = {k: ["word " * 3 + str(k)] for k in range(n)}
    old = values[0]
    if n > 1:
        values[0] = []
    old.append(old[0].replace("o", "0"))
    return old, values


def key_errors(n):
    items = ["word " * 3 + str(k) for k in range(n)]
    known, missing = {items[0]: 1}, []
    for item in items:
        try:
            known[item] += 1
        except KeyError as error:
            missing.append(str(error))
    items.clear()
    return known, missing


def wrong_numbers(n):
    items = [str(k) if k % 2 else "no number " * 3 for k in range(n)]
    total, wrong = {"": 0}, []
    for item in items:
        try:
            total[""] = total[""] + int(item)
        except ValueError as error:
            wrong.append(str(error))
            items[0] = ""
    return total, wrong


def pieces_of_two(n):
    items = ["word " * 3 + str(k) for k in range(n)]
    return [f"{a} and {b}, {len(a)}" for a, b in zip(items, items[1:], strict=False)]


class Holder:
    def __init__(self, items: list[str]) -> None:
        self.items = items

    def first(self, count: int) -> str:
        first = self.items[0]
        if count > 1:
            self.items = ["new"]
        return first.lower() + self.items[0]


def fields_replaced(n):
    holder = Holder(["WORD " * 3 + str(k) for k in range(n)])
    return holder.first(n), holder.first(n)


FUNCTIONS = [
    cleared_while_an_item_is_used, popped_in_one_of_the_blocks, replaced_in_a_loop_behind, rows_replaced, emptied_by_a_function,
    counted_and_removed, dicts_in_a_list, values_replaced, key_errors, wrong_numbers, pieces_of_two, fields_replaced,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("count", [1, 2, 7])
def test_items_stay_while_they_are_used(function, count):
    check(function, count)


@njit
def lengths(items):
    found = []
    for item in items:
        if item.startswith("a"):
            found.append(len(item.strip()))
        elif "b" in item:
            found.append(-len(item.replace("b", "bb")))
    return found


@pytest.mark.parametrize("items", [["a ", "cb", "x"], ["ä" * 30, "a" * 30 + " ", "bbb"], []])
def test_items_of_lists_of_python(items):
    assert lengths(items) == lengths.py_func(items)
