"""What connects types with NumPy."""
