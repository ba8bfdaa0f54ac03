"""Tests of the Python package. The folders are packages, so that ``tests.run.support`` has one name everywhere."""
