"""Kernels as plain Python: each thread a greenlet in one thread of the system, switched at barriers and warp operations.

`kernel` has what `cuda.jit` returns then, `grid` runs a launch, `block` a block and `thread` a thread. The words that kernels
call are in `coluber.cuda.kernel`.
"""
