"""A JSON parser: text becomes nodes in parallel lists, which are checked, searched, summed up and written again."""

from coluber import njit

NULL, FALSE, TRUE, NUMBER, TEXT, ARRAY, OBJECT = range(7)


@njit
def skip_space(text, at):
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


@njit
def parse_string(text, at):
    """Return the string that begins at a quotation mark, and where it ends."""
    pieces = [""]
    at += 1
    start = at
    while True:
        if at >= len(text):
            raise ValueError(f"unterminated string at {start}")
        character = text[at]
        if character == '"':
            pieces.append(text[start:at])
            return "".join(pieces), at + 1
        if character == "\\":
            pieces.append(text[start:at])
            escape = text[at + 1]
            if escape == "n":
                pieces.append("\n")
            elif escape == "t":
                pieces.append("\t")
            elif escape == "u":
                pieces.append(chr(int(text[at + 2 : at + 6], 16)))
                at += 4
            elif escape in '"\\/':
                pieces.append(escape)
            else:
                raise ValueError(f"unknown escape \\{escape} at {at}")
            at += 2
            start = at
        else:
            at += 1


@njit
def parse_number(text, at):
    start = at
    while at < len(text) and text[at] in "+-0123456789.eE":
        at += 1
    return float(text[start:at]), at


@njit
def add_node(nodes, kind, number, text):
    kinds, numbers, texts, children, keys = nodes
    kinds.append(kind)
    numbers.append(number)
    texts.append(text)
    children.append([])
    keys.append("")
    return len(kinds) - 1


@njit
def parse_word(nodes, text, at):
    if text.startswith("null", at):
        return add_node(nodes, NULL, 0.0, ""), at + 4
    if text.startswith("false", at):
        return add_node(nodes, FALSE, 0.0, ""), at + 5
    if text.startswith("true", at):
        return add_node(nodes, TRUE, 1.0, ""), at + 4
    raise ValueError(f"unexpected {text[at]!r} at {at}")


@njit
def parse_items(nodes, text, at, end):
    """Parse what is between brackets; with keys where the end is a brace."""
    kinds, numbers, texts, children, keys = nodes
    node = add_node(nodes, OBJECT if end == "}" else ARRAY, 0.0, "")
    at = skip_space(text, at + 1)
    if at < len(text) and text[at] == end:
        return node, at + 1
    while True:
        key = ""
        if end == "}":
            at = skip_space(text, at)
            if text[at] != '"':
                raise ValueError(f"expected a key at {at}")
            key, at = parse_string(text, at)
            at = skip_space(text, at)
            if text[at] != ":":
                raise ValueError(f"expected a colon at {at}")
            at += 1
        child, at = parse_value(nodes, text, at)
        keys[child] = key
        children[node].append(child)
        at = skip_space(text, at)
        if at >= len(text):
            raise ValueError("unexpected end")
        if text[at] == end:
            return node, at + 1
        if text[at] != ",":
            raise ValueError(f"expected a comma at {at}")
        at += 1


@njit
def parse_value(nodes, text, at):
    at = skip_space(text, at)
    if at >= len(text):
        raise ValueError("unexpected end")
    first = text[at]
    if first == "{":
        return parse_items(nodes, text, at, "}")
    if first == "[":
        return parse_items(nodes, text, at, "]")
    if first == '"':
        string, at = parse_string(text, at)
        return add_node(nodes, TEXT, 0.0, string), at
    if first == "-" or first.isdigit():
        number, at = parse_number(text, at)
        return add_node(nodes, NUMBER, number, ""), at
    return parse_word(nodes, text, at)


@njit
def parse(text):
    # Node 0 is in no document: it says what the lists hold.
    nodes = ([NULL], [0.0], [""], [[0]], [""])
    root, at = parse_value(nodes, text, 0)
    if skip_space(text, at) != len(text):
        raise ValueError(f"text behind the value at {at}")
    return root, nodes


@njit
def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


@njit
def written(nodes, node):
    kinds, numbers, texts, children, keys = nodes
    kind = kinds[node]
    if kind == NULL:
        return "null"
    if kind == FALSE:
        return "false"
    if kind == TRUE:
        return "true"
    if kind == NUMBER:
        return str(numbers[node])
    if kind == TEXT:
        return quoted(texts[node])
    if kind == ARRAY:
        return "[" + ", ".join([written(nodes, child) for child in children[node]]) + "]"
    return "{" + ", ".join([quoted(keys[child]) + ": " + written(nodes, child) for child in children[node]]) + "}"


@njit
def find(nodes, node, path):
    """Return the node at a path such as ``people.3.name``; -1 where there is none."""
    kinds, numbers, texts, children, keys = nodes
    for part in path.split("."):
        found = -1
        if kinds[node] == ARRAY:
            place = int(part)
            if place < len(children[node]):
                found = children[node][place]
        else:
            for child in children[node]:
                if keys[child] == part:
                    found = child
        if found < 0:
            return -1
        node = found
    return node


@njit
def census(nodes):
    """Return how many nodes of each kind there are, and the sum of the numbers."""
    kinds, numbers, texts, children, keys = nodes
    counts = {}
    total = 0.0
    for kind, number in zip(kinds[1:], numbers[1:]):
        counts[kind] = counts.get(kind, 0) + 1
        if kind == NUMBER:
            total += number
    return counts, total


@njit
def document(n):
    """Return a JSON text with n records."""
    records = []
    for i in range(n):
        tags = ", ".join([quoted(f"tag{j}") for j in range(i % 4)])
        flags = "true" if i % 3 else "null"
        records.append(f'{{"id": {i}, "name": "n\\u00e9{i}\\n", "score": {i / 8}, "tags": [{tags}], "ok": {flags}}}')
    return '{"people": [' + ",\n ".join(records) + '], "empty": [], "none": {}, "count": ' + str(n) + "}"


@njit
def failure(text):
    try:
        parse(text)
    except ValueError as error:
        return str(error)
    return "no failure"


@njit
def main(n):
    text = document(n)
    root, nodes = parse(text)
    again = written(nodes, root)
    other, copies = parse(again)
    lines = [f"{len(text)} characters, {len(nodes[0])} nodes", str(written(copies, other) == again)]
    counts, total = census(nodes)
    for kind in sorted(counts):
        lines.append(f"kind {kind}: {counts[kind]}")
    lines.append(f"sum {total:.3f}")
    for path in ["people.1.name", "people.2.tags.1", "count", "people.5.ok", "none", "people.9999999.id", "missing"]:
        node = find(nodes, root, path)
        lines.append(f"{path} -> " + ("not there" if node < 0 else written(nodes, node)))
    for wrong in ["[1, 2", '{"a" 1}', "[1 2]", '"abc', "nul", "1 2", "{1: 2}", '["\\x"]']:
        lines.append(f"{wrong} -> {failure(wrong)}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(40))
