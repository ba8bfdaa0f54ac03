"""The layouts of `guvectorize`, under the name that programs look for."""

from coluber.np.layout import parse_layout as parse_signature

__all__ = ["parse_signature"]
