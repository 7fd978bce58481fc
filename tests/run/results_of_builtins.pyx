# What is known of the results of operations on Python's own types.
import cython


def last_of(bytes b):
    cdef char c = 0
    found = []
    for c in b[1:]:
        found.append(c)
    for c in b + b:
        found.append(c)
    for c in b * 2:
        found.append(c)
    for c in b"%s" % b:
        found.append(c)
    return found


def unsigned(bytes b):
    found = []
    for c in b[1:]:
        found.append((c, cython.typeof(c)))
    return found


def letters(str s):
    return [(c, cython.typeof(c)) for c in s[::-1] + s * 2]


def typed(bytes b, str s, list l, tuple t, bytearray a, set x, frozenset f, dict d, int n, o):
    p, q, r = b[1:], s[:n], l[o:]
    u, v, w = t[::2], a[1:], a[::2]
    values = (p, q, r, u, v, w)
    types = (cython.typeof(p), cython.typeof(q), cython.typeof(r), cython.typeof(u), cython.typeof(v), cython.typeof(w))
    sums = (b + b, s + s, l + l, t + t, a + a, a + b)
    of_sums = (cython.typeof(b + b), cython.typeof(s + s), cython.typeof(l + l), cython.typeof(t + t), cython.typeof(a + a), cython.typeof(a + b))
    products = (b * n, n * s, l * n, n * t, a * n)
    of_products = (cython.typeof(b * n), cython.typeof(n * s), cython.typeof(l * n), cython.typeof(n * t), cython.typeof(a * n))
    sets = (x | x, x & x, f ^ f, x - x, d | d)
    of_sets = (cython.typeof(x | x), cython.typeof(x & x), cython.typeof(f ^ f), cython.typeof(x - x), cython.typeof(d | d))
    return values, types, sums, of_sums, products, of_products, sets, of_sets


def formatted(str s, bytes b, n, list l):
    return [cython.typeof(s % l), cython.typeof(s % n), cython.typeof("%s" % n), cython.typeof(b"%s" % n), cython.typeof(b % b)]


def methods(str s, bytes b, set x, frozenset f, dict d, list l):
    return [
        cython.typeof(s.startswith("a")), cython.typeof(s.isdigit()), cython.typeof(b.endswith(b)), cython.typeof(x.union(x)),
        cython.typeof(f.intersection(x)), cython.typeof(x.issubset(f)), cython.typeof(f.copy()), cython.typeof(d.fromkeys(l)),
        s.startswith("a"), s.isdigit(), b.endswith(b), x.union(l), f.intersection(x), x.issubset(f), f.copy(), d.fromkeys(l),
    ]


def calls(o):
    a, b, c = slice(o), type(o), memoryview(b"ab")
    return a, b, c[0], cython.typeof(a), cython.typeof(b), cython.typeof(c)


def none_slice(list l, str s, bytes b, tuple t):
    found = []
    for make in (lambda: l[1:], lambda: s[1:], lambda: b[::2], lambda: t[:1], lambda: l + l, lambda: s * 2, lambda: b % b, lambda: t + t):
        try:
            found.append(make())
        except TypeError as error:
            found.append(str(error))
    return found


def wrong(list l, str s, bytes b, dict d, set x, n):
    found = []
    for make in (lambda: s * l, lambda: d + d, lambda: b % s, lambda: x * l, lambda: s | s, lambda: l % l, lambda: b + bytearray(b), lambda: l + n, lambda: s + n):
        try:
            found.append(make())
        except TypeError as error:
            found.append(str(error))
    return found


def in_place(bytes b, str s, list l, tuple t):
    r = b[1:]
    r += b
    q = s
    q *= 2
    m = l[:]
    m += t
    k = l + l
    k += "ab"
    j = t[1:]
    j += t
    return r, q, m, k, j, cython.typeof(r), cython.typeof(q), cython.typeof(m), cython.typeof(j)


def rebound(list l, n):
    part = l[1:]
    if n:
        part = n
    return part, cython.typeof(part)


def c_texts():
    cdef char* p = b"ab"
    cdef char* q = b"%s"
    x = p + q
    y = q % b"z"
    return x, y, cython.typeof(x), cython.typeof(y), cython.typeof(p + b"c")


def parts_of_parts(str s, bytes b, list l):
    return s[1:][0], b[1:][0], l[1:][0], (s + s)[0], (b + b)[1], cython.typeof(s[1:][0]), cython.typeof(b[1:][0])


def parts_are_given(list l, bytearray a, value, dict d):
    l[1:2] = value
    l[-1:] = d
    l[:1] = "xy"
    l[1:2] += ("z",)
    l[:0], a[:1] = (1, 2), b"abc"
    a[1:2] = [65, 66]
    first = l[:2] = (3, 4)
    for l[2:3] in [(5, 6), "q"]:
        pass
    del l[3:5]
    return l, a, first
