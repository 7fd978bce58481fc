# cython: language_level=3
# Of a loop whose step is known Cython finds out first where it stops; of others, and in slices, what stands first.


cdef int failing(int number, bint fails) except? -1:
    if fails:
        raise ValueError(number)
    return number


def known_step(bint first, bint second):
    cdef int i, found = 0
    for i in range(failing(1, first), failing(9, second), 2):
        found += i
    return found


def downwards(bint first, bint second):
    cdef long i, found = 0
    for i in range(failing(9, first), failing(1, second), -3):
        found += i
    return found


def literal_stop(bint first, int by):
    cdef int i, found = 0
    for i in range(failing(1, first) // by, 9):
        found += i
    return found


def unknown_step(bint first, bint second, bint third):
    cdef int i, found = 0
    for i in range(failing(1, first), failing(9, second), failing(2, third)):
        found += i
    return found


def elements(long[:] x, long divisor):
    cdef int i, found = 0
    for i in range(x[1], 7 // divisor):
        found += i
    return found
