"""Bytes and arrays of text."""

from __future__ import annotations

from coluber.core.types.base import make

bytes_type = make("bytes")
