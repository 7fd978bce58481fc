"""`and` and `or` of numbers of several types: the one that is chosen becomes what is wanted, not what has the type of both."""


def as_objects(int a, unsigned long b, float c, long long d):
    return a and b, b and a, b or a, (b and a) or c, c and b and a, a or (b and c), d and c, (a and d) or b, (a or b) + 1


def as_numbers(int a, unsigned long b, short s):
    cdef double x = b and a
    cdef float y = b or a
    cdef char narrow = 256 + a or s
    cdef long whole = b and a
    cdef unsigned int without = s or b
    return x, y, narrow, whole, without, <long>(b and a)


def evaluated(list log, int a, unsigned long b):
    def seen(name, value):
        log.append(name)
        return value
    return <int>seen("a", a) and <unsigned long>seen("b", b) or <short>seen("c", 7), log


cdef unsigned long both(int a, unsigned long b) noexcept nogil:
    return a and b


def passed(int a, unsigned long b):
    with nogil:
        b = both(b and a, a or b)
    return b
