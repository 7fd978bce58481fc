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


def items(str text, Py_ssize_t i):
    """An item of a `str` is a letter: compared with numbers, and given to them."""
    cdef unsigned char byte
    cdef long total = 0
    cdef int code
    for code in text:
        total += code
    for byte in "ACGT":
        total += byte
    first = text[i]
    return total, text[i] == 97, first, text[i] + "z", text[i] in "abc", text[i].upper(), [code for code in text], {byte for byte in "ab"}


def compared(str text):
    for letter in text:
        if letter == 98:
            return True
    return [letter for letter in text], text and text[0] == text[len(text) - 1]


def own_types(list values):
    """The variables of comprehensions have the types of those around them, and not those of generator expressions."""
    cdef unsigned char byte = 7
    cdef double x
    made = [byte for byte in values], {byte: x for byte in values for x in values}, {x for x in values}
    return made, byte, sum(x for x in values), list(byte for byte in [300])


cdef unsigned char shared_byte = 3
overflown = None
try:
    overflown = [shared_byte for shared_byte in [5, 300]]
except OverflowError as error:
    overflown = str(error), shared_byte


def byte(bytes text, int i):
    return text[i]


def byte_at_huge(bytes text, unsigned long long i):
    return text[i]


def letter_at_huge(str text, unsigned long long i):
    return text[i]


def byte_as_numbers(bytes text, int i):
    cdef char c = text[i]
    cdef unsigned char u = text[i]
    cdef double d = text[i]
    h = 5381
    h ^= text[i]
    return c, u, d, <char>text[i], <signed char>text[i], h, text[i] == c"a", text[i] in b"abc"


def each_byte(bytes text):
    for i in range(len(text)):
        yield text[i]


def literal_arguments():
    cdef bytearray text = bytearray(b"a")
    text.append("X")
    text.append(b"Y")
    text.append(c"Z")
    return text, "text".encode(b"UTF-8", b"strict"), b"hello"[1]
