"""Loops in the words of old Cython: their rounds, and what their variable has afterwards."""
cimport cython
from cython.parallel import prange


def up(int a, int n):
    cdef int i
    rounds = []
    for i from a <= i < n:
        rounds.append(i)
    return rounds, i


def both_ends(int a, int n):
    cdef int i
    rounds = []
    for i from a < i <= n:
        rounds.append(i)
    return rounds, i


def down(int a, int n):
    cdef int i, j
    rounds = []
    for i from n > i >= a:
        rounds.append(i)
    for j from n >= j > a by 2:
        rounds.append(j)
    return rounds, i, j


def by_three(unsigned int n):
    cdef unsigned int i
    rounds = []
    for i from 0 <= i < n by 3:
        rounds.append(i)
    else:
        rounds.append("end")
    return rounds, i


def left(int n):
    cdef int i, j
    rounds = []
    for i from 0 <= i < n:
        if i == 1:
            continue
        if i == 3:
            break
        rounds.append(i)
    else:
        rounds.append("end")
    return rounds, i


def nested(int n):
    cdef int i, j
    cdef long total = 0
    for i from 0 <= i < n:
        for j from i <= j < n:
            total += i * j
    return total, i, j


def small(unsigned char n):
    cdef unsigned char i
    cdef int rounds = 0
    for i from 0 <= i < n:
        rounds += 1
    return rounds, i


def in_a_region(double[::1] y, int n):
    cdef int i, j
    cdef double total
    for i in prange(y.shape[0], nogil=True, device={}):
        total = 0
        for j from 0 <= j < n:
            total = total + j
        y[i] = total + j


def stepped(double a, b, dx):
    cdef double x
    rounds = []
    for x from a <= x < b by dx:
        if x == 0.5:
            continue
        rounds.append(x)
    else:
        rounds.append("end")
    return rounds, x


def changed(int n, int step, int factor):
    cdef int i, bound = n
    rounds = []
    for i from 0 <= i < bound by step:
        rounds.append(i)
        i *= factor
        bound -= 1
        step += 1
    return rounds, i


def of_python(a, b):
    rounds = []
    for x from a > x >= b by 2:
        rounds.append(x)
        if x == 1:
            break
    else:
        rounds.append("end")
    return rounds, x


def in_a_comprehension(int n):
    return [i for i from 0 <= i < n], {i: j for i from 0 <= i < 3 for j from n > j >= 0 by 2 if i != j}


cdef double total(double a, double step) noexcept nogil:
    cdef double x, total = 0
    for x from 0 <= x < a by step:
        total += x
    return total


def without_the_gil(a, step):
    return total(a, step)


def floats_of_python(a, b, double step):
    cdef object x
    rounds = []
    for x from a <= x < b by step:
        rounds.append(x)
        if x == 1.5:
            x += step
    for x from b > x > 0.5:
        rounds.append(x)
    for x from 1 <= x <= 2 by .5:
        rounds.append((x, type(x).__name__))
        if x == b:
            break
    return rounds, x


def types(int n, short m, double x, object o):
    """The types of variables that are not declared."""
    for a from 0 <= a < n:
        pass
    for b from 0 <= b < o:
        pass
    for c from m <= c < n:
        pass
    for d from 0 <= d < n by x:
        pass
    for e from n > e >= 0:
        pass
    for f from 0 <= f < 10 by 3:
        pass
    for g from a <= g < n:
        for h from g < h <= n:
            pass
    k = None
    for k from 0 <= k < n:
        pass
    for l from 0 <= l < n:
        l = 'x'
        break
    return [cython.typeof(a), cython.typeof(b), cython.typeof(c), cython.typeof(d), cython.typeof(e), cython.typeof(f),
            cython.typeof(g), cython.typeof(h), cython.typeof(k), cython.typeof(l), a, b, c, d, e, f, g, k, l]


def unsigned_down(unsigned int n, unsigned char m, size_t s):
    """They have no value below zero."""
    cdef unsigned int k
    cdef unsigned char c
    cdef size_t z
    out = []
    for k from n > k >= 0:
        out.append(k)
    out.append(k)
    for k from n >= k > 0 by 2:
        if k == 3:
            continue
        out.append(k)
    else:
        out.append('otherwise')
    out.append(k)
    for c from m > c >= 2 by 3:
        out.append(c)
    out.append(c)
    for z from s > z >= 0:
        out.append(z)
        if z == 1:
            break
    return out, z
