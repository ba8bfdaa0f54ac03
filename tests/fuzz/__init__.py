"""Programs that Hypothesis makes of the whole language, each run by the interpreter and compiled.

`kinds` are the types of values, `rules` says how expressions of a kind are written, and `writer` and `literals` fill them in.
`expressions` and `containers` hold rules; `classes` and `functions` write definitions and add rules for what they define;
`blocks` and `matches` write statements. `programs` puts a program together, and `comparison` runs it both ways.
"""
