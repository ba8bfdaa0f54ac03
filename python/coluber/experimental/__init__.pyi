"""``jitclass`` and ``structref``, under the names that they have in Numba."""

from coluber.core.jitclass import jitclass as jitclass
from coluber.experimental import function_type as function_type
from coluber.experimental import structref as structref
