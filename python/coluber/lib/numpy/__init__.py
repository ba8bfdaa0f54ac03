"""NumPy's functions, and the methods of arrays."""
