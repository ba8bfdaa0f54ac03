"""A tokenizer for a small language, as a generator, and a printer that puts its tokens into shape again."""

from collections import namedtuple

from coluber import njit

Token = namedtuple("Token", ["kind", "text", "line", "column"])

KEYWORDS = ("let", "fn", "if", "else", "while", "return", "true", "false")
TWO = ("==", "!=", "<=", ">=", "&&", "||", "->", "+=")


@njit
def is_keyword(text):
    for keyword in KEYWORDS:
        if text == keyword:
            return True
    return False


@njit
def end_of_name(source, at):
    while at < len(source) and (source[at].isalnum() or source[at] == "_"):
        at += 1
    return at


@njit
def end_of_number(source, at):
    seen_point = False
    while at < len(source):
        if source[at] == "." and not seen_point:
            seen_point = True
        elif not source[at].isdigit():
            break
        at += 1
    return at


@njit
def end_of_text(source, at):
    at += 1
    while at < len(source) and source[at] != '"':
        at += 2 if source[at] == "\\" else 1
    if at >= len(source):
        raise SyntaxError("text without an end")
    return at + 1


@njit
def operator_length(source, at):
    for two in TWO:
        if source.startswith(two, at):
            return 2
    return 1


@njit
def tokens(source):
    """Give the tokens of a source text."""
    at, line, start_of_line = 0, 1, 0
    while at < len(source):
        character = source[at]
        if character == "\n":
            at += 1
            line += 1
            start_of_line = at
            continue
        if character.isspace():
            at += 1
            continue
        if source.startswith("//", at):
            while at < len(source) and source[at] != "\n":
                at += 1
            continue
        column = at - start_of_line + 1
        if character.isalpha() or character == "_":
            end = end_of_name(source, at)
            kind = "keyword" if is_keyword(source[at:end]) else "name"
        elif character.isdigit():
            end = end_of_number(source, at)
            kind = "number"
        elif character == '"':
            end = end_of_text(source, at)
            kind = "text"
        elif character in "+-*/%=<>!&|":
            end = at + operator_length(source, at)
            kind = "operator"
        elif character in "(){}[],;:.":
            end = at + 1
            kind = "mark"
        else:
            raise SyntaxError(f"unexpected {character!r} in line {line}, column {column}")
        yield Token(kind, source[at:end], line, column)
        at = end


@njit
def counts_by_kind(source):
    counts = {}
    for token in tokens(source):
        counts[token.kind] = counts.get(token.kind, 0) + 1
    return counts


@njit
def names_with_lines(source):
    """Return for each name the lines that it is in."""
    lines = {}
    for token in tokens(source):
        if token.kind == "name":
            if token.text not in lines:
                lines[token.text] = [token.line]
            elif lines[token.text][-1] != token.line:
                lines[token.text].append(token.line)
    return lines


@njit
def in_shape(source):
    """Return the source with one statement a line, indented by braces."""
    pieces = [""]
    depth, begins = 0, True
    for token in tokens(source):
        if token.text == "}":
            depth -= 1
            begins = True
        if begins:
            if len(pieces) > 1:
                pieces.append("\n")
            pieces.append("    " * depth)
        elif token.text not in ",;)(" and pieces[-1] not in ("(", "."):
            pieces.append(" ")
        pieces.append(token.text)
        begins = token.text in ("{", "}", ";")
        if token.text == "{":
            depth += 1
    return "".join(pieces)


@njit
def depth_of(source):
    """Return how deep brackets are nested, and whether they are balanced."""
    open_brackets, deepest = [], 0
    pairs = {")": "(", "]": "[", "}": "{"}
    for token in tokens(source):
        if token.text in ("(", "[", "{"):
            open_brackets.append(token.text)
            deepest = max(deepest, len(open_brackets))
        elif token.text in pairs:
            if not open_brackets or open_brackets.pop() != pairs[token.text]:
                return deepest, False
    return deepest, not open_brackets


PIECE = """
fn area_{0}(w, h) -> float { // comment {0}
    let result = w * h + {0}.25; if (result >= 10 && w != 0) { return result; } else { result += 1; }
    while (result < 100) { result = result * 2; print("area \\"{0}\\"", result, [w, h][0]); }
    return result;
}
"""


@njit
def program(n):
    return "".join([PIECE.replace("{0}", str(i)) for i in range(n)])


@njit
def failure(source):
    try:
        for token in tokens(source):
            if token.text == "stop":
                return f"stopped in line {token.line}"
    except SyntaxError as error:
        return str(error)
    return "all read"


@njit
def main(n):
    source = program(n)
    lines = [f"{len(source)} characters"]
    counts = counts_by_kind(source)
    for kind in sorted(counts):
        lines.append(f"{kind}: {counts[kind]}")
    names = names_with_lines(source)
    for name in sorted(names)[:6]:
        lines.append(f"{name} in lines {names[name][:5]}")
    shaped = in_shape(source)
    lines.append(shaped[:400])
    lines.append(f"same tokens: {counts_by_kind(shaped) == counts}, in shape: {in_shape(shaped) == shaped}")
    lines.append(f"depth {depth_of(source)} {depth_of('(]')} {depth_of('((')}")
    for wrong in ['let a = "b', "a # b", "a\nb stop c", "x + y"]:
        lines.append(failure(wrong))
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(12))
