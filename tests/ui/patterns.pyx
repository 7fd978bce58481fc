# Patterns that Python refuses.


def order(x):
    match x:
        case other:  #~ ERROR OFC0001
            return other
        case 1:
            return 1


def wildcard(x):
    match x:
        case _:  #~ ERROR OFC0001
            return 0
        case [a]:
            return a


def alternatives(x):
    match x:
        case a | 1:  #~ ERROR OFC0001
            return a
        case [b] | {"b": c}:  #~ ERROR OFC0001
            return b


def names(x):
    match x:
        case [a, a]:  #~ ERROR OFC0001
            return a
        case {"k": b, **b}:  #~ ERROR OFC0001
            return b


def parts(x):
    match x:
        case [*a, 1, *b]:  #~ ERROR OFC0001
            return a, b
        case {"k": 1, "k": 2}:  #~ ERROR OFC0001
            return 1
        case dict(k=1, k=2):  #~ ERROR OFC0001
            return 2


def unknown(x):
    match x:
        case Pointt(y):  #~ ERROR OFC0101
            return y
        case colours.RED:  #~ ERROR OFC0101
            return 1


cdef int without_gil(object x) noexcept nogil:
    match x:  #~ ERROR OFC0401
        case [a]:
            return 1
    return 0
