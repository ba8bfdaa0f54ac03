"""The queues of `queue`, used by one thread: as CPython."""

from __future__ import annotations

import queue
from queue import Empty, Full, LifoQueue, PriorityQueue, Queue, SimpleQueue

import pytest

from coluber import njit
from tests.run.support import check, check_program, source


def breadth_first(graph, start):
    waiting: Queue = Queue()
    waiting.put(start)
    seen, order = {start}, []
    while not waiting.empty():
        node = waiting.get()
        order.append(node)
        for other in graph[node]:
            if other not in seen:
                seen.add(other)
                waiting.put(other)
        waiting.task_done()
    waiting.join()
    return order


def shortest(graph, start):
    best, waiting = {start: 0.0}, PriorityQueue()
    waiting.put((0.0, start))
    while waiting.qsize() > 0:
        cost, node = waiting.get()
        if cost > best[node]:
            continue
        for other, more in graph[node]:
            if other not in best or cost + more < best[other]:
                best[other] = cost + more
                waiting.put((cost + more, other))
    return best


def test_graphs():
    check(breadth_first, {"a": ["b", "c"], "b": ["d"], "c": ["d", "a"], "d": []}, "a")
    check(breadth_first, {1: [2, 3], 2: [3], 3: [1]}, 1)
    graph = {"a": [("b", 2.5), ("c", 1.0)], "b": [("d", 1.0)], "c": [("b", 1.0), ("d", 9.0)], "d": [("a", 1.0)]}
    check(shortest, graph, "a")


@pytest.mark.parametrize("cls", ["Queue", "LifoQueue", "PriorityQueue", "SimpleQueue"])
def test_order(cls):
    function = source(f"""
        from queue import Queue, LifoQueue, PriorityQueue, SimpleQueue
        def f(items):
            q = {cls}()
            for item in items:
                q.put(item)
            q.put_nowait(items[0])
            out = [q.get(), q.get(False), q.get(block=True), q.get_nowait(), q.get(timeout=1.0)]
            return out, q.qsize(), q.empty()
    """)
    check(function, [5, 3, 9, 1, 7])
    check(function, ["b", "a", "c", "e", "d"])
    check(function, [(2, "b"), (1, "z"), (2, "a"), (0, ""), (1, "a")])


@pytest.mark.parametrize("cls", [Queue, LifoQueue, PriorityQueue], ids=lambda cls: cls.__name__)
def test_limits(cls):
    def f(n):
        q = cls(maxsize=n)
        count = 0
        try:
            for k in range(5):
                q.put_nowait(k)
                count += 1
            q.put(9, timeout=0.001)
        except Full as error:
            return count, q.full(), q.qsize(), q.maxsize, str(error), type(error).__name__
        return count, q.full(), q.qsize(), q.maxsize, "", ""

    for n in (0, -1, 1, 3, 5, 6):
        check(f, n)


def empty(n):
    q = Queue()
    out = []
    try:
        q.get_nowait()
    except Empty:
        out.append("empty")
    try:
        q.get(True, 0.001)
    except queue.Empty:
        out.append("empty again")
    q.put(n)
    out.append(str(q.get(False)))
    try:
        q.get(timeout=-n)
    except ValueError as error:
        out.append(str(error))
    q.task_done()
    try:
        q.task_done()
    except ValueError as error:
        out.append(str(error))
    return out, list(q.queue), isinstance(q, Queue), isinstance(q, LifoQueue)


def test_empty():
    check(empty, 3)


def test_waiting_for_ever_raises():
    @njit
    def get():
        q = Queue()
        q.put(1)
        q.get()
        return q.get()

    @njit
    def put():
        q = LifoQueue(1)
        q.put(1)
        q.put(2)

    @njit
    def join():
        q = Queue()
        q.put(1)
        q.join()

    @njit
    def simple():
        q = SimpleQueue()
        q.put(1)
        q.get()
        q.get()

    for function in (get, put, join, simple):
        with pytest.raises(RuntimeError, match="for ever"):
            function()


def test_in_objects():
    check_program("""
        from queue import Queue

        class Node:
            def __init__(self, data):
                self.data = data
                self.left = None
                self.right = None

        class Stack:
            def __init__(self):
                self.main = Queue()
                self.other = Queue()

            def push(self, item):
                self.other.put(item)
                while not self.main.empty():
                    self.other.put(self.main.get())
                self.main, self.other = self.other, self.main

            def pop(self):
                return self.main.get()

        @jit
        def levels(n):
            root = Node(n)
            root.left, root.right = Node(n + 1), Node(n + 2)
            root.left.right = Node(7)
            q = Queue(maxsize=10)
            q.put(root)
            out = []
            while not q.empty():
                row = []
                for _ in range(q.qsize()):
                    node = q.get()
                    row.append(node.data)
                    if node.left:
                        q.put(node.left)
                    if node.right:
                        q.put(node.right)
                out.append(row)
            return out

        @jit
        def stacked():
            s = Stack()
            for k in range(4):
                s.push(k)
            return [s.pop() for _ in range(4)]

        @jit
        def several():
            a, b = Queue(), Queue()
            a.put(1)
            b.put("x")
            more = [Queue() for _ in range(3)]
            for k, q in enumerate(more):
                q.put(k / 2)
            return a.get(), b.get(), [q.get() for q in more]

        def main():
            return levels(1), stacked(), several()
    """)


@pytest.mark.parametrize("cls", [Queue, LifoQueue, PriorityQueue, SimpleQueue], ids=lambda cls: cls.__name__)
def test_arguments_and_results(cls):
    @njit
    def change(q, item):
        first = q.get()
        q.put(item)
        q.put(item)
        return first

    q, same = cls(), cls()
    for made in (q, same):
        for k in (4, 2, 6):
            made.put(k)
    assert change(q, 1) == change.py_func(same, 1)
    assert [q.get() for _ in range(4)] == [same.get() for _ in range(4)]
    assert q.empty()

    @njit
    def make(item):
        made = cls()
        made.put(item)
        return made

    found = make("text")
    assert type(found) is cls
    assert found.get() == "text"

    with pytest.raises(TypeError, match="an empty queue has no type of items"):
        change(cls(), 1)
