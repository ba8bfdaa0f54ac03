"""The report as one page of HTML that needs nothing else: no scripts, no files."""

from __future__ import annotations

import builtins
import io
import keyword
import token
import tokenize
from html import escape

from coluber.reports.links import anchor
from coluber.reports.style import STYLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coluber.reports.collect import FunctionReport, Version


_KEY = (
    '<p class="key"><span class="compiled">compiled</span><span class="interpreted">run by the interpreter</span></p>'
    '<p class="faint">A line that can be opened has the typed operations that it became, what the optimiser made of them,'
    " and the machine code.</p>"
)


def page(reports: Iterable[FunctionReport], title: str) -> str:
    """Return the page of some functions."""
    body = "".join(map(section, reports)) or "<p>No function was compiled.</p>"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>body {{ margin: 0; }} .coluber {{ padding: 1.5em 2em 4em; min-height: 90vh; }}{STYLE}</style></head>\n"
        f'<body class="coluber"><main><h1>{escape(title)}</h1>{_KEY}{body}</main></body></html>\n'
    )


def fragment(reports: Iterable[FunctionReport]) -> str:
    """Return the report for a notebook to show."""
    return f'<div class="coluber"><style>{STYLE}</style>{"".join(map(section, reports))}</div>'


def section(report: FunctionReport) -> str:
    """Return what is said of one function."""
    first = report.first
    state = "object mode" if report.object_mode else "compiled" if report.versions else "not compiled"
    if report.object_mode and any(version.lines for version in report.versions):
        state = "object mode, with compiled parts"
    reasons = "".join(f'<pre class="reason">{escape(reason)}</pre>' for reason in report.reasons)
    lines = "".join(_lines(report))
    place = f"{escape(report.filename)}, line {first}: {state}"
    return (
        f'<section id="{escape(anchor(report.name, report.first))}"><h2><code>{escape(report.name)}</code></h2>'
        f'<p class="faint">{place}</p>'
        f'{reasons}{_versions(report.versions)}{_facts(report.versions)}<div class="source">{lines}</div></section>\n'
    )


def _versions(versions: list[Version]) -> str:
    if not versions:
        return ""
    stages = list(dict.fromkeys(name for version in versions for name, _ in version.stages))
    head = "".join(f"<th>{escape(name)}, ms</th>" for name in stages)
    rows = []
    for version in versions:
        times = dict(version.stages)
        cells = "".join(f'<td class="ms">{times[name]:.2f}</td>' if name in times else "<td></td>" for name in stages)
        rows.append(f"<tr><td><code>{escape(version.title)}</code></td>{cells}</tr>")
    return f"<table><tr><th>compiled for</th>{head}</tr>{''.join(rows)}</table>"


def _facts(versions: list[Version]) -> str:
    told = [version for version in versions if version.facts]
    rows = (f"<li><code>{escape(version.title)}</code>: {escape('; '.join(version.facts))}</li>" for version in told)
    return f'<ul class="facts">{"".join(rows)}</ul>' if told else ""


def _lines(report: FunctionReport) -> Iterator[str]:
    coloured = _coloured([text for _, text in report.source])
    compiled = report.compiled_lines
    for (number, _), text in zip(report.source, coloured, strict=True):
        versions = [version for version in report.versions if number in version.lines]
        state = "compiled" if number in compiled else "interpreted" if _is_interpreted(report, number) else ""
        folds = "".join(_fold(version, number) for version in versions)
        if state == "interpreted":
            steps = "\n".join(f"{step} :: pyobject" for step in report.interpreted[number])
            refusals = "".join(f'<pre class="reason">{escape(text)}</pre>' for text in report.refused.get(number, ()))
            folds += f"{refusals}<h4>the interpreter</h4><pre>{escape(steps)}</pre>"
        notes = dict.fromkeys(note for version in versions for note in _brief(version.notes.get(number, ())))
        note = "".join(f'<span class="note">{escape(note)}</span>' for note in notes)
        shown = f'<span class="number">{number}</span><span class="text">{text or " "}</span><span class="notes">{note}</span>'
        if folds:
            turn = '<span class="mark"><span class="turn">&#9656;</span></span>'
            yield f'<details><summary class="line {state}">{turn}{shown}</summary><div class="fold">{folds}</div></details>'
        else:
            yield f'<div class="line {state}"><span class="mark"></span>{shown}</div>'


def _brief(notes: Iterable[str]) -> Iterator[str]:
    """Yield the notes of a line; of the reasons why loops were not vectorised only the first: the fold has all of them."""
    refused = False
    for note in notes:
        is_refusal = note.startswith("loop not vectorised")
        if not (refused and is_refusal):
            yield note
        refused = refused or is_refusal


def _is_interpreted(report: FunctionReport, number: int) -> bool:
    """Whether the interpreter runs a line; the first line has what makes the function."""
    first = report.source[0][0]
    return report.object_mode and number in report.interpreted and number != first


def _fold(version: Version, number: int) -> str:
    parts = [
        ("typed operations", version.ir.get(number, [])),
        ("optimiser", version.notes.get(number, [])),
        ("machine code", version.assembly.get(number, [])),
    ]
    texts = [f"<h4>{what}</h4><pre>{escape(chr(10).join(rows))}</pre>" for what, rows in parts if rows]
    return f"<h4><code>{escape(version.title)}</code></h4>{''.join(texts)}" if texts else ""


def _coloured(lines: list[str]) -> list[str]:
    """Return lines of Python as HTML with colours; without colours where they are not Python on their own."""
    spans: dict[int, list[tuple[int, int, str]]] = {}
    try:
        for part in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
            kind = _kind(part)
            for row in range(part.start[0], part.end[0] + 1) if kind else ():
                start = part.start[1] if row == part.start[0] else 0
                end = part.end[1] if row == part.end[0] else len(lines[row - 1])
                spans.setdefault(row, []).append((start, end, kind))
    except (tokenize.TokenError, SyntaxError, IndexError):
        pass
    return [_painted(line, spans.get(row, [])) for row, line in enumerate(lines, 1)]


def _kind(part: tokenize.TokenInfo) -> str:
    if part.type == token.NAME:
        if keyword.iskeyword(part.string):
            return "k"
        return "b" if hasattr(builtins, part.string) else ""
    if part.type in (token.STRING, getattr(token, "FSTRING_START", -1), getattr(token, "FSTRING_MIDDLE", -1)):
        return "s"
    return {token.NUMBER: "n", tokenize.COMMENT: "c"}.get(part.type, "")


def _painted(line: str, spans: list[tuple[int, int, str]]) -> str:
    made, at = [], 0
    for start, end, kind in spans:
        made += [escape(line[at:start]), f'<span class="{kind}">{escape(line[start:end])}</span>']
        at = end
    return "".join(made) + escape(line[at:])
