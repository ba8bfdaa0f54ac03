"""Random programs of the whole language do compiled what they do in the interpreter, or are refused by a proper message.

``COLUBER_FUZZ`` multiplies their number. What fails is made shorter by Hypothesis, and printed; a program that crashes is left
in `comparison.FOLDER`.
"""

from __future__ import annotations

import os
import warnings
from collections import Counter

import hypothesis
import pytest

from tests.fuzz.comparison import compared
from tests.fuzz.programs import Program, programs

BATCHES = 2 * int(os.environ.get("COLUBER_FUZZ", "1"))
PROGRAMS = 14

# How many of them may be refused.
MOST_REFUSED = 0.2

SETTINGS = hypothesis.settings(
    max_examples=PROGRAMS, deadline=None, database=None, suppress_health_check=list(hypothesis.HealthCheck)
)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_program_does_what_it_does_in_python(batch):
    counts: Counter[str] = Counter()

    @SETTINGS
    @hypothesis.seed(batch)
    @hypothesis.given(programs())
    def run(program: Program) -> None:
        with warnings.catch_warnings(action="ignore"):
            result = compared(program)
        counts[result.partition(":")[0]] += 1
        assert not result.startswith("wrong"), f"{result}\n{program.text}"

    run()
    assert counts["refused"] <= MOST_REFUSED * counts.total(), counts
    assert counts["unfit"] <= 0.1 * counts.total(), counts
