"""What ZeroDivisionError says: the texts of the CPython that runs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.run.support import check


@pytest.mark.parametrize("operands", [(1, 0), (7, 0.0), (2.5, 0), (2.5, 0.0), (True, False)])
def test_texts_of_divisions_by_zero(operands: tuple[Any, ...]) -> None:
    def of_operators(a, b):
        said = []
        for k in range(3):
            try:
                result = a // b if k == 0 else a % b if k == 1 else a / b
                said.append(str(result))
            except ZeroDivisionError as error:
                said.append(str(error))
        return said

    check(of_operators, *operands)


def test_texts_of_pairs_of_quotient_and_remainder() -> None:
    def of_pair(a, b):
        try:
            return str(divmod(a, b))
        except ZeroDivisionError as error:
            return str(error)

    for operands in ((5, 0), (5, 3), (7, 0.0), (2.5, 0), (2.5, 0.0), (True, False), (2.5, 1.0)):
        check(of_pair, *operands)
