"""Sorting written by hand."""

from __future__ import annotations

from benches.implementation import njit
from benches.kernels.registry import integers, kernel, numbers


@kernel(lambda: (numbers(3000),), mutates=True)
@njit
def insertion_sort(a):
    for i in range(1, len(a)):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x


@njit
def partition(a, low, high):
    pivot = a[(low + high) // 2]
    i = low
    j = high
    while i <= j:
        while a[i] < pivot:
            i += 1
        while a[j] > pivot:
            j -= 1
        if i <= j:
            a[i], a[j] = a[j], a[i]
            i += 1
            j -= 1
    return i, j


@kernel(lambda: (integers(50_000, 1_000_000), 0, 49_999), mutates=True)
@njit
def quick_sort(a, low, high):
    if low < high:
        i, j = partition(a, low, high)
        quick_sort(a, low, j)
        quick_sort(a, i, high)


@kernel(lambda: (integers(50_000, 1_000_000),), mutates=True, extra=True)
@njit
def shell_sort(a):
    gap = len(a) // 2
    while gap > 0:
        for i in range(gap, len(a)):
            x = a[i]
            j = i
            while j >= gap and a[j - gap] > x:
                a[j] = a[j - gap]
                j -= gap
            a[j] = x
        gap //= 2
