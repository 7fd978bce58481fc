# What exceptions cost: raised and caught, in one function, through calls, and by Python's own code.


def raised(int n):
    cdef int i, caught = 0
    for i in range(n):
        try:
            raise ValueError("text")
        except ValueError:
            caught += 1
    return caught


cdef int deep(int depth) except -1:
    if depth == 0:
        raise ValueError("text")
    return deep(depth - 1)


def through_calls(int n):
    cdef int i, caught = 0
    for i in range(n):
        try:
            deep(4)
        except ValueError as error:
            caught += 1
    return caught


def looked_up(int n):
    cdef dict table = {}
    cdef int i, caught = 0
    for i in range(n):
        try:
            table[i]
        except KeyError:
            caught += 1
    return caught


def of_an_index(double[:] x, int n):
    cdef int i, caught = 0
    for i in range(n):
        try:
            x[x.shape[0] + i] = 1
        except IndexError:
            caught += 1
    return caught
