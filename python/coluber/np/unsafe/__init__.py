"""Functions of compiled code that see its memory as it is."""
