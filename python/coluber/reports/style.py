"""The style of the page of reports: light and dark, and on paper."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --faint: #6a737d; --line: #d8dee4;
  --box: #f6f8fa;
  --green: #dcf5e3; --green-edge: #2da44e; --red: #ffe3e1; --red-edge: #cf222e;
  --keyword: #8250df; --string: #0a5a9c; --number: #9a5b00; --comment: #6a737d; --builtin: #0b6e78; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #e6edf3; --faint: #8b949e; --line: #30363d;
  --box: #161b22;
  --green: #12321d; --green-edge: #3fb950; --red: #3d1618; --red-edge: #f85149;
  --keyword: #d2a8ff; --string: #a5d6ff; --number: #f2b263; --comment: #8b949e; --builtin: #7ee0d6; } }
.coluber { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.coluber h1 { font-size: 1.5em; margin: 0 0 .2em; } .coluber h2, .coluber h2 code { font-size: 18px; margin: 2em 0 .2em; }
.coluber p { margin: .2em 0 .6em; } .coluber .faint { color: var(--faint); }
.coluber code, .coluber pre, .coluber .line { font: 13px/1.55 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.coluber pre { margin: .3em 0; overflow-x: auto; white-space: pre-wrap; }
.coluber .source { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.coluber .line { display: flex; flex-wrap: wrap; padding: 0 .6em; border-left: 5px solid transparent; }
.coluber summary.line { cursor: pointer; list-style-position: outside; }
.coluber summary::-webkit-details-marker { display: none; }
.coluber .mark { flex: none; width: 1.2em; color: var(--faint); }
.coluber details[open] > summary .turn { transform: rotate(90deg); } .coluber .turn { display: inline-block; }
.coluber .number { flex: none; width: 3.2em; text-align: right; padding-right: 1em; color: var(--faint); }
.coluber .text { white-space: pre-wrap; flex: 1 0 auto; max-width: calc(100% - 4.6em); }
.coluber .compiled { background: var(--green); border-left-color: var(--green-edge); }
.coluber .interpreted { background: var(--red); border-left-color: var(--red-edge); }
.coluber .notes { display: flex; flex-wrap: wrap; flex: 0 1 auto; justify-content: flex-end; margin-left: auto;
  column-gap: 1.5em; color: var(--faint); font: 12px/1.65 system-ui, sans-serif; text-align: right; }
.coluber .fold { padding: .4em 1em .6em 5.4em; background: var(--box); border-top: 1px solid var(--line);
  border-bottom: 1px solid var(--line); }
.coluber .fold h4 { margin: .5em 0 0; font-size: 12px; color: var(--faint); font-weight: 600; }
.coluber .key span { padding: .1em .6em; margin-right: .6em; border-left: 5px solid; }
.coluber .key .compiled { border-color: var(--green-edge); } .coluber .key .interpreted { border-color: var(--red-edge); }
.coluber table { border-collapse: collapse; font-size: 13px; margin: .4em 0 .8em; }
.coluber th, .coluber td { padding: .15em .9em .15em 0; text-align: left; vertical-align: top; }
.coluber th { color: var(--faint); }
.coluber td.ms { text-align: right; font-variant-numeric: tabular-nums; }
.coluber .facts { margin: .2em 0 .8em; padding-left: 1.2em; }
.coluber .reason { border-left: 5px solid var(--red-edge); padding-left: .8em; }
.coluber .k { color: var(--keyword); } .coluber .s { color: var(--string); } .coluber .n { color: var(--number); }
.coluber .c { color: var(--comment); font-style: italic; } .coluber .b { color: var(--builtin); }
@media print { .coluber { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .coluber .line, .coluber .fold { break-inside: avoid; } .coluber .mark { visibility: hidden; } }
"""
