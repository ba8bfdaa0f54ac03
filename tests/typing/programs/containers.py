"""Typed containers, which have the types of their items."""

from __future__ import annotations

from collections.abc import MutableMapping, MutableSequence
from typing import Any, assert_type

from coluber import int64, njit, types
from coluber.typed import Dict, List, Set
from coluber.typed.typedlist import List as SameList


@njit
def first(items: List[float]) -> float:
    return items[0]


@njit
def counts(words: List[str]) -> Dict[str, int]:
    found: Dict[str, int] = Dict()
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


numbers = List([1.5, 2.5])
assert_type(numbers, List[float])
assert_type(numbers[0], float)
assert_type(numbers[:1], List[float])
assert_type(numbers.pop(), float)
assert_type([x for x in numbers], list[float])
assert_type(first(numbers), float)
numbers.append("text")  # E: arg-type
first(List(["text"]))  # E: list-item
sequence: MutableSequence[float] = numbers
same: SameList[float] = numbers
empty: List[int] = List.empty_list(int64)
List.empty_list(int)  # E: arg-type

assert_type(counts(List(["a"])), Dict[str, int])
assert_type(counts(List(["a"]))["a"], int)
pairs = Dict({"a": 1.5})
assert_type(pairs, Dict[str, float])
assert_type(pairs.get("a"), float | None)
assert_type(pairs.get("a", 0.0), float)
assert_type(list(pairs.items()), list[tuple[str, float]])
of_pairs: Dict[str, int] = Dict([("a", 1)])
by_name: Dict[str, int] = Dict(a=1, b=2)
pairs[0] = 1.0  # E: index
mapping: MutableMapping[str, float] = pairs
made: Dict[str, float] = Dict.empty(key_type=types.unicode_type, value_type=types.float64)
assert_type(Dict.empty(types.int64, types.int64), Dict[Any, Any])

members = Set([1, 2])
assert_type(members, Set[int])
assert_type(sorted(members), list[int])
members.add("text")  # E: arg-type
union = members | members  # E: operator
