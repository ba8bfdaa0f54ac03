"""`coluber.cuda.kernel.bf16`, where Numba has it."""

import sys

from coluber.cuda.kernel import bf16

sys.modules[__name__] = bf16
