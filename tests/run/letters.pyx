"""Characters of a `str` as C numbers."""
cimport cython
from cython.parallel import prange

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


def codes(const unsigned char[:] text):
    """Letters of literals have their codes without Python."""
    cdef Py_ssize_t i
    cdef long digits = 0, others = 0
    for i in prange(text.shape[0], nogil=True, device={}):
        if ord("0") <= text[i] <= ord(b"9"):
            digits += text[i] - ord("0")
        elif text[i] != ord("\x00"):
            others += 1
    return digits, others, ord("€"), cython.typeof(ord("a") + 0)


def sum_of_codes(str text):
    total = 0
    for letter in text:
        total += ord(letter) * 3
    return total, [ord(letter) for letter in text]
