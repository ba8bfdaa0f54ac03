"""An evaluator with classes: a parser makes trees of nodes, which compute, derive, simplify and print themselves."""

from __future__ import annotations

import math
from dataclasses import dataclass

from coluber import njit


@dataclass
class Node:
    """A part of an expression; each kind of part has a class of its own."""

    def value(self, x):
        raise NotImplementedError

    def slope(self):
        """Make the derivative by x."""
        return Number(0.0)

    def simpler(self):
        return self

    def text(self):
        return "?"


@dataclass
class Number(Node):
    number: float

    def value(self, x):
        return self.number

    def text(self):
        return f"{self.number:g}"


@dataclass
class Variable(Node):
    def value(self, x):
        return x

    def slope(self):
        return Number(1.0)

    def text(self):
        return "x"


@dataclass
class Pair(Node):
    """Two parts with a sign between them."""

    left: Node
    right: Node

    def sign(self):
        raise NotImplementedError

    def text(self):
        return f"({self.left.text()} {self.sign()} {self.right.text()})"


@dataclass
class Sum(Pair):
    def sign(self):
        return "+"

    def value(self, x):
        return self.left.value(x) + self.right.value(x)

    def slope(self):
        return Sum(self.left.slope(), self.right.slope())

    def simpler(self):
        left, right = self.left.simpler(), self.right.simpler()
        if isinstance(left, Number) and left.number == 0.0:
            return right
        if isinstance(right, Number) and right.number == 0.0:
            return left
        return Sum(left, right)


@dataclass
class Product(Pair):
    def sign(self):
        return "*"

    def value(self, x):
        return self.left.value(x) * self.right.value(x)

    def slope(self):
        return Sum(Product(self.left.slope(), self.right), Product(self.left, self.right.slope()))

    def simpler(self):
        left, right = self.left.simpler(), self.right.simpler()
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Number) and one.number == 0.0:
                return one
            if isinstance(one, Number) and one.number == 1.0:
                return other
        return Product(left, right)


@dataclass
class Sine(Node):
    inner: Node

    def value(self, x):
        return math.sin(self.inner.value(x))

    def slope(self):
        return Product(Sine(Sum(self.inner, Number(math.pi / 2))), self.inner.slope())

    def simpler(self):
        return Sine(self.inner.simpler())

    def text(self):
        return f"sin({self.inner.text()})"


class ParseError(Exception):
    def __init__(self, what, at):
        super().__init__(f"{what} at {at}")
        self.at = at


class Parser:
    """Reads an expression of numbers, x, +, -, *, sin(...) and parentheses."""

    def __init__(self, text):
        self.text = text.replace(" ", "")
        self.at = 0

    def next(self):
        return self.text[self.at : self.at + 1]

    def expect(self, word):
        if not self.text.startswith(word, self.at):
            raise ParseError(f"expected {word!r}", self.at)
        self.at += len(word)

    def total(self) -> Node:
        result = self.product()
        while self.next() in ("+", "-"):
            sign = self.next()
            self.expect(sign)
            right = self.product()
            result = Sum(result, right if sign == "+" else Product(Number(-1.0), right))
        return result

    def product(self) -> Node:
        result = self.factor()
        while self.next() == "*":
            self.expect("*")
            result = Product(result, self.factor())
        return result

    def factor(self) -> Node:
        if self.next() == "x":
            self.expect("x")
            return Variable()
        if self.next() == "(":
            return self.inside("(")
        if self.next() == "s":
            return Sine(self.inside("sin("))
        start = self.at
        while self.next().isdigit() or self.next() == ".":
            self.at += 1
        if start == self.at:
            raise ParseError("expected a number", self.at)
        return Number(float(self.text[start : self.at]))

    def inside(self, opening) -> Node:
        self.expect(opening)
        result = self.total()
        self.expect(")")
        return result


@njit
def parse(text):
    parser = Parser(text)
    result = parser.total()
    if parser.next() != "":
        raise ParseError(f"unexpected {parser.next()!r}", parser.at)
    return result


@njit
def facts(text, n):
    try:
        node = parse(text)
    except ParseError as error:
        return f"{text}: {error}, {error.at}"
    lines = [f"{text} = {node.text()}, {node.value(0.5):.9f} at 0.5"]
    for order in range(2):
        node = node.slope().simpler()
        values = [node.value(k / 4) for k in range(n)]
        lines.append(f"  slope {order + 1}: {node.text():.60}, {sum(values):.6f}")
    return "\n".join(lines)


TEXTS = (
    "x * x",
    "2 * x + 3 - x",
    "sin(x * (x + 1))",
    "sin(sin(x)) * 0.5",
    "1.25",
    "x +",
    "(x",
    "2 y",
    "sin x",
    "(x + 1) * (x - 1) * x",
)


@njit
def main(n):
    return "\n".join([facts(text, n) for text in TEXTS])


if __name__ == "__main__":
    print(main(20))
