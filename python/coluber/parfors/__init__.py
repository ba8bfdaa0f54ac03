"""Names that Numba has in its package ``parfors``."""
