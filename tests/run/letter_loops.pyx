"""Loops over texts and bytes whose target is a character or a C number, what characters are asked, and numbers in formats."""


def counted(str s):
    n = 0
    for c in s:
        if c in 'aeiou\u00df':
            n += 1
        if c in '':
            n += 100
        if c not in 'x':
            n += 1000
        if c in 'aa':
            n += 100000
    return n


def asked(str s):
    found = []
    for c in s:
        if c.isalnum(): found.append("alnum")
        if c.isalpha(): found.append("alpha")
        if c.isdecimal(): found.append("decimal")
        if c.isdigit(): found.append("digit")
        if c.islower(): found.append("lower")
        if c.isnumeric(): found.append("numeric")
        if c.isprintable(): found.append("printable")
        if c.isspace(): found.append("space")
        if c.istitle(): found.append("title")
        if not c.isupper(): found.append("no upper")
        while c.isalpha() and not c.isspace() or c.isdigit():
            break
        else:
            found.append("neither")
        found.append(c.isalpha())
        found.append(c.upper())
    return found


def rebound(str s):
    """The loop goes on over the text that it has begun with."""
    found = []
    cdef Py_UCS4 c
    for c in s:
        s = "other" if len(found) == 1 else s
        found.append(c)
    return found, s


def left(str s):
    cdef Py_UCS4 c = u'?'
    for c in s:
        if c == 'b':
            continue
        if c == 'd':
            break
    else:
        return "whole", c
    return "left", c


def numbered(str s, bytes b):
    cdef Py_ssize_t i
    cdef Py_UCS4 c
    cdef signed char k
    found = []
    for i, c in enumerate(s):
        i += 10
        found.append((i, c))
    for i, k in enumerate(b):
        found.append((i, k))
    return found


def bytes_of(bytes b, bytearray a):
    cdef unsigned char u
    cdef char c
    cdef int i
    found = []
    for u in b: found.append(u)
    for c in b: found.append(c)
    for i in b: found.append(i)
    for u in a: found.append(u)
    for i in a:
        found.append(i)
        if len(a) > 2:
            del a[-1]
    return found, [b[k] for k in range(-len(b), len(b))], [a[k] for k in range(-len(a), len(a))]


def index(bytes b, bytearray a, Py_ssize_t i):
    found = []
    for which in range(2):
        try:
            found.append(b[i] if which else a[i])
        except IndexError as error:
            found.append(str(error))
    return found


def yields(str s):
    for c in s:
        yield c
        if c.isdigit():
            yield "digit"


def nested(str s):
    return [(a, b) for a in s for b in s if a != b], {a: [b for b in s] for a in s}


def formats(int n, long long m):
    return [f"{n:05d}", f"{n:5d}", f"{n:d}", f"{n:x}", f"{n:08X}", f"{n:o}", f"{n:0}", f"{n:3}", f"{m:030d}", f"{m:x}", f"{n:>5d}",
            f"{n:,}", f"{n:b}", f"{n:+d}", f"{n:60d}", f"{n:61d}", f"{n:00005d}"]


def format_of(x, str spec):
    return f"{x:{spec}}"
