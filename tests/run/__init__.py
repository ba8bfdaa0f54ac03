"""Compiled functions compared with the same functions interpreted."""
