"""Ufuncs of NumPy whose loops are compiled: ``vectorize`` and ``guvectorize`` on the processor."""
