"""Values that classes without decoration have for their objects, annotated and not, compared with CPython."""

from __future__ import annotations

import pytest

from tests.run.support import check_program

PROGRAMS = {
    "annotated constants that no method sets": """
        from typing import ClassVar, Final

        class Game:
            limit: int = 3
            name: str = "bob"
            tags: tuple = ("a", 2)
            most: Final = 4.5
            count: ClassVar[int] = 7

            def __init__(self, n):
                self.n = n

            def ok(self):
                return self.n < self.limit

        class Empty:
            size: int = 5

        @jit
        def main(n=1):
            g = Game(n)
            kept = g.limit, g.name, g.ok(), g.tags, g.most, g.count, Game.count, Empty().size
            g.limit = 0
            e = Empty()
            e.size += 1
            return kept, g.ok(), Game(n).ok(), Game.limit, e.size, Empty().size

        @jit
        def main_of_argument(game=Game(2)):
            return game.limit, game.name, game.ok(), Game(5).ok()
    """,
    "classes in classes": """
        from enum import Enum, IntEnum

        class Sweep:
            class Direction(IntEnum):
                UP = 1
                DOWN = -1

            class Colour(Enum):
                RED = "r"

            class Step:
                def __init__(self, by):
                    self.by = by

            def __init__(self, direction):
                self.direction = direction

            def turn(self):
                if self.direction == self.Direction.UP:
                    self.direction = self.Direction.DOWN
                else:
                    self.direction = Sweep.Direction.UP
                return self.Step(self.direction * 2).by, self.Colour.RED.value

        @jit
        def main():
            sweep = Sweep(Sweep.Direction.UP)
            return sweep.turn(), sweep.turn(), sweep.direction.name

        @jit
        def main_of_argument(sweep=Sweep(Sweep.Direction.DOWN)):
            return sweep.turn(), int(sweep.direction)
    """,
    "containers that objects share": """
        from typing import ClassVar

        class Table:
            items: list[int] = [1, 2]
            weights: "ClassVar[dict[str, int]]" = {"a": 1}
            extra: dict[str, int] = {"b": 2}

            def __init__(self, n):
                self.n = n

            def total(self):
                return self.items[1] + self.weights["a"] + self.extra["b"] + self.n

        @jit
        def main(n=1):
            return Table(n).items[0], Table(n).total(), len(Table.extra)
    """,
    "constants of derived classes": """
        class Animal:
            kind: str = "animal"
            sound: str

            def hi(self):
                return self.kind + self.sound

        class Dog(Animal):
            kind = "dog"
            sound = "woof"

        class Cat(Animal):
            sound: str = "meow"

            @property
            def kind(self):
                return "cat!"

        @jit
        def main():
            return [x.hi() for x in [Dog(), Cat()]], Dog().hi(), Cat().hi()
    """,
    "none and members of enumerations": """
        from enum import Enum

        class Color(Enum):
            RED = 1
            BLUE = 2

        class Light:
            color: Color = Color.BLUE
            level: int = None
            last = None

            def __init__(self, c):
                if c:
                    self.last = 3

            def red(self):
                self.color = Color.RED

        @jit
        def main(n=4):
            one, other = Light(True), Light(False)
            one.red()
            one.level = n
            return one.color.name, one.level, one.last, other.color.name, other.level, other.last
    """,
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    """Compare with CPython."""
    check_program(program)
