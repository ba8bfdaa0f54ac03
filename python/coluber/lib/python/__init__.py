"""Python's builtin functions and standard modules."""
