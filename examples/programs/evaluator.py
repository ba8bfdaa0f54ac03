"""An evaluator of expressions: a scanner and a parser as classes, a stack machine that runs what they make, and derivatives."""

import math

from coluber import njit
from coluber.experimental import jitclass

NUMBER, VARIABLE, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE, SINE, COSINE, LOGARITHM, EXPONENTIAL, ROOT = range(13)


@jitclass
class Scanner:
    """Reads the pieces of an expression."""

    text: str
    at: int

    def __init__(self, text):
        self.text = text
        self.at = 0

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1
        return self.text[self.at] if self.at < len(self.text) else ""

    def accept(self, character):
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def number(self):
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isdigit() or self.text[self.at] == "."):
            self.at += 1
        return float(self.text[start : self.at])

    def name(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at].isalnum():
            self.at += 1
        return self.text[start : self.at]


@njit
def function_code(name):
    if name == "sin":
        return SINE
    if name == "cos":
        return COSINE
    if name == "log":
        return LOGARITHM
    if name == "exp":
        return EXPONENTIAL
    if name == "sqrt":
        return ROOT
    return -1


@njit
def factor(scanner, code):
    """Compile a number, a name, a call or what is in parentheses, with its powers."""
    character = scanner.peek()
    if character == "":
        raise ValueError("unexpected end")
    if scanner.accept("-"):
        factor(scanner, code)
        code.append((NEGATE, 0.0))
        return
    if scanner.accept("("):
        total(scanner, code)
        if not scanner.accept(")"):
            raise ValueError(f"missing ) at {scanner.at}")
    elif character.isdigit():
        code.append((NUMBER, scanner.number()))
    elif character.isalpha():
        name = scanner.name()
        if scanner.accept("("):
            total(scanner, code)
            if not scanner.accept(")"):
                raise ValueError(f"missing ) at {scanner.at}")
            operation = function_code(name)
            if operation < 0:
                raise ValueError(f"unknown function {name}")
            code.append((operation, 0.0))
        else:
            code.append((VARIABLE, float(ord(name[0]))))
    else:
        raise ValueError(f"unexpected {character} at {scanner.at}")
    if scanner.accept("^"):
        factor(scanner, code)
        code.append((POWER, 0.0))


@njit
def product(scanner, code):
    factor(scanner, code)
    while True:
        if scanner.accept("*"):
            factor(scanner, code)
            code.append((MULTIPLY, 0.0))
        elif scanner.accept("/"):
            factor(scanner, code)
            code.append((DIVIDE, 0.0))
        else:
            return


@njit
def total(scanner, code):
    product(scanner, code)
    while True:
        if scanner.accept("+"):
            product(scanner, code)
            code.append((ADD, 0.0))
        elif scanner.accept("-"):
            product(scanner, code)
            code.append((SUBTRACT, 0.0))
        else:
            return


@njit
def compiled(text):
    scanner = Scanner(text)
    code = [(NUMBER, 0.0)]
    code.clear()
    total(scanner, code)
    if scanner.peek() != "":
        raise ValueError(f"unexpected {scanner.peek()} at {scanner.at}")
    return code


@njit
def applied(operation, x, y):
    if operation == ADD:
        return x + y
    if operation == SUBTRACT:
        return x - y
    if operation == MULTIPLY:
        return x * y
    if operation == DIVIDE:
        return x / y
    return x**y


@njit
def function_of(operation, x):
    if operation == NEGATE:
        return -x
    if operation == SINE:
        return math.sin(x)
    if operation == COSINE:
        return math.cos(x)
    if operation == LOGARITHM:
        return math.log(x)
    if operation == EXPONENTIAL:
        return math.exp(x)
    return math.sqrt(x)


@njit
def evaluate(code, variables):
    stack = [0.0]
    for operation, number in code:
        if operation == NUMBER:
            stack.append(number)
        elif operation == VARIABLE:
            stack.append(variables[int(number)])
        elif operation < NEGATE:
            y = stack.pop()
            stack.append(applied(operation, stack.pop(), y))
        else:
            stack.append(function_of(operation, stack.pop()))
    return stack.pop()


@njit
def slope(code, x):
    """Return the derivative by x, by differences of both sides."""
    step = 1e-6
    return (evaluate(code, {120: x + step}) - evaluate(code, {120: x - step})) / (2 * step)


@njit
def root(code, low, high):
    """Return where the expression is zero, by halves."""
    at_low = evaluate(code, {120: low})
    while high - low > 1e-12:
        middle = (low + high) / 2
        value = evaluate(code, {120: middle})
        if (value < 0) == (at_low < 0):
            low = middle
        else:
            high = middle
    return (low + high) / 2


@njit
def area(code, low, high, count):
    """Return the integral by Simpson's rule."""
    width = (high - low) / (2 * count)
    result = evaluate(code, {120: low}) + evaluate(code, {120: high})
    for k in range(1, 2 * count):
        result += (4 if k % 2 else 2) * evaluate(code, {120: low + k * width})
    return result * width / 3


@njit
def outcome(text):
    try:
        return f"{evaluate(compiled(text), {120: 1.5, 121: -2.0}):.12g}"
    except ValueError as error:
        return f"ValueError: {error}"
    except ZeroDivisionError:
        return "ZeroDivisionError"
    except KeyError:
        return "KeyError"


EXPRESSIONS = (
    "1 + 2 * 3", "(1 + 2) * 3", "-2 ^ 2", "2 ^ 3 ^ 2", "x * x - y", "sin(x) ^ 2 + cos(x) ^ 2", "log(exp(x))",
    "sqrt(16) / 4 - 1", "1 / (x - 1.5)", "1 +", "(1", "tan(1)", "2 $ 3", "z + 1", "-(-(-x))", "10 / 4 / 5", "1 - 2 - 3",
)  # fmt: skip


@njit
def main(n):
    lines = [f"{text} = {outcome(text)}" for text in EXPRESSIONS]
    for text in ("x ^ 2", "sin(x) * exp(-x)", "1 / x"):
        code = compiled(text)
        lines.append(f"{text}: slope {slope(code, 1.0):.6f}, area {area(code, 1.0, 2.0, n):.10f}")
    for text in ("x ^ 2 - 2", "cos(x) - x", "x ^ 3 - x - 1"):
        lines.append(f"{text} is zero at {root(compiled(text), 0.0, 2.0):.10f}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(50))
