"""A long function. Written by ``python -m benches.make_long_function``; do not edit."""

from __future__ import annotations

import math

import numpy as np

from benches.implementation import njit


@njit
def long_function(a, b, n):
    out = np.zeros(n)
    total = 0.0
    count = 0
    # Round 1: weighted differences.
    s1 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 2.0 * a[i] + b[i - 1]
        if d > 0.1:
            s1 += d * 0.2
        elif d < -0.1:
            s1 -= d / 2.5
        else:
            count += 1
    total += s1
    # Round 2: table of sums.
    t2 = np.empty(n)
    run2 = 3.0
    for i in range(n):
        run2 = 0.5 * run2 + a[i] * b[n - 1 - i]
        t2[i] = run2
    for i in range(n):
        out[i] += t2[i] / 3.0
    total += t2.sum()
    # Round 3: search.
    low3 = 0
    high3 = n
    while low3 < high3:
        middle = (low3 + high3) // 2
        if out[middle] < total * 0.4:
            low3 = middle + 1
        else:
            high3 = middle
    count += low3 % 4
    # Round 4: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 5.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 5 * i
        if out[i] > 1e5:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-5
    # Round 5: pairs.
    for i in range(6):
        for j in range(i, n, 6):
            if (i + j) % 3 == 6 % 3:
                count += i ^ j
            total += out[j] * 0.05
    best5 = max(total, float(count))
    total = min(best5, total + 6.25)
    # Round 6: weighted differences.
    s6 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 7.0 * a[i] + b[i - 1]
        if d > 0.6:
            s6 += d * 0.7
        elif d < -0.6:
            s6 -= d / 7.5
        else:
            count += 1
    total += s6
    # Round 7: table of sums.
    t7 = np.empty(n)
    run7 = 8.0
    for i in range(n):
        run7 = 0.5 * run7 + a[i] * b[n - 1 - i]
        t7[i] = run7
    for i in range(n):
        out[i] += t7[i] / 8.0
    total += t7.sum()
    # Round 8: search.
    low8 = 0
    high8 = n
    while low8 < high8:
        middle = (low8 + high8) // 2
        if out[middle] < total * 0.2:
            low8 = middle + 1
        else:
            high8 = middle
    count += low8 % 2
    # Round 9: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 3.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 3 * i
        if out[i] > 1e3:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-3
    # Round 10: pairs.
    for i in range(4):
        for j in range(i, n, 4):
            if (i + j) % 3 == 4 % 3:
                count += i ^ j
            total += out[j] * 0.010
    best10 = max(total, float(count))
    total = min(best10, total + 4.25)
    # Round 11: weighted differences.
    s11 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 5.0 * a[i] + b[i - 1]
        if d > 0.11:
            s11 += d * 0.5
        elif d < -0.11:
            s11 -= d / 5.5
        else:
            count += 1
    total += s11
    # Round 12: table of sums.
    t12 = np.empty(n)
    run12 = 6.0
    for i in range(n):
        run12 = 0.5 * run12 + a[i] * b[n - 1 - i]
        t12[i] = run12
    for i in range(n):
        out[i] += t12[i] / 6.0
    total += t12.sum()
    # Round 13: search.
    low13 = 0
    high13 = n
    while low13 < high13:
        middle = (low13 + high13) // 2
        if out[middle] < total * 0.7:
            low13 = middle + 1
        else:
            high13 = middle
    count += low13 % 7
    # Round 14: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 8.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 8 * i
        if out[i] > 1e8:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-8
    # Round 15: pairs.
    for i in range(2):
        for j in range(i, n, 2):
            if (i + j) % 3 == 2 % 3:
                count += i ^ j
            total += out[j] * 0.015
    best15 = max(total, float(count))
    total = min(best15, total + 2.25)
    # Round 16: weighted differences.
    s16 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 3.0 * a[i] + b[i - 1]
        if d > 0.16:
            s16 += d * 0.3
        elif d < -0.16:
            s16 -= d / 3.5
        else:
            count += 1
    total += s16
    # Round 17: table of sums.
    t17 = np.empty(n)
    run17 = 4.0
    for i in range(n):
        run17 = 0.5 * run17 + a[i] * b[n - 1 - i]
        t17[i] = run17
    for i in range(n):
        out[i] += t17[i] / 4.0
    total += t17.sum()
    # Round 18: search.
    low18 = 0
    high18 = n
    while low18 < high18:
        middle = (low18 + high18) // 2
        if out[middle] < total * 0.5:
            low18 = middle + 1
        else:
            high18 = middle
    count += low18 % 5
    # Round 19: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 6.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 6 * i
        if out[i] > 1e6:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-6
    # Round 20: pairs.
    for i in range(7):
        for j in range(i, n, 7):
            if (i + j) % 3 == 7 % 3:
                count += i ^ j
            total += out[j] * 0.020
    best20 = max(total, float(count))
    total = min(best20, total + 7.25)
    # Round 21: weighted differences.
    s21 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 8.0 * a[i] + b[i - 1]
        if d > 0.21:
            s21 += d * 0.8
        elif d < -0.21:
            s21 -= d / 8.5
        else:
            count += 1
    total += s21
    # Round 22: table of sums.
    t22 = np.empty(n)
    run22 = 2.0
    for i in range(n):
        run22 = 0.5 * run22 + a[i] * b[n - 1 - i]
        t22[i] = run22
    for i in range(n):
        out[i] += t22[i] / 2.0
    total += t22.sum()
    # Round 23: search.
    low23 = 0
    high23 = n
    while low23 < high23:
        middle = (low23 + high23) // 2
        if out[middle] < total * 0.3:
            low23 = middle + 1
        else:
            high23 = middle
    count += low23 % 3
    # Round 24: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 4.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 4 * i
        if out[i] > 1e4:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-4
    # Round 25: pairs.
    for i in range(5):
        for j in range(i, n, 5):
            if (i + j) % 3 == 5 % 3:
                count += i ^ j
            total += out[j] * 0.025
    best25 = max(total, float(count))
    total = min(best25, total + 5.25)
    # Round 26: weighted differences.
    s26 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 6.0 * a[i] + b[i - 1]
        if d > 0.26:
            s26 += d * 0.6
        elif d < -0.26:
            s26 -= d / 6.5
        else:
            count += 1
    total += s26
    # Round 27: table of sums.
    t27 = np.empty(n)
    run27 = 7.0
    for i in range(n):
        run27 = 0.5 * run27 + a[i] * b[n - 1 - i]
        t27[i] = run27
    for i in range(n):
        out[i] += t27[i] / 7.0
    total += t27.sum()
    # Round 28: search.
    low28 = 0
    high28 = n
    while low28 < high28:
        middle = (low28 + high28) // 2
        if out[middle] < total * 0.8:
            low28 = middle + 1
        else:
            high28 = middle
    count += low28 % 8
    # Round 29: elementary functions.
    for i in range(n):
        x = abs(a[i]) + 2.0
        out[i] += math.sqrt(x) * math.cos(b[i]) + 2 * i
        if out[i] > 1e2:
            out[i] = math.log(x)
            continue
        total += out[i] * 1e-2
    # Round 30: pairs.
    for i in range(3):
        for j in range(i, n, 3):
            if (i + j) % 3 == 3 % 3:
                count += i ^ j
            total += out[j] * 0.030
    best30 = max(total, float(count))
    total = min(best30, total + 3.25)
    # Round 31: weighted differences.
    s31 = 0.0
    for i in range(1, n - 1):
        d = a[i + 1] - 4.0 * a[i] + b[i - 1]
        if d > 0.31:
            s31 += d * 0.4
        elif d < -0.31:
            s31 -= d / 4.5
        else:
            count += 1
    total += s31
    for i in range(n):
        out[i] = out[i] - total / (count + 1)
    return out, total, count
