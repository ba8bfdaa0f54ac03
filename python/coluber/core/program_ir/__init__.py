"""The form of code that passes and rewrites of programs work on: register-machine IR with the names of Numba's.

It exists only for functions that such a pass or rewrite looks at. `reading` makes it of the compiler's neutral instructions,
`writing` makes those of it again, `driver` runs the passes of a pipeline and the rewrites that are registered.
"""
