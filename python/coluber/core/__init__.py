"""The Python half of the compiler: decorators, dispatch, types, errors, settings."""
