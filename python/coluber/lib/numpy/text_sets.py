"""Sets of texts: what two text arrays have in common and what one of them has."""

from __future__ import annotations

import numpy as np

from coluber.lib.kinds import is_array, is_text, literal_bool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def are_texts(ar1: Any, ar2: Any) -> bool:
    """Whether both are arrays of texts of one kind, strings or bytes."""
    if not (is_array(ar1) and is_array(ar2) and is_text(ar1.dtype) and is_text(ar2.dtype)):
        return False
    return type(ar1.dtype) is type(ar2.dtype)


def _longer(ar1: Any, ar2: Any) -> Any:
    """Return the type of texts that has room for those of both arrays."""
    return type(ar1.dtype)(max(ar1.dtype.count, ar2.dtype.count))


def union_of_texts(ar1, ar2):
    """Return the distinct texts of two arrays."""
    return np.unique(np.concatenate((ar1.ravel(), ar2.ravel())))


def other_texts(assume_unique: Any) -> FunctionType:
    """Return the function for the texts of an array that another one does not have."""
    is_unique = literal_bool(assume_unique, "assume_unique")

    def impl(ar1, ar2, assume_unique=False):
        mine = ar1.ravel() if is_unique else np.unique(ar1)
        return mine[~np.isin(mine, ar2)]

    return impl


def common_texts(ar1: Any, ar2: Any, assume_unique: Any, return_indices: Any) -> FunctionType | None:
    """Return the function for the texts that two arrays have in common."""
    element = _longer(ar1, ar2)
    if literal_bool(return_indices, "return_indices"):
        return _common_with_places(element)

    def impl(ar1, ar2, assume_unique=False, return_indices=False):
        mine = np.unique(ar1)
        return mine[np.isin(mine, ar2)].astype(element)

    return impl


def _common_with_places(element: Any) -> FunctionType:
    """Return the function that gives where the common texts are in both arrays, too."""
    from coluber.lib.numpy.text_order import groups_of_texts

    def impl(ar1, ar2, assume_unique=False, return_indices=False):
        mine, others = groups_of_texts(ar1, True), groups_of_texts(ar2, True)
        chosen, places = np.empty(mine[0].size, np.int64), np.empty(mine[0].size, np.int64)
        i, j, count = 0, 0, 0
        while i < mine[0].size and j < others[0].size:
            if mine[0][i] == others[0][j]:
                chosen[count], places[count] = mine[1][i], others[1][j]
                count += 1
            if mine[0][i] <= others[0][j]:
                i += 1
            else:
                j += 1
        return ar1.ravel()[chosen[:count]].astype(element), chosen[:count].copy(), places[:count].copy()

    return impl


def single_texts(ar1: Any, ar2: Any) -> FunctionType:
    """Return the function for the texts that only one of two arrays has."""

    def impl(ar1, ar2, assume_unique=False):
        first, second = np.unique(ar1), np.unique(ar2)
        return np.sort(np.concatenate((first[~np.isin(first, second)], second[~np.isin(second, first)])))

    return impl
