"""The decorator `jitclass`, where Numba has it."""

from __future__ import annotations

from coluber.core.jitclass import jitclass

__all__ = ["jitclass"]
