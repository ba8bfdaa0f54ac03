"""Members of enumerations of integers as numbers of arrays and of NumPy's functions."""

from __future__ import annotations

from enum import IntEnum, IntFlag

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import same


class Cell(IntEnum):
    """Values of a grid."""

    EMPTY = 0
    TREE = 1
    FIRE = 2


class Bits(IntFlag):
    """Bits of a mask."""

    LOW = 1
    HIGH = 2


GRID = np.array([[0, 1, 2], [1, 2, 0], [2, 2, 1]])

EXPRESSIONS = [
    "np.where(g > 1, Cell.TREE, Cell.EMPTY), np.where(g == Cell.TREE, Cell.FIRE, g), np.where(g & Bits.LOW, Bits.HIGH, 0)",
    "np.where(g > 1, Cell.TREE, g.astype(np.uint8)), np.clip(g.astype(np.uint8), Cell.TREE, Cell.FIRE)",
    "np.array([Cell.TREE, Cell.FIRE]), np.array([Cell.TREE, 3]), np.array((Cell.TREE, Cell.FIRE), dtype=np.int8)",
    "np.array(list(Cell)), np.array([c for c in Cell]), np.array([[Cell.TREE, Cell.FIRE], [Cell.EMPTY, Cell.TREE]])",
    "g == Cell.TREE, g != Cell.TREE, g < Cell.FIRE, Cell.TREE <= g, g + Cell.TREE, Cell.FIRE * g, g ** Cell.FIRE",
    "np.count_nonzero(g == Cell.TREE), (g == Cell.FIRE).sum(), g[Cell.TREE], g[Cell.TREE, Cell.FIRE], g[:, Cell.FIRE]",
    "np.isin(g, [Cell.TREE, Cell.FIRE]), np.isin(g, (Cell.TREE, Cell.EMPTY)), np.full_like(g, Cell.FIRE)",
    "np.maximum(g, Cell.TREE), np.minimum(Cell.TREE, g), np.clip(g, Cell.TREE, Cell.FIRE), g.clip(Cell.TREE)",
    "np.roll(g, Cell.TREE, axis=Cell.EMPTY), g.sum(axis=Cell.TREE), np.take(g, Cell.TREE), np.repeat(Cell.TREE, 3)",
    "np.select([g == Cell.TREE, g == Cell.FIRE], [Cell.FIRE, Cell.EMPTY], Cell.TREE), np.append(g[0], Cell.FIRE)",
    "np.zeros(Cell.FIRE), np.arange(Cell.FIRE), np.ones((Cell.FIRE, 2)), np.eye(Cell.FIRE), np.sum([Cell.TREE, Cell.FIRE])",
    "np.random.default_rng(0).choice([Cell.TREE, Cell.FIRE], 5), np.random.default_rng(0).choice(list(Cell), (2, 2))",
    "{c.name: int(np.count_nonzero(g == c)) for c in Cell}, [Cell(int(x)).name for x in g[0]]",
]

ASSIGNMENTS = [
    "g[g > 1] = Cell.TREE",
    "g[0] = Cell.TREE; g[1, 1] = Cell.FIRE; g[:, 2] = Cell.EMPTY",
    "g[0] = [Cell.FIRE, Cell.TREE, Cell.EMPTY]; g[1:, 0] = Cell.FIRE, Cell.TREE",
    "g[g == 1] |= Bits.HIGH; g += Cell.TREE",
    "g[g > 0] = Cell(g[0, 1])",
    "g.fill(Cell.FIRE)",
]


def _functions(body):
    scope = {"np": np, "Cell": Cell, "Bits": Bits}
    exec(f"def f(g):\n    {body}\n", scope)
    return scope["f"], njit(scope["f"])


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression):
    plain, compiled = _functions(f"return {expression}")
    wanted, found = plain(GRID), compiled(GRID)
    if isinstance(wanted[0], dict):
        assert found == wanted
    else:
        same(found, wanted)


@pytest.mark.parametrize("statements", ASSIGNMENTS)
def test_assignment(statements):
    plain, compiled = _functions(statements)
    wanted, found = GRID.copy(), GRID.copy()
    plain(wanted)
    compiled(found)
    same(found, wanted)
