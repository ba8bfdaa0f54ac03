"""Kernels that programs can use as they are."""
