//! Reads code objects and tables recorded by `tests/bytecode/record.py`. For tests.
