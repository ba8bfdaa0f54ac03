"""Stencils: functions of an element's neighbours that are applied at each element of arrays."""
