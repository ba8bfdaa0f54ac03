"""Functions of SciPy in compiled code, on top of those of NumPy: SciPy itself is not imported and need not be installed."""
