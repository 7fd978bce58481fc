# `DEF`, `IF`, and enum values that are expressions.

cimport cython
DEF SIZE = 4
DEF WIDE = SIZE * 2 + 1
DEF SCALE = 0.5
DEF NAME = "off" + "cy"
DEF RAW = b"ab\n"
DEF PAIR = (1, "two", -3)
DEF BIG = 2 ** 40
DEF LETTER = c'x'

IF SIZE > 3 and NAME == "offcy":
    cdef int kind = 1

    def chosen():
        return "large", kind
ELIF SIZE == 3:
    def chosen():
        return "three"
ELSE:
    def chosen():
        return "small"

cdef enum Flags:
    READ = 1 << 0
    WRITE = 1 << 1
    BOTH = READ | WRITE
    NEXT
    NEGATIVE = -(SIZE + 1)

cdef enum More:
    LATER = BOTH + 10

cdef int[SIZE] numbers

cdef int checked(int n) except BOTH:
    if n < 0:
        raise ValueError(n)
    return n


cdef struct Part:
    double[WIDE] values


def values():
    return SIZE, WIDE, SCALE, NAME, RAW, PAIR, BIG, LETTER, PAIR[1], -SIZE, NAME.upper()


def arrays():
    cdef int[WIDE] local
    cdef Part part
    for i in range(SIZE):
        numbers[i] = i
    return sizeof(local) // sizeof(int), sizeof(part.values), numbers[SIZE - 1], cython.sizeof(part), cython.sizeof(long)


def flags():
    return READ, WRITE, BOTH, NEXT, NEGATIVE, LATER


def guarded(int n):
    IF SIZE == 4:
        x = n + 1
    ELSE:
        y = n - 1
    IF not SIZE:
        return None
    DEF INSIDE = 7
    if n > 3:
        IF SCALE < 1:
            x += INSIDE
    return x


def fails(int n):
    return checked(n)




DEF WORDS = ("one", "two", "three", "four")
DEF TAIL = WORDS[1:]
DEF BACKWARDS = WORDS[::-2]
DEF MIDDLE = "abcdef"[1:-1]
DEF POINT = 2 - 1.5j
DEF TURNED = POINT * 1j + 1
DEF DOTS = ...
DEF LABEL = str(len(WORDS)) + b"\xe9".decode("latin-1")
DEF TOTAL = sum([1, 2, 3])


def parts():
    return TAIL, BACKWARDS, MIDDLE, POINT, TURNED, POINT == 2 - 1.5j, DOTS, LABEL, TOTAL


def defined_again(n):
    DEF STEP = 2
    first = n + STEP
    DEF STEP = 5
    return first, n + STEP
