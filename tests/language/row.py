"""A row of the table of the language."""

from __future__ import annotations

import textwrap
from typing import NamedTuple


class Row(NamedTuple):
    """A feature with its example.

    Parameters
    ----------
    feature : str
        What it is.
    body : str
        The body of a function of ``x`` and ``a``; lines in front of ``---`` stand outside of the function.
    refused : str
        Where it is refused, a part of the message.
    instead : str
        What to do then, where the message doesn't say it.
    others : tuple of str
        More arguments that the example is called with: what follows ``example(``.
    rtol : float
        The tolerance of floats, where CPython has functions of its own whose last digits differ.
    keeps : bool
        Whether the compiled function keeps global values.
    """

    feature: str
    body: str
    refused: str = ""
    instead: str = ""
    others: tuple[str, ...] = ()
    rtol: float = 0.0
    keeps: bool = False

    @property
    def answer(self) -> str:
        """What the page says."""
        return f"no: {self.refused}{'; ' * bool(self.instead)}{self.instead}" if self.refused else "yes"


def rows(*given: tuple[str, ...]) -> list[Row]:
    """Return rows of what they hold."""
    return [Row(*row) for row in given]


def row(
    feature: str,
    body: str,
    *others: str,
    refused: str = "",
    instead: str = "",
    rtol: float = 0.0,
    keeps: bool = False,
) -> Row:
    """Return a row whose body is written over several lines."""
    return Row(feature, textwrap.dedent(body).strip(), refused, instead, others, rtol, keeps)
