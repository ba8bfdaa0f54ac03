"""`coluber.cuda.kernel.cg`, where Numba has it."""

import sys

from coluber.cuda.kernel import cg

sys.modules[__name__] = cg
