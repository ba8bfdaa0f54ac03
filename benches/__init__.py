"""Benchmarks: Coluber against Numba, and against C, in one interleaved run."""
