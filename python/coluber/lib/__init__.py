"""The part of the compiler's library that is written in Python and compiled when compiled code uses it.

`index` says which module has which function; `coluber.core.extending` imports a module when one of its functions is first
called. The implementations run uncompiled as well, which is how they are tested.

Rules for implementations: no lists, dicts or formatted strings; ``types.X`` or ``np.X`` classes convert numbers; an index made
by arithmetic is converted to uint64, which says that it does not count from the end; ``np.divide`` where a divisor can be zero,
since ``/`` raises.
"""
