"""Compiled uses of NumPy compared with NumPy."""
