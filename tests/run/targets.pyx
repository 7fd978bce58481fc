"""Targets of every form: names, fields, elements and lists of targets, with parentheses that mean nothing and commas
that make a tuple."""
cimport cython
from cython.parallel cimport prange, parallel


cdef class Point:
    cdef public double x
    cdef public object other


(module_name) = 3
((twice)) = (chained) = 4
(first), (second) = 5, 6
(only,) = [7]
[of_list] = [8]
[(a), ((b))] = 9, 10
for (counted) in range(3):
    pass
(annotated): int = 11


class Kept:
    (field) = 1
    (field) += 2
    for (last) in "ab":
        (each) = last
    (one), two = 3, 4


def names(x):
    (a) = x
    ((b)) = a
    (c) = (d) = b
    return a, b, c, d


def names_in_place(x):
    (a) = x
    (a) += x
    ((a)) *= 2
    return a


def typed(int n, double[:] v, Point o):
    cdef int i, j
    cdef double d
    (i) = n
    (j), (d) = n + 1, 2.5
    (v[1]) = d
    (v[1]) += 4
    ((v[0])) -= 1
    (o.x) = 7
    (o.x) *= 2
    (o.other) = [1]
    (o.other[0]), (o.x) = 5, o.x + 1
    (v[i % 2]), (j) = (j), (i)
    return i, j, d, v[0], v[1], o.x, o.other


def annotated_local():
    (a): int = 4
    (b): cython.int
    (c): cython.double = 2
    b = 3
    return a, b, c


def loops(v):
    found = []
    for (q) in v:
        found.append(q)
    for ((q)) in v:
        found.append(q)
    for (q), (r) in zip(v, v):
        found.append((q, r))
    for (q, r) in zip(v, v):
        found.append((q, r))
    for (q,) in zip(v):
        found.append(q)
    for q, in zip(v):
        found.append(q)
    for [q] in zip(v):
        found.append(q)
    for (q), *(r) in zip(v, v, v):
        found.append((q, r))
    for (q), ((r), [s]) in [(1, (2, [3]))]:
        found.append((q, r, s))
    for found[0] in v:
        pass
    for (found[1]) in v:
        pass
    return found


def counted_loops(int n):
    cdef int i, total = 0
    for (i) in range(n):
        total += i
    for ((i)) in range(n, 0, -1):
        (total) += i
    for (k) in range(3):
        total += k
    for (i) from 0 <= i < n:
        total += i
    return total, i, k


def unpacked(x, y):
    a, (b) = x, y
    (c), d = x, y
    ((e), (f)) = x, y
    [(g), h] = x, y
    (i), *j = x, y, x
    *(k), l = x, y, x
    (m, n), (o) = (x, y), x
    ((p,), q) = [x], y
    (r,) = [x]
    s, = [y]
    (t), (u) = z = x, y
    [w] = [x]
    return a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, w, z


def too_many(x):
    (a,) = x
    return a


def one_of_one(x):
    (a) = x
    (b,) = x
    [c] = x
    return a, b, c


class Manager:
    def __enter__(self):
        return ["entered", 2]

    def __exit__(self, *given):
        return False


def contexts():
    found = {}
    with Manager() as (a):
        found["a"] = a
    with Manager() as (b, c):
        found["b"] = b, c
    with Manager() as (found["item"]):
        pass
    with Manager() as [d, (e)]:
        found["d"] = d, e
    with Manager() as (f), Manager() as (g):
        found["f"] = f, g
    with (Manager() as (h)):
        found["h"] = h
    with (Manager()) as ((i)):
        found["i"] = i
    return found


def deleted(x):
    a = b = c = d = e = f = x
    held = [1, 2, 3, 4, 5, 6]
    del (a)
    del ((b))
    del (c), (d)
    del (e, f)
    del (held[0])
    del (held[0], held[0])
    del [held[0]]
    return held


def comprehended(v):
    a = [x for (x) in v]
    b = [x + y for (x), (y) in zip(v, v)]
    c = {x: y for (x, (y)) in zip(v, v)}
    d = {x for ((x)) in v}
    e = list(x for (x) in v for (x) in [x, x])
    f = sum(x for (x,) in zip(v))
    return a, b, c, d, e, f


def walrus(x):
    if ((a := x)):
        pass
    (b) = (c := x + 1)
    return a, b, c


def shared(x):
    (a) = x

    def inner():
        nonlocal a
        (a) += 1
        (b) = a
        return b, [a for (a) in "xy"]

    return inner(), a, (lambda: [(q) for (q) in [a]])()


def generated(v):
    for (q) in v:
        (got) = yield q
        yield got


global_name = 0


def of_the_module(x):
    global global_name
    (global_name) = x
    (global_name), (y) = global_name + 1, 2
    return global_name, y


cdef struct Pair:
    int a
    double b


def fields(int n):
    cdef Pair p
    cdef Pair[2] pairs
    cdef int[3] c
    cdef Pair* at = &p
    (p.a) = n
    (p.b), (p.a) = p.a, 5
    (c[0]) = (c[1]) = n
    (c[0]), c[2] = 3, n
    (pairs[1].a) = 4
    (pairs[1]).a += 1
    (at.b) += 1
    (at[0].a) *= 2
    return p.a, p.b, c[0], c[1], c[2], pairs[1].a


def parallel_loops(int n, double[:] x, double[:] y):
    cdef int i, j
    cdef double t, s = 0
    for (i) in prange(n, nogil=True):
        (t) = x[i]
        (y[i]) = t + 1
        (s) += t
    for ((i)) in prange(n, nogil=True):
        (y[i]) *= 2
    with nogil, parallel():
        for (i) in prange(n):
            for (j) in range(2):
                (y[i]) += j
    return s


def regions(int n, double[:] x, double[:] y):
    cdef int i, j
    cdef double t, s = 0
    for (i) in prange(n, nogil=True, device={}):
        (t) = x[i]
        (y[i]) = t + 1
        (s) += t
    with nogil, parallel(device={}):
        for ((i)) in prange(n):
            (t), (j) = y[i], 3
            for (j) in range(j):
                (t) = t + j
            (y[i]) = t
    return s


cdef double of_c(double x) nogil:
    cdef double y, z
    (y) = x
    (y), (z) = y + 1, y
    (y) += z
    return y


def calls(double x):
    return of_c(x)


def own_bounds(int n):
    """A loop whose bounds name the variable that counts."""
    cdef int i = n, j = 2, k = 2, s = 0
    for i in range(i):
        s += 1
    for j in range(j, j + n):
        s += 10 * j
    for k in range(0, 10, k):
        s += 100
    return s, i, j, k


def own_bounds_in_region(int n, double[:] y):
    cdef int i, j
    cdef double t
    for i in prange(n, nogil=True, device={}):
        t, j = y[i], 3
        for j in range(j):
            t = t + j
        y[i] = t
