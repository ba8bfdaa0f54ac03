"""Operators as functions that can be compiled, for tests of classes that have them."""

from __future__ import annotations


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def divide(a, b):
    return a / b


def floor_divide(a, b):
    return a // b


def remainder(a, b):
    return a % b


def both(a, b):
    return divmod(a, b)
