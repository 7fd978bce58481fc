"""Characters of a `str` as C numbers."""

cdef Py_UCS4 shared = u"\u20ac"


def both(Py_UCS4 a, Py_UNICODE b):
    return a, b, <int> a, ord(b), a == b, a < b, a == u"A", u"\u20ac" == a, len(a), a[0], a[-1]


def operators(Py_UCS4 a, int n):
    return a + a, a * n, "%s-%c" % (a, a), f"{a}{a!r:>5}", str(a), a in "abc", {a: 1}[a], -n


def mixed(Py_UCS4 a, int n):
    return a + n


def methods(Py_UCS4 a):
    return [a.isalpha(), a.isdecimal(), a.isprintable(), a.upper(), a.lower(), a.encode("utf-8")]


def numbers(Py_UCS4 a):
    return int(a), float(a)


cdef Py_UCS4 next_one(Py_UCS4 letter):
    return <Py_UCS4> (<int> letter + 1)


def counted(str text):
    cdef Py_UCS4 letter
    cdef Py_UCS4 last = 0
    cdef int upper = 0
    for letter in text:
        if letter.isupper():
            upper += 1
        last = letter
    kept = last
    return upper, last, kept, next_one(last), shared


def made(int code):
    cdef Py_UCS4 letter = code
    return letter


def chosen(bint which, Py_UCS4 a):
    cdef Py_UCS4 letter = u"x" if which else a
    return letter
