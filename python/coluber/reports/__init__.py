"""Reports: what was compiled of a program, line by line."""
