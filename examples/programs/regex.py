"""A small matcher of regular expressions: a pattern becomes instructions, which run for all choices at once (Thompson)."""

from coluber import njit

CHARACTER, ANY, CLASS, SPLIT, JUMP, MATCH, BEGIN, END = range(8)


@njit
def add(program, kind, first, second, text):
    program.append((kind, first, second, text))
    return len(program) - 1


@njit
def expanded_class(pattern, at):
    """Return the characters of ``[...]``, whether they are excluded, and where it ends."""
    at += 1
    excluded = pattern[at] == "^"
    if excluded:
        at += 1
    characters = ""
    while pattern[at] != "]":
        if pattern[at + 1] == "-" and pattern[at + 2] != "]":
            for point in range(ord(pattern[at]), ord(pattern[at + 2]) + 1):
                characters += chr(point)
            at += 3
        else:
            characters += pattern[at]
            at += 1
    return characters, excluded, at + 1


@njit
def compile_atom(program, pattern, at):
    """Compile one character, class or group; returns where it ends in the pattern."""
    character = pattern[at]
    if character == "(":
        at = compile_choice(program, pattern, at + 1)
        if at >= len(pattern) or pattern[at] != ")":
            raise ValueError("missing )")
        return at + 1
    if character == "[":
        characters, excluded, at = expanded_class(pattern, at)
        add(program, CLASS, int(excluded), 0, characters)
        return at
    if character == ".":
        add(program, ANY, 0, 0, "")
    elif character == "^":
        add(program, BEGIN, 0, 0, "")
    elif character == "$":
        add(program, END, 0, 0, "")
    elif character in "*+?":
        raise ValueError(f"nothing to repeat at {at}")
    elif character == "\\":
        at += 1
        escapes = {"d": "0123456789", "s": " \t\n", "w": "abcdefghijklmnopqrstuvwxyz_0123456789"}
        if pattern[at] in escapes:
            add(program, CLASS, 0, 0, escapes[pattern[at]])
        else:
            add(program, CHARACTER, 0, 0, pattern[at])
    else:
        add(program, CHARACTER, 0, 0, character)
    return at + 1


@njit
def moved(program, start, count):
    """Make room for instructions before others; jumps behind the place go further."""
    for _ in range(count):
        program.insert(start, (JUMP, 0, 0, ""))
    for k in range(start + count, len(program)):
        kind, first, second, text = program[k]
        if kind == SPLIT or kind == JUMP:
            program[k] = (kind, first + count, second + count, text)


@njit
def compile_sequence(program, pattern, at):
    while at < len(pattern) and pattern[at] not in "|)":
        start = len(program)
        at = compile_atom(program, pattern, at)
        if at < len(pattern) and pattern[at] in "*+?":
            repeat = pattern[at]
            at += 1
            if repeat == "+":
                add(program, SPLIT, start, len(program) + 1, "")
            else:
                moved(program, start, 1)
                if repeat == "*":
                    add(program, JUMP, start, 0, "")
                program[start] = (SPLIT, start + 1, len(program), "")
    return at


@njit
def compile_choice(program, pattern, at):
    start = len(program)
    at = compile_sequence(program, pattern, at)
    if at < len(pattern) and pattern[at] == "|":
        moved(program, start, 1)
        leave = add(program, JUMP, 0, 0, "")
        program[start] = (SPLIT, start + 1, len(program), "")
        at = compile_choice(program, pattern, at + 1)
        program[leave] = (JUMP, len(program), 0, "")
    return at


@njit
def compiled(pattern):
    program = [(JUMP, 1, 0, "")]
    at = compile_choice(program, pattern, 0)
    if at != len(pattern):
        raise ValueError(f"unexpected {pattern[at]} at {at}")
    add(program, MATCH, 0, 0, "")
    return program


@njit
def follow(program, threads, seen, place, text, at):
    """Add an instruction, and where it leads to without reading, to the threads."""
    if seen[place] == at:
        return
    seen[place] = at
    kind, first, second, _ = program[place]
    if kind == JUMP:
        follow(program, threads, seen, first, text, at)
    elif kind == SPLIT:
        follow(program, threads, seen, first, text, at)
        follow(program, threads, seen, second, text, at)
    elif kind == BEGIN:
        if at == 0:
            follow(program, threads, seen, place + 1, text, at)
    elif kind == END:
        if at == len(text):
            follow(program, threads, seen, place + 1, text, at)
    else:
        threads.append(place)


@njit
def reads(instruction, character):
    kind, excluded, _, text = instruction
    if kind == CHARACTER:
        return text == character
    if kind == CLASS:
        return (character in text) != (excluded == 1)
    return kind == ANY


@njit
def match_at(program, text, start):
    """Return where the longest match that begins at a place ends; -1 where there is none."""
    seen = [-1] * len(program)
    threads = [0]
    threads.clear()
    follow(program, threads, seen, 0, text, start)
    longest = -1
    for at in range(start, len(text) + 1):
        following = [0]
        following.clear()
        for place in threads:
            if program[place][0] == MATCH:
                longest = at
            elif at < len(text) and reads(program[place], text[at]):
                follow(program, following, seen, place + 1, text, at + 1)
        if not following:
            break
        threads = following
    return longest


@njit
def find_all(pattern, text):
    """Return all matches that do not overlap."""
    program = compiled(pattern)
    found, at = [], 0
    while at <= len(text):
        end = match_at(program, text, at)
        if end < 0:
            at += 1
            continue
        found.append(text[at:end])
        at = end if end > at else at + 1
    return found


@njit
def failure(pattern):
    try:
        compiled(pattern)
    except ValueError as error:
        return str(error)
    return "compiles"


PATTERNS = (
    "a+b", "(ab|cd)*e", "[a-f0-9]+x?", "h.llo", "\\d+(\\.\\d+)?", "^start", "end$", "(a|b|c)+d", "[^ ]+@[^ ]+", "x*",
    "colou?r", "((a*)*)*b",
)  # fmt: skip


@njit
def main(n):
    pieces = ["start ababe abcdcde deadbeefx hello hallo 3.14 42 aab me@here.org color colour"]
    for i in range(n):
        pieces.append(f"aaab{i} cd{i * 7919}e abcabcd user{i}@host{i % 7}.net {i / 4} h{chr(97 + i % 26)}llo")
    pieces.append("the end")
    text = " ".join(pieces)
    lines = [f"{len(text)} characters"]
    for pattern in PATTERNS:
        found = [match for match in find_all(pattern, text) if match]
        total = 0
        for match in found:
            total += len(match)
        lines.append(f"{pattern:>16}: {len(found)} matches of {total} characters, {found[:4]}")
    for wrong in ["(a", "a)", "*a", "a|*"]:
        lines.append(f"{wrong} -> {failure(wrong)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(6))
